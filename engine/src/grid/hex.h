// hex.h: where are the hexagons of a map, and how far apart? Tiles are numbered by columns and rows, as those
// of square maps. Rows or columns, the lines of the map, are shifted by half a tile in turn.
//
// Positions are in tiles: neighbours lie 1 apart. So a hexagon is 1 wide across two opposite sides, and the
// lines lie sqrt 3 / 2 apart.
#ifndef WENDI_HEX_H
#define WENDI_HEX_H
#include "core/base.h"
#include "core/vec.h"
#include "wend/grid.h"

static inline bool wendi_is_hex(wend_connectivity connectivity) {
    return connectivity >= WEND_CONNECTIVITY_HEX_ODD_R;
}

/// True when the rows of a hexagonal map are shifted, false when its columns are.
static inline bool wendi_is_shifted_by_rows(wend_connectivity connectivity) {
    WENDI_ASSERT(wendi_is_hex(connectivity));
    return connectivity <= WEND_CONNECTIVITY_HEX_EVEN_R;
}

/// On a hexagonal map, rows or columns are shifted by half a tile in turn. True for a tile on a shifted one.
static inline bool wendi_is_shifted(wend_connectivity connectivity, int32_t x, int32_t y) {
    WENDI_ASSERT(wendi_is_hex(connectivity));
    bool by_rows = wendi_is_shifted_by_rows(connectivity);
    bool odd = connectivity == WEND_CONNECTIVITY_HEX_ODD_R || connectivity == WEND_CONNECTIVITY_HEX_ODD_Q;
    return ((by_rows ? y : x) & 1) == odd;
}

/// The way from a hexagon to another in doubled coordinates: lines is the number of rows or columns,
/// whichever are shifted, along twice the distance in the direction of these lines.
typedef struct wendi_hex_way {
    int64_t along, lines;
} wendi_hex_way;
static inline wendi_hex_way wendi_hex_between(wend_connectivity connectivity, wend_tile a, wend_tile b) {
    const int64_t shift =
        (int64_t)wendi_is_shifted(connectivity, b.x, b.y) - wendi_is_shifted(connectivity, a.x, a.y);
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    const bool by_rows = wendi_is_shifted_by_rows(connectivity);
    return (wendi_hex_way){2 * (by_rows ? dx : dy) + shift, by_rows ? dy : dx};
}

/// Number of steps between two hexagons on a map without obstacles. Each step to the next line also leads
/// half a tile along the lines.
static inline int64_t wendi_hex_distance(wend_connectivity connectivity, wend_tile a, wend_tile b) {
    wendi_hex_way way = wendi_hex_between(connectivity, a, b);
    int64_t along = way.along < 0 ? -way.along : way.along, lines = way.lines < 0 ? -way.lines : way.lines;
    return along > lines ? (along + lines) / 2 : lines;
}

/// A hexagon has six neighbours: the two diagonal directions that it lacks.
static inline uint32_t wendi_hex_closed(wend_connectivity connectivity, int32_t x, int32_t y) {
    const uint32_t east = 1u << WENDI_NORTH_EAST | 1u << WENDI_SOUTH_EAST,
                   west = 1u << WENDI_NORTH_WEST | 1u << WENDI_SOUTH_WEST,
                   north = 1u << WENDI_NORTH_WEST | 1u << WENDI_NORTH_EAST,
                   south = 1u << WENDI_SOUTH_WEST | 1u << WENDI_SOUTH_EAST;
    bool shifted = wendi_is_shifted(connectivity, x, y);
    if (wendi_is_shifted_by_rows(connectivity)) return shifted ? west : east;
    return shifted ? north : south;
}

/// Distance from the middle of a hexagon to its corners, and half the length of a side.
#define WENDI_HEX_CORNER    0.57735026918962576451
#define WENDI_HEX_HALF_SIDE 0.28867513459481288225

wendi_vec wendi_hex_center(wend_connectivity connectivity, wend_tile tile);
/// The tile, which may lie off the map, whose middle is nearest to a point; of several the first row by row.
wend_tile wendi_hex_at(wend_connectivity connectivity, wendi_vec p);
/// The same on a map of this size; false: the point is off the map, or no number.
bool wendi_hex_find(wend_connectivity connectivity, int32_t width, int32_t height, wendi_vec p,
                    wend_tile* out);
/// The corners of a hexagon, one after the other round it.
void wendi_hex_corners(wend_connectivity connectivity, wend_tile tile, wendi_vec out[6]);
/// The point of a hexagon that is nearest to a point.
wendi_vec wendi_hex_nearest(wend_connectivity connectivity, wend_tile tile, wendi_vec p);
#endif
