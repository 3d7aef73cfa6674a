// compare.h: how does each algorithm answer one query, and how do HPA* and flat A* compare on the plans of
// this session?
#ifndef WEND_VIEW_COMPARE_H
#define WEND_VIEW_COMPARE_H
#include "document/scene.h"
#include "platform/job.h"
#include <wend/wend.h>

enum { COMPARE_RUNS = 5 };

typedef struct compare_column {
    wend_result result; ///< on failure the other members are unset
    wend_outcome outcome;
    int32_t goal;           ///< that was reached, of several; -1: none
    double cost;            ///< 0: no route
    wend_cost integer_cost; ///< likewise
    wend_stats stats;       ///< the times: median of the runs, each stage for itself; 0 without a clock
    int runs;               ///< that the times are of
    int64_t first_ns;       ///< of the run before them, which makes the search's memory; 0 without a clock
    size_t bytes;           ///< of the search's memory afterwards
} compare_column;

/// The answers to some queries, found by a job.
typedef struct comparison {
    const wend_world* world;
    uint64_t revision; ///< of the scene; 0: nothing was asked yet
    bool clocked;
    int runs, count; ///< as compare_measure has them; of queries
    wend_query queries[WEND_ALGORITHM_COUNT];
    wend_tile goals[SCENE_GOALS]; ///< of all of them
    compare_column columns[WEND_ALGORITHM_COUNT];
    _Atomic int done; ///< number of columns that can be read
} comparison;

/// Answers a query. The times are of up to most_runs [Range: 1..COMPARE_RUNS] after a first, which makes the
/// search's memory and counts only when it was too long to run again.
void compare_measure(job* j, const wend_world* world, const wend_query* query, bool clocked, int most_runs,
                     compare_column* out);
/// Begins anew with other queries [Range of count: 0..WEND_ALGORITHM_COUNT], which have the same goals.
void compare_prepare(comparison* c, const scene* s, const wend_query* queries, int count, int runs);
/// Are the columns those of such queries on the map as it is?
bool compare_is_of(const comparison* c, const scene* s, const wend_query* queries);
/// The work of a job whose context is a comparison.
void compare_work(job* j, void* comparison);

/// With a column for each algorithm: the cost divided by the optimum, which WEND_EXACT found; 0: one of them
/// is missing.
double compare_ratio(const comparison* c, int algorithm);
/// The column with the shortest time among those that found a path; -1: no times.
int compare_fastest(const comparison* c);
/// The query of the scene as it is planned, but never with a partial path: a search finds a path or none.
wend_query compare_query_of(const scene* s);
/// A copy of a query and of its several goals. It leaves out the diagonal steps of hexagons: all algorithms
/// take the same steps.
void compare_copy_query(const wend_query* query, wend_query* out, wend_tile goals_out[SCENE_GOALS]);
/// True when both queries give the same columns.
bool compare_same_query(const wend_query* a, const wend_query* b);

// ---- the plans of this session

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
