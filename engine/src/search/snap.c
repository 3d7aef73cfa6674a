// snap.c: the rows around a tile are scanned, the nearest ones first, each from its middle outwards and no
// farther than the best tile so far.
#include "search/snap.h"

#include <math.h>

#include "grid/straight.h"

typedef struct scan {
    const wend_grid* grid;
    wend_tile middle;
    wendi_nearest nearest; // without a tile, its distance is the limit
    bool found;
} scan;

static void visit(scan* s, int32_t x, int32_t y) {
    const wend_tile tile = {x, y};
    if (x < 0 || x >= s->grid->width || !wendi_is_passable(s->grid, x, y)) return;
    const int64_t distance = wendi_straight(s->grid->connectivity, s->middle, tile);
    if (s->found) {
        wendi_take_nearer(&s->nearest, tile, distance);
    } else if (distance <= s->nearest.distance) {
        s->nearest = (wendi_nearest){tile, distance};
        s->found = true;
    }
}

static bool is_near_enough(const scan* s, int32_t columns, int32_t rows) {
    return wendi_straight_bound(s->grid->connectivity, columns, rows) <= s->nearest.distance;
}

static void scan_row(scan* s, int32_t y) {
    if (y < 0 || y >= s->grid->height) return;
    const int32_t rows = wendi_abs(y - s->middle.y);
    const int32_t most = wendi_max(s->middle.x, s->grid->width - 1 - s->middle.x);
    visit(s, s->middle.x, y);
    for (int32_t columns = 1; columns <= most && is_near_enough(s, columns, rows); columns++) {
        visit(s, s->middle.x - columns, y);
        visit(s, s->middle.x + columns, y);
    }
}

bool wendi_snap(const wend_grid* grid, wend_tile tile, double radius, wend_tile* out) {
    WENDI_ASSERT(radius >= 0 && wend_grid_contains(grid, tile));
    const double limit = fmin(4 * radius * radius, 0x1p62); // wendi_straight of the radius
    scan s = {.grid = grid, .middle = tile, .nearest = {.distance = (int64_t)limit}};
    const int32_t most = wendi_max(tile.y, grid->height - 1 - tile.y);
    scan_row(&s, tile.y);
    for (int32_t rows = 1; rows <= most && is_near_enough(&s, 0, rows); rows++) {
        scan_row(&s, tile.y - rows);
        scan_row(&s, tile.y + rows);
    }
    if (s.found) *out = s.nearest.tile;
    return s.found;
}
