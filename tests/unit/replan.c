// replan.c: when does a walker take another way than the one that it is on?
#include <math.h>

#include "wend/repair.h"

#include "path_fixture.h"
#include "search/path.h"
#include "unit.h"

enum { BLOCK_LEFT = 30, BLOCK_RIGHT = 90 };

// Two ways of the same cost lead round a block, above and below.
static wend_world* world_with_block(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 121;
    def.height = 61;
    def.class_costs[2] = 1.5f;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){BLOCK_LEFT, 10, BLOCK_RIGHT - BLOCK_LEFT, 41}, 0));
    return build_world(grid);
}

// Mud on the way above or below: it then costs some 4 % more.
static void put_mud(wend_world* world, bool above) {
    edit_tiles(world, (wend_rect){50, 0, 10, 10}, above ? 2 : 1);
    edit_tiles(world, (wend_rect){50, 51, 10, 10}, above ? 1 : 2);
}

// Walks a step of each plan while the mud goes to and fro. Returns the ticks until it arrives, at most 400.
static int32_t walk_between(float keep, int32_t* replaced_out) {
    wend_world* world = world_with_block();
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_tile goal = {118, 30};
    wend_query query = wend_default_query((wend_tile){2, 30}, goal);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t ticks = 0;
    wend_tile at = query.start;
    for (*replaced_out = 0; ticks < 400 && (at.x != goal.x || at.y != goal.y); ticks++) {
        bool replaced = false;
        put_mud(world, ticks % 2);
        assert_ok(wend_path_replan(search, world, path, at, keep, &replaced, NULL));
        *replaced_out += replaced;
        assert_true(wend_path_is_valid(path, world, NULL));
        assert_tile(tile_of(path, 0), at.x, at.y);
        assert_tile(tile_of(path, tile_count(path) - 1), goal.x, goal.y);
        at = tile_of(path, 1);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return ticks;
}

static void between_two_ways_a_walker_keeps_its_own(void** state) {
    (void)state;
    int32_t often, never;
    const int32_t turning = walk_between(0, &often), steady = walk_between(8, &never);
    assert_true(often >= 5); // it turns with the mud until one way is much longer
    assert_int_equal(never, 0);
    assert_int_equal(steady, 116);
    assert_true(turning >= steady);
}

static void a_clearly_better_way_is_taken(void** state) {
    (void)state;
    wend_world* world = world_with_block();
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){2, 30}, (wend_tile){118, 30});
    query.smooth = true;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double whole = wend_path_cost(path);
    const wend_tile walker = tile_of(path, 12);
    bool replaced = true;
    wend_stats stats;
    assert_ok(wend_path_replan(search, world, path, walker, 0, &replaced, &stats));
    assert_false(replaced); // none is cheaper at all
    assert_true(stats.total_ns >= 0 && wend_path_cost(path) < whole);
    edit_tiles(world, (wend_rect){BLOCK_LEFT, 30, BLOCK_RIGHT - BLOCK_LEFT, 1}, 1); // a tunnel
    assert_ok(wend_path_replan(search, world, path, walker, 50, &replaced, NULL));
    assert_false(replaced);
    assert_ok(wend_path_replan(search, world, path, walker, 5, &replaced, NULL));
    assert_true(replaced && path->pulled);
    query.start = walker;
    wend_path* fresh = new_path();
    assert_ok(wend_find_path(search, world, &query, fresh, NULL));
    assert_int_equal(wend_path_hash(path), wend_path_hash(fresh));
    assert_tile(path->asked_start, walker.x, walker.y);
    wend_path_destroy(fresh);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void a_walker_on_an_upper_floor_keeps_its_path(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 40;
    def.height = 12;
    def.floors = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world* world = build_world(grid);
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){2, 6, 2}, (wend_tile){37, 6, 2});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    bool replaced = true;
    assert_ok(wend_path_replan(search, world, path, tile_of(path, 4), 5, &replaced, NULL));
    assert_false(replaced);
    assert_tile(tile_of(path, 0), 6, 6);
    assert_int_equal(tile_of(path, 0).floor, 2);
    const wend_edit wall = wend_edit_tiles((wend_rect){20, 0, 1, 11, 2}, 0);
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_ok(wend_path_replan(search, world, path, tile_of(path, 1), 5, &replaced, NULL));
    assert_true(replaced && wend_path_is_valid(path, world, NULL));
    assert_int_equal(tile_of(path, 0).floor, 2);
    assert_int_equal(wend_path_replan(search, world, path, (wend_tile){0, 0, 3}, 5, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void what_cannot_be_walked_is_planned_again(void** state) {
    (void)state;
    wend_world* world = world_with_block();
    wend_world* other = world_with_block();
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){2, 30}, (wend_tile){118, 30});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    bool replaced = false;
    // Off the path, and of another world that is equal.
    assert_ok(wend_path_replan(search, world, path, (wend_tile){0, 0}, 100, &replaced, NULL));
    assert_true(replaced);
    assert_ok(wend_path_replan(search, other, path, tile_of(path, 1), 100, &replaced, NULL));
    assert_false(replaced);
    // The way is blocked; behind the walker it may be.
    const wend_tile walker = tile_of(path, 5), behind = tile_of(path, 4);
    edit_tiles(other, (wend_rect){behind.x, behind.y, 1, 1}, 0);
    assert_ok(wend_path_replan(search, other, path, walker, 100, &replaced, NULL));
    assert_false(replaced);
    const bool above = tile_of(path, tile_count(path) / 2).y < 30;
    edit_tiles(other, (wend_rect){60, above ? 0 : 51, 1, 10}, 0);
    assert_ok(wend_path_replan(search, other, path, walker, 100, &replaced, NULL));
    assert_true(replaced && wend_path_is_valid(path, other, NULL));
    edit_tiles(other, (wend_rect){60, above ? 51 : 0, 1, 10}, 0);
    assert_ok(wend_path_replan(search, other, path, walker, 100, &replaced, NULL));
    assert_true(replaced);
    assert_int_equal(wend_path_outcome(path), WEND_NO_ROUTE);
    assert_int_equal(wend_path_replan(search, other, path, walker, -1, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_replan(search, other, path, walker, NAN, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_replan(search, other, path, (wend_tile){121, 0}, 5, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_path* empty = new_path();
    assert_int_equal(wend_path_replan(search, other, empty, walker, 5, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_path_destroy(empty);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_two_ways_a_walker_keeps_its_own),
        cmocka_unit_test(a_clearly_better_way_is_taken),
        cmocka_unit_test(a_walker_on_an_upper_floor_keeps_its_path),
        cmocka_unit_test(what_cannot_be_walked_is_planned_again),
    };
    return run_unit_tests(tests);
}
