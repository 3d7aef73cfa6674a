// stream_load.c: are regions loaded and unloaded as asked, within the budget, beside edits, threads and
// searches in slices, and is all else refused?
#define _DEFAULT_SOURCE // mincore
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "hierarchy/world.h"
#include "resident.h"
#include "stream_fixture.h"
#include "test_memory.h"
#include "unit.h"

// ---- regions

// The region in a column and row.
static wend_rect region_at(const desk* d, int32_t column, int32_t row) {
    const int32_t size = wend_world_get_stream_info(d->world).region_size;
    return wend_world_region(d->world, (wend_tile){column * size + 1, row * size + 1});
}

static wend_rect inside(wend_rect area) {
    return (wend_rect){area.x + area.width / 2, area.y + area.height / 2, 1, 1};
}

static bool has(const desk* d, int32_t column, int32_t row) {
    return wend_world_is_loaded(d->world, middle_of(region_at(d, column, row)));
}

static void what_was_not_needed_for_longest_is_unloaded(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 2000x500 8 whole 31 4", 3); // 17 x 5 regions
    const wend_rect a = inside(region_at(&d, 0, 0)), b = inside(region_at(&d, 0, 1)),
                    c = inside(region_at(&d, 0, 2)), far = inside(region_at(&d, 8, 3));
    assert_ok(wend_world_load(d.world, a, false, NULL));
    const size_t one = wend_world_get_stream_info(d.world).ground_bytes;
    assert_true(one > 124 * 124);
    assert_true(wendi_area_is_here(&d.world->graph, a) && !wendi_area_is_here(&d.world->graph, far));
    assert_true(wendi_area_is_here(&d.whole->graph, far));
    assert_ok(wend_world_load(d.world, b, false, NULL));
    assert_ok(wend_world_load(d.world, c, false, NULL));
    const size_t three = wend_world_get_stream_info(d.world).ground_bytes;
    assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 3);
    assert_true(three > 2 * one && three < 4 * one);
    assert_ok(wend_world_set_budget(d.world, three + one / 4)); // regions share pages
    wend_error error;
    assert_int_equal(wend_world_load(d.world, far, false, &error), WEND_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "does not fit the budget"));
    assert_int_equal(wend_world_get_stream_info(d.world).ground_bytes, three);
    assert_ok(wend_world_load(d.world, b, false, NULL));           // a is now the oldest
    wend_query q = wend_default_query(middle_of(c), middle_of(c)); // and c is needed again
    assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
    assert_ok(wend_world_load(d.world, far, true, NULL));
    assert_true(!has(&d, 0, 0) && has(&d, 0, 1) && has(&d, 0, 2) && has(&d, 8, 3));
    assert_true(wend_world_get_stream_info(d.world).ground_bytes <= three + one / 4);
    // More than fits: only what was there stays.
    const size_t before = wend_world_get_stream_info(d.world).ground_bytes;
    assert_int_equal(wend_world_load(d.world, all_of(d.grid), true, &error), WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_get_stream_info(d.world).ground_bytes, before);
    assert_true(has(&d, 0, 1) && has(&d, 0, 2) && has(&d, 8, 3));
    // The first of a list stay, however many there are.
    wend_rect list[5];
    for (int32_t i = 0; i < 5; i++) list[i] = region_at(&d, 3 * i, 4 - i);
    int32_t loaded = -1;
    assert_ok(wend_world_load_ahead(d.world, list, 5, &loaded, NULL));
    assert_true(loaded >= 2 && loaded < 5);
    for (int32_t i = 0; i < loaded; i++) assert_true(wend_world_is_loaded(d.world, middle_of(list[i])));
    assert_ok(wend_world_set_budget(d.world, 0));
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    clear(&d);
    files_leave();
}

// A tile on the line between two regions belongs to both, those beside the line to one.
static void an_area_loads_the_regions_that_have_its_tiles(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 300x300 8 unit 15 4", 2);
    const int32_t size = wend_world_get_stream_info(d.world).region_size;
    const struct {
        wend_rect area;
        int32_t columns, rows;
    } cases[] = {
        {{0, 0, size, size}, 1, 1},
        {{0, 0, size + 1, size}, 2, 1},
        {{0, 0, size, size + 1}, 1, 2},
        {{size, 0, 1, 1}, 2, 1},
        {{0, size, 1, 1}, 1, 2},
        {{size + 1, 0, 1, 1}, 1, 1},
        {{0, size + 1, 1, 1}, 1, 1},
        {{size, size, 1, 1}, 2, 2},
        {{size + 1, size + 1, size - 1, size}, 1, 2},
        {{size - 1, size - 1, 3, 3}, 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok(wend_world_load(d.world, cases[i].area, false, NULL));
        assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, cases[i].columns * cases[i].rows);
        assert_ok(wend_world_unload(d.world, cases[i].area));
        assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 0);
    }
    clear(&d);
    files_leave();
}

static void unloaded_ground_goes_back_to_the_system(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 3000x1500 8 unit 31 4", 4);
    const char* file = wendi_file_of(d.world)->bytes;
    const char* bits = (const char*)wendi_item(&d.world->graph.passability_bits, 0);
    if (resident_kb(file) < 0) skip();
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    const int64_t full = resident_kb(file), full_bits = resident_kb(bits);
    const int64_t counted = (int64_t)wend_world_get_stream_info(d.world).ground_bytes / 1024;
    assert_true(full + full_bits >= counted && full_bits > 300);
    assert_ok(wend_world_unload(d.world, all_of(d.grid)));
    assert_int_equal(wend_world_get_stream_info(d.world).ground_bytes, 0);
    // The sets of nodes and the directory stay.
    assert_true(full - resident_kb(file) > counted * 8 / 10);
    assert_true(resident_kb(bits) < 16);
    for (int32_t i = 0; i < 30; i++) { // nothing adds up
        assert_ok(wend_world_load(d.world, inside(region_at(&d, i % 12, i % 6)), false, NULL));
        assert_ok(wend_world_unload(d.world, inside(region_at(&d, i % 12, i % 6))));
    }
    assert_int_equal(wend_world_get_stream_info(d.world).ground_bytes, 0);
    assert_true(resident_kb(bits) < 16);
    clear(&d);
    files_leave();
}

// ---- edits

static wend_tile nearest_on_map(const wend_grid* grid, int32_t x, int32_t y) {
    return (wend_tile){wendi_min(wendi_max(x, 0), wend_grid_width(grid) - 1),
                       wendi_min(wendi_max(y, 0), wend_grid_height(grid) - 1)};
}

// Refreshed, the streamed world is the one that was loaded whole.
static void assert_same_worlds(const desk* d) {
    assert_ok(wend_world_refresh(d->world, 0, NULL));
    assert_ok(wend_world_refresh(d->whole, 0, NULL));
    assert_true(map_hash(d->world) == map_hash(d->whole));
}

// The checksum of a cluster covers one tile around it. An edit near the edge of a region so changes what its
// neighbour would have to be in the file: that must stay, or be found as it was when it is loaded again.
static void ground_beside_edits_can_be_loaded_again(void** state) {
    (void)state;
    static const char* const maps[] = {"open 300x300 8 whole 15 4", "noise 300x300 8cut whole 31 4",
                                       "doors 273x121 8 unit 15 9160", "open 200x200 hex_odd_r whole 15 4"};
    files_enter();
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        desk d = big_desk(maps[m], m % 2 ? 2 : 3);
        rng r = rng_seeded(m + 1);
        int32_t refused = 0, unloaded = 0;
        for (int32_t i = 0; i < 60; i++) {
            const wend_rect all = all_of(d.grid);
            const wend_rect region = wend_world_region(d.world, map_random_tile(d.grid, &r));
            const wend_tile beside =
                nearest_on_map(d.grid, region.x + rng_between(&r, -2, 2), region.y + rng_between(&r, -2, 2));
            const wend_edit edit =
                wend_edit_tiles((wend_rect){beside.x, beside.y, 1, 1}, (uint8_t)rng_below(&r, 2));
            assert_ok(wend_world_load(d.world, all, false, NULL));
            assert_ok(wend_world_edit(d.world, &edit, 1, NULL));
            assert_ok(wend_world_edit(d.whole, &edit, 1, NULL));
            if (i % 3 == 0) assert_ok(wend_world_refresh(d.world, 0, NULL));
            if (i % 3 == 0) assert_ok(wend_world_refresh(d.whole, 0, NULL));
            for (int32_t k = 0; k < 4; k++) {
                const wend_tile at =
                    nearest_on_map(d.grid, beside.x + (k % 2 ? 6 : -6), beside.y + (k / 2 ? 6 : -6));
                const wend_result result = wend_world_unload(d.world, (wend_rect){at.x, at.y, 1, 1});
                assert_true(result == WEND_OK || result == WEND_ERROR_UNSUPPORTED);
                *(result == WEND_OK ? &unloaded : &refused) += 1;
            }
            assert_ok(wend_world_load(d.world, all, false, NULL));
        }
        assert_true(refused > 0 && unloaded > 0);
        assert_same_worlds(&d);
        clear(&d);
    }
    files_leave();
}

// Pages at the ends of the ground also have matrices of the larger clusters, which edits write where they
// lie; and edits choose nodes of higher levels all along a line, far from the tiles that they change.
static void edits_stay_while_other_ground_goes(void** state) {
    (void)state;
    static const char* const maps[] = {"noise 700x640 8 whole 31 4", "noise 620x700 4 unit 15 9",
                                       "rooms 700x640 8 unit 31 3", "open 640x640 8 whole 31 2"};
    files_enter();
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        desk d = big_desk(maps[m], 2 + (int32_t)m % 2);
        const wend_rect all = all_of(d.grid), first = wend_world_region(d.world, (wend_tile){0, 0});
        rng r = rng_seeded(m + 1);
        for (int32_t i = 0; i < 40; i++) {
            const bool right = rng_chance(&r, 50); // of the lines of larger clusters
            const int32_t line = first.width * rng_between(&r, 1, 2) + rng_between(&r, -20, 2),
                          along = rng_below(&r, 2 * first.width);
            const wend_tile at = nearest_on_map(d.grid, right ? line : along, right ? along : line);
            const wend_rect area = {at.x, at.y, wendi_min(20, all.width - at.x),
                                    wendi_min(20, all.height - at.y)};
            const wend_edit edit = wend_edit_tiles(area, (uint8_t)rng_below(&r, 2));
            assert_ok(wend_world_load(d.world, all, false, NULL));
            assert_ok(wend_world_edit(d.world, &edit, 1, NULL));
            assert_ok(wend_world_edit(d.whole, &edit, 1, NULL));
            assert_ok(wend_world_refresh(d.world, 0, NULL));
            assert_ok(wend_world_refresh(d.whole, 0, NULL));
            const wend_tile last = {all.width - 1, all.height - 1};
            for (int32_t k = 0; k < 9; k++) {
                const wend_tile gone =
                    k == 0 ? last
                           : nearest_on_map(d.grid, rng_below(&r, all.width), rng_below(&r, all.height));
                const wend_result result = wend_world_unload(d.world, (wend_rect){gone.x, gone.y, 1, 1});
                assert_true(result == WEND_OK || result == WEND_ERROR_UNSUPPORTED);
            }
            assert_ok(wend_world_load(d.world, all, false, NULL));
            assert_true(map_hash(d.world) == map_hash(d.whole));
        }
        clear(&d);
    }
    files_leave();
}

// The lower half is entered by a ledge all along the map. The way back is a link, if there is one.
static wend_world* two_halves(bool has_link) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = grid_def.height = 120;
    def.cluster_size = 15;
    assert_ok(wend_grid_create(&grid_def, &grid));
    for (int32_t x = 0; x < grid_def.width; x++)
        assert_ok(wend_grid_set_step(grid, (wend_tile){x, 66}, (wend_tile){x, 65}, false));
    const wend_link lift = wend_default_link((wend_tile){100, 100}, (wend_tile){101, 20}, 3);
    if (has_link) assert_ok(wend_grid_add_link(grid, &lift, NULL));
    assert_ok(wend_world_build(&grid, &def, &world));
    return world;
}

// What an edit does to the components shows which of them lead to which, also over ledges and links in ground
// that is not loaded.
static void edits_see_ledges_and_links_that_are_not_loaded(void** state) {
    (void)state;
    static const wend_rect house[] = {{10, 10, 20, 1}, {10, 29, 20, 1}, {10, 10, 1, 20}, {29, 10, 1, 20}};
    files_enter();
    for (int32_t has_link = 0; has_link < 2; has_link++) {
        desk d = desk_of(two_halves(has_link), (map_recipe){0}, 2, 1);
        wend_edit walls[4];
        for (int32_t i = 0; i < 4; i++) walls[i] = wend_edit_tiles(house[i], 0);
        assert_ok(wend_world_load(d.world, (wend_rect){0, 0, 45, 45}, false, NULL));
        assert_ok(wend_world_edit(d.world, walls, 4, NULL));
        assert_ok(wend_world_edit(d.whole, walls, 4, NULL));
        assert_ok(wend_world_load(d.world, (wend_rect){5, 100, 1, 1}, false, NULL));
        const wend_tile above = {5, 5}, below = {5, 100}, inside_house = {20, 20}, far = {115, 5};
        const wend_tile ends[][2] = {{above, below}, {below, above}, {below, far}, {above, inside_house}};
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            const wend_query q = wend_default_query(ends[i][0], ends[i][1]);
            const bool leads = wend_world_connected(d.whole, q.start, q.goal);
            assert_true(wend_world_connected(d.world, q.start, q.goal) == leads);
            assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
            assert_true((wend_path_outcome(d.path) != WEND_NO_ROUTE) == leads);
        }
        assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
        assert_same_worlds(&d);
        clear(&d);
    }
    files_leave();
}

// Functions that read single tiles, or all of them, read the file instead.
static void searches_of_the_grid_need_all_ground(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("rooms 400x400 8 unit 15 12", 2);
    const wend_grid* grid = wend_world_grid(d.world);
    const wend_tile near[2] = {map_random_tile(grid, &d.r), {5, 5}}, far = {390, 390};
    for (int32_t some = 0; some < 2; some++) {
        if (some > 0) assert_ok(wend_world_load(d.world, (wend_rect){0, 0, 60, 60}, false, NULL));
        for (int32_t i = 0; i < 6 * WEND_ALGORITHM_COUNT; i++) {
            wend_query q = wend_default_query(near[1], i % 2 == 0 ? far : (wend_tile){9, 9});
            bool done;
            q.algorithm = (wend_algorithm)(i / 6);
            if (q.algorithm == WEND_HPA) continue;
            q.snap = i % 3 == 1 ? 9.0f : 0;
            q.partial = i % 3 == 2;
            if (i % 6 == 3) q.goal_area = (wend_rect){7, 7, 4, 4};
            if (i % 6 == 4) q.goal_class = 1;
            if (i % 6 == 5) q.goals = near, q.goal_count = 2;
            assert_int_equal(wend_find_path_on_grid(d.search, grid, &q, d.path, NULL), WEND_ERROR_NOT_LOADED);
            assert_int_equal(wend_search_begin_on_grid(d.search, grid, &q), WEND_ERROR_NOT_LOADED);
            assert_int_equal(wend_search_step(d.search, 0, &done), WEND_ERROR_ARGUMENT);
        }
        wend_field* field = NULL;
        int32_t count;
        double cost;
        wend_tile tiles[9];
        assert_ok(wend_field_create(NULL, &field));
        assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_FROM, near, 2, 20), WEND_ERROR_NOT_LOADED);
        assert_int_equal(wend_field_begin(field, grid, WEND_FIELD_TO, near, 2, INFINITY),
                         WEND_ERROR_NOT_LOADED);
        assert_int_equal(wend_field_nearest(field, grid, near[1], near, 2, &count, &cost),
                         WEND_ERROR_NOT_LOADED);
        wend_field_destroy(field);
        assert_int_equal(wend_formation_tiles(grid, near[1], 9, 1, NULL, tiles, &count),
                         WEND_ERROR_NOT_LOADED);
        for (int32_t i = 0; i < 1000; i++) {
            const wend_tile at = {rng_below(&d.r, 400), rng_below(&d.r, 400)}, to = {at.x + 1, at.y + 1};
            assert_int_equal(wend_grid_class(grid, at), wend_grid_class(d.grid, at));
            assert_true(wend_grid_can_step(grid, at, to) == wend_grid_can_step(d.grid, at, to));
        }
        assert_true(wend_grid_hash(grid) == wend_grid_hash(d.grid));
    }
    clear(&d);
    files_leave();
}

// A crowd stands still while ground is missing, however far away, and then walks on.
static void crowds_need_all_ground(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 300x300 8 unit 15 4", 2);
    const wend_tile far = {280, 280};
    const wend_rect near = {0, 0, 60, 60}, last = {far.x, far.y, 1, 1};
    const wend_crowd_def def = wend_default_crowd_def();
    const wend_agent body = {.position = {5.5f, 5.5f}, .max_speed = 8, .max_acceleration = 64};
    wend_crowd* crowd = NULL;
    wend_agent_id id;
    assert_ok(wend_world_load(d.world, near, false, NULL));
    assert_int_equal(wend_crowd_create(d.world, &def, &crowd), WEND_ERROR_NOT_LOADED);
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    assert_ok(wend_crowd_create(d.world, &def, &crowd));
    assert_ok(wend_crowd_add(crowd, &body, &id));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){50, 50}));
    for (int32_t i = 0; i < 20; i++) assert_ok(wend_crowd_tick(crowd, 0.05f));
    assert_ok(wend_world_unload(d.world, last));
    const uint64_t before = wend_crowd_hash(crowd);
    for (int32_t i = 0; i < 3; i++) assert_int_equal(wend_crowd_tick(crowd, 0.05f), WEND_ERROR_NOT_LOADED);
    assert_true(wend_crowd_hash(crowd) == before);
    assert_ok(wend_world_load(d.world, last, false, NULL));
    for (int32_t i = 0; i < 400 && wend_crowd_state(crowd, id) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.05f));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    clear(&d);
    files_leave();
}

// A path that is left from a world with other clusters and levels.
static void regions_of_a_path_of_another_world(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 900x900 8 unit 15 12", 2), small = big_desk("rooms 400x400 8 unit 31 12", 2);
    wend_rect regions[60];
    int32_t count = 0;
    wend_query q = wend_default_query((wend_tile){5, 5}, (wend_tile){890, 890});
    q.snap = 9;
    q.first_tiles = 700;
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    assert_ok(wend_find_path(d.search, d.world, &q, d.path, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_READY);
    assert_ok(wend_path_regions(d.search, small.world, d.path, 60, regions, &count));
    assert_true(count > 0);
    for (int32_t i = 0; i < count; i++) assert_ok(wend_world_load(small.world, regions[i], false, NULL));
    assert_ok(wend_path_regions(d.search, d.world, d.path, 60, regions, &count));
    assert_true(count > 0);
    clear(&small);
    clear(&d);
    files_leave();
}

// Streams a world of costs far apart: of class 2, but for a corner of class 1.
static desk desk_of_levels(float cost, int32_t levels, int32_t region_level) {
    const wend_grid_def def = map_costs_far_apart(400, 400);
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 5;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 400, 400}, 2));
    assert_ok(wend_grid_fill(grid, (wend_rect){250, 0, 150, 150}, 1));
    wend_world* whole = map_build_world(grid, &world_def);
    assert_ok(wend_world_set_class_cost(whole, 0, 2, cost));
    assert_ok(wend_world_refresh(whole, 0, NULL));
    assert_int_equal(wend_world_get_info(whole).level_count, levels);
    const desk d = desk_of(whole, map_recipe_of("open 400x400 8 whole 31/5 1"), region_level, 1);
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    return d;
}

// Changes the cost of class 2, which changes the number of levels.
static void set_levels(desk* d, float cost, int32_t levels) {
    wend_world* const worlds[2] = {d->world, d->whole};
    const wend_query q = wend_default_query((wend_tile){2, 3}, (wend_tile){398, 399});
    for (int32_t i = 0; i < 2; i++) {
        assert_ok(wend_world_set_class_cost(worlds[i], 0, 2, cost));
        assert_ok(wend_world_refresh(worlds[i], 0, NULL));
        assert_int_equal(wend_world_get_info(worlds[i]).level_count, levels);
        assert_ok(wend_find_path(d->search, worlds[i], &q, i == 0 ? d->path : d->other, NULL));
    }
    assert_int_equal(wend_path_outcome(d->path), WEND_FOUND);
    assert_true(wend_path_hash(d->path) == wend_path_hash(d->other));
    assert_same_worlds(d);
}

// What a refresh has added is in memory. What the file holds is checked by the levels of the file.
static void a_refresh_adds_levels(void** state) {
    (void)state;
    files_enter();
    desk d = desk_of_levels(64, 3, 2);
    const wend_rect corner = {390, 5, 1, 1};
    set_levels(&d, WEND_MIN_CLASS_COST, 5);
    for (int32_t i = 0; i < 2; i++) {
        assert_ok(wend_world_unload(d.world, corner)); // nothing in there has changed
        assert_false(wend_world_is_loaded(d.world, (wend_tile){390, 5}));
        assert_ok(wend_world_load(d.world, corner, false, NULL));
        set_levels(&d, i == 0 ? 64 : WEND_MIN_CLASS_COST, i == 0 ? 3 : 5);
    }
    clear(&d);
    files_leave();
}

// Regions stay what they are.
static void a_refresh_drops_the_level_of_the_regions(void** state) {
    (void)state;
    files_enter();
    desk d = desk_of_levels(WEND_MIN_CLASS_COST, 5, 4);
    const wend_stream_info before = wend_world_get_stream_info(d.world);
    const wend_rect corner = {390, 5, 1, 1}, far = {5, 390, 1, 1};
    assert_int_equal(before.columns * before.rows, 4);
    set_levels(&d, 64, 3);
    const wend_stream_info after = wend_world_get_stream_info(d.world);
    assert_memory_equal(&before, &after, sizeof before);
    assert_int_equal(wend_world_region(d.world, (wend_tile){390, 5}).x, 249);
    assert_int_equal(wend_world_unload(d.world, far), WEND_ERROR_UNSUPPORTED); // it has changed
    const wend_result result = wend_world_unload(d.world, corner);
    if (result != WEND_ERROR_UNSUPPORTED) assert_ok(result);
    assert_ok(wend_world_load(d.world, corner, false, NULL));
    assert_int_equal(wend_world_get_stream_info(d.world).loaded_count, 4);
    assert_true(wend_world_get_stream_info(d.world).ground_bytes == before.ground_bytes);
    set_levels(&d, WEND_MIN_CLASS_COST, 5);
    clear(&d);
    files_leave();
}

static void edits_need_their_ground(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 600x600 8 whole 15 4", 2);
    const wend_tile here = {100, 100}, there = {400, 400};
    const wend_rect far = {there.x, there.y, 1, 1};
    const wend_edit edit = wend_edit_tiles(far, 0);
    assert_ok(wend_world_load(d.world, (wend_rect){here.x, here.y, 1, 1}, false, NULL));
    assert_int_equal(wend_world_edit(d.world, &edit, 1, NULL), WEND_ERROR_NOT_LOADED);
    assert_true(wend_world_version(d.world) == 0);
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    assert_ok(wend_world_edit(d.world, &edit, 1, NULL));
    assert_ok(wend_world_edit(d.whole, &edit, 1, NULL));
    assert_int_equal(wend_world_unload(d.world, far), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_unload(d.world, all_of(d.grid)), WEND_ERROR_UNSUPPORTED);
    assert_ok(wend_world_refresh(d.world, 0, NULL));
    assert_ok(wend_world_refresh(d.whole, 0, NULL));
    assert_ok(wend_world_unload(d.world, (wend_rect){0, 0, 200, 200}));
    assert_ok(wend_world_set_budget(d.world, 1));
    assert_int_equal(wend_world_load(d.world, (wend_rect){here.x, here.y, 1, 1}, true, NULL),
                     WEND_ERROR_LIMIT);
    assert_true(wend_world_is_loaded(d.world, there)); // the edit is kept
    assert_false(wend_grid_passable(wend_world_grid(d.world), there));
    assert_ok(wend_world_set_budget(d.world, 0));
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    assert_true(map_hash(d.world) == map_hash(d.whole));
    // Where a class costs something else, no matrix is that of the file.
    const uint8_t k = wend_grid_class(d.grid, here);
    const float* costs = wend_grid_class_costs(d.grid);
    const float before = costs[k];
    float other = before;
    for (int32_t i = 1; i < WEND_CLASS_COUNT; i++)
        if (costs[i] > 0 && costs[i] < (float)INFINITY && costs[i] != before) other = costs[i];
    assert_true(other != before);
    assert_ok(wend_world_set_class_cost(d.world, 0, k, other));
    assert_int_equal(wend_world_unload(d.world, (wend_rect){0, 0, 1, 1}), WEND_ERROR_UNSUPPORTED);
    clear(&d);
    files_leave();
}

// ---- threads

typedef struct shared {
    wend_world* world;
    map_recipe recipe;
    _Atomic bool ends;
    _Atomic int32_t partial, found;
} shared;

static void* ask_shared(void* context) {
    shared* s = context;
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    wend_grid* grid = map_make(&s->recipe); // the tiles, to choose ends from
    rng r = rng_seeded((uint64_t)(uintptr_t)&def);
    while (!s->ends) {
        wend_query q;
        if (!map_random_query(grid, &r, WEND_HPA, &q)) abort();
        q.first_tiles = rng_chance(&r, 50) ? 20 : 0;
        q.smooth = rng_chance(&r, 30);
        const wend_result result = wend_find_path(search, s->world, &q, path, NULL);
        if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) abort();
        for (int32_t i = 0; i < 5 && wend_path_get_rest(path) == WEND_REST_READY; i++)
            if (wend_path_refine(search, s->world, path, 20, NULL) != WEND_OK) abort();
        int32_t count;
        const wend_tile* tiles = wend_path_tiles(path, &count);
        for (int32_t i = 1; i < count && result == WEND_OK; i++)
            if (!wend_grid_can_step(grid, tiles[i - 1], tiles[i])) abort();
        s->found += wend_path_outcome(path) == WEND_FOUND;
        s->partial += wend_path_outcome(path) == WEND_PARTIAL;
    }
    wend_grid_destroy(grid);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

static void queries_go_on_while_regions_come_and_go(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("noise 500x500 8 whole 15 12", 3);
    shared s = {.world = d.world, .recipe = d.recipe};
    pthread_t threads[3];
    for (int32_t i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_shared, &s), 0);
    for (int32_t i = 0; i < 80 || s.found < 20 || s.partial < 20; i++) {
        if (rng_chance(&d.r, 55))
            assert_ok(wend_world_load(d.world, random_area(&d, 200), true, NULL));
        else
            assert_ok(wend_world_unload(d.world, random_area(&d, 200)));
    }
    s.ends = true;
    for (int32_t i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    clear(&d);
    files_leave();
}

static void a_query_in_slices_is_stale_after_an_unload(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 400x400 8 whole 15 12", 2);
    assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
    wend_query q = wend_default_query((wend_tile){5, 5}, (wend_tile){390, 390});
    q.algorithm = WEND_EXACT;
    bool done = false;
    for (int32_t unloads = 0; unloads < 2; unloads++) {
        assert_ok(wend_search_begin(d.search, d.world, &q));
        assert_ok(wend_search_step(d.search, 1, &done));
        assert_ok(wend_world_load(d.world, all_of(d.grid), false, NULL));
        if (unloads) assert_ok(wend_world_unload(d.world, (wend_rect){200, 200, 1, 1}));
        assert_int_equal(wend_search_step(d.search, 1, &done), unloads ? WEND_ERROR_STALE : WEND_OK);
        assert_int_equal(wend_search_finish(d.search, d.path, NULL), unloads ? WEND_ERROR_STALE : WEND_OK);
    }
    clear(&d);
    files_leave();
}

// ---- refusals

static void arguments_and_other_worlds_are_refused(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("open 400x400 8 whole 15 12", 2);
    wend_stream_def def = wend_default_stream_def();
    wend_world* world = NULL;
    wend_error error;
    const wend_rect areas[] = {{-1, 0, 2, 2}, {0, 0, 0, 1}, {399, 0, 2, 1}, {0, 400, 1, 1}, {5, 5, 1, -1}};
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        assert_int_equal(wend_world_load(d.world, areas[i], false, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_world_unload(d.world, areas[i]), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_world_load_ahead(d.world, &areas[i], 1, &(int32_t){0}, NULL),
                         WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_world_load(d.whole, all_of(d.grid), false, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_unload(d.whole, all_of(d.grid)), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_budget(d.whole, 5), WEND_ERROR_ARGUMENT);
    assert_true(wend_world_is_loaded(d.whole, (wend_tile){5, 5}));
    assert_false(wend_world_is_loaded(d.whole, (wend_tile){400, 5}));
    assert_int_equal(wend_world_region(d.whole, (wend_tile){5, 5}).width, 0);
    assert_int_equal(wend_world_region(d.world, (wend_tile){-1, 5}).width, 0);
    assert_int_equal(wend_world_get_stream_info(d.whole).columns, 0);
    def.region_level = 9;
    assert_int_equal(wend_world_stream("world", &def, &world, &error), WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_stream("nothing", &def, &world, &error), WEND_ERROR_IO);
    def.region_level = 1;
    assert_int_equal(wend_world_stream("world", &def, &world, &error), WEND_ERROR_ARGUMENT);
    def = (wend_stream_def){0};
    assert_int_equal(wend_world_stream("world", &def, &world, &error), WEND_ERROR_DEF);
    def = wend_default_stream_def();
    map_recipe recipe = map_recipe_of("open 40x40 8 whole 31 12"); // one level
    wend_world* small = map_make_world(&recipe);
    assert_ok(wend_world_save(small, "small", NULL));
    wend_world_destroy(small);
    assert_int_equal(wend_world_stream("small", &def, &world, &error), WEND_ERROR_UNSUPPORTED);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    recipe = map_recipe_of("open 400x400 8 whole 15 12");
    wend_world* tank = world_with_profiles(map_make(&recipe), &profile, 1);
    assert_ok(wend_world_save(tank, "tank", NULL));
    wend_world_destroy(tank);
    assert_int_equal(wend_world_stream("tank", &def, &world, &error), WEND_ERROR_UNSUPPORTED);
    assert_null(world);
    // What needs all ground.
    wend_query q = wend_default_query((wend_tile){5, 5}, (wend_tile){390, 390});
    q.algorithm = WEND_ASTAR;
    assert_int_equal(wend_find_path(d.search, d.world, &q, d.path, NULL), WEND_ERROR_NOT_LOADED);
    q.algorithm = WEND_EXACT;
    assert_int_equal(wend_find_path(d.search, d.world, &q, d.path, NULL), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_world_save(d.world, "copy", NULL), WEND_ERROR_NOT_LOADED);
    assert_true(map_hash(d.world) == 0);
    clear(&d);
    files_leave();
}

static void survives_every_failing_allocation(void** state) {
    (void)state;
    files_enter();
    desk d = big_desk("rooms 400x400 8 unit 15 12", 2);
    int32_t failures = 0;
    bool done = false;
    for (int64_t fail_at = 1; !done; fail_at++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_stream_def def = wend_default_stream_def();
        def.allocator = &allocator;
        memory.fail_at = fail_at;
        wend_world* world = NULL;
        wend_result result = wend_world_stream("world", &def, &world, NULL);
        if (result == WEND_OK) result = wend_world_load(world, (wend_rect){100, 100, 100, 100}, false, NULL);
        done = result == WEND_OK;
        failures += !done;
        if (!done) assert_int_equal(result, WEND_ERROR_MEMORY);
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 10);
    clear(&d);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_not_needed_for_longest_is_unloaded),
        cmocka_unit_test(an_area_loads_the_regions_that_have_its_tiles),
        cmocka_unit_test(unloaded_ground_goes_back_to_the_system),
        cmocka_unit_test(edits_see_ledges_and_links_that_are_not_loaded),
        cmocka_unit_test(searches_of_the_grid_need_all_ground),
        cmocka_unit_test(crowds_need_all_ground),
        cmocka_unit_test(regions_of_a_path_of_another_world),
        cmocka_unit_test(a_refresh_adds_levels),
        cmocka_unit_test(a_refresh_drops_the_level_of_the_regions),
        cmocka_unit_test(edits_need_their_ground),
        cmocka_unit_test(ground_beside_edits_can_be_loaded_again),
        cmocka_unit_test(edits_stay_while_other_ground_goes),
        cmocka_unit_test(queries_go_on_while_regions_come_and_go),
        cmocka_unit_test(a_query_in_slices_is_stale_after_an_unload),
        cmocka_unit_test(arguments_and_other_worlds_are_refused),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return run_unit_tests(tests);
}
