// repair.c: how are paths that an edit broke kept, cut and led to other goals?
#include <math.h>

#include "wend/repair.h"

#include "dijkstra.h"
#include "hierarchy/world.h"
#include "path_fixture.h"
#include "search/path.h"
#include "search/smooth.h"
#include "test_memory.h"
#include "unit.h"

// ---- repair

static bool has_waypoint(const wend_path* path, wend_vec2 wanted) {
    int32_t count;
    const wend_vec2* points = wend_path_waypoints(path, &count);
    bool found = false;
    for (int32_t i = 0; i < count; i++) found |= points[i].x == wanted.x && points[i].y == wanted.y;
    return found;
}

// The waypoints here are turning points, which string pulling would drop. Those far from the new leg stay
// where the path says that they were pulled.
static void waypoints_are_pulled_around_the_new_leg_only(void** state) {
    (void)state;
    for (int32_t pulled = 0; pulled < 2; pulled++) {
        wend_world* world = new_world(400, 200, true);
        wend_search* search = new_search();
        wend_path* path = new_path();
        const wend_query query = wend_default_query((wend_tile){2, 20}, (wend_tile){395, 180});
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        int32_t count;
        const wend_vec2 turn = wend_path_waypoints(path, &count)[1];
        assert_true(count >= 3 && !path->pulled);
        const wend_tile middle = tile_of(path, tile_count(path) - 40);
        assert_true(fabsf((float)middle.x - turn.x) > 60);
        path->pulled = pulled;
        path->origin.query.smooth = true;
        edit_tiles(world, (wend_rect){middle.x - 1, middle.y - 1, 3, 3}, 0);
        assert_ok(wend_path_repair(search, world, path, NULL));
        assert_true(path->pulled && wend_path_is_valid(path, world, NULL));
        assert_true(has_waypoint(path, turn) == pulled);
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_world_destroy(world);
    }
}

// An edit beside the tiles may block a line that a repair would keep.
static void kept_waypoints_do_not_lead_through_walls(void** state) {
    (void)state;
    wend_world* world = new_world(400, 200, true);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){2, 20}, (wend_tile){395, 180});
    query.smooth = true;
    rng random = rng_seeded(5);
    int32_t repairs = 0;
    for (int32_t i = 0; i < 200; i++) {
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        for (int32_t k = 0; k < 4; k++) {
            const wend_tile near = tile_of(path, rng_below(&random, tile_count(path)));
            edit_tiles(world,
                       (wend_rect){wendi_max(near.x - rng_below(&random, 6), 0),
                                   wendi_max(near.y - rng_below(&random, 6), 0), 3, 3},
                       0);
        }
        edit_tiles(world, (wend_rect){0, 15, 9, 9}, 1);
        edit_tiles(world, (wend_rect){388, 174, 9, 9}, 1);
        repairs += !wend_path_is_valid(path, world, NULL);
        assert_ok(wend_path_repair(search, world, path, NULL));
        if (wend_path_outcome(path) == WEND_FOUND) assert_true(wend_path_is_valid(path, world, NULL));
        if (i % 20 == 19) edit_tiles(world, (wend_rect){0, 0, 400, 200}, 1);
    }
    assert_true(repairs > 100);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void only_the_broken_leg_is_planned(void** state) {
    (void)state;
    fixture f = path_along(900, 100, 50, false);
    wend_stats whole, part;
    wend_query query = wend_default_query((wend_tile){2, 50}, (wend_tile){897, 50});
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, &whole));
    edit_tiles(f.world, (wend_rect){400, 40, 1, 20}, 0); // ten steps round it
    assert_ok(wend_path_repair(f.search, f.world, f.path, &part));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_true(part.clusters_refined > 0 && part.clusters_refined < whole.clusters_refined / 2);
    assert_int_equal(part.abstract_expanded, 0);
    for (int32_t i = 0; i < 350; i++) assert_tile(tile_of(f.path, i), 2 + i, 50);
    assert_true(wend_path_cost(f.path) > 895 && wend_path_cost(f.path) < 920);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 897, 50);
    const int64_t stages = part.insert_ns + part.route_ns + part.refine_ns + part.smooth_ns;
    assert_true(stages >= 0 && part.total_ns >= stages);
    assert_ok(wend_path_repair(f.search, f.world, f.path, &part)); // nothing to do
    assert_int_equal(part.clusters_refined, 0);
    end(&f);
}

static void long_detours_are_planned_as_a_whole(void** state) {
    (void)state;
    fixture f = path_along(400, 300, 150, true);
    edit_tiles(f.world, (wend_rect){200, 0, 1, 299}, 0);
    wend_stats stats;
    assert_ok(wend_path_repair(f.search, f.world, f.path, &stats));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_true(stats.abstract_expanded > 0);
    wend_path* fresh = new_path();
    wend_query query = wend_default_query((wend_tile){2, 150}, (wend_tile){397, 150});
    query.smooth = true;
    assert_ok(wend_find_path(f.search, f.world, &query, fresh, NULL));
    assert_int_equal(wend_path_hash(f.path), wend_path_hash(fresh));
    // No way, and again one.
    edit_tiles(f.world, (wend_rect){200, 299, 1, 1}, 0);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_NO_ROUTE);
    assert_int_equal(tile_count(f.path), 0);
    assert_false(wend_path_is_valid(f.path, f.world, NULL));
    edit_tiles(f.world, (wend_rect){200, 150, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    edit_tiles(f.world, (wend_rect){397, 150, 1, 1}, 0);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_GOAL_BLOCKED);
    wend_path_destroy(fresh);
    end(&f);
}

// Many small detours may not add up: together they stay below a tenth, or the whole path is planned.
static void detours_do_not_add_up(void** state) {
    (void)state;
    fixture f = path_along(400, 200, 100, false);
    rng random = rng_seeded(3);
    const double first = wend_path_cost(f.path);
    for (int32_t i = 0; i < 60; i++) {
        const wend_tile at = tile_of(f.path, rng_between(&random, 10, tile_count(f.path) - 10));
        edit_tiles(f.world, (wend_rect){at.x, wendi_max(at.y - 6, 0), 1, 12}, 0);
        assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
    }
    wend_query query = wend_default_query((wend_tile){2, 100}, (wend_tile){397, 100});
    wend_path* fresh = new_path();
    assert_ok(wend_find_path(f.search, f.world, &query, fresh, NULL));
    assert_true(wend_path_cost(fresh) >= first);
    assert_true(wend_path_cost(f.path) <= 1.12 * wend_path_cost(fresh));
    wend_path_destroy(fresh);
    end(&f);
}

static void links_are_checked_and_replaced(void** state) {
    (void)state;
    wend_world* world = new_world(200, 60, true);
    edit_tiles(world, (wend_rect){100, 0, 3, 60}, 0);
    int32_t ids[2];
    for (int32_t i = 0; i < 2; i++) {
        wend_link link = wend_default_link((wend_tile){99, 20 + 10 * i}, (wend_tile){103, 20 + 10 * i}, 4);
        assert_ok(wend_world_add_link(world, &link, &ids[i]));
    }
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){5, 20}, (wend_tile){190, 20});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t count;
    assert_int_equal(wend_path_links(path, &count)[0].id, ids[0]);
    assert_ok(wend_world_set_link(world, ids[1], 5, true)); // not on the path
    assert_true(wend_path_is_valid(path, world, NULL));
    assert_ok(wend_world_set_link(world, ids[0], 4, false));
    assert_false(wend_path_is_valid(path, world, NULL));
    assert_ok(wend_world_set_link(world, ids[0], 9, true)); // another cost
    assert_false(wend_path_is_valid(path, world, NULL));
    assert_ok(wend_world_set_link(world, ids[0], 4, true));
    assert_true(wend_path_is_valid(path, world, NULL));
    edit_tiles(world, (wend_rect){103, 20, 1, 1}, 0); // its other end
    assert_false(wend_path_is_valid(path, world, NULL));
    assert_ok(wend_path_repair(search, world, path, NULL));
    assert_int_equal(wend_path_links(path, &count)[0].id, ids[1]);
    assert_int_equal(count, 1);
    assert_true(wend_path_is_valid(path, world, NULL));
    assert_ok(wend_path_cut(search, world, path, 50));
    assert_int_equal(tile_of(path, wend_path_links(path, &count)[0].tile).x, 99);
    assert_ok(wend_path_cut(search, world, path, 80)); // beyond the link
    wend_path_links(path, &count);
    assert_int_equal(count, 0);
    assert_ok(wend_world_remove_link(world, ids[1]));
    assert_true(wend_path_is_valid(path, world, NULL));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// A path for a profile is checked on its view: what concerns others does not break it.
static void paths_of_profiles_live_on_their_views(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 300;
    def.height = 100;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    profile.radius = 2;
    wend_world* world = world_with_profiles(grid, &profile, 1);
    wend_search* search = new_search();
    wend_path *path = new_path(), *tank = new_path();
    wend_query query = wend_default_query((wend_tile){5, 50}, (wend_tile){290, 50});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    query.profile = 1;
    assert_ok(wend_find_path(search, world, &query, tank, NULL));
    assert_true(wend_path_is_valid(tank, world, NULL));
    edit_tiles(world, (wend_rect){150, 52, 1, 10}, 0); // beside both: only the tank does not fit
    assert_true(wend_path_is_valid(path, world, NULL));
    assert_false(wend_path_is_valid(tank, world, NULL));
    assert_false(wend_path_is_valid(tank, wend_world_profile(world, 1), NULL));
    assert_ok(wend_path_repair(search, world, tank, NULL));
    assert_true(wend_path_is_valid(tank, world, NULL));
    for (int32_t i = 0; i < tile_count(tank); i++)
        assert_true(wend_grid_passable(wend_world_grid(wend_world_profile(world, 1)), tile_of(tank, i)));
    assert_ok(wend_path_chase(search, world, tank, (wend_tile){290, 48}, NULL));
    assert_ok(wend_path_cut(search, world, tank, 30));
    edit_tiles(world, (wend_rect){200, 0, 1, 48}, 0);
    edit_tiles(world, (wend_rect){200, 50, 1, 50}, 0); // a gap of two tiles
    assert_false(wend_path_is_valid(tank, world, NULL));
    assert_ok(wend_path_repair(search, world, tank, NULL));
    assert_int_equal(wend_path_outcome(tank), WEND_NO_ROUTE);
    edit_tiles(world, (wend_rect){200, 0, 1, 100}, 1);
    assert_ok(wend_path_repair(search, world, tank, NULL)); // again for its profile
    assert_int_equal(wend_path_outcome(tank), WEND_FOUND);
    edit_tiles(world, (wend_rect){tile_of(tank, 60).x, tile_of(tank, 60).y + 2, 1, 10}, 0); // too near
    assert_false(wend_path_is_valid(tank, world, NULL));
    fixture other = path_along(300, 100, 50, false); // a world without profiles
    assert_false(wend_path_is_valid(tank, other.world, NULL));
    assert_int_equal(wend_path_repair(search, other.world, tank, NULL), WEND_ERROR_ARGUMENT);
    end(&other);
    wend_path_destroy(path);
    wend_path_destroy(tank);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// ---- cut

static void what_was_walked_is_cut(void** state) {
    (void)state;
    for (int32_t smooth = 0; smooth < 2; smooth++) {
        fixture f = path_along(300, 100, 50, smooth);
        assert_ok(wend_path_cut(f.search, f.world, f.path, 0));
        assert_true(wend_path_cost(f.path) == 295);
        assert_ok(wend_path_cut(f.search, f.world, f.path, 100));
        int32_t count;
        assert_int_equal(tile_count(f.path), 196);
        assert_tile(tile_of(f.path, 0), 102, 50);
        assert_true(wend_path_cost(f.path) == 195);
        const wend_vec2* points = wend_path_waypoints(f.path, &count);
        assert_true(count == 2 && points[0].x == 102.5f && points[1].x == 297.5f);
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
        edit_tiles(f.world, (wend_rect){50, 50, 1, 1}, 0); // behind it
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
        edit_tiles(f.world, (wend_rect){200, 50, 1, 1}, 0);
        assert_ok(wend_path_cut(f.search, f.world, f.path, 10)); // broken ones too
        assert_false(wend_path_is_valid(f.path, f.world, NULL));
        assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
        assert_tile(tile_of(f.path, 0), 112, 50);
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
        assert_ok(wend_path_cut(f.search, f.world, f.path, tile_count(f.path) - 1)); // it has arrived
        assert_int_equal(tile_count(f.path), 1);
        assert_true(wend_path_cost(f.path) == 0 && wend_path_outcome(f.path) == WEND_FOUND);
        assert_int_equal(wend_path_cut(f.search, f.world, f.path, 1), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_path_cut(f.search, f.world, f.path, -1), WEND_ERROR_ARGUMENT);
        end(&f);
    }
}

// What lies off the map of another world cannot be cut there.
static void a_path_is_not_cut_on_a_smaller_world(void** state) {
    (void)state;
    fixture f = path_along(200, 100, 50, false);
    wend_world* small = new_world(62, 62, true);
    const int32_t count = tile_count(f.path);
    assert_int_equal(wend_path_cut(f.search, small, f.path, 10), WEND_ERROR_ARGUMENT);
    assert_int_equal(tile_count(f.path), count);
    assert_tile(tile_of(f.path, 0), 2, 50);
    wend_world_destroy(small);
    end(&f);
}

// ---- chase

static void a_goal_that_moves_is_followed(void** state) {
    (void)state;
    fixture f = path_along(600, 200, 100, false);
    wend_path* fresh = new_path();
    wend_tile goal = {597, 100};
    int32_t tails = 0;
    for (int32_t i = 0; i < 90; i++) { // upwards, while the path is walked
        wend_stats stats;
        goal.y--;
        assert_ok(wend_path_chase(f.search, f.world, f.path, goal, &stats));
        assert_ok(wend_path_cut(f.search, f.world, f.path, 1));
        tails += stats.abstract_expanded == 0;
        const int32_t last = tile_count(f.path) - 1;
        assert_tile(tile_of(f.path, last), goal.x, goal.y);
        wend_query query = wend_default_query(tile_of(f.path, 0), goal);
        assert_ok(wend_find_path(f.search, f.world, &query, fresh, NULL));
        assert_true(wend_path_cost(f.path) <= 1.31 * wend_path_cost(fresh));
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
    }
    assert_true(tails > 70);
    wend_stats stats;
    assert_ok(wend_path_chase(f.search, f.world, f.path, (wend_tile){300, 10}, &stats)); // a jump
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 300, 10);
    edit_tiles(f.world, (wend_rect){300, 5, 1, 1}, 0);
    assert_ok(wend_path_chase(f.search, f.world, f.path, (wend_tile){300, 5}, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_GOAL_BLOCKED);
    assert_ok(wend_path_chase(f.search, f.world, f.path, (wend_tile){300, 6}, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_int_equal(wend_path_chase(f.search, f.world, f.path, (wend_tile){600, 6}, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_path_destroy(fresh);
    end(&f);
}

// ---- misuse

static void a_path_that_nobody_set_is_refused(void** state) {
    (void)state;
    fixture f = path_along(100, 60, 30, false);
    wend_path* empty = new_path();
    assert_false(wend_path_is_valid(empty, f.world, NULL));
    assert_int_equal(wend_path_repair(f.search, f.world, empty, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_cut(f.search, f.world, empty, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_chase(f.search, f.world, empty, (wend_tile){3, 3}, NULL), WEND_ERROR_ARGUMENT);
    // Several goals: the one reached is kept; without any there is nothing to ask again.
    wend_tile goals[] = {{90, 30}, {50, 50}};
    wend_query query = wend_default_query((wend_tile){5, 30}, (wend_tile){5, 30});
    query.goals = goals;
    query.goal_count = 2;
    assert_ok(wend_find_path(f.search, f.world, &query, empty, NULL));
    goals[0] = goals[1] = (wend_tile){1, 1}; // borrowed no longer
    edit_tiles(f.world, (wend_rect){30, 30, 1, 20}, 0);
    assert_ok(wend_path_repair(f.search, f.world, empty, NULL));
    assert_tile(tile_of(empty, tile_count(empty) - 1), 50, 50);
    edit_tiles(f.world, (wend_rect){20, 0, 1, 60}, 0);
    query.goals = (const wend_tile[]){{90, 30}, {50, 50}};
    assert_ok(wend_find_path(f.search, f.world, &query, empty, NULL));
    assert_int_equal(wend_path_outcome(empty), WEND_NO_ROUTE);
    assert_int_equal(wend_path_repair(f.search, f.world, empty, NULL), WEND_ERROR_ARGUMENT);
    wend_path_destroy(empty);
    end(&f);
}

static void a_partial_path_is_kept(void** state) {
    (void)state;
    fixture f = path_along(900, 100, 50, false);
    wend_query query = wend_default_query((wend_tile){2, 50}, (wend_tile){897, 50});
    query.first_tiles = 200;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    const int32_t count = tile_count(f.path);
    const wend_tile at = tile_of(f.path, count / 2);
    edit_tiles(f.world, (wend_rect){at.x, at.y - 5, 1, 10}, 0);
    assert_false(wend_path_is_valid(f.path, f.world, NULL));
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    assert_true(tile_count(f.path) >= count && wend_path_is_valid(f.path, f.world, NULL));
    end(&f);
}

// What stood for the ends that were asked for is chosen again with the whole plan.
// A repaired path still leads between the tiles that took the place of blocked ends.
static void snapped_ends_stay(void** state) {
    (void)state;
    fixture f = {new_world(125, 64, true), new_search(), new_path()};
    edit_tiles(f.world, (wend_rect){2, 32, 1, 1}, 0);
    edit_tiles(f.world, (wend_rect){120, 32, 1, 1}, 0);
    wend_query query = wend_default_query((wend_tile){2, 32}, (wend_tile){120, 32});
    query.snap = 3;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    const wend_tile start = wend_path_start_tile(f.path), goal = wend_path_goal_tile(f.path);
    for (int32_t round = 0; round < 2; round++) {
        const wend_tile middle = tile_of(f.path, tile_count(f.path) / 2);
        edit_tiles(f.world, (wend_rect){middle.x, middle.y, 1, 1}, 0);
        assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
        wend_tile from, to;
        const wend_snapped snapped = wend_path_snapped(f.path, &from, &to);
        assert_true(snapped.start && snapped.goal);
        assert_tile(from, 2, 32);
        assert_tile(to, 120, 32);
        assert_tile(wend_path_start_tile(f.path), start.x, start.y);
        assert_tile(wend_path_goal_tile(f.path), goal.x, goal.y);
        assert_tile(tile_of(f.path, 0), start.x, start.y);
    }
    end(&f);
}

// A walker stands where its path begins. What would take the place of the start that was asked for does not
// matter to it any more: here that tile is walled in.
static void new_plans_begin_where_the_walker_is(void** state) {
    (void)state;
    for (int32_t chases = 0; chases < 2; chases++) {
        fixture f = {new_world(124, 64, true), new_search(), new_path()};
        edit_tiles(f.world, (wend_rect){2, 6, 4, 5}, 0);
        wend_query query = wend_default_query((wend_tile){4, 8}, (wend_tile){110, 8});
        query.snap = 8;
        assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
        assert_tile(wend_path_start_tile(f.path), 6, 8);
        edit_tiles(f.world, (wend_rect){4, 9, 1, 1}, 1);
        wend_tile from, to, goal = {110, 8};
        if (chases) {
            goal = (wend_tile){20, 60};
            assert_ok(wend_path_chase(f.search, f.world, f.path, goal, NULL));
        } else {
            edit_tiles(f.world, (wend_rect){60, 0, 1, 60}, 0);
            assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
        }
        assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
        assert_tile(tile_of(f.path, 0), 6, 8);
        assert_tile(wend_path_start_tile(f.path), 6, 8);
        assert_tile(tile_of(f.path, tile_count(f.path) - 1), goal.x, goal.y);
        assert_true((double)wend_path_integer_cost(f.path) <=
                    1.01 * oracle_optimum(wend_world_grid(f.world), (wend_tile){6, 8}, goal));
        assert_true(wend_path_snapped(f.path, &from, &to).start);
        assert_tile(from, 4, 8);
        end(&f);
    }
}

// A path that ended nearest to its goal ends nearer once it can, even where the goal stays out of reach.
static void a_partial_path_ends_nearer_after_an_edit(void** state) {
    (void)state;
    fixture f = {new_world(124, 64, true), new_search(), new_path()};
    edit_tiles(f.world, (wend_rect){60, 0, 1, 64}, 0);
    edit_tiles(f.world, (wend_rect){90, 0, 1, 64}, 0);
    wend_query query = wend_default_query((wend_tile){2, 32}, (wend_tile){120, 32});
    query.partial = true;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 59, 32);
    edit_tiles(f.world, (wend_rect){60, 30, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 89, 32);
    query.goal_area = (wend_rect){110, 10, 5, 5}; // and when another tile of its place can be reached
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    edit_tiles(f.world, (wend_rect){109, 9, 7, 7}, 0);
    edit_tiles(f.world, (wend_rect){114, 14, 2, 1}, 1);
    edit_tiles(f.world, (wend_rect){90, 30, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 114, 14);
    end(&f);
}

// The last tile can be entered as before, but is of another class of the same cost.
static void a_path_to_a_class_ends_in_that_class(void** state) {
    (void)state;
    fixture f = {new_world(124, 64, true), new_search(), new_path()};
    edit_tiles(f.world, (wend_rect){60, 32, 1, 1}, 3);
    edit_tiles(f.world, (wend_rect){90, 32, 1, 1}, 3);
    wend_query query = wend_default_query((wend_tile){2, 32}, (wend_tile){0, 0});
    query.goal_class = 3;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 60, 32);
    edit_tiles(f.world, (wend_rect){60, 32, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 90, 32);
    end(&f);
}

// A path that ended nearest to its goal leads there once it can, also from a start that was snapped.
static void a_snapped_start_reaches_a_goal_that_is_opened(void** state) {
    (void)state;
    fixture f = {new_world(125, 64, true), new_search(), new_path()};
    edit_tiles(f.world, (wend_rect){2, 32, 1, 1}, 0);
    edit_tiles(f.world, (wend_rect){90, 0, 1, 64}, 0);
    wend_query query = wend_default_query((wend_tile){2, 32}, (wend_tile){120, 32});
    query.snap = 3;
    query.partial = true;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    edit_tiles(f.world, (wend_rect){90, 30, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    end(&f);
}

// A world that was saved and opened is another world to its paths: those of a profile stay as well, while
// they are valid, although a shorter way was opened.
static void valid_paths_of_profiles_stay_in_another_world(void** state) {
    (void)state;
    wend_profile_def cart = wend_default_profile_def();
    cart.name = "cart";
    wend_world* worlds[2];
    for (int32_t i = 0; i < 2; i++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = 90;
        def.height = 64;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        assert_ok(wend_grid_fill(grid, (wend_rect){40, 0, 1, 60}, 0));
        worlds[i] = world_with_profiles(grid, &cart, 1);
    }
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){80, 3});
    query.profile = 1;
    assert_ok(wend_find_path(search, worlds[0], &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    const uint64_t before = wend_path_hash(path);
    edit_tiles(worlds[1], (wend_rect){40, 3, 1, 1}, 1);
    assert_true(wend_path_is_valid(path, worlds[1], NULL));
    wend_stats stats;
    assert_ok(wend_path_repair(search, worlds[1], path, &stats));
    assert_true(wend_path_hash(path) == before);
    wend_path_destroy(path);
    wend_search_destroy(search);
    for (int32_t i = 0; i < 2; i++) wend_world_destroy(worlds[i]);
}

static void queries_are_asked_again_as_they_were(void** state) {
    (void)state;
    fixture f = path_along(200, 100, 50, false);
    wend_tile from, to;
    edit_tiles(f.world, (wend_rect){20, 20, 3, 3}, 0);
    wend_query query = wend_default_query((wend_tile){21, 21}, (wend_tile){150, 50});
    query.snap = 5;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    edit_tiles(f.world, (wend_rect){100, 0, 1, 99}, 0); // a whole plan
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_true(wend_path_snapped(f.path, &from, &to).start && from.x == 21 && to.x == 150);
    const wend_tile tenth = tile_of(f.path, 10);
    assert_ok(wend_path_cut(f.search, f.world, f.path, 10));
    assert_false(wend_path_snapped(f.path, &from, &to).start);
    assert_tile(from, tenth.x, tenth.y);
    assert_ok(wend_path_chase(f.search, f.world, f.path, (wend_tile){150, 51}, NULL));
    assert_false(wend_path_snapped(f.path, &from, &to).goal);
    assert_tile(to, 150, 51);
    // To any tile of an area, of which another becomes the nearest; then to a tile.
    query = wend_default_query((wend_tile){5, 50}, (wend_tile){0, 0});
    query.goal_area = (wend_rect){80, 40, 5, 21};
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(tile_of(f.path, tile_count(f.path) - 1).x, 80);
    edit_tiles(f.world, (wend_rect){80, 42, 5, 19}, 0);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_int_equal(tile_of(f.path, tile_count(f.path) - 1).y, 41);
    assert_ok(wend_path_chase(f.search, f.world, f.path, (wend_tile){30, 90}, NULL));
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 30, 90);
    // To the nearest that can be reached, until the goal can.
    edit_tiles(f.world, (wend_rect){100, 99, 1, 1}, 0);
    query = wend_default_query((wend_tile){5, 10}, (wend_tile){150, 10});
    query.partial = true;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_PARTIAL);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 99, 10);
    edit_tiles(f.world, (wend_rect){60, 4, 1, 12}, 0);
    edit_tiles(f.world, (wend_rect){99, 10, 1, 1}, 0); // its end
    edit_tiles(f.world, (wend_rect){100, 80, 1, 1}, 1);
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 150, 10);
    end(&f);
}

// What minimises something else than the cost of tiles is not patched together from legs.
static void other_plans_are_repaired_as_a_whole(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path *path = new_path(), *fresh = new_path();
    for (int32_t i = 0; i < 3; i++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = 120;
        def.height = 90;
        def.connectivity = i == 2 ? WEND_CONNECTIVITY_HEX_ODD_R : WEND_CONNECTIVITY_8;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        wend_world* world = build_world(grid);
        wend_query query = wend_default_query((wend_tile){3, 45}, (wend_tile){116, 45});
        query.algorithm = i == 0 ? WEND_BFS : i == 1 ? WEND_GREEDY : WEND_ASTAR;
        query.hex_diagonals = i == 2;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_FOUND);
        int32_t at = 0;
        while (tile_of(path, at).x < 60) at++;
        edit_tiles(world, (wend_rect){60, wendi_max(tile_of(path, at).y - 2, 0), 1, 5}, 0);
        assert_false(wend_path_is_valid(path, world, NULL));
        assert_ok(wend_path_repair(search, world, path, NULL));
        assert_ok(wend_find_path(search, world, &query, fresh, NULL));
        assert_true(wend_path_hash(path) == wend_path_hash(fresh));
        wend_world_destroy(world);
    }
    wend_path_destroy(path);
    wend_path_destroy(fresh);
    wend_search_destroy(search);
}

// The new goal takes the place of the several that the query had.
static void a_followed_goal_is_the_only_one(void** state) {
    (void)state;
    fixture f = path_along(600, 200, 100, false);
    const wend_tile goals[] = {{597, 5}, {597, 100}};
    wend_query query = wend_default_query((wend_tile){2, 100}, (wend_tile){0, 0});
    query.goals = goals;
    query.goal_count = 2;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_goal(f.path), 1);
    edit_tiles(f.world, (wend_rect){300, 0, 1, 190}, 0); // a whole plan, to the same goal
    assert_ok(wend_path_repair(f.search, f.world, f.path, NULL));
    assert_tile(tile_of(f.path, tile_count(f.path) - 1), 597, 100);
    edit_tiles(f.world, (wend_rect){300, 0, 1, 190}, 1);
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    const wend_tile next = {597, 99};
    assert_ok(wend_path_chase(f.search, f.world, f.path, next, NULL));
    assert_tile(wend_path_goal_tile(f.path), next.x, next.y);
    assert_int_equal(wend_path_goal(f.path), 0);
    end(&f);
}

// Of two links on the path, the first is removed: the cost is that of the steps and the other link.
static void a_removed_link_costs_nothing(void** state) {
    (void)state;
    wend_world* world = new_world(200, 60, true);
    int32_t ids[2];
    for (int32_t i = 0; i < 2; i++) {
        const int32_t x = 60 + 60 * i;
        edit_tiles(world, (wend_rect){x, 0, 3, 60}, 0);
        const wend_link link = wend_default_link((wend_tile){x - 1, 20}, (wend_tile){x + 3, 20}, 9);
        assert_ok(wend_world_add_link(world, &link, &ids[i]));
    }
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){5, 20}, (wend_tile){190, 20});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double steps = 185 - 2 * 4;
    assert_true(fabs(wend_path_cost(path) - (steps + 2 * 9)) < 1e-9);
    assert_ok(wend_world_remove_link(world, ids[0]));
    assert_ok(wend_path_cut(search, world, path, 10));
    assert_true(fabs(wend_path_cost(path) - (steps - 10 + 9)) < 1e-9);
    assert_false(wend_path_is_valid(path, world, NULL));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_removed_link_costs_nothing),
        cmocka_unit_test(other_plans_are_repaired_as_a_whole),
        cmocka_unit_test(a_followed_goal_is_the_only_one),
        cmocka_unit_test(waypoints_are_pulled_around_the_new_leg_only),
        cmocka_unit_test(kept_waypoints_do_not_lead_through_walls),
        cmocka_unit_test(only_the_broken_leg_is_planned),
        cmocka_unit_test(long_detours_are_planned_as_a_whole),
        cmocka_unit_test(detours_do_not_add_up),
        cmocka_unit_test(links_are_checked_and_replaced),
        cmocka_unit_test(paths_of_profiles_live_on_their_views),
        cmocka_unit_test(what_was_walked_is_cut),
        cmocka_unit_test(a_path_is_not_cut_on_a_smaller_world),
        cmocka_unit_test(a_goal_that_moves_is_followed),
        cmocka_unit_test(a_path_that_nobody_set_is_refused),
        cmocka_unit_test(a_partial_path_is_kept),
        cmocka_unit_test(queries_are_asked_again_as_they_were),
        cmocka_unit_test(snapped_ends_stay),
        cmocka_unit_test(valid_paths_of_profiles_stay_in_another_world),
        cmocka_unit_test(new_plans_begin_where_the_walker_is),
        cmocka_unit_test(a_partial_path_ends_nearer_after_an_edit),
        cmocka_unit_test(a_path_to_a_class_ends_in_that_class),
        cmocka_unit_test(a_snapped_start_reaches_a_goal_that_is_opened),
    };
    return run_unit_tests(tests);
}
