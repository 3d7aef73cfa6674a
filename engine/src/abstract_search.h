// abstract_search.h: A* over the tables of cells. Whole cells are taken from the queue, by the least estimate
// of their nodes: the kernel relaxes the rows of nodes with estimates hardly above it, and what rows have
// lowered is told to the cells on the other side once its own estimate is that low. Inside a cell nothing is
// relaxed twice: the matrix is closed, so what came by one of its rows goes on from there as cheaply.
#ifndef WENDI_ABSTRACT_SEARCH_H
#define WENDI_ABSTRACT_SEARCH_H
#include "heap.h"
#include "heuristic.h"
#include "world.h"

/// Which cells a search is made of.
typedef struct wendi_scope {
    int32_t level;         // of the cells; 0: everywhere the largest that holds neither start nor goal
    int32_t parent;        // only the children of this cell; -1: all
    const wend_tile* ends; // level 0: columns and rows of the clusters that hold start or goal
    int32_t end_count;
} wendi_scope;

typedef struct wendi_visit { // a cell in this search
    const wendi_table* table;
    int32_t level, cell;
    uint32_t first; // its nodes in the arrays below
    int32_t waiting_least, lowered_least;
    int32_t key;             // it is in the queue with
    const uint32_t* to_goal; // by node: cost to the goal inside the cell; NULL: it does not hold the goal
    int32_t target_place;    // of the target node in the table; -1: none
} wendi_visit;

typedef struct wendi_edge { // a way within one cell
    uint32_t from, to;
    int32_t cost;
    int32_t level, cell;
} wendi_edge;

typedef struct wendi_edge_list {
    wend_allocator allocator;
    wendi_edge* data;
    size_t capacity;
    int32_t count;
} wendi_edge_list;
wend_result wendi_edge_list_push(wendi_edge_list* list, wendi_edge edge);
void wendi_edge_list_free(wendi_edge_list* list);

typedef struct wendi_abstract_search {
    wend_allocator allocator;
    const wend_world* world;
    wendi_heuristic heuristic;
    wendi_scope scope;
    wend_tile target;                     // the estimate leads to
    uint32_t* directory[WEND_MAX_LEVELS]; // by level and cell: its visit plus one; 0: none
    size_t directory_capacity[WEND_MAX_LEVELS];
    wendi_visit* visits;
    size_t visit_capacity;
    int32_t visit_count;
    // Of the nodes of all visits; INT32_MAX: none.
    int32_t* costs;   // from the start
    int32_t* rests;   // least cost to the target, by the heuristic
    int32_t* waiting; // estimate of a node reached through another cell, whose row is to be relaxed
    int32_t* lowered; // estimate of a node lowered by a row of this cell, which other cells are to be told
    size_t cost_capacity, rest_capacity, waiting_capacity, lowered_capacity;
    uint32_t node_count;
    int32_t* minima; // of the blocks of a cell's estimates
    int32_t* places; // taken from them
    size_t minima_capacity, place_capacity;
    wendi_heap open;
    wend_cost farthest;   // no estimate of a rest is greater
    uint32_t target_node; // the goal, when it is a node
    int32_t best;         // cost to the goal
    wendi_edge goal;      // the last way, to the target node or the goal itself
    int32_t goal_cost;    // at its beginning
    int32_t enough;       // at this cost the search ends
} wendi_abstract_search;

void wendi_abstract_search_init(wendi_abstract_search* search, const wend_allocator* allocator);
void wendi_abstract_search_free(wendi_abstract_search* search);
size_t wendi_abstract_search_bytes(const wendi_abstract_search* search);

/// Finds a cheapest way from an inserted start to an inserted goal by the largest cells that hold neither.
/// Then edges_out holds the ways between nodes, from the last to the first. *found_out is false when there
/// is none, or costs exceed 31 bits. Errors: MEMORY.
wend_result wendi_search_cells(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wendi_edge_list* edges_out, wend_stats* stats);
/// Appends the edges of the level below that an edge of level 2 or above stands for, from the last to the
/// first. *found_out is false when there is no way at its cost, which only a file made by hand may
/// bring about. Errors: MEMORY.
wend_result wendi_unpack_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);
#endif
