// find_path.h: how is a part of a path found for another stage?
#ifndef WENDI_FIND_PATH_H
#define WENDI_FIND_PATH_H
#include "search/search.h"

/// wend_find_path for a path that is only wanted if it costs less than a limit: WEND_HPA and WEND_EXACT then
/// end early, with NO_ROUTE. The path may still cost more. Adds its statistics to a sum. Errors:
/// as wend_find_path.
wend_result wendi_find_path_below(wend_search* search, const wend_world* world, const wend_query* query,
                                  wend_cost below, wend_path* out, wend_stats* sum_io);
#endif
