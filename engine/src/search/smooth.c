// smooth.c: how are waypoints chosen, on square and on hexagonal maps?
#include "search/smooth.h"

#include <math.h>

#include "grid/steps.h"

// ---- which clusters of level 1 does a path cross?

wendi_path_section wendi_path_section_at(const wendi_partition* clusters, const wend_tile* tiles,
                                         int64_t first, int64_t end) {
    WENDI_ASSERT(first >= 0 && first < end);
    const int32_t size = clusters->size;
    const wend_tile a = tiles[first], b = tiles[first + 1 < end ? first + 1 : first];
    const int32_t column = wendi_min(wendi_min(a.x, b.x) / size, clusters->columns - 1);
    const int32_t row = wendi_min(wendi_min(a.y, b.y) / size, clusters->rows - 1);
    wendi_path_section section = {
        .cluster = row * clusters->columns + column, .first = first, .last = end - 1};
    for (int64_t i = first; i < end;) {
        const int32_t x = tiles[i].x - column * size, y = tiles[i].y - row * size;
        const int32_t away = wendi_min(wendi_min(x, size - x), wendi_min(y, size - y));
        if (away < 0) { // the tile before lies on a border line
            section.last = i - 1;
            break;
        }
        i += wendi_max(away, 1);
    }
    WENDI_ASSERT(section.last > first || first + 1 == end);
    return section;
}

bool wendi_clusters_near_line(const wendi_partition* clusters, wend_tile a, wend_tile b,
                              wendi_cluster_fn* each, void* context) {
    enum { NEAR = 3 }; // on hexagons, a line lies up to one tile beside this one
    const int32_t size = clusters->size;
    const wend_tile upper = a.y <= b.y ? a : b, lower = a.y <= b.y ? b : a;
    const int32_t first = wendi_max(upper.y - NEAR, 0) / size;
    const int32_t last = wendi_min((lower.y + NEAR) / size, clusters->rows - 1);
    const double slope = lower.y > upper.y ? (double)(lower.x - upper.x) / (lower.y - upper.y) : 0;
    for (int32_t row = first; row <= last; row++) {
        // Where the line enters and leaves the row of clusters, widened.
        const double from = upper.x + slope * wendi_max(row * size - NEAR - upper.y, 0);
        const double to = lower.x - slope * wendi_max(lower.y - (row * size + size + NEAR), 0);
        const int32_t left = (int32_t)fmax(fmin(from, to) - NEAR, 0) / size;
        const int32_t right = wendi_min((int32_t)(fmax(from, to) + NEAR) / size, clusters->columns - 1);
        for (int32_t column = left; column <= right; column++)
            if (each(context, row * clusters->columns + column)) return true;
    }
    return false;
}

typedef struct open_job {
    const wendi_graph* graph;
    wend_result result;
} open_job;

static bool open_fails(void* context, int32_t cluster) {
    open_job* job = context;
    job->result = wendi_open(job->graph, 1, cluster);
    return job->result != WEND_OK;
}

wend_result wendi_open_line(const wendi_graph* graph, wend_tile a, wend_tile b) {
    open_job job = {.graph = graph, .result = WEND_OK};
    if (graph->source) wendi_clusters_near_line(&graph->clusters, a, b, open_fails, &job);
    return job.result;
}

// ---- how are waypoints chosen?

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

// ---- a walk from hexagon to hexagon along a straight line, in the order in which the line crosses
// their sides. Whole numbers decide that order: in doubled coordinates, where the middles of neighbours lie 2
// apart along a line of the map, or 1 along and 1 line, a scalar product is (along * along + 3 * lines *
// lines) / 4.

static int64_t product(wendi_hex_way a, wendi_hex_way b) {
    return a.along * b.along + 3 * a.lines * b.lines;
}

typedef struct walk {
    const wend_grid* grid;
    wend_tile from, at;
    wendi_hex_way way; // of the whole line
} walk;

// Where the line crosses the side towards a neighbour: at *share_out / toward of its length, with toward the
// product of the line and the way to the neighbour; toward <= 0: it does not.
static int64_t crossing(const walk* w, wend_tile tile, wend_tile next, int64_t* share_out) {
    wendi_hex_way step = wendi_hex_between(w->grid->connectivity, tile, next);
    *share_out = product(wendi_hex_between(w->grid->connectivity, w->from, tile), step) + 2;
    return product(w->way, step);
}

static double cost_of(const wend_grid* grid, wend_tile tile) {
    return (double)grid->class_costs[*wendi_tile(grid, tile.x, tile.y)];
}

// The neighbours that the line enters next, and the direction of each: two where it leaves through a corner
// and runs on along the side between them.
static int32_t next_tiles(const walk* w, int32_t directions[2], double* share_out) {
    uint32_t lacks = wendi_hex_closed(w->grid->connectivity, w->at.x, w->at.y);
    int64_t share = 0, toward = 0;
    int32_t count = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        if (lacks >> d & 1) continue;
        int64_t s, t = crossing(w, w->at, wendi_beside(w->at, d), &s);
        if (t <= 0) continue;
        int64_t sooner = count == 0 ? -1 : s * toward - share * t;
        if (sooner == 0 && t == toward) directions[count++] = d;
        if (sooner > 0 || (sooner == 0 && t <= toward)) continue;
        directions[0] = d;
        share = s;
        toward = t;
        count = 1;
    }
    WENDI_ASSERT(count == 1 || count == 2);
    *share_out = (double)share / (double)toward;
    return count;
}

static bool may_leave(const wend_grid* grid, wend_tile tile, int32_t direction) {
    return wendi_legal_moves(grid, tile.x, tile.y) >> direction & 1;
}

// Cost of the straight line between the middles of two hexagons: its length in each tile times the cost of
// the tile. INFINITY when it meets a blocked tile or a closed step, or turns out to cost more than most.
static double hex_line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most) {
    walk w = {grid, from, from, wendi_hex_between(grid->connectivity, from, to)};
    const double length = sqrt((double)product(w.way, w.way)) / 2;
    double cost = 0, entered = 0, left;
    while (!wendi_is_same(w.at, to)) {
        int32_t d[2];
        int32_t count = next_tiles(&w, d, &left);
        if (cost > most || !may_leave(grid, w.at, d[0])) return INFINITY;
        cost += (left - entered) * length * cost_of(grid, w.at);
        entered = left;
        wend_tile one = wendi_beside(w.at, d[0]);
        if (count == 2) { // along the side between two tiles, into the tile beyond: both must let it pass
            wend_tile other = wendi_beside(w.at, d[1]);
            wendi_hex_way ahead = wendi_hex_between(grid->connectivity, w.at, other);
            int32_t into = 0, into_other = 0; // the directions from the two to the tile beyond
            for (int32_t k = 0; k < WENDI_DIRECTIONS; k++) {
                wendi_hex_way a = wendi_hex_between(grid->connectivity, one, wendi_beside(one, k));
                if (a.along == ahead.along && a.lines == ahead.lines) into = k;
            }
            wend_tile beyond = wendi_beside(one, into);
            into_other = wendi_direction_of(beyond.x - other.x, beyond.y - other.y);
            if (!may_leave(grid, w.at, d[1]) || !may_leave(grid, one, into) ||
                !may_leave(grid, other, into_other))
                return INFINITY;
            int64_t share, toward = crossing(&w, one, beyond, &share);
            left = (double)share / (double)toward;
            cost += (left - entered) * length * fmax(cost_of(grid, one), cost_of(grid, other));
            entered = left;
            one = beyond;
        }
        w.at = one;
    }
    return cost + (1 - entered) * length * cost_of(grid, to);
}

// ---- what does a straight line over squares cost?

// What a straight line costs up to a part of it that lies within one tile. Shares are of its whole length.
//
// Where steps cost by their direction, elevations are known at the ends of the line and, within other tiles,
// in the middle of its part there. Between two such places it has one slope.
typedef struct straight_line {
    const wend_grid* grid;
    double length, cost;
    wend_tile way;  // the whole line
    wend_tile tile; // where the last elevation was taken
    double at, end; // where, and where that part ends
} straight_line;

static double class_cost_at(const wend_grid* grid, wend_tile tile) {
    return (double)grid->class_costs[*wendi_tile(grid, tile.x, tile.y)];
}

static void add_slope(straight_line* l, wend_tile tile, double from, double at, double to) {
    const double share = at - l->at, before = l->end - l->at, after = at - from;
    if (share > 0)
        l->cost += wendi_relief_of_line(l->grid, l->tile, tile, l->way, share) / share *
                   (before * class_cost_at(l->grid, l->tile) + after * class_cost_at(l->grid, tile));
    l->tile = tile;
    l->at = at;
    l->end = to;
}

static inline void add_part(straight_line* l, wend_tile tile, double from, double to) {
    if (WENDI_SELDOM(wendi_has_directions(l->grid))) {
        if (from > 0)
            add_slope(l, tile, from, to < 1 ? (from + to) / 2 : 1, to);
        else
            l->tile = tile, l->end = to;
    } else {
        l->cost += (to - from) * l->length * class_cost_at(l->grid, tile);
    }
}

// Cost of the straight line between the centres of two tiles: its length in each tile times the cost of the
// tile. INFINITY when it meets a blocked tile or a closed step, passes through a corner that paths may not
// cut, or turns out to cost more than most, which stops the walk early. Walks from tile to tile in the order
// in which the line crosses their edges (Amanatides, Woo 1987). Whole numbers decide that order: the line
// crosses the next vertical edge at (2 i + 1) / (2 dx) of its length, the next horizontal one at (2 j + 1) /
// (2 dy).
static double line_cost(const wend_grid* grid, wend_tile from, wend_tile to, double most) {
    if (wendi_is_hex(grid->connectivity)) return hex_line_cost(grid, from, to, most);
    int64_t dx = wendi_abs(to.x - from.x), dy = wendi_abs(to.y - from.y);
    int32_t sx = to.x > from.x ? 1 : -1, sy = to.y > from.y ? 1 : -1;
    double entered = 0;
    straight_line l = {
        .grid = grid, .length = sqrt((double)(dx * dx + dy * dy)), .way = {to.x - from.x, to.y - from.y}};
    const bool closes = wendi_has_closed_steps(grid);
    wend_tile at = from;
    for (int64_t i = 0, j = 0; i < dx || j < dy;) {
        if (!wendi_is_passable(grid, at.x, at.y) || l.cost > most) return INFINITY;
        int64_t vertical = i < dx ? (2 * i + 1) * dy : INT64_MAX,
                horizontal = j < dy ? (2 * j + 1) * dx : INT64_MAX;
        double left = vertical <= horizontal ? (double)(2 * i + 1) / (double)(2 * dx)
                                             : (double)(2 * j + 1) / (double)(2 * dy);
        add_part(&l, at, entered, left);
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
    add_part(&l, at, entered, 1);
    return l.cost;
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
        wend_tile tile = wendi_beside(at, d);
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
    return !wendi_is_same(best, at);
}

// Improves corners until none improves. After each change, tries the corner before again.
static void improve_all(string* s) {
    for (int64_t i = 1; i < s->count; i++)
        s->costs[i] = line_cost(s->grid, s->corners[i - 1], s->corners[i], INFINITY);
    int64_t tries = 100 * s->count; // far more than paths need; keeps rounding from looping forever
    for (int64_t i = 1; i + 1 < s->count && tries > 0; tries--)
        i = improve(s, i) ? (i > 1 ? i - 1 : 1) : i + 1;
}

// The same for a string that is given by its corners; a body fits along the lines between them.
static wend_result pull_corners(wendi_smoother* smoother, const wend_grid* grid, double radius,
                                wendi_tile_list* corners) {
    if (corners->count < 3) return WEND_OK;
    if (!WENDI_MAKE_ROOM(&smoother->allocator, smoother->costs, smoother->capacity, 0, corners->count))
        return WEND_ERROR_MEMORY;
    double* costs = smoother->costs;
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
    // Lines over hexagons cost by length alone.
    if (wendi_is_hex(grid->connectivity) && wendi_has_directions(grid)) return result;
    return result == WEND_OK ? pull_corners(smoother, grid, radius, out) : result;
}

// ---- the string is kept up to the last waypoint before what is new, and from the first one after it on
//
// Between the two it is pulled along the new tiles and some of those around them. A line leads from each
// of the two waypoints to the tile where that part begins or ends.
//
// Invariant: a body fits along every line, on the map as it is now, and all lines together cost no more
// than the tiles.

enum {
    NEARBY = 64, // a waypoint is beside a tile of the path at most so many tiles farther on than steps away
    MARGIN = 24, // so many tiles around the new ones are pulled again
    TRIES = 3    // to find a tile that a line from the waypoint leads to
};

typedef struct job {
    const wend_grid* grid;
    const wendi_point_list* corners; // of the path before
    const wendi_tile_list* tiles;    // new
    double radius;
} job;

// Where the part joins what is kept, seen from one end of the path: a waypoint, counted from that end, and a
// tile that a line leads to from there.
typedef struct cut {
    int64_t corner, tile;
} cut;

// Position i of a list, from its beginning or from its end.
static int64_t at(int64_t i, int64_t count, bool from_end) {
    return from_end ? count - 1 - i : i;
}
static wend_tile tile_at(const job* j, int64_t i, bool from_end) {
    return j->tiles->data[at(i, j->tiles->count, from_end)];
}
static wend_tile corner_at(const job* j, int64_t i, bool from_end) {
    wend_tile tile = {0, 0};
    wend_result result =
        wendi_sheet_tile_at(j->grid, j->corners->data[at(i, j->corners->count, from_end)], &tile);
    WENDI_ASSERT(result == WEND_OK); // the centre of a tile
    (void)result;
    return tile;
}

// The tile of the path that a waypoint is beside, from a tile on; at most end.
static int64_t beside(const job* j, wend_tile corner, int64_t from, int64_t end, bool from_end) {
    int64_t last = from + 2 * wendi_steps_between(tile_at(j, from, from_end), corner) + NEARBY, best = from;
    if (last > end) last = end;
    for (int64_t i = from; i <= last; i++)
        if (wendi_steps_between(tile_at(j, i, from_end), corner) <
            wendi_steps_between(tile_at(j, best, from_end), corner))
            best = i;
    return best;
}

// Finds where the part joins what is kept, for so many tiles that are old, from one end on. False: no line
// leads from the waypoint to the part.
static bool find_cut(const job* j, int64_t old, bool from_end, cut* out) {
    int64_t corner = 0, tile = 0;
    for (int64_t i = 1; i < j->corners->count; i++) {
        const int64_t next = beside(j, corner_at(j, i, from_end), tile, old - 1, from_end);
        if (next >= old - 1) break;
        corner = i;
        tile = next;
    }
    const wend_tile from = corner_at(j, corner, from_end);
    int64_t to = old - 1 > tile + MARGIN ? old - 1 - MARGIN : tile;
    for (int32_t i = 0; i < TRIES; i++, to = (tile + to) / 2) {
        const wend_tile end = tile_at(j, to, from_end);
        *out = (cut){corner, to};
        if (wendi_straight_cost(j->grid, from, end, j->radius) < INFINITY) return true;
    }
    return false;
}

// How many tiles two lists have in common, from one end on.
static int64_t common_tiles(const wendi_tile_list* a, const wendi_tile_list* b, int64_t most, bool from_end) {
    int64_t count = 0;
    while (count < most) {
        if (!wendi_is_same(a->data[at(count, a->count, from_end)], b->data[at(count, b->count, from_end)]))
            break;
        count++;
    }
    return count;
}

static wend_result push(wendi_tile_list* list, wend_tile tile) {
    if (list->count > 0 && wendi_is_same(list->data[list->count - 1], tile)) return WEND_OK;
    return wendi_tile_list_push(list, tile);
}

static wend_result push_all(wendi_tile_list* list, const wendi_tile_list* tiles) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < tiles->count && result == WEND_OK; i++) result = push(list, tiles->data[i]);
    return result;
}

// True when a body fits along the lines between all corners and they cost no more than the tiles.
static bool is_good(const job* j, const wendi_tile_list* corners) {
    wend_cost units;
    double most = slack * wendi_path_cost(j->grid, j->tiles->data, j->tiles->count, &units);
    for (int64_t i = 1; i < corners->count && most >= 0; i++)
        most -= wendi_straight_cost(j->grid, corners->data[i - 1], corners->data[i], j->radius);
    return most >= 0;
}

wend_result wendi_pull_part(wendi_smoother* smoother, const wend_grid* grid, const wend_path* before,
                            const wendi_tile_list* tiles, double radius, wendi_tile_list* part,
                            wendi_tile_list* out, bool* done_out) {
    const job j = {grid, &before->waypoints, tiles, radius};
    const int64_t shorter = tiles->count < before->tiles.count ? tiles->count : before->tiles.count;
    *done_out = false;
    if (shorter < 2 || before->waypoints.count < 2) return WEND_OK;
    const int64_t head = common_tiles(&before->tiles, tiles, shorter, false);
    const int64_t tail = common_tiles(&before->tiles, tiles, shorter - head, true);
    if (head + tail < 2 * MARGIN) return WEND_OK;
    cut from = {0, 0}, to = {0, 0};
    if ((head > 0 && !find_cut(&j, head, false, &from)) || (tail > 0 && !find_cut(&j, tail, true, &to)))
        return WEND_OK;
    const wendi_tile_list middle = {.data = tiles->data + from.tile,
                                    .count = tiles->count - from.tile - to.tile};
    wend_result result = wendi_turning_points(grid, &middle, out);
    part->count = 0;
    if (result == WEND_OK && head > 0) result = push(part, corner_at(&j, from.corner, false));
    if (result == WEND_OK) result = push_all(part, out);
    if (result == WEND_OK && tail > 0) result = push(part, corner_at(&j, to.corner, true));
    if (result == WEND_OK) result = pull_corners(smoother, grid, radius, part);
    out->count = 0;
    for (int64_t i = 0; i < from.corner && result == WEND_OK; i++)
        result = push(out, corner_at(&j, i, false));
    if (result == WEND_OK) result = push_all(out, part);
    for (int64_t i = to.corner; i-- > 0 && result == WEND_OK;) result = push(out, corner_at(&j, i, true));
    *done_out = result == WEND_OK && is_good(&j, out);
    return result;
}
