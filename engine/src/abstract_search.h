// abstract_search.h: A* over the tables of cells. Whole cells are taken from the queue, by the least estimate
// of the nodes that they have lowered: those with estimates hardly above it are relaxed by their rows in
// their other cells. Inside a cell nothing is relaxed twice: the matrix is closed, so what came by one of its
// rows goes on from there as cheaply.
#ifndef WENDI_ABSTRACT_SEARCH_H
#define WENDI_ABSTRACT_SEARCH_H
#include "heap.h"
#include "heuristic.h"
#include "node_map.h"
#include "observe.h"
#include "world.h"

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

typedef struct wendi_visit { // a cell in this search
    const wendi_table* table;
    int32_t level, cell;
    int32_t x, y;            // its column and row among the cells of its level
    uint32_t first;          // its nodes in the arrays costs, rests, lowered, indices
    int32_t least;           // of lowered
    int32_t key;             // it is in the queue with; INT32_MAX: it is not
    const uint32_t* to_goal; // by node: cost to the goal inside the cell; NULL: it does not hold the goal
} wendi_visit;

typedef struct wendi_known_node {
    int32_t cost;    // from the start, with which it was relaxed; INT32_MAX: it was not
    int32_t rest;    // least cost to the target, by the heuristic
    int32_t through; // visit that it was reached in
    int16_t cell_count;
    bool complete;      // all its cells are visited
    int32_t visits[4];  // its cells
    uint32_t places[4]; // where it is in the arrays
} wendi_known_node;

typedef struct wendi_abstract_search {
    wend_allocator allocator;
    const wend_world* world;
    wendi_heuristic heuristic;
    wendi_scope scope;
    wend_tile target;                     // the estimate leads to
    uint32_t target_node;                 // the goal, when it is a node
    uint32_t* directory[WEND_MAX_LEVELS]; // by level and cell: its visit plus one; 0: none
    size_t directory_capacity[WEND_MAX_LEVELS];
    wendi_visit* visits;
    size_t visit_capacity;
    int32_t visit_count;
    wendi_node_map map;
    wendi_known_node* nodes; // by index of the map
    size_t node_capacity;
    // Of the nodes of all visits, those of each filled up to a multiple of WENDI_ROW_LANES:
    int32_t* costs;    // from the start by what is known in the cell; INT32_MAX: none
    int32_t* rests;    // as in the node
    int32_t* lowered;  // estimates of those that a row of the cell has lowered since they were relaxed
    uint32_t* indices; // of the map
    size_t cost_capacity, rest_capacity, lowered_capacity, index_capacity;
    uint32_t place_count;
    int32_t* taken; // places in one cell
    size_t taken_capacity;
    wendi_heap open;
    wend_cost farthest;            // no estimate of a rest is greater
    int32_t best;                  // cost to the goal
    uint32_t last;                 // index of the node from which the goal was reached
    wend_search_observer observer; // of wendi_search_cells
} wendi_abstract_search;

void wendi_abstract_search_init(wendi_abstract_search* search, const wend_allocator* allocator);
void wendi_abstract_search_free(wendi_abstract_search* search);
size_t wendi_abstract_search_bytes(const wendi_abstract_search* search);

/// Finds a cheapest way from an inserted start to an inserted goal by the largest cells that hold neither.
/// Then *last_out is the last node and edges_out holds the ways between nodes, from the last to the first.
/// *found_out is false when there is none, or costs exceed 31 bits. Errors: MEMORY.
wend_result wendi_search_cells(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, uint32_t* last_out, wendi_edge_list* edges_out,
                               wend_stats* stats);
/// Finds a cheapest way between two nodes of a cell, at a cost up to a limit, by the cells of the level below
/// in it. Its edges are appended, from the last to the first. *found_out is false when there is none. Errors:
/// MEMORY.
wend_result wendi_search_children(wendi_abstract_search* search, const wend_world* world, int32_t level,
                                  int32_t cell, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out);
#endif
