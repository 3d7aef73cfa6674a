// tiles.h: where are the tiles of a grid? (tile_blocks.c)
//
// They lie row by row in one piece of memory, which versions of a world share. A version that changes tiles
// while others share them copies the blocks of tiles around them, and reads and writes these instead. A block
// has a margin of tiles that other blocks have too, so that whoever asks for a tile can read from there on as
// far as a cluster reaches; a change is written to each block that has the tile.
#ifndef WENDI_TILES_H
#define WENDI_TILES_H
#include "store/table.h"

enum {
    WENDI_TILE_BLOCK = 64,  // tiles on a side, without the margin
    WENDI_TILES_BEFORE = 2, // margin to the left and above
    WENDI_TILES_AFTER = 34, // and to the right and below
};

typedef WENDI_TABLE(wendi_shared*) wendi_tile_block_table; // an item NULL: the tiles lie in the rows

struct wend_grid;

/// A tile, and the bytes from its row to the next. Tiles up to WENDI_TILES_AFTER to the right or below, and 1
/// to the left or above, can be read from there.
typedef struct wendi_tiles {
    const uint8_t* at;
    int64_t stride;
} wendi_tiles;

/// wendi_tiles_at of a grid that has blocks.
WENDI_COLD wendi_tiles wendi_tiles_in_blocks(const struct wend_grid* grid, int32_t x, int32_t y);
/// Makes an area of the map the grid's own, so that its tiles may be changed. Errors: MEMORY.
wend_result wendi_grid_own(struct wend_grid* grid, wend_rect area);
/// Changes tiles of a row that is the grid's own. classes_opt: NULL: all become of one class.
void wendi_put_tiles(struct wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t* classes_opt,
                     uint8_t terrain_class);
#endif
