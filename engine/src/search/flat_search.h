// flat_search.h: A*, Dijkstra and breadth-first search over the tiles, one loop for all three. It is the
// yardstick and the oracle of every faster planner, and the low-level search of refinement, where it is kept
// to a corridor.
#ifndef WENDI_FLAT_SEARCH_H
#define WENDI_FLAT_SEARCH_H
#include "core/heap.h"
#include "search/heuristic.h"
#include "search/node_store.h"
#include "search/observe.h"
#include "search/open_list.h"

typedef struct wendi_flat {
    wendi_node_store nodes;
    wendi_open_list open;
    wendi_heap heap; // in place of open
    wendi_cancel cancel;
    wend_search_observer observer;
} wendi_flat;

typedef struct wendi_flat_query {
    wend_tile start, goal;
    wendi_heuristic heuristic;
    bool count_steps;     // breadth-first: every step costs 1
    int32_t cluster_size; // of the clusters that were allowed; 0: search freely
} wendi_flat_query;

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator);
void wendi_flat_free(wendi_flat* flat);
size_t wendi_flat_bytes(const wendi_flat* flat);

/// Forgets the last search. Then either search freely, or, when restricted, allow the areas of some clusters
/// first and search within those.
wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted);
wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area);

/// Searches from start to goal, both passable and allowed, by steps that each lie within an allowed cluster,
/// and stops when the goal is closed. *found_out: there is a path. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats);
/// The tiles from start to goal of the last search, which found a path.
wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out);
#endif
