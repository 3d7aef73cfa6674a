// edits.c: worlds under random edits. After a refresh a world equals a build of the changed map, hash and
// counts; before it, too, queries find legal paths exactly where the textbook Dijkstra finds one, none
// cheaper.
//     property_edits [--maps N] [--first SEED] [--edits N]
//                    [--exits N]   1: maps have closed steps, and edits change them; 2: on hexagons
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct fixture {
    map_recipe recipe;
    int32_t classes; // 1 .. classes have costs
    int64_t exits;   // kind of the maps; above 0: edit steps, too
    wend_world* world;
    wend_search* search;
    wend_path* path;
    rng random;
    double excess;
    int64_t edits, answers, builds;
} fixture;

static bool fails(const fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s, seed %llu, map \"%s\"\n", what, (unsigned long long)f->recipe.seed,
            map_recipe_print(&f->recipe, text));
    return false;
}

// Often at the border lines of clusters.
static wend_edit random_step(fixture* f) {
    int32_t width = f->recipe.width, height = f->recipe.height, size = f->recipe.cluster_size;
    wend_tile from = {rng_below(&f->random, width), rng_below(&f->random, height)}, to;
    if (rng_chance(&f->random, 30)) from.x = from.x / size * size;
    if (rng_chance(&f->random, 30)) from.y = from.y / size * size;
    do {
        to.x = from.x + rng_between(&f->random, -1, 1);
        to.y = from.y + rng_between(&f->random, -1, 1);
    } while ((to.x == from.x && to.y == from.y) || !wend_grid_contains(wend_world_grid(f->world), to));
    bool closed = rng_chance(&f->random, 60);
    return rng_chance(&f->random, 60) ? wend_edit_wall(from, to, closed) : wend_edit_step(from, to, closed);
}

// Mostly single tiles, often on the border lines of clusters; now and then a rectangle.
static wend_edit random_edit(fixture* f) {
    int32_t width = f->recipe.width, height = f->recipe.height, size = f->recipe.cluster_size;
    if (f->exits && width * height > 1 && rng_chance(&f->random, 60)) return random_step(f);
    wend_rect area = {rng_below(&f->random, width), rng_below(&f->random, height), 1, 1};
    if (rng_chance(&f->random, 15)) {
        area.width = rng_between(&f->random, 1, width - area.x);
        area.height = rng_between(&f->random, 1, height - area.y);
    }
    if (rng_chance(&f->random, 20)) area.x = area.x / size * size, area.width = 1;
    if (rng_chance(&f->random, 20)) area.y = area.y / size * size, area.height = 1;
    bool block = rng_chance(&f->random, 40);
    return wend_edit_tiles(area, (uint8_t)(block ? 0 : rng_between(&f->random, 1, f->classes)));
}

static void copy_closed_steps(const wend_grid* grid, wend_grid* copy) {
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            for (int32_t i = 0; i < 9; i++) {
                wend_tile from = {x, y}, to = {x + i % 3 - 1, y + i / 3 - 1};
                if (i != 4 && wend_grid_contains(grid, to) &&
                    wend_grid_set_step(copy, from, to, wend_grid_step_is_open(grid, from, to)) != WEND_OK)
                    abort();
            }
        }
    }
}

static bool equals_a_build(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_grid* copy = map_make(&f->recipe);
    for (int32_t y = 0; y < f->recipe.height; y++)
        wend_grid_write(copy, (wend_rect){0, y, f->recipe.width, 1}, wend_grid_row(grid, y), 0);
    if (f->exits) copy_closed_steps(grid, copy);
    wend_world_def def = wend_default_world_def();
    def.cluster_size = f->recipe.cluster_size;
    def.level_count = f->recipe.levels;
    wend_world* fresh = map_build_world(copy, &def);
    wend_world_info a = wend_world_get_info(f->world), b = wend_world_get_info(fresh);
    wend_world_counts counts = map_count(f->world), fresh_counts = map_count(fresh);
    bool good = wend_world_hash(f->world) == wend_world_hash(fresh);
    if (!good) fails(f, "an edited world differs from a new one");
    if (memcmp(&counts, &fresh_counts, sizeof counts) != 0 || a.node_count != b.node_count ||
        a.level_count != b.level_count || a.grid_bytes != b.grid_bytes)
        good = fails(f, "an edited world has other counts than a new one");
    f->builds++;
    wend_world_destroy(fresh);
    return good;
}

static bool check_query(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile start = map_random_tile(grid, &f->random), goal = map_random_tile(grid, &f->random);
    wend_query query = wend_default_query(start, goal);
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    char text[VERIFY_TEXT];
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) return fails(f, fault);
    oracle* truth = oracle_of_grid(grid);
    double optimum = oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, start, false), goal);
    oracle_destroy(truth);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(optimum)) return fails(f, "a path where there is none, or none where there is one");
    if (wend_world_connected(f->world, start, goal) != found)
        return fails(f, "wend_world_connected says otherwise than the query");
    if (!found) return true;
    double cost = (double)wend_path_integer_cost(f->path);
    if (cost < optimum) return fails(f, "cheaper than the optimum");
    if (optimum > 0) f->excess += cost / optimum - 1;
    f->answers += optimum > 0;
    return true;
}

static bool check_map(fixture* f, uint64_t seed, int32_t edits) {
    f->recipe = f->exits == 2   ? map_recipe_random_hex(seed, 160)
                : f->exits == 1 ? map_recipe_random_exits(seed, 160, true)
                                : map_recipe_random(seed, 160);
    f->recipe.seed = seed;
    f->world = map_make_world(&f->recipe);
    f->random = rng_seeded(seed);
    f->classes = 1;
    const float* costs = wend_grid_class_costs(wend_world_grid(f->world));
    while (f->classes < WEND_CLASS_COUNT - 1 && costs[f->classes + 1] > 0) f->classes++;
    bool good = true;
    for (int32_t i = 0; i < edits && good; i++) {
        wend_edit batch[6];
        int32_t count = rng_chance(&f->random, 75) ? 1 : rng_between(&f->random, 1, 6);
        for (int32_t k = 0; k < count; k++) batch[k] = random_edit(f);
        if (wend_world_edit(f->world, batch, count, NULL) != WEND_OK) abort();
        f->edits += count;
        good = check_query(f);
        bool refreshed = false;
        if (rng_chance(&f->random, 50))
            wend_world_refresh(f->world, rng_between(&f->random, 1, 3), &refreshed);
        if (!good || !rng_chance(&f->random, 40)) continue;
        while (!refreshed) // in steps, or at once
            if (wend_world_refresh(f->world, rng_between(&f->random, 0, 4), &refreshed) != WEND_OK) abort();
        good = equals_a_build(f) && check_query(f);
    }
    wend_world_destroy(f->world);
    return good;
}

int main(int argc, char** argv) {
    static fixture f;
    int64_t maps = 40, first = 1, edits = 40;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--maps") == 0) maps = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--first") == 0) first = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--edits") == 0) edits = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--exits") == 0) f.exits = atoll(argv[i + 1]);
    }
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++)
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)edits);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf("%lld edits on %lld maps, %lld builds compared, %lld paths, mean excess %.4f %%, %d failures\n",
           (long long)f.edits, (long long)maps, (long long)f.builds, (long long)f.answers,
           100 * f.excess / (double)(f.answers + !f.answers), failures);
    return failures > 0 || f.answers == 0 || f.builds == 0;
}
