// crowd_plan.c: do agents that set out on the first tiles of their paths arrive, whatever changes on the
// way, and does a crowd set out with less planning?
#include <stdlib.h>
#include <string.h>

#include "crowd_fixture.h"
#include "test_memory.h"

static const float dt = 1.0f / 20;

static wend_crowd* crowd_that_refines(const wend_world* world, int32_t first_tiles,
                                      const wend_allocator* allocator) {
    wend_crowd_def def = wend_default_crowd_def();
    def.first_tiles = first_tiles;
    def.allocator = allocator;
    return crowd_by(world, &def);
}

// Adds agents that walk between random tiles. Returns how many of them can arrive.
static int32_t add_random(wend_crowd* crowd, const wend_world* world, rng* r, int32_t count) {
    const wend_grid* grid = wend_world_grid(world);
    int32_t routes = 0;
    for (int32_t i = 0; i < count; i++) {
        wend_tile start, goal;
        if (!map_random_open_tile(grid, r, &start) || !map_random_open_tile(grid, r, &goal)) break;
        const wend_agent body = {.position = wend_grid_center(grid, start),
                                 .max_speed = 20,
                                 .max_acceleration = 100,
                                 .radius = 0.1f + 0.2f * (float)rng_unit(r)};
        wend_agent_id id;
        assert_ok(wend_crowd_add(crowd, &body, &id));
        assert_ok(wend_crowd_send(crowd, id, goal));
        routes += wend_world_connected(world, start, goal);
    }
    return routes;
}

// No agent is in a blocked tile, unless it is on a link.
static void check_tiles(const wend_crowd* crowd, const wend_grid* grid) {
    int32_t count;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile;
        if (wend_crowd_state(crowd, ids[i]) == WEND_AGENT_ON_LINK) continue;
        assert_ok(wend_grid_tile_at(grid, agents[i].position, &tile));
        assert_true(wend_grid_passable(grid, tile));
    }
}

static uint64_t walk(const map_recipe* recipe, uint64_t seed, int64_t* pieces_out) {
    wend_world* world = map_make_linked_world(recipe, seed % 3 ? 0 : 10);
    rng r = rng_seeded(seed);
    wend_crowd* crowd = crowd_that_refines(world, rng_between(&r, 1, 60), NULL);
    const int32_t routes = add_random(crowd, world, &r, 8);
    for (int32_t i = 0; i < 30000 && count_in(crowd, WEND_AGENT_ARRIVED) < routes; i++) {
        assert_ok(wend_crowd_tick(crowd, dt));
        if (i % 16 == 0) check_tiles(crowd, wend_world_grid(world));
    }
    assert_on(recipe, count_in(crowd, WEND_AGENT_ARRIVED) == routes);
    assert_on(recipe, wend_crowd_get_stats(crowd).blocked_ticks == 0);
    *pieces_out += wend_crowd_get_stats(crowd).pieces;
    const uint64_t hash = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return hash;
}

static void everyone_arrives_the_same_way_twice(void** state) {
    (void)state;
    int64_t pieces = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        const map_recipe recipe = map_recipe_random(seed + 100, 900);
        const uint64_t hash = walk(&recipe, seed, &pieces);
        assert_on(&recipe, hash == walk(&recipe, seed, &pieces));
    }
    assert_true(pieces > 60);
}

// Edits block and open tiles all over the map, goals move a little or far, and memory is short at times.
static void paths_outlive_changes(void** state) {
    (void)state;
    int64_t pieces = 0, refused = 0, arrived = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        map_recipe recipe =
            map_recipe_of(seed % 2 ? "noise 400x300 8 unit 15 4" : "rooms 300x300 8 unit 31 4");
        recipe.seed = seed;
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        test_memory memory = test_memory_new();
        const wend_allocator allocator = test_memory_allocator(&memory);
        rng r = rng_seeded(seed);
        wend_crowd* crowd = crowd_that_refines(world, 20, &allocator);
        add_random(crowd, world, &r, 10);
        for (int32_t i = 0; i < 500; i++) {
            int32_t count;
            const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
            const wend_agent* agents = wend_crowd_agents(crowd, &count);
            wend_tile at = map_random_tile(grid, &r), goal;
            bool free = true; // of agents
            for (int32_t k = 0; k < count; k++)
                free &= abs((int32_t)agents[k].position.x - at.x) > 2 ||
                        abs((int32_t)agents[k].position.y - at.y) > 2;
            if (free && rng_chance(&r, 30))
                edit_tiles(world, (wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_below(&r, 2));
            const int32_t k = rng_below(&r, count);
            int32_t waypoints;
            const wend_vec2* path = wend_crowd_path(crowd, ids[k], &waypoints);
            if (path && rng_chance(&r, 5)) { // near the end of what it has
                goal = (wend_tile){(int32_t)path[waypoints - 1].x, (int32_t)path[waypoints - 1].y};
                assert_ok(wend_crowd_send(crowd, ids[k], goal));
            } else if (rng_chance(&r, 5) && map_random_open_tile(grid, &r, &goal)) {
                assert_ok(wend_crowd_send(crowd, ids[k], goal));
            }
            if (rng_chance(&r, 10)) {
                memory.fail_at = memory.calls + rng_below(&r, 4);
                const wend_result result = wend_crowd_tick(crowd, dt);
                memory.fail_at = -1;
                assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
                refused += result != WEND_OK;
            }
            assert_ok(wend_crowd_tick(crowd, dt));
            check_tiles(crowd, grid);
        }
        for (int32_t i = 0; i < 2000 && count_in(crowd, WEND_AGENT_WALKING) > 0; i++)
            assert_ok(wend_crowd_tick(crowd, dt));
        arrived += count_in(crowd, WEND_AGENT_ARRIVED);
        pieces += wend_crowd_get_stats(crowd).pieces;
        assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    assert_true(pieces > 50 && refused > 0 && arrived > 40);
}

static wend_crowd* new_walker(const wend_world* world, wend_agent_id* id_out) {
    wend_crowd* crowd = crowd_that_refines(world, 32, NULL);
    const wend_agent body = {
        .position = {3.5f, 30.5f}, .max_speed = 20, .max_acceleration = 100, .radius = 0.2f};
    assert_ok(wend_crowd_add(crowd, &body, id_out));
    assert_ok(wend_crowd_send(crowd, *id_out, (wend_tile){880, 30}));
    return crowd;
}

// A goal that moves a little on the way to it: the path goes on there, without a new plan.
static void a_goal_far_ahead_may_move(void** state) {
    (void)state;
    wend_world* world = new_world(900, 60, false);
    wend_agent_id id;
    wend_crowd* crowd = new_walker(world, &id);
    for (int32_t i = 0; i < 200; i++) assert_ok(wend_crowd_tick(crowd, dt));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){878, 33}));
    for (int32_t i = 0; i < 1200 && wend_crowd_state(crowd, id) == WEND_AGENT_WALKING; i++)
        assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    const wend_agent* agent = wend_crowd_agent(crowd, id);
    assert_int_equal((int32_t)agent->position.x, 878);
    assert_int_equal((int32_t)agent->position.y, 33);
    assert_int_equal(wend_crowd_get_stats(crowd).plans, 1);
    assert_true(wend_crowd_get_stats(crowd).pieces >= 4);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// The goal is walled off while the path grows: the agent goes as near as it can, and on when a door opens.
static void a_growing_path_ends_near_a_goal_that_is_closed(void** state) {
    (void)state;
    wend_world* world = new_world(900, 60, false);
    wend_crowd_def def = wend_default_crowd_def();
    def.first_tiles = 32;
    def.partial = true;
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(world, &def, &crowd));
    const wend_agent body = {
        .position = {3.5f, 30.5f}, .max_speed = 20, .max_acceleration = 100, .radius = 0.2f};
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &body, &id));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){880, 30}));
    for (int32_t i = 0; i < 40; i++) assert_ok(wend_crowd_tick(crowd, dt));
    edit_tiles(world, (wend_rect){600, 0, 1, 60}, 0);
    for (int32_t i = 0; i < 1200 && wend_crowd_state(crowd, id) == WEND_AGENT_WALKING; i++)
        assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_NEAR_GOAL);
    assert_int_equal((int32_t)wend_crowd_agent(crowd, id)->position.x, 599);
    assert_int_equal(wend_crowd_get_stats(crowd).plans, 1);
    edit_tiles(world, (wend_rect){600, 10, 1, 1}, 1);
    for (int32_t i = 0; i < 1200 && wend_crowd_state(crowd, id) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_int_equal((int32_t)wend_crowd_agent(crowd, id)->position.x, 880);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Ticks until the path has grown once.
static int32_t ticks_to_next_piece(const wend_world* world, wend_vec2* end_out) {
    wend_agent_id id;
    wend_crowd* crowd = new_walker(world, &id);
    int32_t ticks = 0;
    for (; wend_crowd_get_stats(crowd).pieces < 1; ticks++) {
        int32_t count;
        const wend_vec2* path = wend_crowd_path(crowd, id, &count);
        if (path) *end_out = path[count - 1];
        assert_ok(wend_crowd_tick(crowd, dt));
    }
    wend_crowd_destroy(crowd);
    return ticks;
}

// A wall crosses the path when its end is near, and only a long way leads round it: no piece is added to what
// leads into the wall.
static void a_broken_path_does_not_grow(void** state) {
    (void)state;
    wend_world* world = new_world(900, 60, false);
    wend_vec2 end = {0, 0};
    const int32_t ticks = ticks_to_next_piece(world, &end);
    wend_agent_id id;
    wend_crowd* crowd = new_walker(world, &id);
    for (int32_t i = 1; i < ticks; i++) assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).pieces, 0);
    edit_tiles(world, (wend_rect){(int32_t)end.x - 1, 1, 1, 59}, 0);
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).pieces, 0);
    assert_int_equal(wend_crowd_get_stats(crowd).plans, 2);
    for (int32_t i = 0; i < 2000 && wend_crowd_state(crowd, id) == WEND_AGENT_WALKING; i++)
        assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// The work of a tick is counted, so many more agents set out in the first ticks.
static void more_agents_set_out_at_once(void** state) {
    (void)state;
    const map_recipe recipe = map_recipe_of("rooms 900x900 8 byte 31 4");
    wend_world* world = map_make_world(&recipe);
    int32_t walking[2];
    for (int32_t i = 0; i < 2; i++) {
        rng r = rng_seeded(3);
        wend_crowd* crowd = crowd_that_refines(world, i * 32, NULL);
        add_random(crowd, world, &r, 200);
        for (int32_t k = 0; k < 4; k++) assert_ok(wend_crowd_tick(crowd, dt));
        walking[i] = count_in(crowd, WEND_AGENT_WALKING);
        wend_crowd_destroy(crowd);
    }
    assert_true(walking[0] > 0 && walking[1] >= 2 * walking[0]);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_arrives_the_same_way_twice),
        cmocka_unit_test(paths_outlive_changes),
        cmocka_unit_test(a_goal_far_ahead_may_move),
        cmocka_unit_test(a_broken_path_does_not_grow),
        cmocka_unit_test(more_agents_set_out_at_once),
        cmocka_unit_test(a_growing_path_ends_near_a_goal_that_is_closed),
    };
    return run_unit_tests(tests);
}
