// closed_bits.h: which steps are closed in a cluster? One bit for each tile and direction, which the kernel
// turns into masks for whole rows. Few clusters have closed steps; on hexagonal maps all have.
#ifndef WENDI_CLOSED_BITS_H
#define WENDI_CLOSED_BITS_H
#include "grid/steps.h"
#include "kernel/cluster_distance.h"

typedef struct wendi_closed_bits {
    // By direction and row. Bit x: the tile in column x may not be left in this direction. Bits beyond the
    // cluster mean nothing.
    uint32_t rows[WENDI_DIRECTIONS][WENDI_MAX_CLUSTER_SIDE];
} wendi_closed_bits;

void wendi_closed_bits_read(const wend_grid* grid, wend_rect area, wendi_closed_bits* out);
#endif
