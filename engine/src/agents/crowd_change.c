// crowd_change.c: how does a crowd change while it walks: bodies, members, its definition, the map under it?
#include "agents/crowd.h"

wend_result wend_crowd_change(wend_crowd* c, wend_agent_id id, const wend_agent* body) {
    if (!c || !body) return WEND_ERROR_ARGUMENT;
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0) return WEND_ERROR_STALE;
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    wend_agent next = *agent;
    next.max_speed = body->max_speed;
    next.max_acceleration = body->max_acceleration;
    next.radius = body->radius;
    next.profile = body->profile;
    next.user_data = body->user_data;
    bool moved = body->position.x != agent->position.x || body->position.y != agent->position.y;
    if (moved) {
        next.position = body->position;
        next.velocity = (wend_vec2){0, 0};
    }
    wend_agent at_rest = next;
    if (!moved && m->state == WEND_AGENT_ON_LINK) at_rest.position = m->crossing.to;
    wend_result result = wendi_crowd_check_body(c, &at_rest);
    if (result != WEND_OK) return result;
    const bool other = next.profile != agent->profile;
    *agent = next;
    if (other) m->field = NULL; // it leads the agents of the other profile
    if (moved)
        wendi_crowd_stand(c, agent, m, m->state == WEND_AGENT_IDLE ? m->state : WEND_AGENT_WAITING);
    else if (other && m->state != WEND_AGENT_IDLE)
        wendi_crowd_plan_again(c, agent, m);
    return WEND_OK;
}

// Removes the overlaps of an agent that was removed or gets another index.
static void forget_overlaps(wend_crowd* c, int32_t index) {
    int32_t kept = 0;
    for (int32_t i = 0; i < c->before_count; i++) {
        uint64_t pair = c->overlaps_before[i];
        if ((int32_t)(pair >> 32) != index && (int32_t)(uint32_t)pair != index)
            c->overlaps_before[kept++] = pair;
    }
    c->before_count = kept;
}

// Ids of a slot that ran out of generations could name a later agent, so such a slot is never used again.
static void free_slot(wend_crowd* c, int32_t slot) {
    wendi_agent_slot* s = &c->slots[slot];
    s->index = ~(c->free_slot + 1);
    WENDI_ASSERT(s->index < 0);
    if (++s->generation != 0) c->free_slot = slot;
}

wend_result wend_crowd_remove(wend_crowd* c, wend_agent_id id) {
    if (!c) return WEND_ERROR_ARGUMENT;
    int32_t gap = wendi_crowd_index(c, id);
    if (gap < 0) return WEND_ERROR_STALE;
    int32_t last = --c->count;
    wendi_member* m = &c->members[gap];
    wendi_crowd_free_member(c, m);
    *m = c->members[last];
    c->agents[gap] = c->agents[last];
    c->ids[gap] = c->ids[last];
    c->slots[(uint32_t)c->ids[gap].value].index = gap;
    free_slot(c, (int32_t)(uint32_t)id.value);
    forget_overlaps(c, gap);
    forget_overlaps(c, last);
    if (c->next_plan >= c->count) c->next_plan = 0;
    if (c->next_check >= c->count) c->next_check = 0;
    return WEND_OK;
}

wend_result wend_crowd_set_def(wend_crowd* c, const wend_crowd_def* def) {
    if (!c || !def) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_crowd_def_check(def);
    if (result == WEND_OK) c->def = *def;
    return result;
}

// True when the rest of its path, widened by its body, touches some tiles.
static bool path_touches(const wend_crowd* c, int32_t i, wend_rect tiles) {
    const wendi_member* m = &c->members[i];
    const wendi_frame frame = wendi_frame_of(c->grid);
    const double widest = wendi_widest_body(wendi_crowd_view_of(c, &c->agents[i])->grid);
    const double radius = (double)c->agents[i].radius / frame.size;
    const double wide = fmax(isfinite(widest) ? fmax(radius, widest) : radius, 0.5);
    double left = tiles.x - wide, right = tiles.x + (double)tiles.width + wide;
    double top = tiles.y - wide, bottom = tiles.y + (double)tiles.height + wide;
    wendi_vec from = wendi_to_tiles(&frame, c->agents[i].position);
    for (int32_t k = wendi_min(c->agents[i].waypoint + 1, m->count - 1); k < m->count; k++) {
        wendi_vec to = wendi_to_tiles(&frame, m->waypoints[k]), way = wendi_sub(to, from);
        // The part of the leg within the rectangle, by slabs.
        double first = 0, last = 1;
        const double at[2] = {from.x, from.y}, by[2] = {way.x, way.y};
        const double low[2] = {left, top}, high[2] = {right, bottom};
        for (int32_t axis = 0; axis < 2; axis++) {
            if (by[axis] == 0) {
                if (at[axis] < low[axis] || at[axis] > high[axis]) last = -1;
                continue;
            }
            double a = (low[axis] - at[axis]) / by[axis], b = (high[axis] - at[axis]) / by[axis];
            first = fmax(first, fmin(a, b));
            last = fmin(last, fmax(a, b));
        }
        if (first <= last) return true;
        from = to;
    }
    return false;
}

int32_t wend_crowd_replan(wend_crowd* c, wend_rect tiles) {
    if (!c) return 0;
    int32_t count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        bool hopeless = m->state == WEND_AGENT_NO_ROUTE || m->state == WEND_AGENT_STUCK || m->partial;
        bool walks = m->state == WEND_AGENT_WALKING || m->state == WEND_AGENT_ON_LINK;
        if (!hopeless && !(walks && path_touches(c, i, tiles))) continue;
        wendi_crowd_plan_again(c, &c->agents[i], m);
        count++;
    }
    return count;
}
