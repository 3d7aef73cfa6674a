// grid.c: definition, tiles, edits, connectivity, world units and hash of a grid.
#include "wend/grid.h"

#include <math.h>
#include <string.h>

#include "grid/grid.h"
#include "unit.h"

static wend_grid* make(const wend_grid_def* def) {
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(def, &grid));
    return grid;
}

static wend_grid_def sized(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    return def;
}

static void defaults_make_open_ground(void** state) {
    (void)state;
    wend_grid_def def = sized(7, 3);
    wend_grid* grid = make(&def);
    assert_int_equal(wend_grid_width(grid), 7);
    assert_int_equal(wend_grid_height(grid), 3);
    assert_int_equal(wend_grid_connectivity(grid), WEND_CONNECTIVITY_8);
    assert_true(wend_grid_tile_size(grid) == 1);
    assert_true(wend_grid_origin(grid).x == 0 && wend_grid_origin(grid).y == 0);
    assert_int_equal(wend_grid_passable_count(grid), 21);
    assert_int_equal(wend_grid_cost_units(grid), 169);
    assert_true(wend_grid_bytes(grid) >= 21);
    assert_true(wend_grid_class_costs(grid)[0] == 0 && wend_grid_class_costs(grid)[255] == 1);
    wend_grid_destroy(grid);
    wend_grid_destroy(NULL);
}

static void bad_definitions_are_refused(void** state) {
    (void)state;
    wend_grid* grid = NULL;
    assert_int_equal(wend_grid_create(NULL, &grid), WEND_ERROR_ARGUMENT);
    wend_grid_def def = sized(2, 2);
    assert_int_equal(wend_grid_create(&def, NULL), WEND_ERROR_ARGUMENT);
    wend_grid_def blank = {.width = 2, .height = 2, .tile_size = 1};
    assert_int_equal(wend_grid_create(&blank, &grid), WEND_ERROR_DEF);
    const float bad[] = {0, -1, NAN, INFINITY};
    for (int32_t i = 0; i < 4; i++) {
        def = sized(2, 2);
        def.tile_size = bad[i];
        assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    }
    for (int32_t i = 2; i < 4; i++) {
        def = sized(2, 2);
        def.origin.x = bad[i];
        assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
        def.origin = (wend_vec2){0, bad[i]};
        assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    }
    static const struct {
        int32_t width, height;
        wend_result result;
    } sizes[] = {
        {0, 5, WEND_ERROR_ARGUMENT},
        {5, 0, WEND_ERROR_ARGUMENT},
        {-1, 5, WEND_ERROR_ARGUMENT},
        {INT32_MIN, INT32_MIN, WEND_ERROR_ARGUMENT},
        {WEND_MAX_SIDE + 1, 1, WEND_ERROR_LIMIT},
        {1, INT32_MAX, WEND_ERROR_LIMIT},
        {WEND_MAX_SIDE, WEND_MAX_SIDE, WEND_ERROR_LIMIT},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        def = sized(sizes[i].width, sizes[i].height);
        assert_int_equal(wend_grid_create(&def, &grid), sizes[i].result);
    }
    def = sized(2, 2);
    def.connectivity = WEND_CONNECTIVITY_COUNT;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    def.connectivity = (wend_connectivity)-1;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    def = sized(4, 2);
    def.stride = 3;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    def.stride = SIZE_MAX;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    def = sized(4, 2);
    def.class_costs[9] = -3;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    def.class_costs[9] = 1024;
    def.class_costs[8] = 1.0f / 64;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_LIMIT);
    assert_null(grid);
}

static void the_longest_map_works(void** state) {
    (void)state;
    wend_grid_def def = sized(WEND_MAX_SIDE, 1);
    wend_grid* grid = make(&def);
    wend_tile last = {WEND_MAX_SIDE - 1, 0}, at;
    assert_true(wend_grid_passable(grid, last));
    assert_ok(wend_grid_tile_at(grid, wend_grid_center(grid, last), &at));
    assert_tile(at, last.x, 0);
    wend_grid_destroy(grid);
}

static void classes_are_copied_by_stride(void** state) {
    (void)state;
    uint8_t classes[] = {1, 2, 3, 99, 4, 5, 6, 99};
    wend_grid_def def = sized(3, 2);
    def.classes = classes;
    def.stride = 4;
    wend_grid* grid = make(&def);
    memset(classes, 0, sizeof classes);
    for (int32_t i = 0; i < 6; i++) assert_int_equal(wend_grid_class(grid, (wend_tile){i % 3, i / 3}), i + 1);
    assert_int_equal(wend_grid_class(grid, (wend_tile){3, 0}), 0);
    assert_int_equal(wend_grid_class(grid, (wend_tile){0, -1}), 0);
    assert_true(wend_grid_cost(grid, (wend_tile){-1, 0}) == 0);
    assert_false(wend_grid_contains(grid, (wend_tile){0, 2}));
    assert_int_equal(wend_grid_row(grid, 1)[2], 6);
    assert_null(wend_grid_row(grid, 2));
    assert_null(wend_grid_row(grid, -1));
    wend_grid_destroy(grid);
}

static void check_counts(const wend_grid* grid) {
    int64_t counts[WEND_CLASS_COUNT] = {0}, passable = 0;
    for (int32_t y = 0; y < wend_grid_height(grid); y++) {
        for (int32_t x = 0; x < wend_grid_width(grid); x++) {
            wend_tile tile = {x, y};
            counts[wend_grid_class(grid, tile)]++;
            passable += wend_grid_passable(grid, tile);
            assert_int_equal(wend_grid_row(grid, y)[x], wend_grid_class(grid, tile));
        }
    }
    assert_memory_equal(counts, wend_grid_class_counts(grid), sizeof counts);
    assert_int_equal(passable, wend_grid_passable_count(grid));
}

static void edits_are_counted_and_stay_inside(void** state) {
    (void)state;
    rng r = rng_seeded(3);
    wend_grid_def def = sized(23, 17);
    def.class_costs[3] = 0;
    wend_grid* grid = make(&def);
    uint8_t classes[23 * 17], model[23 * 17];
    memset(model, 1, sizeof model);
    for (int32_t i = 0; i < 300; i++) {
        wend_rect area = {rng_between(&r, -2, 22), 0, rng_between(&r, 0, 23), 0};
        area.y = rng_between(&r, -2, 16);
        area.height = rng_between(&r, 0, 17);
        bool inside = area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 &&
                      area.x + area.width <= 23 && area.y + area.height <= 17;
        bool fill = rng_chance(&r, 50);
        uint8_t k = (uint8_t)rng_below(&r, 6);
        for (size_t c = 0; c < sizeof classes; c++) classes[c] = (uint8_t)rng_below(&r, 256);
        size_t stride = rng_chance(&r, 50) ? 0 : (size_t)area.width + 2;
        if ((size_t)area.height * stride > sizeof classes) stride = 0;
        wend_result result =
            fill ? wend_grid_fill(grid, area, k) : wend_grid_write(grid, area, classes, stride);
        assert_int_equal(result, inside ? WEND_OK : WEND_ERROR_ARGUMENT);
        for (int32_t y = 0; inside && y < area.height; y++)
            for (int32_t x = 0; x < area.width; x++)
                model[(area.y + y) * 23 + area.x + x] =
                    fill ? k : classes[(size_t)y * (stride ? stride : (size_t)area.width) + (size_t)x];
        for (int32_t y = 0; y < 17; y++) assert_memory_equal(wend_grid_row(grid, y), model + y * 23, 23);
        check_counts(grid);
    }
    wend_rect all = {0, 0, 23, 17}, huge = {1, 1, INT32_MAX, INT32_MAX};
    assert_int_equal(wend_grid_fill(NULL, all, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_fill(grid, huge, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_write(grid, all, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_write(grid, all, classes, 22), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void costs_can_change(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".2#\n...\n", WEND_CONNECTIVITY_8);
    float costs[WEND_CLASS_COUNT] = {5, 1, INFINITY, 4};
    assert_ok(wend_grid_set_class_costs(grid, costs));
    assert_int_equal(wend_grid_passable_count(grid), 4);
    assert_false(wend_grid_passable(grid, (wend_tile){1, 0}));
    assert_true(wend_grid_class_costs(grid)[2] == 0 && wend_grid_class_costs(grid)[0] == 0);
    assert_int_equal(wend_grid_straight_cost(grid, 3), 4 * wend_grid_cost_units(grid));
    uint64_t hash = wend_grid_hash(grid);
    costs[1] = NAN;
    assert_int_equal(wend_grid_set_class_costs(grid, costs), WEND_ERROR_ARGUMENT);
    costs[1] = 1.0f / 64;
    costs[7] = 1024;
    assert_int_equal(wend_grid_set_class_costs(grid, costs), WEND_ERROR_LIMIT);
    assert_int_equal(wend_grid_set_class_costs(grid, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_grid_hash(grid) == hash); // as it was
    wend_grid_destroy(grid);
}

// May one step from the middle tile of these nine rows to each of the nine tiles?
static void expect_steps(const char* tiles, wend_connectivity connectivity, const char* expected) {
    wend_grid* grid = map_from_text(tiles, connectivity);
    char got[13] = "   \n   \n   \n";
    for (int32_t i = 0; i < 9; i++) {
        wend_tile to = {i % 3, i / 3};
        bool can = wend_grid_can_step(grid, (wend_tile){1, 1}, to);
        got[i / 3 * 4 + i % 3] = can ? 'x' : '-';
        assert_int_equal(can, wend_grid_can_step(grid, to, (wend_tile){1, 1})); // symmetric
    }
    assert_string_equal(got, expected);
    wend_grid_destroy(grid);
}

static void steps_follow_the_rule(void** state) {
    (void)state;
    expect_steps("...\n...\n...\n", WEND_CONNECTIVITY_8, "xxx\nx-x\nxxx\n");
    expect_steps("...\n...\n...\n", WEND_CONNECTIVITY_4, "-x-\nx-x\n-x-\n");
    expect_steps("...\n...\n...\n", WEND_CONNECTIVITY_8_CUT, "xxx\nx-x\nxxx\n");
    expect_steps(".#.\n...\n..#\n", WEND_CONNECTIVITY_8, "---\nx-x\nxx-\n");
    expect_steps(".#.\n...\n..#\n", WEND_CONNECTIVITY_4, "---\nx-x\n-x-\n");
    expect_steps(".#.\n...\n..#\n", WEND_CONNECTIVITY_8_CUT, "x-x\nx-x\nxx-\n");
    expect_steps(".#.\n#.#\n.#.\n", WEND_CONNECTIVITY_8, "---\n---\n---\n");
    expect_steps(".#.\n#.#\n.#.\n", WEND_CONNECTIVITY_8_CUT, "x-x\n---\nx-x\n");
    expect_steps("...\n.#.\n...\n", WEND_CONNECTIVITY_8_CUT, "---\n---\n---\n"); // from a blocked tile
    wend_grid* grid = map_from_text("...\n", WEND_CONNECTIVITY_8);
    assert_false(wend_grid_can_step(grid, (wend_tile){0, 0}, (wend_tile){2, 0})); // two steps
    assert_false(wend_grid_can_step(grid, (wend_tile){0, 0}, (wend_tile){0, 1})); // off the map
    assert_false(wend_grid_can_step(grid, (wend_tile){-1, 0}, (wend_tile){0, 0}));
    assert_false(wend_grid_can_step(grid, (wend_tile){INT32_MIN, 0}, (wend_tile){INT32_MAX, 0}));
    wend_grid_destroy(grid);
}

static void world_units(void** state) {
    (void)state;
    wend_grid_def def = sized(40, 30);
    def.tile_size = 0.25f;
    def.origin = (wend_vec2){-3, 100};
    wend_grid* grid = make(&def);
    wend_vec2 c = wend_grid_center(grid, (wend_tile){0, 0});
    assert_true(c.x == -2.875f && c.y == 100.125f);
    c = wend_grid_center(grid, (wend_tile){-1, 30}); // also off the map
    assert_true(c.x == -3.125f && c.y == 107.625f);
    for (int32_t y = 0; y < 30; y++) {
        for (int32_t x = 0; x < 40; x++) {
            wend_tile at;
            assert_ok(wend_grid_tile_at(grid, wend_grid_center(grid, (wend_tile){x, y}), &at));
            assert_tile(at, x, y);
        }
    }
    static const struct {
        float x, y;
        int32_t column, row; // -1: outside
    } places[] = {
        {-3, 100, 0, 0},
        {-2.75f, 100.25f, 1, 1}, // a tile's left and top edge are its own
        {6.999f, 107.499f, 39, 29},
        {7, 100, -1, 0},
        {-3, 107.5f, -1, 0},
        {-3.001f, 100, -1, 0},
        {NAN, 100, -1, 0},
        {0, NAN, -1, 0},
        {INFINITY, 100, -1, 0},
        {0, -INFINITY, -1, 0},
        {1e30f, 100, -1, 0},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        wend_tile at = {-7, -7};
        wend_result result = wend_grid_tile_at(grid, (wend_vec2){places[i].x, places[i].y}, &at);
        bool inside = places[i].column >= 0;
        assert_int_equal(result, inside ? WEND_OK : WEND_ERROR_ARGUMENT);
        assert_tile(at, inside ? places[i].column : -7, inside ? places[i].row : -7);
    }
    wend_tile at;
    assert_int_equal(wend_grid_tile_at(grid, (wend_vec2){0, 101}, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_tile_at(NULL, (wend_vec2){0, 101}, &at), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

// Two grids that look the same to a search hash the same, whatever their class numbers and history.
static void hash_is_of_what_a_search_sees(void** state) {
    (void)state;
    const uint8_t first[] = {1, 2, 0, 2}, second[] = {7, 9, 33, 200};
    wend_grid_def a = sized(2, 2), b = sized(2, 2);
    a.classes = first;
    a.class_costs[2] = 3;
    b.classes = second;
    b.class_costs[9] = b.class_costs[200] = 3;
    b.class_costs[33] = INFINITY;
    wend_grid *ga = make(&a), *gb = make(&b);
    uint64_t hash = wend_grid_hash(ga);
    assert_true(hash == wend_grid_hash(gb));
    assert_ok(wend_grid_fill(ga, (wend_rect){0, 0, 2, 2}, 2));
    assert_true(hash != wend_grid_hash(ga));
    assert_ok(wend_grid_write(ga, (wend_rect){0, 0, 2, 2}, first, 0));
    assert_true(hash == wend_grid_hash(ga));
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, wend_grid_class_costs(ga), sizeof costs);
    costs[2] = 4;
    assert_ok(wend_grid_set_class_costs(ga, costs));
    assert_true(hash != wend_grid_hash(ga));
    wend_grid_destroy(gb);
    wend_grid_destroy(ga);

    uint64_t seen[8];
    int32_t count = 0;
    static const int32_t sides[][2] = {{2, 6}, {6, 2}, {3, 4}, {12, 1}};
    for (int32_t i = 0; i < 4; i++) {
        wend_grid_def def = sized(sides[i][0], sides[i][1]);
        for (wend_connectivity m = WEND_CONNECTIVITY_8;
             m <= (i ? WEND_CONNECTIVITY_4 : WEND_CONNECTIVITY_8_CUT); m++) {
            def.connectivity = m;
            wend_grid* grid = make(&def);
            if (i == 0 || m == WEND_CONNECTIVITY_8) seen[count++] = wend_grid_hash(grid);
            wend_grid_destroy(grid);
        }
    }
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++) assert_true(seen[i] != seen[k]);
}

static void one_cost_is_uniform_with_any_number_of_classes(void** state) {
    (void)state;
    wend_grid_def def = sized(9, 5);
    wend_grid* grid = make(&def);
    assert_ok(wend_grid_fill(grid, (wend_rect){2, 1, 3, 2}, 7)); // costs 1, as class 1 does
    assert_ok(wend_grid_fill(grid, (wend_rect){6, 1, 1, 1}, 0));
    assert_true(wendi_has_uniform_cost(grid));
    def.class_costs[7] = 2;
    assert_ok(wend_grid_set_class_costs(grid, def.class_costs));
    assert_false(wendi_has_uniform_cost(grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 9, 5}, 7));
    assert_true(wendi_has_uniform_cost(grid));
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_cost_is_uniform_with_any_number_of_classes),
        cmocka_unit_test(defaults_make_open_ground),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(the_longest_map_works),
        cmocka_unit_test(classes_are_copied_by_stride),
        cmocka_unit_test(edits_are_counted_and_stay_inside),
        cmocka_unit_test(costs_can_change),
        cmocka_unit_test(steps_follow_the_rule),
        cmocka_unit_test(world_units),
        cmocka_unit_test(hash_is_of_what_a_search_sees),
    };
    return run_unit_tests(tests);
}
