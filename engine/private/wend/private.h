// wend/private.h: what only the programs of this tree use: files that are replaced as a whole, and bakes
// larger than memory, on any number of threads, processes or machines. It is installed nowhere, and may
// change with every version.
//
// A bake is a queue of tasks, and each task turns bytes into bytes. The tiles lie in the temporary file that
// becomes the world; a task takes those of one part of the map and gives its nodes and distance matrices,
// which go into a work file beside the output. When all tasks are done, the parts are put together and the
// world replaces the file of its name. It equals, byte for byte, the file that wend_world_build and
// wend_world_save make.
//
//     wend_bake_def def = wend_default_bake_def();
//     def.file = "island.wend";
//     def.memory_bytes = (int64_t)1 << 28;
//     wend_grid_def map = wend_default_grid_def();
//     map.width = map.height = 256;
//     wend_bake* bake = NULL;
//     wend_error error;
//     wend_result result = wend_bake_create(&def, &bake, &error);
//     if (result == WEND_OK) result = wend_bake_create_grid(bake, &map, &grid, &error);
//     if (result == WEND_OK) { // fill the grid here, row by row
//         wend_world_def world_def = wend_default_world_def();
//         result = wend_bake_begin(bake, &grid, &world_def, &error);
//         if (result == WEND_OK) result = wend_bake_run(bake, &world_def, &error);
//     }
//     if (result != WEND_OK) fprintf(stderr, "%s\n", error.text);
//     wend_bake_destroy(bake);
//
// Other machines. wend_bake_run is the loop that a program with its own workers writes itself: take tasks by
// wend_bake_next_task, send their input anywhere, call wend_bake_run_task there, and give what it returns to
// wend_bake_put_result, in any order. Then wend_bake_finish. A task may be run twice, and its result given
// twice: the second one changes nothing. Inputs and results carry a version, the byte order, the identity of
// the bake and a checksum, so what comes from another build of Wend, belongs to another bake or was damaged
// on the way is refused.
//
// Interruptions. What the work file holds survives the process. A new bake of the same map with the same
// definitions and resume set computes only what is missing. The old world stays until the new one is
// complete.
//
// Limits. Maps with links or closed steps, also those that slopes or lanes close, and worlds with profiles,
// are built in memory only: wend_world_build.
#ifndef WEND_PRIVATE_H
#define WEND_PRIVATE_H
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- files

/// Writes a whole file, new or in place of an old one: to a temporary file beside it, synced, then renamed,
/// so that the name always holds the old content or the new. The new file has the mode of the old one and,
/// where the system allows that, its owner. A temporary file is called NAME.N.wendtmp and is locked; those
/// without a lock, which killed processes left, are removed by the next call with the same name. bytes may be
/// NULL when size is 0. Errors: ARGUMENT, IO (also when something exists that is not a regular file), MEMORY.
WEND_API wend_result wend_file_write(const char* file, const void* bytes, size_t size, wend_error* error_opt);

/// Supplies the next piece of a file, of any size; it must stay valid until the next call. Size 0: the file
/// is complete. Any result except WEND_OK abandons the file. Errors: chosen by the host.
typedef wend_result wend_file_piece_fn(void* context, const void** bytes_out, size_t* size_out);
/// wend_file_write for files larger than memory. Errors: ARGUMENT, IO, MEMORY, and any result of next; the
/// name then holds its old content.
WEND_API wend_result wend_file_write_pieces(const char* file, wend_file_piece_fn* next, void* context,
                                            wend_error* error_opt);
// ---- bakes

typedef struct wend_bake_def {
    int32_t cookie;       ///< set by wend_default_bake_def
    const char* file;     ///< the world; replaced when the bake is finished
    int64_t memory_bytes; ///< what this process may hold at a time, for the tasks of worker_count workers and
                          ///< for all else. A smaller limit makes smaller tasks; the world is the same
                          ///< [Range: >= WEND_BAKE_MIN_MEMORY] [Default: 1 << 30] [Units: bytes]
    int32_t worker_count; ///< workers that share memory_bytes: those of world_def.tasks, or 1 when all tasks
                          ///< run elsewhere, with this much memory each [Range: 1..256] [Default: 1]
    int32_t task_level;   ///< a task of the first tier is one cluster of this level, with all levels below;
                          ///< 0: the largest that fits memory_bytes and gives least_tasks [Range:
                          ///< 0..WEND_BAKE_MAX_TASK_LEVEL]
    int32_t least_tasks; ///< tasks of the first tier that keep all workers busy: they get smaller until there
                         ///< are as many, but not smaller than clusters of level 3 for this [Range: >= 0]
                         ///< [Default: 0]
    bool resume;         ///< uses what an interrupted bake left in the work file; without one, or when it
                         ///< belongs to another map, see wend_bake_begin [Default: false]
    bool keep_original;  ///< as wend_world_keep_original [Default: false]
    const wend_allocator* allocator; ///< copied; NULL: malloc and free; also called by the workers
} wend_bake_def;

#define WEND_BAKE_MIN_MEMORY     ((int64_t)1 << 25) ///< bytes
#define WEND_BAKE_MAX_TASK_LEVEL 8
#define WEND_BAKE_WORK_SUFFIX    ".baking" ///< the work file is called FILE.baking

WEND_API wend_bake_def wend_default_bake_def(void);

/// A bake in progress. Its functions are called by one thread at a time, except wend_bake_run_task, which
/// needs no bake.
typedef struct wend_bake wend_bake;

/// Starts a bake. Nothing is written yet. Errors: DEF, ARGUMENT, LIMIT (a field of the definition out of
/// range), MEMORY.
WEND_API wend_result wend_bake_create(const wend_bake_def* def, wend_bake** out, wend_error* error_opt);
/// Ends a bake that is finished, or leaves it to be resumed. A grid of it that wend_bake_begin has not taken
/// must be destroyed before.
WEND_API void wend_bake_destroy(wend_bake* bake);

/// Creates a grid whose tiles lie in the temporary file beside the output, which takes its place on the disk
/// at once. All tiles are of class 0; def.classes must be NULL. wend_grid_write stores rows or rectangles in
/// any order and gives the memory of what it wrote back to the system now and then; all other functions of
/// grids work as well. Once for each bake. Errors: DEF, ARGUMENT (a field of the definition out of range; the
/// bake has a grid), LIMIT (width, height, costs), UNSUPPORTED (several floors), IO (no room on the disk,
/// unwritable folder; a system without mapped files), MEMORY.
WEND_API wend_result wend_bake_create_grid(wend_bake* bake, const wend_grid_def* def, wend_grid** out,
                                           wend_error* error_opt);
/// Takes the grid, whose tiles are complete, and makes the tasks. Of world_def cluster_size, level_count and
/// metadata matter. On success *grid_io is NULL. With resume, a work file of the same map and definitions is
/// continued, and one of another map is an error that leaves it as it is; without resume it is replaced.
/// Errors: DEF, ARGUMENT (not a grid of this bake), UNSUPPORTED (links, closed steps, profiles; the work
/// file was written by another version of Wend), FORMAT (the work file belongs to another map or another
/// definition, or is damaged), LIMIT (cluster_size, level_count or the length of metadata; the clusters do
/// not fit 32-bit numbers; memory_bytes is too small for the tasks of the work file), IO (also when another
/// process bakes this file), MEMORY.
WEND_API wend_result wend_bake_begin(wend_bake* bake, wend_grid** grid_io, const wend_world_def* world_def,
                                     wend_error* error_opt);

/// A task of a bake. Tasks of the first tier need only tiles; one of a higher tier needs the results of the
/// four clusters below it and appears when they are there.
typedef struct wend_bake_task {
    int64_t id;           ///< from 0 on; -1: no task
    int32_t level;        ///< of the cluster that it makes, with all levels below in the first tier
    void* input;          ///< for wend_bake_run_task, to be freed by wend_bake_free_task
    size_t input_size;    ///< [Units: bytes]
    int64_t memory_bytes; ///< what wend_bake_run_task will need at most, input and output included
} wend_bake_task;

/// Takes the next task, and reads its input. *out has the id -1 when no task is left, or none before results
/// of tasks that were taken are there: see wend_bake_get_info. Errors: ARGUMENT (before wend_bake_begin),
/// IO, MEMORY, LIMIT (a task needs more than memory_bytes).
WEND_API wend_result wend_bake_next_task(wend_bake* bake, wend_bake_task* out, wend_error* error_opt);
/// Frees the input of a task.
WEND_API void wend_bake_free_task(wend_bake* bake, wend_bake_task* task);
/// Puts back a task whose worker failed, so that wend_bake_next_task returns it again. Errors: ARGUMENT (no
/// such task was taken).
WEND_API wend_result wend_bake_return_task(wend_bake* bake, int64_t id);

/// Computes a task: a pure function of its input, on any thread, in any process, on any machine of the same
/// byte order. The caller gives *output_out back to the allocator's free, or to free() if allocator_opt is
/// NULL. Errors: ARGUMENT, UNSUPPORTED (input of another version of Wend, or of the other byte order), FORMAT
/// (damaged input), MEMORY.
WEND_API wend_result wend_bake_run_task(const void* input, size_t input_size,
                                        const wend_allocator* allocator_opt, void** output_out,
                                        size_t* output_size_out, wend_error* error_opt);

/// Stores what wend_bake_run_task returned. A result that is there already is dropped. Errors: ARGUMENT
/// (before wend_bake_begin), UNSUPPORTED (a result of another version of Wend, or of the other byte order),
/// FORMAT (damaged, or the result of another bake), IO, MEMORY.
WEND_API wend_result wend_bake_put_result(wend_bake* bake, const void* output, size_t output_size,
                                          wend_error* error_opt);

typedef struct wend_bake_info {
    int64_t task_count;    ///< over all tiers
    int64_t done_count;    ///< tasks whose results are there
    int64_t resumed_count; ///< of which an earlier process made
    int64_t taken_count;   ///< tasks that were taken and have no result yet
    int32_t task_level;    ///< of the clusters of the first tier
    double fraction;       ///< part of the work of all tasks that is done
    // After wend_bake_finish:
    bool finished;
    uint64_t world_hash; ///< as wend_world_hash
} wend_bake_info;
/// How far a bake is. All tasks are done when done_count is task_count.
WEND_API wend_bake_info wend_bake_get_info(const wend_bake* bake);

/// Puts the results together, replaces the file, and removes the work file. Of world_def only tasks, progress
/// and progress_context matter. Errors: DEF, ARGUMENT (a task has no result yet), IO, FORMAT (the work file
/// was damaged meanwhile), MEMORY, CANCELLED (by progress; the bake can be resumed).
WEND_API wend_result wend_bake_finish(wend_bake* bake, const wend_world_def* world_def,
                                      wend_error* error_opt);

/// Runs all tasks on the workers of world_def.tasks, then finishes. progress is called on the calling thread.
/// Errors: DEF, ARGUMENT (before wend_bake_begin), IO, FORMAT (the work file was damaged meanwhile), LIMIT (a
/// task needs more than memory_bytes), MEMORY, CANCELLED (by progress; the bake can be resumed).
WEND_API wend_result wend_bake_run(wend_bake* bake, const wend_world_def* world_def, wend_error* error_opt);

// ---- what a map consists of

typedef struct wend_relief_counts {
    float lowest, highest; ///< elevations of passable tiles; 0: there are none
    int64_t lanes;         ///< passable tiles with a lane
    int64_t steps;         ///< between neighbours that connectivity and walls allow
    int64_t closed;        ///< of which a slope or a lane closes
} wend_relief_counts;

/// Counts what costs by direction make of a map. Reads all of it. All 0 without them, and for NULL.
WEND_API wend_relief_counts wend_grid_count_relief(const wend_grid* grid);

/// wend_grid_row of any floor, likewise borrowed; NULL also where the map has no such floor.
WEND_API const uint8_t* wend_grid_floor_row(const wend_grid* grid, int32_t floor, int32_t y);

/// The edges of their floor between which a link from one tile to the other leads, as bits of wend_wrap: the
/// first and the last column or row. 0: none, also where a tile is off the map.
WEND_API uint32_t wend_grid_edges_between(const wend_grid* grid, wend_tile from, wend_tile to);

/// Gives the first tile of a map without links the column and row that it has on another one, for example of
/// a copy. Errors: ARGUMENT (there are links; both are the same grid; an odd column or row for hexagons,
/// whose lines are shifted in turn).
WEND_API wend_result wend_grid_copy_first(const wend_grid* from, wend_grid* to);

// ---- tests

/// As wend_world_hash, but reads the whole world: without the hashes of parts that the world keeps.
WEND_API uint64_t wend_world_full_hash(const wend_world* world);

#ifdef __cplusplus
}
#endif
#endif
