// crowd_plan.c: does a crowd behave correctly along fields, and while its bodies, size, rules and map
// change?
#include <math.h>

#include "crowd_fixture.h"
#include "wend/wend.h"

static const float dt = 1.0f / 30;

static wend_agent_id add(wend_crowd* crowd, float x, float y, float radius) {
    wend_agent agent = {.position = {x, y}, .max_speed = 4, .max_acceleration = 32, .radius = radius};
    wend_agent_id id = {0};
    assert_ok(wend_crowd_add(crowd, &agent, &id));
    return id;
}

static const wend_agent* agent_of(const wend_crowd* crowd, wend_agent_id id) {
    const wend_agent* agent = wend_crowd_agent(crowd, id);
    assert_non_null(agent);
    return agent;
}

// Ticks until nobody walks or waits; returns how many, most at the latest.
static int32_t run(wend_crowd* crowd, int32_t most) {
    for (int32_t ticks = 0; ticks < most; ticks++) {
        if (count_in(crowd, WEND_AGENT_WALKING) + count_in(crowd, WEND_AGENT_WAITING) == 0) return ticks;
        assert_ok(wend_crowd_tick(crowd, dt));
    }
    return most;
}

// ---- goals that are blocked or out of reach

static void goals_give_way_as_the_definition_says(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("..........\n"
                                            "..........\n"
                                            "..##......\n"
                                            "..##....##\n"
                                            "........#.\n");
    wend_crowd_def def = wend_default_crowd_def();
    const wend_tile blocked = {3, 2}, enclosed = {9, 4};
    for (int32_t options = 0; options < 4; options++) {
        def.snap = options & 1 ? 1.5f : 0;
        def.partial = options & 2;
        wend_crowd* crowd = crowd_by(world, &def);
        const wend_agent_id a = add(crowd, 7.5f, 0.5f, 0.2f), b = add(crowd, 0.5f, 0.5f, 0.2f);
        assert_ok(wend_crowd_send(crowd, a, blocked));
        assert_ok(wend_crowd_send(crowd, b, enclosed));
        assert_true(run(crowd, 3000) < 3000);
        assert_int_equal(wend_crowd_state(crowd, a), options & 1   ? WEND_AGENT_ARRIVED
                                                     : options & 2 ? WEND_AGENT_NEAR_GOAL
                                                                   : WEND_AGENT_NO_ROUTE);
        assert_int_equal(wend_crowd_state(crowd, b),
                         options & 2 ? WEND_AGENT_NEAR_GOAL : WEND_AGENT_NO_ROUTE);
        wend_tile at;
        assert_ok(wend_grid_tile_at(wend_world_grid(world), agent_of(crowd, a)->position, &at));
        if (options) assert_tile(at, 3, 1);
        assert_ok(wend_grid_tile_at(wend_world_grid(world), agent_of(crowd, b)->position, &at));
        if (options & 2) assert_tile(at, 9, 2); // as near as 7,4, but in an earlier row
        const wend_edit door = wend_edit_tiles((wend_rect){8, 4, 1, 1}, 1);
        const wend_edit shut = wend_edit_tiles((wend_rect){8, 4, 1, 1}, 0);
        assert_ok(wend_world_edit(world, &door, 1, NULL));
        if (options & 1)
            assert_true(wend_crowd_replan(crowd, door.area) >= 1); // now a path leads there
        else
            for (int32_t i = 0; i < 60; i++) assert_ok(wend_crowd_tick(crowd, dt)); // it notices by itself
        assert_true(run(crowd, 3000) < 3000);
        assert_int_equal(wend_crowd_state(crowd, b), WEND_AGENT_ARRIVED);
        wend_crowd_destroy(crowd);
        assert_ok(wend_world_edit(world, &shut, 1, NULL));
    }
    def.snap = NAN;
    wend_crowd* crowd = NULL;
    assert_int_equal(wend_crowd_create(world, &def, &crowd), WEND_ERROR_ARGUMENT);
    wend_world_destroy(world);
}

// Many agents with one blocked goal stand round the tile that takes its place.
static void a_group_stands_round_the_tile_in_place_of_its_goal(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("............\n............\n............\n............\n"
                                            ".....##.....\n............\n............\n............\n");
    wend_crowd_def def = wend_default_crowd_def();
    def.snap = 3;
    wend_crowd* crowd = crowd_by(world, &def);
    for (int32_t i = 0; i < 12; i++)
        assert_ok(wend_crowd_send(crowd, add(crowd, 0.5f + (float)i, 0.5f, 0.3f), (wend_tile){5, 4}));
    assert_true(run(crowd, 6000) < 6000);
    assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 12);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- along a field

static void everyone_arrives_along_a_field(void** state) {
    (void)state;
    int32_t walkers = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random(seed + 900, 60);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        rng draw = rng_seeded(seed);
        wend_tile goal, start;
        if (!map_random_open_tile(grid, &draw, &goal)) {
            wend_world_destroy(world);
            continue;
        }
        uint64_t hashes[2] = {0};
        for (int32_t again = 0; again < 2; again++) {
            rng r = draw;
            wend_crowd* crowd = new_crowd(world);
            wend_field* field = NULL;
            assert_ok(wend_field_create(NULL, &field));
            assert_ok(wend_field_set_goals(field, world, &goal, 1));
            int32_t routes = 0;
            for (int32_t i = 0; i < 12; i++) {
                assert_true(map_random_open_tile(grid, &r, &start));
                wend_vec2 at = wend_grid_center(grid, start);
                wend_agent agent = {.position = at,
                                    .max_speed = (float)rng_between(&r, 2, 20) * wend_grid_tile_size(grid),
                                    .max_acceleration = 60 * wend_grid_tile_size(grid),
                                    .radius = 0.3f * wend_grid_tile_size(grid)};
                wend_agent_id id;
                if (wend_crowd_add(crowd, &agent, &id) != WEND_OK) continue;
                assert_ok(wend_crowd_send_by_field(crowd, id, goal, field));
                routes += wend_world_connected(world, start, goal);
            }
            int32_t ticks = run(crowd, 6000);
            assert_on(&recipe, ticks < 6000);
            assert_on(&recipe, count_in(crowd, WEND_AGENT_ARRIVED) == routes);
            assert_on(&recipe, wend_crowd_get_stats(crowd).blocked_ticks == 0);
            hashes[again] = wend_crowd_hash(crowd);
            walkers += routes;
            wend_crowd_destroy(crowd);
            wend_field_destroy(field);
        }
        assert_on(&recipe, hashes[0] == hashes[1]);
        wend_world_destroy(world);
    }
    assert_true(walkers > 300);
}

static void a_field_aimed_again_leads_round(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("..........\n..........\n####.####.\n..........\n..........\n");
    wend_crowd* crowd = new_crowd(world);
    wend_field* field = NULL;
    wend_tile goal = {2, 4};
    assert_ok(wend_field_create(NULL, &field));
    assert_int_equal(wend_crowd_send_by_field(crowd, (wend_agent_id){0}, goal, field),
                     WEND_ERROR_STALE); // nobody
    wend_agent_id who = add(crowd, 2.5f, 0.5f, 0.3f);
    assert_int_equal(wend_crowd_send_by_field(crowd, who, goal, NULL), WEND_ERROR_ARGUMENT);
    assert_ok(wend_crowd_send_by_field(crowd, who, goal, field)); // without an aim it leads nowhere
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, who), WEND_AGENT_NO_ROUTE);
    assert_ok(wend_field_set_goals(field, world, &goal, 1));
    assert_ok(wend_crowd_send_by_field(crowd, who, goal, field));
    for (int32_t i = 0; i < 10; i++) assert_ok(wend_crowd_tick(crowd, dt));
    wend_edit shut = {.area = {4, 2, 1, 1}, .terrain_class = 0};
    assert_ok(wend_world_edit(world, &shut, 1, NULL));
    assert_ok(wend_field_set_goals(field, world, &goal, 1));
    assert_int_equal(wend_crowd_replan(crowd, shut.area), 1);
    bool right = false;
    for (int32_t i = 0; i < 600; i++) {
        assert_ok(wend_crowd_tick(crowd, dt));
        right |= agent_of(crowd, who)->position.x > 9;
    }
    assert_true(right && wend_crowd_state(crowd, who) == WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_field_destroy(field);
    wend_world_destroy(world);
}

// ---- ids and bodies

static void an_id_names_one_agent_for_good(void** state) {
    (void)state;
    enum { AGENTS = 4 };
    wend_world* world = map_world_from_text("..............\n..............\n..............\n");
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id ids[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++) {
        ids[i] = add(crowd, 0.5f + (float)i, 1.5f, 0.3f);
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){13, i % 3}));
        assert_int_equal(wend_crowd_index(crowd, ids[i]), i);
    }
    for (int32_t i = 0; i < 5; i++) assert_ok(wend_crowd_tick(crowd, dt));
    wend_vec2 last = agent_of(crowd, ids[3])->position;
    assert_ok(wend_crowd_remove(crowd, ids[1]));
    // The last agent fills the gap and keeps its id, its motion and its goal.
    assert_int_equal(wend_crowd_index(crowd, ids[3]), 1);
    assert_int_equal(id_at(crowd, 1).value, ids[3].value);
    assert_true(agent_of(crowd, ids[3])->position.x == last.x &&
                agent_of(crowd, ids[3])->position.y == last.y);
    assert_int_equal(count_in(crowd, WEND_AGENT_WALKING), 3);
    assert_true(run(crowd, 1000) < 1000);
    assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 3);
    for (int32_t i = 0; i < AGENTS; i++)
        if (i != 1) assert_ok(wend_crowd_remove(crowd, ids[i]));
    assert_ok(wend_crowd_tick(crowd, dt));
    wend_agent_id later = add(crowd, 0.5f, 0.5f, 0.3f);
    assert_int_equal(wend_crowd_index(crowd, later), 0);
    assert_int_equal(wend_crowd_index(crowd, ids[0]), -1); // though its slot may be used again
    assert_ok(wend_crowd_tick(crowd, dt));
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void assert_names_nobody(wend_crowd* crowd, wend_agent_id id) {
    const wend_agent body = {.position = {0.5f, 0.5f}, .max_speed = 4, .max_acceleration = 32};
    int32_t count = 7;
    uint64_t hash = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_index(crowd, id), -1);
    assert_null(wend_crowd_agent(crowd, id));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_IDLE);
    assert_null(wend_crowd_path(crowd, id, &count));
    assert_int_equal(count, 0);
    assert_int_equal(wend_crowd_send(crowd, id, (wend_tile){1, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_change(crowd, id, &body), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_remove(crowd, id), WEND_ERROR_STALE);
    assert_true(wend_crowd_hash(crowd) == hash);
}

// Random additions and removals against a plain list of who should be there.
static void stale_ids_never_name_another(void** state) {
    (void)state;
    enum { ROUNDS = 3000, MOST = 40 };
    wend_world* world =
        map_world_from_text("....................\n....................\n....................\n");
    wend_crowd* crowd = new_crowd(world);
    static wend_agent_id ids[ROUNDS];
    int32_t made = 0, count, present[MOST], present_count = 0;
    rng r = rng_seeded(8);
    for (int32_t round = 0; round < ROUNDS; round++) {
        bool adds = present_count == 0 || (present_count < MOST && rng_chance(&r, 50));
        if (adds) {
            wend_agent agent = {.position = {0.5f + (float)rng_below(&r, 20), 0.5f + (float)rng_below(&r, 3)},
                                .max_speed = 4,
                                .max_acceleration = 32,
                                .radius = 0.1f,
                                .user_data = (uint64_t)made};
            assert_ok(wend_crowd_add(crowd, &agent, &ids[made]));
            for (int32_t i = 0; i < made; i++) assert_true(ids[i].value != ids[made].value);
            present[present_count++] = made++;
        } else {
            int32_t at = (int32_t)rng_below(&r, present_count);
            wend_agent_id gone = ids[present[at]];
            assert_ok(wend_crowd_remove(crowd, gone));
            present[at] = present[--present_count];
            assert_names_nobody(crowd, gone);
        }
        const wend_agent_id* dense = wend_crowd_ids(crowd, &count);
        assert_int_equal(count, present_count);
        for (int32_t i = 0; i < present_count; i++) {
            assert_true(agent_of(crowd, ids[present[i]])->user_data == (uint64_t)present[i]);
            assert_int_equal(wend_crowd_index(crowd, dense[i]), i);
        }
    }
    assert_true(made > ROUNDS / 3);
    int32_t named = 0;
    for (int32_t i = 0; i < made; i++) named += wend_crowd_agent(crowd, ids[i]) != NULL;
    assert_int_equal(named, present_count);
    assert_names_nobody(crowd, (wend_agent_id){0});
    assert_names_nobody(crowd, (wend_agent_id){UINT64_MAX});
    assert_names_nobody(crowd, (wend_agent_id){(uint64_t)1 << 32 | 0x80000000u});
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// A pair that overlaps counts as one collision, for as long as it does, whoever else is removed meanwhile.
static void an_overlap_counts_once(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("..............\n..............\n..............\n");
    wend_crowd* crowd = new_crowd(world);
    const float far[] = {7.5f, 10.5f};
    add(crowd, 2.5f, 1.5f, 0.4f);
    add(crowd, 2.6f, 1.5f, 0.4f);
    const wend_agent_id alone = add(crowd, far[0], 1.5f, 0.4f);
    const wend_agent_id one = add(crowd, far[1], 1.5f, 0.4f), two = add(crowd, far[1], 1.6f, 0.4f);
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 2);
    assert_ok(wend_crowd_remove(crowd, two));
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 2);
    assert_ok(wend_crowd_remove(crowd, alone)); // "one" takes its place
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 2);
    // What comes in place of the removed one collides anew.
    const wend_agent_id again = add(crowd, far[1], 1.6f, 0.4f);
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 3);
    assert_ok(wend_crowd_remove(crowd, again));
    assert_ok(wend_crowd_remove(crowd, one));
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void bodies_change_as_they_walk(void** state) {
    (void)state;
    wend_world* world =
        map_world_from_text("..............\n..............\n##############\n..............\n");
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id who = add(crowd, 0.5f, 0.5f, 0.2f);
    assert_ok(wend_crowd_send(crowd, who, (wend_tile){13, 0}));
    for (int32_t i = 0; i < 20; i++) assert_ok(wend_crowd_tick(crowd, dt));
    wend_agent body = *agent_of(crowd, who);
    assert_true(body.velocity.x > 3);
    body.max_speed = 1;
    assert_ok(wend_crowd_change(crowd, who, &body));
    assert_int_equal(wend_crowd_state(crowd, who), WEND_AGENT_WALKING);
    for (int32_t i = 0; i < 10; i++) assert_ok(wend_crowd_tick(crowd, dt));
    assert_true(agent_of(crowd, who)->velocity.x <= 1.001f);
    uint64_t before = wend_crowd_hash(crowd);
    wend_agent bad = *agent_of(crowd, who);
    bad.radius = 1.2f;
    assert_int_equal(wend_crowd_change(crowd, who, &bad), WEND_ERROR_LIMIT);
    bad.radius = NAN;
    assert_int_equal(wend_crowd_change(crowd, who, &bad), WEND_ERROR_ARGUMENT);
    bad = *agent_of(crowd, who);
    bad.position = (wend_vec2){3.5f, 2.5f}; // in the wall
    assert_int_equal(wend_crowd_change(crowd, who, &bad), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_change(crowd, (wend_agent_id){99}, &body), WEND_ERROR_STALE);
    assert_true(wend_crowd_hash(crowd) == before);
    bad.position = (wend_vec2){3.5f, 3.5f}; // beyond the wall: it plans from there
    assert_ok(wend_crowd_change(crowd, who, &bad));
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, who), WEND_AGENT_NO_ROUTE);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- ground

static void those_whom_an_edit_touches_plan_anew(void** state) {
    (void)state;
    wend_world* world =
        map_world_from_text("....................\n....................\n....................\n"
                            "####################\n....................\n");
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id top = add(crowd, 0.5f, 0.5f, 0.3f), hopeless = add(crowd, 0.5f, 2.5f, 0.3f);
    wend_agent_id bottom = add(crowd, 0.5f, 4.5f, 0.3f), idle = add(crowd, 10.5f, 0.5f, 0.3f);
    assert_ok(wend_crowd_send(crowd, top, (wend_tile){19, 0}));
    assert_ok(wend_crowd_send(crowd, hopeless, (wend_tile){0, 4}));
    assert_ok(wend_crowd_send(crowd, bottom, (wend_tile){19, 4}));
    for (int32_t i = 0; i < 30; i++) assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, hopeless), WEND_AGENT_NO_ROUTE);
    // Behind it nothing matters; on its way and just beside it does.
    assert_int_equal(wend_crowd_replan(crowd, (wend_rect){0, 0, 1, 1}), 1);
    assert_ok(wend_crowd_tick(crowd, dt));
    assert_int_equal(wend_crowd_state(crowd, hopeless), WEND_AGENT_NO_ROUTE);
    assert_int_equal(wend_crowd_replan(crowd, (wend_rect){15, 0, 1, 1}), 2);
    assert_ok(wend_crowd_tick(crowd, dt));
    int32_t count = 0;
    wend_edit wall = {.area = {15, 0, 1, 2}, .terrain_class = 0},
              gap = {.area = {10, 3, 1, 1}, .terrain_class = 1};
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_int_equal(wend_crowd_replan(crowd, wall.area), 2);
    assert_ok(wend_crowd_tick(crowd, dt));
    const wend_vec2* path = wend_crowd_path(crowd, top, &count);
    bool below = false;
    for (int32_t i = 0; i < count; i++) below |= path[i].y > 2;
    assert_true(below);
    assert_ok(wend_world_edit(world, &gap, 1, NULL));
    assert_int_equal(wend_crowd_replan(crowd, gap.area), 2); // the hopeless, and who comes by below
    assert_true(run(crowd, 2000) < 2000);
    assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 3);
    assert_int_equal(wend_crowd_state(crowd, idle), WEND_AGENT_IDLE);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- rules

static void rules_change(void** state) {
    (void)state;
    wend_world* world = map_world_from_text("..............\n");
    int32_t ticks[2];
    int64_t collisions[2];
    for (int32_t pass = 0; pass < 2; pass++) {
        wend_crowd* crowd = new_crowd(world);
        wend_crowd_def def = wend_default_crowd_def();
        def.pass_through = pass == 1;
        assert_ok(wend_crowd_set_def(crowd, &def));
        wend_agent_id a = add(crowd, 0.5f, 0.5f, 0.4f), b = add(crowd, 13.5f, 0.5f, 0.4f);
        assert_ok(wend_crowd_send(crowd, a, (wend_tile){13, 0}));
        assert_ok(wend_crowd_send(crowd, b, (wend_tile){0, 0}));
        ticks[pass] = run(crowd, 3000);
        collisions[pass] = wend_crowd_get_stats(crowd).collisions;
        assert_int_equal(count_in(crowd, WEND_AGENT_ARRIVED), 2);
        def.horizon = 0;
        assert_int_equal(wend_crowd_set_def(crowd, &def), WEND_ERROR_ARGUMENT);
        def.cookie = 0;
        assert_int_equal(wend_crowd_set_def(crowd, &def), WEND_ERROR_DEF);
        wend_crowd_destroy(crowd);
    }
    // Through each other they need no longer than alone.
    assert_true(ticks[1] < 4 * 30 && ticks[0] > ticks[1] + 60);
    assert_int_equal(collisions[1], 1);
    wend_world_destroy(world);
}

typedef struct watch {
    const wend_crowd* crowd;
    int64_t calls, others;
    bool ascends;
} watch;

static wend_vec2 keep_apart(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted,
                            const wend_agent* near, int32_t near_count, void* context) {
    watch* w = context;
    w->calls++;
    w->others += near_count;
    assert_ptr_equal(agent, agent_of(w->crowd, id));
    assert_true(agent->user_data == 7 && (near_count == 0 || near[near_count - 1].user_data == 7));
    float last = 0;
    for (int32_t i = 0; i < near_count; i++) {
        float gap = hypotf(near[i].position.x - agent->position.x, near[i].position.y - agent->position.y);
        w->ascends &= gap >= last;
        last = gap;
    }
    const wend_weighted both[] = {{wanted, 1}, {wend_steer_separate(agent, near, near_count, 3), 3}};
    return wend_steer_blend(both, 2, agent->max_speed);
}

static void who_steers_is_heard(void** state) {
    (void)state;
    wend_world* world =
        map_world_from_text("..............................\n..............................\n"
                            "..............................\n..............................\n"
                            "..............................\n..............................\n");
    float gap[2];
    for (int32_t pass = 0; pass < 2; pass++) {
        watch w = {.ascends = true};
        wend_crowd_def def = wend_default_crowd_def();
        def.neighbour_range = 4;
        if (pass == 1) {
            def.steer = keep_apart;
            def.steer_context = &w;
        }
        wend_crowd* crowd = crowd_by(world, &def);
        w.crowd = crowd;
        for (int32_t i = 0; i < 3; i++) {
            wend_agent_id who = add(crowd, 0.5f, 2.5f + (float)i * 0.7f, 0.3f);
            wend_agent marked = *agent_of(crowd, who);
            marked.user_data = 7;
            assert_ok(wend_crowd_change(crowd, who, &marked));
            assert_ok(wend_crowd_send(crowd, who, (wend_tile){29, 2 + i % 2}));
        }
        for (int32_t i = 0; i < 90; i++) assert_ok(wend_crowd_tick(crowd, dt));
        wend_vec2 a = agent_of(crowd, id_at(crowd, 0))->position,
                  b = agent_of(crowd, id_at(crowd, 2))->position;
        gap[pass] = hypotf(a.x - b.x, a.y - b.y);
        assert_true(w.ascends && w.calls == (pass == 1 ? 270 : 0) && (pass == 0 || w.others > 270));
        assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
        wend_crowd_destroy(crowd);
    }
    assert_true(gap[1] > gap[0] + 0.5f);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_give_way_as_the_definition_says),
        cmocka_unit_test(a_group_stands_round_the_tile_in_place_of_its_goal),
        cmocka_unit_test(everyone_arrives_along_a_field),
        cmocka_unit_test(a_field_aimed_again_leads_round),
        cmocka_unit_test(an_id_names_one_agent_for_good),
        cmocka_unit_test(stale_ids_never_name_another),
        cmocka_unit_test(an_overlap_counts_once),
        cmocka_unit_test(bodies_change_as_they_walk),
        cmocka_unit_test(those_whom_an_edit_touches_plan_anew),
        cmocka_unit_test(rules_change),
        cmocka_unit_test(who_steers_is_heard),
    };
    return run_unit_tests(tests);
}
