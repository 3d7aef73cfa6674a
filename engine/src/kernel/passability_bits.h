// passability_bits.h: which tiles of a cluster are passable, a bit each. Where all passable tiles have one
// cost, that is all that there is to know of a cluster; it lies in three cache lines, while its tiles lie in
// as many as it has rows, or twice as many.
#ifndef WENDI_PASSABILITY_BITS_H
#define WENDI_PASSABILITY_BITS_H
#include "kernel/cluster_distance.h"

typedef struct wendi_passability_bits {
    uint32_t tiles[WENDI_MAX_CLUSTER_SIDE]; // bit x of row y: the tile in that column and row is passable
    uint32_t first_alike;                   // bit a row: it is not as the row above
    uint32_t covers_below, covers_above; // bit a row: it has all the passable tiles of the row below, above
} wendi_passability_bits;

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out);
#endif
