// abstract.c: building the abstract graph. Every cluster writes only what is its own, so the result is the
// same for any number of workers.
#include "abstract.h"

#include <string.h>

#include "sweep.h"

void wendi_run_tasks(const wend_tasks* tasks, wend_task_fn* task, void* context, int32_t count) {
    if (tasks && tasks->enqueue)
        tasks->finish(tasks->enqueue(task, context, count, tasks->user), tasks->user);
    else
        task(context, 0, count);
}

static int32_t append(uint32_t* out, int32_t count, uint32_t first, int32_t number) {
    for (int32_t i = 0; i < number; i++) out[count + i] = first + (uint32_t)i;
    return count + number;
}

int32_t wendi_cluster_nodes(const wendi_abstract* abstract, int32_t cluster,
                            uint32_t out[WENDI_MAX_CLUSTER_NODES]) {
    const wendi_clusters* clusters = &abstract->clusters;
    const wendi_owned* owned = abstract->owned;
    const uint32_t* first = abstract->first_node;
    bool has_right = cluster % clusters->columns + 1 < clusters->columns;
    bool has_below = cluster / clusters->columns + 1 < clusters->rows;
    int32_t count = append(out, 0, first[cluster], (int32_t)(first[cluster + 1] - first[cluster]));
    if (has_right) {
        int32_t right = cluster + 1;
        count = append(out, count, first[right], owned[right].crossing);
        count =
            append(out, count, first[right] + owned[right].crossing + owned[right].top, owned[right].left);
    }
    if (has_below) {
        int32_t below = cluster + clusters->columns;
        count = append(out, count, first[below], owned[below].crossing + owned[below].top);
    }
    if (has_right && has_below) {
        int32_t corner = cluster + clusters->columns + 1;
        count = append(out, count, first[corner], owned[corner].crossing);
    }
    return count;
}

typedef struct find_job {
    wendi_abstract* abstract;
    const wend_grid* grid;
} find_job;

// A cluster's own nodes; out may hold 2 sides and a crossing.
static wendi_owned find_own_nodes(const find_job* job, int32_t cluster,
                                  wend_tile out[2 * WENDI_MAX_CLUSTER_SIDE + 1]) {
    const wendi_clusters* clusters = &job->abstract->clusters;
    wend_tile crossing;
    wendi_owned owned = {0};
    if (wendi_crossing_of(clusters, cluster, &crossing) && wendi_open(job->grid, crossing.x, crossing.y)) {
        out[0] = crossing;
        owned.crossing = 1;
    }
    wendi_side top = wendi_side_of(clusters, cluster, WENDI_SIDE_TOP);
    wendi_side left = wendi_side_of(clusters, cluster, WENDI_SIDE_LEFT);
    owned.top = (uint8_t)wendi_side_nodes(job->grid, clusters, &top, out + owned.crossing);
    owned.left = (uint8_t)wendi_side_nodes(job->grid, clusters, &left, out + owned.crossing + owned.top);
    return owned;
}

static void count_nodes(void* context, int32_t begin, int32_t end) {
    const find_job* job = context;
    wend_tile tiles[2 * WENDI_MAX_CLUSTER_SIDE + 1];
    for (int32_t c = begin; c < end; c++) job->abstract->owned[c] = find_own_nodes(job, c, tiles);
}

static void store_nodes(void* context, int32_t begin, int32_t end) {
    const find_job* job = context;
    wend_tile tiles[2 * WENDI_MAX_CLUSTER_SIDE + 1];
    for (int32_t c = begin; c < end; c++) {
        uint32_t first = job->abstract->first_node[c], count = job->abstract->first_node[c + 1] - first;
        find_own_nodes(job, c, tiles);
        memcpy(job->abstract->node_tiles + first, tiles, count * sizeof *tiles);
    }
}

wend_result wendi_abstract_find_nodes(const wend_grid* grid, int32_t cluster_size, const wend_tasks* tasks,
                                      const wend_allocator* allocator, wendi_abstract* out) {
    wendi_abstract* a = out;
    *a = (wendi_abstract){.allocator = *allocator,
                          .clusters = wendi_clusters_of(grid->width, grid->height, cluster_size)};
    int32_t clusters = wendi_cluster_count(&a->clusters);
    a->owned = wendi_alloc(allocator, (size_t)clusters, sizeof *a->owned);
    a->first_node = wendi_alloc(allocator, (size_t)clusters + 1, sizeof *a->first_node);
    a->first_entry = wendi_alloc(allocator, (size_t)clusters + 1, sizeof *a->first_entry);
    if (!a->owned || !a->first_node || !a->first_entry) return WEND_ERROR_MEMORY;

    find_job job = {a, grid};
    wendi_run_tasks(tasks, count_nodes, &job, clusters);
    uint64_t nodes = 0;
    for (int32_t c = 0; c < clusters; c++) {
        a->first_node[c] = (uint32_t)nodes;
        nodes += (uint64_t)a->owned[c].crossing + a->owned[c].top + a->owned[c].left;
        if (nodes >= UINT32_MAX) return WEND_ERROR_LIMIT;
    }
    a->first_node[clusters] = a->node_count = (uint32_t)nodes;
    a->node_tiles = wendi_alloc(allocator, (size_t)nodes + 1, sizeof *a->node_tiles);
    if (!a->node_tiles) return WEND_ERROR_MEMORY;
    wendi_run_tasks(tasks, store_nodes, &job, clusters);

    uint32_t list[WENDI_MAX_CLUSTER_NODES];
    for (int32_t c = 0; c < clusters; c++) {
        uint64_t k = (uint64_t)wendi_cluster_nodes(a, c, list);
        a->first_entry[c] = a->entry_count;
        a->entry_count += k * k;
    }
    a->first_entry[clusters] = a->entry_count;
    return WEND_OK;
}

wend_result wendi_abstract_alloc_distances(wendi_abstract* a) {
    a->distances = wendi_alloc(&a->allocator, (size_t)a->entry_count + 1, sizeof *a->distances);
    return a->distances ? WEND_OK : WEND_ERROR_MEMORY;
}

void wendi_abstract_measure(wendi_abstract* a, const wend_grid* grid, int32_t begin, int32_t end) {
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    wendi_field field;
    wendi_sweeper sweeper;
    for (int32_t c = begin; c < end; c++) {
        int32_t count = wendi_cluster_nodes(a, c, nodes);
        uint32_t* row = a->distances + a->first_entry[c];
        wend_rect area = wendi_cluster_rect(&a->clusters, c);
        uint8_t terrain_class;
        bool uniform = wendi_area_is_uniform(grid, area, &terrain_class);
        wendi_sweeper_begin(&sweeper, wendi_sweep(), grid, area, WENDI_FROM);
        for (int32_t i = 0; i < count; i++, row += count) {
            wend_tile from = a->node_tiles[nodes[i]];
            if (!uniform) wendi_sweeper_distances(&sweeper, from, &field);
            for (int32_t j = 0; j < count; j++) {
                wend_tile to = a->node_tiles[nodes[j]];
                row[j] = uniform ? wendi_uniform_distance(grid, terrain_class, from, to)
                                 : wendi_field_at(&field, to);
            }
        }
    }
}

void wendi_abstract_free(wendi_abstract* a) {
    const wend_allocator* allocator = &a->allocator;
    size_t clusters = (size_t)wendi_cluster_count(&a->clusters);
    wendi_free(allocator, a->owned, clusters, sizeof *a->owned);
    wendi_free(allocator, a->first_node, clusters + 1, sizeof *a->first_node);
    wendi_free(allocator, a->first_entry, clusters + 1, sizeof *a->first_entry);
    wendi_free(allocator, a->node_tiles, (size_t)a->node_count + 1, sizeof *a->node_tiles);
    wendi_free(allocator, a->distances, (size_t)a->entry_count + 1, sizeof *a->distances);
}

size_t wendi_abstract_bytes(const wendi_abstract* a) {
    size_t clusters = (size_t)wendi_cluster_count(&a->clusters);
    return clusters * sizeof *a->owned + (clusters + 1) * (sizeof *a->first_node + sizeof *a->first_entry) +
           ((size_t)a->node_count + 1) * sizeof *a->node_tiles +
           ((size_t)a->entry_count + 1) * sizeof *a->distances;
}

int64_t wendi_count_edges(const uint32_t* distances, uint64_t count) {
    int64_t edges = 0;
    for (uint64_t i = 0; i < count; i++) edges += distances[i] != 0 && distances[i] != WENDI_UNREACHED;
    return edges;
}
