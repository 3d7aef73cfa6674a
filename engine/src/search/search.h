// search.h: what does a search own, and how far has its query come?
#ifndef WENDI_SEARCH_H
#define WENDI_SEARCH_H
#include "overlay/overlay.h"
#include "search/abstract_state.h"
#include "search/flat_search.h"
#include "search/path.h"
#include "search/path_check.h"
#include "search/query_ends.h"
#include "search/refine.h"
#include "search/smooth.h"
#include "subgoals/subgoal_graph.h"
#include "wend/explain.h"

/// How far the query at work has come.
typedef enum wendi_phase {
    WENDI_PHASE_NONE,     // no query is at work
    WENDI_PHASE_START,    // no stage was entered yet
    WENDI_PHASE_CLUSTERS, // the exact search over clusters runs
    WENDI_PHASE_TILES,    // the search over tiles runs
    WENDI_PHASE_DONE,     // the outcome is known and, with a path, its tiles
    WENDI_PHASE_FAILED,
} wendi_phase;

/// The query at work.
typedef struct wendi_work {
    wendi_phase phase;
    const wend_world* world; // NULL: a grid alone
    const wend_world* asked; // the same, unless the query has shapes to avoid
    const wend_grid* grid;
    uint64_t version;    // of the world or the grid when the query began
    int32_t level_count; // of the world then
    wend_query query;
    const wendi_goals* goals; // the searches look for the nearest of these; NULL: for the query's goal
    wend_cost below;          // only a path that costs less is wanted
    wend_outcome outcome;
    bool routed;             // the tiles came from the route
    bool by_route;           // near ends are connected by a route too: what lies around them is not here
    bool provisional;        // an end is not here: the path leads towards the goal
    uint64_t losses;         // of ground, when the query began
    const wend_path* before; // a repair: the path whose tiles were kept in part; NULL: none
    const wend_path* chosen; // the path to one of several goals that is the answer; NULL: the tiles are
    int32_t chosen_goal;
    wend_result result; // why it failed
    wend_stats stats;
} wendi_work;

struct wend_search {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    uint64_t (*clock_ns)(void* context);
    void* clock_context;
    uint64_t lap_ns; // when the last lap ended
    wendi_flat flat;
    wendi_cluster_search cluster_search;
    wendi_route route;
    wendi_refine refine;
    wendi_subgoal_search subgoal_search;
    wendi_sweeper sweeper; // for insertion
    wendi_insertion from, to;
    uint64_t to_world, to_version; // for whose map `to` holds; 0: for none
    wendi_tile_list tiles, corners, part_corners;
    wendi_path_link_list links; // between the tiles
    wendi_tile_list no_route;   // always empty: the tiles and route of an answer without a path
    wendi_point_list waypoints;
    wendi_smoother smoother;
    wend_search_observer observer; // tells shown_observer
    wend_search_observer shown_observer;
    wendi_goals goals;            // of a query with several goals
    wendi_link_bounds from_start; // of paths to them
    wend_path candidates[2];      // paths to single goals, the best so far and the next
    wendi_splice splice;
    wendi_query_ends ends;       // of the query at work
    wendi_tile_list sheet_goals; // the several goals of the caller, on a map with floors
    wendi_work work;
    wend_overlay* avoiding; // the shapes that the query at work avoids; NULL: none
};

// ---- how do the stages of a query work together, up to its path? (query.c)

/// The time by the host's clock; 0 without one.
uint64_t wendi_search_now(const wend_search* search);
/// Adds the time since the last lap, or since a part of the query began, to *sum_io.
void wendi_search_lap(wend_search* search, int64_t* sum_io);
/// The outcome is known: the query is done.
void wendi_set_outcome(wendi_work* work, wend_outcome outcome);

/// Computes the costs from a passable tile to the nodes of its clusters (WENDI_FROM), or from the nodes to
/// the tile (WENDI_TO). sweeper: scratch memory.
void wendi_insert(const wend_world* world, wend_tile tile, wendi_sense sense, wendi_sweeper* sweeper,
                  wendi_insertion* out);
/// True when a path leads from one inserted tile (WENDI_FROM) to the other (WENDI_TO).
bool wendi_connected(const wend_world* world, const wendi_insertion* from, const wendi_insertion* to);

/// Passes the stages that never pause, up to the outcome or into a search. The query has one goal. Errors:
/// MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_enter(wend_search* search);

/// Enters the search over clusters where it can answer the query, otherwise that over tiles. Errors: MEMORY,
/// LIMIT.
wend_result wendi_query_enter_search(wend_search* search);

/// Continues the search that runs, by up to a budget of tiles or clusters. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_run(wend_search* search, int64_t budget);

/// Begins the search for that path; on a grid alone, where a search has to find out what is reachable, that
/// search comes first. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_enter_partial(wend_search* search);

// ---- what is the path of a query whose outcome is known?

/// Finds the tiles of some legs, and the links between them, which go to the lists of the search. Errors: as
/// wendi_refine_legs.
wend_result wendi_query_refine(wend_search* search, const wend_world* world, wend_refinement refinement,
                               const wendi_legs* legs, bool* found_out, wend_stats* stats);

/// Sets the path for the outcome and the tiles of the query at work, all of it or, on an error, nothing.
/// Chooses its waypoints. Errors: MEMORY.
wend_result wendi_query_set_path(wend_search* search, wend_path* out);

/// Sets a path to the tiles and links of the splice, as the answer to a query: repair.c. before_opt: the path
/// whose tiles were kept in part. Errors: as wendi_query_set_path.
wend_result wendi_query_set_spliced(wend_search* search, const wend_world* world, const wend_query* query,
                                    wend_outcome outcome, const wend_path* before_opt, wend_path* out);

/// Chooses the waypoints for some tiles, in place of those of the search, and sums what the tiles from one on
/// cost. Both ends of a link are waypoints, and the tiles between two links are treated like a path.
/// links_io: those between the tiles; they get their waypoints. Errors: MEMORY.
wend_result wendi_query_choose_waypoints(wend_search* search, const wendi_tile_list* tiles, int64_t counted,
                                         wendi_path_link_list* links_io, double* cost_out,
                                         wend_cost* units_out);

// ---- how is a path found for another stage? (find_path.c)

/// wend_find_path for a query on the sheet (grid/floors.h).
wend_result wendi_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                            wend_path* out, wend_stats* stats_opt);

/// wend_find_path for a path that is only wanted if it costs less than a limit: WEND_HPA and WEND_EXACT then
/// end early, with NO_ROUTE. The path may still cost more. Adds its statistics to a sum. Errors:
/// as wend_find_path.
wend_result wendi_find_path_below(wend_search* search, const wend_world* world, const wend_query* query,
                                  wend_cost below, wend_path* out, wend_stats* sum_io);

// ---- what would have to be opened so that a path leads from one tile to another? (opening_search.c)

WENDI_LIST(wendi_opening_list, wend_opening);

/// Finds the path with the least openings, of several the shortest, and what is to be opened on it. Both
/// lists are empty when no link leads to the floor of the goal. allocator: of what is freed before it
/// returns. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_find_openings(const wend_allocator* allocator, const wend_grid* grid, wend_tile from,
                                wend_tile to, const wendi_cancel* cancel, wendi_opening_list* openings,
                                wendi_tile_list* tiles);
#endif
