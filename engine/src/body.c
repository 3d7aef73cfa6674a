// body.c: discs among tiles.
#include "body.h"

static bool on_map(const wend_grid* grid, wendi_vec p) {
    return p.x >= 0 && p.y >= 0 && p.x < (double)grid->width && p.y < (double)grid->height;
}

// For p on the map.
static wend_tile tile_under(wendi_vec p) {
    return (wend_tile){(int32_t)p.x, (int32_t)p.y};
}

bool wendi_stands(const wend_grid* grid, wendi_vec p) {
    if (!on_map(grid, p)) return false;
    wend_tile tile = tile_under(p);
    return wendi_open(grid, tile.x, tile.y);
}

// A column or row, also far off the map, moved to the border of the map.
static int32_t column(const wend_grid* grid, double x) {
    return (int32_t)floor(wendi_clamp(x, -1, grid->width));
}
static int32_t row(const wend_grid* grid, double y) {
    return (int32_t)floor(wendi_clamp(y, -1, grid->height));
}

static double gap_to_tile(int32_t x, int32_t y, wendi_vec p) {
    double dx = fmax(fmax(x - p.x, p.x - (x + 1)), 0), dy = fmax(fmax(y - p.y, p.y - (y + 1)), 0);
    return sqrt(dx * dx + dy * dy);
}

double wendi_clearance(const wend_grid* grid, wendi_vec p, double reach) {
    double least = reach;
    int32_t right = column(grid, p.x + reach), bottom = row(grid, p.y + reach);
    for (int32_t y = row(grid, p.y - reach); y <= bottom; y++)
        for (int32_t x = column(grid, p.x - reach); x <= right; x++)
            if (!wendi_open(grid, x, y)) least = fmin(least, gap_to_tile(x, y, p));
    return least;
}

// The share of a way at which it has come to a coordinate, kept within 0 .. 1.
static double share_at(double from, double to, double at) {
    return wendi_clamp((at - from) / (to - from), 0, 1);
}

// True when the way meets the inside of a box (Liang, Barsky 1984).
static bool meets_box(wendi_vec from, wendi_vec to, double left, double top, double right, double bottom) {
    double enter = 0, leave = 1, way[2] = {to.x - from.x, to.y - from.y}, at[2] = {from.x, from.y};
    double low[2] = {left, top}, high[2] = {right, bottom};
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0) {
            if (at[axis] <= low[axis] || at[axis] >= high[axis]) return false;
            continue;
        }
        double a = (low[axis] - at[axis]) / way[axis], b = (high[axis] - at[axis]) / way[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter < leave;
}

static bool hits_tile(int32_t x, int32_t y, wendi_vec from, wendi_vec to, double radius) {
    double dip = radius < 0 ? -radius : 0;
    if (meets_box(from, to, x + dip, y + dip, x + 1 - dip, y + 1 - dip)) return true;
    if (radius <= 0) return false;
    if (gap_to_tile(x, y, from) < radius || gap_to_tile(x, y, to) < radius) return true;
    for (int32_t corner = 0; corner < 4; corner++) {
        wendi_vec c = {x + (corner & 1), y + (corner >> 1)};
        if (wendi_gap_to_segment(from, to, c) < radius) return true;
    }
    return false;
}

bool wendi_way_is_free(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius) {
    if (!on_map(grid, from) || !on_map(grid, to)) return false;
    const double reach = fmax(radius, 0);
    int32_t bottom = row(grid, fmax(from.y, to.y) + reach);
    for (int32_t y = row(grid, fmin(from.y, to.y) - reach); y <= bottom; y++) {
        // Only the part of the way within reach of this row can come near its tiles.
        double x0 = from.x, x1 = to.x;
        if (from.y != to.y) {
            x0 = from.x + (to.x - from.x) * share_at(from.y, to.y, y - reach);
            x1 = from.x + (to.x - from.x) * share_at(from.y, to.y, y + 1 + reach);
        }
        int32_t right = column(grid, fmax(x0, x1) + reach);
        for (int32_t x = column(grid, fmin(x0, x1) - reach); x <= right; x++)
            if (!wendi_open(grid, x, y) && hits_tile(x, y, from, to, radius)) return false;
    }
    return true;
}
