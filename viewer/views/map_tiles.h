// map_tiles.h: an array with one byte for each tile of a floor.
#ifndef WEND_VIEW_MAP_TILES_H
#define WEND_VIEW_MAP_TILES_H
#include <wend/private.h>

typedef struct map_tiles {
    const uint8_t* first;
    size_t stride; ///< from one row to the next [Units: bytes]
    int32_t width, height;
    const uint32_t*
        pixels;   ///< 0xAARRGGBB of each tile, of those with an alpha of 255; NULL: all by their byte
    bool sampled; ///< pictures of small scale show some tiles instead of the mean of all
} map_tiles;

/// The classes of a floor, borrowed from its grid.
static inline map_tiles map_tiles_of(const wend_grid* grid, int32_t floor) {
    const wend_rect map = wend_grid_area(grid);
    const uint8_t* first = wend_grid_floor_row(grid, floor, map.y);
    const uint8_t* second = wend_grid_floor_row(grid, floor, map.y + 1);
    return (map_tiles){first, second != NULL ? (size_t)(second - first) : 0, map.width, map.height, NULL,
                       false};
}

#endif
