// stack_agents.c: the stack test of fields, steering, crowds and services.
#include <stdlib.h>
#include <string.h>

#include "stack.h"

void call_field(const wend_world* world, wend_search* search, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    wend_field* field = NULL;
    wend_tile tiles[4] = {{0, 0}}, next;
    for (int32_t i = 0; i < 4; i++) MUST(map_random_open_tile(grid, random, &tiles[i]));
    bool done;
    int32_t index;
    double cost;
    uint64_t seed = 5;
    wend_vec2 flow;
    MEASURE(wend_field_create, NULL, &field);
    MEASURE(wend_field_fill, field, grid, WEND_FIELD_TO, tiles, 4, 1e9);
    MEASURE(wend_field_begin, field, grid, WEND_FIELD_FROM, tiles, 4, 1e9);
    MEASURE(wend_field_step, field, 0, &done);
    MEASURE(wend_field_cost, field, tiles[0]);
    MEASURE(wend_field_next_tile, field, tiles[1], &next);
    MEASURE(wend_field_end, field, tiles[1]);
    MEASURE(wend_field_flow, field, wend_grid_center(grid, tiles[1]), 0.3f, &flow);
    MEASURE(wend_field_flow_at_floor, field, wend_grid_center(grid, tiles[1]), 0, 0.3f, &flow);
    MEASURE(wend_field_tiles, field, NULL, 0);
    MEASURE(wend_field_random, field, &seed, &next);
    MEASURE(wend_field_clusters, field);
    MEASURE(wend_field_bytes, field);
    MEASURE(wend_field_nearest, field, grid, tiles[0], tiles + 1, 3, &index, &cost);
    MEASURE(wend_field_set_goals, field, world, tiles, 2);
    MEASURE(wend_field_expand_to, field, search, tiles[3], &done);
    MEASURE(wend_field_destroy, field);
}

// A full fleet, whose movers push each other through the map.
void call_fleet(const wend_world* world, rng* random) {
    enum { MANY = 600 };
    const wend_grid* grid = wend_world_grid(world);
    wend_tile tiles[MANY] = {{0, 0}}, stops[2];
    int32_t movers[MANY], count = 0, number;
    wend_fleet* fleet = NULL;
    wend_conflict conflicts[4];
    MEASURE(wend_default_fleet_def, );
    const wend_fleet_def def = wend_default_fleet_def();
    MEASURE(wend_fleet_create, world, &def, &fleet);
    for (int32_t i = 0; i < MANY; i++) {
        MUST(map_random_open_tile(grid, random, &tiles[count]));
        if (wend_fleet_add(fleet, tiles[count], 0, 0, &movers[count]) == WEND_OK) count++;
    }
    MEASURE(wend_fleet_add, fleet, tiles[0], 0, 0, &number); // taken
    for (int32_t i = 0; i < count; i++) MEASURE(wend_fleet_send, fleet, movers[i], tiles[count - 1 - i]);
    for (int32_t i = 0; i < 20; i++) MEASURE(wend_fleet_step, fleet);
    MEASURE(wend_fleet_send_group, fleet, movers, count / 2, tiles[0], 1, &number);
    stops[0] = tiles[0], stops[1] = tiles[1];
    MEASURE(wend_fleet_add_task, fleet, stops, 2, &number);
    MEASURE(wend_fleet_stop, fleet, movers[count - 1]);
    for (int32_t i = 0; i < 20; i++) MEASURE(wend_fleet_step, fleet);
    MEASURE(wend_fleet_movers, fleet, &number);
    MEASURE(wend_fleet_mover, fleet, movers[0]);
    MEASURE(wend_fleet_at, fleet, tiles[0]);
    MEASURE(wend_fleet_blockers, fleet, movers[0], movers, 1);
    MEASURE(wend_fleet_get_stats, fleet);
    MEASURE(wend_fleet_hash, fleet);
    MEASURE(wend_fleet_bytes, fleet);
    MEASURE(wend_mover_state_string, WEND_MOVER_STUCK);
    MEASURE(wend_conflict_kind_string, WEND_CONFLICT_PASS);
    MEASURE(wend_check_moves, grid, tiles, tiles, count, conflicts, 4, &number);
    static wend_link_use uses[MANY];
    static int32_t profiles[MANY];
    MEASURE(wend_check_profile_moves, world, profiles, tiles, tiles, count, conflicts, 4, &number);
    MEASURE(wend_check_links, world, profiles, &def.links, tiles, tiles, count, uses, conflicts, 4, &number);
    MEASURE(wend_fleet_remove, fleet, movers[0]);
    MEASURE(wend_fleet_destroy, fleet);
}

// As many sources and targets as take gates, and few; a long tour and a short one.
void call_many(const wend_world* world, rng* random) {
    enum { MANY = 70 };
    static double costs[MANY * MANY];
    static float ring[MANY * MANY];
    static int32_t regions[MANY * MANY];
    const wend_grid* grid = wend_world_grid(world);
    wend_tile tiles[MANY] = {{0, 0}};
    int32_t order[MANY];
    double cost;
    wend_matrix_search* search = NULL;
    for (int32_t i = 0; i < MANY; i++) MUST(map_random_open_tile(grid, random, &tiles[i]));
    MEASURE(wend_default_matrix_def, );
    MEASURE(wend_default_tour_def, );
    const wend_matrix_def def = wend_default_matrix_def();
    const wend_tour_def tour_def = wend_default_tour_def();
    MEASURE(wend_matrix_search_create, NULL, &search);
    MEASURE(wend_cost_matrix, search, world, tiles, 2, tiles, MANY, &def, costs);
    MEASURE(wend_cost_matrix, search, world, tiles, MANY, tiles, MANY, &def, costs);
    MEASURE(wend_matrix_search_bytes, search);
    MEASURE(wend_matrix_search_destroy, search);
    MEASURE(wend_assign, costs, MANY, MANY, WEND_ASSIGN_LEAST_MAXIMUM, order);
    MEASURE(wend_tour, costs, MANY, &tour_def, order, &cost);
    MEASURE(wend_tour, costs, 9, &tour_def, order, &cost);
    const wend_rect area = {0, 0, wend_grid_width(grid) < MANY ? wend_grid_width(grid) : MANY,
                            wend_grid_height(grid) < MANY ? wend_grid_height(grid) : MANY};
    wend_field *from = NULL, *to = NULL;
    MUST(wend_field_create(NULL, &from) == WEND_OK && wend_field_create(NULL, &to) == WEND_OK);
    MEASURE(wend_corridor_fill, from, to, grid, tiles, 1, tiles + 1, 1, 5, &cost);
    MEASURE(wend_corridor_tiles, from, to, 5, NULL, NULL, 0);
    MEASURE(wend_field_regions, from, area, regions);
    wend_field_destroy(from);
    wend_field_destroy(to);
    MEASURE(wend_round_costs, grid, tiles, MANY, 1e9, area, ring);
}

void call_steering(const wend_grid* grid, const wend_path* path) {
    wend_agent a = {.position = {40, 40}, .max_speed = 3, .max_acceleration = 9, .radius = 0.3f}, b = a;
    b.position.x += 1;
    b.velocity.y = 1;
    wend_wander wander = {.seed = 1};
    wend_weighted items[2] = {{{1, 2}, 1}, {{2, 1}, 3}};
    wend_vec2 wanted;
    bool arrived;
    int32_t count, waypoints;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* way = wend_path_waypoints(path, &waypoints);
    MEASURE(wend_steer_seek, &a, b.position);
    MEASURE(wend_steer_flee, &a, b.position);
    MEASURE(wend_steer_arrive, &a, b.position, 3);
    MEASURE(wend_steer_pursue, &a, &b, 1);
    MEASURE(wend_steer_evade, &a, &b, 1);
    MEASURE(wend_steer_wander, &a, &wander, 1);
    MEASURE(wend_steer_turn, a.velocity, b.velocity, 1);
    MEASURE(wend_steer_separate, &a, &b, 1, 3);
    MEASURE(wend_steer_cohere, &a, &b, 1, 3);
    MEASURE(wend_steer_align, &a, &b, 1, 3);
    MEASURE(wend_steer_avoid, &a, &b, 1, 3);
    MEASURE(wend_steer_avoid_walls, &a, grid, 1);
    MEASURE(wend_steer_blend, items, 2, 3);
    MEASURE(wend_steer_prioritise, items, 2, 3);
    MEASURE(wend_steer_towards, &a, b.velocity, 0.1f);
    MEASURE(wend_agent_push, &a, b.velocity, 0.03f);
    MEASURE(wend_agent_glide, &a, b.velocity, 0.03f);
    MUST(count > 0);
    a = (wend_agent){.position = wend_grid_center(grid, tiles[0]), .max_speed = 3, .max_acceleration = 9};
    for (int32_t i = 0; i < 60; i++) {
        MEASURE(wend_steer_follow, &a, grid, path, 1.0f / 30, &arrived);
        MEASURE(wend_follow_velocity, &a, grid, way, waypoints, 1.0f / 30, &wanted);
        MEASURE(wend_follow_move, &a, grid, way, waypoints, wanted, 1.0f / 30, &arrived);
    }
}

void call_crowd(const wend_world* world, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = NULL;
    wend_field* field = NULL;
    wend_crowd_def def;
    wend_tile goal = {0, 0}, spots[8];
    wend_agent_id who = {0};
    int32_t count;
    float progress;
    MUST(map_random_open_tile(grid, random, &goal) && wend_field_create(NULL, &field) == WEND_OK &&
         wend_field_set_goals(field, world, &goal, 1) == WEND_OK);
    MEASURE_TO(def, wend_default_crowd_def, );
    MEASURE(wend_crowd_create, world, &def, &crowd);
    MEASURE(wend_formation_tiles, grid, goal, 8, 1, NULL, spots, &count);
    for (int32_t i = 0; i < 40; i++) {
        wend_tile at = {0, 0};
        MUST(map_random_open_tile(grid, random, &at));
        wend_agent agent = {
            .position = wend_grid_center(grid, at), .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
        MEASURE(wend_crowd_add, crowd, &agent, &who);
        MEASURE(wend_crowd_send, crowd, who, goal);
        if (i % 2) MEASURE(wend_crowd_send_by_field, crowd, who, goal, field);
    }
    for (int32_t i = 0; i < 60; i++) MEASURE(wend_crowd_tick, crowd, 1.0f / 30);
    wend_agent changed = wend_crowd_agents(crowd, &count)[0];
    MEASURE(wend_crowd_agents, crowd, &count);
    who = wend_crowd_ids(crowd, &count)[0];
    MEASURE(wend_crowd_ids, crowd, &count);
    MEASURE(wend_crowd_agent, crowd, who);
    MEASURE(wend_crowd_index, crowd, who);
    MEASURE(wend_crowd_change, crowd, who, &changed);
    MEASURE(wend_crowd_set_def, crowd, &def);
    MEASURE(wend_crowd_replan, crowd, (wend_rect){0, 0, 100, 100});
    MEASURE(wend_crowd_improve, crowd, 5.0f);
    MEASURE(wend_crowd_state, crowd, who);
    MEASURE(wend_crowd_path, crowd, who, &count);
    MEASURE(wend_crowd_path_floors, crowd, who, &count);
    MEASURE(wend_crowd_link, crowd, who, &progress);
    MEASURE(wend_crowd_get_stats, crowd);
    MEASURE(wend_crowd_hash, crowd);
    MEASURE(wend_crowd_remove, crowd, who);
    MEASURE(wend_crowd_destroy, crowd);
    wend_field_destroy(field);
}

static wend_result no_change(wend_world* world, void* context) {
    (void)world, (void)context;
    return WEND_OK;
}

// Without workers, so that all work is on this stack.
void call_service(wend_world* world, rng* random) {
    wend_service* service = NULL;
    wend_service_def def;
    wend_answer answer;
    bool ready;
    const wend_edit edit = {.area = {15, 3, 10, 2}, .terrain_class = 1};
    wend_ticket tickets[4];
    MEASURE_TO(def, wend_default_service_def, );
    def.worker_count = 0;
    MEASURE(wend_service_create, world, &def, &service);
    MUST(service);
    for (int32_t i = 0; i < 4; i++) {
        wend_tile start = {0, 0}, goal = {0, 0};
        MUST(map_random_open_tile(wend_world_grid(world), random, &start));
        MUST(map_random_open_tile(wend_world_grid(world), random, &goal));
        wend_query query = wend_default_query(start, goal);
        query.smooth = true;
        MEASURE(wend_service_submit, service, &query, 0, 0, &tickets[i]);
    }
    MEASURE(wend_service_cancel, service, tickets[0]);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_wait, service, tickets[1], &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_drain, service);
    MEASURE(wend_service_poll, service, tickets[2], &ready, &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_next, service, &ready, &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_submit_change, service, no_change, NULL, 0, NULL);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_run, service, 0, NULL);
    static wend_world* snapshot;
    MEASURE(wend_service_snapshot, service, &snapshot);
    wend_world_destroy(snapshot);
    MEASURE(wend_service_hold, service);
    MEASURE(wend_service_release, service);
    MEASURE(wend_service_get_stats, service);
    MEASURE(wend_service_close, service);
    MEASURE(wend_service_destroy, service);
}
