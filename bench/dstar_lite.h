// dstar_lite.h: D* Lite (S. Koenig and M. Likhachev, 2002, the optimised version) on squares of one cost, to
// compare with. A step to a neighbour costs 70, a diagonal one 99, and none cuts a corner, as in a world of 8
// neighbours.
#ifndef BENCH_DSTAR_LITE_H
#define BENCH_DSTAR_LITE_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { DSTAR_STRAIGHT = 70, DSTAR_DIAGONAL = 99, DSTAR_NONE = 1 << 29 };

typedef struct dstar {
    int32_t side, width;              // of the map; of a row with its border
    uint8_t* blocked;                 // as far as is known
    int32_t *g, *rhs;                 // costs to the goal
    int64_t* keys;                    // of tiles in the heap
    int32_t *place, *heap, count;     // of a tile in the heap, plus 1; the tiles
    int32_t start, last, goal, added; // added to the keys since the beginning
    int32_t steps[8];
} dstar;

static inline int32_t dstar_at(const dstar* d, int32_t x, int32_t y) {
    return (y + 1) * d->width + x + 1;
}

static inline int32_t dstar_bound(const dstar* d, int32_t a, int32_t b) {
    const int32_t dx = abs(a % d->width - b % d->width), dy = abs(a / d->width - b / d->width);
    const int32_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
    return DSTAR_DIAGONAL * least + DSTAR_STRAIGHT * (most - least);
}

static inline int64_t dstar_key(const dstar* d, int32_t u) {
    const int64_t least = d->g[u] < d->rhs[u] ? d->g[u] : d->rhs[u];
    return (least + dstar_bound(d, d->start, u) + d->added) << 32 | least;
}

static inline void dstar_put(dstar* d, int32_t place, int32_t u) {
    d->heap[place] = u;
    d->place[u] = place + 1;
}

static inline void dstar_sift(dstar* d, int32_t place, int32_t u) {
    for (; place > 0 && d->keys[d->heap[(place - 1) / 2]] > d->keys[u]; place = (place - 1) / 2)
        dstar_put(d, place, d->heap[(place - 1) / 2]);
    for (int32_t child; (child = 2 * place + 1) < d->count; place = child) {
        if (child + 1 < d->count && d->keys[d->heap[child + 1]] < d->keys[d->heap[child]]) child++;
        if (d->keys[d->heap[child]] >= d->keys[u]) break;
        dstar_put(d, place, d->heap[child]);
    }
    dstar_put(d, place, u);
}

// Puts a tile into the heap, moves it or takes it out, as its costs say.
static inline void dstar_update(dstar* d, int32_t u) {
    const int32_t place = d->place[u] - 1;
    if (d->g[u] != d->rhs[u]) {
        d->keys[u] = dstar_key(d, u);
        dstar_sift(d, place >= 0 ? place : d->count++, u);
    } else if (place >= 0) {
        const int32_t moved = d->heap[--d->count];
        d->place[u] = 0;
        if (moved != u) dstar_sift(d, place, moved);
    }
}

static inline int32_t dstar_step(const dstar* d, int32_t from, int32_t k) {
    const int32_t to = from + d->steps[k];
    if (d->blocked[from] || d->blocked[to]) return DSTAR_NONE;
    if (k < 4) return DSTAR_STRAIGHT;
    const int32_t row = k < 6 ? -d->width : d->width, column = k & 1 ? 1 : -1;
    return d->blocked[from + row] || d->blocked[from + column] ? DSTAR_NONE : DSTAR_DIAGONAL;
}

static inline void dstar_look(dstar* d, int32_t u) {
    int32_t least = u == d->goal ? 0 : DSTAR_NONE;
    for (int32_t k = 0; k < 8 && u != d->goal; k++) {
        const int32_t cost = dstar_step(d, u, k) + d->g[u + d->steps[k]];
        if (cost < least) least = cost;
    }
    d->rhs[u] = least;
    dstar_update(d, u);
}

static inline void dstar_plan(dstar* d) {
    while (d->count > 0 &&
           (d->keys[d->heap[0]] < dstar_key(d, d->start) || d->rhs[d->start] > d->g[d->start])) {
        const int32_t u = d->heap[0];
        if (d->keys[u] < dstar_key(d, u)) {
            dstar_update(d, u);
        } else if (d->g[u] > d->rhs[u]) {
            d->g[u] = d->rhs[u];
            dstar_update(d, u);
            for (int32_t k = 0; k < 8; k++) {
                const int32_t s = u + d->steps[k], cost = dstar_step(d, u, k) + d->g[u];
                if (cost >= d->rhs[s]) continue;
                d->rhs[s] = cost;
                dstar_update(d, s);
            }
        } else {
            const int32_t before = d->g[u];
            d->g[u] = DSTAR_NONE;
            dstar_look(d, u);
            for (int32_t k = 0; k < 8; k++)
                if (d->rhs[u + d->steps[k]] == dstar_step(d, u, k) + before) dstar_look(d, u + d->steps[k]);
        }
    }
}

static inline void dstar_free(dstar* d) {
    free(d->blocked);
    free(d->g);
    free(d->rhs);
    free(d->keys);
    free(d->place);
    free(d->heap);
}

// All ground is free, and the first plan is made. False: out of memory.
static inline bool dstar_begin(dstar* d, int32_t side, int32_t from_x, int32_t from_y, int32_t to_x,
                               int32_t to_y) {
    const int32_t width = side + 2;
    const size_t count = (size_t)width * (size_t)width;
    *d = (dstar){.side = side,
                 .width = width,
                 .steps = {-width, width, -1, 1, -width - 1, -width + 1, width - 1, width + 1}};
    d->blocked = calloc(count, 1);
    d->g = malloc(count * sizeof *d->g);
    d->rhs = malloc(count * sizeof *d->rhs);
    d->keys = malloc(count * sizeof *d->keys);
    d->place = calloc(count, sizeof *d->place);
    d->heap = malloc(count * sizeof *d->heap);
    if (!d->blocked || !d->g || !d->rhs || !d->keys || !d->place || !d->heap) return false;
    for (size_t i = 0; i < count; i++) d->g[i] = d->rhs[i] = DSTAR_NONE;
    for (int32_t i = 0; i < width; i++)
        d->blocked[i] = d->blocked[(width - 1) * width + i] = d->blocked[i * width] =
            d->blocked[i * width + width - 1] = 1;
    d->start = d->last = dstar_at(d, from_x, from_y);
    d->goal = dstar_at(d, to_x, to_y);
    d->rhs[d->goal] = 0;
    dstar_update(d, d->goal);
    dstar_plan(d);
    return true;
}

// The robot has moved.
static inline void dstar_move(dstar* d, int32_t x, int32_t y) {
    d->start = dstar_at(d, x, y);
}

// It sees that a tile is blocked.
static inline void dstar_block(dstar* d, int32_t x, int32_t y) {
    const int32_t u = dstar_at(d, x, y);
    if (d->blocked[u]) return;
    d->added += dstar_bound(d, d->last, d->start);
    d->last = d->start;
    d->blocked[u] = 1;
    dstar_look(d, u);
    for (int32_t k = 0; k < 8; k++)
        if (!d->blocked[u + d->steps[k]]) dstar_look(d, u + d->steps[k]);
}

// What the way from the robot to the goal costs, a step to a neighbour 1; above 10^6: there is none.
static inline double dstar_cost(const dstar* d) {
    return (double)d->rhs[d->start] / DSTAR_STRAIGHT;
}
#endif
