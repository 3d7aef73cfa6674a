// ground_files.c: do files and streams keep ground that was added?
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground_fixture.h"

// The same world, from a file in memory that is freed after it.
static wend_world* opened_again(wend_world* world, void** bytes_out) {
    wend_world* again = NULL;
    size_t size = 0;
    assert_ok(wend_world_save_memory(world, NULL, bytes_out, &size, NULL));
    assert_ok(wend_world_open_memory(*bytes_out, size, NULL, &again, NULL));
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    return again;
}

static void grown_worlds_are_saved(void** state) {
    (void)state;
    wend_world* world = wide_world();
    const wend_link link = wend_default_link(far_tile, near_tile, 7);
    assert_ok(wend_world_add_link(world, &link, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    void* bytes = NULL;
    wend_world* again = opened_again(world, &bytes);
    const wend_rect a = wend_world_ground(world), b = wend_world_ground(again);
    assert_true(a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height);
    assert_true(a.x == -400 && a.y == -300 && a.x + a.width == 100 && a.y + a.height == 80);
    assert_true(cost_between(again, far_tile, near_tile, WEND_HPA) == 7);
    const wend_vec2 origin = wend_grid_origin(wend_world_grid(again));
    assert_true(origin.x == 0 && origin.y == 0);
    // Without the first piece the map ends where the others do, in both alike.
    assert_ok(wend_world_remove_ground(world, (wend_rect){3, -1, 1000, 1000}));
    assert_ok(wend_world_remove_ground(again, (wend_rect){3, -1, 1000, 1000}));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_refresh(again, 0, NULL));
    assert_int_equal(wend_world_ground(again).width, 403);
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    wend_world_destroy(again);
    wend_world_destroy(world);
    free(bytes);
}

static void files_keep_the_ground_of_floors(void** state) {
    (void)state;
    wend_world* world = house();
    add_ones(world, (wend_rect){-50, -40, 20, 20, 1});
    assert_ok(wend_world_refresh(world, 0, NULL));
    void* bytes = NULL;
    wend_world* again = opened_again(world, &bytes);
    assert_int_equal(wend_world_ground(again).x, -50);
    assert_true(wend_grid_passable(wend_world_grid(again), (wend_tile){-50, -40, 1}));
    assert_false(wend_grid_passable(wend_world_grid(again), (wend_tile){-50, -40, 0}));
    // That floor 1 alone has ground there is known: without it the map is what it was.
    assert_ok(wend_world_remove_ground(again, (wend_rect){-60, -60, 60, 60, 1}));
    assert_int_equal(wend_world_ground(again).x, 0);
    assert_int_equal(wend_world_ground(again).height, 30);
    assert_int_equal(wend_world_add_ground(again, (wend_rect){0, 0, 1, 1, 2}, bytes, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_remove_ground(again, (wend_rect){0, 0, 1, 1, 2}), WEND_ERROR_ARGUMENT);
    wend_world_destroy(again);
    wend_world_destroy(world);
    free(bytes);
}

// A part of the ground is loaded: new ground within the frame is an edit there, another frame needs all.
static void streamed_worlds_grow_where_they_are_loaded(void** state) {
    (void)state;
    static const char file[] = "unit_ground.wend";
    wend_grid_def def = grid_def_of(300, 300);
    wend_world_def world_def = wend_default_world_def();
    wend_stream_def stream_def = wend_default_stream_def();
    wend_grid* grid = NULL;
    wend_world *world = NULL, *streamed = NULL;
    world_def.cluster_size = 15;
    stream_def.region_level = 2;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_save(world, file, NULL));
    assert_ok(wend_world_stream(file, &stream_def, &streamed, NULL));
    const wend_rect inside = {20, 20, 30, 30, 0}, beside = {300, -20, 40, 60, 0};
    static uint8_t twos[40 * 60];
    memset(twos, 2, sizeof twos);
    assert_int_equal(wend_world_add_ground(streamed, inside, twos, 0), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_world_remove_ground(streamed, inside), WEND_ERROR_NOT_LOADED);
    assert_ok(wend_world_load(streamed, (wend_rect){0, 0, 120, 120, 0}, false, NULL));
    assert_ok(wend_world_add_ground(streamed, inside, twos, 0));
    assert_ok(wend_world_add_ground(world, inside, twos, 0));
    assert_true(wend_world_get_stream_info(streamed).loaded_count > 0);
    assert_int_equal(wend_world_add_ground(streamed, beside, twos, 0), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_world_ground(streamed).width, 300);
    assert_ok(wend_world_load(streamed, (wend_rect){0, 0, 300, 300, 0}, false, NULL));
    assert_ok(wend_world_add_ground(streamed, beside, twos, 0));
    assert_ok(wend_world_add_ground(world, beside, twos, 0));
    assert_int_equal(wend_world_get_stream_info(streamed).columns, 0); // it is in memory
    assert_ok(wend_world_refresh(streamed, 0, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(wend_world_hash(streamed), wend_world_hash(world));
    assert_true(cost_between(streamed, (wend_tile){320, -10, 0}, (wend_tile){10, 290, 0}, WEND_HPA) > 0);
    wend_world_destroy(streamed);
    wend_world_destroy(world);
    remove(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grown_worlds_are_saved),
        cmocka_unit_test(files_keep_the_ground_of_floors),
        cmocka_unit_test(streamed_worlds_grow_where_they_are_loaded),
    };
    return run_unit_tests(tests);
}
