// component.h: which parts of the map are connected. The nodes of a cluster that reach each other inside it
// are a part; parts that share nodes are a component. Passable tiles that reach no node lie wholly inside one
// cluster: a pocket, a component of its own without a label.
#ifndef WENDI_COMPONENT_H
#define WENDI_COMPONENT_H
#include "hierarchy/abstract_graph.h"

typedef struct wendi_parts { // of one cluster
    uint32_t label;          // of all its nodes, when
    int32_t count;           // this is 0; else there is
    uint32_t* labels;        // one for each of count nodes
} wendi_parts;

typedef struct wendi_components {
    wend_allocator allocator;
    wendi_parts* parts; // one a cluster
    int32_t cluster_count;
    uint32_t* parent; // by label: another label of the same component, or itself
    size_t label_capacity;
    uint32_t label_count;
    int64_t count;   // components, pockets included
    int64_t largest; // tiles in the largest
    bool counted;    // count and largest are up to date
} wendi_components;

/// Labels the parts of all clusters, anew. *out is freed by wendi_components_free, also after an error.
/// Errors: MEMORY.
wend_result wendi_components_find(const wendi_graph* graph, wendi_components* out);
void wendi_components_free(wendi_components* components);
size_t wendi_components_bytes(const wendi_components* components);

/// Label of the component of a cluster's node, by its place in the cluster's table. Equal for two nodes
/// exactly when a way connects them.
uint32_t wendi_component_of(const wendi_components* components, int32_t cluster, int32_t slot);

/// The label that all labels of a component lead to.
uint32_t wendi_component_root(const wendi_components* components, uint32_t label);
/// The same; labels on the way get a shorter one (path halving).
uint32_t wendi_component_shorten(wendi_components* components, uint32_t label);
/// Makes a new label. Errors: MEMORY, LIMIT.
wend_result wendi_component_new(wendi_components* components, uint32_t* out);
/// The parts of a cluster by labels: one a node of its table, equal within a part; if whole, one for all.
/// Errors: MEMORY.
wend_result wendi_parts_make(const wendi_components* components, const uint32_t* labels, int32_t count,
                             bool whole, wendi_parts* out);
void wendi_parts_free(const wendi_components* components, wendi_parts* parts);
/// For each node of a table the first that it is connected to inside the cell, by place. True when that is
/// the first of all for every one.
bool wendi_parts_of(const wendi_matrix* matrix, uint8_t first_out[WENDI_MAX_CLUSTER_NODES]);
/// The clusters that have a node, ascending.
static inline int32_t wendi_clusters_of_node(const wendi_graph* graph, uint32_t node, int32_t out[4]) {
    return wendi_clusters_at(&graph->clusters, wendi_node_tile(&graph->clusters, node), out);
}

/// True when a path leads from one passable tile to the other.
bool wendi_components_connect(const wend_grid* grid, const wendi_graph* graph,
                              const wendi_components* components, wend_tile from, wend_tile to);

/// Counts the components and the tiles of the largest, by flooding from the nodes of each cluster. Errors:
/// MEMORY.
wend_result wendi_components_count(const wend_grid* grid, const wendi_graph* graph,
                                   wendi_components* components);
#endif
