// crowd_fixture.h: crowds, and in which states their agents are.
#ifndef WEND_TEST_CROWD_FIXTURE_H
#define WEND_TEST_CROWD_FIXTURE_H
#include "unit.h"
#include "wend/crowd.h"

static inline wend_crowd* crowd_by(const wend_world* world, const wend_crowd_def* def) {
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(world, def, &crowd));
    return crowd;
}
static inline wend_crowd* new_crowd(const wend_world* world) {
    const wend_crowd_def def = wend_default_crowd_def();
    return crowd_by(world, &def);
}

static inline wend_agent_id id_at(const wend_crowd* crowd, int32_t index) {
    int32_t count;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    assert_true(index < count);
    return ids[index];
}

/// How many agents are in a state.
static inline int32_t count_in(const wend_crowd* crowd, wend_agent_state state) {
    int32_t count, found = 0;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) found += wend_crowd_state(crowd, ids[i]) == state;
    return found;
}
#endif
