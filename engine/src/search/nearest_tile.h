// nearest_tile.h: which tile takes the place of a blocked or unreachable one?
#ifndef WENDI_NEAREST_TILE_H
#define WENDI_NEAREST_TILE_H
#include "core/heap.h"
#include "grid/straight.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"

/// Finds the passable tile whose centre is nearest to that of a tile on the map, of several as near the first
/// row by row, within a radius in tiles (INFINITY: however far). False: there is none, *out is unchanged.
bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out);

/// The same on the grid of a world, over its tree of clusters: hardly slower in the middle of a large blocked
/// area. When there is no such tile, *out is unchanged. Of a mapped world it checks the clusters that it
/// reads. Errors: DAMAGED, MEMORY, NOT_LOADED.
wend_result wendi_snap_on_world(const wendi_graph* graph, const wend_grid* grid, wend_tile tile,
                                double radius, wend_tile* out);

/// What a start reaches.
typedef struct wendi_reachable {
    wend_allocator allocator;
    const wend_world* world;
    wend_tile start;
    int32_t clusters[4], cluster_count; // that contain the start
    wendi_tile_set near[4];             // by those clusters: the tiles that it reaches without leaving it
    uint32_t* components;               // root labels, ascending: those of the nodes that it reaches there
    size_t component_capacity;
    int32_t component_count;
    uint32_t* groups; // bit set of wendi_reach: the groups of components that those lead to
    size_t group_capacity;
    wendi_heap queue; // of clusters, by their distance
    // For many targets in a row:
    uint8_t* known; // by cluster of the tree: what is known of whether the start may reach it; used only if
                    // remembers is true
    size_t known_capacity, level_first[32]; // of the first cluster of each level in that list
    bool remembers;
    int32_t leaf; // the cluster of level 1 whose reached tiles are the following; -1: none
    wendi_tile_set leaf_tiles;
} wendi_reachable;

void wendi_reachable_init(wendi_reachable* reachable, const wend_allocator* allocator);

void wendi_reachable_free(wendi_reachable* reachable);

size_t wendi_reachable_bytes(const wendi_reachable* reachable);

/// Finds out what a passable tile reaches. The world is borrowed. Errors: MEMORY.
wend_result wendi_reachable_from(wendi_reachable* reachable, const wend_world* world, wend_tile start);

/// Remembers from now on which clusters the start reaches: for many targets. Errors: MEMORY.
wend_result wendi_reachable_remember(wendi_reachable* reachable);

/// *near_out false: the start surely reaches no tile at most so far from an area. Errors: MEMORY.
wend_result wendi_reachable_near(wendi_reachable* reachable, wend_rect area, int64_t distance,
                                 bool* near_out);

/// Improves on the tile found so far, if a tile that the start reaches is nearer to the target. *nearer_out:
/// it was. The time depends on how far the tile is from the target, hardly on the size of the map. Errors:
/// MEMORY.
wend_result wendi_reachable_nearest(wendi_reachable* reachable, wend_tile target, wendi_nearest* nearest_io,
                                    bool* nearer_out);
#endif
