// neighbours.c: who is near, and which velocity avoids them?
#include "agents/neighbours.h"

#include <string.h>

// ---- a hash grid for each layer of bodies of about the same width.

wend_result wendi_neighbours_reserve(wendi_neighbours* n, int32_t count) {
    if (!WENDI_MAKE_ROOM(&n->allocator, n->bodies, n->body_capacity, 0, count)) return WEND_ERROR_MEMORY;
    int32_t buckets = 64;
    while (buckets < 2 * count) buckets *= 2;
    const size_t start_count = WENDI_LAYERS * ((size_t)buckets + 1);
    if (!WENDI_MAKE_ROOM(&n->allocator, n->starts, n->start_capacity, 0, start_count))
        return WEND_ERROR_MEMORY;
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
        if (other->column != column || other->row != row || other->index == f->body->index ||
            other->floor != f->body->floor)
            continue;
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

// ---- velocity obstacles as half-planes, and the linear programs over them.

// ---- one meeting

// The velocity obstacle of a meeting, in terms of closing velocities, is the cone from the origin around the
// disc of radius reach at offset, truncated by the disc of radius reach / horizon at offset / horizon,
// because later meetings do not matter. The edge of the half-plane touches the obstacle's edge where it is
// nearest.
wendi_half wendi_orca_half(const wendi_meeting* m, wendi_vec velocity, double share, double horizon,
                           double dt) {
    double square = wendi_dot(m->offset, m->offset), room = square - m->reach * m->reach;
    double time = room > 0 ? horizon : dt;
    wendi_vec off_disc =
        wendi_along(m->closing, m->offset, -1 / time); // from the centre of the truncating disc
    double towards = wendi_dot(off_disc, m->offset);
    bool before_disc = towards < 0 && towards * towards > m->reach * m->reach * wendi_dot(off_disc, off_disc);
    wendi_half half;
    double change; // of the closing velocity along the normal
    if (room <= 0 || before_disc) {
        double length = wendi_length(off_disc);
        half.normal = length > 0 ? wendi_scale(off_disc, 1 / length) : (wendi_vec){1, 0};
        change = m->reach / time - length;
    } else {
        // Along one side of the cone, whose normal is turned from the offset by its opening angle. Head-on,
        // both agents go to their right.
        double sine = m->reach / sqrt(square), cosine = sqrt(room / square);
        double side = wendi_cross(m->offset, m->closing) < 0 ? -1 : 1;
        wendi_vec way = wendi_unit(m->offset), across = {-way.y * side, way.x * side};
        half.normal = wendi_along(wendi_scale(across, cosine), way, -sine);
        change = -wendi_dot(m->closing, half.normal);
    }
    half.least = wendi_dot(velocity, half.normal) + share * change;
    WENDI_ASSERT(fabs(wendi_length(half.normal) - 1) < 1e-6);
    return half;
}

// ---- linear programs in two dimensions (de Berg et al., Computational Geometry, chapter 4)

typedef struct goal {
    wendi_vec wanted;  // the nearest to this
    bool is_direction; // instead the farthest along it
} goal;

// The best velocity on the edge of half-plane i that lies in those before it and in the speed limit.
static bool solve_on_edge(const wendi_half* halves, int32_t i, goal g, double max_speed, wendi_vec* out) {
    wendi_vec normal = halves[i].normal, along = {-normal.y, normal.x};
    double square = max_speed * max_speed - halves[i].least * halves[i].least;
    if (square < 0) return false;
    double high = sqrt(square), low = -high;
    for (int32_t j = 0; j < i; j++) {
        double slope = wendi_dot(along, halves[j].normal);
        double rest = halves[j].least - halves[i].least * wendi_dot(normal, halves[j].normal);
        if (fabs(slope) < 1e-9) {
            if (rest > 0) return false;
        } else if (slope > 0) {
            low = fmax(low, rest / slope);
        } else {
            high = fmin(high, rest / slope);
        }
        if (low > high) return false;
    }
    double at = wendi_dot(g.wanted, along);
    at = g.is_direction ? (at > 0 ? high : low) : wendi_clamp(at, low, high);
    *out = wendi_along(wendi_scale(normal, halves[i].least), along, at);
    return true;
}

// Index of the first half-plane that leaves nothing; count: *out is the best velocity.
static int32_t solve(const wendi_half* halves, int32_t count, goal g, double max_speed, wendi_vec* out) {
    *out = g.is_direction ? wendi_scale(g.wanted, max_speed) : wendi_limited(g.wanted, max_speed);
    for (int32_t i = 0; i < count; i++) {
        if (wendi_dot(*out, halves[i].normal) >= halves[i].least) continue;
        wendi_vec best;
        if (!solve_on_edge(halves, i, g, max_speed, &best)) return i;
        *out = best;
    }
    return count;
}

wendi_vec wendi_orca_solve(const wendi_half* halves, int32_t count, int32_t hard_count, wendi_vec wanted,
                           double max_speed) {
    wendi_vec best;
    WENDI_ASSERT(count <= WENDI_MAX_HALVES && hard_count <= count && max_speed >= 0);
    int32_t failed = solve(halves, count, (goal){wanted, false}, max_speed, &best);
    if (failed < hard_count) return (wendi_vec){0, 0};
    // Minimise the largest violation: where half-plane i is violated most, the velocities at which it is no
    // worse than an earlier one form half-planes too.
    double worst = 0;
    WENDI_ASSERT(failed >= hard_count && failed <= count);
    for (int32_t i = failed; i < count; i++) {
        if (halves[i].least - wendi_dot(best, halves[i].normal) <= worst) continue;
        wendi_half less[WENDI_MAX_HALVES];
        int32_t less_count = hard_count;
        for (int32_t j = 0; j < hard_count; j++) less[j] = halves[j];
        for (int32_t j = hard_count; j < i; j++) {
            wendi_vec between = wendi_sub(halves[j].normal, halves[i].normal);
            double length = wendi_length(between);
            if (length < 1e-9) continue; // the same direction: the worse of the two stays the worse
            less[less_count++] =
                (wendi_half){wendi_scale(between, 1 / length), (halves[j].least - halves[i].least) / length};
        }
        wendi_vec found;
        if (solve(less, less_count, (goal){halves[i].normal, true}, max_speed, &found) == less_count)
            best = found;
        worst = halves[i].least - wendi_dot(best, halves[i].normal);
    }
    return best;
}
