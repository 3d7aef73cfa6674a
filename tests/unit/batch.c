// batch.c: do many queries in one call get the answers that each gets alone, whatever the threads, the order
// and the errors?
#include "wend/batch.h"

#include "unit.h"
#include "wend/threads.h"
#include <stdatomic.h>

enum { QUERIES = 500, GOALS = 7 };

typedef struct answers {
    uint64_t hashes[QUERIES];
    _Atomic int32_t times[QUERIES]; // each query was answered
    int32_t fails_at;               // a query
    _Atomic int32_t before_end;     // calls of should_cancel
} answers;

static wend_result note(const wend_path* path, int32_t query, void* context) {
    answers* a = context;
    a->hashes[query] = wend_path_hash(path);
    atomic_fetch_add(&a->times[query], 1);
    return query == a->fails_at ? WEND_ERROR_IO : WEND_OK;
}

static bool count_down(void* context) {
    return atomic_fetch_sub(&((answers*)context)->before_end, 1) <= 0;
}

// Many queries to few goals, some of them blocked, by every algorithm.
static void make_queries(const wend_world* world, uint64_t seed, wend_query* queries) {
    rng r = rng_seeded(seed);
    const wend_grid* grid = wend_world_grid(world);
    wend_tile goals[GOALS];
    for (int32_t i = 0; i < GOALS; i++) goals[i] = map_random_tile(grid, &r);
    for (int32_t i = 0; i < QUERIES; i++) {
        queries[i] = wend_default_query(map_random_tile(grid, &r), goals[rng_below(&r, GOALS)]);
        if (rng_chance(&r, 10)) queries[i].algorithm = (wend_algorithm)rng_below(&r, WEND_ALGORITHM_COUNT);
        queries[i].partial = rng_chance(&r, 30);
    }
}

static void check_answers(const wend_world* world, const wend_query* queries, const answers* a) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t i = 0; i < QUERIES; i++) {
        assert_ok(wend_find_path(search, world, &queries[i], path, NULL));
        assert_int_equal(a->times[i], 1);
        assert_true(a->hashes[i] == wend_path_hash(path));
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void answers_are_those_of_single_queries(void** state) {
    (void)state;
    wend_query queries[QUERIES];
    for (int32_t threads = 0; threads <= 4; threads += 2) { // 0: in place
        const map_recipe recipe = map_recipe_random((uint64_t)threads + 40, 200);
        wend_world* world = map_make_linked_world(&recipe, 5);
        make_queries(world, (uint64_t)threads + 1, queries);
        wend_threads* pool = NULL;
        if (threads > 0) assert_ok(wend_threads_create(threads, &pool));
        answers a = {.fails_at = -1};
        wend_batch_def def = wend_default_batch_def();
        def.answered = note;
        def.context = &a;
        def.tasks = wend_threads_tasks(pool);
        int32_t failed = 77;
        assert_ok(wend_find_paths(world, queries, QUERIES, &def, &failed));
        assert_int_equal(failed, 77);
        check_answers(world, queries, &a);
        def.answered = NULL;
        assert_ok(wend_find_paths(world, queries, QUERIES, &def, &failed));
        assert_ok(wend_find_paths(world, NULL, 0, &def, &failed));
        wend_threads_destroy(pool);
        wend_world_destroy(world);
    }
}

static int32_t answered(const answers* a) {
    int32_t sum = 0;
    for (int32_t i = 0; i < QUERIES; i++) sum += a->times[i];
    return sum;
}

static void errors_end_the_batch(void** state) {
    (void)state;
    wend_query queries[QUERIES];
    wend_world* world = new_world(200, 100, false);
    wend_threads* pool = NULL;
    assert_ok(wend_threads_create(3, &pool));
    make_queries(world, 9, queries);
    wend_batch_def def = wend_default_batch_def();
    def.answered = note;
    for (int32_t i = 0; i < 2; i++) {
        if (i == 1) def.tasks = wend_threads_tasks(pool);
        answers by_answered = {.fails_at = 123}, by_query = {.fails_at = -1};
        int32_t failed = 77;
        def.context = &by_answered;
        assert_int_equal(wend_find_paths(world, queries, QUERIES, &def, &failed), WEND_ERROR_IO);
        assert_int_equal(failed, 123);
        assert_int_equal(by_answered.times[123], 1);

        def.context = &by_query;
        queries[99].start.x = 200;
        assert_int_equal(wend_find_paths(world, queries, QUERIES, &def, &failed), WEND_ERROR_ARGUMENT);
        assert_int_equal(failed, 99);
        assert_int_equal(by_query.times[99], 0);
        queries[99].start.x = 0;

        answers by_cancel = {.fails_at = -1, .before_end = 40};
        def.context = def.cancel_context = &by_cancel;
        def.should_cancel = count_down;
        assert_int_equal(wend_find_paths(world, queries, QUERIES, &def, &failed), WEND_ERROR_CANCELLED);
        assert_int_equal(failed, -1);
        assert_in_range(answered(&by_cancel), 1, 40);
        def.should_cancel = NULL;
    }
    def.tasks.finish = NULL;
    int32_t failed;
    assert_int_equal(wend_find_paths(world, queries, QUERIES, &def, &failed), WEND_ERROR_ARGUMENT);
    wend_threads_destroy(pool);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_single_queries),
        cmocka_unit_test(errors_end_the_batch),
    };
    return run_unit_tests(tests);
}
