// pending.c: how do the entries of a pending matrix come about, first as reachability, then as costs?
//
// Invariant: an entry is WENDI_NO_PATH before the costs are computed exactly when it is afterwards. So the
// components of a world are right while its matrices are pending. A thread computes a row in its own
// workspace, and the first that has it stores it; the others wait only while it copies.
#include "hierarchy/pending.h"

#include <sched.h>
#include <string.h>

#include "hierarchy/cluster_nodes.h"
#include "kernel/cluster_flood.h"

// ---- which matrices are pending

wend_result wendi_pending_reserve(wendi_graph* graph) {
    if (graph->pending_rows.table.kind) return WEND_OK;
    WENDI_ASSERT(graph->pending_count == 0);
    return wendi_table_make(&wendi_rows_items, wendi_cluster_count(&graph->clusters), &graph->allocator,
                            &graph->pending_rows.table);
}

void wendi_pending_trim(wendi_graph* graph) {
    if (graph->pending_count == 0) wendi_table_free(&graph->pending_rows.table);
}

void wendi_pending_add(wendi_graph* graph, int32_t cluster, wendi_pending_rows* rows) {
    WENDI_ASSERT(rows->count == wendi_matrix_of(graph, 1, cluster)->count);
    graph->pending_count += !wendi_is_pending(graph, cluster);
    wendi_pending_rows** at = wendi_item(&graph->pending_rows, cluster);
    wendi_pending_rows_free(*at, &graph->allocator);
    *at = rows;
    wendi_mark_pending(graph, 1, cluster);
}

void wendi_pending_remove(wendi_graph* graph, int32_t cluster) {
    if (!wendi_is_pending(graph, cluster)) return;
    WENDI_ASSERT(graph->pending_count > 0);
    graph->pending_count--;
    *wendi_item(&graph->level[0].states, cluster) = WENDI_UP_TO_DATE;
    wendi_pending_rows** at = wendi_item(&graph->pending_rows, cluster);
    wendi_pending_rows_free(*at, &graph->allocator);
    *at = NULL;
}

// ---- reachability

// The nodes of one cluster, and how to flood it.
typedef struct reach_job {
    const wend_grid* grid;
    wend_rect area;
    wendi_tile_set passable;
    bool two_way;
    bool whole; // every tile is passable and reaches every other
} reach_job;

static reach_job reach_job_of(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    reach_job job = {.grid = grid,
                     .area = area,
                     .passable = wendi_passable_tiles(grid, area),
                     .two_way = wendi_is_two_way(grid, area)};
    const uint32_t full = UINT32_MAX >> (WENDI_MAX_CLUSTER_SIDE - area.width);
    job.whole = job.two_way && !wendi_area_has_closed_steps(grid, area);
    for (int32_t row = 1; row <= area.height; row++) job.whole &= job.passable.row[row] == full;
    return job;
}

static bool is_passable_node(const reach_job* job, wend_tile tile) {
    return wendi_tile_set_holds(&job->passable, job->area, tile);
}

// The tiles that a passable tile reaches inside the cluster.
static void reach_from(const reach_job* job, wend_tile tile, wendi_tile_set* out) {
    if (!job->two_way) {
        wendi_reach_cluster(job->grid, job->area, tile, WENDI_FROM, out);
        return;
    }
    wendi_flood flood;
    wendi_flood_from(job->grid, job->area, &job->passable, tile.y - job->area.y + 1,
                     1u << (tile.x - job->area.x), &flood);
    *out = flood.tiles;
}

static int32_t count_in(const reach_job* job, const wendi_partition* clusters, const wendi_matrix* matrix,
                        const wendi_tile_set* tiles) {
    int32_t count = 0;
    for (int32_t i = 0; i < matrix->count; i++)
        count += wendi_tile_set_holds(tiles, job->area, wendi_node_tile(clusters, matrix->nodes[i]));
    return count;
}

int64_t wendi_count_reach(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    const reach_job job = reach_job_of(graph, grid, cluster);
    int64_t pairs = 0;
    for (int32_t i = 0; i < matrix->count; i++) {
        const wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[i]);
        if (!is_passable_node(&job, tile)) continue;
        wendi_tile_set reached;
        reach_from(&job, tile, &reached);
        pairs += count_in(&job, &graph->clusters, matrix, &reached) - 1;
    }
    return pairs;
}

// Sets a row of entries: 0 for the nodes that node `from` reaches.
static void set_row(const reach_job* job, const wend_tile* tiles, int32_t count, int32_t from,
                    uint16_t* row) {
    wendi_tile_set reached = {{0}};
    if (is_passable_node(job, tiles[from])) reach_from(job, tiles[from], &reached);
    for (int32_t k = 0; k < count; k++)
        row[k] = wendi_tile_set_holds(&reached, job->area, tiles[k]) ? 0 : WENDI_NO_PATH;
}

// An earlier node that reaches node i and is reached by it; -1: none.
static int32_t alike(const reach_job* job, const uint16_t* entries, int32_t count, int32_t i) {
    if (!job->two_way) return -1;
    int32_t k = 0;
    while (k < i && entries[k * count + i] != 0) k++;
    return k < i ? k : -1;
}

wend_result wendi_build_reach_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                                     wendi_cluster_workspace* w, wendi_matrix* out) {
    const int32_t count = wendi_cluster_nodes(graph, grid, 1, cluster, w->nodes);
    WENDI_ASSERT(count <= WENDI_MAX_CLUSTER_NODES);
    wend_result result = wendi_matrix_make(&graph->allocator, w->nodes, count, out);
    if (result != WEND_OK || count == 0) return result;
    const reach_job job = reach_job_of(graph, grid, cluster);
    if (job.whole) return WEND_OK; // zeros
    uint16_t* entries = wendi_matrix_entries(out);
    for (int32_t i = 0; i < count; i++) w->tiles[i] = wendi_node_tile(&graph->clusters, w->nodes[i]);
    for (int32_t i = 0; i < count; i++) {
        const int32_t same = alike(&job, entries, count, i);
        uint16_t* row = entries + i * count;
        if (same < 0)
            set_row(&job, w->tiles, count, i, row);
        else
            memcpy(row, entries + same * count, (size_t)count * sizeof *row);
    }
    return WEND_OK;
}

// ---- costs

int32_t wendi_fill_row(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, int32_t slot,
                       wendi_cluster_workspace* workspace) {
    WENDI_ASSERT(wendi_is_pending(graph, cluster));
    _Atomic uint8_t* shift = &(*wendi_item(&graph->pending_rows, cluster))->shift[slot];
    uint8_t state = atomic_load_explicit(shift, memory_order_acquire);
    if (state <= WENDI_MAX_SHIFT) return state;
    wendi_compute_row(graph, grid, cluster, slot, workspace, workspace->costs);
    state = WENDI_ROW_EMPTY;
    if (atomic_compare_exchange_strong_explicit(shift, &state, WENDI_ROW_FILLING, memory_order_acquire,
                                                memory_order_acquire)) {
        wendi_matrix* matrix = wendi_item(&graph->level[0].matrices, cluster);
        state = (uint8_t)wendi_matrix_set_row(matrix, slot, workspace->costs);
        atomic_store_explicit(shift, state, memory_order_release);
    }
    while (state > WENDI_MAX_SHIFT) {
        sched_yield();
        state = atomic_load_explicit(shift, memory_order_acquire);
    }
    return state;
}

wend_result wendi_fill_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                              wendi_cluster_workspace* workspace, bool* far_out) {
    wend_result result = wendi_hold_matrix(graph, 1, cluster);
    if (result != WEND_OK) return result;
    wendi_matrix *matrix = wendi_item(&graph->level[0].matrices, cluster), made;
    const wendi_pending_rows* rows =
        graph->pending_rows.table.kind ? *wendi_item(&graph->pending_rows, cluster) : NULL;
    const int32_t count = matrix->count;
    wendi_cluster_workspace_forget(workspace);
    for (int32_t i = 0; i < count; i++) {
        uint32_t* costs = workspace->costs + (size_t)i * (size_t)count;
        const uint16_t* row = wendi_matrix_row(matrix, i);
        if (rows ? rows->shift[i] > 0 : matrix->shift > 0) // not computed, or rounded
            wendi_compute_row(graph, grid, cluster, i, workspace, costs);
        else
            for (int32_t k = 0; k < count; k++) costs[k] = row[k] == WENDI_NO_PATH ? WENDI_UNREACHED : row[k];
    }
    if (count > 0 && !wendi_has_own_costs(graph, 1, matrix)) { // other threads may be filling rows
        result = wendi_matrix_make(&graph->allocator, matrix->nodes, count, &made);
        if (result != WEND_OK) return result;
        wendi_matrix_free(matrix, &graph->allocator);
        *matrix = made;
    }
    wendi_matrix_set_costs(matrix, workspace->costs);
    *far_out = wendi_costs_too_far(workspace->costs, (size_t)count * (size_t)count);
    return WEND_OK;
}
