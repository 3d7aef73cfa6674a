// crowd_read.c: what do a crowd and its agents tell of themselves?
#include <string.h>

#include "agents/crowd.h"
#include "core/hash.h"

const char* wend_agent_state_string(wend_agent_state state) {
    static const char* const texts[WEND_AGENT_STATE_COUNT] = {"idle",     "waiting", "walking", "arrived",
                                                              "no_route", "stuck",   "on_link", "near_goal"};
    bool known = (int)state >= 0 && state < WEND_AGENT_STATE_COUNT;
    return known ? texts[state] : "unknown state";
}

const wend_agent* wend_crowd_agents(const wend_crowd* c, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = c ? c->count : 0;
    return c ? c->agents : NULL;
}

const wend_agent_id* wend_crowd_ids(const wend_crowd* c, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = c ? c->count : 0;
    return c ? c->ids : NULL;
}

int32_t wend_crowd_index(const wend_crowd* c, wend_agent_id id) {
    return wendi_crowd_index(c, id);
}

const wend_agent* wend_crowd_agent(const wend_crowd* c, wend_agent_id id) {
    int32_t i = wendi_crowd_index(c, id);
    return i >= 0 ? &c->agents[i] : NULL;
}

wend_agent_state wend_crowd_state(const wend_crowd* c, wend_agent_id id) {
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0) return WEND_AGENT_IDLE;
    const wendi_member* m = &c->members[i];
    return m->state == WEND_AGENT_ARRIVED && m->partial ? WEND_AGENT_NEAR_GOAL : m->state;
}

const wend_vec2* wend_crowd_path(const wend_crowd* c, wend_agent_id id, int32_t* count_out) {
    if (!count_out) return NULL;
    int32_t i = wendi_crowd_index(c, id);
    bool has = i >= 0 && c->members[i].state != WEND_AGENT_IDLE && c->members[i].count > 1;
    *count_out = has ? c->members[i].count : 0;
    return has ? c->members[i].waypoints : NULL;
}

int32_t wend_crowd_link(const wend_crowd* c, wend_agent_id id, float* progress_out) {
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0 || !progress_out || c->members[i].state != WEND_AGENT_ON_LINK) return -1;
    const wendi_crossing* crossing = &c->members[i].crossing;
    *progress_out = crossing->duration > 0 ? wendi_to_float(crossing->elapsed / crossing->duration) : 0;
    return crossing->id;
}

wend_crowd_stats wend_crowd_get_stats(const wend_crowd* c) {
    return c ? c->stats : (wend_crowd_stats){0};
}

static uint64_t bits_of(wend_vec2 v) {
    uint32_t x, y;
    memcpy(&x, &v.x, sizeof x);
    memcpy(&y, &v.y, sizeof y);
    return (uint64_t)x << 32 | y;
}

uint64_t wend_crowd_hash(const wend_crowd* c) {
    if (!c) return 0;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (int32_t i = 0; i < c->count; i++) {
        wendi_hash_u64(&state, bits_of(c->agents[i].position));
        wendi_hash_u64(&state, bits_of(c->agents[i].velocity));
        wendi_hash_u64(&state, (uint64_t)c->members[i].state);
    }
    return XXH3_64bits_digest(&state);
}
