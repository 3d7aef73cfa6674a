// stream_ends.c: what does a streamed world say of ends that give way, of several goals and of areas, while
// little of it is loaded? What it says holds in a world that is loaded whole.
#include <stdio.h>

#include "files.h"
#include "files/first_check.h"
#include "search/nearest_tile.h"
#include "unit.h"
#include "wend/wend.h"

typedef struct desk {
    wend_world *whole, *world; // the same map, loaded whole and streamed
    wend_search* search;
    wend_path *path, *other;
} desk;

static desk desk_of(wend_world* whole) {
    desk d = {.whole = whole, .search = new_search(), .path = new_path(), .other = new_path()};
    wend_stream_def def = wend_default_stream_def();
    wend_error error;
    files_enter();
    assert_ok(wend_world_save(whole, "world", NULL));
    def.region_level = 2;
    if (wend_world_stream("world", &def, &d.world, &error) != WEND_OK) fail_msg("%s", error.text);
    return d;
}

static void clear(desk* d) {
    wend_path_destroy(d->other);
    wend_path_destroy(d->path);
    wend_search_destroy(d->search);
    wend_world_destroy(d->world);
    wend_world_destroy(d->whole);
    files_leave();
}

static void load(const desk* d, wend_rect area) {
    wend_error error;
    if (wend_world_load(d->world, area, false, &error) != WEND_OK) fail_msg("%s", error.text);
}

static wend_rect all_of(const desk* d) {
    const wend_grid* grid = wend_world_grid(d->whole);
    return (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)};
}

// True when ground is missing that may hold a tile as near to another as some distance.
static bool misses_ground(const desk* d, wend_tile tile, int64_t distance) {
    const wendi_graph* graph = &d->world->graph;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++) {
        const wend_rect area = wendi_cluster_rect(&graph->clusters, c);
        if (!wendi_is_here(graph, 1, c) &&
            wendi_straight_between(d->world->grid->connectivity, (wend_rect){tile.x, tile.y, 1, 1}, area) <=
                distance)
            return true;
    }
    return false;
}

// The nearest passable tile is found as long as no other ground can hold a nearer one, and only then.
static void tiles_give_way_within_loaded_ground(void** state) {
    (void)state;
    int32_t answered = 0, refused = 0, beside_gaps = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        char text[MAP_RECIPE_TEXT];
        snprintf(text, sizeof text, "islands 420x390 %s unit %d 1%d", seed % 2 ? "8" : "hex_odd_r",
                 seed % 3 ? 15 : 31, (int)seed);
        map_recipe recipe = map_recipe_of(text);
        desk d = desk_of(map_make_world(&recipe));
        const wend_grid* grid = wend_world_grid(d.whole);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 40; i++) {
            const wend_tile at = map_random_tile(grid, &r), tile = map_random_tile(grid, &r);
            const wend_rect area = {at.x, at.y, 1, 1};
            if (rng_chance(&r, 70))
                load(&d, area);
            else
                assert_ok(wend_world_unload(d.world, area));
            if (wend_grid_passable(grid, tile)) continue;
            const double radius = rng_chance(&r, 50) ? 30 : 400;
            wend_tile expected = {-1, -1}, found = {-1, -1};
            wendi_snap(grid, tile, radius, &expected);
            const int64_t distance = expected.x < 0 ? (int64_t)(4 * radius * radius)
                                                    : wendi_straight(grid->connectivity, tile, expected);
            const wend_result result =
                wendi_snap_on_world(&d.world->graph, d.world->grid, tile, radius, &found);
            const bool misses = misses_ground(&d, tile, distance);
            assert_on(&recipe, result == (misses ? WEND_ERROR_NOT_LOADED : WEND_OK));
            refused += misses;
            if (misses) continue;
            assert_on(&recipe, found.x == expected.x && found.y == expected.y);
            answered++;
            beside_gaps += misses_ground(&d, tile, (int64_t)(4 * radius * radius));
        }
        clear(&d);
    }
    assert_true(answered > 20 && refused > 20 && beside_gaps > 10);
}

// Two fields, and a wall between them with a door far away.
static desk walled(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 700;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){350, 0, 3, 600}, 0));
    assert_ok(wend_grid_fill(grid, (wend_rect){500, 95, 11, 11}, 0));
    return desk_of(build_world(grid));
}

// A path to one of several goals may lead over ground that is not loaded, so it cannot be said which goal is
// the nearest; it is never said that there is none.
static void several_goals_need_the_ground_between(void** state) {
    (void)state;
    desk d = walled();
    const wend_tile start = {20, 30}, goals[] = {{660, 600}, {640, 620}};
    wend_query several = wend_default_query(start, goals[0]), area = several, near = several;
    several.goals = goals;
    several.goal_count = 2;
    area.goal_area = (wend_rect){640, 600, 4, 3};
    near.goal_area = (wend_rect){30, 40, 4, 3};
    load(&d, (wend_rect){20, 30, 1, 1});
    assert_int_equal(wend_find_path(d.search, d.world, &several, d.path, NULL), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_find_path(d.search, d.world, &area, d.path, NULL), WEND_ERROR_NOT_LOADED);
    load(&d, (wend_rect){630, 590, 40, 40});
    assert_int_equal(wend_find_path(d.search, d.world, &several, d.path, NULL), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_find_path(d.search, d.world, &area, d.path, NULL), WEND_ERROR_NOT_LOADED);
    for (int32_t i = 0; i < 3; i++) {
        if (i == 1) load(&d, all_of(&d));
        const wend_query* query = i == 0 ? &near : i == 1 ? &several : &area;
        assert_ok(wend_find_path(d.search, d.world, query, d.path, NULL));
        assert_ok(wend_find_path(d.search, d.whole, query, d.other, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
        const wend_tile a = wend_path_goal_tile(d.path), b = wend_path_goal_tile(d.other);
        assert_tile(a, b.x, b.y);
    }
    clear(&d);
}

// The goal is blocked, which shows when its ground is loaded. Then the tile nearest to it takes its place.
static void a_goal_gives_way_when_it_is_loaded(void** state) {
    (void)state;
    for (int32_t radius = 3; radius <= 10; radius += 7) {
        desk d = walled();
        wend_query query = wend_default_query((wend_tile){20, 30}, (wend_tile){505, 100});
        query.snap = (float)radius;
        load(&d, (wend_rect){20, 30, 1, 1});
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
        assert_int_equal(wend_path_get_rest(d.path), WEND_REST_WAITING);
        for (int32_t i = 0; i < 60 && wend_path_get_rest(d.path) == WEND_REST_WAITING; i++) {
            wend_rect regions[20];
            int32_t count = 0;
            assert_ok(wend_path_regions(d.search, d.world, d.path, 20, regions, &count));
            for (int32_t k = 0; k < count; k++) load(&d, regions[k]);
            assert_ok(wend_path_refine(d.search, d.world, d.path, 4000, NULL));
        }
        assert_ok(wend_find_path(d.search, d.whole, &query, d.other, NULL));
        if (radius < 6) { // nothing passable is so near
            assert_int_equal(wend_path_outcome(d.other), WEND_GOAL_BLOCKED);
            assert_int_equal(wend_path_get_rest(d.path), WEND_REST_BROKEN);
        } else {
            assert_int_equal(wend_path_outcome(d.other), WEND_FOUND);
            assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
            const wend_tile a = wend_path_goal_tile(d.path), b = wend_path_goal_tile(d.other);
            assert_tile(a, b.x, b.y);
            int32_t count;
            const wend_tile* tiles = wend_path_tiles(d.path, &count);
            assert_tile(tiles[count - 1], b.x, b.y);
        }
        clear(&d);
    }
}

// In the middle of a lake and in a house without doors, no node of the goal's cluster can be reached, but a
// tile beside the lake.
static void no_route_is_said_only_when_nothing_near_has_one(void** state) {
    (void)state;
    const map_recipe recipe = map_recipe_of("open 600x560 8 unit 31 1");
    wend_world* whole = map_make_world(&recipe);
    const wend_edit lake[] = {wend_edit_tiles((wend_rect){250, 200, 200, 200}, 0),
                              wend_edit_tiles((wend_rect){300, 260, 100, 80}, 1)};
    assert_ok(wend_world_edit(whole, lake, 2, NULL));
    assert_ok(wend_world_refresh(whole, 0, NULL));
    desk d = desk_of(whole);
    load(&d, (wend_rect){10, 10, 1, 1});
    int32_t without = 0, waiting = 0;
    for (int32_t y = 205; y < 395; y += 7)
        for (int32_t x = 255; x < 445; x += 7) {
            wend_query query = wend_default_query((wend_tile){10, 10}, (wend_tile){x, y});
            if (wend_grid_passable(whole->grid, query.goal)) continue;
            query.snap = 30;
            assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
            assert_ok(wend_find_path(d.search, d.whole, &query, d.other, NULL));
            const bool no_route = wend_path_outcome(d.path) == WEND_NO_ROUTE;
            assert_true(no_route || wend_path_outcome(d.path) == WEND_PARTIAL);
            assert_true(!no_route || wend_path_outcome(d.other) != WEND_FOUND);
            without += no_route;
            waiting += !no_route;
        }
    assert_true(without > 0 && waiting > 200);
    clear(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_give_way_within_loaded_ground),
        cmocka_unit_test(several_goals_need_the_ground_between),
        cmocka_unit_test(a_goal_gives_way_when_it_is_loaded),
        cmocka_unit_test(no_route_is_said_only_when_nothing_near_has_one),
    };
    return run_unit_tests(tests);
}
