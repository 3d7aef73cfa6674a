// nearest_goal.h: which of several goals is the nearest, and by which path? By WEND_HPA, such a query
// consists of queries to single goals, which run to their ends one after the other, and at most one search
// for all goals that are left. Any other algorithm searches for all goals at once, in slices.
#ifndef WENDI_NEAREST_GOAL_H
#define WENDI_NEAREST_GOAL_H
#include "search/search.h"

/// Passes the stages that never pause, up to the outcome or into a search. The query has several goals.
/// Errors: MEMORY, LIMIT, CANCELLED. *best_out: the cost of the best path to a single goal that WEND_HPA
/// planned, INT64_MAX if none was found; else 0. Goals whose bound is not below it had no effect on the
/// answer.
wend_result wendi_enter_several_goals(wend_search* search, wend_cost* best_out);
/// The lower bound on costs that goals are compared by, where no links shorten paths.
wendi_heuristic wendi_goal_heuristic(const wend_grid* grid);
#endif
