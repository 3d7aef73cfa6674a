// matrix_build.c: tables of clusters by sweeps from each node, tables of upper cells from those of their
// children.
#include "hierarchy/matrix_build.h"

#include <string.h>

// ---- clusters

struct wendi_cluster_workspace {
    wendi_sweeper sweeper;
    wend_tile tiles[WENDI_MAX_CLUSTER_NODES];
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    uint32_t costs[WENDI_MAX_CLUSTER_NODES * WENDI_MAX_CLUSTER_NODES];
};

wendi_cluster_workspace* wendi_cluster_workspace_new(const wend_allocator* allocator) {
    return wendi_alloc(allocator, 1, sizeof(wendi_cluster_workspace));
}

void wendi_cluster_workspace_free(wendi_cluster_workspace* workspace, const wend_allocator* allocator) {
    wendi_free(allocator, workspace, 1, sizeof *workspace);
}

// Fills in the costs between all nodes of a cluster.
static void fill_from_tiles(const wendi_graph* a, const wend_grid* grid, int32_t cluster, int32_t count,
                            wendi_cluster_workspace* w) {
    wend_rect area = wendi_cluster_rect(&a->clusters, cluster);
    wend_tile* tiles = w->tiles;
    uint32_t* costs = w->costs;
    for (int32_t i = 0; i < count; i++) tiles[i] = wendi_node_tile(&a->clusters, w->nodes[i]);
    uint8_t k;
    if (wendi_area_is_uniform(grid, area, &k)) {
        for (int32_t i = 0; i < count; i++, costs += count)
            for (int32_t j = 0; j < count; j++)
                costs[j] = wendi_uniform_distance(grid, k, tiles[i], tiles[j]);
        return;
    }
    wendi_sweeper_begin(&w->sweeper, wendi_sweep(), grid, wendi_passability_bits_of(a, grid, cluster), area,
                        WENDI_FROM);
    for (int32_t i = 0; i < count; i++, costs += count) {
        wendi_sweeper_run(&w->sweeper, tiles[i]);
        for (int32_t j = 0; j < count; j++) costs[j] = wendi_sweeper_at(&w->sweeper, tiles[j]);
    }
}

// Costs within a cluster that the levels above could not add up.
static bool too_far(const uint32_t* costs, size_t count) {
    bool far = false;
    for (size_t i = 0; i < count; i++) far |= costs[i] > WENDI_FAR / 2 && costs[i] != WENDI_UNREACHED;
    return far;
}

static wend_result build_cluster_matrix(wendi_graph* a, const wend_grid* grid, int32_t cluster,
                                        wendi_cluster_workspace* w, bool* changed_opt) {
    int32_t count = wendi_border_nodes(a, 1, cluster, w->nodes);
    WENDI_ASSERT(w && count <= WENDI_MAX_CLUSTER_NODES);
    fill_from_tiles(a, grid, cluster, count, w);
    wend_result result = wendi_matrix_set(&a->level[0].matrices[cluster], &a->allocator, w->nodes, w->costs,
                                          count, changed_opt);
    return result == WEND_OK && too_far(w->costs, (size_t)count * (size_t)count) ? WEND_ERROR_LIMIT : result;
}

// ---- cells of upper levels

// Ways from child to child pass the nodes that children share, the inner ones. The costs between these are
// closed first; then each node on the border reaches them through its own child, and the border from there.
typedef struct child {
    const wendi_matrix* matrix;
    int32_t inner_count, outer_count, outer_stride;
    int32_t *inner, *inner_slot; // inner nodes: which of the cell's, and places in the child's table
    int32_t *outer, *outer_slot; // border nodes, likewise
    int32_t* outward;            // costs: a row for each inner node, to the border nodes
    int32_t* reached;            // from one source, by border node
} child;

// Rows are filled up to whole vectors with WENDI_FAR.
static int32_t stride_of(int32_t count) {
    return (count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
}

typedef struct workspace { // one block of memory
    int32_t border_count, inner_count, inner_stride, child_count;
    child children[4];
    uint32_t *border, *inner; // nodes, ascending
    int32_t* between;         // costs from inner to inner
    int32_t* distance;        // from one source, by inner node
    uint32_t* costs;          // the matrix of the cell
    void* block;
    size_t size;
} workspace;

typedef struct layout {
    char* block; // NULL: only the size is wanted
    size_t used;
} layout;

static void* take(layout* l, size_t count, size_t size) {
    void* taken = l->block ? l->block + l->used : NULL;
    l->used += (count * size + 63) / 64 * 64;
    return taken;
}

// Lays the workspace out in its block. Returns how much of it is used.
static size_t lay_out(workspace* w) {
    layout l = {w->block, 0};
    w->inner_stride = stride_of(w->inner_count);
    size_t border = (size_t)w->border_count, inner = (size_t)w->inner_count;
    size_t stride = (size_t)w->inner_stride;
    w->border = take(&l, border, sizeof *w->border);
    w->inner = take(&l, inner, sizeof *w->inner);
    w->between = take(&l, inner * stride, sizeof *w->between);
    w->distance = take(&l, stride, sizeof *w->distance);
    w->costs = take(&l, border * border, sizeof *w->costs);
    for (int32_t c = 0; c < w->child_count; c++) {
        child* part = &w->children[c];
        part->outer_stride = stride_of(part->matrix->count); // or less
        size_t in = (size_t)part->inner_count, out = (size_t)part->outer_stride;
        part->inner = take(&l, in, sizeof *part->inner);
        part->inner_slot = take(&l, in, sizeof *part->inner_slot);
        part->outer = take(&l, out, sizeof *part->outer);
        part->outer_slot = take(&l, out, sizeof *part->outer_slot);
        part->outward = take(&l, in * out, sizeof *part->outward);
        part->reached = take(&l, out, sizeof *part->reached);
    }
    return l.used;
}

// Goes through the nodes of all children in order. Counts the inner ones, and in the second round, with the
// border there, fills in which nodes are which.
static void sort_nodes(workspace* w, bool fill) {
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
        bool inner = holders > 1, outer = fill && b < w->border_count && w->border[b] == node;
        for (int32_t c = 0; c < w->child_count; c++) {
            child* part = &w->children[c];
            if (at[c] == part->matrix->count || part->matrix->nodes[at[c]] != node) continue;
            if (inner && fill) {
                part->inner[part->inner_count] = w->inner_count;
                part->inner_slot[part->inner_count] = at[c];
            }
            if (outer) {
                part->outer[part->outer_count] = b;
                part->outer_slot[part->outer_count++] = at[c];
            }
            part->inner_count += inner;
            at[c]++;
        }
        if (inner && fill) w->inner[w->inner_count] = node;
        w->inner_count += inner;
    }
}

static wend_result make_workspace(const wendi_graph* a, int32_t level, int32_t cluster, workspace* w) {
    int32_t child_clusters[4];
    *w = (workspace){.border_count = wendi_border_nodes(a, level, cluster, NULL),
                     .child_count = wendi_children_of(a, level, cluster, child_clusters)};
    for (int32_t c = 0; c < w->child_count; c++)
        w->children[c].matrix = wendi_matrix_of(a, level - 1, child_clusters[c]);
    sort_nodes(w, false);
    workspace sizes = *w;
    w->size = lay_out(&sizes);
    w->block = wendi_alloc(&a->allocator, 1, w->size);
    if (!w->block) return w->size > 0 ? WEND_ERROR_MEMORY : WEND_OK;
    lay_out(w);
    wendi_border_nodes(a, level, cluster, w->border);
    sort_nodes(w, true);
    for (int32_t i = 1; i < w->border_count; i++) WENDI_ASSERT(w->border[i - 1] < w->border[i]);
    for (int32_t i = 1; i < w->inner_count; i++) WENDI_ASSERT(w->inner[i - 1] < w->inner[i]);
    return WEND_OK;
}

// Costs that do not fit become WENDI_FAR.
static int32_t cost_in(const wendi_matrix* matrix, int32_t from, int32_t to) {
    uint32_t cost = wendi_matrix_cost(matrix, from, to);
    return cost < WENDI_FAR ? (int32_t)cost : WENDI_FAR;
}

// Fills in the costs by one child each, and closes those between inner nodes.
static void fill_costs(workspace* w, const wendi_sweep_kernel* kernel) {
    size_t stride = (size_t)w->inner_stride;
    for (size_t i = 0; i < (size_t)w->inner_count * stride; i++) w->between[i] = WENDI_FAR;
    for (int32_t c = 0; c < w->child_count; c++) {
        child* part = &w->children[c];
        part->outer_stride = stride_of(part->outer_count);
        WENDI_ASSERT(part->outer_count <= part->matrix->count && part->inner_count <= part->matrix->count);
        int32_t* outward = part->outward;
        for (int32_t i = 0; i < part->inner_count; i++, outward += part->outer_stride) {
            int32_t* row = w->between + (size_t)part->inner[i] * stride;
            for (int32_t k = 0; k < part->inner_count; k++)
                row[part->inner[k]] = wendi_min(
                    row[part->inner[k]], cost_in(part->matrix, part->inner_slot[i], part->inner_slot[k]));
            for (int32_t k = 0; k < part->outer_count; k++)
                outward[k] = cost_in(part->matrix, part->inner_slot[i], part->outer_slot[k]);
            for (int32_t k = part->outer_count; k < part->outer_stride; k++) outward[k] = WENDI_FAR;
        }
    }
    kernel->close_matrix(w->between, w->inner_count, w->inner_stride);
}

// Costs from one node of the border, a row of the matrix. False when they come near WENDI_FAR, where sums may
// have got lost.
static bool fill_row(workspace* w, const wendi_sweep_kernel* kernel, int32_t source) {
    uint32_t* row = w->costs + (size_t)source * (size_t)w->border_count;
    WENDI_ASSERT(source >= 0 && source < w->border_count);
    for (int32_t i = 0; i < w->inner_stride; i++) w->distance[i] = WENDI_FAR;
    for (int32_t i = 0; i < w->border_count; i++) row[i] = WENDI_UNREACHED;
    int32_t slots[4];
    for (int32_t c = 0; c < w->child_count; c++) {
        const child* part = &w->children[c];
        slots[c] = wendi_matrix_slot(part->matrix, w->border[source]);
        for (int32_t i = 0; i < part->inner_count && slots[c] >= 0; i++) {
            int32_t cost = cost_in(part->matrix, slots[c], part->inner_slot[i]);
            const int32_t* onward = w->between + (size_t)part->inner[i] * (size_t)w->inner_stride;
            if (cost < WENDI_FAR) kernel->min_plus(w->distance, w->inner_stride, onward, cost);
        }
    }
    bool fits = true;
    for (int32_t c = 0; c < w->child_count; c++) {
        child* part = &w->children[c];
        for (int32_t i = 0; i < part->outer_count; i++)
            part->reached[i] =
                slots[c] >= 0 ? cost_in(part->matrix, slots[c], part->outer_slot[i]) : WENDI_FAR;
        for (int32_t i = part->outer_count; i < part->outer_stride; i++) part->reached[i] = WENDI_FAR;
        for (int32_t i = 0; i < part->inner_count; i++) {
            int32_t cost = w->distance[part->inner[i]];
            const int32_t* onward = part->outward + (size_t)i * (size_t)part->outer_stride;
            if (cost < WENDI_FAR) kernel->min_plus(part->reached, part->outer_stride, onward, cost);
        }
        for (int32_t i = 0; i < part->outer_count; i++) {
            uint32_t cost = (uint32_t)part->reached[i], *to = &row[part->outer[i]];
            fits &= cost <= WENDI_FAR / 2 || cost == WENDI_FAR;
            if (cost < WENDI_FAR && cost < *to) *to = cost;
        }
    }
    return fits;
}

static wend_result build_parent_matrix(wendi_graph* a, int32_t level, int32_t cluster, bool* changed_opt) {
    workspace w;
    const wendi_sweep_kernel* kernel = wendi_sweep();
    wend_result result = make_workspace(a, level, cluster, &w);
    if (result != WEND_OK) return result;
    bool fits = true;
    if (w.border_count > 0) fill_costs(&w, kernel);
    for (int32_t i = 0; i < w.border_count; i++) fits &= fill_row(&w, kernel, i);
    result = fits ? wendi_matrix_set(&a->level[level - 1].matrices[cluster], &a->allocator, w.border, w.costs,
                                     w.border_count, changed_opt)
                  : WEND_ERROR_LIMIT;
    wendi_free(&a->allocator, w.block, 1, w.size);
    return result;
}

wend_result wendi_build_matrix(wendi_graph* a, const wend_grid* grid, int32_t level, int32_t cluster,
                               wendi_cluster_workspace* w, bool* changed_opt) {
    return level == 1 ? build_cluster_matrix(a, grid, cluster, w, changed_opt)
                      : build_parent_matrix(a, level, cluster, changed_opt);
}
