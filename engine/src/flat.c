// flat.c: the low-level search (Hart, Nilsson, Raphael 1968). Closed nodes re-open when a cheaper way is
// found, so heuristics may be inconsistent. Keys of the bucket queue are raised to the key taken last
// (pathmax, Mero 1984), which keeps the optimum for admissible heuristics. Inflated ones fall from step to
// step, and raised keys would make a depth-first search of it: these are taken from a heap. A weight above 1
// gives up the optimum for speed, and there closed nodes stay closed (Likhachev, Gordon, Thrun 2003): paths
// still cost at most weight x the optimum, while re-opening would expand tiles hundreds of times.
#include "flat.h"

void wendi_flat_init(wendi_flat* flat, const wend_allocator* allocator) {
    wendi_node_store_init(&flat->nodes, allocator);
    wendi_open_list_init(&flat->open, allocator);
    flat->heap = (wendi_heap){.allocator = *allocator};
}

void wendi_flat_free(wendi_flat* flat) {
    wendi_node_store_free(&flat->nodes);
    wendi_open_list_free(&flat->open);
    wendi_heap_free(&flat->heap);
}

size_t wendi_flat_bytes(const wendi_flat* flat) {
    return wendi_node_store_bytes(&flat->nodes) + wendi_open_list_bytes(&flat->open) +
           flat->heap.capacity * sizeof *flat->heap.entries;
}

wend_result wendi_flat_reset(wendi_flat* flat, const wend_grid* grid, bool restricted) {
    wendi_node initial = restricted ? WENDI_NODE_FORBIDDEN : WENDI_NODE_UNSEEN;
    return wendi_node_store_reset(&flat->nodes, grid->width, grid->height, initial);
}

wend_result wendi_flat_allow(wendi_flat* flat, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            wendi_node* node = wendi_node_at(&flat->nodes, x, y);
            if (!node) return WEND_ERROR_MEMORY;
            *node = WENDI_NODE_UNSEEN;
        }
    }
    return WEND_OK;
}

// What a step in each direction costs by class of the tile entered, and where it leads in memory.
typedef struct step_table {
    const int32_t* cost[WENDI_DIRECTIONS];
    int64_t tile[WENDI_DIRECTIONS]; // in the grid
    int32_t node[WENDI_DIRECTIONS]; // within a block of nodes
    int32_t ones[WEND_CLASS_COUNT]; // the costs when steps are counted: 1 for every passable class
} step_table;

static void make_steps(step_table* steps, const wend_grid* grid, bool count_steps) {
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) steps->ones[k] = grid->costs.straight[k] != 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile step = wendi_direction[d];
        const int32_t* cost = d < WENDI_STRAIGHT ? grid->costs.straight : grid->costs.diagonal;
        steps->cost[d] = count_steps ? steps->ones : cost;
        steps->tile[d] = step.y * grid->stride + step.x;
        steps->node[d] = step.y * WENDI_BLOCK_SIDE + step.x;
    }
}

// Two allowed tiles diagonally next to a crossing of lines may belong to two clusters while the step between
// them lies in a third. That one is allowed when its inner tile, which no other cluster has, is.
static bool within_allowed(wendi_flat* flat, int32_t size, wend_tile from, wend_tile to) {
    int32_t x = wendi_min(from.x, to.x) / size * size + 1, y = wendi_min(from.y, to.y) / size * size + 1;
    wendi_node* inner = wendi_node_at(&flat->nodes, x, y);
    return inner && *inner != WENDI_NODE_FORBIDDEN;
}

// ---- the open list: buckets, or the heap

static wend_result begin(wendi_flat* flat, const wend_grid* grid, const wendi_heuristic* heuristic,
                         wend_cost first) {
    flat->width = grid->width;
    flat->by_heap = wendi_heuristic_is_inflated(heuristic, grid->moves);
    flat->heap.count = 0;
    if (flat->by_heap) return WEND_OK;
    return wendi_open_list_reset(&flat->open, first,
                                 wendi_longest_step(grid) + wendi_heuristic_longest_rise(heuristic) + 1);
}

static wend_result push(wendi_flat* flat, wend_cost key, wend_tile tile) {
    if (!flat->by_heap) return wendi_open_list_push(&flat->open, key, tile.x, tile.y);
    return wendi_heap_push(&flat->heap, key, (uint32_t)tile.y * (uint32_t)flat->width + (uint32_t)tile.x);
}

static bool pop(wendi_flat* flat, wend_tile* out) {
    wend_cost key;
    if (!flat->by_heap) return wendi_open_list_pop(&flat->open, &key, &out->x, &out->y);
    if (flat->heap.count == 0) return false;
    uint32_t tile = wendi_heap_pop(&flat->heap).item, width = (uint32_t)flat->width;
    *out = (wend_tile){(int32_t)(tile % width), (int32_t)(tile / width)};
    return true;
}

wend_result wendi_flat_search(wendi_flat* flat, const wend_grid* grid, const wendi_flat_query* query,
                              bool* found_out, wend_stats* stats) {
    bool restricted = query->cluster_size > 0, stay_closed = query->heuristic.weight > WENDI_WEIGHT_ONE;
    step_table steps;
    make_steps(&steps, grid, query->count_steps);
    const wendi_heuristic* heuristic = &query->heuristic;
    wend_tile goal = query->goal;

    wend_cost estimate = wendi_heuristic_between(heuristic, query->start, goal);
    wend_result result = begin(flat, grid, heuristic, estimate);
    if (result != WEND_OK) return result;
    wendi_node* node = wendi_node_at(&flat->nodes, query->start.x, query->start.y);
    if (!node) return WEND_ERROR_MEMORY;
    *node = wendi_node_make(0, 0, WENDI_OPEN);
    result = push(flat, estimate, query->start);
    if (result != WEND_OK) return result;
    stats->generated++;

    wend_tile at;
    while (pop(flat, &at)) {
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
            wend_tile to = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
            wendi_node* next = inside ? node + steps.node[d] : wendi_node_at(&flat->nodes, to.x, to.y);
            if (!next) return WEND_ERROR_MEMORY;
            wend_cost through = cost + steps.cost[d][tile[steps.tile[d]]];
            if (!wendi_node_above(*next, through)) continue;
            if (restricted && d >= WENDI_STRAIGHT && !within_allowed(flat, query->cluster_size, at, to))
                continue;
            if (stay_closed && wendi_node_state(*next) == WENDI_CLOSED) continue;
            stats->reopened += wendi_node_state(*next) == WENDI_CLOSED;
            *next = wendi_node_make(through, d, WENDI_OPEN);
            result = push(flat, through + wendi_heuristic_between(heuristic, to, goal), to);
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
