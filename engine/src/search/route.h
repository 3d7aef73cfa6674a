// route.h: the abstract path of a query: by large cells where it is far from start and goal, unpacked level
// by level into edges of clusters.
#ifndef WENDI_ROUTE_H
#define WENDI_ROUTE_H
#include "search/abstract_search.h"

typedef struct wendi_route {
    wend_allocator allocator;
    wendi_abstract_search search;
    wendi_edge_list edges; // that are not listed yet, from the last to the first
    wendi_tile_list tiles; // answer: start, nodes, goal
    int32_t* clusters;     // answer: for each tile the cluster that the way to it lies in
    size_t cluster_capacity;
    int64_t ready;  // answer: so many of the tiles are by clusters, those after them by larger cells
    wend_cost cost; // answer: of the abstract path
} wendi_route;

void wendi_route_init(wendi_route* route, const wend_allocator* allocator);
void wendi_route_free(wendi_route* route);
size_t wendi_route_bytes(const wendi_route* route);

/// Finds a cheapest abstract path, by the largest cells that hold neither start nor goal, between two
/// inserted tiles that are connected and linked. It is unpacked as far as its first so many steps need, where
/// a leg counts as its longer side. *found_out is false when costs exceed 31 bits, or when the
/// world's tables contradict its components, which a file made by hand may do. Errors: MEMORY.
wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               int64_t steps, bool* found_out, wend_stats* stats);
#endif
