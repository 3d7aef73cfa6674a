// crowd_refine.c: how does an agent set out on the first tiles of a path, and get the others while it walks?
//
// Each agent keeps what is left of its path, from the end of its waypoints on. When it comes near this end,
// it waits for its turn to plan, and more tiles are refined; it walks on meanwhile. Edits and a goal that
// moves a little change what is left the next time that it is refined.
#include "agents/crowd.h"
#include "hierarchy/world.h"
#include "search/path.h"
#include "wend/repair.h"

enum { LEAST_AHEAD = 16 }; // tiles

wend_result wendi_crowd_begin_path(wend_crowd* c, int32_t i, wend_query* query, wend_path** out) {
    wendi_member* m = &c->members[i];
    *out = c->path;
    // A path that does not reach the goal is planned as a whole.
    if (c->def.first_tiles == 0 ||
        !wend_world_connected(wendi_crowd_view_of(c, &c->agents[i])->world, query->start, query->goal))
        return WEND_OK;
    if (!m->rest) {
        wend_result result = wend_path_create(&c->allocator, &m->rest);
        if (result != WEND_OK) return result;
    }
    query->first_tiles = c->def.first_tiles;
    *out = m->rest;
    return WEND_OK;
}

// How many tiles of its path an agent has ahead when it asks for more.
static double wanted_ahead(const wend_crowd* c) {
    return fmax(c->def.first_tiles / 2.0, LEAST_AHEAD);
}

static double length_between(const wend_crowd* c, wend_vec2 from, wend_vec2 to) {
    const wendi_frame frame = wendi_frame_of(c->grid);
    return wendi_gap(wendi_to_tiles(&frame, from), wendi_to_tiles(&frame, to));
}

void wendi_crowd_note_rest(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    double length = 0;
    int32_t link = m->link_count - 1;
    m->renew = m->count - 1;
    m->beyond = 0;
    while (m->renew > 0 && length < wanted_ahead(c)) {
        const int32_t k = --m->renew;
        m->beyond = length;
        while (link >= 0 && m->links[link].waypoint > k) link--;
        if (link < 0 || m->links[link].waypoint != k)
            length += length_between(c, m->waypoints[k], m->waypoints[k + 1]);
    }
}

bool wendi_crowd_wants_tiles(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    const wend_agent* agent = &c->agents[i];
    const bool walks = m->state == WEND_AGENT_WALKING || (m->state == WEND_AGENT_ON_LINK && !m->plans_after);
    if (!m->grows || !walks || m->field || agent->waypoint < m->renew) return false;
    const int32_t next = wendi_min(m->renew + 1, m->count - 1);
    return agent->waypoint > m->renew ||
           length_between(c, agent->position, m->waypoints[next]) + m->beyond < wanted_ahead(c);
}

// Appends the waypoints of the rest, of which the first is the last of the agent.
static wend_result append(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    int32_t count, link_count;
    const wend_vec2* waypoints = wend_path_waypoints(m->rest, &count);
    const wend_path_link* links = wend_path_links(m->rest, &link_count);
    const int32_t before = m->count - 1;
    wend_vec2* all = wendi_grow(&c->allocator, m->waypoints, &m->capacity, (size_t)m->count,
                                (size_t)before + (size_t)count, sizeof *all);
    if (!all) return WEND_ERROR_MEMORY;
    m->waypoints = all;
    if (link_count > 0) {
        wend_path_link* grown = wendi_grow(&c->allocator, m->links, &m->link_capacity, (size_t)m->link_count,
                                           (size_t)m->link_count + (size_t)link_count, sizeof *grown);
        if (!grown) return WEND_ERROR_MEMORY;
        m->links = grown;
    }
    for (int32_t k = 1; k < count; k++) m->waypoints[m->count++] = waypoints[k];
    for (int32_t k = 0; k < link_count; k++) {
        m->links[m->link_count] = links[k];
        m->links[m->link_count++].waypoint += before;
    }
    m->planned = m->count;
    wendi_crowd_note_lines(c, i, before);
    return WEND_OK;
}

wend_result wendi_crowd_add_tiles(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    const wend_world* world = wendi_crowd_view_of(c, &c->agents[i])->world;
    wend_path* path = m->rest;
    wend_stats stats = {0};
    wend_result result = wend_path_cut(c->search, world, path, (int32_t)path->tiles.count - 1);
    if (result == WEND_OK) result = wend_path_refine(c->search, world, path, c->def.first_tiles, &stats);
    if (result != WEND_OK) return result;
    wendi_crowd_count_work(c, path, &stats);
    c->stats.pieces++;
    if (wend_path_get_rest(path) == WEND_REST_BROKEN) { // there may be a way from where it is
        wendi_crowd_plan_again(c, &c->agents[i], m);
        return WEND_OK;
    }
    result = append(c, i);
    if (result != WEND_OK) { // what was refined is lost to it
        wendi_crowd_plan_again(c, &c->agents[i], m);
        return result;
    }
    m->grows = wend_path_get_rest(path) != WEND_REST_NONE;
    m->stand_in = path->goal_tile;
    m->end = m->grows ? path->rest.goal : path->tiles.data[path->tiles.count - 1];
    m->partial = m->grows ? path->rest.nearest : path->outcome == WEND_PARTIAL;
    if (m->grows) wendi_crowd_note_rest(c, i);
    return WEND_OK;
}

void wendi_crowd_lead_rest(wendi_member* m, wend_tile goal) {
    m->rest->goal_tile = m->rest->asked_goal = m->rest->rest.goal = m->rest->origin.query.goal = goal;
    m->rest->rest.version = UINT64_MAX; // of no world: it is planned again
    m->rest->rest.broken = false;
}
