// bench_edits.h: what does it cost to change a tile?
#ifndef BENCH_EDITS_H
#define BENCH_EDITS_H
#include "progress.h"

typedef struct bench_edit_times {
    double edit_us;    ///< mean, until queries can see the new ground
    double refresh_us; ///< mean, of refreshing all pending clusters after each edit
} bench_edit_times;

/// Blocks or opens tiles at random, one after the other, and refreshes the world after each; then restores
/// it. For each tile the median of so many runs counts. *same_out: it has its hash again.
wend_result bench_edits(wend_world* world, uint64_t seed, int64_t runs, progress* bar,
                        bench_edit_times* times_out, bool* same_out);

#endif
