// large_bake.h: how is a map baked that does not fit the memory, and how is an interrupted bake continued?
#ifndef LARGE_BAKE_H
#define LARGE_BAKE_H
#include "mpi/bake_ranks.h"
#include "wend/private.h"

/// The bake of a map, once its size is known.
typedef struct large_bake {
    const char* output; ///< NULL: there is no file to write, so the world is built in memory
    const char* input;  ///< for messages
    int64_t memory_bytes;
    int32_t thread_count;
    bool resume, in_memory; ///< in_memory: the world has what only a build in memory can do
    bake_ranks* ranks;      ///< that share the tasks; NULL: this process runs them
    wend_bake* bake;        ///< NULL: the map is in memory
    bool has_failed;        ///< its grid could not be created
    wend_bake_info info;    ///< of the finished bake
} large_bake;

/// "512M", "2G": a number of bytes with the suffix K, M, G or T, powers of 1024; NULL: a quarter of the
/// machine's memory. Returns CLI_OK or an exit code, the reason printed.
int large_bake_parse_memory(const char* text, int64_t* out);
/// A create_grid of wend_import_def: the grid lies in memory if the world is sure to fit, and in the output's
/// temporary file otherwise. context: a large_bake.
wend_result large_bake_create_grid(void* context, const wend_grid_def* def, wend_grid** out,
                                   wend_error* error_opt);
/// Fails when a grid that is in memory would become a world that is surely larger than the limit. Returns
/// CLI_OK or an exit code, the reason printed.
int large_bake_check_memory(const large_bake* large, const wend_grid* grid);
/// Builds and writes the world of a grid in the temporary file, which it takes. Returns CLI_OK or an exit
/// code, the reason printed; after an interrupt with the command that continues it.
int large_bake_run(large_bake* large, wend_grid** grid_io, const wend_world_def* def);
/// Ends the bake; what is unfinished can be resumed. After a world was written in any other way, removes
/// what an older bake of it left.
void large_bake_end(large_bake* large, bool written);

/// True when a signal has asked to end, once a map is baked that does not fit the memory.
bool large_bake_is_interrupted(void);

#endif
