// refine_path.c: does a path that is refined while it is walked become a right one, that costs hardly more
// than one refined at once?
#include <string.h>

#include "test_memory.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"

enum { MOST_TILES = 1 << 16 };

typedef struct desk {
    wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_path *path, *whole;
} desk;

static desk desk_on(wend_world* world) {
    return (desk){.world = world,
                  .grid = wend_world_grid(world),
                  .search = new_search(),
                  .path = new_path(),
                  .whole = new_path()};
}

static void clear(desk* d) {
    wend_path_destroy(d->path);
    wend_path_destroy(d->whole);
    wend_search_destroy(d->search);
    wend_world_destroy(d->world);
}

// What was there stays: all tiles, and all waypoints but the last.
typedef struct snapshot {
    wend_tile tiles[MOST_TILES];
    wend_vec2 waypoints[MOST_TILES];
    int32_t tile_count, waypoint_count;
} snapshot;

static void take(snapshot* s, const wend_path* path) {
    const wend_tile* tiles = wend_path_tiles(path, &s->tile_count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &s->waypoint_count);
    assert_true(s->tile_count <= MOST_TILES);
    memcpy(s->tiles, tiles, (size_t)s->tile_count * sizeof *tiles);
    memcpy(s->waypoints, waypoints, (size_t)s->waypoint_count * sizeof *waypoints);
}

static bool still_begins_with(const wend_path* path, const snapshot* s) {
    int32_t count, waypoint_count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    return count >= s->tile_count && waypoint_count >= s->waypoint_count &&
           memcmp(tiles, s->tiles, (size_t)s->tile_count * sizeof *tiles) == 0 &&
           memcmp(waypoints, s->waypoints, (size_t)(s->waypoint_count - 1) * sizeof *waypoints) == 0;
}

// A part of a path is checked as a path to its last tile would be, but for the abstract path.
static void check_part(const desk* d, const map_recipe* recipe, wend_tile start, wend_tile goal) {
    char text[VERIFY_TEXT];
    int32_t count, nodes;
    const wend_tile* tiles = wend_path_tiles(d->path, &count);
    const wend_tile* route = wend_path_route(d->path, &nodes);
    assert_on(recipe, wend_path_is_valid(d->path, d->world, NULL));
    if (wend_path_get_rest(d->path) == WEND_REST_READY) {
        assert_int_equal(wend_path_outcome(d->path), WEND_PARTIAL);
        assert_on(recipe, nodes >= 2);
    } else {
        assert_int_equal(wend_path_outcome(d->path), WEND_FOUND);
        const char* fault = verify_path(d->grid, d->path, start, goal, text);
        if (fault) fail_msg("%s", fault);
    }
    if (nodes > 0) {
        assert_tile(route[0], start.x, start.y);
        assert_tile(route[nodes - 1], goal.x, goal.y);
    }
    assert_tile(tiles[0], start.x, start.y);
}

static void pieces_make_up_the_path(void** state) {
    (void)state;
    static snapshot before;
    int64_t partial = 0;
    double lazy = 0, whole = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, seed % 2 ? 300 : 900);
        desk d = desk_on(map_make_linked_world(&recipe, seed % 3 ? 0 : 20));
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 14; i++) {
            wend_query query;
            if (!map_random_query(d.grid, &r, WEND_HPA, &query)) break;
            query.smooth = i % 3 == 0;
            query.refinement = rng_chance(&r, 75) ? WEND_REFINE_SWEEP : WEND_REFINE_ASTAR;
            assert_ok(wend_find_path(d.search, d.world, &query, d.whole, NULL));
            if (wend_path_outcome(d.whole) != WEND_FOUND) continue;
            // A few, or nearly all: how many a path has is hard to tell before, as it passes nodes by.
            query.first_tiles = rng_between(&r, 1, 60);
            if (rng_chance(&r, 40) && tile_count(d.whole) > 9)
                query.first_tiles = tile_count(d.whole) - rng_between(&r, 1, 9);
            assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
            partial += wend_path_get_rest(d.path) == WEND_REST_READY;
            check_part(&d, &recipe, query.start, query.goal);
            assert_on(&recipe,
                      wend_path_get_rest(d.path) == WEND_REST_NONE || tile_count(d.path) > query.first_tiles);
            while (wend_path_get_rest(d.path) == WEND_REST_READY) {
                const int32_t wanted = rng_between(&r, 1, 100);
                wend_stats stats;
                take(&before, d.path);
                assert_ok(wend_path_refine(d.search, d.world, d.path, wanted, &stats));
                assert_on(&recipe, stats.clusters_refined > 0);
                assert_on(&recipe, still_begins_with(d.path, &before));
                assert_on(&recipe, tile_count(d.path) >= before.tile_count + wanted ||
                                       wend_path_get_rest(d.path) == WEND_REST_NONE);
                check_part(&d, &recipe, query.start, query.goal);
                if (rng_chance(&r, 20)) // another query between the pieces
                    assert_ok(wend_find_path(d.search, d.world, &query, d.whole, NULL));
            }
            query.first_tiles = 0;
            assert_ok(wend_find_path(d.search, d.world, &query, d.whole, NULL));
            check_part(&d, &recipe, query.start, query.goal);
            lazy += wend_path_cost(d.path);
            whole += wend_path_cost(d.whole);
        }
        clear(&d);
    }
    assert_true(partial > 100);
    assert_true(lazy < 1.0015 * whole);
}

// Tiles may pass abstract nodes by, so that they are fewer than the steps from node to node.
static void first_tiles_are_as_many_as_asked(void** state) {
    (void)state;
    int32_t partial = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 700, 900);
        desk d = desk_on(map_make_linked_world(&recipe, seed % 2 ? 0 : 20));
        rng r = rng_seeded(seed);
        wend_query query;
        for (int32_t i = 0; i < 8 && map_random_query(d.grid, &r, WEND_HPA, &query); i++)
            for (query.first_tiles = 1; query.first_tiles < 120; query.first_tiles += 2) {
                assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
                if (wend_path_get_rest(d.path) == WEND_REST_NONE) continue;
                assert_on(&recipe, tile_count(d.path) > query.first_tiles);
                partial++;
            }
        clear(&d);
    }
    assert_true(partial > 1000);
}

// A walker drops the tiles behind it, and the world changes around it.
static void walkers_arrive_whatever_changes(void** state) {
    (void)state;
    int32_t arrived = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 300, 400);
        desk d = desk_on(map_make_linked_world(&recipe, seed % 3 ? 0 : 20));
        rng r = rng_seeded(seed);
        wend_query query;
        if (!map_random_query(d.grid, &r, WEND_HPA, &query)) {
            clear(&d);
            continue;
        }
        query.first_tiles = 20;
        query.smooth = seed % 2;
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        wend_tile at = query.start;
        for (int32_t i = 0; i < 400 && wend_path_get_rest(d.path) == WEND_REST_READY; i++) {
            const int32_t walked = rng_below(&r, tile_count(d.path));
            assert_ok(wend_path_cut(d.search, d.world, d.path, walked));
            int32_t count;
            at = wend_path_tiles(d.path, &count)[0];
            if (seed % 4 && rng_chance(&r, 20)) {
                const wend_tile place = map_random_tile(d.grid, &r);
                if (place.x != at.x || place.y != at.y)
                    edit_tiles(d.world, (wend_rect){place.x, place.y, 1, 1}, (uint8_t)rng_below(&r, 2));
            }
            if (!wend_path_is_valid(d.path, d.world, NULL)) {
                assert_ok(wend_path_repair(d.search, d.world, d.path, NULL));
                if (wend_path_outcome(d.path) > WEND_PARTIAL) break;
            }
            assert_ok(wend_path_refine(d.search, d.world, d.path, 30, NULL));
            if (wend_path_get_rest(d.path) == WEND_REST_BROKEN) break;
            check_part(&d, &recipe, at, query.goal);
        }
        if (wend_path_get_rest(d.path) == WEND_REST_BROKEN) {
            const wend_tile last = wend_path_tiles(d.path, &(int32_t){0})[tile_count(d.path) - 1];
            assert_on(&recipe, !wend_world_connected(d.world, last, query.goal));
        }
        arrived += wend_path_outcome(d.path) == WEND_FOUND;
        clear(&d);
    }
    assert_true(arrived > 15);
}

// When the way ahead is closed, what is left is planned again; when no way is left, that is told, until the
// map changes once more.
static void a_rest_follows_the_map(void** state) {
    (void)state;
    desk d = desk_on(new_world(900, 200, false));
    const map_recipe recipe = {0};
    wend_query query = wend_default_query((wend_tile){2, 100}, (wend_tile){897, 100});
    query.first_tiles = 50;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_READY);
    edit_tiles(d.world, (wend_rect){500, 0, 1, 199}, 0); // a door at the bottom
    assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
    check_part(&d, &recipe, query.start, query.goal);
    assert_true(wend_path_cost(d.path) > 960 && wend_path_cost(d.path) < 1100);

    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    edit_tiles(d.world, (wend_rect){500, 199, 1, 1}, 0);
    const int32_t count = tile_count(d.path);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_BROKEN);
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    assert_int_equal(tile_count(d.path), count);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_BROKEN);
    edit_tiles(d.world, (wend_rect){500, 3, 1, 1}, 1);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
    check_part(&d, &recipe, query.start, query.goal);
    clear(&d);
}

// A path is planned while a cluster far from it waits for a refresh, which drops the levels of its edges.
static void a_rest_outlives_its_levels(void** state) {
    (void)state;
    const wend_grid_def def = map_costs_far_apart(1000, 400);
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 4;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 1000, 400}, 1));
    assert_ok(wend_grid_fill(grid, (wend_rect){744, 250, 256, 150}, 2));
    wend_world* world = map_build_world(grid, &world_def);
    assert_ok(wend_world_set_class_cost(world, 0, 2, WEND_MIN_CLASS_COST));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(wend_world_get_info(world).level_count, 4);
    assert_ok(wend_world_set_class_cost(world, 0, 2, 64));
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){990, 5});
    query.first_tiles = 10;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_get_rest(path), WEND_REST_READY);
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(wend_world_get_info(world).level_count, 3);
    assert_ok(wend_path_refine(search, world, path, 2000, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    char text[VERIFY_TEXT];
    const char* fault = verify_path(wend_world_grid(world), path, query.start, query.goal, text);
    if (fault) fail_msg("%s", fault);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void other_paths_have_no_rest(void** state) {
    (void)state;
    desk d = desk_on(new_world(300, 300, false));
    const map_recipe recipe = {0};
    assert_int_equal(wend_path_get_rest(NULL), WEND_REST_NONE);
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_NONE);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_NO_ROUTE);
    wend_query query = wend_default_query((wend_tile){2, 2}, (wend_tile){290, 250});
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    const uint64_t hash = wend_path_hash(d.path);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10, NULL));
    assert_true(wend_path_hash(d.path) == hash);
    assert_int_equal(wend_path_refine(d.search, d.world, d.path, 0, NULL), WEND_ERROR_ARGUMENT);
    query.first_tiles = 10; // to the nearest of several goals, and to a place
    query.goals = (const wend_tile[]){{290, 290}, {200, 200}};
    query.goal_count = 2;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_READY);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10000, NULL));
    assert_int_equal(wend_path_goal(d.path), 1);
    check_part(&d, &recipe, query.start, (wend_tile){200, 200});
    query.goals = NULL;
    query.goal_count = 0;
    query.goal_area = (wend_rect){150, 150, 10, 10};
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_ok(wend_path_refine(d.search, d.world, d.path, 10000, NULL));
    check_part(&d, &recipe, query.start, (wend_tile){150, 150});
    clear(&d);
}

// The path of a query, refined to its end, ends where that of the whole query does, and costs as much.
static void check_pieces(const desk* d, wend_query query) {
    char text[VERIFY_TEXT];
    query.first_tiles = 0;
    assert_ok(wend_find_path(d->search, d->world, &query, d->whole, NULL));
    assert_int_equal(wend_path_outcome(d->whole), WEND_PARTIAL);
    const wend_tile end = wend_path_tiles(d->whole, &(int32_t){0})[tile_count(d->whole) - 1];
    const wend_tile goal = wend_path_goal_tile(d->whole);
    query.first_tiles = 15;
    assert_ok(wend_find_path(d->search, d->world, &query, d->path, NULL));
    assert_int_equal(wend_path_get_rest(d->path), WEND_REST_READY);
    while (wend_path_get_rest(d->path) == WEND_REST_READY)
        assert_ok(wend_path_refine(d->search, d->world, d->path, 20, NULL));
    assert_int_equal(wend_path_get_rest(d->path), WEND_REST_NONE);
    assert_int_equal(wend_path_outcome(d->path), WEND_PARTIAL);
    const char* fault = verify_path(d->grid, d->path, query.start, end, text);
    if (fault) fail_msg("%s", fault);
    assert_tile(wend_path_goal_tile(d->path), goal.x, goal.y);
    assert_int_equal(wend_path_goal(d->path), wend_path_goal(d->whole));
    assert_true(wend_path_cost(d->path) <= 1.01 * wend_path_cost(d->whole));
}

// Where no path leads to a goal, the pieces lead to the reachable tile nearest to it.
static void partial_paths_are_refined_to_their_end(void** state) {
    (void)state;
    desk d = desk_on(new_world(124, 124, false));
    edit_tiles(d.world, (wend_rect){100, 96, 8, 8}, 0); // a blocked block, and a room without a door
    edit_tiles(d.world, (wend_rect){101, 97, 6, 6}, 2);
    edit_tiles(d.world, (wend_rect){60, 110, 3, 3}, 0);
    wend_query query = wend_default_query((wend_tile){4, 8}, (wend_tile){61, 111});
    query.partial = true;
    check_pieces(&d, query);
    query.goal = (wend_tile){103, 100};
    check_pieces(&d, query);
    query.goals = (const wend_tile[]){{61, 111}, {103, 100}};
    query.goal_count = 2;
    check_pieces(&d, query);
    query.goals = NULL;
    query.goal_count = 0;
    query.goal_area = (wend_rect){102, 98, 4, 4};
    check_pieces(&d, query);
    query.goal_area = (wend_rect){0, 0, 0, 0};
    query.goal_class = 2;
    check_pieces(&d, query);
    clear(&d);
}

// The rest is planned as its query would be: to the goal once that can be reached, else near it.
static void a_rest_leads_near_a_goal_that_is_closed(void** state) {
    (void)state;
    desk d = desk_on(new_world(300, 200, false));
    const wend_tile goal = {290, 100};
    wend_query query = wend_default_query((wend_tile){2, 100}, goal);
    query.first_tiles = 20;
    query.partial = true;
    for (int32_t door = 0; door < 3; door++) { // that is there, is closed, is opened
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        if (door == 1) edit_tiles(d.world, (wend_rect){200, 0, 1, 200}, 0);
        if (door == 2) edit_tiles(d.world, (wend_rect){200, 20, 1, 1}, 1);
        assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
        assert_int_equal(wend_path_get_rest(d.path), WEND_REST_NONE);
        assert_int_equal(wend_path_outcome(d.path), door == 1 ? WEND_PARTIAL : WEND_FOUND);
        const wend_tile end = wend_path_tiles(d.path, &(int32_t){0})[tile_count(d.path) - 1];
        assert_tile(end, door == 1 ? 199 : goal.x, 100);
        assert_tile(wend_path_goal_tile(d.path), goal.x, goal.y);
    }
    clear(&d);
}

// An area has other tiles than the one that was to be reached.
static void a_rest_leads_to_another_tile_of_an_area(void** state) {
    (void)state;
    desk d = desk_on(new_world(300, 200, false));
    wend_query query = wend_default_query((wend_tile){2, 100}, (wend_tile){0, 0});
    query.goal_area = (wend_rect){250, 90, 20, 21};
    query.first_tiles = 20;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    edit_tiles(d.world, (wend_rect){250, 91, 20, 20}, 0);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
    assert_tile(wend_path_goal_tile(d.path), 250, 90);
    // The last tile is replaced by no other.
    query.goal_area = (wend_rect){0, 0, 0, 0};
    query.goal = (wend_tile){290, 100};
    query.snap = 5;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    const wend_tile last = wend_path_tiles(d.path, &(int32_t){0})[tile_count(d.path) - 1];
    edit_tiles(d.world, (wend_rect){last.x, last.y, 1, 1}, 0);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_BROKEN);
    clear(&d);
}

// In another world, what is left is planned again even where both worlds have changed as often.
static void a_rest_belongs_to_its_world(void** state) {
    (void)state;
    desk d = desk_on(new_world(300, 200, false));
    wend_world* other = new_world(300, 200, false);
    edit_tiles(d.world, (wend_rect){200, 0, 1, 199}, 0);
    edit_tiles(other, (wend_rect){200, 0, 1, 100}, 0);
    assert_true(wend_world_version(d.world) == wend_world_version(other));
    wend_query query = wend_default_query((wend_tile){2, 100}, (wend_tile){290, 100});
    query.first_tiles = 20;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_ok(wend_path_repair(d.search, other, d.path, NULL));
    assert_ok(wend_path_refine(d.search, other, d.path, 100000, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
    assert_true(wend_path_cost(d.path) < 310);
    wend_world_destroy(other);
    clear(&d);
}

static void profiles_keep_their_bodies(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("open 400x300 8 whole 31 5");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    profile.radius = 2;
    desk d = desk_on(world_with_profiles(grid, &profile, 1));
    wend_query query = wend_default_query((wend_tile){10, 105}, (wend_tile){390, 105});
    query.profile = 1;
    query.first_tiles = 20;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_get_rest(d.path), WEND_REST_READY);
    while (wend_path_get_rest(d.path) == WEND_REST_READY)
        assert_ok(wend_path_refine(d.search, d.world, d.path, 20, NULL));
    assert_true(wend_path_is_valid(d.path, d.world, NULL));
    check_part(&d, &recipe, query.start, query.goal);
    clear(&d);
}

static void survives_every_failing_allocation(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 400x300 8 byte 31 5");
    desk d = desk_on(map_make_world(&recipe));
    wend_query query;
    rng r = rng_seeded(8);
    do {
        assert_true(map_random_query(d.grid, &r, WEND_HPA, &query));
        query.first_tiles = 10;
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    } while (wend_path_get_rest(d.path) != WEND_REST_READY);
    assert_ok(wend_path_refine(d.search, d.world, d.path, 100000, NULL));
    const uint64_t hash = wend_path_hash(d.path);
    int32_t failures = 0;
    bool done = false;
    for (int64_t fail_at = 1; !done; fail_at++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_search* search = search_by(&allocator);
        wend_path* path = path_by(&allocator);
        assert_ok(wend_find_path(d.search, d.world, &query, path, NULL));
        const uint64_t before = wend_path_hash(path);
        memory.fail_at = memory.calls + fail_at;
        const wend_result result = wend_path_refine(search, d.world, path, 100000, NULL);
        done = result == WEND_OK;
        if (!done) {
            failures++;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_true(wend_path_hash(path) == before);
            memory.fail_at = -1;
            assert_ok(wend_path_refine(search, d.world, path, 100000, NULL));
        }
        assert_true(wend_path_hash(path) == hash);
        wend_path_destroy(path);
        wend_search_destroy(search);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 20);
    clear(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_make_up_the_path),
        cmocka_unit_test(first_tiles_are_as_many_as_asked),
        cmocka_unit_test(walkers_arrive_whatever_changes),
        cmocka_unit_test(a_rest_follows_the_map),
        cmocka_unit_test(a_rest_outlives_its_levels),
        cmocka_unit_test(other_paths_have_no_rest),
        cmocka_unit_test(partial_paths_are_refined_to_their_end),
        cmocka_unit_test(a_rest_leads_near_a_goal_that_is_closed),
        cmocka_unit_test(a_rest_leads_to_another_tile_of_an_area),
        cmocka_unit_test(a_rest_belongs_to_its_world),
        cmocka_unit_test(profiles_keep_their_bodies),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return run_unit_tests(tests);
}
