// history.c: which plans were made in this session, and how do HPA* and flat A* compare on them?
#include "history.h"
#include "problems.h"

static int place_of(const history* h, int index) {
    return (h->first + index) % HISTORY_MAX;
}

const plan_record* history_at(const history* h, int index) {
    return &h->records[place_of(h, index)];
}

plan_record* history_add(history* h) {
    if (h->count == HISTORY_MAX)
        h->first = (h->first + 1) % HISTORY_MAX;
    else
        h->count++;
    plan_record* r = &h->records[place_of(h, h->count - 1)];
    *r = (plan_record){.number = ++h->made};
    return r;
}

const plan_record* history_next(const history* h, uint64_t revision) {
    for (int i = h->count - 1; i >= 0; i--) {
        const plan_record* r = history_at(h, i);
        if (!r->compared && r->revision == revision) return r;
    }
    return NULL;
}

static double ratio(wend_cost cost, wend_cost optimum) {
    return optimum > 0 ? (double)cost / (double)optimum : 1;
}

double history_plan_ratio(const plan_record* r) {
    return r->both_found && r->outcome == WEND_FOUND ? ratio(r->integer_cost, r->optimum) : 0;
}

double history_hpa_ratio(const plan_record* r) {
    return r->both_found ? ratio(r->hpa_cost, r->optimum) : 0;
}

// Twice with a clock: the first run makes the search's memory.
static wend_result answer(job* j, const history_filling* f, wend_algorithm algorithm, wend_path* path,
                          double* us_out) {
    wend_search_def def = wend_default_search_def();
    if (f->clocked) def.clock_ns = job_clock_ns;
    def.go_on = job_goes_on;
    def.go_on_context = j;
    const problem ends = {.start = f->record.query.start, .goal = f->record.query.goal};
    wend_query query = problem_query(&ends, wend_world_grid(f->world), algorithm);
    wend_search* search = NULL;
    wend_stats stats = {0};
    wend_result result = wend_search_create(&def, &search);
    for (int run = 0; run < (f->clocked ? 2 : 1) && result == WEND_OK; run++)
        result = wend_find_path(search, f->world, &query, path, &stats);
    if (result == WEND_ERROR_CANCELLED) job_let_go(j);
    wend_search_destroy(search);
    *us_out = (double)stats.total_ns / 1e3;
    return result;
}

void history_fill_work(job* j, void* context) {
    history_filling* f = context;
    plan_record* r = &f->record;
    wend_path* path = NULL;
    wend_result result = wend_path_create(NULL, &path);
    if (result == WEND_OK) result = answer(j, f, WEND_HPA, path, &r->hpa_us);
    if (result == WEND_OK) {
        r->both_found = wend_path_outcome(path) == WEND_FOUND;
        r->hpa_cost = wend_path_integer_cost(path);
        r->hpa_units = wend_path_cost(path);
        result = answer(j, f, WEND_ASTAR, path, &r->astar_us);
    }
    if (result == WEND_OK) {
        r->both_found = r->both_found && wend_path_outcome(path) == WEND_FOUND;
        r->optimum = wend_path_integer_cost(path);
        r->optimum_units = wend_path_cost(path);
    } else {
        r->both_found = false;
    }
    r->compared = result != WEND_ERROR_CANCELLED;
    wend_path_destroy(path);
}

void history_take(history* h, const plan_record* filled) {
    for (int i = 0; i < h->count; i++)
        if (history_at(h, i)->number == filled->number) h->records[place_of(h, i)] = *filled;
}
