// distance_transform.h: how far is each tile from what blocks it? An exact Euclidean distance transform.
//
// Distances lead from the centre of a tile to the nearest point of a blocked tile, of a wall or of the edge
// of the map; or to the centre of a blocked tile, as robot costmaps measure. Walls on the four lines that
// bound the tile count from the middle of its side there, if that is nearer: so the least distance of two
// neighbours is kept everywhere on the straight step between them, and on a diagonal one that is legal
// without corner cutting that of all four tiles. In half tiles the squares of distances are whole numbers, so
// nothing is ever rounded.
#ifndef WENDI_DISTANCE_TRANSFORM_H
#define WENDI_DISTANCE_TRANSFORM_H
#include "grid/grid.h"

/// No tile is farther from the edge of a map than this. [Units: half tiles]
enum { WENDI_MAX_DISTANCE = 46341 };

/// Receives the squared distances of one row of the area.
typedef void wendi_distance_row_fn(void* context, int32_t y, const uint32_t* squares);

/// Passes the rows of an area from top to bottom. is_blocked: by terrain class. reach: squares above reach *
/// reach are passed as that; the time and the memory grow with it, by what surrounds the area. Squares only,
/// no hexagons. [Range of reach: 1..WENDI_MAX_DISTANCE] [Units of reach: half tiles] Errors: MEMORY; some
/// rows may have been passed.
wend_result wendi_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                     wend_rect area, int32_t reach, const wend_allocator* allocator,
                                     wendi_distance_row_fn* row, void* context);
/// The same for distances to the centres of blocked tiles; walls and the edge of the map do not count.
wend_result wendi_center_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                            wend_rect area, int32_t reach, const wend_allocator* allocator,
                                            wendi_distance_row_fn* row, void* context);
#endif
