// heuristic.h: lower bounds on the cost between two tiles, in integer units of the grid.
#ifndef WENDI_HEURISTIC_H
#define WENDI_HEURISTIC_H
#include <math.h>

#include "grid.h"
#include "wend/search.h"

enum { WENDI_WEIGHT_ONE = 1024 }; // heuristic weights are in 1/1024

typedef struct wendi_heuristic {
    wend_heuristic kind;
    int64_t straight;    // cheapest step on the map
    int64_t most, least; // the bound is most x the longer side + least x the shorter one, but for Euclidean
    double euclidean;    // cost of a unit of length, by whichever of the two is rounded lower
    int64_t weight;
} wendi_heuristic;

/// The heuristic scaled to the cheapest tiles that are on the map.
static inline wendi_heuristic wendi_heuristic_for(const wend_grid* grid, wend_heuristic kind,
                                                  int32_t weight) {
    int32_t straight, diagonal;
    wendi_cheapest_steps(grid, &straight, &diagonal);
    double along = straight, across = diagonal / 1.41421356237309504880;
    double euclidean =
        (along < across ? along : across) * (1 - 1e-12); // rounding must not lift it over a straight line
    wendi_heuristic h = {.kind = kind, .straight = straight, .euclidean = euclidean, .weight = weight};
    if (kind == WEND_OCTILE || kind == WEND_MANHATTAN || kind == WEND_CHEBYSHEV) h.most = straight;
    if (kind == WEND_OCTILE) h.least = diagonal - straight;
    if (kind == WEND_MANHATTAN) h.least = straight;
    return h;
}

static inline wend_cost wendi_heuristic_between(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    int64_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    int64_t bound = h->most * (dx > dy ? dx : dy) + h->least * (dx > dy ? dy : dx);
    if (h->kind == WEND_EUCLIDEAN) bound = (int64_t)(h->euclidean * sqrt((double)(dx * dx + dy * dy)));
    return h->weight == WENDI_WEIGHT_ONE ? bound : bound * h->weight / WENDI_WEIGHT_ONE;
}

/// True when the bound may exceed the cost, and so fall by more than a step costs.
static inline bool wendi_heuristic_is_inflated(const wendi_heuristic* h, wend_moves moves) {
    return h->weight > WENDI_WEIGHT_ONE || (h->kind == WEND_MANHATTAN && moves != WEND_MOVES_4);
}

/// No step of the search lets the bound rise by more.
static inline wend_cost wendi_heuristic_longest_rise(const wendi_heuristic* h) {
    return (2 * h->straight + 2) * h->weight / WENDI_WEIGHT_ONE + 1;
}
#endif
