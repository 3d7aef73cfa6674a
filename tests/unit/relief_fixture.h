// relief_fixture.h: a plane that rises, and what steps and paths over it cost.
#ifndef WEND_TEST_RELIEF_FIXTURE_H
#define WEND_TEST_RELIEF_FIXTURE_H
#include <math.h>

#include "unit.h"
#include "wend/private.h"
#include "wend/relief.h"
#include "wend/wend.h"

enum { WIDTH = 200, HEIGHT = 60, TILES = WIDTH * HEIGHT, MOST_POINTS = 101 };

static float metres[TILES];
static wend_slope_point walk[MOST_POINTS];

static inline wend_grid* new_grid(wend_connectivity connectivity, wend_allocator* allocator_opt) {
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
static inline double tobler(double slope) {
    return exp(3.5 * fabs(slope + 0.05) - 3.5 * 0.05);
}

// A plane that rises to the right, and Tobler's function.
static inline wend_relief_def plane(float rise) {
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

static inline wend_grid* grid_with(const wend_relief_def* def) {
    wend_grid* grid = new_grid(WEND_CONNECTIVITY_8, NULL);
    assert_ok(wend_grid_set_relief(grid, def));
    return grid;
}

static inline wend_world* world_with(const wend_relief_def* def) {
    wend_grid* grid = grid_with(def);
    wend_world* world = build_world(grid);
    return world;
}

static inline double step(const wend_grid* grid, int32_t x, int32_t y, int32_t dx, int32_t dy) {
    return (double)wend_grid_step_cost(grid, (wend_tile){x, y}, (wend_tile){x + dx, y + dy}) /
           wend_grid_cost_units(grid);
}

static inline void assert_near(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance * fabs(expected)) fail_msg("%g is not %g", value, expected);
}

#endif
