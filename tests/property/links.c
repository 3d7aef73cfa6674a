// links.c: maps with random links. Searches over tiles and fields find what the textbook Dijkstra finds, path
// by path and tile by tile.
//     property_links [--maps N] [--first SEED] [--most SIDE]
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
    wend_grid* grid;
    wend_search* search;
    wend_path* path;
    wend_field* field;
    oracle* truth;
    rng random;
    int64_t answers, by_links, failures;
} fixture;

static bool fail(fixture* f, const char* what, const char* detail, wend_tile from, wend_tile to) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s: %s, from %d,%d to %d,%d; seed %llu, map \"%s\"\n", what, detail, from.x, from.y,
            to.x, to.y, (unsigned long long)f->recipe.seed, map_recipe_print(&f->recipe, text));
    f->failures++;
    return false;
}

// Asks on the grid alone. factor: by how much the cost may exceed the optimum.
static void check_flat(fixture* f, wend_query query, const char* what, double factor) {
    char text[VERIFY_TEXT];
    if (wend_find_path_on_grid(f->search, f->grid, &query, f->path, NULL) != WEND_OK) abort();
    const char* fault = verify_answer(f->grid, &query, f->path, text);
    if (fault) {
        fail(f, what, fault, query.start, query.goal);
        return;
    }
    oracle_metric metric = query.algorithm == WEND_BFS ? ORACLE_STEPS : ORACLE_UNITS;
    double optimum = oracle_at(f->truth, oracle_distances(f->truth, metric, query.start, false), query.goal);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    int32_t count, links;
    wend_path_tiles(f->path, &count);
    wend_path_links(f->path, &links);
    double cost = metric == ORACLE_STEPS ? count - 1 : (double)wend_path_integer_cost(f->path);
    if (found != isfinite(optimum))
        fail(f, what, "a path where there is none, or none where there is one", query.start, query.goal);
    else if (found && (cost < optimum || cost > optimum * factor))
        fail(f, what, "not the optimum", query.start, query.goal);
    f->answers += found;
    f->by_links += found && links > 0;
}

static void check_query(fixture* f, wend_tile start, wend_tile goal) {
    static const wend_heuristic heuristics[] = {WEND_OCTILE, WEND_CHEBYSHEV, WEND_EUCLIDEAN,
                                                WEND_NO_HEURISTIC};
    wend_query query = wend_default_query(start, goal);
    query.smooth = rng_chance(&f->random, 50);
    for (size_t i = 0; i < sizeof heuristics / sizeof *heuristics; i++) {
        query.algorithm = WEND_ASTAR;
        query.heuristic = heuristics[i];
        check_flat(f, query, "astar", 1);
    }
    if (wend_grid_connectivity(f->grid) == WEND_CONNECTIVITY_4) {
        query.heuristic = WEND_MANHATTAN;
        check_flat(f, query, "astar, manhattan", 1);
    }
    query.heuristic = WEND_OCTILE;
    query.heuristic_weight = (float)rng_between(&f->random, 4, 16) / 4;
    check_flat(f, query, "astar, weighted", (double)query.heuristic_weight);
    query.algorithm = WEND_DIJKSTRA;
    check_flat(f, query, "dijkstra", 1);
    query.algorithm = WEND_BFS;
    check_flat(f, query, "bfs", 1);
}

// A field in one direction, and the ways that it leads.
static void check_field(fixture* f, wend_field_sense sense, wend_tile end) {
    const double unit = wend_grid_cost_units(f->grid);
    if (wend_field_fill(f->field, f->grid, sense, &end, 1, INFINITY) != WEND_OK) abort();
    const double* costs = oracle_distances(f->truth, ORACLE_UNITS, end, sense == WEND_FIELD_TO);
    for (int32_t y = 0; y < f->recipe.height; y++) {
        for (int32_t x = 0; x < f->recipe.width; x++) {
            wend_tile tile = {x, y}, next;
            double cost = wend_field_cost(f->field, tile), expected = oracle_at(f->truth, costs, tile);
            if (isinf(cost) != isinf(expected) || (!isinf(cost) && fabs(cost * unit - expected) > 0.5)) {
                fail(f, "field", "another cost", tile, end);
                return;
            }
            if (isinf(cost)) continue;
            if (!wend_field_next_tile(f->field, tile, &next) ||
                ((next.x == x && next.y == y) != (x == end.x && y == end.y)) ||
                wend_field_cost(f->field, next) > cost) {
                fail(f, "field", "leads nowhere", tile, end);
                return;
            }
        }
    }
}

static void check_map(fixture* f, uint64_t seed, int32_t most) {
    f->recipe = map_recipe_random(seed, most);
    f->random = rng_seeded(seed);
    f->grid = map_make(&f->recipe);
    map_add_links(f->grid, &f->random, f->recipe.cluster_size,
                  rng_chance(&f->random, 20) ? rng_below(&f->random, 200) : rng_below(&f->random, 12));
    f->truth = oracle_of_grid(f->grid);
    for (int32_t i = 0; i < 2; i++) {
        wend_tile start, goal;
        if (!map_random_open_tile(f->grid, &f->random, &start) ||
            !map_random_open_tile(f->grid, &f->random, &goal))
            break;
        check_query(f, start, goal);
        check_field(f, i ? WEND_FIELD_FROM : WEND_FIELD_TO, start);
    }
    oracle_destroy(f->truth);
    wend_grid_destroy(f->grid);
}

int main(int argc, char** argv) {
    int64_t maps = 2000, first = 1, most = 70;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--maps") == 0) maps = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--first") == 0) first = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--most") == 0) most = atoll(argv[i + 1]);
    }
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_field_create(NULL, &f.field) != WEND_OK)
        abort();
    for (int64_t i = 0; i < maps && f.failures < 10; i++) check_map(&f, (uint64_t)(first + i), (int32_t)most);
    printf("%lld maps, %lld paths, %lld of them by links, %lld failures\n", (long long)maps,
           (long long)f.answers, (long long)f.by_links, (long long)f.failures);
    wend_field_destroy(f.field);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    return f.failures > 0 || f.by_links == 0;
}
