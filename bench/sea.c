// sea.c: how soon does a query get an answer whose goal lies in the middle of a sea? Land surrounds a sea of
// one of several kinds; nothing leads into it. The goal gives way to the reachable tile nearest to it, to the
// passable tile nearest to it, or to both in turn.
//     bench_sea [--size N] [--runs N] [--kind empty|islets|rocks|shoals|labyrinth] [--most-ms MS]
// Prints the CPU time of each query with warm scratch memory. --most-ms: fails when one takes longer.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <string.h>

#include "measure.h"

// ---- the map

enum { LAND = 1, HILLS = 2, SHALLOWS = 3 };

typedef enum sea_kind {
    EMPTY,    // water only
    ISLETS,   // islands across border lines of clusters
    ROCKS,    // islands inside clusters of level 1
    SHOALS,   // a net of passable tiles that touches no land
    LABYRINTH // passable stripes, each for itself
} sea_kind;

static const char* const kind_names[] = {"empty", "islets", "rocks", "shoals", "labyrinth"};
enum { KIND_COUNT = 5 };

// True when a tile of the sea is passable.
static bool is_dry(sea_kind kind, int32_t x, int32_t y) {
    const int32_t u = x % 48 - 24, v = y % 48 - 24; // in a square around an islet
    switch (kind) {
    case EMPTY:
        return false;
    case ISLETS:
        return u * u + v * v < 100;
    case ROCKS:
        return x % 24 > 9 && x % 24 < 14 && y % 24 > 9 && y % 24 < 14;
    case SHOALS:
        return x % 12 < 2 || y % 12 < 2;
    default:
        return (x / 2) % 4 == 0 && y % 1024 != 0;
    }
}

static wend_world* make_world(int32_t size, sea_kind kind) {
    uint8_t* classes = malloc((size_t)size * (size_t)size);
    MUST(classes != NULL);
    const double radius = 0.45 * size, coast = 8;
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            const double dx = x - size / 2, dy = y - size / 2, far = sqrt(dx * dx + dy * dy);
            uint8_t* tile = &classes[(size_t)y * (size_t)size + (size_t)x];
            if (far >= radius)
                *tile = (x / 7 + y / 5) % 3 == 0 ? HILLS : LAND;
            else
                *tile = far < radius - coast && is_dry(kind, x, y) ? SHALLOWS : 0;
        }
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = size;
    def.classes = classes;
    memset(def.class_costs, 0, sizeof def.class_costs);
    def.class_costs[LAND] = def.class_costs[SHALLOWS] = 1;
    def.class_costs[HILLS] = 1.5f;
    wend_grid* grid = make_grid(&def);
    free(classes);
    return build_world(grid, 0);
}

// ---- measuring

typedef struct bench {
    wend_world* world;
    wend_search* search;
    wend_path* path;
    int32_t size, runs;
} bench;

// The least time of some runs. *ends_ms_out: what it took to find the tile that takes the place of the goal,
// and to connect it.
static double find(bench* b, const wend_query* query, double* ends_ms_out) {
    double best = INFINITY;
    wend_stats stats;
    for (int32_t i = 0; i <= b->runs; i++) { // the first one fills the scratch memory
        const double begun = thread_us() * 1e-3;
        MUST(wend_find_path(b->search, b->world, query, b->path, &stats) == WEND_OK);
        const double ms = thread_us() * 1e-3 - begun;
        if (i == 0 || ms >= best) continue;
        best = ms;
        *ends_ms_out = (double)stats.insert_ns * 1e-6;
    }
    return best;
}

static wend_tile last_tile(const bench* b) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(b->path, &count);
    return count > 0 ? tiles[count - 1] : (wend_tile){-1, -1};
}

// A tile on land behind a tile of the coast, as seen from the middle.
static wend_tile inland_of(const bench* b, wend_tile coast) {
    const double dx = coast.x - b->size / 2, dy = coast.y - b->size / 2, far = sqrt(dx * dx + dy * dy);
    const double add = 0.02 * b->size;
    return (wend_tile){coast.x + (int32_t)(dx / far * add), coast.y + (int32_t)(dy / far * add)};
}

static double measure(bench* b, const char* kind, const char* name, wend_query query) {
    double ends_ms = 0;
    const double ms = find(b, &query, &ends_ms);
    const wend_tile last = last_tile(b);
    printf("| %s | %s | %s | %d,%d | %.3f | %.3f |\n", kind, name,
           wend_outcome_string(wend_path_outcome(b->path)), last.x, last.y, ends_ms, ms);
    fflush(stdout);
    return ms;
}

static double measure_kind(bench* b, sea_kind kind) {
    const int32_t size = b->size;
    double worst = 0, ignored;
    b->world = make_world(size, kind);
    wend_query query = wend_default_query((wend_tile){size / 2, 8}, (wend_tile){size / 2 + 3, size / 2 + 5});
    static const char* const query_names[] = {"partial", "snap", "both"};
    for (int i = 0; i < 3; i++) {
        query.start = (wend_tile){size / 2, 8};
        query.partial = i != 1;
        query.snap = i > 0 ? INFINITY : 0;
        find(b, &query, &ignored);
        if (last_tile(b).x >= 0) query.start = inland_of(b, last_tile(b)); // a short path
        worst = fmax(worst, measure(b, kind_names[kind], query_names[i], query));
    }
    wend_world_destroy(b->world);
    return worst;
}

int main(int argc, char** argv) {
    double most_ms = 0, worst = 0;
    const char* only = NULL;
    bench b = {.size = 8192, .runs = 5};
    const bench_option options[] = {{"--size", .number = &b.size},
                                    {"--runs", .number = &b.runs},
                                    {"--kind", .text = &only},
                                    {"--most-ms", .real = &most_ms},
                                    {NULL}};
    read_options(argc, argv, 1, options);
    MUST(b.size >= 256 && b.size <= 32768 && b.runs > 0);
    make_search(thread_ns, &b.search, &b.path);
    printf("| sea of %d x %d tiles | query | outcome | leads to | ends, ms | in all, ms "
           "|\n|---|---|---|---|---|---|\n",
           b.size, b.size);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (!only || strcmp(only, kind_names[kind]) == 0)
            worst = fmax(worst, measure_kind(&b, (sea_kind)kind));
    wend_path_destroy(b.path);
    wend_search_destroy(b.search);
    MUST(most_ms == 0 || worst <= most_ms);
    return 0;
}
