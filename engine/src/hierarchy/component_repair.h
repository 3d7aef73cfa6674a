// component_repair.h: which components does a world have after an edit?
#ifndef WENDI_COMPONENT_REPAIR_H
#define WENDI_COMPONENT_REPAIR_H
#include "hierarchy/changes.h"
#include "hierarchy/component.h"

/// A node that a cluster of an edit shares with a cluster outside the edit.
typedef struct wendi_outer_node {
    uint32_t node;
    int32_t group;         // that contains the node
    int32_t cluster, slot; // the outer cluster, and the node's slot there
} wendi_outer_node;

/// Groups of nodes: nodes that reach each other inside the edit's clusters are in one group. The number of a
/// group is the entry of its first node.
typedef struct wendi_groups {
    int32_t* group_of; // by entry: index in the cluster list * stride + slot
    int32_t stride;    // nodes of the cluster that has most
    size_t group_of_capacity;
    wendi_outer_node* outer; // ascending by node
    size_t outer_capacity;
    int32_t outer_count;
} wendi_groups;

/// In memory of the list of clusters, which are ascending. Errors: MEMORY.
wend_result wendi_groups_find(const wendi_graph* graph, const wendi_index_list* clusters, wendi_groups* out);

/// The undo log of a repair, in memory of the list of clusters.
typedef struct wendi_component_repair wendi_component_repair;

/// Labels the parts of clusters whose matrices changed. before_opt, after: groups with the old and with the
/// new matrices; before_opt NULL: nothing that was connected became separate; they and the clusters are
/// borrowed until the repair ends. links_changed: links of these clusters came or went. On error the
/// components are unchanged; otherwise wendi_components_end_repair must follow, and until then the components
/// must not be changed. Errors: DAMAGED, MEMORY; LIMIT (no labels left: call wendi_components_find instead).
wend_result wendi_components_repair(wendi_components* components, const wend_grid* grid, wendi_graph* graph,
                                    const wendi_index_list* clusters, const wendi_groups* before_opt,
                                    const wendi_groups* after, bool links_changed,
                                    wendi_component_repair** out);
/// Notes which clusters got other labels and which components were united.
void wendi_components_note_repair(const wendi_component_repair* repair_opt, wendi_changes* changes);
/// Keeps the repaired components, or undoes the repair, and frees it. Cannot fail. repair_opt may be NULL.
void wendi_components_end_repair(wendi_component_repair* repair_opt, bool keep);
#endif
