// paths.c: does every planner agree with a textbook Dijkstra on random maps?
//
//     property_paths [--maps N] [--first SEED] [--starts N] [--goals N] [--most SIDE] [--flat N]
//                    [--exits N]   1: on maps with thin walls; 2: also with one-way steps; 3: on hexagons
//     property_paths --recipe "noise 20x30 8 unit 15 77" --query 3,4-5,6      repeats one case
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct desk {
    map_recipe recipe;
    wend_world* world;
    wend_world* reopened; // the same from a file; NULL on most maps
    const wend_grid* grid;
    oracle* truth;
    oracle* twelve;                // with the steps between two neighbours; NULL on squares
    double *units, *tiles, *steps; // distances from the start
    wend_query query;
    wend_search* search;
    wend_path *path, *other;
    int32_t flat; // how many of the exact flat searches to compare
    int64_t queries, partial, failures, reopenings;
    double excess_sum, excess_worst;
    char worst[MAP_RECIPE_TEXT + 60]; // the arguments that repeat it
} desk;

// The arguments that repeat this query.
static const char* again(const desk* d, char out[MAP_RECIPE_TEXT + 60]) {
    char text[MAP_RECIPE_TEXT];
    wend_tile s = d->query.start, g = d->query.goal;
    snprintf(out, MAP_RECIPE_TEXT + 60, "--recipe \"%s\" --query %d,%d-%d,%d",
             map_recipe_print(&d->recipe, text), s.x, s.y, g.x, g.y);
    return out;
}

static bool fail(desk* d, const char* what, const char* detail) {
    char text[MAP_RECIPE_TEXT + 60];
    fprintf(stderr, "%s: %s; repeat with: property_paths %s\n", what, detail, again(d, text));
    if (++d->failures < 20) return false;
    fprintf(stderr, "too many failures\n");
    exit(1);
}

// Runs a query and verifies the answer. NULL world: on the grid alone.
static bool ask(desk* d, const wend_world* world, wend_query query, wend_path* path, const char* what) {
    char why[VERIFY_TEXT];
    wend_stats stats;
    wend_result result = world ? wend_find_path(d->search, world, &query, path, &stats)
                               : wend_find_path_on_grid(d->search, d->grid, &query, path, &stats);
    if (result != WEND_OK) return fail(d, what, wend_result_string(result));
    const char* fault = verify_answer(d->grid, &query, path, why);
    if (fault) return fail(d, what, fault);
    bool reachable = isfinite(oracle_at(d->truth, d->units, query.goal));
    wend_outcome outcome = wend_path_outcome(path);
    if ((outcome == WEND_FOUND || outcome == WEND_PARTIAL) != reachable)
        return fail(d, what,
                    reachable ? "no path found although there is one" : "found a path where there is none");
    return true;
}

static bool is_optimum(const desk* d, const wend_path* path) {
    double optimum = oracle_at(d->truth, d->units, d->query.goal);
    return wend_path_outcome(path) != WEND_FOUND || (double)wend_path_integer_cost(path) == optimum;
}

// Every flat search that is exact.
static void check_exact(desk* d) {
    static const struct {
        const char* name;
        wend_algorithm algorithm;
        wend_heuristic heuristic;
    } searches[] = {
        {"octile", WEND_ASTAR, WEND_OCTILE},
        {"chebyshev", WEND_ASTAR, WEND_CHEBYSHEV},
        {"euclidean", WEND_ASTAR, WEND_EUCLIDEAN},
        {"no heuristic", WEND_ASTAR, WEND_NO_HEURISTIC},
        {"dijkstra", WEND_DIJKSTRA, WEND_OCTILE},
        {"exact", WEND_EXACT, WEND_CHEBYSHEV},
        {"manhattan, 4 moves", WEND_ASTAR, WEND_MANHATTAN},
    };
    int32_t count = wend_grid_connectivity(d->grid) == WEND_CONNECTIVITY_4 ? 7 : 6;
    for (int32_t i = 0; i < count && i < d->flat; i++) {
        wend_query query = d->query;
        query.algorithm = searches[i].algorithm;
        query.heuristic = searches[i].heuristic;
        if (!ask(d, NULL, query, d->path, searches[i].name)) continue;
        if (!is_optimum(d, d->path)) fail(d, searches[i].name, "not the optimum");
        double optimum = oracle_at(d->truth, d->tiles, query.goal), cost = wend_path_cost(d->path);
        if (wend_path_outcome(d->path) == WEND_FOUND &&
            (cost < optimum * (1 - 1e-9) || cost > optimum * 1.002))
            fail(d, searches[i].name, "the integer optimum is not within 0.2 % of the true one");
        if (!ask(d, d->world, query, d->other, searches[i].name)) continue;
        if (query.algorithm == WEND_EXACT ? !is_optimum(d, d->other)
                                          : wend_path_hash(d->path) != wend_path_hash(d->other))
            fail(d, searches[i].name, "world and grid give different paths");
    }
}

// By how much the cost may exceed the optimum: Manhattan with diagonal moves is sqrt 2 too high on
// an unobstructed map, to which costs in whole units add up to 0.09 %.
static double inflation(const desk* d, const wend_query* query) {
    bool exceeds = query->heuristic == WEND_MANHATTAN &&
                   wend_grid_connectivity(d->grid) != WEND_CONNECTIVITY_4 &&
                   wend_grid_connectivity(d->grid) < WEND_CONNECTIVITY_HEX_ODD_R;
    double factor = (double)query->heuristic_weight * (exceeds ? 1.4155 : 1);
    return factor > 1 ? factor : 1;
}

static void check_weighted(desk* d, rng* random) {
    wend_query query = d->query;
    query.algorithm = WEND_ASTAR;
    query.heuristic = (wend_heuristic)rng_below(random, WEND_HEURISTIC_COUNT);
    query.heuristic_weight = (float)rng_between(random, 0, 64) / 4;
    if (!ask(d, NULL, query, d->path, "weighted")) return;
    wend_stats stats;
    if (wend_find_path_on_grid(d->search, d->grid, &query, d->other, &stats) != WEND_OK ||
        wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "weighted", "the same query gives another path");
    if (stats.expanded > wend_grid_passable_count(d->grid) || stats.reopened > 0)
        fail(d, "weighted", "a tile was expanded twice");
    if (wend_path_outcome(d->path) != WEND_FOUND) return;
    double optimum = oracle_at(d->truth, d->units, query.goal);
    double cost = (double)wend_path_integer_cost(d->path);
    if (cost < optimum) fail(d, "weighted", "cheaper than the optimum");
    if (cost > optimum * inflation(d, &query)) fail(d, "weighted", "costs more than inflation x optimum");
}

// Breadth-first search ignores the settings of A*.
static void check_bfs(desk* d, rng* random) {
    wend_query query = d->query;
    query.algorithm = WEND_BFS;
    if (!ask(d, NULL, query, d->path, "bfs") || wend_path_outcome(d->path) != WEND_FOUND) return;
    int32_t count;
    wend_path_tiles(d->path, &count);
    if (count - 1 != oracle_at(d->truth, d->steps, query.goal)) fail(d, "bfs", "not the fewest steps");
    query.heuristic_weight = (float)rng_between(random, 0, 64) / 4;
    if (ask(d, NULL, query, d->other, "bfs") && wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "bfs", "a weight changes the path");
}

// Greedy best-first search finds some path, and expands no tile twice. ask() compares with the oracle.
static void check_greedy(desk* d, rng* random) {
    wend_query query = d->query;
    query.algorithm = WEND_GREEDY;
    query.heuristic = (wend_heuristic)rng_below(random, WEND_HEURISTIC_COUNT);
    if (!ask(d, NULL, query, d->path, "greedy")) return;
    query.heuristic_weight = (float)rng_between(random, 0, 64) / 4;
    wend_stats stats;
    if (wend_find_path(d->search, d->world, &query, d->other, &stats) != WEND_OK ||
        wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "greedy", "a weight or the world changes the path");
    if (stats.expanded > wend_grid_passable_count(d->grid) || stats.reopened > 0)
        fail(d, "greedy", "a tile was expanded twice");
    if (wend_path_outcome(d->path) == WEND_FOUND &&
        (double)wend_path_integer_cost(d->path) < oracle_at(d->truth, d->units, query.goal))
        fail(d, "greedy", "cheaper than the optimum");
}

// ---- several goals

enum { MOST_GOALS = 24 };
#define MOST_EXCESS .25 // of a path by WEND_HPA over the optimum, at any costs

// Runs a query with several goals and verifies the answer as that of a query with the goal it reports.
static bool ask_any(desk* d, const wend_world* world, wend_query query, wend_path* path, const char* what) {
    wend_result result = world ? wend_find_path(d->search, world, &query, path, NULL)
                               : wend_find_path_on_grid(d->search, d->grid, &query, path, NULL);
    if (result != WEND_OK) return fail(d, what, wend_result_string(result));
    double nearest = INFINITY;
    bool passable = false;
    for (int32_t i = 0; i < query.goal_count; i++) {
        nearest = fmin(nearest, oracle_at(d->truth, d->units, query.goals[i]));
        passable |= wend_grid_passable(d->grid, query.goals[i]);
    }
    wend_outcome outcome = wend_path_outcome(path);
    int32_t goal = wend_path_goal(path);
    bool found = outcome == WEND_FOUND || outcome == WEND_PARTIAL;
    if (found != isfinite(nearest)) return fail(d, what, "found, but not exactly when a goal is reachable");
    if (found != (goal >= 0 && goal < query.goal_count)) return fail(d, what, "reports a wrong goal");
    bool start_passable = wend_grid_passable(d->grid, query.start);
    if ((outcome == WEND_GOAL_BLOCKED) != (start_passable && !passable))
        return fail(d, what, "goal_blocked, but not exactly when all goals are");
    query.goal = query.goals[found ? goal : 0];
    query.goal_count = 0;
    char why[VERIFY_TEXT];
    const char* fault = found ? verify_answer(d->grid, &query, path, why) : NULL;
    return fault ? fail(d, what, fault) : true;
}

// The least of the distances from the start to the goals.
static double nearest_of(const desk* d, const double* distances, const wend_query* query) {
    double nearest = INFINITY;
    for (int32_t i = 0; i < query->goal_count; i++)
        nearest = fmin(nearest, oracle_at(d->truth, distances, query->goals[i]));
    return nearest;
}

// With an inflated heuristic, reopening keeps the bound of the weight, and a search that goes on until the
// path is proven finds the optimum, to one goal and to several.
static void check_reopening(desk* d, rng* random) {
    wend_query query = d->query;
    wend_stats stats;
    query.algorithm = WEND_ASTAR;
    query.heuristic = (wend_heuristic)rng_below(random, WEND_HEURISTIC_COUNT);
    query.heuristic_weight = (float)rng_between(random, 2, 40) / 4;
    query.hex_diagonals = d->twelve && rng_chance(random, 50);
    oracle* truth = query.hex_diagonals ? d->twelve : d->truth;
    const double optimum = oracle_distances(truth, ORACLE_UNITS, query.start,
                                            false)[query.goal.y * wend_grid_width(d->grid) + query.goal.x];
    query.reopen = true;
    if (!ask(d, NULL, query, d->path, "reopening")) return;
    const double cost = (double)wend_path_integer_cost(d->path);
    if (wend_path_outcome(d->path) == WEND_FOUND && !query.hex_diagonals &&
        (cost < optimum || cost > optimum * inflation(d, &query)))
        fail(d, "reopening", "costs more than inflation x optimum");
    query.reopen = rng_chance(random, 50);
    query.until_proven = true;
    const wend_world* world = rng_chance(random, 50) ? d->world : NULL;
    if (!ask(d, world, query, d->path, "until proven")) return;
    if (wend_path_outcome(d->path) == WEND_FOUND && (double)wend_path_integer_cost(d->path) != optimum)
        fail(d, "until proven", "not the optimum");
    if (wend_find_path_on_grid(d->search, d->grid, &query, d->other, &stats) != WEND_OK ||
        wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "until proven", "the same query gives another path");
    d->reopenings += stats.reopened;
    const wend_tile goals[] = {query.goal, map_random_tile(d->grid, random),
                               map_random_tile(d->grid, random)};
    query.hex_diagonals = false;
    query.goals = goals;
    query.goal_count = 3;
    if (ask_any(d, NULL, query, d->path, "nearest, until proven") &&
        wend_path_outcome(d->path) == WEND_FOUND &&
        (double)wend_path_integer_cost(d->path) != nearest_of(d, d->units, &query))
        fail(d, "nearest, until proven", "not the nearest goal");
    query.goal_count = 0;
    static const wend_algorithm others[] = {WEND_HPA, WEND_EXACT, WEND_BFS, WEND_GREEDY};
    query.algorithm = others[rng_below(random, 4)];
    if (wend_find_path(d->search, d->world, &query, d->path, NULL) != WEND_ERROR_UNSUPPORTED)
        fail(d, "until proven", "accepted for another algorithm");
}

static void check_nearest(desk* d, const wend_query* any) {
    static const struct {
        const char* name;
        wend_algorithm algorithm;
        wend_heuristic heuristic;
        wend_refinement refinement;
    } searches[] = {
        {"nearest, exact", WEND_EXACT, WEND_OCTILE, WEND_REFINE_SWEEP},
        {"nearest, exact by A*", WEND_EXACT, WEND_OCTILE, WEND_REFINE_ASTAR},
        {"nearest, octile", WEND_ASTAR, WEND_OCTILE, WEND_REFINE_SWEEP},
        {"nearest, euclidean", WEND_ASTAR, WEND_EUCLIDEAN, WEND_REFINE_SWEEP},
        {"nearest, dijkstra", WEND_DIJKSTRA, WEND_OCTILE, WEND_REFINE_SWEEP},
    };
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        wend_query query = *any;
        query.algorithm = searches[i].algorithm;
        query.heuristic = searches[i].heuristic;
        query.refinement = searches[i].refinement;
        for (int32_t on_grid = 0; on_grid < 2; on_grid++) {
            if (!ask_any(d, on_grid ? NULL : d->world, query, d->path, searches[i].name)) continue;
            if (wend_path_outcome(d->path) == WEND_FOUND &&
                (double)wend_path_integer_cost(d->path) != nearest_of(d, d->units, &query))
                fail(d, searches[i].name, "not the nearest goal");
        }
    }
}

// WEND_HPA costs no more than a query for any of the goals alone.
static void check_nearest_hpa(desk* d, const wend_query* any, rng* random) {
    wend_query query = *any;
    query.refinement = (wend_refinement)rng_below(random, WEND_REFINEMENT_COUNT);
    if (!ask_any(d, d->world, query, d->path, "nearest, hpa")) return;
    if (wend_path_outcome(d->path) != WEND_FOUND) return;
    for (int32_t i = 0; i < query.goal_count; i++) {
        wend_query single = query;
        single.goal = query.goals[i];
        single.goal_count = 0;
        if (ask(d, d->world, single, d->other, "hpa") && wend_path_outcome(d->other) == WEND_FOUND &&
            wend_path_integer_cost(d->other) < wend_path_integer_cost(d->path))
            fail(d, "nearest, hpa", "one of the goals alone is nearer");
    }
    int32_t goal = wend_path_goal(d->path);
    query.first_tiles = rng_between(random, 1, 80);
    if (ask_any(d, d->world, query, d->other, "nearest, first tiles") && wend_path_goal(d->other) != goal)
        fail(d, "nearest, first tiles", "another goal than for the whole path");
}

static void check_goals(desk* d, rng* random) {
    wend_tile goals[MOST_GOALS];
    wend_query query = d->query;
    query.goals = goals;
    query.goal_count = rng_chance(random, 20) ? MOST_GOALS : rng_between(random, 1, 6);
    for (int32_t i = 0; i < query.goal_count; i++)
        if (rng_chance(random, 20) || !map_random_open_tile(d->grid, random, &goals[i]))
            goals[i] = map_random_tile(d->grid, random);
    if (rng_chance(random, 30)) goals[query.goal_count - 1] = goals[0];
    query.goal = (wend_tile){-1, -1}; // ignored
    check_nearest(d, &query);
    check_nearest_hpa(d, &query, random);
    query.algorithm = WEND_GREEDY;
    ask_any(d, NULL, query, d->path, "some goal, greedy");
    query.algorithm = WEND_BFS;
    if (!ask_any(d, NULL, query, d->path, "nearest, bfs") || wend_path_outcome(d->path) != WEND_FOUND) return;
    int32_t count;
    wend_path_tiles(d->path, &count);
    if (count - 1 != nearest_of(d, d->steps, &query)) fail(d, "nearest, bfs", "not the fewest steps");
}

// Do some clusters of the two tiles touch? Clusters are the spans between lines, lines included.
static bool near_along(int32_t a, int32_t b, int32_t size) {
    int32_t first_a = (a + size - 1) / size - 1,
            first_b = (b + size - 1) / size - 1; // the lower cluster of the two
    return abs(a / size - first_b) <= 1 || abs(first_a - b / size) <= 1 || abs(a / size - b / size) <= 1;
}

static bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

// True when the abstract path of a partial path is that of the whole one as far as its tiles go, and ends at
// the goal.
static bool is_first_part(const wend_path* path, const wend_path* whole, wend_tile goal) {
    int32_t tile_count, count, whole_count;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    const wend_tile *route = wend_path_route(path, &count), *other = wend_path_route(whole, &whole_count);
    if (count == 0 || count > whole_count) return count == whole_count;
    for (int32_t i = 0; i < count; i++) {
        if (!same_tile(route[i], other[i])) return false;
        if (same_tile(route[i], tiles[tile_count - 1])) return same_tile(route[count - 1], goal);
    }
    return false;
}

static bool has_one_cost(const wend_grid* grid) {
    float cost = 0;
    for (int32_t y = 0; y < wend_grid_height(grid); y++)
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            const float here = wend_grid_cost(grid, (wend_tile){x, y});
            if (here > 0 && cost > 0 && here != cost) return false;
            if (here > 0) cost = here;
        }
    return true;
}

// The first part of a path: both forms of refinement, and the same abstract path as for the whole path. But
// whole paths on maps of one cost do without clusters above level 2 near their ends.
static void check_first(desk* d, rng* random) {
    wend_query query = d->query;
    if (!ask(d, d->world, query, d->other, "hpa")) return;
    query.first_tiles = rng_between(random, 1, 80);
    if (!ask(d, d->world, query, d->path, "first tiles")) return;
    if (!is_first_part(d->path, d->other, query.goal) &&
        (wend_world_get_info(d->world).level_count <= 2 || !has_one_cost(d->grid)))
        fail(d, "first tiles", "another abstract path than for the whole path");
    const bool partial = wend_path_outcome(d->path) == WEND_PARTIAL;
    int32_t count;
    wend_path_tiles(d->path, &count);
    if (partial && count <= query.first_tiles) fail(d, "first tiles", "fewer steps than asked for");
    d->partial += partial;
    query.refinement = WEND_REFINE_ASTAR;
    if (!ask(d, d->world, query, d->other, "first tiles by A*")) return;
    if (wend_path_outcome(d->path) != wend_path_outcome(d->other) ||
        wend_path_integer_cost(d->path) != wend_path_integer_cost(d->other))
        fail(d, "first tiles", "the two forms of refinement give different costs");
}

static void check_hpa(desk* d) {
    wend_query query = d->query;
    query.smooth = true;
    wend_tile s = query.start, g = query.goal;
    if (!ask(d, d->world, query, d->path, "hpa")) return;
    bool found = wend_path_outcome(d->path) == WEND_FOUND;
    if (wend_world_connected(d->world, s, g) != found) fail(d, "connected", "disagrees with the search");
    double optimum = oracle_at(d->truth, d->units, g);
    if (found && (double)wend_path_integer_cost(d->path) < optimum)
        fail(d, "hpa", "cheaper than the optimum");
    int32_t size = d->recipe.cluster_size;
    if (near_along(s.x, g.x, size) && near_along(s.y, g.y, size) && !is_optimum(d, d->path))
        fail(d, "hpa", "not the optimum between near clusters");
    if (wend_world_get_info(d->world).columns * wend_world_get_info(d->world).rows <= 12 &&
        !is_optimum(d, d->path))
        fail(d, "hpa", "not the optimum on a map of few clusters");
    if (found && optimum > 0) {
        double excess = (double)wend_path_integer_cost(d->path) / optimum - 1;
        d->excess_sum += excess;
        if (excess > MOST_EXCESS) fail(d, "hpa", "costs far more than the optimum");
        if (excess > d->excess_worst) {
            d->excess_worst = excess;
            again(d, d->worst);
        }
    }
    query.smooth = false;
    query.refinement = WEND_REFINE_ASTAR;
    if (ask(d, d->world, query, d->other, "hpa by A*") &&
        wend_path_integer_cost(d->path) != wend_path_integer_cost(d->other))
        fail(d, "hpa", "the two forms of refinement give different costs");
    query.refinement = WEND_REFINE_SWEEP;
    if (ask(d, d->world, query, d->other, "hpa") && wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "hpa", "smoothing changes the tiles");
    if (d->reopened && ask(d, d->reopened, query, d->other, "hpa, reopened") &&
        wend_path_hash(d->path) != wend_path_hash(d->other))
        fail(d, "hpa", "the world from the file gives another path");
}

// The twelve ways of hexagons, on the grid and on the world.
static void check_hex_diagonals(desk* d, rng* random) {
    static const struct {
        const char* name;
        wend_algorithm algorithm;
        wend_heuristic heuristic;
    } searches[] = {
        {"12 ways, octile", WEND_ASTAR, WEND_OCTILE},
        {"12 ways, chebyshev", WEND_ASTAR, WEND_CHEBYSHEV},
        {"12 ways, euclidean", WEND_ASTAR, WEND_EUCLIDEAN},
        {"12 ways, dijkstra", WEND_DIJKSTRA, WEND_OCTILE},
        {"12 ways, manhattan", WEND_ASTAR, WEND_MANHATTAN},
        {"12 ways, bfs", WEND_BFS, WEND_OCTILE},
    };
    const int32_t width = wend_grid_width(d->grid);
    for (int32_t i = 0; i < 6; i++) {
        wend_query query = d->query;
        query.algorithm = searches[i].algorithm;
        query.heuristic = searches[i].heuristic;
        query.hex_diagonals = true;
        const wend_world* world = rng_chance(random, 50) ? d->world : NULL;
        if (!ask(d, world, query, d->path, searches[i].name) || wend_path_outcome(d->path) != WEND_FOUND)
            continue;
        const oracle_metric metric = query.algorithm == WEND_BFS ? ORACLE_STEPS : ORACLE_UNITS;
        double best =
            oracle_distances(d->twelve, metric, query.start, false)[query.goal.y * width + query.goal.x];
        int32_t count;
        wend_path_tiles(d->path, &count);
        double cost = query.algorithm == WEND_BFS ? count - 1 : (double)wend_path_integer_cost(d->path);
        double most = query.heuristic == WEND_MANHATTAN ? best * 1.16 : best;
        if (cost < best || cost > most) fail(d, searches[i].name, "not the optimum");
    }
    wend_query query = d->query;
    query.hex_diagonals = true;
    if (wend_find_path(d->search, d->world, &query, d->path, NULL) != WEND_ERROR_UNSUPPORTED)
        fail(d, "12 ways", "accepted for HPA*");
}

static void check_query(desk* d, wend_tile start, wend_tile goal) {
    d->query = wend_default_query(start, goal);
    rng random = rng_seeded(d->recipe.seed ^ (uint64_t)(goal.y * wend_grid_width(d->grid) + goal.x));
    check_exact(d);
    check_bfs(d, &random);
    check_weighted(d, &random);
    check_hpa(d);
    check_first(d, &random);
    check_greedy(d, &random);
    check_goals(d, &random);
    check_reopening(d, &random);
    if (d->twelve) check_hex_diagonals(d, &random);
    d->queries++;
}

static double* distances(desk* d, oracle_metric metric, wend_tile start) {
    size_t size = (size_t)wend_grid_width(d->grid) * (size_t)wend_grid_height(d->grid) * sizeof(double);
    double* copy = malloc(size);
    if (!copy) abort();
    return memcpy(copy, oracle_distances(d->truth, metric, start, false), size);
}

static void begin_start(desk* d, wend_tile start) {
    d->units = distances(d, ORACLE_UNITS, start);
    d->tiles = distances(d, ORACLE_TILES, start);
    d->steps = distances(d, ORACLE_STEPS, start);
}
static void end_start(desk* d) {
    free(d->units);
    free(d->tiles);
    free(d->steps);
}

static void begin_map(desk* d, bool reopen) {
    d->world = map_make_world(&d->recipe);
    d->grid = wend_world_grid(d->world);
    d->truth = oracle_of_grid(d->grid);
    d->twelve =
        wend_grid_connectivity(d->grid) >= WEND_CONNECTIVITY_HEX_ODD_R ? oracle_of_grid(d->grid) : NULL;
    if (d->twelve) oracle_allow_hex_diagonals(d->twelve);
    d->reopened = NULL;
    if (!reopen) return;
    wend_error error = {0};
    char file[64]; // other tests of this program may run at the same time in this folder
    snprintf(file, sizeof file, "property_paths.%ld.wend", (long)getpid());
    if (wend_world_save(d->world, file, &error) != WEND_OK ||
        wend_world_open(file, NULL, &d->reopened, &error) != WEND_OK)
        fail(d, "save and open", error.text);
    else if (wend_world_hash(d->world) != wend_world_hash(d->reopened))
        fail(d, "save and open", "the world's hash is another");
    remove(file);
}
static void end_map(desk* d) {
    oracle_destroy(d->truth);
    oracle_destroy(d->twelve);
    wend_world_destroy(d->reopened);
    wend_world_destroy(d->world);
}

static void check_map(desk* d, int32_t starts, int32_t goals) {
    rng random = rng_seeded(d->recipe.seed ^ 0x7061746873);
    begin_map(d, d->recipe.seed % 10 == 0);
    for (int32_t i = 0; i < starts; i++) {
        wend_tile start, goal;
        if (rng_chance(&random, 10) || !map_random_open_tile(d->grid, &random, &start))
            start = map_random_tile(d->grid, &random);
        begin_start(d, start);
        for (int32_t k = 0; k < goals; k++) {
            if (rng_chance(&random, 10) || !map_random_open_tile(d->grid, &random, &goal))
                goal = map_random_tile(d->grid, &random);
            check_query(d, start, goal);
        }
        end_start(d);
    }
    end_map(d);
}

static const char* option(int argc, char** argv, const char* name, const char* otherwise) {
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0) return argv[i + 1];
    return otherwise;
}
static int32_t number(int argc, char** argv, const char* name, const char* otherwise) {
    return (int32_t)strtol(option(argc, argv, name, otherwise), NULL, 10);
}

int main(int argc, char** argv) {
    desk d = {.flat = number(argc, argv, "--flat", "7")};
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &d.search) != WEND_OK || wend_path_create(NULL, &d.path) != WEND_OK ||
        wend_path_create(NULL, &d.other) != WEND_OK)
        return 1;
    const char* recipe = option(argc, argv, "--recipe", NULL);
    if (recipe) {
        wend_tile s, g;
        if (!map_recipe_parse(recipe, &d.recipe) ||
            sscanf(option(argc, argv, "--query", ""), "%d,%d-%d,%d", &s.x, &s.y, &g.x, &g.y) != 4) {
            fprintf(stderr, "--recipe and --query as a failure prints them\n");
            return 2;
        }
        begin_map(&d, true);
        begin_start(&d, s);
        check_query(&d, s, g);
        end_start(&d);
        end_map(&d);
    } else {
        uint64_t first = strtoull(option(argc, argv, "--first", "1"), NULL, 10);
        int32_t maps = number(argc, argv, "--maps", "2000"), most = number(argc, argv, "--most", "70");
        int32_t exits = number(argc, argv, "--exits", "0");
        int32_t starts = number(argc, argv, "--starts", "2"), goals = number(argc, argv, "--goals", "2");
        for (int32_t i = 0; i < maps; i++) {
            uint64_t seed = first + (uint64_t)i;
            d.recipe = exits == 3  ? map_recipe_random_hex(seed, most)
                       : exits > 0 ? map_recipe_random_exits(seed, most, exits > 1)
                                   : map_recipe_random(seed, most);
            check_map(&d, starts, goals);
        }
    }
    printf("%" PRId64 " queries, %" PRId64 " of them partial too, %" PRId64 " failures, %" PRId64
           " tiles reopened; HPA* over the optimum: mean %.4f %%, worst %.2f %% (%s)\n",
           d.queries, d.partial, d.failures, d.reopenings, 100 * d.excess_sum / (double)d.queries,
           100 * d.excess_worst, d.worst);
    wend_path_destroy(d.other);
    wend_path_destroy(d.path);
    wend_search_destroy(d.search);
    return d.failures > 0 || d.queries == 0 || (d.queries >= 1000 && d.reopenings == 0);
}
