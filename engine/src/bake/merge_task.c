// merge_task.c: what are the nodes and the matrix of a cluster above the first tier?
//
// Invariant: the nodes of the level below on a line of the cluster are nodes of its children, so the children
// and the tiles of the lines determine which nodes the cluster has. Both clusters at a line choose the same
// ones.
#include <stdlib.h>
#include <string.h>

#include "bake/bake_block.h"
#include "hierarchy/entrance.h"
#include "hierarchy/matrix_build.h"

typedef struct merge_job {
    const wendi_merge_input* input;
    const wend_allocator* allocator;
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

static void aim(const merge_job* job, wendi_line line) {
    const int32_t right = job->area.x + job->level_clusters.size,
                  bottom = job->area.y + job->level_clusters.size;
    const uint8_t* tiles = wendi_block_at(job->input, job->input->lines_at[line]);
    const bool across = line == WENDI_TOP || line == WENDI_BOTTOM;
    wendi_bake_grid_aim(job->grid, tiles, line == WENDI_RIGHT ? right : job->area.x,
                        line == WENDI_BOTTOM ? bottom : job->area.y, across ? 0 : 1);
}

// ---- input

static int64_t bytes_of_line(const merge_job* job, wendi_line line) {
    return line == WENDI_TOP || line == WENDI_BOTTOM ? job->area.width : job->area.height;
}

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
        if (job->has[line] != (at > 0) ||
            !wendi_block_holds(&input->header, at, (uint64_t)bytes_of_line(job, line), 1))
            return WEND_ERROR_FORMAT;
    }
    job->nodes = wendi_alloc(job->allocator, job->capacity, sizeof *job->nodes);
    job->below = wendi_alloc(job->allocator, job->capacity, sizeof *job->below);
    return job->nodes && job->below ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---- nodes

static int compare_positions(const void* a, const void* b) {
    const int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

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
    int32_t kept = 0;
    qsort(job->below, (size_t)job->below_count, sizeof *job->below, compare_positions);
    for (int32_t i = 0; i < job->below_count; i++)
        if (i == 0 || job->below[i] != job->below[i - 1]) job->below[kept++] = job->below[i];
    job->below_count = kept;
}

static int32_t best_of_below(void* context, int32_t begin, int32_t end) {
    const merge_job* job = context;
    int32_t low = 0, high = job->below_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (job->below[middle] < begin)
            low = middle + 1;
        else
            high = middle;
    }
    wendi_choice best = {-1, 0, 0};
    for (; low < job->below_count && job->below[low] < end; low++)
        wendi_consider_tile(job->grid, &job->side, job->below[low], begin, end, &best);
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
    const bool across = line == WENDI_TOP || line == WENDI_BOTTOM;
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

static int compare_nodes(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static void choose_nodes(merge_job* job) {
    for (wendi_line line = 0; line < WENDI_LINE_COUNT; line++)
        if (job->has[line]) choose_line(job, line);
    if (job->node_count > 1) qsort(job->nodes, (size_t)job->node_count, sizeof *job->nodes, compare_nodes);
}

// ---- result

static wend_result make_result(const merge_job* job, wendi_part** out) {
    const wendi_block_header* header = &job->input->header;
    const int32_t at_level = job->level - 1;
    const uint64_t clusters_at = wendi_aligned_8(sizeof(wendi_part)),
                   matrices_at = clusters_at + sizeof(wendi_part_cluster),
                   matrix_size = wendi_matrix_bytes(job->node_count),
                   size = matrices_at + wendi_aligned_8(matrix_size) + WENDI_ROW_OVERREAD;
    wendi_part* part = wendi_alloc_zeroed(job->allocator, (size_t)size, 1);
    if (!part) return WEND_ERROR_MEMORY;
    part->header = (wendi_block_header){.identity = header->identity,
                                        .task = header->task,
                                        .level = header->level,
                                        .cluster = header->cluster};
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
        wendi_merge_matrices(job->grid, job->children, job->input->child_count, job->allocator, &matrix);
    if (result == WEND_ERROR_LIMIT) part->fit_levels = job->level - 1;
    if (result != WEND_OK && result != WEND_ERROR_LIMIT) {
        wendi_free(job->allocator, part, (size_t)size, 1);
        return result;
    }
    wendi_part_cluster* entry = (void*)((char*)part + clusters_at);
    *entry = (wendi_part_cluster){.count = (uint32_t)matrix.count, .shift = (uint16_t)matrix.shift};
    part->edge_count[at_level] = wendi_count_edges(&matrix);
    wendi_block_seal(&part->header, WENDI_RESULT_MAGIC, size);
    *out = part;
    return WEND_OK;
}

wend_result wendi_run_merge(const wendi_merge_input* input, const wend_allocator* allocator,
                            wendi_part** out) {
    const wendi_bake_settings* settings = &input->settings;
    const int32_t level = input->header.level, cluster = input->header.cluster;
    if (level <= settings->task_level || level > settings->level_count) return WEND_ERROR_FORMAT;
    merge_job job = {.input = input,
                     .allocator = allocator,
                     .clusters = wendi_bake_partition(settings, 1),
                     .level_clusters = wendi_bake_partition(settings, level),
                     .level = level};
    if (cluster < 0 || cluster >= wendi_cluster_count(&job.level_clusters)) return WEND_ERROR_FORMAT;
    job.column = cluster % job.level_clusters.columns;
    job.row = cluster / job.level_clusters.columns;
    job.area = wendi_cluster_rect(&job.level_clusters, cluster);
    job.has[WENDI_TOP] = job.row > 0;
    job.has[WENDI_LEFT] = job.column > 0;
    job.has[WENDI_BOTTOM] = job.row + 1 < job.level_clusters.rows;
    job.has[WENDI_RIGHT] = job.column + 1 < job.level_clusters.columns;
    wend_result result = read_input(&job);
    if (result == WEND_OK)
        result = wendi_bake_grid(settings, settings->width, settings->height, allocator, &job.grid);
    if (result == WEND_OK) {
        choose_nodes(&job);
        result = make_result(&job, out);
    }
    wend_grid_destroy(job.grid);
    wendi_free(allocator, job.nodes, job.capacity, sizeof *job.nodes);
    wendi_free(allocator, job.below, job.capacity, sizeof *job.below);
    return result == WEND_ERROR_LIMIT || result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result;
}
