// flat_search.h: A*, Dijkstra's, breadth-first and greedy best-first search over the tiles. It is the
// reference for every faster planner and, kept to a corridor, the reference for refinement.
#ifndef WENDI_FLAT_SEARCH_H
#define WENDI_FLAT_SEARCH_H
#include "search/flat_steps.h"
#include "search/goals.h"
#include "search/path.h"

typedef struct wendi_flat_query {
    wend_tile start, goal;
    wendi_heuristic heuristic; // of the steps to neighbours
    bool count_steps;          // breadth-first search: every step costs 1
    bool greedy;          // greedy best-first search: the open list is in the order of the heuristic alone
    bool reopens;         // closed tiles, also under an inflated heuristic
    bool until_proven;    // goes on after the goal is closed while an open tile has a lower cost
    bool hex_diagonals;   // steps between two neighbours of a hexagon, too
    int32_t cluster_size; // of the clusters that make up the corridor; 0: the whole map
    const wendi_goals* goals; // the nearest of these instead of the goal; NULL: the goal
} wendi_flat_query;

/// What a flat search works with. It has two open lists. The buckets are faster, but keys must not fall.
/// Under an inflated heuristic and in a greedy search they do, so these use the heap. Other searches over
/// links keep entries in the heap whose keys are too far ahead for the buckets.
typedef struct wendi_flat {
    wendi_node_store nodes;
    wendi_bucket_queue buckets;
    wendi_heap heap;
    wendi_cancel cancel;
    wend_search_observer observer;
    wendi_flat_query query; // of the search that has begun
    wendi_step_table table; // for that query
    wendi_flat_links links;
    wend_tile reached; // the goal that the last search found
    wend_cost proven;  // its cost, when the search goes on until the path is proven; else INT64_MAX
} wendi_flat;

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator);

/// Forgets the last search. A restricted search may enter no tile until wendi_flat_allow allows it: a
/// corridor is allowed cluster by cluster. Errors: MEMORY.
wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted);
wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area);

/// Searches from start to goal, which must be allowed, the start also passable, and stops when a goal is
/// closed, or when the path to it is proven. A search without a path to the goal closes every tile that the
/// start reaches. In a corridor, each step lies within one of its clusters. *found_out: there is a path.
/// Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats);
/// wendi_flat_search in slices: begin, then run until *done_out. Each run expands up to max_expansions tiles.
/// The grid must not change meanwhile. Errors: MEMORY, LIMIT; of the run CANCELLED too.
wend_result wendi_flat_begin(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                             wend_stats* stats);
wend_result wendi_flat_run(wendi_flat* flat, int64_t max_expansions, bool* done_out, bool* found_out,
                           wend_stats* stats);
/// Appends the tiles from start to goal of the last search, which found a path, and the links between them;
/// the start takes the place of the last tile of the list, if any. Errors: MEMORY.
wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* tiles,
                                 wendi_path_link_list* links);
#endif
