// wend/search.h: queries. One wend_search a thread holds all scratch memory; after the first queries of a
// size nothing is allocated.
//
//     wend_search_def def = wend_default_search_def();
//     wend_search* search = NULL;
//     wend_path* path = NULL;
//     if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) return 1;
//     wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
//     if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return 1;
//     int32_t count = 0; // stays 0 unless there is a route: see wend_path_outcome
//     const wend_tile* tiles = wend_path_tiles(path, &count);
#ifndef WEND_SEARCH_H
#define WEND_SEARCH_H
#include "wend/path.h"
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_algorithm {
    WEND_HPA = 0,   ///< abstract route over the clusters, refined into tiles: near-optimal, fast on any map
    WEND_EXACT = 1, ///< the optimum, whatever the heuristic settings say
    WEND_ASTAR = 2, ///< A* over the tiles: the optimum unless the heuristic is inflated (see wend_heuristic)
    WEND_DIJKSTRA = 3, ///< A* without a heuristic: the optimum
    WEND_BFS = 4,      ///< the fewest steps, whatever they cost
    WEND_ALGORITHM_COUNT
} wend_algorithm;

/// Estimates of the cost between two tiles, scaled to the cheapest class on the map. dx, dy: the differences
/// in columns, rows. With a weight of at most 1 they are lower bounds, and consistent: no step lets them fall
/// by more than it costs. The exception is WEND_MANHATTAN on a grid with diagonal moves, which is a lower
/// bound up to a weight of 0.7 only. A heuristic above its bound is inflated. It makes the search faster: no
/// tile is expanded twice, but the path may cost more than the optimum, by the factor that the weight is
/// above 1 (for WEND_MANHATTAN with diagonal moves, above 0.707).
typedef enum wend_heuristic {
    WEND_OCTILE = 0,    ///< max + (sqrt 2 - 1) min: exact on open ground with 8 moves
    WEND_MANHATTAN = 1, ///< dx + dy: exact on open ground with 4 moves; with 8 inflated, so that paths cost
                        ///< up to sqrt 2 times the optimum
    WEND_CHEBYSHEV = 2, ///< max(dx, dy)
    WEND_EUCLIDEAN = 3, ///< sqrt(dx^2 + dy^2)
    WEND_NO_HEURISTIC = 4,
    WEND_HEURISTIC_COUNT
} wend_heuristic;

/// How WEND_HPA turns an abstract path into tiles, and WEND_EXACT finds them. Both forms find the same cost.
typedef enum wend_refinement {
    WEND_REFINE_SWEEP = 0, ///< the SIMD distance kernel, cluster by cluster: the fast form
    WEND_REFINE_ASTAR = 1, ///< A* over the same tiles, one by one: the reference
    WEND_REFINEMENT_COUNT
} wend_refinement;

typedef struct wend_query {
    wend_tile start, goal;
    wend_algorithm algorithm; ///< [Default: WEND_HPA]
    wend_heuristic heuristic; ///< for WEND_ASTAR; on a grid of 4 moves WEND_MANHATTAN is the tight one
                              ///< [Default: WEND_OCTILE]
    float heuristic_weight;   ///< for WEND_ASTAR: factor on the heuristic; 0 searches as WEND_DIJKSTRA does,
                              ///< above 1 inflates the heuristic. The other algorithms ignore both
                              ///< [Range: 0..16] [Default: 1]
    bool smooth; ///< waypoints by string pulling rather than at the turns of the tile path [Default: false]
    float body_radius; ///< with smooth: the walk keeps this far off blocked tiles, so that bodies up to this
                       ///< radius can follow it; 0.5 holds for every body that fits through a gap of one
                       ///< tile; without effect where paths may cut corners [Range: 0..0.5] [Default: 0.5]
                       ///< [Units: tiles]
    wend_refinement refinement; ///< for WEND_HPA and, on a world, WEND_EXACT [Default: WEND_REFINE_SWEEP]
    int32_t first_tiles; ///< for WEND_HPA: above 0, a long path is refined only up to the first node that
                         ///< is at least this many steps along its route, so that an agent can set
                         ///< off sooner; the outcome is then WEND_PARTIAL; 0: all of it [Range: >= 0]
                         ///< [Default: 0]
    int32_t cookie;      ///< set by wend_default_query
} wend_query;
WEND_API wend_query wend_default_query(wend_tile start, wend_tile goal);

/// Always filled when asked for; times only with a clock in the search's definition.
typedef struct wend_stats {
    int64_t expanded;          ///< tiles taken from the open list
    int64_t generated;         ///< tiles put on it
    int64_t reopened;          ///< closed tiles that a cheaper way put on it again. A consistent heuristic
                               ///< closes tiles at their least cost, and under an inflated one they stay
                               ///< closed: so 0, unless rounding makes WEND_EUCLIDEAN inconsistent by a unit
                               ///< on a very large map, where re-opening keeps the optimum
    int64_t abstract_expanded; ///< abstract nodes taken from the open list
    int64_t clusters_refined;  ///< clusters that the low-level search worked on, counted each time
    int64_t insert_ns;         ///< connecting start and goal to the abstract graph
    int64_t route_ns;          ///< the abstract search
    int64_t refine_ns;         ///< the search over tiles
    int64_t smooth_ns;         ///< waypoints
    int64_t total_ns;
} wend_stats;

// ---- watching a search
//
// An observer is told what a search does while it does it, so that it can be drawn, counted or taught. The
// answers are the same with one and without, and so is the speed of a search that has none. The order of a
// WEND_HPA query: LINKED for the nodes that start and goal were connected to; the search over clusters; LEG
// for each leg of the route it found; then the search over tiles, as any other algorithm has it, within a
// CORRIDOR of clusters, or by PROPAGATED where it goes by the kernel.

typedef enum wend_event_kind {
    WEND_EVENT_LINKED = 0,   ///< a node can be reached from the start, or the goal from it; cost: that way's
    WEND_EVENT_OPENED = 1,   ///< first put on the open list
    WEND_EVENT_IMPROVED = 2, ///< on the open list, and a cheaper way to it was found
    WEND_EVENT_REOPENED = 3, ///< closed, and put on the open list again, for the same reason; nodes, and
                             ///< tiles where wend_stats says so
    WEND_EVENT_CLOSED = 4,   ///< taken from the open list and expanded; a node taken with more than the least
                             ///< cost told of it stays open
    WEND_EVENT_CLUSTER = 5,  ///< a cluster was taken from the queue; some of its nodes are closed next
    WEND_EVENT_ROW = 6, ///< a closed node relaxes the others of a cluster by its row of the distance matrix
    WEND_EVENT_LEG = 7, ///< a leg of the route, in the order from start to goal; level 0 where it is an edge
                        ///< of a larger cluster that first_tiles left unexpanded
    WEND_EVENT_CORRIDOR = 8,   ///< a cluster that the search over tiles may enter
    WEND_EVENT_PROPAGATED = 9, ///< a cluster in which the kernel propagated costs to all tiles
    WEND_EVENT_COUNT
} wend_event_kind;

typedef struct wend_event {
    wend_event_kind kind;
    int32_t level;  ///< 0: of tiles; otherwise of abstract nodes, in clusters of this level
    wend_tile tile; ///< the tile, or that of the node; of a cluster its corner
    wend_tile from; ///< where it was reached from: of OPENED, IMPROVED, REOPENED, LEG, and LINKED (start or
                    ///< goal); otherwise the tile itself
    wend_cost cost; ///< from the start; of CLUSTER, PROPAGATED a lower bound on the paths through it; of LEG,
                    ///< CORRIDOR 0 [Units: of the grid, see wend_grid_cost_units; of WEND_BFS steps]
    wend_rect area; ///< the cluster in which it happened; at level 0 empty
} wend_event;

typedef struct wend_search_observer {
    /// Is told each event; must not use the search. NULL: nobody watches.
    void (*event)(const wend_event* event, void* context);
    void* context;
} wend_search_observer;

typedef struct wend_search wend_search;

typedef struct wend_search_def {
    uint64_t (*clock_ns)(void* context); ///< monotone nanoseconds for wend_stats; NULL: times stay 0
    void* clock_context;
    bool (*should_cancel)(void* context); ///< asked about every millisecond of a long search; true: the query
                                          ///< gives up with CANCELLED; NULL: never
    void* cancel_context;
    wend_search_observer observer;   ///< copied
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
    int32_t cookie;                  ///< set by wend_default_search_def
} wend_search_def;
WEND_API wend_search_def wend_default_search_def(void);

/// Errors: DEF, ARGUMENT, MEMORY.
WEND_API wend_result wend_search_create(const wend_search_def* def, wend_search** out);
WEND_API void wend_search_destroy(wend_search* search);

/// Answers a query on a world. Queries within one cluster or between neighbouring clusters are exact.
/// Errors: ARGUMENT (start or goal outside the map, a weight out of range, first_tiles below 0), DEF, MEMORY,
/// CANCELLED (by should_cancel).
/// On an error the path is as it was.
WEND_API wend_result wend_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                                    wend_path* out, wend_stats* stats_opt);
/// The same on a bare grid, for the algorithms that need no abstract graph. Errors: also UNSUPPORTED for
/// WEND_HPA.
WEND_API wend_result wend_find_path_on_grid(wend_search* search, const wend_grid* grid,
                                            const wend_query* query, wend_path* out, wend_stats* stats_opt);
/// Bytes of scratch memory held.
WEND_API size_t wend_search_bytes(const wend_search* search);

#ifdef __cplusplus
}
#endif
#endif
