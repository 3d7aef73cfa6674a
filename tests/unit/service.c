// service.c: does a service give the right answers, in the right order, and within its limits and budgets?
// service_end.c tests cancelling, closing, holding and missing memory; tests/property/service.c checks the
// answers that many threads get.
#include "wend/service.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "service_fixture.h"

// ---- definitions and arguments

static void definitions_are_checked(void** state) {
    (void)state;
    fixture f = start_service(0);
    wend_service* service = NULL;
    wend_service_def def = wend_default_service_def();
    assert_int_equal(wend_service_create(NULL, &def, &service), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_create(f.world, NULL, &service), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_create(f.world, &def, NULL), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_service_create(f.world, &def, &service), WEND_ERROR_DEF);
    def = wend_default_service_def();
    def.worker_count = def.runner_count = 0; // no thread could work
    assert_int_equal(wend_service_create(f.world, &def, &service), WEND_ERROR_ARGUMENT);
    assert_null(service);
    wend_service_close(NULL);
    wend_service_destroy(NULL);
    end_service(&f);
}

static void arguments_are_checked(void** state) {
    (void)state;
    fixture f = start_service(0);
    wend_ticket ticket = {0, 77};
    assert_int_equal(wend_service_submit(f.service, &f.query, -1, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_submit(f.service, &f.query, WEND_SERVICE_PRIORITIES, 0, &ticket),
                     WEND_ERROR_ARGUMENT);
    wend_query query = f.query;
    query.goal.x = 200;
    assert_int_equal(wend_service_submit(f.service, &query, 0, 0, &ticket), WEND_ERROR_ARGUMENT);
    query.cookie = 0;
    assert_int_equal(wend_service_submit(f.service, &query, 0, 0, &ticket), WEND_ERROR_DEF);
    const wend_edit edits[2] = {wend_edit_tiles((wend_rect){0, 0, 1, 1}, 0),
                                wend_edit_tiles((wend_rect){199, 149, 2, 1}, 0)};
    assert_int_equal(wend_service_submit_edits(f.service, edits, 2, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_submit_edits(f.service, edits, 0, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(ticket.number, 77);
    assert_int_equal(wend_service_run(f.service, -1, NULL), WEND_ERROR_ARGUMENT);
    wend_service_stats stats = wend_service_get_stats(f.service);
    assert_true(stats.waiting == 0 && stats.changes == 0 && stats.refreshed);
    end_service(&f);
}

static void tickets_of_others_are_stale(void** state) {
    (void)state;
    fixture f = start_service(0);
    wend_service* other = new_service(f.world, 0);
    wend_ticket own = submit(f.service, f.query, 0, 1), foreign = submit(other, f.query, 0, 2);
    assert_int_equal(own.number, foreign.number);
    assert_stale(f.service, foreign);
    assert_stale(other, own);
    assert_stale(f.service, (wend_ticket){0});
    take(f.service, own);
    assert_stale(f.service, own); // its answer was taken
    wend_service_destroy(other);
    other = new_service(f.world, 0);
    submit(other, f.query, 0, 3);
    assert_stale(other, foreign); // of a destroyed service, which perhaps had the same address
    wend_service_destroy(other);
    end_service(&f);
}

// ---- answers

enum { QUERIES = 2 * WEND_ALGORITHM_COUNT };

// Query i of a service with so many workers. goals: for a query with several goals.
static wend_query query_of(const wend_world* world, int32_t i, int32_t workers, wend_tile goals[2]) {
    wend_query query = across(world, (wend_algorithm)(i / 2));
    if (i % 2) query.goal = query.start;
    goals[0] = query.goal;
    goals[1] = (wend_tile){query.goal.x, query.goal.y / 2};
    query.goals = goals;
    query.goal_count = workers == 2 ? 2 : 0;
    query.smooth = workers % 2;
    return query;
}

static void answers_are_those_of_find_path(void** state) {
    (void)state;
    for (int32_t workers = 0; workers <= 3; workers++) {
        fixture f = start_service(workers);
        wend_ticket tickets[QUERIES];
        wend_query queries[QUERIES];
        wend_tile goals[QUERIES][2];
        const wend_vec2 corners[2][3] = {{{20, 20}, {60, 25}, {30, 70}}, {{70, 70}, {90, 60}, {90, 90}}};
        const wend_shape shapes[3] = {wend_shape_polygon(corners[0], 3, 7),
                                      wend_shape_disc((wend_vec2){50, 50}, 12, INFINITY),
                                      wend_shape_polygon(corners[1], 3, INFINITY)};
        for (int32_t i = 0; i < QUERIES; i++) {
            queries[i] = query_of(f.world, i, workers, goals[i]);
            if (i % 3 == 0) queries[i].avoid = shapes, queries[i].avoid_count = 1 + i % 2 * 2;
            wend_tile own_goals[2] = {goals[i][0], goals[i][1]};
            wend_vec2 own_corners[2][3];
            memcpy(own_corners, corners, sizeof corners);
            wend_shape own_shapes[3] = {shapes[0], shapes[1], shapes[2]};
            own_shapes[0].points = own_corners[0];
            own_shapes[2].points = own_corners[1];
            wend_query query = queries[i];
            query.goals = own_goals;
            if (query.avoid_count > 0) query.avoid = own_shapes;
            tickets[i] = submit(f.service, query, i % 3, (uint64_t)i + 100);
            own_goals[0] = own_goals[1] = (wend_tile){-1, -1}; // the service has copied all of it
            memset(own_corners, 0, sizeof own_corners);
            memset(own_shapes, 0, sizeof own_shapes);
        }
        for (int32_t i = 0; i < QUERIES; i++) {
            wend_answer answer = wait_for(f.service, tickets[i]);
            assert_int_equal(answer.tag, i + 100);
            assert_int_equal(answer.ticket.number, tickets[i].number);
            assert_true(answer.version == 0 && answer.refreshes == 0 && answer.waited_ns >= 0);
            assert_true(answer.stats.total_ns > 0);
            assert_same_path(f.world, &queries[i], &answer);
            wend_path_destroy(answer.path);
        }
        end_service(&f);
    }
}

static void queries_start_by_priority_and_age(void** state) {
    (void)state;
    fixture f = start_service(0);
    const int32_t priorities[] = {0, 1, 7, 1, 0, 7, 3};
    for (int32_t i = 0; i < 7; i++) submit(f.service, f.query, priorities[i], (uint64_t)i);
    bool idle = false;
    assert_ok(wend_service_run(f.service, 0, &idle));
    assert_true(idle);
    const uint64_t order[] = {2, 5, 6, 1, 3, 0, 4};
    for (int32_t i = 0; i < 7; i++) assert_int_equal(take_next(f.service), order[i]);
    // Every eighth query to start is the oldest, so those of the lowest priority start, too. The seven above
    // count: the first and the ninth of these are the oldest.
    submit(f.service, f.query, 0, 1000);
    submit(f.service, f.query, 0, 1001);
    for (int32_t i = 0; i < 20; i++) submit(f.service, f.query, 7, (uint64_t)i);
    assert_ok(wend_service_run(f.service, 0, NULL));
    for (uint64_t i = 0, urgent = 0; i < 22; i++) {
        uint64_t tag = take_next(f.service);
        if (i == 0)
            assert_int_equal(tag, 1000);
        else if (i == 8)
            assert_int_equal(tag, 1001);
        else
            assert_int_equal(tag, urgent++);
    }
    end_service(&f);
}

static void a_full_queue_loses_nothing(void** state) {
    (void)state;
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    def.capacity = 3;
    def.change_capacity = 2;
    fixture f = start_service_of(&def);
    wend_ticket tickets[3], none = {0, 77};
    const wend_edit third = wend_edit_tiles((wend_rect){1, 1, 1, 1}, 0);
    for (int32_t round = 0; round < 50; round++) {
        for (int32_t i = 0; i < 3; i++) tickets[i] = submit(f.service, f.query, 0, (uint64_t)i);
        assert_int_equal(wend_service_submit(f.service, &f.query, 7, 0, &none), WEND_ERROR_LIMIT);
        // Changes have a queue of their own.
        wend_ticket change = submit_tile(f.service, (wend_tile){50, 50}, 1);
        submit_tile(f.service, (wend_tile){50, 50}, 0);
        assert_int_equal(wend_service_submit_edits(f.service, &third, 1, 0, NULL), WEND_ERROR_LIMIT);
        if (round % 2) { // answers that are not taken occupy the queue as well
            assert_ok(wend_service_run(f.service, 0, NULL));
            assert_int_equal(wend_service_submit(f.service, &f.query, 0, 0, &none), WEND_ERROR_LIMIT);
        }
        for (int32_t i = 2; i >= 0; i--) assert_ok(take(f.service, tickets[i]).result);
        assert_null(wait_for(f.service, change).path);
        take_next(f.service);
    }
    assert_int_equal(none.number, 77);
    wend_service_stats stats = wend_service_get_stats(f.service);
    assert_true(stats.answered == 150 && stats.applied == 100 && stats.ready == 0 && stats.waiting == 0);
    end_service(&f);
}

// ---- changes

static void walls_and_steps_are_changes_too(void** state) {
    (void)state;
    fixture f = start_service(0);
    const wend_tile a = {40, 40}, b = {41, 40};
    const wend_edit edits[] = {wend_edit_wall(a, b, true), wend_edit_step(a, (wend_tile){40, 41}, true)};
    assert_ok(wend_service_submit_edits(f.service, edits, 2, 0, NULL));
    const wend_edit far_apart = wend_edit_wall(a, (wend_tile){43, 40}, true);
    assert_int_equal(wend_service_submit_edits(f.service, &far_apart, 1, 0, NULL), WEND_ERROR_ARGUMENT);
    run_until_idle(f.service);
    const wend_grid* grid = wend_world_grid(f.world);
    assert_false(wend_grid_step_is_open(grid, a, b) || wend_grid_step_is_open(grid, b, a));
    assert_false(wend_grid_step_is_open(grid, a, (wend_tile){40, 41}));
    assert_true(wend_grid_step_is_open(grid, (wend_tile){40, 41}, a));
    end_service(&f);
}

static void changes_come_before_queries(void** state) {
    (void)state;
    fixture f = start_service(0);
    wend_ticket before = submit(f.service, f.query, 7, 0);
    const wend_edit moat = wend_edit_tiles((wend_rect){20, 0, 3, 150}, 0);
    assert_ok(wend_service_submit_edits(f.service, &moat, 1, 5, NULL));
    wend_ticket last = submit_tile(f.service, (wend_tile){21, 1}, 1);
    wend_answer answer = wait_for(f.service, before);
    assert_int_equal(answer.version, 2); // after both edits, although it was submitted before them
    assert_int_equal(wend_path_outcome(answer.path), WEND_NO_ROUTE);
    wend_path_destroy(answer.path);
    answer = wait_for(f.service, last);
    assert_true(answer.result == WEND_OK && answer.version == 2 && !answer.path);
    assert_false(wend_service_get_stats(f.service).refreshed);
    run_until_idle(f.service);
    wend_service_stats stats = wend_service_get_stats(f.service);
    assert_true(stats.refreshed && stats.refreshes > 0 && stats.applied == 2);
    bool refreshed = false;
    assert_ok(wend_world_refresh(f.world, 0, &refreshed));
    assert_true(refreshed);
    end_service(&f);
}

static wend_result count_tiles(wend_world* world, void* context) {
    *(int64_t*)context = wend_grid_passable_count(wend_world_grid(world));
    return *(int64_t*)context > 0 ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static void changes_are_any_function(void** state) {
    (void)state;
    for (int32_t workers = 0; workers < 2; workers++) {
        fixture f = start_service(workers);
        int64_t count = 0;
        wend_ticket ticket;
        assert_ok(wend_service_submit_change(f.service, count_tiles, &count, 9, &ticket));
        wend_answer answer = wait_for(f.service, ticket);
        assert_int_equal(answer.result, WEND_ERROR_UNSUPPORTED); // what the function returned
        assert_true(answer.tag == 9 && count == wend_grid_passable_count(wend_world_grid(f.world)));
        count = 0;
        assert_ok(wend_service_submit_change(f.service, count_tiles, &count, 9, NULL));
        assert_ok(wend_service_drain(f.service));
        assert_true(count > 0 && wend_service_get_stats(f.service).ready == 0);
        end_service(&f);
    }
}

// A service that always has queries refreshes the world, too: one step after every 64th answer.
static void refresh_steps_do_not_starve(void** state) {
    (void)state;
    fixture f = start_service(0);
    f.query.goal = f.query.start;
    take(f.service, submit_tile(f.service, (wend_tile){50, 50}, 0));
    assert_int_equal(wend_service_get_stats(f.service).refreshes, 0);
    for (int32_t i = 0; i < 65; i++) submit(f.service, f.query, 0, 0);
    assert_int_equal(take(f.service, submit(f.service, f.query, 0, 0)).refreshes, 1);
    end_service(&f);
}

// ---- budgets

typedef struct fake_clock {
    uint64_t now, step; // each reading of the clock takes a step [Units: ns]
} fake_clock;

static uint64_t read_clock(void* context) {
    fake_clock* clock = context;
    return clock->now += clock->step;
}

static fixture start_with_clock(fake_clock* clock) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    def.clock_ns = read_clock;
    def.clock_context = clock;
    return start_service_of(&def);
}

// A long query spends several budgets. A change that is submitted meanwhile waits for it.
static void check_paused(fixture* f, wend_algorithm algorithm, int64_t version) {
    wend_ticket ticket = submit(f->service, across(f->world, algorithm), 0, 0);
    take(f->service, submit(f->service, f->query, 7, 0)); // a higher priority: only this one is answered
    wend_answer answer;
    int32_t frames = 0;
    wend_ticket change = {0};
    for (bool idle = false; !idle; frames++) {
        assert_ok(wend_service_run(f->service, 10, &idle));
        if (frames > 0) continue;
        assert_int_equal(wend_service_get_stats(f->service).running, 1);
        change = submit_tile(f->service, (wend_tile){50, 50}, (uint8_t)version);
        assert_int_equal(wend_service_cancel(f->service, (wend_ticket){1, 1}), WEND_ERROR_STALE);
    }
    assert_true(frames > 3);
    assert_true(is_ready(f->service, ticket, &answer));
    assert_int_equal(answer.version, version);
    assert_true(answer.result == WEND_OK && wend_path_outcome(answer.path) == WEND_FOUND);
    wend_path_destroy(answer.path);
    assert_true(is_ready(f->service, change, &answer));
    assert_int_equal(answer.version, version + 1);
}

static wend_ticket submit_and_pause(fixture* f) {
    wend_ticket ticket = submit(f->service, across(f->world, WEND_DIJKSTRA), 0, 0);
    assert_ok(wend_service_run(f->service, 10, NULL));
    assert_int_equal(wend_service_get_stats(f->service).running, 1);
    return ticket;
}

static void long_queries_are_paused(void** state) {
    (void)state;
    fake_clock clock = {1000, 2000};
    fixture f = start_with_clock(&clock);
    check_paused(&f, WEND_ASTAR, 0);
    check_paused(&f, WEND_EXACT, 1);
    wend_ticket ticket = submit_and_pause(&f);
    assert_ok(wend_service_cancel(f.service, ticket));
    assert_stale(f.service, ticket);
    assert_int_equal(wend_service_get_stats(f.service).running, 0);
    ticket = submit_and_pause(&f);
    wend_service_close(f.service);
    wend_answer answer;
    assert_true(is_ready(f.service, ticket, &answer));
    assert_true(answer.result == WEND_ERROR_CANCELLED && !answer.path);
    end_service(&f);
}

static void a_budget_ends_between_queries(void** state) {
    (void)state;
    fake_clock clock = {1000, 1000};
    fixture f = start_with_clock(&clock);
    for (int32_t i = 0; i < 100; i++) submit(f.service, f.query, 0, 0);
    bool idle = true;
    assert_ok(wend_service_run(f.service, 60, &idle)); // a query reads the clock about ten times
    wend_service_stats stats = wend_service_get_stats(f.service);
    assert_true(!idle && stats.answered > 1 && stats.answered < 20 && stats.waiting == 100 - stats.answered);
    assert_ok(wend_service_run(f.service, INT64_MAX, &idle));
    assert_true(idle && wend_service_get_stats(f.service).ready == 100);
    end_service(&f); // destroys the answers
}

// ---- threads of the host: as many may work at once as the service has runners

enum { HOSTS = 3 };

typedef struct host {
    wend_service* service;
    atomic_int *refused, *stop;
} host;

static void* work_as_host(void* context) {
    const host* h = context;
    while (!atomic_load(h->stop)) {
        wend_result result = wend_service_run(h->service, 200, NULL);
        if (result == WEND_ERROR_LIMIT)
            atomic_fetch_add(h->refused, 1);
        else if (result != WEND_OK)
            abort(); // cmocka only works on its own thread
    }
    return NULL;
}

static void threads_of_the_host_work(void** state) {
    (void)state;
    for (int32_t runners = 1; runners <= HOSTS + 1; runners++) {
        wend_service_def def = wend_default_service_def();
        def.worker_count = 0;
        def.runner_count = runners;
        fixture f = start_service_of(&def);
        atomic_int refused = 0, stop = 0;
        host h = {f.service, &refused, &stop};
        pthread_t threads[HOSTS];
        for (int32_t i = 0; i < HOSTS; i++) pthread_create(&threads[i], NULL, work_as_host, &h);
        for (int32_t i = 0; i < 30; i++) {
            wend_query query = across(f.world, (wend_algorithm)(i % WEND_ALGORITHM_COUNT));
            wend_answer answer = wait_for(f.service, submit(f.service, query, i % 8, 0));
            assert_same_path(f.world, &query, &answer);
            wend_path_destroy(answer.path);
        }
        atomic_store(&stop, 1);
        for (int32_t i = 0; i < HOSTS; i++) pthread_join(threads[i], NULL);
        // The thread of the test works, too, while it waits for an answer.
        if (runners == HOSTS + 1) assert_int_equal(refused, 0);
        end_service(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_are_checked),           cmocka_unit_test(arguments_are_checked),
        cmocka_unit_test(tickets_of_others_are_stale),       cmocka_unit_test(answers_are_those_of_find_path),
        cmocka_unit_test(queries_start_by_priority_and_age), cmocka_unit_test(a_full_queue_loses_nothing),
        cmocka_unit_test(walls_and_steps_are_changes_too),   cmocka_unit_test(changes_come_before_queries),
        cmocka_unit_test(changes_are_any_function),          cmocka_unit_test(refresh_steps_do_not_starve),
        cmocka_unit_test(long_queries_are_paused),           cmocka_unit_test(a_budget_ends_between_queries),
        cmocka_unit_test(threads_of_the_host_work),
    };
    return run_unit_tests(tests);
}
