// raster.c: which path over a raster costs least, by the costs of scikit-image's route_through_array?
//
// A* over pixels with an admissible heuristic; a pixel that is reached at a lower cost is put on the open
// list again, so that rounding in the heuristic cannot harm. Invariant: costs[i] is the cost of the path that
// the parents describe from pixel i back to the start.
#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SQRT2 1.41421356237309504880

enum { REACHED = 1 << 4, IN_REACH = 1 << 5, DIRECTION = 7 }; // of a pixel's state

static const int8_t row_step[8] = {0, 1, 0, -1, 1, 1, -1, -1}, column_step[8] = {1, 0, -1, 0, 1, -1, -1, 1};

static inline bool is_passable(double cost) {
    return cost >= 0 && cost < INFINITY;
}

static inline double step_cost(const wendpy_raster* raster, double from, double to, bool diagonal) {
    if (!raster->geometric) return to;
    return (diagonal ? SQRT2 : 1.0) * 0.5 * (from + to);
}

double wendpy_raster_cost(const wendpy_raster* raster, const int32_t* tiles, int64_t count) {
    double cost = 0, before = 0;
    for (int64_t i = 0; i < count; i++) {
        const int32_t x = tiles[2 * i], y = tiles[2 * i + 1];
        const double here = raster->costs[(size_t)y * (size_t)raster->columns + (size_t)x];
        if (i == 0)
            cost = raster->geometric ? 0 : here;
        else
            cost += step_cost(raster, before, here, x != tiles[2 * i - 2] && y != tiles[2 * i - 1]);
        before = here;
    }
    return cost;
}

// ---- the open list: a heap of four children each

typedef struct entry {
    double f;
    uint32_t pixel;
} entry;

typedef struct heap {
    entry* entries;
    size_t count, capacity;
} heap;

static bool push(heap* open, entry added) {
    if (open->count == open->capacity) {
        const size_t capacity = open->capacity == 0 ? 4096 : 2 * open->capacity;
        entry* larger = realloc(open->entries, capacity * sizeof *larger);
        if (larger == NULL) return false;
        open->entries = larger;
        open->capacity = capacity;
    }
    size_t at = open->count++;
    while (at > 0) {
        const size_t above = (at - 1) / 4;
        if (open->entries[above].f <= added.f) break;
        open->entries[at] = open->entries[above];
        at = above;
    }
    open->entries[at] = added;
    return true;
}

static entry pop(heap* open) {
    const entry first = open->entries[0], moved = open->entries[--open->count];
    size_t at = 0;
    for (;;) {
        const size_t child = 4 * at + 1, end = child + 4 < open->count ? child + 4 : open->count;
        if (child >= open->count) break;
        size_t least = child;
        for (size_t i = child + 1; i < end; i++)
            if (open->entries[i].f < open->entries[least].f) least = i;
        if (open->entries[least].f >= moved.f) break;
        open->entries[at] = open->entries[least];
        at = least;
    }
    if (open->count > 0) open->entries[at] = moved;
    return first;
}

// ---- the search

typedef struct search {
    const wendpy_raster* raster;
    double* costs;   ///< of pixels that were reached
    uint8_t* states; ///< whether reached, by which step, whether within reach of the given tiles
    heap open;
    int32_t end_row, end_column;
    double bound;
} search;

static inline double estimate(const search* s, int32_t row, int32_t column) {
    const wendpy_raster* raster = s->raster;
    const double rows = fabs((double)(row - s->end_row)), columns = fabs((double)(column - s->end_column));
    const double more = rows > columns ? rows : columns, less = rows > columns ? columns : rows;
    const double steps = !raster->diagonal   ? more + less
                         : raster->geometric ? more + (SQRT2 - 1) * less
                                             : more;
    return steps * raster->least;
}

// Pixels within reach of the given tiles may be entered.
static void mark_reach(search* s, const int32_t* tiles, int64_t count, int32_t reach) {
    const int32_t rows = s->raster->rows, columns = s->raster->columns;
    for (int64_t i = 0; i < count; i++) {
        const int32_t x = tiles[2 * i], y = tiles[2 * i + 1];
        const int32_t left = x > reach ? x - reach : 0, right = x + reach < columns ? x + reach : columns - 1;
        const int32_t top = y > reach ? y - reach : 0, bottom = y + reach < rows ? y + reach : rows - 1;
        for (int32_t row = top; row <= bottom; row++)
            memset(s->states + (size_t)row * (size_t)columns + left, IN_REACH,
                   (size_t)right - (size_t)left + 1);
    }
}

static bool expand(search* s, uint32_t pixel, bool everywhere) {
    const wendpy_raster* raster = s->raster;
    const int32_t columns = raster->columns;
    const int32_t row = (int32_t)(pixel / (uint32_t)columns), column = (int32_t)(pixel % (uint32_t)columns);
    const double g = s->costs[pixel], here = raster->costs[pixel];
    for (int d = 0; d < (raster->diagonal ? 8 : 4); d++) {
        const int32_t to_row = row + row_step[d], to_column = column + column_step[d];
        if (to_row < 0 || to_column < 0 || to_row >= raster->rows || to_column >= columns) continue;
        const uint32_t to = (uint32_t)to_row * (uint32_t)columns + (uint32_t)to_column;
        const double there = raster->costs[to];
        if (!is_passable(there) || !(everywhere || (s->states[to] & IN_REACH))) continue;
        const double cost = g + step_cost(raster, here, there, d >= 4);
        if (!(cost < INFINITY) || ((s->states[to] & REACHED) && s->costs[to] <= cost)) continue;
        const double f = cost + estimate(s, to_row, to_column);
        if (f > s->bound) continue;
        s->costs[to] = cost;
        s->states[to] = (uint8_t)((s->states[to] & IN_REACH) | REACHED | d);
        if (!push(&s->open, (entry){f, to})) return false;
    }
    return true;
}

static wend_result run(search* s, uint32_t start, uint32_t end, bool everywhere, bool* found_out) {
    const wendpy_raster* raster = s->raster;
    const uint32_t columns = (uint32_t)raster->columns;
    s->costs[start] = raster->geometric ? 0 : raster->costs[start];
    s->states[start] |= REACHED;
    if (!push(&s->open, (entry){0, start})) return WEND_ERROR_MEMORY;
    *found_out = false;
    for (uint32_t count = 1; s->open.count > 0; count++) {
        const entry best = pop(&s->open);
        if (best.pixel == end) {
            *found_out = true;
            return WEND_OK;
        }
        // Put there at a higher cost, and expanded since.
        const double f = s->costs[best.pixel] +
                         estimate(s, (int32_t)(best.pixel / columns), (int32_t)(best.pixel % columns));
        if (best.pixel != start && best.f > f) continue;
        if (!expand(s, best.pixel, everywhere)) return WEND_ERROR_MEMORY;
        if (count % 65536 == 0 && wendpy_should_cancel(NULL)) return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

// Walks back from end to start.
static wend_result trace(const search* s, uint32_t start, uint32_t end, wendpy_route* out) {
    const int32_t columns = s->raster->columns;
    int64_t count = 1;
    for (uint32_t at = end; at != start; count++) {
        const int d = s->states[at] & DIRECTION;
        at -= (uint32_t)(row_step[d] * columns + column_step[d]);
    }
    int32_t* pixels = malloc((size_t)count * 2 * sizeof *pixels);
    if (pixels == NULL) return WEND_ERROR_MEMORY;
    uint32_t at = end;
    for (int64_t i = count - 1; i >= 0; i--) {
        pixels[2 * i] = (int32_t)(at / (uint32_t)columns);
        pixels[2 * i + 1] = (int32_t)(at % (uint32_t)columns);
        const int d = s->states[at] & DIRECTION;
        if (at != start) at -= (uint32_t)(row_step[d] * columns + column_step[d]);
    }
    *out = (wendpy_route){s->costs[end], count, pixels};
    return WEND_OK;
}

wend_result wendpy_raster_route(const wendpy_raster* raster, const int32_t* start, const int32_t* end,
                                const int32_t* tiles, int64_t tile_count, int32_t reach, double bound,
                                wendpy_route* out) {
    const size_t count = (size_t)raster->rows * (size_t)raster->columns;
    search s = {.raster = raster,
                .costs = malloc(count * sizeof *s.costs), // read only where states say so
                .states = calloc(count, 1),
                .end_row = end[0],
                .end_column = end[1],
                .bound = bound + 1e-9 * fabs(bound)};
    wend_result result = s.costs != NULL && s.states != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    *out = (wendpy_route){0, 0, NULL};
    if (result == WEND_OK) {
        const uint32_t from = (uint32_t)start[0] * (uint32_t)raster->columns + (uint32_t)start[1];
        const uint32_t to = (uint32_t)end[0] * (uint32_t)raster->columns + (uint32_t)end[1];
        bool found = false;
        mark_reach(&s, tiles, tile_count, reach);
        result = run(&s, from, to, tile_count == 0, &found);
        if (result == WEND_OK && found) result = trace(&s, from, to, out);
    }
    free(s.open.entries);
    free(s.states);
    free(s.costs);
    return result;
}

void wendpy_route_free(wendpy_route* route) {
    free(route->pixels);
    *route = (wendpy_route){0, 0, NULL};
}
