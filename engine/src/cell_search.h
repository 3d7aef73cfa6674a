// cell_search.h: shortest paths by clusters instead of tiles. A cluster is taken from the queue whole, the
// kernel spreads what has come to its border over all its tiles, and what that improved on the shared lines
// goes to its neighbours. Over the whole map, in the order of A*, it is an exact search; within the corridor
// of an abstract path, in the order of its legs, it is the fast form of refinement. Both give the cost that
// A* over the same tiles gives.
#ifndef WENDI_CELL_SEARCH_H
#define WENDI_CELL_SEARCH_H
#include "heap.h"
#include "heuristic.h"
#include "sweep.h"

typedef struct wendi_cell_field {               // what is known of one cluster
    _Alignas(64) wendi_row16 cost[WENDI_LANES]; // from the start, less base; UINT16_MAX: not reached
    wend_cost base;
    wend_cost pending_key; // least cost + heuristic of the tiles below
    uint32_t pending;      // rows with tiles that came from outside and were not spread yet
    int32_t cluster;
    int32_t order; // place in the corridor
    int32_t wide;  // where the costs are when they do not fit 16 bits: index into wide fields; -1: here
    bool touched;  // some cost was ever set, so base means something
    bool queued;
} wendi_cell_field;

typedef struct wendi_cell_search {
    wend_allocator allocator;
    int32_t* directory; // by cluster: index of its field plus one; 0: none
    size_t directory_capacity;
    wendi_cell_field* fields;
    size_t field_capacity;
    int32_t field_count;
    wendi_row32 (*wide)[WENDI_LANES];
    size_t wide_capacity;
    int32_t wide_count;
    wendi_heap open;
    wendi_cell16 narrow_cell;
    wendi_cell32 wide_cell;
} wendi_cell_search;

typedef struct wendi_cell_query {
    const wend_grid* grid;
    const wendi_clusters* clusters;
    wend_tile start, goal;
    const int32_t* corridor; // clusters in the order of the path, repeats allowed; NULL: the whole map
    int64_t corridor_count;
    wend_cost limit; // only paths below this are wanted
} wendi_cell_query;

void wendi_cell_search_init(wendi_cell_search* search, const wend_allocator* allocator);
void wendi_cell_search_free(wendi_cell_search* search);
size_t wendi_cell_search_bytes(const wendi_cell_search* search);
/// Finds the cheapest path and its tiles. *found_out is false when there is none below the limit. Errors:
/// MEMORY; LIMIT: costs within one cluster more than 32 bits apart.
wend_result wendi_cell_search_run(wendi_cell_search* search, const wendi_cell_query* query, bool* found_out,
                                  wendi_tile_list* out, wend_stats* stats);
#endif
