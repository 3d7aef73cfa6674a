// bake_ranks.h: how do the ranks of an MPI run share the tasks of a bake? Rank 0 has the bake, which is the
// queue of the tasks; the others run what it sends them. Only rank 0 prints.
#ifndef BAKE_RANKS_H
#define BAKE_RANKS_H
#include "cli.h"
#include "wend/bake.h"

typedef struct bake_ranks bake_ranks;

/// What the ranks did together, for the report.
typedef struct bake_ranks_info {
    int32_t ranks, threads; ///< threads: of all ranks, that ran tasks
    int64_t tasks, sent_tasks; ///< finished in this run, and how many of them on other ranks
    int64_t messages;
    int64_t bytes; ///< of tasks and results in messages
} bake_ranks_info;

/// Starts MPI. On rank 0: gathers the other ranks and gives a bake_ranks. On every other rank: runs tasks until
/// rank 0 has ended, ends MPI, and leaves *out NULL; the program must then end with the returned code. threads:
/// of this rank, 0: its share of the processors. Returns CLI_OK or an exit code, the reason printed.
int bake_ranks_start(int32_t threads, bake_ranks** out);
/// Runs tasks of the bake on all ranks. wait: until no task is left; otherwise it does what can be done at
/// once, and wants to be called again soon. Returns CLI_OK or an exit code, the reason printed.
int bake_ranks_run(bake_ranks* ranks, wend_bake* bake, bool wait);
bake_ranks_info bake_ranks_get_info(const bake_ranks* ranks);
/// Stops the other ranks and ends MPI.
void bake_ranks_end(bake_ranks* ranks);

#endif
