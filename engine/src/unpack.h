// unpack.h: from edges of upper levels to edges of clusters: the path between two nodes of a cell by the
// cells of the level below, found again where it is needed rather than stored, and so on down to level 1.
#ifndef WENDI_UNPACK_H
#define WENDI_UNPACK_H
#include "heap.h"
#include "heuristic.h"
#include "world.h"

typedef struct wendi_unpack_node {
    uint32_t cost;   // from the edge's first node
    uint32_t before; // the node before it
    uint32_t search; // number of the search that wrote this
    int8_t child;    // it was reached through; -1: the first node
    bool closed;
} wendi_unpack_node;

typedef struct wendi_unpack_step { // an edge of a level below
    uint32_t from, to;
    uint32_t cost;
    int32_t cell;
} wendi_unpack_step;

typedef struct wendi_unpack {
    wend_allocator allocator;
    wendi_unpack_node* nodes; // one a node of the world, written when first touched by a search
    size_t node_capacity;
    uint32_t search;
    wendi_heap open;
    wendi_unpack_step* steps; // a stack: of each level the edges that are still to be unpacked
    size_t step_capacity;
    wendi_tile_list tiles; // answer: the tiles of the path
    int32_t* clusters;     // answer: for each the cluster that the edge to it lies in
    size_t cluster_capacity;
} wendi_unpack;

void wendi_unpack_init(wendi_unpack* unpack, const wend_allocator* allocator);
void wendi_unpack_free(wendi_unpack* unpack);
size_t wendi_unpack_bytes(const wendi_unpack* unpack);

/// Empties the answer and makes room for the nodes of a world. Errors: MEMORY.
wend_result wendi_unpack_begin(wendi_unpack* unpack, const wend_world* world);
/// Adds an edge of level 1 to the answer. Errors: MEMORY.
wend_result wendi_unpack_add(wendi_unpack* unpack, wend_tile to, int32_t cluster);
/// Adds the edges of level 1 that a step within a cell of some level stands for. *found_out becomes false,
/// and else stays, when there is no way by the cells below at its cost, which only a file made by hand may
/// bring about. Errors: MEMORY.
wend_result wendi_unpack_edge(wendi_unpack* unpack, const wend_world* world, const wendi_heuristic* heuristic,
                              int32_t level, wendi_unpack_step step, bool* found_out);
#endif
