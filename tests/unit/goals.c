// goals.c: does a set of goals find its members, the nearest of them, and bounds that hold? And does a query
// with several goals say which of them it reached?
#include "search/goals.h"

#include "unit.h"

static void holds_the_passable_ones_in_order(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("..#..\n.....\n#....\n", WEND_CONNECTIVITY_8);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_goals goals;
    wendi_goals_init(&goals, &allocator);
    const wend_tile tiles[] = {{4, 2}, {2, 0}, {1, 0}, {4, 2}, {0, 1}, {0, 2}, {1, 0}};
    assert_ok(wendi_goals_set(&goals, grid, tiles, 7));
    assert_int_equal(goals.count, 3); // two are blocked, two are there twice
    const int32_t order[] = {2, 4, 0};
    for (int32_t i = 0; i < 3; i++) assert_int_equal(goals.items[i].index, order[i]);
    assert_int_equal(wendi_goals_find(&goals, (wend_tile){0, 1}), 1);
    assert_int_equal(wendi_goals_find(&goals, (wend_tile){2, 0}), -1);
    assert_int_equal(wendi_goals_find(&goals, (wend_tile){4, 1}), -1);
    assert_int_equal(wendi_goals_from_row(&goals, 0), 0);
    assert_int_equal(wendi_goals_from_row(&goals, 2), 2);
    assert_int_equal(wendi_goals_from_row(&goals, 3), 3);
    wendi_heuristic h = wendi_heuristic_for(grid, WEND_MANHATTAN, WENDI_WEIGHT_ONE);
    wend_cost bound;
    assert_int_equal(wendi_goals_nearest(&goals, &h, (wend_tile){3, 1}, &bound), 2);
    assert_int_equal(bound, 2 * wend_grid_cost_units(grid));
    wendi_goals_remove(&goals, 1);
    assert_int_equal(goals.count, 2);
    assert_int_equal(wendi_goals_find(&goals, (wend_tile){4, 2}), 1);
    assert_int_equal(wendi_goals_find(&goals, (wend_tile){0, 1}), -1);
    assert_ok(wendi_goals_set(&goals, grid, tiles, 0));
    assert_int_equal(goals.count, 0);
    wendi_owner_end(&owner);
    wend_grid_destroy(grid);
}

// The bound of an area is the least of the bounds of its tiles, or nothing.
static void bounds_of_areas_hold(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_goals goals;
    wendi_goals_init(&goals, &allocator);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random(seed, 50);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_tile tiles[WENDI_MAX_BOUNDED_GOALS + 1];
        int32_t count = rng_between(&r, 1, WENDI_MAX_BOUNDED_GOALS + 1);
        for (int32_t i = 0; i < count; i++) tiles[i] = map_random_tile(grid, &r);
        assert_ok(wendi_goals_set(&goals, grid, tiles, count));
        if (goals.count > 0) {
            wend_tile a = map_random_tile(grid, &r), b = map_random_tile(grid, &r);
            wend_rect area = {wendi_min(a.x, b.x), wendi_min(a.y, b.y), wendi_abs(a.x - b.x) + 1,
                              wendi_abs(a.y - b.y) + 1};
            wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
            wend_cost least = INT64_MAX;
            for (int32_t y = area.y; y < area.y + area.height; y++)
                for (int32_t x = area.x; x < area.x + area.width; x++) {
                    wend_cost bound = wendi_goals_bound(&goals, &h, (wend_tile){x, y});
                    least = bound < least ? bound : least;
                }
            if (goals.count > WENDI_MAX_BOUNDED_GOALS) least = 0;
            assert_on(&recipe, wendi_goals_bound_of_area(&goals, &h, area) == least);
        }
        wend_grid_destroy(grid);
    }
    wendi_owner_end(&owner);
}

static void the_path_says_which_goal(void** state) {
    (void)state;
    wend_world* world =
        build_world(map_from_text("......#.\n......#.\n..##..#.\n......##\n", WEND_CONNECTIVITY_8));
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = new_search();
    wend_path* path = new_path();
    assert_int_equal(wend_path_goal(path), -1);
    const wend_tile goals[] = {{7, 0}, {2, 2}, {5, 3}, {0, 3}, {5, 3}};
    wend_query query = wend_default_query((wend_tile){5, 0}, (wend_tile){5, 0});
    query.goals = goals;
    query.goal_count = 5;
    for (wend_algorithm a = WEND_HPA; a < WEND_ALGORITHM_COUNT; a++) {
        query.algorithm = a;
        query.goal_count = 5;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_FOUND);
        assert_int_equal(wend_path_goal(path), 2); // 0 is enclosed, 1 blocked, 4 the same tile
        if (a != WEND_BFS && a != WEND_GREEDY)
            assert_int_equal(wend_path_integer_cost(path), 3 * wend_grid_cost_units(grid));
        query.goal_count = 2;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_NO_ROUTE);
        assert_int_equal(wend_path_goal(path), -1);
        query.goals = goals + 1;
        query.goal_count = 1;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_GOAL_BLOCKED);
        query.goals = goals;
    }
    query.goals = NULL;
    query.goal_count = 0;
    assert_ok(wend_find_path(search, world, &query, path, NULL)); // to the single goal, the start itself
    assert_int_equal(wend_path_goal(path), 0);
    query.goal_count = 1;
    assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_ARGUMENT);
    query.goals = (const wend_tile[]){{0, 0}, {8, 0}};
    query.goal_count = 2; // one lies off the map
    assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_goal(path), 0); // the path is as it was
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Greedy best-first search goes straight through the swamp that A* avoids.
static void greedy_takes_the_near_looking_way(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("..........\n"
                                    ".99999999.\n"
                                    ".99999999.\n"
                                    ".99999999.\n",
                                    WEND_CONNECTIVITY_4);
    wend_search* search = new_search();
    wend_path *greedy = new_path(), *best = new_path();
    wend_query query = wend_default_query((wend_tile){0, 2}, (wend_tile){9, 2});
    wend_stats by_greedy, by_astar;
    query.heuristic = WEND_MANHATTAN;
    query.algorithm = WEND_GREEDY;
    assert_ok(wend_find_path_on_grid(search, grid, &query, greedy, &by_greedy));
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, best, &by_astar));
    assert_int_equal(wend_path_integer_cost(best), 13 * wend_grid_cost_units(grid));
    assert_int_equal(wend_path_integer_cost(greedy), (8 * 9 + 1) * wend_grid_cost_units(grid));
    assert_true(by_greedy.expanded == 10 && by_astar.expanded > 10);
    wend_path_destroy(best);
    wend_path_destroy(greedy);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

// The first tiles of the way to the nearest of several goals; the rest follows. In a path that had another.
static void first_tiles_lead_to_the_nearest(void** state) {
    (void)state;
    enum { FIRST = 20 };
    wend_world* world = new_world(400, 300, false);
    wend_search* search = new_search();
    wend_path* path = new_path();
    static const wend_tile goals[2][3] = {{{390, 10}, {390, 290}, {10, 250}},
                                          {{300, 150}, {5, 5}, {399, 299}}};
    for (int32_t i = 0; i < 4; i++) {
        wend_query query = wend_default_query((wend_tile){200, 150}, (wend_tile){0, 0});
        query.goals = goals[i % 2];
        query.goal_count = 3;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const int32_t nearest = wend_path_goal(path);
        int32_t whole, count;
        wend_path_tiles(path, &whole);
        query.first_tiles = FIRST;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        wend_path_tiles(path, &count);
        assert_in_range(count, FIRST, whole / 2);
        assert_int_equal(wend_path_goal(path), nearest);
        assert_int_equal(wend_path_get_rest(path), WEND_REST_READY);
        while (wend_path_get_rest(path) == WEND_REST_READY)
            assert_ok(wend_path_refine(search, world, path, FIRST, NULL));
        assert_int_equal(wend_path_get_rest(path), WEND_REST_NONE);
        const wend_tile* tiles = wend_path_tiles(path, &count);
        assert_in_range(count, whole, whole + whole / 10);
        assert_tile(tiles[count - 1], goals[i % 2][nearest].x, goals[i % 2][nearest].y);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_tiles_lead_to_the_nearest),
        cmocka_unit_test(holds_the_passable_ones_in_order),
        cmocka_unit_test(bounds_of_areas_hold),
        cmocka_unit_test(the_path_says_which_goal),
        cmocka_unit_test(greedy_takes_the_near_looking_way),
    };
    return run_unit_tests(tests);
}
