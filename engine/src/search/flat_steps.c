// flat_steps.c: what do the steps and links from a tile cost?
#include "search/flat_steps.h"

#include <string.h>

// ---- what does a step into a tile of each class cost?

static wendi_node step_of(int32_t cost, bool count_steps) {
    return cost ? wendi_node_make(count_steps ? 1 : cost, 0, 0) : WENDI_STEP_BLOCKED;
}

void wendi_step_table_init(wendi_step_table* table, const wend_grid* grid, bool count_steps) {
    const wendi_node one = wendi_node_make(1, 0, 0);
    const wendi_costs* costs = &grid->costs;
    table->counts_steps = count_steps;
    WENDI_ASSERT(costs->straight[0] == 0); // what lies beyond the map is of class 0
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        table->straight[k] = step_of(costs->straight[k], count_steps);
        table->turn[k] = table->straight[k] + one;
        table->diagonal[k] = grid->connectivity == WEND_CONNECTIVITY_4
                                 ? WENDI_STEP_BLOCKED
                                 : step_of(costs->diagonal[k], count_steps);
        WENDI_ASSERT((costs->straight[k] == 0) == (costs->diagonal[k] == 0));
    }
    table->corner = grid->connectivity == WEND_CONNECTIVITY_8_CUT || wendi_is_hex(grid->connectivity)
                        ? 0
                        : WENDI_STEP_BLOCKED;
}

// ---- the heuristic, the open lists and the arrivals of a flat search over links

void wendi_flat_links_init(wendi_flat_links* links, const wend_allocator* allocator) {
    *links = (wendi_flat_links){.allocator = *allocator};
    wendi_link_bounds_init(&links->bounds, allocator);
}

wend_result wendi_flat_links_begin(wendi_flat_links* links, const wend_grid* grid,
                                   const wendi_heuristic* heuristic, wend_tile start, wend_tile goal,
                                   const wendi_goals* goals_opt) {
    const size_t count = (size_t)grid->links.count;
    if (!WENDI_MAKE_ROOM(&links->allocator, links->arrivals, links->arrival_capacity, 0, count))
        return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) links->arrivals[i] = -1;
    links->near_count = 0;
    return wendi_link_bounds_begin(&links->bounds, grid, heuristic, start, goal, goals_opt, NULL, 0);
}

// Lists the links that matter in a block.
static wend_result find_near(wendi_flat_links* links, wendi_node_block* block) {
    wendi_link_points found;
    wend_rect area = {block->corner.x, block->corner.y, WENDI_BLOCK_SIDE, WENDI_BLOCK_SIDE};
    if (!wendi_link_bounds_near(&links->bounds, area, &found)) return WEND_ERROR_MEMORY;
    const size_t used = (size_t)links->near_count, count = (size_t)found.count;
    if (!WENDI_MAKE_ROOM(&links->allocator, links->near, links->near_capacity, used, used + 3 * count))
        return WEND_ERROR_MEMORY;
    int32_t* near = links->near;
    if (count > 0) {
        memcpy(near + used, found.x, count * sizeof *near);
        memcpy(near + used + count, found.y, count * sizeof *near);
        memcpy(near + used + 2 * count, found.rest, count * sizeof *near);
    }
    block->links_first = links->near_count;
    block->link_count = found.count;
    links->near_count += 3 * found.count;
    return WEND_OK;
}

wend_result wendi_flat_links_heuristic(wendi_flat_links* links, const wendi_heuristic* heuristic,
                                       wendi_node_block* block, wend_tile tile, wend_cost* out) {
    const wendi_link_bounds* bounds = &links->bounds;
    wendi_heuristic plain = *heuristic;
    *out = 0;
    if (bounds->unknown) return WEND_OK;
    plain.weight = WENDI_WEIGHT_ONE;
    *out = wendi_link_bounds_direct(bounds, &plain, tile);
    if (wendi_link_bounds_matter(bounds)) {
        wend_result result = block->link_count < 0 ? find_near(links, block) : WEND_OK;
        if (result != WEND_OK) return result;
        const int32_t count = block->link_count, *x = count > 0 ? links->near + block->links_first : NULL;
        const wendi_link_points near =
            count > 0 ? (wendi_link_points){x, x + count, x + 2 * count, count} : (wendi_link_points){0};
        *out = wendi_link_bound_by(bounds, near, tile, *out);
    }
    if (heuristic->weight != WENDI_WEIGHT_ONE) *out = *out * heuristic->weight / WENDI_WEIGHT_ONE;
    return WEND_OK;
}

wend_result wendi_flat_links_refill(wendi_heap* heap, wendi_bucket_queue* buckets) {
    if (heap->count == 0) return WEND_OK;
    if (!*buckets->word && !wendi_bucket_queue_next_word(buckets))
        wendi_bucket_queue_go_on(buckets, heap->entries[0].key);
    while (heap->count > 0 && wendi_bucket_queue_fits(buckets, heap->entries[0].key)) {
        wendi_heap_entry entry = wendi_heap_pop(heap);
        wend_result result = wendi_bucket_queue_push(buckets, entry.key, entry.item);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- which of these steps are legal, what do they cost, and how is a path over them traced back?

// The ways to the neighbours of a hexagon, one after the other round it. A diagonal step is the sum of two
// that follow each other.
static const wendi_hex_way ways[WENDI_HEX_WAYS] = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};

static bool may_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    return wendi_sheet_contains(grid, to) && wendi_sheet_can_step(grid, from, to);
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
        if (wendi_sheet_contains(grid, from) && wendi_sheet_passable(grid, from) &&
            wendi_hex_diagonal(grid, from, back, &to))
            consider(nodes, from, diagonal, &least, &best);
    }
    WENDI_ASSERT(least < INT64_MAX);
    return best;
}
