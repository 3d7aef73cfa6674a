// tile_index.h: which clusters hold a terrain class, or a passable tile?
#ifndef WENDI_TILE_INDEX_H
#define WENDI_TILE_INDEX_H
#include <string.h>

#include "grid/grid.h"
#include "hierarchy/abstract_graph.h"

// ---- which clusters of level 1 hold a terrain class?
//
// The index has 64 bits for each cluster. It is made with a world whose range of costs is declared, or else
// when a class cost changes first. From then on edits keep it up to date.

/// Makes the index, unless the graph has it. pass_opt: that reads the clusters. Errors: MEMORY.
wend_result wendi_class_index_make(wendi_graph* graph, const wend_grid* grid,
                                   const struct wendi_pass* pass_opt);
void wendi_class_index_free(wendi_graph* graph);
/// Reads the tiles of a cluster again, if the graph has the index.
void wendi_class_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
/// Appends the clusters that hold a class, on their border lines too, ascending. The graph has the index, or
/// no tile has the class. Errors: MEMORY.
wend_result wendi_clusters_holding(const wendi_graph* graph, const wend_grid* grid, uint8_t terrain_class,
                                   wendi_index_list* out);

// ---- which clusters, of whatever size, hold a passable tile?
//
// A tree of bytes over the clusters of level 1: a cluster of level n of the tree covers 2 x 2 of level n - 1,
// up to one that covers the map. Searches in a straight line use it to cross what is blocked by large steps.

/// A cluster of the tree.
typedef struct wendi_tree_cluster {
    int32_t level, column, row;
} wendi_tree_cluster;

static inline int32_t wendi_tree_columns(const wendi_partition* clusters, int32_t level) {
    return (clusters->columns + (1 << (level - 1)) - 1) >> (level - 1);
}
static inline int32_t wendi_tree_rows(const wendi_partition* clusters, int32_t level) {
    return (clusters->rows + (1 << (level - 1)) - 1) >> (level - 1);
}
/// The level with one cluster.
int32_t wendi_tree_levels(const wendi_partition* clusters);
/// The tiles of a cluster of the tree, border lines included.
wend_rect wendi_tree_rect(const wendi_partition* clusters, wendi_tree_cluster at);
/// Its children, from level 2 on. Returns how many.
int32_t wendi_tree_children(const wendi_partition* clusters, wendi_tree_cluster at,
                            wendi_tree_cluster out[4]);

/// Makes the index of a graph whose matrices of level 1 are complete; it is freed with the graph.
/// pass_opt: that reads the clusters. Errors: MEMORY.
wend_result wendi_passable_index_make(wendi_graph* graph, const wend_grid* grid,
                                      const struct wendi_pass* pass_opt);
/// Reads the tiles of a cluster of level 1 again.
void wendi_passable_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
/// Makes what the index says about a cluster of level 1, and the larger ones around it, the graph's own, so
/// that it may be updated. Errors: MEMORY.
wend_result wendi_own_passable_index(wendi_graph* graph, int32_t cluster);
/// True when a cluster of the tree, border lines included, holds a passable tile.
bool wendi_holds_passable(const wendi_graph* graph, wendi_tree_cluster at);

/// Makes the indices that a graph has from the beginning. Errors: MEMORY.
wend_result wendi_indices_make(wendi_graph* graph, const wend_grid* grid);

// ---- are several tiles in a row surely blocked? Large blocked areas mostly have one class, which
// shows without a look at every tile.

enum { WENDI_RUN = 8 }; // tiles

/// True when the tiles of a run, from (x, y) to the right, all have a class.
static inline bool wendi_run_has_class(const wend_grid* grid, int32_t x, int32_t y, uint8_t terrain_class) {
    uint64_t tiles;
    WENDI_ASSERT(x >= 0 && x + WENDI_RUN <= grid->width);
    memcpy(&tiles, wendi_tile(grid, x, y), sizeof tiles);
    return tiles == terrain_class * UINT64_C(0x0101010101010101);
}
#endif
