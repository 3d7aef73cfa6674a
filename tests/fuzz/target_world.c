// Is any file either refused, or a world that answers queries? Its checksums are corrected first, so that
// damage gets past them.
#include <stdlib.h>
#include <string.h>

#include "target.h"
#include "wend/wend.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

// As in docs/file-format.md.
enum { HEADER = 64, ENTRY = 32, SECTIONS = 14, TABLE_SUM = 48, HEADER_SUM = 56, MAX_TILES = 1 << 14 };

static uint64_t get64(const uint8_t* at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put64(uint8_t* at, uint64_t value) {
    memcpy(at, &value, sizeof value);
}

// False: so large a map that only time would be lost.
static bool set_right(uint8_t* bytes, size_t size) {
    if (size < HEADER + SECTIONS * ENTRY) return true;
    uint8_t* table = bytes + HEADER;
    for (int32_t i = 0; i < SECTIONS; i++) {
        const uint64_t begin = get64(table + i * ENTRY + 8);
        const uint64_t end = i + 1 < SECTIONS ? get64(table + (i + 1) * ENTRY + 8) : size;
        if (begin > end || end > size) continue;
        put64(table + i * ENTRY + 24, XXH3_64bits(bytes + begin, end - begin));
        int32_t sides[2];
        if (i > 0 || end - begin < sizeof sides) continue;
        memcpy(sides, bytes + begin, sizeof sides);
        if ((int64_t)sides[0] * sides[1] > MAX_TILES) return false;
    }
    put64(bytes + TABLE_SUM, XXH3_64bits(table, SECTIONS * ENTRY));
    put64(bytes + HEADER_SUM, XXH3_64bits(bytes, HEADER_SUM));
    return true;
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
