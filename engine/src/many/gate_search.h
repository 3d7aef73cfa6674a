// gate_search.h: what does it cost from a tile to every gate?
//
// A tile is connected to the gates of the blocks that have it, and one search over the gates of the map finds
// the costs to all of them. The gates of a block lie in lanes side by side, so that kernels take whole rows
// of its matrix.
#ifndef WENDI_GATE_SEARCH_H
#define WENDI_GATE_SEARCH_H
#include "core/containers.h"
#include "many/gates.h"

/// Where the gates of a map lie in arrays over all blocks. A gate of several blocks has a lane in each.
typedef struct wendi_gate_lanes {
    wend_allocator allocator;
    const wendi_gates* gates;
    int64_t* first; // by block: where its gates begin; one more for the end
    size_t first_capacity;
    int32_t* start; // what the lanes of a tile are before its search
    int32_t* zeros;
    size_t start_capacity, zero_capacity;
} wendi_gate_lanes;

/// One search. It may be used again.
typedef struct wendi_gate_search {
    wend_allocator allocator;
    int32_t *g, *f; // by lane: least cost known; the same where it was not passed on yet
    int32_t* slots; // taken from a block
    int64_t* keys;  // by block: its least f
    size_t lane_capacity, slot_capacity, key_capacity;
    wendi_heap queue;
} wendi_gate_search;

static inline int32_t wendi_lanes_of_block(const wendi_gate_lanes* lanes, int32_t block) {
    return (int32_t)(lanes->first[block + 1] - lanes->first[block]);
}

/// Lays out the gates as they are now, each block from a whole vector on. Errors: MEMORY.
wend_result wendi_gate_lanes_lay_out(wendi_gate_lanes* lanes);
/// Writes the costs from the gates of a block to a tile, found by a propagation to it (wendi_gates_insert),
/// for wendi_gate_search_cost. [Size of out: wendi_lanes_of_block] Errors: LIMIT.
wend_result wendi_gate_lanes_read(const wendi_gate_lanes* lanes, int32_t block, wendi_propagation* to_tile,
                                  int32_t* out);

/// Forgets the search before. Errors: MEMORY.
wend_result wendi_gate_search_begin(wendi_gate_search* search, const wendi_gate_lanes* lanes);
/// Connects the tile to the gates of a block that has it, by a propagation from it (wendi_gates_insert).
/// Errors: MEMORY, LIMIT.
wend_result wendi_gate_search_insert(wendi_gate_search* search, const wendi_gate_lanes* lanes, int32_t block,
                                     wendi_propagation* from_tile);
/// Searches. Costs of the limit or more may be missing. Errors: MEMORY, LIMIT.
wend_result wendi_gate_search_run(wendi_gate_search* search, const wendi_gate_lanes* lanes, wend_cost limit);
/// The least cost to a tile over the gates of a block that has it; WENDI_FAR or more: there is none. to_tile:
/// by wendi_gate_lanes_read.
int32_t wendi_gate_search_cost(const wendi_gate_search* search, const wendi_gate_lanes* lanes, int32_t block,
                               const int32_t* to_tile);
#endif
