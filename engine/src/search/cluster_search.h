// cluster_search.h: which is the cheapest path, found by clusters instead of tiles? A propagation from the
// start runs until the cost of the goal is final; a walk back along the costs gives the tiles. Over the whole
// map this is an exact search; within the corridor of an abstract path it is the fast form of refinement.
// Both give the cost that A* over the same tiles gives.
#ifndef WENDI_CLUSTER_SEARCH_H
#define WENDI_CLUSTER_SEARCH_H
#include "hierarchy/abstract_graph.h"
#include "search/path.h"
#include "search/propagate.h"

typedef struct wendi_cluster_search {
    wendi_propagation propagation;
    bool append; // as in the query
    wendi_cancel cancel;
    wend_search_observer observer;
} wendi_cluster_search;

typedef struct wendi_cluster_query {
    const wend_grid* grid;
    const wendi_graph* graph;
    wend_tile start, goal;
    const wendi_goals* goals; // the nearest of these instead of the goal; NULL: the goal
    const int32_t* corridor;  // repeats allowed; NULL: the whole map
    int64_t corridor_count;
    wend_cost limit; // only paths that cost less are wanted
    bool append;     // the path follows the tiles found before, of which the last is the start
} wendi_cluster_query;

void wendi_cluster_search_init(wendi_cluster_search* search, const wend_allocator* allocator);
/// Finds the cheapest path, its tiles and the links between them. *found_out is false when there is none
/// below the limit. Errors: MEMORY; LIMIT: costs within one cluster are more than 32 bits apart; CANCELLED.
wend_result wendi_cluster_search_run(wendi_cluster_search* search, const wendi_cluster_query* query,
                                     bool* found_out, wendi_tile_list* out, wendi_path_link_list* links_out,
                                     wend_stats* stats);
/// wendi_cluster_search_run in slices: begin, then step until *done_out. Each step propagates up to
/// max_clusters clusters; the last one writes the tiles and links. Neither grid nor graph may change
/// meanwhile. Errors: MEMORY, LIMIT (as above); of the step CANCELLED too.
wend_result wendi_cluster_search_begin(wendi_cluster_search* search, const wendi_cluster_query* query);
wend_result wendi_cluster_search_step(wendi_cluster_search* search, int64_t max_clusters, bool* done_out,
                                      bool* found_out, wendi_tile_list* out, wendi_path_link_list* links_out,
                                      wend_stats* stats);
#endif
