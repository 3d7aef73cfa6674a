// partial_path.h: how is a query answered whose goals no path leads to? With a path to the reachable tile
// that is nearest to one of them.
#ifndef WENDI_PARTIAL_PATH_H
#define WENDI_PARTIAL_PATH_H
#include "search/search.h"

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
