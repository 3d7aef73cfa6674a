// relief.c: which reliefs does a grid take, and what keeps them?
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "relief_fixture.h"
#include "test_memory.h"

static uint8_t lanes[TILES];

// ---- definitions

static void is_refused(const wend_relief_def* def, wend_result expected, const char* change) {
    wend_relief_def level = wend_default_relief_def();
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
    level.unit_length = 5;
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 1, 1}, 0));
    assert_ok(wend_grid_set_relief(grid, &level));
    const uint64_t hash = wend_grid_hash(grid);
    const wend_result result = wend_grid_set_relief(grid, def);
    if (result != expected) fail_msg("%s: %d is not %d", change, (int)result, (int)expected);
    assert_true(wend_grid_hash(grid) == hash);
    assert_true(wend_grid_unit_length(grid) == 5);
    wend_grid_destroy(grid);
}

#define REFUSED(change, expected)                                                                            \
    do {                                                                                                     \
        wend_relief_def def = plane(0.1f);                                                                   \
        change;                                                                                              \
        is_refused(&def, expected, #change);                                                                 \
    } while (0)

static void bad_definitions_change_nothing(void** state) {
    (void)state;
    static const wend_slope_point falling[] = {{0, 1}, {-0.1f, 2}}, twice[] = {{0, 1}, {0, 2}},
                                  free_slope[] = {{0, 0}}, no_slope[] = {{NAN, 1}},
                                  apart[] = {{0, 1e-6f}, {0.05f, 1}};
    static const wend_row_size late[] = {{1, 1, 1}}, same[] = {{0, 1, 1}, {0, 2, 2}},
                               thin[] = {{0, 1, 1}, {3, 0, 1}}, endless[] = {{0, INFINITY, 1}};
    REFUSED(def.cookie = 0, WEND_ERROR_DEF);
    REFUSED((def.slopes = falling, def.slope_count = 2), WEND_ERROR_ARGUMENT);
    REFUSED((def.slopes = twice, def.slope_count = 2), WEND_ERROR_ARGUMENT);
    REFUSED((def.slopes = free_slope, def.slope_count = 1), WEND_ERROR_ARGUMENT);
    REFUSED((def.slopes = no_slope, def.slope_count = 1), WEND_ERROR_ARGUMENT);
    REFUSED(def.slopes = NULL, WEND_ERROR_ARGUMENT);
    REFUSED(def.slope_count = -1, WEND_ERROR_ARGUMENT);
    REFUSED((def.rows = late, def.row_count = 1), WEND_ERROR_ARGUMENT);
    REFUSED((def.rows = same, def.row_count = 2), WEND_ERROR_ARGUMENT);
    REFUSED((def.rows = thin, def.row_count = 2), WEND_ERROR_ARGUMENT);
    REFUSED((def.rows = endless, def.row_count = 1), WEND_ERROR_ARGUMENT);
    REFUSED(def.row_count = 1, WEND_ERROR_ARGUMENT);
    REFUSED(def.row_count = -1, WEND_ERROR_ARGUMENT);
    REFUSED(def.max_climb = -1, WEND_ERROR_ARGUMENT);
    REFUSED(def.max_drop = NAN, WEND_ERROR_ARGUMENT);
    REFUSED(def.unit_length = -1, WEND_ERROR_ARGUMENT);
    REFUSED(def.unit_length = INFINITY, WEND_ERROR_ARGUMENT);
    REFUSED(def.elevation_unit = -1, WEND_ERROR_ARGUMENT);
    REFUSED(def.elevation_stride = WIDTH - 1, WEND_ERROR_ARGUMENT);
    REFUSED((def.lanes = lanes, def.lane_stride = 1), WEND_ERROR_ARGUMENT);
    REFUSED(def.lane_factors[3] = 0, WEND_ERROR_ARGUMENT);
    REFUSED(metres[1] = NAN, WEND_ERROR_ARGUMENT);
    REFUSED(metres[TILES - 1] = INFINITY, WEND_ERROR_ARGUMENT);
    memset(lanes, 0, sizeof lanes);
    lanes[TILES - 1] = 9;
    REFUSED(def.lanes = lanes, WEND_ERROR_ARGUMENT);
    lanes[TILES - 1] = 0;
    REFUSED(def.elevation_unit = 1e-3f, WEND_ERROR_LIMIT);                // 199 m are too many
    REFUSED((def.slopes = apart, def.slope_count = 2), WEND_ERROR_LIMIT); // a million times the cost
    REFUSED(def.unit_length = 1e-6f, WEND_ERROR_LIMIT);                   // costs more than any step may
    assert_int_equal(wend_grid_set_relief(NULL, NULL), WEND_ERROR_ARGUMENT);
}

// What is not known is only allowed where nobody walks.
static void blocked_tiles_need_no_elevation(void** state) {
    (void)state;
    wend_relief_def def = plane(0.1f);
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_ok(wend_grid_fill(grid, (wend_rect){7, 7, 2, 1}, 0));
    metres[7 * WIDTH + 7] = metres[7 * WIDTH + 8] = NAN;
    assert_ok(wend_grid_set_relief(grid, &def));
    assert_near((double)wend_grid_elevation(grid, (wend_tile){9, 7}), 9, 1e-3);
    assert_false(isnan(wend_grid_elevation(grid, (wend_tile){7, 7})));
    wend_grid_destroy(grid);
}

// ---- what is kept

static void elevations_have_a_unit(void** state) {
    (void)state;
    wend_relief_def def = plane(0.1f);
    for (int32_t i = 0; i < TILES; i++) metres[i] = 8000 + (float)(i % 977) * 0.01f;
    wend_grid* grid = grid_with(&def);
    double most = 0;
    for (int32_t i = 0; i < TILES; i++)
        most = fmax(most, fabs((double)wend_grid_elevation(grid, (wend_tile){i % WIDTH, i / WIDTH}) -
                               (double)metres[i]));
    assert_true(most <= 0.006); // the unit is at most a thousandth of 10 m; 8000 m in float are within 0.0005
    float read[2 * 5] = {0};
    assert_ok(wend_grid_read_elevations(grid, (wend_rect){3, 2, 2, 2}, read, 5));
    assert_true(read[5] == wend_grid_elevation(grid, (wend_tile){3, 3}) && read[2] == 0);
    assert_int_equal(wend_grid_read_elevations(grid, (wend_rect){3, 2, 2, 2}, read, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_read_elevations(grid, (wend_rect){WIDTH - 1, 2, 2, 2}, read, 0),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_grid_elevation(grid, (wend_tile){WIDTH, 0}) == 0);
    wend_grid_destroy(grid);

    def.elevation_unit = 0.5f;
    metres[0] = -8000.26f; // 16,010 m in half metres
    grid = grid_with(&def);
    assert_true(wend_grid_elevation(grid, (wend_tile){0, 0}) == -8000.5f);
    wend_grid_destroy(grid);
}

static void a_relief_can_be_replaced_and_removed(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.1f);
    wend_grid *grid = grid_with(&def), *bare = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_true(wend_grid_has_relief(grid) && wend_grid_has_elevations(grid));
    wend_relief_def level = wend_default_relief_def();
    level.unit_length = 20;
    assert_ok(wend_grid_set_relief(grid, &level));
    assert_true(wend_grid_has_relief(grid) && !wend_grid_has_elevations(grid));
    assert_near(step(grid, 5, 5, 1, 0), 0.5, 0.002); // 10 of 20 m
    assert_ok(wend_grid_set_relief(grid, NULL));
    assert_false(wend_grid_has_relief(grid));
    assert_true(wend_grid_hash(grid) == wend_grid_hash(bare));
    assert_true(wend_grid_unit_length(grid) == 10);
    wend_grid_destroy(bare);
    wend_grid_destroy(grid);
}

// ---- what keeps a relief

static void copies_have_it(void** state) {
    (void)state;
    wend_relief_def def = plane(0.3f);
    memset(lanes, 3, sizeof lanes);
    def.lanes = lanes;
    def.lane_factors[4] = 2;
    wend_grid *from = grid_with(&def), *to = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_ok(wend_grid_copy_connections(from, to));
    assert_true(wend_grid_hash(from) == wend_grid_hash(to));
    wend_grid_destroy(from);
    assert_near((double)wend_grid_elevation(to, (wend_tile){9, 5}), 27, 1e-3);
    assert_int_equal(wend_grid_lane(to, (wend_tile){9, 5}), 3);
    // One of its own stays.
    wend_grid* other = new_grid(WEND_CONNECTIVITY_8, NULL);
    wend_relief_def level = wend_default_relief_def();
    level.unit_length = 20;
    assert_ok(wend_grid_set_relief(other, &level));
    assert_ok(wend_grid_copy_connections(to, other));
    assert_true(!wend_grid_has_elevations(other) && wend_grid_unit_length(other) == 20);
    wend_grid_destroy(other);
    wend_grid_destroy(to);
    memset(lanes, 0, sizeof lanes);
}

static void forks_have_their_own_elevations(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.1f);
    wend_world *world = world_with(&def), *fork = NULL, *snapshot = NULL;
    const uint64_t hash = wend_world_hash(world);
    assert_ok(wend_world_fork(world, &fork));
    assert_ok(wend_world_snapshot(world, &snapshot));
    const wend_rect area = {40, 20, 5, 5};
    const wend_edit edit = wend_edit_elevation(area, 30);
    int32_t rebuilt = 0;
    assert_ok(wend_world_edit(fork, &edit, 1, &rebuilt));
    assert_true(rebuilt > 0 && wend_world_hash(fork) != hash && wend_world_hash(world) == hash);
    assert_true(wend_grid_elevation(wend_world_grid(world), (wend_tile){42, 22}) != 30);
    assert_near((double)wend_grid_elevation(wend_world_grid(fork), (wend_tile){42, 22}), 30, 1e-3);
    assert_true(step(wend_world_grid(fork), 44, 22, 1, 0) > step(wend_world_grid(world), 44, 22, 1, 0));
    assert_int_equal(wend_world_edit(snapshot, &edit, 1, NULL), WEND_ERROR_UNSUPPORTED);
    wend_world_destroy(world); // the others keep the planes
    assert_true(wend_world_hash(snapshot) == hash);
    assert_near((double)wend_grid_elevation(wend_world_grid(snapshot), (wend_tile){42, 22}), 42, 1e-3);
    wend_world_destroy(snapshot);
    wend_world_destroy(fork);
}

static void edits_are_checked(void** state) {
    (void)state;
    wend_relief_def def = plane(0.1f);
    wend_world* world = world_with(&def);
    const uint64_t hash = wend_world_hash(world);
    const wend_edit off = wend_edit_elevation((wend_rect){WIDTH - 1, 0, 2, 1}, 3),
                    no_number = wend_edit_elevation((wend_rect){1, 1, 1, 1}, NAN),
                    far = wend_edit_elevation((wend_rect){1, 1, 1, 1}, 1e9f);
    assert_int_equal(wend_world_edit(world, &off, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_edit(world, &no_number, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_edit(world, &far, 1, NULL), WEND_ERROR_LIMIT);
    assert_true(wend_world_hash(world) == hash);
    wend_world_destroy(world);
    def.elevations = NULL;
    world = world_with(&def);
    const wend_edit fine = wend_edit_elevation((wend_rect){1, 1, 1, 1}, 3);
    assert_int_equal(wend_world_edit(world, &fine, 1, NULL), WEND_ERROR_UNSUPPORTED);
    wend_world_destroy(world);
}

static void files_keep_it(void** state) {
    (void)state;
    static const wend_row_size rows[] = {{0, 10, 10}, {30, 5, 10}};
    wend_relief_def def = plane(0.3f);
    memset(lanes, 1, sizeof lanes);
    def.lanes = lanes;
    def.lane_factors[4] = INFINITY;
    def.rows = rows;
    def.row_count = 2;
    def.max_climb = 20;
    wend_world* world = world_with(&def);
    const wend_edit edit = wend_edit_elevation((wend_rect){40, 20, 5, 5}, 110);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save(world, "relief.wend", NULL));
    const double cost = cost_of_path(world, (wend_tile){190, 30}, (wend_tile){10, 30});
    for (int32_t mapped = 0; mapped < 2; mapped++) {
        wend_world* opened = NULL;
        assert_ok(mapped ? wend_world_map("relief.wend", NULL, &opened, NULL)
                         : wend_world_open("relief.wend", NULL, &opened, NULL));
        const wend_grid* grid = wend_world_grid(opened);
        assert_true(wend_world_hash(opened) == wend_world_hash(world));
        assert_int_equal(wend_grid_lane(grid, (wend_tile){9, 9}), 1);
        assert_near((double)wend_grid_elevation(grid, (wend_tile){42, 22}), 110, 1e-3);
        float width, height;
        assert_true(wend_grid_row_size(grid, 30, &width, &height) && width == 5);
        assert_true(cost_of_path(opened, (wend_tile){190, 30}, (wend_tile){10, 30}) == cost);
        const wend_edit back = wend_edit_elevation((wend_rect){41, 21, 1, 1}, 100); // copies the planes
        assert_ok(wend_world_edit(opened, &back, 1, NULL));
        assert_near((double)wend_grid_elevation(grid, (wend_tile){41, 21}), 100, 1e-3);
        wend_world_destroy(opened);
    }
    remove("relief.wend");
    wend_world_destroy(world);
    memset(lanes, 0, sizeof lanes);
}

// ---- patches

static void patches_keep_elevations(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.1f);
    static const char* const patches[] = {"relief1.patch", "relief2.patch"};
    wend_world *built = world_with(&def), *world = NULL, *opened = NULL;
    assert_ok(wend_world_save(built, "relief.wend", NULL));
    wend_world_destroy(built);
    assert_ok(wend_world_map("relief.wend", NULL, &world, NULL));
    const wend_edit elevation = wend_edit_elevation((wend_rect){40, 20, 5, 5}, 30),
                    both[] = {wend_edit_tiles((wend_rect){4, 4, 2, 2}, 0),
                              wend_edit_elevation((wend_rect){63, 3, 1, 20}, 90)}; // steeper than all before
    assert_ok(wend_world_edit(world, &elevation, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save_patch(world, 0, patches[0], NULL));
    const uint64_t first = wend_world_hash(world);
    wend_world_destroy(world);
    assert_ok(wend_world_map_patched("relief.wend", patches, 1, NULL, &world, NULL));
    assert_true(wend_world_hash(world) == first);
    assert_near((double)wend_grid_elevation(wend_world_grid(world), (wend_tile){44, 24}), 30, 1e-3);
    assert_ok(wend_world_edit(world, both, 2, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save_patch(world, 1, patches[1], NULL)); // after the first
    const uint64_t second = wend_world_hash(world);
    const double cost = cost_of_path(world, (wend_tile){50, 10}, (wend_tile){80, 12});
    assert_ok(wend_world_map_patched("relief.wend", patches, 2, NULL, &opened, NULL));
    assert_true(wend_world_hash(opened) == second && wend_world_full_hash(opened) == second);
    assert_true(cost_of_path(opened, (wend_tile){50, 10}, (wend_tile){80, 12}) == cost);
    wend_world_destroy(opened);
    assert_ok(wend_world_save_patch(world, 0, patches[0], NULL)); // in place of the first
    assert_ok(wend_world_map_patched("relief.wend", patches, 1, NULL, &opened, NULL));
    assert_true(wend_world_hash(opened) == second);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    remove("relief.wend");
    for (int32_t i = 0; i < 2; i++) remove(patches[i]);
}

// ---- what is refused

static void round_rings_are_refused(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.1f);
    wend_grid* grid = grid_with(&def);
    float cost = -1;
    const wend_tile source = {5, 5};
    assert_int_equal(wend_round_costs(grid, &source, 1, INFINITY, (wend_rect){5, 5, 1, 1}, &cost),
                     WEND_ERROR_UNSUPPORTED);
    assert_true(cost == -1);
    wend_grid_destroy(grid);
}

static void bakes_in_parts_refuse_closed_steps(void** state) {
    (void)state;
    wend_bake_def def = wend_default_bake_def();
    wend_grid_def grid_def = wend_default_grid_def();
    wend_bake* bake = NULL;
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    def.file = "baked.wend";
    grid_def.width = WIDTH;
    grid_def.height = HEIGHT;
    assert_ok(wend_bake_create(&def, &bake, NULL));
    assert_ok(wend_bake_create_grid(bake, &grid_def, &grid, NULL));
    wend_relief_def relief = plane(0.1f);
    relief.max_climb = 0.01f;
    assert_ok(wend_grid_set_relief(grid, &relief));
    const wend_world_def world_def = wend_default_world_def();
    assert_int_equal(wend_bake_begin(bake, &grid, &world_def, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "slopes or lanes that close steps"));
    assert_non_null(grid); // still the caller's
    wend_grid_destroy(grid);
    wend_bake_destroy(bake);
}

static void lack_of_memory_changes_nothing(void** state) {
    (void)state;
    wend_relief_def def = plane(0.1f);
    def.lanes = lanes;
    wend_result result = WEND_ERROR_MEMORY;
    int32_t fail = 0;
    for (; result != WEND_OK; fail++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, &allocator);
        const uint64_t hash = wend_grid_hash(grid);
        memory.fail_at = memory.calls + fail;
        result = wend_grid_set_relief(grid, &def);
        memory.fail_at = -1;
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_true(wend_grid_has_relief(grid) == (result == WEND_OK));
        assert_true((wend_grid_hash(grid) == hash) == (result != WEND_OK));
        wend_grid_destroy(grid);
        assert_int_equal(memory.live, 0);
    }
    assert_true(fail > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_change_nothing),
        cmocka_unit_test(blocked_tiles_need_no_elevation),
        cmocka_unit_test(elevations_have_a_unit),
        cmocka_unit_test(a_relief_can_be_replaced_and_removed),
        cmocka_unit_test(copies_have_it),
        cmocka_unit_test(forks_have_their_own_elevations),
        cmocka_unit_test(edits_are_checked),
        cmocka_unit_test(files_keep_it),
        cmocka_unit_test(patches_keep_elevations),
        cmocka_unit_test(round_rings_are_refused),
        cmocka_unit_test(bakes_in_parts_refuse_closed_steps),
        cmocka_unit_test(lack_of_memory_changes_nothing),
    };
    return run_unit_tests(tests);
}
