// matrix_build.h: filling the tables of cells: those of clusters by the distance kernel, those of the levels
// above over the tables of their children.
#ifndef WENDI_MATRIX_BUILD_H
#define WENDI_MATRIX_BUILD_H
#include "hierarchy/abstract_graph.h"
#include "kernel/sweep.h"

/// Scratch memory for measuring clusters, 150 KB: one for each thread that does.
typedef struct wendi_cluster_workspace wendi_cluster_workspace;
/// NULL: out of memory.
wendi_cluster_workspace* wendi_cluster_workspace_new(const wend_allocator* allocator);
void wendi_cluster_workspace_free(wendi_cluster_workspace* workspace, const wend_allocator* allocator);

/// Lists the nodes of a cell and measures its table. *changed_opt tells if any of it is new. workspace:
/// needed for level 1 only. Errors: MEMORY, and the table is as it was; LIMIT: costs of 2^30 or more, so that
/// no level can be built from here on.
wend_result wendi_build_matrix(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                               wendi_cluster_workspace* workspace, bool* changed_opt);
#endif
