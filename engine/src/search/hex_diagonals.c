// hex_diagonals.c: which of these steps are legal, what do they cost, and how is a path over them traced
// back?
#include "search/hex_diagonals.h"

#include "grid/steps.h"

// The ways to the neighbours of a hexagon, one after the other round it. A diagonal step is the sum of two
// that follow each other.
static const wendi_hex_way ways[WENDI_HEX_WAYS] = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};

static bool may_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    return wend_grid_contains(grid, to) && wend_grid_can_step(grid, from, to);
}

bool wendi_hex_diagonal(const wend_grid* grid, wend_tile from, int32_t way, wend_tile* to_out) {
    const wendi_hex_way a = ways[way], b = ways[(way + 1) % WENDI_HEX_WAYS];
    const wend_tile one = wendi_hex_moved(grid->connectivity, from, a),
                    other = wendi_hex_moved(grid->connectivity, from, b),
                    to = wendi_hex_moved(grid->connectivity, one, b);
    *to_out = to;
    return may_step(grid, from, one) && may_step(grid, from, other) && may_step(grid, one, to) &&
           may_step(grid, other, to);
}

wend_cost wendi_hex_diagonal_step(const wend_grid* grid, wend_tile to, bool count_steps) {
    return count_steps ? 1 : wendi_hex_diagonal_cost(grid, *wendi_tile(grid, to.x, to.y));
}

// Lowers *least_io to the cost of the path over another tile, if the search has reached it for less.
static void consider(const wendi_node_store* nodes, wend_tile from, wend_cost step, wend_cost* least_io,
                     wend_tile* best_io) {
    uint32_t index = wendi_node_index(nodes, from);
    const wendi_node_block* block = nodes->directory[index / WENDI_BLOCK_NODES];
    if (!block) return;
    wendi_node node = block->nodes[index % WENDI_BLOCK_NODES];
    uint32_t state = wendi_node_state(node);
    if ((state != WENDI_OPEN && state != WENDI_CLOSED) || wendi_node_cost(node) + step >= *least_io) return;
    *least_io = wendi_node_cost(node) + step;
    *best_io = from;
}

// A node has room for eight directions, not for twelve. The tile before costs less by at least the step, so
// the trace ends at the start.
wend_tile wendi_hex_tile_before(const wendi_node_store* nodes, wend_tile tile, bool count_steps) {
    const wend_grid* grid = nodes->grid;
    const uint8_t k = *wendi_tile(grid, tile.x, tile.y);
    const wend_cost straight = count_steps ? 1 : grid->costs.straight[k],
                    diagonal = wendi_hex_diagonal_step(grid, tile, count_steps);
    wend_cost least = INT64_MAX;
    wend_tile best = tile;
    for (int32_t i = 0; i < WENDI_HEX_WAYS; i++) {
        wend_tile from = wendi_hex_moved(grid->connectivity, tile, ways[i]), to;
        if (may_step(grid, from, tile)) consider(nodes, from, straight, &least, &best);
        const wendi_hex_way next = ways[(i + 1) % WENDI_HEX_WAYS];
        from = wendi_hex_moved(grid->connectivity, tile,
                               (wendi_hex_way){ways[i].along + next.along, ways[i].lines + next.lines});
        const int32_t back = (i + WENDI_HEX_WAYS / 2) % WENDI_HEX_WAYS;
        if (wend_grid_contains(grid, from) && wend_grid_passable(grid, from) &&
            wendi_hex_diagonal(grid, from, back, &to))
            consider(nodes, from, diagonal, &least, &best);
    }
    WENDI_ASSERT(least < INT64_MAX);
    return best;
}
