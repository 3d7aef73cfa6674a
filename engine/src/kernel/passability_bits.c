// passability_bits.c: reads the tiles of a cluster into bits.
#include "kernel/passability_bits.h"

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out) {
    *out = (wendi_passability_bits){.first_alike = 1};
    for (int32_t y = 0; y < area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, area.y + y);
        const uint32_t passable = wendi_passable_row(grid, row, area.width),
                       above = y > 0 ? out->tiles[y - 1] : 0;
        out->tiles[y] = passable;
        if (y == 0) continue;
        out->first_alike |= (uint32_t)(passable != above) << y;
        out->covers_above |= (uint32_t)((above & ~passable) == 0) << y;
        out->covers_below |= (uint32_t)((passable & ~above) == 0) << (y - 1);
    }
}
