// stream.c: the example of wend/stream.h, and its expected result.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    expect(wend_world_save(world, "world.wend", NULL) == WEND_OK);
    wend_world_destroy(world);
    expect(wend_search_create(&search_def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK);
#include EXAMPLE
    int32_t tile_count;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    expect(wend_path_outcome(path) == WEND_FOUND);
    expect(tiles[tile_count - 1].x == 600 && tiles[tile_count - 1].y == 400);
    wend_path_destroy(path);
    wend_search_destroy(search);
    remove("world.wend");
    return 0;
}
