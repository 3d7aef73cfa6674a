// wide_rows.c: where do the rows of tiles of a wide map lie in its file, and are files without room between
// them still read?
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "saved_world.h"
#include "unit.h"
#include "wend/wend.h"
#include "world_seal.h"

enum { WIDE_HEIGHT = 70 };

// From one row of tiles of a file to the next.
static size_t row_bytes(int32_t width) {
    const size_t least = (size_t)width + 2;
    if (least < 2048) return least;
    const size_t lines = (least + 63) / 64;
    return 64 * (lines % 2 == 1 ? lines : lines + 1);
}

static wend_world* wide_world(int32_t width) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = WIDE_HEIGHT;
    for (int32_t k = 1; k < 6; k++) def.class_costs[k] = (float)k;
    wend_grid* grid;
    assert_ok(wend_grid_create(&def, &grid));
    rng r = {(uint64_t)width};
    for (int32_t i = 0; i < 3000; i++) {
        const wend_rect at = {rng_below(&r, width - 8), rng_below(&r, WIDE_HEIGHT - 8), 1 + rng_below(&r, 8),
                              1 + rng_below(&r, 8)};
        wend_grid_fill(grid, at, (uint8_t)rng_below(&r, 6));
    }
    wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
    profiles[0].name = "wide";
    profiles[0].radius = 1.2f; // its view has tiles of its own,
    profiles[1].name = "slow";
    profiles[1].class_costs[2] = 9; // and this one those of the map
    wend_world_def world_def = wend_default_world_def();
    world_def.profiles = profiles;
    world_def.profile_count = 2;
    wend_world* world;
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

// The file without room between the rows, as wide maps were once written.
static uint8_t* without_room(const uint8_t* bytes, size_t size, int32_t width, size_t* size_out) {
    uint8_t* out = calloc(1, size);
    assert_non_null(out);
    memcpy(out, bytes, FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY);
    size_t at = FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY;
    for (int32_t i = 0; i < WORLD_SECTIONS; i++) {
        uint8_t* entry = file_entry(out, i);
        const uint8_t* from = bytes + get64(entry + ENTRY_OFFSET_AT);
        size_t length = (size_t)get64(entry + ENTRY_SIZE_AT);
        put64(entry + ENTRY_OFFSET_AT, at);
        if (i == WORLD_TILES) {
            const size_t row = (size_t)width + 2;
            for (size_t y = 0; y < WIDE_HEIGHT + 2; y++)
                memcpy(out + at + y * row, from + y * row_bytes(width), row);
            put64(entry + ENTRY_SIZE_AT, length = row * (WIDE_HEIGHT + 2));
        } else {
            memcpy(out + at, from, length);
        }
        at += (length + 63) / 64 * 64;
    }
    put64(out + FILE_SIZE_AT, at);
    world_seal(out, at);
    *size_out = at;
    return out;
}

static void same_paths(const wend_world* a, const wend_world* b, int32_t width) {
    wend_search* search;
    wend_path* paths[2];
    wend_search_def def = wend_default_search_def();
    assert_ok(wend_search_create(&def, &search));
    for (int32_t i = 0; i < 2; i++) assert_ok(wend_path_create(NULL, &paths[i]));
    rng r = {(uint64_t)width};
    for (int32_t i = 0; i < 30; i++) {
        wend_query query = wend_default_query((wend_tile){rng_below(&r, width), rng_below(&r, WIDE_HEIGHT)},
                                              (wend_tile){rng_below(&r, width), rng_below(&r, WIDE_HEIGHT)});
        query.profile = i % 3;
        query.partial = true;
        const wend_result result = wend_find_path(search, a, &query, paths[0], NULL);
        assert_int_equal(wend_find_path(search, b, &query, paths[1], NULL), result);
        if (result != WEND_OK) continue;
        int32_t counts[2];
        const wend_tile* tiles[2];
        for (int32_t k = 0; k < 2; k++) tiles[k] = wend_path_tiles(paths[k], &counts[k]);
        assert_int_equal(counts[0], counts[1]);
        if (counts[0] > 0) assert_memory_equal(tiles[0], tiles[1], (size_t)counts[0] * sizeof **tiles);
    }
    for (int32_t i = 0; i < 2; i++) wend_path_destroy(paths[i]);
    wend_search_destroy(search);
}

static void rows_of_wide_maps_lie_apart(void** state) {
    (void)state;
    files_enter();
    static const int32_t widths[] = {2045, 2046, 2110, 2111};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const int32_t width = widths[i];
        const size_t row = row_bytes(width);
        wend_world *world = wide_world(width), *opened[3];
        size_t size, short_size;
        uint8_t* bytes = saved(world, &size);
        const world_section tiles = world_section_of(bytes, size, WORLD_TILES);
        assert_int_equal(tiles.size, row * (WIDE_HEIGHT + 2));
        for (size_t y = 0; y < WIDE_HEIGHT + 2; y++)
            for (size_t x = (size_t)width + 2; x < row; x++) assert_int_equal(tiles.bytes[y * row + x], 0);
        uint8_t* without = without_room(bytes, size, width, &short_size);
        assert_true(row == (size_t)width + 2 ? short_size == size : short_size < size);
        assert_ok(wend_world_open_memory(bytes, size, NULL, &opened[0], NULL));
        assert_ok(wend_world_open_memory(without, short_size, NULL, &opened[1], NULL));
        files_put("without.wend", without, short_size);
        assert_ok(wend_world_map("without.wend", NULL, &opened[2], NULL));
        for (int32_t k = 0; k < 3; k++) {
            assert_true(wend_world_hash(opened[k]) == wend_world_hash(world));
            same_paths(world, opened[k], width);
            if (k > 0) edit(opened[k]);
        }
        edit(opened[0]); // and what is saved then has the room
        size_t edited_size, again_size;
        uint8_t* edited = saved(opened[0], &edited_size);
        for (int32_t k = 1; k < 3; k++) {
            uint8_t* again = saved(opened[k], &again_size);
            assert_int_equal(again_size, edited_size);
            assert_memory_equal(again, edited, edited_size);
            free(again);
        }
        for (int32_t k = 0; k < 3; k++) wend_world_destroy(opened[k]);
        // Any other distance of the rows is refused.
        put64(file_entry(bytes, WORLD_TILES) + ENTRY_SIZE_AT, tiles.size - (WIDE_HEIGHT + 2));
        world_seal(bytes, size);
        wend_world* none = NULL;
        assert_int_equal(wend_world_open_memory(bytes, size, NULL, &none, NULL), WEND_ERROR_FORMAT);
        free(edited);
        free(without);
        free(bytes);
        wend_world_destroy(world);
    }
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_wide_maps_lie_apart),
    };
    return run_unit_tests(tests);
}
