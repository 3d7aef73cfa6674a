// service_end.c: what happens when work in a service ends early? Cancelled tickets, closing, holds that delay
// changes, and missing memory.
#include <pthread.h>

#include "service_fixture.h"
#include "test_memory.h"

// ---- cancelling

static void cancelled_tickets_get_no_answer(void** state) {
    (void)state;
    fixture f = start_service(0);
    wend_ticket first = submit(f.service, f.query, 1, 1), second = submit(f.service, f.query, 1, 2),
                third = submit(f.service, f.query, 1, 3);
    wend_ticket change = submit_tile(f.service, (wend_tile){50, 50}, 0),
                applied = submit_tile(f.service, (wend_tile){51, 50}, 0);
    assert_ok(wend_service_cancel(f.service, second));
    assert_ok(wend_service_cancel(f.service, change));
    assert_stale(f.service, second);
    assert_stale(f.service, change);
    assert_int_equal(take(f.service, first).version, 1);
    assert_ok(wend_service_drain(f.service));
    assert_ok(wend_service_cancel(f.service, third)); // has an answer that was not taken
    assert_stale(f.service, third);
    assert_int_equal(wend_service_cancel(f.service, applied), WEND_ERROR_UNSUPPORTED);
    wend_answer answer;
    assert_true(is_ready(f.service, applied, &answer));
    wend_service_stats stats = wend_service_get_stats(f.service);
    assert_true(stats.ready == 0 && stats.answered == 2 && stats.applied == 1);
    end_service(&f);
}

// The whole search of the map would take more than a second.
static fixture start_long_query(wend_ticket* out) {
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 3000;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    fixture f = {.world = build_world(grid)};
    f.service = new_service(f.world, 1);
    f.query = wend_default_query((wend_tile){0, 0}, (wend_tile){2999, 2999});
    f.query.algorithm = WEND_DIJKSTRA;
    *out = submit(f.service, f.query, 0, 0);
    while (wend_service_get_stats(f.service).running == 0) continue;
    return f;
}

static void cancelling_stops_a_running_query(void** state) {
    (void)state;
    wend_ticket ticket;
    fixture f = start_long_query(&ticket);
    assert_ok(wend_service_cancel(f.service, ticket));
    assert_stale(f.service, ticket);
    assert_ok(wend_service_drain(f.service));
    end_service(&f);
}

static void closing_stops_a_running_query(void** state) {
    (void)state;
    wend_ticket ticket;
    fixture f = start_long_query(&ticket);
    wend_service_close(f.service);
    wend_answer answer;
    assert_true(is_ready(f.service, ticket, &answer));
    assert_int_equal(answer.result, WEND_ERROR_CANCELLED);
    assert_true(answer.stats.expanded < 3000 * 3000);
    end_service(&f);
}

// ---- closing while other threads wait and a change runs

// A change that runs until the test releases it.
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

static void* wait_as_thread(void* context) {
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

static void* close_service(void* context) {
    wend_service_close(((waiter*)context)->service);
    return NULL;
}

static void closing_ends_every_wait(void** state) {
    (void)state;
    fixture f = start_service(2);
    blocker b;
    blocker_init(&b);
    wend_ticket change;
    assert_ok(wend_service_submit_change(f.service, block, &b, 0, &change));
    await_entered(&b); // everything else now waits for this change
    assert_int_equal(wend_service_cancel(f.service, change), WEND_ERROR_UNSUPPORTED);
    waiter first = {.service = f.service, .ticket = submit(f.service, f.query, 0, 1)};
    waiter second = {.service = f.service, .ticket = submit(f.service, f.query, 0, 2)};
    waiter holder = {.service = f.service};
    wend_ticket waiting_change = submit_tile(f.service, (wend_tile){1, 1}, 0);
    pthread_t threads[4];
    pthread_create(&threads[0], NULL, wait_as_thread, &first);
    pthread_create(&threads[1], NULL, wait_as_thread, &second);
    pthread_create(&threads[2], NULL, hold_and_release, &holder);
    assert_ok(wend_service_cancel(f.service, second.ticket));
    pthread_join(threads[1], NULL);
    assert_int_equal(second.result, WEND_ERROR_STALE);
    pthread_create(&threads[3], NULL, close_service, &first);
    pthread_join(threads[0], NULL); // closing answers the first query although the change still runs
    assert_true(first.result == WEND_OK && first.answer.result == WEND_ERROR_CANCELLED && !first.answer.path);
    assert_int_equal(first.answer.tag, 1);
    wend_ticket none = {0, 77};
    const wend_edit edit = wend_edit_tiles((wend_rect){1, 1, 1, 1}, 0);
    assert_int_equal(wend_service_submit(f.service, &f.query, 0, 0, &none), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_service_submit_edits(f.service, &edit, 1, 0, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_service_submit_change(f.service, block, &b, 0, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(none.number, 77);
    release_blocker(&b);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    assert_int_equal(holder.answer.version, 0);
    wend_answer answer;
    assert_true(is_ready(f.service, change, &answer) && answer.result == WEND_OK); // was completed
    assert_true(is_ready(f.service, waiting_change, &answer) && answer.result == WEND_ERROR_CANCELLED);
    assert_int_equal(wend_world_version(f.world), 0);
    assert_ok(wend_service_drain(f.service));
    wend_service_close(f.service); // has no effect any more
    end_service(&f);
}

// ---- holds

static void holds_keep_off_changes(void** state) {
    (void)state;
    fixture f = start_service(1);
    wend_answer answer;
    assert_ptr_equal(wend_service_hold(f.service), f.world);
    take(f.service, submit(f.service, f.query, 0, 0)); // a hold does not stop queries
    wend_ticket change = submit_tile(f.service, (wend_tile){50, 50}, 0);
    assert_ptr_equal(wend_service_hold(f.service), f.world);
    wend_service_release(f.service);
    for (int32_t i = 0; i < 100; i++) assert_false(is_ready(f.service, change, &answer));
    assert_int_equal(wend_world_version(f.world), 0);
    // A query waits for the change before it, and runs once that is cancelled.
    wend_ticket behind = submit(f.service, f.query, 0, 0);
    assert_false(is_ready(f.service, behind, &answer));
    assert_ok(wend_service_cancel(f.service, change));
    take(f.service, behind);
    change = submit_tile(f.service, (wend_tile){50, 50}, 0);
    wend_service_release(f.service);
    wend_service_release(f.service); // one too many: no effect
    assert_int_equal(take(f.service, change).version, 1);
    end_service(&f);
}

static void a_snapshot_outlives_changes(void** state) {
    (void)state;
    fixture f = start_service(1);
    wend_world *before = NULL, *after = NULL;
    assert_ok(wend_service_snapshot(f.service, &before));
    const uint64_t hash = map_hash(before);
    wend_ticket change = submit_tile(f.service, (wend_tile){50, 50}, 0);
    assert_int_equal(take(f.service, change).version, 1);
    assert_int_equal(take(f.service, submit(f.service, f.query, 0, 0)).version, 1);
    assert_ok(wend_service_snapshot(f.service, &after));
    assert_int_equal(wend_world_version(after), 1);
    assert_true(map_hash(after) != hash && map_hash(before) == hash);
    assert_int_equal(wend_grid_class(wend_world_grid(before), (wend_tile){50, 50}), 1);
    assert_int_equal(wend_grid_class(wend_world_grid(after), (wend_tile){50, 50}), 0);
    end_service(&f);
    assert_true(map_hash(before) == hash);
    wend_world_destroy(before);
    wend_world_destroy(after);
}

// ---- missing memory

// A service without workers whose allocations the test can let fail.
static wend_service_def failing_def(test_memory* memory, wend_allocator* allocator) {
    *memory = test_memory_new();
    *allocator = test_memory_allocator(memory);
    wend_service_def def = wend_default_service_def();
    def.allocator = allocator;
    def.worker_count = 0;
    return def;
}

// Lets each allocation of wend_service_create fail in turn. Returns how many there are.
static int64_t create_without_memory(wend_world* world, const wend_service_def* def, test_memory* memory,
                                     wend_service** out) {
    for (int64_t n = 0;; n++) {
        memory->fail_at = memory->calls + n;
        wend_result result = wend_service_create(world, def, out);
        memory->fail_at = -1;
        if (result == WEND_OK) return n;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(!*out && memory->live == 0);
    }
}

// Submits the query of a fixture, works while allocation n from now fails, and returns the answer.
static wend_answer answer_without_memory(const fixture* f, test_memory* memory, int64_t n) {
    wend_ticket ticket = submit(f->service, f->query, 0, 0);
    memory->fail_at = memory->calls + n;
    assert_ok(wend_service_run(f->service, 0, NULL));
    memory->fail_at = -1;
    wend_answer answer;
    assert_true(is_ready(f->service, ticket, &answer));
    return answer;
}

static void queries_without_memory(void** state) {
    (void)state;
    test_memory memory;
    wend_allocator allocator;
    wend_service_def def = failing_def(&memory, &allocator);
    def.runner_count = 3;
    const map_recipe recipe = rooms();
    fixture f = {.world = map_make_world(&recipe)};
    f.query = across(f.world, WEND_HPA);
    // The service, its jobs, its lanes and three searches.
    assert_int_equal(create_without_memory(f.world, &def, &memory, &f.service), 6);
    // A search keeps the memory that it got, so each attempt comes further.
    wend_answer answer = answer_without_memory(&f, &memory, 0);
    int64_t failures = 0;
    for (; answer.result != WEND_OK; failures++) {
        assert_true(answer.result == WEND_ERROR_MEMORY && !answer.path);
        answer = answer_without_memory(&f, &memory, (failures + 1) % 5);
    }
    assert_true(failures > 6);
    assert_same_path(f.world, &f.query, &answer);
    wend_path_destroy(answer.path);
    // Now a query only allocates its path, which has four blocks.
    for (int64_t n = 0; n < 4; n++) {
        const int64_t live = memory.live;
        assert_int_equal(answer_without_memory(&f, &memory, n).result, WEND_ERROR_MEMORY);
        assert_int_equal(memory.live, live);
    }
    end_service(&f);
    assert_int_equal(memory.live, 0);
}

static void submitting_without_memory(void** state) {
    (void)state;
    test_memory memory;
    wend_allocator allocator;
    wend_service_def def = failing_def(&memory, &allocator);
    fixture f = start_service_of(&def);
    wend_ticket none = {0, 77};
    const wend_tile goal = f.query.goal;
    f.query.goals = &goal;
    f.query.goal_count = 1;
    const wend_vec2 corners[3] = {{1, 1}, {9, 1}, {1, 9}};
    const wend_shape swamp = wend_shape_polygon(corners, 3, 5);
    f.query.avoid = &swamp;
    f.query.avoid_count = 1;
    memory.fail_at = memory.calls; // goals, shapes and their points lie together
    assert_int_equal(wend_service_submit(f.service, &f.query, 0, 0, &none), WEND_ERROR_MEMORY);
    const wend_edit edit = wend_edit_tiles((wend_rect){50, 50, 1, 1}, 0);
    memory.fail_at = memory.calls;
    assert_int_equal(wend_service_submit_edits(f.service, &edit, 1, 0, &none), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    assert_int_equal(none.number, 77);
    end_service(&f);
    assert_int_equal(memory.live, 0);
}

// Here the world has too little memory. A failed edit changes nothing, and the service repeats a failed step
// of the refresh only after the next change.
static void changes_without_memory(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    const map_recipe recipe = rooms();
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = recipe.cluster_size;
    world_def.allocator = &allocator;
    fixture f = {.world = map_build_world(map_make(&recipe), &world_def)};
    f.service = new_service(f.world, 0);
    wend_ticket ticket = submit_tile(f.service, (wend_tile){50, 50}, 0);
    memory.fail_at = memory.calls;
    memory.fail_on = true;
    bool idle = false;
    assert_ok(wend_service_run(f.service, 0, &idle));
    wend_answer answer;
    assert_true(idle && is_ready(f.service, ticket, &answer));
    assert_true(answer.result == WEND_ERROR_MEMORY && answer.version == 0);
    memory.fail_at = -1;
    const wend_edit wall = wend_edit_tiles((wend_rect){20, 0, 2, 100}, 0);
    assert_ok(wend_service_submit_edits(f.service, &wall, 1, 0, &ticket));
    assert_int_equal(take(f.service, ticket).version, 1);
    memory.fail_at = memory.calls;
    assert_ok(wend_service_run(f.service, 0, &idle));
    memory.fail_at = -1;
    assert_true(idle && wend_service_get_stats(f.service).refreshes > 0);
    submit_tile(f.service, (wend_tile){60, 60}, 0);
    run_until_idle(f.service);
    bool refreshed = false;
    assert_ok(wend_world_refresh(f.world, 1, &refreshed));
    assert_true(refreshed);
    end_service(&f);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelled_tickets_get_no_answer), cmocka_unit_test(cancelling_stops_a_running_query),
        cmocka_unit_test(closing_stops_a_running_query),   cmocka_unit_test(closing_ends_every_wait),
        cmocka_unit_test(holds_keep_off_changes),          cmocka_unit_test(a_snapshot_outlives_changes),
        cmocka_unit_test(queries_without_memory),          cmocka_unit_test(submitting_without_memory),
        cmocka_unit_test(changes_without_memory),
    };
    return run_unit_tests(tests);
}
