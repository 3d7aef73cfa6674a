// link_bounds.h: what does it cost at least to reach a goal when paths may take links?
//
// A path takes no link, and then costs at least the heuristic between the two tiles, or the first link that
// it takes is L: then it costs at least the heuristic to the first end of L and what is left from there. What
// is left is exact, a Dijkstra search over the shortcuts of the map with the heuristic as the cost between
// them. So the bound is consistent wherever the heuristic is. Only shortcuts count (grid/shortcuts.h).
//
// The search over shortcuts drops those from which another one, reached by a walk, leaves no more: most of
// them. It ends where more is left than a search needs. Shortcuts from there on are not distinguished: what
// is left from each of them counts as the least of these costs, the cap, so no bound is greater.
//
// The heuristic is one of the sheet or of the plane (grid/shortcuts.h); all tiles in here lie there.
//
// A seam between the first and the last column, or row, wraps the map. Crossing it costs a step, so a path
// never costs less than the heuristic on a plane where the map repeats. There a goal, and each link, has
// images beside the map, which count as links that a path may take first.
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
    int32_t cap;              // INT32_MAX: none
    bool unknown;             // no bound is known: it is 0
    int32_t pitch;            // all tiles here lie on the plane (grid/floors.h); 0: on the sheet
    int32_t period[2];        // the map repeats after so many columns and rows; 0: it does not
    // The links that a path may take first, as arrays: the first end, and the least cost from there to the
    // goal.
    int32_t *x, *y, *rest;
    int32_t count;
    int32_t* nearest; // scratch: the least bound by each link in an area
    int32_t* block;   // memory of these arrays, and of what the search over shortcuts needs
    size_t block_capacity;
    wendi_shortcuts own; // the shortcuts of a search that cannot use those of the grid
    wendi_link_region regions[WENDI_LINK_REGIONS * WENDI_LINK_REGIONS];
    int32_t region_shift; // the side of such a square is a power of two
    int32_t* lists;       // of links, each as three arrays of whole lanes: both coordinates and what is left
    size_t list_capacity;
    int32_t list_count; // in values
} wendi_link_bounds;

void wendi_link_bounds_init(wendi_link_bounds* bounds, const wend_allocator* allocator);
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
/// True when links may make some path shorter than a heuristic says.
bool wendi_links_may_shorten(const wend_grid* grid, const wendi_heuristic* heuristic);
/// False when links make no path shorter than the heuristic says.
static inline bool wendi_link_bounds_matter(const wendi_link_bounds* bounds) {
    return bounds->count > 0 || bounds->cap < INT32_MAX;
}
/// The links that may matter to tiles of an area: *out of them, until the next call. False: out of memory.
bool wendi_link_bounds_near(wendi_link_bounds* bounds, wend_rect area, wendi_link_points* out);
/// All links that a path may take first.
static inline wendi_link_points wendi_link_bounds_all(const wendi_link_bounds* bounds) {
    return (wendi_link_points){bounds->x, bounds->y, bounds->rest, bounds->count};
}
/// A bound for all paths from tiles of an area that take a link; INT64_MAX: there are none.
wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* bounds, wend_rect area);
/// Lowers the bounds of some tiles on the plane to those by some of the links.
void wendi_link_bounds_lower(const wendi_link_bounds* bounds, wendi_link_points links, const int32_t* x,
                             const int32_t* y, int32_t count, int32_t* bounds_io);
/// Sets *bound_io, the bound for a tile without links, to that with links. False: out of memory.
bool wendi_link_bounds_at(wendi_link_bounds* bounds, wend_tile tile, wend_cost* bound_io);

/// The bound for a tile when paths take no link. plain: the heuristic, of weight 1.
static inline wend_cost wendi_link_bounds_direct(const wendi_link_bounds* bounds,
                                                 const wendi_heuristic* plain, wend_tile tile) {
    return bounds->goals ? wendi_goals_bound(bounds->goals, plain, tile)
                         : wendi_heuristic_between(plain, tile, bounds->goal);
}

/// The bound for a tile by some of the links; direct: the bound without them.
static inline wend_cost wendi_link_bound_by(const wendi_link_bounds* b, wendi_link_points links,
                                            wend_tile tile, wend_cost direct) {
    tile = wendi_on_plane(b->pitch, tile);
    int32_t bound = direct < b->cap ? (int32_t)direct : b->cap;
    for (int32_t i = 0; i < links.count; i++) {
        const int32_t dx = wendi_abs(tile.x - links.x[i]), dy = wendi_abs(tile.y - links.y[i]);
        bound = wendi_min(bound, b->most * wendi_max(dx, dy) + b->least * wendi_min(dx, dy) + links.rest[i]);
    }
    return bound;
}
#endif
