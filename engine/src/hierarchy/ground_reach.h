// ground_reach.h: can a path lead to ground that is not loaded?
#ifndef WENDI_GROUND_REACH_H
#define WENDI_GROUND_REACH_H
#include "hierarchy/world.h"

/// False: certainly no path leads from one tile of a streamed world to another. Where ground is not loaded,
/// the components of its clusters decide.
bool wendi_ground_may_reach(const wend_world* world, wend_tile from, wend_tile to);
#endif
