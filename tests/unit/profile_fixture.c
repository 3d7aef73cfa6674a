// profile_fixture.c: worlds with profiles.
#include "profile_fixture.h"

#include "unit.h"

wend_profile_def profile(const char* name) {
    wend_profile_def def = wend_default_profile_def();
    def.name = name;
    return def;
}

wend_result build_of_size(wend_grid** grid_io, int32_t cluster_size, const wend_profile_def* profiles,
                          int32_t count, wend_world** out) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = cluster_size;
    def.profiles = profiles;
    def.profile_count = count;
    return wend_world_build(grid_io, &def, out);
}
wend_result build(wend_grid** grid_io, const wend_profile_def* profiles, int32_t count, wend_world** out) {
    return build_of_size(grid_io, 15, profiles, count, out);
}

wend_world* build_from(const char* recipe, const wend_profile_def* profiles, int32_t count) {
    map_recipe parsed = map_recipe_of(recipe);
    wend_grid* grid = map_make(&parsed);
    wend_world* world = NULL;
    assert_ok(build_of_size(&grid, parsed.cluster_size, profiles, count, &world));
    return world;
}

// Cost of the path of a profile; below 0: another outcome.
double cost_of(const wend_world* world, int32_t which, wend_tile start, wend_tile goal) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(start, goal);
    query.algorithm = WEND_EXACT;
    query.profile = which;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const wend_outcome outcome = wend_path_outcome(path);
    const double cost = wend_path_cost(path);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return outcome == WEND_FOUND ? cost : -(double)outcome;
}
