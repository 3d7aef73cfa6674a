// path_length.h: how long is a path, whatever its tiles cost?
#ifndef WEND_CHECK_PATH_LENGTH_H
#define WEND_CHECK_PATH_LENGTH_H
#include "world_frame.h"
#include <wend/path.h>

/// Of its steps without its links, in widths of a tile.
double path_length(const wend_path* path, const wend_grid* grid);
/// The same on the ground; 0 without a coordinate system. [Units: m]
double path_metres(const wend_path* path, const world_frame* frame);

#endif
