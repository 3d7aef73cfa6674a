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

void history_queries(const plan_record* r, const wend_grid* grid, wend_query out[HISTORY_COLUMNS]) {
    const problem ends = {.start = r->query.start, .goal = r->query.goal};
    out[0] = problem_query(&ends, grid, WEND_HPA);
    out[1] = problem_query(&ends, grid, WEND_ASTAR);
}

static bool found(const compare_column* column) {
    return column->result == WEND_OK && column->outcome == WEND_FOUND;
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
