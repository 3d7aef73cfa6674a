// floors.c: what do floors cost? Queries on many floors with random stairs, on the same floors with wide
// ramps, and on one floor of as many tiles, of the same terrain, in one run.
// With a map of one floor: what do 100 bridges over it cost queries that take none?
//     bench_floors [--side N] [--floors N] [--stairs N] [--queries N] [--map FILE]
// The excess is that of WEND_HPA over WEND_EXACT, for a tenth of the queries.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/import.h>
#include <wend/wend.h>

#include "measure.h"

enum { RAMP = 64, BRIDGES = 100, BRIDGE_LENGTH = 200, BRIDGE_WIDTH = 10 };

// Rocks of a few tiles, a fifth of the ground.
static wend_grid* make_ground(int32_t width, int32_t height, int32_t floors) {
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
    wend_grid* grid = make_grid(&def);
    free(classes);
    return grid;
}

// Each goes from a random tile to one near it on the next floor, both ways.
static void add_stairs(wend_grid* grid, int32_t each) {
    uint64_t dice = 11;
    for (int32_t floor = 0; floor + 1 < wend_grid_floors(grid); floor++)
        for (int32_t i = 0; i < each; i++) {
            const wend_tile from = passable_tile(grid, floor, &dice);
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

// The same map with a second floor.
static wend_grid* add_floor(const wend_grid* map) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(map);
    def.height = wend_grid_height(map);
    def.floors = 2;
    def.connectivity = wend_grid_connectivity(map);
    memcpy(def.class_costs, wend_grid_class_costs(map), sizeof def.class_costs);
    const size_t tiles = (size_t)def.width * (size_t)def.height;
    uint8_t* classes = calloc(2, tiles);
    if (!classes) exit(1);
    for (size_t i = 0; i < tiles; i++)
        classes[i] = wend_grid_class(
            map, (wend_tile){(int32_t)(i % (size_t)def.width), (int32_t)(i / (size_t)def.width), 0, 0});
    def.classes = classes;
    wend_grid* grid = make_grid(&def);
    free(classes);
    return grid;
}

static uint8_t cheapest_class(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    int32_t cheapest = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        if (wend_grid_class_counts(grid)[k] > 0 && costs[k] > 0 &&
            (cheapest == 0 || costs[k] < costs[cheapest]))
            cheapest = k;
    return (uint8_t)cheapest;
}

// Bridges along the rows, with seams at both ends.
static void add_bridges(wend_grid* grid) {
    uint64_t dice = 19;
    const uint8_t cheapest = cheapest_class(grid);
    for (int32_t i = 0; i < BRIDGES; i++) {
        const wend_rect bridge = {1 + below(&dice, wend_grid_width(grid) - BRIDGE_LENGTH - 2),
                                  below(&dice, wend_grid_height(grid) - BRIDGE_WIDTH), BRIDGE_LENGTH,
                                  BRIDGE_WIDTH, 1};
        must(wend_grid_fill(grid, bridge, cheapest), "building a bridge");
        for (int32_t end = 0; end < 2; end++) {
            const int32_t x = end == 0 ? bridge.x : bridge.x + bridge.width - 1,
                          beside = end == 0 ? x - 1 : x + 1;
            const int32_t last = bridge.y + bridge.height - 1;
            const wend_seam seam =
                wend_default_seam((wend_tile){x, bridge.y, 1, 0}, (wend_tile){x, last, 1, 0},
                                  (wend_tile){beside, bridge.y, 0, 0}, (wend_tile){beside, last, 0, 0});
            must(wend_grid_add_seam(grid, &seam, NULL), "adding the end of a bridge");
        }
    }
}

typedef struct bench {
    wend_search* search;
    wend_path* path;
    int32_t queries;
    int32_t floors; // that ends lie on, from the lowest
    bool* left_out; // by query: it takes a bridge
} bench;

static wend_tile random_end(const bench* b, const wend_grid* grid, uint64_t* dice) {
    const int32_t floors = wend_grid_floors(grid);
    return passable_tile(grid, below(dice, b->floors < floors ? b->floors : floors), dice);
}

static bool takes_link(const wend_path* path) {
    int32_t count;
    wend_path_links(path, &count);
    return count > 0;
}

typedef struct sums {
    double us, exact_us, excess, worst;
    int32_t measured, found, exact;
    int64_t tiles, expanded;
} sums;

static void compare_exact(bench* b, const wend_world* world, wend_query query, sums* s) {
    const double cost = (double)wend_path_integer_cost(b->path);
    query.algorithm = WEND_EXACT;
    const double start = thread_us();
    must(wend_find_path(b->search, world, &query, b->path, NULL), "an exact query");
    s->exact_us += thread_us() - start;
    const double over = 100 * (cost / (double)wend_path_integer_cost(b->path) - 1);
    s->excess += over;
    s->worst = fmax(s->worst, over);
    s->exact++;
}

static void report(const char* name, const wend_world* world, const sums* s, double median) {
    const wend_grid* g = wend_world_grid(world);
    const int32_t found = s->found > 0 ? s->found : 1, exact = s->exact > 0 ? s->exact : 1;
    printf("%-12s %4d floors of %4d x %4d: %7.1f us, median %7.1f, %5.0f tiles, %5.0f nodes; "
           "%.3f %% more than the optimum, worst %.2f, which takes %.0f us; %d of %d found; %.1f MB\n",
           name, (int)wend_grid_floors(g), (int)wend_grid_width(g), (int)wend_grid_height(g),
           s->us / s->measured, median, (double)s->tiles / found, (double)s->expanded / found,
           s->excess / exact, s->worst, s->exact_us / exact, (int)s->found, (int)s->measured,
           (double)wend_world_get_info(world).bytes / 1e6);
}

static void measure(bench* b, const char* name, wend_grid* grid) {
    wend_world* world = build_world(grid, 2);
    double* us = malloc((size_t)b->queries * sizeof *us);
    sums s = {0};
    uint64_t dice = 17;
    if (!us) exit(1);
    for (int32_t i = 0; i < b->queries; i++) {
        const wend_tile from = random_end(b, wend_world_grid(world), &dice),
                        to = random_end(b, wend_world_grid(world), &dice);
        const wend_query query = wend_default_query(from, to);
        wend_stats stats;
        must(wend_find_path(b->search, world, &query, b->path, NULL), "a query"); // warm
        if (b->left_out) b->left_out[i] |= takes_link(b->path);
        if (b->left_out && b->left_out[i]) continue;
        const double start = thread_us();
        must(wend_find_path(b->search, world, &query, b->path, &stats), "a query");
        s.us += us[s.measured++] = thread_us() - start;
        if (wend_path_outcome(b->path) != WEND_FOUND) continue;
        s.found++;
        s.expanded += stats.abstract_expanded;
        int32_t count;
        wend_path_tiles(b->path, &count);
        s.tiles += count;
        if (i % 10 == 0) compare_exact(b, world, query, &s);
    }
    qsort(us, (size_t)s.measured, sizeof *us, ascending);
    report(name, world, &s, us[s.measured / 2]);
    free(us);
    wend_world_destroy(world);
}

static void measure_floors(bench* b, int32_t side, int32_t floors, int32_t stairs) {
    const int32_t one = (int32_t)lround(side * sqrt(floors));
    b->floors = floors;
    measure(b, "one floor", make_ground(one, one, 1));
    wend_grid* grid = make_ground(side, side, floors);
    add_stairs(grid, stairs);
    measure(b, "stairs", grid);
    grid = make_ground(side, side, floors);
    add_ramps(grid, 2);
    measure(b, "ramps", grid);
}

static void measure_bridges(bench* b, const char* file) {
    const wend_import_def def = wend_default_import_def();
    wend_error error = {.text = ""};
    wend_grid* map = NULL;
    if (wend_import_file(file, &def, &map, NULL, &error) != WEND_OK) fail(error.text);
    wend_grid* grid = add_floor(map);
    b->floors = 1;
    add_bridges(grid);
    b->left_out = calloc((size_t)b->queries, sizeof *b->left_out);
    if (!b->left_out) exit(1);
    measure(b, "bridges", grid);
    measure(b, "terrain", map);
    free(b->left_out);
}

int main(int argc, char** argv) {
    int32_t side = 512, floors = 64, stairs = 8;
    bench b = {.queries = 1000};
    const char* map = NULL;
    const bench_option options[] = {{"--side", .number = &side},     {"--floors", .number = &floors},
                                    {"--stairs", .number = &stairs}, {"--queries", .number = &b.queries},
                                    {"--map", .text = &map},         {NULL}};
    read_options(argc, argv, 1, options);
    make_search(NULL, &b.search, &b.path);
    if (map)
        measure_bridges(&b, map);
    else
        measure_floors(&b, side, floors, stairs);
    wend_search_destroy(b.search);
    wend_path_destroy(b.path);
    return 0;
}
