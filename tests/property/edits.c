// edits.c: does a world stay correct while its map changes? Random edits change tiles, closed steps and
// links.
// - Before and after a refresh, a query finds a legal path exactly where the textbook Dijkstra finds one, and
//   never a cheaper one. An exact search finds the optimum.
// - A refreshed world equals a new build of the changed map, byte for byte.
// - An edit that runs out of memory changes nothing.
//     property_edits [--maps N] [--first SEED] [--edits N]
//                    [--exits N]   1: squares with walls and one-way steps, which edits change
//                                  2: the same on hexagons
//                    [--links N]   1: maps have links, which edits change
//                    [--versions N] forks and snapshots beside the world, made or dropped in N % of the steps
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "test_memory.h"
#include "verify.h"
#include "versions.h"
#include "wend/wend.h"

enum { MOST_SIDE = 160 };

typedef struct fixture {
    int64_t maps, first, edits_per_map, exits, links; // the arguments
    map_recipe recipe;
    uint64_t seed;
    int32_t classes; // 1 .. classes have costs
    test_memory memory;
    versions versions;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    rng random;
    double excess;
    int64_t edits, answers, by_links, builds, refused;
} fixture;

static bool fails(const fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr,
            "%s: --maps 1 --first %llu --edits %lld --exits %lld --links %lld --versions %lld, map \"%s\"\n",
            what, (unsigned long long)f->seed, (long long)f->edits_per_map, (long long)f->exits,
            (long long)f->links, (long long)f->versions.percent, map_recipe_print(&f->recipe, text));
    return false;
}

// ---- edits

// Opens or closes a step or a wall, often at the border line of a cluster.
static wend_edit random_step(fixture* f) {
    int32_t size = f->recipe.cluster_size;
    wend_tile from = map_random_tile(wend_world_grid(f->world), &f->random), to;
    if (rng_chance(&f->random, 30)) from.x = from.x / size * size;
    if (rng_chance(&f->random, 30)) from.y = from.y / size * size;
    do {
        to.x = from.x + rng_between(&f->random, -1, 1);
        to.y = from.y + rng_between(&f->random, -1, 1);
    } while ((to.x == from.x && to.y == from.y) || !wend_grid_contains(wend_world_grid(f->world), to));
    bool closed = rng_chance(&f->random, 60);
    return rng_chance(&f->random, 60) ? wend_edit_wall(from, to, closed) : wend_edit_step(from, to, closed);
}

// An end of a random link; any tile when the map has no links.
static wend_tile random_end(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    int32_t count;
    const wend_link* links = wend_grid_links(grid, &count);
    if (count == 0) return map_random_tile(grid, &f->random);
    const wend_link* link = &links[rng_below(&f->random, count)];
    return rng_chance(&f->random, 50) ? link->from : link->to;
}

// Changes mostly one tile, often at the border line of a cluster or at the end of a link, and sometimes a
// rectangle.
static wend_edit random_tiles(fixture* f) {
    int32_t width = f->recipe.width, height = f->recipe.height, size = f->recipe.cluster_size;
    wend_tile tile = map_random_tile(wend_world_grid(f->world), &f->random);
    wend_rect area = {tile.x, tile.y, 1, 1};
    if (rng_chance(&f->random, 15)) {
        area.width = rng_between(&f->random, 1, width - area.x);
        area.height = rng_between(&f->random, 1, height - area.y);
    }
    if (rng_chance(&f->random, 20)) area.x = area.x / size * size, area.width = 1;
    if (rng_chance(&f->random, 20)) area.y = area.y / size * size, area.height = 1;
    if (f->links && rng_chance(&f->random, 40)) {
        tile = random_end(f);
        area = (wend_rect){tile.x, tile.y, 1, 1};
    }
    bool block = rng_chance(&f->random, 40);
    return wend_edit_tiles(area, (uint8_t)(block ? 0 : rng_between(&f->random, 1, f->classes)));
}

// Applies a batch of one to six edits of tiles and steps.
static wend_result edit_map(fixture* f) {
    wend_edit batch[6];
    int32_t count = rng_chance(&f->random, 75) ? 1 : rng_between(&f->random, 1, 6);
    for (int32_t i = 0; i < count; i++) {
        bool step = f->exits && f->recipe.width * f->recipe.height > 1 && rng_chance(&f->random, 60);
        batch[i] = step ? random_step(f) : random_tiles(f);
    }
    wend_result result = wend_world_edit(f->world, batch, count, NULL);
    if (result == WEND_OK) f->edits += count;
    return result;
}

static wend_result add_link(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    int32_t size = f->recipe.cluster_size;
    wend_tile from = map_random_tile(grid, &f->random), to = map_random_tile(grid, &f->random);
    if (rng_chance(&f->random, 40)) {
        to.x = from.x + rng_between(&f->random, -6, 6);
        to.y = from.y + rng_between(&f->random, -6, 6);
    }
    if (rng_chance(&f->random, 30)) from.x = from.x / size * size;
    if (rng_chance(&f->random, 30)) to.y = to.y / size * size;
    wend_link link = wend_default_link(from, to, (float)(rng_unit(&f->random) * 40));
    if (rng_chance(&f->random, 20)) link.cost = 0;
    if (rng_chance(&f->random, 10)) link.enabled = false;
    return wend_world_add_link(f->world, &link, NULL);
}

// Adds, removes or changes a link.
static wend_result edit_link(fixture* f) {
    int32_t count;
    const wend_link* links = wend_grid_links(wend_world_grid(f->world), &count);
    int32_t id = count > 0 ? links[rng_below(&f->random, count)].id : 0;
    wend_result result;
    switch (rng_below(&f->random, 4)) {
    case 0:
        result = wend_world_remove_link(f->world, id);
        break;
    case 1: {
        float cost = (float)(rng_unit(&f->random) * 40);
        result = wend_world_set_link(f->world, id, cost, rng_chance(&f->random, 60));
        break;
    }
    default:
        result = add_link(f);
        break;
    }
    f->edits += result == WEND_OK;
    return result;
}

// True when the engine may answer an edit of a link like this: an end is blocked, the map has no links, or
// one cluster would have too many.
static bool may_refuse_link(const fixture* f, wend_result result) {
    int32_t count;
    wend_grid_links(wend_world_grid(f->world), &count);
    return result == WEND_ERROR_ARGUMENT ||
           (result == WEND_ERROR_LIMIT && count >= WEND_MAX_CLUSTER_LINKS / 2);
}

// Edits the map or one of its links. One edit in ten may run out of memory.
static bool edit(fixture* f) {
    bool no_memory = rng_chance(&f->random, 10), link = f->links && rng_chance(&f->random, 60);
    uint64_t before = no_memory ? map_hash(f->world) : 0;
    if (no_memory) f->memory.fail_at = f->memory.calls + rng_below(&f->random, 12);
    wend_result result = link ? edit_link(f) : edit_map(f);
    f->memory.fail_at = -1;
    f->refused += result == WEND_ERROR_MEMORY;
    if (result == WEND_ERROR_MEMORY && !no_memory) return fails(f, "out of memory");
    if (result != WEND_OK && result != WEND_ERROR_MEMORY && !(link && may_refuse_link(f, result)))
        return fails(f, wend_result_string(result));
    if (no_memory && result != WEND_OK && map_hash(f->world) != before)
        return fails(f, "a failed edit changed the world");
    return true;
}

// ---- checks

static bool equals_a_build(fixture* f) {
    wend_world_def def = map_world_def(&f->recipe);
    wend_world* fresh = map_build_world(map_copy(wend_world_grid(f->world), NULL), &def);
    wend_world_info a = wend_world_get_info(f->world), b = wend_world_get_info(fresh);
    wend_world_counts counts = map_count(f->world), fresh_counts = map_count(fresh);
    const char* fault = map_compare(f->world, fresh);
    bool good = fault == NULL || fails(f, fault);
    if (memcmp(&counts, &fresh_counts, sizeof counts) != 0 || a.node_count != b.node_count ||
        a.level_count != b.level_count)
        good = fails(f, "an edited world has other counts than a new one");
    // A grid keeps the room of removed links, so only a map without links needs the same memory.
    if (!f->links && !f->versions.percent && a.grid_bytes != b.grid_bytes)
        good = fails(f, "the grid of an edited world has another size than a new one");
    f->builds++;
    wend_world_destroy(fresh);
    return good;
}

static bool check_query(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile start = map_random_tile(grid, &f->random), goal = map_random_tile(grid, &f->random);
    wend_query query = wend_default_query(start, goal);
    if (rng_chance(&f->random, 25)) query.algorithm = WEND_EXACT;
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    char text[VERIFY_TEXT];
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) return fails(f, fault);
    const double optimum = oracle_optimum(grid, start, goal);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(optimum)) return fails(f, "a path where there is none, or none where there is one");
    if (wend_world_connected(f->world, start, goal) != found)
        return fails(f, "wend_world_connected contradicts the query");
    if (!found) return true;
    double cost = (double)wend_path_integer_cost(f->path);
    if (cost < optimum) return fails(f, "cheaper than the optimum");
    if (query.algorithm == WEND_EXACT && cost > optimum)
        return fails(f, "an exact search missed the optimum");
    if (optimum > 0) f->excess += cost / optimum - 1;
    f->answers += optimum > 0;
    int32_t links;
    wend_path_links(f->path, &links);
    f->by_links += links > 0;
    return true;
}

// ---- maps

static map_recipe random_recipe(const fixture* f) {
    map_recipe recipe = f->exits == 2   ? map_recipe_random_hex(f->seed, MOST_SIDE)
                        : f->exits == 1 ? map_recipe_random_exits(f->seed, MOST_SIDE, true)
                                        : map_recipe_random(f->seed, MOST_SIDE);
    recipe.seed = f->seed;
    return recipe;
}

// The map of the recipe, made with an allocator that can fail.
static wend_grid* make_map(const fixture* f, const wend_allocator* allocator) {
    wend_grid* model = map_make(&f->recipe);
    wend_grid* grid = map_copy(model, allocator);
    wend_grid_destroy(model);
    return grid;
}

static bool check_edits(fixture* f) {
    bool good = true;
    for (int64_t i = 0; i < f->edits_per_map && good; i++) {
        const char* fault = versions_step(&f->versions, &f->world, &f->random);
        good = fault ? fails(f, fault) : edit(f) && check_query(f);
        bool refreshed = false;
        if (rng_chance(&f->random, 50))
            wend_world_refresh(f->world, rng_between(&f->random, 1, 3), &refreshed);
        if (!good || !rng_chance(&f->random, 40)) continue;
        while (!refreshed) // 0: all that is left, else so many steps
            if (wend_world_refresh(f->world, rng_between(&f->random, 0, 4), &refreshed) != WEND_OK) abort();
        good = equals_a_build(f) && check_query(f);
    }
    return good;
}

static bool check_map(fixture* f, uint64_t seed) {
    f->seed = seed;
    f->recipe = random_recipe(f);
    f->random = rng_seeded(seed);
    f->memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&f->memory);
    wend_grid* grid = make_map(f, &allocator);
    if (f->links) map_add_links(grid, &f->random, f->recipe.cluster_size, rng_below(&f->random, 12));
    wend_world_def def = map_world_def(&f->recipe);
    def.allocator = &allocator;
    f->world = map_build_world(grid, &def);
    f->classes = map_last_class(wend_world_grid(f->world));
    bool good = check_edits(f);
    const char* fault = versions_end(&f->versions);
    if (fault) good = fails(f, fault);
    wend_world_destroy(f->world);
    return f->memory.live == 0 ? good : fails(f, "memory leaked");
}

int main(int argc, char** argv) {
    static fixture f;
    f.maps = number_argument(argc, argv, "--maps", 40);
    f.first = number_argument(argc, argv, "--first", 1);
    f.edits_per_map = number_argument(argc, argv, "--edits", 40);
    f.exits = number_argument(argc, argv, "--exits", 0);
    f.links = number_argument(argc, argv, "--links", 0);
    f.versions.percent = number_argument(argc, argv, "--versions", 0);
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < f.maps && failures < 5; i++) failures += !check_map(&f, (uint64_t)(f.first + i));
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf("%lld edits on %lld maps, %lld without memory, %lld builds compared, %lld paths, %lld of them by "
           "links, mean excess %.4f %%, %lld versions compared, %d failures\n",
           (long long)f.edits, (long long)f.maps, (long long)f.refused, (long long)f.builds,
           (long long)f.answers, (long long)f.by_links, 100 * f.excess / (double)(f.answers + !f.answers),
           (long long)f.versions.compared, failures);
    enum { MOST_EXCESS = 1000 }; // one part in so many, on average; it was one in 9,000
    return failures > 0 || f.excess * MOST_EXCESS > (double)f.answers || f.answers == 0 || f.builds == 0 ||
           f.refused == 0 || (f.links && f.by_links == 0) ||
           (f.versions.percent > 0 && f.versions.compared == 0);
}
