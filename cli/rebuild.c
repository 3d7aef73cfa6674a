// rebuild.c: builds worlds again and measures the time.
#include "rebuild.h"
#include "clock.h"
#include "memory.h"
#include "profile_options.h"
#include "tile_set.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wend/private.h>

// A grid with the tiles of a world, or its original tiles, these costs, and its links and walls.
static wend_result copy_grid(const wend_world* world, const float* class_costs, bool original,
                             wend_grid** out) {
    const wend_grid* from = wend_world_grid(world);
    const wend_rect map = wend_grid_area(from);
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(from);
    def.height = wend_grid_height(from);
    def.floors = wend_grid_floors(from);
    def.connectivity = wend_grid_connectivity(from);
    def.tile_size = wend_grid_tile_size(from);
    def.origin = wend_grid_origin(from);
    float least, greatest;
    if (wend_grid_cost_range(from, &least, &greatest)) {
        def.least_cost = least;
        def.greatest_cost = greatest;
    }
    memcpy(def.class_costs, class_costs, sizeof def.class_costs);
    wend_grid* copy = NULL;
    wend_result result = wend_grid_create(&def, &copy);
    if (result == WEND_OK) result = wend_grid_copy_first(from, copy);
    uint8_t* classes = memory_for(def.width, 1, "tiles of a row");
    for (int32_t row = 0; row < def.height * def.floors && result == WEND_OK; row++) {
        const wend_rect area = {map.x, map.y + row % def.height, def.width, 1, (uint16_t)(row / def.height)};
        result = wend_grid_read(from, area, classes, 0);
        for (int32_t x = 0; x < def.width && original; x++)
            classes[x] = wend_world_original_class(world, (wend_tile){map.x + x, area.y, area.floor});
        if (result == WEND_OK) result = wend_grid_write(copy, area, classes, 0);
    }
    free(classes);
    for (int32_t f = 0; f < def.floors && result == WEND_OK; f++)
        result = wend_grid_set_floor_height(copy, f, wend_grid_floor_height(from, f));
    if (result == WEND_OK) result = wend_grid_copy_connections(from, copy);
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

wend_result build_timed(wend_grid** grid_io, wend_world_def def, wend_threads* threads_opt, progress* bar,
                        build_times* times_out, wend_world** out) {
    def.progress = progress_report;
    def.progress_context = bar;
    if (threads_opt != NULL) def.tasks = wend_threads_tasks(threads_opt);
    const uint64_t start = clock_wall_ns(NULL);
    const double cpu_start = process_seconds();
    wend_result result = wend_world_build(grid_io, &def, out);
    *times_out = (build_times){cli_seconds_since(start), process_seconds() - cpu_start};
    return result;
}

static wend_result build_copy(const wend_world* world, wend_grid* copy, const char* metadata,
                              wend_threads* threads_opt, progress* bar, build_times* times_out,
                              wend_world** out) {
    const wend_world_info info = wend_world_get_info(world);
    wend_world_def def = wend_default_world_def();
    def.cluster_size = info.cluster_size;
    def.level_count = info.level_count;
    def.metadata = metadata;
    profile_definitions profiles;
    profile_definitions_of(world, &profiles);
    def.profiles = profiles.items;
    def.profile_count = profiles.count;
    wend_result result = build_timed(&copy, def, threads_opt, bar, times_out, out);
    wend_grid_destroy(copy);
    return result;
}

wend_result rebuild_world(const wend_world* world, wend_threads* threads_opt, progress* bar,
                          build_times* times_out, wend_world** out) {
    wend_grid* copy = NULL;
    wend_result result = copy_grid(world, wend_grid_class_costs(wend_world_grid(world)), false, &copy);
    if (result != WEND_OK) return result;
    return build_copy(world, copy, NULL, threads_opt, bar, times_out, out);
}

// Repeats the edits of one world on another that has its original tiles.
static wend_result repeat_edits(const wend_world* from, wend_world* to) {
    const wend_grid* grid = wend_world_grid(from);
    edit_list edits = {.items = NULL};
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            const wend_tile tile = {x, y};
            const uint8_t k = wend_grid_class(grid, tile);
            if (k != wend_world_original_class(from, tile)) edit_list_add_tile(&edits, tile, k);
        }
    }
    wend_result result = wend_world_edit(to, edits.items, edits.count, NULL);
    if (result == WEND_OK) result = wend_world_refresh(to, 0, NULL);
    free(edits.items);
    return result;
}

// Builds from the original tiles, and repeats the edits of tiles.
wend_result rebuild_with_costs(const wend_world* world, const float class_costs[WEND_CLASS_COUNT],
                               wend_threads* threads_opt, progress* bar, build_times* times_out,
                               wend_world** out) {
    wend_grid* copy = NULL;
    wend_world* again = NULL;
    wend_result result = copy_grid(world, class_costs, true, &copy);
    if (result != WEND_OK) return result;
    result = build_copy(world, copy, wend_world_metadata(world), threads_opt, bar, times_out, &again);
    if (result == WEND_OK) result = wend_world_keep_original(again);
    if (result == WEND_OK) result = repeat_edits(world, again);
    if (result == WEND_OK)
        *out = again;
    else
        wend_world_destroy(again);
    return result;
}
