// straight.h: how far apart are two tiles in a straight line? In whole numbers, so that ties are exact on
// every machine.
#ifndef WENDI_STRAIGHT_H
#define WENDI_STRAIGHT_H
#include "grid/hex.h"

/// Four times the square of the distance between the centres of two tiles, a whole number on squares and on
/// hexagons alike.
static inline int64_t wendi_straight(wend_connectivity connectivity, wend_tile a, wend_tile b) {
    if (wendi_is_hex(connectivity)) {
        const wendi_hex_way way = wendi_hex_between(connectivity, a, b);
        return way.along * way.along + 3 * way.lines * way.lines;
    }
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    return 4 * (dx * dx + dy * dy);
}

/// A lower bound on wendi_straight between two tiles that are this many columns and rows apart; exact on
/// squares.
static inline int64_t wendi_straight_bound(wend_connectivity connectivity, int64_t columns, int64_t rows) {
    if (!wendi_is_hex(connectivity)) return 4 * (columns * columns + rows * rows);
    const bool by_rows = wendi_is_shifted_by_rows(connectivity);
    const int64_t lines = by_rows ? rows : columns, whole = by_rows ? columns : rows;
    const int64_t along = whole > 0 ? 2 * whole - 1 : 0; // one of the two may be shifted
    return along * along + 3 * lines * lines;
}

/// A lower bound on wendi_straight from a tile to any tile of an area; exact on squares.
static inline int64_t wendi_straight_to_area(wend_connectivity connectivity, wend_tile tile, wend_rect area) {
    const int64_t right = (int64_t)area.x + area.width - 1, bottom = (int64_t)area.y + area.height - 1;
    const int64_t columns = tile.x < area.x ? (int64_t)area.x - tile.x : tile.x > right ? tile.x - right : 0;
    const int64_t rows = tile.y < area.y ? (int64_t)area.y - tile.y : tile.y > bottom ? tile.y - bottom : 0;
    return wendi_straight_bound(connectivity, columns, rows);
}

/// True when a comes before b, row by row.
static inline bool wendi_is_before(wend_tile a, wend_tile b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/// The tile found so far that is nearest to a place in a straight line; of several as near, the first row by
/// row.
typedef struct wendi_nearest {
    wend_tile tile;
    int64_t distance; // wendi_straight; INT64_MAX: none yet
} wendi_nearest;

/// Takes a tile at a distance if it is nearer than the one so far.
static inline bool wendi_take_nearer(wendi_nearest* nearest, wend_tile tile, int64_t distance) {
    if (distance > nearest->distance) return false;
    if (distance == nearest->distance && !wendi_is_before(tile, nearest->tile)) return false;
    *nearest = (wendi_nearest){tile, distance};
    return true;
}
#endif
