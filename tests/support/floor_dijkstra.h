// floor_dijkstra.h: distances between the tiles of all floors of a map by a textbook Dijkstra, by steps that
// the test knows itself.
#ifndef WEND_TEST_FLOOR_DIJKSTRA_H
#define WEND_TEST_FLOOR_DIJKSTRA_H
#include "wend/link.h"

static inline bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/// Tiles as numbers, floor by floor and row by row.
static inline int32_t tile_count(const wend_grid* grid) {
    return wend_grid_area(grid).width * wend_grid_area(grid).height * wend_grid_floors(grid);
}
static inline int32_t index_of(const wend_grid* grid, wend_tile tile) {
    const wend_rect all = wend_grid_area(grid);
    return (tile.floor * all.height + tile.y - all.y) * all.width + tile.x - all.x;
}
static inline wend_tile tile_of(const wend_grid* grid, int32_t i) {
    const wend_rect all = wend_grid_area(grid);
    const int32_t rest = i % (all.width * all.height);
    return (wend_tile){all.x + rest % all.width, all.y + rest / all.width,
                       (uint16_t)(i / (all.width * all.height))};
}

typedef struct floor_rules {
    int32_t (*step_cost)(const wend_grid* grid, wend_tile from,
                         wend_tile to); // of neighbours; 0: there is none
    bool (*is_usable)(const wend_grid* grid, const wend_link* link);
} floor_rules;

/// What a link costs, in units.
double floor_link_cost(const wend_grid* grid, const wend_link* link);
/// From a tile to all others, in units, by number; INFINITY: there is no path.
void floor_distances(const wend_grid* grid, const floor_rules* rules, wend_tile start, double* out);
#endif
