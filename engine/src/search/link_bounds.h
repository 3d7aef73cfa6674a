// link_bounds.h: what does it cost at least to reach a goal when paths may take links?
//
// A path takes no link, and then costs at least the heuristic between the two tiles, or the first link that
// it takes is L: then it costs at least the heuristic to the first end of L and what is left from there. What
// is left is exact, a Dijkstra search over the links with the heuristic as the cost between them. So the
// bound is consistent wherever the heuristic is. Only shortcuts count: links that cost less than the
// heuristic between their ends.
#ifndef WENDI_LINK_BOUNDS_H
#define WENDI_LINK_BOUNDS_H
#include "search/heuristic.h"

/// A link that may be the first one on a path to the goal.
typedef struct wendi_link_bound {
    wend_tile from;
    int32_t rest; // least cost from there to the goal
} wendi_link_bound;

typedef struct wendi_link_bounds {
    wend_allocator allocator;
    wendi_heuristic heuristic; // of weight 1
    wend_tile goal;
    bool unknown; // no bound is known: it is 0
    wendi_link_bound* data;
    size_t capacity;
    int32_t count; // 0: links make no path shorter than the heuristic says
    struct wendi_link_shortcut* scratch;
    size_t scratch_capacity;
} wendi_link_bounds;

void wendi_link_bounds_init(wendi_link_bounds* bounds, const wend_allocator* allocator);
void wendi_link_bounds_free(wendi_link_bounds* bounds);
size_t wendi_link_bounds_bytes(const wendi_link_bounds* bounds);
/// Prepares the bounds to a goal. The weight of the heuristic is ignored. Errors: MEMORY.
wend_result wendi_link_bounds_begin(wendi_link_bounds* bounds, const wend_grid* grid,
                                    const wendi_heuristic* heuristic, wend_tile goal);
/// Appends the indices of the links that may matter to tiles of an area to a list with room for all. Returns
/// how many.
int32_t wendi_link_bounds_near(const wendi_link_bounds* bounds, wend_rect area, int32_t* out);
/// A bound for all paths from tiles of an area that take a link; INT64_MAX: there are none.
wend_cost wendi_link_bounds_of_area(const wendi_link_bounds* bounds, wend_rect area);

/// The bound for a tile by some of the links; direct: the heuristic between the tile and the goal.
static inline wend_cost wendi_link_bound_by(const wendi_link_bounds* bounds, const int32_t* links,
                                            int32_t count, wend_tile tile, wend_cost direct) {
    for (int32_t i = 0; i < count; i++) {
        const wendi_link_bound* link = &bounds->data[links[i]];
        wend_cost by = wendi_heuristic_between(&bounds->heuristic, tile, link->from) + link->rest;
        direct = by < direct ? by : direct;
    }
    return direct;
}
#endif
