// fleet_bodies.c: does each mover go by the map of its profile, and do bodies of all widths never meet?
//     unit_fleet_bodies [MAPS]
#include <string.h>

#include "fleet_fixture.h"

static int32_t maps_to_try = 60;

// Squares of so many tiles around the centres of tiles.
static bool bodies_meet(wend_tile a, int32_t a_width, wend_tile b, int32_t b_width) {
    const int32_t room = a_width + b_width;
    return 2 * wendi_abs(a.x - b.x) < room && 2 * wendi_abs(a.y - b.y) < room;
}

// Trucks that need room, boats that swim on class 2 alone, and carts that go anywhere but there: each keeps
// to the map of its own, nobody meets, and all arrive. Where trucks have to pass each other in a passage too
// narrow for two, they may get stuck, or need far longer: on one map in sixty, as docs/fleet.md says.
static void each_moves_by_the_map_of_its_profile(void** state) {
    (void)state;
    int32_t not_all = 0;
    for (int32_t i = 0; i < maps_to_try / 4; i++) {
        rng r = rng_seeded((uint64_t)i);
        wend_grid_def grid_def = wend_default_grid_def();
        wend_grid* grid = NULL;
        grid_def.width = grid_def.height = 60;
        grid_def.class_costs[2] = 0; // blocked for the map itself
        assert_ok(wend_grid_create(&grid_def, &grid));
        wend_grid_fill(grid, (wend_rect){5, 36, 44, 18}, 2);
        for (int32_t k = 0; k < 20; k++)
            wend_grid_fill(
                grid,
                (wend_rect){rng_below(&r, 50), rng_below(&r, 50), 1 + rng_below(&r, 9), 1 + rng_below(&r, 9)},
                k % 2 ? 2 : 0);
        wend_profile_def kinds[2] = {wend_default_profile_def(), wend_default_profile_def()};
        kinds[0].name = "truck";
        kinds[0].radius = 1.4f;
        kinds[1].name = "boat";
        for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) kinds[1].class_costs[k] = k == 2 ? 1 : 0;
        wend_world* world = world_with_profiles(grid, kinds, 2);
        wend_fleet* fleet = new_fleet(world, (wend_tasks){0});
        int32_t profiles[90], of_kind[3] = {0, 0, 0}, count = 0, conflicts, afloat = 0;
        wend_tile goals[90];
        for (int32_t k = 0; k < 9000 && count < 90; k++) {
            const wend_tile at = map_random_tile(wend_world_grid(world), &r),
                            goal = map_random_tile(wend_world_grid(world), &r);
            const wend_world* view = wend_world_profile(world, k % 3);
            if (of_kind[k % 3] == (k % 3 == 1 ? 8 : 20) || !wend_world_connected(view, at, goal)) continue;
            bool is_taken = false;
            for (int32_t n = 0; n < count; n++)
                is_taken |= bodies_meet(goal, k % 3 == 1 ? 3 : 1, goals[n], profiles[n] == 1 ? 3 : 1);
            if (is_taken) continue;
            goals[count] = goal;
            int32_t mover;
            if (wend_fleet_add(fleet, at, k % 3, 0, &mover) != WEND_OK) continue;
            assert_ok(wend_fleet_send(fleet, mover, goal));
            profiles[count++] = k % 3;
            of_kind[k % 3]++;
        }
        if (of_kind[1] < 6 || of_kind[2] < 6)
            fail_msg("map %d: %d trucks, %d boats", i, of_kind[1], of_kind[2]);
        for (int32_t k = 0; k < 600 && (k == 0 || wend_fleet_get_stats(fleet).moving > 0); k++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            wend_tile* after = tiles_of(fleet);
            assert_ok(wend_check_profile_moves(world, profiles, before, after, count, NULL, 0, &conflicts));
            assert_int_equal(conflicts, 0);
            // By the map itself, those who are afloat are where nobody can be.
            assert_ok(wend_check_moves(wend_world_grid(world), before, after, count, NULL, 0, &conflicts));
            afloat += conflicts;
            for (int32_t n = 0; n < count; n++)
                assert_true(
                    wend_grid_passable(wend_world_grid(wend_world_profile(world, profiles[n])), after[n]));
            free(before);
            free(after);
        }
        assert_true(afloat > 0);
        assert_int_equal(wend_fleet_get_stats(fleet).no_route, 0);
        not_all += wend_fleet_get_stats(fleet).arrived < count;
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
    assert_true(not_all <= maps_to_try / 4 / 25);
}

// A map with links, also of lifts, for bodies of 1, 2, 3 and 5 tiles.
static wend_world* world_of_widths(rng* r) {
    static const char* const names[] = {"cart", "truck", "crane"};
    static const float radii[] = {0.8f, 1.5f, 2.1f};
    wend_grid_def grid_def = wend_default_grid_def();
    wend_grid* grid = NULL;
    grid_def.width = rng_between(r, 12, 50);
    grid_def.height = rng_between(r, 12, 50);
    grid_def.connectivity = rng_chance(r, 50) ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4;
    assert_ok(wend_grid_create(&grid_def, &grid));
    for (int32_t k = rng_below(r, 12); k > 0; k--) {
        const wend_tile at = map_random_tile(grid, r);
        wend_grid_fill(grid, (wend_rect){at.x, at.y, 1 + rng_below(r, 7), 1 + rng_below(r, 3)}, 0);
    }
    for (int32_t k = rng_below(r, 4); k > 0; k--) {
        wend_tile low, high;
        assert_true(map_random_open_tile(grid, r, &low) && map_random_open_tile(grid, r, &high));
        for (int32_t back = 0; back < 2; back++) {
            wend_link link = wend_default_link(back ? high : low, back ? low : high, 2);
            link.duration = 1;
            if (low.x != high.x || low.y != high.y) assert_ok(wend_grid_add_link(grid, &link, NULL));
        }
    }
    wend_profile_def kinds[3];
    for (int32_t k = 0; k < 3; k++) {
        kinds[k] = wend_default_profile_def();
        kinds[k].name = names[k];
        kinds[k].radius = radii[k];
    }
    wend_world* world = world_with_profiles(grid, kinds, 3);
    return world;
}

// By the checker, and by looking at all pairs.
static void check_bodies(const wend_fleet* fleet, const wend_tile* before, wend_link_use* uses) {
    static int32_t profiles[60];
    int32_t count = 0, conflicts = -1;
    wend_conflict first;
    const wend_mover* m = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) profiles[i] = m[i].profile;
    wend_tile* after = tiles_of(fleet);
    assert_ok(wend_check_profile_moves(fleet->world, profiles, before, after, count, &first, 1, &conflicts));
    if (conflicts > 0)
        fail_msg("%d conflicts, %s of %d and %d at %d,%d", conflicts, wend_conflict_kind_string(first.kind),
                 first.first, first.second, first.tile.x, first.tile.y);
    assert_ok(wend_check_links(fleet->world, profiles, &fleet->def.links, before, after, count, uses, NULL, 0,
                               &conflicts));
    assert_int_equal(conflicts, 0);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(wend_fleet_at(fleet, m[i].tile), i);
        for (int32_t k = 0; k < i; k++)
            assert_false(bodies_meet(m[i].tile, m[i].width, m[k].tile, m[k].width));
    }
    free(after);
}

// On maps with any links, lifts, headings and edits.
static void bodies_of_all_widths_never_meet(void** state) {
    (void)state;
    int32_t arrived = 0, wide_arrived = 0;
    for (int32_t i = 0; i < 3 * maps_to_try; i++) {
        static const int32_t links[] = {0, 1, 2, 3}, widths[] = {1, 2, 3, 5};
        static wend_link_use uses[60];
        const wend_lift lifts[2] = {{links, 2, 1}, {links + 2, 2, 2}};
        rng r = rng_seeded((uint64_t)i);
        wend_world* world = world_of_widths(&r);
        const wend_grid* grid = wend_world_grid(world);
        wend_fleet_def def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        def.directions = rng_chance(&r, 50) ? 4 : 8;
        def.turns = rng_chance(&r, 50);
        if (rng_chance(&r, 50)) def.links = (wend_link_rules){0.4f, lifts, 2};
        assert_ok(wend_fleet_create(world, &def, &fleet));
        memset(uses, 0, sizeof uses);
        for (int32_t k = rng_between(&r, 2, 60), mover; k > 0; k--) {
            const int32_t profile = rng_below(&r, 4);
            const wend_result added =
                wend_fleet_add(fleet, map_random_tile(grid, &r), profile, rng_below(&r, 2), &mover);
            if (added == WEND_ERROR_LIMIT) continue;
            assert_ok(added);
            assert_int_equal(wend_fleet_mover(fleet, mover)->width, widths[profile]);
            if (rng_chance(&r, 85)) assert_ok(wend_fleet_send(fleet, mover, map_random_tile(grid, &r)));
        }
        for (int32_t k = 0; k < 100 && wend_fleet_get_stats(fleet).movers > 0; k++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            check_bodies(fleet, before, uses);
            free(before);
            if (i % 3 == 0 && rng_chance(&r, 10)) edit_somewhere(world, &r);
        }
        int32_t count = 0;
        const wend_mover* m = wend_fleet_movers(fleet, &count);
        for (int32_t k = 0; k < count; k++) {
            arrived += m[k].state == WEND_MOVER_ARRIVED;
            wide_arrived += m[k].state == WEND_MOVER_ARRIVED && m[k].width > 1;
        }
        wend_fleet_destroy(fleet);
        wend_world_destroy(world);
    }
    assert_true(arrived > 6 * maps_to_try && wide_arrived > 2 * maps_to_try);
}

// A truck drives those before it out of a passage as wide as itself, and through one that is full it cannot.
static void a_truck_pushes_all_before_it(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".........................\n"
                                    ".........................\n"
                                    ".........................\n"
                                    "####################.....\n"
                                    "####################.....\n",
                                    WEND_CONNECTIVITY_8);
    wend_profile_def truck = wend_default_profile_def();
    truck.name = "truck";
    truck.radius = 1.5f;
    wend_world* world = world_with_profiles(grid, &truck, 1);
    for (int32_t turns = 0; turns < 2; turns++) {
        wend_fleet_def fleet_def = wend_default_fleet_def();
        wend_fleet* fleet = NULL;
        fleet_def.turns = turns == 1;
        assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
        int32_t mover, other;
        assert_ok(wend_fleet_add(fleet, (wend_tile){1, 1}, 1, 1, &mover));
        assert_int_equal(wend_fleet_add(fleet, (wend_tile){2, 2}, 0, 0, &other), WEND_ERROR_LIMIT);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){2, 2}), mover);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){3, 1}), -1);
        for (int32_t i = 0; i < 9; i++) add(fleet, 4 + i / 3, i % 3);
        send(fleet, mover, 22, 3);
        int32_t count = 0;
        static wend_link_use uses[60];
        for (int32_t steps = 0; steps < 1000 && state_of(fleet, mover) != WEND_MOVER_ARRIVED; steps++) {
            wend_tile* before = tiles_of(fleet);
            assert_ok(wend_fleet_step(fleet));
            check_bodies(fleet, before, uses);
            free(before);
        }
        wend_fleet_movers(fleet, &count);
        assert_int_equal(count, 10);
        assert_int_equal(state_of(fleet, mover), WEND_MOVER_ARRIVED);
        wend_fleet_destroy(fleet);
    }
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    if (argc > 1) maps_to_try = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_moves_by_the_map_of_its_profile),
        cmocka_unit_test(bodies_of_all_widths_never_meet),
        cmocka_unit_test(a_truck_pushes_all_before_it),
    };
    return run_unit_tests(tests);
}
