// profile_files.c: profiles of a world in memory and in files; progress and hash.
#include <math.h>
#include <stdlib.h>

#include "profile_fixture.h"
#include "test_memory.h"
#include "unit.h"

static size_t own_bytes(const wend_world* world, int32_t which) {
    return wend_world_get_info(wend_world_profile(world, which)).bytes;
}

static size_t file_bytes(const wend_world* world) {
    void* bytes;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    free(bytes);
    return size;
}

// What profiles cost beyond the map: printed, because the numbers are of interest.
static void equal_clusters_are_stored_once(void** state) {
    (void)state;
    wend_profile_def defs[3] = {profile("same"), profile("tank"), profile("no-mud")};
    defs[1].radius = 1;
    defs[2].class_costs[3] = 0;
    size_t memory[4], file[4];
    for (int32_t count = 0; count < 4; count++) {
        wend_world* world = build_from("rooms 400x400 8 unit 31/3 9", defs, count);
        memory[count] = wend_world_get_info(world).bytes;
        file[count] = file_bytes(world);
        size_t sum = 0;
        for (int32_t i = 1; i <= count; i++) sum += own_bytes(world, i);
        assert_true(memory[count] > sum);
        if (count == 3) { // "no-mud" sees the map as "same" does
            assert_true(own_bytes(world, 1) < memory[0] * 9 / 20);
            assert_int_equal(own_bytes(world, 3), own_bytes(world, 1));
            assert_true(own_bytes(world, 2) > own_bytes(world, 1));
        }
        wend_world_destroy(world);
    }
    print_message("bytes in memory: %zu alone, %zu with 2 profiles, %zu with 4; in the file: %zu, %zu, %zu\n",
                  memory[0], memory[1], memory[3], file[0], file[1], file[3]);
    assert_true(memory[1] < memory[0] * 3 / 2 && memory[3] < memory[0] * 5 / 2);
    assert_true(file[1] < file[0] + file[0] / 20); // an equal profile is stored by references
    assert_true(file[3] < 2 * file[0]);
}

static void a_file_holds_profiles(void** state) {
    (void)state;
    wend_profile_def defs[3] = {profile("same"), profile("tank"), profile("fine")};
    defs[1].radius = 1;
    defs[1].margin = 2;
    defs[2].class_costs[1] = 0.25f; // with a unit that is not the map's own
    wend_world *world = build_from("rooms 90x70 8+walls unit 15/2 9", defs, 3), *opened = NULL;
    void *bytes, *again;
    size_t size, again_size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, NULL, &opened, NULL));
    assert_int_equal(wend_world_profile_count(opened), 4);
    assert_int_equal(wend_world_find_profile(opened, "tank"), 2);
    assert_true(wend_world_hash(opened) == wend_world_hash(world));
    for (int32_t i = 0; i < 4; i++) {
        assert_true(wend_world_hash(wend_world_profile(opened, i)) ==
                    wend_world_hash(wend_world_profile(world, i)));
        wend_world_counts a, b;
        assert_ok(wend_world_count(wend_world_profile(opened, i), &a));
        assert_ok(wend_world_count(wend_world_profile(world, i), &b));
        assert_memory_equal(&a, &b, sizeof a);
        // It shares as much; lists may have grown to another capacity, and the world keeps its directory.
        const double most = i == 0 ? 0.2 : 0.01;
        assert_true(fabs((double)own_bytes(opened, i) / (double)own_bytes(world, i) - 1) < most);
    }
    assert_ok(wend_world_save_memory(opened, NULL, &again, &again_size, NULL));
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    free(again);
    free(bytes);
    wend_world_destroy(opened);

    const wend_edit edit = wend_edit_tiles((wend_rect){20, 20, 9, 9}, 0);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_save_memory(world, NULL, &bytes, &size, NULL), WEND_ERROR_UNSUPPORTED);
    wend_world_destroy(world);
}

// Opening, editing and refreshing with too little memory.
static void no_memory_changes_nothing(void** state) {
    (void)state;
    wend_profile_def defs[2] = {profile("tank"), profile("shy")};
    defs[0].radius = 1;
    defs[1].margin = 2;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world* world = build_from("rooms 70x60 8+walls unit 15/2 9", defs, 2);
    void* bytes;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    wend_world* opened = NULL;
    int32_t failures = 0;
    for (wend_result result = WEND_ERROR_MEMORY; result != WEND_OK; failures++) {
        memory.fail_at = memory.calls + failures;
        result = wend_world_open_memory(bytes, size, &allocator, &opened, NULL);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        if (result != WEND_OK) assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 30);
    memory.fail_at = -1;
    assert_true(wend_world_hash(opened) == wend_world_hash(world));

    // The same for an edit: each call that fails leaves all profiles as they were.
    const uint64_t hash = wend_world_hash(opened);
    const wend_edit edits[2] = {wend_edit_tiles((wend_rect){25, 25, 9, 9}, 0),
                                wend_edit_wall((wend_tile){5, 5}, (wend_tile){6, 5}, true)};
    failures = 0;
    for (wend_result result = WEND_ERROR_MEMORY; result != WEND_OK; failures++) {
        memory.fail_at = memory.calls + failures;
        result = wend_world_edit(opened, edits, 2, NULL);
        memory.fail_at = -1;
        if (result != WEND_OK) assert_true(wend_world_hash(opened) == hash);
    }
    assert_true(failures > 20);
    bool refreshed = false;
    for (failures = 0; !refreshed; failures++) {
        memory.fail_at = memory.calls + failures % 7;
        wend_world_refresh(opened, 0, &refreshed);
    }
    memory.fail_at = -1;
    assert_ok(wend_world_edit(world, edits, 2, NULL));
    assert_ok(wend_world_refresh(world, 0, &refreshed));
    assert_true(refreshed && wend_world_hash(opened) == wend_world_hash(world));
    wend_world_destroy(opened);
    assert_int_equal(memory.live, 0);
    free(bytes);
    wend_world_destroy(world);
}

typedef struct watch {
    double last;
    int32_t calls, stop_at;
} watch;

static bool progress(double fraction, void* context) {
    watch* w = context;
    assert_true(fraction >= w->last && fraction <= 1);
    w->last = fraction;
    return ++w->calls != w->stop_at;
}

static void progress_goes_over_all_profiles(void** state) {
    (void)state;
    wend_profile_def defs[2] = {profile("a"), profile("b")};
    defs[1].class_costs[1] = 0.3f; // another unit
    map_recipe recipe = map_recipe_of("rooms 90x70 8 unit 15/2 9");
    wend_grid* grid = map_make(&recipe);
    const uint64_t hash = wend_grid_hash(grid);
    watch w = {.stop_at = -1};
    wend_world_def def = wend_default_world_def();
    def.profiles = defs;
    def.profile_count = 2;
    def.progress = progress;
    def.progress_context = &w;
    wend_world* world = NULL;
    assert_ok(wend_world_build(&grid, &def, &world));
    assert_true(w.last == 1);
    wend_world_destroy(world);
    const int32_t calls = w.calls;
    for (int32_t stop = 1; stop <= calls; stop++) {
        grid = map_make(&recipe);
        w = (watch){.stop_at = stop};
        assert_int_equal(wend_world_build(&grid, &def, &world), WEND_ERROR_CANCELLED);
        assert_true(wend_grid_hash(grid) == hash);
        wend_grid_destroy(grid);
    }
}

static void the_hash_covers_profiles(void** state) {
    (void)state;
    wend_profile_def def = profile("tank");
    wend_world *plain = build_from("rooms 60x50 8 unit 15/1 3", NULL, 0),
               *same = build_from("rooms 60x50 8 unit 15/1 3", &def, 1);
    def.radius = 1;
    wend_world* wide = build_from("rooms 60x50 8 unit 15/1 3", &def, 1);
    assert_true(wend_world_hash(plain) == wend_world_hash(wend_world_profile(same, 1)));
    assert_true(wend_world_hash(plain) != wend_world_hash(same));
    assert_true(wend_world_hash(same) != wend_world_hash(wide));
    wend_world_destroy(plain);
    wend_world_destroy(same);
    wend_world_destroy(wide);
}

// A cluster that is passable for the map and blocked for a profile has costs for one of them only.
static void a_cluster_without_nodes_is_stored(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 46; // 3 x 3 clusters
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){15, 15, 16, 16}, 2));
    wend_profile_def dry = profile("dry");
    dry.class_costs[2] = 0;
    wend_world *world = NULL, *opened = NULL;
    assert_ok(build(&grid, &dry, 1, &world));
    void* bytes;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, NULL, &opened, NULL));
    assert_null(map_compare(opened, world));
    const wend_tile start = {16, 5}, goal = {16, 40};
    assert_true(cost_of(opened, 1, start, goal) > cost_of(opened, 0, start, goal));
    assert_true(cost_of(opened, 1, start, goal) == cost_of(world, 1, start, goal));
    free(bytes);
    wend_world_destroy(opened);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cluster_without_nodes_is_stored),
        cmocka_unit_test(equal_clusters_are_stored_once),
        cmocka_unit_test(a_file_holds_profiles),
        cmocka_unit_test(no_memory_changes_nothing),
        cmocka_unit_test(progress_goes_over_all_profiles),
        cmocka_unit_test(the_hash_covers_profiles),
    };
    return run_unit_tests(tests);
}
