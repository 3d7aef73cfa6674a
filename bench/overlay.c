// overlay.c: what do overlays cost?
//     bench_overlay [--side N] [--queries N] [--rounds N] [--overlays N] [--robot N] [--seed S]
// In CPU time, on generated ground: overlays made and dropped; 100 discs of danger until a query has seen
// them; one of them moved; the parent edited; queries on the parent and on the overlay; many overlays of 100
// changed tiles each, and an edit of their parent. Then a robot crosses unknown ground of --robot tiles a
// side: at every step it sees 20 tiles far, and plans again. D* Lite plans on the same way beside it.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "dstar_lite.h"
#include "measure.h"

static void report(const char* what, double* times, int32_t count) {
    if (count == 0) return;
    double sum = 0;
    for (int32_t i = 0; i < count; i++) sum += times[i];
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%-52s mean %9.2f us, median %9.2f, 99 %% %9.2f\n", what, sum / count, times[count / 2],
           times[count * 99 / 100]);
}

static wend_world* make_world(int32_t side, bool uniform, uint64_t* random) {
    wend_grid* grid = make_patches(side, uniform ? 2 : 6, uniform, &counting, random);
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, wend_grid_class_costs(grid), sizeof costs);
    costs[1] = 1;
    must(wend_grid_set_class_costs(grid, costs), "costs");
    wend_grid_fill(grid, (wend_rect){0, 0, 4, 4}, 1);
    wend_grid_fill(grid, (wend_rect){side - 4, side - 4, 4, 4}, 1);
    wend_world_def def = wend_default_world_def();
    def.allocator = &counting;
    wend_world* world = NULL;
    must(wend_world_build(&grid, &def, &world), "world");
    return world;
}

static const wend_world* world_of(wend_overlay* overlay) {
    const wend_world* world = NULL;
    must(wend_overlay_world(overlay, &world), "overlay");
    return world;
}

static wend_overlay* overlay_of(const wend_world* world) {
    wend_overlay* overlay = NULL;
    must(wend_overlay_create(world, &overlay), "overlay");
    return overlay;
}

static wend_shape random_disc(int32_t side, uint64_t* random) {
    wend_shape disc =
        wend_shape_disc((wend_vec2){(float)below(random, side), (float)below(random, side)}, 16, 8);
    return disc;
}

// ---- measurements

enum { DISCS = 100, MOST_QUERIES = 4000, MOST_ROUNDS = 1000 };

static void measure_making(const wend_world* world) {
    enum { TIMES = 100000 };
    const double began = thread_us();
    for (int32_t i = 0; i < TIMES; i++) wend_overlay_destroy(overlay_of(world));
    printf("%-52s mean %9.3f us\n", "an overlay made and dropped", (thread_us() - began) / TIMES);
}

static wend_query random_query(int32_t side, uint64_t* random) {
    wend_query query = wend_default_query((wend_tile){below(random, side), below(random, side)},
                                          (wend_tile){below(random, side), below(random, side)});
    query.snap = 100;
    return query;
}

static void measure_discs(wend_world* world, int32_t side, int32_t rounds, wend_search* search,
                          wend_path* path, uint64_t* random) {
    static double added[MOST_ROUNDS], asked[MOST_ROUNDS], moved[MOST_ROUNDS], edited[MOST_ROUNDS];
    size_t bytes = 0;
    for (int32_t i = 0; i < rounds; i++) {
        wend_shape discs[DISCS];
        int32_t handle = 0;
        wend_query query = random_query(side, random);
        for (int32_t k = 0; k < DISCS; k++) discs[k] = random_disc(side, random);
        must(wend_find_path(search, world, &query, path, NULL), "query");
        const size_t before = counted_bytes;
        wend_overlay* overlay = overlay_of(world);
        double began = thread_us();
        for (int32_t k = 0; k < DISCS; k++) must(wend_overlay_add(overlay, &discs[k], &handle), "disc");
        const wend_world* now = world_of(overlay);
        added[i] = thread_us() - began;
        began = thread_us();
        must(wend_find_path(search, now, &query, path, NULL), "query");
        asked[i] = thread_us() - began;
        bytes = counted_bytes - before;
        began = thread_us();
        must(wend_overlay_move(overlay, handle, &discs[0]), "move");
        world_of(overlay);
        moved[i] = thread_us() - began;
        const wend_edit edit =
            wend_edit_tiles((wend_rect){below(random, side), below(random, side), 1, 1}, 1);
        must(wend_world_edit(world, &edit, 1, NULL), "edit");
        began = thread_us();
        world_of(overlay);
        edited[i] = thread_us() - began;
        wend_overlay_destroy(overlay);
    }
    report("100 discs of radius 16 added and applied", added, rounds);
    report("the first query after that", asked, rounds);
    report("one of the discs moved and applied", moved, rounds);
    report("an edit of the parent followed", edited, rounds);
    printf("%-52s %.0f KB\n", "memory of such an overlay", (double)bytes / 1024);
}

static void measure_queries(wend_world* world, int32_t side, int32_t count, wend_search* search,
                            wend_path* path, uint64_t* random) {
    static double parents[MOST_QUERIES], overlays[MOST_QUERIES], unshared[MOST_QUERIES];
    static wend_query queries[MOST_QUERIES];
    int32_t handle = 0;
    must(wend_world_refresh(world, 0, NULL), "refresh");
    for (int32_t i = 0; i < count; i++) queries[i] = random_query(side, random);
    for (int32_t i = 0; i < count; i++) {
        must(wend_find_path(search, world, &queries[i], path, NULL), "query");
        const double began = thread_us();
        must(wend_find_path(search, world, &queries[i], path, NULL), "query");
        unshared[i] = thread_us() - began;
    }
    wend_overlay* overlay = overlay_of(world);
    for (int32_t k = 0; k < DISCS; k++) {
        const wend_shape disc = random_disc(side, random);
        must(wend_overlay_add(overlay, &disc, &handle), "disc");
    }
    must(wend_overlay_refresh(overlay, 0, NULL), "refresh");
    const wend_world* now = world_of(overlay);
    for (int32_t i = 0; i < count; i++) {
        must(wend_find_path(search, world, &queries[i], path, NULL), "query");
        double began = thread_us();
        must(wend_find_path(search, world, &queries[i], path, NULL), "query");
        parents[i] = thread_us() - began;
        must(wend_find_path(search, now, &queries[i], path, NULL), "query");
        began = thread_us();
        must(wend_find_path(search, now, &queries[i], path, NULL), "query");
        overlays[i] = thread_us() - began;
    }
    report("queries on the parent alone", unshared, count);
    report("queries on the parent beside an overlay", parents, count);
    report("the same on the overlay, refreshed", overlays, count);
    wend_overlay_destroy(overlay);
}

static void measure_many(wend_world* world, int32_t side, int32_t count, uint64_t* random) {
    wend_overlay** all = calloc((size_t)count, sizeof(wend_overlay*));
    if (!all) exit(1);
    const size_t before = counted_bytes;
    double began = thread_us();
    for (int32_t i = 0; i < count; i++) {
        all[i] = overlay_of(world);
        const wend_rect area = {below(random, side - 10), below(random, side - 10), 10, 10};
        const wend_shape house = wend_shape_rect(area, 5);
        int32_t handle = 0;
        must(wend_overlay_add(all[i], &house, &handle), "house");
        world_of(all[i]);
    }
    printf("%d overlays of 100 changed tiles each: %.1f MB, %.1f us each\n", count,
           (double)(counted_bytes - before) / (1 << 20), (thread_us() - began) / count);
    const wend_edit edit = wend_edit_tiles((wend_rect){side / 2, side / 2, 3, 3}, 0);
    must(wend_world_edit(world, &edit, 1, NULL), "edit");
    began = thread_us();
    for (int32_t i = 0; i < count; i++) world_of(all[i]);
    printf("  after an edit of the parent: %.1f MB, %.1f us each to follow it\n",
           (double)(counted_bytes - before) / (1 << 20), (thread_us() - began) / count);
    for (int32_t i = 0; i < count; i++) wend_overlay_destroy(all[i]);
    free(all);
}

enum { SIGHT = 20, MOST_STEPS = 6000, STEPS_PER_CHECK = 64 };

// Shows D* Lite what the robot sees, and plans. Returns how long that took, without the looking.
static double plan_beside(dstar* d, const wend_grid* grid, const uint8_t (*disc)[2 * SIGHT + 1],
                          wend_tile at) {
    static wend_tile blocked[(2 * SIGHT + 1) * (2 * SIGHT + 1)];
    int32_t count = 0;
    for (int32_t y = at.y - SIGHT; y <= at.y + SIGHT; y++)
        for (int32_t x = at.x - SIGHT; x <= at.x + SIGHT; x++)
            if (x >= 0 && y >= 0 && x < d->side && y < d->side && disc[y - at.y + SIGHT][x - at.x + SIGHT] &&
                !wend_grid_passable(grid, (wend_tile){x, y}))
                blocked[count++] = (wend_tile){x, y};
    const double began = thread_us();
    dstar_move(d, at.x, at.y);
    for (int32_t i = 0; i < count; i++) dstar_block(d, blocked[i].x, blocked[i].y);
    dstar_plan(d);
    return thread_us() - began;
}

// Ends the program unless D* Lite has the cost of the best path.
static void check_beside(const dstar* d, wend_search* search, const wend_world* world,
                         const wend_query* query, wend_path* path) {
    wend_query exact = *query;
    exact.first_tiles = 0;
    exact.algorithm = WEND_EXACT;
    must(wend_find_path(search, world, &exact, path, NULL), "exact");
    if (fabs(dstar_cost(d) / wend_path_cost(path) - 1) < 2e-4) return;
    fprintf(stderr, "bench: D* Lite has a cost of %f, the best path %f\n", dstar_cost(d),
            wend_path_cost(path));
    exit(1);
}

static void measure_robot(int32_t side, float unknown_cost, uint64_t* random) {
    static double seen[MOST_STEPS], planned[MOST_STEPS], beside[MOST_STEPS];
    dstar d;
    uint8_t disc[2 * SIGHT + 1][2 * SIGHT + 1];
    for (int32_t y = -SIGHT; y <= SIGHT; y++)
        for (int32_t x = -SIGHT; x <= SIGHT; x++) disc[y + SIGHT][x + SIGHT] = x * x + y * y <= SIGHT * SIGHT;
    wend_world* world = make_world(side, true, random);
    wend_overlay* overlay = overlay_of(world);
    wend_search* search = NULL;
    wend_path* path = NULL;
    make_search(NULL, &search, &path);
    must(wend_overlay_hide(overlay, unknown_cost), "hide");
    wend_tile at = {1, 1};
    const wend_tile goal = {side - 2, side - 2};
    int32_t steps = 0;
    const double began_hidden = thread_us();
    must(wend_overlay_refresh(overlay, 0, NULL), "hidden");
    const double hidden = thread_us() - began_hidden, began_beside = thread_us();
    if (!dstar_begin(&d, side, at.x, at.y, goal.x, goal.y)) exit(1);
    const double first = thread_us() - began_beside;
    for (; steps < MOST_STEPS && (at.x != goal.x || at.y != goal.y); steps++) {
        const double began = thread_us();
        must(wend_overlay_see(overlay, (wend_rect){at.x - SIGHT, at.y - SIGHT, 2 * SIGHT + 1, 2 * SIGHT + 1},
                              &disc[0][0], 0),
             "see");
        const wend_world* now = world_of(overlay);
        seen[steps] = thread_us() - began;
        wend_query query = wend_default_query(at, goal);
        query.first_tiles = 8;
        must(wend_find_path(search, now, &query, path, NULL), "plan");
        planned[steps] = thread_us() - began;
        int32_t count = 0;
        const wend_tile* tiles = wend_path_tiles(path, &count);
        if (count < 2) break;
        const wend_tile next = tiles[1];
        beside[steps] = plan_beside(&d, wend_world_grid(world), (const uint8_t(*)[2 * SIGHT + 1]) disc, at);
        if (steps % STEPS_PER_CHECK == 0) check_beside(&d, search, now, &query, path);
        at = next;
    }
    printf("a robot on %d x %d unknown tiles: %s after %d steps; hidden in %.0f us\n", side, side,
           at.x == goal.x && at.y == goal.y ? "arrived" : "stopped", steps, hidden);
    report("  it sees, and the overlay follows", seen, steps);
    report("  it sees and has planned again", planned, steps);
    printf("  D* Lite begins in %.0f us\n", first);
    report("  D* Lite has planned again", beside, steps);
    dstar_free(&d);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(int argc, char** argv) {
    int32_t side = 4096, overlays = 1000, robot = 1024, queries = 400, rounds = 20;
    int64_t seed = 1;
    const bench_option options[] = {{"--side", .number = &side},
                                    {"--overlays", .number = &overlays},
                                    {"--robot", .number = &robot},
                                    {"--queries", .number = &queries},
                                    {"--rounds", .number = &rounds},
                                    {"--seed", .large = &seed},
                                    {NULL}};
    read_options(argc, argv, 1, options);
    if (queries > MOST_QUERIES || rounds > MOST_ROUNDS || side < 100 || robot < 60) return 2;
    uint64_t random = (uint64_t)seed;
    wend_world* world = make_world(side, false, &random);
    wend_search* search = NULL;
    wend_path* path = NULL;
    make_search(NULL, &search, &path);
    printf("%d x %d tiles\n", side, side);
    measure_making(world);
    measure_queries(world, side, queries, search, path, &random);
    measure_discs(world, side, rounds, search, path, &random);
    measure_many(world, side, overlays, &random);
    wend_world_destroy(world);
    measure_robot(robot, 1, &random);
    wend_path_destroy(path);
    wend_search_destroy(search);
    if (counted_bytes != 0) printf("%zu bytes were not freed\n", counted_bytes);
    return counted_bytes != 0;
}
