// rebuild.h: builds with their time, also of a world from a copy of its own tiles, to see the same hash.
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
/// The world again, with its own settings; the copying of its tiles is not counted. Errors: as
/// wend_grid_create and wend_world_build.
wend_result rebuild_world(const wend_world* world, wend_threads* threads_opt, progress* bar,
                          build_times* times_out, wend_world** out);
/// The world with other costs of its classes; its metadata, its original and its edits are kept. The time is
/// that of the build. Errors: as wend_grid_create, wend_world_build and wend_world_edit.
wend_result rebuild_with_costs(const wend_world* world, const float class_costs[WEND_CLASS_COUNT],
                               wend_threads* threads_opt, progress* bar, build_times* times_out,
                               wend_world** out);

#endif
