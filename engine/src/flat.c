// flat.c: the low-level search (Hart, Nilsson, Raphael 1968). Closed nodes re-open when a cheaper way is
// found, so heuristics may be inconsistent; keys are raised to the key taken last (pathmax, Mero 1984), which
// keeps the optimum for admissible ones.
#include "flat.h"

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_open_list_init(&flat->open, allocator);
}

void wendi_flat_free(wendi_flat* flat) {
    wendi_node_store_free(&flat->nodes);
    wendi_open_list_free(&flat->open);
}

size_t wendi_flat_bytes(const wendi_flat* flat) {
    return wendi_node_store_bytes(&flat->nodes) + wendi_open_list_bytes(&flat->open);
}

wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid) {
    return wendi_node_store_reset(&flat->nodes, grid->width, grid->height);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, x, y);
            if (!node) return WEND_ERROR_MEMORY;
            *node = WENDI_ALLOWED;
        }
    }
    return WEND_OK;
}

// Integer costs of a step by class of the tile entered: those of the grid, or 1 for every passable class.
typedef struct step_table {
    const int32_t* straight;
    const int32_t* diagonal;
    int32_t ones[WEND_CLASS_COUNT];
} step_table;

static void choose_steps(step_table* steps, const wend_grid* grid, bool count_steps) {
    steps->straight = count_steps ? steps->ones : grid->costs.straight;
    steps->diagonal = count_steps ? steps->ones : grid->costs.diagonal;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) steps->ones[k] = grid->costs.straight[k] != 0;
}

// Two allowed tiles diagonally next to a crossing of lines may belong to two clusters while the step between
// them lies in a third. That one is allowed when its inner tile, which no other cluster has, was not left
// UNSEEN.
static bool within_allowed(wendi_flat* flat, int32_t size, wend_tile from, wend_tile to) {
    int32_t x = wendi_min(from.x, to.x) / size * size + 1, y = wendi_min(from.y, to.y) / size * size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, x, y);
    return inner && wendi_node_state(*inner) != WENDI_UNSEEN;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    bool restricted = query->cluster_size > 0;
    step_table steps;
    choose_steps(&steps, grid, query->count_steps);
    const wendi_heuristic* heuristic = &query->heuristic;
    wend_tile goal = query->goal;
    uint32_t fresh = restricted ? WENDI_ALLOWED : WENDI_UNSEEN;

    wend_cost estimate = wendi_heuristic_between(heuristic, query->start, goal);
    wend_result result = wendi_open_list_reset(
        &flat->open, estimate, wendi_longest_step(grid) + wendi_heuristic_longest_rise(heuristic) + 1);
    if (result != WEND_OK) return result;
    wendi_node* node = wendi_node_at(&flat->nodes, query->start.x, query->start.y);
    if (!node) return WEND_ERROR_MEMORY;
    *node = wendi_node_make(0, 0, WENDI_OPEN);
    result = wendi_open_list_push(&flat->open, estimate, query->start.x, query->start.y);
    if (result != WEND_OK) return result;
    stats->generated++;

    wend_cost key;
    wend_tile at;
    while (wendi_open_list_pop(&flat->open, &key, &at.x, &at.y)) {
        node = wendi_node_at(&flat->nodes, at.x, at.y);
        if (wendi_node_state(*node) != WENDI_OPEN) continue; // a cheaper entry of it came out before
        *node ^= WENDI_OPEN ^ WENDI_CLOSED;
        stats->expanded++;
        if (at.x == goal.x && at.y == goal.y) {
            *found_out = true;
            return WEND_OK;
        }
        wend_cost cost = wendi_node_cost(*node);
        const uint8_t* tile = wendi_tile(grid, at.x, at.y);
        int32_t column = at.x & WENDI_BLOCK_MASK, row = at.y & WENDI_BLOCK_MASK;
        bool inside = column > 0 && column < WENDI_BLOCK_MASK && row > 0 && row < WENDI_BLOCK_MASK;
        for (uint32_t moves = wendi_legal_moves(grid, tile); moves; moves &= moves - 1) {
            int32_t d = __builtin_ctz(moves);
            wend_tile step = wendi_direction[d], to = {at.x + step.x, at.y + step.y};
            const int32_t* step_cost = d < WENDI_STRAIGHT ? steps.straight : steps.diagonal;
            wend_cost through = cost + step_cost[tile[step.y * grid->stride + step.x]];
            if (restricted && d >= WENDI_STRAIGHT && !within_allowed(flat, query->cluster_size, at, to))
                continue;
            wendi_node* next =
                inside ? node + step.y * WENDI_BLOCK_SIDE + step.x : wendi_node_at(&flat->nodes, to.x, to.y);
            if (!next) return WEND_ERROR_MEMORY;
            uint32_t state = wendi_node_state(*next);
            if (state != fresh) {
                if (state == WENDI_UNSEEN || through >= wendi_node_cost(*next))
                    continue; // UNSEEN: not allowed
                stats->reopened += state == WENDI_CLOSED;
            }
            *next = wendi_node_make(through, d, WENDI_OPEN);
            result = wendi_open_list_push(&flat->open, through + wendi_heuristic_between(heuristic, to, goal),
                                          to.x, to.y);
            if (result != WEND_OK) return result;
            stats->generated++;
        }
    }
    *found_out = false;
    return WEND_OK;
}

wend_result wendi_flat_walk_back(wendi_flat* flat, wend_tile start, wend_tile goal, wendi_tile_list* out) {
    int64_t count = 1;
    for (wend_tile at = goal; at.x != start.x || at.y != start.y; count++) {
        wend_tile step = wendi_direction[wendi_node_direction(*wendi_node_at(&flat->nodes, at.x, at.y))];
        at = (wend_tile){at.x - step.x, at.y - step.y};
    }
    wend_result result = wendi_tile_list_reserve(out, count);
    if (result != WEND_OK) return result;
    out->count = count;
    for (wend_tile at = goal;;) {
        out->data[--count] = at;
        if (count == 0) return WEND_OK;
        wend_tile step = wendi_direction[wendi_node_direction(*wendi_node_at(&flat->nodes, at.x, at.y))];
        at = (wend_tile){at.x - step.x, at.y - step.y};
    }
}
