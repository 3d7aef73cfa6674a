// query.h: is a query valid on a grid?
#ifndef WENDI_QUERY_H
#define WENDI_QUERY_H
#include "wend/search.h"

/// Reads only what never changes on a grid, so edits may run meanwhile. Errors: DEF, ARGUMENT,
/// UNSUPPORTED.
wend_result wendi_check_query(const wend_grid* grid, const wend_query* query);
#endif
