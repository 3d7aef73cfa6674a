// abstract_search.h: A* over the tables of cells. Whole cells are taken from the queue, by the least estimate
// of the nodes that they have lowered: those with estimates hardly above it are relaxed by their rows in
// their other cells. Inside a cell nothing is relaxed twice: the matrix is closed, so what came by one of its
// rows goes on from there as cheaply.
#ifndef WENDI_ABSTRACT_SEARCH_H
#define WENDI_ABSTRACT_SEARCH_H
#include "hierarchy/world.h"
#include "search/heuristic.h"
#include "search/observe.h"

/// Which cells a search is made of.
typedef struct wendi_scope {
    int32_t level;         // of the cells; 0: everywhere the largest that holds neither start nor goal
    int32_t parent;        // only the children of this cell; -1: all
    const wend_tile* ends; // level 0: columns and rows of the clusters that hold start or goal
    int32_t end_count;
} wendi_scope;

typedef struct wendi_edge { // a way within one cell
    uint32_t from, to;
    int32_t cost;
    int32_t level, cluster;
} wendi_edge;

typedef struct wendi_edge_list {
    wend_allocator allocator;
    wendi_edge* data;
    size_t capacity;
    int32_t count;
} wendi_edge_list;
wend_result wendi_edge_list_push(wendi_edge_list* list, wendi_edge edge);
void wendi_edge_list_free(wendi_edge_list* list);

typedef struct wendi_active_cluster { // a cell in this search
    const wendi_matrix* matrix;
    int32_t level, cluster;
    wendi_cluster_span span; // its clusters
    int32_t lanes;           // its nodes, filled up to a multiple of WENDI_ROW_LANES
    size_t first;            // where its wendi_node_values are
    int32_t least;           // estimate
    const uint32_t* to_goal; // by node: cost to the goal inside the cell; NULL: it does not hold the goal
} wendi_active_cluster;

/// What a cell knows of its nodes, each by place.
typedef enum wendi_node_value {
    WENDI_VALUE_G,         // from the start by what is known in the cell; INT32_MAX: none
    WENDI_VALUE_H,         // least cost to the target, by the heuristic
    WENDI_VALUE_F,         // if a row of the cell has lowered it since it was relaxed; or else INT32_MAX
    WENDI_VALUE_CLOSED_G,  // cost with which it was relaxed, the same in all its cells; INT32_MAX: it was not
    WENDI_VALUE_CAME_FROM, // visit that it was reached in then
    WENDI_VALUE_COUNT
} wendi_node_value;

enum { WENDI_KEY_BLOCK = 32 };

typedef struct wendi_abstract_search {
    wend_allocator allocator;
    const wend_world* world;
    wendi_heuristic heuristic;
    wendi_scope scope;
    wend_tile target;     // the estimate leads to
    uint32_t target_node; // the goal, when it is a node
    uint32_t* directory;  // by cluster: the visit of the cell that holds it, plus one; 0: none
    size_t directory_capacity;
    int32_t columns;   // of clusters
    double per_column; // 1 / columns
    wendi_active_cluster* active;
    size_t active_capacity;
    int32_t active_count;
    int32_t* values; // of the nodes of all visits
    size_t value_count, value_capacity;
    int32_t* taken_slots; // places in one cell
    size_t taken_capacity;
    int32_t* keys; // the queue: by visit; INT32_MAX: it is not in it
    size_t key_capacity;
    int32_t* least_keys; // of blocks of WENDI_KEY_BLOCK of them
    size_t least_key_capacity;
    wend_cost farthest;             // no estimate of a rest is greater
    int32_t best;                   // cost to the goal
    int32_t last_active, last_slot; // visit and place of the node from which the goal was reached; -1: none
    wend_search_observer observer;  // of wendi_search_graph
} wendi_abstract_search;

void wendi_abstract_search_init(wendi_abstract_search* search, const wend_allocator* allocator);
void wendi_abstract_search_free(wendi_abstract_search* search);
size_t wendi_abstract_search_bytes(const wendi_abstract_search* search);

/// Finds a cheapest way from an inserted start to an inserted goal by the largest cells that hold neither.
/// Then *last_out is the last node and edges_out holds the ways between nodes, from the last to the first.
/// *found_out is false when there is none, or costs exceed 31 bits. Errors: MEMORY.
wend_result wendi_search_graph(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, uint32_t* last_out, wendi_edge_list* edges_out,
                               wend_stats* stats);
/// Finds a cheapest way between two nodes of a cell, at a cost up to a limit, by the cells of the level below
/// in it. Its edges are appended, from the last to the first. *found_out is false when there is none. Errors:
/// MEMORY.
wend_result wendi_search_children(wendi_abstract_search* search, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out);
#endif
