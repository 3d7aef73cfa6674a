// hex.c: are neighbours, distances, positions and smoothed paths correct on hexagonal maps? The test computes
// the expected positions from angles, without the engine.
#include "grid/hex.h"

#include <stdlib.h>

#include "dijkstra.h"
#include "search/goals.h"
#include "unit.h"
#include "wend/wend.h"

static const double PI = 3.14159265358979323846;

static bool has_shifted_rows(wend_connectivity layout) {
    return layout == WEND_CONNECTIVITY_HEX_ODD_R || layout == WEND_CONNECTIVITY_HEX_EVEN_R;
}

static double gap(wend_vec2 a, wend_vec2 b) {
    return hypot((double)(a.x - b.x), (double)(a.y - b.y));
}

static wend_grid* make(int32_t width, int32_t height, wend_connectivity layout, float tile_size) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = layout;
    def.tile_size = tile_size;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

// A step is legal exactly between tiles whose centers are one tile size apart, and the heuristic is the
// number of steps.
static void neighbours_are_one_apart(void** state) {
    (void)state;
    for (int32_t k = WEND_CONNECTIVITY_HEX_ODD_R; k < WEND_CONNECTIVITY_COUNT; k++) {
        wend_grid* grid = make(13, 12, (wend_connectivity)k, 1);
        oracle* truth = oracle_of_grid(grid);
        wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
        wendi_heuristic straight = wendi_heuristic_for(grid, WEND_EUCLIDEAN, WENDI_WEIGHT_ONE);
        const double unit = wend_grid_cost_units(grid);
        for (int32_t i = 0; i < 13 * 12; i++) {
            wend_tile a = {i % 13, i / 13};
            const double* steps = oracle_distances(truth, ORACLE_STEPS, a, false);
            for (int32_t n = 0; n < 13 * 12; n++) {
                wend_tile b = {n % 13, n / 13};
                double apart = gap(wend_grid_center(grid, a), wend_grid_center(grid, b));
                assert_int_equal(wend_grid_can_step(grid, a, b), fabs(apart - 1) < 1e-5);
                assert_true((double)wendi_heuristic_between(&h, a, b) == steps[n] * unit);
                double bound = (double)wendi_heuristic_between(&straight, a, b);
                assert_true(bound <= apart * unit + 1e-3 && bound > apart * unit - 1.01);
            }
        }
        oracle_destroy(truth);
        wend_grid_destroy(grid);
    }
}

// The bounds of an area hold for each of its tiles.
static void bounds_of_areas_hold(void** state) {
    (void)state;
    rng r = rng_seeded(4);
    for (int32_t i = 0; i < 4000; i++) {
        wend_grid* grid = make(60, 50, (wend_connectivity)rng_below(&r, WEND_CONNECTIVITY_COUNT), 1);
        wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
        wend_tile to = map_random_tile(grid, &r);
        wend_rect area = {rng_below(&r, 50), rng_below(&r, 40), rng_between(&r, 1, 10),
                          rng_between(&r, 1, 10)};
        const wend_cost least = wendi_heuristic_least(&h, area, to);
        for (int32_t y = area.y; y < area.y + area.height; y++)
            for (int32_t x = area.x; x < area.x + area.width; x++) {
                wend_cost bound = wendi_heuristic_between(&h, (wend_tile){x, y}, to);
                assert_true(least <= bound);
            }
        wend_grid_destroy(grid);
    }
}

static void positions_belong_to_the_nearest_tile(void** state) {
    (void)state;
    rng r = rng_seeded(5);
    for (int32_t k = WEND_CONNECTIVITY_HEX_ODD_R; k < WEND_CONNECTIVITY_COUNT; k++) {
        wend_grid* grid = make(9, 7, (wend_connectivity)k, 2.5f);
        bool rows = has_shifted_rows((wend_connectivity)k);
        bool first_shifted = k == WEND_CONNECTIVITY_HEX_EVEN_R || k == WEND_CONNECTIVITY_HEX_EVEN_Q;
        wend_vec2 first = wend_grid_center(grid, (wend_tile){0, 0}), corner = {(float)(2.5 / sqrt(3)), 1.25f};
        if (rows) corner = (wend_vec2){corner.y, corner.x};
        if (first_shifted) *(rows ? &corner.x : &corner.y) += 1.25f;
        assert_true(gap(first, corner) < 1e-5);
        for (int32_t i = 0; i < 3000; i++) {
            wend_vec2 p = {(float)(rng_unit(&r) * 30 - 3), (float)(rng_unit(&r) * 26 - 3)};
            wend_tile best = {0, 0}, found = {-9, -9};
            double least = INFINITY, next = INFINITY;
            for (int32_t y = -3; y < 12; y++)
                for (int32_t x = -3; x < 14; x++) {
                    double d = gap(p, wend_grid_center(grid, (wend_tile){x, y}));
                    if (d < least)
                        next = least, least = d, best = (wend_tile){x, y};
                    else if (d < next)
                        next = d;
                }
            if (next - least < 1e-4) continue; // on the side between two tiles
            wend_result result = wend_grid_tile_at(grid, p, &found);
            if (wend_grid_contains(grid, best))
                assert_true(result == WEND_OK && found.x == best.x && found.y == best.y);
            else
                assert_int_equal(result, WEND_ERROR_ARGUMENT);
        }
        wend_tile found;
        assert_int_equal(wend_grid_tile_at(grid, (wend_vec2){1e30f, 0}, &found), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_grid_tile_at(grid, (wend_vec2){NAN, 0}, &found), WEND_ERROR_ARGUMENT);
        wend_grid_destroy(grid);
    }
}

// ---- paths

static double gap_to_segment(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    double wx = (double)(b.x - a.x), wy = (double)(b.y - a.y), px = (double)(p.x - a.x),
           py = (double)(p.y - a.y);
    double share = fmin(fmax((px * wx + py * wy) / (wx * wx + wy * wy), 0), 1);
    return hypot(px - share * wx, py - share * wy);
}

// Distance from a point outside a hexagon to it.
static double gap_to_tile(const wend_grid* grid, wend_tile tile, wend_vec2 p) {
    wend_vec2 c = wend_grid_center(grid, tile), corner[2];
    double least = INFINITY, turn = has_shifted_rows(wend_grid_connectivity(grid)) ? PI / 6 : 0;
    for (int32_t i = 0; i < 6; i++) {
        for (int32_t k = 0; k < 2; k++) {
            double angle = turn + (i + k) * PI / 3;
            corner[k] = (wend_vec2){c.x + (float)(cos(angle) / sqrt(3)), c.y + (float)(sin(angle) / sqrt(3))};
        }
        least = fmin(least, gap_to_segment(corner[0], corner[1], p));
    }
    return least;
}

// Samples many points of a leg and returns its cost. At each point the tile must be passable and the body
// must have room. The leg must take no closed step.
static double check_leg(const map_recipe* recipe, const wend_grid* grid, wend_vec2 a, wend_vec2 b,
                        double body) {
    const int32_t points = 20 + (int32_t)(gap(a, b) * 50);
    double cost = 0;
    wend_tile last = {-1, -1};
    for (int32_t i = 0; i < points; i++) {
        float share = ((float)i + 0.5f) / (float)points;
        wend_vec2 p = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
        wend_tile tile;
        assert_on(recipe, wend_grid_tile_at(grid, p, &tile) == WEND_OK);
        assert_on(recipe, wend_grid_passable(grid, tile));
        cost += (double)wend_grid_cost(grid, tile) * gap(a, b) / points;
        for (int32_t y = tile.y - 1; y <= tile.y + 1; y++)
            for (int32_t x = tile.x - 1; x <= tile.x + 1; x++)
                if (!wend_grid_passable(grid, (wend_tile){x, y}))
                    assert_on(recipe, gap_to_tile(grid, (wend_tile){x, y}, p) > body - 2e-3);
        bool moved = last.x >= 0 && (tile.x != last.x || tile.y != last.y);
        // On the side between two tiles, rounding decides which of them a point belongs to.
        bool beside =
            moved && fabs(gap(p, wend_grid_center(grid, tile)) - gap(p, wend_grid_center(grid, last))) < 1e-3;
        if (moved && !beside) assert_on(recipe, wend_grid_can_step(grid, last, tile));
        last = tile;
    }
    return cost;
}

static void check_path(const map_recipe* recipe, const wend_grid* grid, const wend_path* turns,
                       const wend_path* pulled, double body) {
    int32_t count, tile_count, at = 0;
    const wend_vec2* points = wend_path_waypoints(turns, &count);
    const wend_tile* tiles = wend_path_tiles(turns, &tile_count);
    double before = 0, after = 0;
    for (int32_t i = 1; i < count; i++) {
        before += check_leg(recipe, grid, points[i - 1], points[i], 0);
        wend_vec2 from = wend_grid_center(grid, tiles[at]);
        int32_t first = at;
        while (gap(wend_grid_center(grid, tiles[at]), points[i]) > 1e-4) // a run of steps in one direction
            assert_on(recipe, ++at < tile_count &&
                                  gap_to_segment(from, points[i], wend_grid_center(grid, tiles[at])) < 1e-4);
        assert_on(recipe, fabs(gap(from, points[i]) - (at - first)) < 1e-3);
    }
    assert_on(recipe, at == tile_count - 1);
    points = wend_path_waypoints(pulled, &count);
    for (int32_t i = 1; i < count; i++) after += check_leg(recipe, grid, points[i - 1], points[i], body);
    assert_on(recipe, after <= before * 1.05 + 0.1);
}

static void smoothed_paths_stay_on_passable_tiles(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path *turns = new_path(), *pulled = new_path();
    int32_t found = 0, fewer = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        map_recipe recipe = map_recipe_random_hex(seed, 60);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(grid, &r, WEND_ASTAR, &query)) {
            assert_ok(wend_find_path_on_grid(search, grid, &query, turns, NULL));
            query.smooth = true;
            query.body_radius = 0.5f * (float)rng_unit(&r);
            assert_ok(wend_find_path_on_grid(search, grid, &query, pulled, NULL));
            int32_t before, after;
            wend_path_waypoints(turns, &before);
            wend_path_waypoints(pulled, &after);
            fewer += after < before;
            found += wend_path_outcome(turns) == WEND_FOUND;
            if (wend_path_outcome(turns) == WEND_FOUND)
                check_path(&recipe, grid, turns, pulled, fmin((double)query.body_radius, 0.2886));
        }
        wend_grid_destroy(grid);
    }
    assert_true(found > 150 && fewer > 50);
    wend_path_destroy(pulled);
    wend_path_destroy(turns);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_one_apart),
        cmocka_unit_test(bounds_of_areas_hold),
        cmocka_unit_test(positions_belong_to_the_nearest_tile),
        cmocka_unit_test(smoothed_paths_stay_on_passable_tiles),
    };
    return run_unit_tests(tests);
}
