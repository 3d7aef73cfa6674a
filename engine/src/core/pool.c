// pool.c: chunks of items.
#include "core/pool.h"

void wendi_pool_init(wendi_pool* pool, const wend_allocator* allocator, size_t item_size,
                     int32_t items_per_chunk) {
    *pool = (wendi_pool){.allocator = *allocator, .item_size = item_size, .items_per_chunk = items_per_chunk};
}

void wendi_pool_free(wendi_pool* pool) {
    for (int32_t i = 0; i < pool->chunk_count; i++)
        wendi_free(&pool->allocator, pool->chunks[i], (size_t)pool->items_per_chunk, pool->item_size);
    wendi_free(&pool->allocator, pool->chunks, pool->capacity, sizeof *pool->chunks);
}

size_t wendi_pool_bytes(const wendi_pool* pool) {
    size_t items = (size_t)pool->chunk_count * (size_t)pool->items_per_chunk;
    return pool->capacity * sizeof *pool->chunks + items * pool->item_size;
}

static bool add_chunk(wendi_pool* pool) {
    size_t count = (size_t)pool->chunk_count;
    void** chunks =
        wendi_grow(&pool->allocator, pool->chunks, &pool->capacity, count, count + 1, sizeof *chunks);
    if (!chunks) return false;
    pool->chunks = chunks;
    chunks[count] = wendi_alloc(&pool->allocator, (size_t)pool->items_per_chunk, pool->item_size);
    pool->chunk_count += chunks[count] != NULL;
    return chunks[count] != NULL;
}

void* wendi_pool_add(wendi_pool* pool) {
    if (pool->count == pool->chunk_count * pool->items_per_chunk && !add_chunk(pool)) return NULL;
    return wendi_pool_item(pool, pool->count++);
}
