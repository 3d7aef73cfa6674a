// abstract_graph.c: how is the map divided into levels, and which nodes does each level have?
#include "hierarchy/abstract_graph.h"

#include <string.h>

#include "core/pages.h"
#include "hierarchy/pending_rows.h"

int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size) {
    int64_t quarter = wendi_max(width, height) / 4;
    int32_t count = 1;
    while (count < WEND_MAX_LEVELS && (int64_t)cluster_size << count <= quarter + quarter / 4) count++;
    return count;
}

void wendi_graph_read_passability(wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (graph->passability_bits)
        wendi_passability_bits_read(grid, wendi_cluster_rect(&graph->clusters, cluster),
                                    &graph->passability_bits[cluster]);
}

// A graph without levels. The passability bits are undefined.
static wend_result begin(const wend_grid* grid, int32_t cluster_size, const wend_allocator* allocator,
                         wendi_graph* out) {
    *out = (wendi_graph){.allocator = *allocator,
                         .clusters = wendi_partition_of(grid->width, grid->height, cluster_size)};
    const size_t clusters = (size_t)wendi_cluster_count(&out->clusters);
    if (clusters > WENDI_MAX_CLUSTERS) return WEND_ERROR_LIMIT;
    out->versions = wendi_alloc_zeroed(allocator, clusters, sizeof *out->versions);
    if (!out->versions) return WEND_ERROR_MEMORY;
    if (!wendi_has_uniform_cost(grid)) return WEND_OK;
    out->passability_bits = wendi_alloc_zeroed(allocator, clusters, sizeof *out->passability_bits);
    return out->passability_bits ? WEND_OK : WEND_ERROR_MEMORY;
}

// Adds a level with empty matrices, whose node sets are given or new.
static wend_result add_level(wendi_graph* graph, uint64_t* nodes_opt) {
    WENDI_ASSERT(graph->level_count < WEND_MAX_LEVELS);
    wendi_level* level = &graph->level[graph->level_count];
    level->clusters = wendi_partition_of(graph->clusters.width, graph->clusters.height,
                                         graph->clusters.size << graph->level_count);
    graph->level_count++;
    size_t cluster_count = (size_t)wendi_cluster_count(&level->clusters);
    level->nodes = nodes_opt;
    level->nodes_in_file = nodes_opt;
    if (!nodes_opt)
        level->nodes = wendi_alloc_zeroed(&graph->allocator, (size_t)wendi_cluster_count(&graph->clusters),
                                          sizeof *level->nodes);
    level->matrices = wendi_alloc_zeroed(&graph->allocator, cluster_count, sizeof *level->matrices);
    level->states = wendi_alloc_zeroed(&graph->allocator, cluster_count, sizeof *level->states);
    return level->nodes && level->matrices && level->states ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_graph_divide(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                               const wend_allocator* allocator, wendi_graph* out) {
    wend_result result = begin(grid, cluster_size, allocator, out);
    while (out->level_count < level_count && result == WEND_OK) result = add_level(out, NULL);
    return result;
}

wend_result wendi_graph_partition(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                                  const wend_allocator* allocator, wendi_graph* out) {
    wend_result result = wendi_graph_divide(grid, cluster_size, level_count, allocator, out);
    if (result != WEND_OK) return result;
    for (int32_t c = 0; c < wendi_cluster_count(&out->clusters); c++)
        wendi_graph_read_passability(out, grid, c);
    return WEND_OK;
}

wend_result wendi_graph_partition_in_place(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                                           uint64_t* nodes, const wend_allocator* allocator,
                                           wendi_graph* out) {
    wend_result result = begin(grid, cluster_size, allocator, out);
    while (out->level_count < level_count && result == WEND_OK) {
        result = add_level(out, nodes);
        nodes += wendi_cluster_count(&out->clusters);
    }
    return result;
}

wend_result wendi_graph_add_level(wendi_graph* graph) {
    return add_level(graph, NULL);
}

void wendi_graph_drop_levels(wendi_graph* graph, int32_t kept) {
    WENDI_ASSERT(kept >= 0);
    while (graph->level_count > kept) {
        wendi_level* level = &graph->level[--graph->level_count];
        int32_t cluster_count = wendi_cluster_count(&level->clusters);
        for (int32_t c = 0; c < cluster_count && level->matrices; c++)
            if (!level->checks || wendi_check_state_of(level->checks, c) == WENDI_IN_MEMORY)
                wendi_matrix_free(&level->matrices[c], &graph->allocator);
        if (!level->nodes_in_file)
            wendi_free(&graph->allocator, level->nodes, (size_t)wendi_cluster_count(&graph->clusters),
                       sizeof *level->nodes);
        wendi_free(&graph->allocator, level->matrices, (size_t)cluster_count, sizeof *level->matrices);
        wendi_free(&graph->allocator, level->states, (size_t)cluster_count, sizeof *level->states);
        wendi_free(&graph->allocator, level->block, 1, level->block_bytes);
        *level = (wendi_level){0};
    }
}

void wendi_graph_free(wendi_graph* graph) {
    wendi_graph_drop_levels(graph, 0);
    if (graph->ground) graph->free_ground(graph->ground);
    wendi_free(&graph->allocator, graph->holds_passable, graph->holds_passable_bytes, 1);
    wendi_free(&graph->allocator, graph->first_checks, graph->first_checks_bytes, 1);
    const size_t clusters = (size_t)wendi_cluster_count(&graph->clusters);
    if (graph->passability_in_pages)
        wendi_pages_free(graph->passability_bits, clusters * sizeof *graph->passability_bits);
    else
        wendi_free(&graph->allocator, graph->passability_bits, clusters, sizeof *graph->passability_bits);
    wendi_free(&graph->allocator, graph->versions, clusters, sizeof *graph->versions);
    wendi_free(&graph->allocator, graph->class_bits, clusters, sizeof *graph->class_bits);
    wendi_pending_rows_free_all(graph->pending_rows, (int32_t)clusters, &graph->allocator);
}

size_t wendi_graph_bytes(const wendi_graph* graph) {
    const size_t clusters = (size_t)wendi_cluster_count(&graph->clusters);
    size_t bytes =
        clusters * sizeof *graph->versions + graph->holds_passable_bytes + graph->first_checks_bytes;
    if (graph->passability_bits) bytes += clusters * sizeof *graph->passability_bits;
    if (graph->class_bits) bytes += clusters * sizeof *graph->class_bits;
    bytes += wendi_pending_rows_bytes(graph->pending_rows, (int32_t)clusters);
    for (int32_t i = 0; i < graph->level_count; i++) {
        const wendi_level* level = &graph->level[i];
        int32_t cluster_count = wendi_cluster_count(&level->clusters);
        if (!level->nodes_in_file)
            bytes += (size_t)wendi_cluster_count(&graph->clusters) * sizeof *level->nodes;
        bytes +=
            (size_t)cluster_count * (sizeof *level->matrices + sizeof *level->states) + level->block_bytes;
        for (int32_t c = 0; c < cluster_count; c++)
            if (wendi_is_in_memory(graph, i + 1, c) && level->matrices[c].owns_memory)
                bytes += wendi_matrix_bytes(level->matrices[c].count) + WENDI_ROW_OVERREAD;
    }
    return bytes;
}

// ---- clusters of a mapped file

void wendi_set_check_state(_Atomic uint32_t* checks, int32_t cluster, wendi_check_state state) {
    const uint32_t change = (uint32_t)wendi_check_state_of(checks, cluster) ^ (uint32_t)state;
    atomic_fetch_xor_explicit(&checks[cluster / 16], change << cluster % 16 * 2, memory_order_acq_rel);
}

wendi_matrix* wendi_hold_matrix(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const wendi_level* l = &graph->level[level - 1];
    if (!wendi_is_in_memory(graph, level, cluster)) {
        WENDI_ASSERT(wendi_check_state_of(l->checks, cluster) == WENDI_IN_FILE);
        l->matrices[cluster] = wendi_matrix_at(graph, level, cluster);
        wendi_set_check_state(l->checks, cluster, WENDI_IN_MEMORY);
    }
    return &l->matrices[cluster];
}

// ---- the nodes of a side

// A side of a cluster of any level, divided among the clusters of level 1 along it.
typedef struct cluster_line {
    wendi_side side;
    int32_t first, step, count; // clusters
    bool top;
    bool at_edge; // it begins at the edge of the map, not at a crossing
} cluster_line;

static cluster_line line_of(const wendi_graph* graph, int32_t level, int32_t cluster, wendi_side_kind kind) {
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    wendi_cluster_span span = wendi_cluster_span_of(&graph->clusters, level_clusters, cluster);
    bool top = kind == WENDI_SIDE_TOP;
    return (cluster_line){.side = wendi_side_of(level_clusters, cluster, kind),
                          .first = span.top * graph->clusters.columns + span.left,
                          .step = top ? 1 : graph->clusters.columns,
                          .count = top ? span.right - span.left : span.bottom - span.top,
                          .top = top,
                          .at_edge = (top ? span.left : span.top) == 0};
}

// The border indices of the i-th cluster that lie on the line. Crossings inside the line belong to it; the
// crossing before it does not.
static uint64_t line_mask(const cluster_line* line, int32_t i) {
    if (line->top) return i == 0 && !line->at_edge ? WENDI_TOP_LINE & ~WENDI_CROSSING : WENDI_TOP_LINE;
    return i == 0 ? WENDI_LEFT_LINE : WENDI_LEFT_LINE | WENDI_CROSSING;
}

// The best node of a level in the segment [begin, end) of a line; -1: there is none.
static int32_t best_node(const wendi_graph* graph, const wend_grid* grid, int32_t level,
                         const cluster_line* line, int32_t begin, int32_t end) {
    int32_t size = graph->clusters.size,
            before = !line->at_edge; // number of tiles of the line before the side
    wendi_choice best = {-1, 0, 0};
    for (int32_t i = wendi_min((begin + before) / size, line->count - 1);
         i < line->count && i * size - before < end; i++) {
        uint64_t nodes = graph->level[level - 1].nodes[line->first + i * line->step] & line_mask(line, i);
        for (; nodes; nodes &= nodes - 1) {
            int32_t index = i * size + __builtin_ctzll(nodes) % WENDI_LEFT_BORDER_INDEX - before;
            if (index >= begin && index < end)
                wendi_consider_tile(grid, &line->side, index, begin, end, &best);
        }
    }
    return best.index;
}

// Makes a tile of a line a node.
static void set_node(const wendi_graph* graph, uint64_t* nodes, const cluster_line* line, int32_t index) {
    int32_t along = index + !line->at_edge, size = graph->clusters.size;
    int32_t i = wendi_min(along / size, line->count - 1), offset = along - i * size;
    int32_t bit = line->top || (offset == 0 && i > 0) ? offset : WENDI_LEFT_BORDER_INDEX + offset;
    WENDI_ASSERT(index >= 0 && offset >= 0 && offset <= size && bit < WENDI_BORDER_INDEX_COUNT);
    nodes[line->first + i * line->step] |= (uint64_t)1 << bit;
}

// A line of a graph whose nodes of a level are chosen.
typedef struct graph_line {
    const wendi_graph* graph;
    const wend_grid* grid;
    const cluster_line* line;
    int32_t level;
} graph_line;

static int32_t best_on_line(void* context, int32_t begin, int32_t end) {
    const graph_line* on = context;
    return best_node(on->graph, on->grid, on->level - 1, on->line, begin, end);
}

static void choose_on_line(void* context, int32_t index) {
    const graph_line* on = context;
    set_node(on->graph, on->graph->level[on->level - 1].nodes, on->line, index);
}

// The nodes of a side of level 1.
static uint64_t nodes_by_tiles(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster,
                               wendi_side_kind kind) {
    const wendi_side side = wendi_side_of(clusters, cluster, kind);
    const bool top = kind == WENDI_SIDE_TOP,
               at_edge = (top ? cluster % clusters->columns : cluster / clusters->columns) == 0;
    if (side.length == 0) return 0;
    return (uint64_t)wendi_side_nodes(grid, clusters, &side)
           << ((top ? 0 : WENDI_LEFT_BORDER_INDEX) + !at_edge);
}

static uint64_t crossing_by_tile(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster) {
    wend_tile crossing;
    const bool passable =
        wendi_crossing_of(clusters, cluster, &crossing) && wendi_is_passable(grid, crossing.x, crossing.y);
    return passable ? WENDI_CROSSING : 0;
}

uint64_t wendi_nodes_by_tiles(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster) {
    return crossing_by_tile(clusters, grid, cluster) |
           nodes_by_tiles(clusters, grid, cluster, WENDI_SIDE_TOP) |
           nodes_by_tiles(clusters, grid, cluster, WENDI_SIDE_LEFT);
}

// Leaves the other side as it is. Unless it is wanted, the side gets no nodes.
static void choose_side(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                        wendi_side_kind kind, bool wanted) {
    wendi_level* l = &graph->level[level - 1];
    const cluster_line line = line_of(graph, level, cluster, kind);
    for (int32_t i = 0; i < line.count; i++) l->nodes[line.first + i * line.step] &= ~line_mask(&line, i);
    if (!wanted || line.side.length == 0) return;
    if (level == 1) {
        l->nodes[cluster] |= nodes_by_tiles(&graph->clusters, grid, cluster, kind);
        return;
    }
    graph_line on = {graph, grid, &line, level};
    const wendi_side_choice nodes = {best_on_line, choose_on_line, &on};
    wendi_choose_on_side(grid, &l->clusters, &line.side, level, &nodes);
}

// At the edge of the map there is no crossing, and its bit is that of a tile of the top side.
static void choose_crossing(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster) {
    const wendi_level* l = &graph->level[level - 1];
    uint64_t* corner = &l->nodes[line_of(graph, level, cluster, WENDI_SIDE_TOP).first];
    wend_tile crossing;
    if (wendi_crossing_of(&l->clusters, cluster, &crossing))
        *corner = (*corner & ~WENDI_CROSSING) | crossing_by_tile(&l->clusters, grid, cluster);
}

void wendi_choose_nodes_of_side(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                                wendi_side_kind kind) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    choose_crossing(graph, grid, level, cluster);
    choose_side(graph, grid, level, cluster, kind, true);
}

void wendi_choose_nodes_of(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                           bool top, bool left) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    choose_crossing(graph, grid, level, cluster);
    choose_side(graph, grid, level, cluster, WENDI_SIDE_TOP, top);
    choose_side(graph, grid, level, cluster, WENDI_SIDE_LEFT, left);
}

void wendi_choose_nodes(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster) {
    wendi_choose_nodes_of(graph, grid, level, cluster, true, true);
}

// ---- pending clusters

int32_t wendi_cluster_containing(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count &&
                 cluster < wendi_cluster_count(&graph->clusters));
    int32_t x = cluster % graph->clusters.columns, y = cluster / graph->clusters.columns, shift = level - 1;
    return (y >> shift) * graph->level[shift].clusters.columns + (x >> shift);
}

void wendi_mark_pending(wendi_graph* graph, int32_t level, int32_t cluster) {
    wendi_cluster_state state = WENDI_PENDING;
    for (; level <= graph->level_count; level++, state = WENDI_PENDING_BELOW) {
        uint8_t* at = &graph->level[level - 1].states[wendi_cluster_containing(graph, level, cluster)];
        if (*at < state) *at = (uint8_t)state;
    }
}

// ---- children and edges

int32_t wendi_children_of(const wendi_graph* graph, int32_t level, int32_t cluster, int32_t out[4]) {
    const wendi_partition *level_clusters = &graph->level[level - 1].clusters,
                          *below = &graph->level[level - 2].clusters;
    WENDI_ASSERT(level >= 2 && below->size * 2 == level_clusters->size);
    int32_t x0 = cluster % level_clusters->columns * 2, y0 = cluster / level_clusters->columns * 2, count = 0;
    for (int32_t y = y0; y < y0 + 2 && y < below->rows; y++)
        for (int32_t x = x0; x < x0 + 2 && x < below->columns; x++) out[count++] = y * below->columns + x;
    return count;
}

int64_t wendi_count_edges(const wendi_matrix* matrix) {
    int64_t edges = 0;
    for (int32_t i = 0; i < matrix->count; i++) {
        const uint16_t* row = wendi_matrix_row(matrix, i);
        for (int32_t k = 0; k < matrix->count; k++) edges += k != i && row[k] != WENDI_NO_PATH;
    }
    return edges;
}
