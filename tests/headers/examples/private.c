// private.c: the example of wend/private.h, and its expected result.
#include "wend/private.h"
#include "example.h"

int main(void) {
    wend_grid* grid = NULL;
#include EXAMPLE
    expect(result == WEND_OK && grid == NULL);
    wend_world* world = NULL;
    expect(wend_world_open("island.wend", NULL, &world, NULL) == WEND_OK);
    expect(wend_grid_width(wend_world_grid(world)) == 256);
    wend_world_destroy(world);
    remove("island.wend");
    return 0;
}
