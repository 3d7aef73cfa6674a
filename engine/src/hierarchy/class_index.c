// class_index.c: a set of classes for each cluster, as 64 bits: classes that are equal modulo 64 share a bit.
#include "hierarchy/class_index.h"

#include <string.h>

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

wend_result wendi_class_index_make(wendi_graph* graph, const wend_grid* grid,
                                   void (*row_done_opt)(const void* context, int32_t row),
                                   const void* context) {
    if (graph->class_bits.table.kind) return WEND_OK;
    const int32_t count = wendi_cluster_count(&graph->clusters), columns = graph->clusters.columns;
    wend_result result =
        wendi_table_make(&wendi_word_items, count, &graph->allocator, &graph->class_bits.table);
    if (result != WEND_OK) return result;
    for (int32_t c = 0; c < count; c++) {
        wendi_class_index_update(graph, grid, c);
        if (row_done_opt && c % columns == columns - 1) row_done_opt(context, c / columns);
    }
    return WEND_OK;
}

void wendi_class_index_free(wendi_graph* graph) {
    wendi_table_free(&graph->class_bits.table);
}

void wendi_class_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (graph->class_bits.table.kind)
        *wendi_item(&graph->class_bits, cluster) =
            bits_in(grid, wendi_cluster_rect(&graph->clusters, cluster));
}

static bool holds(const wend_grid* grid, wend_rect area, uint8_t terrain_class) {
    for (int32_t y = area.y; y < area.y + area.height; y++)
        if (memchr(wendi_tile(grid, area.x, y), terrain_class, (size_t)area.width)) return true;
    return false;
}

wend_result wendi_clusters_holding(const wendi_graph* graph, const wend_grid* grid, uint8_t terrain_class,
                                   wendi_cluster_list* out) {
    if (grid->class_counts[terrain_class] == 0) return WEND_OK;
    const uint64_t bit = bit_of(terrain_class);
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++) {
        if (!(*wendi_item(&graph->class_bits, c) & bit) ||
            !holds(grid, wendi_cluster_rect(&graph->clusters, c), terrain_class))
            continue;
        wend_result result = wendi_cluster_list_add(out, &graph->allocator, c);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}
