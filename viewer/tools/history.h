// history.h: which plans were made in this session, and how do HPA* and flat A* compare on them?
#ifndef WEND_VIEW_HISTORY_H
#define WEND_VIEW_HISTORY_H
#include "tools/compare.h"

enum { HISTORY_MAX = 240 }; ///< older plans are forgotten

typedef struct plan_record {
    int64_t number; ///< of the plan in this session, from 1
    char map[64];
    wend_query query;
    uint64_t revision; ///< of the scene
    wend_outcome outcome;
    double cost;
    wend_cost integer_cost;
    int64_t plan_ns; ///< 0 without a clock

    bool compared; ///< or it cannot be; otherwise what follows is not there yet
    bool both_found;
    compare_column hpa, astar; ///< the second costs the optimum
} plan_record;

typedef struct history {
    plan_record records[HISTORY_MAX];
    int first, count; ///< a ring
    int64_t made;     ///< plans in this session
} history;

/// A stored plan; 0 is the oldest.
const plan_record* history_at(const history* h, int index);
/// The record for the next plan, with its number.
plan_record* history_add(history* h);
/// The newest plan of this revision that has not been compared; NULL: none.
const plan_record* history_next(const history* h, uint64_t revision);
/// The cost of the plan, or of HPA*, divided by the optimum of the steps to neighbours; 0: unknown, or the
/// plan took the diagonal steps of hexagons, too.
double history_plan_ratio(const plan_record* r);
double history_hpa_ratio(const plan_record* r);

/// The queries that answer a stored one again by HPA* and by flat A*.
enum { HISTORY_COLUMNS = 2 };
void history_queries(const plan_record* r, const wend_grid* grid, wend_query out[HISTORY_COLUMNS]);
/// Stores their answers, if the plan of that number is still in the history.
void history_take(history* h, int64_t number, const compare_column columns[HISTORY_COLUMNS]);

#endif
