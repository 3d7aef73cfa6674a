// subgoals.c: do the subgoals of random maps give the cheapest paths, before and after edits?
//
//     property_subgoals [--maps N] [--first SEED] [--most SIDE]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

enum { ENOUGH = 1 << 30 };

typedef struct desk {
    map_recipe recipe;
    rng random;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    int64_t queries, indexed, failures;
} desk;

static void fail(desk* d, const wend_query* query, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s: --first %llu (%s), from %d,%d to %d,%d\n", what, (unsigned long long)d->recipe.seed,
            map_recipe_print(&d->recipe, text), query->start.x, query->start.y, query->goal.x, query->goal.y);
    d->failures++;
}

static void check_query(desk* d, const oracle* truth, const double* distances, wend_query query) {
    char why[VERIFY_TEXT];
    const double optimum = oracle_at(truth, distances, query.goal);
    const wend_result result = wend_find_path(d->search, d->world, &query, d->path, NULL);
    const char* fault = result == WEND_OK ? verify_answer(wend_world_grid(d->world), &query, d->path, why)
                                          : wend_result_string(result);
    d->queries++;
    if (fault)
        fail(d, &query, fault);
    else if ((wend_path_outcome(d->path) == WEND_FOUND) != isfinite(optimum))
        fail(d, &query, "found, but not exactly when there is a path");
    else if (wend_path_outcome(d->path) == WEND_FOUND && (double)wend_path_integer_cost(d->path) != optimum)
        fail(d, &query, "not the optimum");
}

// The nearest of several goals, and the least that a path to any of them costs.
static void check_goals(desk* d, const oracle* truth, const double* distances, wend_tile start) {
    enum { GOALS = 5 };
    const wend_grid* grid = wend_world_grid(d->world);
    wend_tile goals[GOALS];
    double least = INFINITY;
    wend_query query = wend_default_query(start, start);
    query.goals = goals;
    query.goal_count = GOALS;
    for (int32_t i = 0; i < GOALS; i++) {
        goals[i] = map_random_tile(grid, &d->random);
        least = fmin(least, oracle_at(truth, distances, goals[i]));
    }
    d->queries++;
    if (wend_find_path(d->search, d->world, &query, d->path, NULL) != WEND_OK)
        fail(d, &query, "several goals: an error");
    else if ((wend_path_outcome(d->path) == WEND_FOUND) != isfinite(least))
        fail(d, &query, "several goals: found, but not exactly when there is a path");
    else if (isfinite(least) && (double)wend_path_integer_cost(d->path) != least)
        fail(d, &query, "several goals: not the nearest");
}

static void check_queries(desk* d) {
    const wend_grid* grid = wend_world_grid(d->world);
    oracle* truth = oracle_of_grid(grid);
    wend_tile start;
    for (int32_t i = 0; i < 3 && map_random_open_tile(grid, &d->random, &start); i++) {
        const double* distances = oracle_distances(truth, ORACLE_UNITS, start, false);
        for (int32_t k = 0; k < 12; k++) {
            wend_query query = wend_default_query(start, map_random_tile(grid, &d->random));
            query.smooth = rng_chance(&d->random, 30);
            if (rng_chance(&d->random, 30)) query.algorithm = WEND_EXACT;
            check_query(d, truth, distances, query);
        }
        check_goals(d, truth, distances, start);
    }
    oracle_destroy(truth);
}

// The subgoals must never answer for a map that has changed.
static void edit(desk* d) {
    const wend_grid* grid = wend_world_grid(d->world);
    const wend_tile at = map_random_tile(grid, &d->random);
    const uint8_t before = wend_grid_class(grid, at);
    const wend_edit one = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, before ? 0 : 1);
    if (wend_world_edit(d->world, &one, 1, NULL) != WEND_OK) abort();
    if (wend_world_subgoal_bytes(d->world) != 0)
        fail(d, &(wend_query){.start = at, .goal = at}, "subgoals of another map");
}

// True where the map has the form that subgoals are for, by the public functions alone.
static bool fits(const desk* d) {
    return d->recipe.connectivity == WEND_CONNECTIVITY_8 && d->recipe.costs == COSTS_UNIT &&
           d->recipe.exits == EXITS_OPEN;
}

static void check_map(desk* d) {
    d->random = rng_seeded(d->recipe.seed);
    d->world = map_make_world(&d->recipe);
    for (int32_t i = 0; i < 3; i++) {
        const wend_result result = wend_world_add_subgoals(d->world, ENOUGH, NULL, NULL);
        const bool has_some = result == WEND_OK && wend_world_subgoal_bytes(d->world) > 0;
        if (fits(d) && !has_some) fail(d, &(wend_query){.goal_count = 0}, wend_result_string(result));
        if (result != WEND_OK && result != WEND_ERROR_UNSUPPORTED)
            fail(d, &(wend_query){.goal_count = 0}, wend_result_string(result));
        d->indexed += has_some;
        if (has_some) check_queries(d);
        edit(d);
    }
    wend_world_destroy(d->world);
}

int main(int argc, char** argv) {
    int32_t maps = 500, first = 1, most = 60;
    for (int i = 1; i + 1 < argc; i += 2) {
        const int32_t value = (int32_t)strtol(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--maps")) maps = value;
        if (!strcmp(argv[i], "--first")) first = value;
        if (!strcmp(argv[i], "--most")) most = value;
    }
    desk d = {.queries = 0};
    const wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &d.search) != WEND_OK || wend_path_create(NULL, &d.path) != WEND_OK)
        return 2;
    for (int32_t i = 0; i < maps && d.failures < 20; i++) {
        d.recipe = map_recipe_random_any((uint64_t)first + (uint64_t)i, most);
        if (i % 8 != 0) { // the others are of all kinds
            d.recipe.costs = COSTS_UNIT;
            d.recipe.exits = EXITS_OPEN;
            d.recipe.connectivity = WEND_CONNECTIVITY_8;
        }
        check_map(&d);
    }
    wend_path_destroy(d.path);
    wend_search_destroy(d.search);
    printf("%lld queries on %lld maps with subgoals, %lld failures\n", (long long)d.queries,
           (long long)d.indexed, (long long)d.failures);
    return d.failures > 0 || d.queries == 0;
}
