// Is any patch of a world either refused, or does the world answer queries and take edits with it? Its
// checksums are corrected first, so that damage gets past them, and it is made a patch of the world.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"
#include "patched_world.h"
#include "pool.h"
#include "section_file.h"
#include "target.h"
#include "use_up.h"

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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size ? size : 1);
    if (!bytes) return 0;
    if (size) memcpy(bytes, data, size);
    set_right(bytes, size);
    const char* patch = memory_file(bytes, size);
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map_patched(patched_world_file(), &patch, 1, pool_allocator(), &world, &error) ==
        WEND_OK) {
        const rng random = rng_of_input(data, size);
        use_up(world, random);
    }
    free(bytes);
    return 0;
}
