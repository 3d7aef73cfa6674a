// hex.c: the positions of hexagons and of their corners.
#include "grid/hex.h"

static const double LINE_GAP = 0.86602540378443864676; // sqrt 3 / 2

// A point with x along the lines and y across them, and back.
static wendi_vec turned(wend_connectivity connectivity, wendi_vec p) {
    return wendi_is_shifted_by_rows(connectivity) ? p : (wendi_vec){p.y, p.x};
}

wendi_vec wendi_hex_center(wend_connectivity connectivity, wend_tile tile) {
    bool by_rows = wendi_is_shifted_by_rows(connectivity);
    double along = by_rows ? tile.x : tile.y, line = by_rows ? tile.y : tile.x;
    double shift = wendi_is_shifted(connectivity, tile.x, tile.y) ? 0.5 : 0;
    return turned(connectivity, (wendi_vec){along + 0.5 + shift, line * LINE_GAP + WENDI_HEX_CORNER});
}

wend_tile wendi_hex_at(wend_connectivity connectivity, wendi_vec p) {
    const bool by_rows = wendi_is_shifted_by_rows(connectivity);
    const wendi_vec q = turned(connectivity, p);
    const int32_t middle = (int32_t)floor((q.y - WENDI_HEX_CORNER) / LINE_GAP + 0.5);
    wend_tile best = {0, 0};
    double least = INFINITY;
    for (int32_t line = middle - 1; line <= middle + 1; line++) {
        bool shifted = wendi_is_shifted(connectivity, by_rows ? 0 : line, by_rows ? line : 0);
        int32_t along = (int32_t)floor(q.x - (shifted ? 0.5 : 0));
        wend_tile tile = by_rows ? (wend_tile){along, line} : (wend_tile){line, along};
        double gap = wendi_gap(wendi_hex_center(connectivity, tile), p);
        if (gap >= least) continue;
        least = gap;
        best = tile;
    }
    return best;
}

bool wendi_hex_find(wend_connectivity connectivity, int32_t width, int32_t height, wendi_vec p,
                    wend_tile* out) {
    if (!(p.x >= -1 && p.y >= -1 && p.x <= width + 1.0 && p.y <= height + 1.0)) return false;
    wend_tile tile = wendi_hex_at(connectivity, p);
    if (tile.x < 0 || tile.y < 0 || tile.x >= width || tile.y >= height) return false;
    *out = tile;
    return true;
}

void wendi_hex_corners(wend_connectivity connectivity, wend_tile tile, wendi_vec out[6]) {
    static const wendi_vec corners[6] = {{0, -WENDI_HEX_CORNER},      {0.5, -WENDI_HEX_HALF_SIDE},
                                         {0.5, WENDI_HEX_HALF_SIDE},  {0, WENDI_HEX_CORNER},
                                         {-0.5, WENDI_HEX_HALF_SIDE}, {-0.5, -WENDI_HEX_HALF_SIDE}};
    wendi_vec center = wendi_hex_center(connectivity, tile);
    for (int32_t i = 0; i < 6; i++) out[i] = wendi_add(center, turned(connectivity, corners[i]));
}

wendi_vec wendi_hex_nearest(wend_connectivity connectivity, wend_tile tile, wendi_vec p) {
    wendi_vec corners[6], nearest = p;
    wend_tile at = wendi_hex_at(connectivity, p);
    if (wendi_is_same(at, tile)) return p;
    wendi_hex_corners(connectivity, tile, corners);
    double least = INFINITY;
    for (int32_t i = 0; i < 6; i++) {
        wendi_vec a = corners[i], side = wendi_sub(corners[(i + 1) % 6], a);
        wendi_vec q = wendi_along(a, side, wendi_share(a, corners[(i + 1) % 6], p));
        double gap = wendi_gap(q, p);
        if (gap >= least) continue;
        least = gap;
        nearest = q;
    }
    return nearest;
}
