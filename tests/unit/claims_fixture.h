// claims_fixture.h: agents that claim the tiles under them, and never come closer than their claims let them.
#ifndef CLAIMS_FIXTURE_H
#define CLAIMS_FIXTURE_H
#include <math.h>

#include "crowd_fixture.h"
#include "wend/wend.h"

/// A crowd whose agents claim tiles.
static inline wend_crowd* claiming_crowd(wend_world* world) {
    wend_crowd_def def = wend_default_crowd_def();
    def.claims = true;
    return crowd_by(world, &def);
}

/// Adds an agent at a position, and sends it to a tile.
static inline wend_agent_id add_claiming(wend_crowd* crowd, wend_vec2 position, uint16_t floor,
                                         wend_tile goal) {
    const wend_agent body = {
        .position = position, .max_speed = 6, .max_acceleration = 48, .radius = .4f, .floor = floor};
    wend_agent_id id;
    assert_ok(wend_crowd_add(crowd, &body, &id));
    assert_ok(wend_crowd_send(crowd, id, goal));
    return id;
}

/// Moves all for one tick; no two of one floor may touch, unless they are on a link. Returns how many have
/// arrived.
static inline int32_t tick_claiming(wend_crowd* crowd) {
    int32_t count = 0, arrived = 0;
    assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_agent_state state = wend_crowd_state(crowd, ids[i]);
        arrived += state == WEND_AGENT_ARRIVED;
        for (int32_t k = i + 1; k < count && state != WEND_AGENT_ON_LINK; k++) {
            if (agents[i].floor != agents[k].floor || wend_crowd_state(crowd, ids[k]) == WEND_AGENT_ON_LINK)
                continue;
            assert_true(hypotf(agents[i].position.x - agents[k].position.x,
                               agents[i].position.y - agents[k].position.y) >= .8f - 1e-3f);
        }
    }
    return arrived;
}

#endif
