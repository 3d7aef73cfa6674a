// neighbours.c: a hash grid for each layer of bodies of about the same width.
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
    const size_t start_count = WENDI_LAYERS * ((size_t)buckets + 1);
    int32_t* starts =
        wendi_grow(&n->allocator, n->starts, &n->start_capacity, 0, start_count, sizeof *starts);
    if (!starts) return WEND_ERROR_MEMORY;
    n->starts = starts;
    n->bucket_count = buckets;
    return WEND_OK;
}

static int32_t bucket_of(const wendi_neighbours* n, int32_t column, int32_t row) {
    uint32_t mixed = (uint32_t)column * 0x9e3779b1u ^ (uint32_t)row * 0x85ebca77u;
    return (int32_t)((mixed ^ mixed >> 15) & (uint32_t)(n->bucket_count - 1));
}

static double range_between(const wendi_neighbours* n, double radius, double other) {
    return n->range > 0 ? n->range : fmax(5 * (radius + other), 1);
}

// ---- building

// Sets the layer of each body, and the size of each layer.
static void choose_layers(wendi_neighbours* n, wendi_body* bodies, int32_t count) {
    double widest = 0, narrowest = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        widest = fmax(widest, bodies[i].radius);
        narrowest = fmin(narrowest, bodies[i].radius);
    }
    n->is_mixed = narrowest < widest;
    memset(n->layers, 0, sizeof n->layers);
    for (int32_t i = 0; i < count; i++) {
        int32_t layer = 0;
        for (double least = widest / 2; layer + 1 < WENDI_LAYERS && bodies[i].radius < least; least /= 2)
            layer++;
        bodies[i].layer = layer;
        n->layers[layer].count++;
        n->layers[layer].widest = fmax(n->layers[layer].widest, bodies[i].radius);
    }
}

void wendi_neighbours_build(wendi_neighbours* n, wendi_body* bodies, int32_t count, double range) {
    WENDI_ASSERT((size_t)count <= n->body_capacity && range >= 0);
    WENDI_ASSERT(WENDI_LAYERS * ((size_t)n->bucket_count + 1) <= n->start_capacity);
    WENDI_ASSERT((n->bucket_count & (n->bucket_count - 1)) == 0);
    n->range = range;
    choose_layers(n, bodies, count);
    for (int32_t i = 0, first = 0; i < WENDI_LAYERS; i++) {
        wendi_layer* layer = &n->layers[i];
        layer->starts = n->starts + (size_t)i * ((size_t)n->bucket_count + 1);
        layer->side = range_between(n, layer->widest, layer->widest) / WENDI_RINGS;
        layer->first = first;
        first += layer->count;
        if (layer->count > 0) memset(layer->starts, 0, ((size_t)n->bucket_count + 1) * sizeof *n->starts);
    }
    for (int32_t i = 0; i < count; i++) {
        const wendi_layer* layer = &n->layers[bodies[i].layer];
        bodies[i].column = (int32_t)floor(bodies[i].position.x / layer->side);
        bodies[i].row = (int32_t)floor(bodies[i].position.y / layer->side);
        layer->starts[bucket_of(n, bodies[i].column, bodies[i].row) + 1]++;
    }
    for (int32_t i = 0; i < WENDI_LAYERS; i++) {
        const wendi_layer* layer = &n->layers[i];
        if (layer->count == 0) continue;
        layer->starts[0] = layer->first;
        for (int32_t b = 0; b < n->bucket_count; b++) layer->starts[b + 1] += layer->starts[b];
    }
    // Placing a body advances its bucket's start, in the end to the start of the next bucket.
    for (int32_t i = 0; i < count; i++) {
        const wendi_layer* layer = &n->layers[bodies[i].layer];
        n->bodies[layer->starts[bucket_of(n, bodies[i].column, bodies[i].row)]++] = bodies[i];
    }
    for (int32_t i = 0; i < WENDI_LAYERS; i++) {
        const wendi_layer* layer = &n->layers[i];
        if (layer->count == 0) continue;
        memmove(layer->starts + 1, layer->starts, (size_t)n->bucket_count * sizeof *n->starts);
        layer->starts[0] = layer->first;
        WENDI_ASSERT(layer->starts[n->bucket_count] == layer->first + layer->count);
    }
}

// ---- finding

static bool nearer(const wendi_near* a, const wendi_near* b) {
    return a->gap < b->gap || (a->gap == b->gap && a->body->index < b->body->index);
}

typedef struct finding {
    const wendi_body* body;
    double square; // of the range in the layer at work
    int32_t count, most;
    wendi_near* out;
} finding;

static void look_into(const wendi_neighbours* n, const wendi_layer* layer, int32_t column, int32_t row,
                      finding* f) {
    int32_t bucket = bucket_of(n, column, row);
    for (int32_t i = layer->starts[bucket]; i < layer->starts[bucket + 1]; i++) {
        const wendi_body* other = &n->bodies[i];
        if (other->column != column || other->row != row || other->index == f->body->index) continue;
        wendi_vec offset = wendi_sub(other->position, f->body->position);
        const double square = wendi_dot(offset, offset);
        if (square >= f->square) continue;
        wendi_near candidate = {square, n->is_mixed ? sqrt(square) - other->radius : square, other};
        if (f->count == f->most && !nearer(&candidate, &f->out[f->most - 1])) continue;
        int32_t at = f->count < f->most ? f->count++ : f->most - 1;
        WENDI_ASSERT(at >= 0 && at < f->most);
        for (; at > 0 && nearer(&candidate, &f->out[at - 1]); at--) f->out[at] = f->out[at - 1];
        f->out[at] = candidate;
    }
}

// True when no body at some distance from the centre is nearer than all that were found.
static bool is_far(const wendi_neighbours* n, const wendi_layer* layer, const finding* f, double distance) {
    if (distance <= 0 || f->count < f->most) return false;
    const double gap = n->is_mixed ? distance - layer->widest : distance * distance;
    return gap > f->out[f->most - 1].gap;
}

static void look_into_layer(const wendi_neighbours* n, const wendi_layer* layer, finding* f) {
    const wendi_body* body = f->body;
    const double range = range_between(n, body->radius, layer->widest), side = layer->side;
    const double left = floor(body->position.x / side), top = floor(body->position.y / side);
    const double x = body->position.x / side - left, y = body->position.y / side - top;
    const double edge = fmin(fmin(x, 1 - x), fmin(y, 1 - y)); // to the nearest side of its own square
    f->square = range * range;
    for (int32_t ring = 0; ring == 0 || (ring - 1 + edge) * side < range; ring++) {
        if (is_far(n, layer, f, (ring - 1 + edge) * side)) break; // in this ring; own square: below 0
        for (int32_t row = -ring; row <= ring; row++) {
            int32_t step = row == -ring || row == ring ? 1 : 2 * ring;
            for (int32_t column = -ring; column <= ring; column += step)
                look_into(n, layer, (int32_t)left + column, (int32_t)top + row, f);
        }
    }
}

int32_t wendi_neighbours_of(const wendi_neighbours* n, const wendi_body* body, int32_t most,
                            wendi_near* out) {
    finding f = {.body = body, .most = most, .out = out};
    for (int32_t i = 0; i < WENDI_LAYERS && most > 0; i++)
        if (n->layers[i].count > 0) look_into_layer(n, &n->layers[i], &f);
    return f.count;
}
