// link_bounds.h: what does it cost at least to reach a goal when paths may take links?
//
// A path takes no link, and then costs at least the heuristic between the two tiles, or the first link that
// it takes is L: then it costs at least the heuristic to the first end of L and what is left from there. What
// is left is exact, a Dijkstra search over the links with the heuristic as the cost between them. So the
// bound is consistent wherever the heuristic is. Only shortcuts count: links that cost less than the
// heuristic between their ends.
//
// Links from which more is left than a search needs are not told apart: what is left from each of them counts
// as the least of these costs, the cap, so no bound is greater.
#ifndef WENDI_LINK_BOUNDS_H
#define WENDI_LINK_BOUNDS_H
#include "kernel/sweep.h"
#include "search/goals.h"

/// A square part of the map, and the links that may matter to tiles in it or half its side around it.
typedef struct wendi_link_region {
    int32_t first, count; // in the lists of the bounds; -1: not known yet
} wendi_link_region;

enum { WENDI_LINK_REGIONS = 16 }; // a side

typedef struct wendi_link_bounds {
    wend_allocator allocator;
    // The bound between two tiles is most x the longer side + least x the shorter one. The heuristic of
    // hexagons and the Euclidean one exceed it, but never (most + 1) x both sides.
    int32_t most, least;
    bool exceeded;
    wend_tile goal;
    const wendi_goals* goals; // the nearest of these instead of the goal; NULL: the goal
    int32_t cap;
    bool unknown; // no bound is known: it is 0
    bool hex;     // the heuristic to the goal is that of hexagons, between links the longer side
    // The links that a path may take first, as arrays in one block: both coordinates of the first end times
    // `most` and times `least`, and the least cost from there to the goal.
    int32_t *most_x, *least_x, *most_y, *least_y, *rest;
    int32_t *x, *y; // the first end itself
    int32_t count;
    int32_t* block;
    size_t block_capacity;
    wendi_link_region regions[WENDI_LINK_REGIONS * WENDI_LINK_REGIONS];
    int32_t region_shift; // the side of a region is a power of two
    int32_t* lists;
    size_t list_capacity;
    int32_t list_count;
} wendi_link_bounds;

void wendi_link_bounds_init(wendi_link_bounds* bounds, const wend_allocator* allocator);
void wendi_link_bounds_free(wendi_link_bounds* bounds);
size_t wendi_link_bounds_bytes(const wendi_link_bounds* bounds);
/// Prepares the bounds of a search from start to goal or, unless goals_opt is NULL, to the nearest of
/// several. The weight of the heuristic is ignored. links_opt: indices of the only links that can be taken.
/// Errors: MEMORY.
wend_result wendi_link_bounds_begin(wendi_link_bounds* bounds, const wend_grid* grid,
                                    const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                    const wendi_goals* goals_opt, const int32_t* links_opt,
                                    int32_t link_count);
/// Prepares the bounds of paths in the other direction: to any tile from a start. The link of a bound is then
/// the last one of a path, and its first end counts as the second. Errors: MEMORY.
wend_result wendi_link_bounds_begin_from(wendi_link_bounds* bounds, const wend_grid* grid,
                                         const wendi_heuristic* heuristic, wend_tile start);
/// False when links make no path shorter than the heuristic says.
static inline bool wendi_link_bounds_matter(const wendi_link_bounds* bounds) {
    return bounds->count > 0 || bounds->cap < INT32_MAX;
}
/// The links that may matter to tiles of an area: *out of them, until the next call. Returns how many; -1:
/// out of memory.
int32_t wendi_link_bounds_near(wendi_link_bounds* bounds, wend_rect area, const int32_t** out);
/// A bound for all paths from tiles of an area that take a link; INT64_MAX: there are none.
wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* bounds, wend_rect area);
/// Lowers the bounds of some tiles to those by some of the links.
void wendi_link_bounds_lower(const wendi_link_bounds* bounds, const int32_t* links, int32_t link_count,
                             const int32_t* x, const int32_t* y, int32_t count, int32_t* bounds_io);

/// The bound for a tile when paths take no link. plain: the heuristic, of weight 1.
static inline wend_cost wendi_link_bounds_direct(const wendi_link_bounds* bounds,
                                                 const wendi_heuristic* plain, wend_tile tile) {
    return bounds->goals ? wendi_goals_bound(bounds->goals, plain, tile)
                         : wendi_heuristic_between(plain, tile, bounds->goal);
}

/// The bound for a tile by some of the links; direct: the bound without them. links NULL: by all.
static inline wend_cost wendi_link_bound_by(const wendi_link_bounds* b, const int32_t* links, int32_t count,
                                            wend_tile tile, wend_cost direct) {
    const int32_t most_x = tile.x * b->most, most_y = tile.y * b->most;
    const int32_t least_x = tile.x * b->least, least_y = tile.y * b->least;
    int32_t bound = direct < b->cap ? (int32_t)direct : b->cap;
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = links ? links[k] : k;
        int32_t wide = wendi_abs(most_x - b->most_x[i]) + wendi_abs(least_y - b->least_y[i]);
        int32_t high = wendi_abs(least_x - b->least_x[i]) + wendi_abs(most_y - b->most_y[i]);
        bound = wendi_min(bound, wendi_max(wide, high) + b->rest[i]);
    }
    return bound;
}
#endif
