// tile_bits.h: is a tile of a large map in a set of tiles? A bit for each, in pages that exist where some
// tile was added.
#ifndef WENDI_TILE_BITS_H
#define WENDI_TILE_BITS_H
#include "grid/grid.h"

enum { WENDI_BITS_PAGE_SIDE = 64 };

typedef struct wendi_tile_bits {
    wend_allocator allocator;
    int32_t width, height, page_columns;
    uint64_t** pages; // WENDI_BITS_PAGE_SIDE rows of one word each
    size_t page_count;
} wendi_tile_bits;

void wendi_tile_bits_free(wendi_tile_bits* bits);
/// Empties the set and makes it one of this grid's tiles. Errors: MEMORY; the set is then that of no grid.
wend_result wendi_tile_bits_reset(wendi_tile_bits* bits, const wend_grid* grid);
/// Adds the tiles on the map that are at most so many columns and rows away from a tile. Errors: MEMORY.
wend_result wendi_tile_bits_add_around(wendi_tile_bits* bits, wend_tile tile, int32_t reach);
void wendi_tile_bits_remove(wendi_tile_bits* bits, wend_tile tile);

static inline bool wendi_tile_bits_hold(const wendi_tile_bits* bits, wend_tile tile) {
    const uint64_t* page =
        bits->pages[tile.y / WENDI_BITS_PAGE_SIDE * bits->page_columns + tile.x / WENDI_BITS_PAGE_SIDE];
    return page && page[tile.y % WENDI_BITS_PAGE_SIDE] >> tile.x % WENDI_BITS_PAGE_SIDE & 1;
}
#endif
