// passability_bits.h: which tiles and steps of a cluster are passable, as bits?
#ifndef WENDI_PASSABILITY_BITS_H
#define WENDI_PASSABILITY_BITS_H
#include <string.h>

#include "grid/steps.h"

// ---- what all forms of computing a distance inside one cluster share

enum {
    WENDI_MAX_CLUSTER_SIDE = 32,
    WENDI_MAX_CLUSTER_TILES = WENDI_MAX_CLUSTER_SIDE * WENDI_MAX_CLUSTER_SIDE
};

#define WENDI_UNREACHED UINT32_MAX // greater than every distance

/// The direction of a distance field: costs of paths from its seeds to each tile, or from each tile to the
/// seeds. A step costs what the tile that it enters costs, so the two differ.
typedef enum wendi_sense { WENDI_FROM, WENDI_TO } wendi_sense;

// ---- bits

typedef struct wendi_closed_bits {
    // By direction and row. Bit x: the tile in column x may not be left in this direction. Bits beyond the
    // cluster mean nothing.
    uint32_t rows[WENDI_DIRECTIONS][WENDI_MAX_CLUSTER_SIDE];
} wendi_closed_bits;

void wendi_closed_bits_read(const wend_grid* grid, wend_rect area, wendi_closed_bits* out);

/// Which of eight tiles are of another class than a given one, a bit for each. eight: their bytes.
static inline uint32_t wendi_tiles_unlike(uint64_t eight, uint8_t terrain_class) {
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f),
                   apart = eight ^ terrain_class * UINT64_C(0x0101010101010101);
    const uint64_t unlike = (((apart & low) + low) | apart) & ~low; // the top bit of each byte
    return (uint32_t)((unlike >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/// The passable ones of eight tiles. Neighbouring tiles are often of one class, or of two.
static inline uint32_t wendi_passable_eight(const wend_grid* grid, const uint8_t* tiles) {
    const int32_t* cost = grid->costs.straight;
    uint64_t eight;
    memcpy(&eight, tiles, sizeof eight);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    const uint8_t first = tiles[0];
    const uint32_t others = wendi_tiles_unlike(eight, first);
    uint32_t bits = cost[first] != 0 ? 0xff & ~others : 0;
    if (others == 0) return bits;
    const uint8_t second = tiles[__builtin_ctz(others)];
    if ((others & wendi_tiles_unlike(eight, second)) == 0) return bits | (cost[second] != 0 ? others : 0);
    for (int32_t i = 1; i < 8; i++) bits |= (uint32_t)(cost[tiles[i]] != 0) << i;
    return bits;
}

/// The passable tiles among up to 32 in a row, a bit for each.
static inline uint32_t wendi_passable_row(const wend_grid* grid, const uint8_t* tiles, int32_t width) {
    uint32_t passable = 0;
    int32_t x = 0;
    for (; x + 8 <= width; x += 8) passable |= wendi_passable_eight(grid, tiles + x) << x;
    for (; x < width; x++) passable |= (uint32_t)(grid->costs.straight[tiles[x]] != 0) << x;
    return passable;
}

typedef struct wendi_passability_bits {     // all zero for a cluster without passable tiles
    uint32_t tiles[WENDI_MAX_CLUSTER_SIDE]; // bit x of row y: the tile in column x is passable
    uint32_t unlike_above; // one bit for each row but the first: it differs from the row above
    uint32_t lacks_below,
        lacks_above; // likewise: some passable tile of the row below, above is blocked in it
} wendi_passability_bits;

void wendi_passability_bits_read(const wend_grid* grid, wend_rect area, wendi_passability_bits* out);
#endif
