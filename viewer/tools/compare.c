// compare.c: what does each algorithm make of one query?
#include "compare.h"
#include <stdlib.h>

enum { RUNS = 5, STAGES = 5, RUNS_NS = 1000 * 1000 * 1000 }; // what has taken longer is not run again

static int compare_times(const void* a, const void* b) {
    int64_t x = *(const int64_t*)a, y = *(const int64_t*)b;
    return (x > y) - (x < y);
}

static void stages_of(wend_stats* s, int64_t* out[STAGES]) {
    int64_t* const stages[STAGES] = {&s->insert_ns, &s->route_ns, &s->refine_ns, &s->smooth_ns, &s->total_ns};
    for (int i = 0; i < STAGES; i++) out[i] = stages[i];
}

static void take_medians(wend_stats* runs, int count, wend_stats* out) {
    int64_t times[STAGES][RUNS], *stages[STAGES];
    for (int run = 0; run < count; run++) {
        stages_of(&runs[run], stages);
        for (int i = 0; i < STAGES; i++) times[i][run] = *stages[i];
    }
    stages_of(out, stages);
    for (int i = 0; i < STAGES; i++) {
        qsort(times[i], (size_t)count, sizeof times[i][0], compare_times);
        *stages[i] = times[i][(count - 1) / 2];
    }
}

// The first run makes the search's memory and is not counted, unless it was too long to run again.
static wend_result measure(const comparison* c, const wend_query* query, wend_search* search, wend_path* path,
                           compare_column* out) {
    wend_stats runs[RUNS];
    wend_result result = wend_find_path(search, c->world, query, path, &out->stats);
    if (result != WEND_OK) return result;
    out->outcome = wend_path_outcome(path);
    out->cost = wend_path_cost(path);
    out->integer_cost = wend_path_integer_cost(path);
    out->bytes = wend_search_bytes(search);
    int64_t spent = out->stats.total_ns;
    out->runs = c->clocked && spent >= RUNS_NS;
    if (out->runs > 0) return WEND_OK;
    for (int run = 0; run < RUNS && c->clocked && spent < RUNS_NS; run++) {
        result = wend_find_path(search, c->world, query, path, &runs[run]);
        if (result != WEND_OK) return result;
        spent += runs[run].total_ns;
        out->runs++;
    }
    if (out->runs > 0) take_medians(runs, out->runs, &out->stats);
    return WEND_OK;
}

// Each algorithm has a search of its own, which goes before the next comes: those of large maps are large.
static void fill_column(job* j, const comparison* c, wend_algorithm algorithm, compare_column* out) {
    wend_search_def def = wend_default_search_def();
    if (c->clocked) def.clock_ns = job_clock_ns;
    def.go_on = job_goes_on;
    def.go_on_context = j;
    wend_query query = c->query;
    query.algorithm = algorithm;
    wend_search* search = NULL;
    wend_path* path = NULL;
    *out = (compare_column){.outcome = WEND_NO_ROUTE};
    out->result = wend_search_create(&def, &search);
    if (out->result == WEND_OK) out->result = wend_path_create(NULL, &path);
    if (out->result == WEND_OK) out->result = measure(c, &query, search, path, out);
    if (!job_goes_on(j)) job_let_go(j);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

void compare_work(job* j, void* context) {
    comparison* c = context;
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        fill_column(j, c, (wend_algorithm)i, &c->columns[i]);
        if (c->columns[i].result == WEND_ERROR_CANCELLED || !job_goes_on(j)) return;
        atomic_store(&c->done, i + 1);
    }
}

static bool found(const comparison* c, int algorithm) {
    return algorithm < atomic_load(&c->done) && c->columns[algorithm].result == WEND_OK &&
           c->columns[algorithm].outcome == WEND_FOUND;
}

double compare_ratio(const comparison* c, int algorithm) {
    if (!found(c, algorithm) || !found(c, WEND_EXACT)) return 0;
    wend_cost cost = c->columns[algorithm].integer_cost, optimum = c->columns[WEND_EXACT].integer_cost;
    return optimum > 0 ? (double)cost / (double)optimum : 1;
}

int compare_fastest(const comparison* c) {
    int fastest = -1;
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        if (!found(c, i) || c->columns[i].runs == 0) continue;
        if (fastest < 0 || c->columns[i].stats.total_ns < c->columns[fastest].stats.total_ns) fastest = i;
    }
    return fastest;
}

bool compare_same_query(const wend_query* a, const wend_query* b) {
    return a->start.x == b->start.x && a->start.y == b->start.y && a->goal.x == b->goal.x &&
           a->goal.y == b->goal.y && a->heuristic == b->heuristic &&
           a->heuristic_weight == b->heuristic_weight && a->smooth == b->smooth;
}
