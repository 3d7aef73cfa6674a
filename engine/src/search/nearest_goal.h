// nearest_goal.h: which of several goals is the nearest, and by which path? By WEND_HPA, such a query
// consists of queries to single goals, which run to their ends one after the other, and at most one search
// for all goals that are left. Any other algorithm searches for all goals at once, in slices.
#ifndef WENDI_NEAREST_GOAL_H
#define WENDI_NEAREST_GOAL_H
#include "search/search.h"

/// Passes the stages that never pause, up to the outcome or into a search. The query has several goals.
/// Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_enter_several_goals(wend_search* search);
#endif
