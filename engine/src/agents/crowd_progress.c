// crowd_progress.c: has an agent arrived, alone or beside others, or does it make no progress?
#include <string.h>

#include "agents/crowd.h"

// How many agents stand at each goal: an open hash table, rebuilt on first use in a tick.
static wendi_goal_count* arrived_at(const wend_crowd* c, wend_tile goal) {
    uint64_t key = (uint64_t)(uint32_t)goal.x << 32 | (uint32_t)goal.y,
             mask = (uint64_t)c->goal_slot_count - 1;
    WENDI_ASSERT((c->goal_slot_count & (c->goal_slot_count - 1)) == 0 && c->goal_slot_count >= 2 * c->count);
    uint64_t at = (key * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (c->goal_counts[at].count > 0 &&
           (c->goal_counts[at].goal.x != goal.x || c->goal_counts[at].goal.y != goal.y))
        at = (at + 1) & mask;
    c->goal_counts[at].goal = goal;
    return &c->goal_counts[at];
}

static void count_arrived(wend_crowd* c) {
    memset(c->goal_counts, 0, (size_t)c->goal_slot_count * sizeof *c->goal_counts);
    for (int32_t k = 0; k < c->count; k++) {
        if (c->members[k].state != WEND_AGENT_ARRIVED) continue;
        wendi_goal_count* at = arrived_at(c, c->members[k].end);
        const double radius = c->bodies[k].radius;
        if (at->count++ == 0) at->radius = radius;
        if (at->radius != radius) at->radius = -1;
        at->area += radius * radius;
    }
    c->goal_counts_ready = true;
}

// Radius of the disc that an agent and all at its goal need, and of twice its body round that.
static double crowded_radius(const wend_crowd* c, int32_t i) {
    static const double filled = 0.5; // of the disc by bodies
    const wendi_goal_count* at = arrived_at(c, c->members[i].end);
    const double radius = c->bodies[i].radius;
    if (at->count == 0 || at->radius == radius) return radius * (sqrt((at->count + 1) / filled) + 2);
    return sqrt((at->area + radius * radius) / filled) + 2 * radius;
}

// True when an agent is within the disc that all agents at its goal would fill, so that going on is useless,
// or has tried for long.
static bool may_arrive_beside(wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    double patience = (double)c->def.beside_goal_time;
    if (patience == 0 || m->stalled < patience || !m->beside_arrived) return false;
    if (m->stalled >= 6 * patience) return true;
    if (!c->goal_counts_ready) count_arrived(c);
    return wendi_gap(c->walks[i].position, wendi_center(c->grid, m->end)) <= crowded_radius(c, i);
}

void wendi_crowd_arrive(const wend_agent* agent, wendi_member* m, bool beside_goal) {
    m->beside_goal = beside_goal;
    m->state = WEND_AGENT_ARRIVED;
    m->forces_pass = false;
    m->home = agent->position;
}

// An agent that was pushed away from its place walks back once nobody presses it; one that had only arrived
// beside others walks on when they are gone.
void wendi_crowd_return_home(wend_crowd* c, int32_t i) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    float far = wend_grid_tile_size(c->grid) + 2 * agent->radius;
    float dx = agent->position.x - m->home.x, dy = agent->position.y - m->home.y;
    bool away = dx * dx + dy * dy >= far * far && !m->pressed, alone = m->beside_goal && !m->beside_arrived;
    if (!away && !alone) return;
    wendi_crowd_plan_again(c, agent, m);
}

// Length of its path from a point on one of its legs.
static double length_left(const wendi_member* m, int32_t leg, float along) {
    double sum = -(double)along;
    for (; leg + 1 < m->count; leg++) {
        const double dx = (double)(m->waypoints[leg + 1].x - m->waypoints[leg].x),
                     dy = (double)(m->waypoints[leg + 1].y - m->waypoints[leg].y);
        sum += sqrt(dx * dx + dy * dy);
    }
    return fmax(sum, 0);
}

// True when it is nearer to its goal than ever, by a real step.
static bool makes_progress(wend_crowd* c, int32_t i) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    bool replanned = m->next_replan > (double)c->def.replan_time; // only a real step counts
    wend_tile tile;
    if (m->field && wend_grid_tile_at(c->grid, agent->position, &tile) == WEND_OK) {
        double cost = wend_field_cost(m->field, tile);
        if (cost >= m->mark_cost - (replanned ? 1 : 0)) return false;
        m->mark_cost = cost;
        return true;
    }
    float step = (replanned ? 1 : 0.25f) * wend_grid_tile_size(c->grid);
    // A step along the new path may lead round the same obstacle, and be none along the old one.
    if (replanned && !m->grows && length_left(m, agent->waypoint, agent->along) > m->mark_left - (double)step)
        return false;
    if (agent->waypoint <= m->mark_waypoint && agent->along < m->mark_along + step) return false;
    m->mark_waypoint = agent->waypoint;
    m->mark_along = agent->along;
    return true;
}

// True when it forces its way past bodies that may be wide: a short way into one is no progress yet.
static bool is_still_passing(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    if (!m->forces_pass || !c->neighbours.is_mixed) return false;
    const double size = (double)wend_grid_tile_size(c->grid), widest = wendi_widest_of(&c->neighbours);
    const double dx = (double)(c->agents[i].position.x - m->forced_at.x),
                 dy = (double)(c->agents[i].position.y - m->forced_at.y);
    return sqrt(dx * dx + dy * dy) < 2 * (c->bodies[i].radius + widest) * size;
}

void wendi_crowd_track_progress(wend_crowd* c, int32_t i, double dt) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    if (!is_still_passing(c, i) && makes_progress(c, i)) {
        m->stalled = 0;
        m->next_replan = (double)c->def.replan_time;
        m->mark_left = INFINITY;
        m->forces_pass = false;
        return;
    }
    m->stalled += dt;
    double patience = (double)c->def.forced_pass_time;
    if (may_arrive_beside(c, i)) {
        wendi_crowd_arrive(agent, m, true);
    } else if (m->next_replan > 0 && m->stalled >= m->next_replan) {
        if (m->next_replan <= (double)c->def.replan_time)
            m->mark_left = m->grows ? INFINITY : length_left(m, m->mark_waypoint, m->mark_along);
        m->next_replan *= 2;
        bool forced = m->forces_pass;
        wendi_crowd_stand(c, &c->agents[i], m, WEND_AGENT_WAITING);
        m->forces_pass = forced;
    }
    if (patience > 0 && m->stalled >= patience && m->state != WEND_AGENT_ARRIVED && !m->forces_pass) {
        m->forces_pass = true;
        m->forced_at = agent->position;
        c->stats.forced_passes++;
    }
}
