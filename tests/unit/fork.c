// fork.c: what do forks and snapshots share, what do they cost, and is a version ever changed by another?
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/private.h"
#include "wend/wend.h"

static wend_edit one_tile(int32_t x, int32_t y, uint8_t terrain_class) {
    return wend_edit_tiles((wend_rect){x, y, 1, 1}, terrain_class);
}

// A world of 900 x 900 tiles that takes its memory from a counter.
static wend_world* counted_world(test_memory* memory, wend_allocator* allocator) {
    *memory = test_memory_new();
    *allocator = test_memory_allocator(memory);
    map_recipe recipe = map_recipe_of("noise 900x900 8 byte 31 12");
    wend_grid* model = map_make(&recipe);
    wend_world_def def = map_world_def(&recipe);
    def.allocator = allocator;
    wend_world* world = map_build_world(map_copy(model, allocator), &def);
    wend_grid_destroy(model);
    return world;
}

static void a_fork_costs_what_it_changes(void** state) {
    (void)state;
    test_memory memory;
    wend_allocator allocator;
    wend_world* world = counted_world(&memory, &allocator);
    const size_t alone = memory.live_bytes;
    wend_world* fork = fork_of(world);
    assert_in_range(memory.live_bytes - alone, 1, 100000);
    const wend_edit open = one_tile(450, 450, 1), edit = one_tile(450, 450, 0);
    assert_ok(wend_world_edit(world, &open, 1, NULL));
    assert_ok(wend_world_edit(fork, &edit, 1, NULL));
    assert_in_range(memory.live_bytes - alone, 1, 400000);
    assert_ok(wend_world_refresh(fork, 0, NULL));
    assert_in_range(memory.live_bytes - alone, 1, 1000000);
    assert_true(map_hash(fork) != map_hash(world));
    assert_int_equal(wend_grid_class(wend_world_grid(fork), (wend_tile){450, 450}), 0);
    assert_true(wend_grid_class(wend_world_grid(world), (wend_tile){450, 450}) != 0);
    wend_world_destroy(fork);
    assert_in_range(memory.live_bytes, alone, alone + 400000); // blocks of the world itself stay
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
}

static void worlds_end_in_any_order(void** state) {
    (void)state;
    test_memory memory;
    wend_allocator allocator;
    wend_world* worlds[5] = {counted_world(&memory, &allocator)};
    for (int32_t i = 1; i < 5; i++) {
        worlds[i] = fork_of(worlds[i - 1]);
        const wend_edit edit = one_tile(100 * i, 31 * i, 0);
        assert_ok(wend_world_edit(worlds[i], &edit, 1, NULL));
    }
    const uint64_t last = map_hash(worlds[4]);
    static const int32_t order[] = {0, 3, 1, 2};
    for (int32_t i = 0; i < 4; i++) {
        wend_world_destroy(worlds[order[i]]);
        assert_true(map_hash(worlds[4]) == last);
    }
    const wend_edit edit = one_tile(5, 5, 0); // in place now
    assert_ok(wend_world_edit(worlds[4], &edit, 1, NULL));
    assert_ok(wend_world_refresh(worlds[4], 0, NULL));
    map_recipe recipe = map_recipe_of("noise 900x900 8 byte 31 12");
    const wend_world_def def = map_world_def(&recipe);
    wend_world* fresh = map_build_world(map_copy(wend_world_grid(worlds[4]), NULL), &def);
    assert_null(map_compare(worlds[4], fresh));
    wend_world_destroy(fresh);
    wend_world_destroy(worlds[4]);
    assert_int_equal(memory.live, 0);
}

static void every_allocation_of_a_fork_may_fail(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator allocator = test_memory_allocator(&memory);
    map_recipe recipe = map_recipe_of("rooms 90x90 8+mixed byte 15 3");
    wend_grid* grid = map_make(&recipe);
    wend_grid* copy = map_copy(grid, &allocator);
    rng random = rng_seeded(3);
    map_add_links(copy, &random, 15, 5);
    wend_profile_def cart = wend_default_profile_def(), tank = wend_default_profile_def();
    cart.name = "cart";
    tank.name = "tank";
    tank.radius = 1.5f;
    const wend_profile_def profiles[] = {cart, tank};
    wend_world_def def = map_world_def(&recipe);
    def.allocator = &allocator;
    def.profiles = profiles;
    def.profile_count = 2;
    wend_world* world = map_build_world(copy, &def);
    const uint64_t hash = map_hash(world); // it keeps hashes
    const int64_t live = memory.live;
    int64_t failed = 0;
    wend_world* fork = NULL;
    for (wend_result result = WEND_ERROR_MEMORY; result != WEND_OK; failed++) {
        memory.fail_at = memory.calls + failed;
        result = wend_world_fork(world, &fork);
        memory.fail_at = -1;
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_int_equal(memory.live, live);
    }
    assert_in_range(failed, 20, 200);
    const wend_edit edit = one_tile(45, 45, 0);
    const uint64_t before = map_hash(fork);
    for (int64_t n = 0;; n++) { // edits of what is shared copy it first
        memory.fail_at = memory.calls + n;
        const wend_result result = wend_world_edit(fork, &edit, 1, NULL);
        memory.fail_at = -1;
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(map_hash(fork) == before && map_hash(world) == hash);
    }
    assert_true(map_hash(fork) != before && map_hash(world) == hash);
    wend_world_destroy(world);
    wend_world* none = NULL;
    assert_int_equal(wend_world_fork(wend_world_profile(fork, 2), &none), WEND_ERROR_ARGUMENT);
    assert_true(map_hash(wend_world_profile(fork, 2)) != 0);
    wend_world_destroy(fork);
    wend_grid_destroy(grid);
    assert_int_equal(memory.live, 0);
}

static void a_snapshot_never_changes(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 200x150 8 byte 31 3");
    wend_world* world = map_make_world(&recipe);
    wend_world* snapshot = snapshot_of(world);
    const wend_edit edit = one_tile(9, 9, 0);
    const wend_link link = wend_default_link((wend_tile){1, 1}, (wend_tile){90, 90}, 3);
    assert_int_equal(wend_world_edit(snapshot, &edit, 1, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_refresh(snapshot, 0, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_refresh_near(snapshot, (wend_tile){1, 1}, 0, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_set_class_cost(snapshot, 0, 1, 2), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_add_link(snapshot, &link, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_add_subgoals(snapshot, 1000, NULL, NULL), WEND_ERROR_UNSUPPORTED);
    wend_world* fork = fork_of(snapshot); // which may change
    assert_ok(wend_world_edit(fork, &edit, 1, NULL));
    assert_int_equal(wend_world_fork(NULL, &fork), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_snapshot(world, NULL), WEND_ERROR_ARGUMENT);
    wend_world_destroy(fork);
    wend_world_destroy(snapshot);
    wend_world_destroy(world);
}

// Whoever plans on a snapshot goes on with the world.
static void paths_of_a_snapshot_are_paths_of_the_world(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("open 200x150 8 unit 31 3");
    wend_world* world = map_make_world(&recipe);
    wend_world *snapshot = snapshot_of(world), *fork = fork_of(world);
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){5, 70}, (wend_tile){190, 70});
    assert_ok(wend_find_path(search, snapshot, &query, path, NULL));
    int32_t broken = 0;
    assert_true(wend_path_is_valid(path, world, &broken));
    const wend_edit wall = wend_edit_tiles((wend_rect){100, 20, 1, 100}, 0);
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_false(wend_path_is_valid(path, world, &broken));
    assert_true(wend_path_is_valid(path, snapshot, &broken));
    assert_true(wend_path_is_valid(path, fork, &broken)); // no tile of it is blocked there
    assert_ok(wend_path_repair(search, world, path, NULL));
    assert_true(wend_path_is_valid(path, world, &broken));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(fork);
    wend_world_destroy(snapshot);
    wend_world_destroy(world);
}

static void mapped_worlds_fork(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 600x600 8 unit 31 12");
    wend_world *built = map_make_world(&recipe), *world = NULL;
    assert_ok(wend_world_save(built, "world", NULL));
    assert_ok(wend_world_map("world", NULL, &world, NULL));
    const wend_edit edit = one_tile(300, 300, 0), other = one_tile(301, 333, 0);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    wend_world* fork = fork_of(world);
    assert_ok(wend_world_edit(fork, &other, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save_patch(world, 0, "patch", NULL));
    wend_world_destroy(world); // the fork keeps the file
    assert_ok(wend_world_refresh(fork, 0, NULL));
    assert_ok(wend_world_edit(built, &edit, 1, NULL));
    assert_ok(wend_world_edit(built, &other, 1, NULL));
    assert_ok(wend_world_refresh(built, 0, NULL));
    assert_true(map_hash(fork) == map_hash(built));
    assert_ok(wend_world_save_patch(fork, 0, "patch_of_fork", NULL));
    const char* const patches[] = {"patch_of_fork"};
    assert_ok(wend_world_map_patched("world", patches, 1, NULL, &world, NULL));
    wend_world* patched = fork_of(world);
    assert_true(map_hash(patched) == map_hash(built));
    wend_world_destroy(patched);
    wend_world_destroy(world);
    wend_world_destroy(fork);
    wend_world_destroy(built);
    files_leave();
}

// The index of subgoals stays with those that have not changed.
// A class that stands in a quarter of the map is blocked: then the components of a mapped world are found
// again, and its forks have these, not those of the file, also of clusters that are read in place.
static void forks_have_the_components_that_were_found_last(void** state) {
    (void)state;
    files_enter();
    enum { CLASS = 20, TRIES = 3000 };
    map_recipe recipe = map_recipe_of("maze 301x261 8 unit 15 4");
    rng r = rng_seeded(5);
    wend_grid* grid = map_make(&recipe);
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, wend_grid_class_costs(grid), sizeof costs);
    costs[CLASS] = 1;
    assert_ok(wend_grid_set_class_costs(grid, costs));
    for (int32_t i = 0; i < 8000; i++) {
        const wend_tile at = {rng_below(&r, 180), rng_below(&r, 135)};
        if (wend_grid_passable(grid, at))
            assert_ok(wend_grid_fill(grid, (wend_rect){at.x, at.y, 1, 1}, CLASS));
    }
    wend_world_def def = map_world_def(&recipe);
    wend_world *built = map_build_world(grid, &def), *world = NULL;
    assert_ok(wend_world_save(built, "world", NULL));
    assert_ok(wend_world_map("world", NULL, &world, NULL));
    assert_ok(wend_world_set_class_cost(world, 0, CLASS, 0));
    assert_ok(wend_world_set_class_cost(built, 0, CLASS, 0));
    wend_world* fork = fork_of(world);
    for (int32_t i = 0; i < TRIES; i++) {
        const wend_tile a = map_random_tile(wend_world_grid(built), &r),
                        b = map_random_tile(wend_world_grid(built), &r);
        const bool connected = wend_world_connected(built, a, b);
        assert_true(wend_world_connected(world, a, b) == connected);
        assert_true(wend_world_connected(fork, a, b) == connected);
    }
    const wend_edit edit = one_tile(290, 250, 1);
    assert_ok(wend_world_edit(fork, &edit, 1, NULL));
    wend_world_destroy(fork);
    wend_world_destroy(world);
    wend_world_destroy(built);
    files_leave();
}

static void the_index_of_subgoals_is_shared(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 300x300 8 unit 31 3");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_add_subgoals(world, 100000000, NULL, NULL));
    wend_world* snapshot = snapshot_of(world);
    const wend_edit edit = one_tile(9, 9, 0);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_subgoal_bytes(world), 0);
    assert_true(wend_world_subgoal_bytes(snapshot) > 0);
    wend_world_destroy(world);
    wend_world_destroy(snapshot);
}

// ---- threads

enum { EDITS = 300, READERS = 3 };

typedef struct reader {
    wend_world* snapshot;
    uint64_t hash;
    atomic_bool* done;
    int64_t answers;
    bool good;
} reader;

static void* ask(void* context) {
    reader* r = context;
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng random = rng_seeded(7);
    const wend_grid* grid = wend_world_grid(r->snapshot);
    r->good = true;
    do {
        const wend_query query =
            wend_default_query(map_random_tile(grid, &random), map_random_tile(grid, &random));
        r->good &= wend_find_path(search, r->snapshot, &query, path, NULL) == WEND_OK;
        int32_t broken = 0;
        r->good &= wend_path_outcome(path) != WEND_FOUND || wend_path_is_valid(path, r->snapshot, &broken);
        r->good &= wend_world_hash(r->snapshot) == r->hash;
        r->answers++;
    } while (!atomic_load(r->done));
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

// While one thread edits, refreshes and changes costs, others query snapshots of it.
static void snapshots_are_read_while_the_world_changes(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 300x300 8 byte 31 3");
    wend_grid* grid = map_make(&recipe);
    assert_ok(wend_grid_set_cost_range(grid, 1, 300));
    const wend_world_def def = map_world_def(&recipe);
    wend_world* world = map_build_world(grid, &def);
    atomic_bool done = false;
    reader readers[READERS];
    pthread_t threads[READERS];
    rng random = rng_seeded(1);
    for (int32_t i = 0; i < READERS; i++) {
        const wend_edit edit = one_tile(50 * i + 20, 40, 0);
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
        assert_ok(wend_world_set_class_cost(world, 0, (uint8_t)(i + 1), 7)); // leaves clusters pending
        readers[i] =
            (reader){.snapshot = snapshot_of(world), .hash = wend_world_full_hash(world), .done = &done};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &readers[i]), 0);
    }
    for (int32_t i = 0; i < EDITS; i++) {
        const wend_tile tile = map_random_tile(wend_world_grid(world), &random);
        const wend_edit edit = one_tile(tile.x, tile.y, (uint8_t)rng_below(&random, 9));
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
        if (i % 20 == 3)
            assert_ok(wend_world_set_class_cost(world, 0, (uint8_t)(1 + i % 7), (float)(1 + i % 9)));
        if (i % 3 == 0) assert_ok(wend_world_refresh(world, 5, NULL));
        if (i % 7 == 0) map_hash(world); // the snapshots note hashes in what they share with it
        if (i % 50 == 9) wend_world_destroy(snapshot_of(world));
    }
    atomic_store(&done, true);
    for (int32_t i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(readers[i].good && readers[i].answers > 0);
        assert_true(map_hash(readers[i].snapshot) == readers[i].hash);
        wend_world_destroy(readers[i].snapshot);
    }
    assert_ok(wend_world_refresh(world, 0, NULL));
    float least, greatest;
    wend_grid* copy = map_copy(wend_world_grid(world), NULL);
    assert_true(wend_grid_cost_range(wend_world_grid(world), &least, &greatest));
    assert_ok(wend_grid_set_cost_range(copy, least, greatest));
    wend_world* fresh = map_build_world(copy, &def);
    assert_null(map_compare(world, fresh));
    wend_world_destroy(fresh);
    wend_world_destroy(world);
}

// What one of them hashes after an edit is not noted where the other one looks, known before or not.
static void a_fork_keeps_its_hash(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("noise 300x300 8 byte 31 12");
    wend_world_def def = map_world_def(&recipe);
    wend_world* world = map_build_world(map_make(&recipe), &def);
    assert_true(wend_world_hash(world) != 0);
    wend_edit edit = one_tile(150, 150, 1);
    assert_ok(wend_world_edit(world, &edit, 1, NULL)); // the hash of its cluster is no longer known
    wend_world* fork = fork_of(world);
    edit.terrain_class = 0;
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_hash(world), wend_world_full_hash(world));
    assert_int_equal(wend_world_hash(fork), wend_world_full_hash(fork));
    wend_world_destroy(fork);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fork_costs_what_it_changes),
        cmocka_unit_test(worlds_end_in_any_order),
        cmocka_unit_test(every_allocation_of_a_fork_may_fail),
        cmocka_unit_test(a_snapshot_never_changes),
        cmocka_unit_test(paths_of_a_snapshot_are_paths_of_the_world),
        cmocka_unit_test(mapped_worlds_fork),
        cmocka_unit_test(forks_have_the_components_that_were_found_last),
        cmocka_unit_test(a_fork_keeps_its_hash),
        cmocka_unit_test(the_index_of_subgoals_is_shared),
        cmocka_unit_test(snapshots_are_read_while_the_world_changes),
    };
    return run_unit_tests(tests);
}
