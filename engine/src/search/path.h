// path.h: what does a path store, and what is left of one that is not refined to its end?
#ifndef WENDI_PATH_H
#define WENDI_PATH_H
#include "search/abstract_state.h"
#include "wend/search.h"

typedef struct wendi_rest {
    bool left;             // false: nothing is left to refine
    bool broken;           // no path leads on from the last tile
    bool waits;            // the next tiles lie in a region that is not here
    bool provisional;      // an end was not here: the way to the goal is to be planned once it is
    bool nearest;          // the tiles are to end at the reachable tile nearest to the goal
    wend_tile goal;        // where they are to end
    uint64_t world;        // id of the world that the edges are of
    uint64_t version;      // of that world
    int32_t level_count;   // of that world then: a refresh may drop levels, and with them their edges
    wendi_edge_list edges; // from the last to the first
    wendi_tile_list tiles; // of the legs: the last tile of the path, then nodes and, at the end, that goal
    wendi_index_list clusters; // of the leg to each tile of the legs but the first; -1: a link
    bool goal_listed;          // the last of the legs leads to the goal
    int32_t goal_cluster;      // of the leg to the goal
    wend_cost goal_cost;       // of that leg
    int64_t route_nodes; // so many tiles at the beginning of the abstract path lead to the first of the legs
} wendi_rest;

void wendi_rest_init(wendi_rest* rest, const wend_allocator* allocator);

void wendi_rest_free(wendi_rest* rest);

/// Nothing is left.
void wendi_rest_clear(wendi_rest* rest);

/// Makes room for so many edges and legs. Errors: MEMORY.
wend_result wendi_rest_reserve(wendi_rest* rest, int64_t edges, int64_t legs);

/// Copies what is left of another path; there must be room.
void wendi_rest_copy(wendi_rest* rest, const wendi_rest* from);

WENDI_LIST(wendi_point_list, wend_vec2);

WENDI_LIST(wendi_path_link_list, wend_path_link);

/// Where a path comes from.
typedef struct wendi_origin {
    uint64_t world;    // id of the world; 0: found on a grid
    uint64_t version;  // of the world: the path was valid then
    wend_query query;  // without its several goals
    wend_cost detours; // what repairs have added since the whole path was planned
    int64_t planned;   // so many tiles at its beginning come from one plan of a whole path
} wendi_origin;

WENDI_LIST(wendi_floor_list, uint16_t);

/// What callers see of a path on a map with floors: its tiles and waypoints with the floors of the map. All
/// else of a path lies on the sheet (grid/floors.h).
typedef struct wendi_shown_path {
    bool used; // false: the map has one floor, and callers see the path as it is
    wendi_tile_list tiles, route;
    wendi_point_list waypoints;
    wendi_floor_list floors; // of the waypoints
} wendi_shown_path;

struct wend_path {
    wendi_owner owner; // of a path of its own; a part of a search belongs to that
    wend_allocator allocator;
    wendi_floors floors; // of the map that it was planned on
    wendi_shown_path shown;
    wend_outcome outcome;
    double cost;
    wend_cost integer_cost;
    int32_t goal;                      // index among the goals of the query; -1: none was reached
    wend_tile start_tile, goal_tile;   // between which it leads; {-1, -1}: none
    wend_tile asked_start, asked_goal; // which those stand for: others when they were snapped
    wendi_tile_list tiles;
    wendi_tile_list route;
    wendi_point_list waypoints;
    bool pulled; // the waypoints are those of string pulling
    wendi_path_link_list links;
    wendi_origin origin;
    wendi_rest rest; // of a path that first_tiles ended
};

/// Makes an empty path, which is all zero before, in memory that the allocator's owner frees.
void wendi_path_init(wend_path* path, const wend_allocator* allocator);

/// Makes room for what callers will see of so many tiles. Errors: MEMORY.
wend_result wendi_path_reserve_shown(wend_path* path, int64_t tiles, int64_t route, int64_t waypoints);
/// Lets callers see the path as it is now; there is room. Needed after every change of its tiles, route or
/// waypoints.
void wendi_path_show(wend_path* path);

/// Sets all of a path but its origin, or on WEND_ERROR_MEMORY nothing. A path to a goal gets the goal 0, and
/// nothing is left to refine.
wend_result wendi_path_assign(wend_path* path, wend_outcome outcome, double cost, wend_cost integer_cost,
                              const wendi_tile_list* tiles, const wendi_tile_list* route,
                              const wendi_point_list* waypoints, const wendi_path_link_list* links_opt);
#endif
