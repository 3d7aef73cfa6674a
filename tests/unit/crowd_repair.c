// crowd_repair.c: do agents keep their paths through edits and when their goals move, with no more planning
// than that takes?
#include <math.h>
#include <string.h>

#include "crowd_fixture.h"
#include "test_memory.h"

static const float dt = 1.0f / 30;

static wend_crowd* crowd_that_plans(const wend_world* world, int32_t plans_per_tick,
                                    const wend_allocator* allocator) {
    wend_crowd_def def = wend_default_crowd_def();
    def.plans_per_tick = plans_per_tick;
    def.allocator = allocator;
    return crowd_by(world, &def);
}

static wend_agent_id add(wend_crowd* crowd, wend_tile start, wend_tile goal) {
    wend_agent body = {.position = {(float)start.x + 0.5f, (float)start.y + 0.5f},
                       .max_speed = 8,
                       .max_acceleration = 64,
                       .radius = 0.2f};
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &body, &id));
    assert_ok(wend_crowd_send(crowd, id, goal));
    return id;
}

static void tick(wend_crowd* crowd, int32_t count) {
    for (int32_t i = 0; i < count; i++) assert_ok(wend_crowd_tick(crowd, dt));
}

// Until it stands; fails when that takes longer than a minute.
static wend_agent_state walk(wend_crowd* crowd, wend_agent_id id) {
    for (int32_t i = 0; i < 1800; i++) {
        tick(crowd, 1);
        const wend_agent_state state = wend_crowd_state(crowd, id);
        if (state != WEND_AGENT_WALKING && state != WEND_AGENT_WAITING && state != WEND_AGENT_ON_LINK)
            return state;
    }
    return wend_crowd_state(crowd, id);
}

static bool is_at(const wend_crowd* crowd, wend_agent_id id, wend_tile tile) {
    const wend_agent* agent = wend_crowd_agent(crowd, id);
    return hypotf(agent->position.x - (float)tile.x - 0.5f, agent->position.y - (float)tile.y - 0.5f) < 0.2f;
}

static void a_blocked_part_is_replaced_on_the_way(void** state) {
    (void)state;
    wend_world* world = new_world(300, 60, false);
    wend_crowd* crowd = crowd_that_plans(world, 16, NULL);
    const wend_agent_id id = add(crowd, (wend_tile){3, 30}, (wend_tile){290, 30});
    tick(crowd, 10);
    assert_int_equal(wend_crowd_get_stats(crowd).plans, 1);
    edit_tiles(world, (wend_rect){3, 3, 20, 1}, 0); // off its way
    tick(crowd, 1);
    edit_tiles(world, (wend_rect){100, 33, 20, 1}, 0); // beside it
    tick(crowd, 1);
    wend_crowd_stats stats = wend_crowd_get_stats(crowd);
    assert_true(stats.checks >= 1 && stats.broken == 0 && stats.plans == 1 && stats.repairs == 0);
    edit_tiles(world, (wend_rect){150, 25, 2, 12}, 0); // a wall across it
    const double speed = (double)wend_crowd_agent(crowd, id)->velocity.x;
    for (int32_t i = 0; i < 5; i++) {
        tick(crowd, 1);
        assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_WALKING);
        assert_true((double)wend_crowd_agent(crowd, id)->velocity.x >
                    0.9 * speed); // it does not even slow down
    }
    stats = wend_crowd_get_stats(crowd);
    assert_true(stats.broken == 1 && stats.plans == 1 && stats.repairs == 1);
    assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(is_at(crowd, id, (wend_tile){290, 30}));
    stats = wend_crowd_get_stats(crowd);
    assert_true(stats.plans == 1 && stats.repairs == 1 && stats.blocked_ticks == 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Counted work, not time, ends the planning of a tick; at least one path is planned in each.
static void work_limits_planning(void** state) {
    (void)state;
    enum { AGENTS = 24 };
    wend_world* world = new_world(300, 60, false);
    int64_t planned[3];
    for (int32_t i = 0; i < 3; i++) {
        wend_crowd_def def = wend_default_crowd_def();
        def.work_per_tick = i == 0 ? 1 : i == 1 ? 1500 : INT32_MAX;
        wend_crowd* crowd = NULL;
        assert_ok(wend_crowd_create(world, &def, &crowd));
        for (int32_t k = 0; k < AGENTS; k++)
            add(crowd, (wend_tile){3, 5 + 2 * k}, (wend_tile){290, 5 + 2 * k});
        tick(crowd, 1);
        planned[i] = wend_crowd_get_stats(crowd).plans;
        tick(crowd, AGENTS);
        assert_int_equal(wend_crowd_get_stats(crowd).plans, AGENTS);
        wend_crowd_destroy(crowd);
    }
    assert_int_equal(planned[0], 1);
    assert_true(planned[1] > 1 && planned[1] < AGENTS);
    assert_int_equal(planned[2], AGENTS);
    wend_world_destroy(world);
}

static void a_long_detour_is_planned_whole(void** state) {
    (void)state;
    wend_world* world = new_world(300, 200, false);
    wend_crowd* crowd = crowd_that_plans(world, 16, NULL);
    const wend_agent_id id = add(crowd, (wend_tile){3, 30}, (wend_tile){290, 30});
    tick(crowd, 10);
    edit_tiles(world, (wend_rect){150, 0, 2, 190}, 0);
    tick(crowd, 2);
    wend_crowd_stats stats = wend_crowd_get_stats(crowd);
    assert_true(stats.broken == 1 && stats.plans == 2 && stats.repairs == 0);
    edit_tiles(world, (wend_rect){150, 190, 2, 10}, 0); // no way at all
    assert_int_equal(walk(crowd, id), WEND_AGENT_NO_ROUTE);
    edit_tiles(world, (wend_rect){0, 0, 1, 1}, 0); // still none
    tick(crowd, 2);
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_NO_ROUTE);
    edit_tiles(world, (wend_rect){150, 30, 2, 2}, 1); // a door opens
    assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(is_at(crowd, id, (wend_tile){290, 30}));
    assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Only agents whose path is blocked plan, never more than allowed in a tick, and all arrive.
static void plans_are_spread_over_ticks(void** state) {
    (void)state;
    enum { AGENTS = 80, PLANS = 3 };
    wend_world* world = new_world(200, 120, false);
    edit_tiles(world, (wend_rect){100, 0, 2, 120}, 0);
    edit_tiles(world, (wend_rect){100, 20, 2, 8}, 1);
    edit_tiles(world, (wend_rect){100, 90, 2, 8}, 1);
    wend_crowd* crowd = crowd_that_plans(world, PLANS, NULL);
    wend_agent_id ids[AGENTS];
    rng random = rng_seeded(4);
    for (int32_t i = 0; i < AGENTS; i++) {
        const int32_t y = 2 + 3 * (i / 2) % 116; // on both sides, to any row
        ids[i] = add(crowd, (wend_tile){20 + i % 2 * 150 + i / 40 * 4, y},
                     (wend_tile){rng_between(&random, 5, 30) + (i % 2 ? 0 : 160), rng_below(&random, 120)});
    }
    tick(crowd, AGENTS / PLANS + 2);
    edit_tiles(world, (wend_rect){100, 20, 2, 8}, 0);
    const wend_crowd_stats begun = wend_crowd_get_stats(crowd);
    wend_crowd_stats before = begun;
    for (int32_t i = 0; i < 60; i++) {
        tick(crowd, 1);
        const wend_crowd_stats now = wend_crowd_get_stats(crowd);
        assert_true(now.plans + now.repairs - before.plans - before.repairs <= PLANS);
        before = now;
    }
    assert_true(before.checks > begun.checks + 10 && before.broken > begun.broken + 10);
    assert_true(before.broken - begun.broken < AGENTS - 10);
    assert_int_equal(before.plans + before.repairs - begun.plans - begun.repairs,
                     before.broken - begun.broken);
    for (int32_t i = 0; i < AGENTS; i++) assert_int_equal(walk(crowd, ids[i]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_goal_nearby_keeps_the_path(void** state) {
    (void)state;
    wend_world* world = new_world(400, 100, false);
    wend_crowd* crowd = crowd_that_plans(world, 4, NULL);
    wend_tile goal = {380, 50};
    const wend_agent_id id = add(crowd, (wend_tile){3, 50}, goal);
    tick(crowd, 20);
    for (int32_t i = 0; i < 40; i++) {
        goal.y += i % 3 ? 1 : -1;
        assert_ok(wend_crowd_send(crowd, id, goal));
        tick(crowd, 3);
        assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_WALKING);
        int32_t count;
        const wend_vec2* points = wend_crowd_path(crowd, id, &count);
        assert_true(fabsf(points[count - 1].y - (float)goal.y - 0.5f) < 0.01f);
    }
    const wend_crowd_stats stats = wend_crowd_get_stats(crowd);
    assert_true(stats.repairs >= 20 && stats.plans + stats.repairs == 41);
    assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(is_at(crowd, id, goal));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){3, 3})); // far: planned anew
    tick(crowd, 1);
    assert_int_equal(wend_crowd_get_stats(crowd).plans, stats.plans + 1);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// An agent whose turn to plan has not come arrives at its old goal first.
static void a_late_plan_leads_on(void** state) {
    (void)state;
    wend_world* world = new_world(200, 100, false);
    wend_crowd* crowd = crowd_that_plans(world, 1, NULL);
    const wend_agent_id id = add(crowd, (wend_tile){10, 50}, (wend_tile){90, 50});
    tick(crowd, 240);
    for (int32_t i = 0; i < 150; i++) // keep the planner busy
        add(crowd, (wend_tile){20 + i, 10}, (wend_tile){20 + i, 40 - i % 7});
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){91, 50}));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_WALKING);
    tick(crowd, 400);
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(is_at(crowd, id, (wend_tile){91, 50}));
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void links_ahead_are_checked(void** state) {
    (void)state;
    wend_world* world = new_world(200, 60, false);
    edit_tiles(world, (wend_rect){100, 0, 3, 60}, 0);
    int32_t ids[2];
    for (int32_t i = 0; i < 2; i++) {
        wend_link link = wend_default_link((wend_tile){99, 30 + 4 * i}, (wend_tile){103, 30 + 4 * i}, 8);
        assert_ok(wend_world_add_link(world, &link, &ids[i]));
    }
    wend_crowd* crowd = crowd_that_plans(world, 16, NULL);
    const wend_agent_id id = add(crowd, (wend_tile){5, 30}, (wend_tile){190, 30});
    tick(crowd, 10);
    assert_ok(wend_world_set_link(world, ids[0], 8, false));
    tick(crowd, 1);
    assert_int_equal(wend_crowd_get_stats(crowd).broken, 1);
    int32_t link = -1;
    for (int32_t i = 0; i < 900 && link < 0; i++) {
        float progress;
        tick(crowd, 1);
        link = wend_crowd_link(crowd, id, &progress);
    }
    assert_int_equal(link, ids[1]);
    edit_tiles(world, (wend_rect){150, 20, 2, 20}, 0); // while it is on the link
    assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(is_at(crowd, id, (wend_tile){190, 30}));
    assert_true(wend_crowd_get_stats(crowd).repairs >= 1);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Random edits and goals; every so often memory runs out in a tick. The same calls give the same motion.
static uint64_t roam(uint64_t seed, bool fails, int64_t* refused_io, wend_crowd_stats* stats_out) {
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    map_recipe recipe = map_recipe_random_any(seed, 120);
    wend_world* world = map_make_linked_world(&recipe, seed % 2 ? 6 : 0);
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = crowd_that_plans(world, 4, &allocator);
    rng random = rng_seeded(seed);
    wend_agent_id ids[20];
    int32_t count = 0;
    for (int32_t i = 0; i < 20; i++) {
        wend_tile start;
        if (!map_random_open_tile(grid, &random, &start)) break;
        const wend_vec2 at = wend_grid_center(grid, start);
        wend_agent body = {.position = at, .max_speed = 8, .max_acceleration = 64, .radius = 0.1f};
        if (wend_crowd_add(crowd, &body, &ids[count]) == WEND_OK) count++;
    }
    for (int32_t i = 0; i < 150 && count > 0; i++) {
        if (rng_chance(&random, 20)) {
            const wend_tile at = map_random_tile(grid, &random);
            edit_tiles(world, (wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_chance(&random, 40));
        }
        if (rng_chance(&random, 40)) {
            const wend_agent_id id = ids[rng_below(&random, count)];
            assert_ok(wend_crowd_send(crowd, id, map_random_tile(grid, &random)));
        }
        if (fails && rng_chance(&random, 30)) {
            memory.fail_at = memory.calls + rng_below(&random, 3);
            wend_result result = wend_crowd_tick(crowd, dt);
            memory.fail_at = -1;
            assert_on(&recipe, result == WEND_OK || result == WEND_ERROR_MEMORY);
            *refused_io += result != WEND_OK;
        }
        assert_on(&recipe, wend_crowd_tick(crowd, dt) == WEND_OK);
    }
    const uint64_t hash = wend_crowd_hash(crowd);
    *stats_out = wend_crowd_get_stats(crowd);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    assert_on(&recipe, memory.live == 0);
    return hash;
}

// The body of a point is that of the rounding of its position: no line leads it past the very corner of a
// blocked tile.
static void points_do_not_touch_corners(void** state) {
    (void)state;
    static const float radii[] = {0, 0.0005f};
    for (int32_t by_field = 0; by_field < 2; by_field++) {
        for (size_t k = 0; k < 2; k++) {
            wend_world* world = new_world(20, 20, false);
            wend_crowd* crowd = crowd_that_plans(world, 16, NULL);
            const wend_tile goal = {16, 16};
            wend_agent body = {.position = {4.5f, 4.5f}, .max_speed = 4, .max_acceleration = 32};
            wend_field* field = NULL;
            wend_agent_id id;
            body.radius = radii[k];
            if (by_field) { // straight over the corner of a tile that is blocked already
                body.position = (wend_vec2){7.9965f, 7.9965f};
                edit_tiles(world, (wend_rect){7, 8, 1, 1}, 0);
                assert_ok(wend_field_create(NULL, &field));
                assert_ok(wend_field_set_goals(field, world, &goal, 1));
            }
            assert_ok(wend_crowd_add(crowd, &body, &id));
            if (by_field)
                assert_ok(wend_crowd_send_by_field(crowd, id, goal, field));
            else
                assert_ok(wend_crowd_send(crowd, id, goal));
            tick(crowd, 10);
            if (!by_field) edit_tiles(world, (wend_rect){9, 8, 1, 1}, 0); // with a corner on its path
            assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
            const wend_crowd_stats stats = wend_crowd_get_stats(crowd);
            assert_int_equal(stats.replans, 0);
            assert_int_equal(stats.repairs, !by_field);
            wend_crowd_destroy(crowd);
            wend_field_destroy(field);
            wend_world_destroy(world);
        }
    }
}

static void the_same_calls_give_the_same_motion(void** state) {
    (void)state;
    int64_t refused = 0, repairs = 0, broken = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        wend_crowd_stats a, b;
        const uint64_t hash = roam(seed, false, &refused, &a);
        assert_int_equal(hash, roam(seed, false, &refused, &b));
        assert_memory_equal(&a, &b, sizeof a);
        roam(seed, true, &refused, &b);
        repairs += a.repairs;
        broken += a.broken;
    }
    assert_true(refused > 0 && repairs > 0 && broken > 0);
}

// Two ways lead round a block; mud goes to and fro between them, and makes one a quarter
// costlier. Returns how
// often an agent that looks for a better path every half second planned.
static int64_t plans_between_two_ways(float keep, wend_agent_state* state_out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 121;
    def.height = 61;
    def.class_costs[2] = 4;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){30, 10, 60, 41}, 0));
    wend_world* world = build_world(grid);
    wend_crowd* crowd = crowd_that_plans(world, 4, NULL);
    const wend_agent_id id = add(crowd, (wend_tile){20, 30}, (wend_tile){118, 30});
    for (int32_t k = 0; k < 80; k++) {
        tick(crowd, 15);
        edit_tiles(world, (wend_rect){50, 0, 10, 10}, k % 2 ? 2 : 1);
        edit_tiles(world, (wend_rect){50, 51, 10, 10}, k % 2 ? 1 : 2);
        const bool walks = wend_crowd_state(crowd, id) == WEND_AGENT_WALKING;
        assert_int_equal(wend_crowd_improve(crowd, keep), walks);
    }
    const int64_t plans = wend_crowd_get_stats(crowd).plans;
    assert_int_equal(wend_crowd_improve(crowd, -1), 0);
    assert_int_equal(wend_crowd_improve(crowd, NAN), 0);
    *state_out = wend_crowd_state(crowd, id);
    assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return plans;
}

static void agents_keep_their_way_unless_another_is_better(void** state) {
    (void)state;
    wend_agent_state end;
    assert_true(plans_between_two_ways(0, &end) > 5); // it turns with the mud
    assert_int_equal(plans_between_two_ways(35, &end), 1);
    assert_int_equal(end, WEND_AGENT_ARRIVED);
}

static void agents_take_a_way_that_opens(void** state) {
    (void)state;
    for (uint16_t floor = 0; floor < 2; floor++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = 121;
        def.height = 61;
        def.floors = 2;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        wend_world* world = build_world(grid);
        edit_tiles(world, (wend_rect){60, 1, 1, 60, floor}, 0);
        wend_crowd* crowd = crowd_that_plans(world, 4, NULL);
        wend_agent body = {.position = {5.5f, 50.5f},
                           .max_speed = 8,
                           .max_acceleration = 64,
                           .radius = 0.2f,
                           .floor = floor};
        wend_agent_id id;
        assert_ok(wend_crowd_add(crowd, &body, &id));
        assert_ok(wend_crowd_send(crowd, id, (wend_tile){115, 50, floor}));
        tick(crowd, 30);
        edit_tiles(world, (wend_rect){60, 50, 1, 1, floor}, 1);
        tick(crowd, 10);
        assert_int_equal(wend_crowd_get_stats(crowd).plans, 1); // its own way is free
        assert_int_equal(wend_crowd_improve(crowd, 90), 1);
        tick(crowd, 5);
        assert_int_equal(wend_crowd_get_stats(crowd).plans, 1);
        assert_int_equal(wend_crowd_improve(crowd, 5), 1);
        tick(crowd, 5);
        assert_int_equal(wend_crowd_get_stats(crowd).plans, 2);
        assert_int_equal(walk(crowd, id), WEND_AGENT_ARRIVED);
        assert_true(wend_crowd_get_stats(crowd).ticks < 30 * 25); // 110 tiles and a turn, 8 tiles a second
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_blocked_part_is_replaced_on_the_way),
        cmocka_unit_test(a_long_detour_is_planned_whole),
        cmocka_unit_test(work_limits_planning),
        cmocka_unit_test(plans_are_spread_over_ticks),
        cmocka_unit_test(a_goal_nearby_keeps_the_path),
        cmocka_unit_test(a_late_plan_leads_on),
        cmocka_unit_test(links_ahead_are_checked),
        cmocka_unit_test(points_do_not_touch_corners),
        cmocka_unit_test(agents_keep_their_way_unless_another_is_better),
        cmocka_unit_test(agents_take_a_way_that_opens),
        cmocka_unit_test(the_same_calls_give_the_same_motion),
    };
    return run_unit_tests(tests);
}
