// relief_profiles.c: what do steps cost profiles that have slopes of their own?
#include <stdio.h>
#include <stdlib.h>

#include "files.h"
#include "relief_fixture.h"
#include "test_memory.h"

static const wend_slope_point gentle[] = {{-0.06f, 1}, {0.06f, 1}, {0.0601f, INFINITY}},
                              slide[] = {{-4, 0.25f}, {0, 1}, {4, 40}};

// A cart that climbs no more than 6 %, a walker who pays as the map does and climbs no more than 2 m, a
// sledge that goes the faster the steeper it is, and a dog, for which everything is as on the map.
static void list_profiles(wend_profile_def out[4]) {
    static const char* const names[4] = {"cart", "walker", "sledge", "dog"};
    for (int32_t i = 0; i < 4; i++) {
        out[i] = wend_default_profile_def();
        out[i].name = names[i];
    }
    out[0].slopes = gentle;
    out[0].slope_count = 3;
    out[1].max_climb = 2;
    out[2].slopes = slide;
    out[2].slope_count = 3;
}

static wend_result build_profiles(wend_grid** grid_io, const wend_profile_def* profiles, int32_t count,
                                  wend_world** out) {
    wend_world_def def = wend_default_world_def();
    def.profiles = profiles;
    def.profile_count = count;
    return wend_world_build(grid_io, &def, out);
}

// A plane that rises 5 % to the right, with the profiles.
static wend_world* world_of_profiles(wend_allocator* allocator_opt) {
    wend_profile_def profiles[4];
    list_profiles(profiles);
    const wend_relief_def def = plane(0.05f);
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, allocator_opt);
    assert_ok(wend_grid_set_relief(grid, &def));
    wend_world* world = NULL;
    assert_ok(build_profiles(&grid, profiles, 4, &world));
    return world;
}

// What a step east costs a profile by its definition; 0: it is closed.
static double expected_step(int32_t profile, double climb) {
    const double slope = climb / 10;
    if (profile == 1) return slope > 0.06 ? 0 : 1;
    if (profile == 3) return slope < 0 ? 1 + slope / -4 * (0.25 - 1) : 1 + slope / 4 * 39;
    if (profile == 2 && climb > 2) return 0;
    const double at = fmax(0, fmin(MOST_POINTS - 1, (slope + 1) * 50)); // in walk, between two points
    const int32_t low = (int32_t)fmin(floor(at), MOST_POINTS - 2);
    return (double)walk[low].factor + (at - low) * (double)(walk[low + 1].factor - walk[low].factor);
}

static void assert_steps(const wend_world* world, int32_t x, int32_t y) {
    const wend_grid* grid = wend_world_grid(world);
    for (int32_t way = -1; way <= 1; way += 2) {
        const double climb = (double)wend_grid_elevation(grid, (wend_tile){x + way, y}) -
                             (double)wend_grid_elevation(grid, (wend_tile){x, y});
        for (int32_t p = 0; p <= 4; p++)
            assert_near(step(wend_world_grid(wend_world_profile(world, p)), x, y, way, 0),
                        expected_step(p, climb), 3e-3);
    }
}

static double cost_of_profile(const wend_world* world, int32_t profile, wend_tile from, wend_tile to) {
    return cost_of_path(wend_world_profile(world, profile), from, to);
}

static void profiles_have_slopes_of_their_own(void** state) {
    (void)state;
    wend_world* world = world_of_profiles(NULL);
    const wend_tile low = {20, 30}, high = {120, 30};
    assert_steps(world, 60, 30);
    assert_near(cost_of_profile(world, 1, low, high), 100, 3e-3);
    assert_near(cost_of_profile(world, 0, low, high), 100 * expected_step(0, 0.5), 5e-3);
    assert_near(cost_of_profile(world, 2, low, high), 100 * expected_step(0, 0.5), 5e-3);
    assert_near(cost_of_profile(world, 3, high, low), 100 * expected_step(3, -0.5), 5e-3);
    assert_true(cost_of_profile(world, 4, low, high) == cost_of_profile(world, 0, low, high));
    wend_profile_def def;
    assert_ok(wend_world_get_profile(world, 1, &def));
    assert_int_equal(def.slope_count, 3);
    assert_memory_equal(def.slopes, gentle, sizeof gentle);
    assert_ok(wend_world_get_profile(world, 2, &def));
    assert_true(def.slope_count == 0 && !def.slopes && def.max_climb == 2 && def.max_drop == -1);
    // A wall of 30 m across the map, steeper than all before: every table becomes longer.
    const wend_edit ridge = wend_edit_elevation((wend_rect){70, 0, 1, HEIGHT}, 65),
                    gap = wend_edit_elevation((wend_rect){70, 2, 1, 1}, 35);
    assert_ok(wend_world_edit(world, &ridge, 1, NULL));
    assert_steps(world, 70, 30);
    assert_steps(world, 69, 30);
    assert_true(isinf(cost_of_profile(world, 1, low, high)) && isinf(cost_of_profile(world, 2, low, high)));
    assert_true(isfinite(cost_of_profile(world, 3, low, high)) &&
                isfinite(cost_of_profile(world, 4, low, high)));
    // The steepest way down is the cheapest now: a bound of before would say that there is none like it.
    assert_near(cost_of_profile(world, 3, (wend_tile){70, 30}, (wend_tile){69, 30}), expected_step(3, -30.5),
                5e-3);
    assert_ok(wend_world_edit(world, &gap, 1, NULL));
    assert_true(cost_of_profile(world, 1, low, high) > 110 && isfinite(cost_of_profile(world, 1, low, high)));
    wend_world_destroy(world);
}

static void slopes_of_profiles_are_checked(void** state) {
    (void)state;
    static const wend_slope_point falling[] = {{1, 1}, {0, 1}}, nothing[] = {{0, 0}},
                                  far[] = {{0, 1e-3f}, {1, 1e3f}};
    const wend_relief_def def = plane(0.3f);
    const struct {
        const wend_slope_point* slopes;
        int32_t count;
        float max_climb;
        bool level;
        wend_result expected;
    } cases[] = {
        {falling, 2, -1, false, WEND_ERROR_ARGUMENT}, {nothing, 1, -1, false, WEND_ERROR_ARGUMENT},
        {NULL, 2, -1, false, WEND_ERROR_ARGUMENT},    {gentle, -1, -1, false, WEND_ERROR_ARGUMENT},
        {NULL, 0, NAN, false, WEND_ERROR_ARGUMENT},   {gentle, 3, -1, true, WEND_ERROR_UNSUPPORTED},
        {NULL, 0, 1, true, WEND_ERROR_UNSUPPORTED},   {far, 2, -1, false, WEND_ERROR_LIMIT},
        {gentle, 3, INFINITY, false, WEND_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
        if (!cases[i].level) assert_ok(wend_grid_set_relief(grid, &def));
        const uint64_t hash = wend_grid_hash(grid);
        wend_profile_def profile = wend_default_profile_def();
        profile.name = "cart";
        profile.slopes = cases[i].slopes;
        profile.slope_count = cases[i].count;
        profile.max_climb = cases[i].max_climb;
        wend_world* world = NULL;
        assert_int_equal(build_profiles(&grid, &profile, 1, &world), cases[i].expected);
        if (cases[i].expected != WEND_OK) assert_true(wend_grid_hash(grid) == hash);
        wend_grid_destroy(grid);
        wend_world_destroy(world);
    }
}

// The unit of costs suits the cheapest step of all profiles.
static void the_unit_suits_all_profiles(void** state) {
    (void)state;
    static const wend_slope_point cheap[] = {{0, 0.013f}};
    const wend_relief_def def = plane(0.05f);
    wend_grid* grid = grid_with(&def);
    const int32_t before = wend_grid_cost_units(grid);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "skater";
    profile.slopes = cheap;
    profile.slope_count = 1;
    wend_world* world = NULL;
    assert_ok(build_profiles(&grid, &profile, 1, &world));
    assert_true(wend_grid_cost_units(wend_world_grid(world)) > 10 * before);
    const double found = step(wend_world_grid(wend_world_profile(world, 1)), 50, 30, 1, 0);
    assert_near(found, (double)cheap[0].factor, 2e-3);
    wend_world_destroy(world);
}

// A slope with a profile for which an edit is too steep, though not for the map: it changed nothing.
static wend_world* world_without_tower(const wend_profile_def* profile) {
    const wend_relief_def def = plane(0.05f);
    wend_grid* grid = grid_with(&def);
    wend_world* world = NULL;
    assert_ok(build_profiles(&grid, profile, 1, &world));
    const uint64_t hash = wend_world_hash(world);
    const wend_edit tower = wend_edit_elevation((wend_rect){70, 10, 1, 1}, 250);
    assert_int_equal(wend_world_edit(world, &tower, 1, NULL), WEND_ERROR_LIMIT);
    assert_true(wend_world_hash(world) == hash);
    return world;
}

static void an_edit_too_steep_for_one_profile_changes_nothing(void** state) {
    (void)state;
    static const wend_slope_point steep[] = {{-1, 0.1f}, {0, 1}, {1, 50}, {60, 1e6f}};
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "mule";
    profile.slopes = steep;
    profile.slope_count = 4;
    wend_world* world = world_without_tower(&profile);
    assert_near(step(wend_world_grid(wend_world_profile(world, 1)), 60, 30, 1, 0), 1 + 0.05 * 49, 3e-3);
    const wend_edit hill = wend_edit_elevation((wend_rect){70, 10, 1, 1}, 40);
    assert_ok(wend_world_edit(world, &hill, 1, NULL));
    assert_near(step(wend_world_grid(wend_world_profile(world, 1)), 69, 10, 1, 0), 1 + 0.55 * 49, 3e-3);
    wend_world_destroy(world);
}

// The map pays what its hikers do, but a lorry pays 900 times as much, on the same slopes.
static void an_edit_too_steep_for_one_cost_changes_nothing(void** state) {
    (void)state;
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "lorry";
    profile.class_costs[1] = 900;
    wend_world* world = world_without_tower(&profile);
    wend_world_destroy(world);
}

static int64_t sections_of(const char* file) {
    uint8_t bytes[28] = {0};
    FILE* f = fopen(file, "rb");
    assert_non_null(f);
    assert_int_equal(fread(bytes, 1, sizeof bytes, f), sizeof bytes);
    fclose(f);
    return bytes[24];
}

static void files_and_forks_keep_slopes_of_profiles(void** state) {
    (void)state;
    wend_world *world = world_of_profiles(NULL), *fork = NULL, *snapshot = NULL, *opened = NULL,
               *fresh = NULL;
    const uint64_t hash = wend_world_hash(world);
    const wend_edit ridge = wend_edit_elevation((wend_rect){70, 0, 1, HEIGHT}, 65);
    assert_ok(wend_world_fork(world, &fork));
    assert_ok(wend_world_snapshot(world, &snapshot));
    assert_ok(wend_world_edit(world, &ridge, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(wend_world_hash(fork) == hash && wend_world_hash(snapshot) == hash);
    assert_steps(world, 70, 30);
    assert_steps(fork, 70, 30);
    assert_steps(snapshot, 70, 30);
    assert_ok(wend_world_save(world, "slopes.wend", NULL));
    assert_int_equal(sections_of("slopes.wend"), 19);
    assert_ok(wend_world_open("slopes.wend", NULL, &opened, NULL));
    assert_true(wend_world_hash(opened) == wend_world_hash(world));
    assert_steps(opened, 70, 30);
    wend_profile_def def;
    assert_ok(wend_world_get_profile(opened, 3, &def));
    assert_int_equal(def.slope_count, 3);
    assert_memory_equal(def.slopes, slide, sizeof slide);
    assert_true(def.max_climb == -1 && def.max_drop == -1);
    // The same as a build of the changed map.
    wend_profile_def profiles[4];
    list_profiles(profiles);
    wend_relief_def relief = plane(0.05f);
    for (int32_t y = 0; y < HEIGHT; y++) metres[y * WIDTH + 70] = 65;
    wend_grid* grid = grid_with(&relief);
    assert_ok(build_profiles(&grid, profiles, 4, &fresh));
    assert_true(wend_world_hash(fresh) == wend_world_hash(world));
    assert_ok(wend_world_edit(opened, &(wend_edit){0}, 0, NULL));
    const wend_edit back = wend_edit_elevation((wend_rect){70, 0, 1, HEIGHT}, 35);
    assert_ok(wend_world_edit(opened, &back, 1, NULL));
    assert_steps(opened, 70, 30);
    wend_world_destroy(world);
    wend_world_destroy(fresh);
    wend_world_destroy(opened);
    assert_steps(snapshot, 69, 30);
    wend_world_destroy(snapshot);
    assert_ok(wend_world_edit(fork, &ridge, 1, NULL));
    assert_steps(fork, 69, 30);
    wend_world_destroy(fork);
    // Profiles without slopes of their own have the file that they had.
    grid = grid_with(&relief);
    assert_ok(build_profiles(&grid, profiles + 3, 1, &world));
    assert_ok(wend_world_save(world, "slopes.wend", NULL));
    assert_int_equal(sections_of("slopes.wend"), 16);
    wend_world_destroy(world);
    remove("slopes.wend");
}

static void lack_of_memory_lengthens_no_table(void** state) {
    (void)state;
    const wend_edit ridge = wend_edit_elevation((wend_rect){70, 8, 1, 3}, 65);
    wend_result result = WEND_ERROR_MEMORY;
    int32_t fail = 0;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_world *world = world_of_profiles(&allocator), *snapshot = NULL;
    for (; result != WEND_OK; fail++) {
        // With a snapshot each edit makes all tables and planes again.
        assert_ok(wend_world_snapshot(world, &snapshot));
        const uint64_t hash = wend_world_hash(world);
        memory.fail_at = memory.calls + fail;
        result = wend_world_edit(world, &ridge, 1, NULL);
        memory.fail_at = -1;
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_true((wend_world_hash(world) == hash) == (result != WEND_OK));
        assert_true(wend_world_hash(snapshot) == hash);
        assert_steps(world, 69, 9);
        assert_steps(world, 71, 9);
        wend_world_destroy(snapshot);
    }
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    assert_true(fail > 5);
}

// The unit of costs of a grid is as before where its world could not be built.
static void lack_of_memory_builds_and_opens_nothing(void** state) {
    (void)state;
    wend_profile_def profiles[4];
    list_profiles(profiles);
    void* bytes = NULL;
    size_t size = 0;
    wend_world* made = world_of_profiles(NULL);
    const uint64_t hash = wend_world_hash(made);
    assert_ok(wend_world_save_memory(made, NULL, &bytes, &size, NULL));
    wend_world_destroy(made);
    for (int32_t opens = 0; opens < 2; opens++) {
        wend_result result = WEND_ERROR_MEMORY;
        for (int32_t fail = 0; result != WEND_OK; fail += fail < 40 ? 1 : 7) {
            test_memory memory = test_memory_new();
            wend_allocator allocator = test_memory_allocator(&memory);
            const wend_relief_def def = plane(0.05f);
            wend_grid* grid = opens ? NULL : new_grid(WEND_CONNECTIVITY_8, &allocator);
            if (!opens) assert_ok(wend_grid_set_relief(grid, &def));
            const uint64_t before = wend_grid_hash(grid);
            wend_world_def world_def = wend_default_world_def();
            world_def.profiles = profiles;
            world_def.profile_count = 4;
            world_def.allocator = &allocator;
            wend_world* world = NULL;
            memory.fail_at = memory.calls + fail;
            result = opens ? wend_world_open_memory(bytes, size, &allocator, &world, NULL)
                           : wend_world_build(&grid, &world_def, &world);
            memory.fail_at = -1;
            assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
            assert_true(wend_grid_hash(grid) == before || result == WEND_OK);
            assert_true((world != NULL) == (result == WEND_OK));
            if (world) assert_true(wend_world_hash(world) == hash);
            wend_grid_destroy(grid);
            wend_world_destroy(world);
            assert_int_equal(memory.live, 0);
        }
    }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(profiles_have_slopes_of_their_own),
        cmocka_unit_test(slopes_of_profiles_are_checked),
        cmocka_unit_test(the_unit_suits_all_profiles),
        cmocka_unit_test(an_edit_too_steep_for_one_profile_changes_nothing),
        cmocka_unit_test(an_edit_too_steep_for_one_cost_changes_nothing),
        cmocka_unit_test(files_and_forks_keep_slopes_of_profiles),
        cmocka_unit_test(lack_of_memory_lengthens_no_table),
        cmocka_unit_test(lack_of_memory_builds_and_opens_nothing),
    };
    return run_unit_tests(tests);
}
