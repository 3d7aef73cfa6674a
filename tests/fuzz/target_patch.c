// Is any patch of a world either refused, or does the world answer queries and take edits with it? Its
// checksums are corrected first, so that damage gets past them, and it is made a patch of the world.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"
#include "patched_world.h"
#include "section_file.h"
#include "target.h"

// As in docs/file-format.md.
enum { SECTIONS = 11, NUMBER_AT = 28, WORLD_AT = 32, PREVIOUS_AT = 40 };

static uint64_t id_of_world(void) {
    static uint8_t header[FILE_TABLE_AT];
    FILE* file = get64(header) == 0 ? fopen(patched_world_file(), "rb") : NULL;
    if (file && fread(header, sizeof header, 1, file) != 1) abort();
    if (file) fclose(file);
    return get64(header + FILE_SUM_AT);
}

static void set_right(uint8_t* bytes, size_t size) {
    if (size < FILE_TABLE_AT + SECTIONS * FILE_ENTRY) return;
    put64(bytes + FILE_SIZE_AT, size);
    put32(bytes + NUMBER_AT, 1);
    put64(bytes + WORLD_AT, id_of_world());
    put64(bytes + PREVIOUS_AT, 0);
    file_seal(bytes, size, SECTIONS);
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
