// profile.c: the example of wend/profile.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
    expect(wend_grid_fill(grid, (wend_rect){301, 450, 1, 2}, 2) == WEND_OK); // water in the door
#include EXAMPLE
    expect(wend_world_profile_count(world) == 3);
    expect(query.profile == 1 && wend_world_find_profile(world, "boat") == 2);
    const wend_tile left = {5, 5}, right = {600, 400};
    expect(wend_world_connected(world, left, right));
    expect(!wend_world_connected(tanks, left, right));
    expect(wend_world_connected(wend_world_profile(world, 2), (wend_tile){301, 450}, (wend_tile){301, 451}));
    wend_world_destroy(world);
    return 0;
}
