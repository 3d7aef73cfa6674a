// profiles.h: how does a kind of agents see the map?
#ifndef WENDI_PROFILES_H
#define WENDI_PROFILES_H
#include "hierarchy/world.h"
#include "wend/search.h"

/// Ends the sharing of a cluster's matrices. Errors: MEMORY; some may still be shared.
wend_result wendi_unshare_matrices_of(wend_world* world, int32_t level, int32_t cluster);

/// The first profile before this one whose matrix for a cluster is equal to its; -1: none.
int32_t wendi_equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster);

/// Shares the equal matrices of a cluster.
void wendi_share_matrices_of(wend_world* world, int32_t level, int32_t cluster);

/// Shares the matrices of a profile, and frees what they no longer need. Without memory for that it does
/// less.
void wendi_share_matrices(wend_world* world, int32_t profile);

/// Drops all levels above the given number of a profile, and of those after it, which may borrow from it.
/// They are then no longer refreshed.
void wendi_profiles_drop_levels(wend_world* world, int32_t profile, int32_t kept);

/// False: the body of a profile is wider than a map.
bool wendi_profile_fits(const wend_profile_def* def, int32_t width, int32_t height);

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
/// wend_world_clearance of an area of the sheet (grid/floors.h).
wend_result wendi_world_clearance(const wend_world* world, int32_t profile, wend_rect area, float limit,
                                  float* clearances_out);
#endif
