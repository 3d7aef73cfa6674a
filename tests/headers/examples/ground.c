// ground.c: the example of wend/ground.h, and what must come of it.
#include <string.h>

#include "example.h"

int main(void) {
    wend_world* world = given_world();
    const wend_rect before = wend_world_ground(world);
#include EXAMPLE
    const wend_rect after = wend_world_ground(world);
    expect(reached && after.x == -64 && after.width == before.width + 64 && after.height == before.height);
    expect(wend_world_remove_ground(world, (wend_rect){-64, 5, 64, 32}) == WEND_OK);
    expect(wend_world_ground(world).x == 0);
    wend_world_destroy(world);
    return 0;
}
