// abstract_search.h: which nodes of the abstract graph does the cheapest path pass?
#ifndef WENDI_ABSTRACT_SEARCH_H
#define WENDI_ABSTRACT_SEARCH_H
#include "core/base.h"
#include "hierarchy/world.h"
#include "search/abstract_state.h"
#include "search/goals.h"

typedef struct wendi_edge { // an abstract edge: two nodes of one cluster, or of a link
    uint32_t from, to;
    int32_t cost;
    int32_t level;   // 0: a link
    int32_t cluster; // index of the link
} wendi_edge;

WENDI_LIST(wendi_edge_list, wendi_edge);

/// Finds a cheapest abstract path from an inserted start to an inserted goal by the largest clusters that
/// hold neither; over long ways on maps of many costs, one that costs hardly more (see below). *last_out is
/// its last node, and edges_out holds its edges from the last to the first. *found_out is false when no path
/// costs less than below, or when costs exceed 31 bits. whole: the search takes more time for short paths,
/// where large clusters may lead the wrong way round; for the first tiles of a path that does not pay.
/// Errors: MEMORY.
wend_result wendi_search_graph(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               wend_cost below, bool whole, bool* found_out, uint32_t* last_out,
                               wendi_edge_list* edges_out, wend_stats* stats);

/// Finds an abstract path from an inserted start to the cluster of a level that holds a goal, or the children
/// of that if it holds the start: to the node from which the goal may be nearest. As wendi_search_graph.
/// Errors: MEMORY.
wend_result wendi_search_toward(wendi_abstract_search* search, const wend_world* world,
                                const wendi_insertion* from, wend_tile goal, int32_t goal_level,
                                bool* found_out, uint32_t* last_out, wendi_edge_list* edges_out,
                                wend_stats* stats);

/// Finds a cheapest path between two nodes of a cluster by its children, clusters of the level below, at a
/// cost of up to limit. Appends its edges from the last to the first. *found_out is false when there is no
/// such path. Errors: MEMORY.
wend_result wendi_search_children(wendi_abstract_search* search, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out);

// ---- how much more than the heuristic do paths cost in the region between two tiles? On weighted
// terrain, hardly any path is as cheap as the cheapest tiles of the map promise. The distance matrices of
// large clusters know how cheap paths are: a sample of their costs, divided by the heuristics, gives a factor
// by which a search may raise its heuristic.

/// The factor between two tiles, in 1 / WENDI_WEIGHT_ONE and at least that. Few of the sampled costs are
/// lower than the raised heuristic, so a search still finds the cheapest path or one that costs hardly more.
/// WENDI_WEIGHT_ONE when the tiles are near each other, when the clusters between them are not up to date or
/// not here, and on maps of one cost, where many paths are straight. Errors: MEMORY.
wend_result wendi_stretch_between(const wend_world* world, const wendi_heuristic* heuristic, wend_tile a,
                                  wend_tile b, int32_t* factor_out);
#endif
