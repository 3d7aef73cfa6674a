// hex_clearance.c: how far is a point from blocked hexagons and walls between hexagons, and can a disc move
// along a line without touching one?
#include "grid/hex_clearance.h"

#include "grid/steps.h"

static const double LINE_GAP = 0.86602540378443864676; // sqrt 3 / 2
static const double HAIR = 1e-9;                       // lines along a side do not enter the hexagon

// A segment and the tiles that may lie within reach of it: lines of the map and, in one line, tiles along it.
typedef struct reach {
    const wend_grid* grid;
    bool by_rows;
    wendi_vec from, to; // x along the lines, y across
    double distance;
    int32_t line_count, tile_count;
    int32_t line, last_line; // the line at work
    int32_t tile, last_tile; // in that line
} reach;

static reach reach_of(const wend_grid* grid, wendi_vec from, wendi_vec to, double distance) {
    bool rows = wendi_is_shifted_by_rows(grid->connectivity);
    reach r = {.grid = grid, .by_rows = rows, .distance = distance};
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
static bool next_line(reach* r) {
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

static bool next_tile(reach* r, wend_tile* out) {
    while (r->tile >= r->last_tile)
        if (!next_line(r)) return false;
    r->tile++;
    *out = r->by_rows ? (wend_tile){r->tile, r->line} : (wend_tile){r->line, r->tile};
    return true;
}

// ---- walls

// The side between two neighbours.
typedef struct side {
    wendi_vec a, b;
    wendi_vec across; // from one middle to the other
} side;

static side side_of(wend_connectivity connectivity, wend_tile from, wend_tile to) {
    wendi_vec one = wendi_hex_center(connectivity, from), other = wendi_hex_center(connectivity, to);
    wendi_vec across = wendi_sub(other, one), middle = wendi_along(one, across, 0.5);
    wendi_vec half = {-across.y * WENDI_HEX_HALF_SIDE, across.x * WENDI_HEX_HALF_SIDE};
    return (side){wendi_sub(middle, half), wendi_add(middle, half), across};
}

// True when a segment crosses a side in the direction `across`, farther than depth from its ends.
static bool crosses(const side* s, wendi_vec from, wendi_vec to, double depth) {
    double first = wendi_dot(wendi_sub(from, s->a), s->across),
           last = wendi_dot(wendi_sub(to, s->a), s->across);
    if (first >= 0 || last < 0) return false;
    wendi_vec at = wendi_along(from, wendi_sub(to, from), first / (first - last));
    wendi_vec along = wendi_sub(s->b, s->a);
    double length = wendi_length(along), where = wendi_dot(wendi_sub(at, s->a), along) / length;
    return where >= depth - HAIR && where <= length - depth + HAIR;
}

static double gap_to_side(const side* s, wendi_vec from, wendi_vec to) {
    double ends = fmin(wendi_gap_to_segment(s->a, s->b, from), wendi_gap_to_segment(s->a, s->b, to));
    return fmin(ends, fmin(wendi_gap_to_segment(from, to, s->a), wendi_gap_to_segment(from, to, s->b)));
}

// The closed steps of a tile that leave it towards a neighbour on the map.
static uint32_t closed_sides(const wend_grid* grid, wend_tile tile) {
    if (!grid->exits.pages || !wend_grid_contains(grid, tile)) return 0;
    return wendi_exits_closed(&grid->exits, tile.x, tile.y) &
           ~wendi_hex_closed(grid->connectivity, tile.x, tile.y);
}

static bool is_wall(const wend_grid* grid, wend_tile to, int32_t direction) {
    return wendi_exits_closed(&grid->exits, to.x, to.y) >> wendi_opposite(direction) & 1;
}

static bool hits_side(const wend_grid* grid, wend_tile tile, int32_t direction, wendi_vec from, wendi_vec to,
                      double radius) {
    wend_tile next = {tile.x + wendi_direction[direction].x, tile.y + wendi_direction[direction].y};
    side s = side_of(grid->connectivity, tile, next);
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

// ---- clearance

double wendi_hex_clearance(const wend_grid* grid, wendi_vec p, double most) {
    double least = most;
    reach r = reach_of(grid, p, p, most);
    for (wend_tile tile; next_tile(&r, &tile);) {
        if (!wendi_is_passable(grid, tile.x, tile.y))
            least = fmin(least, wendi_gap(wendi_hex_nearest(grid->connectivity, tile, p), p));
        for (uint32_t closed = closed_sides(grid, tile); closed; closed &= closed - 1) {
            int32_t d = __builtin_ctz(closed);
            wend_tile next = {tile.x + wendi_direction[d].x, tile.y + wendi_direction[d].y};
            if (!is_wall(grid, next, d)) continue;
            side s = side_of(grid->connectivity, tile, next);
            least = fmin(least, wendi_gap_to_segment(s.a, s.b, p));
        }
    }
    return least;
}

bool wendi_hex_line_is_clear(const wend_grid* grid, wendi_vec from, wendi_vec to, double radius) {
    reach r = reach_of(grid, from, to, radius > 0 ? radius : 0);
    for (wend_tile tile; next_tile(&r, &tile);) {
        if (!wendi_is_passable(grid, tile.x, tile.y) &&
            hits_hexagon(grid->connectivity, tile, from, to, radius))
            return false;
        for (uint32_t closed = closed_sides(grid, tile); closed; closed &= closed - 1)
            if (hits_side(grid, tile, __builtin_ctz(closed), from, to, radius)) return false;
    }
    return true;
}
