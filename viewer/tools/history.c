// history.c: which plans were made in this session, and how do HPA* and flat A* compare on them?
#include "tools/history.h"
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
    return r->both_found && r->outcome == WEND_FOUND && !r->query.hex_diagonals
               ? ratio(r->integer_cost, r->astar.integer_cost)
               : 0;
}

double history_hpa_ratio(const plan_record* r) {
    return r->both_found ? ratio(r->hpa.integer_cost, r->astar.integer_cost) : 0;
}

static bool answer(job* j, const history_filling* f, wend_algorithm algorithm, compare_column* out) {
    const problem ends = {.start = f->record.query.start, .goal = f->record.query.goal};
    wend_query query = problem_query(&ends, wend_world_grid(f->world), algorithm);
    compare_measure(j, f->world, &query, f->clocked, 1, out);
    return out->result == WEND_OK;
}

void history_fill_work(job* j, void* context) {
    history_filling* f = context;
    plan_record* r = &f->record;
    bool measured = answer(j, f, WEND_HPA, &r->hpa) && answer(j, f, WEND_ASTAR, &r->astar);
    r->both_found = measured && r->hpa.outcome == WEND_FOUND && r->astar.outcome == WEND_FOUND;
    r->compared = r->hpa.result != WEND_ERROR_CANCELLED && r->astar.result != WEND_ERROR_CANCELLED;
}

void history_take(history* h, const plan_record* filled) {
    for (int i = 0; i < h->count; i++)
        if (history_at(h, i)->number == filled->number) h->records[place_of(h, i)] = *filled;
}
