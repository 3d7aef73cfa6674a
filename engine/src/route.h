// route.h: the abstract search: A* from start to goal over the nodes of the abstract graph.
#ifndef WENDI_ROUTE_H
#define WENDI_ROUTE_H
#include "unpack.h"

typedef struct wendi_route_node {
    wend_cost cost;    // from the start
    wend_cost to_goal; // by the goal's own cluster; -1: not one of its nodes
    uint32_t parent;   // node before it; WENDI_NO_NODE: the start
    int32_t cell;      // it was reached through, of
    int32_t level;     // this level
    uint32_t search;   // number of the search that wrote this
    bool closed;
} wendi_route_node;

typedef struct wendi_route {
    wend_allocator allocator;
    wendi_route_node* nodes; // one a node of the world, written when first touched by a search
    size_t node_capacity;
    uint32_t search;
    wendi_heap open;
    uint32_t* nodes_back; // the answer's nodes from the last to the first
    size_t back_capacity;
    wendi_unpack unpack; // answer: the tiles from start to goal, and the cluster that each is reached in
    wend_cost cost;      // answer: of the abstract path
} wendi_route;

#define WENDI_NO_NODE UINT32_MAX

void wendi_route_init(wendi_route* route, const wend_allocator* allocator);
void wendi_route_free(wendi_route* route);
size_t wendi_route_bytes(const wendi_route* route);

/// Finds a cheapest abstract path, by the largest cells that hold neither start nor goal, between two
/// inserted tiles that are connected and have links. *found_out is false only when the world's tables
/// contradict its components, which a file made by hand may do.
wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wend_stats* stats);
#endif
