// matrix_build.h: how are the distance matrices of a cluster computed, at once, or entry by entry when a
// query asks?
#ifndef WENDI_MATRIX_BUILD_H
#define WENDI_MATRIX_BUILD_H
#include "hierarchy/abstract_graph.h"
#include "kernel/sweep.h"

// ---- what are the entries of a cluster's distance matrix?

/// True when all tiles of an area are passable at one cost and no step is closed. Distances then have a
/// closed form, which is the same in both directions.
bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out);
/// Distances from one tile to many by that form.
void wendi_uniform_distances(const wend_grid* grid, uint8_t terrain_class, wend_tile from,
                             const wend_tile* restrict tiles, int32_t count, uint32_t* restrict out);

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

/// To be called after any change of the world: rows of one cluster share its preparation.
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

// ---- how does a query get the distance matrix of a cluster of level 1 that waits to be recomputed?
//
// After a change of many clusters their matrices are pending. A pending matrix has its nodes, and its
// entries show which nodes reach which: WENDI_NO_PATH or anything else. A query computes the rows that it
// relaxes, on whichever thread; refreshing the world computes the matrix. Each row that a query has computed
// has its own shift, so that it does not depend on the others, and an answer not on which were computed
// before. Only whether a cluster is pending shows from outside.

/// Makes room to note which matrices are pending. Errors: MEMORY.
wend_result wendi_pending_reserve(wendi_graph* graph);
/// Frees it when no cluster of level 1 is pending.
void wendi_pending_trim(wendi_graph* graph);
/// Marks a cluster of level 1 as pending, with all clusters above it. Takes over its rows, which have as many
/// slots as its matrix.
void wendi_pending_add(wendi_graph* graph, int32_t cluster, wendi_pending_rows* rows);
/// The cluster is not pending any more: its matrix is up to date.
void wendi_pending_remove(wendi_graph* graph, int32_t cluster);

/// Makes a matrix of the nodes that a cluster has now, which shows which of them reach which. Errors: MEMORY.
wend_result wendi_build_reach_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                                     wendi_cluster_workspace* workspace, wendi_matrix* out);
/// Computes a row of a pending matrix, unless that is done. Returns its shift. Any number of threads may call
/// it at once, each with its own workspace.
int32_t wendi_fill_row(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, int32_t slot,
                       wendi_cluster_workspace* workspace);
/// Computes a pending matrix, whichever of its rows are done; no other thread may use the world, but other
/// versions of it may be in use. *far_out: some costs are so large that there can be no level above. Errors:
/// MEMORY.
wend_result wendi_fill_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                              wendi_cluster_workspace* workspace, bool* far_out);
static inline bool wendi_is_pending(const wendi_graph* graph, int32_t cluster) {
    return wendi_state_of(graph, 1, cluster) != WENDI_UP_TO_DATE;
}
/// Number of directed pairs of different nodes that a cluster of level 1 connects. Reads no matrix that
/// another thread may be filling.
int64_t wendi_count_reach(const wendi_graph* graph, const wend_grid* grid, int32_t cluster);
#endif
