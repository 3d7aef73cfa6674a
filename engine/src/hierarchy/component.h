// component.h: which tiles reach each other, also after an edit? The connected components of the nodes.
#ifndef WENDI_COMPONENT_H
#define WENDI_COMPONENT_H
#include "core/base.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/changes.h"
#include "hierarchy/reach.h"
#include "kernel/cluster_flood.h"

// ---- which tiles of the map reach each other?
//
// The nodes of a cluster that reach each other inside it form a part, and parts that share nodes form a
// component. Passable tiles that reach no node lie inside one cluster. They form enclosed components, which
// have no label.
//
// One-way steps and links lead from component to component. They are kept as edges between components
// (wendi_reach); components on a cycle of edges reach each other and count as one.

typedef struct wendi_parts { // of one cluster
    uint32_t label;          // of all nodes of the cluster, when count is 0
    int16_t count;           // number of labels
    bool owns_memory; // one use of the labels (store/table.h); false: they lie in the file of the world
    uint32_t* labels; // one for each node; NULL when count is 0
} wendi_parts;
typedef WENDI_TABLE(wendi_parts) wendi_parts_table;

/// A part of a cluster reaches another one inside the cluster, but not back.
typedef struct wendi_one_way {
    int32_t cluster;
    int16_t from, to; // slots of the first nodes of the two parts
} wendi_one_way;

WENDI_LIST(wendi_one_way_list, wendi_one_way); // ascending by cluster

typedef struct wendi_components {
    wend_allocator allocator;
    wendi_parts_table
        parts; // one for each cluster of level 1; with a source, only of those that are in memory
    const wendi_level* stored_opt; // with a source: level 1, whose directory names the parts of all others
    uint32_t* stored_labels;
    uint64_t stored_label_count;
    int32_t cluster_count;
    uint32_t* parent; // by label: the sets of those of one component (core/containers.h)
    size_t label_capacity;
    uint32_t label_count;
    int64_t count;   // components, including enclosed ones
    int64_t largest; // tiles in the largest component
    bool counted;    // count and largest are valid
    wendi_one_way_list one_ways;
    wendi_reach reach;
} wendi_components;

/// Finds the components of a graph. Free *out by wendi_components_free, also after an error. Errors: MEMORY.
wend_result wendi_components_find(const wend_grid* grid, const wendi_graph* graph, wendi_components* out);
/// Components of a number of clusters and labels, all of them roots, with empty parts. Errors: MEMORY.
wend_result wendi_components_begin(const wend_allocator* allocator, int32_t cluster_count,
                                   uint32_t label_count, wendi_components* out);
/// With a source, before the graph is freed.
void wendi_components_free(wendi_components* components);
size_t wendi_components_bytes(const wendi_components* components);

/// The parts of a cluster; empty for one that is not open.
wendi_parts wendi_parts_at(const wendi_components* components, int32_t cluster);
/// Makes the matrix and the parts of a cluster of level 1 the world's own and takes them into memory, so that
/// they may be replaced. The cluster must be open. Errors: MEMORY.
wend_result wendi_hold_cluster(wendi_graph* graph, wendi_components* components, int32_t cluster);
/// Makes the labels of the parts of a cluster that is held the world's own, so that they may be changed.
/// Errors: MEMORY.
wend_result wendi_own_labels(const wendi_components* components, int32_t cluster);
/// Components that share what they can with others. Errors: MEMORY.
wend_result wendi_components_share(const wendi_components* components, wendi_components* out);

/// True when some components lead to others without a way back.
static inline bool wendi_has_one_ways(const wendi_components* components) {
    return components->reach.label_count > 0;
}
/// Component of a node, given by its cluster and slot. Nodes of one component reach each other; those of
/// different components reach each other only along edges of both directions.
uint32_t wendi_component_of(const wendi_components* components, int32_t cluster, int32_t slot);

/// The root of a label. All labels of a component have the same root.
uint32_t wendi_component_root(const wendi_components* components, uint32_t label);
/// Creates a label. Errors: MEMORY, LIMIT.
wend_result wendi_component_new(wendi_components* components, uint32_t* out);
/// Stores the labels of a cluster's nodes, which are equal within a part. whole: all labels are equal, and
/// one is stored for all nodes. Errors: MEMORY.
wend_result wendi_parts_make(const wendi_components* components, const uint32_t* labels, int32_t count,
                             bool whole, wendi_parts* out);
void wendi_parts_free(const wendi_components* components, wendi_parts* parts);
/// True when two nodes of a matrix reach each other.
static inline bool wendi_in_one_part(const wendi_matrix* matrix, int32_t i, int32_t k) {
    return wendi_has_path(matrix, i, k) && wendi_has_path(matrix, k, i);
}
/// For each slot of a matrix, the first slot in the same part. True when the cluster has one part only.
bool wendi_parts_of(const wendi_matrix* matrix, uint8_t first_out[WENDI_MAX_CLUSTER_NODES]);
/// Appends the one-way connections between the parts of a cluster. Errors: MEMORY.
wend_result wendi_one_ways_add(const wendi_matrix* matrix, int32_t cluster, wendi_one_way_list* list);
/// Finds which components lead to which, by these one-way connections and by links. Errors: MEMORY.
wend_result wendi_components_reach(const wendi_components* components, const wend_grid* grid,
                                   const wendi_graph* graph, const wendi_one_way_list* one_ways,
                                   wendi_reach* out);

/// True when a path leads from a passable tile to another.
bool wendi_components_connect(const wend_grid* grid, const wendi_graph* graph,
                              const wendi_components* components, wend_tile from, wend_tile to);

/// Lists the components of the nodes that a tile reaches in its clusters (WENDI_FROM), or that reach it, up
/// to 4 * WENDI_MAX_CLUSTER_NODES. *direct_io becomes true when the other tile does too.
int32_t wendi_components_around(const wend_grid* grid, const wendi_graph* graph,
                                const wendi_components* components, wend_tile tile, wend_tile other,
                                wendi_sense sense, uint32_t* list, bool* direct_io);
/// Adds to a list, without repeats, the components of the nodes of a cluster that lie in a set of tiles.
/// Returns the new count, up to 4 * WENDI_MAX_CLUSTER_NODES.
int32_t wendi_components_in(const wendi_graph* graph, const wendi_components* components, int32_t cluster,
                            const wendi_tile_set* tiles, uint32_t* list_io, int32_t count);
/// Numbers of components lie below this: see wendi_reach_number.
static inline size_t wendi_component_numbers(const wendi_components* components) {
    return (size_t)components->label_count + components->reach.group_count + 1;
}
/// The tiles of each component, by its number; 0 for numbers of none. Enclosed components have no number.
/// pass: that reads the clusters.
void wendi_components_sizes(const wend_grid* grid, const wendi_graph* graph,
                            const wendi_components* components, const struct wendi_pass* pass,
                            int64_t* tiles_out);
/// Adds the tiles of a cluster to those of their components, by number, and its enclosed components to the
/// totals. Tiles on its right and lower line are left to the neighbour beyond, if there is one.
void wendi_components_count_cluster(const wend_grid* grid, const wendi_graph* graph,
                                    wendi_components* components, int32_t cluster, int64_t* tiles_io);
/// Counts the components and the tiles of the largest, by floods from the nodes of each cluster. Tiles that
/// reach each other both ways are one component. pass_opt: that reads the clusters. Errors: MEMORY.
wend_result wendi_components_count(const wend_grid* grid, const wendi_graph* graph,
                                   wendi_components* components, const struct wendi_pass* pass_opt);

// ---- can a path lead from tile to tile?

/// False: certainly no path leads from one tile to another. Neither need be here.
bool wendi_may_lead(const wendi_graph* graph, const wendi_components* components, wend_tile from,
                    wend_tile to);
/// The same for a path to some tile within a radius of the second, in tiles. INFINITY: to any.
bool wendi_may_lead_near(const wendi_graph* graph, const wendi_components* components, wend_tile from,
                         wend_tile to, double radius);
/// As the first, much faster than inserting the tiles: without a search over components that lead to others.
bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b);

// ---- which components does a world have after an edit? (component_repair.c)

/// A node that a cluster of an edit shares with a cluster outside the edit.
typedef struct wendi_outer_node {
    uint32_t node;
    int32_t group;         // that contains the node
    int32_t cluster, slot; // the outer cluster, and the node's slot there
} wendi_outer_node;

/// Groups of nodes: nodes that reach each other inside the edit's clusters are in one group. The number of a
/// group is the entry of its first node.
typedef struct wendi_groups {
    uint32_t* group_of; // by entry: index in the cluster list * stride + slot
    int32_t stride;     // nodes of the cluster that has most
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
