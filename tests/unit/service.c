// service.c: tickets, order, changes between queries, budgets, cancelling, closing, limits, failing memory.
// tests/property/service.c checks the answers of many threads.
#include "wend/service.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "test_memory.h"
#include "unit.h"
#include "verify.h"

// ---- a world and services on it

static wend_world* new_world(void) {
    map_recipe recipe;
    assert_true(map_recipe_parse("rooms 200x150 8 whole 15 3", &recipe));
    return map_make_world(&recipe);
}

// A query across the map, and its answer without a service.
static wend_query across(const wend_world* world, wend_algorithm algorithm) {
    const wend_grid* grid = wend_world_grid(world);
    wend_tile start = {0, 0}, goal = {199, 149};
    while (!wend_grid_passable(grid, start)) start.y++;
    while (!wend_world_connected(world, start, goal) && goal.y > 0) goal.y--;
    assert_true(wend_world_connected(world, start, goal));
    wend_query query = wend_default_query(start, goal);
    query.algorithm = algorithm;
    return query;
}

static wend_service* new_service(wend_world* world, int32_t workers) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = workers;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &def, &service));
    return service;
}

static wend_ticket submit(wend_service* service, wend_query query, int32_t priority, uint64_t tag) {
    wend_ticket ticket;
    assert_ok(wend_service_submit(service, &query, priority, tag, &ticket));
    return ticket;
}

static wend_ticket edit(wend_service* service, wend_tile tile, uint8_t terrain_class) {
    wend_edit one = {.area = {tile.x, tile.y, 1, 1}, .terrain_class = terrain_class};
    wend_ticket ticket;
    assert_ok(wend_service_submit_edits(service, &one, 1, 0, &ticket));
    return ticket;
}

static void assert_same_path(const wend_world* world, const wend_query* query, const wend_answer* answer) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_stats stats;
    char why[VERIFY_TEXT];
    assert_ok(answer->result);
    assert_ok(wend_find_path(search, world, query, path, &stats));
    assert_true(wend_path_hash(path) == wend_path_hash(answer->path));
    assert_int_equal(answer->stats.expanded, stats.expanded);
    assert_int_equal(answer->stats.abstract_expanded, stats.abstract_expanded);
    const char* fault = verify_answer(wend_world_grid(world), query, answer->path, why);
    if (fault) fail_msg("%s", fault);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static bool is_ready(wend_service* service, wend_ticket ticket, wend_answer* out) {
    bool ready = false;
    assert_ok(wend_service_poll(service, ticket, &ready, out));
    return ready;
}

static void assert_stale(wend_service* service, wend_ticket ticket) {
    bool ready = false;
    wend_answer answer = {.tag = 77};
    assert_int_equal(wend_service_poll(service, ticket, &ready, &answer), WEND_ERROR_STALE);
    assert_int_equal(wend_service_wait(service, ticket, &answer), WEND_ERROR_STALE);
    assert_int_equal(wend_service_cancel(service, ticket), WEND_ERROR_STALE);
    assert_true(!ready && answer.tag == 77);
}

// Takes the next answer and returns its tag.
static uint64_t take_next(wend_service* service) {
    bool ready = false;
    wend_answer answer;
    assert_ok(wend_service_next(service, &ready, &answer));
    assert_true(ready);
    wend_path_destroy(answer.path);
    return answer.tag;
}

// ---- definitions and arguments

static void definitions_are_checked(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = NULL;
    wend_service_def def = wend_default_service_def();
    assert_int_equal(wend_service_create(NULL, &def, &service), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_create(world, NULL, &service), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_create(world, &def, NULL), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_service_create(world, &def, &service), WEND_ERROR_DEF);
    def = wend_default_service_def();
    def.worker_count = def.runner_count = 0; // nobody would ever work
    assert_int_equal(wend_service_create(world, &def, &service), WEND_ERROR_ARGUMENT);
    assert_null(service);
    wend_service_close(NULL);
    wend_service_destroy(NULL);
    service = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    wend_ticket ticket = {0, 77};
    assert_int_equal(wend_service_submit(service, &query, -1, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_submit(service, &query, WEND_SERVICE_PRIORITIES, 0, &ticket),
                     WEND_ERROR_ARGUMENT);
    query.goal.x = 200;
    assert_int_equal(wend_service_submit(service, &query, 0, 0, &ticket), WEND_ERROR_ARGUMENT);
    query.cookie = 0;
    assert_int_equal(wend_service_submit(service, &query, 0, 0, &ticket), WEND_ERROR_DEF);
    wend_edit edits[2] = {{.area = {0, 0, 1, 1}, .terrain_class = 0},
                          {.area = {199, 149, 2, 1}, .terrain_class = 0}};
    assert_int_equal(wend_service_submit_edits(service, edits, 2, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_service_submit_edits(service, edits, 0, 0, &ticket), WEND_ERROR_ARGUMENT);
    assert_int_equal(ticket.number, 77);
    assert_int_equal(wend_service_run(service, -1, NULL), WEND_ERROR_ARGUMENT);
    wend_service_stats stats = wend_service_get_stats(service);
    assert_true(stats.waiting == 0 && stats.changes == 0 && stats.refreshed);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

static void tickets_of_others_are_stale(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service *a = new_service(world, 0), *b = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    wend_ticket of_a = submit(a, query, 0, 1), of_b = submit(b, query, 0, 2);
    assert_int_equal(of_a.number, of_b.number);
    assert_stale(a, of_b);
    assert_stale(b, of_a);
    assert_stale(a, (wend_ticket){0});
    wend_answer answer;
    assert_ok(wend_service_wait(a, of_a, &answer));
    wend_path_destroy(answer.path);
    assert_stale(a, of_a); // taken
    wend_service_destroy(b);
    b = new_service(world, 0);
    submit(b, query, 0, 3);
    assert_stale(b, of_b); // of an earlier service, perhaps at the same address
    wend_service_destroy(b);
    wend_service_destroy(a);
    wend_world_destroy(world);
}

// ---- answers

static void answers_are_those_of_find_path(void** state) {
    (void)state;
    wend_world* world = new_world();
    for (int32_t workers = 0; workers <= 3; workers++) {
        wend_service* service = new_service(world, workers);
        wend_ticket tickets[2 * WEND_ALGORITHM_COUNT];
        wend_query queries[2 * WEND_ALGORITHM_COUNT];
        for (int32_t i = 0; i < 2 * WEND_ALGORITHM_COUNT; i++) {
            queries[i] = across(world, (wend_algorithm)(i / 2));
            if (i % 2) queries[i].goal = queries[i].start;
            queries[i].smooth = workers % 2;
            tickets[i] = submit(service, queries[i], i % 3, (uint64_t)i + 100);
        }
        for (int32_t i = 0; i < 2 * WEND_ALGORITHM_COUNT; i++) {
            wend_answer answer;
            assert_ok(wend_service_wait(service, tickets[i], &answer));
            assert_int_equal(answer.tag, i + 100);
            assert_int_equal(answer.ticket.number, tickets[i].number);
            assert_true(answer.version == 0 && answer.refreshes == 0 && answer.waited_ns >= 0);
            assert_true(answer.stats.total_ns > 0);
            assert_same_path(world, &queries[i], &answer);
            wend_path_destroy(answer.path);
        }
        wend_service_destroy(service);
    }
    wend_world_destroy(world);
}

// Without workers nothing happens by itself, so the order of work can be seen.
static void queries_start_by_priority_and_age(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    const int32_t priorities[] = {0, 1, 7, 1, 0, 7, 3};
    for (int32_t i = 0; i < 7; i++) submit(service, query, priorities[i], (uint64_t)i);
    bool idle = false;
    assert_ok(wend_service_run(service, 0, &idle));
    assert_true(idle);
    const uint64_t order[] = {2, 5, 6, 1, 3, 0, 4};
    for (int32_t i = 0; i < 7; i++) assert_int_equal(take_next(service), order[i]);
    // Start 8 takes the oldest, and so do 16 and 24: a query of the least priority does not starve.
    submit(service, query, 0, 1000);
    submit(service, query, 0, 1001);
    for (int32_t i = 0; i < 20; i++) submit(service, query, 7, (uint64_t)i);
    assert_ok(wend_service_run(service, 0, NULL));
    for (uint64_t i = 0, urgent = 0; i < 22; i++) {
        uint64_t tag = take_next(service);
        if (i == 0)
            assert_int_equal(tag, 1000);
        else if (i == 8)
            assert_int_equal(tag, 1001);
        else
            assert_int_equal(tag, urgent++);
    }
    wend_service_destroy(service);
    wend_world_destroy(world);
}

static void a_full_queue_loses_nothing(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    def.capacity = 3;
    def.change_capacity = 2;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &def, &service));
    wend_query query = across(world, WEND_HPA);
    wend_ticket tickets[3], none = {0, 77};
    for (int32_t round = 0; round < 50; round++) {
        for (int32_t i = 0; i < 3; i++) tickets[i] = submit(service, query, 0, (uint64_t)i);
        assert_int_equal(wend_service_submit(service, &query, 7, 0, &none), WEND_ERROR_LIMIT);
        wend_ticket change = edit(service, (wend_tile){50, 50}, 1); // has room of its own
        edit(service, (wend_tile){50, 50}, 0);
        wend_edit third = {.area = {1, 1, 1, 1}, .terrain_class = 0};
        assert_int_equal(wend_service_submit_edits(service, &third, 1, 0, NULL), WEND_ERROR_LIMIT);
        if (round % 2) assert_ok(wend_service_run(service, 0, NULL));
        if (round % 2) assert_int_equal(wend_service_submit(service, &query, 0, 0, &none), WEND_ERROR_LIMIT);
        wend_answer answer;
        for (int32_t i = 2; i >= 0; i--) {
            assert_ok(wend_service_wait(service, tickets[i], &answer));
            assert_ok(answer.result);
            wend_path_destroy(answer.path);
        }
        assert_ok(wend_service_wait(service, change, &answer));
        assert_null(answer.path);
        take_next(service);
    }
    assert_int_equal(none.number, 77);
    wend_service_stats stats = wend_service_get_stats(service);
    assert_true(stats.answered == 150 && stats.applied == 100 && stats.ready == 0 && stats.waiting == 0);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

// ---- changes

static void changes_come_before_queries(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    wend_ticket before = submit(service, query, 7, 0);
    wend_edit moat = {.area = {20, 0, 3, 150}, .terrain_class = 0};
    assert_ok(wend_service_submit_edits(service, &moat, 1, 5, NULL));
    wend_ticket last = edit(service, (wend_tile){21, 1}, 1);
    wend_answer answer;
    assert_ok(wend_service_wait(service, before, &answer));
    assert_int_equal(answer.version, 2); // both edits, though it was submitted first
    assert_int_equal(wend_path_outcome(answer.path), WEND_NO_ROUTE);
    wend_path_destroy(answer.path);
    assert_ok(wend_service_wait(service, last, &answer));
    assert_true(answer.result == WEND_OK && answer.version == 2 && !answer.path);
    bool idle = false;
    assert_false(wend_service_get_stats(service).refreshed);
    while (!idle) assert_ok(wend_service_run(service, 0, &idle));
    wend_service_stats stats = wend_service_get_stats(service);
    assert_true(stats.refreshed && stats.refreshes > 0 && stats.applied == 2);
    bool refreshed = false;
    assert_ok(wend_world_refresh(world, 0, &refreshed));
    assert_true(refreshed);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

static wend_result count_tiles(wend_world* world, void* context) {
    *(int64_t*)context = wend_grid_passable_count(wend_world_grid(world));
    return *(int64_t*)context > 0 ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static void changes_are_any_function(void** state) {
    (void)state;
    wend_world* world = new_world();
    for (int32_t workers = 0; workers < 2; workers++) {
        wend_service* service = new_service(world, workers);
        int64_t count = 0;
        wend_ticket ticket;
        assert_ok(wend_service_submit_change(service, count_tiles, &count, 9, &ticket));
        wend_answer answer;
        assert_ok(wend_service_wait(service, ticket, &answer));
        assert_int_equal(answer.result, WEND_ERROR_UNSUPPORTED); // what the function returned
        assert_true(answer.tag == 9 && count == wend_grid_passable_count(wend_world_grid(world)));
        count = 0;
        assert_ok(wend_service_submit_change(service, count_tiles, &count, 9, NULL));
        assert_ok(wend_service_drain(service));
        assert_true(count > 0 && wend_service_get_stats(service).ready == 0);
        wend_service_destroy(service);
    }
    wend_world_destroy(world);
}

// Under load too: after every 64th answer.
static void refresh_steps_do_not_starve(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    query.goal = query.start;
    assert_ok(wend_service_wait(service, edit(service, (wend_tile){50, 50}, 0), &(wend_answer){0}));
    assert_int_equal(wend_service_get_stats(service).refreshes, 0);
    for (int32_t i = 0; i < 65; i++) submit(service, query, 0, 0);
    wend_ticket last = submit(service, query, 0, 0);
    wend_answer answer;
    assert_ok(wend_service_wait(service, last, &answer));
    wend_path_destroy(answer.path);
    assert_int_equal(answer.refreshes, 1);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

// ---- budgets

typedef struct fake_clock {
    uint64_t now, step;
} fake_clock;
static uint64_t read_clock(void* context) {
    fake_clock* clock = context;
    return clock->now += clock->step;
}

static void long_queries_are_paused(void** state) {
    (void)state;
    wend_world* world = new_world();
    fake_clock clock = {1000, 2000}; // each look at it takes 2 us
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    def.clock_ns = read_clock;
    def.clock_context = &clock;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &def, &service));
    static const wend_algorithm paused[] = {WEND_ASTAR, WEND_EXACT};
    for (int32_t i = 0; i < 2; i++) {
        wend_query query = across(world, paused[i]), next = across(world, WEND_HPA);
        wend_ticket ticket = submit(service, query, 0, 0), later = submit(service, next, 7, 0);
        (void)later;
        wend_answer answer;
        assert_ok(wend_service_wait(service, later, &answer)); // has the higher priority
        wend_path_destroy(answer.path);
        int32_t frames = 0;
        wend_ticket change = {0};
        for (bool idle = false; !idle; frames++) {
            assert_ok(wend_service_run(service, 10, &idle));
            if (frames == 0) {
                assert_int_equal(wend_service_get_stats(service).running, 1);
                change = edit(service, (wend_tile){50, 50}, (uint8_t)i); // waits for the paused query
                assert_int_equal(wend_service_cancel(service, (wend_ticket){1, 1}), WEND_ERROR_STALE);
            }
        }
        assert_true(frames > 3);
        assert_true(is_ready(service, ticket, &answer));
        assert_int_equal(answer.version, i);
        assert_true(answer.result == WEND_OK && wend_path_outcome(answer.path) == WEND_FOUND);
        wend_path_destroy(answer.path);
        assert_true(is_ready(service, change, &answer));
        assert_int_equal(answer.version, i + 1);
    }
    // Cancelled while paused: the change need not wait.
    wend_ticket ticket = submit(service, across(world, WEND_DIJKSTRA), 0, 0);
    assert_ok(wend_service_run(service, 10, NULL));
    assert_int_equal(wend_service_get_stats(service).running, 1);
    assert_ok(wend_service_cancel(service, ticket));
    assert_stale(service, ticket);
    assert_int_equal(wend_service_get_stats(service).running, 0);
    // Closed while paused.
    ticket = submit(service, across(world, WEND_DIJKSTRA), 0, 0);
    assert_ok(wend_service_run(service, 10, NULL));
    wend_service_close(service);
    wend_answer answer;
    assert_true(is_ready(service, ticket, &answer));
    assert_true(answer.result == WEND_ERROR_CANCELLED && !answer.path);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

static void a_budget_ends_between_queries(void** state) {
    (void)state;
    wend_world* world = new_world();
    fake_clock clock = {1000, 1000};
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    def.clock_ns = read_clock;
    def.clock_context = &clock;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &def, &service));
    for (int32_t i = 0; i < 100; i++) submit(service, across(world, WEND_HPA), 0, 0);
    bool idle = true;
    assert_ok(wend_service_run(service, 60, &idle)); // a query looks at the clock about ten times
    wend_service_stats stats = wend_service_get_stats(service);
    assert_true(!idle && stats.answered > 1 && stats.answered < 20 && stats.waiting == 100 - stats.answered);
    assert_ok(wend_service_run(service, INT64_MAX, &idle));
    assert_true(idle && wend_service_get_stats(service).ready == 100);
    wend_service_destroy(service); // frees the answers
    wend_world_destroy(world);
}

// ---- cancelling and closing

static void cancelled_tickets_get_no_answer(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 0);
    wend_query query = across(world, WEND_HPA);
    wend_ticket a = submit(service, query, 1, 1), b = submit(service, query, 1, 2),
                c = submit(service, query, 1, 3);
    wend_ticket change = edit(service, (wend_tile){50, 50}, 0),
                applied = edit(service, (wend_tile){51, 50}, 0);
    assert_ok(wend_service_cancel(service, b));
    assert_ok(wend_service_cancel(service, change));
    assert_stale(service, b);
    assert_stale(service, change);
    wend_answer answer;
    assert_ok(wend_service_wait(service, a, &answer));
    wend_path_destroy(answer.path);
    assert_int_equal(answer.version, 1);
    assert_ok(wend_service_drain(service));
    assert_ok(wend_service_cancel(service, c)); // answered, but not taken
    assert_stale(service, c);
    assert_int_equal(wend_service_cancel(service, applied), WEND_ERROR_UNSUPPORTED);
    assert_true(is_ready(service, applied, &answer));
    wend_service_stats stats = wend_service_get_stats(service);
    assert_true(stats.ready == 0 && stats.answered == 2 && stats.applied == 1);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

typedef struct blocker {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool entered, released;
} blocker;

static void blocker_init(blocker* b) {
    *b = (blocker){0};
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->changed, NULL);
}
static wend_result block(wend_world* world, void* context) {
    (void)world;
    blocker* b = context;
    pthread_mutex_lock(&b->mutex);
    b->entered = true;
    pthread_cond_broadcast(&b->changed);
    while (!b->released) pthread_cond_wait(&b->changed, &b->mutex);
    pthread_mutex_unlock(&b->mutex);
    return WEND_OK;
}
static void await_entered(blocker* b) {
    pthread_mutex_lock(&b->mutex);
    while (!b->entered) pthread_cond_wait(&b->changed, &b->mutex);
    pthread_mutex_unlock(&b->mutex);
}
static void release_blocker(blocker* b) {
    pthread_mutex_lock(&b->mutex);
    b->released = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->mutex);
}

typedef struct waiter {
    wend_service* service;
    wend_ticket ticket;
    wend_result result;
    wend_answer answer;
} waiter;
static void* wait_for(void* context) {
    waiter* w = context;
    w->result = wend_service_wait(w->service, w->ticket, &w->answer);
    return NULL;
}
static void* hold_and_release(void* context) {
    waiter* w = context;
    const wend_world* world = wend_service_hold(w->service);
    w->answer.version = wend_world_version(world);
    wend_service_release(w->service);
    return NULL;
}
static void* close_it(void* context) {
    wend_service_close(((waiter*)context)->service);
    return NULL;
}

static void waiting_threads_and_closing(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 2);
    blocker b;
    blocker_init(&b);
    wend_ticket change;
    assert_ok(wend_service_submit_change(service, block, &b, 0, &change));
    await_entered(&b); // the worker is in the change: all else waits
    assert_int_equal(wend_service_cancel(service, change), WEND_ERROR_UNSUPPORTED);
    wend_query query = across(world, WEND_HPA);
    waiter first = {.service = service, .ticket = submit(service, query, 0, 1)};
    waiter second = {.service = service, .ticket = submit(service, query, 0, 2)};
    waiter holder = {.service = service};
    wend_ticket waiting_change = edit(service, (wend_tile){1, 1}, 0);
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, wait_for, &first);
    pthread_create(&threads[1], NULL, wait_for, &second);
    pthread_create(&threads[2], NULL, hold_and_release, &holder);
    assert_ok(wend_service_cancel(service, second.ticket));
    pthread_join(threads[1], NULL);
    assert_int_equal(second.result, WEND_ERROR_STALE);
    pthread_create(&threads[3], NULL, close_it, &first);
    pthread_join(threads[0], NULL); // closing answers it at once
    assert_true(first.result == WEND_OK && first.answer.result == WEND_ERROR_CANCELLED && !first.answer.path);
    assert_int_equal(first.answer.tag, 1);
    wend_ticket none = {0, 77};
    wend_edit one = {.area = {1, 1, 1, 1}, .terrain_class = 0};
    assert_int_equal(wend_service_submit(service, &query, 0, 0, &none), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_service_submit_edits(service, &one, 1, 0, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_service_submit_change(service, block, &b, 0, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(none.number, 77);
    release_blocker(&b);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    wend_answer answer;
    assert_true(is_ready(service, change, &answer) && answer.result == WEND_OK); // was completed
    assert_true(is_ready(service, waiting_change, &answer) && answer.result == WEND_ERROR_CANCELLED);
    assert_int_equal(wend_world_version(world), 0);
    assert_ok(wend_service_drain(service));
    wend_service_close(service); // again
    wend_service_destroy(service);
    wend_world_destroy(world);
}

// A long query is stopped: it would take more than a second.
static void running_queries_are_cancelled(void** state) {
    (void)state;
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 3000;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    wend_world_def world_def = wend_default_world_def();
    wend_world* world = map_build_world(grid, &world_def);
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){2999, 2999});
    query.algorithm = WEND_DIJKSTRA;
    for (int32_t i = 0; i < 2; i++) {
        wend_service* service = new_service(world, 1);
        wend_ticket ticket = submit(service, query, 0, 0);
        while (wend_service_get_stats(service).running == 0) continue;
        wend_answer answer;
        if (i == 0) {
            assert_ok(wend_service_cancel(service, ticket));
            assert_stale(service, ticket);
            assert_ok(wend_service_drain(service));
        } else {
            wend_service_close(service);
            assert_true(is_ready(service, ticket, &answer));
            assert_int_equal(answer.result, WEND_ERROR_CANCELLED);
            assert_true(answer.stats.expanded < 9000000);
        }
        wend_service_destroy(service);
    }
    wend_world_destroy(world);
}

static void holds_keep_off_changes(void** state) {
    (void)state;
    wend_world* world = new_world();
    wend_service* service = new_service(world, 1);
    wend_query query = across(world, WEND_HPA);
    assert_ptr_equal(wend_service_hold(service), world);
    wend_answer answer;
    assert_ok(wend_service_wait(service, submit(service, query, 0, 0), &answer)); // queries run on
    wend_path_destroy(answer.path);
    wend_ticket change = edit(service, (wend_tile){50, 50}, 0);
    assert_ptr_equal(wend_service_hold(service), world);
    wend_service_release(service);
    for (int32_t i = 0; i < 100; i++) assert_false(is_ready(service, change, &answer));
    assert_int_equal(wend_world_version(world), 0);
    // Without the change, the query behind it runs.
    wend_ticket behind = submit(service, query, 0, 0);
    assert_false(is_ready(service, behind, &answer));
    assert_ok(wend_service_cancel(service, change));
    assert_ok(wend_service_wait(service, behind, &answer));
    wend_path_destroy(answer.path);
    change = edit(service, (wend_tile){50, 50}, 0);
    wend_service_release(service);
    wend_service_release(service); // one too many: no effect
    assert_ok(wend_service_wait(service, change, &answer));
    assert_int_equal(answer.version, 1);
    wend_service_destroy(service);
    wend_world_destroy(world);
}

// Threads of the host work for a service: as many at once as it has room for.
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
            abort(); // cmocka fails on its own thread only
    }
    return NULL;
}

static void threads_of_the_host_work(void** state) {
    (void)state;
    wend_world* world = new_world();
    for (int32_t room = 1; room <= 3; room++) {
        wend_service_def def = wend_default_service_def();
        def.worker_count = 0;
        def.runner_count = room;
        wend_service* service = NULL;
        assert_ok(wend_service_create(world, &def, &service));
        atomic_int refused = 0, stop = 0;
        host h = {service, &refused, &stop};
        pthread_t threads[3];
        for (int32_t i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work_as_host, &h);
        for (int32_t i = 0; i < 30; i++) {
            wend_query query = across(world, (wend_algorithm)(i % WEND_ALGORITHM_COUNT));
            wend_answer answer;
            assert_ok(wend_service_wait(service, submit(service, query, i % 8, 0), &answer));
            assert_same_path(world, &query, &answer);
            wend_path_destroy(answer.path);
        }
        atomic_store(&stop, 1);
        for (int32_t i = 0; i < 3; i++) pthread_join(threads[i], NULL);
        if (room == 3) assert_int_equal(refused, 0); // but the waiting thread may have been the third
        wend_service_destroy(service);
    }
    wend_world_destroy(world);
}

// ---- memory

static void without_memory(void** state) {
    (void)state;
    wend_world* world = new_world();
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_service_def def = wend_default_service_def();
    def.allocator = &allocator;
    def.worker_count = 0;
    def.runner_count = 3;
    wend_service* service = NULL;
    int64_t failures = 0;
    for (int64_t n = 0; !service; n++) {
        memory.fail_at = memory.calls + n;
        wend_result result = wend_service_create(world, &def, &service);
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(!service && memory.live == 0);
        failures++;
    }
    memory.fail_at = -1;
    assert_int_equal(failures, 6); // the service, its jobs, its lanes, three searches
    wend_query query = across(world, WEND_HPA);
    wend_answer answer;
    for (int64_t n = 0;; n = (n + 1) % 5) { // what a search has allocated it keeps: each try gets farther
        wend_ticket ticket = submit(service, query, 0, 0);
        memory.fail_at = memory.calls + n;
        assert_ok(wend_service_run(service, 0, NULL));
        memory.fail_at = -1;
        assert_true(is_ready(service, ticket, &answer));
        if (answer.result == WEND_OK) break;
        assert_true(answer.result == WEND_ERROR_MEMORY && !answer.path);
        failures++;
    }
    assert_true(failures > 12);
    assert_same_path(world, &query, &answer);
    wend_path_destroy(answer.path);
    // Once warm, only the path is allocated: each of its four blocks may be missing.
    for (int64_t n = 0; n < 4; n++) {
        wend_ticket ticket = submit(service, query, 0, 0);
        int64_t live = memory.live;
        memory.fail_at = memory.calls + n;
        assert_ok(wend_service_run(service, 0, NULL));
        memory.fail_at = -1;
        assert_true(is_ready(service, ticket, &answer));
        assert_true(answer.result == WEND_ERROR_MEMORY && memory.live == live);
    }
    wend_edit one = {.area = {50, 50, 1, 1}, .terrain_class = 0};
    wend_ticket none = {0, 77};
    memory.fail_at = memory.calls;
    assert_int_equal(wend_service_submit_edits(service, &one, 1, 0, &none), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    assert_int_equal(none.number, 77);
    wend_service_destroy(service);
    assert_int_equal(memory.live, 0);
    wend_world_destroy(world);
}

// The world's own memory: an edit fails whole, and a refresh step that fails is not repeated until the next
// change.
static void changes_without_memory(void** state) {
    (void)state;
    map_recipe recipe;
    assert_true(map_recipe_parse("rooms 200x150 8 whole 15 3", &recipe));
    wend_grid* plain = map_make(&recipe);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    world_def.allocator = &allocator;
    wend_world* world = map_build_world(plain, &world_def);
    wend_service* service = new_service(world, 0);
    wend_ticket ticket = edit(service, (wend_tile){50, 50}, 0);
    memory.fail_at = memory.calls;
    memory.fail_on = true;
    bool idle = false;
    assert_ok(wend_service_run(service, 0, &idle));
    wend_answer answer;
    assert_true(idle && is_ready(service, ticket, &answer));
    assert_true(answer.result == WEND_ERROR_MEMORY && answer.version == 0);
    memory.fail_at = -1;
    const wend_edit wall = {.area = {20, 0, 2, 100}, .terrain_class = 0};
    assert_ok(wend_service_submit_edits(service, &wall, 1, 0, &ticket));
    assert_ok(wend_service_wait(service, ticket, &answer)); // and not yet refreshed
    assert_int_equal(answer.version, 1);
    memory.fail_at = memory.calls;
    assert_ok(wend_service_run(service, 0, &idle));
    memory.fail_at = -1;
    bool refreshed = true;
    assert_true(idle && wend_service_get_stats(service).refreshes > 0);
    edit(service, (wend_tile){60, 60}, 0);
    idle = false;
    while (!idle) assert_ok(wend_service_run(service, 0, &idle));
    assert_ok(wend_world_refresh(world, 1, &refreshed));
    assert_true(refreshed);
    wend_service_destroy(service);
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_are_checked),
        cmocka_unit_test(tickets_of_others_are_stale),
        cmocka_unit_test(answers_are_those_of_find_path),
        cmocka_unit_test(queries_start_by_priority_and_age),
        cmocka_unit_test(a_full_queue_loses_nothing),
        cmocka_unit_test(changes_come_before_queries),
        cmocka_unit_test(changes_are_any_function),
        cmocka_unit_test(refresh_steps_do_not_starve),
        cmocka_unit_test(long_queries_are_paused),
        cmocka_unit_test(a_budget_ends_between_queries),
        cmocka_unit_test(cancelled_tickets_get_no_answer),
        cmocka_unit_test(waiting_threads_and_closing),
        cmocka_unit_test(running_queries_are_cancelled),
        cmocka_unit_test(holds_keep_off_changes),
        cmocka_unit_test(threads_of_the_host_work),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(changes_without_memory),
    };
    return run_unit_tests(tests);
}
