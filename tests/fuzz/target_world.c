// Is any file either refused, or a world that can be used in every way? Its checksums are corrected first,
// also those of its clusters, so that damage gets past them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"
#include "pool.h"
#include "target.h"
#include "use_up.h"
#include "world_seal.h"

enum { MAX_TILES = 1 << 14 }; // the first section begins with width and height

// False: so large a map that only time would be lost.
static bool set_right(uint8_t* bytes, size_t size) {
    if (size < FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY) return true;
    world_seal(bytes, size);
    const uint64_t map = get64(file_entry(bytes, 0) + ENTRY_OFFSET_AT);
    return map > size - 8 ||
           (int64_t)(int32_t)get32(bytes + map) * (int32_t)get32(bytes + map + 4) <= MAX_TILES;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* bytes = malloc(size ? size : 1);
    if (!bytes) return 0;
    if (size) memcpy(bytes, data, size);
    wend_world* world = NULL;
    wend_error error;
    if (set_right(bytes, size)) {
        rng random = rng_of_input(data, size);
        const bool mapped = rng_chance(&random, 50);
        if ((thorough || !mapped) &&
            wend_world_open_memory(bytes, size, pool_allocator(), &world, &error) == WEND_OK)
            use_up(world, random);
        if ((thorough || mapped) &&
            wend_world_map(memory_file(bytes, size), pool_allocator(), &world, &error) == WEND_OK)
            use_up(world, random);
    }
    free(bytes);
    return 0;
}
