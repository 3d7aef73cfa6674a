// links.c: links, walls and one-way steps of a map, added to another.
#include "test_memory.h"
#include "unit.h"
#include "wend/link.h"

enum { SIDE = 70, ROW = 31 }; // rows 31 and 32 lie on different pages of closed steps

static wend_grid* make(wend_allocator* allocator_opt) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.allocator = allocator_opt;
    def.class_costs[2] = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

// A map with everything that can be copied. The end of a link is blocked after it was added.
static wend_grid* connected(void) {
    wend_grid* grid = make(NULL);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){5, ROW}, (wend_tile){5, ROW + 1}, true));
    assert_ok(wend_grid_set_step(grid, (wend_tile){ROW, 40}, (wend_tile){ROW + 1, 40}, false));
    assert_ok(wend_grid_set_step(grid, (wend_tile){69, 69}, (wend_tile){68, 68}, false));
    wend_link links[] = {wend_default_link((wend_tile){1, 1}, (wend_tile){60, 60}, 2),
                         wend_default_link((wend_tile){9, 9}, (wend_tile){8, 40}, 5)};
    links[0].id = 7;
    links[0].kind = WEND_LINK_FERRY;
    links[0].duration = 4.5f;
    links[1].id = 3;
    links[1].enabled = false;
    for (int32_t i = 0; i < 2; i++) assert_ok(wend_grid_add_link(grid, &links[i], NULL));
    assert_ok(wend_grid_fill(grid, (wend_rect){60, 60, 1, 1}, 0));
    return grid;
}

static void copy_tiles(const wend_grid* from, wend_grid* to) {
    for (int32_t y = 0; y < SIDE; y++)
        assert_ok(wend_grid_write(to, (wend_rect){0, y, SIDE, 1}, wend_grid_row(from, y), 0));
}

static void a_copy_equals_its_map(void** state) {
    (void)state;
    wend_grid *from = connected(), *to = make(NULL);
    copy_tiles(from, to);
    assert_true(wend_grid_hash(to) != wend_grid_hash(from));
    assert_ok(wend_grid_copy_connections(from, to));
    assert_true(wend_grid_hash(to) == wend_grid_hash(from)); // which covers links and closed steps
    assert_int_equal(wend_grid_closed_step_count(to), 4);
    assert_int_equal(wend_grid_find_link(to, 7)->kind, WEND_LINK_FERRY);
    assert_false(wend_grid_link_is_usable(to, 7)); // its end is blocked
    assert_ok(wend_grid_fill(to, (wend_rect){60, 60, 1, 1}, 2));
    assert_true(wend_grid_link_is_usable(to, 7));
    // Diagonals beside the wall are closed there too.
    assert_false(wend_grid_can_step(to, (wend_tile){4, ROW}, (wend_tile){5, ROW + 1}));
    wend_grid_destroy(from);
    wend_grid_destroy(to);
}

static void what_was_there_stays(void** state) {
    (void)state;
    wend_grid *from = connected(), *to = make(NULL);
    const wend_link own = wend_default_link((wend_tile){2, 2}, (wend_tile){3, 30}, 1);
    assert_ok(wend_grid_add_link(to, &own, NULL));                                          // id 0
    assert_ok(wend_grid_set_step(to, (wend_tile){5, ROW}, (wend_tile){5, ROW + 1}, false)); // also there
    assert_ok(wend_grid_set_wall(to, (wend_tile){66, 2}, (wend_tile){66, 3}, true));        // another page
    assert_ok(wend_grid_copy_connections(from, to));
    int32_t count = 0;
    const wend_link* links = wend_grid_links(to, &count);
    assert_int_equal(count, 3);
    assert_int_equal(links[0].id, 0);
    assert_int_equal(links[1].id, 3);
    assert_int_equal(links[2].id, 7);
    assert_int_equal(wend_grid_closed_step_count(to), 6);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const wend_tile tile = {x, y};
            const uint8_t both = wend_grid_closed_steps(from, tile) | (x == 66 && y == 2   ? 1 << 1
                                                                       : x == 66 && y == 3 ? 1 << 3
                                                                                           : 0);
            assert_int_equal(wend_grid_closed_steps(to, tile), both);
        }
    wend_grid_destroy(from);
    wend_grid_destroy(to);
}

// Closed steps of the first page stay where the other map has none there.
static void the_first_page_stays(void** state) {
    (void)state;
    wend_grid *from = connected(), *to = make(NULL);
    assert_ok(wend_grid_set_step(from, (wend_tile){5, ROW}, (wend_tile){5, ROW + 1}, true));
    assert_ok(wend_grid_set_step(from, (wend_tile){ROW, 40}, (wend_tile){ROW + 1, 40}, true));
    assert_int_equal(wend_grid_closed_steps(from, (wend_tile){5, ROW}) & 15, 0);
    assert_ok(wend_grid_set_step(to, (wend_tile){2, 2}, (wend_tile){3, 2}, false));
    assert_ok(wend_grid_copy_connections(from, to));
    assert_false(wend_grid_can_step(to, (wend_tile){2, 2}, (wend_tile){3, 2}));
    assert_false(wend_grid_can_step(to, (wend_tile){5, ROW + 1}, (wend_tile){5, ROW}));
    assert_int_equal(wend_grid_closed_step_count(to), 3);
    wend_grid_destroy(from);
    wend_grid_destroy(to);
}

// The copy fails, and changes nothing.
static void refuses(const wend_grid* from, wend_grid* to, wend_result expected) {
    const uint64_t hash = wend_grid_hash(to);
    assert_int_equal(wend_grid_copy_connections(from, to), expected);
    assert_true(wend_grid_hash(to) == hash);
}

static void bad_copies_are_refused(void** state) {
    (void)state;
    wend_grid *from = connected(), *to = make(NULL), *small = NULL;
    wend_grid_def def = wend_default_grid_def();
    def.width = SIDE;
    def.height = SIDE - 1;
    assert_ok(wend_grid_create(&def, &small));
    refuses(from, small, WEND_ERROR_ARGUMENT);
    refuses(small, to, WEND_ERROR_ARGUMENT);
    refuses(from, from, WEND_ERROR_ARGUMENT);
    wend_link link = wend_default_link((wend_tile){2, 2}, (wend_tile){3, 3}, 1);
    link.id = 7; // the second of the ids that are copied
    assert_ok(wend_grid_add_link(to, &link, NULL));
    refuses(from, to, WEND_ERROR_ARGUMENT);
    wend_grid_destroy(small);
    wend_grid_destroy(from);
    wend_grid_destroy(to);
}

// Many different costs need a fine unit, in which a link costs more integer units.
static void a_link_may_cost_too_much_there(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    for (int32_t k = 1; k < 40; k++) def.class_costs[k] = WEND_MIN_CLASS_COST * (1 + 0.013f * (float)k);
    wend_grid *from = make(NULL), *to = NULL;
    assert_ok(wend_grid_create(&def, &to));
    const wend_link link = wend_default_link((wend_tile){2, 2}, (wend_tile){3, 3}, WEND_MAX_LINK_COST);
    assert_ok(wend_grid_add_link(from, &link, NULL));
    refuses(from, to, WEND_ERROR_LIMIT);
    wend_grid_destroy(from);
    wend_grid_destroy(to);
}

static void lack_of_memory_changes_nothing(void** state) {
    (void)state;
    wend_grid* from = connected();
    wend_result result = WEND_ERROR_MEMORY;
    int32_t fail = 0;
    for (; result != WEND_OK; fail++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_grid* to = make(&allocator);
        assert_ok(wend_grid_set_wall(to, (wend_tile){66, 2}, (wend_tile){66, 3}, true));
        const uint64_t hash = wend_grid_hash(to);
        memory.fail_at = memory.calls + fail;
        result = wend_grid_copy_connections(from, to);
        memory.fail_at = -1;
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_true(wend_grid_hash(to) == hash);
            assert_int_equal(wend_grid_closed_step_count(to), 2);
        }
        wend_grid_destroy(to);
        assert_int_equal(memory.live, 0);
    }
    assert_true(fail > 8); // links, their ends, and pages of closed steps
    wend_grid_destroy(from);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_equals_its_map),          cmocka_unit_test(what_was_there_stays),
        cmocka_unit_test(the_first_page_stays),           cmocka_unit_test(bad_copies_are_refused),
        cmocka_unit_test(a_link_may_cost_too_much_there), cmocka_unit_test(lack_of_memory_changes_nothing),
    };
    return run_unit_tests(tests);
}
