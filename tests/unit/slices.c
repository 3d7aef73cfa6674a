// slices.c: queries in slices: order of the calls, edits between steps, cancelling, failures.
// tests/golden/slices.c compares their answers with those in one go.
#include <stdlib.h>
#include <string.h>

#include "test_memory.h"
#include "unit.h"
#include "verify.h"

typedef struct fixture {
    wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_path* path;
    wend_query query; // across the map
} fixture;

static fixture new_fixture(wend_algorithm algorithm) {
    map_recipe recipe;
    assert_true(map_recipe_parse("rooms 200x150 8 whole 15 3", &recipe));
    wend_world* world = map_make_world(&recipe);
    fixture f = {world, wend_world_grid(world), new_search(), new_path(), {0}};
    wend_tile ends[2] = {{0, 0}, {199, 149}}; // moved to tiles that are connected
    while (!wend_grid_passable(f.grid, ends[0])) ends[0].y++;
    while (!wend_world_connected(world, ends[0], ends[1]) && ends[1].y > 0) ends[1].y--;
    assert_true(wend_world_connected(world, ends[0], ends[1]));
    f.query = wend_default_query(ends[0], ends[1]);
    f.query.algorithm = algorithm;
    return f;
}

static void end(fixture* f) {
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_world_destroy(f->world);
}

static void assert_answered(const fixture* f, wend_outcome outcome) {
    char why[VERIFY_TEXT];
    assert_int_equal(wend_path_outcome(f->path), outcome);
    const char* fault = verify_answer(f->grid, &f->query, f->path, why);
    if (fault) fail_msg("%s", fault);
}

// Neither step nor finish has anything to do.
static void assert_idle(const fixture* f) {
    bool done = true;
    uint64_t before = wend_path_hash(f->path);
    assert_int_equal(wend_search_step(f->search, 1, &done), WEND_ERROR_ARGUMENT);
    assert_true(done);
    assert_int_equal(wend_search_finish(f->search, f->path, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_path_hash(f->path) == before);
}

static void calls_come_in_order(void** state) {
    (void)state;
    fixture f = new_fixture(WEND_ASTAR);
    bool done = false;
    assert_idle(&f);
    wend_search_cancel(f.search); // nothing to cancel
    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    assert_int_equal(wend_search_step(f.search, -1, &done), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_step(f.search, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_finish(f.search, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_ok(wend_search_step(f.search, 10, &done));
    assert_false(done);
    assert_ok(wend_search_finish(f.search, f.path, NULL)); // runs what remains
    assert_answered(&f, WEND_FOUND);
    assert_idle(&f);

    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    assert_ok(wend_search_step(f.search, 0, &done));
    assert_true(done);
    done = false;
    assert_ok(wend_search_step(f.search, 5, &done)); // stays done
    assert_true(done);
    wend_search_cancel(f.search);
    assert_idle(&f);

    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    assert_ok(wend_search_finish(f.search, f.path, NULL)); // without a step
    assert_answered(&f, WEND_FOUND);
    end(&f);
}

static void another_query_takes_the_place(void** state) {
    (void)state;
    fixture f = new_fixture(WEND_DIJKSTRA);
    bool done = false;
    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    assert_ok(wend_search_step(f.search, 10, &done));
    wend_query bad = f.query;
    bad.start.x = -1;
    assert_int_equal(wend_find_path(f.search, f.world, &bad, f.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_search_begin(f.search, f.world, &bad), WEND_ERROR_ARGUMENT);
    bad.cookie = 0;
    assert_int_equal(wend_search_begin(f.search, f.world, &bad), WEND_ERROR_DEF);
    assert_int_equal(wend_search_begin_on_grid(f.search, f.grid, &bad), WEND_ERROR_DEF);
    bad = f.query;
    bad.algorithm = WEND_HPA;
    assert_int_equal(wend_search_begin_on_grid(f.search, f.grid, &bad), WEND_ERROR_UNSUPPORTED);
    assert_ok(wend_search_step(f.search, 10, &done)); // those have changed nothing
    assert_false(done);
    wend_query other = wend_default_query(f.query.goal, f.query.start);
    assert_ok(wend_search_begin(f.search, f.world, &other));
    assert_ok(wend_search_finish(f.search, f.path, NULL));
    int32_t count;
    wend_tile first = wend_path_tiles(f.path, &count)[0];
    assert_tile(first, other.start.x, other.start.y);
    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    assert_ok(wend_find_path(f.search, f.world, &other, f.path, NULL));
    assert_idle(&f);
    end(&f);
}

static void outcomes_without_a_search(void** state) {
    (void)state;
    fixture f = new_fixture(WEND_EXACT);
    wend_edit moat[] = {{.area = {20, 0, 3, 150}, .terrain_class = 0},
                        {.area = {24, 70, 1, 1}, .terrain_class = 0}};
    assert_ok(wend_world_edit(f.world, moat, 2, NULL));
    const wend_tile blocked = {24, 70};
    const struct {
        wend_tile start, goal;
        wend_outcome outcome;
    } cases[] = {{f.query.start, f.query.goal, WEND_NO_ROUTE},
                 {blocked, f.query.goal, WEND_START_BLOCKED},
                 {f.query.start, blocked, WEND_GOAL_BLOCKED}};
    for (int32_t i = 0; i < 6; i++) {
        bool done = false, on_grid = i >= 3;
        f.query = wend_default_query(cases[i % 3].start, cases[i % 3].goal);
        f.query.algorithm = WEND_EXACT;
        assert_ok(on_grid ? wend_search_begin_on_grid(f.search, f.grid, &f.query)
                          : wend_search_begin(f.search, f.world, &f.query));
        assert_ok(wend_search_step(f.search, on_grid ? 0 : 1, &done));
        assert_true(done);
        assert_ok(wend_search_finish(f.search, f.path, NULL));
        assert_answered(&f, cases[i % 3].outcome);
    }
    end(&f);
}

static void an_edit_makes_it_stale(void** state) {
    (void)state;
    const wend_edit edit = {.area = {100, 70, 1, 1}, .terrain_class = 0},
                    bad = {.area = {-1, 0, 1, 1}, .terrain_class = 0};
    for (int32_t when = 0; when < 3; when++) { // before the first step, between two, before finish
        fixture f = new_fixture(when == 1 ? WEND_EXACT : WEND_BFS);
        bool done = false;
        uint64_t before = wend_path_hash(f.path), version = wend_world_version(f.world);
        wend_stats stats = {.expanded = -1};
        assert_ok(wend_search_begin(f.search, f.world, &f.query));
        if (when > 0) assert_ok(wend_search_step(f.search, when == 1 ? 3 : 0, &done));
        assert_true(done == (when == 2));
        assert_ok(wend_world_edit(f.world, &edit, 0, NULL));
        assert_int_equal(wend_world_edit(f.world, &bad, 1, NULL), WEND_ERROR_ARGUMENT);
        assert_true(wend_world_version(f.world) == version); // neither was an edit
        assert_ok(wend_world_edit(f.world, &edit, 1, NULL));
        assert_true(wend_world_version(f.world) == version + 1);
        if (when < 2) assert_int_equal(wend_search_step(f.search, 1, &done), WEND_ERROR_STALE);
        assert_int_equal(wend_search_finish(f.search, f.path, &stats), WEND_ERROR_STALE);
        assert_true(stats.expanded >= 0 && (when < 2 || stats.expanded > 0));
        assert_true(wend_path_hash(f.path) == before);
        assert_idle(&f);
        assert_ok(wend_find_path(f.search, f.world, &f.query, f.path, NULL));
        assert_answered(&f, WEND_FOUND);
        end(&f);
    }
}

static void a_refresh_between_steps_is_harmless(void** state) {
    (void)state;
    fixture f = new_fixture(WEND_EXACT);
    const wend_edit edit = {.area = {90, 40, 30, 1}, .terrain_class = 0};
    bool done = false;
    assert_ok(wend_world_edit(f.world, &edit, 1, NULL));
    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    while (!done) {
        assert_ok(wend_search_step(f.search, 1, &done));
        assert_ok(wend_world_refresh(f.world, 1, NULL));
    }
    assert_ok(wend_search_finish(f.search, f.path, NULL));
    assert_answered(&f, WEND_FOUND);
    wend_path* expected = new_path();
    assert_ok(wend_find_path(f.search, f.world, &f.query, expected, NULL));
    assert_true(wend_path_hash(f.path) == wend_path_hash(expected));
    wend_path_destroy(expected);
    end(&f);
}

static void changes_of_a_grid_make_it_stale(void** state) {
    (void)state;
    static const uint8_t row[3] = {1, 1, 1};
    for (int32_t how = 0; how < 3; how++) {
        wend_grid* grid = map_from_text("...\n.#.\n...\n", WEND_CONNECTIVITY_8);
        wend_search* search = new_search();
        wend_path* path = new_path();
        wend_query query = wend_default_query((wend_tile){0, 1}, (wend_tile){2, 1});
        query.algorithm = WEND_ASTAR;
        bool done = false;
        assert_ok(wend_search_begin_on_grid(search, grid, &query));
        assert_ok(wend_search_step(search, 1, &done));
        assert_int_equal(wend_grid_fill(grid, (wend_rect){0, 0, 9, 1}, 1), WEND_ERROR_ARGUMENT);
        assert_ok(wend_search_step(search, 1, &done)); // that was no change
        assert_false(done);
        if (how == 0) assert_ok(wend_grid_fill(grid, (wend_rect){1, 1, 1, 1}, 1));
        if (how == 1) assert_ok(wend_grid_write(grid, (wend_rect){0, 1, 3, 1}, row, 0));
        if (how == 2) assert_ok(wend_grid_set_class_costs(grid, wend_grid_class_costs(grid)));
        assert_int_equal(wend_search_step(search, 1, &done), WEND_ERROR_STALE);
        assert_int_equal(wend_search_step(search, 1, &done), WEND_ERROR_STALE); // for good
        assert_int_equal(wend_search_finish(search, path, NULL), WEND_ERROR_STALE);
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_grid_destroy(grid);
    }
}

static bool is_set(void* context) {
    return *(const bool*)context;
}

// A search is cancelled in slices after the same work as in one go.
static void cancelled_by_the_callback(void** state) {
    (void)state;
    for (int32_t exact = 0; exact < 2; exact++) {
        fixture f = new_fixture(exact ? WEND_EXACT : WEND_DIJKSTRA);
        wend_search_destroy(f.search);
        bool cancel = true, done = false;
        wend_search_def def = wend_default_search_def();
        def.should_cancel = is_set;
        def.cancel_context = &cancel;
        assert_ok(wend_search_create(&def, &f.search));
        wend_stats whole, sliced;
        assert_int_equal(wend_find_path(f.search, f.world, &f.query, f.path, &whole), WEND_ERROR_CANCELLED);
        wend_result result;
        assert_ok(wend_search_begin(f.search, f.world, &f.query));
        while ((result = wend_search_step(f.search, 7, &done)) == WEND_OK) assert_false(done);
        assert_int_equal(result, WEND_ERROR_CANCELLED);
        cancel = false;
        assert_int_equal(wend_search_step(f.search, 7, &done), WEND_ERROR_CANCELLED); // for good
        assert_int_equal(wend_search_finish(f.search, f.path, &sliced), WEND_ERROR_CANCELLED);
        assert_memory_equal(&whole, &sliced, sizeof whole);
        assert_true(whole.expanded + whole.clusters_refined > 0);
        end(&f);
    }
}

// Times are summed over the calls.
static uint64_t tick(void* context) {
    return ++*(uint64_t*)context;
}
static void times_add_up(void** state) {
    (void)state;
    fixture f = new_fixture(WEND_ASTAR);
    wend_search_destroy(f.search);
    uint64_t clock = 0;
    wend_search_def def = wend_default_search_def();
    def.clock_ns = tick;
    def.clock_context = &clock;
    assert_ok(wend_search_create(&def, &f.search));
    assert_ok(wend_search_begin(f.search, f.world, &f.query));
    int64_t steps = 0;
    for (bool done = false; !done; steps++) {
        clock += 1000; // another's time
        assert_ok(wend_search_step(f.search, 100, &done));
    }
    wend_stats stats;
    assert_ok(wend_search_finish(f.search, f.path, &stats));
    assert_true(steps > 10 && stats.refine_ns >= steps && stats.insert_ns > 0 && stats.smooth_ns > 0);
    assert_true(stats.total_ns >= stats.insert_ns + stats.refine_ns + stats.smooth_ns);
    assert_true(stats.total_ns < (int64_t)clock - 1000 * steps);
    end(&f);
}

static void without_memory(void** state) {
    (void)state;
    for (wend_algorithm a = WEND_HPA; a < WEND_ALGORITHM_COUNT; a++) {
        fixture f = new_fixture(a);
        wend_path* expected = new_path();
        assert_ok(wend_find_path(f.search, f.world, &f.query, expected, NULL));
        wend_search_destroy(f.search);
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_search_def def = wend_default_search_def();
        def.allocator = &allocator;
        assert_ok(wend_search_create(&def, &f.search));
        int32_t failures = 0;
        for (int32_t n = 0;; n = (n + 1) % 4) { // memory from before a failure is kept: each try gets farther
            bool done = false;
            assert_ok(wend_search_begin(f.search, f.world, &f.query));
            memory.fail_at = memory.calls + n;
            wend_result result = WEND_OK;
            while (result == WEND_OK && !done) result = wend_search_step(f.search, 50, &done);
            wend_result finished = wend_search_finish(f.search, f.path, NULL);
            memory.fail_at = -1;
            if (finished == WEND_OK) break;
            assert_int_equal(finished, WEND_ERROR_MEMORY);
            assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
            assert_int_equal(wend_path_outcome(f.path), WEND_NO_ROUTE);
            failures++;
        }
        assert_true(failures > 3);
        assert_true(wend_path_hash(f.path) == wend_path_hash(expected));
        wend_path_destroy(expected);
        end(&f);
        assert_int_equal(memory.live, 0);
    }
}

// Time passes only where the path gets its memory: that belongs to the query, too.
static uint64_t told(void* context) {
    return *(uint64_t*)context;
}
static void* slow_alloc(size_t size, size_t align, void* context) {
    (void)align;
    *(uint64_t*)context += 1000;
    return malloc(size);
}
static void quick_free(void* memory, size_t size, void* context) {
    (void)size, (void)context;
    free(memory);
}
static void the_time_of_a_query_is_the_whole(void** state) {
    (void)state;
    uint64_t clock = 5;
    wend_search_def def = wend_default_search_def();
    def.clock_ns = told;
    def.clock_context = &clock;
    const wend_allocator allocator = {slow_alloc, quick_free, &clock};
    wend_search* search = NULL;
    wend_path* path = path_by(&allocator);
    wend_world* world = new_world(100, 100, false);
    assert_ok(wend_search_create(&def, &search));
    const wend_query query = wend_default_query((wend_tile){3, 4}, (wend_tile){90, 80});
    const uint64_t before = clock;
    wend_stats stats;
    assert_ok(wend_find_path(search, world, &query, path, &stats));
    assert_true(clock > before);
    assert_int_equal(stats.total_ns, clock - before);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_a_query_is_the_whole),
        cmocka_unit_test(calls_come_in_order),
        cmocka_unit_test(another_query_takes_the_place),
        cmocka_unit_test(outcomes_without_a_search),
        cmocka_unit_test(an_edit_makes_it_stale),
        cmocka_unit_test(a_refresh_between_steps_is_harmless),
        cmocka_unit_test(changes_of_a_grid_make_it_stale),
        cmocka_unit_test(cancelled_by_the_callback),
        cmocka_unit_test(times_add_up),
        cmocka_unit_test(without_memory),
    };
    return run_unit_tests(tests);
}
