// search.h: what does a search own, and how far has its query come?
#ifndef WENDI_SEARCH_H
#define WENDI_SEARCH_H
#include "overlay/overlay.h"
#include "search/expand_edge.h"
#include "search/flat_search.h"
#include "search/opening_search.h"
#include "search/path.h"
#include "search/path_check.h"
#include "search/query_ends.h"
#include "search/refine.h"
#include "search/smooth.h"
#include "search/subgoal_search.h"

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
    wendi_opening_search openings;
    wendi_work work;
    wend_overlay* avoiding; // the shapes that the query at work avoids; NULL: none
};

static inline void wendi_set_outcome(wendi_work* work, wend_outcome outcome) {
    work->outcome = outcome;
    work->phase = WENDI_PHASE_DONE;
}

/// The time by the host's clock; 0 without one.
static inline uint64_t wendi_search_now(const wend_search* search) {
    return search->clock_ns ? search->clock_ns(search->clock_context) : 0;
}

/// Adds the time since *since_io to *sum_io and sets *since_io to now.
static inline void wendi_search_lap(const wend_search* search, uint64_t* since_io, int64_t* sum_io) {
    if (!search->clock_ns) return;
    uint64_t now = search->clock_ns(search->clock_context);
    *sum_io += (int64_t)(now - *since_io);
    *since_io = now;
}
#endif
