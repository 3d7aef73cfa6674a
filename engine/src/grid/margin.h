// margin.h: what does the distance to an obstacle add to the cost of a tile?
#ifndef WENDI_MARGIN_H
#define WENDI_MARGIN_H
#include "wend/profile.h"

/// The factor of a tile's cost at a distance of at least the radius from the nearest obstacle: 1 where the
/// margin ends, and 1 + margin_cost at most. The same on every machine. [Units of distance: tiles]
double wendi_margin_factor(const wend_profile_def* def, double distance);
#endif
