// answers.c: does every query get the answer that its options ask for? Blocked ends are replaced by the
// nearest passable tile, partial paths lead to the reachable tile nearest to a goal, and any tile of an area
// or a class is a goal: all compared with brute force over the tiles and a textbook Dijkstra, on maps of
// every kind, with walls, one-way steps, hexagons and links, before and after edits.
//     property_answers [--maps N] [--first SEED] [--most SIDE]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "expected_answer.h"
#include "maps.h"
#include "wend/wend.h"

enum { MOST_GOALS = 12 };

typedef struct fixture {
    map_recipe recipe;
    wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_path *path, *other;
    oracle* truth;
    rng random;
    int64_t queries, snapped, partial, places, failures;
} fixture;

static const char* const algorithm_names[] = {"hpa", "exact", "astar", "dijkstra", "bfs", "greedy"};

static void fail(fixture* f, const wend_query* query, bool on_grid, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(
        stderr,
        "%s: %s on the %s, from %d,%d to %d,%d (%d goals, area %d,%d,%d,%d, class %d), snap %g, partial %d; "
        "seed %llu, map \"%s\"\n",
        what, algorithm_names[query->algorithm], on_grid ? "grid" : "world", query->start.x, query->start.y,
        query->goal.x, query->goal.y, query->goal_count, query->goal_area.x, query->goal_area.y,
        query->goal_area.width, query->goal_area.height, query->goal_class, (double)query->snap,
        query->partial, (unsigned long long)f->recipe.seed, map_recipe_print(&f->recipe, text));
    if (++f->failures >= 20) exit(1);
}

static bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

// Runs a query whole or, on request, in slices.
static wend_result ask(fixture* f, const wend_query* query, bool on_grid, bool in_slices, wend_path* out) {
    if (!in_slices)
        return on_grid ? wend_find_path_on_grid(f->search, f->grid, query, out, NULL)
                       : wend_find_path(f->search, f->world, query, out, NULL);
    wend_result result = on_grid ? wend_search_begin_on_grid(f->search, f->grid, query)
                                 : wend_search_begin(f->search, f->world, query);
    for (bool done = false; result == WEND_OK && !done;) result = wend_search_step(f->search, 7, &done);
    return result == WEND_OK ? wend_search_finish(f->search, out, NULL) : result;
}

static void check(fixture* f, const wend_query* query, bool on_grid, const expected_answer* e) {
    f->queries++;
    if (ask(f, query, on_grid, false, f->path) != WEND_OK) {
        fail(f, query, on_grid, "an error");
        return;
    }
    const char* fault = check_answer(e, f->grid, query, f->path);
    if (fault) {
        fail(f, query, on_grid, fault);
        return;
    }
    const wend_snapped moved = wend_path_snapped(f->path, &(wend_tile){0, 0}, &(wend_tile){0, 0});
    f->snapped += moved.start || moved.goal;
    f->partial += e->outcome == WEND_PARTIAL;
    if (e->outcome != WEND_FOUND && e->outcome != WEND_PARTIAL) return;
    if (ask(f, query, on_grid, true, f->other) != WEND_OK ||
        wend_path_hash(f->other) != wend_path_hash(f->path) ||
        !same_tile(wend_path_goal_tile(f->other), wend_path_goal_tile(f->path)))
        fail(f, query, on_grid, "another answer in slices");
    if (e->goals.count > 1 || !e->goals.listed || query->algorithm == WEND_BFS) return;
    // The path is that of a plain query between the same tiles; a partial one on a grid alone comes from
    // another search and may be another path of that cost.
    wend_query plain = wend_default_query(e->start, e->last);
    plain.algorithm = query->algorithm;
    if (ask(f, &plain, on_grid, false, f->other) != WEND_OK) abort();
    const bool same = wend_path_integer_cost(f->other) == wend_path_integer_cost(f->path);
    if (!same && query->algorithm != WEND_GREEDY) fail(f, query, on_grid, "not the path of a plain query");
}

static void check_all(fixture* f, wend_query query, const query_goals* goals) {
    query.algorithm = WEND_BFS; // so that the steps are counted, too
    const expected_answer e = expect_answer(f->truth, f->grid, &query, goals);
    for (int32_t i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        query.algorithm = (wend_algorithm)i;
        query.refinement = (wend_refinement)rng_below(&f->random, WEND_REFINEMENT_COUNT);
        check(f, &query, false, &e);
        if (query.algorithm != WEND_HPA) check(f, &query, true, &e);
    }
}

static wend_tile any_tile(fixture* f) {
    return map_random_tile(f->grid, &f->random);
}

static void set_options(fixture* f, wend_query* query) {
    static const float radii[] = {0, 0.5f, 1, 1.42f, 2, 3.7f, 10, INFINITY};
    query->snap = radii[rng_below(&f->random, 8)];
    query->partial = rng_chance(&f->random, 70);
    query->smooth = rng_chance(&f->random, 30);
}

static void check_single(fixture* f) {
    wend_query query = wend_default_query(any_tile(f), any_tile(f));
    set_options(f, &query);
    const wend_tile goal = expected_snap(f->grid, query.goal, (double)query.snap);
    check_all(f, query, &(query_goals){&query.goal, &goal, 1, true});
}

static void check_several(fixture* f) {
    wend_tile asked[MOST_GOALS], goals[MOST_GOALS];
    wend_query query = wend_default_query(any_tile(f), (wend_tile){-1, -1});
    set_options(f, &query);
    query.goals = asked;
    query.goal_count = rng_between(&f->random, 2, MOST_GOALS);
    for (int32_t i = 0; i < query.goal_count; i++) {
        asked[i] = any_tile(f);
        goals[i] = expected_snap(f->grid, asked[i], (double)query.snap);
    }
    check_all(f, query, &(query_goals){asked, goals, query.goal_count, true});
}

// All tiles of a place, in the order of their rows.
static void check_place(fixture* f) {
    wend_tile* goals = malloc((size_t)f->recipe.width * (size_t)f->recipe.height * sizeof *goals);
    if (!goals) abort();
    int32_t count = 0;
    wend_query query = wend_default_query(any_tile(f), (wend_tile){-1, -1});
    set_options(f, &query);
    if (rng_chance(&f->random, 50)) {
        const wend_tile corner = any_tile(f);
        query.goal_area =
            (wend_rect){corner.x, corner.y, rng_between(&f->random, 1, f->recipe.width - corner.x),
                        rng_between(&f->random, 1, f->recipe.height - corner.y)};
    } else {
        query.goal_class =
            rng_chance(&f->random, 10) ? rng_below(&f->random, 256) : wend_grid_class(f->grid, any_tile(f));
    }
    const wend_rect r = query.goal_area;
    for (int32_t y = 0; y < f->recipe.height; y++)
        for (int32_t x = 0; x < f->recipe.width; x++)
            if (query.goal_class >= 0 ? wend_grid_class(f->grid, (wend_tile){x, y}) == query.goal_class
                                      : x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height)
                goals[count++] = (wend_tile){x, y};
    check_all(f, query, &(query_goals){goals, goals, count, false});
    f->places++;
    free(goals);
}

static void check_queries(fixture* f) {
    f->grid = wend_world_grid(f->world);
    f->truth = oracle_of_grid(f->grid);
    for (int32_t i = 0; i < 3; i++) check_single(f);
    check_several(f);
    check_place(f);
    oracle_destroy(f->truth);
}

static int32_t side(int32_t room) {
    return room < 20 ? room : 20;
}

// Changes some tiles and leaves the larger clusters pending.
static void edit(fixture* f) {
    wend_edit edits[6];
    for (int32_t i = 0; i < 6; i++) {
        const wend_tile corner = any_tile(f);
        const wend_rect area = {corner.x, corner.y,
                                rng_between(&f->random, 1, side(f->recipe.width - corner.x)),
                                rng_between(&f->random, 1, side(f->recipe.height - corner.y))};
        edits[i] = wend_edit_tiles(area, rng_chance(&f->random, 50) ? 0 : 1);
    }
    if (wend_world_edit(f->world, edits, 6, NULL) != WEND_OK) abort();
}

static void check_map(fixture* f, uint64_t seed, int32_t most) {
    f->recipe = map_recipe_random_any(seed, most);
    f->random = rng_seeded(seed);
    const int32_t links = rng_chance(&f->random, 60) ? 0 : rng_below(&f->random, 12);
    f->world = map_make_linked_world(&f->recipe, links);
    check_queries(f);
    edit(f);
    check_queries(f);
    if (wend_world_refresh(f->world, 1, NULL) != WEND_OK) abort();
    check_queries(f);
    wend_world_destroy(f->world);
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 500);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t most = number_argument(argc, argv, "--most", 60);
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_path_create(NULL, &f.other) != WEND_OK)
        abort();
    for (int64_t i = 0; i < maps; i++) check_map(&f, (uint64_t)(first + i), (int32_t)most);
    printf("%lld maps, %lld queries, %lld snapped, %lld partial paths, %lld places; %lld failures\n",
           (long long)maps, (long long)f.queries, (long long)f.snapped, (long long)f.partial,
           (long long)f.places, (long long)f.failures);
    wend_path_destroy(f.path);
    wend_path_destroy(f.other);
    wend_search_destroy(f.search);
    return f.failures > 0 || f.snapped == 0 || f.partial == 0;
}
