// profiles.h: which profiles does a world have, and what are their views?
#ifndef WENDI_PROFILES_H
#define WENDI_PROFILES_H
#include "grid/derived_grid.h"
#include "wend/search.h"
#include "wend/world.h"

typedef struct wendi_profile {
    char name[WEND_MAX_PROFILE_NAME + 1];
    wend_profile_def def; // its name is the one above
    wendi_derivation derivation;
    wend_world* view; // a complete world of its own, without profiles
} wendi_profile;

typedef struct wendi_profiles { // of a world; zeros: none
    wendi_profile* data;        // data[i] is profile i + 1
    int32_t count;              // without profile 0, the world itself
} wendi_profiles;

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
void wendi_profiles_free(wend_world* world);
size_t wendi_profiles_bytes(const wend_world* world);

/// The world or view of a profile, for changes. [Range of profile: 0 .. profiles.count]
wend_world* wendi_profile_world(wend_world* world, int32_t profile);
/// The world or view that a query is for; NULL: it has no such profile. A query whose definition is not
/// filled is for the world, where it fails.
const wend_world* wendi_world_of_query(const wend_world* world, const wend_query* query);
#endif
