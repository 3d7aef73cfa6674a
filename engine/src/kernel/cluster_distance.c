// cluster_distance.c: octile distances in clusters of one cost.
#include "kernel/cluster_distance.h"

#include <string.h>

#include "grid/steps.h"

bool wendi_area_is_uniform(const wend_grid* grid, wend_rect area, uint8_t* class_out) {
    uint8_t k = *wendi_tile(grid, area.x, area.y);
    if (grid->costs.straight[k] == 0 || wendi_has_directions(grid) || wendi_area_has_closed_steps(grid, area))
        return false;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        if (row[0] != k || memcmp(row, row + 1, (size_t)area.width - 1) != 0) return false;
    }
    *class_out = k;
    return true;
}

void wendi_uniform_distances(const wend_grid* grid, uint8_t terrain_class, wend_tile from,
                             const wend_tile* restrict tiles, int32_t count, uint32_t* restrict out) {
    // Each diagonal step saves two straight ones.
    const int32_t straight = grid->costs.straight[terrain_class],
                  diagonal = grid->costs.diagonal[terrain_class],
                  saved = grid->connectivity == WEND_CONNECTIVITY_4 ? 0 : diagonal - 2 * straight;
    for (int32_t i = 0; i < count; i++) {
        const int32_t dx = wendi_abs(from.x - tiles[i].x), dy = wendi_abs(from.y - tiles[i].y);
        out[i] = (uint32_t)((dx + dy) * straight + wendi_min(dx, dy) * saved);
    }
}
