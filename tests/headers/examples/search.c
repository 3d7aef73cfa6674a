// search.c: the example of wend/search.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
#include EXAMPLE
    expect(wend_path_outcome(path) == WEND_FOUND);
    expect(count > 600 && tiles[0].x == 5 && tiles[0].y == 5);
    expect(tiles[count - 1].x == 600 && tiles[count - 1].y == 400);
    for (int32_t i = 1; i < count; i++)
        expect(wend_grid_can_step(wend_world_grid(world), tiles[i - 1], tiles[i]));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
