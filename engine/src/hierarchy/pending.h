// pending.h: how does a query get the distance matrix of a cluster of level 1 that waits to be recomputed?
//
// After a change of many clusters their matrices are pending. A pending matrix has its nodes, and its
// entries show which nodes reach which: WENDI_NO_PATH or anything else. A query computes the rows that it
// relaxes, on whichever thread; refreshing the world computes the matrix. Each row that a query has computed
// has its own shift, so that it does not depend on the others, and an answer not on which were computed
// before. Only whether a cluster is pending shows from outside.
#ifndef WENDI_PENDING_H
#define WENDI_PENDING_H
#include "hierarchy/matrix_build.h"
#include "hierarchy/pending_rows.h"

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
