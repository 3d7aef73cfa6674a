// queue.c: which task comes next, and where does its result go?
#include <errno.h>
#include <string.h>

#include "bake/bake.h"

// ---- input

static void begin_input(const wend_bake* bake, int64_t task, int32_t level, wendi_block_header* header,
                        wendi_bake_settings* settings) {
    *header = (wendi_block_header){.identity = bake->identity,
                                   .task = task,
                                   .level = level,
                                   .cluster = (int32_t)(task - bake->first_task[level - 1])};
    *settings = bake->settings;
}

static wend_result make_window_input(const wend_bake* bake, int64_t task, wend_bake_task* out,
                                     wend_error* error_opt) {
    const int32_t level = bake->settings.task_level;
    const wendi_window window =
        wendi_window_of(&bake->settings, (int32_t)(task - bake->first_task[level - 1]));
    const wend_rect area = window.area;
    const size_t stride = (size_t)area.width + 2, rows = (size_t)area.height + 2,
                 tiles_at = (size_t)wendi_aligned_8(sizeof(wendi_window_input)),
                 size = tiles_at + stride * rows;
    wendi_window_input* input = wendi_alloc(&bake->allocator, size, 1);
    if (!input) return WEND_ERROR_MEMORY;
    memset(input, 0, tiles_at);
    begin_input(bake, task, level, &input->header, &input->settings);
    input->tiles_at = tiles_at;
    wend_result result = WEND_OK;
    for (size_t y = 0; y < rows && result == WEND_OK; y++)
        result = wendi_bake_read_tiles(bake, area.x - 1, area.y - 1 + (int32_t)y, stride,
                                       (char*)input + tiles_at + y * stride, error_opt);
    wendi_block_seal(&input->header, WENDI_INPUT_MAGIC, size);
    out->input = input;
    out->input_size = size;
    out->memory_bytes = (int64_t)area.width * area.height * WENDI_BAKE_TILE_BYTES;
    return result;
}

// Where the matrices of the children of a cluster lie in the work file.
typedef struct stored_child {
    uint64_t at, size;
} stored_child;

static wend_result find_child(const wend_bake* bake, int64_t task, int32_t level, stored_child* child,
                              wendi_stored_matrix* out, wend_error* error_opt) {
    const uint64_t part_at = bake->tasks[task].at;
    uint64_t clusters_at;
    wendi_part_cluster entry;
    const uint64_t at_level = (uint64_t)(level - 1) * sizeof(uint64_t);
    wend_result result = wendi_work_read(bake, part_at + offsetof(wendi_part, clusters_at) + at_level,
                                         &clusters_at, sizeof clusters_at, error_opt);
    if (result == WEND_OK)
        result = wendi_work_read(bake, part_at + offsetof(wendi_part, matrices_at) + at_level, &child->at,
                                 sizeof child->at, error_opt);
    if (result == WEND_OK)
        result = wendi_work_read(bake, part_at + clusters_at, &entry, sizeof entry, error_opt);
    if (result != WEND_OK) return result;
    child->at += part_at;
    child->size = wendi_matrix_bytes((int32_t)entry.count);
    *out = (wendi_stored_matrix){.count = entry.count, .shift = entry.shift};
    return WEND_OK;
}

// Most of it is the matrix in 32 bits and in 16, twice, and the costs between the nodes inside.
static int64_t merge_memory(const wendi_merge_input* layout, size_t input_size) {
    int64_t nodes = 0;
    for (int32_t i = 0; i < layout->child_count; i++) nodes += layout->children[i].count;
    const int64_t border = nodes * 5 / 8, inner = nodes * 3 / 8; // half the sides of a child are inner lines
    return (int64_t)input_size + 8 * border * border + 4 * inner * inner + 5 * inner * border + (1 << 20);
}

static wend_result read_line(const wend_bake* bake, wend_rect area, int32_t size, wendi_line line,
                             uint8_t* out, wend_error* error_opt) {
    const int32_t x = area.x + (line == WENDI_RIGHT ? size : 0),
                  y = area.y + (line == WENDI_BOTTOM ? size : 0);
    if (line == WENDI_TOP || line == WENDI_BOTTOM)
        return wendi_bake_read_tiles(bake, x, y, (size_t)area.width, out, error_opt);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < area.height && result == WEND_OK; i++)
        result = wendi_bake_read_tiles(bake, x, y + i, 1, out + i, error_opt);
    return result;
}

static wend_result fill_merge_input(const wend_bake* bake, const wendi_merge_input* layout,
                                    const stored_child children[4], wend_rect area, int32_t size,
                                    uint64_t bytes, wend_bake_task* out, wend_error* error_opt) {
    wendi_merge_input* input = wendi_alloc_zeroed(&bake->allocator, (size_t)bytes, 1);
    if (!input) return WEND_ERROR_MEMORY;
    *input = *layout;
    out->input = input;
    out->input_size = (size_t)bytes;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < layout->child_count && result == WEND_OK; i++)
        result = wendi_work_read(bake, children[i].at, (char*)input + layout->children[i].at,
                                 (size_t)children[i].size, error_opt);
    for (wendi_line line = 0; line < WENDI_LINE_COUNT && result == WEND_OK; line++)
        if (layout->lines_at[line])
            result = read_line(bake, area, size, line, (uint8_t*)input + layout->lines_at[line], error_opt);
    wendi_block_seal(&input->header, WENDI_INPUT_MAGIC, bytes);
    return result;
}

static wend_result make_merge_input(const wend_bake* bake, int64_t task, int32_t level, wend_bake_task* out,
                                    wend_error* error_opt) {
    const wendi_partition clusters = wendi_bake_partition(&bake->settings, level),
                          below = wendi_bake_partition(&bake->settings, level - 1);
    const int32_t cluster = (int32_t)(task - bake->first_task[level - 1]);
    const int32_t column = cluster % clusters.columns, row = cluster / clusters.columns;
    const wend_rect area = wendi_cluster_rect(&clusters, cluster);
    const bool has[WENDI_LINE_COUNT] = {[WENDI_TOP] = row > 0,
                                        [WENDI_LEFT] = column > 0,
                                        [WENDI_BOTTOM] = row + 1 < clusters.rows,
                                        [WENDI_RIGHT] = column + 1 < clusters.columns};
    wendi_merge_input layout = {.child_count = 0};
    stored_child children[4];
    uint64_t size = wendi_aligned_8(sizeof layout);
    wend_result result = WEND_OK;
    begin_input(bake, task, level, &layout.header, &layout.settings);
    for (int32_t y = 2 * row; y < 2 * row + 2 && y < below.rows; y++)
        for (int32_t x = 2 * column; x < 2 * column + 2 && x < below.columns && result == WEND_OK; x++) {
            const int32_t i = layout.child_count++;
            result = find_child(bake, bake->first_task[level - 2] + y * below.columns + x, level - 1,
                                &children[i], &layout.children[i], error_opt);
            layout.children[i].at = size;
            size += wendi_aligned_8(children[i].size + WENDI_ROW_OVERREAD);
        }
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++) {
        if (!has[line]) continue;
        layout.lines_at[line] = size;
        size +=
            wendi_aligned_8((uint64_t)(line == WENDI_TOP || line == WENDI_BOTTOM ? area.width : area.height));
    }
    if (result != WEND_OK) return result;
    out->memory_bytes = merge_memory(&layout, (size_t)size);
    if (out->memory_bytes > bake->memory_bytes - WENDI_BAKE_BASE_BYTES)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT,
                          "%s: a cluster of level %d needs %lld bytes of memory, and %lld may be held; allow "
                          "more memory, or fewer levels",
                          bake->file, (int)level, (long long)out->memory_bytes + WENDI_BAKE_BASE_BYTES,
                          (long long)bake->memory_bytes);
    return fill_merge_input(bake, &layout, children, area, clusters.size, size, out, error_opt);
}

// ---- the queue

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
                             ? make_window_input(bake, made.id, &made, error_opt)
                             : make_merge_input(bake, made.id, made.level, &made, error_opt);
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
