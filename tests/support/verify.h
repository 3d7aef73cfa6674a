// verify.h: is an answer possible? An independent check of a path with its own step rule and its own sums,
// using only the public headers.
#ifndef WEND_TEST_VERIFY_H
#define WEND_TEST_VERIFY_H
#include "wend/search.h"

enum { VERIFY_TEXT = 200 };

/// True when the path is a possible answer to the query on this grid: it begins and ends right, every step is
/// legal, both costs are the sums of the steps, waypoints and route begin and end right; without a route
/// nothing is there, and a blocked end is named as such. Otherwise why says what is wrong.
bool verify_path(const wend_grid* grid, const wend_query* query, const wend_path* path,
                 char why[VERIFY_TEXT]);
#endif
