// performance.h: what does the performance window measure, and when?
#ifndef WEND_VIEW_PERFORMANCE_H
#define WEND_VIEW_PERFORMANCE_H
#include "document/document.h"
#include "tools/compare.h"
#include "tools/history.h"
#include "tools/scen_run.h"

typedef enum performance_tab { TAB_QUERY, TAB_HISTORY, TAB_SCENARIO, TAB_COUNT } performance_tab;
/// As scripts write them; NULL past the last.
const char* performance_tab_name(int tab);

/// What the one thread works on.
typedef enum performance_work {
    MEASURE_NOTHING,
    MEASURE_QUERY,
    MEASURE_PLAN,
    MEASURE_SCENARIO
} performance_work;
const char* performance_work_name(performance_work work);

enum { PERFORMANCE_MOST_RANDOM = 1000000 };

typedef struct performance {
    document* document;
    bool open;
    int tab;     ///< a performance_tab
    bool follow; ///< a query that has come to rest is compared by itself
    bool fill;   ///< plans are compared with flat A* by themselves
    job job;
    performance_work work;

    bool compare_wanted;
    int rest;        ///< frames since the query changed
    wend_query seen; ///< the query of the frame before
    wend_tile seen_goals[SCENE_GOALS];
    uint64_t seen_revision;    ///< likewise
    comparison comparison;     ///< of this query
    uint64_t compare_revision; ///< 0: there is none

    history history;
    history_filling filling;

    bool run_wanted;
    char scenario[512];     ///< a file; "": random queries
    int random_count, seed; ///< of these
    scen_run run;
    uint64_t run_revision;

    char csv[TAB_COUNT][256];        ///< names of files
    int placed_right, placed_height; ///< the room that the window was last placed in [Units: pixels]
} performance;

/// Commands of the window.
extern const command_def performance_commands[];

/// Borrows the document.
void performance_init(performance* p, document* d);
void performance_destroy(performance* p);
/// In every frame: takes what was measured and begins what is wanted.
void performance_follow(performance* p);

void performance_set_open(performance* p, bool open);
/// Compares the algorithms on the query as it is.
void performance_compare(performance* p);
/// Runs the scenario, or random queries where its name is "".
void performance_run(performance* p);
/// Opens the window on a scenario, and runs it.
void performance_take_scenario(performance* p, const char* file);
/// Gives up what is measured or wanted, and no more begins by itself.
void performance_cancel(performance* p);
/// Returns when all that is wanted was measured.
void performance_wait(performance* p);
/// True when searches over all tiles of the map are nothing to think about.
bool performance_is_modest(const performance* p);
/// True when the columns are of the query and the map as they are.
bool performance_is_current(const performance* p);

// ---- performance_csv.c

/// Saves what a tab shows as CSV; false, after a notice: it could not be.
bool performance_save(const performance* p, performance_tab tab, const char* file);

#endif
