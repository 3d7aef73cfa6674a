// clearance.c: how far is a point from blocked tiles and walls, and can a disc move along a line without
// touching one?
#include "grid/clearance.h"

#include "grid/hex_clearance.h"

static bool on_map(const wend_grid* grid, wendi_vec p) {
    wend_tile tile;
    if (wendi_is_hex(grid->connectivity))
        return wendi_hex_find(grid->connectivity, grid->width, grid->height, p, &tile);
    return p.x >= 0 && p.y >= 0 && p.x < (double)grid->width && p.y < (double)grid->height;
}

bool wendi_is_on_passable(const wend_grid* grid, wendi_vec p) {
    if (!on_map(grid, p)) return false;
    wend_tile tile = {(int32_t)p.x, (int32_t)p.y};
    if (wendi_is_hex(grid->connectivity)) tile = wendi_hex_at(grid->connectivity, p);
    return !wendi_is_obstacle(grid, tile.x, tile.y);
}

// Columns and rows outside the map are clamped to the one-tile border around it.
static int32_t column(const wend_grid* grid, double x) {
    return (int32_t)(wendi_clamp(x, -1, grid->width) + 1) - 1;
}
static int32_t row(const wend_grid* grid, double y) {
    return (int32_t)(wendi_clamp(y, -1, grid->height) + 1) - 1;
}

wendi_vec wendi_nearest_on_tile(const wend_grid* grid, wend_tile tile, wendi_vec p) {
    if (wendi_is_hex(grid->connectivity)) return wendi_hex_nearest(grid->connectivity, tile, p);
    return (wendi_vec){wendi_clamp(p.x, tile.x, tile.x + 1), wendi_clamp(p.y, tile.y, tile.y + 1)};
}

wend_rect wendi_tiles_around(const wend_grid* grid, wendi_vec p, double reach) {
    wendi_vec first = {p.x - reach, p.y - reach}, last = {p.x + reach, p.y + reach};
    if (wendi_is_hex(grid->connectivity)) { // lines are less than 1 apart, and tiles shifted by half
        const bool rows = wendi_is_shifted_by_rows(grid->connectivity);
        const double lines = 1.1547005383792517; // in 1
        first =
            (wendi_vec){rows ? first.x - 1 : first.x * lines - 2, rows ? first.y * lines - 2 : first.y - 1};
        last = (wendi_vec){rows ? last.x : last.x * lines, rows ? last.y * lines : last.y};
    }
    int32_t left = (int32_t)floor(first.x), top = (int32_t)floor(first.y);
    return (wend_rect){left, top, (int32_t)floor(last.x) - left + 1, (int32_t)floor(last.y) - top + 1};
}

static double gap_to_tile(int32_t x, int32_t y, wendi_vec p) {
    double dx = p.x < x ? x - p.x : p.x > x + 1 ? p.x - (x + 1) : 0;
    double dy = p.y < y ? y - p.y : p.y > y + 1 ? p.y - (y + 1) : 0;
    return sqrt(dx * dx + dy * dy);
}

// ---- sides between tiles

// The side between a tile and the next one to the right or below, where a step across it is closed.
typedef struct side {
    wendi_vec a, b;
    bool forth, back; // the step to the next tile, from it, is closed
} side;

// False when both steps across the side are open, or a tile lies off the map.
static bool closed_side(const wend_grid* grid, int32_t x, int32_t y, bool below, side* out) {
    const int32_t d = below ? WENDI_SOUTH : WENDI_EAST, next_x = x + !below, next_y = y + below;
    if (x < 0 || y < 0 || next_x >= grid->width || next_y >= grid->height) return false;
    out->forth = wendi_exits_closed(&grid->exits, x, y) >> d & 1;
    out->back = wendi_exits_closed(&grid->exits, next_x, next_y) >> (d ^ 2) & 1;
    out->a = (wendi_vec){next_x, next_y};
    out->b = (wendi_vec){x + 1, y + 1};
    return out->forth || out->back;
}

bool wendi_wall_of(const wend_grid* grid, int32_t x, int32_t y, bool below, wendi_vec* a_out,
                   wendi_vec* b_out) {
    side s;
    if (!closed_side(grid, x, y, below, &s) || !s.forth || !s.back) return false;
    *a_out = s.a;
    *b_out = s.b;
    return true;
}

// True when a segment crosses a side in a direction that is closed. The points of a side belong to the tile
// to the right or below. depth: how far from its ends the side may be crossed.
static bool crosses_side(const side* s, wendi_vec from, wendi_vec to, double depth) {
    const bool upright = s->a.x == s->b.x;
    const double line = upright ? s->a.x : s->a.y, first = upright ? from.x : from.y,
                 last = upright ? to.x : to.y;
    if ((first < line) == (last < line) || !(first < line ? s->forth : s->back)) return false;
    double share = (line - first) / (last - first);
    double at = upright ? from.y + share * (to.y - from.y) : from.x + share * (to.x - from.x);
    double begin = upright ? s->a.y : s->a.x;
    return at >= begin + depth && at <= begin + 1 - depth;
}

static bool hits_side(const side* s, wendi_vec from, wendi_vec to, double radius) {
    if (crosses_side(s, from, to, radius < 0 ? -radius : 0)) return true;
    if (radius <= 0 || !s->forth || !s->back) return false;
    return wendi_gap_to_segment(from, to, s->a) < radius || wendi_gap_to_segment(from, to, s->b) < radius ||
           wendi_gap_to_segment(s->a, s->b, from) < radius || wendi_gap_to_segment(s->a, s->b, to) < radius;
}

// True when a segment hits a side of the tiles left .. right in a row.
static bool hits_sides(const wend_grid* grid, int32_t left, int32_t right, int32_t y, wendi_vec from,
                       wendi_vec to, double radius) {
    side s;
    for (int32_t x = left - 1; x <= right; x++)
        if (closed_side(grid, x, y, false, &s) && hits_side(&s, from, to, radius)) return true;
    for (int32_t x = left; x <= right; x++)
        for (int32_t above = 0; above < 2; above++)
            if (closed_side(grid, x, y - above, true, &s) && hits_side(&s, from, to, radius)) return true;
    return false;
}

static double gap_to_sides(const wend_grid* grid, int32_t x, int32_t y, wendi_vec p, double least) {
    side s;
    for (int32_t below = 0; below < 2; below++)
        if (closed_side(grid, x, y, below, &s) && s.forth && s.back)
            least = fmin(least, wendi_gap_to_segment(s.a, s.b, p));
    return least;
}

// ---- clearance

double wendi_clearance(const wend_grid* grid, wendi_vec p, double reach) {
    WENDI_ASSERT(reach <= WENDI_MAX_BODY + 1);
    if (wendi_is_hex(grid->connectivity)) return wendi_hex_clearance(grid, p, reach);
    double least = reach;
    int32_t right = column(grid, p.x + reach), bottom = row(grid, p.y + reach);
    for (int32_t y = row(grid, p.y - reach); y <= bottom; y++)
        for (int32_t x = column(grid, p.x - reach); x <= right; x++) {
            if (grid->exits.pages) least = gap_to_sides(grid, x, y, p, least);
            if (!wendi_is_obstacle(grid, x, y)) continue;
            double gap = gap_to_tile(x, y, p);
            least = gap < least ? gap : least;
        }
    return least;
}

// True when the segment crosses the interior of a box (Liang, Barsky 1984).
static bool crosses_box(wendi_vec from, wendi_vec to, double left, double top, double right, double bottom) {
    double enter = 0, leave = 1, delta[2] = {to.x - from.x, to.y - from.y}, at[2] = {from.x, from.y};
    double low[2] = {left, top}, high[2] = {right, bottom};
    for (int axis = 0; axis < 2; axis++) {
        if (delta[axis] == 0) {
            if (at[axis] <= low[axis] || at[axis] >= high[axis]) return false;
            continue;
        }
        double a = (low[axis] - at[axis]) / delta[axis], b = (high[axis] - at[axis]) / delta[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter < leave;
}

static bool hits_tile(int32_t x, int32_t y, wendi_vec from, wendi_vec to, double radius) {
    double depth = radius < 0 ? -radius : 0;
    if (crosses_box(from, to, x + depth, y + depth, x + 1 - depth, y + 1 - depth)) return true;
    if (radius <= 0) return false;
    if (gap_to_tile(x, y, from) < radius || gap_to_tile(x, y, to) < radius) return true;
    for (int32_t corner = 0; corner < 4; corner++) {
        wendi_vec c = {x + (corner & 1), y + (corner >> 1)};
        if (wendi_gap_to_segment(from, to, c) < radius) return true;
    }
    return false;
}

bool wendi_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius) {
    if (!on_map(grid, from) || !on_map(grid, to)) return false;
    if (wendi_is_hex(grid->connectivity)) return wendi_hex_line_is_clear(grid, from, to, radius);
    const double reach = radius > 0 ? radius : 0;
    const double low = from.y < to.y ? from.y : to.y, high = from.y < to.y ? to.y : from.y;
    const double slope = from.y != to.y ? (to.x - from.x) / (to.y - from.y) : 0;
    const int32_t* costs = grid->costs.straight;
    const bool* is_blocked = grid->body_rule.is_blocked;
    const wend_grid* map = wendi_obstacle_map(grid);
    int32_t bottom = row(grid, high + reach);
    for (int32_t y = row(grid, low - reach); y <= bottom; y++) {
        // Only the part of the segment within reach of this row can touch its tiles.
        double a = from.x, b = to.x;
        if (slope != 0) {
            a = from.x + (wendi_clamp(y - reach, low, high) - from.y) * slope;
            b = from.x + (wendi_clamp(y + 1 + reach, low, high) - from.y) * slope;
        }
        int32_t left = column(grid, (a < b ? a : b) - reach), right = column(grid, (a < b ? b : a) + reach);
        for (int32_t x = left; x <= right; x++) {
            const uint8_t k = *wendi_tile(map, x, y);
            const bool blocked = is_blocked ? is_blocked[k] : costs[k] == 0;
            if (blocked && hits_tile(x, y, from, to, radius)) return false;
        }
        if (grid->exits.pages && hits_sides(grid, left, right, y, from, to, radius)) return false;
    }
    return true;
}
