// query_run.h: which stages does a query to one goal pass, and when does it pause? The searches over tiles
// and over clusters pause when a step's budget is used up; the other stages are short and never pause.
#ifndef WENDI_QUERY_RUN_H
#define WENDI_QUERY_RUN_H
#include "search/search.h"

/// Passes the stages that never pause, up to the outcome or into a search. The query has one goal. Errors:
/// MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_enter(wend_search* search);
/// Enters the search over clusters where it can answer the query, otherwise that over tiles. Errors: MEMORY,
/// LIMIT.
wend_result wendi_query_enter_search(wend_search* search);
/// Continues the search that runs, by up to a budget of tiles or clusters. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_query_run(wend_search* search, int64_t budget);
#endif
