// Does an import of any bytes end with a clean result, in memory that the size of the file and the limits
// bound? The checksums of a PNG are corrected first, so that damage gets past them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool.h"
#include "read.h"
#include "target.h"

// As docs/import.md states it.
enum { MEMORY_AT_LEAST = 8 << 20, MEMORY_FOR_BYTE = 64, MEMORY_FOR_TILE = 16 };
enum { MAX_TILES = 1 << 12, PNG_HEAD = 8, CHUNK_FRAME = 12 };

static void set_right(uint8_t* png, size_t size) {
    for (size_t at = PNG_HEAD; size - at >= CHUNK_FRAME;) {
        const uint8_t* head = png + at;
        const size_t length = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (length > size - at - CHUNK_FRAME) return;
        const uint32_t crc = crc32_of(head + 4, length + 4);
        for (int32_t i = 0; i < 4; i++) png[at + 8 + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
        at += CHUNK_FRAME + length;
    }
}

static void make_picture(void) {
    static const char content[] = "P2 4 3 255 255 250 0 205 254 254 1 90 217 216 128 64";
    static bool is_made;
    if (is_made) return;
    char name[40];
    snprintf(name, sizeof name, "fuzz.pgm.%p", (void*)&is_made); // others may do the same in this folder
    FILE* file = fopen(name, "wb");
    if (!file || fwrite(content, 1, sizeof content - 1, file) != sizeof content - 1 || fclose(file) != 0 ||
        rename(name, "fuzz.pgm") != 0) {
        perror("fuzz.pgm");
        abort();
    }
    is_made = true;
}

static void read_within(const uint8_t* data, size_t size, wend_import_def def) {
    pool_begin();
    def.allocator = pool_allocator();
    wend_grid_destroy(read_bytes(data, size, &def).grid);
    const size_t limit = MEMORY_AT_LEAST + (size_t)MEMORY_FOR_TILE * MAX_TILES + size * MEMORY_FOR_BYTE;
    if (pool_peak_bytes() > limit) {
        fprintf(stderr, "%zu bytes of memory for a file of %zu\n", pool_peak_bytes(), size);
        abort();
    }
    if (pool_live_blocks() != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t* copy = malloc(size ? size : 1);
    if (!copy) return 0;
    if (size) memcpy(copy, data, size);
    if (size > PNG_HEAD && memcmp(copy, "\x89PNG\r\n\x1a\n", PNG_HEAD) == 0) set_right(copy, size);

    make_picture();
    wend_import_def def = wend_default_import_def();
    def.max_tiles = MAX_TILES;
    def.max_decoded = MAX_TILES;
    read_within(copy, size, def);
    // the other branches of whatever it is
    def.rule = WEND_RULE_LUMA;
    def.negate = true;
    def.downscale = 3;
    def.letters = "a=1.5 b=blocked";
    def.fill_short = true;
    def.cost_property = "moveCost";
    def.jump_across = 2;
    read_within(copy, size, def);
    free(copy);
    return 0;
}
