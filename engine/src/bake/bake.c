// bake.c: which tasks does a bake have, which of them are ready, and how do the workers of one process run
// them?
#include "bake/bake.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "core/hash.h"
#include "core/system.h"
#include "grid/exit_pages.h"
#include "grid/steps.h"

// ---- which tasks does a bake have, and which of them are ready?

// True when the results of tasks of a level are part of the world.
static inline bool wendi_bake_needs(const wend_bake* bake, int32_t level) {
    return level <= wendi_max(bake->fit_levels, bake->settings.task_level);
}

// Where a row of tiles begins in the output, border included. [Range of y: -1 .. height]
static inline uint64_t wendi_bake_row_at(const wend_bake* bake, int64_t y) {
    return bake->tiles_at + (uint64_t)(y + 1) * (uint64_t)wendi_tile_stride(bake->settings.width);
}

// ---- which task comes next, and where does its result go?

// -1: none.
static int64_t choose_task(wend_bake* bake) {
    while (bake->ready_count > 0) {
        const int64_t task = bake->ready[--bake->ready_count];
        if (bake->tasks[task].state == WENDI_TODO && wendi_bake_needs(bake, wendi_bake_level_of(bake, task)))
            return task;
    }
    const int64_t windows = bake->first_task[bake->settings.task_level];
    while (bake->next_window < windows && bake->tasks[bake->next_window].state != WENDI_TODO)
        bake->next_window++;
    return bake->next_window < windows ? bake->next_window : -1;
}

static void put_back(wend_bake* bake, int64_t task) {
    bake->tasks[task].state = WENDI_TODO;
    if (task >= bake->first_task[bake->settings.task_level])
        bake->ready[bake->ready_count++] = task; // it was in the list before, so there is room
    else if (task < bake->next_window)
        bake->next_window = task;
}

wend_result wend_bake_next_task(wend_bake* bake, wend_bake_task* out, wend_error* error_opt) {
    if (!bake || !out || !bake->begun) return WEND_ERROR_ARGUMENT;
    wend_bake_task made = {.id = choose_task(bake)};
    if (made.id < 0) {
        *out = made;
        return WEND_OK;
    }
    made.level = wendi_bake_level_of(bake, made.id);
    wend_result result = made.level == bake->settings.task_level
                             ? wendi_make_window_input(bake, made.id, &made, error_opt)
                             : wendi_make_merge_input(bake, made.id, made.level, &made, error_opt);
    if (result != WEND_OK) {
        put_back(bake, made.id);
        wend_bake_free_task(bake, &made);
        return result == WEND_ERROR_MEMORY
                   ? wendi_fail(error_opt, result, "%s: not enough memory for a task", bake->file)
                   : result;
    }
    bake->tasks[made.id].state = WENDI_TAKEN;
    bake->taken_count++;
    *out = made;
    return WEND_OK;
}

void wend_bake_free_task(wend_bake* bake, wend_bake_task* task) {
    if (!bake || !task) return;
    wendi_free(&bake->allocator, task->input, task->input_size, 1);
    *task = (wend_bake_task){.id = -1};
}

wend_result wend_bake_return_task(wend_bake* bake, int64_t id) {
    if (!bake || !bake->begun || id < 0 || id >= wendi_bake_task_count(bake) ||
        bake->tasks[id].state != WENDI_TAKEN)
        return WEND_ERROR_ARGUMENT;
    bake->taken_count--;
    put_back(bake, id);
    return WEND_OK;
}

wend_result wend_bake_put_result(wend_bake* bake, const void* output, size_t output_size,
                                 wend_error* error_opt) {
    if (!bake || !output || !bake->begun) return WEND_ERROR_ARGUMENT;
    static const char name[] = "result of a task";
    wend_result result = wendi_block_check(output, output_size, WENDI_RESULT_MAGIC, name, error_opt);
    if (result != WEND_OK) return result;
    const wendi_part* part = output;
    if (part->header.identity != bake->identity)
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: belongs to another bake", name);
    if (!wendi_part_is_possible(bake, part))
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: impossible contents", name);
    if (bake->tasks[part->header.task].state == WENDI_DONE) return WEND_OK;
    result = wendi_write_at(bake->work, output, output_size, bake->work_end);
    if (result != WEND_OK) {
        const int error = errno;
        wendi_work_cut(bake->work, bake->work_end);
        return wendi_fail(error_opt, result, "%s: write failed: %s", bake->work_name,
                          wendi_system_error(error));
    }
    wendi_note_done(bake, part, bake->work_end);
    bake->work_end += output_size;
    return WEND_OK;
}

// ---- how does a bake begin and end?

enum { CHUNK = 1 << 22 }; // bytes of tiles that are hashed together

wend_bake_def wend_default_bake_def(void) {
    return (wend_bake_def){.cookie = WENDI_COOKIE, .memory_bytes = (int64_t)1 << 30, .worker_count = 1};
}

static char* joined(const wend_allocator* allocator, const char* a, const char* b) {
    const size_t a_size = strlen(a), b_size = strlen(b);
    char* text = wendi_alloc(allocator, a_size + b_size + 1, 1);
    if (!text) return NULL;
    memcpy(text, a, a_size);
    memcpy(text + a_size, b, b_size + 1);
    return text;
}

wend_result wend_bake_create(const wend_bake_def* def, wend_bake** out, wend_error* error_opt) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!def->file) return WEND_ERROR_ARGUMENT;
    if (def->memory_bytes < WEND_BAKE_MIN_MEMORY || def->worker_count < 1 || def->worker_count > 256 ||
        def->task_level < 0 || def->task_level > WEND_BAKE_MAX_TASK_LEVEL || def->least_tasks < 0)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT,
                          "%s: memory, workers, task level or number of tasks out of range", def->file);
    wend_bake* bake = wendi_owner_create(def->allocator, sizeof *bake);
    if (!bake) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: not enough memory", def->file);
    const wend_allocator owned = wendi_owned_by(&bake->owner);
    bake->allocator = bake->owner.from;
    bake->memory_bytes = def->memory_bytes;
    bake->worker_count = def->worker_count;
    bake->asked_level = def->task_level;
    bake->least_tasks = def->least_tasks;
    bake->resume = def->resume;
    bake->keep_original = def->keep_original;
    bake->work = -1;
    bake->file = joined(&owned, def->file, "");
    bake->work_name = joined(&owned, def->file, WEND_BAKE_WORK_SUFFIX);
    if (!bake->file || !bake->work_name) {
        wend_bake_destroy(bake);
        return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: not enough memory", def->file);
    }
    *out = bake;
    return WEND_OK;
}

static void unmap(wend_bake* bake) {
    if (bake->pages) wendi_input_unmap(bake->pages, bake->pages_size);
    bake->pages = NULL;
}

void wend_bake_destroy(wend_bake* bake) {
    if (!bake) return;
    unmap(bake);
    if (bake->output.stream) wendi_output_close(&bake->output, false, NULL);
    if (bake->work >= 0) wendi_work_close(bake->work, bake->work_name, !bake->finished);
    wendi_relief_drop(&bake->relief);
    wendi_owner_destroy(&bake->owner);
}

// ---- tiles

// The section of tiles with its gap, and what lies before it in the file.
static uint64_t bytes_with_tiles(int32_t width, int32_t height) {
    return wendi_file_tiles_at(WENDI_SECTION_COUNT) +
           wendi_file_aligned(wendi_file_tile_bytes(width, height));
}

static wend_result map_tiles(wend_bake* bake, const wend_grid_def* def, wend_error* error_opt) {
    const uint64_t size = bytes_with_tiles(def->width, def->height);
    if (size > SIZE_MAX / 2) return WEND_ERROR_MEMORY;
    wend_result result = wendi_output_open(bake->file, &bake->output, error_opt);
    if (result != WEND_OK) return result;
    result = wendi_output_reserve(&bake->output, bake->file, size, error_opt);
    if (result != WEND_OK) return result;
    bake->pages = wendi_output_map(&bake->output, (size_t)size);
    bake->pages_size = (size_t)size;
    return bake->pages ? WEND_OK
                       : wendi_fail(error_opt, WEND_ERROR_IO, "%s: cannot be mapped: %s", bake->file,
                                    wendi_system_error(errno));
}

wend_result wend_bake_create_grid(wend_bake* bake, const wend_grid_def* def, wend_grid** out,
                                  wend_error* error_opt) {
    if (!bake || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (bake->lent || bake->begun || def->classes) return WEND_ERROR_ARGUMENT;
    if (def->floors > 1)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: a world with several floors can be built only in memory", bake->file);
    uint8_t nowhere[1] = {0}; // until the tiles are mapped
    int64_t counts[WEND_CLASS_COUNT] = {(int64_t)def->width * def->height};
    wend_grid* grid = NULL;
    wend_result result =
        wendi_grid_create_in_place(def, nowhere, wendi_tile_stride(def->width), counts, &grid);
    if (result != WEND_OK)
        return wendi_fail(error_opt, result, "%s: no map of %d x %d tiles: %s", bake->file, (int)def->width,
                          (int)def->height, wend_result_string(result));
    result = map_tiles(bake, def, error_opt);
    if (result != WEND_OK) {
        if (bake->output.stream) wendi_output_close(&bake->output, false, NULL);
        wend_grid_destroy(grid);
        return result;
    }
    bake->tiles_at = wendi_file_tiles_at(WENDI_SECTION_COUNT);
    grid->tiles = (uint8_t*)bake->pages + bake->tiles_at;
    grid->origin_tile = grid->tiles + grid->stride + 1;
    grid->pages = (wendi_tile_pages){.bytes = bake->pages, .size = bake->pages_size};
    bake->lent = grid;
    *out = grid;
    return WEND_OK;
}

wend_result wendi_bake_read_tiles(const wend_bake* bake, int32_t x, int32_t y, size_t count, void* out,
                                  wend_error* error_opt) {
    if (wendi_read_at(wendi_output_descriptor(&bake->output), out, count,
                      wendi_bake_row_at(bake, y) + (uint64_t)(x + 1)) == WEND_OK)
        return WEND_OK;
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: tiles cannot be read: %s", bake->file,
                      errno ? wendi_system_error(errno) : "the file was cut");
}

// Hashes the section of tiles, with its gap.
static wend_result hash_tiles(wend_bake* bake, const wend_grid* grid, wend_error* error_opt) {
    const size_t stride = (size_t)wendi_tile_stride(grid->width), rows = CHUNK / stride + 1;
    uint8_t* chunk = wendi_alloc(&bake->allocator, rows, stride);
    XXH3_state_t* state = wendi_alloc(&bake->allocator, 1, sizeof *state);
    wend_result result = chunk && state ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        static const char gap[WENDI_FILE_ALIGNMENT];
        const uint64_t size = wendi_file_tile_bytes(grid->width, grid->height);
        XXH3_64bits_reset(state);
        for (int32_t y = -1; y <= grid->height && result == WEND_OK; y += (int32_t)rows) {
            const int32_t count = wendi_min((int32_t)rows, grid->height + 1 - y);
            result = wendi_bake_read_tiles(bake, -1, y, (size_t)count * stride, chunk, error_opt);
            if (result != WEND_OK) break;
            XXH3_64bits_update(state, chunk, (size_t)count * stride);
        }
        XXH3_64bits_update(state, gap, (size_t)(wendi_file_aligned(size) - size));
        bake->settings.tile_checksum = XXH3_64bits_digest(state);
    }
    wendi_free(&bake->allocator, chunk, rows, stride);
    wendi_free(&bake->allocator, state, 1, sizeof *state);
    return result;
}

static wend_result fail_move(const wend_bake* bake, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: tiles cannot be moved: %s", bake->file,
                      errno ? wendi_system_error(errno) : "the file was cut");
}

// The file of a map with a relief has more sections, so that its tiles lie farther behind. From the end on,
// as the old and the new place overlap.
static wend_result move_tiles(wend_bake* bake, wend_error* error_opt) {
    const uint64_t to = wendi_file_tiles_at(WENDI_SECTION_RELIEF), from = bake->tiles_at;
    const wendi_bake_settings* s = &bake->settings;
    uint64_t left = wendi_file_tile_bytes(s->width, s->height);
    const int descriptor = wendi_output_descriptor(&bake->output);
    wend_result result =
        wendi_output_reserve(&bake->output, bake->file, to + wendi_file_aligned(left), error_opt);
    char* chunk = wendi_alloc(&bake->allocator, CHUNK, 1);
    if (!chunk) return WEND_ERROR_MEMORY;
    while (left > 0 && result == WEND_OK) {
        const size_t count = left < CHUNK ? (size_t)left : CHUNK;
        left -= count;
        if (wendi_read_at(descriptor, chunk, count, from + left) != WEND_OK ||
            wendi_write_at(descriptor, chunk, count, to + left) != WEND_OK)
            result = fail_move(bake, error_opt);
    }
    wendi_free(&bake->allocator, chunk, CHUNK, 1);
    bake->tiles_at = to;
    return result;
}

static uint64_t hash_planes(const wend_bake* bake) {
    const wendi_relief* r = &bake->relief;
    uint64_t sum = 0;
    for (int32_t y = 0; y < bake->settings.height; y++) {
        const size_t width = (size_t)bake->settings.width;
        if (r->elevations)
            sum = XXH3_64bits_withSeed(r->elevations + y * r->stride, width * sizeof *r->elevations, sum);
        if (r->lanes) sum = XXH3_64bits_withSeed(r->lanes + y * r->stride, width, sum);
    }
    return sum;
}

// ---- tasks

// The largest clusters of which worker_count fit the memory, and that are least_tasks if possible.
static int32_t choose_task_level(const wend_bake* bake) {
    const int64_t share =
        (bake->memory_bytes - WENDI_BAKE_BASE_BYTES) / bake->worker_count - wendi_bake_relief_memory(bake, 0);
    int32_t level = 0;
    while (level + 1 < WEND_BAKE_MAX_TASK_LEVEL) { // smaller than the largest, so that all workers have some
        const int64_t side = ((int64_t)bake->settings.cluster_size << level) + 1;
        if (side * side * (WENDI_BAKE_TILE_BYTES + (bake->relief.table ? 3 : 0)) > share) break;
        level++;
    }
    for (; level > WENDI_BAKE_SPLIT_LEVEL; level--) {
        const wendi_partition tasks = wendi_bake_partition(&bake->settings, level);
        if (wendi_cluster_count(&tasks) >= bake->least_tasks) break;
    }
    return level;
}

static wend_result set_settings(wend_bake* bake, const wend_grid* grid, const wend_world_def* def,
                                wend_error* error_opt) {
    wendi_bake_settings* s = &bake->settings;
    *s = (wendi_bake_settings){.width = grid->width,
                               .height = grid->height,
                               .connectivity = (int32_t)grid->connectivity,
                               .cluster_size = def->cluster_size,
                               .level_count =
                                   def->level_count > 0
                                       ? def->level_count
                                       : wendi_level_count_for(grid->width, grid->height, def->cluster_size),
                               .cost_unit = grid->costs.unit,
                               .range_declared = grid->cost_range.declared,
                               .tile_size = grid->tile_size,
                               .least_cost = grid->cost_range.least,
                               .greatest_cost = grid->cost_range.greatest};
    memcpy(s->class_costs, grid->class_costs, sizeof s->class_costs);
    memcpy(s->class_counts, grid->class_counts, sizeof s->class_counts);
    if (bake->relief.table) {
        s->relief = wendi_relief_head_of(grid, grid->relief.table->steepest);
        s->plane_checksum = hash_planes(bake);
    }
    bake->origin = grid->origin;
    const int64_t size = def->cluster_size,
                  columns = wendi_max(1, (int32_t)((grid->width + size - 2) / size)),
                  rows = wendi_max(1, (int32_t)((grid->height + size - 2) / size));
    if (columns * rows > WENDI_MAX_CLUSTERS)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT, "%s: %lld clusters, expected at most %d", bake->file,
                          (long long)(columns * rows), WENDI_MAX_CLUSTERS);
    s->task_level = bake->asked_level > 0 ? bake->asked_level : choose_task_level(bake);
    if (s->task_level == 0)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT,
                          "%s: %lld bytes of memory are too few for %d workers; use fewer", bake->file,
                          (long long)bake->memory_bytes, (int)bake->worker_count);
    s->task_level = wendi_min(s->task_level, s->level_count);
    return WEND_OK;
}

static wend_result check_begin(const wend_bake* bake, const wend_grid* grid, const wend_world_def* def,
                               size_t metadata_size, wend_error* error_opt) {
    const char* what = def->profile_count > 0                         ? "profiles"
                       : grid->links.count > 0                        ? "links"
                       : wendi_exits_declared_pages(&grid->exits) > 0 ? "closed steps"
                       : wendi_relief_closes(grid)                    ? "slopes or lanes that close steps"
                       : wendi_has_floors(&grid->floors)              ? "several floors"
                                                                      : NULL;
    if (what)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: a world with %s can be built only in memory", bake->file, what);
    if (!wendi_valid_cluster_size(def->cluster_size) || def->level_count < 0 ||
        def->level_count > WEND_MAX_LEVELS || metadata_size > WEND_MAX_METADATA)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT,
                          "%s: cluster size, number of levels or length of the metadata out of range",
                          bake->file);
    return WEND_OK;
}

static wend_result begin(wend_bake* bake, const wend_grid* grid, const wend_world_def* def,
                         size_t metadata_size, wend_error* error_opt) {
    wendi_relief_drop(&bake->relief);
    bake->relief = wendi_relief_share(&grid->relief);
    wend_result result = set_settings(bake, grid, def, error_opt);
    if (result != WEND_OK) return result;
    const wend_allocator owned = wendi_owned_by(&bake->owner);
    bake->metadata_size = metadata_size;
    bake->metadata = wendi_alloc_zeroed(&owned, metadata_size + 1, 1);
    if (!bake->metadata) return WEND_ERROR_MEMORY;
    if (metadata_size > 0) memcpy(bake->metadata, def->metadata, metadata_size);
    wendi_pages_drop(bake->pages, bake->pages_size);
    result = hash_tiles(bake, grid, error_opt);
    if (result == WEND_OK) result = wendi_work_begin(bake, error_opt);
    return result == WEND_OK && bake->relief.table ? move_tiles(bake, error_opt) : result;
}

wend_result wend_bake_begin(wend_bake* bake, wend_grid** grid_io, const wend_world_def* def,
                            wend_error* error_opt) {
    if (!bake || !grid_io || !*grid_io || !def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (bake->begun || bake->lent != *grid_io) return WEND_ERROR_ARGUMENT;
    const size_t metadata_size = def->metadata ? strlen(def->metadata) : 0;
    wend_result result = check_begin(bake, *grid_io, def, metadata_size, error_opt);
    if (result == WEND_OK) result = begin(bake, *grid_io, def, metadata_size, error_opt);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to bake", bake->file);
    if (result != WEND_OK) return result;
    wend_grid_destroy(*grid_io);
    *grid_io = NULL;
    bake->lent = NULL;
    unmap(bake);
    bake->begun = true;
    return WEND_OK;
}

// ---- information

wend_bake_info wend_bake_get_info(const wend_bake* bake) {
    if (!bake || !bake->begun) return (wend_bake_info){0};
    wend_bake_info info = {.taken_count = bake->taken_count,
                           .task_level = bake->settings.task_level,
                           .finished = bake->finished,
                           .world_hash = bake->world_hash};
    double parts = 0, whole = 0; // all levels take about equally long
    for (int32_t level = bake->settings.task_level;
         level <= bake->settings.level_count && wendi_bake_needs(bake, level); level++) {
        const int64_t count = bake->first_task[level] - bake->first_task[level - 1];
        const double weight = level == bake->settings.task_level ? level : 1;
        info.task_count += count;
        info.done_count += bake->done[level - 1];
        info.resumed_count += bake->resumed[level - 1];
        parts += weight * (double)bake->done[level - 1] / (double)count;
        whole += weight;
    }
    info.fraction = parts / whole;
    return info;
}

// ---- how do the workers of one process run all tasks of a bake?

typedef struct run {
    wend_bake* bake;
    const wend_world_def* def;
    pthread_mutex_t mutex; // of all below, and of the bake
    pthread_cond_t changed;
    int64_t held; // memory of the tasks that run
    int32_t running;
    wend_result result; // the first failure
    wend_error error;
    wend_bake_task waiting; // a task that does not fit beside those that run; id -1: none
    pthread_t caller;
} run;

// Part of the progress that tasks take; the rest is wendi_assemble's.
static const double tasks_part = 0.92;

static void fail(run* r, wend_result result) {
    if (r->result == WEND_OK) r->result = result;
}

static void report(run* r) {
    const wend_bake_info info = wend_bake_get_info(r->bake);
    if (r->result == WEND_OK && r->def->progress &&
        !r->def->progress(info.fraction * tasks_part, r->def->progress_context)) {
        fail(r, wendi_fail(&r->error, WEND_ERROR_CANCELLED, "%s: cancelled", r->bake->file));
        pthread_cond_broadcast(&r->changed);
    }
}

static bool fits(const run* r, const wend_bake_task* task) {
    return r->running == 0 || r->held + task->memory_bytes <= r->bake->memory_bytes - WENDI_BAKE_BASE_BYTES;
}

// Takes a task when there is one that fits the memory, and waits as long as there may be one later. False:
// all work is done, or failed.
static bool take(run* r, wend_bake_task* out) {
    for (;;) {
        if (r->result != WEND_OK) return false;
        if (r->waiting.id < 0) {
            wend_error error;
            const wend_result result = wend_bake_next_task(r->bake, &r->waiting, &error);
            if (result != WEND_OK) {
                r->waiting.id = -1;
                if (result == WEND_ERROR_MEMORY && r->running > 0) {
                    pthread_cond_wait(&r->changed, &r->mutex);
                    continue;
                }
                r->error = error;
                fail(r, result);
                pthread_cond_broadcast(&r->changed);
                return false;
            }
        }
        if (r->waiting.id >= 0 && fits(r, &r->waiting)) {
            *out = r->waiting;
            r->waiting.id = -1;
            r->running++;
            r->held += out->memory_bytes;
            return true;
        }
        if (r->running == 0) return false;
        pthread_cond_wait(&r->changed, &r->mutex);
    }
}

static void run_task(run* r, wend_bake_task* task) {
    void* output = NULL;
    size_t size = 0;
    wend_error error;
    const int64_t bytes = task->memory_bytes, id = task->id;
    pthread_mutex_unlock(&r->mutex);
    wend_result result =
        wend_bake_run_task(task->input, task->input_size, &r->bake->allocator, &output, &size, &error);
    wend_bake_free_task(r->bake, task);
    pthread_mutex_lock(&r->mutex);
    if (result == WEND_OK) {
        result = wend_bake_put_result(r->bake, output, size, &error);
        wendi_free(&r->bake->allocator, output, size, 1);
    }
    if (result != WEND_OK) wend_bake_return_task(r->bake, id);
    if (result != WEND_OK && r->result == WEND_OK) {
        r->error = error;
        fail(r, result);
    }
    r->running--;
    r->held -= bytes;
    pthread_cond_broadcast(&r->changed);
}

static void work(void* context, int32_t begin, int32_t end) {
    run* r = context;
    wend_bake_task task;
    (void)begin, (void)end;
    pthread_mutex_lock(&r->mutex);
    while (take(r, &task)) {
        run_task(r, &task);
        if (pthread_equal(pthread_self(), r->caller)) report(r);
    }
    pthread_mutex_unlock(&r->mutex);
}

// The calling thread works, too: it reports, and all tasks get done whenever the others begin.
static wend_result run_all(run* r, wend_error* error_opt) {
    const wend_tasks* tasks = &r->def->tasks;
    const int32_t others = wendi_min(r->bake->worker_count, tasks->worker_count) - 1;
    void* handle = NULL;
    if (tasks->enqueue && others > 0) handle = tasks->enqueue(work, r, others, tasks->user);
    work(r, 0, 1);
    if (tasks->enqueue && others > 0) tasks->finish(handle, tasks->user);
    if (r->waiting.id >= 0) {
        const int64_t id = r->waiting.id;
        wend_bake_free_task(r->bake, &r->waiting);
        wend_bake_return_task(r->bake, id);
    }
    if (r->result != WEND_OK && error_opt) *error_opt = r->error;
    return r->result;
}

static wend_result finish(wend_bake* bake, const wend_world_def* def, double begin_fraction,
                          wend_error* error_opt) {
    wend_result result = wendi_assemble(bake, def, begin_fraction, error_opt);
    if (result != WEND_OK) return result;
    result = wendi_output_close(&bake->output, true, error_opt);
    bake->finished = result == WEND_OK;
    return result;
}

wend_result wend_bake_finish(wend_bake* bake, const wend_world_def* def, wend_error* error_opt) {
    if (!bake || !def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    const wend_bake_info info = wend_bake_get_info(bake);
    if (!bake->begun || bake->finished || info.done_count < info.task_count || !bake->output.stream ||
        !wendi_is_valid_tasks(&def->tasks))
        return WEND_ERROR_ARGUMENT;
    return finish(bake, def, 0, error_opt);
}

wend_result wend_bake_run(wend_bake* bake, const wend_world_def* def, wend_error* error_opt) {
    if (!bake || !def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!bake->begun || bake->finished || !bake->output.stream || !wendi_is_valid_tasks(&def->tasks))
        return WEND_ERROR_ARGUMENT;
    run* r = wendi_alloc_zeroed(&bake->allocator, 1, sizeof *r);
    if (!r) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: not enough memory", bake->file);
    r->bake = bake;
    r->def = def;
    r->waiting.id = -1;
    r->caller = pthread_self();
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->changed, NULL);
    wend_result result = run_all(r, error_opt);
    pthread_mutex_destroy(&r->mutex);
    pthread_cond_destroy(&r->changed);
    wendi_free(&bake->allocator, r, 1, sizeof *r);
    return result == WEND_OK ? finish(bake, def, tasks_part, error_opt) : result;
}
