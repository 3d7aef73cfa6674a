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
/// to_opt NULL: the goal is not here, and the path leads to its region, or to a child of that if it holds the
/// start: to the node from which the goal may be nearest. Errors: MEMORY.
wend_result wendi_search_graph(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to_opt,
                               wend_cost below, bool whole, bool* found_out, uint32_t* last_out,
                               wendi_edge_list* edges_out, wend_stats* stats);

/// Finds a cheapest path between two nodes of a cluster by its children, clusters of the level below, at a
/// cost of up to limit. Appends its edges from the last to the first. *found_out is false when there is no
/// such path. Errors: MEMORY.
wend_result wendi_search_children(wendi_abstract_search* search, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out);
#endif
