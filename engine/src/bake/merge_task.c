// merge_task.c: how do the bytes of a task become those of its result, and which come out of a task of a
// higher tier?
#include "bake/merge_task.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "core/hash.h"
#include "files/world_stream.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/entrance.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/world.h"

// ---- are blocks that come from elsewhere what they say, and which grid do tasks see?

static uint64_t checksum_of(const wendi_block_header* block, uint64_t size) {
    wendi_block_header header = *block;
    header.checksum = 0;
    return XXH3_64bits_withSeed(block + 1, (size_t)(size - sizeof header),
                                XXH3_64bits(&header, sizeof header));
}

void wendi_block_seal(wendi_block_header* block, const char magic[WENDI_BLOCK_MAGIC], uint64_t size) {
    memcpy(block->magic, magic, WENDI_BLOCK_MAGIC);
    block->byte_order = WENDI_BYTE_ORDER_MARK;
    block->version = WENDI_BAKE_VERSION;
    block->size = size;
    block->zero = 0;
    block->checksum = checksum_of(block, size);
}

wend_result wendi_block_check(const void* bytes, size_t size, const char magic[WENDI_BLOCK_MAGIC],
                              const char* what, wend_error* error_opt) {
    const wendi_block_header* block = bytes;
    if (size < sizeof *block || memcmp(block->magic, magic, WENDI_BLOCK_MAGIC) != 0)
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: %zu bytes that are none", what, size);
    if (block->byte_order != WENDI_BYTE_ORDER_MARK)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: made on a machine of the other byte order; bake on machines of one kind",
                          what);
    if (block->version != WENDI_BAKE_VERSION)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: version %lu, expected %d; run the same version of Wend everywhere", what,
                          (unsigned long)block->version, WENDI_BAKE_VERSION);
    if (block->size != size || block->checksum != checksum_of(block, size))
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: damaged: %zu bytes, expected %llu%s", what, size,
                          (unsigned long long)block->size,
                          block->size == size ? " with another checksum" : "");
    return WEND_OK;
}

bool wendi_block_holds(const wendi_block_header* block, uint64_t at, uint64_t count, uint64_t size) {
    return at % 8 == 0 && at <= block->size && count <= (block->size - at) / size;
}

// ---- grids

// True when settings that came from elsewhere are possible.
static bool settings_are_valid(const wendi_bake_settings* s) {
    return s->width >= 1 && s->height >= 1 && s->width <= WEND_MAX_SIDE && s->height <= WEND_MAX_SIDE &&
           (s->cluster_size == 15 || s->cluster_size == 31) && s->level_count >= 1 &&
           s->level_count <= WEND_MAX_LEVELS && s->task_level >= 1 && s->task_level <= s->level_count &&
           s->task_level <= WEND_BAKE_MAX_TASK_LEVEL && s->tile_size > 0 && isfinite(s->tile_size);
}

// Rows of the grid have the sizes of those of the map.
static wend_result give_relief(const wendi_bake_settings* settings, const void* relief, int32_t first_row,
                               wend_grid* grid) {
    static const int16_t nowhere[1]; // wendi_bake_aim_planes says where the planes are
    const wend_slope_point* points = relief;
    const wend_row_size* rows = (const void*)(points + settings->relief.point_count);
    const uint32_t planes = settings->relief.planes;
    const wend_result result = wendi_relief_from_head(grid, &settings->relief, points, rows,
                                                      planes & 1 ? (int16_t*)(uintptr_t)nowhere : NULL,
                                                      planes & 2 ? (uint8_t*)(uintptr_t)nowhere : NULL);
    if (result != WEND_OK || !grid->relief.table->bands) return result;
    uint16_t* bands = (uint16_t*)(uintptr_t)grid->relief.table->bands; // made for this grid
    for (int32_t y = 0, band = 0; y < grid->height; y++) {
        while (band + 1 < (int32_t)settings->relief.row_count && rows[band + 1].first_row <= first_row + y)
            band++;
        bands[y] = (uint16_t)band;
    }
    return WEND_OK;
}

static inline bool has_relief(const wendi_bake_settings* settings) {
    return settings->relief.unit > 0;
}

wend_result wendi_bake_grid(const wendi_bake_settings* settings, const void* relief_opt, int32_t first_row,
                            int32_t width, int32_t height, const wend_allocator* allocator, wend_grid** out) {
    uint8_t nowhere[1] = {0}; // wendi_bake_grid_aim says where the tiles are
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = (wend_connectivity)settings->connectivity;
    def.tile_size = settings->tile_size;
    def.allocator = allocator;
    memcpy(def.class_costs, settings->class_costs, sizeof def.class_costs);
    wend_grid* grid = NULL;
    wend_result result = wendi_grid_create_in_place(&def, nowhere, wendi_tile_stride(def.width),
                                                    settings->class_counts, &grid);
    if (result == WEND_OK && relief_opt && has_relief(settings))
        result = give_relief(settings, relief_opt, first_row, grid);
    if (result == WEND_OK) result = wendi_grid_set_costs(grid, settings->class_costs, settings->cost_unit);
    if (result != WEND_OK) {
        wend_grid_destroy(grid);
        return result;
    }
    grid->cost_range = (wendi_cost_range){settings->least_cost, settings->greatest_cost,
                                          settings->range_declared == 1, settings->cost_unit};
    *out = grid;
    return WEND_OK;
}

// The tile 0,0 may lie far before the memory that holds the part of the map: no tile outside of that is read.
void wendi_bake_grid_aim(wend_grid* grid, const uint8_t* at, int32_t x, int32_t y, int64_t stride) {
    const uintptr_t origin = (uintptr_t)at - (uintptr_t)((int64_t)y * stride + x);
    grid->stride = stride;
    grid->origin_tile = (uint8_t*)origin; // tasks do not write tiles
}

void wendi_bake_aim_planes(wend_grid* grid, const void* input, const wendi_plane_part* part, int32_t x,
                           int32_t y, int64_t stride) {
    wendi_relief* relief = &grid->relief;
    const int64_t before = y * stride + x;
    relief->stride = stride;
    if (relief->elevations)
        relief->elevations = (int16_t*)((uintptr_t)wendi_block_at(input, part->elevations_at) -
                                        (uintptr_t)(before * (int64_t)sizeof *relief->elevations));
    if (relief->lanes)
        relief->lanes = (uint8_t*)((uintptr_t)wendi_block_at(input, part->lanes_at) - (uintptr_t)before);
}

bool wendi_bake_holds_relief(const wendi_block_header* header, const wendi_bake_settings* settings,
                             uint64_t relief_at) {
    return !has_relief(settings) ||
           (settings->relief.point_count <= header->size && settings->relief.row_count <= UINT16_MAX &&
            wendi_block_holds(header, relief_at, wendi_bake_relief_bytes(settings), 1));
}

bool wendi_bake_holds_planes(const wendi_block_header* header, const wendi_bake_settings* settings,
                             const wendi_plane_part* part, uint64_t tiles) {
    const uint32_t planes = has_relief(settings) ? settings->relief.planes : 0;
    return (!(planes & 1) || wendi_block_holds(header, part->elevations_at, tiles, sizeof(int16_t))) &&
           (!(planes & 2) || wendi_block_holds(header, part->lanes_at, tiles, 1));
}

wendi_window wendi_window_of(const wendi_bake_settings* settings, int32_t cluster) {
    const wendi_partition clusters = wendi_bake_partition(settings, 1),
                          parts = wendi_bake_partition(settings, settings->task_level);
    wendi_window window = {.span = wendi_cluster_span_of(&clusters, &parts, cluster),
                           .area = wendi_cluster_rect(&parts, cluster)};
    window.has_right = window.span.right < clusters.columns;
    window.has_bottom = window.span.bottom < clusters.rows;
    return window;
}

// ---- what are the nodes and the matrix of a cluster above the first tier?
//
// Invariant: the nodes of the level below on a line of the cluster are nodes of its children, so the
// children and the tiles of the lines determine which nodes the cluster has. Both clusters at a line
// choose the same ones.

typedef struct merge_job {
    const wendi_merge_input* input;
    wendi_owner owner;                        // of all that is not the result
    wend_allocator allocator;                 // of what it owns
    wendi_partition clusters, level_clusters; // of level 1, and of the level
    int32_t level, column, row;
    bool has[WENDI_LINE_COUNT];
    wend_rect area;
    wend_grid* grid; // aimed at one line at a time
    wendi_matrix children[4];
    uint32_t* nodes; // of the cluster, ascending in the end
    int32_t node_count;
    int32_t* below; // positions of the nodes of the level below on a line, ascending
    int32_t below_count;
    size_t capacity; // of nodes and below: all nodes of the children, and the corners
    wendi_side side; // that nodes are chosen on
} merge_job;

static wend_rect line_area(const merge_job* job, wendi_line line, int32_t around) {
    return wendi_line_area(job->area, job->level_clusters.size, line, around);
}

static void aim(const merge_job* job, wendi_line line) {
    const wend_rect tiles = line_area(job, line, 0), planes = line_area(job, line, 1);
    wendi_bake_grid_aim(job->grid, wendi_block_at(job->input, job->input->lines_at[line]), tiles.x, tiles.y,
                        wendi_is_across(line) ? 0 : 1);
    if (wendi_has_directions(job->grid))
        wendi_bake_aim_planes(job->grid, job->input, &job->input->planes[line], planes.x, planes.y,
                              planes.width);
}

// ---- input

static wend_result read_input(merge_job* job) {
    const wendi_merge_input* input = job->input;
    if (input->child_count < 1 || input->child_count > 4) return WEND_ERROR_FORMAT;
    job->capacity = 4; // corners
    for (int32_t i = 0; i < input->child_count; i++) {
        const wendi_stored_matrix* child = &input->children[i];
        if (child->count > INT32_MAX / 8 || child->shift > WENDI_MAX_SHIFT ||
            !wendi_block_holds(&input->header, child->at, 1,
                               wendi_matrix_bytes((int32_t)child->count) + WENDI_ROW_OVERREAD))
            return WEND_ERROR_FORMAT;
        job->children[i] = (wendi_matrix){.count = (int32_t)child->count, .shift = (int16_t)child->shift};
        if (child->count > 0) // read only
            job->children[i].nodes = (uint32_t*)(uintptr_t)wendi_block_at(input, child->at);
        job->capacity += child->count;
    }
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++) {
        const uint64_t at = input->lines_at[line];
        const wend_rect area = line_area(job, line, 0);
        const uint64_t tiles = (uint64_t)(area.width * area.height);
        if (job->has[line] != (at > 0) || !wendi_block_holds(&input->header, at, tiles, 1) ||
            (job->has[line] &&
             !wendi_bake_holds_planes(&input->header, &input->settings, &input->planes[line], 3 * tiles)))
            return WEND_ERROR_FORMAT;
    }
    if (!wendi_bake_holds_relief(&input->header, &input->settings, input->relief_at))
        return WEND_ERROR_FORMAT;
    job->nodes = wendi_alloc(&job->allocator, job->capacity, sizeof *job->nodes);
    job->below = wendi_alloc(&job->allocator, job->capacity, sizeof *job->below);
    return job->nodes && job->below ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---- nodes

// Two children share the node in the middle of a line.
static void list_below(merge_job* job) {
    const wend_tile first = job->side.first, step = job->side.step;
    job->below_count = 0;
    for (int32_t c = 0; c < job->input->child_count; c++) {
        wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
        for (int32_t i = 0; i < job->children[c].count; i++) {
            const wend_tile tile = wendi_next_node_tile(&job->clusters, &reader, job->children[c].nodes[i]);
            const int32_t index = step.x ? tile.x - first.x : tile.y - first.y;
            if ((step.x ? tile.y == first.y : tile.x == first.x) && index >= 0 && index < job->side.length)
                job->below[job->below_count++] = index;
        }
    }
    job->below_count = (int32_t)wendi_sort_indices(job->below, job->below_count);
}

static int32_t best_of_below(void* context, int32_t begin, int32_t end) {
    const merge_job* job = context;
    int32_t i = wendi_first_from(job->below, sizeof *job->below, 0, job->below_count, (uint32_t)begin);
    wendi_choice best = {-1, 0, 0};
    for (; i < job->below_count && job->below[i] < end; i++)
        wendi_consider_tile(job->grid, &job->side, job->below[i], begin, end, &best);
    return best.index;
}

static void choose_tile(void* context, int32_t index) {
    merge_job* job = context;
    if (index < 0 || (size_t)job->node_count == job->capacity) return; // impossible input
    const wend_tile tile = {job->side.first.x + index * job->side.step.x,
                            job->side.first.y + index * job->side.step.y};
    job->nodes[job->node_count++] = wendi_node_at_tile(&job->clusters, tile);
}

static void choose_corner(merge_job* job, int32_t column, int32_t row) {
    wend_tile corner;
    if (column < job->level_clusters.columns && row < job->level_clusters.rows &&
        wendi_crossing_of(&job->level_clusters, row * job->level_clusters.columns + column, &corner) &&
        wendi_is_passable(job->grid, corner.x, corner.y) && (size_t)job->node_count < job->capacity)
        job->nodes[job->node_count++] = wendi_node_at_tile(&job->clusters, corner);
}

// Lines at the top and at the bottom also have the corners, where lines above and to the left continue.
static void choose_line(merge_job* job, wendi_line line) {
    const bool across = wendi_is_across(line);
    const int32_t column = job->column + (line == WENDI_RIGHT), row = job->row + (line == WENDI_BOTTOM);
    aim(job, line);
    job->side = wendi_side_of(&job->level_clusters, row * job->level_clusters.columns + column,
                              across ? WENDI_SIDE_TOP : WENDI_SIDE_LEFT);
    const wendi_side_choice choice = {best_of_below, choose_tile, job};
    if (job->side.length > 0) {
        list_below(job);
        wendi_choose_on_side(job->grid, &job->level_clusters, &job->side, job->level, &choice);
    }
    if (!across) return;
    choose_corner(job, column, row);
    choose_corner(job, column + 1, row);
}

static void choose_nodes(merge_job* job) {
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++)
        if (job->has[line]) choose_line(job, line);
    wendi_sort_numbers(job->nodes, (size_t)job->node_count);
}

// ---- result

static wend_result make_result(const merge_job* job, wendi_part** out) {
    const int32_t at_level = job->level - 1;
    const uint64_t clusters_at = wendi_aligned_8(sizeof(wendi_part)),
                   matrices_at = clusters_at + sizeof(wendi_part_cluster),
                   matrix_size = wendi_matrix_bytes(job->node_count),
                   size = matrices_at + wendi_aligned_8(matrix_size) + WENDI_ROW_OVERREAD;
    wendi_part* part = wendi_alloc_zeroed(&job->owner.from, (size_t)size, 1);
    if (!part) return WEND_ERROR_MEMORY;
    part->header = job->input->header;
    part->fit_levels = WEND_MAX_LEVELS;
    part->clusters_at[at_level] = clusters_at;
    part->matrices_at[at_level] = matrices_at;
    part->matrices_size[at_level] = matrix_size;
    wendi_matrix matrix = {.count = job->node_count};
    if (matrix.count > 0) {
        matrix.nodes = (void*)((char*)part + matrices_at);
        memcpy(matrix.nodes, job->nodes, (size_t)matrix.count * sizeof *matrix.nodes);
    }
    const wend_result result =
        wendi_merge_matrices(job->grid, job->children, job->input->child_count, &job->allocator, &matrix);
    if (result == WEND_ERROR_LIMIT) part->fit_levels = job->level - 1;
    if (result != WEND_OK && result != WEND_ERROR_LIMIT) {
        wendi_free(&job->owner.from, part, (size_t)size, 1);
        return result;
    }
    wendi_part_cluster* entry = (void*)((char*)part + clusters_at);
    *entry = (wendi_part_cluster){.count = (uint32_t)matrix.count, .shift = (uint16_t)matrix.shift};
    part->edge_count[at_level] = wendi_count_edges(&matrix);
    wendi_block_seal(&part->header, WENDI_RESULT_MAGIC, size);
    *out = part;
    return WEND_OK;
}

static wend_result run_merge(const wendi_merge_input* input, const wend_allocator* allocator,
                             wendi_part** out) {
    const wendi_bake_settings* settings = &input->settings;
    const int32_t level = input->header.level, cluster = input->header.cluster;
    if (level <= settings->task_level || level > settings->level_count) return WEND_ERROR_FORMAT;
    merge_job job = {.input = input,
                     .clusters = wendi_bake_partition(settings, 1),
                     .level_clusters = wendi_bake_partition(settings, level),
                     .level = level};
    if (cluster < 0 || cluster >= wendi_cluster_count(&job.level_clusters)) return WEND_ERROR_FORMAT;
    job.column = cluster % job.level_clusters.columns;
    job.row = cluster / job.level_clusters.columns;
    job.area = wendi_cluster_rect(&job.level_clusters, cluster);
    wendi_find_lines(&job.level_clusters, cluster, job.has);
    job.allocator = wendi_owner_begin(&job.owner, allocator);
    wend_result result = read_input(&job);
    if (result == WEND_OK)
        result = wendi_bake_grid(settings, wendi_block_at(input, input->relief_at), 0, settings->width,
                                 settings->height, &job.allocator, &job.grid);
    if (result == WEND_OK) {
        choose_nodes(&job);
        result = make_result(&job, out);
    }
    wendi_owner_end(&job.owner);
    return result == WEND_ERROR_LIMIT || result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result;
}

// ---- how do the bytes of a task become those of its result?

wend_result wend_bake_run_task(const void* input, size_t input_size, const wend_allocator* allocator_opt,
                               void** output_out, size_t* output_size_out, wend_error* error_opt) {
    static const char name[] = "task of a bake";
    if (!input || !output_out || !output_size_out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_block_check(input, input_size, WENDI_INPUT_MAGIC, name, error_opt);
    if (result != WEND_OK) return result;
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    const wendi_window_input* window = input;
    wendi_part* part = NULL;
    if (input_size < sizeof *window || !settings_are_valid(&window->settings))
        result = WEND_ERROR_FORMAT;
    else if (window->header.level == window->settings.task_level)
        result = wendi_run_window(window, &allocator, &part);
    else
        result =
            input_size < sizeof(wendi_merge_input) ? WEND_ERROR_FORMAT : run_merge(input, &allocator, &part);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to compute it", name);
    if (result != WEND_OK) return wendi_fail(error_opt, result, "%s: impossible contents", name);
    *output_out = part;
    *output_size_out = (size_t)part->header.size;
    return WEND_OK;
}
