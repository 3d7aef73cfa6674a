// ground_edges.c: do tiles keep their places where ground comes and goes, and what cannot grow?
#include <math.h>
#include <string.h>

#include "ground_fixture.h"
#include "wend/private.h"

static void tiles_below_0_are_tiles(void** state) {
    (void)state;
    wend_world* world = wide_world();
    const wend_grid* grid = wend_world_grid(world);
    assert_true(wend_grid_passable(grid, far_tile) && wend_grid_contains(grid, far_tile));
    assert_false(wend_grid_passable(grid, (wend_tile){-390, -100, 0}));
    const wend_vec2 at = wend_grid_center(grid, far_tile);
    wend_tile tile;
    assert_true(at.x == -389.5f && at.y == -289.5f);
    assert_ok(wend_grid_tile_at(grid, at, &tile));
    assert_true(tile.x == far_tile.x && tile.y == far_tile.y);
    uint8_t classes[4];
    assert_ok(wend_world_read_tiles(world, (wend_rect){-281, -199, 2, 2}, classes, 0));
    assert_true(classes[0] == 1 && classes[3] == 1);

    const double exact = cost_between(world, far_tile, near_tile, WEND_DIJKSTRA);
    const double hpa = cost_between(world, far_tile, near_tile, WEND_HPA);
    assert_true(exact > 0 && hpa >= exact - 1e-6 && hpa < exact * 1.05);
    assert_true(cost_between(world, near_tile, far_tile, WEND_EXACT) < exact + 1e-6);

    const wend_link link = wend_default_link(far_tile, near_tile, 7);
    int32_t id = -1, count = 0;
    assert_ok(wend_world_add_link(world, &link, &id));
    const wend_link* found = wend_grid_links(grid, &count);
    assert_true(count == 1 && found->from.x == far_tile.x && found->to.y == near_tile.y);
    assert_true(cost_between(world, far_tile, near_tile, WEND_HPA) == 7);
    wend_edit wall = wend_edit_tiles((wend_rect){-100, -200, 1, 3}, 0);
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_ok(wend_world_remove_link(world, id));
    assert_true(cost_between(world, far_tile, near_tile, WEND_HPA) < 0);
    wend_world_destroy(world);
}

// The tiles of a seam may be blocked, and so lie between pieces of ground.
static void seams_go_with_the_ground_around(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    uint8_t classes[100];
    memset(classes, 1, sizeof classes);
    assert_ok(wend_world_add_ground(world, (wend_rect){100, 0, 10, 10}, classes, 0));
    const wend_tile a = {5, 5, 0}, b = {60, 5, 0}, c = {20, 20, 0}, d = {30, 30, 0};
    const wend_seam far = wend_default_seam(a, a, b, b), near = wend_default_seam(c, c, d, d);
    assert_ok(wend_world_add_seam(world, &far, NULL));
    assert_ok(wend_world_add_seam(world, &near, NULL));
    assert_ok(wend_world_remove_ground(world, (wend_rect){100, 0, 10, 10}));
    int32_t count = 0;
    const wend_link* links = wend_grid_links(wend_world_grid(world), &count);
    assert_int_equal(count, 2);
    assert_int_equal(links[0].from.x, 20);
    wend_world_destroy(world);
}

static void what_cannot_grow_says_so(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    wend_world *world = wide_world(), *snapshot = NULL;
    const uint64_t hash = wend_world_hash(world);
    const wend_rect ok = {500, 500, 2, 2, 0};
    assert_int_equal(wend_world_add_ground(NULL, ok, classes, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, ok, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, ok, classes, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){0, 0, 0, 2, 0}, classes, 0),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){1 << 29, 0, 2, 2, 0}, classes, 0),
                     WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){INT32_MAX, INT32_MIN, 2, 2, 0}, classes, 0),
                     WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){5000, 5000, 2, 2, 0}), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){-4000, -4000, 8000, 8000, 0}),
                     WEND_ERROR_ARGUMENT);
    assert_ok(wend_world_snapshot(world, &snapshot));
    assert_int_equal(wend_world_add_ground(snapshot, ok, classes, 0), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_remove_ground(snapshot, (wend_rect){5, 5, 2, 2, 0}), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_hash(world), hash);
    assert_int_equal(wend_world_ground(NULL).width, 0);
    wend_world_destroy(snapshot);
    wend_world_destroy(world);
}

static void maps_that_wrap_keep_their_edges(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    const wend_grid_def def = grid_def_of(40, 30);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_wrap(grid, WEND_WRAP_X | WEND_WRAP_Y));
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){39, 5}, (wend_tile){0, 5}), WEND_WRAP_X);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){7, 0}, (wend_tile){7, 29}), WEND_WRAP_Y);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){39, 5}, (wend_tile){0, 6}), 0);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){-1, 5}, (wend_tile){38, 5}), 0);
    assert_int_equal(wend_grid_edges_between(NULL, (wend_tile){39, 5}, (wend_tile){0, 5}), 0);
    wend_world* world = build_world(grid);
    const uint64_t hash = wend_world_hash(world);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){-2, 0, 2, 2}, classes, 0),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){0, 30, 2, 2}, classes, 0),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){30, 0, 10, 30}), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_hash(world), hash);
    assert_ok(wend_world_remove_ground(world, (wend_rect){9, 9, 2, 2}));
    assert_ok(wend_world_add_ground(world, (wend_rect){9, 9, 2, 2}, classes, 0));
    assert_int_equal(wend_grid_wraps(wend_world_grid(world)), WEND_WRAP_X | WEND_WRAP_Y);
    wend_world_destroy(world);
}

// They lie where they lay, whatever lines are before them.
static void hexagons_stay_in_their_places(void** state) {
    (void)state;
    static uint8_t ones[50 * 50];
    memset(ones, 1, sizeof ones);
    for (int32_t kind = WEND_CONNECTIVITY_HEX_ODD_R; kind < WEND_CONNECTIVITY_COUNT; kind++) {
        wend_grid_def def = grid_def_of(20, 20);
        def.connectivity = (wend_connectivity)kind;
        def.origin = (wend_vec2){3, 7};
        wend_grid* grid = NULL;
        wend_world* world = NULL;
        const wend_world_def world_def = wend_default_world_def();
        assert_ok(wend_grid_create(&def, &grid));
        assert_ok(wend_world_build(&grid, &world_def, &world));
        const wend_grid* map = wend_world_grid(world);
        const wend_tile at = {5, 8, 0}, beside = {4, 8, 0};
        const wend_vec2 before = wend_grid_center(map, at);
        assert_ok(wend_world_add_ground(world, (wend_rect){-50, -49, 50, 50}, ones, 0));
        const wend_vec2 after = wend_grid_center(map, at);
        assert_true(fabsf(before.x - after.x) < 1e-4f && fabsf(before.y - after.y) < 1e-4f);
        assert_true(wend_grid_can_step(map, at, beside));
        wend_tile found;
        assert_ok(wend_grid_tile_at(map, wend_grid_center(map, (wend_tile){-33, -12, 0}), &found));
        assert_true(found.x == -33 && found.y == -12);
        assert_true(cost_between(world, at, (wend_tile){-40, -40, 0}, WEND_HPA) > 0);
        wend_world_destroy(world);
    }
}

static void hexagons_begin_at_even_lines(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    wend_world* world = new_world(40, 40, false);
    wend_grid_def def = grid_def_of(71, 40);
    def.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    wend_grid* hexagons = NULL;
    assert_ok(wend_grid_create(&def, &hexagons));
    assert_ok(wend_world_add_ground(world, (wend_rect){-5, 5, 2, 2}, classes, 0));
    assert_int_equal(wend_grid_area(wend_world_grid(world)).x, -31);
    assert_int_equal(wend_grid_copy_first(wend_world_grid(world), hexagons), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_area(hexagons).x, 0);
    wend_grid_destroy(hexagons);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_below_0_are_tiles),       cmocka_unit_test(seams_go_with_the_ground_around),
        cmocka_unit_test(what_cannot_grow_says_so),      cmocka_unit_test(maps_that_wrap_keep_their_edges),
        cmocka_unit_test(hexagons_stay_in_their_places), cmocka_unit_test(hexagons_begin_at_even_lines),
    };
    return run_unit_tests(tests);
}
