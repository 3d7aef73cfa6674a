// crowd_start.c: where does a body fit, and from which tile does its agent plan?
//
// A body of up to half a tile fits at the centre of every passable tile, and sees that of its own. A wider
// one may stand, off the centres, in a tile that its profile calls too narrow. It then plans from the nearest
// tile whose centre it sees, or along the leg that it walks on, which leads to the centre of a tile.
#include "agents/crowd.h"

enum { TILES_AROUND = 2 };

static bool leads_to_goal(const wend_world* world, wend_tile tile, const wendi_member* m) {
    return wend_world_connected(world, tile, m->goal) || wend_world_connected(world, tile, m->stand_in);
}

// The nearest tile, of several as near the first row by row, whose centre the body of a walk sees. world_opt:
// only tiles from which the goal of an agent can be reached.
static bool nearest_seen(const wendi_walk* w, const wend_world* world_opt, const wendi_member* m,
                         wend_tile* out) {
    double least = INFINITY;
    wend_tile at;
    if (wend_grid_tile_at(w->grid, wendi_to_world(&w->frame, w->position), &at) != WEND_OK) return false;
    for (int32_t y = at.y - TILES_AROUND; y <= at.y + TILES_AROUND; y++)
        for (int32_t x = at.x - TILES_AROUND; x <= at.x + TILES_AROUND; x++) {
            const wend_tile tile = {x, y};
            if (!wend_grid_passable(w->grid, tile)) continue;
            const wendi_vec center = wendi_center(w->grid, tile);
            const double gap = wendi_gap(w->position, center);
            if (gap >= least || !wendi_line_is_clear(w->grid, w->position, center, w->room)) continue;
            if (world_opt && !leads_to_goal(world_opt, tile, m)) continue;
            least = gap;
            *out = tile;
        }
    return least < INFINITY;
}

bool wendi_crowd_find_start(const wend_crowd* c, const wend_agent* agent, const wendi_member* m,
                            wendi_start* out) {
    const wendi_crowd_view* view = wendi_crowd_view_of(c, agent);
    wendi_walk w;
    *out = (wendi_start){.via = agent->position};
    if (wend_grid_tile_at(view->grid, agent->position, &out->tile) != WEND_OK) return false;
    if (!wendi_is_wide(view->grid)) return true;
    const wendi_stretch stretch = wendi_stretch_at(m->links, m->link_count, agent->waypoint, m->count);
    const wend_vec2* line = m->waypoints + stretch.first;
    wend_agent walker = *agent;
    walker.waypoint -= stretch.first;
    if (wendi_crowd_begin_walk(c, &w, &walker, line, stretch.count, 1) != WEND_OK) return false;
    // Beside its way it may see tiles that only a body that leaves the centres can get to.
    if (nearest_seen(&w, view->world, m, &out->tile)) return true;
    wend_tile end;
    const bool has_leg =
        stretch.count > 1 && wendi_walk_sees_line(&w) &&
        wend_grid_tile_at(view->grid, line[wendi_min(walker.waypoint + 1, stretch.count - 1)], &end) ==
            WEND_OK;
    const bool leads_on = has_leg && leads_to_goal(view->world, end, m);
    if (!leads_on && nearest_seen(&w, NULL, m, &out->tile)) return true;
    if (!has_leg) return false;
    *out = (wendi_start){end, wendi_walk_line_position(&w), true};
    return true;
}

wend_result wendi_crowd_check_body(const wend_crowd* c, const wend_agent* agent) {
    if (agent->profile < 0 || agent->profile >= c->view_count) return WEND_ERROR_ARGUMENT;
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wend_agent at_rest = *agent;
    at_rest.waypoint = 0;
    at_rest.along = 0;
    const wend_result checked = wendi_crowd_check_around(c, agent, 0);
    if (checked != WEND_OK) return checked;
    wendi_walk walk;
    wend_result result = wendi_crowd_begin_walk(c, &walk, &at_rest, &at_rest.position, 1, 1);
    if (result != WEND_OK) return result;
    const double radius = (double)agent->radius / walk.frame.size;
    if (radius > WENDI_MAX_BODY) return WEND_ERROR_ARGUMENT;
    if (radius > wendi_widest_body(grid) * (1 + 1e-6)) return WEND_ERROR_LIMIT;
    wend_tile seen;
    return !wendi_is_wide(grid) || nearest_seen(&walk, NULL, NULL, &seen) ? WEND_OK : WEND_ERROR_LIMIT;
}

// A wide body keeps the centre of a tile in sight, or else its leg.
void wendi_crowd_stand(const wend_crowd* c, wend_agent* agent, wendi_member* m, wend_agent_state state) {
    WENDI_ASSERT(m->capacity >= 1 && state != WEND_AGENT_WALKING);
    wendi_start start;
    const bool wide =
        wendi_is_wide(wendi_crowd_view_of(c, agent)->grid) && wendi_crowd_find_start(c, agent, m, &start);
    if (wide && start.by_leg) {
        m->waypoints[0] = start.via;
        m->waypoints[1] = wend_grid_center(c->grid, start.tile);
        m->count = 2;
    } else {
        m->waypoints[0] = wide ? wend_grid_center(c->grid, start.tile) : agent->position;
        m->count = 1;
    }
    m->link_count = 0;
    m->state = state;
    m->forces_pass = m->check = m->broken = m->chases = m->grows = false;
    agent->waypoint = agent->idle = 0;
    agent->along = 0;
}

void wendi_crowd_plan_again(const wend_crowd* c, wend_agent* agent, wendi_member* m) {
    if (m->state == WEND_AGENT_ON_LINK)
        m->plans_after = true;
    else
        wendi_crowd_stand(c, agent, m, WEND_AGENT_WAITING);
    m->mark_cost = m->mark_left = INFINITY;
    m->stalled = 0;
    m->next_replan = (double)c->def.replan_time;
}
