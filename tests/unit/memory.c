// memory.c: what happens when any single allocation of any call fails? It must return the right error, leave
// outputs and objects unchanged, leak nothing, and work afterwards. A warm search must not allocate at all.
//     memory [N]    lets every Nth allocation fail, by default every 7th
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/wend.h"

static int64_t every = 7;

// Lets the n-th allocation from here on fail, for n = 0, every, .. until the call succeeds: only that one, or
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
    f->n = f->n < 0 ? 0 : f->n + every;
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
    map_recipe recipe = map_recipe_of("rooms 130x100 8 whole 15 3");
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
    return map_build_world(make_grid(allocator), &def);
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
            if ((result = wend_world_build(&grid, &def, &world)) == WEND_OK) break;
            assert_null(world);
            assert_true(wend_grid_hash(grid) == hash);
        }
        end_failures(&f);
        assert_true(map_hash(world) == map_hash(reference));
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
    wend_error error = {0};
    assert_ok(wend_world_save(reference, "world", &error));
    for (int32_t on = 0; on < 2; on++) {
        failing f = fail_from(&memory, on);
        for (wend_result result;; failed_cleanly(&f, result)) {
            next_failure(&f);
            if ((result = wend_world_open("world", &allocator, &world, &error)) == WEND_OK) break;
            assert_null(world);
            assert_int_equal(error.result, WEND_ERROR_MEMORY);
        }
        end_failures(&f);
        assert_true(map_hash(world) == map_hash(reference));
        const size_t held = memory.live_bytes, bytes = wend_world_get_info(world).bytes;
        wend_world_destroy(world);
        assert_int_equal(held - memory.live_bytes, bytes);
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
    static wend_tile goals[6];
    for (int32_t k = 0; k < 6; k++) goals[k] = map_random_tile(grid, r);
    query.goals = goals;
    query.goal_count = i % 3 == 0 ? 6 : 0;
    return query;
}

static void queries_without_memory_leave_the_path(void** state) {
    (void)state;
    wend_world* world = make_world(NULL);
    const wend_grid* grid = wend_world_grid(world);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_search* well_off = new_search();
    wend_path* expected = new_path();
    rng r = rng_seeded(12);
    int64_t failures = 0;
    for (int32_t i = 0; i < 60; i++) {
        wend_query query = query_of(i, grid, &r), first = wend_default_query(query.start, query.start);
        assert_ok(wend_find_path(well_off, world, &query, expected, NULL));
        wend_search* search = search_by(&allocator);
        wend_path* path = path_by(&allocator);
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
    wend_search* search = search_by(&allocator);
    wend_path* path = path_by(&allocator);
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

// All that can be asked of a world that is read-only.
typedef struct observation {
    uint64_t hash, grid_hash, path_hash;
    wend_world_info info;
    wend_world_counts counts;
    wend_outcome outcome;
    uint64_t connected; // a bit for each of some pairs of tiles
    int64_t counted[WEND_CLASS_COUNT];
} observation;

static observation observe(const wend_world* world, wend_search* search, wend_path* path) {
    const wend_grid* grid = wend_world_grid(world);
    observation o;
    memset(&o, 0, sizeof o);
    o.hash = map_hash(world);
    o.grid_hash = wend_grid_hash(grid);
    o.info = wend_world_get_info(world);
    o.info.bytes = 0; // arrays may have grown
    o.counts = map_count(world);
    memcpy(o.counted, wend_grid_class_counts(grid), sizeof o.counted);
    rng r = rng_seeded(3);
    for (int32_t i = 0; i < 64; i++) {
        wend_tile a = map_random_tile(grid, &r), b = map_random_tile(grid, &r);
        bool connected = wend_world_connected(world, a, b);
        o.connected |= (uint64_t)connected << i;
        wend_query query = wend_default_query(a, b);
        query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_true((wend_path_outcome(path) == WEND_FOUND) == connected);
        o.path_hash = o.path_hash * 31 + wend_path_hash(path);
    }
    return o;
}

// The file holds the world as it is, whatever it held before.
static void saves_as_it_is(const wend_world* world, const char* file) {
    wend_world* opened = NULL;
    wend_error error = {0};
    assert_ok(wend_world_save(world, file, &error));
    assert_ok(wend_world_open(file, NULL, &opened, &error));
    assert_int_equal(map_hash(opened), map_hash(world));
    wend_world_destroy(opened);
}

static const wend_edit some_edits[] = {
    {.area = {15, 7, 1, 1}, .terrain_class = 0},
    {.area = {30, 30, 20, 3}, .terrain_class = 1},
    {.area = {33, 31, 1, 1}, .terrain_class = 3},
    {.area = {60, 45, 1, 1}, .terrain_class = 2},
    {.kind = WEND_EDIT_WALL, .from = {31, 5}, .to = {32, 5}}, // open
    {.kind = WEND_EDIT_STEP, .from = {63, 63}, .to = {64, 64}, .closed = true},
    {.kind = WEND_EDIT_WALL, .from = {96, 40}, .to = {96, 41}, .closed = true},
    {.area = {0, 75, 130, 1}, .terrain_class = 0}};
static const int32_t some_edit_count = sizeof some_edits / sizeof some_edits[0];
static const wend_edit every_tile = {.area = {0, 0, 130, 100}, .terrain_class = 2};

// Whole or not at all: where any allocation of an edit fails, the world is as it was and usable, and the same
// edit then gives what it gives elsewhere.
static void check_edit(const wend_edit* edits, int32_t count, bool on, bool refresh_before) {
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_world* expected = make_world(NULL);
    const wend_edit first[] = {wend_edit_tiles((wend_rect){44, 0, 2, 60}, 0),
                               wend_edit_wall((wend_tile){31, 5}, (wend_tile){32, 5}, true)};
    assert_ok(wend_world_edit(expected, first, 2, NULL));
    assert_ok(wend_world_edit(expected, edits, count, NULL));
    assert_ok(wend_world_refresh(expected, 0, NULL));
    wend_world* world = make_world(&allocator);
    assert_ok(wend_world_edit(world, first, 2, NULL)); // leaves pending clusters
    if (refresh_before) assert_ok(wend_world_refresh(world, 0, NULL));
    observation before = observe(world, search, path);
    int32_t rebuilt = -1;
    failing f = fail_from(&memory, on);
    for (wend_result result;; failed_cleanly(&f, result)) {
        next_failure(&f);
        if ((result = wend_world_edit(world, edits, count, &rebuilt)) == WEND_OK) break;
        memory.fail_at = -1;
        assert_int_equal(rebuilt, -1);
        observation now = observe(world, search, path);
        assert_memory_equal(&now, &before, sizeof now);
        if (refresh_before) saves_as_it_is(world, "kept");
    }
    end_failures(&f);
    assert_true(rebuilt > 0);
    observe(world, search, path);
    assert_ok(wend_world_refresh(world, 0, NULL));
    observation edited = observe(world, search, path), wanted = observe(expected, search, path);
    assert_memory_equal(&edited, &wanted, sizeof edited);
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    wend_world_destroy(expected);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void an_edit_is_whole_or_not_at_all(void** state) {
    (void)state;
    files_enter();
    for (int32_t i = 0; i < 4; i++) {
        check_edit(some_edits, some_edit_count, i % 2, i / 2);
        check_edit(&every_tile, 1, i % 2, i / 2);
    }
    files_leave();
}

// A refresh that fails loses nothing: queries still work, and a later refresh ends in the same state.
static void settling_without_memory_goes_on_later(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_world* expected = make_world(NULL);
    assert_ok(wend_world_edit(expected, some_edits, some_edit_count, NULL));
    assert_ok(wend_world_refresh(expected, 0, NULL));
    for (int32_t on = 0; on < 2; on++) {
        wend_world* world = make_world(&allocator);
        assert_ok(wend_world_edit(world, some_edits, some_edit_count, NULL));
        bool refreshed = false;
        int32_t failures = 0;
        for (int64_t n = 0; !refreshed; n++) { // refreshed clusters stay up to date, so each try gets farther
            memory.fail_on = on;
            memory.fail_at = memory.calls + n % 8;
            wend_result result = wend_world_refresh(world, 1, &refreshed);
            memory.fail_at = -1;
            failures += result != WEND_OK;
            assert_true(result == WEND_OK || (result == WEND_ERROR_MEMORY && !refreshed));
            observe(world, search, path);
        }
        assert_true(failures > 0);
        assert_int_equal(map_hash(world), map_hash(expected));
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    wend_world_destroy(expected);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// An edited world has to be counted before it is saved. Without memory for that the file stays.
static void a_save_without_memory_leaves_the_file(void** state) {
    (void)state;
    files_enter();
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world *world = make_world(&allocator), *opened = NULL;
    saves_as_it_is(world, "world");
    uint64_t old_hash = map_hash(world);
    assert_ok(wend_world_edit(world, some_edits, some_edit_count, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    wend_error error = {0};
    failing f = fail_from(&memory, true);
    for (wend_result result;; failed_cleanly(&f, result)) {
        next_failure(&f);
        if ((result = wend_world_save(world, "world", &error)) == WEND_OK) break;
        assert_int_equal(error.result, WEND_ERROR_MEMORY);
        wend_world_counts counts = {-1, -1, -1};
        memory.fail_at = memory.calls;
        assert_int_equal(wend_world_count(world, &counts), WEND_ERROR_MEMORY);
        assert_int_equal(counts.component_count, -1);
        memory.fail_at = -1;
        assert_ok(wend_world_open("world", NULL, &opened, &error));
        assert_int_equal(map_hash(opened), old_hash);
        wend_world_destroy(opened);
    }
    end_failures(&f);
    assert_ok(wend_world_open("world", NULL, &opened, &error));
    assert_int_equal(map_hash(opened), map_hash(world));
    wend_world_destroy(opened);
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    files_leave();
}

int main(int argc, char** argv) {
    if (argc > 1 && (every = atoll(argv[1])) < 1) return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_created_whole_or_not_at_all),
        cmocka_unit_test(a_build_without_memory_leaves_the_grid),
        cmocka_unit_test(open_and_save_without_memory),
        cmocka_unit_test(queries_without_memory_leave_the_path),
        cmocka_unit_test(a_warm_search_allocates_nothing),
        cmocka_unit_test(an_edit_is_whole_or_not_at_all),
        cmocka_unit_test(settling_without_memory_goes_on_later),
        cmocka_unit_test(a_save_without_memory_leaves_the_file),
    };
    return run_unit_tests(tests);
}
