// memory.c: every call with every single allocation failing: the right error, outputs and objects as they
// were, nothing leaked, and the call works afterwards. And no allocation at all once a search is warm.
#include "files.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/wend.h"

// Lets the n-th allocation from here on fail, for n = 0, 1, .. until the call succeeds: only that one, or
// (on) all after it too.
typedef struct failing {
    test_memory* memory;
    int64_t n, before;
    bool on;
} failing;

static failing fail_from(test_memory* memory, bool on) {
    return (failing){memory, -1, 0, on};
}
static void next_failure(failing* f) {
    f->n++;
    f->memory->fail_on = f->on;
    f->memory->fail_at = f->memory->calls + f->n;
    f->before = f->memory->live;
}
static void failed_cleanly(const failing* f, wend_result result) {
    assert_int_equal(result, WEND_ERROR_MEMORY);
    assert_int_equal(f->memory->live, f->before);
}
static void end_failures(const failing* f) {
    assert_true(f->n > 0); // some allocation did fail
    f->memory->fail_at = -1;
}

static wend_grid* make_grid(const wend_allocator* allocator) {
    map_recipe recipe;
    assert_true(map_recipe_parse("rooms 130x100 8 whole 15 3", &recipe));
    wend_grid* plain = map_make(&recipe);
    wend_grid_def def = wend_default_grid_def();
    def.width = recipe.width;
    def.height = recipe.height;
    def.allocator = allocator;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_set_class_costs(grid, wend_grid_class_costs(plain)));
    for (int32_t y = 0; y < recipe.height; y++)
        assert_ok(wend_grid_write(grid, (wend_rect){0, y, recipe.width, 1}, wend_grid_row(plain, y), 0));
    wend_grid_destroy(plain);
    return grid;
}

static wend_world* make_world(const wend_allocator* allocator) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = 15;
    def.metadata = "text";
    def.allocator = allocator;
    wend_world* world = NULL;
    assert_ok(wend_world_build(make_grid(allocator), &def, &world));
    return world;
}

static void objects_are_created_whole_or_not_at_all(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    for (int32_t on = 0; on < 2; on++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 20;
        def.allocator = &allocator;
        wend_grid* grid = NULL;
        failing f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_grid_create(&def, &grid)) == WEND_OK) break;
            assert_null(grid);
        }
        end_failures(&f);
        wend_grid_destroy(grid);

        wend_search_def search_def = wend_default_search_def();
        search_def.allocator = &allocator;
        wend_search* search = NULL;
        f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_search_create(&search_def, &search)) == WEND_OK) break;
            assert_null(search);
        }
        end_failures(&f);
        wend_search_destroy(search);

        wend_path* path = NULL;
        f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_path_create(&allocator, &path)) == WEND_OK) break;
            assert_null(path);
        }
        end_failures(&f);
        wend_path_destroy(path);
    }
    assert_int_equal(memory.live, 0);
}

static void a_build_without_memory_leaves_the_grid(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world* reference = make_world(NULL);
    for (int32_t on = 0; on < 2; on++) {
        wend_grid* grid = make_grid(&allocator);
        uint64_t hash = wend_grid_hash(grid);
        wend_world_def def = wend_default_world_def();
        def.cluster_size = 15;
        def.metadata = "text";
        def.allocator = &allocator;
        wend_world* world = NULL;
        failing f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_world_build(grid, &def, &world)) == WEND_OK) break;
            assert_null(world);
            assert_true(wend_grid_hash(grid) == hash);
        }
        end_failures(&f);
        assert_true(wend_world_hash(world) == wend_world_hash(reference));
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    wend_world_destroy(reference);
}

static void open_and_save_without_memory(void** state) {
    (void)state;
    files_enter();
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world *reference = make_world(&allocator), *world = NULL;
    memory.fail_at = memory.calls;
    memory.fail_on = true;
    assert_int_equal(wend_world_keep_original(reference), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    assert_ok(wend_world_keep_original(reference));
    memory.fail_at = memory.calls;
    wend_error error = {0};
    assert_ok(wend_world_save(reference, "world", &error)); // needs none
    for (int32_t on = 0; on < 2; on++) {
        failing f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_world_open("world", &allocator, &world, &error)) == WEND_OK) break;
            assert_null(world);
            assert_int_equal(error.result, WEND_ERROR_MEMORY);
        }
        end_failures(&f);
        assert_true(wend_world_hash(world) == wend_world_hash(reference));
        wend_world_destroy(world);
        world = NULL;
    }
    wend_world_destroy(reference);
    assert_int_equal(memory.live, 0);
    files_leave();
}

// ---- queries

static wend_query query_of(int32_t i, const wend_grid* grid, rng* r) {
    wend_tile start = {0, 0}, goal = {0, 0};
    assert_true(map_random_open_tile(grid, r, &start));
    assert_true(map_random_open_tile(grid, r, &goal));
    wend_query query = wend_default_query(start, goal);
    query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
    query.refinement = (wend_refinement)(i / WEND_ALGORITHM_COUNT % WEND_REFINEMENT_COUNT);
    query.heuristic_weight = (float)(i % 3);
    query.smooth = i % 2;
    return query;
}

static void queries_without_memory_leave_the_path(void** state) {
    (void)state;
    wend_world* world = make_world(NULL);
    const wend_grid* grid = wend_world_grid(world);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_search_def def = wend_default_search_def();
    def.allocator = &allocator;
    wend_search* well_off = new_search();
    wend_path* expected = new_path();
    rng r = rng_seeded(12);
    int64_t failures = 0;
    for (int32_t i = 0; i < 60; i++) {
        wend_query query = query_of(i, grid, &r), first = wend_default_query(query.start, query.start);
        assert_ok(wend_find_path(well_off, world, &query, expected, NULL));
        wend_search* search = NULL;
        wend_path* path = NULL;
        assert_ok(wend_search_create(&def, &search));
        assert_ok(wend_path_create(&allocator, &path));
        assert_ok(wend_find_path(search, world, &first, path, NULL));
        uint64_t before = wend_path_hash(path);
        for (int64_t n = 0;; n++) { // what was allocated before the failure is kept, so each try gets farther
            memory.fail_at = memory.calls + (i % 3 ? 0 : n);
            memory.fail_on = true;
            wend_result result = wend_find_path(search, world, &query, path, NULL);
            memory.fail_at = -1;
            if (result == WEND_OK) break;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_true(wend_path_hash(path) == before);
            failures++;
            if (i % 3 == 0) continue;
            assert_ok(wend_find_path(search, world, &query, path, NULL)); // usable at once
            assert_true(wend_path_hash(path) == wend_path_hash(expected));
            break;
        }
        assert_true(wend_path_hash(path) == wend_path_hash(expected));
        wend_path_destroy(path);
        wend_search_destroy(search);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 100);
    wend_path_destroy(expected);
    wend_search_destroy(well_off);
    wend_world_destroy(world);
}

static void a_warm_search_allocates_nothing(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world* world = make_world(&allocator);
    const wend_grid* grid = wend_world_grid(world);
    wend_search_def def = wend_default_search_def();
    def.allocator = &allocator;
    wend_search* search = NULL;
    wend_path* path = NULL;
    assert_ok(wend_search_create(&def, &search));
    assert_ok(wend_path_create(&allocator, &path));
    int64_t warm = 0;
    for (int32_t round = 0; round < 3; round++) {
        rng r = rng_seeded(13);
        for (int32_t i = 0; i < 300; i++) {
            wend_query query = query_of(i, grid, &r);
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            wend_world_connected(world, query.start, query.goal);
            wend_path_hash(path);
        }
        if (round == 0) warm = memory.calls;
    }
    assert_int_equal(memory.calls, warm);
    // What it says it holds is what it holds.
    size_t held = memory.live_bytes, bytes = wend_search_bytes(search);
    wend_search_destroy(search);
    assert_int_equal(held - memory.live_bytes, bytes);
    wend_path_destroy(path);
    held = memory.live_bytes;
    bytes = wend_world_get_info(world).bytes;
    wend_world_destroy(world);
    assert_int_equal(held, bytes);
    assert_int_equal(memory.live, 0);
}

// An edit that fails half-way leaves a world that says so, until an edit succeeds.
static void a_failed_edit_is_made_good(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_edit edits[] = {{{15, 7, 1, 1}, 0}, {{30, 30, 20, 3}, 1}, {{60, 45, 1, 1}, 2}};
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){129, 99});
    wend_world* expected = make_world(NULL);
    assert_ok(wend_world_edit(expected, edits, 3, NULL));
    assert_ok(wend_world_settle(expected, 0, NULL));
    for (int32_t on = 0; on < 2; on++) {
        int64_t failed = 0, mended = 0;
        bool whole = false; // all allocations were granted
        for (int64_t n = 0; !whole; n++) {
            wend_world* world = make_world(&allocator);
            memory.fail_on = on;
            memory.fail_at = memory.calls + n;
            wend_result result = wend_world_edit(world, edits, 3, NULL);
            bool settled = false;
            if (result == WEND_OK) result = wend_world_settle(world, 0, &settled);
            memory.fail_at = -1;
            whole = result == WEND_OK;
            if (!whole) {
                assert_int_equal(result, WEND_ERROR_MEMORY);
                assert_false(settled);
                failed++;
                result = wend_find_path(search, world, &query, path, NULL);
                assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
                mended += result == WEND_ERROR_MEMORY;
                assert_ok(wend_world_edit(world, edits, 3, NULL));
                assert_ok(wend_find_path(search, world, &query, path, NULL));
                assert_ok(wend_world_settle(world, 0, &settled));
            }
            assert_true(settled);
            assert_int_equal(wend_world_hash(world), wend_world_hash(expected));
            wend_world_destroy(world);
            assert_int_equal(memory.live, 0);
        }
        assert_true(failed > 10 && mended > 0);
    }
    wend_world_destroy(expected);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_edit_is_made_good),
        cmocka_unit_test(objects_are_created_whole_or_not_at_all),
        cmocka_unit_test(a_build_without_memory_leaves_the_grid),
        cmocka_unit_test(open_and_save_without_memory),
        cmocka_unit_test(queries_without_memory_leave_the_path),
        cmocka_unit_test(a_warm_search_allocates_nothing),
    };
    return run_unit_tests(tests);
}
