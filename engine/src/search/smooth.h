// smooth.h: from a tile path to waypoints: its turning points, or the corners of an any-angle walk that is
// never dearer.
#ifndef WENDI_SMOOTH_H
#define WENDI_SMOOTH_H
#include "grid/clearance.h"
#include "search/path.h"

/// The tiles at which the path turns, with its ends.
wend_result wendi_turning_points(const wendi_tile_list* tiles, wendi_tile_list* out);

typedef struct wendi_smoother { // scratch memory
    wend_allocator allocator;
    double* ways; // cost to each corner, then from the one before it
    size_t capacity;
} wendi_smoother;
void wendi_smoother_free(wendi_smoother* smoother);

/// String pulling: corners between turning points are left out when the straight line past them keeps the
/// body off blocked tiles and costs no more (length in each tile times its cost) than the way round; then
/// each corner that is left moves from tile to tile while that makes the walk cheaper. Corners lie on the
/// middle of tiles and so half a tile off every wall. Pulling what was pulled changes nothing. radius is in
/// tiles, at most 0.5; where paths may cut corners it counts as 0.
wend_result wendi_pull_string(wendi_smoother* smoother, const wend_grid* grid, const wendi_tile_list* tiles,
                              double radius, wendi_tile_list* out);
#endif
