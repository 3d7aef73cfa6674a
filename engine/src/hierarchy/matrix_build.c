// matrix_build.c: how are the distance matrices of a cluster computed, at once, or entry by entry when a
// query asks?
#include "hierarchy/matrix_build.h"

#include <sched.h>
#include <string.h>

#include "grid/links.h"
#include "grid/steps.h"
#include "hierarchy/abstract_graph.h"
#include "kernel/cluster_flood.h"

// ---- what does it cost to cross a cluster from node to node? On level 1 the sweep kernel
// answers, from each node over all tiles; on higher levels the matrices of the children do.

// ---- clusters of one cost: distances in closed form

bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out) {
    uint8_t k = *wendi_tile(grid, area.x, area.y);
    if (grid->costs.straight[k] == 0 || wendi_has_directions(grid) || wendi_area_has_closed_steps(grid, area))
        return false;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        if (row[0] != k || memcmp(row, row + 1, (size_t)area.width - 1) != 0) return false;
    }
    *class_out = k;
    return true;
}

void wendi_uniform_distances(const wend_grid* grid, uint8_t terrain_class, wend_tile from,
                             const wend_tile* restrict tiles, int32_t count, uint32_t* restrict out) {
    // Each diagonal step saves two straight ones.
    const int32_t straight = grid->costs.straight[terrain_class],
                  diagonal = grid->costs.diagonal[terrain_class],
                  saved = grid->connectivity == WEND_CONNECTIVITY_4 ? 0 : diagonal - 2 * straight;
    for (int32_t i = 0; i < count; i++) {
        const int32_t dx = wendi_abs(from.x - tiles[i].x), dy = wendi_abs(from.y - tiles[i].y);
        out[i] = (uint32_t)((dx + dy) * straight + wendi_min(dx, dy) * saved);
    }
}

// ---- level 1

wendi_cluster_workspace* wendi_cluster_workspace_new(const wend_allocator* allocator) {
    wendi_cluster_workspace* workspace = wendi_alloc(allocator, 1, sizeof(wendi_cluster_workspace));
    if (workspace) workspace->cluster = -1;
    return workspace;
}

void wendi_cluster_workspace_free(wendi_cluster_workspace* workspace, const wend_allocator* allocator) {
    wendi_free(allocator, workspace, 1, sizeof *workspace);
}

// Prepares the rows of a cluster of level 1.
static void begin_cluster(const wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                          const uint32_t* nodes, int32_t count, wendi_cluster_workspace* w) {
    const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    for (int32_t i = 0; i < count; i++) w->tiles[i] = wendi_node_tile(&graph->clusters, nodes[i]);
    w->uniform = wendi_area_is_uniform(grid, area, &w->terrain_class) && !wendi_holds_link(grid, area);
    if (w->uniform) return;
    wendi_sweeper_begin(&w->sweeper, wendi_sweep(), grid, wendi_passability_bits_of(graph, grid, cluster),
                        area, WENDI_FROM);
}

// Computes the costs from one of the nodes to all.
static void compute_row(const wend_grid* grid, wendi_cluster_workspace* w, int32_t from, int32_t count,
                        uint32_t* costs) {
    const wend_tile tile = w->tiles[from];
    if (w->uniform) {
        wendi_uniform_distances(grid, w->terrain_class, tile, w->tiles, count, costs);
    } else if (!wendi_is_passable(grid, tile.x, tile.y)) { // an end of a link
        for (int32_t i = 0; i < count; i++) costs[i] = WENDI_UNREACHED;
    } else {
        wendi_sweeper_run(&w->sweeper, tile);
        for (int32_t i = 0; i < count; i++) costs[i] = wendi_sweeper_at(&w->sweeper, w->tiles[i]);
    }
}

// Computes the costs between all nodes of a cluster of level 1, which the workspace lists.
static void fill_from_tiles(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, int32_t count,
                            wendi_cluster_workspace* w) {
    begin_cluster(graph, grid, cluster, w->nodes, count, w);
    wendi_cluster_workspace_forget(w);
    for (int32_t i = 0; i < count; i++) compute_row(grid, w, i, count, w->costs + (size_t)i * (size_t)count);
}

// Computes the costs from one node of a cluster of level 1 to all its nodes.
static void row_of_cluster(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, int32_t slot,
                           wendi_cluster_workspace* w, uint32_t* costs) {
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    if (w->cluster != cluster) begin_cluster(graph, grid, cluster, matrix->nodes, matrix->count, w);
    w->cluster = cluster;
    compute_row(grid, w, slot, matrix->count, costs);
}

// True when some costs are 2^30 or more, so that no level above can be built.
static bool are_too_far(const uint32_t* costs, size_t count) {
    bool far = false;
    for (size_t i = 0; i < count; i++) far |= costs[i] > WENDI_FAR / 2 && costs[i] != WENDI_UNREACHED;
    return far;
}

static wend_result build_cluster_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                                        wendi_cluster_workspace* workspace, bool* changed_opt) {
    int32_t count = wendi_cluster_nodes(graph, grid, 1, cluster, workspace->nodes);
    WENDI_ASSERT(workspace && count <= WENDI_MAX_CLUSTER_NODES);
    fill_from_tiles(graph, grid, cluster, count, workspace);
    wend_result result = wendi_own_costs(graph, 1, cluster);
    if (result == WEND_OK)
        result = wendi_matrix_set(wendi_item(&graph->level[0].matrices, cluster), &graph->allocator,
                                  workspace->nodes, workspace->costs, count, changed_opt);
    return result == WEND_OK && are_too_far(workspace->costs, (size_t)count * (size_t)count)
               ? WEND_ERROR_LIMIT
               : result;
}

// ---- higher levels

// Invariant: a path inside a cluster changes from child to child only at inner nodes: those that two or more
// children share, and the ends of links that lead out of the children. So the costs between inner nodes are
// closed first (Floyd-Warshall). Then each border node reaches the inner nodes through its own child, and
// from there the other border nodes.
typedef struct child_info {
    wendi_matrix matrix[1]; // used as a pointer
    int32_t inner_count, outer_count, outer_stride;
    int32_t *inner, *inner_slot; // of each inner node: index in merge_workspace.inner, and slot in the child
    int32_t *outer, *outer_slot; // of each border node: index in merge_workspace.border, and slot
    int32_t* outward;            // costs to the border nodes, one row for each inner node
    int32_t* reached;            // costs from one source, by border node
} child_info;

// Rows are padded with WENDI_FAR to whole vectors.
static int32_t stride_of(int32_t count) {
    return (count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
}

typedef struct merge_workspace { // one block of memory
    int32_t border_count, inner_count, inner_stride, child_count;
    child_info children[4];
    uint32_t *border, *inner; // nodes, ascending; the border nodes include the ends of links
    const wendi_graph* graph;
    const wend_grid* grid;
    int32_t level;
    wend_rect area;
    int32_t* between;  // costs between inner nodes
    int32_t* distance; // costs from one source, by inner node
    uint32_t* costs;   // the new matrix
    void* block;
    size_t size;
} merge_workspace;

typedef struct layout {
    char* block; // NULL: only the size is computed
    size_t used;
} layout;

static void* carve(layout* l, size_t count, size_t size) {
    void* taken = l->block ? l->block + l->used : NULL;
    l->used += (count * size + 63) / 64 * 64;
    return taken;
}

// Places all arrays in the block. Returns how many bytes they need.
static size_t lay_out(merge_workspace* w) {
    layout l = {w->block, 0};
    w->inner_stride = stride_of(w->inner_count);
    size_t border = (size_t)w->border_count, inner = (size_t)w->inner_count;
    size_t stride = (size_t)w->inner_stride;
    w->border = carve(&l, border, sizeof *w->border);
    w->inner = carve(&l, inner, sizeof *w->inner);
    w->between = carve(&l, inner * stride, sizeof *w->between);
    w->distance = carve(&l, stride, sizeof *w->distance);
    w->costs = carve(&l, border * border, sizeof *w->costs);
    for (int32_t c = 0; c < w->child_count; c++) {
        child_info* child = &w->children[c];
        child->outer_stride = stride_of(child->matrix->count); // upper bound
        size_t in = (size_t)child->inner_count, out = (size_t)child->outer_stride;
        child->inner = carve(&l, in, sizeof *child->inner);
        child->inner_slot = carve(&l, in, sizeof *child->inner_slot);
        child->outer = carve(&l, out, sizeof *child->outer);
        child->outer_slot = carve(&l, out, sizeof *child->outer_slot);
        child->outward = carve(&l, in * out, sizeof *child->outward);
        child->reached = carve(&l, out, sizeof *child->reached);
    }
    return l.used;
}

// True when a link inside the cluster, but inside none of its children, begins or ends at a node.
static bool is_inner_link(const merge_workspace* w, uint32_t node) {
    const wendi_links* links = &w->grid->links;
    if (links->count == 0) return false;
    wend_tile tile = wendi_node_tile(&w->graph->clusters, node);
    for (wendi_link_side side = WENDI_LINK_FROM; side <= WENDI_LINK_TO; side++) {
        wendi_link_search search = wendi_links_at(links, side, tile);
        for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
            const wend_link* link = &links->data[i];
            if (wendi_area_contains(w->area, link->from) && wendi_area_contains(w->area, link->to) &&
                wendi_link_levels(w->graph, link) == w->level - 1)
                return true;
        }
    }
    return false;
}

// Merges the ascending nodes of all children. The first pass counts inner nodes; the second, after the border
// is known, fills in the index arrays.
static void classify_nodes(merge_workspace* w, bool fill) {
    int32_t at[4] = {0}, b = 0;
    w->inner_count = 0;
    for (int32_t c = 0; c < w->child_count; c++) w->children[c].inner_count = w->children[c].outer_count = 0;
    for (;;) {
        uint32_t node = WENDI_NO_NODE;
        int32_t holders = 0;
        for (int32_t c = 0; c < w->child_count; c++) {
            const wendi_matrix* matrix = w->children[c].matrix;
            if (at[c] == matrix->count || matrix->nodes[at[c]] > node) continue;
            holders = matrix->nodes[at[c]] == node ? holders + 1 : 1;
            node = matrix->nodes[at[c]];
        }
        if (holders == 0) return;
        WENDI_ASSERT(holders <= 4 && node != WENDI_NO_NODE);
        while (fill && b < w->border_count && w->border[b] < node) b++;
        bool inner = holders > 1 || is_inner_link(w, node),
             outer = fill && b < w->border_count && w->border[b] == node;
        for (int32_t c = 0; c < w->child_count; c++) {
            child_info* child = &w->children[c];
            if (at[c] == child->matrix->count || child->matrix->nodes[at[c]] != node) continue;
            if (inner && fill) {
                child->inner[child->inner_count] = w->inner_count;
                child->inner_slot[child->inner_count] = at[c];
            }
            if (outer) {
                child->outer[child->outer_count] = b;
                child->outer_slot[child->outer_count++] = at[c];
            }
            child->inner_count += inner;
            at[c]++;
        }
        if (inner && fill) w->inner[w->inner_count] = node;
        w->inner_count += inner;
    }
}

// Makes the arrays of a workspace that has its children and the number of its border nodes. The border is
// still to be filled in.
static wend_result make_merge_workspace(merge_workspace* w, const wend_allocator* allocator) {
    classify_nodes(w, false);
    merge_workspace sizes = *w;
    w->size = lay_out(&sizes);
    w->block = wendi_alloc(allocator, 1, w->size);
    if (!w->block) return w->size > 0 ? WEND_ERROR_MEMORY : WEND_OK;
    lay_out(w);
    return WEND_OK;
}

// A matrix cost, at most WENDI_FAR.
static int32_t cost_in(const wendi_matrix* matrix, int32_t from, int32_t to) {
    uint32_t cost = wendi_matrix_cost(matrix, from, to);
    return cost < WENDI_FAR ? (int32_t)cost : WENDI_FAR;
}

// Adds the links that lead from child to child.
static void fill_links(merge_workspace* w) {
    wendi_link_search search = wendi_links_in(&w->grid->links, WENDI_LINK_FROM, w->area);
    wendi_usable_link link;
    while (wendi_next_inner_link(w->grid, &search, &link)) {
        if (wendi_link_levels(w->graph, link.link) != w->level - 1) continue;
        const wendi_partition* clusters = &w->graph->clusters;
        int32_t from = wendi_slot_of(w->inner, w->inner_count, wendi_node_at_tile(clusters, link.here));
        int32_t to = wendi_slot_of(w->inner, w->inner_count, wendi_node_at_tile(clusters, link.there));
        WENDI_ASSERT((from >= 0 && to >= 0) || link.link->kind == WEND_LINK_SEAM);
        if (from < 0 || to < 0) continue; // a pair of a seam that is no node
        int32_t* cost = &w->between[(size_t)from * (size_t)w->inner_stride + (size_t)to];
        *cost = wendi_min(*cost, (int32_t)link.cost);
    }
}

// Collects the costs within each child and of the links between them, then closes those between inner nodes.
static void fill_costs(merge_workspace* w, const wendi_sweep_kernel* kernel) {
    size_t stride = (size_t)w->inner_stride;
    for (size_t i = 0; i < (size_t)w->inner_count * stride; i++) w->between[i] = WENDI_FAR;
    for (int32_t c = 0; c < w->child_count; c++) {
        child_info* child = &w->children[c];
        child->outer_stride = stride_of(child->outer_count);
        WENDI_ASSERT(child->outer_count <= child->matrix->count &&
                     child->inner_count <= child->matrix->count);
        int32_t* outward = child->outward;
        for (int32_t i = 0; i < child->inner_count; i++, outward += child->outer_stride) {
            int32_t* row = w->between + (size_t)child->inner[i] * stride;
            for (int32_t k = 0; k < child->inner_count; k++)
                row[child->inner[k]] = wendi_min(
                    row[child->inner[k]], cost_in(child->matrix, child->inner_slot[i], child->inner_slot[k]));
            for (int32_t k = 0; k < child->outer_count; k++)
                outward[k] = cost_in(child->matrix, child->inner_slot[i], child->outer_slot[k]);
            for (int32_t k = child->outer_count; k < child->outer_stride; k++) outward[k] = WENDI_FAR;
        }
    }
    if (w->grid->links.count > 0) fill_links(w);
    kernel->close_matrix(w->between, w->inner_count, w->inner_stride);
}

// Computes one row of the matrix, the costs from one border node. False when a cost comes near WENDI_FAR,
// where sums may have been cut off.
static bool fill_row(merge_workspace* w, const wendi_sweep_kernel* kernel, int32_t source) {
    uint32_t* row = w->costs + (size_t)source * (size_t)w->border_count;
    WENDI_ASSERT(source >= 0 && source < w->border_count);
    for (int32_t i = 0; i < w->inner_stride; i++) w->distance[i] = WENDI_FAR;
    for (int32_t i = 0; i < w->border_count; i++) row[i] = WENDI_UNREACHED;
    int32_t slots[4];
    for (int32_t c = 0; c < w->child_count; c++) {
        const child_info* child = &w->children[c];
        slots[c] = wendi_matrix_slot(child->matrix, w->border[source]);
        for (int32_t i = 0; i < child->inner_count && slots[c] >= 0; i++) {
            int32_t cost = cost_in(child->matrix, slots[c], child->inner_slot[i]);
            const int32_t* onward = w->between + (size_t)child->inner[i] * (size_t)w->inner_stride;
            if (cost < WENDI_FAR) kernel->min_plus(w->distance, w->inner_stride, onward, cost);
        }
    }
    bool fits = true;
    for (int32_t c = 0; c < w->child_count; c++) {
        child_info* child = &w->children[c];
        for (int32_t i = 0; i < child->outer_count; i++)
            child->reached[i] =
                slots[c] >= 0 ? cost_in(child->matrix, slots[c], child->outer_slot[i]) : WENDI_FAR;
        for (int32_t i = child->outer_count; i < child->outer_stride; i++) child->reached[i] = WENDI_FAR;
        for (int32_t i = 0; i < child->inner_count; i++) {
            int32_t cost = w->distance[child->inner[i]];
            const int32_t* onward = child->outward + (size_t)i * (size_t)child->outer_stride;
            if (cost < WENDI_FAR) kernel->min_plus(child->reached, child->outer_stride, onward, cost);
        }
        for (int32_t i = 0; i < child->outer_count; i++) {
            uint32_t cost = (uint32_t)child->reached[i], *to = &row[child->outer[i]];
            fits &= cost <= WENDI_FAR / 2 || cost == WENDI_FAR;
            if (cost < WENDI_FAR && cost < *to) *to = cost;
        }
    }
    return fits;
}

// Computes the matrix of a workspace whose border is filled in, and frees the workspace.
static wend_result merge_children(merge_workspace* w, const wend_allocator* allocator, wendi_matrix* matrix,
                                  bool* changed_opt) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    bool fits = true;
    if (w->block) classify_nodes(w, true);
    for (int32_t i = 1; i < w->border_count; i++) WENDI_ASSERT(w->border[i - 1] < w->border[i]);
    for (int32_t i = 1; i < w->inner_count; i++) WENDI_ASSERT(w->inner[i - 1] < w->inner[i]);
    if (w->border_count > 0) fill_costs(w, kernel);
    for (int32_t i = 0; i < w->border_count; i++) fits &= fill_row(w, kernel, i);
    wend_result result =
        fits ? wendi_matrix_set(matrix, allocator, w->border, w->costs, w->border_count, changed_opt)
             : WEND_ERROR_LIMIT;
    wendi_free(allocator, w->block, 1, w->size);
    return result;
}

static wend_result build_parent_matrix(wendi_graph* graph, const wend_grid* grid, int32_t level,
                                       int32_t cluster, bool* changed_opt) {
    int32_t child_clusters[4];
    merge_workspace w = {.border_count = wendi_cluster_nodes(graph, grid, level, cluster, NULL),
                         .child_count = wendi_children_of(graph, level, cluster, child_clusters),
                         .graph = graph,
                         .grid = grid,
                         .level = level,
                         .area = wendi_cluster_rect(&graph->level[level - 1].clusters, cluster)};
    for (int32_t c = 0; c < w.child_count; c++)
        w.children[c].matrix[0] = wendi_matrix_at(graph, level - 1, child_clusters[c]);
    wend_result result = wendi_own_costs(graph, level, cluster);
    if (result == WEND_OK) result = make_merge_workspace(&w, &graph->allocator);
    if (result != WEND_OK) return result;
    if (w.block) wendi_cluster_nodes(graph, grid, level, cluster, w.border);
    return merge_children(&w, &graph->allocator, wendi_item(&graph->level[level - 1].matrices, cluster),
                          changed_opt);
}

wend_result wendi_merge_matrices(const wend_grid* grid, const wendi_matrix* children, int32_t child_count,
                                 const wend_allocator* allocator, wendi_matrix* matrix) {
    WENDI_ASSERT(grid->links.count == 0 && child_count >= 1 && child_count <= 4);
    merge_workspace w = {.border_count = matrix->count, .child_count = child_count, .grid = grid};
    for (int32_t c = 0; c < child_count; c++) w.children[c].matrix[0] = children[c];
    wend_result result = make_merge_workspace(&w, allocator);
    if (result != WEND_OK) return result;
    if (matrix->count > 0) memcpy(w.border, matrix->nodes, (size_t)matrix->count * sizeof *w.border);
    return merge_children(&w, allocator, matrix, NULL);
}

wend_result wendi_build_matrix(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                               wendi_cluster_workspace* workspace, bool* changed_opt) {
    return level == 1 ? build_cluster_matrix(graph, grid, cluster, workspace, changed_opt)
                      : build_parent_matrix(graph, grid, level, cluster, changed_opt);
}

// ---- how do the entries of a pending matrix come about, first as reachability, then as costs?
//
// Invariant: an entry is WENDI_NO_PATH before the costs are computed exactly when it is afterwards. So the
// components of a world are right while its matrices are pending. A thread computes a row in its own
// workspace, and the first that has it stores it; the others wait only while it copies.

// ---- the memory of their rows

wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out) {
    wendi_pending_rows* rows = wendi_counted_new(allocator, sizeof *rows + (size_t)count);
    if (!rows) return WEND_ERROR_MEMORY;
    rows->count = count;
    for (int32_t i = 0; i < count; i++) atomic_init(&rows->shift[i], WENDI_ROW_EMPTY);
    *out = rows;
    return WEND_OK;
}

void wendi_pending_rows_free(wendi_pending_rows* rows, const wend_allocator* allocator) {
    if (rows) wendi_counted_drop(rows, allocator);
}

static void keep_rows(const void* item) {
    wendi_pending_rows* rows = *(wendi_pending_rows* const*)item;
    if (rows) wendi_counted_keep(rows);
}

static void drop_rows(void* item, const wend_allocator* allocator) {
    wendi_pending_rows_free(*(wendi_pending_rows**)item, allocator);
    *(wendi_pending_rows**)item = NULL;
}

static size_t bytes_of_item(const void* item) {
    const wendi_pending_rows* rows = *(wendi_pending_rows* const*)item;
    return rows ? wendi_counted_bytes(rows) : 0;
}

const wendi_item_kind wendi_rows_items = {sizeof(wendi_pending_rows*), keep_rows, drop_rows, bytes_of_item};

// ---- which matrices are pending

wend_result wendi_pending_reserve(wendi_graph* graph) {
    if (graph->pending_rows.table.kind) return WEND_OK;
    WENDI_ASSERT(graph->pending_count == 0);
    return wendi_table_make_empty(&wendi_rows_items, wendi_cluster_count(&graph->clusters), &graph->allocator,
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
    row_of_cluster(graph, grid, cluster, slot, workspace, workspace->costs);
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
            row_of_cluster(graph, grid, cluster, i, workspace, costs);
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
    *far_out = are_too_far(workspace->costs, (size_t)count * (size_t)count);
    return WEND_OK;
}
