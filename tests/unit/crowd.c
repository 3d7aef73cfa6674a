// crowd.c: do the agents of a crowd arrive, avoid walls and each other, and move the same way every time?
#include <math.h>
#include <string.h>

#include "crowd_fixture.h"
#include "test_memory.h"
#include "wend/wend.h"

static wend_world* world_of(const char* recipe_text) {
    map_recipe recipe = map_recipe_of(recipe_text);
    return map_make_world(&recipe);
}

// Returns its index.
static int32_t add(wend_crowd* crowd, wend_vec2 at, float radius, wend_tile goal) {
    wend_agent agent = {.position = at, .max_speed = 4, .max_acceleration = 32, .radius = radius};
    wend_agent_id id = {0};
    assert_ok(wend_crowd_add(crowd, &agent, &id));
    assert_ok(wend_crowd_send(crowd, id, goal));
    return wend_crowd_index(crowd, id);
}

static wend_vec2 middle(int32_t x, int32_t y) {
    return (wend_vec2){(float)x + 0.5f, (float)y + 0.5f};
}

// The least distance from a place to a blocked tile, by looking at all that are near.
static double wall_gap(const wend_grid* grid, double px, double py) {
    double least = 3;
    for (int32_t y = (int32_t)floor(py) - 3; y <= (int32_t)floor(py) + 3; y++)
        for (int32_t x = (int32_t)floor(px) - 3; x <= (int32_t)floor(px) + 3; x++) {
            if (wend_grid_passable(grid, (wend_tile){x, y})) continue;
            double dx = fmax(fmax(x - px, px - x - 1), 0), dy = fmax(fmax(y - py, py - y - 1), 0);
            least = fmin(least, hypot(dx, dy));
        }
    return least;
}

// Ticks once and checks the movement of every body.
static void tick(wend_crowd* crowd, const wend_grid* grid, float dt) {
    static wend_vec2 before[2000];
    int32_t count;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    for (int32_t i = 0; i < count; i++) before[i] = agents[i].position;
    assert_ok(wend_crowd_tick(crowd, dt));
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 1; k <= 4; k++) {
            double x = (double)before[i].x + (double)(agents[i].position.x - before[i].x) * k / 4;
            double y = (double)before[i].y + (double)(agents[i].position.y - before[i].y) * k / 4;
            double radius = (double)agents[i].radius;
            if (wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT)
                assert_true(k < 4 || wend_grid_passable(grid, (wend_tile){(int32_t)x, (int32_t)y}));
            else if (wall_gap(grid, x, y) < radius - 0.005)
                fail_msg("agent %d touches a wall at %g,%g", i, x, y);
        }
}

// Ticks until nobody walks or waits; returns how many, most at the latest.
static int32_t run(wend_crowd* crowd, const wend_grid* grid, float dt, int32_t most) {
    int32_t count;
    wend_crowd_agents(crowd, &count);
    for (int32_t ticks = 0; ticks < most; ticks++) {
        bool done = true;
        for (int32_t i = 0; i < count; i++) {
            wend_agent_state state = wend_crowd_state(crowd, id_at(crowd, i));
            done &= state != WEND_AGENT_WALKING && state != WEND_AGENT_WAITING && state != WEND_AGENT_STUCK;
        }
        if (done) return ticks;
        tick(crowd, grid, dt);
    }
    return most;
}

static void two_pass_on_the_right(void** state) {
    (void)state;
    wend_world* world =
        map_world_from_text("....................\n....................\n....................\n");
    wend_crowd* crowd = new_crowd(world);
    int32_t a = add(crowd, middle(1, 1), 0.3f, (wend_tile){18, 1});
    int32_t b = add(crowd, middle(18, 1), 0.3f, (wend_tile){1, 1});
    int32_t count;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    bool met = false;
    for (int32_t i = 0; i < 300 && count_in(crowd, WEND_AGENT_ARRIVED) < 2; i++) {
        tick(crowd, wend_world_grid(world), 1.0f / 30);
        if (met || agents[a].position.x < agents[b].position.x) continue;
        met = true; // a goes towards x, so its right is towards y
        assert_true(agents[a].position.y > agents[b].position.y + 0.5f);
    }
    assert_true(met && count_in(crowd, WEND_AGENT_ARRIVED) == 2);
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void everyone_arrives_on_any_map(void** state) {
    (void)state;
    int32_t walkers = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        map_recipe recipe = map_recipe_random(seed + 300, 60);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        rng r = rng_seeded(seed);
        static const float dts[] = {1 / 60.0f, 1 / 30.0f, 0.1f};
        float dt = dts[seed % 3];
        uint64_t hashes[2] = {0};
        const int32_t runs = seed % 4 == 0 ? 2 : 1; // the second is to be the same
        for (int32_t again = 0; again < runs; again++) {
            rng draw = r;
            wend_crowd* crowd = new_crowd(world);
            int32_t routes = 0;
            for (int32_t i = 0; i < 12; i++) {
                wend_tile start, goal;
                if (!map_random_open_tile(grid, &draw, &start) || !map_random_open_tile(grid, &draw, &goal))
                    break;
                wend_agent agent = {.position = wend_grid_center(grid, start),
                                    .max_speed = (float)rng_between(&draw, 2, 20),
                                    .max_acceleration = (float)rng_between(&draw, 20, 100),
                                    .radius = 0.1f + 0.35f * (float)rng_unit(&draw)};
                wend_agent_id id;
                assert_on(&recipe, wend_crowd_add(crowd, &agent, &id) == WEND_OK);
                assert_on(&recipe, wend_crowd_send(crowd, id, goal) == WEND_OK);
                routes += wend_world_connected(world, start, goal);
            }
            run(crowd, grid, dt, (int32_t)(600 / dt));
            if (count_in(crowd, WEND_AGENT_ARRIVED) != routes) {
                char text[MAP_RECIPE_TEXT];
                fail_msg("%d of %d arrived on map \"%s\"", count_in(crowd, WEND_AGENT_ARRIVED), routes,
                         map_recipe_print(&recipe, text));
            }
            assert_on(&recipe, wend_crowd_get_stats(crowd).blocked_ticks == 0);
            walkers += routes;
            hashes[again] = wend_crowd_hash(crowd);
            wend_crowd_destroy(crowd);
        }
        assert_on(&recipe, runs == 1 || hashes[0] == hashes[1]);
        wend_world_destroy(world);
    }
    assert_true(walkers > 300);
}

static void a_crowd_gathers_round_one_goal(void** state) {
    (void)state;
    wend_world* world = world_of("open 60x60 8 unit 31/0 1");
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = new_crowd(world);
    wend_tile tiles[300];
    int32_t found;
    assert_ok(wend_formation_tiles(grid, (wend_tile){12, 12}, 300, 1, NULL, tiles, &found));
    assert_int_equal(found, 300);
    for (int32_t i = 0; i < 300; i++) add(crowd, middle(tiles[i].x, tiles[i].y), 0.2f, (wend_tile){45, 45});
    assert_true(run(crowd, grid, 1.0f / 30, 2000) < 2000);
    assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 300);
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 0);
    int32_t count;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    for (int32_t i = 0; i < count; i++)
        assert_true(hypotf(agents[i].position.x - 45.5f, agents[i].position.y - 45.5f) < 12);
    for (int32_t i = 0; i < 60; i++) tick(crowd, grid, 1.0f / 30);
    uint64_t hash = wend_crowd_hash(crowd); // and now they stand
    for (int32_t i = 0; i < 10; i++) tick(crowd, grid, 1.0f / 30);
    assert_true(wend_crowd_hash(crowd) == hash);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_door_that_shuts_sends_them_round(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("..........\n..........\n####.####.\n..........\n..........\n");
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = new_crowd(world);
    for (int32_t i = 0; i < 4; i++) add(crowd, middle(i, i % 2), 0.3f, (wend_tile){i, 4});
    for (int32_t i = 0; i < 10; i++) tick(crowd, grid, 1.0f / 30);
    wend_edit shut = {.area = {4, 2, 1, 1}, .terrain_class = 0};
    assert_ok(wend_world_edit(world, &shut, 1, NULL));
    assert_true(run(crowd, grid, 1.0f / 30, 2000) < 2000);
    assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 4);
    assert_true(wend_crowd_get_stats(crowd).replans > 0);
    // And both shut: they say so, and stay where they are.
    for (int32_t i = 0; i < 4; i++) assert_ok(wend_crowd_send(crowd, id_at(crowd, i), (wend_tile){i, 0}));
    for (int32_t i = 0; i < 10; i++) tick(crowd, grid, 1.0f / 30);
    wend_edit both = {.area = {9, 2, 1, 1}, .terrain_class = 0};
    assert_ok(wend_world_edit(world, &both, 1, NULL));
    assert_true(run(crowd, grid, 1.0f / 30, 2000) < 2000);
    for (int32_t i = 0; i < 4; i++)
        assert_int_equal(wend_crowd_state(crowd, id_at(crowd, i)), WEND_AGENT_NO_ROUTE);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void what_cannot_be_is_said(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("......\n.#####\n.#..#.\n.####.\n......\n......\n");
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    assert_int_equal(wend_crowd_create(NULL, &def, &crowd), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_crowd_create(world, &def, &crowd), WEND_ERROR_DEF);
    enum { BAD = 8 };
    for (int32_t i = 0; i < BAD; i++) {
        def = wend_default_crowd_def();
        if (i == 0) def.max_neighbours = 25;
        if (i == 1) def.max_neighbours = -1;
        if (i == 2) def.neighbour_range = NAN;
        if (i == 3) def.horizon = 0;
        if (i == 4) def.plans_per_tick = 0;
        if (i == 5) def.replan_time = -1;
        if (i == 6) def.forced_pass_time = INFINITY;
        if (i == 7) def.beside_goal_time = NAN;
        assert_int_equal(wend_crowd_create(world, &def, &crowd), WEND_ERROR_ARGUMENT);
    }
    assert_null(crowd);
    crowd = new_crowd(world);
    const wend_agent good = {
        .position = {0.5f, 4.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.3f};
    wend_agent_id id = {7};
    wend_agent agent = good;
    agent.position.x = NAN;
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_ARGUMENT);
    agent.position = (wend_vec2){1.5f, 1.5f}; // in a wall
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_ARGUMENT);
    agent.position = (wend_vec2){0.5f, 2.8f};
    agent.radius = 0.6f; // wider than the passage
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_LIMIT);
    agent.radius = -1;
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.value, 7);
    assert_ok(wend_crowd_tick(crowd, 0.1f)); // nobody
    assert_int_equal(wend_crowd_tick(crowd, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_tick(crowd, -0.1f), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_tick(crowd, NAN), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_send(crowd, (wend_agent_id){0}, (wend_tile){0, 0}), WEND_ERROR_STALE);
    // One whose goal is walled in, one whose goal is a wall; one with room here, but wider than its paths.
    assert_int_equal(add(crowd, middle(0, 0), 0.3f, (wend_tile){2, 2}), 0);
    assert_int_equal(add(crowd, middle(3, 5), 0.3f, (wend_tile){1, 1}), 1);
    const wend_agent wide = {
        .position = {3.5f, 5.1f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.7f};
    assert_int_equal(wend_crowd_add(crowd, &wide, &id), WEND_ERROR_LIMIT);
    assert_int_equal(wend_crowd_send(crowd, id_at(crowd, 0), (wend_tile){6, 0}), WEND_ERROR_ARGUMENT);
    for (int32_t i = 0; i < 300; i++) tick(crowd, wend_world_grid(world), 0.1f);
    assert_int_equal(wend_crowd_state(crowd, id_at(crowd, 0)), WEND_AGENT_NO_ROUTE);
    assert_int_equal(wend_crowd_state(crowd, id_at(crowd, 1)), WEND_AGENT_NO_ROUTE);
    assert_string_equal(wend_agent_state_string(WEND_AGENT_STUCK), "stuck");
    assert_string_equal(wend_agent_state_string((wend_agent_state)99), "unknown state");
    int32_t count = -1;
    assert_null(wend_crowd_path(crowd, (wend_agent_id){99}, &count));
    assert_int_equal(count, 0);
    wend_crowd_destroy(crowd);
    wend_crowd_destroy(NULL);
    wend_world_destroy(world);
}

static void ticks_need_no_memory_and_do_without(void** state) {
    (void)state;
    wend_world* world = world_of("rooms 90x90 8 unit 31/0 4");
    const wend_grid* grid = wend_world_grid(world);
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_crowd_def def = wend_default_crowd_def();
    def.allocator = &allocator;
    wend_crowd* crowd = NULL;
    for (int64_t n = 0; !crowd; n++) {
        memory.fail_at = memory.calls + n;
        wend_result result = wend_crowd_create(world, &def, &crowd);
        assert_true(result == WEND_OK || (result == WEND_ERROR_MEMORY && memory.live == 0));
    }
    rng r = rng_seeded(3);
    for (int32_t i = 0; i < 40; i++) {
        wend_tile start, goal;
        assert_true(map_random_open_tile(grid, &r, &start) && map_random_open_tile(grid, &r, &goal));
        wend_agent agent = {.position = wend_grid_center(grid, start),
                            .max_speed = 4,
                            .max_acceleration = 32,
                            .radius = 0.2f};
        wend_agent_id id;
        int32_t count;
        wend_result result = WEND_ERROR_MEMORY;
        for (int64_t n = 0; result != WEND_OK; n++) {
            memory.fail_at = memory.calls + n;
            result = wend_crowd_add(crowd, &agent, &id);
            wend_crowd_agents(crowd, &count);
            assert_true(result == WEND_OK ? count == i + 1 : result == WEND_ERROR_MEMORY && count == i);
        }
        assert_ok(wend_crowd_send(crowd, id, goal));
    }
    wend_result result = WEND_ERROR_MEMORY;
    for (int64_t n = 0; result != WEND_OK; n++) {
        memory.fail_at = memory.calls + n;
        result = wend_crowd_tick(crowd, 0.05f);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
    }
    memory.fail_at = -1;
    int64_t calls = memory.calls, plans = wend_crowd_get_stats(crowd).plans;
    for (int32_t i = 0; i < 500 && wend_crowd_get_stats(crowd).plans == plans; i++)
        assert_ok(wend_crowd_tick(crowd, 0.05f));
    assert_int_equal(memory.calls, calls);
    wend_crowd_destroy(crowd);
    assert_int_equal(memory.live, 0);
    wend_world_destroy(world);
}

static void formations_have_room(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("......#...\n......#...\n......#...\n......#...\n", WEND_CONNECTIVITY_8);
    wend_tile tiles[40];
    int32_t found = -1;
    assert_ok(wend_formation_tiles(grid, (wend_tile){1, 1}, 40, 1, NULL, tiles, &found));
    assert_int_equal(found, 24); // not those behind the wall
    assert_tile(tiles[0], 1, 1);
    int32_t last = 0;
    for (int32_t i = 0; i < found; i++) {
        assert_true(wend_grid_passable(grid, tiles[i]) && tiles[i].x < 6);
        int32_t dx = tiles[i].x - 1, dy = tiles[i].y - 1;
        int32_t steps = (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy) ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy);
        assert_true(steps >= last);
        last = steps;
        for (int32_t k = 0; k < i; k++) assert_true(tiles[k].x != tiles[i].x || tiles[k].y != tiles[i].y);
    }
    assert_ok(wend_formation_tiles(grid, (wend_tile){1, 1}, 40, 2, NULL, tiles, &found));
    assert_int_equal(found, 6); // columns 1, 3, 5 of rows 1, 3
    assert_int_equal(wend_formation_tiles(grid, (wend_tile){6, 1}, 4, 1, NULL, tiles, &found),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_tiles(grid, (wend_tile){1, 1}, 0, 1, NULL, tiles, &found),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_tiles(grid, (wend_tile){1, 1}, 4, 65, NULL, tiles, &found),
                     WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_pass_on_the_right),
        cmocka_unit_test(everyone_arrives_on_any_map),
        cmocka_unit_test(a_crowd_gathers_round_one_goal),
        cmocka_unit_test(a_door_that_shuts_sends_them_round),
        cmocka_unit_test(what_cannot_be_is_said),
        cmocka_unit_test(ticks_need_no_memory_and_do_without),
        cmocka_unit_test(formations_have_room),
    };
    return run_unit_tests(tests);
}
