// distance_transform.c: how far is each tile from obstacles, and what does that add to its cost?
#include "grid/distance_transform.h"

#include <math.h>
#include <string.h>

#include "core/base.h"

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

double wendi_margin_factor(const wend_profile_def* def, double distance) {
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

static void free_band(transform* t, const wend_allocator* allocator) {
    const size_t width = (size_t)t->window.width, height = (size_t)t->window.height;
    wendi_free(allocator, t->columns, width * height, sizeof *t->columns);
    wendi_free(allocator, t->lines, (width + 1) * height, sizeof *t->lines);
    wendi_free(allocator, t->across, width, sizeof *t->across);
    t->columns = t->lines = t->across = NULL;
}

static bool has_lines(const transform* t) {
    return t->grid->exits.pages && !t->to_centers;
}

static wend_result scan_band(transform* t, const wend_allocator* allocator) {
    const size_t width = (size_t)t->window.width, height = (size_t)t->window.height;
    t->columns = wendi_alloc(allocator, width * height, sizeof *t->columns);
    if (has_lines(t)) t->lines = wendi_alloc(allocator, (width + 1) * height, sizeof *t->lines);
    if (has_lines(t)) t->across = wendi_alloc(allocator, width, sizeof *t->across);
    if (!t->columns || (has_lines(t) && (!t->lines || !t->across))) return WEND_ERROR_MEMORY;
    scan_down(t);
    scan_up(t);
    if (t->lines) scan_lines(t);
    return WEND_OK;
}

// The tiles that can be within reach of those of an area.
static wend_rect window_of(const wend_grid* grid, wend_rect area, int32_t reach) {
    const int32_t more = reach / 2 + 2; // tiles
    const int32_t left = wendi_max(area.x - more, 0), top = wendi_max(area.y - more, 0);
    const int32_t right = wendi_min(area.x + area.width + more, grid->width),
                  bottom = wendi_min(area.y + area.height + more, grid->height);
    return (wend_rect){left, top, right - left, bottom - top};
}

static wend_result run(transform* t, wend_rect area, const wend_allocator* allocator,
                       wendi_distance_row_fn* row, void* context) {
    const int32_t reach = t->reach;
    const wend_grid* grid = t->grid;
    WENDI_ASSERT(reach >= 1 && reach <= WENDI_MAX_DISTANCE && !wendi_is_hex(grid->connectivity));
    const size_t width = (size_t)window_of(grid, area, reach).width;
    t->envelope = wendi_alloc(allocator, width + 1, sizeof *t->envelope);
    t->squares = wendi_alloc(allocator, (size_t)area.width, sizeof *t->squares);
    wend_result result = t->envelope && t->squares ? WEND_OK : WEND_ERROR_MEMORY;
    const int32_t band_height = wendi_max(LEAST_BAND, 2 * reach);
    for (wend_rect band = area; band.y < area.y + area.height && result == WEND_OK; band.y += band_height) {
        band.height = wendi_min(band_height, area.y + area.height - band.y);
        t->window = window_of(grid, band, reach);
        result = scan_band(t, allocator);
        for (int32_t y = band.y; y < band.y + band.height && result == WEND_OK; y++) {
            fill_row(t, area, y);
            row(context, y, t->squares);
        }
        free_band(t, allocator);
    }
    wendi_free(allocator, t->envelope, width + 1, sizeof *t->envelope);
    wendi_free(allocator, t->squares, (size_t)area.width, sizeof *t->squares);
    return result;
}

wend_result wendi_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                     wend_rect area, int32_t reach, const wend_allocator* allocator,
                                     wendi_distance_row_fn* row, void* context) {
    transform t = {.grid = grid, .is_blocked = is_blocked, .reach = reach, .far = reach + 1};
    return run(&t, area, allocator, row, context);
}

wend_result wendi_center_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                            wend_rect area, int32_t reach, const wend_allocator* allocator,
                                            wendi_distance_row_fn* row, void* context) {
    transform t = {
        .grid = grid, .is_blocked = is_blocked, .reach = reach, .far = reach + 1, .to_centers = true};
    return run(&t, area, allocator, row, context);
}
