// level.h: the levels above the first. A cell of a level is 2 x 2 cells of the level below; its nodes are
// some of theirs that lie on its border, fewer and farther apart from level to level; its edges are a square
// matrix like a cluster's. A search crosses a region that holds neither start nor goal by the largest cell
// that does, so a long path costs little more than a short one.
#ifndef WENDI_LEVEL_H
#define WENDI_LEVEL_H
#include "abstract.h"
#include "wend/world.h"

enum { WENDI_MAX_LEVELS = WEND_MAX_LEVELS - 1 }; // above the first

typedef struct wendi_level {
    wendi_clusters cells;  // the same cut of the map as clusters, twice as large from level to level
    uint32_t* first_node;  // where a cell's list of nodes begins; one more entry at the end
    uint32_t* nodes;       // numbers of abstract nodes, ascending within a cell
    uint64_t* first_entry; // where a cell's matrix begins; one more entry at the end
    uint32_t* distances;   // as in wendi_abstract
    uint64_t node_entries, entry_count;
} wendi_level;

typedef struct wendi_levels {
    wend_allocator allocator;
    int32_t count; // levels above the first
    uint32_t node_count;
    uint8_t* top;                        // highest level of each abstract node, from 1
    wendi_level level[WENDI_MAX_LEVELS]; // level[0] is level 2
} wendi_levels;

/// A cell of any level: its nodes, ascending at levels above the first, and its matrix.
typedef struct wendi_cell_graph {
    const uint32_t* nodes;
    const uint32_t* distances;
    int32_t count;
    bool ascending; // the nodes, as they are above the first level
} wendi_cell_graph;

/// Levels that suit a map: the top cell is about a quarter of it. At least 1, the clusters themselves.
int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size);
/// Chooses the nodes of the levels up to level_count; *out is freed by wendi_levels_free, also after an
/// error. Errors: MEMORY.
wend_result wendi_levels_choose_nodes(const wend_grid* grid, const wendi_abstract* abstract,
                                      int32_t level_count, wendi_levels* out);
/// Makes room for the matrices. Errors: MEMORY.
wend_result wendi_levels_alloc_distances(wendi_levels* levels);
/// Fills the matrices from those of the level below, level by level. A level with distances of 2^30 or more
/// is dropped, with those above. Errors: MEMORY.
wend_result wendi_levels_measure(wendi_levels* levels, const wendi_abstract* abstract,
                                 const wend_tasks* tasks);
void wendi_levels_free(wendi_levels* levels);
/// Distances in the matrices of all levels.
uint64_t wendi_levels_entry_count(const wendi_levels* levels);
size_t wendi_levels_bytes(const wendi_levels* levels);

/// The graph of a cell; level 1 are the clusters, whose nodes go to list.
wendi_cell_graph wendi_cell_graph_of(const wendi_abstract* abstract, const wendi_levels* levels,
                                     int32_t level, int32_t cell, uint32_t list[WENDI_MAX_CLUSTER_NODES]);
/// Place of a node in a cell's graph; -1: it has none.
int32_t wendi_place_in(const wendi_cell_graph* graph, uint32_t node);
/// The cells of the level below that make up a cell of level 2 or above. Returns how many.
int32_t wendi_children_of(const wendi_abstract* abstract, const wendi_levels* levels, int32_t level,
                          int32_t cell, int32_t out[4]);
#endif
