// fleet_plan_check.c: do links take their time and lifts have room for few; and does the checker of plans
// know all conflicts, of tiles, passes, links and lifts?
#include "fleet_fixture.h"

// ---- links that take time, and lifts

// Two floors of a house, as it were, joined by pairs of links up and down, of which each takes 3 seconds.
static wend_world* house_with_lifts(int32_t pairs) {
    wend_grid* grid = map_from_text("..........\n..........\n..........\n##########\n"
                                    "..........\n..........\n..........\n",
                                    WEND_CONNECTIVITY_8);
    for (int32_t i = 0; i < 2 * pairs; i++) {
        const wend_tile low = {2 + 3 * (i / 2), 2}, high = {2 + 3 * (i / 2), 4};
        wend_link link = wend_default_link(i % 2 ? high : low, i % 2 ? low : high, 2);
        link.duration = 3;
        assert_ok(wend_grid_add_link(grid, &link, NULL));
    }
    return build_world(grid);
}

// Movers on both floors that want to the other one: with any capacity and length of a step, with turns too,
// all get there without a conflict, and links that take longer take all of them longer.
static void lifts_have_room_for_few(void** state) {
    (void)state;
    static const int32_t links[] = {0, 1, 2, 3};
    int64_t took[3][3];
    for (int32_t pairs = 1; pairs <= 2; pairs++)
        for (int32_t k = 0; k < 9; k++) {
            const int32_t capacity = 1 + k / 3;
            const wend_lift lift = {links, 2 * pairs, capacity};
            wend_world* world = house_with_lifts(pairs);
            wend_fleet_def def = wend_default_fleet_def();
            wend_fleet* fleet = NULL;
            wend_link_use uses[12] = {{0, 0}};
            def.links = (wend_link_rules){k % 3 == 0 ? 0 : k % 3 == 1 ? 1.5f : .3f, &lift, 1};
            def.turns = k == 4;
            assert_ok(wend_fleet_create(world, &def, &fleet));
            for (int32_t i = 0; i < 6; i++) {
                send(fleet, add(fleet, i, 0), i, 6);
                send(fleet, add(fleet, i, 6), i, 0);
            }
            int64_t steps = 0;
            for (; steps < 1500 && (steps == 0 || wend_fleet_get_stats(fleet).moving > 0); steps++) {
                step_on_links(fleet, uses);
                int32_t on = 0;
                for (int32_t i = 0; i < 12; i++) on += uses[i].steps > 0;
                assert_in_range(on, 0, capacity);
            }
            if (steps >= 1500) fail_msg("%d pairs, run %d", pairs, k);
            assert_int_equal(wend_fleet_get_stats(fleet).arrived, 12);
            // 12 movers, each on a lift for 1, 2 or 10 steps, so many at a time.
            const int32_t each = k % 3 == 0 ? 1 : k % 3 == 1 ? 2 : 10;
            assert_true(steps * capacity >= 12 * each);
            if (pairs == 2) took[k / 3][k % 3] = steps;
            wend_fleet_destroy(fleet);
            wend_world_destroy(world);
        }
    assert_true(took[0][2] > took[1][2] && took[0][2] > took[0][1]);
}

// Whoever takes a link keeps its end for as long as that takes, and has arrived only then; removed on the way
// it leaves nothing behind.
static void links_take_their_time(void** state) {
    (void)state;
    wend_world* world = house_with_lifts(1);
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    def.links.step_seconds = 1;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    const int32_t mover = add(fleet, 2, 2);
    send(fleet, mover, 2, 4);
    step(fleet);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){2, 4}), mover);
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(state_of(fleet, mover), i < 2 ? WEND_MOVER_MOVING : WEND_MOVER_ARRIVED);
        assert_int_equal(wend_fleet_get_stats(fleet).arrived, i < 2 ? 0 : 1);
        if (i < 2) step(fleet);
    }
    send(fleet, mover, 2, 2);
    step(fleet);
    assert_ok(wend_fleet_remove(fleet, mover));
    assert_int_equal(add(fleet, 2, 2), mover);
    send(fleet, mover, 3, 2);
    step(fleet);
    assert_int_equal(state_of(fleet, mover), WEND_MOVER_ARRIVED);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void the_checker_knows_links_and_lifts(void** state) {
    (void)state;
    wend_world* world = house_with_lifts(1);
    static const int32_t links[] = {0, 1};
    const wend_lift lift = {links, 2, 1};
    const wend_link_rules rules = {1, &lift, 1};
    const wend_tile low = {2, 2}, high = {2, 4}, aside = {3, 4}, away = {9, 2};
    // By moment: up, down as soon as it may, and another one that comes too early.
    const wend_tile plan[][2] = {{low, away}, {high, away},  {high, away},
                                 {high, low}, {aside, high}, {aside, aside}};
    wend_link_use uses[2] = {{0, 0}};
    wend_conflict found[4];
    int32_t count = -1;
    for (int32_t i = 0; i < 3; i++) {
        assert_ok(wend_check_links(world, NULL, &rules, plan[i], plan[i + 1], 2, uses, found, 4, &count));
        assert_int_equal(count, 0);
        assert_int_equal(uses[0].steps, 2 - i);
    }
    assert_ok(wend_check_links(world, NULL, &rules, plan[3], plan[4], 2, uses, found, 4, &count));
    assert_int_equal(count, 0); // the first one is off the lift
    assert_ok(wend_check_links(world, NULL, &rules, plan[4], plan[5], 2, uses, found, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(found[0].kind, WEND_CONFLICT_LINK);
    assert_int_equal(found[0].first, 1);
    // Both at once are one too many; the second is the one without room.
    const wend_tile before[2] = {low, high}, after[2] = {high, low};
    wend_link_use both[2] = {{0, 0}};
    assert_ok(wend_check_links(world, NULL, &rules, before, after, 2, both, found, 4, &count));
    assert_int_equal(count, 1);
    assert_int_equal(found[0].kind, WEND_CONFLICT_LIFT);
    assert_int_equal(found[0].first, 1);
    wend_world_destroy(world);
}

// ---- the checker

static int32_t conflicts_of(const wend_grid* grid, wend_tile a, wend_tile a_to, wend_tile b, wend_tile b_to,
                            wend_conflict_kind* kind_out) {
    const wend_tile before[2] = {a, b}, after[2] = {a_to, b_to};
    wend_conflict conflict = {.kind = WEND_CONFLICT_KIND_COUNT};
    int32_t count = -1;
    assert_ok(wend_check_moves(grid, before, after, 2, &conflict, 1, &count));
    *kind_out = conflict.kind;
    return count;
}

static void the_checker_knows_all_conflicts(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("......\n......\n...#..\n......\n......\n......\n", WEND_CONNECTIVITY_8);
    wend_conflict_kind kind;
#define CONFLICTS(ax, ay, atx, aty, bx, by, btx, bty)                                                        \
    conflicts_of(grid, (wend_tile){ax, ay}, (wend_tile){atx, aty}, (wend_tile){bx, by},                      \
                 (wend_tile){btx, bty}, &kind)
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 2, 0), 0); // one follows the other
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 1, 1), 0); // round a corner
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 0, 1, 0), 0); // past one that waits
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 2, 0, 1, 0), 1); // both to one tile
    assert_int_equal(kind, WEND_CONFLICT_TILE);
    assert_int_equal(CONFLICTS(0, 0, 1, 0, 1, 0, 0, 0), 1); // a swap
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 0, 0, 1), 1); // diagonals that cross
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(0, 0, 1, 1, 1, 1, 1, 0), 1); // a sharp turn around the one that comes
    assert_int_equal(kind, WEND_CONFLICT_PASS);
    assert_int_equal(CONFLICTS(2, 1, 3, 2, 0, 0, 0, 0), 1);
    assert_int_equal(kind, WEND_CONFLICT_BLOCKED);
    assert_int_equal(CONFLICTS(2, 2, 3, 1, 0, 0, 0, 0), 1); // cuts the corner of the blocked tile
    assert_int_equal(kind, WEND_CONFLICT_STEP);
    assert_int_equal(CONFLICTS(0, 0, 2, 0, 5, 5, 5, 5), 1);
    assert_int_equal(kind, WEND_CONFLICT_STEP);
    assert_int_equal(CONFLICTS(0, 0, 0, -1, 5, 5, 5, 5), 1);
    assert_int_equal(kind, WEND_CONFLICT_BLOCKED);
    assert_int_equal(CONFLICTS(0, 0, INT32_MIN, INT32_MAX, 5, 5, 5, 5), 1); // as far off as tiles are
    assert_int_equal(kind, WEND_CONFLICT_BLOCKED);
    assert_int_equal(CONFLICTS(0, 0, INT32_MAX, 0, 5, 5, INT32_MIN, 0), 2);
    wend_grid_destroy(grid);
}

// The planner's own rule, in integers, against the checker's, for all pairs of moves near each other: and
// movers that do not begin beside each other never collide, which the planner relies on.
static void both_rules_agree(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".........\n.........\n.........\n.........\n.........\n.........\n"
                                    ".........\n.........\n.........\n",
                                    WEND_CONNECTIVITY_8);
    const wend_tile a = {4, 4};
    int32_t colliding = 0;
    for (int32_t i = 0; i < 9 * 9 * 81; i++) {
        const wend_tile b = {1 + i / 81 % 9 % 7, 1 + i / 729 % 7};
        const wend_tile a_to = {4 + i % 3 - 1, 4 + i / 3 % 3 - 1};
        const wend_tile b_to = {b.x + i / 9 % 3 - 1, b.y + i / 27 % 3 - 1};
        if ((a.x == b.x && a.y == b.y) || (a_to.x == b_to.x && a_to.y == b_to.y)) continue;
        wend_conflict_kind kind;
        const bool conflict = conflicts_of(grid, a, a_to, b, b_to, &kind) > 0;
        const bool beside = wendi_abs(a.x - b.x) <= 1 && wendi_abs(a.y - b.y) <= 1;
        assert_true(conflict == wendi_moves_collide(a, a_to, b, b_to, 2));
        assert_true(beside || !conflict);
        colliding += conflict;
    }
    assert_true(colliding > 20);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checker_knows_all_conflicts),
        cmocka_unit_test(both_rules_agree),
        cmocka_unit_test(the_checker_knows_links_and_lifts),
        cmocka_unit_test(lifts_have_room_for_few),
        cmocka_unit_test(links_take_their_time),
    };
    return run_unit_tests(tests);
}
