// smooth.h: which waypoints does a tile path become? Its turning points or, with path smoothing, the corners
// of an any-angle path that never costs more.
#ifndef WENDI_SMOOTH_H
#define WENDI_SMOOTH_H
#include "grid/clearance.h"
#include "search/path.h"

/// The tiles at which the path turns, and its two ends. Errors: MEMORY.
wend_result wendi_turning_points(const wend_grid* grid, const wendi_tile_list* tiles, wendi_tile_list* out);

typedef struct wendi_smoother { // scratch memory
    wend_allocator allocator;
    double* costs; // by corner
    size_t capacity;
} wendi_smoother;
void wendi_smoother_free(wendi_smoother* smoother);

/// String pulling. First drops corners: where the straight line past them keeps the body off blocked tiles
/// and costs no more than the path around. A line costs its length in each tile times the cost of the tile.
/// Then moves each remaining corner from tile to tile while that makes the path cheaper. Corners lie on the
/// centres of tiles, so half a tile off every wall. Pulling a pulled path again changes nothing. radius: of
/// the body, in tiles, at most 0.5; where paths may cut corners it counts as 0, on hexagons as no more than
/// half a side, and in the view of a profile with a wider body as the radius of that. Errors: MEMORY.
wend_result wendi_pull_string(wendi_smoother* smoother, const wend_grid* grid, const wendi_tile_list* tiles,
                              double radius, wendi_tile_list* out);
/// The same for a string that is given by its corners; a body fits along the lines between them.
wend_result wendi_pull_corners(wendi_smoother* smoother, const wend_grid* grid, double radius,
                               wendi_tile_list* corners_io);
/// Cost of the straight line between two tiles; INFINITY when a body of this radius does not fit along it.
double wendi_straight_cost(const wend_grid* grid, wend_tile from, wend_tile to, double radius);
#endif
