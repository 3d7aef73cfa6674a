// smooth.c: waypoints.
#include "search/smooth.h"

#include <math.h>

static bool turns(const wend_tile* t) { // t[-1] to t[0] does not go on as t[0] to t[1]
    int32_t dx = t[1].x - 2 * t[0].x + t[-1].x, dy = t[1].y - 2 * t[0].y + t[-1].y;
    return (dx | dy) != 0;
}

wend_result wendi_turning_points(const wendi_tile_list* tiles, wendi_tile_list* out) {
    out->count = 0;
    wend_result result = wendi_tile_list_reserve(out, tiles->count);
    if (result != WEND_OK || tiles->count == 0) return result;
    const int64_t last = tiles->count - 1;
    int64_t count = 1;
    out->data[0] = tiles->data[0];
    for (int64_t i = 1; i < last; i++) { // without a branch: turns cannot be foreseen
        out->data[count] = tiles->data[i];
        count += turns(tiles->data + i);
    }
    if (last > 0) out->data[count++] = tiles->data[last];
    out->count = count;
    return WEND_OK;
}

// Cost of the straight line between the centres of two tiles: the length within each tile times its cost;
// INFINITY when it meets a blocked tile, passes through a corner that movement may not cut, or costs more
// than the most that is of interest. Walks from tile to tile in the order the line crosses their edges
// (Amanatides, Woo 1987), in whole numbers: the next vertical edge is crossed at (2 i + 1) / (2 dx), the next
// horizontal one at (2 j + 1) / (2 dy) of the way.
static double line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most) {
    int64_t dx = wendi_abs(to.x - from.x), dy = wendi_abs(to.y - from.y);
    int32_t sx = to.x > from.x ? 1 : -1, sy = to.y > from.y ? 1 : -1;
    double length = sqrt((double)(dx * dx + dy * dy)), cost = 0, entered = 0;
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
    double* ways;
    int64_t count;
} string;

// A hair of room, so that half a tile fits between walls one tile apart.
static bool body_fits(const string* s, wendi_vec from, wendi_vec to) {
    static const double hair = 5e-4;
    return s->radius <= hair || s->grid->connectivity == WEND_CONNECTIVITY_8_CUT ||
           wendi_line_is_clear(s->grid, from, to, s->radius - hair);
}

// Cost of a straight line for the body; INFINITY when it cannot go there, or for more than the most.
static double straight(const string* s, wend_tile from, wend_tile to, double most) {
    double cost = line_cost(s->grid, from, to, most);
    return cost <= most && body_fits(s, wendi_center(from), wendi_center(to)) ? cost : INFINITY;
}

// What keeps a corner where it is mostly stands beside it: a look at the line there saves most looks at all
// of it.
static bool fits_beside(const string* s, wend_tile from, wend_tile to, wend_tile corner) {
    static const double reach = 2;
    wendi_vec a = wendi_center(from), way = wendi_sub(wendi_center(to), a);
    double at = wendi_share(a, wendi_center(to), wendi_center(corner)), part = reach / wendi_length(way);
    return body_fits(s, wendi_along(a, way, fmax(at - part, 0)), wendi_along(a, way, fmin(at + part, 1)));
}

// Rounding in the sums must not keep a straight line from replacing an equally long one.
static const double slack = 1 + 1e-9;

static bool may_skip(const string* s, int64_t from, int64_t to) {
    double most = (s->ways[to] - s->ways[from]) * slack;
    return straight(s, s->corners[from], s->corners[to], most) <= most;
}

// The last corner found to which the line from one may go straight: twice as many corners on each time, then
// halving where that failed.
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
        at = farthest(s, at);
        s->corners[kept++] = s->corners[at];
    }
    s->count = kept;
}

static void remove_corner(string* s, int64_t i) {
    s->count--;
    for (; i < s->count; i++) s->corners[i] = s->corners[i + 1], s->ways[i] = s->ways[i + 1];
}

static double length_by(wend_tile a, wend_tile corner, wend_tile b) {
    return wendi_gap(wendi_center(a), wendi_center(corner)) +
           wendi_gap(wendi_center(corner), wendi_center(b));
}

// Leaves out a corner, or moves it by a tile, if that makes the walk shorter and cheaper.
static bool improve(string* s, int64_t i) {
    static const double worth = 1 - 1e-4; // of the way; less is not worth a look at its neighbours again
    wend_tile before = s->corners[i - 1], at = s->corners[i], after = s->corners[i + 1], best = at;
    double way = s->ways[i] + s->ways[i + 1], least = way * worth, length = length_by(before, at, after);
    double past = fits_beside(s, before, after, at) ? straight(s, before, after, way * slack) : INFINITY;
    if (past <= way * slack) {
        remove_corner(s, i);
        s->ways[i] = past;
        return true;
    }
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile tile = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
        if (!wendi_is_passable(s->grid, tile.x, tile.y) || length_by(before, tile, after) >= length * worth)
            continue;
        if (!fits_beside(s, before, tile, tile) || !fits_beside(s, tile, after, tile)) continue;
        double first = straight(s, before, tile, least);
        if (first >= least) continue;
        double second = straight(s, tile, after, least - first);
        if (first + second >= least) continue;
        least = first + second;
        best = tile;
        s->ways[i] = first;
        s->ways[i + 1] = second;
    }
    s->corners[i] = best;
    return best.x != at.x || best.y != at.y;
}

// Improves every corner until none can be; one that changed has its neighbours looked at again.
static void improve_all(string* s) {
    for (int64_t i = 1; i < s->count; i++)
        s->ways[i] = line_cost(s->grid, s->corners[i - 1], s->corners[i], INFINITY);
    int64_t looks = 100 * s->count; // which no path should need
    for (int64_t i = 1; i + 1 < s->count && looks > 0; looks--)
        i = improve(s, i) ? (i > 1 ? i - 1 : 1) : i + 1;
}

wend_result wendi_pull_string(wendi_smoother* smoother, const wend_grid* grid, const wendi_tile_list* tiles,
                              double radius, wendi_tile_list* out) {
    wend_result result = wendi_turning_points(tiles, out);
    if (result != WEND_OK || out->count < 3) return result;
    double* ways = wendi_grow(&smoother->allocator, smoother->ways, &smoother->capacity, 0,
                              (size_t)out->count, sizeof *ways);
    if (!ways) return WEND_ERROR_MEMORY;
    smoother->ways = ways;
    string s = {grid, radius, out->data, ways, out->count};
    ways[0] = 0;
    for (int64_t i = 1; i < s.count; i++)
        ways[i] = ways[i - 1] + line_cost(grid, s.corners[i - 1], s.corners[i], INFINITY);
    skip_corners(&s);
    improve_all(&s);
    out->count = s.count;
    return WEND_OK;
}

void wendi_smoother_free(wendi_smoother* smoother) {
    wendi_free(&smoother->allocator, smoother->ways, smoother->capacity, sizeof *smoother->ways);
}
