// opening_bound.h: how many blocked tiles must at least be opened on the way from each tile to the goal?
#ifndef WENDI_OPENING_BOUND_H
#define WENDI_OPENING_BOUND_H
#include "grid/grid.h"

typedef struct wendi_opening_bound {
    uint8_t* marks; // see opening_bound.c. NULL: no bound
    size_t count;
    int32_t least; // openings of the best path, its start not counted
} wendi_opening_bound;

/// Counts, for each tile, the blocked tiles that must be opened from it to the goal, itself not counted. Maps
/// with closed steps, hexagons or links get no bound. Errors: MEMORY, CANCELLED; then there is nothing to
/// free.
wend_result wendi_opening_bound_find(const wend_allocator* allocator, const wend_grid* grid, wend_tile from,
                                     wend_tile goal, const wendi_cancel* cancel, wendi_opening_bound* out);
void wendi_opening_bound_free(const wend_allocator* allocator, wendi_opening_bound* bound);

/// Index of a tile on the map or in the border around it.
static inline size_t wendi_opening_bound_index(const wend_grid* grid, wend_tile tile) {
    return (size_t)((tile.y + 1) * grid->stride + tile.x + 1);
}
/// No path from the tile to the goal opens fewer. 0: there is no bound.
static inline int32_t wendi_opening_bound_at(const wendi_opening_bound* bound, const wend_grid* grid,
                                             wend_tile tile) {
    if (!bound->marks) return 0;
    const int32_t mark = bound->marks[wendi_opening_bound_index(grid, tile)];
    return mark ? mark - 1 : bound->least;
}
#endif
