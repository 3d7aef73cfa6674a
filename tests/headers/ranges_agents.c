// ranges_agents.c: the ranges of crowds, agents, steering, fleets and overlays.
#include "ranges.h"

#include <math.h>
#include <stdlib.h>

static wend_result create_crowd(const wend_crowd_def* def) {
    wend_crowd* crowd = NULL;
    wend_result result = wend_crowd_create(world, def, &crowd);
    wend_crowd_destroy(crowd);
    return result;
}

// Whether a definition with one field changed gets this answer of try_<definition>.
#define TRY(def, make, field, value, expected)                                                               \
    ((def) = (make), (def).field = (value), try_##def(&(def)) == (expected))

static wend_result try_crowd_def(const wend_crowd_def* def) {
    return create_crowd(def);
}
#define CROWD(field, value)    TRY(crowd_def, wend_default_crowd_def(), field, value, WEND_OK)
#define NO_CROWD(field, value) TRY(crowd_def, wend_default_crowd_def(), field, value, WEND_ERROR_ARGUMENT)

static bool max_neighbours(void) {
    wend_crowd_def crowd_def;
    return CROWD(max_neighbours, 0) && CROWD(max_neighbours, 24) && NO_CROWD(max_neighbours, -1) &&
           NO_CROWD(max_neighbours, 25);
}
static bool neighbour_range(void) {
    wend_crowd_def crowd_def;
    return CROWD(neighbour_range, 0) && CROWD(neighbour_range, 1e6f) && NO_CROWD(neighbour_range, -0.1f) &&
           NO_CROWD(neighbour_range, NAN);
}
static bool horizon(void) {
    wend_crowd_def crowd_def;
    return CROWD(horizon, 0.001f) && CROWD(horizon, 60) && NO_CROWD(horizon, 0) && NO_CROWD(horizon, 60.1f);
}
static bool work_per_tick(void) {
    wend_crowd_def crowd_def;
    return CROWD(work_per_tick, 1) && CROWD(work_per_tick, INT32_MAX) && NO_CROWD(work_per_tick, 0);
}
static bool plans_per_tick(void) {
    wend_crowd_def crowd_def;
    return CROWD(plans_per_tick, 1) && CROWD(plans_per_tick, INT32_MAX) && NO_CROWD(plans_per_tick, 0);
}
static bool crowd_first_tiles(void) {
    wend_crowd_def crowd_def;
    return CROWD(first_tiles, 0) && CROWD(first_tiles, INT32_MAX) && NO_CROWD(first_tiles, -1);
}
static bool replan_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(replan_time, 0) && CROWD(replan_time, 1e6f) && NO_CROWD(replan_time, -0.1f);
}
static bool forced_pass_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(forced_pass_time, 0) && CROWD(forced_pass_time, 1e6f) && NO_CROWD(forced_pass_time, -0.1f);
}
static bool beside_goal_time(void) {
    wend_crowd_def crowd_def;
    return CROWD(beside_goal_time, 0) && CROWD(beside_goal_time, 1e6f) && NO_CROWD(beside_goal_time, -0.1f);
}
static bool crowd_snap(void) {
    wend_crowd_def crowd_def;
    return CROWD(snap, 0) && CROWD(snap, INFINITY) && NO_CROWD(snap, -0.1f) && NO_CROWD(snap, NAN);
}

static bool improve_keep(void) {
    const wend_agent body = {
        .position = {75.5f, 75.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    wend_agent_id id;
    if (wend_crowd_create(world, &def, &crowd) != WEND_OK || wend_crowd_add(crowd, &body, &id) != WEND_OK ||
        wend_crowd_send(crowd, id, (wend_tile){60, 75}) != WEND_OK || wend_crowd_tick(crowd, 0.1f) != WEND_OK)
        abort();
    const bool holds = wend_crowd_improve(crowd, 0) == 1 && wend_crowd_improve(crowd, 100) == 1 &&
                       wend_crowd_improve(crowd, -0.1f) == 0 && wend_crowd_improve(crowd, 100.1f) == 0;
    wend_crowd_destroy(crowd);
    return holds;
}

static wend_result try_spread(int32_t count, int32_t spacing) {
    wend_tile* out = malloc(sizeof *out * (size_t)(count > 0 ? count : 1));
    if (!out) abort();
    int32_t found = 0;
    wend_result result = wend_formation_tiles(grid, (wend_tile){75, 75}, count, spacing, NULL, out, &found);
    free(out);
    return result;
}
static bool spread_count(void) {
    return try_spread(1, 1) == WEND_OK && try_spread(WEND_MAX_CROWD, 1) == WEND_OK &&
           try_spread(0, 1) == WEND_ERROR_ARGUMENT &&
           try_spread(WEND_MAX_CROWD + 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool spread_spacing(void) {
    return try_spread(1, 64) == WEND_OK && try_spread(1, 0) == WEND_ERROR_ARGUMENT &&
           try_spread(1, 65) == WEND_ERROR_ARGUMENT;
}

// Adds an agent to a crowd whose profile 1 has room for the widest body.
static wend_result try_body(float radius, int32_t profile) {
    wend_profile_def wide = wend_default_profile_def();
    wide.name = "wide";
    wide.radius = 64;
    wend_world_def world_def = wend_default_world_def();
    world_def.profiles = &wide;
    world_def.profile_count = 1;
    wend_grid* given = new_grid(150, 150);
    wend_world* made = NULL;
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    if (wend_world_build(&given, &world_def, &made) != WEND_OK) abort();
    if (wend_crowd_create(made, &def, &crowd) != WEND_OK) abort();
    const wend_agent body = {
        .position = {75, 75}, .max_speed = 4, .max_acceleration = 32, .radius = radius, .profile = profile};
    wend_agent_id id;
    wend_result result = wend_crowd_add(crowd, &body, &id);
    wend_crowd_destroy(crowd);
    wend_world_destroy(made);
    return result;
}
static bool agent_radius(void) {
    return try_body(0, 1) == WEND_OK && try_body(64, 1) == WEND_OK &&
           try_body(-0.1f, 1) == WEND_ERROR_ARGUMENT && try_body(64.5f, 1) == WEND_ERROR_ARGUMENT &&
           try_body(NAN, 1) == WEND_ERROR_ARGUMENT;
}
static bool agent_profile(void) {
    return try_body(0, 0) == WEND_OK && try_body(0, 1) == WEND_OK && try_body(0, 2) == WEND_ERROR_ARGUMENT &&
           try_body(0, -1) == WEND_ERROR_ARGUMENT;
}

// These are asked of the caller, not checked: at their ends the results are as they should be.
static float turn_between(wend_vec2 a, wend_vec2 b) {
    return acosf(fminf(1, fmaxf(-1, a.x * b.x + a.y * b.y)));
}
static bool turn(void) {
    const wend_vec2 east = {1, 0}, west = {-1, 0.001f};
    float none = turn_between(east, wend_steer_turn(east, west, 0));
    float most = turn_between(east, wend_steer_turn(east, west, 2));
    return none < 1e-3f && most > 1 && most <= 2.001f;
}
static bool wander(void) {
    const wend_agent agent = {.position = {5, 5}, .max_speed = 4, .max_acceleration = 32};
    for (int32_t most = 0; most <= 2; most += 2) {
        wend_wander w = {.heading = {1, 0}, .seed = 1};
        for (int32_t i = 0; i < 100; i++) {
            wend_vec2 before = w.heading;
            wend_vec2 wanted = wend_steer_wander(&agent, &w, (float)most);
            if (turn_between(before, w.heading) > (float)most + 2e-3f) return false;
            if (fabsf(hypotf(wanted.x, wanted.y) - 2) > 1e-3f) return false;
        }
    }
    return true;
}
static bool weight(void) {
    const wend_weighted items[] = {{{1, 0}, 0}, {{0, 1}, 1e6f}};
    wend_vec2 v = wend_steer_blend(items, 2, 4);
    return v.x == 0 && fabsf(v.y - 4) < 1e-3f;
}
static bool reaction_time(void) {
    const wend_agent agent = {.position = {5, 5}, .max_speed = 4, .max_acceleration = 32};
    wend_vec2 soon = wend_steer_towards(&agent, (wend_vec2){4, 0}, 1e-6f);
    wend_vec2 late = wend_steer_towards(&agent, (wend_vec2){4, 0}, 1e6f);
    return fabsf(soon.x - 32) < 1e-3f && late.x > 0 && late.x < 1e-3f;
}

// ---- fleets

static wend_result try_fleet_def(const wend_fleet_def* def) {
    wend_fleet* fleet = NULL;
    const wend_result result = wend_fleet_create(world, def, &fleet);
    wend_fleet_destroy(fleet);
    return result;
}
#define FLEET(field, value)    TRY(fleet_def, wend_default_fleet_def(), field, value, WEND_OK)
#define NO_FLEET(field, value) TRY(fleet_def, wend_default_fleet_def(), field, value, WEND_ERROR_ARGUMENT)
static bool fleet_look_ahead(void) {
    wend_fleet_def fleet_def;
    return FLEET(look_ahead, 2) && FLEET(look_ahead, 64) && NO_FLEET(look_ahead, 1) &&
           NO_FLEET(look_ahead, 65);
}
static bool fleet_patience(void) {
    wend_fleet_def fleet_def;
    return FLEET(patience, 1) && FLEET(patience, INT32_MAX) && NO_FLEET(patience, 0);
}
static bool fleet_plans(void) {
    wend_fleet_def fleet_def;
    return FLEET(plans_per_step, 1) && FLEET(plans_per_step, INT32_MAX) && NO_FLEET(plans_per_step, 0);
}
static bool fleet_at_once(void) {
    wend_fleet_def fleet_def;
    return FLEET(at_once, 0) && FLEET(at_once, INT32_MAX) && NO_FLEET(at_once, -1);
}
static bool fleet_task_choice(void) {
    wend_fleet_def fleet_def;
    return FLEET(task_choice, 1) && FLEET(task_choice, INT32_MAX) && NO_FLEET(task_choice, 0);
}
static bool fleet_directions(void) {
    wend_fleet_def fleet_def;
    return FLEET(directions, 4) && FLEET(directions, 8) && NO_FLEET(directions, 3) &&
           NO_FLEET(directions, 5) && NO_FLEET(directions, 7) && NO_FLEET(directions, 9);
}
// What a fleet answers to one lift.
static wend_result try_lift(int32_t links, int32_t capacity, int32_t lifts) {
    static const int32_t ids[1];
    const wend_lift lift = {ids, links, capacity};
    wend_fleet_def def = wend_default_fleet_def();
    def.links.lifts = &lift;
    def.links.lift_count = lifts;
    return try_fleet_def(&def);
}
static bool lift_links(void) {
    return try_lift(1, 1, 1) == WEND_OK && try_lift(0, 1, 1) == WEND_ERROR_ARGUMENT &&
           try_lift(WEND_MAX_LINKS + 1, 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool lift_capacity(void) {
    return try_lift(1, INT32_MAX, 1) == WEND_OK && try_lift(1, 0, 1) == WEND_ERROR_ARGUMENT;
}
static bool lifts_of_rules(void) {
    return try_lift(1, 1, 0) == WEND_OK && try_lift(1, 1, -1) == WEND_ERROR_ARGUMENT &&
           try_lift(1, 1, WEND_MAX_LINKS + 1) == WEND_ERROR_ARGUMENT;
}
static bool step_seconds(void) {
    wend_fleet_def fleet_def;
    return FLEET(links.step_seconds, 0) && FLEET(links.step_seconds, 1e9f) &&
           NO_FLEET(links.step_seconds, -1) && NO_FLEET(links.step_seconds, INFINITY) &&
           NO_FLEET(links.step_seconds, NAN);
}
static bool profiled_movers(void) {
    const wend_tile tile = {0, 0};
    const int32_t profile = 0;
    int32_t count = 0;
    return wend_check_profile_moves(world, &profile, &tile, &tile, 1, NULL, 0, &count) == WEND_OK &&
           wend_check_profile_moves(world, &profile, &tile, &tile, 0, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT &&
           wend_check_profile_moves(world, &profile, &tile, &tile, WEND_MAX_FLEET + 1, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT;
}
static bool linked_movers(void) {
    const wend_tile tile = {0, 0};
    const wend_link_rules rules = {0};
    wend_link_use use = {0};
    int32_t count = 0;
    return wend_check_links(world, NULL, &rules, &tile, &tile, 1, &use, NULL, 0, &count) == WEND_OK &&
           wend_check_links(world, NULL, &rules, &tile, &tile, 0, &use, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT &&
           wend_check_links(world, NULL, &rules, &tile, &tile, WEND_MAX_FLEET + 1, &use, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT;
}
// What a fleet with one mover answers to a call with these numbers.
static wend_result try_mover(int32_t profile, int32_t priority, int32_t count, int32_t spacing,
                             int32_t stops) {
    const wend_fleet_def def = wend_default_fleet_def();
    static const wend_tile tiles[WEND_MAX_TASK_STOPS + 1];
    wend_fleet* fleet = NULL;
    int32_t mover = 0, number = 0;
    if (wend_fleet_create(world, &def, &fleet) != WEND_OK) abort();
    wend_result result = wend_fleet_add(fleet, tiles[0], profile, priority, &mover);
    if (result == WEND_OK) result = wend_fleet_send_group(fleet, &mover, count, tiles[0], spacing, &number);
    if (result == WEND_OK) result = wend_fleet_add_task(fleet, tiles, stops, &number);
    wend_fleet_destroy(fleet);
    return result;
}
static bool mover_profile(void) {
    return try_mover(0, 0, 1, 1, 1) == WEND_OK && try_mover(1, 0, 1, 1, 1) == WEND_OK &&
           try_mover(-1, 0, 1, 1, 1) == WEND_ERROR_ARGUMENT &&
           try_mover(WEND_MAX_PROFILES, 0, 1, 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool mover_priority(void) {
    return try_mover(0, -1000, 1, 1, 1) == WEND_OK && try_mover(0, 1000, 1, 1, 1) == WEND_OK &&
           try_mover(0, -1001, 1, 1, 1) == WEND_ERROR_ARGUMENT &&
           try_mover(0, 1001, 1, 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool group_count(void) {
    return try_mover(0, 0, 0, 1, 1) == WEND_ERROR_ARGUMENT &&
           try_mover(0, 0, WEND_MAX_FLEET + 1, 1, 1) == WEND_ERROR_ARGUMENT;
}
static bool group_spacing(void) {
    return try_mover(0, 0, 1, 64, 1) == WEND_OK && try_mover(0, 0, 1, 0, 1) == WEND_ERROR_ARGUMENT &&
           try_mover(0, 0, 1, 65, 1) == WEND_ERROR_ARGUMENT;
}
static bool task_stops(void) {
    return try_mover(0, 0, 1, 1, WEND_MAX_TASK_STOPS) == WEND_OK &&
           try_mover(0, 0, 1, 1, 0) == WEND_ERROR_ARGUMENT &&
           try_mover(0, 0, 1, 1, WEND_MAX_TASK_STOPS + 1) == WEND_ERROR_ARGUMENT;
}
static bool checked_movers(void) {
    const wend_tile tile = {0, 0};
    int32_t count = 0;
    return wend_check_moves(wend_world_grid(world), &tile, &tile, 1, NULL, 0, &count) == WEND_OK &&
           wend_check_moves(wend_world_grid(world), &tile, &tile, 0, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT &&
           wend_check_moves(wend_world_grid(world), &tile, &tile, WEND_MAX_FLEET + 1, NULL, 0, &count) ==
               WEND_ERROR_ARGUMENT;
}

// ---- overlays

static wend_result try_shape(const wend_shape* shape) {
    wend_overlay* overlay = NULL;
    int32_t handle = -1;
    if (wend_overlay_create(world, &overlay) != WEND_OK) return WEND_ERROR_MEMORY;
    const wend_result result = wend_overlay_add(overlay, shape, &handle);
    wend_overlay_destroy(overlay);
    return result;
}
#define SHAPE(field, value) TRY(shape, wend_shape_disc((wend_vec2){5, 5}, 2, 1), field, value, WEND_OK)
#define NO_SHAPE(field, value)                                                                               \
    TRY(shape, wend_shape_disc((wend_vec2){5, 5}, 2, 1), field, value, WEND_ERROR_ARGUMENT)
static bool shape_radius(void) {
    wend_shape shape;
    return SHAPE(radius, 0) && SHAPE(radius, 1e6f) && NO_SHAPE(radius, -0.1f) && NO_SHAPE(radius, NAN);
}
static bool shape_cost(void) {
    wend_shape shape;
    return SHAPE(cost, 0) && SHAPE(cost, WEND_MAX_CLASS_COST) && SHAPE(cost, INFINITY) &&
           NO_SHAPE(cost, -0.1f) && NO_SHAPE(cost, WEND_MAX_CLASS_COST + 1) && NO_SHAPE(cost, NAN);
}
static bool shape_falloff(void) {
    wend_shape shape;
    return SHAPE(falloff, 0) && SHAPE(falloff, 1e6f) && NO_SHAPE(falloff, -0.1f) && NO_SHAPE(falloff, NAN);
}
static bool shape_decay(void) {
    wend_shape shape;
    return SHAPE(decay, 0) && SHAPE(decay, 1) && NO_SHAPE(decay, -0.1f) && NO_SHAPE(decay, 1.1f);
}
static bool shape_points(void) {
    static wend_vec2 points[WEND_MAX_SHAPE_POINTS + 1];
    const int32_t counts[] = {3, WEND_MAX_SHAPE_POINTS, 2, WEND_MAX_SHAPE_POINTS + 1};
    bool good = true;
    for (int32_t i = 0; i < 4; i++) {
        const wend_shape shape = wend_shape_polygon(points, counts[i], 1);
        good &= try_shape(&shape) == (i < 2 ? WEND_OK : WEND_ERROR_ARGUMENT);
    }
    return good;
}

typedef enum overlay_call { CALL_COSTS, CALL_SCALE, CALL_TICK, CALL_HIDE } overlay_call;
static bool try_overlay(overlay_call call, float value, bool good) {
    const float costs[1] = {1};
    const uint8_t bytes[1] = {255};
    const wend_rect one = {1, 1, 1, 1};
    wend_overlay* overlay = NULL;
    int32_t handle = -1;
    if (wend_overlay_create(world, &overlay) != WEND_OK) return false;
    const wend_result result =
        call == CALL_COSTS   ? wend_overlay_add_costs(overlay, one, costs, 0, value, &handle)
        : call == CALL_SCALE ? wend_overlay_add_image(overlay, one, bytes, 0, value, 0, &handle)
        : call == CALL_TICK  ? wend_overlay_tick(overlay, (int32_t)value)
                             : wend_overlay_hide(overlay, value);
    wend_overlay_destroy(overlay);
    return result == (good ? WEND_OK : WEND_ERROR_ARGUMENT);
}
static bool costs_decay(void) {
    return try_overlay(CALL_COSTS, 0, true) && try_overlay(CALL_COSTS, 1, true) &&
           try_overlay(CALL_COSTS, -0.1f, false) && try_overlay(CALL_COSTS, 1.1f, false);
}
static bool image_scale(void) {
    return try_overlay(CALL_SCALE, 0, true) && try_overlay(CALL_SCALE, WEND_MAX_CLASS_COST / 256, true) &&
           try_overlay(CALL_SCALE, -0.1f, false) && try_overlay(CALL_SCALE, 5, false);
}
static bool overlay_ticks(void) {
    return try_overlay(CALL_TICK, 0, true) && try_overlay(CALL_TICK, 2e9f, true) &&
           try_overlay(CALL_TICK, -1, false);
}
static bool unknown_cost(void) {
    return try_overlay(CALL_HIDE, 0, true) && try_overlay(CALL_HIDE, WEND_MIN_CLASS_COST, true) &&
           try_overlay(CALL_HIDE, WEND_MAX_CLASS_COST, true) && try_overlay(CALL_HIDE, INFINITY, true) &&
           try_overlay(CALL_HIDE, 0.01f, false) && try_overlay(CALL_HIDE, -1, false) &&
           try_overlay(CALL_HIDE, WEND_MAX_CLASS_COST + 1, false);
}

const range ranges_of_agents[] = {
    {"wend_shape.radius", ">= 0", shape_radius},
    {"wend_shape.point_count", "3..WEND_MAX_SHAPE_POINTS", shape_points},
    {"wend_shape.cost", "0..WEND_MAX_CLASS_COST, or INFINITY", shape_cost},
    {"wend_shape.falloff", ">= 0", shape_falloff},
    {"wend_shape.decay", "0..1", shape_decay},
    {"wend_overlay_add_costs.decay", "0..1", costs_decay},
    {"wend_overlay_add_image.scale", ">= 0, 255 * scale at most WEND_MAX_CLASS_COST", image_scale},
    {"wend_overlay_tick.ticks", ">= 0", overlay_ticks},
    {"wend_overlay_hide.unknown_cost", "0, WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST, INFINITY",
     unknown_cost},
    {"wend_fleet_def.at_once", ">= 0", fleet_at_once},
    {"wend_fleet_def.directions", "4 or 8", fleet_directions},
    {"wend_fleet_def.look_ahead", "2..64", fleet_look_ahead},
    {"wend_fleet_def.patience", ">= 1", fleet_patience},
    {"wend_fleet_def.plans_per_step", ">= 1", fleet_plans},
    {"wend_fleet_def.task_choice", ">= 1", fleet_task_choice},
    {"wend_fleet_add.profile", "0..WEND_MAX_PROFILES - 1", mover_profile},
    {"wend_fleet_add.priority", "-1000..1000", mover_priority},
    {"wend_fleet_send_group.count", "1..WEND_MAX_FLEET", group_count},
    {"wend_fleet_send_group.spacing", "1..64", group_spacing},
    {"wend_fleet_add_task.count", "1..WEND_MAX_TASK_STOPS", task_stops},
    {"wend_lift.count", "1..WEND_MAX_LINKS", lift_links},
    {"wend_lift.capacity", ">= 1", lift_capacity},
    {"wend_link_rules.step_seconds", ">= 0", step_seconds},
    {"wend_link_rules.lift_count", "0..WEND_MAX_LINKS", lifts_of_rules},
    {"wend_check_profile_moves.count", "1..WEND_MAX_FLEET", profiled_movers},
    {"wend_check_links.count", "1..WEND_MAX_FLEET", linked_movers},
    {"wend_check_moves.count", "1..WEND_MAX_FLEET", checked_movers},
    {"wend_crowd_improve.keep", "0..100, nobody looks otherwise", improve_keep},
    {"wend_crowd_def.max_neighbours", "0..24", max_neighbours},
    {"wend_crowd_def.neighbour_range", ">= 0", neighbour_range},
    {"wend_crowd_def.horizon", "> 0, at most 60", horizon},
    {"wend_crowd_def.plans_per_tick", ">= 1", plans_per_tick},
    {"wend_crowd_def.work_per_tick", ">= 1", work_per_tick},
    {"wend_crowd_def.replan_time", ">= 0", replan_time},
    {"wend_crowd_def.forced_pass_time", ">= 0", forced_pass_time},
    {"wend_crowd_def.first_tiles", ">= 0", crowd_first_tiles},
    {"wend_crowd_def.beside_goal_time", ">= 0", beside_goal_time},
    {"wend_formation_tiles.count", "1..WEND_MAX_CROWD", spread_count},
    {"wend_formation_tiles.spacing", "1..64", spread_spacing},
    {"wend_crowd_def.snap", ">= 0", crowd_snap},
    {"wend_agent.profile", "0 .. the number of profiles - 1", agent_profile},
    {"wend_agent.radius", ">= 0, at most 64 tiles", agent_radius},
    {"wend_steer_wander.max_turn", "0..2", wander},
    {"wend_steer_turn.max_turn", "0..2", turn},
    {"wend_weighted.weight", ">= 0", weight},
    {"wend_steer_towards.reaction_time", "> 0", reaction_time},
    {0},
};
