// distance_transform.c: distances to what blocks a tile, against every obstacle one by one.
#include "grid/derived_grid.h"

#include <stdlib.h>
#include <string.h>

#include "reference_view.h"
#include "test_memory.h"
#include "unit.h"

static void blocked_classes(const wend_grid* grid, bool out[WEND_CLASS_COUNT]) {
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) out[k] = wend_grid_class_costs(grid)[k] == 0;
}

typedef struct answer {
    wend_rect area;
    uint32_t* squares;
    int32_t rows;
} answer;

static void keep(void* context, int32_t y, const uint32_t* squares) {
    answer* r = context;
    assert_int_equal(y, r->area.y + r->rows++); // from top to bottom
    memcpy(r->squares + (size_t)(y - r->area.y) * (size_t)r->area.width, squares,
           (size_t)r->area.width * sizeof *squares);
}

static answer transform(const wend_grid* grid, wend_rect area, int32_t reach) {
    bool is_blocked[WEND_CLASS_COUNT];
    blocked_classes(grid, is_blocked);
    wend_allocator allocator = wendi_allocator(NULL);
    answer r = {area, calloc((size_t)area.width * (size_t)area.height, sizeof *r.squares), 0};
    assert_ok(wendi_distance_transform(grid, is_blocked, area, reach, false, &allocator, keep, &r));
    assert_int_equal(r.rows, area.height);
    return r;
}

static wend_rect all_of(const wend_grid* grid) {
    return (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)};
}

static void a_lone_tile_between_edges(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".....\n"
                                    ".....\n"
                                    "....#\n",
                                    WEND_CONNECTIVITY_8);
    answer r = transform(grid, all_of(grid), WENDI_MAX_DISTANCE);
    // The edge is half a tile away from the outer tiles, and three halves from the middle row. The blocked
    // tile is one column and one row away from (3, 1): its corner lies at (1/2, 1/2).
    const uint32_t expected[15] = {1, 1, 1, 1, 1, 1, 9, 9, 2, 1, 1, 1, 1, 1, 0};
    assert_memory_equal(r.squares, expected, sizeof expected);
    free(r.squares);
    wend_grid_destroy(grid);
}

static void a_wall_is_a_segment(void** state) {
    (void)state;
    wend_grid* grid =
        map_from_text(".......\n.......\n.......\n.......\n.......\n.......\n.......\n", WEND_CONNECTIVITY_8);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){2, 3}, (wend_tile){3, 3}, true));
    assert_ok(wend_grid_set_step(grid, (wend_tile){4, 5}, (wend_tile){4, 6}, false)); // a ledge is no wall
    answer r = transform(grid, all_of(grid), WENDI_MAX_DISTANCE);
    const uint32_t expected[7] = {1, 9, 1, 1, 9, 9, 1};
    assert_memory_equal(r.squares + 3 * 7, expected, sizeof expected);
    assert_int_equal(r.squares[2 * 7 + 3], 1); // its end, from the side that a body crosses beside it
    assert_int_equal(r.squares[2 * 7 + 4], 10);
    assert_int_equal(r.squares[4 * 7 + 2], 1);
    assert_int_equal(r.squares[5 * 7 + 4], 9);
    free(r.squares);
    wend_grid_destroy(grid);
}

// Random maps of every kind, areas and reaches.
static void equals_every_obstacle_one_by_one(void** state) {
    (void)state;
    rng random = rng_seeded(7);
    for (uint64_t seed = 1; seed <= 250; seed++) {
        map_recipe recipe = map_recipe_random_exits(seed, 70, true);
        if (seed % 3 == 0) recipe = map_recipe_random(seed, 70);
        wend_grid* grid = map_make(&recipe);
        wend_rect area = all_of(grid);
        if (seed % 2 == 0) {
            area.x = rng_below(&random, area.width);
            area.y = rng_below(&random, area.height);
            area.width = 1 + rng_below(&random, area.width - area.x);
            area.height = 1 + rng_below(&random, area.height - area.y);
        }
        const int32_t reach = seed % 5 == 0 ? WENDI_MAX_DISTANCE : rng_between(&random, 1, 30);
        const int64_t most = (int64_t)reach * reach;
        answer r = transform(grid, area, reach);
        plain_map plain = plain_map_of(grid);
        for (int32_t i = 0; i < 300; i++) {
            const wend_tile tile = {area.x + rng_below(&random, area.width),
                                    area.y + rng_below(&random, area.height)};
            int64_t expected = reference_distance(&plain, plain.class_costs, tile);
            if (expected > most) expected = most;
            const size_t at = (size_t)(tile.y - area.y) * (size_t)area.width + (size_t)(tile.x - area.x);
            assert_on(&recipe, r.squares[at] == (uint64_t)expected);
        }
        free(r.squares);
        plain_map_free(&plain);
        wend_grid_destroy(grid);
    }
}

// Bands of rows meet without a seam.
static void a_tall_map_is_cut_into_bands(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 9;
    def.height = 1000;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    for (int32_t y = 3; y < 1000; y += 41) wend_grid_fill(grid, (wend_rect){y % 9, y, 1, 1}, 0);
    answer r = transform(grid, all_of(grid), 9);
    plain_map plain = plain_map_of(grid);
    for (int32_t y = 0; y < 1000; y++)
        for (int32_t x = 0; x < 9; x++) {
            int64_t expected = reference_distance(&plain, plain.class_costs, (wend_tile){x, y});
            if (expected > 81) expected = 81;
            assert_int_equal(r.squares[y * 9 + x], expected);
        }
    plain_map_free(&plain);
    free(r.squares);
    wend_grid_destroy(grid);
}

static void drop(void* context, int32_t y, const uint32_t* squares) {
    (void)context, (void)y, (void)squares;
}

static void gives_back_memory_when_there_is_none(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("noise 60x300 8+walls unit 31/1 5");
    wend_grid* grid = map_make(&recipe);
    bool is_blocked[WEND_CLASS_COUNT];
    blocked_classes(grid, is_blocked);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_result result = WEND_ERROR_MEMORY;
    int32_t failures = 0;
    for (; result != WEND_OK; failures++) {
        memory.fail_at = memory.calls + failures;
        result = wendi_distance_transform(grid, is_blocked, all_of(grid), 5, false, &allocator, drop, NULL);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 4); // at least two bands
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_tile_between_edges),
        cmocka_unit_test(a_wall_is_a_segment),
        cmocka_unit_test(equals_every_obstacle_one_by_one),
        cmocka_unit_test(a_tall_map_is_cut_into_bands),
        cmocka_unit_test(gives_back_memory_when_there_is_none),
    };
    return run_unit_tests(tests);
}
