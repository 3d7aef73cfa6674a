// node_store.h: the search nodes of the tiles that a search touches, each with the class of its tile, so that
// the search reads one memory instead of two. Tiles are grouped in blocks of 64 x 64; a block's nodes are
// claimed when the search first comes there, so that a short query on a huge map touches little memory and
// nothing is cleared between queries.
#ifndef WENDI_NODE_STORE_H
#define WENDI_NODE_STORE_H
#include "grid/grid.h"

enum {
    WENDI_BLOCK_BITS = 6,
    WENDI_BLOCK_SIDE = 1 << WENDI_BLOCK_BITS,
    WENDI_BLOCK_MASK = WENDI_BLOCK_SIDE - 1,
    WENDI_BLOCK_NODES = WENDI_BLOCK_SIDE * WENDI_BLOCK_SIDE
};

/// A node packed into 64 bits: class of the tile in bits 0-7, whether the ground is even there in 8, state in
/// 9-10, direction it was reached in (of wendi_direction) in 11-13, path cost in 14-62. Nodes compare by
/// cost: one that was not seen is above all, one that must not be entered below all.
typedef uint64_t wendi_node;
enum { WENDI_FORBIDDEN = 0, WENDI_OPEN = 1, WENDI_CLOSED = 2, WENDI_UNSEEN = 3 };
enum {
    WENDI_NODE_HOMOGENEOUS = 1 << 8, // the tile and its eight neighbours are of one class
    WENDI_NODE_GROUND = 2 * WENDI_NODE_HOMOGENEOUS - 1,
    WENDI_NODE_STATE_SHIFT = 9,
    WENDI_NODE_DIRECTION_SHIFT = 11,
    WENDI_NODE_COST_SHIFT = 14,
    WENDI_NODE_LOW_BITS = (1 << WENDI_NODE_COST_SHIFT) - 1 // the bits below the cost
};
// Above any ground.
#define WENDI_NODE_FORBIDDEN ((wendi_node)0)
#define WENDI_NODE_UNSEEN    (~(wendi_node)0 >> 1 & ~(wendi_node)WENDI_NODE_GROUND)

/// Without ground.
static inline wendi_node wendi_node_make(wend_cost cost, int32_t direction, uint32_t state) {
    return (uint64_t)cost << WENDI_NODE_COST_SHIFT | (uint64_t)direction << WENDI_NODE_DIRECTION_SHIFT |
           (uint64_t)state << WENDI_NODE_STATE_SHIFT;
}
static inline uint8_t wendi_node_class(wendi_node node) {
    return (uint8_t)node;
}
static inline uint32_t wendi_node_state(wendi_node node) {
    return (uint32_t)node >> WENDI_NODE_STATE_SHIFT & 3;
}
static inline int32_t wendi_node_direction(wendi_node node) {
    return (int32_t)(node >> WENDI_NODE_DIRECTION_SHIFT & 7);
}
static inline wend_cost wendi_node_cost(wendi_node node) {
    return (wend_cost)(node >> WENDI_NODE_COST_SHIFT);
}
/// Sets all but the ground.
static inline void wendi_node_set(wendi_node* node, wendi_node to) {
    *node = (*node & WENDI_NODE_GROUND) | to;
}

typedef struct wendi_node_block {
    wend_tile corner;
    _Alignas(64) wendi_node nodes[WENDI_BLOCK_NODES]; // row by row, each of whole cache lines
} wendi_node_block;

typedef struct wendi_node_store {
    wend_allocator allocator;
    int32_t column_bits;          // a row of the directory has 1 << column_bits blocks
    wendi_node_block** directory; // NULL: no node of the block was touched
    size_t directory_capacity;    // >= rows << column_bits
    const wend_grid* grid;
    wendi_node initial; // but for the ground
    uint32_t* claimed;  // directory indices of the blocks in use, in order of their claim
    size_t claimed_capacity;
    int32_t claimed_count;
    wendi_node_block** slabs; // SLAB_BLOCKS each; the i-th claimed block is the i-th of them
    size_t slab_capacity;
    int32_t slab_count;
} wendi_node_store;

void wendi_node_store_init(wendi_node_store* store, const wend_allocator* allocator);
void wendi_node_store_free(wendi_node_store* store);
/// Every node becomes initial, WENDI_NODE_UNSEEN or WENDI_NODE_FORBIDDEN, on the ground of this grid, which
/// must last.
wend_result wendi_node_store_reset(wendi_node_store* store, const wend_grid* grid, wendi_node initial);
/// The block with this directory index; NULL: out of memory.
wendi_node_block* wendi_node_store_claim(wendi_node_store* store, uint32_t index);
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
    wendi_node_block* block = store->directory[index / WENDI_BLOCK_NODES];
    if (!block) block = wendi_node_store_claim(store, index / WENDI_BLOCK_NODES);
    return block ? &block->nodes[index % WENDI_BLOCK_NODES] : NULL;
}
#endif
