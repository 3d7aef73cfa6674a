// snap.h: which passable tile takes the place of a blocked one?
#ifndef WENDI_SNAP_H
#define WENDI_SNAP_H
#include "grid/grid.h"

/// The passable tile that is nearest to a tile on the map in a straight line, of several as near the first
/// row by row; the tile itself when it is passable. Takes time by the square of the distance to it, or of the
/// radius when there is none. False: none within the radius, in tiles.
bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out);
#endif
