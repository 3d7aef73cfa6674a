// bench_edits.c: what does it cost to change a tile?
#include "bench_edits.h"
#include "clock.h"
#include "random.h"
#include "summary.h"

#include <stdlib.h>

enum { EDITS = 200 };
static const double SLOW_RUN_US = 2e6; // longer runs are not repeated

typedef struct edit_bench {
    wend_world* world;
    uint8_t open_class; // class given to blocked tiles
    int64_t runs;
    wend_edit undo[EDITS];        // in reverse order of the edits
    double *edit_us, *refresh_us; // [edit][run]
} edit_bench;

// The most frequent passable class.
static uint8_t commonest_class(const wend_grid* grid) {
    const int64_t* counts = wend_grid_class_counts(grid);
    int found = 0;
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        if (wend_grid_straight_cost(grid, (uint8_t)k) > 0 && (found == 0 || counts[k] > counts[found]))
            found = k;
    return (uint8_t)found;
}

static wend_result toggle(edit_bench* b, wend_tile tile, double* edit_us, double* refresh_us) {
    const wend_grid* grid = wend_world_grid(b->world);
    const uint8_t to = wend_grid_passable(grid, tile) ? 0 : b->open_class;
    const wend_edit edit = {.area = {tile.x, tile.y, 1, 1}, .terrain_class = to};
    uint64_t start = clock_thread_ns(NULL);
    wend_result result = wend_world_edit(b->world, &edit, 1, NULL);
    *edit_us = clock_thread_us_since(start);
    start = clock_thread_ns(NULL);
    if (result == WEND_OK) result = wend_world_refresh(b->world, 0, NULL);
    *refresh_us = clock_thread_us_since(start);
    return result;
}

// Every run edits the same tiles, because it begins with the same world.
static wend_result run_once(edit_bench* b, uint64_t seed, int64_t run, progress* bar, double* us_out) {
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_rect map = wend_grid_area(grid);
    const uint64_t width = (uint64_t)map.width, height = (uint64_t)map.height;
    wend_result result = WEND_OK;
    *us_out = 0;
    for (int i = 0; i < EDITS && result == WEND_OK; i++) {
        const uint64_t number = random_next(&seed) % (width * height);
        const wend_tile tile = {map.x + (int32_t)(number % width), map.y + (int32_t)(number / width)};
        double *edit_us = &b->edit_us[i * b->runs + run], *refresh_us = &b->refresh_us[i * b->runs + run];
        b->undo[EDITS - 1 - i] =
            wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, wend_grid_class(grid, tile));
        result = toggle(b, tile, edit_us, refresh_us);
        *us_out += *edit_us + *refresh_us;
        progress_report(((double)run + (double)i / EDITS) / (double)b->runs, bar);
    }
    if (result == WEND_OK) result = wend_world_edit(b->world, b->undo, EDITS, NULL);
    return result == WEND_OK ? wend_world_refresh(b->world, 0, NULL) : result;
}

static double mean_of_medians(const edit_bench* b, double* us, int64_t used_runs) {
    double sum = 0;
    for (int i = 0; i < EDITS; i++) sum += summarize(us + i * b->runs, used_runs).median;
    return sum / EDITS;
}

wend_result bench_edits(wend_world* world, uint64_t seed, int64_t runs, progress* bar,
                        bench_edit_times* times_out, bool* same_out) {
    const uint64_t hash = wend_world_hash(world);
    const size_t bytes = (size_t)runs * EDITS * sizeof(double);
    edit_bench b = {.world = world,
                    .open_class = commonest_class(wend_world_grid(world)),
                    .runs = runs,
                    .edit_us = malloc(bytes),
                    .refresh_us = malloc(bytes)};
    wend_result result = b.edit_us != NULL && b.refresh_us != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    double us = 0;
    int64_t used = 0;
    while (result == WEND_OK && used < runs && us < SLOW_RUN_US)
        result = run_once(&b, seed, used++, bar, &us);
    if (result == WEND_OK) {
        *times_out =
            (bench_edit_times){mean_of_medians(&b, b.edit_us, used), mean_of_medians(&b, b.refresh_us, used)};
        *same_out = wend_world_hash(world) == hash;
    }
    free(b.edit_us);
    free(b.refresh_us);
    return result;
}
