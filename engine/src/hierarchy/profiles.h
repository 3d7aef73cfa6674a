// profiles.h: how does a world get its profiles, and a query the one that it is for?
#ifndef WENDI_PROFILES_H
#define WENDI_PROFILES_H
#include "hierarchy/world.h"
#include "wend/search.h"

/// Errors: DEF, ARGUMENT, LIMIT, as wend_world_build lists them for profiles.
wend_result wendi_profiles_check(const wend_grid* grid, const wend_profile_def* defs, int32_t count);
/// The integer unit for a map and all profiles, whose definitions are valid. Errors: LIMIT, MEMORY.
wend_result wendi_profiles_unit(const wend_grid* grid, const wend_profile_def* defs, int32_t count,
                                const wend_allocator* allocator, int32_t* out);
/// Gives a world profiles with valid definitions, and views with derived grids, without graphs. The grid of
/// the map has the common unit. On error the profiles may be incomplete; wend_world_destroy frees them.
/// Errors: LIMIT, MEMORY.
wend_result wendi_profiles_make(wend_world* world, const wend_grid* grid, const wend_profile_def* defs,
                                int32_t count);
/// The world or view that a query is for; NULL: it has no such profile. A query whose definition is not
/// filled is for the world, where it fails.
const wend_world* wendi_world_of_query(const wend_world* world, const wend_query* query);
#endif
