// matrix_build.h: what are the entries of a cluster's distance matrix?
#ifndef WENDI_MATRIX_BUILD_H
#define WENDI_MATRIX_BUILD_H
#include "hierarchy/abstract_graph.h"
#include "kernel/sweep.h"

/// Scratch memory for matrices of level 1, about 150 KB. Each thread needs one.
typedef struct wendi_cluster_workspace {
    wendi_sweeper sweeper;
    wend_tile tiles[WENDI_MAX_CLUSTER_NODES];
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    uint32_t costs[WENDI_MAX_CLUSTER_NODES * WENDI_MAX_CLUSTER_NODES];
} wendi_cluster_workspace;
/// NULL: out of memory.
wendi_cluster_workspace* wendi_cluster_workspace_new(const wend_allocator* allocator);
void wendi_cluster_workspace_free(wendi_cluster_workspace* workspace, const wend_allocator* allocator);

/// Computes the costs between the nodes that the matrix of a cluster of level 1 has, into the workspace.
/// True: some are 2^30 or more, so no level above can be built.
bool wendi_compute_costs(const wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                         wendi_cluster_workspace* workspace);
/// Lists the nodes of a cluster and computes its matrix. *changed_opt: true when anything differs from
/// before. workspace: needed for level 1 only. Errors: MEMORY, the matrix is then unchanged; LIMIT: costs of
/// 2^30 or more, so no further level can be built.
wend_result wendi_build_matrix(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                               wendi_cluster_workspace* workspace, bool* changed_opt);
#endif
