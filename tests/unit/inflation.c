// inflation.c: the views of inflated profiles, tile by tile, against a plain implementation of nav2's
// formula.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/clearance.h"
#include "grid/derived_grid.h"
#include "reference_inflation.h"
#include "rng.h"
#include "unit.h"
#include "wend/wend.h"

enum { WALL = 0, FREE = 1, MUD = 2, UNKNOWN = 9, SIDE = 45 };

typedef struct robot_map {
    int32_t width, height;
    double resolution;
    wend_profile_def robot;
    float costs[WEND_CLASS_COUNT];
} robot_map;

static wend_profile_def robot_of(double inscribed, double inflation, double scaling) {
    wend_profile_def def = wend_default_profile_def();
    def.name = "robot";
    def.margin_cost = 4.032f;
    def.inflation = (wend_inflation){inscribed, inflation, scaling, UNKNOWN};
    return def;
}

static void costmap_of(const wend_grid* grid, const robot_map* m, uint8_t* out) {
    for (int32_t y = 0; y < m->height; y++)
        for (int32_t x = 0; x < m->width; x++) {
            const uint8_t k = wend_grid_class(grid, (wend_tile){x, y});
            out[y * m->width + x] = k == m->robot.inflation.unknown_class && k != WALL ? COSTMAP_UNKNOWN
                                    : m->costs[k] == 0                                 ? COSTMAP_LETHAL
                                                                                       : COSTMAP_FREE;
        }
}

static void check_view(const wend_world* world, const robot_map* m) {
    uint8_t cells[SIDE * SIDE], expected[SIDE * SIDE];
    const wend_grid* grid = wend_world_grid(world);
    const wend_grid* view = wend_world_grid(wend_world_profile(world, 1));
    const wend_inflation* i = &m->robot.inflation;
    costmap_of(grid, m, cells);
    reference_inflate(cells, m->width, m->height, m->resolution, i->inscribed_radius, i->inflation_radius,
                      i->cost_scaling_factor, expected);
    for (int32_t y = 0; y < m->height; y++)
        for (int32_t x = 0; x < m->width; x++) {
            const uint8_t value = expected[y * m->width + x];
            const double base = (double)m->costs[wend_grid_class(grid, (wend_tile){x, y})];
            const double extra = value == COSTMAP_UNKNOWN ? 0 : (double)m->robot.margin_cost * value / 252;
            const bool blocked = value == COSTMAP_INSCRIBED || value == COSTMAP_LETHAL;
            const float cost = blocked ? 0 : (float)(base * (1 + extra));
            const float found = wend_grid_cost(view, (wend_tile){x, y});
            if (found != cost)
                fail_msg("tile %d,%d of value %d costs %.9g; expected %.9g", x, y, value, (double)found,
                         (double)cost);
        }
}

static wend_world* build(const robot_map* m, const uint8_t* classes) {
    wend_grid_def def = wend_default_grid_def();
    def.width = m->width;
    def.height = m->height;
    def.classes = classes;
    def.tile_size = (float)m->resolution;
    memcpy(def.class_costs, m->costs, sizeof def.class_costs);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    world_def.profiles = &m->robot;
    world_def.profile_count = 1;
    wend_world* world = NULL;
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

// Radii of whole tiles are frequent: there the order of nav2's tests decides.
static double radius_of(rng* random, double resolution, int32_t most) {
    return rng_chance(random, 40) ? rng_below(random, most + 1) * resolution
                                  : rng_unit(random) * most * resolution;
}

static robot_map random_map(rng* random) {
    static const double resolutions[] = {0.05, 0.1, 0.025, 1, 0.03, 2.5};
    robot_map m = {.width = rng_between(random, 1, SIDE), .height = rng_between(random, 1, SIDE)};
    m.resolution = (double)(float)resolutions[rng_below(random, 6)];
    const double first = radius_of(random, m.resolution, 8), second = radius_of(random, m.resolution, 14);
    m.robot = robot_of(fmin(first, second), fmax(first, second),
                       rng_chance(random, 10) ? 0 : rng_unit(random) * 5 / m.resolution);
    if (rng_chance(random, 20)) m.robot.inflation.unknown_class = 0; // then it is an obstacle where blocked
    if (rng_chance(random, 10)) m.robot.margin_cost = 0;             // the body alone counts
    m.costs[FREE] = 1;
    if (rng_chance(random, 50)) m.costs[MUD] = 3;
    if (rng_chance(random, 50)) m.costs[UNKNOWN] = 7;
    return m;
}

static void random_tiles(rng* random, uint8_t* classes, int32_t count) {
    static const uint8_t kinds[] = {WALL, MUD, UNKNOWN};
    const int32_t percent = rng_between(random, 0, 12);
    for (int32_t i = 0; i < count; i++)
        classes[i] = rng_chance(random, percent) ? kinds[rng_below(random, 3)] : FREE;
}

static void equals_nav2_also_after_edits(void** state) {
    (void)state;
    static const uint8_t kinds[] = {WALL, FREE, MUD, UNKNOWN};
    uint8_t classes[SIDE * SIDE];
    rng random = rng_seeded(2718);
    for (int32_t run = 0; run < 150; run++) {
        const robot_map m = random_map(&random);
        random_tiles(&random, classes, m.width * m.height);
        wend_world* world = build(&m, classes);
        check_view(world, &m);
        for (int32_t i = 0; i < 3; i++) { // obstacles come and go
            wend_rect area = {rng_below(&random, m.width), rng_below(&random, m.height), 1, 1};
            area.width += rng_below(&random, m.width - area.x < 3 ? m.width - area.x : 3);
            const wend_edit edit = wend_edit_tiles(area, kinds[rng_below(&random, 4)]);
            assert_ok(wend_world_edit(world, &edit, 1, NULL));
            check_view(world, &m);
        }
        wend_world_destroy(world);
    }
}

// By hand: a lone obstacle, metres of 0.05, the values that nav2's documents and tests name.
static void values_by_hand(void** state) {
    (void)state;
    const wend_inflation i = {0.22, 0.55, 3, 0};
    const double metre = (double)0.05f;
    assert_int_equal(wendi_inflation_tiles(&i, metre), 11);
    assert_int_equal(wendi_inflation_value(&i, metre, 0), 254);
    assert_int_equal(wendi_inflation_value(&i, metre, 16), 253);  // 0.2 m
    assert_int_equal(wendi_inflation_value(&i, metre, 25), 230);  // 252 exp(-3 * 0.03) = 230.3
    assert_int_equal(wendi_inflation_value(&i, metre, 100), 108); // 252 exp(-3 * 0.28) = 108.8
    assert_int_equal(wendi_inflation_value(&i, metre, 121), 93);  // 252 exp(-3 * 0.33) = 93.6
    assert_int_equal(wendi_inflation_value(&i, metre, 122), 0);
    // The radius is rounded up to whole cells, as nav2 does: 0.52 m reaches 11 cells, not 10.4.
    const wend_inflation between = {0.22, 0.52, 3, 0};
    assert_int_equal(wendi_inflation_value(&between, metre, 121), 93);
}

static wend_result try_robot(const wend_profile_def* robot, wend_connectivity connectivity) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 30;
    def.tile_size = 0.5f;
    def.connectivity = connectivity;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world_def world_def = wend_default_world_def();
    world_def.profiles = robot;
    world_def.profile_count = 1;
    wend_world* world = NULL;
    const wend_result result = wend_world_build(&grid, &world_def, &world);
    wend_world_destroy(world);
    wend_grid_destroy(grid);
    return result;
}

static void bad_values_are_refused(void** state) {
    (void)state;
    const wend_connectivity usual = WEND_CONNECTIVITY_8;
    wend_profile_def robot = robot_of(1, 2, 3);
    assert_ok(try_robot(&robot, usual));
    assert_int_equal(try_robot(&robot, WEND_CONNECTIVITY_HEX_ODD_R), WEND_ERROR_UNSUPPORTED);
    robot.radius = 1;
    assert_int_equal(try_robot(&robot, usual), WEND_ERROR_ARGUMENT);
    robot.radius = 0;
    robot.margin = 1;
    assert_int_equal(try_robot(&robot, usual), WEND_ERROR_ARGUMENT);
    const wend_inflation bad[] = {{3, 2, 1, 0},   {-1, 2, 1, 0},  {0, -1, 1, 0},      {1, 32.1, 1, 0},
                                  {1, 2, -1, 0},  {1, 2, 2e6, 0}, {NAN, 2, 1, 0},     {1, NAN, 1, 0},
                                  {1, 2, NAN, 0}, {1, 0, 1, 0},   {1, INFINITY, 1, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        robot = robot_of(1, 2, 3);
        robot.inflation = bad[i];
        assert_int_equal(try_robot(&robot, usual), WEND_ERROR_ARGUMENT);
    }
}

// A file keeps the numbers, and the world opens with the same view.
static void a_file_keeps_inflation(void** state) {
    (void)state;
    rng random = rng_seeded(3);
    uint8_t classes[SIDE * SIDE];
    robot_map m = random_map(&random);
    m.width = m.height = SIDE;
    random_tiles(&random, classes, SIDE * SIDE);
    wend_world* world = build(&m, classes);
    void* bytes = NULL;
    size_t size;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    wend_world* opened = NULL;
    assert_ok(wend_world_open_memory(bytes, size, NULL, &opened, NULL));
    wend_profile_def def;
    assert_ok(wend_world_get_profile(opened, 1, &def));
    assert_true(def.inflation.inscribed_radius == m.robot.inflation.inscribed_radius);
    assert_true(def.inflation.inflation_radius == m.robot.inflation.inflation_radius);
    assert_true(def.inflation.cost_scaling_factor == m.robot.inflation.cost_scaling_factor);
    assert_int_equal(def.inflation.unknown_class, m.robot.inflation.unknown_class);
    check_view(opened, &m);
    assert_true(wend_world_hash(world) == wend_world_hash(opened));
    wend_world_destroy(opened);
    free(bytes);
    wend_world_destroy(world);
}

// Bodies keep their distance from the point of a tile that is nearest to them.
static void the_nearest_point_of_a_tile(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 9;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    static const double places[][4] = {
        // a position, and the nearest one on the tile 4,5
        {4.25, 5.75, 4.25, 5.75}, {1, 5.5, 4, 5.5}, {8, 5.5, 5, 5.5}, {4.5, 2, 4.5, 5},
        {4.5, 8, 4.5, 6},         {7, 8, 5, 6},     {3, 4, 4, 5}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const double* p = places[i];
        const wendi_vec nearest = wendi_nearest_on_tile(grid, (wend_tile){4, 5}, (wendi_vec){p[0], p[1]});
        assert_true(nearest.x == p[2] && nearest.y == p[3]);
    }
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_point_of_a_tile),  cmocka_unit_test(values_by_hand),
        cmocka_unit_test(equals_nav2_also_after_edits), cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(a_file_keeps_inflation),
    };
    return run_unit_tests(tests);
}
