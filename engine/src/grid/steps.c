// steps.c: may a path step from one tile to another?
#include "grid/steps.h"

#include "grid/floors.h"

bool wend_grid_can_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    return grid &&
           wendi_sheet_can_step(grid, wendi_to_sheet(&grid->floors, from), wendi_to_sheet(&grid->floors, to));
}

bool wendi_sheet_can_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!wendi_sheet_passable(grid, from) || !wendi_sheet_passable(grid, to)) return false;
    uint32_t moves = wendi_legal_moves(grid, from.x, from.y);
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        if (from.x + wendi_direction[d].x == to.x && from.y + wendi_direction[d].y == to.y)
            return moves >> d & 1;
    return false;
}

uint32_t wendi_steps_closed_by_relief(const wend_grid* grid, int32_t x, int32_t y) {
    uint32_t closed = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const wend_tile to = {x + wendi_direction[d].x, y + wendi_direction[d].y};
        if (!wendi_sheet_contains(grid, to)) continue;
        closed |= (uint32_t)(wendi_step_factor(grid, x, y, d) == 0) << d;
    }
    return closed;
}
