// profiles.c: worlds with profiles, whose tiles, walls and links change. Every view is what its definition
// says of the map, tile by tile; queries find legal paths exactly where the textbook Dijkstra finds one, none
// cheaper; a refreshed world equals a build of the changed map, byte for byte. Where memory runs out, nothing
// has changed.
//     property_profiles [--maps N] [--first SEED] [--edits N] [--most SIDE] [--versions PERCENT]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "reference_view.h"
#include "test_memory.h"
#include "verify.h"
#include "versions.h"
#include "wend/wend.h"

typedef struct fixture {
    map_recipe recipe;
    test_memory memory;
    versions versions;
    wend_profile_def profiles[WEND_MAX_PROFILES - 1];
    int32_t profile_count;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    rng random;
    int64_t edits, answers, views, builds, refused, refused_builds;
} fixture;

static bool fails(const fixture* f, const char* what) {
    return map_fails(&f->recipe, what);
}

static wend_world_def def_of(const fixture* f) {
    wend_world_def def = map_world_def(&f->recipe);
    def.profiles = f->profiles;
    def.profile_count = f->profile_count;
    return def;
}

static bool equals_a_build(fixture* f) {
    wend_world_def def = def_of(f);
    wend_world* fresh = map_build_world(map_copy(wend_world_grid(f->world), NULL), &def);
    const char* fault = map_compare(f->world, fresh);
    wend_world_destroy(fresh);
    f->builds++;
    return fault == NULL || fails(f, fault);
}

static bool check_views(fixture* f) {
    plain_map map = plain_map_of(wend_world_grid(f->world));
    bool good = true;
    for (int32_t i = 1; i <= f->profile_count && good; i++) {
        wend_tile where;
        const wend_world* view = wend_world_profile(f->world, i);
        const char* fault = reference_check(&map, &f->profiles[i - 1], i, wend_world_grid(view), &where);
        if (fault) {
            fprintf(stderr, "profile %d, tile %d,%d: ", i, where.x, where.y);
            good = fails(f, fault);
        }
        f->views++;
    }
    plain_map_free(&map);
    return good;
}

static bool check_query(fixture* f) {
    const int32_t profile = rng_below(&f->random, f->profile_count + 1);
    const wend_world* view = wend_world_profile(f->world, profile);
    const wend_grid* grid = wend_world_grid(view);
    wend_tile start = map_random_tile(grid, &f->random), goal = map_random_tile(grid, &f->random);
    if (rng_chance(&f->random, 80)) {
        map_random_open_tile(grid, &f->random, &start);
        map_random_open_tile(grid, &f->random, &goal);
    }
    wend_query query = wend_default_query(start, goal);
    query.profile = profile;
    if (rng_chance(&f->random, 20)) query.algorithm = WEND_EXACT;
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    char text[VERIFY_TEXT];
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) return fails(f, fault);
    const double optimum = oracle_optimum(grid, start, goal);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(optimum)) return fails(f, "a path where there is none, or none where there is one");
    if (wend_world_connected(view, start, goal) != found)
        return fails(f, "wend_world_connected says otherwise than the query");
    if (found && (double)wend_path_integer_cost(f->path) < optimum)
        return fails(f, "cheaper than the optimum");
    if (found && query.algorithm == WEND_EXACT && (double)wend_path_integer_cost(f->path) != optimum)
        return fails(f, "not the optimum");
    f->answers += found && profile > 0;
    return true;
}

// ---- edits

static wend_tile neighbour_of(fixture* f, wend_tile tile, bool straight) {
    static const int32_t step[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const int32_t d = rng_below(&f->random, straight ? 4 : 8);
    return (wend_tile){tile.x + step[d][0], tile.y + step[d][1]};
}

static wend_result edit_map(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_edit edits[4];
    const int32_t count = 1 + rng_below(&f->random, 4);
    for (int32_t i = 0; i < count; i++) {
        const wend_tile at = map_random_tile(grid, &f->random);
        const int32_t width = wend_grid_width(grid) - at.x, height = wend_grid_height(grid) - at.y;
        const int32_t most = rng_chance(&f->random, 10) ? 60 : 4;
        const wend_rect area = {at.x, at.y, 1 + rng_below(&f->random, width < most ? width : most),
                                1 + rng_below(&f->random, height < most ? height : most)};
        const wend_tile other = map_random_tile(grid, &f->random);
        edits[i] = wend_edit_tiles(area, rng_chance(&f->random, 40)   ? 0
                                         : rng_chance(&f->random, 50) ? wend_grid_class(grid, other)
                                                                      : (uint8_t)rng_below(&f->random, 40));
        if (rng_chance(&f->random, 25))
            edits[i] = wend_edit_wall(at, neighbour_of(f, at, true), rng_chance(&f->random, 70));
        else if (rng_chance(&f->random, 10))
            edits[i] = wend_edit_step(at, neighbour_of(f, at, false), rng_chance(&f->random, 70));
    }
    return wend_world_edit(f->world, edits, count, NULL);
}

static wend_result add_link(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile from = map_random_tile(grid, &f->random), to = map_random_tile(grid, &f->random);
    if (rng_chance(&f->random, 40))
        to = (wend_tile){from.x + rng_between(&f->random, -6, 6), from.y + rng_between(&f->random, -6, 6)};
    wend_link link = wend_default_link(from, to, (float)(rng_unit(&f->random) * 40));
    link.enabled = rng_chance(&f->random, 85);
    if (rng_chance(&f->random, 60)) link.profiles = (uint32_t)rng_next(&f->random);
    for (int32_t p = 1; p <= f->profile_count; p++)
        if (rng_chance(&f->random, 40)) link.profile_costs[p] = (float)(rng_unit(&f->random) * 40);
    return wend_world_add_link(f->world, &link, NULL);
}

static wend_result random_edit(fixture* f) {
    int32_t count;
    const wend_link* links = wend_grid_links(wend_world_grid(f->world), &count);
    int32_t id = count > 0 ? links[rng_below(&f->random, count)].id : 0;
    switch (rng_below(&f->random, 8)) {
    case 0:
        return wend_world_remove_link(f->world, id);
    case 1:
        if (rng_chance(&f->random, 50))
            return wend_world_set_link_cost(f->world, id, rng_below(&f->random, f->profile_count + 1),
                                            (float)(rng_unit(&f->random) * 50) - 10);
        return wend_world_set_link(f->world, id, (float)(rng_unit(&f->random) * 40),
                                   rng_chance(&f->random, 60));
    case 2:
        return add_link(f);
    default:
        return edit_map(f);
    }
}

// An edit, or one that runs out of memory and must change nothing.
static bool edit(fixture* f) {
    bool fail = rng_chance(&f->random, 25);
    uint64_t before = fail ? map_hash(f->world) : 0;
    if (fail) f->memory.fail_at = f->memory.calls + rng_below(&f->random, 30 * (f->profile_count + 1));
    wend_result result = random_edit(f);
    f->memory.fail_at = -1;
    f->edits += result == WEND_OK;
    f->refused += result == WEND_ERROR_MEMORY;
    if (result == WEND_ERROR_MEMORY && !fail) return fails(f, "out of memory");
    if (fail && result != WEND_OK && map_hash(f->world) != before)
        return fails(f, "an edit that failed has changed something");
    for (int32_t i = 1; i <= f->profile_count; i++)
        if (wend_world_version(wend_world_profile(f->world, i)) != wend_world_version(f->world))
            return fails(f, "a view has another version");
    return true;
}

// Builds the world; first with too little memory, which must leave the grid as it was.
static bool build(fixture* f, wend_grid* grid, const wend_allocator* allocator) {
    wend_world_def def = def_of(f);
    def.allocator = allocator;
    const uint64_t hash = wend_grid_hash(grid);
    f->memory.fail_at = f->memory.calls + rng_below(&f->random, 200);
    wend_result result = wend_world_build(&grid, &def, &f->world);
    f->memory.fail_at = -1;
    if (result == WEND_OK) return true;
    f->refused_builds++;
    const bool same = wend_grid_hash(grid) == hash;
    if (!same || result != WEND_ERROR_MEMORY) wend_grid_destroy(grid);
    if (!same) return fails(f, "a build that failed has changed the grid");
    if (result == WEND_ERROR_LIMIT) return true; // costs of the profiles are too far apart
    if (result != WEND_ERROR_MEMORY) return fails(f, wend_result_string(result));
    f->world = map_build_world(grid, &def);
    return true;
}

static bool check_map(fixture* f, uint64_t seed, int32_t edits, int32_t most) {
    f->recipe = map_recipe_random_any(seed, most);
    f->recipe.seed = seed;
    f->random = rng_seeded(seed);
    f->memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&f->memory);
    wend_grid* model = map_make(&f->recipe);
    map_add_links(model, &f->random, f->recipe.cluster_size, rng_below(&f->random, 8));
    f->profile_count = 1 + rng_below(&f->random, 3);
    if (seed % 20 == 0) f->profile_count = 7;
    reference_random_profiles(model, &f->random, f->profiles, f->profile_count);
    wend_grid* grid = map_copy(model, &allocator);
    wend_grid_destroy(model);
    bool good = build(f, grid, &allocator);
    if (!f->world) return good;
    good = good && check_views(f);
    for (int32_t i = 0; i < edits && good; i++) {
        const char* fault = versions_step(&f->versions, &f->world, &f->random);
        good = fault ? fails(f, fault)
                     : edit(f) && check_query(f) && (!rng_chance(&f->random, 20) || check_views(f));
        bool refreshed = false;
        if (rng_chance(&f->random, 50)) {
            if (rng_chance(&f->random, 30)) f->memory.fail_at = f->memory.calls + rng_below(&f->random, 9);
            wend_world_refresh(f->world, rng_between(&f->random, 1, 3), &refreshed);
            f->memory.fail_at = -1;
            good = good && check_query(f);
        }
        if (!good || !rng_chance(&f->random, 20)) continue;
        refreshed = false;
        while (!refreshed)
            if (wend_world_refresh(f->world, rng_between(&f->random, 0, 4), &refreshed) != WEND_OK) abort();
        good = check_views(f) && equals_a_build(f) && check_query(f);
    }
    const char* fault = versions_end(&f->versions);
    if (fault) good = fails(f, fault);
    wend_world_destroy(f->world);
    f->world = NULL;
    if (f->memory.live != 0) good = fails(f, "memory was not given back");
    return good;
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 40);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t edits = number_argument(argc, argv, "--edits", 30);
    const int64_t most = number_argument(argc, argv, "--most", 120);
    static fixture f;
    f.versions.percent = number_argument(argc, argv, "--versions", 0);
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++)
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)edits, (int32_t)most);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf("%lld edits on %lld maps, %lld edits and %lld builds without memory, %lld views and %lld builds "
           "compared, %lld paths of profiles, %d failures\n",
           (long long)f.edits, (long long)maps, (long long)f.refused, (long long)f.refused_builds,
           (long long)f.views, (long long)f.builds, (long long)f.answers, failures);
    return failures > 0 || f.answers == 0 || f.builds == 0 || f.refused == 0 || f.refused_builds == 0;
}
