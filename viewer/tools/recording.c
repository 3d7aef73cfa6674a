// recording.c: how is a search recorded, event by event?
#include "tools/recording.h"
#include "platform/job.h"
#include <math.h>

// While it runs.
typedef struct run {
    const scene* scene;
    const wend_query* query;
    recording* out;
    double units;
    job* job;
    int64_t closed, passable;
    bool failed;
} run;

static void take_event(const wend_event* event, void* context) {
    run* r = context;
    r->closed += event->kind == WEND_EVENT_CLOSED && event->level == 0;
    if (!r->failed) r->failed = !trace_add(r->out->trace, event, r->units);
}

static bool should_cancel(void* context) {
    run* r = context;
    double fraction = (double)r->closed / (double)SDL_max(r->passable, 1);
    return !job_report(fmin(fraction, 1), r->job) || r->failed;
}

static wend_result record(job* j, void* context) {
    run* r = context;
    r->job = j;
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){take_event, r};
    def.should_cancel = should_cancel;
    def.cancel_context = r;
    wend_search* search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result != WEND_OK) return result;
    // The kernel takes a cluster at once; A* shows every tile, and finds the same cost.
    wend_query query = *r->query;
    query.refinement = WEND_REFINE_ASTAR;
    result = wend_find_path(search, r->scene->world, &query, r->out->path, &r->out->stats);
    wend_search_destroy(search);
    return r->failed ? WEND_ERROR_MEMORY : result;
}

bool recording_make(recording* r_io, const document* d, const wend_query* query, int64_t limit) {
    const scene* s = &d->scene;
    Uint64 began = SDL_GetPerformanceCounter();
    recording_clear(r_io);
    r_io->greedy = query->algorithm == WEND_GREEDY;
    r_io->trace = trace_create(s->grid, limit);
    run r = {.scene = s,
             .query = query,
             .out = r_io,
             .units = query->algorithm == WEND_BFS ? 1 : wend_grid_cost_units(s->grid),
             .passable = wend_grid_passable_count(s->grid)};
    wend_result result = r_io->trace != NULL ? wend_path_create(NULL, &r_io->path) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = work_run(d->window, s->name, "recording the search", record, &r);
    if (result != WEND_OK) {
        recording_clear(r_io);
        notice_show(d->notice, true, "the search is not recorded: %s", wend_result_string(result));
    }
    r_io->ms = (double)(SDL_GetPerformanceCounter() - began) * 1e3 / (double)SDL_GetPerformanceFrequency();
    return result == WEND_OK;
}

void recording_clear(recording* r) {
    trace_destroy(r->trace);
    wend_path_destroy(r->path);
    r->trace = NULL;
    r->path = NULL;
}
