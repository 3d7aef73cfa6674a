// ground_fixture.h: ground of several pieces, a house of two floors, and what paths over them cost.
#ifndef WEND_TEST_GROUND_FIXTURE_H
#define WEND_TEST_GROUND_FIXTURE_H
#include <string.h>

#include "unit.h"
#include "wend/wend.h"

static inline wend_grid_def grid_def_of(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.class_costs[2] = 2;
    def.class_costs[3] = 5;
    return def;
}

// Two pieces of ground at the left and above the first one, with a gap that a corridor crosses.
static inline wend_world* wide_world(void) {
    wend_grid_def def = grid_def_of(100, 80);
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    static uint8_t ones[300 * 300];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_add_ground(world, (wend_rect){-400, -300, 120, 150}, ones, 0));
    assert_ok(wend_world_add_ground(world, (wend_rect){-281, -200, 283, 3}, ones, 0)); // the corridor
    assert_ok(wend_world_add_ground(world, (wend_rect){0, -200, 3, 201}, ones, 0));
    assert_ok(wend_world_refresh(world, 0, NULL));
    return world;
}

static inline double cost_between(const wend_world* world, wend_tile from, wend_tile to,
                                  wend_algorithm algorithm) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(from, to);
    query.algorithm = algorithm;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    double cost = -1;
    if (wend_path_outcome(path) == WEND_FOUND) {
        int32_t count = 0, waypoint_count = 0;
        const wend_tile* tiles = wend_path_tiles(path, &count);
        const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
        const wend_grid* grid = wend_world_grid(world);
        assert_true(tiles[0].x == from.x && tiles[0].y == from.y);
        assert_true(tiles[count - 1].x == to.x && tiles[count - 1].y == to.y);
        for (int32_t i = 1; i < count && count > 2; i++) // two tiles: of a link
            assert_true(wend_grid_can_step(grid, tiles[i - 1], tiles[i]));
        const wend_vec2 first = wend_grid_center(grid, from), last = wend_grid_center(grid, to);
        assert_null(wend_path_waypoint_floors(path, &(int32_t){0})); // there is one floor
        assert_true(waypoints[0].x == first.x && waypoints[0].y == first.y);
        assert_true(waypoints[waypoint_count - 1].x == last.x && waypoints[waypoint_count - 1].y == last.y);
        cost = wend_path_cost(path);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
}

static const wend_tile far_tile = {-390, -290, 0}, near_tile = {90, 70, 0};

// Two floors of 40 x 30 tiles of class 1, with a link from each to the other.
static inline wend_world* house(void) {
    wend_grid_def def = grid_def_of(40, 30);
    def.floors = 2;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_create(&def, &grid));
    const wend_link up = wend_default_link((wend_tile){39, 29, 0}, (wend_tile){39, 29, 1}, 3),
                    down = wend_default_link((wend_tile){0, 0, 1}, (wend_tile){0, 0, 0}, 3);
    assert_ok(wend_grid_add_link(grid, &up, NULL));
    assert_ok(wend_grid_add_link(grid, &down, NULL));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

static inline void add_ones(wend_world* world, wend_rect area) {
    static uint8_t ones[200 * 200];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_world_add_ground(world, area, ones, 0));
}
#endif
