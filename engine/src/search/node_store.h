// node_store.h: the nodes of a flat search, and its open list.
#ifndef WENDI_NODE_STORE_H
#define WENDI_NODE_STORE_H
#include "core/base.h"
#include "grid/grid.h"
#include "hierarchy/abstract_graph.h"

// ---- where are the search nodes of the tiles, and what does one hold? A node holds the class of
// its tile too, so that the search reads one memory instead of two. Nodes lie in blocks of 64 x 64, claimed
// when the search first enters them: a short query on a huge map touches and clears little memory.

enum {
    WENDI_BLOCK_BITS = 6,
    WENDI_BLOCK_SIDE = 1 << WENDI_BLOCK_BITS,
    WENDI_BLOCK_MASK = WENDI_BLOCK_SIDE - 1,
    WENDI_BLOCK_NODES = WENDI_BLOCK_SIDE * WENDI_BLOCK_SIDE
};

/// A node packed into 64 bits: the class of its tile in bits 0-7, whether the tile is homogeneous in 8, the
/// state in 9-10, the direction (of wendi_direction) in which the tile was reached in 11-13, the cost of the
/// path to it in 14-62. Nodes compare by cost: an unseen one is above all others, a forbidden one below.
typedef uint64_t wendi_node;
enum { WENDI_FORBIDDEN = 0, WENDI_OPEN = 1, WENDI_CLOSED = 2, WENDI_UNSEEN = 3 };
enum {
    WENDI_NODE_HOMOGENEOUS = 1 << 8, // the tile and its eight neighbours are of one class, no step closed
    WENDI_NODE_TERRAIN = 2 * WENDI_NODE_HOMOGENEOUS - 1,
    WENDI_NODE_STATE_SHIFT = 9,
    WENDI_NODE_DIRECTION_SHIFT = 11,
    WENDI_NODE_COST_SHIFT = 14,
    WENDI_NODE_LOW_BITS = (1 << WENDI_NODE_COST_SHIFT) - 1 // the bits below the cost
};
// Both without their terrain bits.
#define WENDI_NODE_FORBIDDEN ((wendi_node)0)
#define WENDI_NODE_UNSEEN    (~(wendi_node)0 >> 1 & ~(wendi_node)WENDI_NODE_TERRAIN)

/// Leaves the terrain bits 0.
static inline wendi_node wendi_node_make(wend_cost cost, int32_t direction, uint32_t state) {
    WENDI_ASSERT(cost >= 0 && cost >> (63 - WENDI_NODE_COST_SHIFT) == 0);
    WENDI_ASSERT(direction >= 0 && direction < WENDI_DIRECTIONS);
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
/// Sets all but the terrain bits.
static inline void wendi_node_set(wendi_node* node, wendi_node to) {
    WENDI_ASSERT((to & WENDI_NODE_TERRAIN) == 0);
    *node = (*node & WENDI_NODE_TERRAIN) | to;
}
static inline void wendi_node_close(wendi_node* node) {
    WENDI_ASSERT(wendi_node_state(*node) == WENDI_OPEN);
    *node ^= (wendi_node)(WENDI_OPEN ^ WENDI_CLOSED) << WENDI_NODE_STATE_SHIFT;
}
/// True when the paths through another block may outgrow the bits of the cost.
static inline bool wendi_node_is_near_limit(wendi_node node) {
    return node >> 62;
}

typedef struct wendi_node_block {
    wend_tile corner;
    int32_t links_first, link_count; // for searches over links, see flat_steps.c; -1: not known yet
    _Alignas(64) wendi_node nodes[WENDI_BLOCK_NODES]; // row by row, each of whole cache lines
} wendi_node_block;

typedef struct wendi_node_store {
    wend_allocator allocator;
    int32_t column_bits;          // a row of the directory has 1 << column_bits blocks
    wendi_node_block** directory; // NULL: the block is not claimed
    size_t directory_capacity;    // >= rows << column_bits
    const wend_grid* grid;
    const wendi_graph* graph_opt; // of the world, whose clusters are opened when a block is claimed
    wend_result failure;          // why a block could not be claimed
    wendi_node initial;           // state of a node in a block that is claimed now, without its terrain bits
    uint32_t* claimed;            // directory indices of the claimed blocks, in the order of their claims
    size_t claimed_capacity;
    int32_t claimed_count;
    wendi_node_block** slabs; // memory of SLAB_BLOCKS blocks each; the i-th claim takes the i-th block
    size_t slab_capacity;
    int32_t slab_count;
} wendi_node_store;

void wendi_node_store_init(wendi_node_store* store, const wend_allocator* allocator);
/// Numbers of nodes have 32 bits: enough for 2^31 tiles of any shape, and for 2^32 in a square.
enum { WENDI_MAX_NODE_BLOCKS = 1 << (32 - 2 * WENDI_BLOCK_BITS) };
/// Makes every node initial, WENDI_NODE_UNSEEN or WENDI_NODE_FORBIDDEN, with the terrain of this grid, which
/// must outlive the next reset. Errors: MEMORY, LIMIT (the numbers of nodes would not fit 32 bits).
wend_result wendi_node_store_reset(wendi_node_store* store, const wend_grid* grid, wendi_node initial);
/// The block with this directory index, which is not claimed yet; NULL: store->failure says why there is
/// none. The clusters of the block are opened first, unless its nodes are forbidden: who allows some of them
/// has opened their clusters.
wendi_node_block* wendi_node_store_claim(wendi_node_store* store, uint32_t index);

/// Nodes are numbered block by block, row by row within a block. The numbers fit 32 bits.
static inline uint32_t wendi_node_index(const wendi_node_store* store, wend_tile tile) {
    WENDI_ASSERT(tile.x >= 0 && tile.y >= 0);
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

/// The node with this number; NULL: store->failure says why there is none.
static inline wendi_node* wendi_node_at(wendi_node_store* store, uint32_t index) {
    wendi_node_block* block = store->directory[index / WENDI_BLOCK_NODES];
    if (!block) block = wendi_node_store_claim(store, index / WENDI_BLOCK_NODES);
    return block ? &block->nodes[index % WENDI_BLOCK_NODES] : NULL;
}

/// From a node to its neighbours, and from number to number, when the node is inside its block.
static const int32_t wendi_node_step[WENDI_DIRECTIONS] = {1,
                                                          WENDI_BLOCK_SIDE,
                                                          -1,
                                                          -WENDI_BLOCK_SIDE,
                                                          WENDI_BLOCK_SIDE + 1,
                                                          WENDI_BLOCK_SIDE - 1,
                                                          -WENDI_BLOCK_SIDE - 1,
                                                          -WENDI_BLOCK_SIDE + 1};

/// True when all neighbours of a node lie in its block.
static inline bool wendi_node_is_inside_block(uint32_t index) {
    return ((index + 1) & WENDI_BLOCK_MASK) > 1 && ((index / WENDI_BLOCK_SIDE + 1) & WENDI_BLOCK_MASK) > 1;
}

// ---- which item has the least key, when keys rise slowly? A priority queue on integer keys (Dial
// 1969). Keys never fall below the key taken last (a lower one is raised to it) and lie within a span of it,
// so buckets are reused in a ring; a bitmap of two layers finds the next bucket in use. Of equal keys the
// item pushed last comes first: in A*, mostly the deeper node. Where keys may fall, or are far apart, a
// search uses core/containers.h.

typedef struct wendi_bucket_entry {
    uint32_t next; // the entry below in the bucket; 0: none
    uint32_t item;
} wendi_bucket_entry;

typedef struct wendi_bucket_queue {
    wend_allocator allocator;
    uint32_t* buckets; // span of them: the newest entry of each; 0: empty
    uint64_t* used;    // a bit for each bucket: set when it has entries
    uint64_t* groups;  // a bit for each word of used: set when it is not 0; cleared late, by the next scan
    size_t span;       // a power of two
    wendi_bucket_entry* entries; // the first is not used
    size_t entry_capacity;
    uint32_t entry_count; // in use or free
    uint32_t free_entry;  // first free entry, each linked to the next; entry_count: none
    wend_cost current;    // key taken last
    uint64_t* word;       // current word: the word of used with the bit of the current key
    uint32_t* row;        // its 64 buckets
    wend_cost first;      // key of the first of them
} wendi_bucket_queue;

void wendi_bucket_queue_init(wendi_bucket_queue* queue, const wend_allocator* allocator);
/// Empties the queue for keys from first up, each less than longest_rise above the key taken last before it.
wend_result wendi_bucket_queue_reset(wendi_bucket_queue* queue, wend_cost first, int64_t longest_rise);

/// True when a key is near enough to the key taken last to be pushed.
static inline bool wendi_bucket_queue_fits(const wendi_bucket_queue* queue, wend_cost key) {
    return key - queue->first < (wend_cost)queue->span;
}
/// Lets the keys of an empty queue go on from a key, which is not below the key taken last.
void wendi_bucket_queue_go_on(wendi_bucket_queue* queue, wend_cost key);
/// Adds a free entry. Errors: MEMORY, LIMIT.
wend_result wendi_bucket_queue_grow(wendi_bucket_queue* queue);
/// Makes the next word with buckets in use the current one; false: the queue is empty.
bool wendi_bucket_queue_next_word(wendi_bucket_queue* queue);

/// Errors: MEMORY, LIMIT.
static inline wend_result wendi_bucket_queue_push(wendi_bucket_queue* queue, wend_cost key, uint32_t item) {
    uint32_t index = queue->free_entry;
    if (index == queue->entry_count) {
        wend_result result = wendi_bucket_queue_grow(queue);
        if (result != WEND_OK) return result;
    }
    if (key < queue->current) key = queue->current;
    WENDI_ASSERT(key - queue->first < (wend_cost)queue->span);
    size_t bucket = (size_t)key & (queue->span - 1);
    uint64_t* word = &queue->used[bucket / 64];
    if (!*word) queue->groups[bucket / 4096] |= 1ull << bucket / 64 % 64;
    *word |= 1ull << bucket % 64;
    wendi_bucket_entry* entry = &queue->entries[index];
    queue->free_entry = entry->next;
    *entry = (wendi_bucket_entry){queue->buckets[bucket], item};
    queue->buckets[bucket] = index;
    return WEND_OK;
}

/// False when empty.
static inline bool wendi_bucket_queue_pop(wendi_bucket_queue* queue, uint32_t* item_out) {
    if (!*queue->word && !wendi_bucket_queue_next_word(queue)) return false;
    uint64_t bits = *queue->word;
    int32_t bit = __builtin_ctzll(bits);
    uint32_t index = queue->row[bit];
    WENDI_ASSERT(index > 0 && index < queue->entry_count && queue->first + bit >= queue->current);
    wendi_bucket_entry* entry = &queue->entries[index];
    uint32_t next = entry->next;
    *item_out = entry->item;
    queue->current = queue->first + bit;
    queue->row[bit] = next;
    *queue->word = next ? bits : bits & (bits - 1);
    entry->next = queue->free_entry;
    queue->free_entry = index;
    return true;
}

/// The next item, if the current word has one: a hint for prefetching. False: unknown.
static inline bool wendi_bucket_queue_peek(const wendi_bucket_queue* queue, uint32_t* item_out) {
    if (!*queue->word) return false;
    *item_out = queue->entries[queue->row[__builtin_ctzll(*queue->word)]].item;
    return true;
}
#endif
