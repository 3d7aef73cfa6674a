// crowd.c: the example of wend/crowd.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
#include EXAMPLE
    expect(wend_crowd_state(crowd, id) == WEND_AGENT_ARRIVED);
    int32_t count = 0;
    wend_vec2 position = wend_crowd_agent(crowd, id)->position;
    expect(wend_crowd_ids(crowd, &count)[0].value == id.value);
    expect(count == 1 && fabsf(position.x - 600.5f) < 0.5f && fabsf(position.y - 400.5f) < 0.5f);
    expect(wend_crowd_get_stats(crowd).ticks > 1000);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return 0;
}
