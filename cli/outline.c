// outline.c: along which lines does a set of tiles end? Each connected part is labelled when its first tile
// is met, in rows from the top, and its outer ring begins there; every other edge above a tile that no ring
// has passed by then belongs to a hole.
#include "outline.h"
#include "memory.h"

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
    int64_t stack_count, stack_capacity;
    outline* out;
} tracer;

static bool is_inside(const tracer* t, int32_t x, int32_t y) {
    return x >= 0 && y >= 0 && x < t->width && y < t->height &&
           t->classes[(int64_t)y * t->width + x] == t->wanted;
}

static void add_point(outline* o, int32_t x, int32_t y) {
    o->points = memory_grow(o->points, o->point_count, &o->point_capacity, sizeof *o->points, "corners");
    o->points[o->point_count++] = (wend_tile){x, y};
}

static void push(tracer* t, int64_t tile, int32_t part) {
    t->stack = memory_grow(t->stack, t->stack_count, &t->stack_capacity, sizeof *t->stack, "tiles");
    t->stack[t->stack_count++] = tile;
    t->parts[tile] = part;
}

// Labels the tiles that are connected with one.
static void label_part(tracer* t, int64_t first, int32_t part) {
    push(t, first, part);
    while (t->stack_count > 0) {
        const int64_t at = t->stack[--t->stack_count];
        const int32_t x = (int32_t)(at % t->width), y = (int32_t)(at / t->width);
        const wend_tile next[4] = {{x + 1, y}, {x, y + 1}, {x - 1, y}, {x, y - 1}};
        for (int i = 0; i < 4; i++) {
            const int64_t index = (int64_t)next[i].y * t->width + next[i].x;
            if (is_inside(t, next[i].x, next[i].y) && t->parts[index] < 0) push(t, index, part);
        }
    }
}

// Follows the edges from the upper edge of a tile on, with the tiles of the part on the right. Where two of
// them touch at a corner only, the ring stays with its own.
static void trace_ring(tracer* t, int32_t x, int32_t y, bool is_hole) {
    static const wend_tile step[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    // From a corner, the tile ahead on the right, and the one ahead on the left.
    static const wend_tile right[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    static const wend_tile left[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};
    outline* o = t->out;
    o->rings = memory_grow(o->rings, o->ring_count, &o->ring_capacity, sizeof *o->rings, "rings");
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
        if (direction != before) add_point(o, column, row);
    } while (column != x || row != y || direction != EAST);
    ring.count = o->point_count - ring.first;
    o->rings[o->ring_count++] = ring;
}

static void trace_all(tracer* t) {
    for (int32_t y = 0; y < t->height; y++)
        for (int32_t x = 0; x < t->width; x++) {
            const int64_t at = (int64_t)y * t->width + x;
            if (!is_inside(t, x, y) || is_inside(t, x, y - 1) || t->passed[at]) continue;
            const bool is_hole = t->parts[at] >= 0;
            if (!is_hole) label_part(t, at, t->out->part_count++);
            trace_ring(t, x, y, is_hole);
        }
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

// Marks the points that stay. Returns how many.
static int64_t mark(const wend_tile* points, int64_t count, double tolerance, bool* kept) {
    piece* stack = memory_for(count + 1, sizeof *stack, "corners");
    int64_t opposite = 0, pieces = 0, left = 2;
    for (int64_t i = 1; i < count; i++)
        if (hypot(points[i].x - points[0].x, points[i].y - points[0].y) >
            hypot(points[opposite].x - points[0].x, points[opposite].y - points[0].y))
            opposite = i;
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
static void simplify(outline* o, double tolerance) {
    int64_t points = 0, rings = 0;
    for (int64_t r = 0; r < o->ring_count; r++) {
        outline_ring ring = o->rings[r];
        bool* kept = memory_for(ring.count, sizeof *kept, "corners");
        const int64_t left = mark(o->points + ring.first, ring.count, tolerance, kept);
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
}

static int compare_rings(const void* a, const void* b) {
    const outline_ring *x = a, *y = b;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

void outline_trace(const int32_t* classes, int32_t width, int32_t height, int32_t wanted, double tolerance,
                   outline* out) {
    *out = (outline){0};
    tracer t = {.classes = classes, .width = width, .height = height, .wanted = wanted, .out = out};
    const int64_t tiles = (int64_t)width * height;
    t.parts = memory_for(tiles, sizeof *t.parts, "tiles");
    t.passed = memory_for(tiles, sizeof *t.passed, "tiles");
    for (int64_t i = 0; i < tiles; i++) t.parts[i] = -1;
    trace_all(&t);
    if (tolerance > 0) simplify(out, tolerance);
    free(t.parts);
    free(t.passed);
    free(t.stack);
    if (out->ring_count > 1) qsort(out->rings, (size_t)out->ring_count, sizeof *out->rings, compare_rings);
}

void outline_destroy(outline* o) {
    free(o->points);
    free(o->rings);
    *o = (outline){0};
}
