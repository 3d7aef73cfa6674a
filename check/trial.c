// trial.c: how well does an algorithm answer many problems?
#include "trial.h"

#include <stdlib.h>

typedef struct run {
    const trial_def* def;
    trial* out;
    const wend_grid* grid;
    wend_search* search;
    wend_path *path, *reference;
    double fraction; // done
} run;

static bool should_cancel(void* context) {
    const run* r = context;
    return r->def->progress != NULL && !r->def->progress(r->fraction, r->def->context);
}

// first_tiles: 0 for the whole path.
static wend_result ask(const run* r, const problem* p, int32_t first_tiles, double* us_out) {
    const trial_def* def = r->def;
    wend_query query = problem_query(p, r->grid, def->algorithm);
    query.first_tiles = first_tiles;
    query.refinement = def->refinement;
    uint64_t start = def->clock_ns != NULL ? def->clock_ns(NULL) : 0;
    wend_result result = wend_find_path(r->search, def->world, &query, r->path, NULL);
    *us_out = def->clock_ns != NULL ? (double)(def->clock_ns(NULL) - start) * 1e-3 : 0;
    return result;
}

static void judge(run* r, const problem* p, trial_answer* a) {
    const trial_def* def = r->def;
    trial* t = r->out;
    char text[VERIFY_TEXT];
    double excess;
    const judge_case answer = {.grid = r->grid,
                               .problem = p,
                               .path = r->path,
                               .reference_opt = def->file_optimum ? NULL : r->reference,
                               .is_optimal = judge_is_optimal(def->algorithm)};
    const char* fault = judge_answer(&answer, &excess, text);
    bool expected = judge_expects_path(&answer);
    a->outcome = wend_path_outcome(r->path);
    a->wrong = fault != NULL;
    a->verdict = (a->outcome == WEND_FOUND) != expected ? TRIAL_MISJUDGED
                 : expected                             ? TRIAL_ANSWERED
                                                        : TRIAL_UNREACHABLE;
    a->cost = wend_path_cost(r->path);
    a->optimum = def->file_optimum ? p->file_cost : wend_path_cost(r->reference);
    a->excess_pct = 100 * excess;
    t->count++;
    t->answered += a->verdict == TRIAL_ANSWERED;
    t->unreachable += a->verdict == TRIAL_UNREACHABLE;
    t->wrong += a->wrong;
    t->answers_hash = (t->answers_hash ^ wend_path_hash(r->path)) * 0x100000001b3u;
    if (a->wrong && def->note_wrong != NULL) def->note_wrong(p, fault, def->context);
}

static wend_result answer_one(run* r, const problem* p, trial_answer* a) {
    *a = (trial_answer){.outcome = WEND_NO_ROUTE};
    wend_result result = ask(r, p, 0, &a->us);
    if (result == WEND_OK && !r->def->file_optimum) {
        wend_query query = problem_query(p, r->grid, WEND_ASTAR);
        result = wend_find_path_on_grid(r->search, r->grid, &query, r->reference, NULL);
    }
    if (result != WEND_OK) return result;
    judge(r, p, a);
    return r->def->first_moves && a->verdict == TRIAL_ANSWERED ? ask(r, p, TRIAL_FIRST_TILES, &a->first_us)
                                                               : WEND_OK;
}

// Scratch memory grows with the first large queries: the last problem, the longest of a scenario, is planned
// once untimed. After that every problem is planned and timed once, in order; then once more, only as far as
// an agent needs to start walking.
static wend_result answer_all(run* r) {
    const problem_list* problems = &r->def->problems;
    trial* t = r->out;
    double us;
    wend_result result = ask(r, &problems->items[problems->count - 1], 0, &us);
    while (t->count < problems->count && result == WEND_OK) {
        result = answer_one(r, &problems->items[t->count], &t->answers[t->count]);
        r->fraction = (double)t->count / (double)problems->count;
        if (result == WEND_OK && should_cancel(r)) result = WEND_ERROR_CANCELLED;
    }
    return result;
}

wend_result trial_run(const trial_def* def, trial* out) {
    *out = (trial){.answers = malloc((size_t)def->problems.count * sizeof *out->answers)};
    if (out->answers == NULL) return WEND_ERROR_MEMORY;
    run r = {.def = def, .out = out, .grid = wend_world_grid(def->world)};
    wend_search_def search = wend_default_search_def();
    search.should_cancel = should_cancel;
    search.cancel_context = &r;
    wend_result result = wend_search_create(&search, &r.search);
    if (result == WEND_OK) result = wend_path_create(NULL, &r.path);
    if (result == WEND_OK) result = wend_path_create(NULL, &r.reference);
    if (result == WEND_OK) result = answer_all(&r);
    wend_path_destroy(r.reference);
    wend_path_destroy(r.path);
    wend_search_destroy(r.search);
    return result;
}

void trial_free(trial* t) {
    free(t->answers);
    *t = (trial){0};
}

static double value_of(const trial_answer* answer, trial_figure figure) {
    return figure == TRIAL_EXCESS_PCT ? answer->excess_pct
           : figure == TRIAL_US       ? answer->us
                                      : answer->first_us;
}

bool trial_summarize(const trial* t, trial_figure figure, summary* out) {
    *out = (summary){0};
    if (t->answered == 0) return true;
    double* values = malloc((size_t)t->answered * sizeof *values);
    if (values == NULL) return false;
    int64_t count = 0;
    for (int64_t i = 0; i < t->count; i++)
        if (t->answers[i].verdict == TRIAL_ANSWERED) values[count++] = value_of(&t->answers[i], figure);
    *out = summarize(values, count);
    free(values);
    return true;
}
