// test_verify.c: does the path checker of `wend check` find each kind of error? Paths cannot be forged, so
// each is planned on one map and checked on another that forbids it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka wants the three above first
#include <cmocka.h>

#include "verify.h"
#include <string.h>

enum { SIDE = 6 };

static wend_grid* open_grid(wend_connectivity connectivity, float cost) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.connectivity = connectivity;
    def.class_costs[1] = cost;
    wend_grid* grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
}

static wend_path* plan(const wend_grid* grid, wend_tile start, wend_tile goal) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    wend_query query = wend_default_query(start, goal);
    query.algorithm = WEND_ASTAR;
    assert_int_equal(wend_find_path_on_grid(search, grid, &query, path, NULL), WEND_OK);
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    wend_search_destroy(search);
    return path;
}

// What is said of the diagonal from 0,0 to 5,5, planned on open ground, on another map.
static void expect(wend_grid* other, wend_tile start, wend_tile goal, const char* fault) {
    wend_grid* grid = open_grid(WEND_CONNECTIVITY_8, 1);
    wend_path* path = plan(grid, (wend_tile){0, 0}, (wend_tile){5, 5});
    char text[160];
    const char* found = verify_path(other, path, start, goal, text);
    if (fault == NULL)
        assert_null(found);
    else {
        assert_non_null(found);
        assert_non_null(strstr(found, fault));
    }
    wend_path_destroy(path);
    wend_grid_destroy(grid);
    wend_grid_destroy(other);
}

static const wend_tile first = {0, 0}, last = {5, 5};

static void block(wend_grid* grid, int32_t x, int32_t y) {
    assert_int_equal(wend_grid_fill(grid, (wend_rect){x, y, 1, 1}, 0), WEND_OK);
}

static void accepts_a_good_path(void** state) {
    (void)state;
    expect(open_grid(WEND_CONNECTIVITY_8, 1), first, last, NULL);
    wend_grid* corner = open_grid(WEND_CONNECTIVITY_8_CUT, 1);
    block(corner, 3, 2);
    expect(corner, first, last, NULL); // cutting it is allowed there
}

static void finds_each_fault(void** state) {
    (void)state;
    expect(open_grid(WEND_CONNECTIVITY_8, 1), (wend_tile){0, 1}, last, "does not begin at the start");
    expect(open_grid(WEND_CONNECTIVITY_8, 1), first, (wend_tile){5, 4}, "does not end at the goal");
    expect(open_grid(WEND_CONNECTIVITY_4, 1), first, last,
           "step 1 from 0,0 to 1,1 is diagonal on a map of 4 moves");
    expect(open_grid(WEND_CONNECTIVITY_8, 1.01f), first, last, "but 7.071068 was reported");
    wend_grid* wall = open_grid(WEND_CONNECTIVITY_8_CUT, 1);
    block(wall, 3, 3);
    expect(wall, first, last, "step 3 from 2,2 to 3,3 enters a blocked tile");
    wend_grid* start = open_grid(WEND_CONNECTIVITY_8, 1);
    block(start, 0, 0);
    expect(start, first, last, "begins on a blocked tile");
    for (int side = 0; side < 2; side++) {
        wend_grid* corner = open_grid(WEND_CONNECTIVITY_8, 1);
        block(corner, 3 - side, 2 + side);
        expect(corner, first, last, "step 3 from 2,2 to 3,3 cuts a corner");
    }
}

static void a_path_without_tiles_is_none(void** state) {
    (void)state;
    wend_grid* grid = open_grid(WEND_CONNECTIVITY_8, 1);
    wend_path* path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    char text[160];
    assert_string_equal(verify_path(grid, path, first, last, text), "found, but without tiles");
    wend_path_destroy(path);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_a_good_path),
        cmocka_unit_test(finds_each_fault),
        cmocka_unit_test(a_path_without_tiles_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
