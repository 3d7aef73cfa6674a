// flow.c: where do movers get in each other's way? A fleet counts on each edge between tiles how often movers
// wanted to go along it in the last few hundred steps, and new costs around a path (guide.c) are higher
// against such a flow: so movers keep to lanes, and aisles become one-way.
#include <string.h>

#include "fleet/fleet.h"
#include "grid/links.h"
#include "grid/steps.h"

enum {
    SIDE = 32, // tiles, of a block
    EACH = 64, // is added for a wish
    DECAY = 4,
    PERIOD = 1 << DECAY,        // in so many steps, a flow loses one part in as many
    ALWAYS = EACH << 2 * DECAY, // the flow where somebody wants to go in each step
    AGAINST = 3,                // such a flow makes a step against it cost so many more
    AGAINST_LANE = 5,           // a straight step against the lane of its row or column does so too
    MOST_TILES = 1 << 16,       // of the rectangle around the clusters that a mover holds
};

typedef struct flow_block {
    uint16_t flow[SIDE * SIDE][WENDI_DIRECTIONS];
    int32_t next; // in the list of unused blocks
} flow_block;

void wendi_fleet_init_flow(wend_fleet* f) {
    f->block_of.allocator = f->allocator;
    f->free_block = -1;
    wendi_pool_init(&f->blocks, &f->allocator, sizeof(flow_block), 16);
}

void wendi_fleet_free_flow(wend_fleet* f) {
    wendi_tile_table_free(&f->block_of);
    wendi_pool_free(&f->blocks);
}

void wendi_fleet_forget_flow(wend_fleet* f) {
    wendi_tile_table_clear(&f->block_of);
    f->blocks.count = 0;
    f->free_block = -1;
}

size_t wendi_fleet_flow_bytes(const wend_fleet* f) {
    return wendi_pool_bytes(&f->blocks) + f->block_of.capacity * sizeof *f->block_of.entries;
}

static uint64_t block_key(wend_tile tile) {
    return wendi_tile_key((wend_tile){tile.x / SIDE, tile.y / SIDE, 0});
}

// The flow from a tile in all directions; NULL: there is none.
static uint16_t* flow_from(const wend_fleet* f, wend_tile tile) {
    const int32_t at = wendi_tile_table_at(&f->block_of, block_key(tile));
    if (at < 0) return NULL;
    flow_block* block = wendi_pool_item(&f->blocks, at);
    return block->flow[tile.y % SIDE * SIDE + tile.x % SIDE];
}

// Errors: MEMORY.
static wend_result add_block(wend_fleet* f, wend_tile tile) {
    const wend_result result = wendi_tile_table_reserve(&f->block_of, f->block_of.count + 1);
    if (result != WEND_OK) return result;
    int32_t at = f->free_block;
    if (at >= 0) {
        f->free_block = ((flow_block*)wendi_pool_item(&f->blocks, at))->next;
    } else {
        if (!wendi_pool_add(&f->blocks)) return WEND_ERROR_MEMORY;
        at = f->blocks.count - 1;
    }
    flow_block* block = wendi_pool_item(&f->blocks, at);
    memset(block->flow, 0, sizeof block->flow);
    wendi_tile_table_set(&f->block_of, block_key(tile), at);
    return WEND_OK;
}

// Old wishes count less and less, and blocks where nothing flows any more are given back.
static void decay(wend_fleet* f) {
    for (size_t i = 0; i < f->block_of.capacity;) {
        const wendi_tile_entry entry = f->block_of.entries[i];
        if (entry.value < 0) {
            i++;
            continue;
        }
        flow_block* block = wendi_pool_item(&f->blocks, entry.value);
        uint32_t any = 0;
        for (int32_t k = 0; k < SIDE * SIDE; k++)
            for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
                uint16_t* flow = &block->flow[k][d];
                *flow = (uint16_t)(*flow - ((*flow + PERIOD - 1) >> DECAY));
                any |= *flow;
            }
        if (any) {
            i++;
            continue;
        }
        block->next = f->free_block;
        f->free_block = entry.value;
        wendi_tile_table_remove(&f->block_of, entry.key); // another entry may come to its place
    }
}

wend_result wendi_fleet_count_flow(wend_fleet* f) {
    if (f->steps % PERIOD == 0) decay(f);
    for (int32_t i = 0; i < f->count; i++) {
        const int32_t wish = f->members[i].wish;
        if (wish < 0 || f->movers[i].state == WEND_MOVER_ABSENT) continue;
        uint16_t* flow = flow_from(f, f->movers[i].tile);
        if (!flow) {
            const wend_result result = add_block(f, f->movers[i].tile);
            if (result != WEND_OK) return result;
            flow = flow_from(f, f->movers[i].tile);
        }
        if (flow[wish] <= UINT16_MAX - EACH) flow[wish] = (uint16_t)(flow[wish] + EACH);
    }
    return WEND_OK;
}

// ---- costs against the flow

// Each row and each column has a way that it prefers, so that flows which begin at the same time do not meet
// head on. Multiples of the golden ratio spread both ways evenly over aisles of any distance, and never give
// three rows in a row the same.
static bool is_against_lane(wend_tile to, wend_tile step) {
    if (step.x != 0 && step.y != 0) return false;
    const bool back = (uint32_t)(step.x != 0 ? to.y : to.x) * 0x9e3779b9u >> 31;
    return back ? step.x + step.y > 0 : step.x + step.y < 0;
}

// The smallest rectangle with all clusters that a mover holds.
static wend_rect around(const wend_fleet* f, const wendi_fleet_member* m) {
    wend_rect all = wendi_cluster_rect(&f->clusters, m->held[0]);
    for (int32_t i = 1; i < m->held_count; i++) {
        const wend_rect area = wendi_cluster_rect(&f->clusters, m->held[i]);
        const int32_t right = wendi_max(all.x + all.width, area.x + area.width);
        const int32_t bottom = wendi_max(all.y + all.height, area.y + area.height);
        all.x = wendi_min(all.x, area.x);
        all.y = wendi_min(all.y, area.y);
        all.width = right - all.x;
        all.height = bottom - all.y;
    }
    return all;
}

bool wendi_fleet_pays_for_flow(const wend_fleet* f, const wendi_fleet_member* m) {
    if (!f->def.turns) return false;
    // Movers with one goal share costs, found at different times: where a flow has changed since, they would
    // not lead on from each other.
    if (f->guides[m->guide].users > 1) return false;
    const wend_rect all = around(f, m);
    return (int64_t)all.width * all.height <= MOST_TILES;
}

// Lowers the cost of a tile in a cluster that is held. Errors: MEMORY.
static wend_result lower(wendi_fleet_worker* w, wend_tile tile, wend_cost cost) {
    const wend_rect all = w->flow_area;
    if (!wendi_area_contains(all, tile)) return WEND_OK;
    const int64_t at = (int64_t)(tile.y - all.y) * all.width + tile.x - all.x;
    if (w->flow_costs[at] <= cost) return WEND_OK;
    w->flow_costs[at] = cost;
    return wendi_heap_push(&w->heap, cost, (uint32_t)at);
}

wend_result wendi_fleet_find_flow_costs(const wend_fleet* f, wendi_fleet_worker* w, int32_t mover) {
    enum { NOT_HELD = -1 };
    const wendi_fleet_member* m = &f->members[mover];
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    const wend_rect all = w->flow_area = around(f, m);
    const int64_t tiles = (int64_t)all.width * all.height;
    if (!w->flow_costs) w->flow_costs = wendi_alloc(&w->heap.allocator, MOST_TILES, sizeof *w->flow_costs);
    if (!w->flow_costs) return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < tiles; i++) w->flow_costs[i] = NOT_HELD;
    for (int32_t i = 0; i < m->held_count; i++) {
        const wend_rect area = wendi_cluster_rect(&f->clusters, m->held[i]);
        for (int32_t y = area.y; y < area.y + area.height; y++)
            for (int32_t x = area.x; x < area.x + area.width; x++)
                w->flow_costs[(int64_t)(y - all.y) * all.width + x - all.x] = WENDI_NOT_REACHED;
    }
    w->heap.count = 0;
    const wendi_fleet_leg* last = &m->legs[m->end - 1];
    wend_result result = lower(w, last->exit, last->left);
    while (w->heap.count > 0 && result == WEND_OK) {
        const wendi_heap_entry entry = wendi_heap_pop(&w->heap);
        if (entry.key > w->flow_costs[entry.item]) continue;
        const wend_tile to = {all.x + (int32_t)(entry.item % (uint32_t)all.width),
                              all.y + (int32_t)(entry.item / (uint32_t)all.width), 0};
        const uint16_t* flow = flow_from(f, to);
        for (uint32_t moves = wendi_legal_moves_into(grid, to.x, to.y); moves && result == WEND_OK;
             moves &= moves - 1) {
            const int32_t d = __builtin_ctz(moves), back = wendi_opposite(d);
            const wend_tile from = {to.x + wendi_direction[d].x, to.y + wendi_direction[d].y, 0};
            const wend_cost lane = is_against_lane(to, wendi_direction[back]) ? AGAINST_LANE : 0;
            const wend_cost against =
                flow ? (wend_cost)flow[d] * AGAINST * grid->cheapest_straight / ALWAYS : 0;
            result = lower(w, from,
                           entry.key + wendi_step_cost(grid, from.x, from.y, back) + against +
                               lane * grid->cheapest_straight);
        }
        if (grid->links.count == 0) continue;
        wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_TO, to);
        for (wendi_usable_link link; result == WEND_OK && wendi_next_usable_link(grid, &search, &link);)
            result = lower(w, link.there, entry.key + link.cost);
    }
    return result;
}

void wendi_fleet_flow_costs_of(const wend_fleet* f, const wendi_fleet_worker* w, int32_t cluster,
                               wend_cost* out) {
    const wend_rect area = wendi_cluster_rect(&f->clusters, cluster), all = w->flow_area;
    for (int32_t y = 0; y < area.height; y++)
        memcpy(out + (size_t)y * WENDI_LANES,
               w->flow_costs + (int64_t)(area.y + y - all.y) * all.width + area.x - all.x,
               (size_t)area.width * sizeof *out);
}
