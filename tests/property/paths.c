// paths.c: every planner against a textbook Dijkstra, over random maps.
//
//     property_paths [--maps N] [--first SEED] [--starts N] [--goals N] [--most SIDE]
//     property_paths --recipe "noise 20x30 8 unit 15 77" --query 3,4-5,6      one case again
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct bench {
    map_recipe recipe;
    wend_world* world;
    wend_world* reopened; // the same from a file; NULL on most maps
    const wend_grid* grid;
    oracle* truth;
    double *units, *tiles, *steps; // distances from the start
    wend_query query;
    wend_search* search;
    wend_path *path, *other;
    int64_t queries, failures;
    double excess_sum, excess_worst;
} bench;

static bool fail(bench* b, const char* what, const char* detail) {
    char text[MAP_RECIPE_TEXT];
    wend_tile s = b->query.start, g = b->query.goal;
    fprintf(stderr, "%s: %s; again with: property_paths --recipe \"%s\" --query %d,%d-%d,%d\n", what, detail,
            map_recipe_print(&b->recipe, text), s.x, s.y, g.x, g.y);
    if (++b->failures < 20) return false;
    fprintf(stderr, "too many failures\n");
    exit(1);
}

// Asks one way and checks that the answer is possible at all. NULL world: on the bare grid.
static bool ask(bench* b, const wend_world* world, wend_query query, wend_path* path, const char* what) {
    char why[VERIFY_TEXT];
    wend_stats stats;
    wend_result result = world ? wend_find_path(b->search, world, &query, path, &stats)
                               : wend_find_path_on_grid(b->search, b->grid, &query, path, &stats);
    if (result != WEND_OK) return fail(b, what, wend_result_string(result));
    if (!verify_path(b->grid, &query, path, why)) return fail(b, what, why);
    bool reachable = isfinite(oracle_at(b->truth, b->units, query.goal));
    if ((wend_path_outcome(path) == WEND_FOUND) != reachable)
        return fail(b, what,
                    reachable ? "no route found although there is one" : "found a route that cannot be");
    return true;
}

static bool is_optimum(const bench* b, const wend_path* path) {
    double optimum = oracle_at(b->truth, b->units, b->query.goal);
    return wend_path_outcome(path) != WEND_FOUND || (double)wend_path_integer_cost(path) == optimum;
}

// Every flat search that promises the optimum.
static void check_exact(bench* b) {
    static const struct {
        const char* name;
        wend_algorithm algorithm;
        wend_heuristic heuristic;
    } ways[] = {
        {"octile", WEND_ASTAR, WEND_OCTILE},
        {"chebyshev", WEND_ASTAR, WEND_CHEBYSHEV},
        {"euclidean", WEND_ASTAR, WEND_EUCLIDEAN},
        {"no heuristic", WEND_ASTAR, WEND_NO_HEURISTIC},
        {"dijkstra", WEND_DIJKSTRA, WEND_OCTILE},
        {"exact", WEND_EXACT, WEND_CHEBYSHEV},
        {"manhattan, 4 moves", WEND_ASTAR, WEND_MANHATTAN},
    };
    int32_t count = wend_grid_moves(b->grid) == WEND_MOVES_4 ? 7 : 6;
    for (int32_t i = 0; i < count; i++) {
        wend_query query = b->query;
        query.algorithm = ways[i].algorithm;
        query.heuristic = ways[i].heuristic;
        if (!ask(b, NULL, query, b->path, ways[i].name)) continue;
        if (!is_optimum(b, b->path)) fail(b, ways[i].name, "not the optimum");
        double optimum = oracle_at(b->truth, b->tiles, query.goal), cost = wend_path_cost(b->path);
        if (wend_path_outcome(b->path) == WEND_FOUND &&
            (cost < optimum * (1 - 1e-9) || cost > optimum * 1.002))
            fail(b, ways[i].name, "the integer optimum is not within 0.2 % of the true one");
        if (!ask(b, b->world, query, b->other, ways[i].name)) continue;
        if (query.algorithm == WEND_EXACT ? !is_optimum(b, b->other)
                                          : wend_path_hash(b->path) != wend_path_hash(b->other))
            fail(b, ways[i].name, "world and grid give different paths");
    }
}

static void check_others(bench* b, rng* random) {
    wend_query query = b->query;
    query.algorithm = WEND_BFS;
    if (ask(b, NULL, query, b->path, "bfs") && wend_path_outcome(b->path) == WEND_FOUND) {
        int32_t count;
        wend_path_tiles(b->path, &count);
        if (count - 1 != oracle_at(b->truth, b->steps, query.goal)) fail(b, "bfs", "not the fewest steps");
    }
    query.algorithm = WEND_ASTAR;
    query.heuristic = (wend_heuristic)rng_below(random, WEND_HEURISTIC_COUNT);
    query.heuristic_weight = (float)rng_between(random, 0, 64) / 4;
    double optimum = oracle_at(b->truth, b->units, query.goal);
    double bound = optimum * (query.heuristic_weight > 1 ? (double)query.heuristic_weight : 1);
    bool admissible = query.heuristic != WEND_MANHATTAN || wend_grid_moves(b->grid) == WEND_MOVES_4;
    if (!ask(b, NULL, query, b->path, "weighted") || wend_path_outcome(b->path) != WEND_FOUND) return;
    double cost = (double)wend_path_integer_cost(b->path);
    if (cost < optimum) fail(b, "weighted", "cheaper than the optimum");
    if (admissible && cost > bound) fail(b, "weighted", "dearer than weight x optimum");
}

// Do some clusters of the two tiles touch? Clusters are the spans between lines, lines included.
static bool near_along(int32_t a, int32_t b, int32_t size) {
    int32_t first_a = (a + size - 1) / size - 1, first_b = (b + size - 1) / size - 1; // lower cell of the two
    return abs(a / size - first_b) <= 1 || abs(first_a - b / size) <= 1 || abs(a / size - b / size) <= 1;
}

static void check_hpa(bench* b) {
    wend_query query = b->query;
    query.smooth = true;
    wend_tile s = query.start, g = query.goal;
    if (!ask(b, b->world, query, b->path, "hpa")) return;
    bool found = wend_path_outcome(b->path) == WEND_FOUND;
    if (wend_world_connected(b->world, s, g) != found) fail(b, "connected", "disagrees with the search");
    double optimum = oracle_at(b->truth, b->units, g);
    if (found && (double)wend_path_integer_cost(b->path) < optimum)
        fail(b, "hpa", "cheaper than the optimum");
    int32_t size = b->recipe.cluster_size;
    if (near_along(s.x, g.x, size) && near_along(s.y, g.y, size) && !is_optimum(b, b->path))
        fail(b, "hpa", "not the optimum between near clusters");
    if (found && optimum > 0) {
        double excess = (double)wend_path_integer_cost(b->path) / optimum - 1;
        b->excess_sum += excess;
        if (excess > b->excess_worst) b->excess_worst = excess;
    }
    query.smooth = false;
    query.refinement = WEND_REFINE_ASTAR;
    if (ask(b, b->world, query, b->other, "hpa by A*") &&
        wend_path_integer_cost(b->path) != wend_path_integer_cost(b->other))
        fail(b, "hpa", "the two forms of refinement give different costs");
    query.refinement = WEND_REFINE_SWEEP;
    if (ask(b, b->world, query, b->other, "hpa") && wend_path_hash(b->path) != wend_path_hash(b->other))
        fail(b, "hpa", "smoothing changes the tiles");
    if (b->reopened && ask(b, b->reopened, query, b->other, "hpa, reopened") &&
        wend_path_hash(b->path) != wend_path_hash(b->other))
        fail(b, "hpa", "the world from the file gives another path");
}

static void check_query(bench* b, wend_tile start, wend_tile goal) {
    b->query = wend_default_query(start, goal);
    rng random = rng_seeded(b->recipe.seed ^ (uint64_t)(goal.y * wend_grid_width(b->grid) + goal.x));
    check_exact(b);
    check_others(b, &random);
    check_hpa(b);
    b->queries++;
}

static double* distances(bench* b, oracle_metric metric, wend_tile start) {
    size_t size = (size_t)wend_grid_width(b->grid) * (size_t)wend_grid_height(b->grid) * sizeof(double);
    double* copy = malloc(size);
    if (!copy) abort();
    return memcpy(copy, oracle_distances(b->truth, metric, start, false), size);
}

static void begin_start(bench* b, wend_tile start) {
    b->units = distances(b, ORACLE_UNITS, start);
    b->tiles = distances(b, ORACLE_TILES, start);
    b->steps = distances(b, ORACLE_STEPS, start);
}
static void end_start(bench* b) {
    free(b->units);
    free(b->tiles);
    free(b->steps);
}

static void begin_map(bench* b, bool reopen) {
    b->world = map_make_world(&b->recipe);
    b->grid = wend_world_grid(b->world);
    b->truth = oracle_of_grid(b->grid);
    b->reopened = NULL;
    if (!reopen) return;
    wend_error error = {0};
    char file[64]; // tests may run side by side in one directory
    snprintf(file, sizeof file, "property_paths.%p.wend", (void*)b->world);
    if (wend_world_save(b->world, file, &error) != WEND_OK ||
        wend_world_open(file, NULL, &b->reopened, &error) != WEND_OK)
        fail(b, "save and open", error.text);
    else if (wend_world_hash(b->world) != wend_world_hash(b->reopened))
        fail(b, "save and open", "the world's hash is another");
    remove(file);
}
static void end_map(bench* b) {
    oracle_destroy(b->truth);
    wend_world_destroy(b->reopened);
    wend_world_destroy(b->world);
}

static void check_map(bench* b, int32_t starts, int32_t goals) {
    rng random = rng_seeded(b->recipe.seed ^ 0x7061746873);
    begin_map(b, b->recipe.seed % 10 == 0);
    for (int32_t i = 0; i < starts; i++) {
        wend_tile start, goal;
        if (rng_chance(&random, 10) || !map_random_open_tile(b->grid, &random, &start))
            start = map_random_tile(b->grid, &random);
        begin_start(b, start);
        for (int32_t k = 0; k < goals; k++) {
            if (rng_chance(&random, 10) || !map_random_open_tile(b->grid, &random, &goal))
                goal = map_random_tile(b->grid, &random);
            check_query(b, start, goal);
        }
        end_start(b);
    }
    end_map(b);
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
    bench b = {0};
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &b.search) != WEND_OK || wend_path_create(NULL, &b.path) != WEND_OK ||
        wend_path_create(NULL, &b.other) != WEND_OK)
        return 1;
    const char* recipe = option(argc, argv, "--recipe", NULL);
    if (recipe) {
        wend_tile s, g;
        if (!map_recipe_parse(recipe, &b.recipe) ||
            sscanf(option(argc, argv, "--query", ""), "%d,%d-%d,%d", &s.x, &s.y, &g.x, &g.y) != 4) {
            fprintf(stderr, "--recipe and --query as a failure prints them\n");
            return 2;
        }
        begin_map(&b, true);
        begin_start(&b, s);
        check_query(&b, s, g);
        end_start(&b);
        end_map(&b);
    } else {
        uint64_t first = strtoull(option(argc, argv, "--first", "1"), NULL, 10);
        int32_t maps = number(argc, argv, "--maps", "2000"), most = number(argc, argv, "--most", "70");
        int32_t starts = number(argc, argv, "--starts", "2"), goals = number(argc, argv, "--goals", "2");
        for (int32_t i = 0; i < maps; i++) {
            b.recipe = map_recipe_random(first + (uint64_t)i, most);
            check_map(&b, starts, goals);
        }
    }
    printf("%" PRId64 " queries, %" PRId64 " failures; HPA* over the optimum: mean %.4f %%, worst %.2f %%\n",
           b.queries, b.failures, 100 * b.excess_sum / (double)b.queries, 100 * b.excess_worst);
    wend_path_destroy(b.other);
    wend_path_destroy(b.path);
    wend_search_destroy(b.search);
    return b.failures > 0;
}
