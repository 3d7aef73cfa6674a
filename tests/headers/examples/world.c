// world.c: the example of wend/world.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
#include EXAMPLE
    expect(wend_grid_width(wend_world_grid(world)) == 640);
    expect(wend_world_connected(world, (wend_tile){0, 0}, (wend_tile){639, 479}));
    wend_world_counts counts;
    expect(wend_world_count(world, &counts) == WEND_OK && counts.component_count == 1);
    expect(grid == NULL);
    wend_world_destroy(world);
    return 0;
}
