// passable_index.h: which clusters, of whatever size, hold a passable tile?
//
// A tree of bytes over the clusters of level 1: a cluster of level n of the tree covers 2 x 2 of level n - 1,
// up to one that covers the map. Searches in a straight line use it to cross what is blocked by large steps.
#ifndef WENDI_PASSABLE_INDEX_H
#define WENDI_PASSABLE_INDEX_H
#include "hierarchy/abstract_graph.h"

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
/// row_done_opt: called after each row of clusters. Errors: MEMORY.
wend_result wendi_passable_index_make(wendi_graph* graph, const wend_grid* grid,
                                      void (*row_done_opt)(const void* context, int32_t row),
                                      const void* context);
/// Reads the tiles of a cluster of level 1 again.
void wendi_passable_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
/// True when a cluster of the tree, border lines included, holds a passable tile.
/// Makes what the index says about a cluster of level 1, and the larger ones around it, the graph's own, so
/// that it may be updated. Errors: MEMORY.
wend_result wendi_own_passable_index(wendi_graph* graph, int32_t cluster);
bool wendi_holds_passable(const wendi_graph* graph, wendi_tree_cluster at);
#endif
