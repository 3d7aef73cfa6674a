// test_verify.c: the verifier of check/verify.h, which `wend check` and the tests share, finds each kind of
// fault. Paths cannot be forged, so each is planned on one map and judged on another that forbids it.
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

static void contains(const char* found, const char* fault) {
    assert_non_null(found);
    if (strstr(found, fault) == NULL) fail_msg("\"%s\" does not say \"%s\"", found, fault);
}

// What is said of the diagonal from 0,0 to 5,5, planned on an unobstructed map, on another map.
static void expect(wend_grid* other, wend_tile start, wend_tile goal, const char* fault) {
    wend_grid* grid = open_grid(WEND_CONNECTIVITY_8, 1);
    wend_path* path = plan(grid, (wend_tile){0, 0}, (wend_tile){5, 5});
    char text[VERIFY_TEXT];
    const char* found = verify_path(other, path, start, goal, text);
    if (fault == NULL)
        assert_null(found);
    else
        contains(found, fault);
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

// On floors of small tiles, whose positions are rounded, and over a seam on a map with a relief.
static void accepts_paths_over_floors(void** state) {
    (void)state;
    static const wend_connectivity connectivities[] = {WEND_CONNECTIVITY_8, WEND_CONNECTIVITY_HEX_EVEN_R,
                                                       WEND_CONNECTIVITY_HEX_ODD_Q};
    static const wend_slope_point slopes[] = {{-1, 2}, {0, 1.1f}, {1, 3}};
    for (int32_t i = 0; i < 6; i++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 3 * SIDE;
        def.floors = 3;
        def.connectivity = connectivities[i % 3];
        def.tile_size = 0.05f;
        def.origin = (wend_vec2){-3.7f, 12.3f};
        wend_grid* grid = NULL;
        assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
        wend_relief_def relief = wend_default_relief_def();
        relief.slopes = slopes;
        relief.slope_count = 3;
        if (i >= 3) assert_int_equal(wend_grid_set_relief(grid, &relief), WEND_OK);
        const wend_seam seam = wend_default_seam((wend_tile){1, 17, 0}, (wend_tile){9, 17, 0},
                                                 (wend_tile){1, 0, 1}, (wend_tile){9, 0, 1});
        const wend_link stairs = wend_default_link((wend_tile){11, 13, 1}, (wend_tile){12, 13, 2}, 2);
        assert_int_equal(wend_grid_add_seam(grid, &seam, NULL), WEND_OK);
        assert_int_equal(wend_grid_add_link(grid, &stairs, NULL), WEND_OK);
        const wend_tile from = {2, 3, 0}, to = {15, 7, 2};
        wend_path* path = plan(grid, from, to);
        char text[VERIFY_TEXT];
        const char* fault = verify_path(grid, path, from, to, text);
        if (fault != NULL) fail_msg("map %d: %s", i, fault);
        wend_path_destroy(path);
        wend_grid_destroy(grid);
    }
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

static void finds_other_units_and_places(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.class_costs[2] = 300; // makes the integer unit coarser
    wend_grid* grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    expect(grid, first, last, "integer cost");
    def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.tile_size = 2;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    expect(grid, first, last, "the waypoints do not lead from the first tile to the last");
}

// What is said of the answer to a query, planned on one map, as the answer to another query or on another
// map.
static void answers_are_held_against_their_query(void** state) {
    (void)state;
    char text[VERIFY_TEXT];
    wend_grid *open = open_grid(WEND_CONNECTIVITY_8, 1), *walled = open_grid(WEND_CONNECTIVITY_8, 1);
    assert_int_equal(wend_grid_fill(walled, (wend_rect){3, 0, 1, SIDE}, 0), WEND_OK);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    wend_query query = wend_default_query(first, last);
    query.algorithm = WEND_ASTAR;
    assert_int_equal(wend_find_path_on_grid(search, open, &query, path, NULL), WEND_OK);
    assert_null(verify_answer(open, &query, path, text));
    contains(verify_answer(walled, &query, path, text), "enters a blocked tile");
    wend_query into_wall = wend_default_query(first, (wend_tile){3, 3});
    contains(verify_answer(walled, &into_wall, path, text), "the start is passable and the goal is blocked");
    wend_query from_wall = wend_default_query((wend_tile){3, 3}, last);
    contains(verify_answer(walled, &from_wall, path, text), "the start is blocked and the goal is passable");
    assert_int_equal(wend_find_path_on_grid(search, walled, &query, path, NULL), WEND_OK);
    assert_null(
        verify_answer(walled, &query, path, text)); // no path: a reference has to say whether that is right
    into_wall.algorithm = WEND_ASTAR;
    assert_int_equal(wend_find_path_on_grid(search, walled, &into_wall, path, NULL), WEND_OK);
    assert_null(verify_answer(walled, &into_wall, path, text));
    contains(verify_answer(open, &into_wall, path, text), "the start is passable and the goal is passable");
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(walled);
    wend_grid_destroy(open);
}

static void partial_paths_are_asked_for_and_long_enough(void** state) {
    (void)state;
    char text[VERIFY_TEXT];
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 200;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_world_def world_def = wend_default_world_def();
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, (wend_rect){100, 0, 1, 190}, 0), WEND_OK);
    assert_int_equal(wend_world_build(&grid, &world_def, &world), WEND_OK);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){190, 5});
    query.first_tiles = 20;
    assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_OK);
    assert_int_equal(wend_path_outcome(path), WEND_PARTIAL);
    const wend_grid* map = wend_world_grid(world);
    assert_null(verify_answer(map, &query, path, text));
    query.first_tiles = 190;
    contains(verify_answer(map, &query, path, text), "shorter than was asked for");
    query.first_tiles = 0;
    contains(verify_answer(map, &query, path, text), "the whole path was asked for");
    query.first_tiles = 20;
    query.goal.y = 6;
    contains(verify_answer(map, &query, path, text), "the abstract path does not lead from start to goal");
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void a_path_without_tiles_is_none(void** state) {
    (void)state;
    wend_grid* grid = open_grid(WEND_CONNECTIVITY_8, 1);
    wend_path* path = NULL;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    char text[VERIFY_TEXT];
    assert_string_equal(verify_path(grid, path, first, last, text), "found, but without tiles");
    wend_path_destroy(path);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_a_good_path),
        cmocka_unit_test(accepts_paths_over_floors),
        cmocka_unit_test(finds_each_fault),
        cmocka_unit_test(finds_other_units_and_places),
        cmocka_unit_test(answers_are_held_against_their_query),
        cmocka_unit_test(partial_paths_are_asked_for_and_long_enough),
        cmocka_unit_test(a_path_without_tiles_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
