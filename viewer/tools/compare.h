// compare.h: how does each algorithm answer one query?
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

#endif
