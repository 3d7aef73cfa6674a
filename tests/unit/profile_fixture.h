// profile_fixture.h: worlds with profiles, for the tests of profiles.
#ifndef PROFILE_FIXTURE_H
#define PROFILE_FIXTURE_H
#include "wend/wend.h"

/// The default definition with this name.
wend_profile_def profile(const char* name);
wend_result build_of_size(wend_grid** grid_io, int32_t cluster_size, const wend_profile_def* profiles,
                          int32_t count, wend_world** out);
/// With clusters of 15 tiles.
wend_result build(wend_grid** grid_io, const wend_profile_def* profiles, int32_t count, wend_world** out);
/// A world of the map that a recipe of maps.h makes.
wend_world* build_from(const char* recipe, const wend_profile_def* profiles, int32_t count);
/// Cost of the path of a profile; below 0: another outcome.
double cost_of(const wend_world* world, int32_t which, wend_tile start, wend_tile goal);
#endif
