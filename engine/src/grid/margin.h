// margin.h: what does the distance to an obstacle add to the cost of a tile?
#ifndef WENDI_MARGIN_H
#define WENDI_MARGIN_H
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
#endif
