// wend/search.h: path queries. A wend_search, one per thread, holds all scratch memory; after the first
// queries of a size nothing is allocated.
//
//     wend_search_def def = wend_default_search_def();
//     wend_search* search = NULL;
//     wend_path* path = NULL;
//     if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) return 1;
//     wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
//     if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return 1;
//     int32_t count = 0; // stays 0 unless a path was found: see wend_path_outcome
//     const wend_tile* tiles = wend_path_tiles(path, &count);
#ifndef WEND_SEARCH_H
#define WEND_SEARCH_H
#include "wend/overlay.h"
#include "wend/path.h"
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_algorithm {
    WEND_HPA = 0, ///< an abstract path over clusters, refined into tiles: near-optimal, fast on any map.
                  ///< No bound is proven. With clusters of 31, paths on terrain cost .02 to .2 % more than
                  ///< the optimum on average, and .2 to .6 % between tiles of random cost; the tests allow no
                  ///< path 10 % more on random costs of 1 to 255, and none 25 % more on .25 and 1024
    WEND_EXACT = 1, ///< the optimum, whatever the heuristic settings
    WEND_ASTAR = 2, ///< A* over the tiles: the optimum unless the heuristic is inflated (see wend_heuristic)
    WEND_DIJKSTRA = 3, ///< A* without a heuristic: the optimum
    WEND_BFS = 4,      ///< breadth-first search: the fewest steps, whatever they cost
    WEND_GREEDY = 5,   ///< greedy best-first search: always expands the tile with the smallest heuristic.
                       ///< Finds some path where there is one, often after few tiles, but nothing bounds its
                       ///< cost
    WEND_ALGORITHM_COUNT
} wend_algorithm;

/// Estimates of the cost between two tiles, scaled to the cheapest class on the map. dx, dy: the differences
/// in columns and rows. With a weight of at most 1 they are lower bounds, and consistent: no step lowers them
/// by more than it costs. The exception is WEND_MANHATTAN with diagonal steps, a lower bound only up to a
/// weight of 0.7. Above that the heuristic is inflated: the search is faster and, unless it may reopen tiles,
/// expands none twice, but the path may cost up to weight times the optimum (WEND_MANHATTAN with diagonal
/// steps: weight / 0.707).
typedef enum wend_heuristic {
    WEND_OCTILE = 0, ///< max(dx, dy) + (sqrt 2 - 1) min(dx, dy): exact without obstacles, with 8 neighbours
    WEND_MANHATTAN = 1, ///< dx + dy: exact without obstacles, with 4 neighbours; with 8 inflated, so that
                        ///< paths cost up to sqrt 2 times the optimum
    WEND_CHEBYSHEV = 2, ///< max(dx, dy)
    WEND_EUCLIDEAN = 3, ///< sqrt(dx^2 + dy^2)
    WEND_NO_HEURISTIC = 4,
    WEND_HEURISTIC_COUNT
} wend_heuristic;

/// How WEND_HPA refines an abstract path into tiles, and how WEND_EXACT searches. Both forms find the same
/// cost.
typedef enum wend_refinement {
    WEND_REFINE_SWEEP = 0, ///< the SIMD sweep kernel, cluster by cluster: the fast form
    WEND_REFINE_ASTAR = 1, ///< A* over the same tiles, one by one: the reference
    WEND_REFINEMENT_COUNT
} wend_refinement;

typedef struct wend_query {
    int32_t cookie; ///< set by wend_default_query
    wend_tile start, goal;
    const wend_tile* goals;   ///< instead of goal: several, of which the path leads to the nearest; borrowed
                              ///< until the query ends. Those that are blocked are ignored [Default: NULL]
    int32_t goal_count;       ///< of goals; 0: the goal above [Range: >= 0] [Default: 0]
    wend_rect goal_area;      ///< instead of goal: any tile of a rectangle on the map; zeros: none
    int32_t goal_class;       ///< instead of goal: any tile of this terrain class, for a profile that of the
                              ///< world; -1: none [Range: -1..255] [Default: -1]
    wend_algorithm algorithm; ///< [Default: WEND_HPA]
    wend_heuristic heuristic; ///< for WEND_ASTAR and WEND_GREEDY; with 4 neighbours WEND_MANHATTAN is the
                              ///< tight one [Default: WEND_OCTILE]
    float heuristic_weight; ///< for WEND_ASTAR: factor of the heuristic; 0 searches like WEND_DIJKSTRA, above
                            ///< 1 inflates the heuristic. The other algorithms ignore it
                            ///< [Range: 0..16] [Default: 1]
    bool reopen; ///< for WEND_ASTAR: a cheaper path to a closed tile puts it on the open list again, which
                 ///< only an inflated heuristic makes possible. The path often costs less than without,
                 ///< but is not proven to be the optimum; tiles may be expanded many times.
                 ///< WEND_DIJKSTRA takes it too, but has nothing to reopen [Default: false]
    bool until_proven; ///< for WEND_ASTAR and WEND_DIJKSTRA: reopens, and does not end when the goal is
                       ///< closed, but when no open tile has a cost so far below that of the goal: then the
                       ///< path is the optimum, whatever the heuristic. Where the heuristic is not inflated,
                       ///< the first path is proven when the goal is closed [Default: false]
    bool smooth; ///< waypoints by string pulling instead of the turning points of the tiles [Default: false]
    float body_radius;  ///< with smooth: the waypoints keep this far from blocked tiles, so that bodies up to
                        ///< this radius can follow them; 0.5 suits every body that fits through a gap of
                        ///< one tile; ignored where paths may cut corners [Range: 0..0.5] [Default: 0.5]
                        ///< [Units: tiles]
    bool hex_diagonals; ///< on hexagons, for searches over tiles alone (WEND_ASTAR, WEND_DIJKSTRA, WEND_BFS):
                        ///< also the six steps of length sqrt 3 between two neighbours, both passable and
                        ///< without a closed step on either way round [Default: false]
    wend_refinement refinement; ///< for WEND_HPA and, on a world, WEND_EXACT [Default: WEND_REFINE_SWEEP]
    float snap;   ///< a start or goal that is blocked is replaced by the passable tile nearest to it in a
                  ///< straight line, of several as near the first row by row, if its centre is within this
                  ///< radius; each for itself, whether or not a path leads from one to the other. INFINITY:
                  ///< however far; 0: off. See wend_path_snapped. The tiles of goal_area and goal_class do
                  ///< not give way [Range: >= 0] [Default: 0] [Units: tiles]
    bool partial; ///< when no path leads to a goal, a path to the reachable tile that is nearest to one in a
                  ///< straight line, of several as near the first row by row; the outcome is then
                  ///< WEND_PARTIAL [Default: false]
    int32_t first_tiles; ///< for WEND_HPA: above 0, a long path is refined only up to an abstract node that
                         ///< is at least this many steps away, so that an agent can set off sooner; fewer
                         ///< only where ground is not loaded. The outcome is then WEND_PARTIAL; 0: the whole
                         ///< path [Range: >= 0] [Default: 0]
    int32_t profile; ///< of the world: whose costs and whose body; wend_world_find_profile knows it by name.
                     ///< 0 is the world itself, and all that a bare grid or a view has
                     ///< [Range: 0..WEND_MAX_PROFILES - 1] [Default: 0]
    const wend_shape* avoid; ///< what only this query avoids: areas that are blocked or cost more, on a
                             ///< world; borrowed until the query ends. The answer is that on the world of an
                             ///< overlay with these shapes, which is made for the query, so for more than a
                             ///< few queries an overlay (wend/overlay.h) is faster. The path belongs to the
                             ///< world itself: it is checked, repaired and refined there as if nothing had
                             ///< been avoided. Decay does not matter [Default: NULL]
    int32_t avoid_count;     ///< of avoid [Range: >= 0] [Default: 0]
} wend_query;
WEND_API wend_query wend_default_query(wend_tile start, wend_tile goal);

/// What a query cost. Filled even when the query fails; times stay 0 without a clock in the search's
/// definition.
typedef struct wend_stats {
    int64_t expanded;          ///< tiles taken from the open list
    int64_t generated;         ///< tiles put on the open list
    int64_t reopened;          ///< closed tiles that a cheaper path put on the open list again: 0 without
                               ///< reopen and until_proven, unless rounding makes WEND_EUCLIDEAN inconsistent
                               ///< by one unit on a very large map, where reopening keeps the optimum
    int64_t abstract_expanded; ///< abstract nodes taken from the open list
    int64_t clusters_refined;  ///< clusters that the low-level search processed, counted each time
    int64_t scanned;           ///< tiles of those that it swept, each time, and expanded none
    int64_t insert_ns;         ///< connecting start and goal to the abstract graph
    int64_t route_ns;          ///< the search over the abstract graph
    int64_t refine_ns;         ///< the search over tiles
    int64_t smooth_ns;         ///< computing waypoints
    int64_t total_ns;
    bool used_subgoals; ///< the subgoals of the world answered: abstract_expanded counts them
} wend_stats;

// ---- watching a search
//
// An observer receives every step of a search as it happens, to draw, count or teach it. The answers are the
// same with and without one, and a search without one is as fast as if observers did not exist. The order in
// a WEND_HPA query: LINKED for the nodes that start and goal were connected to; the abstract search; LEG for
// each leg of the abstract path; then the search over tiles, as in any other algorithm but within a CORRIDOR
// of clusters, or PROPAGATED for each cluster that the sweep kernel processes. A WEND_HPA query with several
// goals is a sequence of queries: GOAL begins each. GOAL also begins the search for a partial path on a
// world.

typedef enum wend_event_kind {
    WEND_EVENT_LINKED = 0,   ///< a node was connected to the start, or to the goal; cost: between them
    WEND_EVENT_OPENED = 1,   ///< put on the open list for the first time
    WEND_EVENT_IMPROVED = 2, ///< a cheaper path to an entry of the open list was found
    WEND_EVENT_REOPENED = 3, ///< a cheaper path put a closed entry on the open list again: abstract nodes,
                             ///< and tiles as in wend_stats
    WEND_EVENT_CLOSED = 4,   ///< taken from the open list and expanded
    WEND_EVENT_CLUSTER = 5,  ///< a cluster was popped; some of its nodes are closed next
    WEND_EVENT_ROW = 6, ///< a closed node relaxes the others of a cluster by its row of the distance matrix
    WEND_EVENT_LEG = 7, ///< a leg of the abstract path, from start to goal; level 0 for an edge of a larger
                        ///< cluster that first_tiles left unexpanded
    WEND_EVENT_CORRIDOR = 8,   ///< a cluster that the search over tiles may enter
    WEND_EVENT_PROPAGATED = 9, ///< a cluster in which the kernel propagated costs to all tiles
    WEND_EVENT_GOAL = 10,      ///< one of several goals is tried: a search that shares nothing with those
                               ///< before begins; or more legs are refined, as those before had fewer
                               ///< tiles than first_tiles
    WEND_EVENT_COUNT
} wend_event_kind;

typedef struct wend_event {
    wend_event_kind kind;
    int32_t level;  ///< 0: tiles; otherwise abstract nodes, in clusters of this level
    wend_tile tile; ///< the tile, or that of the node; the top-left tile of a cluster; for GOAL the goal, or
                    ///< the start when all that are left are searched for at once
    wend_tile from; ///< the parent, from which it was reached, for OPENED, IMPROVED, REOPENED and CLOSED,
                    ///< where the start has itself; the tile before for LEG; start or goal for LINKED; the
                    ///< start for GOAL; otherwise equal to tile
    wend_cost cost; ///< g, the cost so far; for CLUSTER, PROPAGATED and GOAL a lower bound on the paths
                    ///< through it; for LEG and CORRIDOR 0 [Units: of the grid, see wend_grid_cost_units; for
                    ///< WEND_BFS steps]
    wend_cost heuristic; ///< h, for OPENED, IMPROVED, REOPENED, CLOSED and ROW: what the search adds to cost
                         ///< to order its open list, so that f is their sum. WEND_GREEDY orders by h alone;
                         ///< it is 0 in searches without a heuristic and for the other kinds [Units: as cost]
    wend_rect area;      ///< the cluster in which it happened; empty at level 0
} wend_event;

typedef struct wend_search_observer {
    /// Receives each event; must not use the search. NULL: no observer.
    void (*event)(const wend_event* event, void* context);
    void* context;
} wend_search_observer;

typedef struct wend_search wend_search;

typedef struct wend_search_def {
    int32_t cookie;                      ///< set by wend_default_search_def
    uint64_t (*clock_ns)(void* context); ///< monotone nanoseconds for wend_stats; NULL: times stay 0
    void* clock_context;
    bool (*should_cancel)(void* context); ///< called about every millisecond of a long search; true: the
                                          ///< query returns WEND_ERROR_CANCELLED; NULL: never
    void* cancel_context;
    wend_search_observer observer;   ///< copied
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
} wend_search_def;
WEND_API wend_search_def wend_default_search_def(void);

/// Creates a search for any number of queries, on any worlds and grids. Errors: DEF, ARGUMENT, MEMORY.
WEND_API wend_result wend_search_create(const wend_search_def* def, wend_search** out);
WEND_API void wend_search_destroy(wend_search* search);

/// Answers a query on a world. Queries within one cluster or between neighbouring clusters are exact.
///
/// A query has one kind of goal: goal, goals, goal_area or goal_class. WEND_HPA looks for a class around the
/// start, as far as a nearer tile may lie. By other algorithms, on maps with links, or where no path leads to
/// any of them, listing the tiles of a class takes time by the size of the map.
///
/// A partial path costs what a query to its last tile costs. Which tile that is, the components of the world
/// show in microseconds, on maps of any size; on a grid alone, a search of all reachable tiles does.
///
/// With several goals, WEND_EXACT, WEND_DIJKSTRA and WEND_ASTAR find the nearest by cost, within the bounds
/// of their heuristic, and WEND_BFS that of the fewest steps. WEND_HPA finds a path that costs no more than
/// any it would find to one of the goals alone. WEND_GREEDY finds some goal. See wend_path_goal for which.
///
/// Errors: DEF, ARGUMENT (start, goal or goal_area off the map, two kinds of goals, a field of the query or
/// of a shape to avoid out of range), UNSUPPORTED (hex_diagonals with WEND_HPA or WEND_EXACT, or on squares;
/// reopen or until_proven with another algorithm than WEND_ASTAR and WEND_DIJKSTRA; shapes to avoid on a
/// streamed world), MEMORY, CANCELLED (by should_cancel), LIMIT (the numbers of the search would overflow:
/// only on maps of more than 2^31 tiles, or when tiles are reopened for hours; shapes to avoid, as
/// wend_overlay_world). The path is then unchanged.
WEND_API wend_result wend_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                                    wend_path* out, wend_stats* stats_opt);
/// Answers a query on a bare grid, by the algorithms that need no abstract graph. Errors: UNSUPPORTED
/// (WEND_HPA; shapes to avoid; as wend_find_path), DEF, ARGUMENT (as wend_find_path), MEMORY, CANCELLED (by
/// should_cancel), LIMIT (as wend_find_path). The path is then unchanged.
WEND_API wend_result wend_find_path_on_grid(wend_search* search, const wend_grid* grid,
                                            const wend_query* query, wend_path* out, wend_stats* stats_opt);
/// Adds at least so many tiles to a path that first_tiles has ended, or all that is left, and their
/// waypoints; those before the last waypoint stay. When the tiles reach the goal, the outcome becomes
/// WEND_FOUND; where only partial paths exist (wend_query), it stays WEND_PARTIAL, and nothing is left when
/// they reach the tile nearest to the goal. Walkers call it some way before they come to the last tile, with
/// 32 to 128 tiles: it takes about two microseconds for each cluster that the new tiles cross, and for three
/// more, whatever the length of the path. The search may have answered other queries meanwhile. A path that
/// is refined piece by piece costs hardly more than one that is refined at once. With smooth, the waypoint at
/// the end of each piece stays.
///
/// When the map has changed since, the query is asked again from the last tile: a blocked goal may give way
/// to another tile, another tile of an area may be nearer, a goal may be in reach or no longer. Of several
/// goals, the path leads on to the one that was chosen. Whether the tiles themselves are still valid, see
/// wend_path_is_valid. Without a rest (wend_path_get_rest) it does nothing.
/// [Range of tiles: >= 1] Errors: ARGUMENT (also when the world lacks the profile), MEMORY, CANCELLED (by
/// should_cancel), LIMIT (as wend_find_path). Tiles that were added before the error stay, with their
/// waypoints, and the next call continues behind them.
WEND_API wend_result wend_path_refine(wend_search* search, const wend_world* world, wend_path* path,
                                      int32_t tiles, wend_stats* stats_opt);

// ---- queries in slices
//
// A long search can be spread over the frames of a program without threads:
//
//     if (wend_search_begin(search, world, &query) != WEND_OK) return 1;
//     for (bool done = false; !done;) // one step each frame
//         if (wend_search_step(search, 1000, &done) != WEND_OK) return 1;
//     if (wend_search_finish(search, path, NULL) != WEND_OK) return 1;
//
// The answer, its statistics and the observer's events are those of wend_find_path, whatever the budgets. A
// search has one query at work; a query by another function on the same search takes its place. World,
// grid, several goals and shapes to avoid are borrowed from begin to finish. wend_field_step does the same
// for fields.

/// Begins a query on a world, in place of one that is at work: checks it and does nothing else, unless it
/// avoids shapes. Errors: DEF, ARGUMENT (as wend_find_path), UNSUPPORTED (as wend_find_path), LIMIT (of
/// shapes to avoid, as wend_overlay_world), MEMORY.
WEND_API wend_result wend_search_begin(wend_search* search, const wend_world* world, const wend_query* query);
/// Begins a query on a bare grid. Errors: UNSUPPORTED (WEND_HPA; shapes to avoid; as wend_find_path), DEF,
/// ARGUMENT (as wend_find_path).
WEND_API wend_result wend_search_begin_on_grid(wend_search* search, const wend_grid* grid,
                                               const wend_query* query);
/// Continues the query at work. Searches over tiles (WEND_ASTAR, WEND_DIJKSTRA, WEND_BFS, WEND_GREEDY,
/// WEND_EXACT on a grid or by WEND_REFINE_ASTAR) expand up to budget tiles, and WEND_EXACT on a world
/// propagates costs in up to budget clusters; 0: all that remains. WEND_HPA takes a fraction of a millisecond
/// on most maps, or a few times that to several goals, and ends with its first step, whatever the budget. The
/// first step of any query on a world also connects its ends to the abstract graph, in tens of microseconds.
/// *done_out: the outcome is known. [Range of budget: >= 0] Errors: ARGUMENT (no query is at work), STALE
/// (the map was edited since begin), MEMORY, CANCELLED (by should_cancel), LIMIT (as wend_find_path). The
/// query has then failed, and finish returns the same.
WEND_API wend_result wend_search_step(wend_search* search, int64_t budget, bool* done_out);
/// Runs what remains of the query at work, computes the waypoints and writes the path. No query is at work
/// afterwards, even after an error; the path is then unchanged, and the statistics are filled. Errors:
/// ARGUMENT (no query is at work), STALE (the map was edited since begin), MEMORY, CANCELLED (by
/// should_cancel), LIMIT (as wend_find_path).
WEND_API wend_result wend_search_finish(wend_search* search, wend_path* out, wend_stats* stats_opt);
/// Ends the query at work, if any, without an answer.
WEND_API void wend_search_cancel(wend_search* search);

/// Bytes of scratch memory that the search holds.
WEND_API size_t wend_search_bytes(const wend_search* search);

#ifdef __cplusplus
}
#endif
#endif
