// rebuild.c: builds with their time.
#include "rebuild.h"

#include <string.h>
#include <time.h>

static wend_result copy_grid(const wend_grid* from, wend_grid** out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(from);
    def.height = wend_grid_height(from);
    def.moves = wend_grid_moves(from);
    def.tile_size = wend_grid_tile_size(from);
    def.origin = wend_grid_origin(from);
    memcpy(def.class_costs, wend_grid_class_costs(from), sizeof def.class_costs);
    wend_grid* copy = NULL;
    wend_result result = wend_grid_create(&def, &copy);
    for (int32_t y = 0; y < def.height && result == WEND_OK; y++)
        result = wend_grid_write(copy, (wend_rect){0, y, def.width, 1}, wend_grid_row(from, y), 0);
    if (result == WEND_OK)
        *out = copy;
    else
        wend_grid_destroy(copy);
    return result;
}

static double process_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

wend_result build_timed(wend_grid* grid, wend_world_def def, wend_threads* threads_opt, progress* bar,
                        build_times* times_out, wend_world** out) {
    def.progress = progress_report;
    def.progress_context = bar;
    if (threads_opt != NULL) def.tasks = wend_threads_tasks(threads_opt);
    const uint64_t start = cli_clock_ns(NULL);
    const double cpu_start = process_seconds();
    wend_result result = wend_world_build(grid, &def, out);
    *times_out = (build_times){cli_seconds_since(start), process_seconds() - cpu_start};
    return result;
}

wend_result rebuild_world(const wend_world* world, wend_threads* threads_opt, progress* bar,
                          build_times* times_out, wend_world** out) {
    wend_grid* copy = NULL;
    wend_result result = copy_grid(wend_world_grid(world), &copy);
    if (result != WEND_OK) return result;
    const wend_world_info info = wend_world_get_info(world);
    wend_world_def def = wend_default_world_def();
    def.cluster_size = info.cluster_size;
    def.level_count = info.level_count;
    result = build_timed(copy, def, threads_opt, bar, times_out, out);
    if (result != WEND_OK) wend_grid_destroy(copy);
    return result;
}
