// task_input.c: what does a task of a bake read? Tiles of the output, and for higher tiers matrices of the
// work file.
#include <string.h>

#include "bake/bake.h"

static void begin_input(const wend_bake* bake, int64_t task, int32_t level, wendi_block_header* header,
                        wendi_bake_settings* settings) {
    *header = (wendi_block_header){.identity = bake->identity,
                                   .task = task,
                                   .level = level,
                                   .cluster = (int32_t)(task - bake->first_task[level - 1])};
    *settings = bake->settings;
}

// Where the planes of so many tiles lie in an input.
static void lay_out_planes(const wend_bake* bake, uint64_t tiles, wendi_plane_part* out, uint64_t* size_io) {
    if (bake->relief.elevations)
        out->elevations_at = wendi_block_take(size_io, tiles, sizeof *bake->relief.elevations);
    if (bake->relief.lanes) out->lanes_at = wendi_block_take(size_io, tiles, 1);
}

static void put_points(const wend_bake* bake, void* input, uint64_t relief_at) {
    const wendi_slope_table* t = bake->relief.table;
    if (!t) return;
    char* at = (char*)input + relief_at;
    const size_t points = (size_t)t->point_count * sizeof *t->points;
    if (points > 0) memcpy(at, t->points, points);
    if (t->row_count > 0) memcpy(at + points, t->rows, (size_t)t->row_count * sizeof *t->rows);
}

// The planes of an area, which may leave the map: no step leads there.
static void put_planes(const wend_bake* bake, wend_rect area, const wendi_plane_part* part, void* input) {
    const wendi_relief* r = &bake->relief;
    const int32_t width = bake->settings.width, height = bake->settings.height, left = wendi_max(area.x, 0),
                  right = wendi_min(area.x + area.width, width);
    int16_t* elevations = (void*)((char*)input + part->elevations_at);
    uint8_t* lanes = (uint8_t*)input + part->lanes_at;
    for (int32_t y = area.y; y < area.y + area.height; y++, elevations += area.width, lanes += area.width) {
        const bool inside = y >= 0 && y < height;
        const int64_t from = y * r->stride + left;
        const size_t count = inside ? (size_t)(right - left) : 0;
        if (r->elevations) {
            memset(elevations, 0, (size_t)area.width * sizeof *elevations);
            if (inside)
                memcpy(elevations + (left - area.x), r->elevations + from, count * sizeof *elevations);
        }
        if (r->lanes) {
            memset(lanes, 0, (size_t)area.width);
            if (inside) memcpy(lanes + (left - area.x), r->lanes + from, count);
        }
    }
}

int64_t wendi_bake_relief_memory(const wend_bake* bake, int64_t tiles) {
    const wendi_slope_table* t = bake->relief.table;
    if (!t) return 0;
    const int64_t factors = (int64_t)t->band_count * WENDI_STEP_KINDS * (2 * (int64_t)t->reach + 1);
    return 3 * tiles + factors * (int64_t)(sizeof(float) + sizeof(uint32_t)); // factors and pairs
}

static wend_result read_tiles(const wend_bake* bake, wend_rect area, uint8_t* out, wend_error* error_opt) {
    wend_result result = WEND_OK;
    for (int32_t y = area.y; y < area.y + area.height && result == WEND_OK; y++, out += area.width)
        result = wendi_bake_read_tiles(bake, area.x, y, (size_t)area.width, out, error_opt);
    return result;
}

wend_result wendi_make_window_input(const wend_bake* bake, int64_t task, wend_bake_task* out,
                                    wend_error* error_opt) {
    const int32_t level = bake->settings.task_level;
    const wendi_window window =
        wendi_window_of(&bake->settings, (int32_t)(task - bake->first_task[level - 1]));
    const wend_rect area = window.area;
    const wend_rect with_border = {area.x - 1, area.y - 1, area.width + 2, area.height + 2, 0};
    const uint64_t count = (uint64_t)with_border.width * (uint64_t)with_border.height;
    uint64_t size = wendi_aligned_8(sizeof(wendi_window_input));
    const uint64_t tiles_at = wendi_block_take(&size, count, 1),
                   relief_at = wendi_block_take(&size, wendi_bake_relief_bytes(&bake->settings), 1);
    wendi_plane_part planes = {0};
    lay_out_planes(bake, count, &planes, &size);
    wendi_window_input* input = wendi_alloc_zeroed(&bake->allocator, (size_t)size, 1);
    if (!input) return WEND_ERROR_MEMORY;
    begin_input(bake, task, level, &input->header, &input->settings);
    input->tiles_at = tiles_at;
    input->relief_at = relief_at;
    input->planes = planes;
    put_points(bake, input, relief_at);
    put_planes(bake, with_border, &planes, input);
    const wend_result result = read_tiles(bake, with_border, (uint8_t*)input + tiles_at, error_opt);
    wendi_block_seal(&input->header, WENDI_INPUT_MAGIC, size);
    out->input = input;
    out->input_size = (size_t)size;
    const int64_t tiles = (int64_t)area.width * area.height;
    out->memory_bytes = tiles * WENDI_BAKE_TILE_BYTES + wendi_bake_relief_memory(bake, tiles);
    return result;
}

// Where the matrices of the children of a cluster lie in the work file.
typedef struct stored_child {
    uint64_t at, size;
} stored_child;

static wend_result find_child(const wend_bake* bake, int64_t task, int32_t level, stored_child* child,
                              wendi_stored_matrix* out, wend_error* error_opt) {
    wendi_part_cluster entry;
    const wend_result result = wendi_work_read_cluster(bake, task, level, &entry, &child->at, error_opt);
    if (result != WEND_OK) return result;
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
            result = read_tiles(bake, wendi_line_area(area, size, line, 0),
                                (uint8_t*)input + layout->lines_at[line], error_opt);
    put_points(bake, input, layout->relief_at);
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++)
        if (layout->lines_at[line])
            put_planes(bake, wendi_line_area(area, size, line, 1), &layout->planes[line], input);
    wendi_block_seal(&input->header, WENDI_INPUT_MAGIC, bytes);
    return result;
}

wend_result wendi_make_merge_input(const wend_bake* bake, int64_t task, int32_t level, wend_bake_task* out,
                                   wend_error* error_opt) {
    const wendi_partition clusters = wendi_bake_partition(&bake->settings, level),
                          below = wendi_bake_partition(&bake->settings, level - 1);
    const int32_t cluster = (int32_t)(task - bake->first_task[level - 1]);
    const int32_t column = cluster % clusters.columns, row = cluster / clusters.columns;
    const wend_rect area = wendi_cluster_rect(&clusters, cluster);
    bool has[WENDI_LINE_COUNT];
    wendi_find_lines(&clusters, cluster, has);
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
            layout.children[i].at = wendi_block_take(&size, children[i].size + WENDI_ROW_OVERREAD, 1);
        }
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++) {
        if (!has[line]) continue;
        const uint64_t length = (uint64_t)(wendi_is_across(line) ? area.width : area.height);
        layout.lines_at[line] = wendi_block_take(&size, length, 1);
        lay_out_planes(bake, 3 * length, &layout.planes[line], &size);
    }
    layout.relief_at = wendi_block_take(&size, wendi_bake_relief_bytes(&bake->settings), 1);
    if (result != WEND_OK) return result;
    out->memory_bytes = merge_memory(&layout, (size_t)size) + wendi_bake_relief_memory(bake, 0);
    if (out->memory_bytes > bake->memory_bytes - WENDI_BAKE_BASE_BYTES)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT,
                          "%s: a cluster of level %d needs %lld bytes of memory, and %lld may be held; allow "
                          "more memory, or fewer levels",
                          bake->file, (int)level, (long long)out->memory_bytes + WENDI_BAKE_BASE_BYTES,
                          (long long)bake->memory_bytes);
    return fill_merge_input(bake, &layout, children, area, clusters.size, size, out, error_opt);
}
