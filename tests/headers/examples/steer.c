// steer.c: the example of wend/steer.h, and what must come of it: an agent that has somewhere to go, two
// others in its way, and many ticks.
#include "example.h"

int main(void) {
    wend_agent agent = {.position = {1, 1}, .max_speed = 4, .max_acceleration = 16};
    const wend_agent others[] = {{.position = {5, 5.2f}}, {.position = {8, 7}}};
    const int32_t count = 2;
    const wend_vec2 target = {12, 12};
    const float dt = 1.0f / 30;
    float nearest = INFINITY;
    for (int32_t tick = 0; tick < 600; tick++) {
#include EXAMPLE
        for (int32_t i = 0; i < count; i++)
            nearest = fminf(nearest, hypotf(agent.position.x - others[i].position.x,
                                            agent.position.y - others[i].position.y));
    }
    expect(hypotf(agent.position.x - target.x, agent.position.y - target.y) < 0.5f);
    expect(nearest > 0.2f); // kept apart
    return 0;
}
