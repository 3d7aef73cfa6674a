// alternatives.c: does each alternative meet what was asked for? All paths are legal and lead between the
// same two tiles; each but the first costs no more than the factor, enters no tile twice and shares no more
// tiles with those before it, counted by brute force; and the same call gives the same paths.
//     property_alternatives [--maps N] [--first SEED] [--most SIDE]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

enum { MOST_PATHS = 6 };

typedef struct fixture {
    map_recipe recipe;
    wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_path *paths[MOST_PATHS], *again[MOST_PATHS], *plain;
    wend_query query;
    rng random;
    int64_t asked, found, failures;
} fixture;

static void fail(fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s: from %d,%d to %d,%d, algorithm %d; seed %llu, map \"%s\"\n", what, f->query.start.x,
            f->query.start.y, f->query.goal.x, f->query.goal.y, (int)f->query.algorithm,
            (unsigned long long)f->recipe.seed, map_recipe_print(&f->recipe, text));
    if (++f->failures >= 20) exit(1);
}

static bool is_near(wend_tile a, wend_tile b, int32_t spacing) {
    return abs(a.x - b.x) <= spacing && abs(a.y - b.y) <= spacing;
}

static bool is_near_any(const fixture* f, int32_t paths, wend_tile tile, int32_t spacing) {
    for (int32_t p = 0; p < paths; p++) {
        int32_t count;
        const wend_tile* tiles = wend_path_tiles(f->paths[p], &count);
        for (int32_t i = 0; i < count; i++)
            if (is_near(tiles[i], tile, spacing)) return true;
    }
    return false;
}

static void check_alternative(fixture* f, int32_t index, const wend_alternatives_def* def) {
    char text[VERIFY_TEXT];
    int32_t count, first_count, shared = 0;
    const wend_tile* tiles = wend_path_tiles(f->paths[index], &count);
    const wend_tile* first = wend_path_tiles(f->paths[0], &first_count);
    const char* fault = verify_path(f->grid, f->paths[index], first[0], first[first_count - 1], text);
    if (fault) fail(f, fault);
    if (wend_path_outcome(f->paths[index]) != wend_path_outcome(f->paths[0])) fail(f, "another outcome");
    const wend_tile goal = wend_path_goal_tile(f->paths[0]), other = wend_path_goal_tile(f->paths[index]);
    if (goal.x != other.x || goal.y != other.y) fail(f, "another goal");
    if (wend_path_goal(f->paths[0]) != wend_path_goal(f->paths[index])) fail(f, "another index of the goal");
    if ((double)wend_path_integer_cost(f->paths[index]) >
        (double)def->max_cost * (double)wend_path_integer_cost(f->paths[0]))
        fail(f, "costs too much");
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++)
            if (tiles[i].x == tiles[k].x && tiles[i].y == tiles[k].y) fail(f, "enters a tile twice");
    for (int32_t i = 1; i + 1 < count; i++) shared += is_near_any(f, index, tiles[i], def->spacing);
    if (shared > (double)def->max_share * (count - 2)) fail(f, "shares too many tiles");
}

static void check(fixture* f) {
    static const wend_algorithm algorithms[] = {WEND_HPA, WEND_HPA, WEND_EXACT, WEND_ASTAR};
    wend_alternatives_def def = wend_default_alternatives_def();
    int32_t count = -1, count_again = -1;
    const int32_t wanted = rng_between(&f->random, 1, MOST_PATHS);
    if (rng_chance(&f->random, 50)) {
        def.max_cost = 1 + (float)rng_below(&f->random, 16) / 8;
        def.max_share = (float)rng_below(&f->random, 9) / 8;
        def.spacing = rng_below(&f->random, 6);
    }
    f->query.algorithm = algorithms[rng_below(&f->random, 4)];
    f->query.smooth = rng_chance(&f->random, 30);
    if (wend_find_alternatives(f->search, f->world, &f->query, &def, wanted, f->paths, &count) != WEND_OK) {
        fail(f, "an error");
        return;
    }
    if (wend_find_path(f->search, f->world, &f->query, f->plain, NULL) != WEND_OK) abort();
    if (wend_path_hash(f->plain) != wend_path_hash(f->paths[0]))
        fail(f, "the first is not that of a plain query");
    int32_t tile_count;
    wend_path_tiles(f->plain, &tile_count);
    if (count < (tile_count > 0) || count > (tile_count > 0 ? wanted : 0)) fail(f, "another number of paths");
    for (int32_t i = 1; i < count; i++) check_alternative(f, i, &def);
    if (wend_find_alternatives(f->search, f->world, &f->query, &def, wanted, f->again, &count_again) !=
            WEND_OK ||
        count != count_again)
        fail(f, "another number of paths at the second time");
    for (int32_t i = 0; i < count; i++)
        if (wend_path_hash(f->paths[i]) != wend_path_hash(f->again[i]))
            fail(f, "another path the second time");
    f->asked++;
    f->found += count > 1 ? count - 1 : 0;
}

static void check_map(fixture* f, uint64_t seed, int32_t most) {
    f->recipe = map_recipe_random_any(seed, most);
    f->random = rng_seeded(seed);
    f->world = map_make_linked_world(&f->recipe, rng_chance(&f->random, 60) ? 0 : rng_below(&f->random, 8));
    f->grid = wend_world_grid(f->world);
    for (int32_t i = 0; i < 2; i++) {
        wend_tile start, goal;
        if (!map_random_open_tile(f->grid, &f->random, &start) ||
            !map_random_open_tile(f->grid, &f->random, &goal))
            break;
        f->query = wend_default_query(start, goal);
        check(f);
    }
    f->query = wend_default_query(map_random_tile(f->grid, &f->random), map_random_tile(f->grid, &f->random));
    f->query.snap = (float)rng_below(&f->random, 4);
    f->query.partial = rng_chance(&f->random, 70);
    check(f);
    wend_world_destroy(f->world);
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 1000);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t most = number_argument(argc, argv, "--most", 60);
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.plain) != WEND_OK)
        abort();
    for (int32_t i = 0; i < MOST_PATHS; i++)
        if (wend_path_create(NULL, &f.paths[i]) != WEND_OK || wend_path_create(NULL, &f.again[i]) != WEND_OK)
            abort();
    for (int64_t i = 0; i < maps; i++) check_map(&f, (uint64_t)(first + i), (int32_t)most);
    printf("%lld maps, %lld queries, %lld alternatives; %lld failures\n", (long long)maps, (long long)f.asked,
           (long long)f.found, (long long)f.failures);
    for (int32_t i = 0; i < MOST_PATHS; i++) {
        wend_path_destroy(f.paths[i]);
        wend_path_destroy(f.again[i]);
    }
    wend_path_destroy(f.plain);
    wend_search_destroy(f.search);
    return f.failures > 0 || f.found == 0;
}
