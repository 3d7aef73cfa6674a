// query.h: how do the stages of a query work together?
#ifndef WENDI_QUERY_H
#define WENDI_QUERY_H
#include "search/search.h"
#include "wend/search.h"

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
#endif
