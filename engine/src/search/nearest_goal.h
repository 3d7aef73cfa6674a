// nearest_goal.h: which of several goals is the nearest?
#ifndef WENDI_NEAREST_GOAL_H
#define WENDI_NEAREST_GOAL_H
#include "search/search.h"

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
