// Is any file either refused, or a world that answers queries? Its checksums are corrected first, so that
// damage gets past them.
#include <stdlib.h>
#include <string.h>

#include "section_file.h"
#include "target.h"
#include "wend/wend.h"

enum { SECTIONS = 14, MAX_TILES = 1 << 14 }; // the first section begins with width and height

// False: so large a map that only time would be lost.
static bool set_right(uint8_t* bytes, size_t size) {
    if (size < FILE_TABLE_AT + SECTIONS * FILE_ENTRY) return true;
    file_seal(bytes, size, SECTIONS);
    const uint64_t map = get64(file_entry(bytes, 0) + ENTRY_OFFSET_AT);
    return map > size - 8 ||
           (int64_t)(int32_t)get32(bytes + map) * (int32_t)get32(bytes + map + 4) <= MAX_TILES;
}

static void ask_one(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = NULL;
    wend_path* path = NULL;
    const wend_search_def def = wend_default_search_def();
    const wend_tile from = {0, 0}, to = {wend_grid_width(grid) - 1, wend_grid_height(grid) - 1};
    const wend_query query = wend_default_query(from, to);
    if (wend_search_create(&def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK)
        (void)wend_find_path(search, world, &query, path, NULL);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void ask(const wend_world* world) {
    for (int32_t i = 0; i < wend_world_profile_count(world); i++) ask_one(wend_world_profile(world, i));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size ? size : 1);
    if (!bytes) return 0;
    if (size) memcpy(bytes, data, size);
    wend_world* world = NULL;
    wend_error error;
    if (set_right(bytes, size) && wend_world_open_memory(bytes, size, NULL, &world, &error) == WEND_OK)
        ask(world);
    wend_world_destroy(world);
    free(bytes);
    return 0;
}
