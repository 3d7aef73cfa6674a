// compare.c: how does each algorithm answer one query, and how do HPA* and flat A* compare on the plans of
// this session?
#include "tools/compare.h"
#include "clock.h"
#include "problems.h"
#include <stdlib.h>
#include <string.h>

enum { RUNS = COMPARE_RUNS, STAGES = 5, RUNS_NS = 1000 * 1000 * 1000 }; // longer queries are not repeated

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

static void run_often(const wend_world* world, const wend_query* query, bool clocked, int most_runs,
                      wend_search* search, wend_path* path, compare_column* out) {
    wend_stats runs[RUNS];
    out->result = wend_find_path(search, world, query, path, &out->stats);
    out->outcome = wend_path_outcome(path);
    out->goal = wend_path_goal(path);
    out->cost = wend_path_cost(path);
    out->integer_cost = wend_path_integer_cost(path);
    out->bytes = wend_search_bytes(search);
    int64_t spent = out->first_ns = out->stats.total_ns;
    out->runs = clocked && spent >= RUNS_NS;
    if (out->runs > 0) return;
    while (out->result == WEND_OK && clocked && out->runs < most_runs && spent < RUNS_NS) {
        out->result = wend_find_path(search, world, query, path, &runs[out->runs]);
        spent += runs[out->runs++].total_ns;
    }
    if (out->result == WEND_OK && out->runs > 0) take_medians(runs, out->runs, &out->stats);
}

void compare_measure(job* j, const wend_world* world, const wend_query* query, bool clocked, int most_runs,
                     compare_column* out) {
    wend_search_def def = wend_default_search_def();
    if (clocked) def.clock_ns = clock_thread_ns;
    def.should_cancel = job_should_cancel;
    def.cancel_context = j;
    wend_search* search = NULL; // its own, which goes before the next comes: those of large maps are large
    wend_path* path = NULL;
    *out = (compare_column){.outcome = WEND_NO_ROUTE};
    out->result = wend_search_create(&def, &search);
    if (out->result == WEND_OK) out->result = wend_path_create(NULL, &path);
    if (out->result == WEND_OK) run_often(world, query, clocked, most_runs, search, path, out);
    if (job_should_cancel(j)) job_let_go(j);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

void compare_prepare(comparison* c, const scene* s, const wend_query* queries, int count, int runs) {
    c->world = s->world;
    c->revision = s->revision;
    c->clocked = s->clocked;
    c->runs = runs;
    c->count = count;
    for (int i = 0; i < count; i++) compare_copy_query(&queries[i], &c->queries[i], c->goals);
    atomic_store(&c->done, 0);
}

bool compare_is_of(const comparison* c, const scene* s, const wend_query* queries) {
    bool same = c->revision == s->revision && c->clocked == s->clocked;
    for (int i = 0; i < c->count && same; i++)
        same = queries[i].algorithm == c->queries[i].algorithm &&
               compare_same_query(&queries[i], &c->queries[i]);
    return same;
}

void compare_work(job* j, void* context) {
    comparison* c = context;
    for (int i = 0; i < c->count; i++) {
        compare_measure(j, c->world, &c->queries[i], c->clocked, c->runs, &c->columns[i]);
        if (c->columns[i].result == WEND_ERROR_CANCELLED || job_should_cancel(j)) return;
        atomic_store(&c->done, i + 1);
    }
}

static bool found(const compare_column* column) {
    return column->result == WEND_OK && column->outcome == WEND_FOUND;
}

static bool has_found(const comparison* c, int algorithm) {
    return algorithm < atomic_load(&c->done) && found(&c->columns[algorithm]);
}

static double ratio(wend_cost cost, wend_cost optimum) {
    return optimum > 0 ? (double)cost / (double)optimum : 1;
}

double compare_ratio(const comparison* c, int algorithm) {
    return has_found(c, algorithm) && has_found(c, WEND_EXACT)
               ? ratio(c->columns[algorithm].integer_cost, c->columns[WEND_EXACT].integer_cost)
               : 0;
}

int compare_fastest(const comparison* c) {
    int fastest = -1;
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        if (!has_found(c, i) || c->columns[i].runs == 0) continue;
        if (fastest < 0 || c->columns[i].stats.total_ns < c->columns[fastest].stats.total_ns) fastest = i;
    }
    return fastest;
}

wend_query compare_query_of(const scene* s) {
    wend_query query = scene_planned_query(s);
    query.partial = false;
    query.reopen = s->query.reopen; // also for A* while the panel has another algorithm
    query.until_proven = s->query.until_proven;
    return query;
}

void compare_copy_query(const wend_query* query, wend_query* out, wend_tile goals_out[SCENE_GOALS]) {
    *out = *query;
    out->hex_diagonals = false; // which some of the algorithms do not have
    if (query->goal_count == 0) return;
    memcpy(goals_out, query->goals, (size_t)query->goal_count * sizeof *goals_out);
    out->goals = goals_out;
}

static bool same_goals(const wend_query* a, const wend_query* b) {
    bool same = a->goal_count == b->goal_count && same_tile(a->goal, b->goal);
    for (int i = 0; i < a->goal_count && same; i++) same = same_tile(a->goals[i], b->goals[i]);
    return same;
}

bool compare_same_query(const wend_query* a, const wend_query* b) {
    return same_tile(a->start, b->start) && same_goals(a, b) && a->heuristic == b->heuristic &&
           a->heuristic_weight == b->heuristic_weight && a->reopen == b->reopen &&
           a->until_proven == b->until_proven && a->refinement == b->refinement && a->smooth == b->smooth &&
           a->profile == b->profile && (a->snap > 0) == (b->snap > 0);
}

// ---- the plans of this session

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

double history_plan_ratio(const plan_record* r) {
    return r->both_found && r->outcome == WEND_FOUND && !r->query.hex_diagonals
               ? ratio(r->integer_cost, r->astar.integer_cost)
               : 0;
}

double history_hpa_ratio(const plan_record* r) {
    return r->both_found ? ratio(r->hpa.integer_cost, r->astar.integer_cost) : 0;
}

void history_queries(const plan_record* r, const wend_grid* grid, wend_query out[HISTORY_COLUMNS]) {
    const problem ends = {.start = r->query.start, .goal = r->query.goal};
    out[0] = problem_query(&ends, grid, WEND_HPA);
    out[1] = problem_query(&ends, grid, WEND_ASTAR);
}

void history_take(history* h, int64_t number, const compare_column columns[HISTORY_COLUMNS]) {
    for (int i = 0; i < h->count; i++) {
        plan_record* r = &h->records[place_of(h, i)];
        if (r->number != number) continue;
        r->compared = true;
        r->hpa = columns[0];
        r->astar = columns[1];
        r->both_found = found(&r->hpa) && found(&r->astar);
    }
}
