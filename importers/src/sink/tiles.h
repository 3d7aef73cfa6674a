// tiles.h: rows of terrain classes -> grid: downscaling, progress and cancelling, the same for every format.
#ifndef WIMP_TILES_H
#define WIMP_TILES_H
#include "core/sink.h"

typedef struct wimp_tiles {
    wimp_job* job;
    int32_t width, height; ///< as the file gives them, before downscaling
    int32_t y;             ///< the row that comes next
    int64_t taken;         ///< pixels
    uint8_t* row;          ///< width classes, for the reader to fill
    uint8_t* chosen;       ///< a row of tiles under way
    float* rank;           ///< what each class costs, INFINITY when blocked
} wimp_tiles;

/// Makes the grid, in the job. The size must have been checked. On failure nothing is left to free but the
/// job's grid.
wend_result wimp_tiles_begin(wimp_tiles* tiles, wimp_job* job, int32_t width, int32_t height,
                             const float class_costs[WEND_CLASS_COUNT]);
/// Takes over the filled row. Errors: CANCELLED.
wend_result wimp_tiles_next(wimp_tiles* tiles);
/// Takes over a run, the first classes of row, in any order of runs. All pixels of a map come this way, each
/// once, or none does. Errors: CANCELLED.
wend_result wimp_tiles_run(wimp_tiles* tiles, const wimp_run* run);
/// To be called after a begin that succeeded, whatever became of the rows.
void wimp_tiles_end(wimp_tiles* tiles);
#endif
