// component_repair.h: repairing the components of a world after some of its clusters were measured anew.
#ifndef WENDI_COMPONENT_REPAIR_H
#define WENDI_COMPONENT_REPAIR_H
#include "hierarchy/component.h"

typedef struct wendi_cluster_list { // a list of cells, ascending, each once
    int32_t* data;
    size_t capacity;
    int32_t count;
} wendi_cluster_list;

/// A node that clusters of an edit share with a cluster outside it.
typedef struct wendi_outer {
    uint32_t node;
    int32_t group;         // of the nodes that the edit's clusters connect among themselves
    int32_t cluster, slot; // outside
} wendi_outer;

/// The nodes of an edit's clusters in groups: those that the clusters connect among themselves.
typedef struct wendi_groups {
    int32_t* of; // by index in the list of clusters * WENDI_MAX_CLUSTER_NODES + place
    size_t of_capacity;
    wendi_outer* outer; // by node
    size_t outer_capacity;
    int32_t outer_count;
} wendi_groups;

/// Errors: MEMORY.
wend_result wendi_groups_find(const wendi_graph* graph, const wendi_cluster_list* clusters,
                              wendi_groups* out);
void wendi_groups_free(wendi_groups* groups, const wend_allocator* allocator);

/// Gives labels to the parts of clusters that were measured anew. before, after: their groups with the old
/// tables and with the new. Errors, after which the components are as they were: MEMORY; LIMIT (labels are
/// used up): components must be found from nothing.
wend_result wendi_components_repair(wendi_components* components, const wendi_graph* graph,
                                    const wendi_cluster_list* clusters, const wendi_groups* before,
                                    const wendi_groups* after);
#endif
