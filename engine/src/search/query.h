// query.h: how do the stages of a query work together, up to its path?
#ifndef WENDI_QUERY_H
#define WENDI_QUERY_H
#include "search/search.h"
#include "wend/search.h"

// ---- how do the stages of a query work together?

/// The query of a caller for the sheet of a grid (grid/floors.h); its several goals go to a list. What is off
/// the map stays so. Errors: ARGUMENT, MEMORY.
wend_result wendi_query_to_sheet(const wend_grid* grid, const wend_query* query, wendi_tile_list* goals,
                                 wend_query* out);

/// Reads only what never changes on a grid, so edits may run meanwhile. Errors: DEF, ARGUMENT,
/// UNSUPPORTED.
wend_result wendi_check_query(const wend_grid* grid, const wend_query* query);

/// Passes the stages that never pause, up to the outcome or into a search. The query has one goal. Errors:
/// MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_enter(wend_search* search);

/// Enters the search over clusters where it can answer the query, otherwise that over tiles. Errors: MEMORY,
/// LIMIT.
wend_result wendi_query_enter_search(wend_search* search);

/// Continues the search that runs, by up to a budget of tiles or clusters. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_run(wend_search* search, int64_t budget);

/// True when the query at work has ended without a path, and a partial one will do.
static inline bool wendi_wants_partial(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->query.partial && w->phase == WENDI_PHASE_DONE && !search->ends.nearest &&
           (w->outcome == WEND_NO_ROUTE || w->outcome == WEND_GOAL_BLOCKED) &&
           (w->query.goal_count > 0 || !search->ends.by_place);
}

/// Begins the search for that path; on a grid alone, where a search has to find out what is reachable, that
/// search comes first. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_enter_partial(wend_search* search);

// ---- what is the path of a query whose outcome is known?

/// Sets the path for the outcome and the tiles of the query at work, all of it or, on an error, nothing.
/// Chooses its waypoints. Errors: MEMORY.
wend_result wendi_query_set_path(wend_search* search, wend_path* out);

/// Appends the waypoints for some tiles, between two links, to those of the search. Errors: MEMORY.
wend_result wendi_query_add_waypoints(wend_search* search, const wendi_tile_list* tiles);
#endif
