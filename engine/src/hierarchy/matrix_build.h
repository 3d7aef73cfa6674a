// matrix_build.h: what are the entries of a cluster's distance matrix?
#ifndef WENDI_MATRIX_BUILD_H
#define WENDI_MATRIX_BUILD_H
#include "hierarchy/abstract_graph.h"
#include "kernel/sweep.h"

/// Scratch memory for matrices of level 1, about 150 KB. Each thread needs one.
typedef struct wendi_cluster_workspace {
    int32_t cluster; // that rows are computed of; -1: none
    wendi_sweeper sweeper;
    bool uniform; // all its tiles are of one class, and no link lies in it
    uint8_t terrain_class;
    wend_tile tiles[WENDI_MAX_CLUSTER_NODES];
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    uint32_t costs[WENDI_MAX_CLUSTER_NODES * WENDI_MAX_CLUSTER_NODES];
} wendi_cluster_workspace;
/// NULL: out of memory.
wendi_cluster_workspace* wendi_cluster_workspace_new(const wend_allocator* allocator);
void wendi_cluster_workspace_free(wendi_cluster_workspace* workspace, const wend_allocator* allocator);

/// Computes the costs from one node of a cluster of level 1 to all its nodes. Rows of the same cluster share
/// its preparation; after any change of the world, wendi_cluster_workspace_forget must be called first.
void wendi_compute_row(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, int32_t slot,
                       wendi_cluster_workspace* workspace, uint32_t* costs_out);
/// True when some costs are 2^30 or more, so that no level above can be built.
bool wendi_costs_too_far(const uint32_t* costs, size_t count);
static inline void wendi_cluster_workspace_forget(wendi_cluster_workspace* workspace) {
    workspace->cluster = -1;
}
/// Lists the nodes of a cluster and computes its matrix. *changed_opt: true when anything differs from
/// before. workspace: needed for level 1 only. Errors: MEMORY, the matrix is then unchanged; LIMIT: costs of
/// 2^30 or more, so no further level can be built.
wend_result wendi_build_matrix(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                               wendi_cluster_workspace* workspace, bool* changed_opt);
/// Computes the costs of the matrix of a cluster of level 2 or above, which has its nodes, from those of its
/// children, on a map without links. Errors: MEMORY, LIMIT (as wendi_build_matrix); the costs are then
/// undefined.
wend_result wendi_merge_matrices(const wend_grid* grid, const wendi_matrix* children, int32_t child_count,
                                 const wend_allocator* allocator, wendi_matrix* matrix);
#endif
