// subgoal_search.h: which is the cheapest path on a map of one cost that has a subgoal graph? From the
// subgoals visible from each end, an upward search expands subgoals of ever higher rank. Where the two
// searches meet at the least cost, the arcs of the path are unpacked into straight runs.
#ifndef WENDI_SUBGOAL_SEARCH_H
#define WENDI_SUBGOAL_SEARCH_H
#include "search/path.h"
#include "subgoals/subgoal_graph.h"

/// The cheapest path known from one end to a subgoal.
typedef struct wendi_upward_node {
    wend_cost cost;  // valid where seen is that of now
    uint32_t before; // the parent; WENDI_NO_SUBGOAL: the end
    uint32_t seen;
} wendi_upward_node;
#define WENDI_NO_SUBGOAL UINT32_MAX

/// The search from one end.
typedef struct wendi_upward_search {
    wendi_visibility_scan scan; // from the end
    wendi_upward_node* at;      // by rank
    uint64_t* open;             // bit set of the subgoals to expand
    wendi_index_list deferred;  // subgoals over which a path would cost more than allowed so far
} wendi_upward_search;

typedef struct wendi_subgoal_search {
    wend_allocator allocator;
    wendi_upward_search upward[2]; // from the start, from the goal
    size_t capacity;               // subgoals
    uint32_t now;
    wendi_index_list corners; // subgoals of the path
} wendi_subgoal_search;

void wendi_subgoal_search_init(wendi_subgoal_search* search, const wend_allocator* allocator);
/// Finds the cheapest path between two passable tiles: its cost, and its tiles from start to goal. *found_out
/// is false when there is none. Counts subgoals in stats->abstract_expanded. Errors: MEMORY.
wend_result wendi_subgoal_search_run(wendi_subgoal_search* search, const wendi_subgoal_graph* graph,
                                     wend_tile start, wend_tile goal, bool* found_out, wend_cost* cost_out,
                                     wendi_tile_list* out, wend_stats* stats);
#endif
