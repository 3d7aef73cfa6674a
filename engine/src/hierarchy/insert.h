// insert.h: connecting a tile, the start or goal of a query, to the abstract graph: its distances to the
// nodes of its clusters, and with them the component it belongs to.
#ifndef WENDI_INSERT_H
#define WENDI_INSERT_H
#include "hierarchy/component.h"
#include "kernel/sweep.h"

typedef struct wendi_insertion {
    wend_tile tile;
    int32_t clusters[4], cluster_count;            // that hold the tile
    uint32_t distance[4][WENDI_MAX_CLUSTER_NODES]; // by cluster and place in its table; WENDI_UNREACHED
    bool linked;                                   // some node is reached; else the tile lies in a pocket
    int32_t cluster, slot;                         // the first that is
} wendi_insertion;

/// Links a passable tile to all nodes that it reaches (WENDI_FROM) or that reach it (WENDI_TO) inside its
/// clusters. sweeper: scratch memory.
void wendi_insert(const wend_grid* grid, const wendi_graph* graph, wend_tile tile, wendi_sense sense,
                  wendi_sweeper* sweeper, wendi_insertion* out);
/// False when no component touches clusters of both tiles, so that no route can be there. Takes a fraction of
/// the time of inserting them.
bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b);
/// True when a route leads from one inserted tile to the other.
bool wendi_connected(const wend_grid* grid, const wendi_graph* graph, const wendi_components* components,
                     wend_tile a, const wendi_insertion* at_a, wend_tile b, const wendi_insertion* at_b);
#endif
