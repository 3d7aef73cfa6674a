// crowd_check.c: is the ground around the agents of a mapped world checked before they see it?
//
// Paths are checked when they are planned. An agent may leave its path a little, for others or along a wall:
// so in each tick the clusters are checked that lie as near as it looks ahead.
#include "agents/crowd.h"
#include "hierarchy/first_check.h"

enum { MARGIN = 2 }; // tiles: a body beside the centre of a tile, and the tile that it is pushed to

// How far an agent sees, in tiles: its body, and what it heads for on its path.
static int32_t sight_of(const wend_crowd* c, const wend_agent* agent, float dt) {
    const double size = (double)wend_grid_tile_size(c->grid);
    const double body = fmin((double)agent->radius / size, WENDI_MAX_BODY);
    const double ahead = wendi_look_ahead((double)agent->max_speed / size, (double)dt);
    return (int32_t)ceil(fmax(body, 0) + fmax(ahead, 0)) + MARGIN;
}

wend_result wendi_crowd_check_around(const wend_crowd* c, const wend_agent* agent, float dt) {
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wend_tile at;
    if (!grid->world || wend_grid_tile_at(grid, agent->position, &at) != WEND_OK) return WEND_OK;
    return wendi_touch_around(&grid->world->graph, (wend_rect){at.x, at.y, 1, 1}, sight_of(c, agent, dt));
}

void wendi_crowd_meet_damage(const wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    if (m->state == WEND_AGENT_ON_LINK) {
        m->plans_after = true;
        m->broken = m->chases = false;
        return;
    }
    wendi_crowd_stand(c, &c->agents[i], m, WEND_AGENT_STUCK);
    m->stalled = 0;
    m->next_replan = (double)c->def.replan_time;
}

wend_result wendi_crowd_check_ground(wend_crowd* c, float dt) {
    const wend_world* world = c->grid->world;
    if (!world) return WEND_OK;
    wend_result first = world->graph.ground ? wendi_check_all(world) : WEND_OK;
    if (first != WEND_OK) return first;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        const bool on_link = m->state == WEND_AGENT_ON_LINK;
        const wend_result result = on_link ? WEND_OK : wendi_crowd_check_around(c, &c->agents[i], dt);
        m->unchecked = result != WEND_OK;
        if (result == WEND_OK || m->state == WEND_AGENT_STUCK) continue;
        if (result != WEND_ERROR_DAMAGED) return result;
        wendi_crowd_meet_damage(c, i);
        first = result;
    }
    return first;
}
