// excess.c: how much more than the optimum do paths cost on random maps whose tiles differ in cost from one
// to the next? Terrain has few such places, so its figures say little about them.
//     bench_excess [--kind contrast|noise|digits] [--maps N] [--first SEED] [--queries N] [--clusters 15|31]
//                  [--least SIDE] [--most SIDE] [--blocked PERCENT] [--edits N] [--worst PERCENT] [--mean
//                  PERCENT]
// contrast: tiles of cost .25 and 1024, noise: 1 to 255, digits: 1 to 9. The share of the cheap tiles, and of
// blocked ones up to --blocked, is drawn for each map. --edits: times so many edits of single tiles in each
// map.
// --worst, --mean: fails when a path, or all on average, cost more than that above the optimum.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <string.h>

#include "measure.h"

typedef enum map_kind { CONTRAST, NOISE, DIGITS, KIND_COUNT } map_kind;
static const char* const kind_names[KIND_COUNT] = {"contrast", "noise", "digits"};
static const int32_t class_counts[KIND_COUNT] = {2, 255, 9};

typedef struct bench {
    map_kind kind;
    int64_t maps, first, queries, clusters, least, most, blocked, levels, edits;
    wend_search* search;
    wend_path* path;
    double *excess, excess_sum; // in percent, of each path that was found
    int64_t found, tiles, nodes, edited, rebuilt, swept;
    double bytes, edit_us;
    char worst[200];
} bench;

static uint8_t draw_class(const bench* b, uint64_t* random, int32_t cheap, int32_t blocked) {
    if (draw(random, 1000) < blocked) return 0;
    if (b->kind == CONTRAST) return draw(random, 1000) < cheap ? 1 : 2;
    return (uint8_t)(1 + draw(random, class_counts[b->kind]));
}

static wend_world* make_world(const bench* b, uint64_t* random) {
    const int32_t range = (int32_t)(b->most - b->least + 1);
    wend_grid_def def = wend_default_grid_def();
    def.width = (int32_t)b->least + draw(random, range);
    def.height = (int32_t)b->least + draw(random, range);
    const size_t count = (size_t)def.width * (size_t)def.height;
    const int32_t cheap = 20 + draw(random, 961), blocked = draw(random, (int32_t)b->blocked * 10 + 1);
    uint8_t* classes = malloc(count);
    MUST(classes != NULL);
    for (size_t i = 0; i < count; i++) classes[i] = draw_class(b, random, cheap, blocked);
    def.classes = classes;
    memset(def.class_costs, 0, sizeof def.class_costs);
    for (int32_t i = 1; i <= class_counts[b->kind]; i++) def.class_costs[i] = (float)i;
    if (b->kind == CONTRAST) {
        def.class_costs[1] = .25f;
        def.class_costs[2] = 1024;
    }
    wend_grid* grid = make_grid(&def);
    free(classes);
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = (int32_t)b->clusters;
    world_def.level_count = (int32_t)b->levels;
    wend_world* world = NULL;
    MUST(wend_world_build(&grid, &world_def, &world) == WEND_OK);
    return world;
}

static wend_tile draw_tile(const wend_grid* grid, uint64_t* random) {
    return (wend_tile){draw(random, wend_grid_width(grid)), draw(random, wend_grid_height(grid))};
}

static void ask(bench* b, const wend_world* world, int64_t seed, uint64_t* random) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile start = draw_tile(grid, random), goal = draw_tile(grid, random);
    wend_query query = wend_default_query(start, goal);
    wend_stats stats;
    MUST(wend_find_path(b->search, world, &query, b->path, &stats) == WEND_OK);
    if (wend_path_outcome(b->path) != WEND_FOUND || wend_path_integer_cost(b->path) == 0) return;
    const double cost = (double)wend_path_integer_cost(b->path);
    query.algorithm = WEND_EXACT;
    MUST(wend_find_path(b->search, world, &query, b->path, NULL) == WEND_OK);
    const double optimum = (double)wend_path_integer_cost(b->path), excess = 100 * (cost / optimum - 1);
    MUST(cost >= optimum);
    if (b->found == 0 || excess > b->excess[0]) {
        snprintf(b->worst, sizeof b->worst, "seed %lld, %d x %d tiles, from %d,%d to %d,%d", (long long)seed,
                 wend_grid_width(grid), wend_grid_height(grid), start.x, start.y, goal.x, goal.y);
        if (b->found > 0) b->excess[b->found] = b->excess[0]; // the worst comes first
        b->excess[0] = excess;
    } else {
        b->excess[b->found] = excess;
    }
    b->excess_sum += excess;
    if (getenv("SHOW") && excess > atof(getenv("SHOW")))
        printf("%g %g: %.2f %%: seed %lld %d x %d, %d,%d %d,%d\n", cost / wend_grid_cost_units(grid),
               optimum / wend_grid_cost_units(grid), excess, (long long)seed, wend_grid_width(grid),
               wend_grid_height(grid), start.x, start.y, goal.x, goal.y);
    b->swept += stats.clusters_refined;
    b->found++;
}

static void edit(bench* b, wend_world* world, uint64_t* random) {
    const wend_tile tile = draw_tile(wend_world_grid(world), random);
    const wend_edit change = wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1},
                                             (uint8_t)(1 + draw(random, class_counts[b->kind])));
    int32_t rebuilt;
    const double begun = thread_us();
    MUST(wend_world_edit(world, &change, 1, &rebuilt) == WEND_OK);
    b->edit_us += thread_us() - begun;
    b->edited++;
    b->rebuilt += rebuilt;
    MUST(wend_world_refresh(world, 0, NULL) == WEND_OK);
}

static void measure_map(bench* b, int64_t seed) {
    uint64_t random = (uint64_t)seed * 0x9e3779b97f4a7c15u;
    wend_world* world = make_world(b, &random);
    const wend_world_info info = wend_world_get_info(world);
    b->tiles += (int64_t)wend_grid_width(wend_world_grid(world)) * wend_grid_height(wend_world_grid(world));
    b->nodes += info.node_count;
    b->bytes += (double)(info.bytes - info.grid_bytes);
    for (int64_t i = 0; i < b->queries; i++) ask(b, world, seed, &random);
    for (int64_t i = 0; i < b->edits; i++) edit(b, world, &random);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    bench b = {.maps = 1000, .first = 1, .queries = 1, .clusters = 31, .least = 20, .most = 130};
    const char* kind = kind_names[CONTRAST];
    double worst = -1, mean = -1;
    const bench_option options[] = {{"--kind", .text = &kind},
                                    {"--maps", .large = &b.maps},
                                    {"--first", .large = &b.first},
                                    {"--queries", .large = &b.queries},
                                    {"--clusters", .large = &b.clusters},
                                    {"--least", .large = &b.least},
                                    {"--most", .large = &b.most},
                                    {"--blocked", .large = &b.blocked},
                                    {"--levels", .large = &b.levels},
                                    {"--edits", .large = &b.edits},
                                    {"--worst", .real = &worst},
                                    {"--mean", .real = &mean},
                                    {NULL}};
    read_options(argc, argv, 1, options);
    while (b.kind < KIND_COUNT && strcmp(kind, kind_names[b.kind]) != 0) b.kind++;
    MUST(b.kind < KIND_COUNT);
    MUST(b.maps > 0 && b.queries > 0 && b.least > 0 && b.least <= b.most && b.most <= 4096);
    MUST(b.blocked >= 0 && b.blocked < 100);
    b.excess = malloc((size_t)(b.maps * b.queries + 1) * sizeof *b.excess);
    MUST(b.excess);
    make_search(NULL, &b.search, &b.path);
    for (int64_t i = 0; i < b.maps; i++) measure_map(&b, b.first + i);
    MUST(b.found > 0);
    qsort(b.excess, (size_t)b.found, sizeof *b.excess, ascending);
    const double most = b.excess[b.found - 1], average = b.excess_sum / (double)b.found;
    printf("%s: %lld maps, %lld paths, %.3f nodes in 100 tiles, %.2f bytes a tile\n", kind_names[b.kind],
           (long long)b.maps, (long long)b.found, 100. * (double)b.nodes / (double)b.tiles,
           b.bytes / (double)b.tiles);
    printf("excess: mean %.4f %%, p99 %.3f %%, p99.9 %.3f %%, worst %.3f %% (%s); %.2f clusters swept\n",
           average, b.excess[b.found * 99 / 100], b.excess[b.found * 999 / 1000], most, b.worst,
           (double)b.swept / (double)b.found);
    if (b.edited > 0)
        printf("edits: %.1f us, %.2f clusters\n", b.edit_us / (double)b.edited,
               (double)b.rebuilt / (double)b.edited);
    wend_path_destroy(b.path);
    wend_search_destroy(b.search);
    free(b.excess);
    if (worst >= 0 && most > worst) fprintf(stderr, "excess: a path costs more than %g %% too much\n", worst);
    if (mean >= 0 && average > mean) fprintf(stderr, "excess: paths cost more than %g %% too much\n", mean);
    return (worst >= 0 && most > worst) || (mean >= 0 && average > mean);
}
