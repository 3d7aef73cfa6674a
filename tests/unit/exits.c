// exits.c: closed steps, the diagonals that close with them, and the memory they take.
#include "grid/grid.h"

#include "rng.h"
#include "test_memory.h"
#include "unit.h"

static wend_grid* make(int32_t width, int32_t height, wend_connectivity connectivity) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = connectivity;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static uint32_t closed_at(const wend_grid* grid, int32_t x, int32_t y) {
    return wendi_exits_closed(&grid->exits, x, y);
}

static void a_step_closes_in_one_direction(void** state) {
    (void)state;
    wend_grid* grid = make(70, 70, WEND_CONNECTIVITY_4);
    size_t bytes = wend_grid_bytes(grid);
    wend_tile a = {31, 5}, b = {32, 5};
    assert_ok(wend_grid_set_step(grid, a, b, false));
    assert_false(wend_grid_step_is_open(grid, a, b));
    assert_true(wend_grid_step_is_open(grid, b, a));
    assert_int_equal(wend_grid_closed_steps(grid, a), 1);
    assert_int_equal(wend_grid_closed_steps(grid, b), 0);
    assert_int_equal(wend_grid_closed_step_count(grid), 1);
    assert_ok(wend_grid_set_step(grid, a, b, false)); // again: no effect
    assert_int_equal(wend_grid_closed_step_count(grid), 1);
    assert_true(wend_grid_bytes(grid) > bytes);
    assert_ok(wend_grid_set_step(grid, a, b, true));
    assert_int_equal(wend_grid_closed_step_count(grid), 0);
    assert_int_equal(wend_grid_bytes(grid), bytes); // nothing is kept
    wend_grid_destroy(grid);
}

// Bits of the diagonals: down-right 16, down-left 32, up-left 64, up-right 128.
static void a_wall_closes_the_diagonals_around_it(void** state) {
    (void)state;
    wend_tile a = {4, 4}, b = {5, 4};
    wend_grid* grid = make(10, 10, WEND_CONNECTIVITY_8);
    assert_ok(wend_grid_set_wall(grid, a, b, true));
    assert_int_equal(closed_at(grid, 4, 4), 1 | 16 | 128);
    assert_int_equal(closed_at(grid, 5, 4), 4 | 32 | 64);
    assert_int_equal(closed_at(grid, 4, 5), 128); // to (5, 4)
    assert_int_equal(closed_at(grid, 5, 5), 64);
    assert_int_equal(closed_at(grid, 4, 3), 16);
    assert_int_equal(closed_at(grid, 5, 3), 32);
    assert_int_equal(wend_grid_closed_step_count(grid), 2);
    wend_grid_destroy(grid);

    grid = make(10, 10, WEND_CONNECTIVITY_8_CUT); // a diagonal passes the end of a wall, but not its middle
    assert_ok(wend_grid_set_wall(grid, a, b, true));
    assert_int_equal(closed_at(grid, 4, 4), 1);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){4, 5}, (wend_tile){5, 5}, true));
    assert_int_equal(closed_at(grid, 4, 4), 1 | 16);
    assert_int_equal(closed_at(grid, 4, 5), 1 | 128);
    assert_int_equal(closed_at(grid, 5, 5), 4 | 64);
    assert_ok(wend_grid_set_wall(grid, a, b, false));
    assert_ok(wend_grid_set_wall(grid, (wend_tile){4, 5}, (wend_tile){5, 5}, false));
    assert_int_equal(closed_at(grid, 4, 4), 0);
    assert_null(grid->exits.pages);
    wend_grid_destroy(grid);
}

static void any_order_of_changes_gives_the_same(void** state) {
    (void)state;
    static const wend_connectivity all[] = {WEND_CONNECTIVITY_8, WEND_CONNECTIVITY_4,
                                            WEND_CONNECTIVITY_8_CUT};
    for (size_t c = 0; c < sizeof all / sizeof *all; c++) {
        enum { SIDE = 40, CHANGES = 4000 };
        wend_grid *one = make(SIDE, SIDE, all[c]), *other = make(SIDE, SIDE, all[c]);
        rng random = rng_seeded(c);
        for (int32_t i = 0; i < CHANGES; i++) {
            wend_tile from = {rng_below(&random, SIDE), rng_below(&random, SIDE)};
            wend_tile step = wendi_direction[rng_below(&random, WENDI_DIRECTIONS)];
            wend_grid_set_step(one, from, (wend_tile){from.x + step.x, from.y + step.y},
                               rng_below(&random, 3) == 0);
        }
        for (int32_t y = SIDE - 1; y >= 0; y--)
            for (int32_t x = SIDE - 1; x >= 0; x--)
                for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
                    if (wend_grid_closed_steps(one, (wend_tile){x, y}) >> d & 1)
                        assert_ok(wend_grid_set_step(
                            other, (wend_tile){x, y},
                            (wend_tile){x + wendi_direction[d].x, y + wendi_direction[d].y}, false));
        assert_true(one->exits.declared_count > 0);
        assert_int_equal(one->exits.declared_count, other->exits.declared_count);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++) assert_int_equal(closed_at(one, x, y), closed_at(other, x, y));
        wend_grid_destroy(one);
        wend_grid_destroy(other);
    }
}

static void close_step(wend_grid* grid, wend_tile from, int32_t direction) {
    const wend_tile step = wendi_direction[direction];
    (void)wend_grid_set_step(grid, from, (wend_tile){from.x + step.x, from.y + step.y}, false);
}

static void loaded_pages_close_what_single_steps_close(void** state) {
    (void)state;
    enum { SIDE = 70 };
    for (int32_t round = 0; round < 60; round++) {
        wend_grid* one = make(SIDE, SIDE, round % 2 ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_8_CUT);
        wend_grid* loaded = make(SIDE, SIDE, one->connectivity);
        rng random = rng_seeded((uint64_t)round);
        for (int32_t walls = rng_between(&random, 1, 4); walls > 0; walls--) { // across pages
            const wend_tile at = {rng_below(&random, SIDE), rng_below(&random, SIDE)};
            const int32_t direction = rng_below(&random, WENDI_DIRECTIONS);
            for (int32_t i = rng_below(&random, SIDE - at.y); i >= 0; i--)
                close_step(one, (wend_tile){at.x, at.y + i}, direction);
            close_step(one, (wend_tile){rng_below(&random, SIDE), rng_below(&random, SIDE)}, direction);
        }
        for (int32_t i = -1; (i = wendi_exits_next_page(&one->exits, i + 1)) >= 0;)
            assert_ok(wendi_exits_load_page(loaded, i, one->exits.pages[i]->declared));
        assert_ok(wendi_exits_derive(loaded));
        assert_int_equal(loaded->exits.declared_count, one->exits.declared_count);
        assert_int_equal(loaded->exits.page_count, one->exits.page_count);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                assert_int_equal(closed_at(loaded, x, y), closed_at(one, x, y));
        wend_grid_destroy(one);
        wend_grid_destroy(loaded);
    }
}

static void tiles_that_are_no_neighbours_are_refused(void** state) {
    (void)state;
    wend_grid* grid = make(10, 10, WEND_CONNECTIVITY_8);
    wend_tile a = {0, 0};
    assert_int_equal(wend_grid_set_step(grid, a, (wend_tile){-1, 0}, false), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_step(grid, a, a, false), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_step(grid, a, (wend_tile){2, 0}, false), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_wall(grid, (wend_tile){9, 9}, (wend_tile){10, 9}, true),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_closed_step_count(grid), 0);
    assert_null(grid->exits.pages);
    wend_grid_destroy(grid);
}

static void lack_of_memory_changes_nothing(void** state) {
    (void)state;
    for (int32_t fail = 0; fail < 12; fail++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 70;
        def.allocator = &allocator;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        size_t bytes = wend_grid_bytes(grid);
        memory.fail_at = memory.calls + fail;
        wend_result result = wend_grid_set_wall(grid, (wend_tile){31, 31}, (wend_tile){32, 31}, true);
        if (result == WEND_ERROR_MEMORY) {
            assert_int_equal(wend_grid_closed_step_count(grid), 0);
            assert_int_equal(wend_grid_bytes(grid), bytes);
        } else {
            assert_ok(result);
            assert_int_equal(wend_grid_closed_step_count(grid), 2);
        }
        wend_grid_destroy(grid);
        assert_int_equal(memory.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_closes_in_one_direction),
        cmocka_unit_test(a_wall_closes_the_diagonals_around_it),
        cmocka_unit_test(any_order_of_changes_gives_the_same),
        cmocka_unit_test(loaded_pages_close_what_single_steps_close),
        cmocka_unit_test(tiles_that_are_no_neighbours_are_refused),
        cmocka_unit_test(lack_of_memory_changes_nothing),
    };
    return run_unit_tests(tests);
}
