// boids_steer.c: which velocity does a boid prefer by the rules in the panel?
#include "tools/boids.h"
#include <math.h>

const char* const boid_wish_names[WISH_COUNT] = {
    [WISH_FOLLOW] = "follow",     [WISH_SEEK] = "seek",   [WISH_ARRIVE] = "arrive", [WISH_AVOID] = "avoid",
    [WISH_SEPARATE] = "separate", [WISH_ALIGN] = "align", [WISH_COHERE] = "cohere",
};

// Limits the speed to that of arriving, by the weight of arriving.
static wend_vec2 slowed(const boids* b, int32_t number, const wend_agent* agent, wend_vec2 v) {
    const wend_grid* grid = wend_world_grid(b->world);
    const boid* it = &b->items[number];
    wend_vec2 end = wend_grid_center(grid, b->rules.share ? it->goal : it->place);
    float radius = b->rules.arrive_radius * wend_grid_tile_size(grid);
    wend_vec2 arrive = wend_steer_arrive(agent, end, radius);
    float share = hypotf(arrive.x, arrive.y) / agent->max_speed; // 1: farther away than the radius
    float most = agent->max_speed * fmaxf(1 - b->rules.weight[WISH_ARRIVE] * (1 - share), 0.02f);
    float speed = hypotf(v.x, v.y);
    return speed > most ? (wend_vec2){v.x * most / speed, v.y * most / speed} : v;
}

wend_vec2 boids_steer(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted, const wend_agent* near,
                      int32_t near_count, void* context) {
    const boids* b = context;
    const int32_t number = wend_crowd_index(b->crowd, id);
    const boid_rules* r = &b->rules;
    float distance = r->neighbours * wend_grid_tile_size(wend_world_grid(b->world));
    wend_weighted wishes[5];
    int count = 0, index = 0, waypoints = 0;
    wend_vec2 target;
    if (r->on[WISH_FOLLOW]) wishes[count++] = (wend_weighted){wanted, r->weight[WISH_FOLLOW]};
    if (r->on[WISH_SEEK] && boids_target(b, number, &target, &index, &waypoints))
        wishes[count++] = (wend_weighted){wend_steer_seek(agent, target), r->weight[WISH_SEEK]};
    if (r->on[WISH_SEPARATE])
        wishes[count++] =
            (wend_weighted){wend_steer_separate(agent, near, near_count, distance), r->weight[WISH_SEPARATE]};
    if (r->on[WISH_ALIGN])
        wishes[count++] =
            (wend_weighted){wend_steer_align(agent, near, near_count, distance), r->weight[WISH_ALIGN]};
    if (r->on[WISH_COHERE])
        wishes[count++] =
            (wend_weighted){wend_steer_cohere(agent, near, near_count, distance), r->weight[WISH_COHERE]};
    wend_vec2 v = wend_steer_blend(wishes, count, agent->max_speed);
    return r->on[WISH_ARRIVE] ? slowed(b, number, agent, v) : v;
}
