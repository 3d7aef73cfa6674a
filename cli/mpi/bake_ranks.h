// bake_ranks.h: how do the ranks of an MPI run share the tasks of a bake? Rank 0 has the bake, which is the
// queue of the tasks; the others run what it sends them, and so does rank 0 itself. Only rank 0 prints.
#ifndef BAKE_RANKS_H
#define BAKE_RANKS_H
#include "cli.h"
#include "wend/private.h"

typedef struct bake_ranks bake_ranks;

/// What a rank may use.
typedef struct bake_ranks_share {
    int32_t threads;      ///< 0: its share of the processors
    int64_t memory_bytes; ///< for its tasks
    bool is_for_machine;  ///< the ranks of a machine share memory_bytes
} bake_ranks_share;

/// Starts MPI. On rank 0: gathers the other ranks and gives a bake_ranks. On every other rank: runs tasks
/// until rank 0 has ended, ends MPI, and leaves *out NULL; the program then ends with the returned code.
/// argc, argv: of the command. Returns CLI_OK or an exit code, the reason printed.
int bake_ranks_start(int argc, char** argv, const bake_ranks_share* share, bake_ranks** out);
/// Sets memory_bytes, worker_count and least_tasks to what suits the ranks.
void bake_ranks_define(const bake_ranks* ranks, wend_bake_def* def);
/// Says what a signal that ends the program has to print, because mpirun sends one when a rank has died.
/// file: the world. NULL: nothing can be lost any more.
void bake_ranks_guard(bake_ranks* ranks, const char* file);
/// Runs all tasks of the bake on all ranks. file: for messages. Returns CLI_OK or an exit code, the reason
/// printed.
int bake_ranks_run(bake_ranks* ranks, wend_bake* bake, const char* file, wend_progress_fn* progress,
                   void* progress_context);
/// Stops the other ranks and ends MPI; code: the exit code so far. When a rank does not stop after a failure,
/// ends the program.
void bake_ranks_end(bake_ranks* ranks, int code);

/// What the ranks did together, for the report.
typedef struct bake_ranks_info {
    int32_t ranks;
    int32_t threads;                    ///< of all ranks, that run tasks
    int64_t tasks;                      ///< that were run
    int64_t sent_tasks;                 ///< of which on other ranks
    int64_t sent_bytes, received_bytes; ///< of inputs and outputs in messages
} bake_ranks_info;
bake_ranks_info bake_ranks_get_info(const bake_ranks* ranks);

#endif
