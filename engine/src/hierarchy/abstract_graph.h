// abstract_graph.h: what are the nodes and edges of each level?
//
// A cluster of level n consists of 2 x 2 clusters of level n - 1. The nodes of a level are tiles on its
// border lines. They are fewer and farther apart from level to level, and each is also a node of the level
// below. Ends of links are nodes where the link leads out of a cluster (see below). The edges of a
// cluster are the entries of its distance matrix. A search uses the largest clusters that contain neither
// start nor goal, so a long path takes little more time than a short one.
#ifndef WENDI_ABSTRACT_GRAPH_H
#define WENDI_ABSTRACT_GRAPH_H
#include <stdatomic.h>

#include "core/base.h"
#include "hierarchy/distance_matrix.h"
#include "hierarchy/entrance.h"
#include "kernel/passability_bits.h"
#include "store/table.h"
#include "wend/world.h"

// ---- where clusters come from

struct wendi_pass;
typedef struct wendi_source wendi_source;

typedef struct wendi_source_kind {
    void (*free)(wendi_source* source);
    wend_result (*open)(wendi_source* source, int32_t level, int32_t cluster);
    wend_result (*open_all)(wendi_source* source, const struct wendi_pass* pass_opt);
    bool (*all_are_open)(const wendi_source* source);
    wend_result (*hold_all)(wendi_source* source); // it frees itself
    void (*expect)(wendi_source* source, int32_t level, int32_t cluster);
    void* (*pass_begin)(wendi_source* source);
    void (*pass_row)(void* read, int32_t level, int32_t row);
    void (*pass_end)(void* read);
    // With regions.
    bool (*is_here)(wendi_source* source, int32_t level, int32_t cluster);
    int32_t (*begin_reading)(wendi_source* source);
    void (*end_reading)(wendi_source* source, int32_t turn);
    // Other versions of the world. The first opens what is no longer shared once it is open.
    wend_result (*prepare_share)(wendi_source* source);
    wend_result (*share)(const wendi_source* source, struct wend_world* to);
    void (*belong)(wendi_source* source, struct wend_world* world);
} wendi_source_kind;

struct wendi_source {
    const wendi_source_kind* kind;
    size_t bytes;
    _Atomic uint64_t losses; // how often a region went
};

// ---- which rows of a pending distance matrix have their costs?

enum { WENDI_ROW_EMPTY = 255, WENDI_ROW_FILLING = 254 }; // a thread is storing the costs

/// The rows of a pending matrix, in memory that the versions of a world count (store/table.h).
typedef struct wendi_pending_rows {
    int32_t count;
    _Atomic uint8_t shift[]; // by slot; WENDI_ROW_EMPTY, WENDI_ROW_FILLING: its costs may not be read
} wendi_pending_rows;

/// Makes rows without costs. Errors: MEMORY.
wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out);
/// Ends a use; rows_opt may be NULL.
void wendi_pending_rows_free(wendi_pending_rows* rows_opt, const wend_allocator* allocator);
/// What tables of them hold.
extern const wendi_item_kind wendi_rows_items;

// ---- where does a cluster lie that is read in place?

typedef struct wendi_cluster_entry { // of a directory
    uint64_t matrix;                 // its first byte behind that of the first matrix
    uint64_t checksum;
    uint32_t count; // nodes
    uint32_t label; // level 1: component of all nodes; if there are several, the index of its first label
    uint16_t shift;
    uint16_t parted; // 1: its nodes have several components inside the cluster
    uint32_t zero;
} wendi_cluster_entry;

// ---- what are the nodes and edges of each level?

enum { WENDI_MAX_CLUSTER_NODES = 4 * WENDI_MAX_CLUSTER_SIDE + WEND_MAX_CLUSTER_LINKS };

// What edits have done to a cluster. Searches use the children of a cluster that is not up to date.
typedef enum wendi_cluster_state {
    WENDI_UP_TO_DATE,
    WENDI_PENDING_BELOW, // a cluster inside it is pending
    WENDI_PENDING,       // its nodes or a child's matrix changed: its matrix must be recomputed
} wendi_cluster_state;

// How far a cluster of a graph with a source is open (open.h). Of one that is IN_PLACE, matrix and components
// are read where the source has them, so that processes share them; an edit takes it into memory before it
// changes them.
typedef enum wendi_open_state {
    WENDI_UNOPENED,
    WENDI_OPENING,
    WENDI_IN_PLACE,
    WENDI_IN_MEMORY
} wendi_open_state;

typedef WENDI_TABLE(wendi_matrix) wendi_matrix_table;
typedef WENDI_TABLE(wendi_passability_bits) wendi_bits_table;
typedef WENDI_TABLE(struct wendi_pending_rows*) wendi_rows_table;

typedef struct wendi_level {
    wendi_partition clusters;
    wendi_word_table
        nodes; // by cluster of level 1: bit set of the border indices that are nodes of this level
    wendi_matrix_table matrices; // one for each cluster; with a source, only of those that are in memory
    _Atomic uint32_t* opened; // with a source: wendi_open_state of 16 clusters each; NULL: all are in memory
    const wendi_cluster_entry* directory; // likewise: where those lie that are in place
    char* stored_matrices;
    wendi_byte_table states; // wendi_cluster_state of each cluster
    wendi_shared* block;     // memory of all matrices, except those that own theirs; NULL: they are in place
} wendi_level;

typedef struct wendi_graph {
    wend_allocator allocator;
    wendi_partition clusters; // of level 1
    // By cluster of level 1; none: the map did not have uniform cost when the graph was made.
    wendi_bits_table passability_bits;
    wendi_word_table versions;   // by cluster of level 1: the version of the world in which it last changed
    wendi_word_table class_bits; // by cluster of level 1, see tile_index.h; none: not made yet
    wendi_byte_table holds_passable; // by cluster of all sizes, see tile_index.h; none: not made yet
    wendi_rows_table pending_rows;   // by cluster of level 1, see matrix_build.h; none: no matrix is pending
    wendi_shared* stored;            // where matrices without a block lie; NULL: there are none
    struct wendi_source* source; // where clusters come from when they are opened (open.h); NULL: all are open
    int32_t region_level;        // whose clusters are the regions of the source; 0: it has none
    int32_t pending_count;       // clusters of level 1 that are not up to date
    int32_t level_count;
    wendi_level level[WEND_MAX_LEVELS]; // level[0] is level 1
    // The last member, because a thread that hashes the world may set it: see below. NULL: none.
    _Atomic(struct wendi_kept_hashes*) kept_hashes;
} wendi_graph;

/// The hashes of which that of a world is made, a tree of three tiers: clusters and node sets, groups of
/// them, the world. They are kept from the first time that the world is hashed, until something below
/// changes. 0: not known.
typedef struct wendi_kept_hashes {
    // By level - 1. Of clusters, each chunk of the table has a group, and the hash of the group as its last
    // item.
    wendi_noted_table clusters[WEND_MAX_LEVELS];
    wendi_noted_table nodes[WEND_MAX_LEVELS]; // one for each group of node sets
} wendi_kept_hashes;
enum {
    WENDI_CLUSTERS_HASHED = WENDI_CHUNK_ITEMS - 1,
    WENDI_NODE_SETS_HASHED = WENDI_CHUNK_ITEMS
}; // in a group

// Sets of border indices: the top line of a cluster, with its crossing, and the left line without it.
#define WENDI_TOP_LINE  ((uint64_t)UINT32_MAX)
#define WENDI_LEFT_LINE (~(uint64_t)UINT32_MAX)
#define WENDI_CROSSING  ((uint64_t)1)

/// Number of levels that suits a map, at least 1: the side of a top-level cluster is at most about a quarter
/// of the map's longer side.
int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size);

/// Divides the map into clusters, with empty matrices and all passability bits zero. nodes_opt: the node sets
/// of all levels, one after the other, in the file of the world; NULL: there are no nodes. Free *out by
/// wendi_graph_free, also after an error. Errors: MEMORY, LIMIT (too many clusters).
wend_result wendi_graph_divide(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                               uint64_t* nodes_opt, const wend_allocator* allocator, wendi_graph* out);
/// Updates the passability bits of a cluster, or of all of them, if the graph keeps them.
void wendi_graph_read_passability(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
void wendi_graph_read_all_passability(wendi_graph* graph, const wend_grid* grid);
/// Chooses the nodes on the top and left side of a cluster and its crossing, from the tiles there and the
/// nodes of the level below. Calls for different clusters may run in parallel.
void wendi_choose_nodes(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster);
/// The same for the crossing and those sides that are asked for; the others stay as they are.
void wendi_choose_nodes_of(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                           bool top, bool left);
/// The nodes of level 1 on the top and left side of a cluster and its crossing: what the tiles say.
uint64_t wendi_nodes_by_tiles(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster);
/// Adds a level with empty matrices and without nodes, or with those of the file of the world. Errors:
/// MEMORY.
wend_result wendi_graph_add_level(wendi_graph* graph, uint64_t* nodes_opt);
/// Removes all levels above the given number.
void wendi_graph_drop_levels(wendi_graph* graph, int32_t kept);
void wendi_graph_free(wendi_graph* graph);
size_t wendi_graph_bytes(const wendi_graph* graph);

static inline wendi_open_state wendi_open_state_of(const _Atomic uint32_t* opened, int32_t cluster) {
    const uint32_t states = atomic_load_explicit(&opened[cluster / 16], memory_order_acquire);
    return (wendi_open_state)(states >> cluster % 16 * 2 & 3);
}
/// True when the graph and the components have a cluster in memory. Of the clusters that are not, what they
/// hold is zero, and better not looked at, as that memory is not there yet.
static inline bool wendi_is_in_memory(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const _Atomic uint32_t* opened = graph->level[level - 1].opened;
    return !opened || wendi_open_state_of(opened, cluster) == WENDI_IN_MEMORY;
}
/// Where a cluster lies that is read in place; NULL: it is not.
static inline const wendi_cluster_entry* wendi_entry_in_place(const wendi_level* level, int32_t cluster) {
    const bool in_place = level->opened && wendi_open_state_of(level->opened, cluster) == WENDI_IN_PLACE;
    return in_place ? &level->directory[cluster] : NULL;
}
/// Empty for a cluster that is not open.
static inline wendi_matrix wendi_matrix_at(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(&graph->level[level - 1].clusters));
    const wendi_level* l = &graph->level[level - 1];
    const wendi_cluster_entry* entry = wendi_entry_in_place(l, cluster);
    if (!entry) return *wendi_item(&l->matrices, cluster);
    wendi_matrix matrix = {.count = (int32_t)entry->count, .shift = (int16_t)entry->shift};
    if (matrix.count > 0) matrix.nodes = (uint32_t*)(void*)(l->stored_matrices + entry->matrix);
    return matrix;
}
/// A pointer to what wendi_matrix_at returns. It is valid in the block where it is written.
#define wendi_matrix_of(graph, level, cluster)                                                               \
    ((const wendi_matrix*)(wendi_matrix[1]){wendi_matrix_at(graph, level, cluster)})
static inline wendi_cluster_state wendi_state_of(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return (wendi_cluster_state)*wendi_item(&graph->level[level - 1].states, cluster);
}
/// Makes the entry of a cluster's matrix the graph's own and takes it into memory, so that it may be
/// replaced. The cluster must be open. Errors: MEMORY.
wend_result wendi_hold_matrix(wendi_graph* graph, int32_t level, int32_t cluster);
/// The same for its costs, so that they may be changed. Errors: MEMORY.
wend_result wendi_own_costs(wendi_graph* graph, int32_t level, int32_t cluster);
/// True when no other version and no other profile uses the costs of a matrix.
bool wendi_has_own_costs(const wendi_graph* graph, int32_t level, const wendi_matrix* matrix);
/// What tables of passability bits hold.
extern const wendi_item_kind wendi_bits_items;
/// Makes everything about a cluster of level 1 the graph's own that an edit of it may change, but for
/// matrices: on all levels its state, and on those of a set, as bits, the nodes on the lines of the cluster
/// around it. Errors: MEMORY.
wend_result wendi_own_cluster(wendi_graph* graph, int32_t cluster, uint32_t levels);
/// The hashes that a graph keeps, made if there are none. Any number of threads may call it at once. NULL:
/// out of memory.
wendi_kept_hashes* wendi_kept_hashes_of(const wendi_graph* graph);
/// Lets another version of a graph know the hashes. Errors: MEMORY.
wend_result wendi_kept_hashes_share(const wendi_graph* graph, wendi_graph* to);
/// The matrix of a cluster is about to change, or on level 1 its tiles or steps. Errors: MEMORY.
wend_result wendi_forget_hash(wendi_graph* graph, int32_t level, int32_t cluster);
/// Sets the state of a cluster that no other thread sets.
void wendi_set_open_state(_Atomic uint32_t* opened, int32_t cluster, wendi_open_state state);
/// NULL: passable tiles may differ in cost.
static inline const wendi_bits_table* wendi_bits_of(const wendi_graph* graph, const wend_grid* grid) {
    return graph->passability_bits.table.kind && wendi_has_uniform_cost(grid) ? &graph->passability_bits
                                                                              : NULL;
}
static inline const wendi_passability_bits*
wendi_passability_bits_of(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    const wendi_bits_table* bits = wendi_bits_of(graph, grid);
    return bits ? wendi_item(bits, cluster) : NULL;
}
/// True when a node is also a node of the level.
static inline bool wendi_node_reaches(const wendi_graph* graph, uint32_t node, int32_t level) {
    const uint64_t* nodes =
        wendi_item(&graph->level[level - 1].nodes, (int32_t)(node / WENDI_BORDER_INDEX_COUNT));
    return *nodes >> node % WENDI_BORDER_INDEX_COUNT & 1;
}
/// The cluster of a level that contains a cluster of level 1.
int32_t wendi_cluster_containing(const wendi_graph* graph, int32_t level, int32_t cluster);
/// Marks the cluster of a level that contains a cluster of level 1 as pending, and all clusters above it as
/// pending below.
void wendi_mark_pending(wendi_graph* graph, int32_t level, int32_t cluster);
/// The children of a cluster of level 2 or above. Returns how many.
int32_t wendi_children_of(const wendi_graph* graph, int32_t level, int32_t cluster, int32_t out[4]);
/// Number of directed pairs of different nodes that a matrix connects.
int64_t wendi_count_edges(const wendi_matrix* matrix);

// ---- which nodes does a cluster have?
//
// Those of its level on its border lines, and ends of links. A link leads out of the clusters of a level when
// no cluster of the level contains both its ends. Then its ends are nodes of that level, in all clusters that
// contain them. On the levels above, where a cluster contains both, the link is part of the distance matrix.
// Disabled links and blocked ends count as well: the nodes depend only on where links lie. Of a seam, though,
// only some pairs are nodes, chosen as at an entrance (entrance.h), so these depend on the tiles of both
// sides.

/// Allocates the matrices of a level after its nodes are chosen, and lists their nodes; the costs are still
/// undefined. One block holds all matrices in the order of the clusters, because a search reads matrices of
/// nearby clusters. only_opt: clusters of the level that get nodes; NULL: all. Errors: MEMORY.
wend_result wendi_graph_alloc_matrices(wendi_graph* graph, const wend_grid* grid, int32_t level,
                                       const wendi_cluster_span* only_opt);
/// The nodes of a cluster, ascending: those on its border lines, and the ends of links. Returns how many; out
/// may be NULL.
int32_t wendi_cluster_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                            uint32_t* out);
/// The number of levels, from 1 on, that a link leads out of the clusters of.
int32_t wendi_link_levels(const wendi_graph* graph, const wend_link* link);
/// All clusters, or one. Errors: LIMIT (a cluster of level 1 has more than WEND_MAX_CLUSTER_LINKS nodes at
/// ends of links).
wend_result wendi_check_link_nodes(const wendi_graph* graph, const wend_grid* grid);
wend_result wendi_check_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t cluster);
int64_t wendi_count_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level);

// ---- one cluster is opened (open.h)

/// True for a cluster that its source has not brought yet.
static inline bool wendi_is_unopened(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const _Atomic uint32_t* states = graph->level[level - 1].opened;
    return states && wendi_open_state_of(states, cluster) == WENDI_UNOPENED;
}
/// Tells the source that a cluster will be opened soon, and does not wait for it.
static inline void wendi_expect(const wendi_graph* graph, int32_t level, int32_t cluster) {
    if (wendi_is_unopened(graph, level, cluster)) graph->source->kind->expect(graph->source, level, cluster);
}
/// Opens a cluster. Any number of threads may call it at once. Errors: DAMAGED, MEMORY, NOT_LOADED.
static inline wend_result wendi_open(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return graph->source ? graph->source->kind->open(graph->source, level, cluster) : WEND_OK;
}
/// What passes over all of a graph call after each cluster of a level: where it was the last of a row, what
/// was read is given back. Without a pass nothing happens.
void wendi_pass_cluster(const struct wendi_pass* pass_opt, int32_t level, int32_t cluster);
#endif
