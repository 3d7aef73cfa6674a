// verify.c: is this path one? Written against wend_grid_cost alone; see verify.h for why.
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool open_at(const wend_grid* grid, int32_t x, int32_t y) {
    return wend_grid_cost(grid, (wend_tile){x, y}) > 0;
}

// What is wrong with a step, NULL when it is legal.
static const char* step_fault(const wend_grid* grid, wend_tile a, wend_tile b) {
    int32_t dx = abs(b.x - a.x), dy = abs(b.y - a.y);
    if (dx > 1 || dy > 1 || dx + dy == 0) return "does not lead to a neighbour";
    if (!open_at(grid, b.x, b.y)) return "enters a blocked tile";
    if (dx + dy == 1) return NULL;
    switch (wend_grid_connectivity(grid)) {
    case WEND_CONNECTIVITY_4:
        return "is diagonal on a map of 4 moves";
    case WEND_CONNECTIVITY_8:
        return open_at(grid, a.x, b.y) && open_at(grid, b.x, a.y) ? NULL : "cuts a corner";
    default:
        return NULL;
    }
}

const char* verify_path(const wend_grid* grid, const wend_path* path, wend_tile start, wend_tile goal,
                        char text[160]) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    if (count < 1) return "found, but without tiles";
    const wend_tile *first = &tiles[0], *last = &tiles[count - 1];
    if (first->x != start.x || first->y != start.y) return "does not begin at the start";
    if (last->x != goal.x || last->y != goal.y) return "does not end at the goal";
    if (!open_at(grid, start.x, start.y)) return "begins on a blocked tile";
    double cost = 0;
    for (int32_t i = 1; i < count; i++) {
        wend_tile a = tiles[i - 1], b = tiles[i];
        const char* fault = step_fault(grid, a, b);
        if (fault != NULL) {
            snprintf(text, 160, "step %d from %d,%d to %d,%d %s", i, a.x, a.y, b.x, b.y, fault);
            return text;
        }
        cost += (a.x != b.x && a.y != b.y ? sqrt(2.0) : 1.0) * (double)wend_grid_cost(grid, b);
    }
    double reported = wend_path_cost(path);
    if (!(fabs(cost - reported) <= 1e-6 * fmax(1, cost))) {
        snprintf(text, 160, "costs %.6f by its steps, but %.6f was reported", cost, reported);
        return text;
    }
    return NULL;
}
