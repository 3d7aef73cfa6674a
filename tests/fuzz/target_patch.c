// Is any patch of a world either refused, or does the world answer queries and take edits with it? Its
// checksums are corrected first, so that damage gets past them, and it is made a patch of the world.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"
#include "patched_world.h"
#include "target.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

// As in docs/file-format.md.
enum {
    HEADER = 64,
    ENTRY = 32,
    SECTIONS = 11,
    FILE_SIZE = 16,
    NUMBER = 28,
    WORLD = 32,
    PREVIOUS = 40,
    TABLE_SUM = 48,
    HEADER_SUM = 56
};

static uint64_t get64(const uint8_t* at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void put64(uint8_t* at, uint64_t value) {
    memcpy(at, &value, sizeof value);
}

static uint64_t id_of_world(void) {
    static uint8_t header[HEADER];
    FILE* file = get64(header) == 0 ? fopen(patched_world_file(), "rb") : NULL;
    if (file && fread(header, sizeof header, 1, file) != 1) abort();
    if (file) fclose(file);
    return get64(header + HEADER_SUM);
}

static void set_right(uint8_t* bytes, size_t size) {
    if (size < HEADER + SECTIONS * ENTRY) return;
    uint8_t* table = bytes + HEADER;
    const uint32_t first = 1;
    put64(bytes + FILE_SIZE, size);
    memcpy(bytes + NUMBER, &first, sizeof first);
    put64(bytes + WORLD, id_of_world());
    put64(bytes + PREVIOUS, 0);
    for (int32_t i = 0; i < SECTIONS; i++) {
        const uint64_t begin = get64(table + i * ENTRY + 8);
        const uint64_t end = i + 1 < SECTIONS ? get64(table + (i + 1) * ENTRY + 8) : size;
        if (begin <= end && end <= size)
            put64(table + i * ENTRY + 24, XXH3_64bits(bytes + begin, end - begin));
    }
    put64(bytes + TABLE_SUM, XXH3_64bits(table, SECTIONS * ENTRY));
    put64(bytes + HEADER_SUM, XXH3_64bits(bytes, HEADER_SUM));
}

static void use(wend_world* world) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    const wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK)
        for (int32_t i = 0; i < 3; i++) {
            const wend_query query = wend_default_query((wend_tile){3 * i, 2}, (wend_tile){45 - i, 39});
            (void)wend_find_path(search, world, &query, path, NULL);
        }
    const wend_edit edit = wend_edit_tiles((wend_rect){28, 28, 4, 4}, 0);
    if (wend_world_edit(world, &edit, 1, NULL) == WEND_OK) (void)wend_world_refresh(world, 0, NULL);
    void* bytes = NULL;
    size_t size;
    if (wend_world_save_memory(world, NULL, &bytes, &size, NULL) == WEND_OK) free(bytes);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size ? size : 1);
    if (!bytes) return 0;
    if (size) memcpy(bytes, data, size);
    set_right(bytes, size);
    const char* patch = memory_file(bytes, size);
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map_patched(patched_world_file(), &patch, 1, NULL, &world, &error) == WEND_OK) use(world);
    wend_world_destroy(world);
    free(bytes);
    return 0;
}
