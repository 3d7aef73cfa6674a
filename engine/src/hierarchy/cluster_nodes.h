// cluster_nodes.h: which nodes does a cluster have?
//
// Those of its level on its border lines, and ends of links. A link leads out of the clusters of a level when
// no cluster of the level contains both its ends. Then its ends are nodes of that level, in all clusters that
// contain them. On the levels above, where a cluster contains both, the link is part of the distance matrix.
// Disabled links and blocked ends count as well: the nodes depend only on where links lie.
#ifndef WENDI_CLUSTER_NODES_H
#define WENDI_CLUSTER_NODES_H
#include "hierarchy/abstract_graph.h"

/// Allocates the matrices of a level after its nodes are chosen, and lists their nodes; the costs are still
/// undefined. One block holds all matrices in the order of the clusters, because a search reads matrices of
/// nearby clusters. Errors: MEMORY.
wend_result wendi_graph_alloc_matrices(wendi_graph* graph, const wend_grid* grid, int32_t level);
/// The nodes of a cluster, ascending: those on its border lines, and the ends of links. Returns how many; out
/// may be NULL.
int32_t wendi_cluster_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                            uint32_t* out);
/// The number of levels, from 1 on, that a link leads out of the clusters of.
int32_t wendi_link_levels(const wendi_graph* graph, const wend_link* link);
/// The nodes of a level at the ends of links in an area, except those that the level has anyway: ascending.
/// Returns how many; out may be NULL.
int32_t wendi_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t level, wend_rect area,
                            uint32_t* out);
/// All clusters, or one. Errors: LIMIT (a cluster of level 1 has more than WEND_MAX_CLUSTER_LINKS nodes at
/// ends of links).
wend_result wendi_check_link_nodes(const wendi_graph* graph, const wend_grid* grid);
wend_result wendi_check_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t cluster);
int64_t wendi_count_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level);
#endif
