// path.c: does a path hold one complete answer, keep its memory, and hash its contents?
#include "search/path.h"

#include "test_memory.h"
#include "unit.h"

static void outcomes_have_names(void** state) {
    (void)state;
    static const char* const names[] = {"found", "partial", "no_route", "start_blocked", "goal_blocked"};
    for (int i = 0; i < WEND_OUTCOME_COUNT; i++)
        assert_string_equal(wend_outcome_string((wend_outcome)i), names[i]);
    assert_non_null(wend_outcome_string((wend_outcome)-1));
    assert_string_equal(wend_outcome_string((wend_outcome)99), wend_outcome_string(WEND_OUTCOME_COUNT));
}

static void a_fresh_path_is_empty(void** state) {
    (void)state;
    wend_path* path = new_path();
    int32_t count = -1;
    assert_int_equal(wend_path_outcome(path), WEND_NO_ROUTE);
    assert_true(wend_path_cost(path) == 0);
    assert_int_equal(wend_path_integer_cost(path), 0);
    assert_int_equal(wend_path_goal(path), -1);
    wend_path_tiles(path, &count);
    assert_int_equal(count, 0);
    wend_path_waypoints(path, &count);
    assert_int_equal(count, 0);
    wend_path_route(path, &count);
    assert_int_equal(count, 0);
    wend_path_destroy(path);
    wend_path_destroy(NULL);
    assert_int_equal(wend_path_create(NULL, NULL), WEND_ERROR_ARGUMENT);
}

static uint64_t hash_of(wend_outcome outcome, wend_cost cost, wend_tile* tiles, int64_t count) {
    wend_path* path = new_path();
    wendi_tile_list list = {.data = tiles, .count = count}, route = {0};
    wendi_point_list points = {0};
    assert_ok(wendi_path_assign(path, outcome, 1, cost, &list, &route, &points, NULL));
    uint64_t hash = wend_path_hash(path);
    wend_path_destroy(path);
    return hash;
}

static void hash_is_of_outcome_cost_and_tiles(void** state) {
    (void)state;
    wend_tile a[] = {{1, 2}, {2, 2}}, b[] = {{1, 2}, {2, 3}}, c[] = {{2, 1}, {2, 2}};
    uint64_t hash = hash_of(WEND_FOUND, 408, a, 2);
    assert_true(hash == hash_of(WEND_FOUND, 408, a, 2));
    assert_true(hash != hash_of(WEND_FOUND, 409, a, 2));
    assert_true(hash != hash_of(WEND_NO_ROUTE, 408, a, 2));
    assert_true(hash != hash_of(WEND_FOUND, 408, a, 1));
    assert_true(hash != hash_of(WEND_FOUND, 408, b, 2));
    assert_true(hash != hash_of(WEND_FOUND, 408, c, 2));
    assert_true(hash_of(WEND_NO_ROUTE, 0, NULL, 0) != hash_of(WEND_START_BLOCKED, 0, NULL, 0));
}

// Two classes whose costs differ by less than a unit are one to the planner, but not to the sum.
static void its_cost_is_that_of_the_classes(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 5;
    def.height = 1;
    def.class_costs[2] = 1.0001f;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){2, 0, 3, 1}, 2));
    assert_int_equal(wend_grid_straight_cost(grid, 1), wend_grid_straight_cost(grid, 2));
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){4, 0});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    assert_true(wend_path_cost(path) == 1 + 3 * (double)1.0001f);
    assert_int_equal(wend_path_integer_cost(path), 4 * wend_grid_cost_units(grid));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static void an_answer_is_taken_over_whole_or_not_at_all(void** state) {
    (void)state;
    wend_tile few[] = {{1, 1}, {2, 2}}, many[100];
    wend_vec2 corners[100];
    for (int32_t i = 0; i < 100; i++) {
        many[i] = (wend_tile){i, 0};
        corners[i] = (wend_vec2){(float)i, 0};
    }
    wendi_tile_list small = {.data = few, .count = 2}, large = {.data = many, .count = 100};
    wendi_point_list points = {.data = corners, .count = 100}, no_points = {0};
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_path* path = path_by(&allocator);
    assert_ok(wendi_path_assign(path, WEND_FOUND, 1.5, 600, &small, &small, &no_points, NULL));
    uint64_t hash = wend_path_hash(path);
    int32_t refused = 0;
    for (;; refused++) { // the n-th allocation fails
        memory.fail_at = memory.calls + refused;
        wend_result result = wendi_path_assign(path, WEND_FOUND, 99, 99 * 408, &large, &large, &points, NULL);
        if (result == WEND_OK) break;
        int32_t count;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(wend_path_hash(path) == hash && wend_path_cost(path) == 1.5);
        wend_path_route(path, &count);
        assert_int_equal(count, 2);
        wend_path_waypoints(path, &count);
        assert_int_equal(count, 0);
        assert_tile(wend_path_tiles(path, &count)[1], 2, 2);
    }
    assert_true(refused > 0);
    memory.fail_at = -1;
    int64_t calls = memory.calls;
    assert_ok(wendi_path_assign(path, WEND_FOUND, 1.5, 600, &small, &small, &no_points, NULL));
    assert_ok(wendi_path_assign(path, WEND_FOUND, 99, 99 * 408, &large, &large, &points, NULL));
    assert_int_equal(memory.calls, calls); // it keeps its memory
    wend_path_destroy(path);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_have_names),
        cmocka_unit_test(a_fresh_path_is_empty),
        cmocka_unit_test(hash_is_of_outcome_cost_and_tiles),
        cmocka_unit_test(its_cost_is_that_of_the_classes),
        cmocka_unit_test(an_answer_is_taken_over_whole_or_not_at_all),
    };
    return run_unit_tests(tests);
}
