// window_task.c: what are the nodes, matrices and components of one part of a map?
//
// The part is seen as a map of its own, whose clusters of all levels are those of the whole map. Where the
// whole map continues above or to the left, the small one has rows or columns of clusters in front that
// nobody looks at, so that no line of the part is an edge of it; and a row or column behind, whose lines are
// the last ones of the part.
#include <stdlib.h>
#include <string.h>

#include "bake/merge_task.h"
#include "core/containers.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/matrix_build.h"

typedef struct window_job {
    const wendi_window_input* input;
    const wendi_bake_settings* settings;
    wendi_owner owner;        // of all that is not the result
    wend_allocator allocator; // of what it owns
    wendi_window window;
    wendi_partition clusters;      // of level 1, of the whole map
    int32_t pad_columns, pad_rows; // clusters in front
    int32_t columns, rows;         // of clusters of level 1
    wend_grid* grid;
    wendi_graph graph;
    wendi_components components;
    int32_t fit_levels;
    uint32_t* renumbered; // by label
    int64_t* tiles;       // by label
    size_t number_count;  // of components
    wendi_border_list border;
    uint32_t open_count;
} window_job;

// The number, in the small map, of a cluster of a level of the part, or beyond its right or lower line.
static int32_t cluster_at(const window_job* job, int32_t level, int32_t column, int32_t row) {
    const int32_t shift = level - 1;
    return ((job->pad_rows >> shift) + row) * job->graph.level[shift].clusters.columns +
           (job->pad_columns >> shift) + column;
}

// The clusters of a level of the part come row by row.
static int32_t count_of(const window_job* job, int32_t level) {
    return wendi_clusters_along(job->columns, level) * wendi_clusters_along(job->rows, level);
}

static int32_t cluster_of(const window_job* job, int32_t level, int32_t index) {
    const int32_t columns = wendi_clusters_along(job->columns, level);
    return cluster_at(job, level, index % columns, index / columns);
}

// How many clusters come in front: a multiple of those of the largest cluster. The parity of tiles stays, as
// the neighbours of hexagons depend on it.
static int32_t pad_for(int32_t first, int32_t task_level) {
    if (first == 0) return 0;
    return task_level == 1 ? 2 - first % 2 : 1 << (task_level - 1);
}

static wend_result make_grid(window_job* job) {
    const wendi_window* window = &job->window;
    const int32_t size = job->settings->cluster_size, left = job->pad_columns * size,
                  top = job->pad_rows * size;
    const int32_t width =
                      window->has_right ? left + (job->columns + 1) * size + 1 : left + window->area.width,
                  height = window->has_bottom ? top + (job->rows + 1) * size + 1 : top + window->area.height;
    wend_result result = wendi_bake_grid(job->settings, wendi_block_at(job->input, job->input->relief_at),
                                         window->area.y - top, width, height, &job->allocator, &job->grid);
    if (result != WEND_OK) return result;
    const int64_t stride = (int64_t)window->area.width + 2;
    const uint8_t* tiles = wendi_block_at(job->input, job->input->tiles_at);
    wendi_bake_grid_aim(job->grid, tiles + stride + 1, left, top, stride);
    if (wendi_has_directions(job->grid))
        wendi_bake_aim_planes(job->grid, job->input, &job->input->planes, left - 1, top - 1, stride);
    return WEND_OK;
}

// ---- nodes and matrices

static void choose_level(window_job* job, int32_t level) {
    const int32_t columns = wendi_clusters_along(job->columns, level),
                  rows = wendi_clusters_along(job->rows, level);
    wendi_graph* graph = &job->graph;
    for (int32_t i = 0; i < count_of(job, level); i++)
        wendi_choose_nodes(graph, job->grid, level, cluster_of(job, level, i));
    for (int32_t y = 0; y < rows && job->window.has_right; y++)
        wendi_choose_nodes_of(graph, job->grid, level, cluster_at(job, level, columns, y), false, true);
    for (int32_t x = 0; x < columns && job->window.has_bottom; x++)
        wendi_choose_nodes_of(graph, job->grid, level, cluster_at(job, level, x, rows), true, false);
    if (job->window.has_right && job->window.has_bottom)
        wendi_choose_nodes_of(graph, job->grid, level, cluster_at(job, level, columns, rows), false, false);
}

static void choose_window_nodes(window_job* job) {
    for (int32_t i = 0; i < count_of(job, 1); i++)
        wendi_graph_read_passability(&job->graph, job->grid, cluster_of(job, 1, i));
    for (int32_t level = 1; level <= job->graph.level_count; level++) choose_level(job, level);
}

static const wendi_matrix* matrix_of(const window_job* job, int32_t level, int32_t index) {
    return wendi_item(&job->graph.level[level - 1].matrices, cluster_of(job, level, index));
}

// Costs that do not fit end the levels, as in wendi_world_construct; the other parts will drop them too.
static wend_result build_matrices(window_job* job) {
    wendi_cluster_workspace* workspace = wendi_cluster_workspace_new(&job->allocator);
    if (!workspace) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    job->fit_levels = WEND_MAX_LEVELS;
    const int32_t levels = job->graph.level_count;
    for (int32_t level = 1; level <= wendi_min(levels, job->fit_levels) && result == WEND_OK; level++)
        for (int32_t i = 0; i < count_of(job, level) && result != WEND_ERROR_MEMORY; i++) {
            result =
                wendi_build_matrix(&job->graph, job->grid, level, cluster_of(job, level, i), workspace, NULL);
            if (result == WEND_ERROR_LIMIT) job->fit_levels = wendi_max(1, level - 1);
        }
    return result == WEND_ERROR_MEMORY ? result : WEND_OK;
}

// ---- components

static wend_result find_components(window_job* job) {
    wend_result result = wendi_components_find(job->grid, &job->graph, &job->components);
    if (result != WEND_OK) return result;
    job->number_count = wendi_component_numbers(&job->components);
    job->tiles = wendi_alloc_zeroed(&job->allocator, job->number_count, sizeof *job->tiles);
    job->renumbered = wendi_alloc(&job->allocator, job->number_count, sizeof *job->renumbered);
    if (!job->tiles || !job->renumbered) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count_of(job, 1); i++)
        wendi_components_count_cluster(job->grid, &job->graph, &job->components, cluster_of(job, 1, i),
                                       job->tiles);
    return WEND_OK;
}

// The number that a node has on the whole map.
static uint32_t number_on_map(const window_job* job, uint32_t node) {
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT), across = job->graph.clusters.columns;
    const int32_t column = cluster % across - job->pad_columns + job->window.span.left,
                  row = cluster / across - job->pad_rows + job->window.span.top;
    return wendi_node_on(row * job->clusters.columns + column, (int32_t)(node % WENDI_BORDER_INDEX_COUNT));
}

// True when a tile lies on a line that the part shares with others.
static bool is_shared(const window_job* job, wend_tile tile) {
    const int32_t size = job->settings->cluster_size;
    const int32_t left = job->pad_columns * size, top = job->pad_rows * size;
    return (job->pad_columns > 0 && tile.x == left) || (job->pad_rows > 0 && tile.y == top) ||
           (job->window.has_right && tile.x == left + job->columns * size) ||
           (job->window.has_bottom && tile.y == top + job->rows * size);
}

static int compare_border(const void* a, const void* b) {
    const wendi_border_node *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->label > y->label) - (x->label < y->label);
}

WENDI_LIST_FUNCTIONS(wendi_border_list, wendi_border_node)

static wend_result list_border_of(window_job* job, int32_t column, int32_t row) {
    const int32_t cluster = cluster_at(job, 1, column, row);
    const wendi_matrix* matrix = wendi_matrix_of(&job->graph, 1, cluster);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < matrix->count && result == WEND_OK; i++)
        if (is_shared(job, wendi_node_tile(&job->graph.clusters, matrix->nodes[i])))
            result = wendi_border_list_push(
                &job->border, (wendi_border_node){number_on_map(job, matrix->nodes[i]),
                                                  wendi_component_of(&job->components, cluster, i)});
    return result;
}

// Lists the nodes that the part shares with others, and numbers their components before all others. Two
// clusters may share a node that belongs to a cluster beyond the right or the lower line. It joins their
// components only when the parts are joined, so it may come twice.
static wend_result find_border(window_job* job) {
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < job->rows; y++) {
        const bool whole = y == 0 || y == job->rows - 1;
        for (int32_t x = 0; x < job->columns && result == WEND_OK; x++)
            if (whole || x == 0 || x == job->columns - 1) result = list_border_of(job, x, y);
    }
    if (result != WEND_OK) return result;
    wendi_border_list* border = &job->border;
    border->count =
        (int64_t)wendi_sort_once(border->data, (size_t)border->count, sizeof *border->data, compare_border);
    const uint32_t labels = job->components.label_count;
    memset(job->renumbered, 0xff, job->number_count * sizeof *job->renumbered);
    for (int64_t i = 0; i < border->count; i++) {
        uint32_t* number = &job->renumbered[border->data[i].label];
        if (*number == UINT32_MAX) *number = job->open_count++;
        border->data[i].label = *number;
    }
    for (uint32_t label = 0, next = job->open_count; label < labels; label++)
        if (job->renumbered[label] == UINT32_MAX) job->renumbered[label] = next++;
    return WEND_OK;
}

// ---- result

static uint64_t lay_out(const window_job* job, wendi_part* part) {
    uint64_t size = wendi_aligned_8(sizeof *part);
    const uint64_t clusters = (uint64_t)job->columns * (uint64_t)job->rows;
    for (int32_t level = 1; level <= job->graph.level_count; level++) {
        part->nodes_at[level - 1] = wendi_block_take(&size, clusters, sizeof(uint64_t));
        part->clusters_at[level - 1] =
            wendi_block_take(&size, (uint64_t)count_of(job, level), sizeof(wendi_part_cluster));
    }
    part->labels_at = wendi_block_take(&size, clusters, sizeof(uint32_t));
    part->part_labels_at = wendi_block_take(&size, part->part_label_count, sizeof(uint32_t));
    part->sizes_at = wendi_block_take(&size, part->open_count, sizeof(int64_t));
    part->border_at = wendi_block_take(&size, part->border_count, sizeof(wendi_border_node));
    for (int32_t level = 1; level <= job->graph.level_count; level++) {
        uint64_t* bytes = &part->matrices_size[level - 1];
        for (int32_t i = 0; i < count_of(job, level); i++)
            *bytes += wendi_matrix_bytes(matrix_of(job, level, i)->count);
        part->matrices_at[level - 1] = wendi_block_take(&size, *bytes, 1);
    }
    return size + WENDI_ROW_OVERREAD;
}

static void put_level(const window_job* job, int32_t level, wendi_part* part) {
    wendi_part_cluster* entry = (void*)((char*)part + part->clusters_at[level - 1]);
    char* at = (char*)part + part->matrices_at[level - 1];
    for (int32_t i = 0; i < count_of(job, level); i++, entry++) {
        const wendi_matrix* matrix = matrix_of(job, level, i);
        *entry = (wendi_part_cluster){.count = (uint32_t)matrix->count, .shift = (uint16_t)matrix->shift};
        if (matrix->count == 0) continue;
        uint32_t* nodes = (uint32_t*)(void*)at;
        for (int32_t k = 0; k < matrix->count; k++) nodes[k] = number_on_map(job, matrix->nodes[k]);
        memcpy(nodes + matrix->count, matrix->nodes + matrix->count,
               wendi_matrix_bytes(matrix->count) - (size_t)matrix->count * sizeof *nodes);
        at += wendi_matrix_bytes(matrix->count);
        part->edge_count[level - 1] += wendi_count_edges(matrix);
    }
}

static void put_node_sets(const window_job* job, wendi_part* part) {
    for (int32_t level = 1; level <= job->graph.level_count; level++) {
        uint64_t* nodes = (void*)((char*)part + part->nodes_at[level - 1]);
        for (int32_t i = 0; i < count_of(job, 1); i++) {
            nodes[i] = *wendi_item(&job->graph.level[level - 1].nodes, cluster_of(job, 1, i));
            if (level == 1) part->node_count += __builtin_popcountll(nodes[i]);
        }
    }
}

static void put_components(const window_job* job, wendi_part* part) {
    const wendi_components* components = &job->components;
    wendi_part_cluster* entry = (void*)((char*)part + part->clusters_at[0]);
    uint32_t* label = (void*)((char*)part + part->labels_at);
    uint32_t* part_labels = (void*)((char*)part + part->part_labels_at);
    int64_t* sizes = (void*)((char*)part + part->sizes_at);
    uint32_t at = 0;
    for (int32_t i = 0; i < count_of(job, 1); i++, entry++, label++) {
        const int32_t cluster = cluster_of(job, 1, i), count = wendi_item(&components->parts, cluster)->count;
        if (entry->count == 0) continue;
        entry->parted = count > 0;
        *label = count > 0 ? at : job->renumbered[wendi_component_of(components, cluster, 0)];
        for (int32_t k = 0; k < count; k++)
            part_labels[at++] = job->renumbered[wendi_component_of(components, cluster, k)];
    }
    WENDI_ASSERT(at == part->part_label_count);
    part->closed_count = components->count;
    part->closed_largest = components->largest;
    for (uint32_t i = 0; i < components->label_count; i++) {
        const uint32_t number = job->renumbered[i];
        if (number < job->open_count) {
            sizes[number] = job->tiles[i];
            continue;
        }
        part->closed_count += job->tiles[i] > 0;
        if (job->tiles[i] > part->closed_largest) part->closed_largest = job->tiles[i];
    }
    if (job->border.count > 0)
        memcpy((char*)part + part->border_at, job->border.data,
               (size_t)job->border.count * sizeof *job->border.data);
}

static wend_result make_window_result(const window_job* job, wendi_part** out) {
    wendi_part layout = {.header = job->input->header,
                         .fit_levels = job->fit_levels,
                         .columns = job->columns,
                         .rows = job->rows,
                         .label_count = job->components.label_count,
                         .open_count = job->open_count,
                         .border_count = (uint32_t)job->border.count};
    for (int32_t i = 0; i < count_of(job, 1); i++)
        layout.part_label_count += (uint32_t)wendi_item(&job->components.parts, cluster_of(job, 1, i))->count;
    const uint64_t size = lay_out(job, &layout);
    wendi_part* part = wendi_alloc_zeroed(&job->owner.from, (size_t)size, 1);
    if (!part) return WEND_ERROR_MEMORY;
    *part = layout;
    for (int32_t level = 1; level <= job->graph.level_count; level++) put_level(job, level, part);
    put_node_sets(job, part);
    put_components(job, part);
    wendi_block_seal(&part->header, WENDI_RESULT_MAGIC, size);
    *out = part;
    return WEND_OK;
}

static wend_result compute(window_job* job, wendi_part** out) {
    wend_result result = make_grid(job);
    if (result == WEND_OK)
        result = wendi_graph_divide(job->grid, job->settings->cluster_size, job->settings->task_level, NULL,
                                    &job->allocator, &job->graph);
    if (result != WEND_OK) return result;
    choose_window_nodes(job);
    for (int32_t level = 1; level <= job->graph.level_count && result == WEND_OK; level++) {
        const int32_t left = job->pad_columns >> (level - 1), top = job->pad_rows >> (level - 1);
        const wendi_cluster_span span = {left, left + wendi_clusters_along(job->columns, level), top,
                                         top + wendi_clusters_along(job->rows, level)};
        result = wendi_graph_alloc_matrices(&job->graph, job->grid, level, &span);
    }
    if (result == WEND_OK) result = build_matrices(job);
    if (result == WEND_OK) result = find_components(job);
    if (result == WEND_OK) result = find_border(job);
    return result == WEND_OK ? make_window_result(job, out) : result;
}

wend_result wendi_run_window(const wendi_window_input* input, const wend_allocator* allocator,
                             wendi_part** out) {
    const wendi_bake_settings* settings = &input->settings;
    const wendi_partition parts = wendi_bake_partition(settings, settings->task_level);
    if (input->header.level != settings->task_level || input->header.cluster < 0 ||
        input->header.cluster >= wendi_cluster_count(&parts))
        return WEND_ERROR_FORMAT;
    const wendi_window window = wendi_window_of(settings, input->header.cluster);
    if (!wendi_block_holds(&input->header, input->tiles_at, (uint64_t)window.area.height + 2,
                           (uint64_t)window.area.width + 2) ||
        !wendi_bake_holds_relief(&input->header, settings, input->relief_at) ||
        !wendi_bake_holds_planes(&input->header, settings, &input->planes,
                                 ((uint64_t)window.area.height + 2) * ((uint64_t)window.area.width + 2)))
        return WEND_ERROR_FORMAT;
    window_job job = {.input = input,
                      .settings = settings,
                      .window = window,
                      .clusters = wendi_bake_partition(settings, 1),
                      .pad_columns = pad_for(window.span.left, settings->task_level),
                      .pad_rows = pad_for(window.span.top, settings->task_level),
                      .columns = window.span.right - window.span.left,
                      .rows = window.span.bottom - window.span.top};
    job.allocator = job.graph.allocator = job.components.allocator = job.border.allocator =
        wendi_owner_begin(&job.owner, allocator);
    const wend_result result = compute(&job, out);
    wendi_owner_end(&job.owner);
    return result == WEND_ERROR_LIMIT || result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result;
}
