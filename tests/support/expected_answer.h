// expected_answer.h: what should a query be answered? By its definition in wend/search.h: brute force over
// the tiles for ends that give way and for the reachable tile nearest to a goal, a textbook Dijkstra for
// costs.
#ifndef WEND_TEST_EXPECTED_ANSWER_H
#define WEND_TEST_EXPECTED_ANSWER_H
#include "dijkstra.h"
#include "wend/search.h"

/// The goals of a query: those that it names, one or several, or the tiles of a place.
typedef struct query_goals {
    const wend_tile *asked, *tiles; // before and after snapping; borrowed
    int32_t count;
    bool listed; // named by the query
} query_goals;

typedef struct expected_answer {
    query_goals goals;
    wend_outcome outcome;
    wend_tile start, last; // of the tiles; of several nearest goals the first
    int32_t goal_index;    // -1: none
    double cost, steps;    // of the optimum to the last tile, in units and, for WEND_BFS, in steps
} expected_answer;

/// Where an end leads to under a snap radius: the nearest passable tile, if there is one within it.
wend_tile expected_snap(const wend_grid* grid, wend_tile tile, double radius);
/// truth: of the grid. The goals are borrowed by the answer.
expected_answer expect_answer(oracle* truth, const wend_grid* grid, const wend_query* query,
                              const query_goals* goals);
/// NULL: the path is the answer expected, by legal steps. Otherwise what is wrong. Of several goals that are
/// equally near, any is right.
const char* check_answer(const expected_answer* expected, const wend_grid* grid, const wend_query* query,
                         const wend_path* path);
#endif
