// node_store.h: the search nodes of the tiles that a search touches. Tiles are grouped in blocks of 32 x 32;
// a block's nodes are claimed when the search first comes there, so that a short query on a huge map touches
// little memory and nothing is cleared between queries.
#ifndef WENDI_NODE_STORE_H
#define WENDI_NODE_STORE_H
#include "base.h"

enum {
    WENDI_BLOCK_BITS = 5,
    WENDI_BLOCK_SIDE = 1 << WENDI_BLOCK_BITS,
    WENDI_BLOCK_MASK = WENDI_BLOCK_SIDE - 1
};

/// A node packed into 64 bits: state in bits 0-1, direction it was reached in (of wendi_direction) in 2-4,
/// path cost in 5-62. Nodes compare by cost: one that was not seen is above all, one that must not be entered
/// below all.
typedef uint64_t wendi_node;
enum { WENDI_FORBIDDEN = 0, WENDI_OPEN = 1, WENDI_CLOSED = 2, WENDI_UNSEEN = 3 };
enum { WENDI_NODE_COST_SHIFT = 5, WENDI_NODE_REST = 31 }; // the bits below the cost
#define WENDI_NODE_FORBIDDEN ((wendi_node)0)
#define WENDI_NODE_UNSEEN    (~(wendi_node)0 >> 1)

static inline wendi_node wendi_node_make(wend_cost cost, int32_t direction, uint32_t state) {
    return (uint64_t)cost << WENDI_NODE_COST_SHIFT | (uint64_t)direction << 2 | state;
}
static inline uint32_t wendi_node_state(wendi_node node) {
    return (uint32_t)node & 3;
}
static inline int32_t wendi_node_direction(wendi_node node) {
    return (int32_t)(node >> 2 & 7);
}
static inline wend_cost wendi_node_cost(wendi_node node) {
    return (wend_cost)(node >> WENDI_NODE_COST_SHIFT);
}

typedef struct wendi_node_store {
    wend_allocator allocator;
    int32_t column_bits;       // a row of the directory has 1 << column_bits blocks
    wendi_node** directory;    // of blocks; NULL: no node of the block was touched
    size_t directory_capacity; // >= rows << column_bits
    wendi_node initial;
    uint32_t* claimed; // directory indices of the blocks in use, in order of their claim
    size_t claimed_capacity;
    int32_t claimed_count;
    wendi_node** slabs; // memory of blocks, SLAB_BLOCKS each; the i-th claimed block is the i-th of them
    size_t slab_capacity;
    int32_t slab_count;
} wendi_node_store;

void wendi_node_store_init(wendi_node_store* store, const wend_allocator* allocator);
void wendi_node_store_free(wendi_node_store* store);
/// Every node of a map of this size becomes initial: WENDI_NODE_UNSEEN or WENDI_NODE_FORBIDDEN.
wend_result wendi_node_store_reset(wendi_node_store* store, int32_t width, int32_t height,
                                   wendi_node initial);
/// Nodes of the block with this directory index; NULL: out of memory.
wendi_node* wendi_node_store_claim(wendi_node_store* store, uint32_t index);
size_t wendi_node_store_bytes(const wendi_node_store* store);

/// Nodes are numbered block by block, row by row within a block; the numbers fit 32 bits on every map.
static inline uint32_t wendi_node_index(const wendi_node_store* store, wend_tile tile) {
    uint32_t x = (uint32_t)tile.x, y = (uint32_t)tile.y;
    uint32_t block = (y >> WENDI_BLOCK_BITS) << store->column_bits | x >> WENDI_BLOCK_BITS;
    return block << 2 * WENDI_BLOCK_BITS | (y & WENDI_BLOCK_MASK) << WENDI_BLOCK_BITS |
           (x & WENDI_BLOCK_MASK);
}
static inline wend_tile wendi_node_store_tile(const wendi_node_store* store, uint32_t index) {
    uint32_t block = index >> 2 * WENDI_BLOCK_BITS, column = block & ((1u << store->column_bits) - 1);
    uint32_t row = block >> store->column_bits;
    return (wend_tile){(int32_t)(column << WENDI_BLOCK_BITS | (index & WENDI_BLOCK_MASK)),
                       (int32_t)(row << WENDI_BLOCK_BITS | (index >> WENDI_BLOCK_BITS & WENDI_BLOCK_MASK))};
}

/// The node with this number; NULL: out of memory.
static inline wendi_node* wendi_node_at(wendi_node_store* store, uint32_t index) {
    uint32_t block = index >> 2 * WENDI_BLOCK_BITS;
    wendi_node* nodes = store->directory[block];
    if (!nodes) nodes = wendi_node_store_claim(store, block);
    return nodes ? nodes + (index & ((1u << 2 * WENDI_BLOCK_BITS) - 1)) : NULL;
}
#endif
