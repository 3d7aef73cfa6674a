// relief_costs.c: what do steps over a relief cost, and where do nodes lie then?
#include <stdlib.h>
#include <string.h>

#include "relief_fixture.h"

static uint8_t lanes[TILES];

// ---- costs

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
    assert_near(cost_of_path(world, (wend_tile){10, 30}, (wend_tile){190, 30}), 514, 0.003);
    assert_near(cost_of_path(world, (wend_tile){190, 30}, (wend_tile){10, 30}), 362, 0.003);
    wend_world_destroy(world);
    wend_grid* turned = new_grid(WEND_CONNECTIVITY_8, NULL); // along: it rises downwards
    for (int32_t i = 0; i < TILES; i++) metres[i] = (float)(i / WIDTH) * 3;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_set_relief(turned, &def));
    assert_ok(wend_world_build(&turned, &world_def, &world));
    assert_near(cost_of_path(world, (wend_tile){10, 30}, (wend_tile){190, 30}), 180, 0.003);
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
    assert_true(isfinite(cost_of_path(world, (wend_tile){10, 30}, (wend_tile){100, 30})));
    assert_true(isinf(cost_of_path(world, (wend_tile){100, 30}, (wend_tile){10, 30})));
    assert_true(isinf(cost_of_path(world, (wend_tile){100, 30}, (wend_tile){150, 30})));
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(paths_over_mountains_are_near_the_optimum),
        cmocka_unit_test(costly_steps_count_in_full),
        cmocka_unit_test(edits_beside_lines_choose_nodes),
    };
    return run_unit_tests(tests);
}
