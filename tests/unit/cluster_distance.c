// cluster_distance.c: distances inside a cluster, by every form of the sweep kernel and by the closed form,
// against Dijkstra's algorithm, in both directions, for every kind of cluster.
#include "hierarchy/matrix_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "hierarchy/entrance.h"
#include "kernel/sweep.h"
#include "relief_model.h"
#include "unit.h"

// One form of the kernel, with passability bits or without.
static void check_form(const map_recipe* recipe, const wendi_sweep_kernel* kernel, const wend_grid* grid,
                       const wendi_passability_bits* passability_bits_opt, wend_rect area, wendi_sense sense,
                       wend_tile tile, const double* expected) {
    static wendi_sweeper sweeper;
    wendi_sweeper_begin(&sweeper, kernel, grid, passability_bits_opt, area, sense);
    wendi_sweeper_run(&sweeper, tile);
    bool equal = true;
    for (int32_t i = 0; i < area.width * area.height; i++) {
        wend_tile to = {area.x + i % area.width, area.y + i / area.width};
        uint32_t distance = wendi_sweeper_at(&sweeper, to);
        equal &= isinf(expected[i]) ? distance == WENDI_UNREACHED : distance == expected[i];
    }
    if (equal) return;
    char text[MAP_RECIPE_TEXT];
    fail_msg("kernel %s%s, sense %d, cluster %d,%d %dx%d, tile %d,%d: other distances on map \"%s\"",
             kernel->name, passability_bits_opt ? " by bits" : "", (int)sense, area.x, area.y, area.width,
             area.height, tile.x, tile.y, map_recipe_print(recipe, text));
}

// All forms, from one tile, in both senses.
static void check_tile(const map_recipe* recipe, const wend_grid* grid, oracle* truth, wend_rect area,
                       wend_tile tile) {
    uint8_t k;
    bool uniform = wendi_area_is_uniform(grid, area, &k);
    wendi_passability_bits passability_bits;
    wendi_passability_bits_read(grid, area, &passability_bits);
    for (wendi_sense sense = WENDI_FROM; sense <= WENDI_TO; sense++) {
        const double* expected = oracle_distances(truth, ORACLE_UNITS, tile, sense == WENDI_TO);
        const wendi_sweep_kernel* kernel;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            check_form(recipe, kernel, grid, NULL, area, sense, tile, expected);
            if (wendi_has_uniform_cost(grid))
                check_form(recipe, kernel, grid, &passability_bits, area, sense, tile, expected);
        }
        for (int32_t i = 0; uniform && i < area.width * area.height; i++) {
            wend_tile to = {area.x + i % area.width, area.y + i / area.width};
            uint32_t distance;
            wendi_uniform_distances(grid, k, tile, &to, 1, &distance);
            assert_on(recipe, distance == expected[i]);
        }
    }
}

// Gives a map a random relief where it can have one.
static bool add_relief(wend_grid* grid, uint64_t seed) {
    rng r = rng_seeded(seed);
    float* elevations;
    uint8_t* lanes;
    relief_model_draw(&r, wend_grid_width(grid), wend_grid_height(grid), &elevations, &lanes);
    wend_relief_def def = relief_model;
    def.elevations = elevations;
    def.lanes = lanes;
    const wend_result result = wend_grid_set_relief(grid, &def);
    free(elevations);
    free(lanes);
    if (result != WEND_ERROR_LIMIT) assert_ok(result); // costs too far apart
    return result == WEND_OK;
}

static void check_map(const map_recipe* recipe, bool relief, int32_t tiles, int64_t* wide, int64_t* uniform,
                      int64_t* uniform_cost) {
    wend_grid* grid = map_make(recipe);
    if (relief && !add_relief(grid, recipe->seed)) {
        wend_grid_destroy(grid);
        return;
    }
    wendi_partition clusters = wendi_partition_of(recipe->width, recipe->height, recipe->cluster_size);
    rng r = rng_seeded(recipe->seed);
    wend_rect area = wendi_cluster_rect(&clusters, rng_below(&r, wendi_cluster_count(&clusters)));
    oracle* truth = oracle_create(grid, area);
    uint8_t k;
    *uniform += wendi_area_is_uniform(grid, area, &k);
    *uniform_cost += wendi_has_uniform_cost(grid);
    for (int32_t i = 0; i < tiles; i++) {
        wend_tile tile = {area.x + rng_below(&r, area.width), 0};
        tile.y = area.y + rng_below(&r, area.height);
        if (!wend_grid_passable(grid, tile)) continue;
        check_tile(recipe, grid, truth, area, tile);
        const double* far = oracle_distances(truth, ORACLE_UNITS, tile, false);
        for (int32_t n = 0; n < area.width * area.height; n++)
            *wide += !isinf(far[n]) && far[n] >= UINT16_MAX;
    }
    oracle_destroy(truth);
    wend_grid_destroy(grid);
}

static void every_kind_of_cluster(void** state) {
    (void)state;
    int64_t wide = 0, uniform = 0, uniform_cost = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        map_recipe recipe = map_recipe_random(seed, 70);
        check_map(&recipe, false, 3, &wide, &uniform, &uniform_cost);
    }
    for (int32_t kind = 0; kind < MAP_KIND_COUNT * MAP_COSTS_COUNT * WEND_CONNECTIVITY_COUNT; kind++) {
        map_recipe recipe = {.kind = (map_kind)(kind % MAP_KIND_COUNT),
                             .width = 32,
                             .height = 32,
                             .connectivity =
                                 (wend_connectivity)(kind / MAP_KIND_COUNT % WEND_CONNECTIVITY_COUNT),
                             .costs = (map_costs)(kind / MAP_KIND_COUNT / WEND_CONNECTIVITY_COUNT),
                             .cluster_size = 31,
                             .seed = (uint64_t)kind + 9000};
        check_map(&recipe, false, 6, &wide, &uniform, &uniform_cost);
    }
    for (uint64_t seed = 1; seed <= 900; seed++) {
        map_recipe recipe = map_recipe_random_exits(seed + 5000, 70, true);
        check_map(&recipe, false, 3, &wide, &uniform, &uniform_cost);
    }
    assert_true(wide > 1000); // some distances did not fit 16 bits
    assert_true(uniform > 20);
    assert_true(uniform_cost > 100);
}

static void every_kind_of_relief(void** state) {
    (void)state;
    int64_t wide = 0, uniform = 0, uniform_cost = 0;
    for (uint64_t seed = 1; seed <= 900; seed++) {
        map_recipe recipe =
            seed % 3 ? map_recipe_random(seed, 70) : map_recipe_random_exits(seed + 5000, 70, true);
        check_map(&recipe, true, 3, &wide, &uniform, &uniform_cost);
    }
    assert_true(wide > 1000);
}

// A sweep from some seeds, then from more: each tile gets the cost of the cheapest path from any of them, in
// all forms of the kernel.
static void check_seeds(const map_recipe* recipe, const wend_grid* grid, oracle* truth, wend_rect area,
                        wendi_sense sense, rng* r) {
    static wendi_sweep_cluster16 prepared;
    _Alignas(64) wendi_row16 field[WENDI_LANES];
    wend_tile seeds[24];
    int32_t costs[24], count = 0;
    for (int32_t i = 0; i < 24; i++) { // most of them on the borders, as in a search
        wend_tile tile = {area.x + rng_below(r, area.width), area.y + rng_below(r, area.height)};
        if (i % 3 == 0) tile.x = area.x + rng_below(r, 2) * (area.width - 1);
        if (i % 3 == 1) tile.y = area.y + rng_below(r, 2) * (area.height - 1);
        if (!wend_grid_passable(grid, tile)) continue;
        seeds[count] = tile;
        costs[count++] = rng_below(r, 4000);
    }
    double expected[WENDI_MAX_CLUSTER_TILES];
    for (int32_t i = 0; i < area.width * area.height; i++) expected[i] = INFINITY;
    for (int32_t n = 0; n < count; n++) {
        const double* way = oracle_distances(truth, ORACLE_UNITS, seeds[n], sense == WENDI_TO);
        for (int32_t i = 0; i < area.width * area.height; i++)
            expected[i] = fmin(expected[i], costs[n] + way[i]);
    }
    wendi_passability_bits passability_bits;
    wendi_passability_bits_read(grid, area, &passability_bits);
    const wendi_sweep_kernel* kernel;
    for (int32_t form = 0; (kernel = wendi_sweep_form(form / 2)) != NULL; form++) {
        bool by_bits = form % 2;
        if (by_bits && !wendi_has_uniform_cost(grid)) continue;
        memset(field, 0xff, sizeof field);
        kernel->prepare16(&prepared, grid, by_bits ? &passability_bits : NULL, area, sense);
        uint16_t bound = 0;
        for (int32_t half = 0; half < 2; half++) {
            uint32_t dirty = 0;
            for (int32_t n = half * count / 2; n < (half + 1) * count / 2; n++) {
                uint16_t* at = &field[seeds[n].y - area.y][seeds[n].x - area.x];
                if (costs[n] >= *at) continue;
                *at = (uint16_t)costs[n];
                dirty |= 1u << (seeds[n].y - area.y);
            }
            uint16_t most = kernel->run16(&prepared, field, dirty);
            bound = most > bound ? most : bound;
        }
        if (bound + grid->longest_step >= UINT16_MAX) continue; // sums may have been cut off
        for (int32_t i = 0; i < area.width * area.height; i++) {
            uint16_t cost = field[i / area.width][i % area.width];
            assert_on(recipe, isinf(expected[i]) ? cost == UINT16_MAX : cost == expected[i] && cost <= bound);
        }
    }
}

static void passable_rows_of_all_forms(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        map_recipe recipe = map_recipe_random(seed, 70);
        recipe.width = 32 + (int32_t)(seed % 9);
        wend_grid* grid = map_make(&recipe);
        const int32_t rows = recipe.height < 32 ? recipe.height : 32, x = recipe.width - 32;
        const wendi_sweep_kernel* kernel;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            uint32_t bits[32];
            kernel->passable_rows(grid, wendi_tiles_at(grid, x, 0), rows, bits);
            for (int32_t i = 0; i < 32 * rows; i++)
                assert_on(&recipe, (bits[i / 32] >> i % 32 & 1) ==
                                       wend_grid_passable(grid, (wend_tile){x + i % 32, i / 32}));
        }
        wend_grid_destroy(grid);
    }
}

static void many_seeds(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 800; seed++) {
        map_recipe recipe = seed % 2 ? map_recipe_random(seed, 70) : map_recipe_random_exits(seed, 70, true);
        wend_grid* grid = map_make(&recipe);
        const bool fits = seed % 4 > 1 || add_relief(grid, seed);
        if (fits && grid->costs.narrow) {
            wendi_partition clusters = wendi_partition_of(recipe.width, recipe.height, recipe.cluster_size);
            rng r = rng_seeded(recipe.seed);
            wend_rect area = wendi_cluster_rect(&clusters, rng_below(&r, wendi_cluster_count(&clusters)));
            oracle* truth = oracle_create(grid, area);
            check_seeds(&recipe, grid, truth, area, WENDI_FROM, &r);
            check_seeds(&recipe, grid, truth, area, WENDI_TO, &r);
            oracle_destroy(truth);
        }
        wend_grid_destroy(grid);
    }
}

// The longest path that a cluster can hold, through every second row, at costs that exceed 16 bits half way.
static void the_longest_walk(void** state) {
    (void)state;
    for (float cost = 1; cost <= 1024; cost *= 2) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 32;
        def.class_costs[2] = cost;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        for (int32_t y = 1; y < 32; y += 2) {
            assert_ok(wend_grid_fill(grid, (wend_rect){0, y, 32, 1}, 0));
            assert_ok(wend_grid_fill(grid, (wend_rect){y / 2 % 2 ? 0 : 31, y, 1, 1}, 2));
            assert_ok(wend_grid_fill(grid, (wend_rect){0, y - 1, 32, 1}, 2));
        }
        map_recipe none = {0};
        wend_rect all = {0, 0, 32, 32};
        oracle* truth = oracle_of_grid(grid);
        check_tile(&none, grid, truth, all, (wend_tile){0, 0});
        check_tile(&none, grid, truth, all, (wend_tile){16, 16});
        oracle_destroy(truth);
        wend_grid_destroy(grid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_cluster),      cmocka_unit_test(every_kind_of_relief),
        cmocka_unit_test(passable_rows_of_all_forms), cmocka_unit_test(many_seeds),
        cmocka_unit_test(the_longest_walk),
    };
    return run_unit_tests(tests);
}
