// insert.h: how far is the start or goal of a query from the nodes of its clusters, and which component does
// it belong to?
#ifndef WENDI_INSERT_H
#define WENDI_INSERT_H
#include "hierarchy/component.h"
#include "kernel/sweep.h"

typedef struct wendi_insertion {
    wend_tile tile;
    int32_t clusters[4], cluster_count;            // that contain the tile
    uint32_t distance[4][WENDI_MAX_CLUSTER_NODES]; // by cluster and slot; WENDI_UNREACHED: no path
    bool linked;           // some node is reached; else the tile lies in an enclosed component
    int32_t cluster, slot; // the first node that is reached
} wendi_insertion;

/// Computes the costs from a passable tile to the nodes of its clusters (WENDI_FROM), or from the nodes to
/// the tile (WENDI_TO). sweeper: scratch memory.
void wendi_insert(const wend_grid* grid, const wendi_graph* graph, wend_tile tile, wendi_sense sense,
                  wendi_sweeper* sweeper, wendi_insertion* out);
/// False when no component touches clusters of both tiles, so that there can be no route. Much faster than
/// inserting the tiles.
bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b);
/// True when a path leads from one inserted tile (WENDI_FROM) to the other (WENDI_TO).
bool wendi_connected(const wend_grid* grid, const wendi_graph* graph, const wendi_components* components,
                     const wendi_insertion* from, const wendi_insertion* to);
#endif
