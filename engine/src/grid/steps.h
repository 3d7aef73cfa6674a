// steps.h: which steps may a path take? The one rule of movement that all stages follow: passable tiles, the
// connectivity of the map, and the steps that walls, one-way steps and the layout of hexagons close.
//
// A step may be legal while the step back is not. It is judged by the tile that it leaves.
#ifndef WENDI_STEPS_H
#define WENDI_STEPS_H
#include "grid/grid.h"

static inline int32_t wendi_opposite(int32_t direction) {
    return direction ^ 2;
}

/// True when slopes or lanes may close steps.
static inline bool wendi_relief_closes(const wend_grid* grid) {
    return wendi_has_directions(grid) && grid->relief.table->closes;
}
/// The directions in which the slopes or lanes of its neighbours close the steps from a tile, one bit for
/// each.
uint32_t wendi_steps_closed_by_relief(const wend_grid* grid, int32_t x, int32_t y);

/// True when some step between passable neighbours may be closed. Where this is false, a step is legal
/// exactly when its reverse is.
static inline bool wendi_has_closed_steps(const wend_grid* grid) {
    return grid->exits.pages || wendi_is_hex(grid->connectivity) || wendi_relief_closes(grid);
}

/// The same for the tiles of an area. May also be true when only tiles near the area have closed steps.
static inline bool wendi_area_has_closed_steps(const wend_grid* grid, wend_rect area) {
    if (wendi_is_hex(grid->connectivity) || wendi_relief_closes(grid)) return true;
    const int32_t side = WENDI_EXIT_PAGE_SIDE;
    for (int32_t y = area.y / side; grid->exits.pages && y <= (area.y + area.height - 1) / side; y++)
        for (int32_t x = area.x / side; x <= (area.x + area.width - 1) / side; x++)
            if (wendi_exit_page_at(&grid->exits, x * side, y * side)) return true;
    return false;
}

/// The directions in which a tile on the map may not be left, whatever lies there; one bit for each.
static inline uint32_t wendi_closed_steps(const wend_grid* grid, int32_t x, int32_t y) {
    uint32_t closed = wendi_exits_closed(&grid->exits, x, y);
    if (wendi_is_hex(grid->connectivity)) closed |= wendi_hex_closed(grid->connectivity, x, y);
    if (WENDI_SELDOM(wendi_relief_closes(grid))) closed |= wendi_steps_closed_by_relief(grid, x, y);
    return closed;
}

/// Bit d is set when the step from a passable tile in wendi_direction[d] is legal.
static inline uint32_t wendi_legal_moves(const wend_grid* grid, int32_t x, int32_t y) {
    WENDI_ASSERT(x >= 0 && y >= 0 && x < grid->width && y < grid->height);
    const uint32_t closed = wendi_has_closed_steps(grid) ? wendi_closed_steps(grid, x, y) : 0;
    const wendi_tiles around = wendi_tiles_at(grid, x, y);
    const uint8_t* tile = around.at;
    const int32_t* cost = grid->costs.straight;
    int64_t row = around.stride;
    uint32_t e = cost[tile[1]] != 0, s = cost[tile[row]] != 0, w = cost[tile[-1]] != 0,
             n = cost[tile[-row]] != 0;
    uint32_t moves = e | s << 1 | w << 2 | n << 3;
    if (grid->connectivity != WEND_CONNECTIVITY_4) {
        uint32_t se = cost[tile[row + 1]] != 0, sw = cost[tile[row - 1]] != 0;
        uint32_t nw = cost[tile[-row - 1]] != 0, ne = cost[tile[-row + 1]] != 0;
        if (grid->connectivity == WEND_CONNECTIVITY_8) se &= s & e, sw &= s & w, nw &= n & w, ne &= n & e;
        moves |= se << 4 | sw << 5 | nw << 6 | ne << 7;
    }
    return moves & ~closed;
}

/// Bit d is set when the step to a passable tile from its neighbour in wendi_direction[d] is legal.
static inline uint32_t wendi_legal_moves_into(const wend_grid* grid, int32_t x, int32_t y) {
    if (!wendi_has_closed_steps(grid)) return wendi_legal_moves(grid, x, y);
    uint32_t legal = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        int32_t from_x = x + wendi_direction[d].x, from_y = y + wendi_direction[d].y;
        if (!wendi_is_passable(grid, from_x, from_y)) continue; // also off the map
        legal |= (wendi_legal_moves(grid, from_x, from_y) >> wendi_opposite(d) & 1) << d;
    }
    return legal;
}
#endif
