// outline.c: along which lines does a set of tiles end? Each connected part is labelled when its first tile
// is met, in rows from the top, and its outer ring begins there; every other edge above a tile that no ring
// has passed by then belongs to a hole.
#include "outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EAST, SOUTH, WEST, NORTH };

typedef struct tracer {
    const int32_t* classes;
    int32_t width, height, wanted;
    int32_t* parts; // by tile: its part; -1: none yet
    bool* passed;   // by tile: a ring has passed its upper edge
    int64_t* stack;
    int64_t stack_capacity;
    outline* out;
} tracer;

static bool is_inside(const tracer* t, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < t->width && y < t->height &&
           t->classes[(int64_t)y * t->width + x] == t->wanted;
}

static bool grow(void** items, int64_t* capacity, int64_t count, size_t size) {
    if (count < *capacity) return true;
    const int64_t wanted = *capacity > 0 ? 2 * *capacity : 64;
    void* grown = realloc(*items, (size_t)wanted * size);
    if (grown == NULL) return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

static bool add_point(outline* o, int32_t x, int32_t y) {
    if (!grow((void**)&o->points, &o->point_capacity, o->point_count, sizeof *o->points)) return false;
    o->points[o->point_count++] = (wend_tile){x, y};
    return true;
}

// Labels the tiles that are connected with one.
static bool label_part(tracer* t, int64_t first, int32_t part) {
    int64_t count = 0;
    if (!grow((void**)&t->stack, &t->stack_capacity, count, sizeof *t->stack)) return false;
    t->stack[count++] = first;
    t->parts[first] = part;
    while (count > 0) {
        const int64_t at = t->stack[--count];
        const int32_t x = (int32_t)(at % t->width), y = (int32_t)(at / t->width);
        const wend_tile next[4] = {{x + 1, y}, {x, y + 1}, {x - 1, y}, {x, y - 1}};
        for (int i = 0; i < 4; i++) {
            const int64_t index = (int64_t)next[i].y * t->width + next[i].x;
            if (!is_inside(t, next[i].x, next[i].y) || t->parts[index] >= 0) continue;
            t->parts[index] = part;
            if (!grow((void**)&t->stack, &t->stack_capacity, count, sizeof *t->stack)) return false;
            t->stack[count++] = index;
        }
    }
    return true;
}

// Follows the edges from the upper edge of a tile on, with the tiles of the part on the right. Where two of
// them touch at a corner only, the ring stays with its own.
static bool trace_ring(tracer* t, int32_t x, int32_t y, bool is_hole) {
    static const wend_tile step[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    // From a corner, the tile ahead on the right, and the one ahead on the left.
    static const wend_tile right[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const wend_tile left[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    outline* o = t->out;
    if (!grow((void**)&o->rings, &o->ring_capacity, o->ring_count, sizeof *o->rings)) return false;
    outline_ring ring = {
        .first = o->point_count, .part = t->parts[(int64_t)y * t->width + x], .is_hole = is_hole};
    int32_t column = x, row = y, direction = EAST;
    do {
        if (direction == EAST) t->passed[(int64_t)row * t->width + column] = true;
        column += step[direction].x;
        row += step[direction].y;
        const int32_t before = direction;
        if (!is_inside(t, column + right[direction].x, row + right[direction].y))
            direction = (direction + 1) % 4;
        else if (is_inside(t, column + left[direction].x, row + left[direction].y))
            direction = (direction + 3) % 4;
        if (direction != before && !add_point(o, column, row)) return false;
    } while (column != x || row != y || direction != EAST);
    ring.count = o->point_count - ring.first;
    o->rings[o->ring_count++] = ring;
    return true;
}

static bool trace_all(tracer* t) {
    for (int32_t y = 0; y < t->height; y++)
        for (int32_t x = 0; x < t->width; x++) {
            const int64_t at = (int64_t)y * t->width + x;
            if (!is_inside(t, x, y) || is_inside(t, x, y - 1) || t->passed[at]) continue;
            const bool is_hole = t->parts[at] >= 0;
            if (!is_hole && !label_part(t, at, t->out->part_count++)) return false;
            if (!trace_ring(t, x, y, is_hole)) return false;
        }
    return true;
}

// ---- fewer points (Douglas and Peucker 1973)

static double distance_to(wend_tile p, wend_tile a, wend_tile b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    if (length == 0) return hypot(p.x - a.x, p.y - a.y);
    return fabs(dx * (p.y - a.y) - dy * (p.x - a.x)) / length;
}

typedef struct piece {
    int64_t from, to; // of a ring, whose points go around
} piece;

// Marks the points that stay. Returns how many; -1: out of memory.
static int64_t mark(const wend_tile* points, int64_t count, double tolerance, bool* kept) {
    piece* stack = malloc((size_t)count * sizeof *stack + sizeof *stack);
    if (stack == NULL) return -1;
    int64_t opposite = 0, pieces = 0, left = 2;
    for (int64_t i = 1; i < count; i++)
        if (hypot(points[i].x - points[0].x, points[i].y - points[0].y) >
            hypot(points[opposite].x - points[0].x, points[opposite].y - points[0].y))
            opposite = i;
    memset(kept, 0, (size_t)count * sizeof *kept);
    kept[0] = kept[opposite] = true;
    stack[pieces++] = (piece){0, opposite};
    stack[pieces++] = (piece){opposite, count};
    while (pieces > 0) {
        const piece p = stack[--pieces];
        int64_t farthest = -1;
        double most = tolerance;
        for (int64_t i = p.from + 1; i < p.to; i++) {
            const double distance = distance_to(points[i], points[p.from], points[p.to % count]);
            if (distance > most) most = distance, farthest = i;
        }
        if (farthest < 0) continue;
        kept[farthest] = true;
        left++;
        stack[pieces++] = (piece){p.from, farthest};
        stack[pieces++] = (piece){farthest, p.to};
    }
    free(stack);
    return left;
}

// Holes of which no area would be left go; outer rings keep at least their points.
static bool simplify(outline* o, double tolerance) {
    int64_t points = 0, rings = 0;
    for (int64_t r = 0; r < o->ring_count; r++) {
        outline_ring ring = o->rings[r];
        bool* kept = malloc((size_t)ring.count);
        const int64_t left = kept != NULL ? mark(o->points + ring.first, ring.count, tolerance, kept) : -1;
        if (left < 0) {
            free(kept);
            return false;
        }
        const int64_t first = points;
        for (int64_t i = 0; i < ring.count && !(left < 3 && ring.is_hole); i++)
            if (kept[i] || left < 3) o->points[points++] = o->points[ring.first + i];
        free(kept);
        if (points == first) continue;
        ring.first = first;
        ring.count = points - first;
        o->rings[rings++] = ring;
    }
    o->point_count = points;
    o->ring_count = rings;
    return true;
}

static int compare_rings(const void* a, const void* b) {
    const outline_ring *x = a, *y = b;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

bool outline_trace(const int32_t* classes, int32_t width, int32_t height, int32_t wanted, double tolerance,
                   outline* out) {
    *out = (outline){0};
    tracer t = {.classes = classes, .width = width, .height = height, .wanted = wanted, .out = out};
    const int64_t tiles = (int64_t)width * height;
    t.parts = malloc((size_t)tiles * sizeof *t.parts);
    t.passed = calloc((size_t)tiles, sizeof *t.passed);
    bool done = t.parts != NULL && t.passed != NULL;
    for (int64_t i = 0; i < tiles && done; i++) t.parts[i] = -1;
    done = done && trace_all(&t) && (tolerance <= 0 || simplify(out, tolerance));
    free(t.parts);
    free(t.passed);
    free(t.stack);
    if (done && out->ring_count > 1)
        qsort(out->rings, (size_t)out->ring_count, sizeof *out->rings, compare_rings);
    return done;
}

void outline_destroy(outline* o) {
    free(o->points);
    free(o->rings);
    *o = (outline){0};
}
