// relief.c: which reliefs does a grid take, what do its steps then cost, and what keeps them?
#include "wend/relief.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/private.h"
#include "wend/wend.h"

enum { WIDTH = 200, HEIGHT = 60, TILES = WIDTH * HEIGHT, MOST_POINTS = 101 };

static float metres[TILES];
static uint8_t lanes[TILES];
static wend_slope_point walk[MOST_POINTS];

static wend_grid* new_grid(wend_connectivity connectivity, wend_allocator* allocator_opt) {
    wend_grid_def def = wend_default_grid_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.connectivity = connectivity;
    def.tile_size = 10;
    def.class_costs[2] = 3;
    def.allocator = allocator_opt;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

// Costs are how much longer than on level ground Tobler's hiker takes.
static double tobler(double slope) {
    return exp(3.5 * fabs(slope + 0.05) - 3.5 * 0.05);
}

// A plane that rises to the right, and Tobler's function.
static wend_relief_def plane(float rise) {
    for (int32_t i = 0; i < TILES; i++) metres[i] = (float)(i % WIDTH) * rise * 10;
    for (int32_t i = 0; i < MOST_POINTS; i++) {
        const float slope = (float)(i - MOST_POINTS / 2) / 50;
        walk[i] = (wend_slope_point){slope, (float)tobler((double)slope)};
    }
    wend_relief_def def = wend_default_relief_def();
    def.elevations = metres;
    def.slopes = walk;
    def.slope_count = MOST_POINTS;
    return def;
}

static wend_grid* grid_with(const wend_relief_def* def) {
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_ok(wend_grid_set_relief(grid, def));
    return grid;
}

static wend_world* world_with(const wend_relief_def* def) {
    wend_grid* grid = grid_with(def);
    wend_world* world = build_world(grid);
    return world;
}

static double step(const wend_grid* grid, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    return (double)wend_grid_step_cost(grid, (wend_tile){x, y}, (wend_tile){x + dx, y + dy}) /
           wend_grid_cost_units(grid);
}

static void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance * fabs(expected)) fail_msg("%g is not %g", value, expected);
}

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

// ---- costs

static double path_cost(const wend_world* world, wend_tile from, wend_tile to) {
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_query query = wend_default_query(from, to);
    const wend_search_def search_def = wend_default_search_def();
    assert_ok(wend_search_create(&search_def, &search));
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double cost = wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : INFINITY;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
}

// On a plane of 30 %, 180 tiles along it cost less than 180 down it, and these less than 180 up.
static void up_down_and_along_differ(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.3f);
    wend_world* world = world_with(&def);
    const wend_grid* grid = wend_world_grid(world);
    assert_near(step(grid, 5, 5, 1, 0), tobler(0.3), 0.002);
    assert_near(step(grid, 5, 5, -1, 0), tobler(-0.3), 0.002);
    assert_near(step(grid, 5, 5, 0, 1), 1, 0.002);
    assert_near(step(grid, 5, 5, 1, 1), sqrt(2) * tobler(0.3 / sqrt(2)), 0.004);
    assert_near(step(grid, 5, 5, -1, -1), sqrt(2) * tobler(-0.3 / sqrt(2)), 0.004);
    assert_near(path_cost(world, (wend_tile){10, 30}, (wend_tile){190, 30}), 514, 0.003);
    assert_near(path_cost(world, (wend_tile){190, 30}, (wend_tile){10, 30}), 362, 0.003);
    wend_world_destroy(world);
    wend_grid* turned = new_grid(WEND_CONNECTIVITY_8, NULL); // along: it rises downwards
    for (int32_t i = 0; i < TILES; i++) metres[i] = (float)(i / WIDTH) * 3;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_set_relief(turned, &def));
    assert_ok(wend_world_build(&turned, &world_def, &world));
    assert_near(path_cost(world, (wend_tile){10, 30}, (wend_tile){190, 30}), 180, 0.003);
    wend_world_destroy(world);
}

static void costs_of_classes_count_too(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.3f);
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_ok(wend_grid_fill(grid, (wend_rect){50, 0, 50, HEIGHT}, 2));
    assert_ok(wend_grid_fill(grid, (wend_rect){60, 5, 1, 1}, 0));
    assert_ok(wend_grid_set_relief(grid, &def));
    assert_near(step(grid, 49, 5, 1, 0), 3 * tobler(0.3), 0.002); // the tile that is entered
    assert_near(step(grid, 50, 5, -1, 0), tobler(-0.3), 0.002);
    assert_true(step(grid, 59, 5, 1, 0) == 0 && step(grid, 5, 5, 2, 0) == 0);
    wend_grid_destroy(grid);
}

// A cliff of 3 m can be jumped down, not climbed; one of 5 m neither.
static void cliffs_close_one_way(void** state) {
    (void)state;
    wend_relief_def def = plane(0);
    for (int32_t i = 0; i < TILES; i++) metres[i] = i % WIDTH < 50 ? 8 : i % WIDTH < 120 ? 5 : 0;
    def.max_climb = 2;
    def.max_drop = 3;
    wend_world* world = world_with(&def);
    const wend_grid* grid = wend_world_grid(world);
    assert_true(step(grid, 49, 5, 1, 0) > 0 && step(grid, 50, 5, -1, 0) == 0);
    assert_true(step(grid, 49, 5, 1, 1) > 0 && step(grid, 50, 5, -1, 1) == 0); // diagonals likewise
    assert_true(step(grid, 119, 5, 1, 0) == 0 && step(grid, 120, 5, -1, 0) == 0);
    assert_true(isfinite(path_cost(world, (wend_tile){10, 30}, (wend_tile){100, 30})));
    assert_true(isinf(path_cost(world, (wend_tile){100, 30}, (wend_tile){10, 30})));
    assert_true(isinf(path_cost(world, (wend_tile){100, 30}, (wend_tile){150, 30})));
    wend_world_destroy(world);
}

// A factor of INFINITY closes slopes between its point and the neighbouring ones.
static void closed_steps_are_counted(void** state) {
    (void)state;
    wend_relief_def def = plane(0);
    for (int32_t i = 0; i < TILES; i++) metres[i] = i % WIDTH < 100 ? -1 : 3;
    memset(lanes, 0, sizeof lanes);
    lanes[0] = 1;
    def.lanes = lanes;
    def.max_climb = 2;
    wend_grid* grid = grid_with(&def);
    wend_relief_counts counts = wend_grid_count_relief(grid);
    const int64_t steps =
        2 * (WIDTH - 1) * HEIGHT + 2 * WIDTH * (HEIGHT - 1) + 4 * (WIDTH - 1) * (HEIGHT - 1);
    assert_int_equal(counts.steps, steps);
    assert_int_equal(counts.closed, HEIGHT + 2 * (HEIGHT - 1)); // up the cliff, straight and across
    assert_int_equal(counts.lanes, 1);
    assert_near((double)counts.lowest, -1, 1e-3);
    assert_near((double)counts.highest, 3, 1e-3);
    wend_grid_destroy(grid);
    def.max_drop = 3;
    grid = grid_with(&def);
    assert_int_equal(wend_grid_count_relief(grid).closed, 2 * (HEIGHT + 2 * (HEIGHT - 1)));
    assert_ok(wend_grid_set_relief(grid, NULL));
    counts = wend_grid_count_relief(grid);
    assert_true(counts.steps == 0 && counts.closed == 0);
    assert_int_equal(wend_grid_count_relief(NULL).steps, 0);
    wend_grid_destroy(grid);
}

// All floors count.
static void heights_and_lanes_of_floors_are_counted(void** state) {
    (void)state;
    static const float heights[] = {5, 5, 6, 6, 7, 7, 9, 8};
    static const uint8_t ways[] = {0, 0, 0, 0, 1, 1, 0, 2};
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = def.floors = 2;
    wend_relief_def relief = wend_default_relief_def();
    relief.elevations = heights;
    relief.lanes = ways;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_set_relief(grid, &relief));
    const wend_relief_counts counts = wend_grid_count_relief(grid);
    assert_int_equal(counts.lanes, 3);
    assert_near((double)counts.lowest, 5, 1e-3);
    assert_near((double)counts.highest, 9, 1e-3);
    wend_grid_destroy(grid);
}

static void a_function_can_close(void** state) {
    (void)state;
    static const wend_slope_point ramp[] = {{-0.5f, 1}, {0.25f, 1}, {0.26f, INFINITY}};
    wend_relief_def def = plane(0.2f);
    def.slopes = ramp;
    def.slope_count = 3;
    for (int32_t i = 100; i < TILES; i += WIDTH) metres[i] += 1; // 30 % up to it, 10 % on
    wend_grid* grid = grid_with(&def);
    assert_near(step(grid, 5, 5, 1, 0), 1, 0.002);
    assert_true(step(grid, 99, 5, 1, 0) == 0 && step(grid, 100, 5, -1, 0) > 0);
    assert_near(step(grid, 100, 5, 1, 0), 1, 0.002);
    wend_grid_destroy(grid);
}

static void lanes_go_one_way(void** state) {
    (void)state;
    static const wend_tile ways[8] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    static const int32_t eighths[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    static const float factors[WEND_LANE_ANGLES] = {0.5f, 0.75f, 1, 2, INFINITY};
    wend_relief_def def = wend_default_relief_def();
    def.lanes = lanes;
    memcpy(def.lane_factors, factors, sizeof factors);
    for (int32_t lane = 1; lane <= 8; lane++) {
        memset(lanes, 0, sizeof lanes);
        lanes[20 * WIDTH + 20] = (uint8_t)lane;
        wend_grid* grid = grid_with(&def);
        assert_int_equal(wend_grid_lane(grid, (wend_tile){20, 20}), lane);
        assert_int_equal(wend_grid_lane(grid, (wend_tile){21, 20}), 0);
        for (int32_t d = 0; d < 8; d++) {
            const int32_t apart = abs(eighths[d] - eighths[lane - 1]), angle = apart > 4 ? 8 - apart : apart;
            const double into = step(grid, 20 - ways[d].x, 20 - ways[d].y, ways[d].x, ways[d].y);
            if (angle == 4)
                assert_true(into == 0);
            else
                assert_near(into, (d < 4 ? 1 : sqrt(2)) * (double)factors[angle], 0.003);
            assert_near(step(grid, 20, 20, ways[d].x, ways[d].y), d < 4 ? 1 : sqrt(2), 0.003); // out of it
        }
        wend_grid_destroy(grid);
    }
    memset(lanes, 0, sizeof lanes);
}

// Rows of half the width, as far from the equator: a step along them costs half, a slope is twice as steep.
static void rows_have_sizes(void** state) {
    (void)state;
    static const wend_row_size rows[] = {{0, 10, 10}, {30, 5, 10}};
    wend_relief_def def = plane(0.1f);
    def.rows = rows;
    def.row_count = 2;
    wend_grid* grid = grid_with(&def);
    float width = 0, height = 0;
    assert_true(wend_grid_row_size(grid, 29, &width, &height) && width == 10 && height == 10);
    assert_true(wend_grid_row_size(grid, 30, &width, &height) && width == 5 && height == 10);
    assert_false(wend_grid_row_size(grid, HEIGHT, &width, &height));
    assert_near(step(grid, 5, 29, 1, 0), tobler(0.1), 0.002);
    assert_near(step(grid, 5, 30, 1, 0), tobler(0.2) / 2, 0.003);
    assert_near(step(grid, 5, 30, 1, 1), sqrt(125) / 10 * tobler(1 / sqrt(125)), 0.004);
    assert_near(step(grid, 5, 29, 0, 1), 1, 0.002);
    wend_grid_destroy(grid);
}

// With seconds for each metre as factors and a unit of 1 m, costs are seconds.
static void costs_can_be_seconds(void** state) {
    (void)state;
    wend_relief_def def = plane(0.3f);
    for (int32_t i = 0; i < MOST_POINTS; i++) walk[i].factor *= 0.715f;
    def.unit_length = 1;
    wend_grid* grid = grid_with(&def);
    assert_near(step(grid, 5, 5, 1, 0), 10 * 0.715 * tobler(0.3), 0.002);
    wend_grid_destroy(grid);
}

static void four_neighbours_and_hexagons(void** state) {
    (void)state;
    const wend_relief_def def = plane(0.3f);
    for (int32_t c = 0; c < WEND_CONNECTIVITY_COUNT; c++) {
        wend_grid* grid = new_grid((wend_connectivity)c, NULL);
        assert_ok(wend_grid_set_relief(grid, &def));
        const bool can =
            wend_grid_can_step(grid, (wend_tile){6, 5}, (wend_tile){7, 5}); // not on every hex map
        if (can) assert_near(step(grid, 6, 5, 1, 0), tobler(0.3), 0.002);
        if (can) assert_near(step(grid, 7, 5, -1, 0), tobler(-0.3), 0.002);
        assert_true((step(grid, 6, 5, 0, 1) > 0) ==
                    wend_grid_can_step(grid, (wend_tile){6, 5}, (wend_tile){6, 6}));
        wend_grid_destroy(grid);
    }
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
    const double cost = path_cost(world, (wend_tile){190, 30}, (wend_tile){10, 30});
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
        assert_true(path_cost(opened, (wend_tile){190, 30}, (wend_tile){10, 30}) == cost);
        const wend_edit back = wend_edit_elevation((wend_rect){41, 21, 1, 1}, 100); // copies the planes
        assert_ok(wend_world_edit(opened, &back, 1, NULL));
        assert_near((double)wend_grid_elevation(grid, (wend_tile){41, 21}), 100, 1e-3);
        wend_world_destroy(opened);
    }
    remove("relief.wend");
    wend_world_destroy(world);
    memset(lanes, 0, sizeof lanes);
}

// ---- nodes

enum { HILLS = 512 };

// From -1 to 1 at each corner of a lattice.
static double lattice(int32_t side, int32_t x, int32_t y) {
    uint64_t z = (uint64_t)side * 0x9e3779b97f4a7c15u + (uint64_t)x * 0xbf58476d1ce4e5b9u +
                 (uint64_t)y * 0x94d049bb133111ebu;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)(z >> 31 & 0xffffffff) / 2147483648.0 - 1;
}

// Mountains of octaves of noise, on tiles of 10 m.
static wend_world* world_of_mountains(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_relief_def def = plane(0); // its function
    float* all = calloc((size_t)HILLS * HILLS, sizeof *all);
    grid_def.width = grid_def.height = HILLS;
    grid_def.tile_size = 10;
    assert_non_null(all);
    double range = 0.6 * HILLS; // in metres, of octaves with tiles of 128 to 2
    for (int32_t side = HILLS / 4; side >= 2; side /= 2, range /= 2)
        for (int32_t i = 0; i < HILLS * HILLS; i++) {
            const int32_t x = i % HILLS / side, y = i / HILLS / side;
            const double u = (double)(i % HILLS % side) / side, v = (double)(i / HILLS % side) / side,
                         above = lattice(side, x, y) * (1 - u) + lattice(side, x + 1, y) * u,
                         below = lattice(side, x, y + 1) * (1 - u) + lattice(side, x + 1, y + 1) * u;
            all[i] += (float)(range * (above * (1 - v) + below * v));
        }
    def.elevations = all;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_create(&grid_def, &grid));
    assert_ok(wend_grid_set_relief(grid, &def));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    free(all);
    return world;
}

// Where all tiles have one class, nodes lie by slopes.
static void paths_over_mountains_are_near_the_optimum(void** state) {
    (void)state;
    wend_world* world = world_of_mountains();
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_search_def search_def = wend_default_search_def();
    assert_ok(wend_search_create(&search_def, &search));
    double sum = 0, worst = 0;
    enum { PAIRS = 60 };
    for (int32_t i = 0; i < PAIRS; i++) {
        const int32_t a = (i * 199 + 17) % HILLS, b = (i * 293 + 101) % HILLS;
        wend_query query = wend_default_query((wend_tile){a, i * 3}, (wend_tile){b, HILLS - 1 - i * 2});
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const double cost = (double)wend_path_integer_cost(path);
        query.algorithm = WEND_EXACT;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const double excess = cost / (double)wend_path_integer_cost(path) - 1;
        assert_true(excess >= 0);
        sum += excess;
        worst = fmax(worst, excess);
    }
    if (sum / PAIRS > 0.0025 || worst > 0.03)
        fail_msg("%.3f %% on average, %.2f %% at most above the optimum", 100 * sum / PAIRS, 100 * worst);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Terraces whose edges cost more than the 16 bits that a cluster is first searched with.
static void costly_steps_count_in_full(void** state) {
    (void)state;
    static const wend_slope_point points[] = {{-1, 200}, {0, 1}, {1, 400}};
    static const wend_algorithm algorithms[3] = {WEND_ASTAR, WEND_EXACT, WEND_HPA};
    wend_relief_def def = plane(0);
    for (int32_t i = 0; i < TILES; i++)
        metres[i] = (float)((i % WIDTH / 23 * 7 + i / WIDTH / 9 * 5) % 3) * (float)(i % 7 == 0 ? 8 : 10);
    def.slopes = points;
    def.slope_count = 3;
    wend_world* world = world_with(&def);
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_search_def search_def = wend_default_search_def();
    assert_ok(wend_search_create(&search_def, &search));
    int32_t costly = 0;
    for (int32_t i = 0; i < 40; i++) {
        wend_query query = wend_default_query((wend_tile){i * 37 % WIDTH, i * 11 % HEIGHT},
                                              (wend_tile){i * 101 % WIDTH, (i * 23 + 40) % HEIGHT});
        wend_cost costs[3];
        for (int32_t k = 0; k < 3; k++) {
            query.algorithm = algorithms[k];
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            assert_int_equal(wend_path_outcome(path), WEND_FOUND);
            costs[k] = wend_path_integer_cost(path);
            int32_t count = 0;
            const wend_tile* tiles = wend_path_tiles(path, &count);
            wend_cost sum = 0;
            for (int32_t j = 1; j < count; j++)
                sum += wend_grid_step_cost(wend_world_grid(world), tiles[j - 1], tiles[j]);
            assert_true(costs[k] == sum);
        }
        assert_true(costs[0] == costs[1] && costs[2] >= costs[1] && costs[2] <= costs[1] * 2);
        costly += costs[0] > UINT16_MAX;
    }
    assert_true(costly > 20);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static bool is_in(wend_rect area, int32_t x, int32_t y) {
    return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}

// An elevation beside a border line, which no cluster beyond the line has, moves nodes on the line.
static void edits_beside_lines_choose_nodes(void** state) {
    (void)state;
    for (int32_t beside = -1; beside <= 1; beside += 2) {
        const wend_relief_def def = plane(0);
        const wend_rect area = {31 + beside, 3, 1, 20}, other = {100, 31 + beside, 20, 1};
        wend_world* edited = world_with(&def);
        const uint64_t level = wend_world_hash(edited);
        const wend_edit edits[] = {wend_edit_elevation(area, 5), wend_edit_elevation(other, -4)};
        assert_ok(wend_world_edit(edited, edits, 2, NULL));
        assert_ok(wend_world_refresh(edited, 0, NULL));
        for (int32_t i = 0; i < TILES; i++) {
            const int32_t x = i % WIDTH, y = i / WIDTH;
            metres[i] = is_in(area, x, y) ? 5.0f : is_in(other, x, y) ? -4.0f : 0;
        }
        wend_world* built = world_with(&def);
        assert_true(wend_world_hash(edited) == wend_world_hash(built));
        assert_true(wend_world_hash(edited) != level);
        wend_world_destroy(built);
        wend_world_destroy(edited);
    }
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
    const double cost = path_cost(world, (wend_tile){50, 10}, (wend_tile){80, 12});
    assert_ok(wend_world_map_patched("relief.wend", patches, 2, NULL, &opened, NULL));
    assert_true(wend_world_hash(opened) == second && wend_world_full_hash(opened) == second);
    assert_true(path_cost(opened, (wend_tile){50, 10}, (wend_tile){80, 12}) == cost);
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

// ---- profiles with slopes of their own

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
    return path_cost(wend_world_profile(world, profile), from, to);
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

static void an_edit_too_steep_for_one_profile_changes_nothing(void** state) {
    (void)state;
    static const wend_slope_point steep[] = {{-1, 0.1f}, {0, 1}, {1, 50}, {60, 1e6f}};
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "mule";
    profile.slopes = steep;
    profile.slope_count = 4;
    const wend_relief_def def = plane(0.05f);
    wend_grid* grid = grid_with(&def);
    wend_world* world = NULL;
    assert_ok(build_profiles(&grid, &profile, 1, &world));
    const uint64_t hash = wend_world_hash(world);
    const wend_edit tower = wend_edit_elevation((wend_rect){70, 10, 1, 1}, 250);
    assert_int_equal(wend_world_edit(world, &tower, 1, NULL), WEND_ERROR_LIMIT); // the map could
    assert_true(wend_world_hash(world) == hash);
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
    const wend_relief_def def = plane(0.05f);
    wend_grid* grid = grid_with(&def);
    wend_world* world = NULL;
    assert_ok(build_profiles(&grid, &profile, 1, &world));
    const uint64_t hash = wend_world_hash(world);
    const wend_edit tower = wend_edit_elevation((wend_rect){70, 10, 1, 1}, 250);
    assert_int_equal(wend_world_edit(world, &tower, 1, NULL), WEND_ERROR_LIMIT);
    assert_true(wend_world_hash(world) == hash);
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
        cmocka_unit_test(bad_definitions_change_nothing),
        cmocka_unit_test(blocked_tiles_need_no_elevation),
        cmocka_unit_test(elevations_have_a_unit),
        cmocka_unit_test(a_relief_can_be_replaced_and_removed),
        cmocka_unit_test(up_down_and_along_differ),
        cmocka_unit_test(costs_of_classes_count_too),
        cmocka_unit_test(cliffs_close_one_way),
        cmocka_unit_test(closed_steps_are_counted),
        cmocka_unit_test(heights_and_lanes_of_floors_are_counted),
        cmocka_unit_test(a_function_can_close),
        cmocka_unit_test(lanes_go_one_way),
        cmocka_unit_test(rows_have_sizes),
        cmocka_unit_test(costs_can_be_seconds),
        cmocka_unit_test(four_neighbours_and_hexagons),
        cmocka_unit_test(copies_have_it),
        cmocka_unit_test(forks_have_their_own_elevations),
        cmocka_unit_test(edits_are_checked),
        cmocka_unit_test(files_keep_it),
        cmocka_unit_test(paths_over_mountains_are_near_the_optimum),
        cmocka_unit_test(costly_steps_count_in_full),
        cmocka_unit_test(edits_beside_lines_choose_nodes),
        cmocka_unit_test(patches_keep_elevations),
        cmocka_unit_test(round_rings_are_refused),
        cmocka_unit_test(bakes_in_parts_refuse_closed_steps),
        cmocka_unit_test(lack_of_memory_changes_nothing),
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
