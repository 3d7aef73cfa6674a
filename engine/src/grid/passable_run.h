// passable_run.h: are several tiles in a row surely blocked? Large blocked areas mostly have one class, which
// shows without a look at every tile.
#ifndef WENDI_PASSABLE_RUN_H
#define WENDI_PASSABLE_RUN_H
#include <string.h>

#include "grid/grid.h"

enum { WENDI_RUN = 8 }; // tiles

/// True when the tiles of a run, from (x, y) to the right, all have a class.
static inline bool wendi_run_has_class(const wend_grid* grid, int32_t x, int32_t y, uint8_t terrain_class) {
    uint64_t tiles;
    WENDI_ASSERT(x >= 0 && x + WENDI_RUN <= grid->width);
    memcpy(&tiles, wendi_tile(grid, x, y), sizeof tiles);
    return tiles == terrain_class * UINT64_C(0x0101010101010101);
}
/// True when they all have one class, which is blocked. False says nothing.
static inline bool wendi_run_is_blocked(const wend_grid* grid, int32_t x, int32_t y) {
    const uint8_t terrain_class = *wendi_tile(grid, x, y);
    return grid->costs.straight[terrain_class] == 0 && wendi_run_has_class(grid, x, y, terrain_class);
}
#endif
