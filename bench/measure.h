// measure.h: what measurements of the engine share: errors that end them, options, clocks, random numbers,
// worlds, and the order of times. A file defines _XOPEN_SOURCE as 700 before it includes anything, for the
// clocks.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wend/wend.h>

#include "random.h"

/// Ends the program.
__attribute__((noreturn)) static inline void fail(const char* what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}
#define MUST(condition) ((condition) ? (void)0 : fail(#condition))

/// Ends the program with what failed, unless nothing did.
static inline void must(wend_result result, const char* what) {
    if (result == WEND_OK) return;
    fprintf(stderr, "bench: %s: %s\n", what, wend_result_string(result));
    exit(1);
}

/// Where the value of an option goes: the one that is not NULL.
typedef struct bench_option {
    const char* name;
    int32_t* number;
    int64_t* large;
    double* real;
    const char** text;
    bool* flag; // stands alone
} bench_option;

/// Reads the options from argv[first] on. The last one of the table has no name.
static inline void read_options(int argc, char** argv, int first, const bench_option* table) {
    for (int i = first; i < argc; i++) {
        const bench_option* o = table;
        while (o->name != NULL && strcmp(o->name, argv[i]) != 0) o++;
        if (o->name == NULL) fail("unknown option; the first lines of the source file explain them");
        if (o->flag != NULL) *o->flag = true;
        if (o->flag != NULL) continue;
        if (++i == argc) fail("an option lacks its value");
        if (o->number != NULL) *o->number = atoi(argv[i]);
        if (o->large != NULL) *o->large = atoll(argv[i]);
        if (o->real != NULL) *o->real = atof(argv[i]);
        if (o->text != NULL) *o->text = argv[i];
    }
}

/// Microseconds of wall-clock time.
static inline double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/// Nanoseconds of CPU time of this thread: other programs do not count. Suits wend_search_def.clock_ns.
static inline uint64_t thread_ns(void* context) {
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
static inline double thread_us(void) {
    return (double)thread_ns(NULL) * 1e-3;
}

/// Microseconds of CPU time of all threads.
static inline double process_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/// 0 to count - 1, by SplitMix64.
static inline int32_t draw(uint64_t* state, int32_t count) {
    return (int32_t)((random_next(state) >> 32) * (uint64_t)count >> 32);
}

/// 0 to bound - 1, by xorshift64: the same on every machine. The state is not 0.
static inline int32_t below(uint64_t* state, int32_t bound) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int32_t)(*state % (uint64_t)bound);
}

/// A passable tile of a floor.
static inline wend_tile passable_tile(const wend_grid* grid, int32_t floor, uint64_t* random) {
    for (int32_t i = 0; i < 1000000; i++) {
        const int32_t x = below(random, wend_grid_width(grid)), y = below(random, wend_grid_height(grid));
        const wend_tile tile = {x, y, (uint16_t)floor, 0};
        if (wend_grid_passable(grid, tile)) return tile;
    }
    fail("hardly a tile is passable");
}

static inline wend_grid* make_grid(const wend_grid_def* def) {
    wend_grid* grid = NULL;
    must(wend_grid_create(def, &grid), "making a grid");
    return grid;
}

/// Ground of costs 1 to 9 in patches, one of `blocked` patches blocked; or of class 1 alone.
static inline wend_grid* make_patches(int32_t side, int32_t blocked, bool one_class,
                                      const wend_allocator* allocator, uint64_t* random) {
    wend_grid_def def = wend_default_grid_def();
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) def.class_costs[k] = (float)(1 + k % 9);
    def.width = def.height = side;
    def.allocator = allocator;
    wend_grid* grid = make_grid(&def);
    for (int32_t i = 0; i < side * (side / 100); i++) {
        const int32_t width = 1 + below(random, 12), height = 1 + below(random, 12);
        const int32_t x = below(random, side - width), y = below(random, side - height);
        const wend_rect area = {x, y, width, height, 0};
        const bool open = below(random, blocked) > 0;
        wend_grid_fill(grid, area, (uint8_t)(!open ? 0 : one_class ? 1 : 1 + below(random, 9)));
    }
    return grid;
}

/// Takes the grid. thread_count 0: by all processors.
static inline wend_world* build_world(wend_grid* grid, int32_t thread_count) {
    wend_world_def def = wend_default_world_def();
    wend_threads* threads = NULL;
    wend_world* world = NULL;
    must(wend_threads_create(thread_count, &threads), "starting threads");
    def.tasks = wend_threads_tasks(threads);
    must(wend_world_build(&grid, &def, &world), "building");
    wend_threads_destroy(threads);
    return world;
}

/// A search that times its phases by a clock, if that is not NULL, and a path for its answers.
static inline void make_search(uint64_t (*clock_ns)(void*), wend_search** search_out, wend_path** path_out) {
    wend_search_def def = wend_default_search_def();
    def.clock_ns = clock_ns;
    must(wend_search_create(&def, search_out), "making a search");
    must(wend_path_create(NULL, path_out), "making a path");
}

/// For qsort of doubles, ascending.
static inline int ascending(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}
#endif
