// goals.h: what does it cost at least to get to a goal, or to the nearest of several, and how does a search
// report to its observer?
#ifndef WENDI_GOALS_H
#define WENDI_GOALS_H
#include <math.h>

#include "core/containers.h"
#include "grid/steps.h"
#include "wend/search.h"

// ---- what does it cost at least to get from one tile to another, in the cost units of the grid?

enum { WENDI_WEIGHT_ONE = 1024 }; // heuristic weights are in 1/1024

typedef struct wendi_heuristic {
    wend_heuristic kind;
    int64_t straight; // cheapest straight step on the map
    wend_connectivity connectivity;
    // The bound is most x the longer side + least x the shorter one, or on hexagons most x the number of
    // steps; unless Euclidean.
    int64_t most, least;
    int64_t hex_diagonal; // least cost of a step between two neighbours of a hexagon; 0: no such steps
    double euclidean;     // least cost of a path of length 1
    int64_t weight;       // in 1 / WENDI_WEIGHT_ONE
    int32_t pitch;        // where distances are those on the plane (grid/floors.h); 0: on the sheet
    bool inflated;        // the bound may fall by more than a step costs, and so exceed the cost of a path
} wendi_heuristic;

// A bound is consistent when no step lets it fall by more than the step costs. A straight step lets it fall
// by at most `most`, a diagonal one by at most `most + least`. Steps cost whole numbers, so rounding bounds
// down to whole numbers keeps them consistent.
static inline bool wendi_heuristic_exceeds_steps(const wendi_heuristic* h, int32_t diagonal,
                                                 wend_connectivity connectivity) {
    return h->weight > WENDI_WEIGHT_ONE ||
           (connectivity != WEND_CONNECTIVITY_4 && !wendi_is_hex(connectivity) &&
            (h->most + h->least) * h->weight > (int64_t)diagonal * WENDI_WEIGHT_ONE);
}

/// Scales the heuristic to the cheapest class on the map. A heuristic that is 0 everywhere becomes
/// WEND_NO_HEURISTIC with weight 1, however the caller asked for it.
static inline wendi_heuristic wendi_heuristic_for(const wend_grid* grid, wend_heuristic kind,
                                                  int32_t weight) {
    WENDI_ASSERT(weight >= 0 && kind < WEND_HEURISTIC_COUNT);
    if (weight == 0) kind = WEND_NO_HEURISTIC;
    if (kind == WEND_NO_HEURISTIC) weight = WENDI_WEIGHT_ONE;
    const int32_t straight = grid->cheapest_straight, diagonal = grid->cheapest_diagonal;
    double along = straight, across = diagonal / 1.41421356237309504880;
    const bool hex = wendi_is_hex(grid->connectivity);
    double euclidean = (along < across || hex ? along : across) *
                       (1 - 1e-12); // rounding must not lift the bound above the cost of a straight line
    wendi_heuristic h = {.kind = kind,
                         .straight = straight,
                         .euclidean = euclidean,
                         .weight = weight,
                         .pitch = grid->shortcuts.pitch,
                         .connectivity = grid->connectivity};
    if (kind == WEND_OCTILE || kind == WEND_MANHATTAN || kind == WEND_CHEBYSHEV) h.most = straight;
    if (kind == WEND_OCTILE && !hex) h.least = diagonal - straight;
    if (kind == WEND_MANHATTAN && !hex) h.least = straight;
    h.inflated = wendi_heuristic_exceeds_steps(&h, diagonal, grid->connectivity);
    return h;
}

/// The lower bound on what walks cost.
static inline wendi_heuristic wendi_heuristic_of_walks(const wend_grid* grid) {
    return wendi_heuristic_for(grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE,
                               WENDI_WEIGHT_ONE);
}

/// Lays all floors over each other for a heuristic of weight 1 that is the cost of a walk, if no link is a
/// shortcut there: bounds over links, which know more but take their time, are not needed then.
static inline void wendi_heuristic_flatten(wendi_heuristic* h, const wend_grid* grid) {
    if (wendi_has_floors(&grid->floors) && grid->shortcuts.counts[1] == 0) h->pitch = grid->floors.pitch;
}

/// Such a heuristic, on a map of squares without links.
static inline wend_cost wendi_heuristic_linear(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    int64_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    return h->most * (dx > dy ? dx : dy) + h->least * (dx > dy ? dy : dx);
}

static inline int64_t wendi_abs64(int64_t a) {
    return a < 0 ? -a : a;
}

static inline wend_cost wendi_heuristic_of_twelve_ways(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    const int64_t steps = wendi_hex_distance(h->connectivity, a, b);
    if (h->kind == WEND_CHEBYSHEV) return steps * h->hex_diagonal / 2;
    if (h->kind != WEND_OCTILE) return steps * h->most;
    // On the three axes of a hexagon, the greatest distance is the sum of the others. The least of them is
    // the number of diagonal steps, each of which replaces two others.
    const wendi_hex_way way = wendi_hex_between(h->connectivity, a, b);
    const int64_t lines = wendi_abs64(way.lines), along = wendi_abs64(way.along);
    const int64_t sum = (along + lines) / 2, rest = wendi_abs64(along - lines) / 2;
    const int64_t diagonals = lines < rest ? lines : rest < sum ? rest : sum;
    return diagonals * h->hex_diagonal + (steps - 2 * diagonals) * h->most;
}

static inline wend_cost wendi_heuristic_of_hexagons(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    if (h->hex_diagonal > 0 && h->kind != WEND_EUCLIDEAN) return wendi_heuristic_of_twelve_ways(h, a, b);
    if (h->kind != WEND_EUCLIDEAN) return h->most * wendi_hex_distance(h->connectivity, a, b);
    wendi_hex_way way = wendi_hex_between(h->connectivity, a, b); // the lines are sqrt 3 / 2 apart
    return (int64_t)(h->euclidean * sqrt((double)(way.along * way.along + 3 * way.lines * way.lines)) / 2);
}

// Between tiles as given: on the sheet, or laid on the plane before.
static inline wend_cost wendi_heuristic_as_given(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    int64_t bound;
    if (wendi_is_hex(h->connectivity)) {
        bound = wendi_heuristic_of_hexagons(h, a, b);
    } else if (h->kind == WEND_EUCLIDEAN) {
        int64_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
        bound = (int64_t)(h->euclidean * sqrt((double)(dx * dx + dy * dy)));
    } else {
        bound = wendi_heuristic_linear(h, a, b);
    }
    return h->weight == WENDI_WEIGHT_ONE ? bound : bound * h->weight / WENDI_WEIGHT_ONE;
}

static inline wend_cost wendi_heuristic_between(const wendi_heuristic* h, wend_tile a, wend_tile b) {
    if (WENDI_SELDOM(h->pitch > 0)) a = wendi_on_plane(h->pitch, a), b = wendi_on_plane(h->pitch, b);
    return wendi_heuristic_as_given(h, a, b);
}

// The least number of steps between an area and a tile, as if all its lines were both shifted and not.
static inline int64_t wendi_hex_distance_of_area(wend_connectivity connectivity, wend_rect area,
                                                 wend_tile to) {
    const bool rows = wendi_is_shifted_by_rows(connectivity);
    const int64_t first = rows ? area.x : area.y, last = first + (rows ? area.width : area.height) - 1;
    const int64_t top = rows ? area.y : area.x, bottom = top + (rows ? area.height : area.width) - 1;
    const int64_t at = 2 * (int64_t)(rows ? to.x : to.y) + wendi_is_shifted(connectivity, to.x, to.y),
                  line = rows ? to.y : to.x;
    const int64_t along = at < 2 * first ? 2 * first - at : at > 2 * last + 1 ? at - 2 * last - 1 : 0;
    const int64_t lines = line < top ? top - line : line > bottom ? line - bottom : 0;
    return along > lines ? (along + lines + 1) / 2 : lines;
}

/// No tile of an area has a lower heuristic of weight 1 to a tile than this.
static inline wend_cost wendi_heuristic_least(const wendi_heuristic* h, wend_rect area, wend_tile to) {
    if (WENDI_SELDOM(h->pitch > 0))
        area = wendi_area_on_plane(h->pitch, area), to = wendi_on_plane(h->pitch, to);
    if (wendi_is_hex(h->connectivity)) return h->most * wendi_hex_distance_of_area(h->connectivity, area, to);
    wend_tile nearest = {wendi_max(area.x, wendi_min(to.x, area.x + area.width - 1)),
                         wendi_max(area.y, wendi_min(to.y, area.y + area.height - 1))};
    return wendi_heuristic_as_given(h, nearest, to);
}

// ---- which goals does a query with several goals have, how near are they at least, and is a tile one of
// them?

/// A search bounds the cost to each of so many goals. With more it uses no heuristic: the bound on the
/// nearest of many is low, and its computation takes longer than what it saves.
enum { WENDI_MAX_BOUNDED_GOALS = 16 };

typedef struct wendi_goal {
    wend_tile tile;
    int32_t index; // among the goals of the query, the first of equal ones
} wendi_goal;

typedef struct wendi_goals {
    wend_allocator allocator;
    wendi_goal* items; // by row, then by column; no tile twice
    size_t capacity;
    int32_t count;
    wendi_heap order; // scratch memory of wendi_goals_set
} wendi_goals;

void wendi_goals_init(wendi_goals* goals, const wend_allocator* allocator);

/// Takes the passable ones of these tiles, which lie on the map. Errors: MEMORY.
wend_result wendi_goals_set(wendi_goals* goals, const wend_grid* grid, const wend_tile* tiles, int32_t count);
/// Takes out the goal at a position.
void wendi_goals_remove(wendi_goals* goals, int32_t position);
/// The position of the goal on a tile; -1: none.
int32_t wendi_goals_find(const wendi_goals* goals, wend_tile tile);
/// The position of the first goal in this row or below; count if there is none.
int32_t wendi_goals_from_row(const wendi_goals* goals, int32_t y);
/// The position of the goal that is nearest to a tile by the heuristic, the first of equal ones; *bound_out:
/// the heuristic. There is a goal.
int32_t wendi_goals_nearest(const wendi_goals* goals, const wendi_heuristic* heuristic, wend_tile tile,
                            wend_cost* bound_out);

/// The least of the heuristics to all goals. As each of them, it is consistent or inflated.
static inline wend_cost wendi_goals_bound(const wendi_goals* goals, const wendi_heuristic* heuristic,
                                          wend_tile tile) {
    wend_cost bound;
    if (heuristic->kind == WEND_NO_HEURISTIC) return 0;
    wendi_goals_nearest(goals, heuristic, tile, &bound);
    return bound;
}
/// The least heuristic from any tile of an area to any goal; 0 when there are too many goals.
wend_cost wendi_goals_bound_of_area(const wendi_goals* goals, const wendi_heuristic* heuristic,
                                    wend_rect area);

// ---- how does a search report to its observer, if it has one?

static inline bool wendi_is_observed(const wend_search_observer* observer) {
    return observer->event != NULL;
}

static inline void wendi_notify(const wend_search_observer* observer, wend_event event) {
    if (wendi_is_observed(observer)) observer->event(&event, observer->context);
}

/// Reports that a search for a path to a goal begins.
static inline void wendi_notify_goal(const wend_search_observer* observer, wend_tile goal, wend_tile start,
                                     wend_cost bound) {
    wendi_notify(observer, (wend_event){.kind = WEND_EVENT_GOAL, .tile = goal, .from = start, .cost = bound});
}

/// Reports an event of a whole cluster.
static inline void wendi_notify_cluster(const wend_search_observer* observer, wend_event_kind kind,
                                        int32_t level, wend_rect area, wend_cost cost) {
    wend_tile corner = {area.x, area.y};
    wendi_notify(observer, (wend_event){kind, level, corner, corner, cost, 0, area});
}
#endif
