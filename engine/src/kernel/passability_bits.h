// passability_bits.h: which tiles of a cluster are passable? One bit for each tile. On a map of one cost this
// is all that the kernel needs to know of a cluster, and it fills three cache lines where the tiles fill one
// or two for each row.
#ifndef WENDI_PASSABILITY_BITS_H
#define WENDI_PASSABILITY_BITS_H
#include "kernel/cluster_distance.h"

typedef struct wendi_passability_bits {
    uint32_t tiles[WENDI_MAX_CLUSTER_SIDE]; // bit x of row y: the tile in column x is passable
    uint32_t first_alike;                   // one bit for each row: it differs from the row above
    uint32_t covers_below, covers_above; // likewise: its passable tiles include those of the row below, above
} wendi_passability_bits;

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out);
#endif
