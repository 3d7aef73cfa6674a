// repair.c: the example of wend/repair.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    expect(wend_search_create(&def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK);
    wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
    expect(wend_find_path(search, world, &query, path, NULL) == WEND_OK);
    const double cost = wend_path_cost(path);
#include EXAMPLE
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    expect(wend_path_outcome(path) == WEND_FOUND && wend_path_is_valid(path, world, NULL));
    expect(tiles[count - 1].x == 600 && tiles[count - 1].y == 401);
    expect(wend_path_cost(path) > cost - 20 && wend_path_cost(path) < 1.2 * cost);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
