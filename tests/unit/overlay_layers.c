// overlay_layers.c: what do shapes, decay and unknown ground make of the tiles of an overlay?
#include <math.h>
#include <stdlib.h>

#include "overlay_fixture.h"

static void obstacles_are_counted(void** state) {
    (void)state;
    wend_world* world = new_world(200, 100, false);
    const uint64_t hash = map_hash(world);
    wend_overlay* overlay = overlay_of(world);
    const wend_shape crate = blocked_rect(50, 10, 4, 4), barrel = blocked_rect(52, 12, 4, 4);
    int32_t a = -1, b = -1;
    assert_ok(wend_overlay_add(overlay, &crate, &a));
    assert_ok(wend_overlay_add(overlay, &barrel, &b));
    assert_true(cost_at(world_of(overlay), 53, 13) == 0);
    assert_ok(wend_overlay_remove(overlay, a));
    const wend_world* now = world_of(overlay);
    assert_true(cost_at(now, 53, 13) == 0 && cost_at(now, 50, 10) == 1);
    const wend_shape moved = blocked_rect(150, 60, 4, 4);
    assert_ok(wend_overlay_move(overlay, b, &moved));
    assert_true(world_of(overlay) == now && cost_at(now, 53, 13) == 1 && cost_at(now, 151, 61) == 0);
    assert_ok(wend_overlay_remove(overlay, b));
    assert_int_equal(wend_overlay_remove(overlay, b), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_move(overlay, a, &moved), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_remove(overlay, 2), WEND_ERROR_ARGUMENT);
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_true(map_hash(world_of(overlay)) == hash && map_hash(world) == hash);
    assert_int_equal(wend_overlay_get_info(overlay).handle_count, 0);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void danger_decays(void** state) {
    (void)state;
    wend_world* world = new_world(100, 100, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_vec2 towers[2] = {{20.5f, 20.5f}, {70.5f, 70.5f}};
    const float ranges[2] = {10, 5}, costs[2] = {8, 4};
    int32_t handles[2] = {-1, -1}, smoke = -1;
    assert_ok(wend_overlay_add_dangers(overlay, towers, ranges, costs, 2, handles));
    assert_int_equal(handles[0], 0);
    assert_int_equal(handles[1], 1);
    const wend_world* now = world_of(overlay);
    assert_float_equal(cost_at(now, 20, 20), 9, 0.27);
    assert_float_equal(cost_at(now, 25, 20), 5, 0.15);
    assert_true(cost_at(now, 30, 20) == 1);
    wend_shape cloud = wend_shape_disc((wend_vec2){50.5f, 50.5f}, 3, 6);
    cloud.decay = 0.5f;
    assert_ok(wend_overlay_add(overlay, &cloud, &smoke));
    assert_float_equal(cost_at(world_of(overlay), 50, 50), 7, 0.2);
    assert_ok(wend_overlay_tick(overlay, 1));
    assert_float_equal(cost_at(world_of(overlay), 50, 50), 4, 0.12);
    assert_ok(wend_overlay_tick(overlay, 10));
    assert_true(cost_at(world_of(overlay), 50, 50) == 1);
    assert_int_equal(wend_overlay_remove(overlay, smoke), WEND_ERROR_STALE);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void what_was_seen_is_remembered(void** state) {
    (void)state;
    wend_world* world = new_world(100, 60, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_rect here = {10, 10, 20, 20};
    assert_int_equal(wend_overlay_see(overlay, here, NULL, 0), WEND_ERROR_ARGUMENT); // nothing is hidden
    assert_true(wend_overlay_is_seen(overlay, (wend_tile){0, 0}));
    assert_ok(wend_overlay_hide(overlay, 3));
    assert_ok(wend_overlay_see(overlay, here, NULL, 0));
    const wend_world* now = world_of(overlay);
    assert_true(cost_at(now, 10, 10) == 1 && cost_at(now, 9, 10) == 3);
    assert_true(wend_overlay_is_seen(overlay, (wend_tile){29, 29}));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){30, 29}));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){-1, 0}));
    edit_tiles(world, (wend_rect){15, 15, 3, 3}, 0);
    now = world_of(overlay);
    assert_true(cost_at(now, 16, 16) == 1 && cost_at(world, 16, 16) == 0);
    assert_ok(wend_overlay_see(overlay, (wend_rect){16, 16, 1, 1}, NULL, 0));
    now = world_of(overlay);
    assert_true(cost_at(now, 16, 16) == 0 && cost_at(now, 17, 16) == 1);
    assert_ok(wend_overlay_forget(overlay, here, NULL, 0));
    assert_true(cost_at(world_of(overlay), 16, 16) == 3);
    assert_ok(wend_overlay_reveal(overlay));
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(world_of(overlay)) == map_hash(world));
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void unknown_ground_costs_every_profile_the_same(void** state) {
    (void)state;
    wend_grid_def grid_def = wend_default_grid_def();
    wend_profile_def boat = wend_default_profile_def();
    wend_grid* grid = NULL;
    grid_def.width = 100;
    grid_def.height = 60;
    grid_def.class_costs[2] = 4;
    boat.name = "boat";
    boat.class_costs[1] = 0;
    boat.class_costs[2] = 1;
    assert_ok(wend_grid_create(&grid_def, &grid));
    wend_world* world = world_with_profiles(grid, &boat, 1);
    wend_overlay* overlay = overlay_of(world);
    const wend_shape danger = wend_shape_disc((wend_vec2){20, 20}, 4, 3);
    int32_t handle = -1;
    assert_ok(wend_overlay_hide(overlay, 2));
    assert_ok(wend_overlay_add(overlay, &danger, &handle));
    for (int32_t i = 0; i < 2; i++) { // and again, once the classes of the overlay are in use
        const wend_world* seen = world_of(overlay);
        for (int32_t p = 0; p < wend_world_profile_count(world); p++) {
            const wend_world* view = wend_world_profile(seen, p);
            assert_true(cost_at(view, 60, 30) == 2);
            assert_float_equal(cost_at(view, 20, 20), 5, 0.15);
        }
        assert_ok(wend_overlay_see(overlay, (wend_rect){70, 10, 5, 5}, NULL, 0));
    }
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

// A polygon has the tiles whose centres lie on its edges, on each side and in whichever order its corners
// are.
static void borders_belong_to_shapes(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    static const wend_vec2 corners[] = {{4.5f, 0.5f}, {6.5f, 0.5f}, {6.5f, 5.5f}, {4.5f, 5.5f}},
                           slanted[] = {{20.5f, 20.5f}, {26.5f, 23.5f}, {20.5f, 26.5f}};
    for (int32_t turn = 0; turn < 8; turn++) {
        wend_vec2 square[4], triangle[3];
        for (int32_t i = 0; i < 4; i++) square[i] = corners[turn % 2 ? (turn + i) % 4 : (turn + 4 - i) % 4];
        for (int32_t i = 0; i < 3; i++) triangle[i] = slanted[turn % 2 ? (turn + i) % 3 : (turn + 3 - i) % 3];
        wend_overlay* overlay = overlay_of(world);
        const wend_shape shapes[] = {wend_shape_polygon(square, 4, INFINITY),
                                     wend_shape_polygon(triangle, 3, INFINITY)};
        const wend_world* made = NULL;
        int32_t handle = -1;
        for (int32_t i = 0; i < 2; i++) assert_ok(wend_overlay_add(overlay, &shapes[i], &handle));
        assert_ok(wend_overlay_world(overlay, &made));
        for (int32_t y = 0; y < 40; y++)
            for (int32_t x = 0; x < 40; x++) {
                const bool in_square = x >= 4 && x <= 6 && y <= 5,
                           in_triangle = x >= 20 && 2 * abs(y - 23) <= 26 - x;
                if (in_square || in_triangle)
                    assert_false(wend_grid_passable(wend_world_grid(made), (wend_tile){x, y}));
                else
                    assert_true(wend_grid_passable(wend_world_grid(made), (wend_tile){x, y}) ==
                                wend_grid_passable(wend_world_grid(world), (wend_tile){x, y}));
            }
        wend_overlay_destroy(overlay);
    }
    wend_world_destroy(world);
}

static void wrong_layers_are_refused(void** state) {
    (void)state;
    wend_world* world = new_world(90, 90, false);
    wend_overlay* overlay = overlay_of(world);
    wend_vec2 points[3] = {{1, 1}, {9, 1}, {5, 9}};
    const wend_shape disc = wend_shape_disc((wend_vec2){5, 5}, 3, 1),
                     triangle = wend_shape_polygon(points, 3, 1),
                     rect = wend_shape_rect((wend_rect){5, 5, 3, 3}, 1);
    wend_shape wrong[16] = {disc,     disc,     disc,     disc, disc, disc, disc,
                            triangle, triangle, triangle, rect, rect, disc, disc};
    int32_t count = 0, handle = -7;
    wrong[count++].cost = -1;
    wrong[count++].cost = NAN;
    wrong[count++].cost = 2 * WEND_MAX_CLASS_COST;
    wrong[count++].radius = -1;
    wrong[count++].radius = INFINITY;
    wrong[count++].falloff = NAN;
    wrong[count++].from.x = INFINITY;
    wrong[count++].point_count = 2;
    wrong[count++].point_count = WEND_MAX_SHAPE_POINTS + 1;
    wrong[count++].points = NULL;
    wrong[count++].to.x = 4; // inside out
    wrong[count++].to.y = NAN;
    wrong[count++].decay = 1.5f;
    wrong[count++].kind = WEND_SHAPE_KIND_COUNT;
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(wend_overlay_add(overlay, &wrong[i], &handle), WEND_ERROR_ARGUMENT);
    points[1].y = NAN;
    assert_int_equal(wend_overlay_add(overlay, &triangle, &handle), WEND_ERROR_ARGUMENT);
    const float costs[4] = {1, 2, NAN, 3};
    const uint8_t bytes[4] = {0, 255, 1, 2};
    const wend_rect square = {0, 0, 2, 2};
    assert_int_equal(wend_overlay_add_costs(overlay, square, costs, 0, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_costs(overlay, square, costs, 1, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_image(overlay, square, bytes, 0, 5, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_image(overlay, square, bytes, 0, 1, -1, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_hide(overlay, 2000), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_hide(overlay, NAN), WEND_ERROR_ARGUMENT);
    assert_int_equal(handle, -7);
    // Off the map, in part or as a whole, is fine.
    const wend_shape off = wend_shape_disc((wend_vec2){-3e9f, 5e9f}, 10, 1),
                     huge = wend_shape_disc((wend_vec2){45, 45}, 1e9f, 1);
    assert_ok(wend_overlay_add(overlay, &off, &handle));
    assert_ok(wend_overlay_add(overlay, &huge, &handle));
    assert_ok(wend_overlay_add_image(overlay, (wend_rect){-1, 89, 2, 2}, bytes, 0, 1, 0, &handle));
    assert_float_equal(cost_at(world_of(overlay), 0, 0), 2, 0.06);
    assert_float_equal(cost_at(world_of(overlay), 0, 89), 257, 8);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_are_counted),
        cmocka_unit_test(danger_decays),
        cmocka_unit_test(what_was_seen_is_remembered),
        cmocka_unit_test(unknown_ground_costs_every_profile_the_same),
        cmocka_unit_test(borders_belong_to_shapes),
        cmocka_unit_test(wrong_layers_are_refused),
    };
    return run_unit_tests(tests);
}
