// crowd_claims.c: do bodies that claim tiles never overlap, in corridors, warehouses and on any map, through
// edits and changes; do all arrive that can, and does each that cannot say so?
//     unit_crowd_claims [MAPS]
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "crowd_fixture.h"
#include "wend/wend.h"

static int32_t maps_to_try = 24;
static const float DT = 1.0f / 30;

static wend_crowd* crowd_that_claims(const wend_world* world, bool claims) {
    wend_crowd_def def = wend_default_crowd_def();
    def.claims = claims;
    return crowd_by(world, &def);
}

static wend_result try_add(wend_crowd* crowd, float x, float y, float radius, wend_agent_id* out) {
    const wend_agent body = {.position = {x, y}, .max_speed = 4, .max_acceleration = 32, .radius = radius};
    return wend_crowd_add(crowd, &body, out);
}

static wend_agent_id add(wend_crowd* crowd, wend_tile at, float radius, wend_tile goal) {
    wend_agent_id id = {0};
    assert_ok(try_add(crowd, (float)at.x + 0.5f, (float)at.y + 0.5f, radius, &id));
    assert_ok(wend_crowd_send(crowd, id, goal));
    return id;
}

// The greatest overlap of two bodies, as a share of the sum of their radii; those on links have none.
static double worst_overlap(const wend_crowd* crowd) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    double worst = 0;
    for (int32_t i = 0; i < count; i++) {
        if (wend_crowd_state(crowd, ids[i]) == WEND_AGENT_ON_LINK) continue;
        for (int32_t k = i + 1; k < count; k++) {
            const double x = (double)(agents[i].position.x - agents[k].position.x),
                         y = (double)(agents[i].position.y - agents[k].position.y);
            const double reach = (double)(agents[i].radius + agents[k].radius), gap = sqrt(x * x + y * y);
            if (gap >= reach || wend_crowd_state(crowd, ids[k]) == WEND_AGENT_ON_LINK) continue;
            worst = fmax(worst, 1 - gap / reach);
        }
    }
    return worst;
}

// How many have been at their goals, of those that begin where they are not.
typedef struct outcome {
    int32_t arrived;
    double mean_ticks; // until each was there first
    double overlap;    // the worst
} outcome;

static outcome run(wend_crowd* crowd, int32_t ticks) {
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    int32_t* first = calloc((size_t)count, sizeof *first);
    outcome out = {0};
    assert_non_null(first);
    for (int32_t t = 1; t <= ticks && out.arrived < count; t++) {
        assert_ok(wend_crowd_tick(crowd, DT));
        out.overlap = fmax(out.overlap, worst_overlap(crowd));
        for (int32_t i = 0; i < count; i++) {
            if (first[i] > 0 || wend_crowd_state(crowd, ids[i]) != WEND_AGENT_ARRIVED) continue;
            first[i] = t;
            out.mean_ticks += (double)t / count;
            out.arrived++;
        }
    }
    free(first);
    return out;
}

// Bodies whose paths follow straight lines never come nearer than the fleet allows, but for rounding.
static const double SLACK = 1e-3;

// ---- a corridor of one tile, with as many from each side

static outcome meet_in_corridor(bool claims, float radius) {
    char text[12 * 62];
    char* end = text;
    for (int32_t y = 0; y < 11; y++) {
        for (int32_t x = 0; x < 60; x++) *end++ = x < 15 || x >= 45 || y == 5 ? '.' : '#';
        *end++ = '\n';
    }
    *end = 0;
    wend_world* world = map_world_from_text(text);
    wend_crowd* crowd = crowd_that_claims(world, claims);
    for (int32_t i = 0; i < 20; i++) {
        const wend_tile left = {13 - i / 5, 3 + i % 5}, right = {59 - left.x, left.y};
        add(crowd, left, radius, right);
        add(crowd, right, radius, left);
    }
    const outcome out = run(crowd, 9000);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return out;
}

static void a_corridor_lets_one_side_through_and_then_the_other(void** state) {
    (void)state;
    const float radii[] = {0.3f, 0.35f, 0.4f, 0.45f};
    for (int32_t k = 0; k < 4; k++) {
        const outcome without = meet_in_corridor(false, radii[k]), with = meet_in_corridor(true, radii[k]);
        assert_true(without.overlap > 0.5); // so this corridor shows what claims are for
        assert_true(with.overlap <= SLACK);
        assert_int_equal(with.arrived, 40);
        assert_true(with.mean_ticks <= 1.3 * without.mean_ticks);
    }
}

// ---- a warehouse: shelves, and aisles of one tile

static wend_world* make_warehouse(void) {
    char text[33 * 50];
    char* end = text;
    for (int32_t y = 0; y < 32; y++) {
        for (int32_t x = 0; x < 48; x++)
            *end++ = x < 4 || x >= 44 || y < 4 || y >= 28 || y % 4 == 0 || x % 10 == 3 ? '.' : '#';
        *end++ = '\n';
    }
    *end = 0;
    return map_world_from_text(text);
}

static outcome cross_warehouse(bool claims, float radius, int32_t count) {
    wend_world* world = make_warehouse();
    wend_crowd* crowd = crowd_that_claims(world, claims);
    const wend_grid* grid = wend_world_grid(world);
    rng r = rng_seeded(7);
    bool used[48 * 32] = {false}, wanted[48 * 32] = {false};
    for (int32_t i = 0; i < count;) {
        wend_tile at, goal;
        assert_true(map_random_open_tile(grid, &r, &at) && map_random_open_tile(grid, &r, &goal));
        if (used[at.y * 48 + at.x] || wanted[goal.y * 48 + goal.x]) continue;
        used[at.y * 48 + at.x] = wanted[goal.y * 48 + goal.x] = true;
        add(crowd, at, radius, goal);
        i++;
    }
    const outcome out = run(crowd, 9000);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return out;
}

static void a_warehouse_gets_everybody_there(void** state) {
    (void)state;
    for (int32_t k = 0; k < 2; k++) {
        const float radius = k == 0 ? 0.35f : 0.45f;
        const outcome without = cross_warehouse(false, radius, 150),
                      with = cross_warehouse(true, radius, 150);
        assert_true(without.overlap > 0.5);
        assert_true(with.overlap <= SLACK);
        assert_int_equal(with.arrived, 150);
        assert_true(with.mean_ticks <= 1.3 * without.mean_ticks);
    }
}

// ---- alone

// An agent with nobody near moves as in any crowd.
static void who_is_alone_is_not_slowed(void** state) {
    (void)state;
    wend_world* world = make_warehouse();
    double ticks[2];
    for (int32_t claims = 0; claims < 2; claims++) {
        wend_crowd* crowd = crowd_that_claims(world, claims == 1);
        add(crowd, (wend_tile){1, 1}, 0.3f, (wend_tile){46, 30});
        const outcome out = run(crowd, 2000);
        assert_int_equal(out.arrived, 1);
        ticks[claims] = out.mean_ticks;
        wend_crowd_destroy(crowd);
    }
    assert_true(ticks[1] <= ticks[0] + 1);
    wend_world_destroy(world);
}

// ---- those that cannot pass

static void two_in_a_dead_end_are_blocked(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("........\n"
                                            "########\n");
    wend_crowd* crowd = crowd_that_claims(world, true);
    const wend_agent_id a = add(crowd, (wend_tile){0, 0}, 0.3f, (wend_tile){7, 0});
    const wend_agent_id b = add(crowd, (wend_tile){7, 0}, 0.3f, (wend_tile){0, 0});
    const outcome out = run(crowd, 3600);
    assert_true(out.overlap <= SLACK);
    assert_int_equal(out.arrived, 0);
    assert_int_equal(wend_crowd_state(crowd, a), WEND_AGENT_BLOCKED);
    assert_int_equal(wend_crowd_state(crowd, b), WEND_AGENT_BLOCKED);
    assert_string_equal(wend_agent_state_string(WEND_AGENT_BLOCKED), "blocked");
    assert_ok(wend_crowd_remove(crowd, b)); // and goes on when the other one has gone
    assert_int_equal(run(crowd, 600).arrived, 1);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Later ones for one goal stop beside those that are there.
static void many_with_one_goal_fill_the_tiles_around_it(void** state) {
    (void)state;
    wend_world* world = make_warehouse();
    wend_crowd* crowd = crowd_that_claims(world, true);
    for (int32_t i = 0; i < 60; i++) add(crowd, (wend_tile){i % 20, i / 20}, 0.35f, (wend_tile){40, 2});
    const outcome out = run(crowd, 3000);
    assert_true(out.overlap <= SLACK);
    assert_int_equal(out.arrived, 60);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- on any map

static wend_agent random_body(const wend_grid* grid, rng* r, wend_tile at) {
    return (wend_agent){.position = wend_grid_center(grid, at),
                        .max_speed = (float)rng_between(r, 1, 12) / 2,
                        .max_acceleration = 32,
                        .radius = (float)rng_between(r, 1, 45) / 100};
}

static void change_something(wend_crowd* crowd, wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    const wend_agent_id id = ids[rng_below(r, count)];
    const wend_tile at = map_random_tile(grid, r);
    switch (rng_below(r, 4)) {
    case 0:
        assert_ok(wend_crowd_send(crowd, id, at));
        break;
    case 1:
        if (count > 2) assert_ok(wend_crowd_remove(crowd, id));
        break;
    case 2: { // to another tile, if it is free
        const wend_agent body = random_body(grid, r, at);
        const wend_result result = wend_crowd_change(crowd, id, &body);
        assert_true(result == WEND_OK || result == WEND_ERROR_LIMIT || result == WEND_ERROR_ARGUMENT);
        break;
    }
    default: // tiles where nobody is
        if (wend_grid_passable(grid, at)) return;
        edit_tiles(world, (wend_rect){at.x, at.y, 1, 1}, 1);
    }
}

static void nobody_overlaps_on_any_map(void** state) {
    (void)state;
    for (int32_t i = 0; i < maps_to_try; i++) {
        rng r = rng_seeded((uint64_t)i + 100);
        const map_recipe recipe = map_recipe_random_any((uint64_t)i, 60);
        wend_world* world = map_make_linked_world(&recipe, i % 4 == 0 ? 4 : 0);
        const wend_grid* grid = wend_world_grid(world);
        wend_crowd_def def = wend_default_crowd_def();
        wend_crowd* crowd = NULL;
        def.claims = true;
        const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
        assert_int_equal(wend_crowd_create(world, &def, &crowd), hex ? WEND_ERROR_ARGUMENT : WEND_OK);
        for (int32_t k = 0; k < 80 && !hex; k++) {
            wend_tile at;
            wend_agent_id id;
            if (!map_random_open_tile(grid, &r, &at)) break;
            const wend_agent body = random_body(grid, &r, at);
            const wend_result result = wend_crowd_add(crowd, &body, &id);
            if (result == WEND_OK)
                assert_ok(wend_crowd_send(crowd, id, map_random_tile(grid, &r)));
            else
                assert_int_equal(result, WEND_ERROR_LIMIT);
        }
        int32_t count = 0;
        wend_crowd_agents(crowd, &count);
        for (int32_t t = 0; t < 400 && count > 0; t++) {
            assert_ok(wend_crowd_tick(crowd, DT));
            const double overlap = worst_overlap(crowd);
            if (overlap > SLACK) fail_msg("map %d, tick %d: an overlap of %g", i, t, overlap);
            if (rng_chance(&r, 20)) change_something(crowd, world, &r);
        }
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
    }
}

// Who comes out of a link meets those who walk there.
static void a_link_ends_where_others_walk(void** state) {
    (void)state;
    for (int32_t x = 0; x < 30; x++) {
        wend_world* world = map_world_from_text("..............................\n"
                                                "##############################\n"
                                                "..............................\n");
        const wend_link link = wend_default_link((wend_tile){5, 0}, (wend_tile){15, 2}, 1);
        assert_ok(wend_world_add_link(world, &link, NULL));
        wend_crowd* crowd = crowd_that_claims(world, true);
        add(crowd, (wend_tile){0, 0}, 0.45f, (wend_tile){20, 2});
        add(crowd, (wend_tile){x, 2}, 0.45f, (wend_tile){29 - x, 2});
        for (int32_t t = 0; t < 300; t++) {
            assert_ok(wend_crowd_tick(crowd, DT));
            const double overlap = worst_overlap(crowd);
            if (overlap > SLACK) fail_msg("from %d, tick %d: an overlap of %g", x, t, overlap);
        }
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
    }
}

// Two rooms of 11 x 5 tiles above each other, that only a link there and back joins.
static wend_world* rooms_with_a_link(void) {
    wend_world* world =
        map_world_from_text("...........\n...........\n...........\n...........\n...........\n"
                            "###########\n"
                            "...........\n...........\n...........\n...........\n...........\n");
    wend_link up = wend_default_link((wend_tile){5, 2}, (wend_tile){5, 8}, 6);
    up.duration = 2;
    wend_link down = up;
    down.from = up.to;
    down.to = up.from;
    assert_ok(wend_world_add_link(world, &up, NULL));
    assert_ok(wend_world_add_link(world, &down, NULL));
    return world;
}

static void both_sides_of_a_link_get_through(void** state) {
    (void)state;
    for (int32_t i = 0; i < 2; i++) {
        const float radius = i == 0 ? 0.2f : 0.45f;
        wend_world* world = rooms_with_a_link();
        wend_crowd* crowd = crowd_that_claims(world, true);
        for (int32_t y = 1; y < 4; y++) {
            add(crowd, (wend_tile){1, y}, radius, (wend_tile){9, y + 6});
            add(crowd, (wend_tile){9, y + 6}, radius, (wend_tile){1, y});
        }
        const outcome got = run(crowd, 900);
        assert_int_equal(got.arrived, 6);
        assert_true(got.overlap <= SLACK);
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
    }
}

// Those who are on a link when many are planned for together.
static void many_get_through_a_link(void** state) {
    (void)state;
    for (int32_t i = 1; i <= 4; i++) {
        wend_world* world = rooms_with_a_link();
        wend_crowd* crowd = crowd_that_claims(world, true);
        rng r = rng_seeded((uint64_t)i);
        int32_t count = 0;
        for (int32_t k = 0; k < 60; k++) {
            wend_tile at, goal;
            wend_agent_id id;
            assert_true(map_random_open_tile(wend_world_grid(world), &r, &at));
            assert_true(map_random_open_tile(wend_world_grid(world), &r, &goal));
            if (try_add(crowd, (float)at.x + 0.5f, (float)at.y + 0.5f, 0.2f, &id) != WEND_OK) continue;
            assert_ok(wend_crowd_send(crowd, id, goal));
            count++;
        }
        const outcome got = run(crowd, 4000);
        assert_int_equal(got.arrived, count);
        assert_true(got.overlap <= SLACK);
        wend_crowd_destroy(crowd);
        wend_world_destroy(world);
    }
}

// ---- what is refused

static void a_taken_tile_and_a_wide_body_are_refused(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("....\n....\n....\n");
    wend_crowd* crowd = crowd_that_claims(world, true);
    wend_agent_id first, second;
    assert_ok(try_add(crowd, 1.5f, 1.5f, 0.2f, &first));
    assert_int_equal(try_add(crowd, 1.8f, 1.2f, 0.1f, &second), WEND_ERROR_LIMIT);
    assert_int_equal(try_add(crowd, 2.5f, 1.5f, 0.6f, &second), WEND_ERROR_LIMIT);
    assert_ok(try_add(crowd, 2.5f, 1.5f, 0.2f, &second));
    wend_agent body = *wend_crowd_agent(crowd, second);
    body.position = (wend_vec2){1.4f, 1.4f};
    assert_int_equal(wend_crowd_change(crowd, second, &body), WEND_ERROR_LIMIT);
    assert_ok(wend_crowd_remove(crowd, first));
    assert_ok(wend_crowd_change(crowd, second, &body));
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    if (argc > 1) maps_to_try = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corridor_lets_one_side_through_and_then_the_other),
        cmocka_unit_test(a_warehouse_gets_everybody_there),
        cmocka_unit_test(who_is_alone_is_not_slowed),
        cmocka_unit_test(two_in_a_dead_end_are_blocked),
        cmocka_unit_test(many_with_one_goal_fill_the_tiles_around_it),
        cmocka_unit_test(nobody_overlaps_on_any_map),
        cmocka_unit_test(a_link_ends_where_others_walk),
        cmocka_unit_test(both_sides_of_a_link_get_through),
        cmocka_unit_test(many_get_through_a_link),
        cmocka_unit_test(a_taken_tile_and_a_wide_body_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
