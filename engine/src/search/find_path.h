// find_path.h: how is a part of a path, or a path to the nearest of several goals, found?
#ifndef WENDI_FIND_PATH_H
#define WENDI_FIND_PATH_H
#include "search/search.h"

// ---- how is a part of a path found for another stage?

/// wend_find_path for a query on the sheet (grid/floors.h).
wend_result wendi_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                            wend_path* out, wend_stats* stats_opt);

/// wend_find_path for a path that is only wanted if it costs less than a limit: WEND_HPA and WEND_EXACT then
/// end early, with NO_ROUTE. The path may still cost more. Adds its statistics to a sum. Errors:
/// as wend_find_path.
wend_result wendi_find_path_below(wend_search* search, const wend_world* world, const wend_query* query,
                                  wend_cost below, wend_path* out, wend_stats* sum_io);

// ---- which of several goals is the nearest?

/// True when the query at work is answered by wendi_enter_class.
bool wendi_looks_around(const wend_search* search);

/// Finds the ends of the query and passes its stages up to the outcome, as wendi_query_ends_find and
/// wendi_enter_several_goals do, with the same answer. Errors: as those, DAMAGED.
wend_result wendi_enter_class(wend_search* search);

/// Passes the stages that never pause, up to the outcome or into a search. The query has several goals.
/// Errors: MEMORY, LIMIT, CANCELLED. *best_out: the cost of the best path to a single goal that WEND_HPA
/// planned, INT64_MAX if none was found; else 0. Goals whose bound is not below it had no effect on the
/// answer.
wend_result wendi_enter_several_goals(wend_search* search, wend_cost* best_out);
#endif
