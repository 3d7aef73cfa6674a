// floors.c: what do floors cost? Queries on many floors with random stairs, on the same floors with wide
// ramps, and on one floor of as many tiles, of the same terrain, in one run.
//     bench_floors [--side N] [--floors N] [--stairs N] [--queries N]
// The excess is that of WEND_HPA over WEND_EXACT, for a tenth of the queries.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "measure.h"

enum { RAMP = 64 };

// Rocks of a few tiles, a fifth of the ground.
static wend_grid* make_grid(int32_t width, int32_t height, int32_t floors) {
    const size_t tiles = (size_t)width * (size_t)height * (size_t)floors;
    uint8_t* classes = malloc(tiles);
    if (!classes) exit(1);
    memset(classes, 1, tiles);
    uint64_t dice = 7;
    for (size_t i = 0; i < tiles / 45; i++) {
        const int32_t x = below(&dice, width - 3), y = below(&dice, height * floors - 3);
        for (int32_t k = 0; k < 9; k++)
            classes[(size_t)(y + k / 3) * (size_t)width + (size_t)(x + k % 3)] = 0;
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.floors = floors;
    def.classes = classes;
    wend_grid* grid = NULL;
    must(wend_grid_create(&def, &grid), "making a grid");
    free(classes);
    return grid;
}

static wend_tile random_tile(const wend_grid* grid, uint64_t* dice, int32_t floor) {
    for (;;) {
        const wend_tile tile = {below(dice, wend_grid_width(grid)), below(dice, wend_grid_height(grid)),
                                (uint16_t)floor, 0};
        if (wend_grid_passable(grid, tile)) return tile;
    }
}

// Each goes from a random tile to one near it on the next floor, both ways.
static void add_stairs(wend_grid* grid, int32_t each) {
    uint64_t dice = 11;
    for (int32_t floor = 0; floor + 1 < wend_grid_floors(grid); floor++)
        for (int32_t i = 0; i < each; i++) {
            const wend_tile from = random_tile(grid, &dice, floor);
            wend_tile to = from;
            for (to.floor++; !wend_grid_passable(grid, to);) to.x = (to.x + 1) % wend_grid_width(grid);
            const wend_link up = wend_default_link(from, to, 8), down = wend_default_link(to, from, 8);
            must(wend_grid_add_link(grid, &up, NULL), "adding stairs");
            must(wend_grid_add_link(grid, &down, NULL), "adding stairs");
        }
}

static void add_ramps(wend_grid* grid, int32_t each) {
    uint64_t dice = 13;
    for (int32_t floor = 0; floor + 1 < wend_grid_floors(grid); floor++)
        for (int32_t i = 0; i < each; i++) {
            const wend_tile a = {below(&dice, wend_grid_width(grid) - RAMP),
                                 below(&dice, wend_grid_height(grid)), (uint16_t)floor, 0};
            wend_tile a_last = a, b = a, b_last;
            a_last.x += RAMP - 1;
            b.floor++;
            b_last = a_last;
            b_last.floor++;
            const wend_seam seam = wend_default_seam(a, a_last, b, b_last);
            must(wend_grid_add_seam(grid, &seam, NULL), "adding a ramp");
        }
}

static wend_world* build(wend_grid* grid) {
    wend_world_def def = wend_default_world_def();
    wend_threads* threads = NULL;
    wend_world* world = NULL;
    must(wend_threads_create(2, &threads), "starting threads");
    def.tasks = wend_threads_tasks(threads);
    must(wend_world_build(&grid, &def, &world), "building");
    wend_threads_destroy(threads);
    return world;
}

typedef struct bench {
    wend_search* search;
    wend_path* path;
    int32_t queries;
} bench;

static void measure(bench* b, const char* name, wend_grid* grid) {
    wend_world* world = build(grid);
    const wend_grid* g = wend_world_grid(world);
    double* us = malloc((size_t)b->queries * sizeof *us);
    double sum = 0, excess = 0, worst = 0;
    int32_t found = 0, exact = 0;
    int64_t tiles = 0;
    uint64_t dice = 17;
    if (!us) exit(1);
    for (int32_t i = 0; i < b->queries; i++) {
        const wend_tile from = random_tile(g, &dice, below(&dice, wend_grid_floors(g))),
                        to = random_tile(g, &dice, below(&dice, wend_grid_floors(g)));
        wend_query query = wend_default_query(from, to);
        must(wend_find_path(b->search, world, &query, b->path, NULL), "a query"); // warm
        const double start = now_us();
        must(wend_find_path(b->search, world, &query, b->path, NULL), "a query");
        sum += us[i] = now_us() - start;
        if (wend_path_outcome(b->path) != WEND_FOUND) continue;
        found++;
        int32_t count;
        wend_path_tiles(b->path, &count);
        tiles += count;
        if (i % 10 != 0) continue;
        const double cost = (double)wend_path_integer_cost(b->path);
        query.algorithm = WEND_EXACT;
        must(wend_find_path(b->search, world, &query, b->path, NULL), "an exact query");
        const double over = 100 * (cost / (double)wend_path_integer_cost(b->path) - 1);
        excess += over;
        worst = fmax(worst, over);
        exact++;
    }
    qsort(us, (size_t)b->queries, sizeof *us, ascending);
    const wend_world_info info = wend_world_get_info(world);
    printf(
        "%-12s %4d floors of %4d x %4d: %7.1f us, median %7.1f, %5.0f tiles; %.3f %% more than the optimum, "
        "worst %.2f; %d of %d found; %.1f MB\n",
        name, (int)wend_grid_floors(g), (int)wend_grid_width(g), (int)wend_grid_height(g), sum / b->queries,
        us[b->queries / 2], found > 0 ? (double)tiles / found : 0, exact > 0 ? excess / exact : 0, worst,
        (int)found, (int)b->queries, (double)info.bytes / 1e6);
    free(us);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    const int32_t side = (int32_t)option(argc, argv, "--side", 512),
                  floors = (int32_t)option(argc, argv, "--floors", 64),
                  stairs = (int32_t)option(argc, argv, "--stairs", 8);
    bench b = {.queries = (int32_t)option(argc, argv, "--queries", 1000)};
    const wend_search_def def = wend_default_search_def();
    must(wend_search_create(&def, &b.search), "making a search");
    must(wend_path_create(NULL, &b.path), "making a path");
    const int32_t one = (int32_t)lround(side * sqrt(floors));
    measure(&b, "one floor", make_grid(one, one, 1));
    wend_grid* grid = make_grid(side, side, floors);
    add_stairs(grid, stairs);
    measure(&b, "stairs", grid);
    grid = make_grid(side, side, floors);
    add_ramps(grid, 2);
    measure(&b, "ramps", grid);
    wend_search_destroy(b.search);
    wend_path_destroy(b.path);
    return 0;
}
