// find_path.h: is a query valid on a grid?
#ifndef WENDI_FIND_PATH_H
#define WENDI_FIND_PATH_H
#include "wend/search.h"

/// Reads only what never changes on a grid, so edits may run meanwhile. Errors: DEF, ARGUMENT.
wend_result wendi_check_query(const wend_grid* grid, const wend_query* query);
#endif
