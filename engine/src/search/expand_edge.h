// expand_edge.h: how does an abstract path become one of level 1, edge by edge?
#ifndef WENDI_EXPAND_EDGE_H
#define WENDI_EXPAND_EDGE_H
#include "search/abstract_state.h"

// ---- which edges of the level below does an abstract edge stand for?

/// Replaces an edge of level 2 or above: appends a path of the same cost by edges of the level below, from
/// the last to the first. *found_out is false when there is no such path, which only a corrupt file may
/// cause. Errors: MEMORY.
wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);

// ---- which abstract path answers a query? By large clusters where it is far from start and goal,
// expanded level by level into edges of level 1.

WENDI_LIST(wendi_cost_list, wend_cost);

typedef struct wendi_route {
    wendi_abstract_search search;
    wendi_edge_list edges;     // still to be listed, from the last to the first
    wendi_edge_list spare;     // scratch
    wendi_tile_list tiles;     // answer: start, nodes, goal
    wendi_index_list clusters; // answer: for each tile but the first the cluster of the leg to it; -1: a link
    wendi_cost_list costs;     // answer: of the leg to each tile but the first
    int64_t ready;  // answer: legs between so many of the first tiles are of level 1, later ones of any level
    wend_cost cost; // answer: of the abstract path
    wend_cost ready_cost; // answer: up to the last of the ready legs, unless that leads to the goal
    int64_t
        rest_count; // answer: so many of the edges, from the first in memory on, are not in the ready legs
    int32_t goal_cluster; // answer: of the leg from the last node to the goal
    wend_cost goal_cost;  // answer: of that leg
    bool waits;           // answer: the legs end where a region is not here
} wendi_route;

void wendi_route_init(wendi_route* route, const wend_allocator* allocator);

/// Finds a cheapest abstract path, by the largest clusters that hold neither start nor goal, between two
/// inserted tiles that are connected and linked to nodes. Expands its edges until the expanded legs make up
/// so many steps; a leg counts as its longer side. *found_out is false when costs exceed 31 bits, or when the
/// world's matrices contradict its components, which only a corrupt file may cause. to_opt NULL: the goal is
/// not here; the path ends at a node of its region, and goes on to the goal by a leg that is no edge. Errors:
/// MEMORY.
wend_result wendi_route_search(wendi_route* route, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to_opt, int64_t steps, wend_cost below,
                               bool* found_out, wend_stats* stats);
/// Expands more of the answer, so that the ready legs get longer by so many steps or end at the goal. Not for
/// one that waits, or is ready as a whole. Errors: MEMORY.
wend_result wendi_route_extend(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out);
#endif
