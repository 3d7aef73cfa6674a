// round_costs.c: are rings around a source circles, up to the error that the header states, and are all tiles
// reached that paths reach, at no more than their cost?
#include <math.h>
#include <stdlib.h>

#include "unit.h"
#include "wend/field.h"
#include "wend/many.h"

static const double error_bounds[][2] = {{100, 0.007}, {20, 0.02}, {0, 0.052}}; // from so many tiles on

static double bound_at(double distance) {
    int32_t i = 0;
    while (distance < error_bounds[i][0]) i++;
    return error_bounds[i][1];
}

static wend_grid* open_grid(int32_t side) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = side;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static void rings_on_open_ground_are_circles(void** state) {
    (void)state;
    enum { SIDE = 501, MIDDLE = 250 };
    wend_grid* grid = open_grid(SIDE);
    float* costs = calloc(SIDE * SIDE, sizeof *costs);
    const wend_tile source = {MIDDLE, MIDDLE};
    assert_ok(wend_round_costs(grid, &source, 1, INFINITY, (wend_rect){0, 0, SIDE, SIDE}, costs));
    double most = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const double distance = hypot(i % SIDE - MIDDLE, i / SIDE - MIDDLE);
        if (distance == 0) continue;
        const double error = (double)costs[i] / distance - 1;
        assert_true(error > -1e-6 && error <= bound_at(distance));
        most = fmax(most, error);
    }
    assert_true(most > 0.03); // the bounds say something
    // An area and a limit leave out the rest.
    enum { WIDE = 60 };
    assert_ok(wend_round_costs(grid, &source, 1, 20, (wend_rect){240, 230, WIDE, 40}, costs));
    for (int32_t i = 0; i < WIDE * 40; i++) {
        const double distance = hypot(240 + i % WIDE - MIDDLE, 230 + i / WIDE - MIDDLE);
        if (distance > 20) assert_true(isinf(costs[i]));
        if (distance < 19) assert_true(costs[i] <= 20);
    }
    free(costs);
    wend_grid_destroy(grid);
}

// Behind the end of a wall, the distance is that to the end of the wall and on.
static void rings_bend_around_corners(void** state) {
    (void)state;
    enum { SIDE = 300 };
    wend_grid* grid = open_grid(SIDE);
    assert_ok(wend_grid_fill(grid, (wend_rect){100, 0, 1, 200}, 0));
    float* costs = calloc(SIDE * SIDE, sizeof *costs);
    const wend_tile source = {20, 60};
    assert_ok(wend_round_costs(grid, &source, 1, INFINITY, (wend_rect){0, 0, SIDE, SIDE}, costs));
    const double to_corner = hypot(100 - 20, 200 - 60);
    for (int32_t y = 20; y < 150; y += 10)
        for (int32_t x = 120; x < 280; x += 10) {
            const double on = hypot(x - 100, 200 - y), line = 60 + 140.0 * (x - 20) / 80;
            if (y >= line) continue; // in sight
            assert_true(fabs((double)costs[y * SIDE + x] / (to_corner + on) - 1) < 0.015);
        }
    free(costs);
    wend_grid_destroy(grid);
}

static void no_tile_costs_more_than_by_steps(void** state) {
    (void)state;
    wend_field* field = NULL;
    assert_ok(wend_field_create(NULL, &field));
    // Integer costs of diagonal steps are rounded, by less than .5 %.
    for (uint64_t seed = 1; seed <= 150; seed++) {
        const map_recipe recipe =
            seed % 2 ? map_recipe_random_exits(seed, 90, true) : map_recipe_random(seed, 90);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_tile sources[3];
        for (int32_t i = 0; i < 3; i++) sources[i] = map_random_tile(grid, &r);
        const wend_rect all = {0, 0, wend_grid_width(grid), wend_grid_height(grid)};
        const double limit = seed % 3 ? INFINITY : 30;
        float* costs = calloc((size_t)all.width * (size_t)all.height, sizeof *costs);
        assert_ok(wend_round_costs(grid, sources, 3, limit, all, costs));
        assert_ok(wend_field_fill(field, grid, WEND_FIELD_FROM, sources, 3, INFINITY));
        for (int32_t y = 0; y < all.height; y++)
            for (int32_t x = 0; x < all.width; x++) {
                const double round = (double)costs[y * all.width + x];
                const double steps = wend_field_cost(field, (wend_tile){x, y});
                if (isinf(steps)) assert_on(&recipe, isinf(round));
                if (steps <= limit && !isinf(steps)) assert_on(&recipe, round <= steps * 1.005 + 1e-3);
                if (!isinf(round)) assert_on(&recipe, round <= limit && round >= steps * 0.7 - 1e-3);
            }
        free(costs);
        wend_grid_destroy(grid);
    }
    wend_field_destroy(field);
}

static void bad_input_is_refused(void** state) {
    (void)state;
    wend_grid* grid = open_grid(20);
    float costs[400];
    const wend_tile source = {5, 5}, outside = {20, 5};
    const wend_rect all = {0, 0, 20, 20}, beyond = {1, 0, 20, 20};
    assert_int_equal(wend_round_costs(grid, &outside, 1, 5, all, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_round_costs(grid, &source, 0, 5, all, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_round_costs(grid, &source, 1, NAN, all, costs), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_round_costs(grid, &source, 1, 5, beyond, costs), WEND_ERROR_ARGUMENT);
    assert_ok(wend_round_costs(grid, &source, 1, 0, all, costs));
    assert_true(costs[5 * 20 + 5] == 0 && isinf(costs[5 * 20 + 6]));
    wend_grid_destroy(grid);
    const map_recipe recipe = map_recipe_random_hex(3, 30);
    grid = map_make(&recipe);
    const wend_tile corner = {0, 0};
    assert_int_equal(wend_round_costs(grid, &corner, 1, 5, (wend_rect){0, 0, 1, 1}, costs),
                     WEND_ERROR_UNSUPPORTED);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_on_open_ground_are_circles),
        cmocka_unit_test(rings_bend_around_corners),
        cmocka_unit_test(no_tile_costs_more_than_by_steps),
        cmocka_unit_test(bad_input_is_refused),
    };
    return run_unit_tests(tests);
}
