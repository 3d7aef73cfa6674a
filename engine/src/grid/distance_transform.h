// distance_transform.h: how far is each tile from obstacles, and what does that add to its cost?
#ifndef WENDI_DISTANCE_TRANSFORM_H
#define WENDI_DISTANCE_TRANSFORM_H
#include "grid/grid.h"
#include "wend/profile.h"

/// The factor of a tile's cost at a distance of at least the radius from the nearest obstacle: 1 where the
/// margin ends, and 1 + margin_cost at most. The same on every machine. [Units of distance: tiles]
double wendi_margin_factor(const wend_profile_def* def, double distance);

enum { WENDI_LETHAL = 254, WENDI_INSCRIBED = 253, WENDI_MOST_INFLATED = 252 };

/// The tiles from one centre to the other within which an obstacle matters: the inflation radius in tiles,
/// rounded up.
int32_t wendi_inflation_tiles(const wend_inflation* inflation, double tile_size);

/// The costmap value of a tile whose centre is sqrt(square) tiles away from the nearest obstacle's. The same
/// on every machine.
uint8_t wendi_inflation_value(const wend_inflation* inflation, double tile_size, int64_t square);

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
