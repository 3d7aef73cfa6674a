// pool.h: many items of one size that never move: memory in chunks of equally many items. Items are given
// back all at once, and the chunks are kept.
#ifndef WENDI_POOL_H
#define WENDI_POOL_H
#include "core/base.h"

typedef struct wendi_pool {
    wend_allocator allocator;
    size_t item_size;
    int32_t items_per_chunk;
    int32_t chunk_count;
    void** chunks;
    size_t capacity; // of chunks
    int32_t count;   // items in use; 0 gives all back
} wendi_pool;

void wendi_pool_init(wendi_pool* pool, const wend_allocator* allocator, size_t item_size,
                     int32_t items_per_chunk);
void wendi_pool_free(wendi_pool* pool);
size_t wendi_pool_bytes(const wendi_pool* pool);
/// One more item, whose content is undefined. NULL: out of memory, and nothing changed.
void* wendi_pool_add(wendi_pool* pool);
/// An item by its index, which is below count.
static inline void* wendi_pool_item(const wendi_pool* pool, int32_t index) {
    char* chunk = pool->chunks[index / pool->items_per_chunk];
    return chunk + (size_t)(index % pool->items_per_chunk) * pool->item_size;
}
#endif
