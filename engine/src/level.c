// level.c: choosing nodes for the upper levels and measuring their cells.
#include "level.h"

#include <stdlib.h>
#include <string.h>

#include "sweep.h"

// Tiles of a border line for each node, by level from the second.
static const int32_t node_spacing[WENDI_MAX_LEVELS] = {6, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};

int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size) {
    int64_t quarter = wendi_max(width, height) / 4;
    int32_t count = 1;
    while (count <= WENDI_MAX_LEVELS && (int64_t)cluster_size << count <= quarter + quarter / 4) count++;
    return count;
}

static const wendi_clusters* cells_of(const wendi_abstract* abstract, const wendi_levels* levels,
                                      int32_t level) {
    return level == 1 ? &abstract->clusters : &levels->level[level - 2].cells;
}

// ---- nodes along a line

typedef struct node_list {
    uint32_t* data; // large enough for the caller's purpose
    int32_t count;
} node_list;

// Adds count nodes from first on that reach up to a level.
static void add_nodes(const wendi_levels* levels, int32_t level, uint32_t first, int32_t count,
                      node_list* out) {
    for (int32_t i = 0; i < count; i++)
        if (levels->top[first + (uint32_t)i] >= level) out->data[out->count++] = first + (uint32_t)i;
}

// The nodes on the line above the clusters [begin, end) of a row, or left of those of a column, in order, the
// crossings at both ends included.
static void add_line(const wendi_abstract* a, const wendi_levels* levels, int32_t level, wendi_side_kind kind,
                     int32_t line, int32_t begin, int32_t end, node_list* out) {
    bool top = kind == WENDI_SIDE_TOP;
    int32_t across = top ? a->clusters.rows : a->clusters.columns,
            along = top ? a->clusters.columns : a->clusters.rows;
    if (line <= 0 || line >= across) return;
    for (int32_t i = begin; i <= end && i < along; i++) {
        int32_t cluster = top ? line * a->clusters.columns + i : i * a->clusters.columns + line;
        wendi_owned owned = a->owned[cluster];
        uint32_t first = a->first_node[cluster];
        add_nodes(levels, level, first, owned.crossing, out);
        if (i == end) break;
        first += owned.crossing;
        if (top) add_nodes(levels, level, first, owned.top, out);
        if (!top) add_nodes(levels, level, first + owned.top, owned.left, out);
    }
}

// ---- choice of nodes

// Place of a node on a side; negative before it.
static int32_t place_on(const wendi_abstract* a, const wendi_side* side, uint32_t node) {
    wend_tile tile = a->node_tiles[node];
    return side->step.x ? tile.x - side->first.x : tile.y - side->first.y;
}

// Lifts the best of the nodes within a stretch of a side to a level: on the cheapest tile, the nearest to the
// middle among equals.
static bool lift_best(const wend_grid* grid, const wendi_abstract* a, wendi_levels* levels, int32_t level,
                      const wendi_side* side, int32_t begin, int32_t end, const node_list* nodes) {
    int32_t best = -1, best_cost = INT32_MAX, best_off = INT32_MAX;
    for (int32_t i = 0; i < nodes->count; i++) {
        int32_t place = place_on(a, side, nodes->data[i]);
        if (place < begin || place >= end) continue;
        wend_tile tile = a->node_tiles[nodes->data[i]];
        int32_t cost = grid->costs.straight[*wendi_tile(grid, tile.x, tile.y)];
        int32_t off = wendi_abs(2 * place - (begin + end - 1));
        if (cost < best_cost || (cost == best_cost && off < best_off))
            best = i, best_cost = cost, best_off = off;
    }
    if (best >= 0) levels->top[nodes->data[best]] = (uint8_t)level;
    return best >= 0;
}

// Lifts nodes of one side of a cell. Every entrance that touches no crossing of the level gets one at least.
static void lift_side(const wend_grid* grid, const wendi_abstract* a, wendi_levels* levels, int32_t level,
                      int32_t cell, wendi_side_kind kind, node_list* nodes) {
    const wendi_clusters* cells = cells_of(a, levels, level);
    wendi_side side = wendi_side_of(cells, cell, kind);
    if (side.length == 0) return;
    int32_t scale = cells->size / a->clusters.size, column = cell % cells->columns,
            row = cell / cells->columns;
    bool top = kind == WENDI_SIDE_TOP;
    int32_t begin = (top ? column : row) * scale, limit = top ? a->clusters.columns : a->clusters.rows;
    nodes->count = 0;
    add_line(a, levels, level - 1, kind, (top ? row : column) * scale, begin, wendi_min(begin + scale, limit),
             nodes);
    int32_t from = 0, length, spacing = node_spacing[level - 2];
    while ((length = wendi_next_entrance(grid, &side, &from)) > 0) {
        int32_t windows = (2 * length + spacing) / (2 * spacing), lifted = 0;
        for (int32_t i = 0; i < windows; i++) {
            int32_t low = from + (int32_t)((int64_t)length * i / windows);
            int32_t high = from + (int32_t)((int64_t)length * (i + 1) / windows);
            lifted += lift_best(grid, a, levels, level, &side, low, high, nodes);
        }
        bool reached = wendi_entrance_touches_crossing(grid, cells, &side, from, length);
        if (lifted == 0 && !reached) lift_best(grid, a, levels, level, &side, from, from + length, nodes);
        from += length;
    }
}

static void lift_level(const wend_grid* grid, const wendi_abstract* a, wendi_levels* levels, int32_t level,
                       node_list* scratch) {
    const wendi_clusters* cells = cells_of(a, levels, level);
    int32_t scale = cells->size / a->clusters.size;
    for (int32_t cell = 0; cell < wendi_cluster_count(cells); cell++) {
        int32_t cluster = cell / cells->columns * scale * a->clusters.columns + cell % cells->columns * scale;
        if (a->owned[cluster].crossing) levels->top[a->first_node[cluster]] = (uint8_t)level;
        lift_side(grid, a, levels, level, cell, WENDI_SIDE_TOP, scratch);
        lift_side(grid, a, levels, level, cell, WENDI_SIDE_LEFT, scratch);
    }
}

static int compare_nodes(const void* a, const void* b) {
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

// The nodes on the border of a cell, ascending, each once.
static void border_nodes(const wendi_abstract* a, const wendi_levels* levels, int32_t level, int32_t cell,
                         node_list* out) {
    const wendi_clusters* cells = cells_of(a, levels, level);
    int32_t scale = cells->size / a->clusters.size;
    int32_t x0 = cell % cells->columns * scale, y0 = cell / cells->columns * scale;
    int32_t x1 = wendi_min(x0 + scale, a->clusters.columns), y1 = wendi_min(y0 + scale, a->clusters.rows);
    out->count = 0;
    add_line(a, levels, level, WENDI_SIDE_TOP, y0, x0, x1, out);
    add_line(a, levels, level, WENDI_SIDE_LEFT, x0, y0, y1, out);
    add_line(a, levels, level, WENDI_SIDE_TOP, y1, x0, x1, out);
    add_line(a, levels, level, WENDI_SIDE_LEFT, x1, y0, y1, out);
    qsort(out->data, (size_t)out->count, sizeof *out->data, compare_nodes);
    int32_t kept = 0;
    for (int32_t i = 0; i < out->count; i++)
        if (i == 0 || out->data[i] != out->data[i - 1]) out->data[kept++] = out->data[i];
    out->count = kept;
}

static wend_result list_nodes(const wendi_abstract* a, wendi_levels* levels, int32_t level,
                              node_list* scratch) {
    wendi_level* l = &levels->level[level - 2];
    size_t cells = (size_t)wendi_cluster_count(&l->cells);
    l->first_node = wendi_alloc(&levels->allocator, cells + 1, sizeof *l->first_node);
    l->first_entry = wendi_alloc(&levels->allocator, cells + 1, sizeof *l->first_entry);
    if (!l->first_node || !l->first_entry) return WEND_ERROR_MEMORY;
    for (int32_t cell = 0; cell < (int32_t)cells; cell++) {
        border_nodes(a, levels, level, cell, scratch);
        l->first_node[cell] = (uint32_t)l->node_entries;
        l->first_entry[cell] = l->entry_count;
        l->node_entries += (uint64_t)scratch->count;
        l->entry_count += (uint64_t)scratch->count * (uint64_t)scratch->count;
    }
    if (l->node_entries >= UINT32_MAX) return WEND_ERROR_LIMIT;
    l->first_node[cells] = (uint32_t)l->node_entries;
    l->first_entry[cells] = l->entry_count;
    l->nodes = wendi_alloc(&levels->allocator, (size_t)l->node_entries + 1, sizeof *l->nodes);
    if (!l->nodes) return WEND_ERROR_MEMORY;
    for (int32_t cell = 0; cell < (int32_t)cells; cell++) {
        border_nodes(a, levels, level, cell, scratch);
        memcpy(l->nodes + l->first_node[cell], scratch->data, (size_t)scratch->count * sizeof *scratch->data);
    }
    return WEND_OK;
}

wend_result wendi_levels_choose_nodes(const wend_grid* grid, const wendi_abstract* a, int32_t level_count,
                                      wendi_levels* out) {
    const wend_allocator* allocator = &a->allocator;
    *out = (wendi_levels){.allocator = *allocator, .count = 0, .node_count = a->node_count};
    out->top = wendi_alloc(allocator, (size_t)a->node_count + 1, 1);
    if (!out->top) return WEND_ERROR_MEMORY;
    memset(out->top, 1, (size_t)a->node_count + 1);
    // A line of the map holds no more nodes than tiles, and the border of a cell has four.
    size_t room = 4 * ((size_t)wendi_max(grid->width, grid->height) + 4);
    node_list scratch = {wendi_alloc(allocator, room, sizeof *scratch.data), 0};
    wend_result result = scratch.data ? WEND_OK : WEND_ERROR_MEMORY;
    for (int32_t level = 2; level <= level_count && result == WEND_OK; level++) {
        out->level[level - 2].cells =
            wendi_clusters_of(grid->width, grid->height, a->clusters.size << (level - 1));
        out->count = level - 1;
        lift_level(grid, a, out, level, &scratch);
        result = list_nodes(a, out, level, &scratch);
    }
    wendi_free(allocator, scratch.data, room, sizeof *scratch.data);
    return result;
}

wend_result wendi_levels_alloc_distances(wendi_levels* levels) {
    for (int32_t i = 0; i < levels->count; i++) {
        wendi_level* l = &levels->level[i];
        l->distances = wendi_alloc(&levels->allocator, (size_t)l->entry_count + 1, sizeof *l->distances);
        if (!l->distances) return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

static void free_level(const wend_allocator* allocator, wendi_level* l) {
    size_t cells = (size_t)wendi_cluster_count(&l->cells);
    wendi_free(allocator, l->first_node, cells + 1, sizeof *l->first_node);
    wendi_free(allocator, l->nodes, (size_t)l->node_entries + 1, sizeof *l->nodes);
    wendi_free(allocator, l->first_entry, cells + 1, sizeof *l->first_entry);
    wendi_free(allocator, l->distances, (size_t)l->entry_count + 1, sizeof *l->distances);
    *l = (wendi_level){0};
}

void wendi_levels_free(wendi_levels* levels) {
    for (int32_t i = 0; i < levels->count; i++) free_level(&levels->allocator, &levels->level[i]);
    wendi_free(&levels->allocator, levels->top, (size_t)levels->node_count + 1, 1);
}

uint64_t wendi_levels_entry_count(const wendi_levels* levels) {
    uint64_t count = 0;
    for (int32_t i = 0; i < levels->count; i++) count += levels->level[i].entry_count;
    return count;
}

size_t wendi_levels_bytes(const wendi_levels* levels) {
    size_t bytes = (size_t)levels->node_count + 1;
    for (int32_t i = 0; i < levels->count; i++) {
        const wendi_level* l = &levels->level[i];
        size_t cells = (size_t)wendi_cluster_count(&l->cells);
        bytes += (cells + 1) * (sizeof *l->first_node + sizeof *l->first_entry) +
                 ((size_t)l->node_entries + 1) * sizeof *l->nodes +
                 ((size_t)l->entry_count + 1) * sizeof *l->distances;
    }
    return bytes;
}

wendi_cell_graph wendi_cell_graph_of(const wendi_abstract* a, const wendi_levels* levels, int32_t level,
                                     int32_t cell, uint32_t list[WENDI_MAX_CLUSTER_NODES]) {
    if (level == 1) {
        int32_t count = wendi_cluster_nodes(a, cell, list);
        return (wendi_cell_graph){list, a->distances + a->first_entry[cell], count, false};
    }
    const wendi_level* l = &levels->level[level - 2];
    return (wendi_cell_graph){l->nodes + l->first_node[cell], l->distances + l->first_entry[cell],
                              (int32_t)(l->first_node[cell + 1] - l->first_node[cell]), true};
}

// Place of the first of some ascending nodes that is no less than a node.
static int32_t place_of(const uint32_t* nodes, int32_t count, uint32_t node) {
    int32_t low = 0, high = count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (nodes[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int32_t wendi_place_in(const wendi_cell_graph* graph, uint32_t node) {
    int32_t place = 0;
    if (graph->ascending)
        place = place_of(graph->nodes, graph->count, node);
    else
        while (place < graph->count && graph->nodes[place] != node) place++;
    return place < graph->count && graph->nodes[place] == node ? place : -1;
}

int32_t wendi_children_of(const wendi_abstract* a, const wendi_levels* levels, int32_t level, int32_t cell,
                          int32_t out[4]) {
    const wendi_clusters *cells = cells_of(a, levels, level), *below = cells_of(a, levels, level - 1);
    int32_t x0 = cell % cells->columns * 2, y0 = cell / cells->columns * 2, count = 0;
    for (int32_t y = y0; y < y0 + 2 && y < below->rows; y++)
        for (int32_t x = x0; x < x0 + 2 && x < below->columns; x++) out[count++] = y * below->columns + x;
    return count;
}

// ---- measuring

// A cell is measured from 16 of its nodes at once, one a lane: the distances of a child's nodes are relaxed
// by the child's matrix whenever another child has lowered some of them, until none does.
typedef struct measure_job {
    wendi_levels* levels;
    const wendi_abstract* abstract;
    int32_t level;
    wend_result* failed; // one a cell, so that tasks write apart
} measure_job;

typedef struct child {
    wendi_cell_graph graph;
    uint32_t list[WENDI_MAX_CLUSTER_NODES];
    int32_t* local; // place of each of its nodes in the cell's union
} child;

static wend_result measure_cell(const measure_job* job, int32_t cell) {
    const wend_allocator* allocator = &job->levels->allocator;
    wendi_level* l = &job->levels->level[job->level - 2];
    const uint32_t* border = l->nodes + l->first_node[cell];
    int32_t border_count = (int32_t)(l->first_node[cell + 1] - l->first_node[cell]);
    if (border_count == 0) return WEND_OK;
    uint32_t* out = l->distances + l->first_entry[cell];
    const wendi_sweep_kernel* kernel = wendi_sweep();

    int32_t cells[4], child_count = wendi_children_of(job->abstract, job->levels, job->level, cell, cells),
                      room = 0;
    child children[4];
    for (int32_t c = 0; c < child_count; c++) {
        children[c].graph =
            wendi_cell_graph_of(job->abstract, job->levels, job->level - 1, cells[c], children[c].list);
        room += children[c].graph.count;
    }
    uint32_t* nodes =
        wendi_alloc(allocator, (size_t)room, sizeof *nodes); // the children's, ascending, each once
    int32_t* local = wendi_alloc(allocator, (size_t)room, sizeof *local);
    wendi_lanes* distance = wendi_alloc(allocator, (size_t)room, sizeof *distance);
    uint8_t* news = wendi_alloc(allocator, (size_t)room, 1); // bit c: lowered since child c relaxed from it
    wend_result result = nodes && local && distance && news ? WEND_OK : WEND_ERROR_MEMORY;
    if (result != WEND_OK) goto done;
    int32_t count = 0;
    for (int32_t c = 0; c < child_count; c++) {
        memcpy(nodes + count, children[c].graph.nodes, (size_t)children[c].graph.count * sizeof *nodes);
        count += children[c].graph.count;
    }
    qsort(nodes, (size_t)count, sizeof *nodes, compare_nodes);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (i == 0 || nodes[i] != nodes[i - 1]) nodes[kept++] = nodes[i];
    count = kept;
    for (int32_t c = 0, used = 0; c < child_count; c++) {
        children[c].local = local + used;
        for (int32_t i = 0; i < children[c].graph.count; i++)
            local[used + i] = place_of(nodes, count, children[c].graph.nodes[i]);
        used += children[c].graph.count;
    }
    for (int32_t first = 0; first < border_count; first += WENDI_SOURCES) {
        int32_t used = wendi_min(WENDI_SOURCES, border_count - first);
        for (int32_t i = 0; i < count; i++)
            for (int32_t k = 0; k < WENDI_SOURCES; k++) distance[i].v[k] = WENDI_FAR;
        memset(news, 0, (size_t)count);
        for (int32_t k = 0; k < used; k++) {
            int32_t source = place_of(nodes, count, border[first + k]);
            distance[source].v[k] = 0;
            news[source] = 15;
        }
        bool changed = true;
        while (changed) {
            changed = false;
            for (int32_t c = 0; c < child_count; c++) {
                uint8_t bit = (uint8_t)(1 << c);
                const child* part = &children[c];
                changed |= kernel->relax(part->graph.distances, part->graph.count, part->local, distance,
                                         news, bit, (uint8_t)(15 & ~bit));
                for (int32_t i = 0; i < children[c].graph.count; i++)
                    news[children[c].local[i]] &= (uint8_t)~bit;
            }
        }
        // Whatever comes near WENDI_FAR may have lost a longer way to it.
        for (int32_t i = 0; i < count; i++)
            for (int32_t k = 0; k < WENDI_SOURCES; k++)
                if (distance[i].v[k] > WENDI_FAR / 2 && distance[i].v[k] < WENDI_FAR)
                    result = WEND_ERROR_LIMIT;
        for (int32_t j = 0; j < border_count; j++) {
            const wendi_lanes* to = &distance[place_of(nodes, count, border[j])];
            for (int32_t k = 0; k < used; k++)
                out[(size_t)(first + k) * (size_t)border_count + (size_t)j] =
                    to->v[k] == WENDI_FAR ? WENDI_UNREACHED : (uint32_t)to->v[k];
        }
    }
done:
    wendi_free(allocator, nodes, (size_t)room, sizeof *nodes);
    wendi_free(allocator, local, (size_t)room, sizeof *local);
    wendi_free(allocator, distance, (size_t)room, sizeof *distance);
    wendi_free(allocator, news, (size_t)room, 1);
    return result;
}

static void measure(void* context, int32_t begin, int32_t end) {
    const measure_job* job = context;
    for (int32_t cell = begin; cell < end; cell++) job->failed[cell] = measure_cell(job, cell);
}

// Drops a level and those above.
static void drop_from(wendi_levels* levels, int32_t level) {
    for (int32_t i = level - 2; i < levels->count; i++) free_level(&levels->allocator, &levels->level[i]);
    levels->count = level - 2;
}

wend_result wendi_levels_measure(wendi_levels* levels, const wendi_abstract* abstract,
                                 const wend_tasks* tasks) {
    for (uint64_t i = 0; i < abstract->entry_count && levels->count > 0; i++)
        if (abstract->distances[i] > WENDI_FAR / 2 && abstract->distances[i] != WENDI_UNREACHED)
            drop_from(levels, 2);
    for (int32_t level = 2; level <= levels->count + 1; level++) {
        int32_t cells = wendi_cluster_count(&levels->level[level - 2].cells);
        wend_result* failed = wendi_alloc(&levels->allocator, (size_t)cells, sizeof *failed);
        if (!failed) return WEND_ERROR_MEMORY;
        measure_job job = {levels, abstract, level, failed};
        wendi_run_tasks(tasks, measure, &job, cells);
        wend_result result = WEND_OK;
        for (int32_t c = 0; c < cells; c++)
            if (failed[c] != WEND_OK && result != WEND_ERROR_MEMORY) result = failed[c];
        wendi_free(&levels->allocator, failed, (size_t)cells, sizeof *failed);
        if (result == WEND_ERROR_MEMORY) return result;
        if (result == WEND_ERROR_LIMIT) drop_from(levels, level);
    }
    return WEND_OK;
}
