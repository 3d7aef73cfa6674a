// measure.c: tables of clusters by sweeps from each node, tables of upper cells from 16 of their nodes at
// once, one a lane.
#include "measure.h"

#include <string.h>

// ---- clusters

static void measure_tiles(const wendi_abstract* a, const wend_grid* grid, int32_t cluster,
                          const uint32_t* nodes, int32_t count, uint32_t* costs) {
    wend_rect area = wendi_cluster_rect(&a->clusters, cluster);
    wend_tile tiles[WENDI_MAX_CLUSTER_NODES];
    for (int32_t i = 0; i < count; i++) tiles[i] = wendi_node_tile(&a->clusters, nodes[i]);
    uint8_t k;
    if (wendi_area_is_uniform(grid, area, &k)) {
        for (int32_t i = 0; i < count; i++, costs += count)
            for (int32_t j = 0; j < count; j++)
                costs[j] = wendi_uniform_distance(grid, k, tiles[i], tiles[j]);
        return;
    }
    wendi_field field;
    wendi_sweeper sweeper;
    wendi_sweeper_begin(&sweeper, wendi_sweep(), grid, area, WENDI_FROM);
    for (int32_t i = 0; i < count; i++, costs += count) {
        wendi_sweeper_distances(&sweeper, tiles[i], &field);
        for (int32_t j = 0; j < count; j++) costs[j] = wendi_field_at(&field, tiles[j]);
    }
}

// Costs within a cluster that the levels above could not add up.
static bool too_far(const uint32_t* costs, size_t count) {
    bool far = false;
    for (size_t i = 0; i < count; i++) far |= costs[i] > WENDI_FAR / 2 && costs[i] != WENDI_UNREACHED;
    return far;
}

static wend_result measure_cluster(wendi_abstract* a, const wend_grid* grid, int32_t cluster,
                                   bool* changed_opt) {
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES], costs[WENDI_MAX_CLUSTER_NODES * WENDI_MAX_CLUSTER_NODES];
    int32_t count = wendi_border_nodes(a, 1, cluster, nodes);
    measure_tiles(a, grid, cluster, nodes, count, costs);
    wend_result result =
        wendi_table_set(&a->level[0].tables[cluster], &a->allocator, nodes, costs, count, changed_opt);
    return result == WEND_OK && too_far(costs, (size_t)count * (size_t)count) ? WEND_ERROR_LIMIT : result;
}

// ---- cells of upper levels

// A way from border to border changes children only at nodes that two children share: the inner ones. First
// the costs of those are relaxed through one child after the other until none falls, then every border node
// takes the least over the inner nodes of its children.
typedef struct child {
    const wendi_table* table;
    int32_t *inner, *outer;             // places in its table: of inner nodes, of border nodes
    int32_t *inner_local, *outer_local; // their places in the cell's union
    int32_t *inward, *outward;          // costs: from inner to inner; for each border node, from inner
    int32_t inner_count, outer_count;
} child;

typedef struct workspace { // one block of memory
    uint32_t* nodes;       // the children's, ascending, each once
    int32_t count;
    wendi_lanes* distance;
    uint8_t* news;   // bit c: fell since child c relaxed from it
    int32_t* border; // places of the border nodes in nodes
    child children[4];
    int32_t child_count;
    void* block;
    size_t size;
} workspace;

static int32_t merge(const uint32_t* a, int32_t a_count, const uint32_t* b, int32_t b_count, uint32_t* out) {
    int32_t i = 0, k = 0, count = 0;
    while (i < a_count || k < b_count) {
        uint32_t next = k == b_count || (i < a_count && a[i] <= b[k]) ? a[i] : b[k];
        i += i < a_count && a[i] == next;
        k += k < b_count && b[k] == next;
        out[count++] = next;
    }
    return count;
}

static size_t rounded(size_t size) {
    return (size + 63) / 64 * 64;
}

static void* take(char** at, size_t size) {
    void* taken = *at;
    *at += rounded(size);
    return taken;
}

static wend_result make_workspace(const wendi_abstract* a, int32_t level, int32_t cell, workspace* w) {
    int32_t cells[4], room = 0;
    size_t size = 64;
    *w = (workspace){.child_count = wendi_children_of(a, level, cell, cells)};
    for (int32_t c = 0; c < w->child_count; c++) {
        const wendi_table* table = w->children[c].table = wendi_table_of(a, level - 1, cells[c]);
        size_t count = (size_t)table->count;
        room += table->count;
        size += 2 * rounded(count * count * sizeof(int32_t)) + 4 * rounded(count * sizeof(int32_t));
    }
    size_t total = (size_t)room;
    size += 3 * rounded(total * sizeof(uint32_t)) + rounded(total * sizeof(wendi_lanes)) + rounded(total);
    char* at = w->block = wendi_alloc(&a->allocator, 1, size);
    w->size = size;
    if (!at) return WEND_ERROR_MEMORY;
    at += (64 - (uintptr_t)at % 64) % 64;
    w->distance = take(&at, total * sizeof *w->distance);
    w->news = take(&at, total);
    w->border = take(&at, total * sizeof *w->border);
    uint32_t* nodes = take(&at, total * sizeof *nodes);
    uint32_t* merged = take(&at, total * sizeof *merged);
    for (int32_t c = 0; c < w->child_count; c++) {
        const wendi_table* table = w->children[c].table;
        w->count = merge(nodes, w->count, table->nodes, table->count, merged);
        uint32_t* swap = nodes;
        nodes = merged;
        merged = swap;
    }
    w->nodes = nodes;
    for (int32_t c = 0; c < w->child_count; c++) {
        child* part = &w->children[c];
        size_t count = (size_t)part->table->count;
        part->inward = take(&at, count * count * sizeof *part->inward);
        part->outward = take(&at, count * count * sizeof *part->outward);
        part->inner = take(&at, count * sizeof *part->inner);
        part->outer = take(&at, count * sizeof *part->outer);
        part->inner_local = take(&at, count * sizeof *part->inner_local);
        part->outer_local = take(&at, count * sizeof *part->outer_local);
    }
    return WEND_OK;
}

// Costs that do not fit become WENDI_FAR.
static int32_t lane_cost(const wendi_table* table, int32_t from, int32_t to) {
    uint32_t cost = wendi_table_cost(table, from, to);
    return cost < WENDI_FAR ? (int32_t)cost : WENDI_FAR;
}

// border: ascending.
static void sort_nodes(const workspace* w, child* part, const uint32_t* border, int32_t border_count) {
    const wendi_table* table = part->table;
    int32_t local = 0, at = 0;
    for (int32_t i = 0; i < table->count; i++) {
        while (w->nodes[local] != table->nodes[i]) local++;
        while (at < border_count && border[at] < table->nodes[i]) at++;
        if (w->news[local] > 1) {
            part->inner_local[part->inner_count] = local;
            part->inner[part->inner_count++] = i;
        }
        if (at < border_count && border[at] == table->nodes[i]) {
            part->outer_local[part->outer_count] = local;
            part->outer[part->outer_count++] = i;
        }
    }
}

static void fill_workspace(workspace* w, const uint32_t* border, int32_t border_count) {
    for (int32_t i = 0, at = 0; i < border_count; i++) {
        while (w->nodes[at] != border[i]) at++;
        w->border[i] = at;
    }
    memset(w->news, 0, (size_t)w->count); // here: in how many children a node is
    for (int32_t c = 0; c < w->child_count; c++) {
        const wendi_table* table = w->children[c].table;
        for (int32_t i = 0, at = 0; i < table->count; i++) {
            while (w->nodes[at] != table->nodes[i]) at++;
            w->news[at]++;
        }
    }
    for (int32_t c = 0; c < w->child_count; c++) {
        child* part = &w->children[c];
        sort_nodes(w, part, border, border_count);
        for (int32_t i = 0; i < part->inner_count; i++) {
            int32_t* row = part->inward + (size_t)i * (size_t)part->inner_count;
            for (int32_t k = 0; k < part->inner_count; k++)
                row[k] = lane_cost(part->table, part->inner[i], part->inner[k]);
            for (int32_t k = 0; k < part->outer_count; k++)
                part->outward[(size_t)k * (size_t)part->inner_count + (size_t)i] =
                    lane_cost(part->table, part->inner[i], part->outer[k]);
        }
    }
}

// Brings the costs from the sources to some nodes of the children that they lie in. others: the bits of news
// that this sets, or 0.
static void add_sources(workspace* w, int32_t c, const uint32_t* sources, int32_t source_count,
                        const int32_t* places, const int32_t* local, int32_t count, uint8_t others) {
    const wendi_table* table = w->children[c].table;
    for (int32_t k = 0; k < source_count; k++) {
        int32_t row = wendi_table_place(table, sources[k]);
        if (row < 0) continue;
        for (int32_t i = 0; i < count; i++) {
            int32_t cost = lane_cost(table, row, places[i]);
            if (cost >= w->distance[local[i]].v[k]) continue;
            w->distance[local[i]].v[k] = cost;
            w->news[local[i]] |= others;
        }
    }
}

// Distances from some of the border nodes, the sources, to all.
static void measure_from(workspace* w, const uint32_t* sources, int32_t source_count) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    for (int32_t i = 0; i < w->count; i++)
        for (int32_t k = 0; k < WENDI_SOURCES; k++) w->distance[i].v[k] = WENDI_FAR;
    memset(w->news, 0, (size_t)w->count);
    for (int32_t c = 0; c < w->child_count; c++) {
        const child* part = &w->children[c];
        add_sources(w, c, sources, source_count, part->inner, part->inner_local, part->inner_count,
                    (uint8_t)(15 & ~(1 << c)));
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t c = 0; c < w->child_count; c++) {
            const child* part = &w->children[c];
            wendi_relax_job job = {part->inward, part->inner_local, part->inner_count, part->inner_local,
                                   part->inner_count};
            changed |= kernel->relax(&job, w->distance, w->news, (uint8_t)(1 << c));
        }
    }
    for (int32_t c = 0; c < w->child_count; c++) {
        const child* part = &w->children[c];
        add_sources(w, c, sources, source_count, part->outer, part->outer_local, part->outer_count, 0);
        wendi_relax_job job = {part->outward, part->inner_local, part->inner_count, part->outer_local,
                               part->outer_count};
        kernel->pull(&job, w->distance);
    }
}

// The matrix of a cell from the distances; false when costs come near WENDI_FAR, where sums may have got
// lost.
static bool measure_border(workspace* w, const uint32_t* border, int32_t count, uint32_t* costs) {
    bool fits = true;
    for (int32_t first = 0; first < count; first += WENDI_SOURCES) {
        int32_t sources = wendi_min(WENDI_SOURCES, count - first);
        measure_from(w, border + first, sources);
        for (int32_t j = 0; j < count; j++) {
            const wendi_lanes* to = &w->distance[w->border[j]];
            for (int32_t k = 0; k < sources; k++) {
                fits &= to->v[k] <= WENDI_FAR / 2 || to->v[k] == WENDI_FAR;
                costs[(size_t)(first + k) * (size_t)count + (size_t)j] =
                    to->v[k] == WENDI_FAR ? WENDI_UNREACHED : (uint32_t)to->v[k];
            }
        }
    }
    return fits;
}

static wend_result measure_cell(wendi_abstract* a, int32_t level, int32_t cell, bool* changed_opt) {
    int32_t count = wendi_border_nodes(a, level, cell, NULL);
    size_t n = (size_t)count;
    wendi_table* table = &a->level[level - 1].tables[cell];
    if (count == 0) return wendi_table_set(table, &a->allocator, NULL, NULL, 0, changed_opt);
    workspace w;
    uint32_t* border = wendi_alloc(&a->allocator, n, sizeof *border);
    uint32_t* costs = wendi_alloc(&a->allocator, n * n, sizeof *costs);
    wend_result result = make_workspace(a, level, cell, &w);
    if (!border || !costs) result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        wendi_border_nodes(a, level, cell, border);
        fill_workspace(&w, border, count);
        bool fits = measure_border(&w, border, count, costs);
        result = fits ? wendi_table_set(table, &a->allocator, border, costs, count, changed_opt)
                      : WEND_ERROR_LIMIT;
    }
    wendi_free(&a->allocator, w.block, 1, w.size);
    wendi_free(&a->allocator, costs, n * n, sizeof *costs);
    wendi_free(&a->allocator, border, n, sizeof *border);
    return result;
}

wend_result wendi_measure(wendi_abstract* a, const wend_grid* grid, int32_t level, int32_t cell,
                          bool* changed_opt) {
    return level == 1 ? measure_cluster(a, grid, cell, changed_opt)
                      : measure_cell(a, level, cell, changed_opt);
}
