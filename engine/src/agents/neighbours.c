// neighbours.c: a hash grid.
#include "agents/neighbours.h"

#include <string.h>

void wendi_neighbours_free(wendi_neighbours* n) {
    wendi_free(&n->allocator, n->bodies, n->body_capacity, sizeof *n->bodies);
    wendi_free(&n->allocator, n->starts, n->start_capacity, sizeof *n->starts);
}

wend_result wendi_neighbours_reserve(wendi_neighbours* n, int32_t count) {
    wendi_body* bodies =
        wendi_grow(&n->allocator, n->bodies, &n->body_capacity, 0, (size_t)count, sizeof *bodies);
    if (!bodies) return WEND_ERROR_MEMORY;
    n->bodies = bodies;
    int32_t buckets = 64;
    while (buckets < 2 * count) buckets *= 2;
    int32_t* starts =
        wendi_grow(&n->allocator, n->starts, &n->start_capacity, 0, (size_t)buckets + 1, sizeof *starts);
    if (!starts) return WEND_ERROR_MEMORY;
    n->starts = starts;
    n->bucket_count = buckets;
    return WEND_OK;
}

static int32_t bucket_of(const wendi_neighbours* n, int32_t column, int32_t row) {
    uint32_t mixed = (uint32_t)column * 0x9e3779b1u ^ (uint32_t)row * 0x85ebca77u;
    return (int32_t)((mixed ^ mixed >> 15) & (uint32_t)(n->bucket_count - 1));
}

void wendi_neighbours_build(wendi_neighbours* n, wendi_body* bodies, int32_t count, double range) {
    WENDI_ASSERT((size_t)count <= n->body_capacity && (size_t)n->bucket_count < n->start_capacity);
    WENDI_ASSERT(range > 0 && (n->bucket_count & (n->bucket_count - 1)) == 0);
    n->count = count;
    n->range = range;
    n->side = range / WENDI_RINGS;
    memset(n->starts, 0, ((size_t)n->bucket_count + 1) * sizeof *n->starts);
    for (int32_t i = 0; i < count; i++) {
        bodies[i].column = (int32_t)floor(bodies[i].position.x / n->side);
        bodies[i].row = (int32_t)floor(bodies[i].position.y / n->side);
        n->starts[bucket_of(n, bodies[i].column, bodies[i].row) + 1]++;
    }
    for (int32_t b = 0; b < n->bucket_count; b++) n->starts[b + 1] += n->starts[b];
    // Placing a body advances its bucket's start, in the end to the start of the next bucket.
    for (int32_t i = 0; i < count; i++)
        n->bodies[n->starts[bucket_of(n, bodies[i].column, bodies[i].row)]++] = bodies[i];
    memmove(n->starts + 1, n->starts, (size_t)n->bucket_count * sizeof *n->starts);
    n->starts[0] = 0;
    WENDI_ASSERT(n->starts[n->bucket_count] == count);
}

static bool nearer(const wendi_near* a, const wendi_near* b) {
    return a->square < b->square || (a->square == b->square && a->body->index < b->body->index);
}

typedef struct finding {
    const wendi_body* body;
    double square; // of the range
    int32_t count, most;
    wendi_near* out;
} finding;

static void look_into(const wendi_neighbours* n, int32_t column, int32_t row, finding* f) {
    int32_t bucket = bucket_of(n, column, row);
    for (int32_t i = n->starts[bucket]; i < n->starts[bucket + 1]; i++) {
        const wendi_body* other = &n->bodies[i];
        if (other->column != column || other->row != row || other->index == f->body->index) continue;
        wendi_vec offset = wendi_sub(other->position, f->body->position);
        wendi_near candidate = {wendi_dot(offset, offset), other};
        if (candidate.square >= f->square) continue;
        if (f->count == f->most && !nearer(&candidate, &f->out[f->most - 1])) continue;
        int32_t at = f->count < f->most ? f->count++ : f->most - 1;
        WENDI_ASSERT(at >= 0 && at < f->most);
        for (; at > 0 && nearer(&candidate, &f->out[at - 1]); at--) f->out[at] = f->out[at - 1];
        f->out[at] = candidate;
    }
}

int32_t wendi_neighbours_of(const wendi_neighbours* n, const wendi_body* body, int32_t most,
                            wendi_near* out) {
    finding f = {body, n->range * n->range, 0, most, out};
    if (most == 0) return 0;
    double x = body->position.x / n->side - body->column, y = body->position.y / n->side - body->row;
    double edge = fmin(fmin(x, 1 - x), fmin(y, 1 - y)); // to the nearest side of its own square
    for (int32_t ring = 0; ring <= WENDI_RINGS; ring++) {
        double nearest = (ring - 1 + edge) * n->side; // in this ring; own square: below 0
        if (nearest > 0 && f.count == most && nearest * nearest > out[most - 1].square) break;
        for (int32_t row = -ring; row <= ring; row++) {
            int32_t step = row == -ring || row == ring ? 1 : 2 * ring;
            for (int32_t column = -ring; column <= ring; column += step)
                look_into(n, body->column + column, body->row + row, &f);
        }
    }
    return f.count;
}
