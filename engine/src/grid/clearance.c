// clearance.c: how far is a point from blocked tiles and walls, and can a disc move along a line without
// touching them? On square and on hexagonal maps.
#include "grid/clearance.h"

#include "grid/steps.h"

// ---- how far is a point from blocked tiles and walls, and can a disc move along a line without
// touching one?

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

// ---- how far is a point from blocked hexagons and walls between hexagons, and can a disc move
// along a line without touching one?

static const double LINE_GAP = 0.86602540378443864676; // sqrt 3 / 2
static const double HAIR = 1e-9;                       // lines along a hex_side do not enter the hexagon

// A segment and the tiles that may lie within reach of it: lines of the map and, in one line, tiles along it.
typedef struct near_tiles {
    const wend_grid* grid;
    bool by_rows;
    wendi_vec from, to; // x along the lines, y across
    double distance;
    int32_t line_count, tile_count;
    int32_t line, last_line; // the line at work
    int32_t tile, last_tile; // in that line
} near_tiles;

static near_tiles tiles_near(const wend_grid* grid, wendi_vec from, wendi_vec to, double distance) {
    bool rows = wendi_is_shifted_by_rows(grid->connectivity);
    near_tiles r = {.grid = grid, .by_rows = rows, .distance = distance};
    r.from = rows ? from : (wendi_vec){from.y, from.x};
    r.to = rows ? to : (wendi_vec){to.y, to.x};
    r.line_count = rows ? grid->height : grid->width;
    r.tile_count = rows ? grid->width : grid->height;
    double low = fmin(r.from.y, r.to.y) - distance, high = fmax(r.from.y, r.to.y) + distance;
    r.line = (int32_t)wendi_clamp(floor((low - 2 * WENDI_HEX_CORNER) / LINE_GAP), -1, r.line_count) - 1;
    r.last_line = (int32_t)wendi_clamp(ceil(high / LINE_GAP), -1, r.line_count);
    r.tile = r.last_tile = 0;
    return r;
}

// Finds the tiles of the next line that the part of the segment near it can reach. The map is surrounded by
// one line of blocked tiles.
static bool next_line(near_tiles* r) {
    if (++r->line > r->last_line) return false;
    double middle = r->line * LINE_GAP + WENDI_HEX_CORNER, room = WENDI_HEX_CORNER + r->distance;
    double a = r->from.x, b = r->to.x;
    if (r->from.y != r->to.y) {
        double slope = (r->to.x - r->from.x) / (r->to.y - r->from.y);
        double low = fmin(r->from.y, r->to.y), high = fmax(r->from.y, r->to.y);
        a = r->from.x + (wendi_clamp(middle - room, low, high) - r->from.y) * slope;
        b = r->from.x + (wendi_clamp(middle + room, low, high) - r->from.y) * slope;
    }
    double first = floor(fmin(a, b) - r->distance - 1.5), last = ceil(fmax(a, b) + r->distance + 0.5);
    r->tile = (int32_t)wendi_clamp(first, -1, r->tile_count) - 1;
    r->last_tile = (int32_t)wendi_clamp(last, -1, r->tile_count);
    return true;
}

static bool next_tile(near_tiles* r, wend_tile* out) {
    while (r->tile >= r->last_tile)
        if (!next_line(r)) return false;
    r->tile++;
    *out = r->by_rows ? (wend_tile){r->tile, r->line} : (wend_tile){r->line, r->tile};
    return true;
}

// ---- walls

// The hex_side between two neighbours.
typedef struct hex_side {
    wendi_vec a, b;
    wendi_vec across; // from one middle to the other
} hex_side;

static hex_side side_of(wend_connectivity connectivity, wend_tile from, wend_tile to) {
    wendi_vec one = wendi_hex_center(connectivity, from), other = wendi_hex_center(connectivity, to);
    wendi_vec across = wendi_sub(other, one), middle = wendi_along(one, across, 0.5);
    wendi_vec half = {-across.y * WENDI_HEX_HALF_SIDE, across.x * WENDI_HEX_HALF_SIDE};
    return (hex_side){wendi_sub(middle, half), wendi_add(middle, half), across};
}

// True when a segment crosses a hex_side in the direction `across`, farther than depth from its ends.
static bool crosses(const hex_side* s, wendi_vec from, wendi_vec to, double depth) {
    double first = wendi_dot(wendi_sub(from, s->a), s->across),
           last = wendi_dot(wendi_sub(to, s->a), s->across);
    if (first >= 0 || last < 0) return false;
    wendi_vec at = wendi_along(from, wendi_sub(to, from), first / (first - last));
    wendi_vec along = wendi_sub(s->b, s->a);
    double length = wendi_length(along), where = wendi_dot(wendi_sub(at, s->a), along) / length;
    return where >= depth - HAIR && where <= length - depth + HAIR;
}

static double gap_to_side(const hex_side* s, wendi_vec from, wendi_vec to) {
    double ends = fmin(wendi_gap_to_segment(s->a, s->b, from), wendi_gap_to_segment(s->a, s->b, to));
    return fmin(ends, fmin(wendi_gap_to_segment(from, to, s->a), wendi_gap_to_segment(from, to, s->b)));
}

// The closed steps of a tile that leave it towards a neighbour on the map.
static uint32_t closed_sides(const wend_grid* grid, wend_tile tile) {
    if (!grid->exits.pages || !wendi_sheet_contains(grid, tile)) return 0;
    return wendi_exits_closed(&grid->exits, tile.x, tile.y) &
           ~wendi_hex_closed(grid->connectivity, tile.x, tile.y);
}

static bool is_wall(const wend_grid* grid, wend_tile to, int32_t direction) {
    return wendi_exits_closed(&grid->exits, to.x, to.y) >> wendi_opposite(direction) & 1;
}

static bool hits_hex_side(const wend_grid* grid, wend_tile tile, int32_t direction, wendi_vec from,
                          wendi_vec to, double radius) {
    const wend_tile next = wendi_beside(tile, direction);
    hex_side s = side_of(grid->connectivity, tile, next);
    if (crosses(&s, from, to, radius < 0 ? -radius : 0)) return true;
    return radius > 0 && is_wall(grid, next, direction) && gap_to_side(&s, from, to) < radius;
}

// ---- blocked tiles

// True when the segment crosses the inside of a hexagon, deeper than depth (Cyrus, Beck 1978).
static bool crosses_hexagon(wend_connectivity connectivity, wend_tile tile, wendi_vec from, wendi_vec to,
                            double depth) {
    wendi_vec corners[6], center = wendi_hex_center(connectivity, tile), way = wendi_sub(to, from);
    wendi_hex_corners(connectivity, tile, corners);
    double enter = 0, leave = 1;
    for (int32_t i = 0; i < 6; i++) {
        wendi_vec middle = wendi_scale(wendi_add(corners[i], corners[(i + 1) % 6]), 0.5);
        wendi_vec out = wendi_scale(wendi_sub(middle, center), 2); // of length 1
        double room = 0.5 - depth - HAIR - wendi_dot(wendi_sub(from, center), out),
               speed = wendi_dot(way, out);
        if (speed == 0) {
            if (room <= 0) return false;
            continue;
        }
        if (speed > 0)
            leave = fmin(leave, room / speed);
        else
            enter = fmax(enter, room / speed);
    }
    return enter < leave;
}

static bool hits_hexagon(wend_connectivity connectivity, wend_tile tile, wendi_vec from, wendi_vec to,
                         double radius) {
    if (crosses_hexagon(connectivity, tile, from, to, radius < 0 ? -radius : 0)) return true;
    if (radius <= 0) return false;
    if (wendi_gap(wendi_hex_nearest(connectivity, tile, from), from) < radius ||
        wendi_gap(wendi_hex_nearest(connectivity, tile, to), to) < radius)
        return true;
    wendi_vec corners[6];
    wendi_hex_corners(connectivity, tile, corners);
    for (int32_t i = 0; i < 6; i++)
        if (wendi_gap_to_segment(from, to, corners[i]) < radius) return true;
    return false;
}

// ---- hexagons and walls

static double hex_clearance(const wend_grid* grid, wendi_vec p, double most) {
    double least = most;
    near_tiles r = tiles_near(grid, p, p, most);
    for (wend_tile tile; next_tile(&r, &tile);) {
        if (!wendi_is_passable(grid, tile.x, tile.y))
            least = fmin(least, wendi_gap(wendi_hex_nearest(grid->connectivity, tile, p), p));
        for (uint32_t closed = closed_sides(grid, tile); closed; closed &= closed - 1) {
            int32_t d = __builtin_ctz(closed);
            const wend_tile next = wendi_beside(tile, d);
            if (!is_wall(grid, next, d)) continue;
            hex_side s = side_of(grid->connectivity, tile, next);
            least = fmin(least, wendi_gap_to_segment(s.a, s.b, p));
        }
    }
    return least;
}

static bool hex_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius) {
    near_tiles r = tiles_near(grid, from, to, radius > 0 ? radius : 0);
    for (wend_tile tile; next_tile(&r, &tile);) {
        if (!wendi_is_passable(grid, tile.x, tile.y) &&
            hits_hexagon(grid->connectivity, tile, from, to, radius))
            return false;
        for (uint32_t closed = closed_sides(grid, tile); closed; closed &= closed - 1)
            if (hits_hex_side(grid, tile, __builtin_ctz(closed), from, to, radius)) return false;
    }
    return true;
}

// ---- clearance

double wendi_clearance(const wend_grid* grid, wendi_vec p, double reach) {
    WENDI_ASSERT(reach <= WENDI_MAX_BODY + 1);
    if (wendi_is_hex(grid->connectivity)) return hex_clearance(grid, p, reach);
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

// Liang, Barsky 1984.
bool wendi_crosses_box(wendi_vec from, wendi_vec to, double left, double top, double right, double bottom) {
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
    if (wendi_crosses_box(from, to, x + depth, y + depth, x + 1 - depth, y + 1 - depth)) return true;
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
    if (wendi_is_hex(grid->connectivity)) return hex_line_is_clear(grid, from, to, radius);
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
