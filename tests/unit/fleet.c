// fleet.c: do movers never stand in each other, whatever the map, the goals and the edits; do all arrive
// where they can, and does each that cannot have an answer? Are the moves the same with any threads?
//     unit_fleet [MAPS]
#include <string.h>

#include "fleet_fixture.h"

static int32_t maps_to_try = 60;

// ---- on random maps

// Two lifts, of the links 0 to 2 and 2 to 4. A link with a duration takes 3 steps for each second.
static wend_fleet* new_fleet_with_lifts(const wend_world* world, int32_t capacity) {
    static const int32_t links[] = {0, 1, 2, 3, 4};
    const wend_lift lifts[2] = {{links, 3, capacity}, {links + 2, 3, capacity}};
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.links = (wend_link_rules){1.0f / 3, lifts, 2};
    assert_ok(wend_fleet_create(world, &def, &fleet));
    return fleet;
}

static void nobody_meets_on_any_map(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i);
        const map_recipe recipe = map_recipe_random_any((uint64_t)i, 100);
        wend_world* world = map_make_linked_world(&recipe, i % 4 == 0 ? 6 : 0);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet* fleet =
            i % 8 == 0 ? new_fleet_with_lifts(world, 1 + i / 8 % 2) : new_fleet(world, (wend_tasks){0});
        fill_fleet(fleet, grid, &r, 1 + rng_below(&r, 400));
        wend_link_use uses[400] = {{0, 0}};
        for (int32_t k = 0; k < 120; k++) {
            step_on_links(fleet, uses);
            if (i % 3 == 1 && rng_chance(&r, 10)) edit_somewhere(world, &r);
            if (fleet->count > 0 && rng_chance(&r, 30))
                assert_ok(wend_fleet_send(fleet, rng_below(&r, fleet->count), map_random_tile(grid, &r)));
        }
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

static void threads_change_nothing(void** state) {
    (void)state;
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(8, &threads));
    for (int32_t i = 0; i < maps_to_try / 4; i++) {
        wend_world* worlds[2];
        wend_fleet* fleets[2];
        rng r[2] = {rng_seeded((uint64_t)i), rng_seeded((uint64_t)i)};
        const map_recipe recipe = map_recipe_random_any((uint64_t)i + 1000, 150);
        for (int32_t k = 0; k < 2; k++) {
            worlds[k] = map_make_world(&recipe);
            fleets[k] = new_fleet(worlds[k], k ? wend_threads_tasks(threads) : (wend_tasks){0});
            fill_fleet(fleets[k], wend_world_grid(worlds[k]), &r[k], 300);
        }
        for (int32_t n = 0; n < 60; n++)
            for (int32_t k = 0; k < 2; k++) {
                step(fleets[k]);
                if (n % 20 == 7) edit_somewhere(worlds[k], &r[k]);
                if (k) assert_on(&recipe, wend_fleet_hash(fleets[0]) == wend_fleet_hash(fleets[1]));
            }
        for (int32_t k = 0; k < 2; k++) {
            wend_fleet_destroy(fleets[k]);
            wend_world_destroy(worlds[k]);
        }
    }
    wend_threads_destroy(threads);
}

// ---- costs to go

// On an open map of many clusters, what a mover holds is what a path costs, and falls along every way.
static void costs_lead_to_the_goal(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try / 2; i++) {
        map_recipe recipe = map_recipe_random((uint64_t)i + 500, 300);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
        wend_search* search = new_search();
        wend_path* path = new_path();
        rng r = rng_seeded((uint64_t)i);
        wend_query query;
        if (map_random_query(grid, &r, WEND_HPA, &query)) {
            const int32_t mover = add(fleet, query.start.x, query.start.y);
            assert_ok(wend_fleet_send(fleet, mover, query.goal));
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            const bool found = wend_path_outcome(path) == WEND_FOUND;
            step(fleet);
            assert_on(&recipe, (state_of(fleet, mover) == WEND_MOVER_NO_ROUTE) == !found);
            int64_t steps = 1;
            for (; found && state_of(fleet, mover) == WEND_MOVER_MOVING && steps < 100000; steps++) {
                const wend_tile before = wend_fleet_mover(fleet, mover)->tile;
                const wend_cost left = wendi_fleet_left(fleet, fleet->members[mover].guide, before);
                step(fleet);
                const wend_tile after = wend_fleet_mover(fleet, mover)->tile;
                assert_on(&recipe, wendi_fleet_left(fleet, fleet->members[mover].guide, after) < left);
            }
            assert_on(&recipe, !found || state_of(fleet, mover) == WEND_MOVER_ARRIVED);
            // What it held is little, and is given back. Costs of more than 16 bits take two fields.
            const int32_t held = fleet->members[mover].held_count;
            assert_on(&recipe, held <= fleet->def.look_ahead + 7 && fleet->field_count <= 2 * held);
            assert_ok(wend_fleet_stop(fleet, mover));
            assert_int_equal(fleet->field_count, 0);
        }
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// ---- hard places

// Two that meet in a passage one tile wide swap where there is room: in a bay, at the end, at a crossing.
static void they_swap_in_passages(void** state) {
    (void)state;
    static const char* const maps[] = {
        "#########\n....#....\n.........\n#########\n",
        "####.####\n.........\n#########\n",
        "..#######\n.........\n#######..\n",
        "#.#######\n.........\n#########\n",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        for (int32_t k = 0; k < 2; k++) {
            wend_world* world;
            wend_fleet* fleet = fleet_on(maps[i], k ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
            const int32_t row = i == 1 || i == 2 || i == 3 ? 1 : 2;
            const int32_t a = add(fleet, 0, row), b = add(fleet, 8, row);
            send(fleet, a, 8, row);
            send(fleet, b, 0, row);
            if (run(fleet, 200) >= 200) fail_msg("map %d, %s", (int)i, k ? "8" : "4");
            assert_int_equal(state_of(fleet, a), WEND_MOVER_ARRIVED);
            assert_int_equal(state_of(fleet, b), WEND_MOVER_ARRIVED);
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
}

// Of two with goals in an aisle whose far end is closed, the one with the goal further in goes first, whoever
// is nearer and whoever was added first.
static void who_goes_further_in_goes_first(void** state) {
    (void)state;
    static const char* const rows = "######....\n######....\n..........\n######....\n######....\n";
    for (int32_t k = 0; k < 2; k++) {
        wend_world* world;
        wend_fleet* fleet = fleet_on(rows, WEND_CONNECTIVITY_4, &world);
        const int32_t a = add(fleet, 6, k ? 3 : 2), b = add(fleet, 6, k ? 2 : 3);
        send(fleet, a, k ? 1 : 3, 2);
        send(fleet, b, k ? 3 : 1, 2);
        const int64_t steps = run(fleet, 200);
        assert_in_range(steps, 6, 10); // 6 from tile to tile
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, 2);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
}

// A mover that would only have to turn sharply to get out of the way is not driven back for ever.
static void nobody_is_driven_back_for_ever(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet =
        fleet_on("........\n...#....\n...#..#.\n...#..##\n......#.\n", WEND_CONNECTIVITY_8, &world);
    const int32_t a = add(fleet, 2, 3), b = add(fleet, 4, 4);
    send(fleet, a, 3, 4);
    send(fleet, b, 2, 3);
    assert_in_range(run(fleet, 100), 1, 20);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 2);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Nearly full maps, where PIBT alone goes round in circles: all get to their goals, at once. shuffled: the
// tiles that reach each other.
static void shuffle(wend_tile* tiles, int32_t count, rng* r) {
    for (int32_t i = count - 1; i > 0; i--) {
        const int32_t k = rng_below(r, i + 1);
        const wend_tile tile = tiles[i];
        tiles[i] = tiles[k];
        tiles[k] = tile;
    }
}

static void nobody_goes_round_in_circles(void** state) {
    enum { LONGEST = 20000 }; // on average 74, but what windows find in the end is luck
    (void)state;
    int64_t steps = 0;
    static const char* const rows = "........\n...#....\n...#..#.\n...#..##\n......#.\n";
    for (int32_t i = 0; i < maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i);
        wend_world* world;
        wend_fleet* fleet = fleet_on(rows, i % 2 ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
        wend_tile starts[40], goals[40];
        int32_t count = 0;
        for (int32_t y = 0; y < 5; y++)
            for (int32_t x = 0; x < 8; x++)
                if (wend_world_connected(world, (wend_tile){0, 0}, (wend_tile){x, y}))
                    starts[count++] = (wend_tile){x, y};
        memcpy(goals, starts, sizeof goals);
        shuffle(starts, count, &r);
        shuffle(goals, count, &r);
        const int32_t movers = count - 3 - i % 12;
        for (int32_t k = 0; k < movers; k++)
            send(fleet, add(fleet, starts[k].x, starts[k].y), goals[k].x, goals[k].y);
        const int64_t took = run(fleet, LONGEST);
        if (took >= LONGEST) fail_msg("map %d, %d movers", i, movers);
        steps += took;
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, movers);
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
    assert_true(steps < 120 * maps_to_try);
}

// In a warehouse of aisles one tile wide, movers that get goal after goal never come to a halt.
static void a_warehouse_goes_on_for_ever(void** state) {
    (void)state;
    enum { WIDTH = 120, HEIGHT = 46, MOVERS = 170, STEPS = 4000, EACH = 500 };
    static char rows[HEIGHT * (WIDTH + 1) + 1];
    for (int32_t y = 0, i = 0; y < HEIGHT; y++, rows[i++] = '\n')
        for (int32_t x = 0; x < WIDTH; x++)
            rows[i++] = x < 10 || x >= WIDTH - 10 || y % 3 == 0 || (x - 10) % 11 == 10 ? '.' : '#';
    for (int32_t k = 0; k < 2; k++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            wend_world* world;
            wend_fleet* fleet = fleet_on(rows, k ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4, &world);
            rng r = rng_seeded(seed);
            add_at_random(fleet, MOVERS, &r);
            int32_t reached = 0;
            for (int32_t i = 1; i <= STEPS; i++) {
                assert_ok(wend_fleet_step(fleet));
                reached += send_on(fleet, &r);
                if (i % EACH > 0) continue;
                assert_true(reached > EACH * MOVERS / 160); // some 80 steps to a goal
                reached = 0;
            }
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
}

// Where there is no room at all, each has an answer: stuck, and who is in the way.
static void no_room_means_stuck(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet = fleet_on(".........\n", WEND_CONNECTIVITY_4, &world);
    const int32_t a = add(fleet, 0, 0), b = add(fleet, 8, 0), c = add(fleet, 5, 0);
    send(fleet, a, 8, 0);
    send(fleet, b, 0, 0);
    for (int32_t i = 0; i < 600; i++) step(fleet);
    assert_int_equal(state_of(fleet, a), WEND_MOVER_STUCK);
    assert_int_equal(state_of(fleet, b), WEND_MOVER_STUCK);
    assert_int_equal(state_of(fleet, c), WEND_MOVER_IDLE);
    int32_t blockers[4] = {-1, -1, -1, -1};
    const int32_t of_a = wend_fleet_blockers(fleet, a, blockers, 4);
    assert_in_range(of_a, 0, 2);
    const wend_fleet_stats stats = wend_fleet_get_stats(fleet);
    assert_int_equal(stats.stuck, 2);
    assert_int_equal(stats.moving, 2);
    // The map opens: they go on.
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Goals that are shared, blocked or cut off; a map that is full, and one that is cut in two under them.
static void every_mover_has_an_answer(void** state) {
    (void)state;
    wend_world* world;
    wend_fleet* fleet = fleet_on("....#....\n....#....\n.........\n", WEND_CONNECTIVITY_8, &world);
    int32_t movers[27], count = 0, taken = -1;
    for (int32_t y = 0; y < 3; y++)
        for (int32_t x = 0; x < 9; x++)
            if (wend_grid_passable(world->grid, (wend_tile){x, y})) movers[count++] = add(fleet, x, y);
    assert_int_equal(wend_fleet_add(fleet, (wend_tile){0, 0}, 0, 0, &taken), WEND_ERROR_LIMIT);
    assert_int_equal(wend_fleet_add(fleet, (wend_tile){4, 0}, 0, 0, &taken), WEND_ERROR_LIMIT);
    assert_int_equal(taken, -1);
    for (int32_t i = 0; i < count; i++) send(fleet, movers[i], 8, 0); // all to one tile, on a full map
    for (int32_t i = 0; i < 50; i++) step(fleet);
    for (int32_t i = 9; i < count; i++) assert_ok(wend_fleet_remove(fleet, movers[i]));
    assert_int_equal(wend_fleet_get_stats(fleet).movers, 9);
    int64_t steps = 0;
    for (; steps < 400 && wend_fleet_get_stats(fleet).moving > 0; steps++) assert_ok(wend_fleet_step(fleet));
    assert_in_range(steps, 0, 399);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 9);
    edit_tiles(world, (wend_rect){4, 0, 1, 3}, 0); // cut in two
    for (int32_t i = 0; i < 9; i++) send(fleet, movers[i], i % 2 ? 0 : 8, 1);
    for (int32_t i = 0; i < 30; i++) assert_ok(wend_fleet_step(fleet));
    const wend_fleet_stats cut = wend_fleet_get_stats(fleet);
    assert_true(cut.no_route > 0);
    assert_int_equal(cut.no_route + cut.arrived + cut.moving, 9);
    edit_tiles(world, (wend_rect){4, 1, 1, 1}, 1); // a door
    for (steps = 0; steps < 400 && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++)
        assert_ok(wend_fleet_step(fleet));
    assert_int_equal(wend_fleet_get_stats(fleet).no_route, 0);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 9);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// With few plans a step, movers without a path wait; nobody is forgotten.
static void plans_are_spread_over_steps(void** state) {
    (void)state;
    wend_world* world = new_world(100, 100, false);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.plans_per_step = 3;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < 50; i++) send(fleet, add(fleet, i, 0), 99 - i, 99);
    for (int32_t i = 1; i <= 17; i++) {
        step(fleet);
        assert_int_equal(wend_fleet_get_stats(fleet).plans, wendi_min(3 * i, 50));
    }
    assert_in_range(run(fleet, 400), 50, 300);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 50);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// Those who wait to set out make way, and nobody is forgotten; higher priorities come first, then older
// goals.
static void few_are_on_their_way_at_once(void** state) {
    enum { MOVERS = 60, MOST = 7 };
    (void)state;
    wend_world* world = new_world(40, 40, false);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.at_once = MOST;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    int32_t first = -1;
    for (int32_t i = 0; i < MOVERS; i++) send(fleet, add(fleet, i % 20, i / 20), 39 - i % 20, 39 - i / 20);
    assert_ok(wend_fleet_add(fleet, (wend_tile){30, 2}, 0, 5, &first));
    send(fleet, first, 2, 30);
    int32_t set_out = 0, steps = 0;
    for (; steps < 2000 && wend_fleet_get_stats(fleet).moving > 0; steps++) {
        step(fleet);
        int32_t on_their_way = 0, parked = 0;
        for (int32_t i = 0; i < fleet->count; i++) {
            on_their_way +=
                fleet->movers[i].state == WEND_MOVER_MOVING && fleet->members[i].waits != WENDI_PARKED;
            parked += fleet->members[i].waits == WENDI_PARKED;
        }
        assert_true(on_their_way <= MOST && fleet->members[first].waits != WENDI_PARKED);
        for (int32_t i = 0; i < MOVERS - parked; i++)
            assert_true(fleet->members[i].waits != WENDI_PARKED); // in their order
        set_out = MOVERS - parked;
    }
    assert_int_equal(set_out, MOVERS);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, MOVERS + 1);
    assert_in_range(steps, 300, 1000);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// ---- groups and tasks

static void a_group_finds_its_tiles(void** state) {
    (void)state;
    wend_world* world = new_world(80, 80, false);
    wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
    int32_t movers[100], sent = 0;
    for (int32_t i = 0; i < 100; i++) movers[i] = add(fleet, i % 10, i / 10);
    assert_ok(wend_fleet_send_group(fleet, movers, 100, (wend_tile){60, 60}, 1, &sent));
    assert_int_equal(sent, 100);
    assert_in_range(run(fleet, 300), 50, 120);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 100);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void tasks_are_done_in_their_order(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
    const int32_t near = add(fleet, 5, 5), far = add(fleet, 30, 30);
    int32_t task = -1;
    const wend_tile stops[3] = {{6, 5}, {6, 9}, {10, 9}}, others[1] = {{31, 30}};
    assert_ok(wend_fleet_add_task(fleet, stops, 3, &task));
    assert_int_equal(task, 0);
    step(fleet);
    assert_int_equal(wend_fleet_mover(fleet, near)->task, 0);
    assert_int_equal(wend_fleet_mover(fleet, far)->task, -1);
    assert_ok(wend_fleet_add_task(fleet, others, 1, &task));
    send(fleet, near, 5, 5); // which leaves its task to the other, after that has done the new one
    int32_t at[3] = {0};
    for (int32_t i = 1; wend_fleet_get_stats(fleet).tasks_done < 2 && i < 300; i++) {
        step(fleet);
        for (int32_t k = 0; k < 3; k++)
            if (at[k] == 0 && (k == 0 || at[k - 1] > 0) && wend_fleet_at(fleet, stops[k]) == far) at[k] = i;
    }
    assert_int_equal(wend_fleet_get_stats(fleet).tasks_done, 2);
    assert_true(at[0] > 0 && at[0] < at[1] && at[1] < at[2]); // it may pass them before, too
    const wend_tile blocked = {50, 5};
    assert_int_equal(wend_fleet_add_task(fleet, &blocked, 1, &task), WEND_ERROR_ARGUMENT);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    if (argc > 1) maps_to_try = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_lead_to_the_goal),
        cmocka_unit_test(they_swap_in_passages),
        cmocka_unit_test(who_goes_further_in_goes_first),
        cmocka_unit_test(nobody_is_driven_back_for_ever),
        cmocka_unit_test(nobody_goes_round_in_circles),
        cmocka_unit_test(a_warehouse_goes_on_for_ever),
        cmocka_unit_test(no_room_means_stuck),
        cmocka_unit_test(every_mover_has_an_answer),
        cmocka_unit_test(plans_are_spread_over_steps),
        cmocka_unit_test(few_are_on_their_way_at_once),
        cmocka_unit_test(a_group_finds_its_tiles),
        cmocka_unit_test(tasks_are_done_in_their_order),
        cmocka_unit_test(nobody_meets_on_any_map),
        cmocka_unit_test(threads_change_nothing),
    };
    return run_unit_tests(tests);
}
