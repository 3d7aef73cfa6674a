// path_length.h: how long is a path, whatever its tiles cost, and how far does it go up and down?
#ifndef WEND_CHECK_PATH_LENGTH_H
#define WEND_CHECK_PATH_LENGTH_H
#include "world_frame.h"
#include <wend/path.h>

/// Of its steps, those over seams too, without its links, in widths of a tile.
double path_length(const wend_path* path, const wend_grid* grid);
/// The same on the ground; 0 without a coordinate system. [Units: m]
double path_metres(const wend_path* path, const world_frame* frame);

/// The heights of the tiles of a path whose map has them, and the lengths of the steps between them, on the
/// ground or in the units of the map; 0 for a link. [Size of heights_out: tiles; of lengths_out: tiles]
void path_heights(const wend_path* path, const wend_world* world, double* heights_out, double* lengths_out);

/// How a path goes up and down. [Units: m; slopes: rise over run]
typedef struct path_relief {
    double map;                        ///< length on the map
    double ground;                     ///< along the slopes
    double climb, descent;             ///< sums of all that it goes up, and down, both at least 0
    double steepest_up, steepest_down; ///< of a step, both at least 0
    int32_t up_step, down_step;        ///< which steps those are; -1: none leads up, or down
} path_relief;

/// Of count tiles with the heights of their centres and the lengths of the count - 1 steps between them. A
/// step of length 0 is a link, which counts nowhere; one from or to a height that is NAN counts as level, and
/// the climb over a gap is that between its two sides.
path_relief path_relief_of(const double* heights, const double* lengths, int32_t count);

#endif
