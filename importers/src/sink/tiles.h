// tiles.h: rows of terrain classes to grid, with downscaling, progress and cancelling.
#ifndef WIMP_TILES_H
#define WIMP_TILES_H
#include "core/sink.h"

typedef struct wimp_tiles {
    wimp_job* job;
    int32_t width, height; ///< of the file, before downscaling
    int32_t y;             ///< the next row
    int32_t floor;         ///< of that row, unless y is height
    int64_t taken;         ///< pixels
    uint8_t* row;          ///< width classes, filled by the reader
    uint8_t* chosen;       ///< the current row of tiles
    float* rank;           ///< cost of each class; INFINITY: blocked
} wimp_tiles;

/// Creates the job's grid; its rows are memory of the job. The size must have been checked; the rows of one
/// floor follow those of another. On failure only the job's grid remains to be freed.
wend_result wimp_tiles_begin(wimp_tiles* tiles, wimp_job* job, int32_t width, int32_t height,
                             const float class_costs[WEND_CLASS_COUNT]);
/// Stores the filled row. Errors: CANCELLED.
wend_result wimp_tiles_next(wimp_tiles* tiles);
/// Stores a run from the first classes of row. Runs come in any order; either all pixels come as runs, each
/// once, or none does. Errors: CANCELLED.
wend_result wimp_tiles_run(wimp_tiles* tiles, const wimp_run* run);
/// How many passable tiles a map needs so that it does not count as blocked nearly everywhere: 1 in 1000.
int64_t wimp_tiles_enough_passable(const wend_grid* grid);
#endif
