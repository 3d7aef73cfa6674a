// scen_run.c: how well are many queries answered on the shown map?
#define _POSIX_C_SOURCE 200809L
#include "tools/scen_run.h"
#include "clock.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void note_wrong(const problem* p, const char* why, void* context) {
    scen_run* r = context;
    if (r->first_wrong[0] != '\0') return;
    snprintf(r->first_wrong, sizeof r->first_wrong, "%d,%d to %d,%d: %s", p->start.x, p->start.y, p->goal.x,
             p->goal.y, why);
}

static bool progress(double fraction, void* context) {
    const scen_run* r = context;
    return job_report(fraction, r->job);
}

static void fill_bins(scen_run* r) {
    const trial* t = &r->trial;
    if (t->answered == 0) return;
    double least_us = INFINITY;
    for (int64_t i = 0; i < t->count; i++)
        if (t->answers[i].verdict == TRIAL_ANSWERED) least_us = fmin(least_us, t->answers[i].us);
    // Ends that are worth a label; times below a tenth of a microsecond are noise of the clock.
    plot_axis excess = {.most = fmax(r->excess_pct.max, 0.01)};
    plot_axis us = {.least = fmax(least_us, 0.1), .most = fmax(r->us.max, 1), .logarithmic = true};
    plot_round(&excess);
    plot_round(&us);
    r->excess_bins = plot_make_bins("suboptimality, %", 0, excess.most, false);
    r->us_bins = plot_make_bins("time, \xC2\xB5s", us.least, us.most, true);
    for (int64_t i = 0; i < t->count; i++) {
        if (t->answers[i].verdict != TRIAL_ANSWERED) continue;
        plot_count(&r->excess_bins, t->answers[i].excess_pct);
        plot_count(&r->us_bins, t->answers[i].us);
    }
}

static wend_result run(scen_run* r) {
    const wend_grid* grid = wend_world_grid(r->world);
    bool random = r->scenario[0] == '\0';
    wend_result result =
        random ? problems_at_random(r->map, grid, r->random_count, r->seed, &r->problems, &r->error)
               : problems_from_scenario(r->scenario, r->map, grid, 0, &r->problems, &r->error);
    if (result != WEND_OK) return result;
    r->file_optimum = !random && !r->edited && judge_file_costs_apply(grid);
    const trial_def def = {.world = r->world,
                           .problems = r->problems,
                           .algorithm = r->algorithm,
                           .file_optimum = r->file_optimum,
                           .clock_ns = r->clocked ? clock_thread_ns : NULL,
                           .note_wrong = note_wrong,
                           .progress = progress,
                           .context = r};
    result = trial_run(&def, &r->trial);
    bool summed = trial_summarize(&r->trial, TRIAL_EXCESS_PCT, &r->excess_pct) &&
                  trial_summarize(&r->trial, TRIAL_US, &r->us);
    if (!summed && result == WEND_OK) result = WEND_ERROR_MEMORY;
    fill_bins(r);
    r->ran = r->trial.count > 0;
    return result;
}

void scen_run_work(job* j, void* context) {
    scen_run* r = context;
    r->job = j;
    r->result = run(r);
    if (r->result != WEND_OK && r->error.text[0] == '\0')
        snprintf(r->error.text, sizeof r->error.text, "the run stopped: %s", wend_result_string(r->result));
}

void scen_run_clear(scen_run* r) {
    trial_free(&r->trial);
    problems_free(&r->problems);
    r->ran = false;
    r->result = WEND_OK;
    r->error.text[0] = r->first_wrong[0] = '\0';
}

bool scen_run_find(const char* map_file, char out[512]) {
    const char* slash = strrchr(map_file, '/');
    const char* dot = strrchr(slash != NULL ? slash : map_file, '.');
    int whole = (int)strlen(map_file), stem = dot != NULL ? (int)(dot - map_file) : whole;
    const int lengths[] = {whole, stem};
    static const char* const endings[] = {".scen", ".map.scen"};
    for (int i = 0; i < 4; i++) {
        int used = snprintf(out, 512, "%.*s%s", lengths[i / 2], map_file, endings[i % 2]);
        if (used < 512 && access(out, R_OK) == 0) return true;
    }
    out[0] = '\0';
    return false;
}

bool scen_run_is_scenario(const char* file) {
    size_t length = strlen(file);
    return length > 5 && strcmp(file + length - 5, ".scen") == 0;
}
