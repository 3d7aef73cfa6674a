// bake.h: what does a bake hold in memory? Nothing that grows with the tiles: a record for each task, and
// what its user puts in.
#ifndef WENDI_BAKE_H
#define WENDI_BAKE_H
#include "bake/merge_task.h"
#include "core/file.h"
#include "files/world_stream.h"
#include "hierarchy/world.h"

typedef enum wendi_task_state { WENDI_TODO, WENDI_TAKEN, WENDI_DONE } wendi_task_state;

typedef struct wendi_task_record {
    uint64_t at; // of its part in the work file
    wendi_task_state state;
} wendi_task_record;

struct wend_bake {
    wendi_owner owner;        // of all that stays until the bake is destroyed
    wend_allocator allocator; // of the blocks of tasks, on any thread, and of what a call needs
    char *file, *work_name;
    int64_t memory_bytes;
    int32_t worker_count, asked_level, least_tasks;
    bool resume, keep_original;
    wendi_output output; // the temporary file that becomes the world; stream NULL: not open
    void* pages;         // its header and tiles, while the grid is filled
    size_t pages_size;
    const wend_grid* lent; // the grid that the caller fills
    // From wend_bake_begin on:
    bool begun;
    wendi_bake_settings settings;
    wendi_relief relief; // of the whole map: the grid's, or none
    uint64_t tiles_at;   // in the output
    wend_vec2 origin;
    uint64_t identity;
    char* metadata;
    size_t metadata_size;
    int work; // descriptor of the work file; -1: not open
    uint64_t work_end;
    int32_t fit_levels;
    int64_t first_task[WEND_MAX_LEVELS + 1]; // by level - 1, from the task level on; the end after the last
    wendi_task_record* tasks;
    int64_t next_window; // tasks of the first tier before it were taken
    int64_t* ready;      // tasks that can be taken besides those
    int64_t ready_count;
    int64_t done[WEND_MAX_LEVELS];    // by level - 1
    int64_t resumed[WEND_MAX_LEVELS]; // of these, from the work file of an earlier process
    int64_t taken_count;
    bool finished;
    uint64_t world_hash;
};

enum {
    WENDI_BAKE_BASE_BYTES = 12 << 20, // what a bake holds besides its tasks
    WENDI_BAKE_SPLIT_LEVEL = 3,       // smaller tasks of the first tier are not worth their messages
    WENDI_BAKE_TILE_BYTES = 160       // what a task of the first tier holds for each tile, at most
};

static inline int64_t wendi_bake_task_count(const wend_bake* bake) {
    return bake->first_task[bake->settings.level_count];
}

int32_t wendi_bake_level_of(const wend_bake* bake, int64_t task);

/// Reads tiles of the output: count of them from x, y on, border included. Errors: IO.
wend_result wendi_bake_read_tiles(const wend_bake* bake, int32_t x, int32_t y, size_t count, void* out,
                                  wend_error* error_opt);

// ---- what a task reads

/// What a task needs besides for the relief of the map.
int64_t wendi_bake_relief_memory(const wend_bake* bake, int64_t tiles);
/// Makes the input of a task of the first tier, or of a level above. Whatever the result, its owner frees the
/// task. Errors: IO, MEMORY; of higher tiers also FORMAT, LIMIT (more memory than the bake may hold).
wend_result wendi_make_window_input(const wend_bake* bake, int64_t task, wend_bake_task* out,
                                    wend_error* error_opt);
wend_result wendi_make_merge_input(const wend_bake* bake, int64_t task, int32_t level, wend_bake_task* out,
                                   wend_error* error_opt);

// ---- the work file

/// Opens the work file of a bake whose settings are known, and reads which tasks are done. Errors: IO,
/// FORMAT, UNSUPPORTED, LIMIT, MEMORY.
wend_result wendi_work_begin(wend_bake* bake, wend_error* error_opt);

/// Reads bytes of a part. Errors: IO, FORMAT (the file ends before).
wend_result wendi_work_read(const wend_bake* bake, uint64_t at, void* out, size_t size,
                            wend_error* error_opt);

/// Reads what the part of a task says about its first cluster of a level, and finds its matrix in the work
/// file. Errors: as wendi_work_read.
wend_result wendi_work_read_cluster(const wend_bake* bake, int64_t task, int32_t level,
                                    wendi_part_cluster* out, uint64_t* matrix_at_out, wend_error* error_opt);

/// True when all offsets in a part lie inside it, and its clusters are those of its task.
bool wendi_part_is_possible(const wend_bake* bake, const wendi_part* part);

/// Notes that the result of a task lies at a place of the work file.
void wendi_note_done(wend_bake* bake, const wendi_part* part, uint64_t at);

/// Writes the world. Errors: IO, FORMAT, MEMORY, CANCELLED.
wend_result wendi_assemble(wend_bake* bake, const wend_world_def* world_def, double begin_fraction,
                           wend_error* error_opt);
#endif
