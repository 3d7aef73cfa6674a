// passability_bits.h: which tiles of a cluster are passable? One bit for each tile. On a map of one cost this
// is all that the kernel needs to know of a cluster, and it fills three cache lines where the tiles fill one
// or two for each row.
#ifndef WENDI_PASSABILITY_BITS_H
#define WENDI_PASSABILITY_BITS_H
#include <string.h>

#include "kernel/cluster_distance.h"

/// The passable tiles among up to 32 in a row, a bit for each. Neighbouring tiles are often of one class:
/// eight of them are then read at once.
static inline uint32_t wendi_passable_row(const wend_grid* grid, const uint8_t* tiles, int32_t width) {
    uint32_t passable = 0;
    uint64_t eight;
    int32_t x = 0;
    for (; x + 8 <= width; x += 8) {
        uint32_t bits = grid->costs.straight[tiles[x]] != 0 ? 0xff : 0;
        memcpy(&eight, tiles + x, sizeof eight);
        if (eight != tiles[x] * UINT64_C(0x0101010101010101)) {
            bits = 0;
            for (int32_t i = 0; i < 8; i++) bits |= (uint32_t)(grid->costs.straight[tiles[x + i]] != 0) << i;
        }
        passable |= bits << x;
    }
    for (; x < width; x++) passable |= (uint32_t)(grid->costs.straight[tiles[x]] != 0) << x;
    return passable;
}

typedef struct wendi_passability_bits {
    uint32_t tiles[WENDI_MAX_CLUSTER_SIDE]; // bit x of row y: the tile in column x is passable
    uint32_t first_alike;                   // one bit for each row: it differs from the row above
    uint32_t covers_below, covers_above; // likewise: its passable tiles include those of the row below, above
} wendi_passability_bits;

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out);
#endif
