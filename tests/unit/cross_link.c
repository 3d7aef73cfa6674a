// follow.c: agents, alone and in a crowd, walk to a link of their path, cross it in its time, and walk
// on.
#include "agents/follow.h"
#include "grid/links.h"

#include <math.h>

#include "crowd_fixture.h"

// Two rooms of 40 x 30 tiles with a wall of 4 tiles between them, and links from the left to the right one.
static wend_world* two_rooms(const wend_link* links, int32_t count) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 84;
    def.height = 30;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){40, 0, 4, 30}, 0));
    for (int32_t i = 0; i < count; i++) assert_ok(wend_grid_add_link(grid, &links[i], NULL));
    wend_world* world = build_world(grid);
    return world;
}

static wend_link jump(void) {
    wend_link link = wend_default_link((wend_tile){39, 10}, (wend_tile){44, 12}, 8);
    link.kind = WEND_LINK_JUMP;
    link.duration = 2;
    return link;
}

static const wend_tile LEFT = {5, 20}, RIGHT = {70, 5};
static const float DT = 1.0f / 32;

static void stretches_end_at_links(void** state) {
    (void)state;
    const wend_path_link links[] = {{.id = 4, .waypoint = 2}, {.id = 9, .waypoint = 3}};
    static const int32_t expected[7][3] = {{0, 3, 0},  {0, 3, 0},  {0, 3, 0}, {3, 1, 1},
                                           {4, 3, -1}, {4, 3, -1}, {4, 3, -1}};
    for (int32_t waypoint = 0; waypoint < 7; waypoint++) {
        wendi_stretch s = wendi_stretch_at(links, 2, waypoint, 7);
        assert_int_equal(s.first, expected[waypoint][0]);
        assert_int_equal(s.count, expected[waypoint][1]);
        assert_int_equal(s.link, expected[waypoint][2]);
    }
    assert_int_equal(wendi_stretch_at(NULL, 0, 3, 7).count, 7);
}

static void one_agent_crosses(void** state) {
    (void)state;
    wend_link link = jump();
    wend_world* world = two_rooms(&link, 1);
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(LEFT, RIGHT);
    query.smooth = true;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t links = 0;
    wend_path_links(path, &links);
    assert_int_equal(links, 1);
    wend_agent agent = {
        .position = wend_grid_center(grid, LEFT), .max_speed = 5, .max_acceleration = 20, .radius = 0.3f};
    bool arrived = false;
    int32_t on_link = 0, ticks = 0;
    float x = agent.position.x;
    for (; !arrived && ticks < 2000; ticks++) {
        assert_ok(wend_steer_follow(&agent, grid, path, DT, &arrived));
        if (agent.link) {
            assert_true(agent.position.x >= x); // straight from end to end
            on_link++;
        }
        x = agent.position.x;
    }
    assert_true(arrived);
    assert_in_range(on_link, 63, 65); // 2 seconds
    assert_true(agent.position.x > 70 && agent.position.x < 71);

    // An agent never enters a link that was disabled, and says so on its way there.
    wend_agent other = {
        .position = wend_grid_center(grid, LEFT), .max_speed = 5, .max_acceleration = 20, .radius = 0.3f};
    assert_ok(wend_world_set_link(world, 0, 8, false));
    assert_int_equal(wend_steer_follow(&other, grid, path, DT, &arrived), WEND_ERROR_STALE);
    assert_true(other.position.x == wend_grid_center(grid, LEFT).x);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void a_link_is_crossed_only_by_whom_it_takes(void** state) {
    (void)state;
    wend_link link = jump();
    wend_world* world = two_rooms(&link, 1);
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query(LEFT, RIGHT);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    wend_agent agent = {
        .position = wend_grid_center(grid, LEFT), .max_speed = 5, .max_acceleration = 20, .radius = 0.3f};
    bool arrived = false;
    for (int32_t i = 0; !agent.link && i < 2000; i++)
        assert_ok(wend_steer_follow(&agent, grid, path, DT, &arrived));
    assert_int_equal(agent.link, 1);
    assert_ok(wend_steer_follow(&agent, grid, path, DT, &arrived)); // it is half on its way
    const wend_agent on_link = agent;
    enum { CASES = 7 };
    wend_agent bad[CASES];
    for (int32_t i = 0; i < CASES; i++) bad[i] = on_link;
    bad[0].link = 2;
    bad[1].link = -1;
    bad[2].max_speed = 0;
    bad[3].max_speed = NAN;
    bad[4].link_elapsed = -1;
    bad[5].link_elapsed = NAN;
    bad[6].waypoint = -1;
    for (int32_t i = 0; i < CASES; i++) {
        agent = bad[i];
        arrived = true;
        assert_int_equal(wend_steer_follow(&agent, grid, path, DT, &arrived), WEND_ERROR_ARGUMENT);
        assert_memory_equal(&agent, &bad[i], sizeof agent);
        assert_true(arrived);
    }
    agent = on_link;
    assert_int_equal(wend_steer_follow(&agent, grid, path, 0, &arrived), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(&agent, grid, path, 2, &arrived), WEND_ERROR_ARGUMENT);
    // Disabled, and removed, while it is on it.
    assert_ok(wend_world_set_link(world, 0, 8, false));
    assert_int_equal(wend_steer_follow(&agent, grid, path, DT, &arrived), WEND_ERROR_STALE);
    assert_ok(wend_world_remove_link(world, 0));
    assert_int_equal(wend_steer_follow(&agent, grid, path, DT, &arrived), WEND_ERROR_STALE);
    assert_memory_equal(&agent, &on_link, sizeof agent);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void the_cheapest_of_several_links(void** state) {
    (void)state;
    wend_link links[] = {jump(), jump(), jump(), jump()};
    for (int32_t i = 0; i < 4; i++) links[i].id = i;
    links[0].cost = 9;
    links[1].cost = 7; // but disabled
    links[1].enabled = false;
    links[3].to.y++; // to another tile
    links[3].cost = 1;
    wend_world* world = two_rooms(links, 4);
    const wend_grid* grid = wend_world_grid(world);
    assert_int_equal(wendi_link_between(grid, links[0].from, links[0].to)->id, 2);
    assert_int_equal(wendi_link_between(grid, links[3].from, links[3].to)->id, 3);
    assert_null(wendi_link_between(grid, links[0].to, links[0].from));
    assert_null(wendi_link_between(grid, LEFT, links[0].to));
    assert_null(wendi_link_between(grid, (wend_tile){links[0].from.x, 0}, links[0].to));
    assert_null(wendi_link_between(grid, links[0].from, (wend_tile){links[0].to.x, 0}));
    assert_null(wendi_link_between(grid, links[0].from, (wend_tile){links[0].to.x + 1, links[0].to.y}));
    wend_world_destroy(world);
}

// Ticks until an agent has arrived; most: too many.
static int32_t walk(wend_crowd* crowd, wend_agent_id id, int32_t most, int32_t* ticks_on_link_out) {
    int32_t ticks = 0;
    *ticks_on_link_out = 0;
    for (; ticks < most && wend_crowd_state(crowd, id) != WEND_AGENT_ARRIVED; ticks++) {
        assert_ok(wend_crowd_tick(crowd, DT));
        float progress = -1;
        if (wend_crowd_state(crowd, id) != WEND_AGENT_ON_LINK) {
            assert_int_equal(wend_crowd_link(crowd, id, &progress), -1);
            continue;
        }
        assert_int_equal(wend_crowd_link(crowd, id, &progress), 0);
        assert_true(progress >= 0 && progress <= 1);
        ++*ticks_on_link_out;
    }
    return ticks;
}

static wend_agent_id add(wend_crowd* crowd, const wend_grid* grid, wend_tile tile) {
    wend_agent body = {
        .position = wend_grid_center(grid, tile), .max_speed = 5, .max_acceleration = 20, .radius = 0.3f};
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &body, &id));
    return id;
}

static void a_crowd_crosses(void** state) {
    (void)state;
    wend_link link = jump();
    wend_world* world = two_rooms(&link, 1);
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id ids[12];
    for (int32_t i = 0; i < 12; i++) {
        ids[i] = add(crowd, grid, (wend_tile){3 + i % 4 * 2, 15 + i / 4 * 2});
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){60 + i % 4 * 2, 5 + i / 4 * 2}));
    }
    int32_t on_link;
    for (int32_t i = 0; i < 12; i++) {
        walk(crowd, ids[i], 4000, &on_link);
        assert_int_equal(wend_crowd_state(crowd, ids[i]), WEND_AGENT_ARRIVED);
    }
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_new_goal_waits_for_the_other_end(void** state) {
    (void)state;
    wend_link links[] = {jump(), jump()};
    links[1].from = jump().to;
    links[1].to = jump().from;
    links[0].id = 0;
    links[1].id = 1;
    wend_world* world = two_rooms(links, 2);
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id id = add(crowd, wend_world_grid(world), LEFT);
    assert_ok(wend_crowd_send(crowd, id, RIGHT));
    for (int32_t i = 0; i < 2000 && wend_crowd_state(crowd, id) != WEND_AGENT_ON_LINK; i++)
        assert_ok(wend_crowd_tick(crowd, DT));
    for (int32_t i = 0; i < 10; i++) assert_ok(wend_crowd_tick(crowd, DT));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ON_LINK);
    assert_ok(wend_crowd_send(crowd, id, LEFT)); // back again, but first to the end
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ON_LINK);
    bool was_right = false;
    for (int32_t i = 0; i < 4000 && wend_crowd_state(crowd, id) != WEND_AGENT_ARRIVED; i++) {
        assert_ok(wend_crowd_tick(crowd, DT));
        was_right |= wend_crowd_agent(crowd, id)->position.x >= 44;
    }
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(was_right);
    assert_true(wend_crowd_agent(crowd, id)->position.x < 7);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_closed_link_makes_agents_replan(void** state) {
    (void)state;
    wend_link links[] = {jump(), jump()};
    links[0].id = 0;
    links[1].id = 1;
    links[1].from.y = links[1].to.y = 28; // farther away
    wend_world* world = two_rooms(links, 2);
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id id = add(crowd, wend_world_grid(world), (wend_tile){20, 10});
    assert_ok(wend_crowd_send(crowd, id, RIGHT));
    for (int32_t i = 0; i < 40; i++) assert_ok(wend_crowd_tick(crowd, DT));
    assert_ok(wend_world_set_link(world, 0, 8, false));
    bool took_other = false;
    for (int32_t i = 0; i < 4000 && wend_crowd_state(crowd, id) != WEND_AGENT_ARRIVED; i++) {
        assert_ok(wend_crowd_tick(crowd, DT));
        float progress;
        int32_t link = wend_crowd_link(crowd, id, &progress);
        assert_int_not_equal(link, 0);
        took_other |= link == 1;
    }
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(took_other);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

static void a_field_leads_over_links(void** state) {
    (void)state;
    wend_link link = jump();
    wend_world* world = two_rooms(&link, 1);
    wend_field* field = NULL;
    assert_ok(wend_field_create(NULL, &field));
    assert_ok(wend_field_set_goals(field, world, &RIGHT, 1));
    wend_crowd* crowd = new_crowd(world);
    wend_agent_id id = add(crowd, wend_world_grid(world), LEFT);
    assert_ok(wend_crowd_send_by_field(crowd, id, RIGHT, field));
    int32_t on_link;
    walk(crowd, id, 4000, &on_link);
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_in_range(on_link, 63, 65);
    wend_crowd_destroy(crowd);
    wend_field_destroy(field);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stretches_end_at_links),
        cmocka_unit_test(one_agent_crosses),
        cmocka_unit_test(a_link_is_crossed_only_by_whom_it_takes),
        cmocka_unit_test(the_cheapest_of_several_links),
        cmocka_unit_test(a_crowd_crosses),
        cmocka_unit_test(a_new_goal_waits_for_the_other_end),
        cmocka_unit_test(a_closed_link_makes_agents_replan),
        cmocka_unit_test(a_field_leads_over_links),
    };
    return run_unit_tests(tests);
}
