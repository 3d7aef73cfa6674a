// assign_tour.c: are assignments and tours the best there are, as brute force finds them, and do all their
// answers keep what they promise?
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "wend/many.h"

enum { MOST = 7 };

// ---- brute force

typedef struct pairing {
    const double* costs;
    int32_t agents, jobs;
    bool taken[MOST];
    int32_t count, best_count;
    double sum, greatest, best_sum, best_greatest;
    bool by_greatest;
} pairing;

static bool is_better(const pairing* p) {
    if (p->count != p->best_count) return p->count > p->best_count;
    if (p->by_greatest && p->greatest != p->best_greatest) return p->greatest < p->best_greatest;
    return p->sum < p->best_sum;
}

static void try_agents(pairing* p, int32_t agent) {
    if (agent == p->agents) {
        if (!is_better(p)) return;
        p->best_count = p->count;
        p->best_sum = p->sum;
        p->best_greatest = p->greatest;
        return;
    }
    try_agents(p, agent + 1);
    for (int32_t k = 0; k < p->jobs; k++) {
        const double cost = p->costs[agent * p->jobs + k];
        if (p->taken[k] || isinf(cost)) continue;
        const pairing before = *p;
        p->taken[k] = true;
        p->count++;
        p->sum += cost;
        p->greatest = fmax(p->greatest, cost);
        try_agents(p, agent + 1);
        p->taken[k] = false;
        p->count = before.count;
        p->sum = before.sum;
        p->greatest = before.greatest;
    }
}

static void make_costs(rng* r, double* costs, int32_t count, bool gaps) {
    for (int32_t i = 0; i < count; i++)
        costs[i] = gaps && rng_chance(r, 30) ? INFINITY : rng_below(r, 12) + (rng_chance(r, 50) ? 0.25 : 0);
}

static void assignments_are_the_best(void** state) {
    (void)state;
    rng r = rng_seeded(4);
    for (int32_t round = 0; round < 1000; round++) {
        const int32_t agents = 1 + (int32_t)rng_below(&r, MOST - 1),
                      jobs = 1 + (int32_t)rng_below(&r, MOST - 1);
        double costs[MOST * MOST];
        make_costs(&r, costs, agents * jobs, round % 2);
        for (int32_t goal = 0; goal < WEND_ASSIGN_GOAL_COUNT; goal++) {
            pairing p = {
                .costs = costs, .agents = agents, .jobs = jobs, .best_count = -1, .by_greatest = goal == 1};
            try_agents(&p, 0);
            int32_t job_of[MOST], count = 0;
            bool taken[MOST] = {false};
            double sum = 0, greatest = 0;
            assert_ok(wend_assign(costs, agents, jobs, (wend_assign_goal)goal, job_of));
            for (int32_t i = 0; i < agents; i++) {
                if (job_of[i] < 0) continue;
                assert_true(job_of[i] < jobs && !taken[job_of[i]]);
                taken[job_of[i]] = true;
                count++;
                sum += costs[i * jobs + job_of[i]];
                greatest = fmax(greatest, costs[i * jobs + job_of[i]]);
            }
            assert_int_equal(count, p.best_count);
            assert_true(sum == p.best_sum);
            if (goal == 1) assert_true(greatest == p.best_greatest);
        }
    }
}

static void large_assignments_are_the_best(void** state) {
    (void)state;
    // Costs i * k with i and k descending: the sum is least when the costliest agents take the cheapest jobs.
    enum { AGENTS = 150, JOBS = 400 };
    double* costs = calloc(AGENTS * JOBS, sizeof *costs);
    for (int32_t i = 0; i < AGENTS; i++)
        for (int32_t k = 0; k < JOBS; k++) costs[i * JOBS + k] = (double)((i + 1) * (k + 1));
    int32_t job_of[AGENTS];
    assert_ok(wend_assign(costs, AGENTS, JOBS, WEND_ASSIGN_LEAST_SUM, job_of));
    for (int32_t i = 0; i < AGENTS; i++) assert_int_equal(job_of[i], AGENTS - 1 - i);
    free(costs);
}

static void bad_assignments_are_refused(void** state) {
    (void)state;
    double costs[4] = {1, 2, 3, 4};
    int32_t job_of[2] = {7, 7};
    assert_int_equal(wend_assign(costs, 0, 2, WEND_ASSIGN_LEAST_SUM, job_of), WEND_ERROR_ARGUMENT);
    costs[2] = -1;
    assert_int_equal(wend_assign(costs, 2, 2, WEND_ASSIGN_LEAST_SUM, job_of), WEND_ERROR_ARGUMENT);
    costs[2] = NAN;
    assert_int_equal(wend_assign(costs, 2, 2, WEND_ASSIGN_LEAST_SUM, job_of), WEND_ERROR_ARGUMENT);
    costs[2] = 1e13;
    assert_int_equal(wend_assign(costs, 2, 2, WEND_ASSIGN_LEAST_SUM, job_of), WEND_ERROR_LIMIT);
    assert_int_equal(job_of[0], 7);
    for (int32_t i = 0; i < 4; i++) costs[i] = INFINITY;
    assert_ok(wend_assign(costs, 2, 2, WEND_ASSIGN_LEAST_MAXIMUM, job_of));
    assert_true(job_of[0] == -1 && job_of[1] == -1);
}

// ---- tours

typedef struct visits {
    const double* costs;
    const wend_tour_def* def;
    int32_t stops, order[MOST];
    bool visited[MOST];
    double best;
} visits;

static void try_stops(visits* v, int32_t count, double cost) {
    if (count == v->stops) {
        const int32_t last = v->order[count - 1];
        if (v->def->closed && count > 1) cost += v->costs[last * v->stops + v->order[0]];
        if (v->def->last < 0 || v->def->last == last) v->best = fmin(v->best, cost);
        return;
    }
    for (int32_t k = 0; k < v->stops; k++) {
        if (v->visited[k] || (count == 0 && v->def->first >= 0 && v->def->first != k)) continue;
        v->visited[k] = true;
        v->order[count] = k;
        try_stops(v, count + 1, count > 0 ? cost + v->costs[v->order[count - 1] * v->stops + k] : 0);
        v->visited[k] = false;
    }
}

static double check_tour(const double* costs, int32_t stops, const wend_tour_def* def, int32_t* order) {
    double cost = -1, sum = 0;
    bool* visited = calloc((size_t)stops, sizeof *visited);
    assert_ok(wend_tour(costs, stops, def, order, &cost));
    for (int32_t i = 0; i < stops; i++) {
        assert_in_range(order[i], 0, stops - 1);
        assert_false(visited[order[i]]);
        visited[order[i]] = true;
        if (i > 0) sum += costs[order[i - 1] * stops + order[i]];
    }
    free(visited);
    if (def->closed && stops > 1) sum += costs[order[stops - 1] * stops + order[0]];
    if (isinf(cost)) return cost;
    assert_true(fabs(sum - cost) < 1e-9);
    if (def->first >= 0) assert_int_equal(order[0], def->first);
    if (def->last >= 0) assert_int_equal(order[stops - 1], def->last);
    return cost;
}

static wend_tour_def any_tour(rng* r, int32_t stops) {
    wend_tour_def def = wend_default_tour_def();
    def.closed = rng_chance(r, 40);
    if (rng_chance(r, 50)) def.first = (int32_t)rng_below(r, (uint32_t)stops);
    if (!def.closed && rng_chance(r, 50)) def.last = (int32_t)rng_below(r, (uint32_t)stops);
    if (stops > 1 && def.first == def.last) def.last = -1;
    return def;
}

static void short_tours_are_the_best(void** state) {
    (void)state;
    rng r = rng_seeded(9);
    for (int32_t round = 0; round < 700; round++) {
        const int32_t stops = 1 + (int32_t)rng_below(&r, MOST);
        double costs[MOST * MOST];
        int32_t order[MOST];
        make_costs(&r, costs, stops * stops, round % 3 == 0);
        const wend_tour_def def = any_tour(&r, stops);
        visits v = {.costs = costs, .def = &def, .stops = stops, .best = INFINITY};
        try_stops(&v, 0, 0);
        const double cost = check_tour(costs, stops, &def, order);
        assert_true(isinf(v.best) ? isinf(cost) : fabs(cost - v.best) < 1e-9);
    }
}

// Stops around a circle, in any order: the best tour goes around.
static void tours_around_a_circle_go_around(void** state) {
    (void)state;
    enum { STOPS = 200 };
    rng r = rng_seeded(2);
    int32_t place[STOPS], order[STOPS];
    double* costs = calloc(STOPS * STOPS, sizeof *costs);
    for (int32_t i = 0; i < STOPS; i++) place[i] = i;
    for (int32_t i = STOPS - 1; i > 0; i--) {
        const int32_t k = (int32_t)rng_below(&r, (uint32_t)i + 1), kept = place[i];
        place[i] = place[k];
        place[k] = kept;
    }
    for (int32_t i = 0; i < STOPS * STOPS; i++)
        costs[i] = 1000 * fabs(sin(3.14159265358979 * (place[i / STOPS] - place[i % STOPS]) / STOPS));
    wend_tour_def def = wend_default_tour_def();
    def.closed = true;
    double cost = check_tour(costs, STOPS, &def, order);
    const double best = STOPS * 1000 * sin(3.14159265358979 / STOPS);
    assert_true(cost < best * 1.0001 && order[0] == 0);
    def.closed = false;
    def.first = 7;
    cost = check_tour(costs, STOPS, &def, order);
    assert_true(cost < best * 1.0001);
    // One way only: the other way round costs three times as much.
    for (int32_t i = 0; i < STOPS * STOPS; i++)
        if ((place[i % STOPS] - place[i / STOPS] + STOPS) % STOPS > STOPS / 2) costs[i] *= 3;
    def = wend_default_tour_def();
    def.closed = true;
    cost = check_tour(costs, STOPS, &def, order);
    assert_true(cost < best * 1.0001);
    int32_t again[STOPS];
    assert_true(check_tour(costs, STOPS, &def, again) == cost);
    assert_memory_equal(order, again, sizeof order);
    free(costs);
}

// Random directed costs, where every tour above 12 stops is improved: close to the table's best at 12, and
// all conditions hold.
static void long_tours_keep_their_ends(void** state) {
    (void)state;
    rng r = rng_seeded(31);
    double costs[40 * 40];
    int32_t order[40];
    for (int32_t round = 0; round < 60; round++) {
        const int32_t stops = 13 + (int32_t)rng_below(&r, 28);
        for (int32_t i = 0; i < stops * stops; i++) costs[i] = 1 + rng_below(&r, 1000);
        const wend_tour_def def = any_tour(&r, stops);
        check_tour(costs, stops, &def, order);
    }
}

static bool at_once(void* context) {
    (void)context;
    return true;
}

// Groups of stops from which paths lead to the later groups and not back, in any order: only tours from group
// to group visit all.
static void long_tours_find_the_way_where_none_leads_back(void** state) {
    (void)state;
    enum { STOPS = 40 };
    static double costs[STOPS * STOPS];
    int32_t order[STOPS], group[STOPS];
    rng r = rng_seeded(29);
    for (int32_t i = 0; i < 200; i++) {
        const int32_t stops = rng_between(&r, 13, STOPS), groups = rng_between(&r, 2, stops);
        for (int32_t k = 0; k < stops; k++) group[k] = rng_below(&r, groups);
        for (int32_t k = 0; k < stops * stops; k++)
            costs[k] = group[k / stops] > group[k % stops] ? INFINITY : 1 + 99 * rng_unit(&r);
        wend_tour_def def = wend_default_tour_def();
        int32_t first = 0, last = 0; // in the first and the last group
        for (int32_t k = 1; k < stops; k++) {
            if (group[k] < group[first]) first = k;
            if (group[k] >= group[last]) last = k;
        }
        if (rng_chance(&r, 50)) def.first = first;
        if (rng_chance(&r, 50) && last != first) def.last = last;
        assert_true(isfinite(check_tour(costs, stops, &def, order)));
    }
}

static void bad_tours_are_refused(void** state) {
    (void)state;
    double costs[9] = {0, 1, 2, 3, 0, 5, 6, 7, 0}, cost = -1;
    int32_t order[3];
    wend_tour_def def = wend_default_tour_def();
    assert_int_equal(wend_tour(costs, 0, &def, order, &cost), WEND_ERROR_ARGUMENT);
    def.first = def.last = 1;
    assert_int_equal(wend_tour(costs, 3, &def, order, &cost), WEND_ERROR_ARGUMENT);
    def.first = 3;
    assert_int_equal(wend_tour(costs, 3, &def, order, &cost), WEND_ERROR_ARGUMENT);
    def = wend_default_tour_def();
    def.closed = true;
    def.last = 1;
    assert_int_equal(wend_tour(costs, 3, &def, order, &cost), WEND_ERROR_ARGUMENT);
    def = wend_default_tour_def();
    assert_int_equal(wend_tour(costs, WEND_MAX_STOPS + 1, &def, order, &cost), WEND_ERROR_LIMIT);
    costs[1] = -1;
    assert_int_equal(wend_tour(costs, 3, &def, order, &cost), WEND_ERROR_ARGUMENT);
    for (int32_t i = 0; i < 9; i++) costs[i] = INFINITY;
    assert_ok(wend_tour(costs, 3, &def, order, &cost));
    assert_true(isinf(cost) && order[0] == 0 && order[1] == 1 && order[2] == 2);
    double many[20 * 20];
    int32_t long_order[20];
    for (int32_t i = 0; i < 400; i++) many[i] = 1 + i * 7 % 13;
    def.should_cancel = at_once;
    check_tour(many, 20, &def, long_order);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assignments_are_the_best),
        cmocka_unit_test(large_assignments_are_the_best),
        cmocka_unit_test(bad_assignments_are_refused),
        cmocka_unit_test(short_tours_are_the_best),
        cmocka_unit_test(tours_around_a_circle_go_around),
        cmocka_unit_test(long_tours_keep_their_ends),
        cmocka_unit_test(long_tours_find_the_way_where_none_leads_back),
        cmocka_unit_test(bad_tours_are_refused),
    };
    return run_unit_tests(tests);
}
