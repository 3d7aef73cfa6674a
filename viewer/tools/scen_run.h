// scen_run.h: how well are many queries, of a scenario or random, answered on the shown map?
#ifndef WEND_VIEW_SCEN_RUN_H
#define WEND_VIEW_SCEN_RUN_H
#include "platform/job.h"
#include "platform/plot.h"
#include "trial.h"

typedef struct scen_run {
    // ---- the queries
    const wend_world* world;
    char map[256];      ///< stands for it in messages
    char scenario[512]; ///< "": random queries
    int64_t random_count;
    uint64_t seed;
    wend_algorithm algorithm;
    bool clocked;
    bool edited; ///< the scenario's optima are those of another map

    // ---- the results
    wend_result result; ///< CANCELLED: trial holds what was done
    wend_error error;
    problem_list problems;
    bool file_optimum; ///< the costs were compared with the scenario's
    trial trial;
    char first_wrong[240]; ///< "": none
    summary excess_pct, us;
    plot_bins excess_bins, us_bins;
    bool ran; ///< there are results to show

    job* job;
} scen_run;

/// The work of a job whose context is a scen_run with the first part set.
void scen_run_work(job* j, void* run);
/// Forgets the second part.
void scen_run_clear(scen_run* r);

/// True when the name is that of a scenario, which belongs to the map that is shown.
bool scen_run_is_scenario(const char* file);
/// The scenario that lies beside a map or world file: FILE.scen, FILE.map.scen, or likewise without the
/// ending of FILE. False: there is none.
bool scen_run_find(const char* map_file, char out[512]);

#endif
