// rebuild.h: builds worlds again and measures the time.
#ifndef REBUILD_H
#define REBUILD_H
#include "progress.h"

typedef struct build_times {
    double wall_s;
    double cpu_s; ///< of all threads together
} build_times;

/// wend_world_build with the settings of def, which gets the threads (NULL: one) and the bar.
wend_result build_timed(wend_grid** grid_io, wend_world_def def, wend_threads* threads_opt, progress* bar,
                        build_times* times_out, wend_world** out);
/// Builds the world again from its tiles with the same settings. The time excludes the copy of the tiles.
/// Errors: as wend_grid_create and wend_world_build.
wend_result rebuild_world(const wend_world* world, wend_threads* threads_opt, progress* bar,
                          build_times* times_out, wend_world** out);
/// Builds the world with other class costs and keeps metadata, original tiles and edits. The time covers the
/// build alone. Errors: as wend_grid_create, wend_world_build and wend_world_edit.
wend_result rebuild_with_costs(const wend_world* world, const float class_costs[WEND_CLASS_COUNT],
                               wend_threads* threads_opt, progress* bar, build_times* times_out,
                               wend_world** out);

#endif
