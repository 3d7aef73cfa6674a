// performance.h: what does the performance window measure, and when? What it shows: panel_performance.c.
#ifndef WEND_VIEW_PERFORMANCE_H
#define WEND_VIEW_PERFORMANCE_H
#include "compare.h"
#include "history.h"
#include "scen_run.h"

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
    bool open;
    int tab;     ///< a performance_tab
    bool follow; ///< a query that has come to rest is compared by itself
    bool fill;   ///< plans are compared with flat A* by themselves
    job job;
    performance_work work;

    bool compare_wanted;
    int rest;                  ///< frames since the query changed
    wend_query seen;           ///< the query of the frame before
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

struct app;
void performance_init(struct app* a);
void performance_destroy(struct app* a);
/// The plan of this frame was made.
void performance_note_plan(struct app* a);
/// Another map is shown.
void performance_note_map(struct app* a);
/// In every frame: takes what was measured and begins what is wanted.
void performance_follow(struct app* a);

void performance_set_open(struct app* a, bool open);
/// Compares the algorithms on the query as it is.
void performance_compare(struct app* a);
/// Runs the scenario, or random queries where its name is "".
void performance_run(struct app* a);
/// Opens the window on a scenario, and runs it.
void performance_take_scenario(struct app* a, const char* file);
/// Gives up what is measured or wanted, and no more begins by itself.
void performance_cancel(struct app* a);
/// Returns when all that is wanted was measured.
void performance_wait(struct app* a);
/// True when searches over all tiles of the map are nothing to think about.
bool performance_is_modest(const struct app* a);
/// True when the columns are of the query and the map as they are.
bool performance_is_current(const struct app* a);

// ---- panel_performance.c

void panel_show_performance(struct app* a);

// ---- performance_csv.c

/// Saves what a tab shows as CSV; false, and told: it could not be.
bool performance_save(struct app* a, performance_tab tab, const char* file);

// ---- performance_report.c

/// Its part of the line of state.
void performance_report(const struct app* a);

#endif
