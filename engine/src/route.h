// route.h: the abstract search: A* from start to goal over the nodes of the abstract graph.
#ifndef WENDI_ROUTE_H
#define WENDI_ROUTE_H
#include "heuristic.h"
#include "world.h"

typedef struct wendi_route_node {
    wend_cost cost;    // from the start
    wend_cost to_goal; // by the goal's own cluster; -1: not one of its nodes
    uint32_t parent;   // node before it; WENDI_NO_NODE: the start
    int32_t cluster;   // it was reached through
    uint32_t search;   // number of the search that wrote this
    bool closed;
} wendi_route_node;

typedef struct wendi_route_entry { // of the open list
    wend_cost key;
    uint32_t node;
} wendi_route_entry;

typedef struct wendi_route {
    wend_allocator allocator;
    wendi_route_node* nodes; // one a node of the world, written when first touched by a search
    size_t node_capacity;
    uint32_t search;
    wendi_route_entry* heap;
    size_t heap_capacity;
    int32_t heap_count;
    wendi_tile_list tiles; // answer: start, nodes, goal
    int32_t* clusters;     // answer: one a leg, tiles.count - 1
    size_t cluster_capacity;
    wend_cost cost; // answer: of the abstract path
} wendi_route;

#define WENDI_NO_NODE UINT32_MAX

void wendi_route_init(wendi_route* route, const wend_allocator* allocator);
void wendi_route_free(wendi_route* route);
size_t wendi_route_bytes(const wendi_route* route);

/// Finds the cheapest abstract path between two inserted tiles that are connected and have links. *found_out
/// is false only when the world's tables contradict its components, which a file made by hand may do.
wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wend_stats* stats);
#endif
