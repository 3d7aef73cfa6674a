// performance.h: what does the performance window measure, and when?
#ifndef WEND_VIEW_PERFORMANCE_H
#define WEND_VIEW_PERFORMANCE_H
#include "document/document.h"
#include "tools/compare.h"
#include "tools/pair.h"
#include "tools/scen_run.h"

typedef enum performance_tab { TAB_QUERY, TAB_PAIR, TAB_HISTORY, TAB_SCENARIO, TAB_COUNT } performance_tab;
/// As scripts write them; NULL past the last.
const char* performance_tab_name(int tab);

/// The current work of the thread.
typedef enum performance_work {
    MEASURE_NOTHING,
    MEASURE_QUERY,
    MEASURE_PAIR,
    MEASURE_PLAN,
    MEASURE_SCENARIO
} performance_work;
const char* performance_work_name(performance_work work);

enum { PERFORMANCE_MOST_RANDOM = 1000000 };

typedef struct performance {
    document* document;
    pair* pair;
    bool open;
    int tab;     ///< a performance_tab
    bool follow; ///< compare a query automatically when it has not changed for a while
    bool fill;   ///< compare plans with flat A* automatically
    job job;
    performance_work work;

    unsigned wanted;                   ///< bits 1u << work
    int rest;                          ///< frames since the query changed
    wend_query seen;                   ///< the query of the previous frame
    wend_tile seen_goals[SCENE_GOALS]; ///< likewise
    uint64_t seen_revision;            ///< likewise
    comparison comparison;             ///< of this query by all algorithms

    history history;
    comparison filling;    ///< of a plan in it
    int64_t filled_number; ///< of that plan

    char scenario[512];     ///< a file; "": random queries
    int random_count, seed; ///< of these
    scen_run run;
    uint64_t run_revision;

    char csv[TAB_COUNT][256]; ///< names of files
} performance;

/// Borrows both.
void performance_init(performance* p, document* d, pair* two);
/// Called in every frame: takes results and starts requested measurements.
void performance_follow(performance* p);

/// True while the tab of the two searches is seen.
bool performance_shows_pair(const performance* p);
/// True when searches over all tiles of the map are fast.
bool performance_is_modest(const performance* p);
/// True when it is about to be measured.
bool performance_wants(const performance* p, performance_work work);
/// True when the columns belong to the current query and map.
bool performance_is_current(const performance* p);

// ---- performance_csv.c

/// Saves the contents of the shown tab as CSV; shows a notice.
void performance_save(const performance* p, const char* file);

#endif
