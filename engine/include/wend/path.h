// wend/path.h: the answer to a query: an outcome and, when a path was found, its tiles, waypoints and cost.
#ifndef WEND_PATH_H
#define WEND_PATH_H
#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a query. The numbers never change.
typedef enum wend_outcome {
    WEND_FOUND = 0,
    WEND_PARTIAL = 1, ///< the tiles do not lead to the goal: they are the first part of a path that does, see
                      ///< first_tiles in wend_query, or lead to the reachable tile nearest to it, see partial
                      ///< there
    WEND_NO_ROUTE = 2,
    WEND_START_BLOCKED = 3,
    WEND_GOAL_BLOCKED = 4, ///< every goal is, and the start is passable
    WEND_OUTCOME_COUNT
} wend_outcome;

/// "found", "partial", "no_route", "start_blocked", "goal_blocked"; "unknown outcome" for any other number.
WEND_API const char* wend_outcome_string(wend_outcome outcome);

/// Reusable: each query overwrites it and reuses its memory.
typedef struct wend_path wend_path;

/// Creates an empty path. allocator_opt is copied; NULL: malloc and free. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_path_create(const wend_allocator* allocator_opt, wend_path** out);
WEND_API void wend_path_destroy(wend_path* path);

/// WEND_NO_ROUTE for a path without an answer yet, and for NULL.
WEND_API wend_outcome wend_path_outcome(const wend_path* path);
/// Sum over the steps of length x cost of the tile entered, and of the costs of links; 0 unless found or
/// partial. [Units: tile costs]
WEND_API double wend_path_cost(const wend_path* path);
/// The same sum in the integer units that the planner minimises, for exact comparisons between paths on one
/// grid; 0 unless found or partial.
WEND_API wend_cost wend_path_integer_cost(const wend_path* path);

/// Which goal the path leads to: its index among the goals of the query, 0 when the query does not list
/// several; -1 unless found or partial.
WEND_API int32_t wend_path_goal(const wend_path* path);

/// Between which tiles it leads: start and goal of the query, the goal named by wend_path_goal where it has
/// several, or the passable tiles that took the place of blocked ones (snap in wend_query). A partial path
/// does not reach the goal. {-1, -1} on WEND_NO_FLOOR where there is none: before the first query, and for a
/// goal of an area, of a class or among several that no path leads to.
WEND_API wend_tile wend_path_start_tile(const wend_path* path);
WEND_API wend_tile wend_path_goal_tile(const wend_path* path);
/// Which ends of a query were blocked, so that its path begins or ends elsewhere.
typedef struct wend_snapped {
    bool start, goal;
} wend_snapped;
/// Were start and goal snapped? *from_out, *to_out: the tiles that the query asked for.
WEND_API wend_snapped wend_path_snapped(const wend_path* path, wend_tile* from_out, wend_tile* to_out);

/// Every tile from start to goal, both included; of a partial path up to where it ends; empty otherwise.
/// Borrowed until the path is overwritten.
WEND_API const wend_tile* wend_path_tiles(const wend_path* path, int32_t* count_out);
/// Positions to walk along in straight lines, from the centre of the first tile to that of the last: the
/// turning points of the tile path or, with smoothing, of an any-angle path that never costs more. Also
/// borrowed. [Units: world units]
WEND_API const wend_vec2* wend_path_waypoints(const wend_path* path, int32_t* count_out);
/// The floor of each waypoint; NULL on a map of one floor. Also borrowed.
WEND_API const uint16_t* wend_path_waypoint_floors(const wend_path* path, int32_t* count_out);
/// A link that the path takes.
typedef struct wend_path_link {
    int32_t id;       ///< of the link
    int32_t tile;     ///< index of its first end in the tiles; the next tile is its other end
    int32_t waypoint; ///< index of its first end in the waypoints; the next waypoint is its other end
} wend_path_link;
/// The links that the path takes, in order. Also borrowed.
WEND_API const wend_path_link* wend_path_links(const wend_path* path, int32_t* count_out);
/// The abstract path: start, the abstract nodes on the path, goal. On a partial path the nodes beyond its
/// tiles lie as far apart as nodes of larger clusters. Empty when the query was answered without the abstract
/// graph. Also borrowed.
WEND_API const wend_tile* wend_path_route(const wend_path* path, int32_t* count_out);

/// What is left to refine of a path that first_tiles has ended (wend_query): wend_path_refine adds tiles.
typedef enum wend_path_rest {
    WEND_REST_NONE = 0,    ///< nothing: the tiles are all that the path will have
    WEND_REST_READY = 1,   ///< the way from the last tile to the goal or, of a partial path, near it
    WEND_REST_BROKEN = 2,  ///< no path leads on from the last tile: the map has changed, or that was found
                           ///< when the ground of the goal was loaded
    WEND_REST_WAITING = 3, ///< the next tiles lie in ground that is not loaded (wend/stream.h); for the path
                           ///< as the last query or wend_path_refine left it
    WEND_REST_COUNT
} wend_path_rest;
WEND_API wend_path_rest wend_path_get_rest(const wend_path* path);

/// Hash of outcome, cost and tiles. Equal on every machine for an equal query.
WEND_API uint64_t wend_path_hash(const wend_path* path);

#ifdef __cplusplus
}
#endif
#endif
