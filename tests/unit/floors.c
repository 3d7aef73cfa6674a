// floors.c: maps of several floors: the same tiles, steps, links and paths as on the union of the floors.
#include <math.h>
#include <string.h>

#include "claims_fixture.h"
#include "crowd_fixture.h"
#include "files.h"
#include "grid/grid.h"
#include "maps.h"
#include "rng.h"
#include "wend/private.h"
#include "wend/wend.h"

enum { WIDTH = 40, HEIGHT = 37, FLOORS = 3 };

static wend_grid* building(wend_connectivity connectivity) {
    wend_grid_def def = wend_default_grid_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.floors = FLOORS;
    def.connectivity = connectivity;
    def.class_costs[2] = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static void assert_at_floor(wend_tile tile, int32_t x, int32_t y, int32_t floor) {
    assert_int_equal(tile.x, x);
    assert_int_equal(tile.y, y);
    assert_int_equal(tile.floor, floor);
}

static void tiles_go_to_the_sheet_and_back(void** state) {
    (void)state;
    for (int32_t k = 0; k < WEND_CONNECTIVITY_COUNT; k++) {
        wend_grid* grid = building((wend_connectivity)k);
        for (uint16_t floor = 0; floor < FLOORS; floor++)
            for (int32_t y = 0; y < HEIGHT; y++) {
                const wend_tile tile = {y % WIDTH, y, floor}, on_sheet = wendi_to_sheet(&grid->floors, tile);
                assert_true(wendi_sheet_contains(grid, on_sheet) &&
                            wendi_is_floor_row(&grid->floors, on_sheet.y));
                assert_at_floor(wendi_from_sheet(&grid->floors, on_sheet), tile.x, y, floor);
                const wend_vec2 at = wendi_sheet_center(grid, on_sheet), shown = wend_grid_center(grid, tile);
                assert_int_equal(wendi_floor_at(&grid->floors, at), floor);
                assert_true(fabsf(wendi_position_from_sheet(&grid->floors, at, floor).y - shown.y) < 1e-3f);
                wend_tile found;
                assert_ok(wend_grid_tile_at_floor(grid, shown, floor, &found));
                assert_at_floor(found, tile.x, y, floor);
            }
        for (int32_t floor = 0; floor < FLOORS; floor++) {
            assert_ok(wend_grid_fill(grid, (wend_rect){3, 5, 1, 1, .floor = (uint16_t)floor}, 2));
            for (int32_t y = 0; y < HEIGHT; y++) {
                const uint8_t* row = wend_grid_floor_row(grid, floor, y);
                for (int32_t x = 0; x < WIDTH; x++) assert_int_equal(row[x] == 2, x == 3 && y == 5);
            }
            assert_ok(wend_grid_fill(grid, (wend_rect){3, 5, 1, 1, .floor = (uint16_t)floor}, 1));
        }
        assert_ptr_equal(wend_grid_row(grid, 5), wend_grid_floor_row(grid, 0, 5));
        assert_null(wend_grid_floor_row(grid, FLOORS, 0));
        assert_null(wend_grid_floor_row(grid, -1, 0));
        assert_null(wend_grid_floor_row(grid, 1, HEIGHT));
        assert_null(wend_grid_floor_row(NULL, 0, 0));
        assert_int_equal(wendi_to_sheet(&grid->floors, (wend_tile){0, HEIGHT, 0}).y, -1);
        assert_int_equal(wendi_to_sheet(&grid->floors, (wend_tile){0, 0, FLOORS}).y, -1);
        const wend_rect all = {0, 0, WIDTH, grid->height, 0},
                        first = wendi_area_from_sheet(&grid->floors, all);
        assert_true(first.height == HEIGHT && first.floor == 0);
        const wend_rect gap = {0, HEIGHT, WIDTH, 5, 0}, next = wendi_area_from_sheet(&grid->floors, gap);
        assert_true(next.floor == 1 && next.y == 0 && next.height > 0);
        wend_grid_destroy(grid);
    }
}

static void a_grid_knows_its_floors(void** state) {
    (void)state;
    wend_grid* grid = building(WEND_CONNECTIVITY_8);
    assert_int_equal(wend_grid_floors(grid), FLOORS);
    assert_int_equal(wend_grid_height(grid), HEIGHT);
    assert_int_equal(wend_grid_passable_count(grid), FLOORS * WIDTH * HEIGHT);
    assert_int_equal(wend_grid_class_counts(grid)[0], 0); // nothing between the floors is counted
    assert_ok(wend_grid_fill(grid, (wend_rect){3, 30, 5, 7, 1}, 2));
    assert_int_equal(wend_grid_class(grid, (wend_tile){3, 36, 1}), 2);
    assert_int_equal(wend_grid_class(grid, (wend_tile){3, 36, 0}), 1);
    assert_int_equal(wend_grid_class(grid, (wend_tile){3, 36, 2}), 1);
    assert_true(wend_grid_fill(grid, (wend_rect){3, 30, 5, 8, 1}, 2) == WEND_ERROR_ARGUMENT);
    assert_true(wend_grid_fill(grid, (wend_rect){3, 30, 5, 7, FLOORS}, 2) == WEND_ERROR_ARGUMENT);
    assert_false(wend_grid_contains(grid, (wend_tile){3, HEIGHT, 0}));
    assert_false(wend_grid_contains(grid, (wend_tile){3, 3, FLOORS}));
    assert_false(wend_grid_can_step(grid, (wend_tile){3, HEIGHT - 1, 0}, (wend_tile){3, HEIGHT, 0}));
    assert_ok(wend_grid_set_wall(grid, (wend_tile){5, 5, 2}, (wend_tile){6, 5, 2}, true));
    assert_false(wend_grid_can_step(grid, (wend_tile){5, 5, 2}, (wend_tile){6, 5, 2}));
    assert_true(wend_grid_can_step(grid, (wend_tile){5, 5, 1}, (wend_tile){6, 5, 1}));
    uint8_t row[2];
    assert_ok(wend_grid_read(grid, (wend_rect){2, 36, 2, 1, 1}, row, 0));
    assert_true(row[0] == 1 && row[1] == 2);
    assert_ok(wend_grid_set_floor_height(grid, 2, 6.5f));
    assert_true(wend_grid_floor_height(grid, 2) == 6.5f && wend_grid_floor_height(grid, 1) == 0);
    assert_true(wend_grid_set_floor_height(grid, FLOORS, 1) == WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void bad_floors_are_refused(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    wend_grid* grid = NULL;
    def.width = def.height = 8;
    def.floors = -1;
    assert_true(wend_grid_create(&def, &grid) == WEND_ERROR_ARGUMENT);
    def.floors = WEND_MAX_FLOORS + 1;
    assert_true(wend_grid_create(&def, &grid) == WEND_ERROR_LIMIT);
    def.floors = 3;
    def.height = WEND_MAX_SIDE / 2;
    assert_true(wend_grid_create(&def, &grid) == WEND_ERROR_LIMIT);
    def.height = 8;
    def.floors = 1;
    assert_ok(wend_grid_create(&def, &grid));
    assert_int_equal(wend_grid_floors(grid), 1);
    // A program that knows nothing of floors may leave them unset.
    assert_true(wend_grid_contains(grid, (wend_tile){1, 1, 1}));
    assert_ok(wend_grid_fill(grid, (wend_rect){1, 1, 1, 1, 1}, 1));
    wend_world* world = build_world(grid);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0, 1}, (wend_tile){5, 5, 7});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_at_floor(wend_path_goal_tile(path), 5, 5, 0);
    const wend_tile goals[] = {{5, 5}, {5, 5, 2}};
    query = wend_default_query((wend_tile){0, 0}, goals[0]);
    query.goals = goals;
    query.goal_count = 2;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_at_floor(wend_path_goal_tile(path), 5, 5, 0);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// A stair from floor 0 to 1, and a ramp from 1 to 2.
static wend_grid* house(void) {
    wend_grid* grid = building(WEND_CONNECTIVITY_8);
    wend_link up = wend_default_link((wend_tile){2, 2, 0}, (wend_tile){3, 2, 1}, 4);
    int32_t id = -1;
    assert_ok(wend_grid_add_link(grid, &up, &id));
    assert_at_floor(wend_grid_find_link(grid, id)->to, 3, 2, 1);
    const wend_seam ramp = wend_default_seam((wend_tile){10, 20, 1}, (wend_tile){30, 20, 1},
                                             (wend_tile){10, 21, 2}, (wend_tile){30, 21, 2});
    assert_int_equal(wend_seam_length(&ramp), 21);
    assert_ok(wend_grid_add_seam(grid, &ramp, &id));
    assert_at_floor(wend_grid_find_link(grid, id)->to, 10, 21, 2);
    assert_at_floor(wend_grid_find_link(grid, id + 1)->to, 10, 20, 1);
    int32_t count = 0;
    wend_grid_links(grid, &count);
    assert_int_equal(count, 1 + 2 * 21);
    return grid;
}

static void paths_lead_from_floor_to_floor(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){2, 2, 0}, (wend_tile){3, 30, 2});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_true(wend_path_outcome(path) == WEND_FOUND);
    // 4 for the stair; 7 diagonal and 11 straight steps to the ramp, one over it, 7 and 2 to the goal.
    assert_true(fabs(wend_path_cost(path) - (4 + 14 * sqrt(2) + 14)) < 1e-6);
    int32_t count = 0, points = 0, floors = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    assert_at_floor(tiles[0], 2, 2, 0);
    assert_at_floor(tiles[1], 3, 2, 1);
    assert_at_floor(tiles[count - 1], 3, 30, 2);
    assert_at_floor(wend_path_goal_tile(path), 3, 30, 2);
    const wend_vec2* waypoints = wend_path_waypoints(path, &points);
    const uint16_t* on = wend_path_waypoint_floors(path, &floors);
    assert_int_equal(points, floors);
    assert_true(on[0] == 0 && on[1] == 1 && on[points - 1] == 2);
    assert_true(waypoints[points - 1].x == 3.5f && waypoints[points - 1].y == 30.5f);
    assert_true(wend_world_connected(world, (wend_tile){0, 0, 2}, (wend_tile){0, 0, 1}));
    assert_false(wend_world_connected(world, (wend_tile){0, 0, 2}, (wend_tile){0, 0, 0}));
    // The way down ends before the stair, which leads up only.
    wend_query down = wend_default_query((wend_tile){3, 30, 2}, (wend_tile){2, 2, 0});
    down.partial = true;
    assert_ok(wend_find_path(search, world, &down, path, NULL));
    assert_true(wend_path_outcome(path) == WEND_PARTIAL);
    tiles = wend_path_tiles(path, &count);
    assert_at_floor(tiles[count - 1], 2, 2, 1); // of the nearest floor
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void a_seam_costs_what_a_step_costs(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query over = wend_default_query((wend_tile){20, 20, 1}, (wend_tile){20, 21, 2});
    assert_ok(wend_find_path(search, world, &over, path, NULL));
    assert_true(wend_path_cost(path) == 1);
    const wend_edit mud = wend_edit_tiles((wend_rect){0, 21, WIDTH, 1, 2}, 2); // costs 3
    assert_ok(wend_world_edit(world, &mud, 1, NULL));
    assert_ok(wend_find_path(search, world, &over, path, NULL));
    assert_true(wend_path_cost(path) == 3);
    int32_t count = 0;
    const wend_path_link* taken = wend_path_links(path, &count);
    assert_true(count == 1 && wend_grid_link_cost(wend_world_grid(world), taken[0].id) == 3);
    assert_true(wend_grid_link_cost(wend_world_grid(world), 0) == 4);      // the stair
    assert_true(wend_grid_link_cost(wend_world_grid(world), 999999) == 0); // none
    const wend_query back = wend_default_query((wend_tile){20, 21, 2}, (wend_tile){20, 20, 1});
    assert_ok(wend_find_path(search, world, &back, path, NULL));
    assert_true(wend_path_cost(path) == 1);
    assert_ok(wend_world_set_class_cost(world, 0, 2, 2));
    assert_ok(wend_find_path(search, world, &over, path, NULL));
    assert_true(wend_path_cost(path) == 2);
    // A blocked pair is closed, the one beside it is open.
    const wend_edit block = wend_edit_tiles((wend_rect){20, 21, 1, 1, 2}, 0);
    assert_ok(wend_world_edit(world, &block, 1, NULL));
    const wend_query beside = wend_default_query((wend_tile){20, 20, 1}, (wend_tile){20, 22, 2});
    assert_ok(wend_find_path(search, world, &beside, path, NULL));
    assert_true(wend_path_outcome(path) == WEND_FOUND && wend_path_cost(path) > 4);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

enum { WIDE = 300 };

// The same map, built anew.
static wend_world* built_again(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = WIDE;
    def.floors = wend_grid_floors(grid);
    def.least_cost = 1, def.greatest_cost = 64; // so that units do not depend on the costs
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    wend_grid* again = NULL;
    assert_ok(wend_grid_create(&def, &again));
    static uint8_t classes[WIDE * WIDE];
    for (int32_t f = 0; f < def.floors; f++) {
        const wend_rect floor = {0, 0, WIDE, WIDE, (uint16_t)f};
        assert_ok(wend_grid_read(grid, floor, classes, WIDE));
        assert_ok(wend_grid_write(again, floor, classes, WIDE));
    }
    assert_ok(wend_grid_copy_connections(grid, again));
    return build_world(again);
}

static void assert_as_built_again(wend_world* world) {
    assert_ok(wend_world_refresh(world, 0, NULL));
    wend_world* again = built_again(world);
    assert_true(wend_world_hash(again) == wend_world_hash(world));
    wend_world_destroy(again);
}

// A wide seam is an entrance: it has nodes at some of its pairs, on each level, wherever its tiles are cheap,
// and others once tiles of either side, walls or links change.
static void a_wide_seam_is_an_entrance(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = WIDE;
    def.floors = 2;
    def.class_costs[2] = 3;
    def.class_costs[3] = 50;
    def.least_cost = 1, def.greatest_cost = 64;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    const wend_seam seam = wend_default_seam((wend_tile){20, 70, 0}, (wend_tile){270, 70, 0},
                                             (wend_tile){290, 280, 1}, (wend_tile){290, 30, 1});
    wend_world* before = build_world(grid);
    wend_world* world = built_again(before);
    int32_t first = -1;
    assert_ok(wend_world_add_seam(world, &seam, &first));
    assert_as_built_again(world);
    for (int32_t level = 1; level <= 3; level++) {
        const int64_t nodes = wend_world_get_level_info(world, level).node_count -
                              wend_world_get_level_info(before, level).node_count;
        assert_true(nodes > 0 && nodes <= 2 * (level < 3 ? 64 : 44)); // of 2 x 251 tiles
    }
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded(5);
    for (int32_t i = 0; i < 40; i++) {
        const int32_t at = rng_below(&r, 240);
        const wend_tile a = {20 + at, 70, 0}, b = {290, 280 - at, 1}, left = {19 + at, 70, 0};
        const wend_rect area[2] = {{a.x, a.y, 1 + i % 9, 1, 0}, {b.x, b.y - i % 9, 1, 1 + i % 9, 1}};
        wend_edit edit = wend_edit_tiles(area[i / 2 % 2], (uint8_t)(i % 4));
        if (i % 7 == 6) edit = wend_edit_wall(left, a, true);
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
        if (i % 10 == 3) assert_ok(wend_world_set_class_cost(world, 0, 3, (float)(2 + i)));
        if (i % 10 == 5) assert_ok(wend_world_remove_link(world, first + 2 * at));
        if (i % 10 == 8) assert_ok(wend_world_set_link(world, first + 2 * at + 4, 0, false));
        if (i % 3 == 0) assert_as_built_again(world);
        wend_query query = wend_default_query((wend_tile){rng_below(&r, WIDE), rng_below(&r, 40), 0},
                                              (wend_tile){rng_below(&r, 240), rng_below(&r, WIDE), 1});
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_true(wend_path_outcome(path) == WEND_FOUND);
        const int64_t cost = wend_path_integer_cost(path);
        query.algorithm = WEND_EXACT;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const int64_t least = wend_path_integer_cost(path);
        assert_true(cost >= least && cost <= least + least / 50);
        // Beside the seam, an exact search takes no longer.
        query.start = (wend_tile){20 + at, 71 + i % 20, 0}, query.goal = (wend_tile){b.x + 1, b.y - 13, 1};
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const int64_t nearest = wend_path_integer_cost(path);
        query.algorithm = WEND_HPA;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_true(wend_path_integer_cost(path) == nearest);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    wend_world_destroy(before);
}

static void bad_seams_are_refused(void** state) {
    (void)state;
    wend_grid* grid = building(WEND_CONNECTIVITY_8);
    const wend_tile a = {5, 5, 0}, a_end = {9, 5, 0}, b = {5, 7, 1};
    const wend_seam bad[] = {
        wend_default_seam(a, a_end, b, (wend_tile){8, 7, 1}),                              // another length
        wend_default_seam(a, (wend_tile){9, 6, 0}, b, (wend_tile){9, 8, 1}),               // no row
        wend_default_seam(a, (wend_tile){9, 5, 1}, b, (wend_tile){9, 7, 1}),               // on two floors
        wend_default_seam(a, a_end, b, (wend_tile){9, 7, 2}),                              //
        wend_default_seam(a, a_end, (wend_tile){5, 7, 3}, (wend_tile){9, 7, 3}),           // no floor
        wend_default_seam(a, a_end, (wend_tile){36, 7, 1}, (wend_tile){40, 7, 1}),         // off the map
        wend_default_seam(a, a_end, (wend_tile){5, HEIGHT, 0}, (wend_tile){9, HEIGHT, 0}), // below it
        wend_default_seam(a, a_end, a_end, a),                                             // the same tile
    };
    int32_t count = -1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_true(wend_grid_add_seam(grid, &bad[i], NULL) == WEND_ERROR_ARGUMENT);
    wend_grid_links(grid, &count);
    assert_int_equal(count, 0);
    wend_link into_the_void = wend_default_link(a, (wend_tile){5, 5, FLOORS}, 1);
    assert_true(wend_grid_add_link(grid, &into_the_void, NULL) == WEND_ERROR_ARGUMENT);
    assert_ok(wend_grid_fill(grid, (wend_rect){5, 7, 5, 1, 1}, 0));
    wend_link to_blocked = wend_default_link(a, b, 1);
    assert_true(wend_grid_add_link(grid, &to_blocked, NULL) == WEND_ERROR_ARGUMENT);
    const wend_seam onto_blocked = wend_default_seam(a, a_end, b, (wend_tile){9, 7, 1});
    assert_ok(wend_grid_add_seam(grid, &onto_blocked, NULL)); // closed until its tiles are passable
    wend_world* world = build_world(grid);
    assert_false(wend_world_connected(world, a, (wend_tile){0, 0, 1}));
    const wend_edit open = wend_edit_tiles((wend_rect){7, 7, 1, 1, 1}, 1);
    assert_ok(wend_world_edit(world, &open, 1, NULL));
    assert_true(wend_world_connected(world, a, (wend_tile){0, 0, 1}));
    assert_true(wend_world_connected(world, (wend_tile){0, 0, 1}, a));
    wend_world_destroy(world);
}

// A walker and its crowd come up the stair, and nobody on another floor is in the way.
static void agents_walk_from_floor_to_floor(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_crowd* crowd = new_crowd(world);
    wend_agent body = {.position = {0.5f, 0.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.3f};
    wend_agent_id walker, above;
    assert_ok(wend_crowd_add(crowd, &body, &walker));
    body.floor = 2;
    assert_ok(wend_crowd_add(crowd, &body, &above)); // at the same place, two floors up
    assert_int_equal(wend_crowd_agent(crowd, above)->floor, 2);
    assert_true(wend_crowd_agent(crowd, above)->position.y == 0.5f);
    body.floor = FLOORS;
    wend_agent_id none;
    assert_true(wend_crowd_add(crowd, &body, &none) == WEND_ERROR_ARGUMENT);
    body.floor = 0;
    body.position.y = HEIGHT + 1.5f; // floor 1 on the sheet
    assert_true(wend_crowd_add(crowd, &body, &none) == WEND_ERROR_ARGUMENT);
    assert_ok(wend_crowd_send(crowd, walker, (wend_tile){3, 30, 2}));
    bool seen[FLOORS] = {false};
    for (int32_t i = 0; i < 4000 && wend_crowd_state(crowd, walker) != WEND_AGENT_ARRIVED; i++) {
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
        const wend_agent* agent = wend_crowd_agent(crowd, walker);
        wend_tile under;
        assert_ok(wend_grid_tile_at_floor(wend_world_grid(world), agent->position, agent->floor, &under));
        assert_true(wend_crowd_state(crowd, walker) == WEND_AGENT_ON_LINK ||
                    wend_grid_passable(wend_world_grid(world), under));
        seen[agent->floor] = true;
        int32_t points = 0, floors = 0;
        const wend_vec2* way = wend_crowd_path(crowd, walker, &points);
        const uint16_t* on = wend_crowd_path_floors(crowd, walker, &floors);
        assert_int_equal(points, floors);
        for (int32_t k = 0; k < points; k++)
            assert_ok(wend_grid_tile_at_floor(wend_world_grid(world), way[k], on[k], &under));
    }
    assert_int_equal(wend_crowd_state(crowd, walker), WEND_AGENT_ARRIVED);
    assert_true(seen[0] && seen[1] && seen[2]);
    assert_int_equal(wend_crowd_agent(crowd, walker)->floor, 2);
    assert_true(fabsf(wend_crowd_agent(crowd, walker)->position.y - 30.5f) < 0.2f);
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_path_is_followed_from_floor_to_floor(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0, 0}, (wend_tile){3, 30, 2});
    query.smooth = true;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    wend_agent agent = {.position = {0.5f, 0.5f}, .max_speed = 4, .max_acceleration = 32};
    bool arrived = false, seen[FLOORS] = {false};
    for (int32_t i = 0; i < 4000 && !arrived; i++) {
        assert_ok(wend_steer_follow(&agent, wend_world_grid(world), path, 1.0f / 30, &arrived));
        seen[agent.floor] = true;
    }
    assert_true(arrived && seen[0] && seen[1] && seen[2]);
    assert_int_equal(agent.floor, 2);
    agent.floor = FLOORS;
    assert_true(wend_steer_follow(&agent, wend_world_grid(world), path, 1.0f / 30, &arrived) ==
                WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Fleets and crowds with claims on three floors, joined by a pair of stairs that take time and by a ramp:
// nobody meets, and all arrive, though tiles of one floor are blocked on the way.
static wend_world* joined_floors(void) {
    wend_grid* grid = house();
    const wend_link down = wend_default_link((wend_tile){3, 4, 1}, (wend_tile){2, 4, 0}, 4);
    assert_ok(wend_grid_add_link(grid, &down, NULL));
    return build_world(grid);
}

static void a_fleet_fills_all_floors(void** state) {
    (void)state;
    enum { MANY = 45 };
    wend_world* world = joined_floors();
    static const int32_t stairs[] = {0, 43};
    const wend_lift lift = {stairs, 2, 1};
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    wend_link_use uses[MANY] = {{0, 0}};
    wend_tile before[MANY], after[MANY];
    int32_t mover, count = 0, conflicts = -1, crossed = 0;
    def.links = (wend_link_rules){.lifts = &lift, .lift_count = 1};
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < MANY; i++) {
        const wend_tile from = {5 + i % 9 * 3, 8 + i / 9 * 2, (uint16_t)(i % 3)},
                        to = {6 + i % 9 * 3, 9 + i / 9 * 2, (uint16_t)((i + 1 + i / 9 % 2) % 3)};
        assert_ok(wend_fleet_add(fleet, from, 0, 0, &mover));
        assert_ok(wend_fleet_send(fleet, mover, to));
    }
    for (int32_t step = 0; step < 1500 && (step == 0 || wend_fleet_get_stats(fleet).moving > 0); step++) {
        if (step == 10) edit_tiles(world, (wend_rect){8, 20, 16, 1, 1}, 0); // most of the ramp
        const wend_mover* movers = wend_fleet_movers(fleet, &count);
        for (int32_t i = 0; i < MANY; i++) before[i] = movers[i].tile;
        assert_ok(wend_fleet_step(fleet));
        for (int32_t i = 0; i < MANY; i++) after[i] = movers[i].tile;
        assert_ok(wend_check_moves(wend_world_grid(world), before, after, MANY, NULL, 0, &conflicts));
        assert_int_equal(conflicts, 0);
        assert_ok(wend_check_links(world, NULL, &def.links, before, after, MANY, uses, NULL, 0, &conflicts));
        assert_int_equal(conflicts, 0);
        for (int32_t i = 0; i < MANY; i++) {
            crossed += before[i].floor != after[i].floor;
            assert_int_equal(wend_fleet_at(fleet, after[i]), i);
        }
    }
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, MANY);
    assert_true(crossed >= MANY);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void claims_hold_on_all_floors(void** state) {
    (void)state;
    enum { AGENTS = 18 };
    wend_world* world = joined_floors();
    wend_crowd* crowd = claiming_crowd(world);
    wend_agent_id ids[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++)
        ids[i] = add_claiming(crowd, (wend_vec2){6.5f + 4 * (float)(i % 6), 9.5f}, (uint16_t)(i / 6),
                              (wend_tile){7 + 4 * (i % 6), 25, (uint16_t)((i / 6 + 1) % 3)});
    int32_t arrived = 0;
    for (int32_t tick = 0; tick < 6000 && arrived < AGENTS; tick++) arrived = tick_claiming(crowd);
    assert_int_equal(arrived, AGENTS);
    for (int32_t i = 0; i < AGENTS; i++)
        assert_int_equal(wend_crowd_agent(crowd, ids[i])->floor, (i / 6 + 1) % 3);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void movers_step_from_floor_to_floor(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    int32_t mover = -1, other = -1;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    assert_ok(wend_fleet_add(fleet, (wend_tile){0, 0, 0}, 0, 0, &mover));
    assert_ok(wend_fleet_add(fleet, (wend_tile){0, 0, 1}, 0, 0, &other)); // the same place, one floor up
    assert_true(wend_fleet_add(fleet, (wend_tile){0, 0, FLOORS}, 0, 0, &other) == WEND_ERROR_ARGUMENT);
    assert_ok(wend_fleet_send(fleet, mover, (wend_tile){12, 30, 2}));
    assert_int_equal(wend_fleet_mover(fleet, mover)->goal.floor, 2);
    wend_tile before[2], after[2];
    for (int32_t i = 0; i < 200 && wend_fleet_mover(fleet, mover)->state != WEND_MOVER_ARRIVED; i++) {
        int32_t count = 0, conflicts = -1;
        for (int32_t k = 0; k < 2; k++) before[k] = wend_fleet_movers(fleet, &count)[k].tile;
        assert_ok(wend_fleet_step(fleet));
        for (int32_t k = 0; k < 2; k++) after[k] = wend_fleet_movers(fleet, &count)[k].tile;
        assert_ok(wend_check_moves(wend_world_grid(world), before, after, 2, NULL, 0, &conflicts));
        assert_int_equal(conflicts, 0);
    }
    assert_at_floor(wend_fleet_mover(fleet, mover)->tile, 12, 30, 2);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){12, 30, 2}), mover);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){12, 30, 1}), -1);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// What is asked about a floor stays on it.
static void floors_are_closed(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    const wend_grid* grid = wend_world_grid(world);
    wend_sight_def def = wend_default_sight_def();
    bool sees = true;
    wend_tile blocker;
    assert_ok(wend_line_of_sight(grid, &def, (wend_tile){5, 36, 0}, (wend_tile){5, 0, 1}, &sees, &blocker));
    assert_false(sees);
    assert_ok(wend_line_of_sight(grid, &def, (wend_tile){5, 36, 1}, (wend_tile){5, 0, 1}, &sees, &blocker));
    assert_true(sees);
    wend_tile tiles[200];
    int32_t count = 0;
    assert_ok(wend_formation_tiles(grid, (wend_tile){5, 36, 1}, 200, 1, NULL, tiles, &count));
    for (int32_t i = 0; i < count; i++) assert_int_equal(tiles[i].floor, 1);
    const wend_edit edit = wend_edit_tiles((wend_rect){0, 0, WIDTH, HEIGHT, 0}, 0);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    wend_search* search = new_search();
    wend_explanation* why = NULL;
    assert_ok(wend_explanation_create(NULL, &why));
    // Nothing that lies between two floors can be opened: only the stair leads from floor 0 to 1.
    assert_ok(wend_explain(search, world, (wend_tile){5, 36, 0}, (wend_tile){5, 0, 1}, why));
    const wend_tile* way = wend_explanation_tiles(why, &count);
    for (int32_t i = 1; i < count; i++)
        assert_true(way[i].floor == way[i - 1].floor || (way[i].x == 3 && way[i].y == 2));
    assert_true(count > 30);
    wend_world_destroy(world);
    // Without links nothing leads to the other floor, and no way round a wall does.
    uint8_t classes[2 * 3 * 9];
    for (int32_t i = 0; i < 2 * 3 * 9; i++) classes[i] = i < 27 || i % 9 < 3 || i % 9 > 5;
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = 9;
    grid_def.height = 3;
    grid_def.floors = 2;
    grid_def.classes = classes;
    wend_grid* two = NULL;
    assert_ok(wend_grid_create(&grid_def, &two));
    world = build_world(two);
    assert_ok(wend_explain(search, world, (wend_tile){0, 0, 1}, (wend_tile){8, 0, 1}, why));
    wend_explanation_openings(why, &count);
    assert_int_equal(count, 3);
    assert_ok(wend_explain(search, world, (wend_tile){0, 2, 0}, (wend_tile){4, 0, 1}, why));
    wend_explanation_openings(why, &count);
    assert_int_equal(count, 0);
    wend_explanation_tiles(why, &count);
    assert_int_equal(count, 0);
    assert_int_equal(wend_explanation_get_info(why).outcome, WEND_GOAL_BLOCKED);
    wend_explanation_destroy(why);
    wend_world_destroy(world);
    // The tile below is nearest to a class that is all around above it.
    memset(classes, 0, sizeof classes);
    classes[9 + 4] = classes[9 + 5] = 1;
    memset(classes + 27, 2, 27);
    assert_ok(wend_grid_create(&grid_def, &two));
    world = build_world(two);
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){5, 1, 0}, (wend_tile){0, 0, 0});
    query.partial = true;
    query.goal_class = 2;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_PARTIAL);
    way = wend_path_tiles(path, &count);
    assert_at_floor(way[count - 1], 4, 1, 0);
    query.goal_class = -1;
    query.goal_area = (wend_rect){0, 0, 6, 3, 1};
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    way = wend_path_tiles(path, &count);
    assert_at_floor(way[count - 1], 4, 1, 0);
    query.goal_area = (wend_rect){0, 0, 0, 0, 0};
    // Floor 0 is open, and the goal is what is blocked: all of floor 1.
    wend_world_destroy(world);
    memset(classes, 1, 27);
    memset(classes + 27, 0, 27);
    assert_ok(wend_grid_create(&grid_def, &two));
    world = build_world(two);
    query.goal_class = 0;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_PARTIAL);
    way = wend_path_tiles(path, &count);
    assert_at_floor(way[count - 1], 0, 0, 0);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Counts the tiles of a floor that two worlds have different costs for.
static int32_t differences(const wend_world* a, const wend_world* b, uint16_t floor) {
    int32_t count = 0;
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            count += wend_grid_cost(wend_world_grid(a), (wend_tile){x, y, floor}) !=
                     wend_grid_cost(wend_world_grid(b), (wend_tile){x, y, floor});
    return count;
}

static void overlays_change_the_floor_that_is_named(void** state) {
    (void)state;
    wend_world* world = build_world(house());
    wend_overlay* overlay = NULL;
    const wend_world* seen = NULL;
    int32_t disc = 0, costs_handle = 0;
    assert_ok(wend_overlay_create(world, &overlay));
    // It reaches beyond the last row, where the sheet goes on with the next floor.
    wend_shape shape = wend_shape_disc((wend_vec2){6, HEIGHT}, 5, INFINITY);
    assert_ok(wend_overlay_add(overlay, &shape, &disc));
    assert_ok(wend_overlay_world(overlay, &seen));
    assert_true(differences(world, seen, 0) > 20);
    assert_int_equal(differences(world, seen, 1), 0);
    assert_int_equal(differences(world, seen, 2), 0);
    shape = wend_shape_rect((wend_rect){2, -3, 4, 5, 2}, 7);
    assert_ok(wend_overlay_move(overlay, disc, &shape));
    float costs[6];
    for (int32_t i = 0; i < 6; i++) costs[i] = 3;
    assert_ok(
        wend_overlay_add_costs(overlay, (wend_rect){1, HEIGHT - 1, 2, 3, 1}, costs, 0, 0, &costs_handle));
    assert_ok(wend_overlay_world(overlay, &seen));
    assert_int_equal(differences(world, seen, 0), 0);
    assert_int_equal(differences(world, seen, 1), 2);
    assert_int_equal(differences(world, seen, 2), 8);
    shape.floor = FLOORS;
    assert_true(wend_overlay_move(overlay, disc, &shape) == WEND_ERROR_ARGUMENT);
    assert_true(wend_overlay_add_costs(overlay, (wend_rect){0, 0, 2, 3, FLOORS}, costs, 0, 0,
                                       &costs_handle) == WEND_ERROR_ARGUMENT);
    assert_ok(wend_overlay_hide(overlay, 0));
    assert_ok(wend_overlay_see(overlay, (wend_rect){4, 30, 6, 20, 1}, NULL, 0));
    for (uint16_t floor = 0; floor < FLOORS; floor++)
        for (int32_t y = 0; y < HEIGHT; y++)
            assert_true(wend_overlay_is_seen(overlay, (wend_tile){5, y, floor}) == (floor == 1 && y >= 30));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){5, 30, FLOORS}));
    assert_ok(wend_overlay_forget(overlay, (wend_rect){5, 0, 1, HEIGHT, 1}, NULL, 0));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){5, 30, 1}));
    assert_true(wend_overlay_is_seen(overlay, (wend_tile){6, 30, 1}));
    // Unknown ground is passable, but nothing leads from the last row of a floor into the next floor.
    assert_ok(wend_overlay_hide(overlay, 1));
    assert_ok(wend_overlay_world(overlay, &seen));
    assert_int_equal(wend_grid_passable_count(wend_world_grid(seen)), FLOORS * WIDTH * HEIGHT);
    wend_overlay_destroy(overlay);

    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0, 0}, (wend_tile){3, 30, 2});
    const wend_shape wall = wend_shape_rect((wend_rect){0, 25, WIDTH, 1, 2}, INFINITY),
                     nowhere = wend_shape_rect((wend_rect){0, 0, WIDTH, HEIGHT, FLOORS}, INFINITY);
    query.avoid = &wall;
    query.avoid_count = 1;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_true(wend_path_outcome(path) == WEND_NO_ROUTE);
    query.avoid = &nowhere;
    assert_true(wend_find_path(search, world, &query, path, NULL) == WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void bakes_in_parts_are_refused(void** state) {
    (void)state;
    files_enter();
    wend_bake_def def = wend_default_bake_def();
    def.file = "floors.wend";
    wend_bake* bake = NULL;
    wend_error error = {0};
    assert_ok(wend_bake_create(&def, &bake, &error));
    wend_grid_def map = wend_default_grid_def();
    map.width = map.height = 40;
    map.floors = 2;
    wend_grid* grid = NULL;
    assert_true(wend_bake_create_grid(bake, &map, &grid, &error) == WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "several floors"));
    wend_bake_destroy(bake);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_go_to_the_sheet_and_back),
        cmocka_unit_test(a_grid_knows_its_floors),
        cmocka_unit_test(bad_floors_are_refused),
        cmocka_unit_test(paths_lead_from_floor_to_floor),
        cmocka_unit_test(a_seam_costs_what_a_step_costs),
        cmocka_unit_test(a_wide_seam_is_an_entrance),
        cmocka_unit_test(bad_seams_are_refused),
        cmocka_unit_test(agents_walk_from_floor_to_floor),
        cmocka_unit_test(a_path_is_followed_from_floor_to_floor),
        cmocka_unit_test(movers_step_from_floor_to_floor),
        cmocka_unit_test(a_fleet_fills_all_floors),
        cmocka_unit_test(claims_hold_on_all_floors),
        cmocka_unit_test(floors_are_closed),
        cmocka_unit_test(overlays_change_the_floor_that_is_named),
        cmocka_unit_test(bakes_in_parts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
