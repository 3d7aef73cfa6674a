// path.h: what is in a path, the answer to a query?
#ifndef WENDI_PATH_H
#define WENDI_PATH_H
#include "search/rest.h"
#include "wend/search.h"

WENDI_LIST(wendi_point_list, wend_vec2);
WENDI_LIST(wendi_path_link_list, wend_path_link);
/// Reverses the order of the links from an index on.
void wendi_path_link_list_reverse_from(wendi_path_link_list* list, int64_t first);

/// Where a path comes from.
typedef struct wendi_origin {
    uint64_t world;    // id of the world; 0: found on a grid
    uint64_t version;  // of the world: the path was valid then
    wend_query query;  // without its several goals
    wend_cost detours; // what repairs have added since the whole path was planned
    int64_t planned;   // so many tiles at its beginning come from one plan of a whole path
} wendi_origin;

struct wend_path {
    wend_allocator allocator;
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

/// Makes an empty path in memory of the caller, which frees it by wendi_path_free.
void wendi_path_init(wend_path* path, const wend_allocator* allocator);
void wendi_path_free(wend_path* path);
size_t wendi_path_bytes(const wend_path* path); // of what it owns
/// Sets all of a path but its origin, or on WEND_ERROR_MEMORY nothing. A path to a goal gets the goal 0, and
/// nothing is left to refine.
wend_result wendi_path_assign(wend_path* path, wend_outcome outcome, double cost, wend_cost integer_cost,
                              const wendi_tile_list* tiles, const wendi_tile_list* route,
                              const wendi_point_list* waypoints, const wendi_path_link_list* links_opt);
#endif
