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
/// path cost above. Nodes compare by cost: one that was not seen is above all, one that must not be entered
/// below all.
typedef uint64_t wendi_node;
enum { WENDI_FORBIDDEN = 0, WENDI_OPEN = 1, WENDI_CLOSED = 2, WENDI_UNSEEN = 3 };
#define WENDI_NODE_FORBIDDEN ((wendi_node)0)
#define WENDI_NODE_UNSEEN    (~(wendi_node)0)

static inline wendi_node wendi_node_make(wend_cost cost, int32_t direction, uint32_t state) {
    return (uint64_t)cost << 5 | (uint64_t)direction << 2 | state;
}
static inline uint32_t wendi_node_state(wendi_node node) {
    return (uint32_t)node & 3;
}
static inline int32_t wendi_node_direction(wendi_node node) {
    return (int32_t)(node >> 2 & 7);
}
static inline wend_cost wendi_node_cost(wendi_node node) {
    return (wend_cost)(node >> 5);
}

/// True when a cost is below the node's.
static inline bool wendi_node_above(wendi_node node, wend_cost cost) {
    return ((uint64_t)cost << 5 | 31) < node;
}

typedef struct wendi_node_store {
    wend_allocator allocator;
    int32_t columns, rows;     // of blocks
    wendi_node** directory;    // columns * rows; NULL: no node of the block was touched
    size_t directory_capacity; // >= columns * rows
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

/// The node of a tile on the map; NULL: out of memory.
static inline wendi_node* wendi_node_at(wendi_node_store* store, int32_t x, int32_t y) {
    uint32_t index =
        (uint32_t)(y >> WENDI_BLOCK_BITS) * (uint32_t)store->columns + (uint32_t)(x >> WENDI_BLOCK_BITS);
    wendi_node* block = store->directory[index];
    if (!block) block = wendi_node_store_claim(store, index);
    return block ? block + ((y & WENDI_BLOCK_MASK) << WENDI_BLOCK_BITS | (x & WENDI_BLOCK_MASK)) : NULL;
}
#endif
