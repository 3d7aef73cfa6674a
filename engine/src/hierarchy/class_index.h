// class_index.h: which clusters of level 1 hold a terrain class?
//
// The index has 64 bits for each cluster. It is made with a world whose range of costs is declared, or else
// when a class cost changes first. From then on edits keep it up to date.
#ifndef WENDI_CLASS_INDEX_H
#define WENDI_CLASS_INDEX_H
#include "hierarchy/component_repair.h"

/// Makes the index, unless the graph has it. row_done_opt: called after each row of clusters. Errors: MEMORY.
wend_result wendi_class_index_make(wendi_graph* graph, const wend_grid* grid,
                                   void (*row_done_opt)(const void* context, int32_t row),
                                   const void* context);
void wendi_class_index_free(wendi_graph* graph);
/// Reads the tiles of a cluster again, if the graph has the index.
void wendi_class_index_update(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
/// Appends the clusters that hold a class, on their border lines too, ascending. The graph has the index, or
/// no tile has the class. Errors: MEMORY.
wend_result wendi_clusters_holding(const wendi_graph* graph, const wend_grid* grid, uint8_t terrain_class,
                                   wendi_cluster_list* out);
#endif
