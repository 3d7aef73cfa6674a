// abstract.h: the abstract graph. Its nodes are those of all entrances and crossings; the edges of a cluster
// are a square matrix: the cost from each of its nodes to each other by ways inside the cluster.
//
// Each node is owned by one cluster, the one whose top-left crossing, top side or left side it lies on, and
// numbered in the order of clusters. The nodes of a cluster follow from that in a fixed order: its own, the
// left side of its right neighbour with the crossing, the top side of its lower neighbour with the crossing,
// the crossing of its lower right neighbour.
#ifndef WENDI_ABSTRACT_H
#define WENDI_ABSTRACT_H
#include "distance.h"
#include "entrance.h"

enum { WENDI_MAX_CLUSTER_NODES = 4 * WENDI_MAX_CLUSTER_SIDE };

typedef struct wendi_owned { // nodes of a cluster's own, in this order
    uint8_t crossing;        // 0 or 1
    uint8_t top, left;
} wendi_owned;

typedef struct wendi_abstract {
    wend_allocator allocator;
    wendi_clusters clusters;
    wendi_owned* owned;    // one a cluster
    uint32_t* first_node;  // number of a cluster's first own node; one more entry at the end
    wend_tile* node_tiles; // one a node
    uint64_t* first_entry; // where a cluster's matrix begins; one more entry at the end
    uint32_t* distances; // row by row: from each node of the cluster to each; WENDI_UNREACHED: no way inside
    uint32_t node_count;
    uint64_t entry_count;
} wendi_abstract;

/// Numbers of a cluster's nodes in the order of its matrix. Returns how many.
int32_t wendi_cluster_nodes(const wendi_abstract* abstract, int32_t cluster,
                            uint32_t out[WENDI_MAX_CLUSTER_NODES]);

/// Finds the nodes; distances stay NULL. *out is freed by wendi_abstract_free, also after an error. Errors:
/// MEMORY, LIMIT.
wend_result wendi_abstract_find_nodes(const wend_grid* grid, int32_t cluster_size, const wend_tasks* tasks,
                                      const wend_allocator* allocator, wendi_abstract* out);
/// Makes room for the matrices, whatever is in it. Errors: MEMORY.
wend_result wendi_abstract_alloc_distances(wendi_abstract* abstract);
/// Fills the matrices of the clusters [begin, end).
void wendi_abstract_measure(wendi_abstract* abstract, const wend_grid* grid, int32_t begin, int32_t end);
void wendi_abstract_free(wendi_abstract* abstract);
size_t wendi_abstract_bytes(const wendi_abstract* abstract);
/// Distances between different nodes among those of matrices: neither 0 nor WENDI_UNREACHED.
int64_t wendi_count_edges(const uint32_t* distances, uint64_t count);

/// Runs a task over [0, count) with the hooks, or in place.
void wendi_run_tasks(const wend_tasks* tasks, wend_task_fn* task, void* context, int32_t count);
#endif
