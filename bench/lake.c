// lake.c: a lake freezes on a large map: how soon is a query answered, and how long until all is refreshed?
//     bench_lake [--size N] [--lake TILES] [--seed S] [--world FILE] [--most-ms MS] [--compare]
// Makes terrain with a lake, bakes it, and changes the cost of the lake's class again and again. After each
// change the first query crosses the lake; it is checked against the exact mode. --world: keeps the world in
// a file and opens it the next time. --most-ms: fails when the change and its first answer take longer.
// --compare: the refreshed world must equal a new build.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <string.h>

#include "measure.h"

enum { LAND = 1, LAND_CLASSES = 24, LAKE = 100, ROCK = 101 };
static const float LEAST = 0.5f, GREATEST = 8.0f; // the declared range

// ---- the map

// Smooth noise in 0 .. 65535: numbers at the corners of squares, blended between them.
static int32_t noise(int32_t x, int32_t y, int32_t side, uint32_t seed) {
    const int32_t u = x / side, v = y / side, fx = x % side, fy = y % side;
    int64_t corner[2][2];
    for (int32_t i = 0; i < 4; i++)
        corner[i / 2][i % 2] = random_lattice((uint32_t)(u + i % 2), (uint32_t)(v + i / 2), seed) >> 16;
    const int64_t top = corner[0][0] * (side - fx) + corner[0][1] * fx;
    const int64_t bottom = corner[1][0] * (side - fx) + corner[1][1] * fx;
    return (int32_t)((top * (side - fy) + bottom * fy) / ((int64_t)side * side));
}

// Below a threshold the tile is of the lake: the distance from its middle, with bays and headlands.
static int32_t lake_score(int32_t x, int32_t y, int32_t size, int32_t radius, uint32_t seed) {
    const double dx = x - size / 2, dy = y - size / 2;
    const int32_t far = (int32_t)(sqrt(dx * dx + dy * dy) * 1024 / radius);
    return far + (noise(x, y, 96, seed) - 32768) / 160 + (noise(x, y, 24, seed + 1) - 32768) / 640;
}

static wend_grid* make_terrain(int32_t size, int64_t tiles, uint32_t seed) {
    enum { MOST_SCORE = 8192 };
    static int64_t counts[MOST_SCORE];
    uint8_t* classes = malloc((size_t)size * (size_t)size);
    if (!classes) fail("out of memory");
    const int32_t radius = (int32_t)sqrt((double)tiles / 3.14159265), reach = 2 * radius;
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            const int32_t height = (2 * noise(x, y, 64, seed + 2) + noise(x, y, 16, seed + 3)) / 3;
            const bool rock = height > 45000;
            classes[(size_t)y * (size_t)size + (size_t)x] =
                rock ? ROCK : (uint8_t)(LAND + height * LAND_CLASSES / 45001);
            if (abs(x - size / 2) > reach || abs(y - size / 2) > reach) continue;
            const int32_t score = lake_score(x, y, size, radius, seed);
            if (score >= 0 && score < MOST_SCORE) counts[score]++;
        }
    }
    int32_t threshold = 0;
    for (int64_t left = tiles; threshold < MOST_SCORE && left > counts[threshold]; threshold++)
        left -= counts[threshold];
    for (int32_t y = size / 2 - reach < 0 ? 0 : size / 2 - reach; y < size && y <= size / 2 + reach; y++)
        for (int32_t x = size / 2 - reach < 0 ? 0 : size / 2 - reach; x < size && x <= size / 2 + reach; x++)
            if (lake_score(x, y, size, radius, seed) < threshold)
                classes[(size_t)y * (size_t)size + (size_t)x] = LAKE;

    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = size;
    def.classes = classes;
    memset(def.class_costs, 0, sizeof def.class_costs);
    for (int32_t k = 0; k < LAND_CLASSES; k++) def.class_costs[LAND + k] = 1 + (float)k / 32;
    def.least_cost = LEAST;
    def.greatest_cost = GREATEST;
    wend_grid* grid = make_grid(&def);
    free(classes);
    return grid;
}

// A grid with the tiles of an area and the present costs.
static wend_grid* copy_area(const wend_grid* grid, wend_rect area) {
    wend_grid_def def = wend_default_grid_def();
    def.width = area.width;
    def.height = area.height;
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    def.least_cost = LEAST;
    def.greatest_cost = GREATEST;
    wend_grid* copy = make_grid(&def);
    for (int32_t y = 0; y < area.height; y++)
        wend_grid_write(copy, (wend_rect){0, y, area.width, 1}, wend_grid_row(grid, area.y + y) + area.x, 0);
    return copy;
}

// The clusters that hold the lake, and the rectangle around them.
static int32_t lake_clusters(const wend_world* world, wend_rect* box_out) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_world_info info = wend_world_get_info(world);
    const int32_t size = info.cluster_size;
    int32_t count = 0, left = info.columns, top = info.rows, right = 0, bottom = 0;
    for (int32_t c = 0; c < info.columns * info.rows; c++) {
        const int32_t x0 = c % info.columns * size, y0 = c / info.columns * size;
        bool holds = false;
        for (int32_t y = y0; y <= y0 + size && y < wend_grid_height(grid) && !holds; y++)
            for (int32_t x = x0; x <= x0 + size && x < wend_grid_width(grid) && !holds; x++)
                holds = wend_grid_class(grid, (wend_tile){x, y}) == LAKE;
        if (!holds) continue;
        count++;
        if (x0 / size < left) left = x0 / size;
        if (y0 / size < top) top = y0 / size;
        if (x0 / size >= right) right = x0 / size + 1;
        if (y0 / size >= bottom) bottom = y0 / size + 1;
    }
    *box_out = (wend_rect){left * size, top * size, (right - left) * size + 1, (bottom - top) * size + 1};
    return count;
}

// The passable tile that is nearest to a position, along a row.
static wend_tile land_near(const wend_grid* grid, int32_t x, int32_t y, int32_t step) {
    while (!wend_grid_passable(grid, (wend_tile){x, y}) || wend_grid_class(grid, (wend_tile){x, y}) == LAKE)
        x += step;
    return (wend_tile){x, y};
}

// ---- measuring

typedef struct bench {
    wend_world* world;
    wend_search* search;
    wend_path* path;
    wend_tile west, east; // of the lake
    bool compare;
    double most_ms;
} bench;

static double find(bench* b, wend_algorithm algorithm, double* cost_out) {
    wend_query query = wend_default_query(b->west, b->east);
    query.algorithm = algorithm;
    const double start = thread_us() * 1e-3;
    must(wend_find_path(b->search, b->world, &query, b->path, NULL), "query");
    const double ms = thread_us() * 1e-3 - start;
    *cost_out = wend_path_outcome(b->path) == WEND_FOUND ? wend_path_cost(b->path) : INFINITY;
    return ms;
}

static void compare_with_build(const bench* b) {
    const wend_grid* grid = wend_world_grid(b->world);
    wend_grid* copy = copy_area(grid, (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)});
    wend_world_def def = wend_default_world_def();
    wend_world* fresh = NULL;
    must(wend_world_build(&copy, &def, &fresh), "build");
    if (wend_world_hash(fresh) != wend_world_hash(b->world)) fail("the refreshed world differs from a build");
    wend_world_destroy(fresh);
}

// Time of baking the clusters of the lake: a map of their rectangle.
static double bake_ms(const bench* b, wend_rect box, int32_t clusters) {
    wend_grid* copy = copy_area(wend_world_grid(b->world), box);
    wend_world_def def = wend_default_world_def();
    wend_world* fresh = NULL;
    const double start = thread_us() * 1e-3;
    must(wend_world_build(&copy, &def, &fresh), "build");
    const double ms = thread_us() * 1e-3 - start;
    const wend_world_info info = wend_world_get_info(fresh);
    wend_world_destroy(fresh);
    return ms * clusters / (info.columns * info.rows);
}

static void change(bench* b, const char* name, float cost, wend_rect box, int32_t clusters) {
    double before, after, exact, refreshed;
    find(b, WEND_HPA, &before); // fills the scratch memory of the search
    const double start = thread_us() * 1e-3;
    must(wend_world_set_class_cost(b->world, 0, LAKE, cost), "class cost");
    const double change_ms = thread_us() * 1e-3 - start;
    const double first_ms = find(b, WEND_HPA, &after), second_ms = find(b, WEND_HPA, &refreshed);
    if (refreshed != after) fail("the second answer differs from the first");
    find(b, WEND_EXACT, &exact);
    if (!(after >= exact - 1e-6 * exact)) fail("cheaper than the optimum");
    const double refresh_start = thread_us() * 1e-3;
    must(wend_world_refresh_near(b->world, b->west, 0, NULL), "refresh");
    const double refresh_ms = thread_us() * 1e-3 - refresh_start;
    const double last_ms = find(b, WEND_HPA, &refreshed);
    printf("%-22s %7.2f ms %7.2f ms %7.2f ms %8.2f ms %8.2f ms %7.2f ms %10.1f %7.3f %%\n", name, change_ms,
           first_ms, second_ms, refresh_ms, bake_ms(b, box, clusters), last_ms, after,
           100 * (after / exact - 1));
    if (b->most_ms > 0 && change_ms + first_ms > b->most_ms) fail("the first answer took too long");
    if (b->compare) compare_with_build(b);
}

int main(int argc, char** argv) {
    int32_t size = 8192;
    int64_t lake = 1000000, seed = 1;
    const char* file = NULL;
    bench b = {.world = NULL};
    const bench_option options[] = {{"--size", .number = &size},
                                    {"--lake", .large = &lake},
                                    {"--seed", .large = &seed},
                                    {"--world", .text = &file},
                                    {"--most-ms", .real = &b.most_ms},
                                    {"--compare", .flag = &b.compare},
                                    {NULL}};
    read_options(argc, argv, 1, options);
    if (size < 128 || lake < 100 || lake > (int64_t)size * size / 8) fail("the lake does not fit the map");
    if (!file || wend_world_open(file, NULL, &b.world, NULL) != WEND_OK) {
        b.world = build_world(make_terrain(size, lake, (uint32_t)seed), 0);
        if (file) must(wend_world_save(b.world, file, NULL), "file");
    }
    size = wend_grid_width(wend_world_grid(b.world));
    make_search(NULL, &b.search, &b.path);
    wend_rect box;
    const int32_t clusters = lake_clusters(b.world, &box);
    const int32_t margin = size / 32;
    b.west = land_near(wend_world_grid(b.world), box.x > margin ? box.x - margin : 0, size / 2, 1);
    b.east =
        land_near(wend_world_grid(b.world),
                  box.x + box.width + margin < size ? box.x + box.width + margin : size - 1, size / 2, -1);
    printf("%d x %d tiles, a lake of %lld in %d of %d clusters, costs declared from %g to %g\n", size, size,
           (long long)wend_grid_class_counts(wend_world_grid(b.world))[LAKE], clusters,
           wend_world_get_info(b.world).columns * wend_world_get_info(b.world).rows, (double)LEAST,
           (double)GREATEST);
    printf("%-22s %10s %10s %10s %11s %11s %10s %10s %9s\n", "", "change", "first", "second", "refresh",
           "bake", "then", "cost", "excess");
    change(&b, "freezes: blocked to 1", 1, box, clusters);
    change(&b, "cracks: 1 to 2.5", 2.5f, box, clusters);
    change(&b, "smooth: 2.5 to 0.5", 0.5f, box, clusters);
    change(&b, "thaws: 0.5 to blocked", 0, box, clusters);
    wend_path_destroy(b.path);
    wend_search_destroy(b.search);
    wend_world_destroy(b.world);
    return 0;
}
