// active_clusters.h: which clusters does an abstract search work on, and which of them have a node? A cluster
// becomes active when the search first reaches one of its nodes.
#ifndef WENDI_ACTIVE_CLUSTERS_H
#define WENDI_ACTIVE_CLUSTERS_H
#include "search/abstract_state.h"

/// Forgets the active clusters of the last search and prepares for the world of this one. Errors: MEMORY.
wend_result wendi_active_reset(wendi_abstract_search* search);
/// The active cluster at the column and row of a cluster of level 1, activated if need be; -1: none in the
/// scope; -2: out of memory.
int32_t wendi_activate_at(wendi_abstract_search* search, int32_t x, int32_t y);
/// Lists the clusters of the scope that have a node, except the active cluster that it was reached in
/// (through; -1: none). Activates those that are not active. Returns how many; -1: out of memory.
int32_t wendi_activate_others(wendi_abstract_search* search, uint32_t node, int32_t through,
                              wendi_node_slot out[4]);
/// The same, but lists only those that are active already.
int32_t wendi_active_others(wendi_abstract_search* search, uint32_t node, int32_t through,
                            wendi_node_slot out[4]);
/// Notes for the nodes on the line between two active clusters that these are the only ones that have them.
void wendi_join_active(const wendi_abstract_search* search, int32_t a, int32_t b);
/// The shift of a row of an active cluster's matrix. Computes the row first when the cluster is pending.
int32_t wendi_active_row_shift(const wendi_abstract_search* search, const wendi_active_cluster* v,
                               int32_t slot);
/// The cost of an edge of an active cluster, likewise; WENDI_UNREACHED: there is none.
uint32_t wendi_active_cost(const wendi_abstract_search* search, const wendi_active_cluster* v, int32_t from,
                           int32_t to);
#endif
