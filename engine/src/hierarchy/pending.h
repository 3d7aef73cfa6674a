// pending.h: how does a query get the distance matrix of a cluster of level 1 that waits to be recomputed?
//
// After a change of many clusters their matrices are pending. A pending matrix has its nodes, and its
// entries show which nodes reach which: WENDI_NO_PATH or anything else. The first query that needs the costs
// computes them, on whichever thread; refreshing the world computes the rest. Only whether a cluster is
// pending shows from outside, not whether a query has computed it.
#ifndef WENDI_PENDING_H
#define WENDI_PENDING_H
#include "hierarchy/matrix_build.h"

enum {
    WENDI_FILLED,
    WENDI_FILLED_FAR, // likewise, and its costs are so large that there can be no level above
    WENDI_UNFILLED,
    WENDI_FILLING // a thread is storing the costs
};

/// Makes room to note which matrices are pending. Errors: MEMORY.
wend_result wendi_pending_reserve(wendi_graph* graph);
/// Frees it when no cluster of level 1 is pending.
void wendi_pending_trim(wendi_graph* graph);
/// Marks a cluster of level 1 as pending, with all clusters above it.
void wendi_pending_add(wendi_graph* graph, int32_t cluster);
/// The cluster is not pending any more: its matrix is up to date.
void wendi_pending_remove(wendi_graph* graph, int32_t cluster);

/// Makes a matrix of the nodes that a cluster has now, which shows which of them reach which. Errors: MEMORY.
wend_result wendi_build_reach_matrix(wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                                     wendi_cluster_workspace* workspace, wendi_matrix* out);
/// Computes the costs of a pending matrix, unless that is done. Any number of threads may call it at once,
/// each with its own workspace.
void wendi_fill_matrix(const wendi_graph* graph, const wend_grid* grid, int32_t cluster,
                       wendi_cluster_workspace* workspace);
/// True when the costs of a matrix of level 1 may be read.
static inline bool wendi_matrix_is_filled(const wendi_graph* graph, int32_t cluster) {
    return !graph->fills ||
           atomic_load_explicit(&graph->fills[cluster], memory_order_acquire) <= WENDI_FILLED_FAR;
}
/// Number of directed pairs of different nodes that a cluster of level 1 connects. Reads no matrix that
/// another thread may be filling.
int64_t wendi_count_reach(const wendi_graph* graph, const wend_grid* grid, int32_t cluster);
#endif
