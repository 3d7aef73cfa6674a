// tiles.h: rows of terrain classes -> grid: downscaling, progress and cancelling, the same for every format.
#ifndef WENDI_TILES_H
#define WENDI_TILES_H
#include "job.h"

/// Pixels of a row that are equally far apart: all of them, or those of a pass of an interlaced picture.
typedef struct wendi_run {
    int32_t x, y, step, count; ///< count pixels at (x, y), (x + step, y), ...
} wendi_run;

typedef struct wendi_tiles {
    wendi_job* job;
    int32_t width, height; ///< as the file gives them, before downscaling
    int32_t y;             ///< the row that comes next
    int64_t taken;         ///< pixels
    uint8_t* row;          ///< width classes, for the reader to fill
    uint8_t* chosen;       ///< a row of tiles under way
    float* rank;           ///< what each class costs, INFINITY when blocked
} wendi_tiles;

/// Makes the grid, in the job. The size must have been checked. On failure nothing is left to free but the
/// job's grid.
wend_result wendi_tiles_begin(wendi_tiles* tiles, wendi_job* job, int32_t width, int32_t height,
                              const float class_costs[WEND_CLASS_COUNT]);
/// Takes over the filled row. Errors: CANCELLED.
wend_result wendi_tiles_next(wendi_tiles* tiles);
/// Takes over a run, the first classes of row, in any order of runs. All pixels of a map come this way, each
/// once, or none does. Errors: CANCELLED.
wend_result wendi_tiles_run(wendi_tiles* tiles, const wendi_run* run);
/// To be called after a begin that succeeded, whatever became of the rows.
void wendi_tiles_end(wendi_tiles* tiles);
#endif
