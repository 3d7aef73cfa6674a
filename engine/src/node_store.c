// node_store.c: blocks of search nodes, claimed on first touch and given back all at once.
#include "node_store.h"

#include <string.h>

enum { BLOCK_NODES = WENDI_BLOCK_SIDE * WENDI_BLOCK_SIDE, SLAB_BLOCKS = 64 };

void wendi_node_store_init(wendi_node_store* store, const wend_allocator* allocator) {
    *store = (wendi_node_store){.allocator = *allocator};
}

void wendi_node_store_free(wendi_node_store* store) {
    for (int32_t i = 0; i < store->slab_count; i++)
        wendi_free(&store->allocator, store->slabs[i], (size_t)SLAB_BLOCKS * BLOCK_NODES, sizeof(wendi_node));
    wendi_free(&store->allocator, store->slabs, store->slab_capacity, sizeof *store->slabs);
    wendi_free(&store->allocator, store->claimed, store->claimed_capacity, sizeof *store->claimed);
    wendi_free(&store->allocator, store->directory, store->directory_capacity, sizeof *store->directory);
}

wend_result wendi_node_store_reset(wendi_node_store* store, int32_t width, int32_t height,
                                   wendi_node initial) {
    store->initial = initial;
    for (int32_t i = 0; i < store->claimed_count; i++) store->directory[store->claimed[i]] = NULL;
    store->claimed_count = 0;
    int32_t columns = (width + WENDI_BLOCK_MASK) >> WENDI_BLOCK_BITS;
    int32_t rows = (height + WENDI_BLOCK_MASK) >> WENDI_BLOCK_BITS;
    store->column_bits = 0;
    while (1 << store->column_bits < columns) store->column_bits++;
    size_t blocks = (size_t)rows << store->column_bits;
    if (blocks <= store->directory_capacity) return WEND_OK;
    wendi_node** directory = wendi_alloc_zeroed(&store->allocator, blocks, sizeof *directory);
    if (!directory) return WEND_ERROR_MEMORY;
    wendi_free(&store->allocator, store->directory, store->directory_capacity, sizeof *store->directory);
    store->directory = directory;
    store->directory_capacity = blocks;
    return WEND_OK;
}

wendi_node* wendi_node_store_claim(wendi_node_store* store, uint32_t index) {
    const wend_allocator* allocator = &store->allocator;
    size_t count = (size_t)store->claimed_count;
    uint32_t* claimed =
        wendi_grow(allocator, store->claimed, &store->claimed_capacity, count, count + 1, sizeof *claimed);
    if (!claimed) return NULL;
    store->claimed = claimed;
    int32_t slab = store->claimed_count / SLAB_BLOCKS;
    if (slab == store->slab_count) {
        wendi_node** slabs = wendi_grow(allocator, store->slabs, &store->slab_capacity, (size_t)slab,
                                        (size_t)slab + 1, sizeof *slabs);
        if (!slabs) return NULL;
        store->slabs = slabs;
        store->slabs[slab] = wendi_alloc(allocator, (size_t)SLAB_BLOCKS * BLOCK_NODES, sizeof(wendi_node));
        if (!store->slabs[slab]) return NULL;
        store->slab_count++;
    }
    wendi_node* block = store->slabs[slab] + (size_t)(store->claimed_count % SLAB_BLOCKS) * BLOCK_NODES;
    for (int32_t i = 0; i < BLOCK_NODES; i++) block[i] = store->initial;
    store->directory[index] = block;
    store->claimed[store->claimed_count++] = index;
    return block;
}

size_t wendi_node_store_bytes(const wendi_node_store* store) {
    return store->directory_capacity * sizeof *store->directory +
           store->claimed_capacity * sizeof *store->claimed + store->slab_capacity * sizeof *store->slabs +
           (size_t)store->slab_count * SLAB_BLOCKS * BLOCK_NODES * sizeof(wendi_node);
}
