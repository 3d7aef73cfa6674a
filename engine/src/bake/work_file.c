// work_file.c: how do the results of tasks survive an interruption?
//
// The work file has a header, which identifies the bake, and the results of tasks, one after the other as
// they came. What was being written when the process ended fails its checksum and is cut off.
#include <errno.h>
#include <string.h>

#include "bake/bake.h"
#include "core/hash.h"

#define WORK_MAGIC "WENDBAKE"

typedef struct work_header {
    char magic[WENDI_BLOCK_MAGIC];
    uint32_t byte_order, version;
    uint64_t identity;
    wendi_bake_settings settings;
    uint64_t checksum;
} work_header;

enum { CHUNK = 1 << 20 };

static wend_result fail_io(const wend_bake* bake, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s: %s", bake->work_name, what,
                      errno ? wendi_system_error(errno) : "the file was cut");
}

wend_result wendi_work_read(const wend_bake* bake, uint64_t at, void* out, size_t size,
                            wend_error* error_opt) {
    if (wendi_read_at(bake->work, out, size, at) == WEND_OK) return WEND_OK;
    return fail_io(bake, "cannot be read", error_opt);
}

wend_result wendi_work_read_cluster(const wend_bake* bake, int64_t task, int32_t level,
                                    wendi_part_cluster* out, uint64_t* matrix_at_out, wend_error* error_opt) {
    const uint64_t part = bake->tasks[task].at, at_level = (uint64_t)(level - 1) * sizeof(uint64_t);
    uint64_t clusters_at, matrices_at;
    wend_result result = wendi_work_read(bake, part + offsetof(wendi_part, clusters_at) + at_level,
                                         &clusters_at, sizeof clusters_at, error_opt);
    if (result == WEND_OK)
        result = wendi_work_read(bake, part + offsetof(wendi_part, matrices_at) + at_level, &matrices_at,
                                 sizeof matrices_at, error_opt);
    if (result == WEND_OK) result = wendi_work_read(bake, part + clusters_at, out, sizeof *out, error_opt);
    if (result == WEND_OK) *matrix_at_out = part + matrices_at;
    return result;
}

static uint64_t checksum_of(const work_header* header) {
    return XXH3_64bits(header, offsetof(work_header, checksum));
}

static uint64_t identity_of(const wendi_bake_settings* settings) {
    return XXH3_64bits_withSeed(settings, sizeof *settings, WENDI_BAKE_VERSION);
}

// ---- tasks

int32_t wendi_bake_level_of(const wend_bake* bake, int64_t task) {
    int32_t level = bake->settings.task_level;
    while (task >= bake->first_task[level]) level++;
    return level;
}

static wend_result make_tasks(wend_bake* bake) {
    const wendi_bake_settings* s = &bake->settings;
    const wend_allocator owned = wendi_owned_by(&bake->owner);
    int64_t count = 0;
    for (int32_t level = 1; level <= s->level_count; level++) {
        const wendi_partition clusters = wendi_bake_partition(s, level);
        bake->first_task[level - 1] = count;
        if (level >= s->task_level) count += wendi_cluster_count(&clusters);
    }
    bake->first_task[s->level_count] = count;
    bake->tasks = wendi_alloc_zeroed(&owned, (size_t)count, sizeof *bake->tasks);
    bake->ready = wendi_alloc(&owned, (size_t)count, sizeof *bake->ready);
    bake->fit_levels = s->level_count;
    return bake->tasks && bake->ready ? WEND_OK : WEND_ERROR_MEMORY;
}

// A part of the first tier.
static bool is_possible_window(const wend_bake* bake, const wendi_part* part) {
    const wendi_block_header* header = &part->header;
    const wendi_window window = wendi_window_of(&bake->settings, header->cluster);
    const uint64_t clusters = (uint64_t)part->columns * (uint64_t)part->rows;
    if (part->columns != window.span.right - window.span.left ||
        part->rows != window.span.bottom - window.span.top || part->open_count > part->label_count ||
        !wendi_block_holds(header, part->labels_at, clusters, sizeof(uint32_t)) ||
        !wendi_block_holds(header, part->part_labels_at, part->part_label_count, sizeof(uint32_t)) ||
        !wendi_block_holds(header, part->sizes_at, part->open_count, sizeof(int64_t)) ||
        !wendi_block_holds(header, part->border_at, part->border_count, sizeof(wendi_border_node)))
        return false;
    for (int32_t level = 1; level <= bake->settings.task_level; level++) {
        const uint64_t count = (uint64_t)wendi_clusters_along(part->columns, level) *
                               (uint64_t)wendi_clusters_along(part->rows, level);
        if (!wendi_block_holds(header, part->nodes_at[level - 1], clusters, sizeof(uint64_t)) ||
            !wendi_block_holds(header, part->clusters_at[level - 1], count, sizeof(wendi_part_cluster)) ||
            !wendi_block_holds(header, part->matrices_at[level - 1], part->matrices_size[level - 1], 1))
            return false;
    }
    return true;
}

bool wendi_part_is_possible(const wend_bake* bake, const wendi_part* part) {
    const wendi_block_header* header = &part->header;
    if (header->size < sizeof *part || header->task < 0 || header->task >= wendi_bake_task_count(bake))
        return false;
    const int32_t level = wendi_bake_level_of(bake, header->task), at = level - 1;
    if (header->level != level || header->cluster != header->task - bake->first_task[at] ||
        part->fit_levels < 1 || part->fit_levels > WEND_MAX_LEVELS)
        return false;
    if (level == bake->settings.task_level) return is_possible_window(bake, part);
    return wendi_block_holds(header, part->clusters_at[at], 1, sizeof(wendi_part_cluster)) &&
           wendi_block_holds(header, part->matrices_at[at], part->matrices_size[at], 1);
}

// Adds a cluster to those that can be taken if all its children are done.
static void note_ready(wend_bake* bake, int32_t level, int32_t cluster) {
    const wendi_partition parents = wendi_bake_partition(&bake->settings, level),
                          children = wendi_bake_partition(&bake->settings, level - 1);
    const int64_t task = bake->first_task[level - 1] + cluster;
    if (bake->tasks[task].state != WENDI_TODO) return;
    const int32_t x0 = cluster % parents.columns * 2, y0 = cluster / parents.columns * 2;
    for (int32_t y = y0; y < y0 + 2 && y < children.rows; y++)
        for (int32_t x = x0; x < x0 + 2 && x < children.columns; x++)
            if (bake->tasks[bake->first_task[level - 2] + y * children.columns + x].state != WENDI_DONE)
                return;
    bake->ready[bake->ready_count++] = task;
}

void wendi_note_done(wend_bake* bake, const wendi_part* part, uint64_t at) {
    const int32_t level = part->header.level;
    wendi_task_record* task = &bake->tasks[part->header.task];
    if (task->state == WENDI_TAKEN) bake->taken_count--;
    *task = (wendi_task_record){.at = at, .state = WENDI_DONE};
    bake->done[level - 1]++;
    bake->fit_levels = wendi_min(bake->fit_levels, part->fit_levels);
    if (level == bake->settings.level_count) return;
    const wendi_partition clusters = wendi_bake_partition(&bake->settings, level),
                          parents = wendi_bake_partition(&bake->settings, level + 1);
    const int32_t column = part->header.cluster % clusters.columns,
                  row = part->header.cluster / clusters.columns;
    note_ready(bake, level + 1, row / 2 * parents.columns + column / 2);
}

// ---- resuming

// True when a part is whole.
static wend_result verify_part(const wend_bake* bake, uint64_t at, const wendi_part* part, uint8_t* chunk,
                               bool* good_out, wend_error* error_opt) {
    wendi_block_header header = part->header;
    header.checksum = 0;
    XXH3_state_t state = {.seed = 0};
    XXH3_64bits_reset_withSeed(&state, XXH3_64bits(&header, sizeof header));
    for (uint64_t from = sizeof header; from < header.size;) {
        const size_t size = header.size - from < CHUNK ? (size_t)(header.size - from) : CHUNK;
        const wend_result result = wendi_work_read(bake, at + from, chunk, size, error_opt);
        if (result != WEND_OK) return result;
        XXH3_64bits_update(&state, chunk, size);
        from += size;
    }
    *good_out = XXH3_64bits_digest(&state) == part->header.checksum;
    return WEND_OK;
}

static bool begins_part(const wend_bake* bake, const wendi_part* part, uint64_t left) {
    const wendi_block_header* header = &part->header;
    return memcmp(header->magic, WENDI_RESULT_MAGIC, WENDI_BLOCK_MAGIC) == 0 &&
           header->byte_order == WENDI_BYTE_ORDER_MARK && header->version == WENDI_BAKE_VERSION &&
           header->identity == bake->identity && header->size <= left && wendi_part_is_possible(bake, part);
}

// Finds the parts of the file, and cuts off what follows the last good one.
static wend_result read_parts(wend_bake* bake, uint64_t size, wend_error* error_opt) {
    uint8_t* chunk = wendi_alloc(&bake->allocator, CHUNK, 1);
    wendi_part* part = wendi_alloc(&bake->allocator, 1, sizeof *part);
    wend_result result = chunk && part ? WEND_OK : WEND_ERROR_MEMORY;
    while (result == WEND_OK && size - bake->work_end >= sizeof *part) {
        bool good = false;
        result = wendi_work_read(bake, bake->work_end, part, sizeof *part, error_opt);
        if (result == WEND_OK && begins_part(bake, part, size - bake->work_end))
            result = verify_part(bake, bake->work_end, part, chunk, &good, error_opt);
        if (result != WEND_OK || !good) break;
        if (bake->tasks[part->header.task].state != WENDI_DONE) {
            wendi_note_done(bake, part, bake->work_end);
            bake->resumed[part->header.level - 1]++;
        }
        bake->work_end += part->header.size;
    }
    wendi_free(&bake->allocator, chunk, CHUNK, 1);
    wendi_free(&bake->allocator, part, 1, sizeof *part);
    if (result == WEND_OK && wendi_work_cut(bake->work, bake->work_end) != WEND_OK)
        result = fail_io(bake, "cannot be written", error_opt);
    return result;
}

static wend_result check_header(const wend_bake* bake, const work_header* header, wend_error* error_opt) {
    if (memcmp(header->magic, WORK_MAGIC, WENDI_BLOCK_MAGIC) != 0 ||
        header->byte_order != WENDI_BYTE_ORDER_MARK || header->checksum != checksum_of(header))
        return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                          "%s: damaged, or not the work file of a bake; start over without resuming",
                          bake->work_name);
    if (header->version != WENDI_BAKE_VERSION)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: written by another version of Wend; start over without resuming",
                          bake->work_name);
    return WEND_OK;
}

static int64_t task_bytes(const wendi_bake_settings* settings) {
    const int64_t side = ((int64_t)settings->cluster_size << (settings->task_level - 1)) + 1;
    return side * side * WENDI_BAKE_TILE_BYTES;
}

// The tasks of the file may have another size, if the memory suffices for them.
static wend_result resume(wend_bake* bake, uint64_t size, wend_error* error_opt) {
    work_header* header = wendi_alloc(&bake->allocator, 1, sizeof *header);
    if (!header) return WEND_ERROR_MEMORY;
    wend_result result =
        size < sizeof *header ? WEND_OK : wendi_work_read(bake, 0, header, sizeof *header, error_opt);
    if (size < sizeof *header) memset(header, 0, sizeof *header);
    if (result == WEND_OK) result = check_header(bake, header, error_opt);
    if (result == WEND_OK) {
        wendi_bake_settings same = bake->settings;
        same.task_level = header->settings.task_level;
        if (memcmp(&same, &header->settings, sizeof same) != 0 ||
            (bake->asked_level > 0 && bake->settings.task_level != same.task_level))
            result = wendi_fail(error_opt, WEND_ERROR_FORMAT,
                                "%s: belongs to another map, or to one baked with other options; start over "
                                "without resuming",
                                bake->work_name);
        else if (bake->asked_level == 0 && same.task_level > bake->settings.task_level &&
                 task_bytes(&same) > bake->memory_bytes - WENDI_BAKE_BASE_BYTES)
            result =
                wendi_fail(error_opt, WEND_ERROR_LIMIT,
                           "%s: begun with more memory: its tasks need up to %lld bytes, and %lld may be "
                           "held",
                           bake->work_name, (long long)(task_bytes(&same) + WENDI_BAKE_BASE_BYTES),
                           (long long)bake->memory_bytes);
        else
            bake->settings = same;
    }
    wendi_free(&bake->allocator, header, 1, sizeof *header);
    return result;
}

static wend_result write_header(wend_bake* bake, wend_error* error_opt) {
    work_header* header = wendi_alloc_zeroed(&bake->allocator, 1, sizeof *header);
    if (!header) return WEND_ERROR_MEMORY;
    memcpy(header->magic, WORK_MAGIC, WENDI_BLOCK_MAGIC);
    header->byte_order = WENDI_BYTE_ORDER_MARK;
    header->version = WENDI_BAKE_VERSION;
    header->identity = identity_of(&bake->settings);
    header->settings = bake->settings;
    header->checksum = checksum_of(header);
    wend_result result = wendi_work_cut(bake->work, 0);
    if (result == WEND_OK) result = wendi_write_at(bake->work, header, sizeof *header, 0);
    wendi_free(&bake->allocator, header, 1, sizeof *header);
    return result == WEND_OK ? result : fail_io(bake, "cannot be written", error_opt);
}

// What else has the name of the work file is not replaced.
static wend_result check_kind(const wend_bake* bake, int64_t size, wend_error* error_opt) {
    char magic[WENDI_BLOCK_MAGIC];
    const size_t count = (size_t)size < sizeof magic ? (size_t)size : sizeof magic;
    const wend_result result = wendi_work_read(bake, 0, magic, count, error_opt);
    if (result != WEND_OK || memcmp(magic, WORK_MAGIC, count) == 0) return result;
    return wendi_fail(error_opt, WEND_ERROR_FORMAT,
                      "%s: not the work file of a bake, so it is not replaced; move it away",
                      bake->work_name);
}

static wend_result begin_open(wend_bake* bake, wend_error* error_opt) {
    const int64_t size = wendi_work_size(bake->work);
    if (size < 0) return fail_io(bake, "cannot be read", error_opt);
    const bool continues = bake->resume && size > 0;
    wend_result result =
        continues ? resume(bake, (uint64_t)size, error_opt) : check_kind(bake, size, error_opt);
    if (result == WEND_OK) result = make_tasks(bake);
    if (result != WEND_OK) return result;
    bake->identity = identity_of(&bake->settings);
    bake->work_end = sizeof(work_header);
    memset(bake->done, 0, sizeof bake->done);
    memset(bake->resumed, 0, sizeof bake->resumed);
    bake->ready_count = 0;
    return continues ? read_parts(bake, (uint64_t)size, error_opt) : write_header(bake, error_opt);
}

wend_result wendi_work_begin(wend_bake* bake, wend_error* error_opt) {
    bake->work = wendi_work_open(bake->work_name);
    if (bake->work < 0)
        return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s", bake->work_name,
                          errno == EWOULDBLOCK ? "another process bakes this world"
                                               : wendi_system_error(errno));
    const wend_result result = begin_open(bake, error_opt);
    if (result == WEND_OK) return result;
    wendi_work_close(bake->work, bake->work_name, true);
    bake->work = -1;
    return result;
}
