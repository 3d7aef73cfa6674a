// smooth.h: from a tile path to waypoints: its turning points, or the corners of an any-angle walk that is
// never dearer.
#ifndef WENDI_SMOOTH_H
#define WENDI_SMOOTH_H
#include "grid.h"
#include "path.h"

/// The tiles at which the path turns, with its ends.
wend_result wendi_turning_points(const wendi_tile_list* tiles, wendi_tile_list* out);
/// String pulling over the turning points: a corner is left out when the straight line past it stays on
/// passable tiles, cuts no corner that movement may not cut, and costs no more (length in each tile times its
/// cost) than the way round it.
wend_result wendi_pull_string(const wend_grid* grid, const wendi_tile_list* tiles, wendi_tile_list* out);
#endif
