// abstract_graph.h: the abstract graph, level by level. The cells of level 1 are the clusters; a cell of a
// level above is 2 x 2 cells of the level below. A level's nodes are tiles on the lines between its cells,
// fewer and farther apart from level to level, and each among those of the level below. A cell's edges are
// its table. A search crosses a region that holds neither start nor goal by the largest cell that does, so a
// long path costs little more than a short one.
#ifndef WENDI_ABSTRACT_GRAPH_H
#define WENDI_ABSTRACT_GRAPH_H
#include "hierarchy/distance_matrix.h"
#include "hierarchy/entrance.h"
#include "kernel/cluster_distance.h"
#include "kernel/passability_bits.h"
#include "wend/world.h"

enum { WENDI_MAX_CLUSTER_NODES = 4 * WENDI_MAX_CLUSTER_SIDE };

// What an edit has made of a cell. A cell that is not settled is not used, but cells within it are.
typedef enum wendi_cluster_state {
    WENDI_UP_TO_DATE,
    WENDI_PENDING_BELOW, // some cell within is not settled
    WENDI_PENDING,       // its nodes or a child's table are others: it is to be measured anew
} wendi_cluster_state;

typedef struct wendi_level {
    wendi_clusters clusters;
    uint64_t* nodes;        // by cluster: the set of its places that are nodes of this level
    wendi_matrix* matrices; // one a cell
    uint8_t* states;        // wendi_cluster_state, one a cell
    void* block;            // memory of the tables, but for those that an edit has given another size
    size_t block_bytes;
} wendi_level;

typedef struct wendi_graph {
    wend_allocator allocator;
    wendi_clusters clusters; // the cells of level 1
    wendi_passability_bits*
        passability_bits; // by cluster; NULL: the map had more than one cost when it was cut
    int32_t level_count;
    wendi_level level[WEND_MAX_LEVELS]; // level[0] is level 1
} wendi_graph;

/// Levels that suit a map: the top cell is about a quarter of it. At least 1, the clusters themselves.
int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size);

/// Cuts the map; no nodes yet, and empty tables. *out is freed by wendi_graph_free, also after an error.
/// Errors: MEMORY, LIMIT (too many clusters).
wend_result wendi_graph_partition(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                                  const wend_allocator* allocator, wendi_graph* out);
/// Reads the passable tiles of a cluster anew, where they are kept.
void wendi_graph_read_passability(wendi_graph* graph, const wend_grid* grid, int32_t cluster);
/// Chooses the nodes on the top and left side of a cell, and its crossing, anew, from the tiles there and the
/// nodes of the level below. Cells may be done in parallel.
void wendi_choose_nodes(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster);
/// Gives the cells of a level, whose nodes are chosen, tables of these nodes, whose matrices are to be
/// filled. They lie in one block, in the order of the cells, for a search reads tables of cells near each
/// other. Errors: MEMORY.
wend_result wendi_graph_alloc_matrices(wendi_graph* graph, int32_t level);
/// The nodes on the border of a cell, ascending. Returns how many; out may be NULL.
int32_t wendi_border_nodes(const wendi_graph* graph, int32_t level, int32_t cluster, uint32_t* out);
/// One more level, without nodes and with empty tables. Errors: MEMORY.
wend_result wendi_graph_add_level(wendi_graph* graph);
/// Keeps the lowest levels.
void wendi_graph_drop_levels(wendi_graph* graph, int32_t kept);
void wendi_graph_free(wendi_graph* graph);
size_t wendi_graph_bytes(const wendi_graph* graph);

static inline const wendi_matrix* wendi_matrix_of(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(&graph->level[level - 1].clusters));
    return &graph->level[level - 1].matrices[cluster];
}
/// NULL: its tiles may differ in cost.
static inline const wendi_passability_bits*
wendi_passability_bits_of(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    return graph->passability_bits && wendi_has_uniform_cost(grid) ? &graph->passability_bits[cluster] : NULL;
}
/// True when a node reaches up to a level.
static inline bool wendi_node_reaches(const wendi_graph* graph, uint32_t node, int32_t level) {
    return graph->level[level - 1].nodes[node / WENDI_BORDER_INDEX_COUNT] >> node % WENDI_BORDER_INDEX_COUNT &
           1;
}
/// The cells of the level below that make up a cell of level 2 or above. Returns how many.
int32_t wendi_children_of(const wendi_graph* graph, int32_t level, int32_t cluster, int32_t out[4]);
int64_t wendi_count_nodes(const wendi_graph* graph, int32_t level);
/// Directed pairs of different nodes that a cell of the level connects.
int64_t wendi_count_edges(const wendi_graph* graph, int32_t level);
#endif
