// cluster_distance.c: octile distances in clusters of one cost.
#include "kernel/cluster_distance.h"

#include "grid/steps.h"

bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out) {
    uint8_t k = *wendi_tile(grid, area.x, area.y);
    if (grid->costs.straight[k] == 0 || wendi_area_has_closed_steps(grid, area)) return false;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        for (int32_t x = 0; x < area.width; x++)
            if (row[x] != k) return false;
    }
    *class_out = k;
    return true;
}

uint32_t wendi_uniform_distance(const wend_grid* grid, uint8_t terrain_class, wend_tile a, wend_tile b) {
    int32_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    int32_t straight = grid->costs.straight[terrain_class], diagonal = grid->costs.diagonal[terrain_class];
    int32_t diagonals = grid->connectivity == WEND_CONNECTIVITY_4 ? 0 : wendi_min(dx, dy);
    return (uint32_t)(diagonals * diagonal + (dx + dy - 2 * diagonals) * straight);
}
