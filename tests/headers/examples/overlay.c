// overlay.c: the example of wend/overlay.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
#include EXAMPLE
    const float cost = wend_grid_cost(wend_world_grid(scouts), (wend_tile){60, 40});
    expect(cost > 8.7f && cost < 9.3f);
    expect(wend_grid_cost(wend_world_grid(world), (wend_tile){60, 40}) == 1);
    expect(wend_overlay_remove(overlay, handle) == WEND_OK);
    expect(wend_overlay_world(overlay, &scouts) == WEND_OK);
    expect(wend_grid_cost(wend_world_grid(scouts), (wend_tile){60, 40}) == 1);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
    return 0;
}
