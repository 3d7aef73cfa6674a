// gates.h: over which tiles do the paths between many places lead?
//
// The map is divided into blocks of 8 x 8 clusters. Gates are tiles on the lines between the blocks: both
// ends of every run of tiles that are connected along the line, and tiles in between at equal distances. The
// ends of links that lead from block to block are gates as well. A matrix for each block holds the costs
// between its gates, exact along paths inside the block, rounded up to 16 bits. So a path between blocks
// costs a little more than the cheapest one only where it crosses a line, and a path is found exactly when
// there is one.
#ifndef WENDI_GATES_H
#define WENDI_GATES_H
#include "core/containers.h"
#include "hierarchy/world.h"
#include "search/propagate.h"

enum { WENDI_BLOCK_CLUSTERS = 8 }; // columns and rows of clusters in a block

typedef struct wendi_gate_slot {
    int32_t block, slot; // a block that has the gate, and its index in the matrix of the block
} wendi_gate_slot;

typedef struct wendi_gate {
    wend_tile tile;
    wendi_gate_slot slots[4];
    int32_t slot_count;
    int32_t first_link; // of wendi_gates.links; the next gate has the end
} wendi_gate;

typedef struct wendi_gate_link { // a usable link between gates that have no block in common
    int32_t from, to;
    wend_cost cost;
} wendi_gate_link;

typedef struct wendi_gates {
    wend_allocator allocator;
    uint64_t world, version; // of the map that they were found for; world 0: none
    wendi_partition clusters, blocks;
    wendi_gate* gates; // one more than count, for the end of the links
    size_t gate_capacity;
    int32_t count;
    wendi_gate_link* links; // ascending by from
    size_t link_capacity;
    int32_t link_count;
    wendi_matrix* matrices; // by block; its nodes are gates
    size_t matrix_capacity;
    int64_t* longest; // by block: no path between its gates costs more
    size_t longest_capacity;
    // Lanes: where gates lie in arrays over all blocks. A gate of several blocks has a lane in each.
    int64_t* first_lane; // by block: where its gates begin; one more for the end
    size_t first_lane_capacity;
    int32_t* start; // what the lanes of a tile are before its search
    int32_t* zeros;
    size_t start_capacity, zero_capacity;
} wendi_gates;

/// What one thread computes with. The clusters of the block that it worked on last stay prepared, so it takes
/// less time to work on the same block again.
typedef struct wendi_gate_worker {
    wend_allocator allocator;
    wendi_propagation propagation;
    wendi_prepared prepared;
    uint64_t world, version; // that the clusters were prepared for
    int32_t block;
    wendi_sense sense;
    uint32_t* costs; // of a matrix
    size_t cost_capacity;
} wendi_gate_worker;

/// Chooses the gates of a world; their matrices are empty. Errors: MEMORY, DAMAGED, NOT_LOADED.
wend_result wendi_gates_choose(wendi_gates* gates, const wend_world* world);
/// Computes the matrix of a block. Several threads may each compute that of another block. Errors: MEMORY,
/// LIMIT (a cost does not fit 29 bits), DAMAGED, NOT_LOADED.
wend_result wendi_gates_fill(wendi_gates* gates, const wend_world* world, int32_t block,
                             wendi_gate_worker* worker);
/// The clusters of propagations on a world, which need not be its own.
wendi_partition wendi_gate_clusters(const wend_world* world);
/// True when they are its own, so that propagations open them as they enter them.
bool wendi_is_propagated(const wend_world* world);
/// Begins a propagation over the clusters of a world, which goes everywhere.
void wendi_gates_propagate(const wend_world* world, const wendi_partition* clusters, wendi_sense sense,
                           wend_cost limit, wendi_propagation* out);
/// Computes the costs from a tile, or to it, over the tiles of a block that has it, by the propagation of the
/// worker. Errors: MEMORY, LIMIT, DAMAGED, NOT_LOADED.
wend_result wendi_gates_insert(const wendi_gates* gates, const wend_world* world, int32_t block,
                               wend_tile tile, wendi_sense sense, wendi_gate_worker* worker);

// ---- what does it cost from a tile to every gate? (gate_search.c)
//
// A tile is connected to the gates of the blocks that have it, and one search over the gates of the map finds
// the costs to all of them. The gates of a block lie in lanes side by side, so that kernels take whole rows
// of its matrix.

/// One search. It may be used again.
typedef struct wendi_gate_search {
    wend_allocator allocator;
    int32_t *g, *f; // by lane: least cost known; the same where it was not passed on yet
    int32_t* slots; // taken from a block
    int64_t* keys;  // by block: its least f
    size_t g_capacity, f_capacity, slot_capacity, key_capacity;
    wendi_heap queue;
} wendi_gate_search;

static inline int32_t wendi_lanes_of_block(const wendi_gates* gates, int32_t block) {
    return (int32_t)(gates->first_lane[block + 1] - gates->first_lane[block]);
}

/// Lays out the gates as they are now, each block from a whole vector on. Errors: MEMORY.
wend_result wendi_gates_lay_out(wendi_gates* gates);
/// Writes the costs from the gates of a block to a tile, found by a propagation to it (wendi_gates_insert),
/// for wendi_gate_search_cost. [Size of out: wendi_lanes_of_block] Errors: LIMIT.
wend_result wendi_gates_read(const wendi_gates* gates, int32_t block, wendi_propagation* to_tile,
                             int32_t* out);

/// Forgets the search before. Errors: MEMORY.
wend_result wendi_gate_search_begin(wendi_gate_search* search, const wendi_gates* gates);
/// Connects the tile to the gates of a block that has it, by a propagation from it (wendi_gates_insert).
/// Errors: MEMORY, LIMIT.
wend_result wendi_gate_search_insert(wendi_gate_search* search, const wendi_gates* gates, int32_t block,
                                     wendi_propagation* from_tile);
/// Searches. Costs of the limit or more may be missing. Errors: MEMORY, LIMIT.
wend_result wendi_gate_search_run(wendi_gate_search* search, const wendi_gates* gates, wend_cost limit);
/// The least cost to a tile over the gates of a block that has it; WENDI_FAR or more: there is none. to_tile:
/// by wendi_gates_read.
int32_t wendi_gate_search_cost(const wendi_gate_search* search, const wendi_gates* gates, int32_t block,
                               const int32_t* to_tile);
#endif
