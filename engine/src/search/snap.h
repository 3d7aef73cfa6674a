// snap.h: which passable tile is nearest to a blocked one, in a straight line?
#ifndef WENDI_SNAP_H
#define WENDI_SNAP_H
#include "grid/straight.h"
#include "hierarchy/abstract_graph.h"

/// Finds the passable tile whose centre is nearest to that of a tile on the map, of several as near the first
/// row by row, within a radius in tiles (INFINITY: however far). False: there is none, *out is unchanged.
bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out);
/// The same on the grid of a world, over its tree of clusters: hardly slower in the middle of a large blocked
/// area. When there is no such tile, *out is unchanged. Of a mapped world it checks the clusters that it
/// reads. Errors: DAMAGED, MEMORY, NOT_LOADED.
wend_result wendi_snap_on_world(const wendi_graph* graph, const wend_grid* grid, wend_tile tile,
                                double radius, wend_tile* out);
/// Improves on the tile found so far, if a passable tile of an area is nearer to the target. True: it was.
bool wendi_take_nearest_passable(const wend_grid* grid, wend_rect area, wend_tile target,
                                 wendi_nearest* nearest_io);
#endif
