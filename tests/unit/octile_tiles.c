// refine.c: does a leg lead over legal steps and cost its octile distance, and is none found only where
// every path of the cluster costs more?
#include "search/refine.h"

#include <math.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "unit.h"

enum { SIDE = WENDI_MAX_CLUSTER_SIDE, MAPS = 60, LEGS = 200 };
static const wend_rect AREA = {31, 62, SIDE, SIDE};

static double least_cost(wend_connectivity connectivity, wend_tile a, wend_tile b) {
    const int32_t x = abs(a.x - b.x), y = abs(a.y - b.y);
    return connectivity == WEND_CONNECTIVITY_4 ? x + y : fmax(x, y) + (sqrt(2) - 1) * fmin(x, y);
}

static void legs_are_legal_and_found_where_they_exist(void** state) {
    (void)state;
    static const wend_connectivity connectivities[] = {WEND_CONNECTIVITY_4, WEND_CONNECTIVITY_8,
                                                       WEND_CONNECTIVITY_8_CUT};
    rng r = rng_seeded(1);
    int32_t found = 0, not_found = 0;
    for (int32_t m = 0; m < MAPS; m++) {
        map_recipe recipe = map_recipe_of(m % 2 ? "noise 110x110 8 unit 31 1" : "rooms 110x110 8 unit 31 1");
        recipe.connectivity = connectivities[m % 3];
        recipe.seed = (uint64_t)m;
        wend_grid* grid = map_make(&recipe);
        wendi_passability_bits bits;
        wendi_passability_bits_read(grid, AREA, &bits);
        oracle* o = oracle_create(grid, AREA);
        for (int32_t i = 0; i < LEGS; i++) {
            const wend_tile from = {AREA.x + rng_below(&r, SIDE), AREA.y + rng_below(&r, SIDE)};
            const int32_t most = rng_chance(&r, 50) ? SIDE : 6; // near ones are found more often
            const wend_tile to = {AREA.x + (from.x - AREA.x + rng_below(&r, most)) % SIDE,
                                  AREA.y + (from.y - AREA.y + rng_below(&r, most)) % SIDE};
            if (!wend_grid_passable(grid, from) || !wend_grid_passable(grid, to)) continue;
            const double least = least_cost(recipe.connectivity, from, to),
                         best = oracle_at(o, oracle_distances(o, ORACLE_TILES, from, false), to);
            wend_tile tiles[WENDI_MAX_OCTILE_TILES], at = from;
            const int32_t count =
                wendi_octile_tiles(&bits, recipe.connectivity, (wend_tile){AREA.x, AREA.y}, from, to, tiles);
            assert_on(&recipe, (count >= 0) == (best < least + 1e-9));
            not_found += count < 0;
            if (count < 0) continue;
            double cost = 0;
            for (int32_t k = 0; k < count; at = tiles[k++]) {
                assert_on(&recipe, oracle_can_step(o, at, tiles[k]));
                cost += at.x != tiles[k].x && at.y != tiles[k].y ? sqrt(2) : 1;
            }
            assert_on(&recipe, at.x == to.x && at.y == to.y && fabs(cost - least) < 1e-9);
            found += count > 2;
        }
        oracle_destroy(o);
        wend_grid_destroy(grid);
    }
    assert_true(found > 500 && not_found > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(legs_are_legal_and_found_where_they_exist)};
    return run_unit_tests(tests);
}
