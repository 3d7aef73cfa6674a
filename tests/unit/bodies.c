// bodies.c: do following and crowds agree with the plan about what fits, for bodies of any radius?
//
// Everything is measured against the obstacles themselves (obstacles.h).
#include <math.h>
#include <stdlib.h>

#include "bodies_fixture.h"
#include "crowd_fixture.h"

typedef struct watch {
    wend_crowd* crowd;
    ground grounds[PROFILES + 1];
    const place* place;
} watch;

// Ticks once. No body touches anything on its way, and none is in a tile that its profile blocks.
static void tick(const watch* w, float dt) {
    static wend_vec2 before[64];
    int32_t count;
    const wend_agent* agents = wend_crowd_agents(w->crowd, &count);
    for (int32_t i = 0; i < count; i++) before[i] = agents[i].position;
    assert_ok(wend_crowd_tick(w->crowd, dt));
    for (int32_t i = 0; i < count; i++) {
        const ground* g = &w->grounds[agents[i].profile];
        const double gap = line_gap(g, before[i], agents[i].position);
        const bool points =
            wend_grid_connectivity(wend_world_grid(wend_world_profile(w->place->world, agents[i].profile))) ==
            WEND_CONNECTIVITY_8_CUT;
        if (!points && gap < (double)agents[i].radius - 0.005)
            fail_msg("seed %d: a body of %g comes within %g at %g,%g", (int)w->place->seed,
                     (double)agents[i].radius, gap, (double)agents[i].position.x,
                     (double)agents[i].position.y);
        wend_tile at;
        assert_ok(wend_grid_tile_at(g->grid, agents[i].position, &at));
        assert_true(g->costs[wend_grid_class(g->grid, at)] != 0);
    }
}

// One body alone, by wend_steer_follow on the grid of its view: it arrives, at any speed and time step.
static void one_body_follows_its_path(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t walks = 0;
    for (uint64_t seed = 201; seed <= 225; seed++) {
        place p = make_place(seed, true);
        rng r = rng_seeded(seed);
        for (int32_t profile = 1; profile <= PROFILES; profile++) {
            const wend_grid* view = wend_world_grid(wend_world_profile(p.world, profile));
            ground g = ground_of(wend_world_grid(p.world), costs_of(&p, profile));
            wend_tile start = {0, 0}, goal = {0, 0};
            assert_true(random_tile(view, &r, &start) && random_tile(view, &r, &goal));
            wend_query query = wend_default_query(start, goal);
            query.profile = profile;
            query.smooth = true;
            assert_ok(wend_find_path(search, p.world, &query, path, NULL));
            static const float dts[] = {1 / 60.0f, 1 / 30.0f, 0.1f};
            const float dt = dts[seed % 3], speed = (float)rng_between(&r, 1, 30);
            wend_agent agent = {.position = wend_grid_center(view, start),
                                .max_speed = speed,
                                .max_acceleration = 8 * speed,
                                .radius = p.radius[profile]};
            bool arrived = wend_path_outcome(path) != WEND_FOUND;
            walks += !arrived;
            for (int32_t ticks = 0; ticks < 20000 && !arrived; ticks++) {
                const wend_vec2 before = agent.position;
                assert_ok(wend_steer_follow(&agent, view, path, dt, &arrived));
                const double gap = line_gap(&g, before, agent.position);
                if (gap < (double)agent.radius - 0.005)
                    fail_msg("seed %d: a body of %g comes within %g", (int)seed, (double)agent.radius, gap);
            }
            assert_true(arrived);
            free(g.boxes);
        }
        wend_world_destroy(p.world);
    }
    assert_true(walks > 50);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// Three widths at once: everybody whose goal can be reached arrives.
static void everybody_arrives(void** state) {
    (void)state;
    enum { AGENTS = 14 };
    int32_t walkers[PROFILES + 1] = {0}, collisions = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        place p = make_place(seed, true);
        uint64_t hashes[2] = {0};
        static float costs[PROFILES + 1][WEND_CLASS_COUNT];
        for (int32_t again = 0; again < (seed % 8 == 0 ? 2 : 1); again++) {
            rng r = rng_seeded(seed ^ 0x63726f7764);
            watch w = {new_crowd(p.world), .place = &p};
            for (int32_t i = 0; i <= PROFILES; i++) {
                memcpy(costs[i], costs_of(&p, i), sizeof costs[i]);
                w.grounds[i] = ground_of(wend_world_grid(p.world), costs[i]);
            }
            int32_t routes = 0, count = 0;
            bool reaches[AGENTS];
            for (int32_t i = 0; i < AGENTS; i++) {
                const int32_t profile = i % (PROFILES + 1);
                const wend_world* view = wend_world_profile(p.world, profile);
                wend_tile start = {0, 0}, goal = {0, 0};
                if (!random_tile(wend_world_grid(view), &r, &start) ||
                    !random_tile(wend_world_grid(view), &r, &goal))
                    continue;
                wend_agent agent = {.position = wend_grid_center(wend_world_grid(view), start),
                                    .max_speed = (float)rng_between(&r, 2, 12),
                                    .max_acceleration = (float)rng_between(&r, 20, 60),
                                    .radius = p.radius[profile],
                                    .profile = profile};
                wend_agent_id id;
                assert_ok(wend_crowd_add(w.crowd, &agent, &id));
                assert_ok(wend_crowd_send(w.crowd, id, goal));
                reaches[count] = wend_world_connected(view, start, goal);
                routes += reaches[count++];
                walkers[profile]++;
            }
            int32_t arrived = 0;
            for (int32_t ticks = 0; ticks < 30 * 400 && arrived < routes; ticks++) {
                tick(&w, 1.0f / 30);
                arrived = 0;
                for (int32_t i = 0; i < count; i++)
                    arrived +=
                        reaches[i] && wend_crowd_state(w.crowd, id_at(w.crowd, i)) == WEND_AGENT_ARRIVED;
            }
            if (arrived != routes) fail_msg("seed %d: %d of %d arrived", (int)seed, arrived, routes);
            for (int32_t i = 0; i < count; i++) {
                // A wide body may set out from a tile that it sees beside its own, and get farther.
                const wend_agent_state at = wend_crowd_state(w.crowd, id_at(w.crowd, i));
                const bool wide = (double)wend_crowd_agent(w.crowd, id_at(w.crowd, i))->radius > 0.5;
                assert_true(reaches[i] || at == WEND_AGENT_NO_ROUTE || (wide && at != WEND_AGENT_STUCK));
            }
            assert_int_equal(wend_crowd_get_stats(w.crowd).blocked_ticks, 0);
            collisions += (int32_t)wend_crowd_get_stats(w.crowd).collisions;
            hashes[again] = wend_crowd_hash(w.crowd);
            for (int32_t i = 0; i <= PROFILES; i++) free(w.grounds[i].boxes);
            wend_crowd_destroy(w.crowd);
        }
        assert_true(seed % 8 != 0 || hashes[0] == hashes[1]);
        wend_world_destroy(p.world);
    }
    for (int32_t i = 0; i <= PROFILES; i++) assert_true(walkers[i] > 60);
    assert_true(collisions < 200);
}

// A hall of 9 x 9 tiles, a corridor of 3 and a room of 5 x 5. Profiles: 1.5 wide fits everywhere, 2 not into
// the corridor, 4 only in the middle of the hall, 6 nowhere.
static wend_world* hall(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 24;
    def.height = 12;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_grid_fill(grid, (wend_rect){0, 0, 24, 12}, 0);
    wend_grid_fill(grid, (wend_rect){1, 1, 9, 9}, 1);
    wend_grid_fill(grid, (wend_rect){10, 4, 8, 3}, 1);
    wend_grid_fill(grid, (wend_rect){18, 3, 5, 5}, 1);
    static const char* const hall_names[4] = {"cart", "truck", "house", "moon"};
    static const float radii[4] = {1.5f, 2, 4, 6};
    wend_profile_def profiles[4];
    for (int32_t i = 0; i < 4; i++) {
        profiles[i] = wend_default_profile_def();
        profiles[i].name = hall_names[i];
        profiles[i].radius = radii[i];
    }
    wend_world* world = world_with_profiles(grid, profiles, 4);
    return world;
}

static wend_agent body(float x, float y, float radius, int32_t profile) {
    return (wend_agent){
        .position = {x, y}, .max_speed = 4, .max_acceleration = 32, .radius = radius, .profile = profile};
}

static wend_agent_state state_of(const wend_crowd* crowd, wend_agent_id id) {
    return wend_crowd_state(crowd, id);
}

// What does not fit is refused, or said within two ticks.
static void what_does_not_fit_is_told_at_once(void** state) {
    (void)state;
    wend_world* world = hall();
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id id = {9};
    wend_agent a = body(5.5f, 5.5f, 1, 0); // wider than the paths of the world itself
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_LIMIT);
    a = body(5.5f, 5.5f, 1.6f, 1); // wider than its profile
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_LIMIT);
    a = body(5.5f, 5.5f, 5, 4); // fits nowhere
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_LIMIT);
    a = body(12.5f, 5.5f, 2, 2); // not in the corridor
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_LIMIT);
    a = body(5.5f, 5.5f, 1, 5); // no such profile
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_ARGUMENT);
    a.profile = -1;
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_ARGUMENT);
    a = body(0.5f, 5.5f, 1, 1); // in rock
    assert_int_equal(wend_crowd_add(crowd, &a, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(id.value, 9);

    // Through the corridor: a cart fits, a truck does not. The truck hears of it in the first tick.
    wend_agent_id cart, truck;
    a = body(2.5f, 2.5f, 1.5f, 1);
    assert_ok(wend_crowd_add(crowd, &a, &cart));
    a = body(3.5f, 7.5f, 2, 2);
    assert_ok(wend_crowd_add(crowd, &a, &truck));
    assert_ok(wend_crowd_send(crowd, cart, (wend_tile){20, 5}));
    assert_ok(wend_crowd_send(crowd, truck, (wend_tile){20, 5}));
    assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(state_of(crowd, cart), WEND_AGENT_WALKING);
    assert_int_equal(state_of(crowd, truck), WEND_AGENT_NO_ROUTE);
    for (int32_t i = 0; i < 300 && state_of(crowd, cart) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(state_of(crowd, cart), WEND_AGENT_ARRIVED);
    // As a truck it cannot stand there; with less of a body it takes the paths of the world itself.
    a = *wend_crowd_agent(crowd, cart);
    a.profile = 3;
    assert_int_equal(wend_crowd_change(crowd, cart, &a), WEND_ERROR_LIMIT);
    assert_int_equal(wend_crowd_agent(crowd, cart)->profile, 1);
    a.profile = 0;
    assert_int_equal(wend_crowd_change(crowd, cart, &a), WEND_ERROR_LIMIT);
    a.radius = 0.5f;
    assert_ok(wend_crowd_change(crowd, cart, &a));
    assert_ok(wend_crowd_send(crowd, cart, (wend_tile){18, 3})); // a corner too narrow for the cart
    for (int32_t i = 0; i < 300 && state_of(crowd, cart) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(state_of(crowd, cart), WEND_AGENT_ARRIVED);
    a = *wend_crowd_agent(crowd, cart);
    a.radius = 1.5f;
    a.profile = 1;
    assert_int_equal(wend_crowd_change(crowd, cart, &a), WEND_ERROR_LIMIT); // no room where it stands

    // A rock beside the truck: there is no room for it any more, until the rock is gone.
    const wend_tile at = {3, 5};
    wend_edit rock = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, 0);
    assert_ok(wend_world_edit(world, &rock, 1, NULL));
    assert_ok(wend_crowd_send(crowd, truck, (wend_tile){6, 7}));
    for (int32_t i = 0; i < 2; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(state_of(crowd, truck), WEND_AGENT_STUCK);
    rock = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, 1);
    assert_ok(wend_world_edit(world, &rock, 1, NULL));
    for (int32_t i = 0; i < 100 && state_of(crowd, truck) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(state_of(crowd, truck), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// One field for each profile; a field of another profile is refused.
static void each_profile_has_its_field(void** state) {
    (void)state;
    place p = make_place(3, false);
    const wend_tile corner = {0, 0};
    for (int32_t profile = 0; profile <= PROFILES; profile++) {
        const wend_world* view = wend_world_profile(p.world, profile);
        const wend_grid* grid = wend_world_grid(view);
        static float costs[WEND_CLASS_COUNT];
        memcpy(costs, costs_of(&p, profile), sizeof costs);
        watch w = {new_crowd(p.world), .place = &p};
        w.grounds[profile] = ground_of(wend_world_grid(p.world), costs);
        rng r = rng_seeded(5);
        wend_tile start = {0, 0}, goal = {0, 0};
        do {
            assert_true(random_tile(grid, &r, &start) && random_tile(grid, &r, &goal));
        } while (!wend_world_connected(view, start, goal) || abs(start.x - goal.x) < 15);
        wend_field *field = NULL, *other = NULL;
        assert_ok(wend_field_create(NULL, &field));
        assert_ok(wend_field_create(NULL, &other));
        assert_ok(wend_field_set_goals(field, view, &goal, 1));
        assert_ok(
            wend_field_set_goals(other, wend_world_profile(p.world, (profile + 1) % PROFILES), &goal, 1));
        wend_agent agent = body(0, 0, p.radius[profile], profile);
        agent.position = wend_grid_center(grid, start);
        wend_agent_id id;
        assert_ok(wend_crowd_add(w.crowd, &agent, &id));
        assert_int_equal(wend_crowd_send_by_field(w.crowd, id, goal, other), WEND_ERROR_ARGUMENT);
        assert_ok(wend_crowd_send_by_field(w.crowd, id, goal, field));
        for (int32_t i = 0; i < 3000 && state_of(w.crowd, id) != WEND_AGENT_ARRIVED; i++) tick(&w, 1.0f / 30);
        assert_int_equal(state_of(w.crowd, id), WEND_AGENT_ARRIVED);
        // Set to another world while it is in use, the field leads nowhere, and the agent says so.
        assert_ok(wend_crowd_send_by_field(w.crowd, id, goal, field));
        assert_ok(
            wend_field_set_goals(field, wend_world_profile(p.world, (profile + 1) % PROFILES), &corner, 1));
        assert_ok(wend_crowd_tick(w.crowd, 0.1f));
        assert_int_equal(state_of(w.crowd, id), WEND_AGENT_NO_ROUTE);
        wend_crowd_destroy(w.crowd);
        wend_field_destroy(field);
        wend_field_destroy(other);
        free(w.grounds[profile].boxes);
    }
    wend_world_destroy(p.world);
}

// Rocks fall and vanish while bodies of three widths walk: whoever still has a route arrives.
static void edits_send_bodies_round(void** state) {
    (void)state;
    enum { AGENTS = 8 };
    int32_t broken = 0;
    for (uint64_t seed = 101; seed <= 106; seed++) {
        place p = make_place(seed, true);
        rng r = rng_seeded(seed);
        watch w = {new_crowd(p.world), .place = &p};
        static float costs[PROFILES + 1][WEND_CLASS_COUNT];
        for (int32_t i = 0; i <= PROFILES; i++) memcpy(costs[i], costs_of(&p, i), sizeof costs[i]);
        wend_tile goals[AGENTS];
        int32_t count = 0;
        for (int32_t i = 0; i < AGENTS; i++) {
            const int32_t profile = i % (PROFILES + 1);
            const wend_grid* grid = wend_world_grid(wend_world_profile(p.world, profile));
            wend_tile start;
            if (!random_tile(grid, &r, &start) || !random_tile(grid, &r, &goals[count])) continue;
            wend_agent agent = body(0, 0, p.radius[profile], profile);
            agent.position = wend_grid_center(grid, start);
            wend_agent_id id;
            assert_ok(wend_crowd_add(w.crowd, &agent, &id));
            assert_ok(wend_crowd_send(w.crowd, id, goals[count++]));
        }
        int32_t agents_count;
        const wend_agent* agents = wend_crowd_agents(w.crowd, &agents_count);
        for (int32_t round = 0; round < 20; round++) {
            wend_rect area = {rng_below(&r, wend_grid_width(wend_world_grid(p.world)) - 2),
                              rng_below(&r, wend_grid_height(wend_world_grid(p.world)) - 2), 2, 2};
            bool near = false; // never on somebody
            for (int32_t i = 0; i < count; i++)
                near |= fabs((double)agents[i].position.x - area.x - 1) < 5 &&
                        fabs((double)agents[i].position.y - area.y - 1) < 5;
            wend_edit edit = wend_edit_tiles(area, rng_chance(&r, 60) ? 0 : 1);
            if (!near) assert_ok(wend_world_edit(p.world, &edit, 1, NULL));
            for (int32_t i = 0; i <= PROFILES; i++)
                w.grounds[i] = ground_of(wend_world_grid(p.world), costs[i]);
            for (int32_t ticks = 0; ticks < 12; ticks++) tick(&w, 1.0f / 30);
            if (round < 19)
                for (int32_t i = 0; i <= PROFILES; i++) free(w.grounds[i].boxes);
        }
        int32_t settled = 0;
        for (int32_t ticks = 0; ticks < 30 * 200 && settled < count; ticks++) {
            tick(&w, 1.0f / 30);
            settled = 0;
            for (int32_t i = 0; i < count; i++) {
                const wend_agent_state at = state_of(w.crowd, id_at(w.crowd, i));
                settled += at == WEND_AGENT_ARRIVED || at == WEND_AGENT_NO_ROUTE;
            }
        }
        if (settled != count) fail_msg("seed %d: %d of %d settled", (int)seed, settled, count);
        broken += (int32_t)wend_crowd_get_stats(w.crowd).broken;
        for (int32_t i = 0; i <= PROFILES; i++) free(w.grounds[i].boxes);
        wend_crowd_destroy(w.crowd);
        wend_world_destroy(p.world);
    }
    assert_true(broken > 3);
}

// A small agent that has twelve small neighbours still sees the giant behind them: nearest is who has the
// least gap, and small ones look no farther for each other than they need to.
static void small_ones_see_giants(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 40;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_grid_fill(grid, (wend_rect){0, 0, 40, 40}, 1);
    wend_profile_def giant = wend_default_profile_def();
    giant.name = "giant";
    giant.radius = 3;
    wend_world* world = world_with_profiles(grid, &giant, 1);
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id id, giant_id;
    wend_agent agent = body(30.5f, 20.5f, 3, 1);
    assert_ok(wend_crowd_add(crowd, &agent, &giant_id));
    assert_ok(wend_crowd_send(crowd, giant_id, (wend_tile){8, 20}));
    for (int32_t i = 0; i < 25; i++) { // a dense group in its way, sent through it
        agent = body(10.5f + (float)(i % 5) * 0.8f, 19 + (float)(i / 5) * 0.8f, 0.3f, 0);
        assert_ok(wend_crowd_add(crowd, &agent, &id));
        assert_ok(wend_crowd_send(crowd, id, (wend_tile){36, 18 + i / 5}));
    }
    int32_t count, arrived = 0;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    double deepest = 0;
    for (int32_t ticks = 0; ticks < 1200 && arrived < 26; ticks++) {
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
        for (int32_t i = arrived = 0; i < count; i++) {
            arrived += state_of(crowd, id_at(crowd, i)) == WEND_AGENT_ARRIVED;
            const double dx = (double)(agents[i].position.x - agents[0].position.x),
                         dy = (double)(agents[i].position.y - agents[0].position.y);
            if (i > 0) deepest = fmax(deepest, 3.3 - hypot(dx, dy));
        }
    }
    assert_int_equal(arrived, 26);
    if (deepest > 0.35) fail_msg("somebody was %g inside the giant", deepest);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Robots of a costmap: as wide as the inscribed radius, with their centres off inscribed tiles.
static void robots_keep_off_inscribed_tiles(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 80;
    def.height = 50;
    def.tile_size = 0.05f;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_grid_fill(grid, (wend_rect){0, 0, 80, 50}, 1);
    wend_grid_fill(grid, (wend_rect){35, 0, 4, 22}, 0);
    wend_profile_def robot = wend_default_profile_def();
    robot.name = "robot";
    robot.inflation =
        (wend_inflation){.inscribed_radius = 0.22, .inflation_radius = 0.55, .cost_scaling_factor = 3};
    robot.margin_cost = 4.032f;
    wend_world* world = world_with_profiles(grid, &robot, 1);
    assert_true(fabs((double)wend_world_widest_body(world, 1) - 4.4) < 1e-5);
    assert_true(wend_world_widest_body(world, 0) == 0.5f && wend_world_widest_body(world, 2) == 0);
    const wend_grid* view = wend_world_grid(wend_world_profile(world, 1));
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id ids[2];
    for (int32_t i = 0; i < 2; i++) {
        const wend_tile from = {i ? 70 : 8, 10}, to = {i ? 8 : 70, 10};
        wend_agent agent = {.position = wend_grid_center(view, from),
                            .max_speed = 0.5f,
                            .max_acceleration = 2,
                            .radius = 0.23f,
                            .profile = 1};
        assert_int_equal(wend_crowd_add(crowd, &agent, &ids[i]), WEND_ERROR_LIMIT);
        agent.radius = 0.22f;
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], to));
    }
    bool arrived = false;
    for (int32_t ticks = 0; ticks < 3000 && !arrived; ticks++) {
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
        arrived = true;
        for (int32_t i = 0; i < 2; i++) {
            wend_tile at;
            assert_ok(wend_grid_tile_at(view, wend_crowd_agent(crowd, ids[i])->position, &at));
            assert_true(wend_grid_passable(view, at));
            arrived &= state_of(crowd, ids[i]) == WEND_AGENT_ARRIVED;
        }
    }
    assert_true(arrived);
    assert_int_equal(wend_crowd_get_stats(crowd).collisions, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Steers an agent into the aisle as soon as it is abreast of it.
static wend_vec2 steer_into_aisle(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted,
                                  const wend_agent* near, int32_t near_count, void* context) {
    (void)id, (void)near, (void)near_count, (void)context;
    if (fabsf(agent->position.x - 15) > 0.02f && agent->position.y > 9) return wanted;
    return (wend_vec2){0, -2};
}

// A body of 0.9 that steering has led into an aisle of two tiles, where it sees the centre of no tile: it
// goes back to its path and plans from there.
static void a_body_off_all_centres_goes_back_by_its_leg(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 30;
    def.height = 14;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_grid_fill(grid, (wend_rect){0, 0, 30, 14}, 0);
    wend_grid_fill(grid, (wend_rect){1, 9, 28, 4}, 1);
    wend_grid_fill(grid, (wend_rect){14, 1, 2, 8}, 1);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "cart";
    profile.radius = 0.9f;
    wend_world* world = world_with_profiles(grid, &profile, 1);
    wend_crowd_def crowd_def = wend_default_crowd_def();
    crowd_def.steer = steer_into_aisle;
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(world, &crowd_def, &crowd));
    wend_agent a = body(2.5f, 10.5f, 0.9f, 1);
    a.max_speed = 1;
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &a, &id));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){27, 10}));
    for (int32_t t = 0; t < 700; t++) assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    const wend_agent* agent = wend_crowd_agent(crowd, id);
    assert_true(agent->position.y < 3);
    crowd_def.steer = NULL;
    assert_ok(wend_crowd_set_def(crowd, &crowd_def));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){3, 10})); // where it came from
    assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    assert_int_equal(state_of(crowd, id), WEND_AGENT_WALKING);
    int32_t count;
    const wend_vec2* points = wend_crowd_path(crowd, id, &count);
    assert_true(count >= 3);
    assert_true(fabsf(points[0].x - 15) < 0.1f && points[0].y > 9.8f); // on its old path
    assert_true(points[1].x > 15 && points[1].y > 9.8f);               // where its old leg ended
    for (int32_t t = 0; t < 1200 && state_of(crowd, id) != WEND_AGENT_ARRIVED; t++)
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    assert_int_equal(state_of(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(agent->position.x < 4);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_body_follows_its_path),
        cmocka_unit_test(everybody_arrives),
        cmocka_unit_test(what_does_not_fit_is_told_at_once),
        cmocka_unit_test(each_profile_has_its_field),
        cmocka_unit_test(edits_send_bodies_round),
        cmocka_unit_test(small_ones_see_giants),
        cmocka_unit_test(robots_keep_off_inscribed_tiles),
        cmocka_unit_test(a_body_off_all_centres_goes_back_by_its_leg),
    };
    return run_unit_tests(tests);
}
