// tile_index.c: which clusters hold a terrain class, or a passable tile?
#include "hierarchy/tile_index.h"

#include <string.h>

// ---- a set of classes for each cluster, as 64 bits: classes that are equal modulo 64 share a bit.

enum { BITS = 64 };

static uint64_t bit_of(uint8_t terrain_class) {
    return (uint64_t)1 << terrain_class % BITS;
}

// Runs of one class are common: eight tiles that equal the eight before them add nothing.
static uint64_t bits_in(const wend_grid* grid, wend_rect area) {
    uint64_t bits = 0, before = 0, tiles;
    bool first = true;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        int32_t x = 0;
        for (; x + 8 <= area.width; x += 8) {
            memcpy(&tiles, row + x, sizeof tiles);
            if (tiles == before && !first) continue;
            for (int32_t i = 0; i < 8; i++) bits |= bit_of(row[x + i]);
            before = tiles;
            first = false;
        }
        for (; x < area.width; x++) bits |= bit_of(row[x]);
    }
    return bits;
}

// Kept so that a cluster of class 0 has no bits, in a page that is never written.
enum { OF_BLOCKED = 1 };

static void keep_bits(uint64_t* kept, uint64_t bits) {
    if (*kept != (bits ^ OF_BLOCKED)) *kept = bits ^ OF_BLOCKED;
}

wend_result wendi_class_index_make(wendi_graph* graph, const wend_grid* grid,
                                   const struct wendi_pass* pass_opt) {
    if (graph->class_bits.table.kind) return WEND_OK;
    const int32_t count = wendi_cluster_count(&graph->clusters);
    wend_result result =
        wendi_table_make(&wendi_word_items, count, &graph->allocator, &graph->class_bits.table);
    if (result != WEND_OK) return result;
    for (int32_t c = 0; c < count; c++) {
        wendi_class_index_update(graph, grid, c);
        wendi_pass_cluster(pass_opt, 1, c);
    }
    return WEND_OK;
}

void wendi_class_index_free(wendi_graph* graph) {
    wendi_table_free(&graph->class_bits.table);
}

void wendi_class_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (graph->class_bits.table.kind)
        keep_bits(wendi_item(&graph->class_bits, cluster),
                  bits_in(grid, wendi_cluster_rect(&graph->clusters, cluster)));
}

static bool holds(const wend_grid* grid, wend_rect area, uint8_t terrain_class) {
    for (int32_t y = area.y; y < area.y + area.height; y++)
        if (memchr(wendi_tile(grid, area.x, y), terrain_class, (size_t)area.width)) return true;
    return false;
}

wend_result wendi_clusters_holding(const wendi_graph* graph, const wend_grid* grid, uint8_t terrain_class,
                                   wendi_index_list* out) {
    if (grid->class_counts[terrain_class] == 0) return WEND_OK;
    const uint64_t bit = bit_of(terrain_class);
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++) {
        if (!((*wendi_item(&graph->class_bits, c) ^ OF_BLOCKED) & bit) ||
            !holds(grid, wendi_cluster_rect(&graph->clusters, c), terrain_class))
            continue;
        wend_result result = wendi_index_list_push(out, c);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- one byte for each cluster of the tree, level by level.

// ---- the tree

int32_t wendi_tree_levels(const wendi_partition* clusters) {
    int32_t level = 1;
    while (clusters->columns > 1 << (level - 1) || clusters->rows > 1 << (level - 1)) level++;
    return level;
}

wend_rect wendi_tree_rect(const wendi_partition* clusters, wendi_tree_cluster at) {
    const int64_t size = (int64_t)clusters->size << (at.level - 1);
    const int64_t x = at.column * size, y = at.row * size;
    const int64_t width = clusters->width - x, height = clusters->height - y;
    return (wend_rect){(int32_t)x, (int32_t)y, (int32_t)(width < size + 1 ? width : size + 1),
                       (int32_t)(height < size + 1 ? height : size + 1)};
}

int32_t wendi_tree_children(const wendi_partition* clusters, wendi_tree_cluster at,
                            wendi_tree_cluster out[4]) {
    const int32_t columns = wendi_tree_columns(clusters, at.level - 1),
                  rows = wendi_tree_rows(clusters, at.level - 1);
    int32_t count = 0;
    for (int32_t i = 0; i < 4; i++) {
        const wendi_tree_cluster child = {at.level - 1, 2 * at.column + i % 2, 2 * at.row + i / 2};
        if (child.column < columns && child.row < rows) out[count++] = child;
    }
    return count;
}

// ---- the index

static size_t first_of(const wendi_partition* clusters, int32_t level) {
    size_t first = 0;
    for (int32_t below = 1; below < level; below++)
        first += (size_t)wendi_tree_columns(clusters, below) * (size_t)wendi_tree_rows(clusters, below);
    return first;
}

static uint8_t* byte_of(const wendi_graph* graph, wendi_tree_cluster at) {
    const size_t columns = (size_t)wendi_tree_columns(&graph->clusters, at.level);
    return wendi_item(&graph->holds_passable, (int32_t)(first_of(&graph->clusters, at.level) +
                                                        (size_t)at.row * columns + (size_t)at.column));
}

bool wendi_holds_passable(const wendi_graph* graph, wendi_tree_cluster at) {
    return *byte_of(graph, at) != 0;
}

// True when they all have one class, which is blocked. False says nothing.
static inline bool run_is_blocked(const wend_grid* grid, int32_t x, int32_t y) {
    const uint8_t terrain_class = *wendi_tile(grid, x, y);
    return grid->costs.straight[terrain_class] == 0 && wendi_run_has_class(grid, x, y, terrain_class);
}

// A node on a border line is a passable tile; the end of a link may be blocked.
static bool has_passable_tile(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (grid->links.count == 0 && wendi_matrix_of(graph, 1, cluster)->count > 0) return true;
    const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        int32_t x = area.x;
        const int32_t end = area.x + area.width;
        while (x < end) {
            if (x + WENDI_RUN <= end && run_is_blocked(grid, x, y)) {
                x += WENDI_RUN;
                continue;
            }
            if (wendi_is_passable(grid, x, y)) return true;
            x++;
        }
    }
    return false;
}

static bool any_child_holds(const wendi_graph* graph, wendi_tree_cluster at) {
    wendi_tree_cluster children[4];
    const int32_t count = wendi_tree_children(&graph->clusters, at, children);
    bool any = false;
    for (int32_t i = 0; i < count && !any; i++) any = wendi_holds_passable(graph, children[i]);
    return any;
}

wend_result wendi_passable_index_make(wendi_graph* graph, const wend_grid* grid,
                                      const struct wendi_pass* pass_opt) {
    const wendi_partition* clusters = &graph->clusters;
    const int32_t levels = wendi_tree_levels(clusters);
    wend_result result = wendi_table_make(&wendi_byte_items, (int32_t)first_of(clusters, levels + 1),
                                          &graph->allocator, &graph->holds_passable.table);
    if (result != WEND_OK) return result;
    uint8_t* next = wendi_item(&graph->holds_passable, 0); // all of them follow each other in a new table
    for (int32_t c = 0; c < wendi_cluster_count(clusters); c++, next++) {
        if (has_passable_tile(graph, grid, c)) *next = 1; // pages of blocked clusters are never written
        wendi_pass_cluster(pass_opt, 1, c);
    }
    for (int32_t level = 2; level <= levels; level++)
        for (int32_t row = 0; row < wendi_tree_rows(clusters, level); row++)
            for (int32_t column = 0; column < wendi_tree_columns(clusters, level); column++)
                if (any_child_holds(graph, (wendi_tree_cluster){level, column, row}))
                    *next++ = 1;
                else
                    next++;
    return WEND_OK;
}

wend_result wendi_indices_make(wendi_graph* graph, const wend_grid* grid) {
    const wend_result result = wendi_passable_index_make(graph, grid, NULL);
    if (result != WEND_OK || !grid->cost_range.declared) return result;
    return wendi_class_index_make(graph, grid, NULL);
}

void wendi_passable_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (!graph->holds_passable.table.kind) return; // made from all clusters when all are opened
    const int32_t levels = wendi_tree_levels(&graph->clusters);
    wendi_tree_cluster at = {1, cluster % graph->clusters.columns, cluster / graph->clusters.columns};
    bool holds = has_passable_tile(graph, grid, cluster);
    while (wendi_holds_passable(graph, at) != holds) {
        *byte_of(graph, at) = holds;
        if (at.level == levels) return;
        at = (wendi_tree_cluster){at.level + 1, at.column / 2, at.row / 2};
        holds = any_child_holds(graph, at);
    }
}

wend_result wendi_own_passable_index(wendi_graph* graph, int32_t cluster) {
    const int32_t levels = wendi_tree_levels(&graph->clusters), columns = graph->clusters.columns;
    wend_result result = WEND_OK;
    if (!graph->holds_passable.table.kind) return WEND_OK;
    for (int32_t level = 1; level <= levels && result == WEND_OK; level++) {
        const int32_t column = cluster % columns >> (level - 1), row = cluster / columns >> (level - 1);
        const size_t at = first_of(&graph->clusters, level) +
                          (size_t)row * (size_t)wendi_tree_columns(&graph->clusters, level) + (size_t)column;
        result = wendi_table_own(&graph->holds_passable.table, (int32_t)at);
    }
    return result;
}
