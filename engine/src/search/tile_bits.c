// tile_bits.c: sets of tiles in pages.
#include "search/tile_bits.h"

static size_t page_bytes(void) {
    return WENDI_BITS_PAGE_SIDE * sizeof(uint64_t);
}

void wendi_tile_bits_free(wendi_tile_bits* bits) {
    for (size_t i = 0; i < bits->page_count; i++)
        wendi_free(&bits->allocator, bits->pages[i], 1, page_bytes());
    wendi_free(&bits->allocator, bits->pages, bits->page_count, sizeof *bits->pages);
    bits->pages = NULL;
    bits->page_count = 0;
}

wend_result wendi_tile_bits_reset(wendi_tile_bits* bits, const wend_grid* grid) {
    const int32_t columns = (grid->width - 1) / WENDI_BITS_PAGE_SIDE + 1;
    const int32_t rows = (grid->height - 1) / WENDI_BITS_PAGE_SIDE + 1;
    wendi_tile_bits_free(bits);
    bits->pages = wendi_alloc_zeroed(&bits->allocator, (size_t)columns * (size_t)rows, sizeof *bits->pages);
    if (!bits->pages) return WEND_ERROR_MEMORY;
    bits->page_count = (size_t)columns * (size_t)rows;
    bits->page_columns = columns;
    bits->width = grid->width;
    bits->height = grid->height;
    return WEND_OK;
}

wend_result wendi_tile_bits_add_around(wendi_tile_bits* bits, wend_tile tile, int32_t reach) {
    const int32_t left = wendi_max(tile.x - reach, 0), right = wendi_min(tile.x + reach, bits->width - 1);
    const int32_t top = wendi_max(tile.y - reach, 0), bottom = wendi_min(tile.y + reach, bits->height - 1);
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            uint64_t** page =
                &bits->pages[y / WENDI_BITS_PAGE_SIDE * bits->page_columns + x / WENDI_BITS_PAGE_SIDE];
            if (!*page) *page = wendi_alloc_zeroed(&bits->allocator, 1, page_bytes());
            if (!*page) return WEND_ERROR_MEMORY;
            (*page)[y % WENDI_BITS_PAGE_SIDE] |= (uint64_t)1 << x % WENDI_BITS_PAGE_SIDE;
        }
    }
    return WEND_OK;
}

void wendi_tile_bits_remove(wendi_tile_bits* bits, wend_tile tile) {
    uint64_t* page =
        bits->pages[tile.y / WENDI_BITS_PAGE_SIDE * bits->page_columns + tile.x / WENDI_BITS_PAGE_SIDE];
    if (page) page[tile.y % WENDI_BITS_PAGE_SIDE] &= ~((uint64_t)1 << tile.x % WENDI_BITS_PAGE_SIDE);
}
