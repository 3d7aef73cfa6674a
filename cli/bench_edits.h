// bench_edits.h: what does it cost to change a tile?
#ifndef BENCH_EDITS_H
#define BENCH_EDITS_H
#include "progress.h"

typedef struct bench_edit_times {
    double edit_us;    ///< mean time until queries can use the new map
    double refresh_us; ///< mean time of refreshing all pending clusters after an edit
} bench_edit_times;

/// Blocks or opens random tiles one by one, refreshes the world after each edit, and undoes all edits. The
/// median of the runs counts for each tile. *same_out: the world has its old hash at the end.
wend_result bench_edits(wend_world* world, uint64_t seed, int64_t runs, progress* bar,
                        bench_edit_times* times_out, bool* same_out);

#endif
