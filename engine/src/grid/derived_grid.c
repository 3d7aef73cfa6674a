// derived_grid.c: the view of a profile: its tiles, costs, steps and links, and distances to obstacles.
#include "grid/derived_grid.h"

#include <math.h>
#include <string.h>

#include "core/base.h"
#include "grid/exit_pages.h"
#include "grid/links.h"

// ---- how far is each tile from obstacles, and what does that add to its cost?

// ---- the extra cost near obstacles, and an exponential function that rounds alike on every machine

// exp(-x) for x >= 0, within 1e-14 of it: libraries differ in the last bits. x is split into multiples of
// ln 2, which only halve, and a rest below it, for which the series converges fast.
static double exp_of_minus(double x) {
    static const double LN2 = 0.69314718055994530942;
    if (x > 700) return 0;
    const double halvings = floor(x / LN2);
    const double rest = x - halvings * LN2;
    double sum = 1, term = 1;
    for (int32_t i = 1; i <= 20; i++) {
        term = term * -rest / i;
        sum = sum + term;
    }
    return ldexp(sum, -(int)halvings);
}

// The factor of a tile's cost at a distance of at least the radius from the nearest obstacle: 1 where the
// margin ends, and 1 + margin_cost at most. The same on every machine. [Units of distance: tiles]
static double margin_factor(const wend_profile_def* def, double distance) {
    const double beyond = distance - (double)def->radius;
    WENDI_ASSERT(beyond >= 0);
    if (beyond >= (double)def->margin) return 1;
    return 1 + (double)def->margin_cost * exp_of_minus((double)def->margin_falloff * beyond);
}

int32_t wendi_inflation_tiles(const wend_inflation* inflation, double tile_size) {
    return (int32_t)ceil(inflation->inflation_radius / tile_size);
}

// The tests are in the order, and the products in the units, of nav2: only so does the same tile count as
// inscribed where a radius is a multiple of the tile size.
uint8_t wendi_inflation_value(const wend_inflation* inflation, double tile_size, int64_t square) {
    const double tiles = sqrt((double)square);
    if (square == 0) return WENDI_LETHAL;
    if (tiles > (double)wendi_inflation_tiles(inflation, tile_size)) return 0;
    const double distance = tiles * tile_size;
    if (distance <= inflation->inscribed_radius) return WENDI_INSCRIBED;
    const double exponent = inflation->cost_scaling_factor * (distance - inflation->inscribed_radius);
    return (uint8_t)(WENDI_MOST_INFLATED * exp_of_minus(exponent));
}

// ---- squared distances to blocked tiles, walls and the edge of the map, in linear time
//
// The transform is separable (Meijster, Roerdink, Hesselink 2000). First, the distance of each tile to
// the nearest obstacle in its own column. Then, row by row: what blocks a tile from another column is
// nearest on one of the two vertical lines that bound that column. So each line between two columns has
// one number, the distance from the middle of the row to what touches the line, and the square of the
// distance of a tile is the least over all lines of (distance to the line)^2 + (that number)^2. These are
// parabolas of one shape, and their lower envelope is found and read in one pass each. Walls between
// columns lie on the lines anyway. Between centres the parabolas stand in the middle of the columns
// instead.
//
// A body that steps from a tile to the next crosses the line between them nearer to the end of a wall on
// that line than both centres are. So walls on the four lines that bound a tile count from where it
// crosses them. Blocked tiles need no such rule: one that is that near to the crossing has a side as near
// to a centre.

enum { LEAST_BAND = 128 }; // rows

typedef struct parabola {
    int32_t at;     // its line or the middle of its column, in half tiles from the left edge of the map
    int32_t height; // number of the line or column
    int64_t from;   // first position where it is the lowest
} parabola;

typedef struct transform {
    const wend_grid* grid;
    const bool* is_blocked;
    int32_t reach; // in half tiles
    int32_t far;   // any distance above reach
    bool to_centers;
    wend_rect window;   // the tiles that matter for the rows at work
    uint16_t* columns;  // by tile of the window: distance in the column
    uint16_t* lines;    // by line of the window: distance to a wall on it; NULL: there are no walls
    uint16_t* across;   // of one row, by tile of the window: from its middle along the lines above and below
                        // to a wall on them; NULL: there are no walls
    parabola* envelope; // of one row
    uint32_t* squares;  // of one row
} transform;

// ---- walls

static bool closed(const wend_grid* grid, int32_t x, int32_t y, int32_t direction) {
    return wendi_exits_closed(&grid->exits, x, y) >> direction & 1;
}

// Both tiles are on the map.
static bool wall_above(const wend_grid* grid, int32_t x, int32_t y) {
    return closed(grid, x, y, WENDI_NORTH) && closed(grid, x, y - 1, WENDI_SOUTH);
}
static bool wall_left_of(const wend_grid* grid, int32_t x, int32_t y) {
    return closed(grid, x, y, WENDI_WEST) && closed(grid, x - 1, y, WENDI_EAST);
}

// ---- along the columns

// The distance one row farther away from an obstacle. A blocked tile begins half a tile before its centre.
static uint16_t farther(const transform* t, uint16_t distance) {
    return (uint16_t)wendi_min(distance == 0 && !t->to_centers ? 1 : distance + 2, t->far);
}
// Of the first and the last row.
static uint16_t to_edge(const transform* t) {
    return (uint16_t)(t->to_centers ? t->far : 1);
}

// Distances to what lies above: from top to bottom.
static void scan_down(transform* t) {
    const wend_grid* grid = t->grid;
    const wend_rect w = t->window;
    for (int32_t y = 0; y < w.height; y++) {
        uint16_t* row = t->columns + (size_t)y * (size_t)w.width;
        const uint16_t* above = row - w.width;
        const uint16_t first = w.y == 0 ? to_edge(t) : (uint16_t)t->far;
        const uint8_t* tiles;
        for (int32_t x = 0, end; x < w.width; x = end) {
            end = x + wendi_tile_run(grid, w.x + x, w.y + y, w.width - x, &tiles);
            for (const uint8_t* tile = tiles; x < end; x++, tile++)
                row[x] = t->is_blocked[*tile] ? 0 : y == 0 ? first : farther(t, above[x]);
        }
        if (!t->lines || w.y + y == 0) continue;
        for (int32_t x = 0; x < w.width; x++)
            if (row[x] > 1 && wall_above(grid, w.x + x, w.y + y)) row[x] = 1;
    }
}

// And to what lies below: from bottom to top.
static void scan_up(transform* t) {
    const wend_grid* grid = t->grid;
    const wend_rect w = t->window;
    for (int32_t y = w.height - 1; y >= 0; y--) {
        uint16_t* row = t->columns + (size_t)y * (size_t)w.width;
        const uint16_t* below = row + w.width;
        const bool is_edge = w.y + y == grid->height - 1;
        for (int32_t x = 0; x < w.width; x++) {
            const uint16_t distance = is_edge             ? to_edge(t)
                                      : y == w.height - 1 ? (uint16_t)t->far
                                                          : farther(t, below[x]);
            if (distance < row[x]) row[x] = distance;
        }
        if (!t->lines || is_edge) continue;
        for (int32_t x = 0; x < w.width; x++)
            if (row[x] > 1 && wall_above(grid, w.x + x, w.y + y + 1)) row[x] = 1;
    }
}

static void scan_lines(transform* t) {
    const wend_rect w = t->window;
    const int32_t count = w.width + 1;
    for (int32_t y = 0; y < w.height; y++) {
        uint16_t* row = t->lines + (size_t)y * (size_t)count;
        for (int32_t i = 0; i < count; i++) {
            const int32_t x = w.x + i;
            const bool inner = i > 0 && i < w.width; // what lies on the others is out of reach, or the edge
            row[i] = inner && wall_left_of(t->grid, x, w.y + y) ? 0
                     : y == 0                                   ? (uint16_t)t->far
                                                                : farther(t, row[i - count]);
        }
    }
    for (int32_t y = w.height - 2; y >= 0; y--) {
        uint16_t* row = t->lines + (size_t)y * (size_t)count;
        for (int32_t i = 0; i < count; i++) {
            const uint16_t distance = farther(t, row[i + count]);
            if (distance < row[i]) row[i] = distance;
        }
    }
}

// ---- across the rows

static int64_t floor_of(int64_t a, int64_t b) { // b > 0
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static int64_t square(int64_t a) {
    return a * a;
}

// Adds the parabola of a line to the right of all others. Returns the new count.
static int32_t add_parabola(parabola* envelope, int32_t count, int32_t at, int32_t height) {
    const int64_t whole = square(at) + square(height);
    int64_t from = INT64_MIN;
    for (; count > 0; count--) { // the last one that is the lowest somewhere to the left stays
        const parabola* last = &envelope[count - 1];
        from = floor_of(whole - square(last->at) - square(last->height), 2 * (int64_t)(at - last->at)) + 1;
        if (from > last->from) break;
        from = INT64_MIN;
    }
    envelope[count] = (parabola){at, height, from};
    return count + 1;
}

// The parabolas of the lines that something within reach touches.
static int32_t find_envelope(transform* t, int32_t y) {
    const wend_rect w = t->window;
    const uint16_t* columns = t->columns + (size_t)y * (size_t)w.width;
    const uint16_t* lines = t->lines ? t->lines + (size_t)y * (size_t)(w.width + 1) : NULL;
    int32_t count = 0;
    for (int32_t i = 0; t->to_centers && i < w.width; i++)
        if (columns[i] <= t->reach) count = add_parabola(t->envelope, count, 2 * (w.x + i) + 1, columns[i]);
    for (int32_t i = 0; !t->to_centers && i <= w.width; i++) {
        const int32_t left = i > 0 ? columns[i - 1] : t->far, right = i < w.width ? columns[i] : t->far;
        if (left + right == 0) continue; // both columns are blocked here, so no tile sees the line
        int32_t height = wendi_min(left, right);
        if (lines) height = wendi_min(height, lines[i]);
        if (w.x + i == 0 || w.x + i == t->grid->width) height = 0;
        if (height <= t->reach) count = add_parabola(t->envelope, count, 2 * (w.x + i), height);
    }
    return count;
}

// Distances along the line above a row to walls on it, where they are nearer than those so far.
static void scan_across(transform* t, int32_t y) {
    const wend_rect w = t->window;
    uint16_t distance = (uint16_t)t->far;
    for (int32_t i = 0; i < w.width; i++) {
        distance = wall_above(t->grid, w.x + i, y) ? 0 : farther(t, distance);
        if (distance < t->across[i]) t->across[i] = distance;
    }
    distance = (uint16_t)t->far;
    for (int32_t i = w.width - 1; i >= 0; i--) {
        distance = wall_above(t->grid, w.x + i, y) ? 0 : farther(t, distance);
        if (distance < t->across[i]) t->across[i] = distance;
    }
}

static void find_across(transform* t, int32_t y) {
    for (int32_t i = 0; i < t->window.width; i++) t->across[i] = (uint16_t)t->far;
    if (y > 0) scan_across(t, y);
    if (y + 1 < t->grid->height) scan_across(t, y + 1);
}

// The square of the distance from where a body crosses the sides of a tile to walls on their lines. i: the
// tile, in the window.
static int64_t crossing_square(const transform* t, int32_t y, int32_t i) {
    const uint16_t* lines = t->lines + (size_t)(y - t->window.y) * (size_t)(t->window.width + 1);
    const int32_t upright = wendi_min(lines[i], lines[i + 1]);
    // A wall on a side of the tile itself is at a distance of 0: half a tile from the centre.
    const int64_t least = wendi_max(wendi_min(upright, t->across[i]), 1);
    return least * least;
}

static void fill_row(transform* t, wend_rect area, int32_t y) {
    const uint16_t* columns = t->columns + (size_t)(y - t->window.y) * (size_t)t->window.width;
    const uint32_t most = (uint32_t)t->reach * (uint32_t)t->reach;
    const int32_t count = find_envelope(t, y - t->window.y);
    if (t->lines) find_across(t, y);
    for (int32_t x = area.x, k = 0; x < area.x + area.width; x++) {
        const int64_t position = 2 * (int64_t)x + 1;
        const int64_t column = columns[x - t->window.x];
        int64_t least = wendi_min((int32_t)column, t->reach);
        least *= least;
        while (k + 1 < count && t->envelope[k + 1].from <= position) k++;
        if (count > 0 && least > 0) {
            const parabola* p = &t->envelope[k];
            const int64_t other = square(position - p->at) + square(p->height);
            if (other < least) least = other;
        }
        if (t->lines && least > 0) {
            const int64_t crossing = crossing_square(t, y, x - t->window.x);
            if (crossing < least) least = crossing;
        }
        t->squares[x - area.x] = least < most ? (uint32_t)least : most;
    }
}

// ---- bands of rows

static bool has_lines(const transform* t) {
    return t->grid->exits.pages && !t->to_centers;
}

// Makes room for windows of this size, and for rows of so many tiles.
static wend_result make_room(transform* t, size_t width, size_t height, size_t row,
                             const wend_allocator* allocator) {
    t->columns = wendi_alloc(allocator, width * height, sizeof *t->columns);
    t->envelope = wendi_alloc(allocator, width + 1, sizeof *t->envelope);
    t->squares = wendi_alloc(allocator, row, sizeof *t->squares);
    bool fits = t->columns && t->envelope && t->squares;
    if (has_lines(t)) {
        t->lines = wendi_alloc(allocator, (width + 1) * height, sizeof *t->lines);
        t->across = wendi_alloc(allocator, width, sizeof *t->across);
        fits = fits && t->lines && t->across;
    }
    return fits ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                     wend_rect area, int32_t reach, bool to_centers,
                                     const wend_allocator* allocator, wendi_distance_row_fn* row,
                                     void* context) {
    WENDI_ASSERT(reach >= 1 && reach <= WENDI_MAX_DISTANCE && !wendi_is_hex(grid->connectivity));
    transform t = {
        .grid = grid, .is_blocked = is_blocked, .reach = reach, .far = reach + 1, .to_centers = to_centers};
    wendi_owner owner;
    const wend_allocator scratch = wendi_owner_begin(&owner, allocator);
    const int32_t more = reach / 2 + 2, bottom = area.y + area.height, // more: tiles that can be within reach
        band_height = wendi_max(LEAST_BAND, 2 * reach),
                  width = wendi_area_around(area, more, grid->width, grid->height).width,
                  height = wendi_min(wendi_min(band_height, area.height) + 2 * more, grid->height);
    wend_result result = make_room(&t, (size_t)width, (size_t)height, (size_t)area.width, &scratch);
    for (wend_rect band = area; band.y < bottom && result == WEND_OK; band.y += band_height) {
        band.height = wendi_min(band_height, bottom - band.y);
        t.window = wendi_area_around(band, more, grid->width, grid->height);
        scan_down(&t);
        scan_up(&t);
        if (t.lines) scan_lines(&t);
        for (int32_t y = band.y; y < band.y + band.height; y++) {
            fill_row(&t, area, y);
            row(context, y, t.squares);
        }
    }
    wendi_owner_end(&owner);
    return result;
}

// ---- costs

wend_result wendi_profile_costs(const wend_profile_def* def, const float map_costs[WEND_CLASS_COUNT],
                                float out[WEND_CLASS_COUNT]) {
    out[0] = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        const float cost = def->class_costs[k];
        if (isnan(cost)) return WEND_ERROR_ARGUMENT;
        out[k] = cost < 0 ? map_costs[k] : isinf(cost) ? 0 : cost;
        if (out[k] != 0 && !(out[k] >= WEND_MIN_CLASS_COST && out[k] <= WEND_MAX_CLASS_COST))
            return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

static bool is_inflated(const wend_profile_def* def) {
    return def->inflation.inflation_radius > 0;
}

static bool has_margin(const wend_profile_def* def) {
    return (def->margin > 0 || is_inflated(def)) && def->margin_cost > 0;
}

static bool has_body(const wend_profile_def* def) {
    return def->radius > 0 || def->inflation.inscribed_radius > 0;
}

// In tiles.
static double radius_of(const wend_profile_def* def, const wend_grid* grid) {
    return is_inflated(def) ? def->inflation.inscribed_radius / (double)grid->tile_size : (double)def->radius;
}

static int32_t reach_of(const wend_profile_def* def, const wend_grid* grid) {
    if (is_inflated(def)) return 2 * wendi_inflation_tiles(&def->inflation, (double)grid->tile_size) + 1;
    // Every passable tile has a clearance of half a tile.
    if (!has_margin(def) && def->radius <= 0.5f) return 0;
    return wendi_max((int32_t)ceil(2 * ((double)def->radius + (double)def->margin)), 1);
}

// ---- derivation

// The extra cost at a squared distance in half tiles, in levels of margin_cost / level_count, rounded down,
// so that it ends with the margin; or WENDI_TOO_NARROW.
static uint8_t level_at(const wend_profile_def* def, double tile_size, size_t square, int32_t level_count) {
    if (is_inflated(def)) {
        if (square % 4 != 0) return 0; // of no tile
        const int32_t value = wendi_inflation_value(&def->inflation, tile_size, (int64_t)(square / 4));
        if (value >= WENDI_INSCRIBED) return WENDI_TOO_NARROW;
        return has_margin(def) ? (uint8_t)(value * level_count / WENDI_MOST_INFLATED) : 0;
    }
    const double radius = (double)def->radius;
    if ((double)square < 4 * radius * radius) return WENDI_TOO_NARROW;
    if (!has_margin(def)) return 0;
    const double distance = fmax(sqrt((double)square) / 2, radius);
    const double extra = margin_factor(def, distance) - 1;
    return (uint8_t)floor(extra / (double)def->margin_cost * level_count);
}

// The groups of classes of one cost: the first class of each, and the group of each.
typedef struct cost_groups {
    uint8_t first[WEND_CLASS_COUNT], of_class[WEND_CLASS_COUNT];
    int32_t count;
} cost_groups;

static void find_groups(const float* costs, cost_groups* out) {
    out->count = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        if (costs[k] == 0) continue;
        int32_t g = 0;
        while (g < out->count && costs[out->first[g]] != costs[k]) g++;
        if (g == out->count) out->first[out->count++] = (uint8_t)k;
        out->of_class[k] = (uint8_t)g;
    }
}

// The level of each distance. Returns how many of them occur, with level 0.
static int32_t find_levels(wendi_derivation* d, const wend_profile_def* def, double tile_size,
                           int32_t level_count, bool occurs[WEND_MARGIN_LEVELS + 1]) {
    int32_t count = 1;
    memset(occurs, 0, WEND_MARGIN_LEVELS + 1);
    occurs[0] = true;
    for (size_t square = 0; square < wendi_derivation_bytes(d); square++) {
        const uint8_t level = d->levels[square] = level_at(def, tile_size, square, level_count);
        if (level == WENDI_TOO_NARROW || occurs[level]) continue;
        occurs[level] = true;
        count++;
    }
    return count;
}

// Numbers the classes of the view: group by group, and in each by the levels that occur. There are as many
// levels as costs of the map leave room for.
static wend_result number_classes(wendi_derivation* d, const wend_profile_def* def, const float* costs,
                                  double tile_size) {
    bool occurs[WEND_MARGIN_LEVELS + 1];
    uint8_t rank[WEND_MARGIN_LEVELS + 1]; // of the levels that occur
    cost_groups groups;
    find_groups(costs, &groups);
    const int32_t most = groups.count > 0 ? (WEND_CLASS_COUNT - 1) / groups.count : WEND_CLASS_COUNT - 1;
    int32_t level_count = WEND_MARGIN_LEVELS;
    int32_t count = find_levels(d, def, tile_size, level_count, occurs);
    if (count > most) {
        level_count = most - 1;
        if (level_count < 1) return WEND_ERROR_LIMIT;
        count = find_levels(d, def, tile_size, level_count, occurs);
    }
    memset(d->class_costs, 0, sizeof d->class_costs);
    for (int32_t level = 0, next = 0; level <= level_count; level++) {
        if (!occurs[level]) continue;
        rank[level] = (uint8_t)next;
        for (int32_t g = 0; g < groups.count; g++)
            d->class_costs[1 + g * count + next] =
                (float)((double)costs[groups.first[g]] *
                        (1 + (double)def->margin_cost * level / level_count));
        next++;
    }
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        if (costs[k] != 0) d->first_class[k] = (uint8_t)(1 + groups.of_class[k] * count);
        if (costs[k] == 0) d->first_class[k] = 0;
        if (d->class_costs[k] > WEND_MAX_CLASS_COST) return WEND_ERROR_LIMIT;
    }
    for (size_t square = 0; square < wendi_derivation_bytes(d); square++)
        if (d->levels[square] != WENDI_TOO_NARROW) d->levels[square] = rank[d->levels[square]];
    return WEND_OK;
}

wend_result wendi_derivation_make(const wend_profile_def* def, const wend_grid* grid,
                                  const wend_allocator* allocator, wendi_derivation* out) {
    *out = (wendi_derivation){.connectivity = grid->connectivity,
                              .to_centers = is_inflated(def),
                              .radius = radius_of(def, grid),
                              .unknown_class = is_inflated(def) ? def->inflation.unknown_class : 0};
    if (has_body(def) && out->connectivity == WEND_CONNECTIVITY_8_CUT)
        out->connectivity = WEND_CONNECTIVITY_8;
    float costs[WEND_CLASS_COUNT];
    wend_result result = wendi_profile_costs(def, grid->class_costs, costs);
    if (result != WEND_OK) return result;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        out->is_blocked[k] = costs[k] == 0;
        out->is_obstacle[k] = costs[k] == 0 && (k == 0 || k != out->unknown_class);
        out->first_class[k] = (uint8_t)k;
    }
    memcpy(out->class_costs, costs, sizeof costs);
    const int32_t reach = reach_of(def, grid);
    if (reach == 0) return WEND_OK;
    out->levels = wendi_alloc_zeroed(allocator, (size_t)reach * (size_t)reach, 1);
    if (!out->levels) return WEND_ERROR_MEMORY;
    out->reach = reach;
    const double tile_size = (double)grid->tile_size;
    if (has_margin(def)) return number_classes(out, def, costs, tile_size);
    for (size_t square = 0; square < wendi_derivation_bytes(out); square++)
        out->levels[square] = level_at(def, tile_size, square, 0);
    return WEND_OK;
}

wend_result wendi_derivation_copy(const wendi_derivation* derivation, const wend_allocator* allocator,
                                  wendi_derivation* out) {
    const size_t bytes = wendi_derivation_bytes(derivation);
    *out = *derivation;
    if (bytes == 0) return WEND_OK;
    out->levels = wendi_alloc_copy(allocator, derivation->levels, bytes, 1);
    return out->levels ? WEND_OK : WEND_ERROR_MEMORY;
}

void wendi_derivation_free(wendi_derivation* derivation, const wend_allocator* allocator) {
    wendi_free(allocator, derivation->levels, wendi_derivation_bytes(derivation), 1);
    derivation->levels = NULL;
}

size_t wendi_derivation_bytes(const wendi_derivation* derivation) {
    return derivation->levels ? (size_t)derivation->reach * (size_t)derivation->reach : 0;
}

// ---- tiles

typedef struct derive_job {
    const wendi_derivation* derivation;
    const wend_grid* grid;
    wend_rect area;
    uint8_t* classes; // of one row
    wendi_derived_row_fn* row;
    void* context;
} derive_job;

static void derive_row(void* context, int32_t y, const uint32_t* squares) {
    const derive_job* job = context;
    const wendi_derivation* d = job->derivation;
    const uint32_t end = (uint32_t)d->reach * (uint32_t)d->reach;
    wendi_get_tiles(job->grid, job->area.x, y, job->area.width, job->classes);
    for (int32_t x = 0; x < job->area.width; x++) {
        const uint8_t k = job->classes[x], first = d->first_class[k];
        const uint8_t level = squares[x] < end && !d->is_blocked[k] ? d->levels[squares[x]] : 0;
        const bool is_unknown = k == d->unknown_class && k != 0;
        job->classes[x] = level == WENDI_TOO_NARROW ? 0 : (uint8_t)(first + (is_unknown ? 0 : level));
    }
    job->row(job->context, y, job->classes);
}

wend_result wendi_derive(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area,
                         const wend_allocator* allocator, wendi_derived_row_fn* row, void* context) {
    WENDI_ASSERT(!wendi_keeps_tiles(derivation));
    derive_job job = {derivation, grid, area, NULL, row, context};
    job.classes = wendi_alloc(allocator, (size_t)area.width, 1);
    if (!job.classes) return WEND_ERROR_MEMORY;
    wend_result result = wendi_distance_transform(grid, derivation->is_obstacle, area, derivation->reach,
                                                  derivation->to_centers, allocator, derive_row, &job);
    wendi_free(allocator, job.classes, (size_t)area.width, 1);
    return result;
}

wend_rect wendi_derived_area(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area) {
    const int32_t more = derivation->reach > 0 ? derivation->reach / 2 + 1 : 0; // tiles
    return wendi_area_around(area, more, grid->width, grid->height);
}

// ---- the grid of a view

wend_link wendi_derived_link(const wend_link* link, int32_t profile) {
    wend_link derived = *link;
    derived.enabled = link->enabled && (link->profiles >> profile & 1);
    derived.profiles |= 1; // which is this profile in its view
    if (link->profile_costs[profile] >= 0) derived.cost = link->profile_costs[profile];
    for (int32_t p = 0; p < WEND_MAX_PROFILES; p++) derived.profile_costs[p] = -1;
    return derived;
}

static wend_result copy_links(const wend_grid* grid, int32_t profile, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        const wend_link link = wendi_derived_link(&grid->links.data[i], profile);
        result = wendi_grid_reserve_link(view);
        if (result == WEND_OK) wendi_links_insert(&view->links, &link);
    }
    if (result == WEND_OK) wendi_grid_find_shortcuts(view);
    return result;
}

static wend_result copy_exits(const wend_grid* grid, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = -1; result == WEND_OK && (i = wendi_exits_next_page(&grid->exits, i + 1)) >= 0;)
        result = wendi_exits_load_page(view, i, grid->exits.pages[i]->declared);
    return result == WEND_OK ? wendi_exits_derive(view) : result;
}

// A body of up to half a tile fits everywhere, so its obstacles are the blocked tiles of the view.
static wendi_body_rule body_rule_of(const wendi_derivation* derivation, const wend_grid* grid) {
    if (derivation->to_centers) return (wendi_body_rule){.widest = derivation->radius, .by_center = true};
    if (derivation->radius <= 0.5) return (wendi_body_rule){0};
    return (wendi_body_rule){grid, derivation->is_blocked, derivation->radius, false};
}

static void write_row(void* context, int32_t y, const uint8_t* classes) {
    wend_grid* view = context;
    wendi_sheet_write(view, (wend_rect){0, y, view->width, 1}, classes, 0);
}

wend_result wendi_slopes_of_profile(const wend_profile_def* def, const wend_grid* grid, int32_t reach,
                                    wendi_relief* relief) {
    wendi_slope_table like = *grid->relief.table;
    if (def->slope_count > 0) {
        like.points = def->slopes;
        like.point_count = def->slope_count;
    }
    if (def->max_climb >= 0) like.max_climb = def->max_climb;
    if (def->max_drop >= 0) like.max_drop = def->max_drop;
    like.steepest = wendi_min(like.steepest, reach);
    return wendi_slope_table_make(grid, &like, reach, relief);
}

static wend_result take_relief(const wend_profile_def* def, const wend_grid* grid, wend_grid* view) {
    view->relief = wendi_relief_borrow(&grid->relief, NULL);
    if (!wendi_has_own_slopes(def)) return WEND_OK;
    return wendi_slopes_of_profile(def, grid, grid->relief.table->reach, &view->relief);
}

wend_result wendi_derived_grid(const wend_profile_def* profile_def, const wendi_derivation* derivation,
                               const wend_grid* grid, int32_t profile, const wend_allocator* allocator,
                               wend_grid** out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = grid->width;
    def.height = grid->height;
    def.tile_size = grid->tile_size;
    def.origin = grid->origin;
    def.connectivity = derivation->connectivity;
    def.allocator = allocator;
    wend_grid* view = NULL;
    const bool borrows = wendi_keeps_tiles(derivation);
    wend_result result =
        borrows ? wendi_grid_create_borrowing(&def, grid, &view) : wend_grid_create(&def, &view);
    if (result != WEND_OK) return result;
    wendi_grid_share_floors(grid, view);
    view->cost_range.declared = grid->cost_range.declared;
    view->body_rule = body_rule_of(derivation, grid);
    result = take_relief(profile_def, grid, view);
    if (result == WEND_OK) result = wendi_grid_set_costs(view, derivation->class_costs, grid->costs.unit);
    const wend_rect all = {0, 0, grid->width, grid->height};
    if (result == WEND_OK && !borrows)
        result = wendi_derive(derivation, grid, all, allocator, write_row, view);
    if (result == WEND_OK) result = copy_exits(grid, view);
    if (result == WEND_OK) result = copy_links(grid, profile, view);
    if (result == WEND_OK)
        *out = view;
    else
        wend_grid_destroy(view);
    return result;
}
