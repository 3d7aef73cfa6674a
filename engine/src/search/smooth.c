// smooth.c: how are waypoints chosen?
#include "search/smooth.h"

#include <math.h>

#include "grid/steps.h"
#include "search/hex_line.h"

// True when the step after a tile has another direction than the step before it. On hexagons, a straight line
// may go to and fro between columns or rows.
static bool turns_on_hexagons(wend_connectivity connectivity, const wend_tile* t) {
    wendi_hex_way before = wendi_hex_between(connectivity, t[-1], t[0]);
    wendi_hex_way after = wendi_hex_between(connectivity, t[0], t[1]);
    return before.along != after.along || before.lines != after.lines;
}

static bool turns(const wend_tile* t) {
    int32_t dx = t[1].x - 2 * t[0].x + t[-1].x, dy = t[1].y - 2 * t[0].y + t[-1].y;
    return (dx | dy) != 0;
}

wend_result wendi_turning_points(const wend_grid* grid, const wendi_tile_list* tiles, wendi_tile_list* out) {
    out->count = 0;
    wend_result result = wendi_tile_list_reserve(out, tiles->count);
    if (result != WEND_OK || tiles->count == 0) return result;
    const int64_t last = tiles->count - 1;
    const bool hex = wendi_is_hex(grid->connectivity);
    int64_t count = 1;
    out->data[0] = tiles->data[0];
    for (int64_t i = 1; i < last; i++) { // without a branch: turns are unpredictable
        out->data[count] = tiles->data[i];
        count += hex ? turns_on_hexagons(grid->connectivity, tiles->data + i) : turns(tiles->data + i);
    }
    if (last > 0) out->data[count++] = tiles->data[last];
    out->count = count;
    return WEND_OK;
}

// Cost of the straight line between the centres of two tiles: its length in each tile times the cost of the
// tile. INFINITY when it meets a blocked tile or a closed step, passes through a corner that paths may not
// cut, or turns out to cost more than most, which stops the walk early. Walks from tile to tile in the order
// in which the line crosses their edges (Amanatides, Woo 1987). Whole numbers decide that order: the line
// crosses the next vertical edge at (2 i + 1) / (2 dx) of its length, the next horizontal one at (2 j + 1) /
// (2 dy).
static double line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most) {
    if (wendi_is_hex(grid->connectivity)) return wendi_hex_line_cost(grid, from, to, most);
    int64_t dx = wendi_abs(to.x - from.x), dy = wendi_abs(to.y - from.y);
    int32_t sx = to.x > from.x ? 1 : -1, sy = to.y > from.y ? 1 : -1;
    double length = sqrt((double)(dx * dx + dy * dy)), cost = 0, entered = 0;
    const bool closes = wendi_has_closed_steps(grid);
    wend_tile at = from;
    for (int64_t i = 0, j = 0; i < dx || j < dy;) {
        if (!wendi_is_passable(grid, at.x, at.y) || cost > most) return INFINITY;
        int64_t vertical = i < dx ? (2 * i + 1) * dy : INT64_MAX,
                horizontal = j < dy ? (2 * j + 1) * dx : INT64_MAX;
        double left = vertical <= horizontal ? (double)(2 * i + 1) / (double)(2 * dx)
                                             : (double)(2 * j + 1) / (double)(2 * dy);
        cost += (left - entered) * length * (double)grid->class_costs[*wendi_tile(grid, at.x, at.y)];
        entered = left;
        wend_tile last = at;
        if (vertical <= horizontal) at.x += sx, i++;
        if (horizontal <= vertical) at.y += sy, j++;
        bool corner = at.x != last.x && at.y != last.y;
        if (closes &&
            wendi_closed_steps(grid, last.x, last.y) >> wendi_direction_of(at.x - last.x, at.y - last.y) & 1)
            return INFINITY;
        if (corner && grid->connectivity != WEND_CONNECTIVITY_8_CUT &&
            !(wendi_is_passable(grid, at.x, last.y) && wendi_is_passable(grid, last.x, at.y)))
            return INFINITY;
    }
    if (!wendi_is_passable(grid, at.x, at.y)) return INFINITY;
    return cost + (1 - entered) * length * (double)grid->class_costs[*wendi_tile(grid, at.x, at.y)];
}

// ---- string pulling

typedef struct string {
    const wend_grid* grid;
    double radius;
    wend_tile* corners;
    double* costs; // while corners are dropped: from the start; then: from the corner before
    int64_t count;
} string;

// The distance that lines keep from obstacles: a profile's radius is that of all its bodies.
static double room_for(const wend_grid* grid, double radius) {
    return grid->body_rule.map ? grid->body_rule.widest : radius;
}

// With a tolerance, so that a body of radius 0.5 fits between walls one tile apart. The radius of a profile
// is kept exactly: rounding alone must not reject the steps of the tile path.
static bool body_fits(const string* s, wendi_vec from, wendi_vec to) {
    const double tolerance = s->grid->body_rule.map ? 1e-6 : 5e-4;
    if (wendi_is_hex(s->grid->connectivity)) {
        double radius = fmin(s->radius, WENDI_HEX_HALF_SIDE); // what fits between any two neighbours
        return radius <= tolerance || wendi_line_is_clear(s->grid, from, to, radius - tolerance);
    }
    return s->radius <= tolerance || s->grid->connectivity == WEND_CONNECTIVITY_8_CUT ||
           wendi_line_is_clear(s->grid, from, to, s->radius - tolerance);
}

// Cost of a straight line for the body; INFINITY when the body does not fit or the line costs more than most.
static double straight(const string* s, wend_tile from, wend_tile to, double most) {
    double cost = line_cost(s->grid, from, to, most);
    return cost <= most && body_fits(s, wendi_center(s->grid, from), wendi_center(s->grid, to)) ? cost
                                                                                                : INFINITY;
}

double wendi_straight_cost(const wend_grid* grid, wend_tile from, wend_tile to, double radius) {
    const string s = {.grid = grid, .radius = room_for(grid, radius)};
    return straight(&s, from, to, INFINITY);
}

// Does the body fit on the part of a line that passes a corner? Mostly the wall that needs the corner is
// right beside it: this quick test saves most tests of whole lines.
static bool fits_beside(const string* s, wend_tile from, wend_tile to, wend_tile corner) {
    static const double reach = 2;
    wendi_vec a = wendi_center(s->grid, from), line = wendi_sub(wendi_center(s->grid, to), a);
    double at = wendi_share(a, wendi_center(s->grid, to), wendi_center(s->grid, corner)),
           part = reach / wendi_length(line);
    return body_fits(s, wendi_along(a, line, fmax(at - part, 0)), wendi_along(a, line, fmin(at + part, 1)));
}

// Rounding in the sums must not keep a straight line from replacing an equally long one.
static const double slack = 1 + 1e-9;

static bool may_skip(const string* s, int64_t from, int64_t to) {
    WENDI_ASSERT(from < to && s->costs[from] <= s->costs[to]);
    double most = (s->costs[to] - s->costs[from]) * slack;
    return straight(s, s->corners[from], s->corners[to], most) <= most;
}

// The last corner found that a straight line from one may lead to. Doubles the number of corners to skip
// while that works, then searches by halving.
static int64_t farthest(const string* s, int64_t from) {
    int64_t good = from + 1, step = 1;
    while (good + step < s->count && may_skip(s, from, good + step)) good += step, step *= 2;
    for (step /= 2; step > 0; step /= 2)
        if (good + step < s->count && may_skip(s, from, good + step)) good += step;
    return good;
}

static void skip_corners(string* s) {
    int64_t kept = 1; // corners[0 .. kept) are final
    for (int64_t at = 0; at + 1 < s->count;) {
        WENDI_ASSERT(kept <= at + 1);
        at = farthest(s, at);
        s->corners[kept++] = s->corners[at];
    }
    s->count = kept;
}

static void remove_corner(string* s, int64_t i) {
    WENDI_ASSERT(i > 0 && i + 1 < s->count); // the ends stay
    s->count--;
    for (; i < s->count; i++) s->corners[i] = s->corners[i + 1], s->costs[i] = s->costs[i + 1];
}

static double length_by(const string* s, wend_tile a, wend_tile corner, wend_tile b) {
    return wendi_gap(wendi_center(s->grid, a), wendi_center(s->grid, corner)) +
           wendi_gap(wendi_center(s->grid, corner), wendi_center(s->grid, b));
}

// Drops a corner, or moves it by a tile, if that makes the path cheaper and, when it moves, shorter. False:
// the corner stays.
static bool improve(string* s, int64_t i) {
    WENDI_ASSERT(i > 0 && i + 1 < s->count && s->costs[i] < INFINITY && s->costs[i + 1] < INFINITY);
    static const double worth = 1 - 1e-4; // smaller gains do not justify trying the neighbours again
    wend_tile before = s->corners[i - 1], at = s->corners[i], after = s->corners[i + 1], best = at;
    double cost = s->costs[i] + s->costs[i + 1], least = cost * worth,
           length = length_by(s, before, at, after);
    double past = fits_beside(s, before, after, at) ? straight(s, before, after, cost * slack) : INFINITY;
    if (past <= cost * slack) {
        remove_corner(s, i);
        s->costs[i] = past;
        return true;
    }
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile tile = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
        if (!wendi_is_passable(s->grid, tile.x, tile.y) ||
            length_by(s, before, tile, after) >= length * worth)
            continue;
        if (!fits_beside(s, before, tile, tile) || !fits_beside(s, tile, after, tile)) continue;
        double first = straight(s, before, tile, least);
        if (first >= least) continue;
        double second = straight(s, tile, after, least - first);
        if (first + second >= least) continue;
        least = first + second;
        best = tile;
        s->costs[i] = first;
        s->costs[i + 1] = second;
    }
    s->corners[i] = best;
    return best.x != at.x || best.y != at.y;
}

// Improves corners until none improves. After each change, tries the corner before again.
static void improve_all(string* s) {
    for (int64_t i = 1; i < s->count; i++)
        s->costs[i] = line_cost(s->grid, s->corners[i - 1], s->corners[i], INFINITY);
    int64_t tries = 100 * s->count; // far more than paths need; keeps rounding from looping forever
    for (int64_t i = 1; i + 1 < s->count && tries > 0; tries--)
        i = improve(s, i) ? (i > 1 ? i - 1 : 1) : i + 1;
}

wend_result wendi_pull_corners(wendi_smoother* smoother, const wend_grid* grid, double radius,
                               wendi_tile_list* corners) {
    if (corners->count < 3) return WEND_OK;
    double* costs = wendi_grow(&smoother->allocator, smoother->costs, &smoother->capacity, 0,
                               (size_t)corners->count, sizeof *costs);
    if (!costs) return WEND_ERROR_MEMORY;
    smoother->costs = costs;
    string s = {grid, room_for(grid, radius), corners->data, costs, corners->count};
    costs[0] = 0;
    for (int64_t i = 1; i < s.count; i++)
        costs[i] = costs[i - 1] + line_cost(grid, s.corners[i - 1], s.corners[i], INFINITY);
    skip_corners(&s);
    improve_all(&s);
    corners->count = s.count;
    return WEND_OK;
}

wend_result wendi_pull_string(wendi_smoother* smoother, const wend_grid* grid, const wendi_tile_list* tiles,
                              double radius, wendi_tile_list* out) {
    wend_result result = wendi_turning_points(grid, tiles, out);
    return result == WEND_OK ? wendi_pull_corners(smoother, grid, radius, out) : result;
}

void wendi_smoother_free(wendi_smoother* smoother) {
    wendi_free(&smoother->allocator, smoother->costs, smoother->capacity, sizeof *smoother->costs);
}
