// read_ahead.h: how does a query wait less for a file that is not in the memory of the system?
//
// A page that is missing when it is touched makes the query wait, and the system read far more around it than
// a query needs. The tiles and matrices of clusters that are going to be touched are asked for before.
#ifndef WENDI_READ_AHEAD_H
#define WENDI_READ_AHEAD_H
#include "hierarchy/abstract_graph.h"

/// True for a cluster of a mapped world that is not checked yet.
static inline bool wendi_is_unchecked(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const _Atomic uint32_t* checks = graph->level[level - 1].checks;
    return checks && wendi_check_state_of(checks, cluster) == WENDI_UNCHECKED;
}
void wendi_read_ahead_now(const wendi_graph* graph, int32_t level, int32_t cluster);
/// Asks the system for the matrix of a cluster that is not checked yet and, on level 1, for its tiles. Does
/// not wait for them. Passes over all clusters do not call it: the system sees by itself that they read in
/// order.
static inline void wendi_read_ahead(const wendi_graph* graph, int32_t level, int32_t cluster) {
    if (wendi_is_unchecked(graph, level, cluster)) wendi_read_ahead_now(graph, level, cluster);
}
/// The same for the clusters of level 1 that contain a tile.
void wendi_read_ahead_at(const wendi_graph* graph, wend_tile tile);
#endif
