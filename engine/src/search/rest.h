// rest.h: what is left to refine of a path that is refined while it is walked?
//
// Three parts follow each other: the tiles of the path; legs, edges of level 1 whose refinement may still
// change, from the last tile on; edges of any level, to be expanded. At the end, a leg leads to the tile
// where the path is to end: the goal or, where that is out of reach, the reachable tile nearest to it.
#ifndef WENDI_REST_H
#define WENDI_REST_H
#include "search/abstract_edge.h"

typedef struct wendi_rest {
    bool left;             // false: nothing is left to refine
    bool broken;           // no path leads on from the last tile
    bool waits;            // the next tiles lie in ground that is not loaded
    bool provisional;      // an end was not loaded: the way to the goal is to be planned once it is
    bool nearest;          // the tiles are to end at the reachable tile nearest to the goal
    wend_tile goal;        // where they are to end
    uint64_t world;        // id of the world that the edges are of
    uint64_t version;      // of that world
    int32_t level_count;   // of that world then: a refresh may drop levels, and with them their edges
    wendi_edge_list edges; // from the last to the first
    wendi_tile_list tiles; // of the legs: the last tile of the path, then nodes and, at the end, that goal
    int32_t* clusters;     // of the leg to each tile of the legs but the first; -1: a link
    size_t cluster_capacity;
    bool goal_listed;     // the last of the legs leads to the goal
    int32_t goal_cluster; // of the leg to the goal
    wend_cost goal_cost;  // of that leg
    int64_t route_nodes;  // so many tiles at the beginning of the abstract path lead to the first of the legs
} wendi_rest;

void wendi_rest_init(wendi_rest* rest, const wend_allocator* allocator);
void wendi_rest_free(wendi_rest* rest);
size_t wendi_rest_bytes(const wendi_rest* rest);
/// Nothing is left.
void wendi_rest_clear(wendi_rest* rest);
/// Adds a leg to a tile, after the others. Errors: MEMORY.
wend_result wendi_rest_add_leg(wendi_rest* rest, wend_tile tile, int32_t cluster);
/// Makes room for so many edges and legs. Errors: MEMORY.
wend_result wendi_rest_reserve(wendi_rest* rest, int32_t edges, int64_t legs);
/// Copies what is left of another path; there must be room.
void wendi_rest_copy(wendi_rest* rest, const wendi_rest* from);
#endif
