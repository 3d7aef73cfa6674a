// ground_movers.c: do agents and fleets go on while the ground under them grows and goes?
#include <math.h>
#include <string.h>

#include "claims_fixture.h"
#include "ground_fixture.h"

static void agents_outlive_their_ground(void** state) {
    (void)state;
    wend_world* world = wide_world();
    const wend_fleet_def fleet_def = wend_default_fleet_def();
    wend_crowd* crowd = new_crowd(world);
    wend_fleet* fleet = NULL;
    wend_field* field = NULL;
    wend_search* search = new_search();
    assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
    assert_ok(wend_field_create(NULL, &field));
    const wend_grid* grid = wend_world_grid(world);
    wend_agent_id ids[3];
    static const wend_tile starts[3] = {{-390, -290, 0}, {1, -100, 0}, {50, 50, 0}};
    for (int32_t i = 0; i < 3; i++) {
        const wend_agent agent = {.position = wend_grid_center(grid, starts[i]),
                                  .max_speed = 4,
                                  .max_acceleration = 32,
                                  .radius = .2f};
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], near_tile));
    }
    int32_t mover;
    assert_ok(wend_fleet_add(fleet, far_tile, 0, 0, &mover));
    assert_ok(wend_fleet_send(fleet, mover, near_tile));
    assert_true(wend_fleet_mover(fleet, mover)->tile.x == far_tile.x);
    assert_ok(wend_fleet_step(fleet));
    assert_ok(wend_field_set_goals(field, world, &near_tile, 1));
    bool found = false;
    assert_ok(wend_field_expand_to(field, search, far_tile, &found));
    assert_true(found && wend_field_cost(field, far_tile) > 0);
    for (int32_t i = 0; i < 100; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));

    // The ground under the first one goes, with the edge of the map.
    assert_ok(wend_world_remove_ground(world, (wend_rect){-400, -300, 400, 600}));
    for (int32_t i = 0; i < 1500; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(wend_crowd_state(crowd, ids[0]), WEND_AGENT_IDLE);
    assert_int_equal(wend_crowd_state(crowd, ids[1]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_crowd_state(crowd, ids[2]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_fleet_step(fleet), WEND_ERROR_STALE);
    assert_int_equal(wend_fleet_send(fleet, mover, near_tile), WEND_ERROR_STALE);
    assert_true(!(wend_field_cost(field, near_tile) < 1e30)); // a field of another map is empty

    // It comes back, and the agent may walk again.
    static uint8_t ones[400 * 3];
    memset(ones, 1, sizeof ones);
    static uint8_t square[120 * 150];
    memset(square, 1, sizeof square);
    assert_ok(wend_world_add_ground(world, (wend_rect){-400, -300, 120, 150}, square, 0));
    assert_ok(wend_world_add_ground(world, (wend_rect){-281, -200, 283, 3}, ones, 0));
    assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_crowd_send(crowd, ids[0], near_tile));
    for (int32_t i = 0; i < 8000 && wend_crowd_state(crowd, ids[0]) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(wend_crowd_state(crowd, ids[0]), WEND_AGENT_ARRIVED);
    wend_field_destroy(field);
    wend_search_destroy(search);
    wend_fleet_destroy(fleet);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Whoever claims tiles cannot move while the ground under one is outside of the map, and goes on when it is
// back.
static void crowds_with_claims_wait_for_their_ground(void** state) {
    (void)state;
    wend_world* world = wide_world();
    wend_crowd* crowd = claiming_crowd(world);
    wend_agent agent = {.max_speed = 4, .max_acceleration = 32, .radius = .2f};
    wend_agent_id ids[2], id;
    for (int32_t i = 0; i < 2; i++) {
        agent.position = wend_grid_center(wend_world_grid(world), (wend_tile){50 + 30 * i, 50, 0});
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){80 - 30 * i, 50, 0}));
    }
    for (int32_t i = 0; i < 5; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_world_remove_ground(world, (wend_rect){-400, -300, 400, 600})); // under nobody
    for (int32_t i = 0; i < 5; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_world_remove_ground(world, (wend_rect){60, 0, 40, 80}));
    assert_int_equal(wend_crowd_tick(crowd, 0.1f), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_change(crowd, ids[0], &agent), WEND_ERROR_STALE);
    static uint8_t ones[40 * 80];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_world_add_ground(world, (wend_rect){60, 0, 40, 80}, ones, 0));
    assert_ok(wend_crowd_tick(crowd, 0.1f));
    for (int32_t i = 0; i < 2; i++)
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){80 - 30 * i, 50, 0}));
    for (int32_t i = 0; i < 200; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    for (int32_t i = 0; i < 2; i++) assert_int_equal(wend_crowd_state(crowd, ids[i]), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

enum { MANY = 30 };

// Ground of 40 x 30 tiles, which grows to the left and above by two pieces, the second one below the first.
static wend_world* small_world(void) {
    wend_grid_def def = grid_def_of(40, 30);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world* world = build_world(grid);
    return world;
}

static void grow(wend_world* world, int32_t piece) {
    static uint8_t ones[80 * 80];
    memset(ones, 1, sizeof ones);
    const wend_rect areas[2] = {{-35, -25, 40, 40}, {-70, 5, 45, 60}};
    assert_ok(wend_world_add_ground(world, areas[piece], ones, 0));
}

static void step_without_conflicts(const wend_world* world, wend_fleet* fleet) {
    wend_tile before[MANY], after[MANY];
    int32_t count = 0, conflicts = -1;
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) before[i] = movers[i].tile;
    assert_ok(wend_fleet_step(fleet));
    movers = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) after[i] = movers[i].tile;
    assert_ok(wend_check_moves(wend_world_grid(world), before, after, count, NULL, 0, &conflicts));
    assert_int_equal(conflicts, 0);
    for (int32_t i = 0; i < count; i++) assert_int_equal(wend_fleet_at(fleet, after[i]), i);
}

static void a_fleet_goes_on_while_its_map_grows(void** state) {
    (void)state;
    wend_world* world = small_world();
    const wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    int32_t mover, task;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < MANY; i++) {
        const wend_tile from = {i, i % 7, 0}, to = {38 - i, 28 - i % 5, 0};
        assert_ok(wend_fleet_add(fleet, from, 0, 0, &mover));
        if (i < 25) assert_ok(wend_fleet_send(fleet, mover, to));
    }
    const wend_tile stops[2] = {{39, 0, 0}, {0, 29, 0}};
    assert_ok(wend_fleet_add_task(fleet, stops, 2, &task));
    for (int32_t i = 0; i < 9; i++) step_without_conflicts(world, fleet);
    for (int32_t piece = 0; piece < 2; piece++) {
        const wend_mover was = *wend_fleet_mover(fleet, 3);
        grow(world, piece);
        assert_int_equal(wend_fleet_at(fleet, was.tile), 3);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){-30, -20, 0}), -1);
        step_without_conflicts(world, fleet);
        const wend_mover now = *wend_fleet_mover(fleet, 3);
        assert_in_range(now.tile.x - was.tile.x + 1, 0, 2);
        assert_in_range(now.tile.y - was.tile.y + 1, 0, 2);
        assert_true(now.goal.x == was.goal.x && now.goal.y == was.goal.y);
        for (int32_t i = 0; i < 9; i++) step_without_conflicts(world, fleet);
    }
    for (int32_t i = 0; i < 10; i++) // to what is new, through both pieces
        assert_ok(wend_fleet_send(fleet, i, (wend_tile){-69 + i, 63, 0}));
    for (int32_t i = 0; i < 600 && wend_fleet_get_stats(fleet).moving > 0; i++)
        step_without_conflicts(world, fleet);
    assert_int_equal(wend_fleet_get_stats(fleet).moving, 0);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 25);
    assert_int_equal(wend_fleet_get_stats(fleet).tasks_done, 1);
    for (int32_t i = 0; i < 10; i++) assert_int_equal(wend_fleet_at(fleet, (wend_tile){-69 + i, 63, 0}), i);
    // The ground under some goes: nobody can move until it is back.
    assert_ok(wend_world_remove_ground(world, (wend_rect){-70, 5, 45, 60}));
    assert_int_equal(wend_fleet_step(fleet), WEND_ERROR_STALE);
    assert_int_equal(wend_fleet_send(fleet, 20, (wend_tile){1, 1, 0}), WEND_ERROR_STALE);
    grow(world, 1);
    assert_ok(wend_fleet_send(fleet, 0, (wend_tile){39, 29, 0}));
    for (int32_t i = 0; i < 600 && wend_fleet_get_stats(fleet).moving > 0; i++)
        step_without_conflicts(world, fleet);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){39, 29, 0}), 0);
    // A map that begins at 0,0 again, and many more movers.
    for (int32_t i = 0; i < MANY; i++) assert_ok(wend_fleet_remove(fleet, i));
    assert_ok(wend_world_remove_ground(world, (wend_rect){-70, -25, 70, 200}));
    assert_ok(wend_world_remove_ground(world, (wend_rect){0, -25, 40, 25}));
    assert_int_equal(wend_grid_area(wend_world_grid(world)).x, 0);
    assert_ok(wend_fleet_step(fleet));
    for (int32_t i = 0; i < 40 * 30; i++)
        assert_ok(wend_fleet_add(fleet, (wend_tile){i % 40, i / 40, 0}, 0, 0, &mover));
    for (int32_t i = 0; i < 40 * 30; i++) {
        mover = wend_fleet_at(fleet, (wend_tile){i % 40, i / 40, 0});
        assert_true(wend_fleet_mover(fleet, mover)->tile.x == i % 40);
    }
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void claims_hold_while_the_map_grows(void** state) {
    (void)state;
    enum { AGENTS = 12 };
    wend_world* world = small_world();
    wend_crowd* crowd = claiming_crowd(world);
    wend_agent_id ids[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++)
        ids[i] = add_claiming(crowd, (wend_vec2){2.5f + 3 * (float)(i % 6), i < 6 ? 2.5f : 25.5f}, 0,
                              (wend_tile){3 + 3 * (i % 6), i < 6 ? 27 : 1, 0});
    int32_t arrived = 0;
    for (int32_t tick = 0; tick < 4000 && (tick <= 51 || arrived < AGENTS); tick++) {
        if (tick == 20 || tick == 35) grow(world, tick == 35);
        if (tick == 50) // half of them turn to what is new
            for (int32_t i = 0; i < AGENTS; i += 2)
                assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){-60 + i, 60, 0}));
        arrived = tick_claiming(crowd);
    }
    assert_int_equal(arrived, AGENTS);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- floors

static void who_moves_on_floors_goes_on(void** state) {
    (void)state;
    wend_world* world = house();
    const wend_fleet_def fleet_def = wend_default_fleet_def();
    wend_crowd* crowd = new_crowd(world);
    wend_fleet* fleet = NULL;
    wend_agent_id ids[4];
    int32_t mover, count;
    assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
    for (int32_t i = 0; i < 4; i++) { // from either floor to the other
        const wend_tile from = {10 + 5 * i, 10, (uint16_t)(i % 2)},
                        to = {10 + 5 * i, 20, (uint16_t)(1 - i % 2)};
        const wend_agent agent = {.position = wend_grid_center(wend_world_grid(world), from),
                                  .max_speed = 4,
                                  .max_acceleration = 32,
                                  .radius = .2f,
                                  .floor = from.floor};
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], to));
        assert_ok(wend_fleet_add(fleet, from, 0, 0, &mover));
        assert_ok(wend_fleet_send(fleet, mover, to));
    }
    for (int32_t i = 0; i < 10; i++) {
        assert_ok(wend_crowd_tick(crowd, .1f));
        assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t grown = 0; grown < 2; grown++) { // rows above, then columns
        const wend_agent before = wend_crowd_agents(crowd, &count)[3];
        const wend_tile stood = wend_fleet_mover(fleet, 3)->tile;
        add_ones(world, grown == 0 ? (wend_rect){0, -70, 10, 70, 1} : (wend_rect){-70, 0, 70, 5, 0});
        assert_int_equal(wend_fleet_at(fleet, stood), 3);
        if (grown == 0) // before the crowd was told by a tick
            assert_ok(wend_crowd_send(crowd, ids[3], (wend_tile){5, -60, 1}));
        assert_ok(wend_crowd_tick(crowd, .1f));
        const wend_agent after = wend_crowd_agents(crowd, &count)[3];
        assert_int_equal(after.floor, before.floor);
        assert_true(fabsf(after.position.x - before.position.x) < .5f &&
                    fabsf(after.position.y - before.position.y) < .5f);
        assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t i = 0; i < 1500; i++) {
        assert_ok(wend_crowd_tick(crowd, .1f));
        if (i < 300) assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t i = 0; i < 4; i++) assert_int_equal(wend_crowd_state(crowd, ids[i]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_fleet_get_stats(fleet).moving, 0);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){25, 20, 0}), 3);
    // Agent 3 loses the rows under it: on the sheet, it would stand on another floor.
    const wend_agent last = wend_crowd_agents(crowd, &count)[3];
    assert_int_equal(last.floor, 1);
    assert_ok(wend_world_remove_ground(world, (wend_rect){0, -70, 10, 70, 1}));
    assert_int_equal(wend_crowd_tick(crowd, .1f), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_send(crowd, ids[3], (wend_tile){5, 5, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_replan(crowd, (wend_rect){0, 0, 9, 9, 0}), 0);
    assert_true(wend_crowd_agents(crowd, &count)[3].position.y == last.position.y);
    add_ones(world, (wend_rect){0, -70, 10, 70, 1});
    assert_ok(wend_crowd_send(crowd, ids[3], (wend_tile){5, 5, 1}));
    for (int32_t i = 0; i < 300; i++) assert_ok(wend_crowd_tick(crowd, .1f));
    assert_int_equal(wend_crowd_state(crowd, ids[3]), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_outlive_their_ground),
        cmocka_unit_test(crowds_with_claims_wait_for_their_ground),
        cmocka_unit_test(who_moves_on_floors_goes_on),
        cmocka_unit_test(a_fleet_goes_on_while_its_map_grows),
        cmocka_unit_test(claims_hold_while_the_map_grows),
    };
    return run_unit_tests(tests);
}
