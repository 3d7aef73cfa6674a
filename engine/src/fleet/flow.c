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
    FEW = 16,  // movers in a cluster, and one for
    BUSY = 64, // tiles, are in each other's way
    DECAY = 4,
    PERIOD = 1 << DECAY,        // in so many steps, a flow loses one part in as many
    ALWAYS = EACH << 2 * DECAY, // the flow where somebody wants to go in each step
    AGAINST = 3,                // such a flow makes a step against it cost so many more
    AGAINST_LANE = 5,           // a straight step against the lane of its row or column does so too
    MOST_TILES = 1 << 17,       // of an area
};

typedef uint16_t flow_block[SIDE * SIDE][WENDI_DIRECTIONS];

void wendi_fleet_init_flow(wend_fleet* f) {
    f->block_of.allocator = f->crowd_of.allocator = f->allocator;
    wendi_pool_init(&f->blocks, &f->allocator, sizeof(flow_block), 16);
}

void wendi_fleet_forget_flow(wend_fleet* f) {
    wendi_number_table_clear(&f->block_of);
    wendi_number_table_clear(&f->crowd_of);
    f->blocks.count = f->blocks.given = 0;
}

static uint64_t block_key(wend_tile tile) {
    return wendi_tile_key((wend_tile){tile.x / SIDE, tile.y / SIDE, 0});
}

// The flow from a tile in all directions; NULL: there is none.
static uint16_t* flow_from(const wend_fleet* f, wend_tile tile) {
    const int32_t at = wendi_number_table_at(&f->block_of, block_key(tile));
    if (at < 0) return NULL;
    flow_block* block = wendi_pool_item(&f->blocks, at);
    return (*block)[tile.y % SIDE * SIDE + tile.x % SIDE];
}

// Errors: MEMORY.
static wend_result add_block(wend_fleet* f, wend_tile tile) {
    const wend_result result = wendi_number_table_reserve(&f->block_of, f->block_of.count + 1);
    if (result != WEND_OK) return result;
    int32_t at;
    flow_block* block = wendi_pool_take(&f->blocks, &at);
    if (!block) return WEND_ERROR_MEMORY;
    memset(block, 0, sizeof *block);
    wendi_number_table_set(&f->block_of, block_key(tile), at);
    return WEND_OK;
}

// Old wishes count less and less, and blocks where nothing flows any more are given back.
static void decay(wend_fleet* f) {
    for (size_t i = 0; i < f->block_of.capacity;) {
        const wendi_number_entry entry = f->block_of.entries[i];
        if (entry.value < 0) {
            i++;
            continue;
        }
        flow_block* block = wendi_pool_item(&f->blocks, entry.value);
        uint32_t any = 0;
        for (int32_t k = 0; k < SIDE * SIDE; k++)
            for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
                uint16_t* flow = &(*block)[k][d];
                *flow = (uint16_t)(*flow - ((*flow + PERIOD - 1) >> DECAY));
                any |= *flow;
            }
        if (any) {
            i++;
            continue;
        }
        wendi_pool_give(&f->blocks, entry.value);
        wendi_number_table_remove(&f->block_of, entry.key); // another entry may come to its place
    }
}

static uint64_t cluster_at(const wend_fleet* f, wend_tile tile) {
    int32_t at[4];
    wendi_clusters_at(&f->clusters, tile, at);
    return (uint64_t)at[0];
}

// Are there so many movers in a cluster that they get in each other's way?
static bool is_crowded(const wend_fleet* f, uint64_t cluster, int32_t movers) {
    const wend_rect area = wendi_cluster_rect(&f->clusters, (int32_t)cluster);
    return movers >= FEW && movers * BUSY >= area.width * area.height;
}

// Those that turn always do.
static bool is_busy(const wend_fleet* f, uint64_t cluster) {
    return f->def.turns ||
           (f->has_crowd && is_crowded(f, cluster, wendi_number_table_at(&f->crowd_of, cluster)));
}

// Counts the movers in each cluster. Errors: MEMORY.
static wend_result count_crowds(wend_fleet* f) {
    const wend_result result = wendi_number_table_reserve(&f->crowd_of, (size_t)f->count);
    if (result != WEND_OK) return result;
    wendi_number_table_clear(&f->crowd_of);
    f->has_crowd = false;
    for (int32_t i = 0; i < f->count; i++) {
        if (f->movers[i].state == WEND_MOVER_ABSENT) continue;
        const uint64_t cluster = cluster_at(f, f->movers[i].tile);
        const int32_t movers = wendi_max(wendi_number_table_at(&f->crowd_of, cluster), 0) + 1;
        wendi_number_table_set(&f->crowd_of, cluster, movers);
        f->has_crowd |= is_crowded(f, cluster, movers);
    }
    return WEND_OK;
}

// Counts where a mover would like to go on. Errors: MEMORY.
static wend_result count_wish(wend_fleet* f, int32_t mover) {
    const wend_tile here = f->movers[mover].tile, to = wendi_fleet_best_step(f, mover);
    if (wendi_is_same(here, to)) return WEND_OK;
    if (!flow_from(f, here)) {
        const wend_result result = add_block(f, here);
        if (result != WEND_OK) return result;
    }
    uint16_t* flow = &flow_from(f, here)[wendi_direction_of(to.x - here.x, to.y - here.y)];
    if (*flow <= UINT16_MAX - EACH) *flow = (uint16_t)(*flow + EACH);
    return WEND_OK;
}

wend_result wendi_fleet_count_flow(wend_fleet* f) {
    if (f->pibt.is_crowd || wendi_is_hex(f->world->grid->connectivity)) return WEND_OK;
    wend_result result = WEND_OK;
    if (f->steps % PERIOD == 0) {
        decay(f);
        if (!f->def.turns) result = count_crowds(f);
    }
    if (!f->def.turns && !f->has_crowd) return result;
    for (int32_t i = 0; i < f->count && result == WEND_OK; i++) {
        if (f->movers[i].state == WEND_MOVER_ABSENT || !wendi_fleet_has_way(f, i)) continue;
        if (is_busy(f, cluster_at(f, f->movers[i].tile))) result = count_wish(f, i);
    }
    return result;
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

static wend_cost lane_price(const wend_grid* grid, wend_tile to, int32_t direction) {
    const bool against = is_against_lane(to, wendi_direction[wendi_opposite(direction)]);
    return against ? (wend_cost)AGAINST_LANE * grid->cheapest_straight : 0;
}

// What a step to a tile, from where a direction leads, costs more because of others that want to come the
// other way.
static wend_cost contraflow_price(const wend_grid* grid, const uint16_t* flow_opt, int32_t direction) {
    return flow_opt ? (wend_cost)flow_opt[direction] * AGAINST * grid->cheapest_straight / ALWAYS : 0;
}

// Likewise for all that want to leave the tile.
static wend_cost crowd_price(const wend_grid* grid, const uint16_t* flow_opt) {
    wend_cost sum = 0;
    for (int32_t d = 0; d < WENDI_DIRECTIONS && flow_opt; d++) sum += flow_opt[d];
    return sum * grid->cheapest_straight / ALWAYS;
}

static wend_rect joined(wend_rect a, wend_rect b) {
    const int32_t right = wendi_max(a.x + a.width, b.x + b.width);
    const int32_t bottom = wendi_max(a.y + a.height, b.y + b.height);
    const int32_t x = wendi_min(a.x, b.x), y = wendi_min(a.y, b.y);
    return (wend_rect){x, y, right - x, bottom - y};
}

// The smallest rectangle with all clusters that a mover holds.
static wend_rect around(const wend_fleet* f, const wendi_fleet_member* m) {
    wend_rect all = wendi_cluster_rect(&f->clusters, m->held[0]);
    for (int32_t i = 1; i < m->held_count; i++)
        all = joined(all, wendi_cluster_rect(&f->clusters, m->held[i]));
    return all;
}

static bool is_small(wend_rect area) {
    return (int64_t)area.width * area.height <= MOST_TILES;
}

// Movers with one goal share costs, found at different times: where a flow has changed since, they would not
// lead on from each other.
static bool is_alone(const wend_fleet* f, const wendi_fleet_member* m) {
    return wendi_fleet_guide_at(f, m->guide)->users == 1;
}

bool wendi_fleet_meets_others(const wend_fleet* f, const wendi_fleet_member* m) {
    for (int32_t i = 0; i < m->held_count; i++)
        if (is_busy(f, (uint64_t)m->held[i])) return true;
    return false;
}

bool wendi_fleet_pays_for_flow(const wend_fleet* f, const wendi_fleet_member* m) {
    return is_alone(f, m) && wendi_fleet_meets_others(f, m) && is_small(around(f, m));
}

static int64_t index_of(wend_rect area, wend_tile tile) {
    return (int64_t)(tile.y - area.y) * area.width + tile.x - area.x;
}

static wend_tile tile_at(wend_rect area, uint32_t index) {
    return (wend_tile){area.x + (int32_t)(index % (uint32_t)area.width),
                       area.y + (int32_t)(index / (uint32_t)area.width), 0};
}

// Errors: MEMORY.
static wend_result begin_area(wendi_fleet_worker* w, wend_rect area, wend_cost cost) {
    if (!w->flow_costs) w->flow_costs = wendi_alloc(&w->heap.allocator, MOST_TILES, sizeof *w->flow_costs);
    if (!w->flow_next) w->flow_next = wendi_alloc(&w->heap.allocator, MOST_TILES, sizeof *w->flow_next);
    if (!w->flow_costs || !w->flow_next) return WEND_ERROR_MEMORY;
    w->flow_area = area;
    w->heap.count = 0;
    for (int32_t i = 0; i < area.width * area.height; i++) w->flow_costs[i] = cost;
    return WEND_OK;
}

// A search from a tile back to where a mover comes from.
typedef struct spreading {
    const wend_fleet* fleet;
    wendi_fleet_worker* worker;
    const wend_grid* grid;
    const wend_tile* from_opt; // it ends there; NULL: when it has been everywhere
} spreading;

// No path between two tiles costs less.
static wend_cost bound_from(const spreading* s, wend_tile tile) {
    if (!s->from_opt || s->grid->links.count > 0) return 0;
    const int32_t x = wendi_abs(tile.x - s->from_opt->x), y = wendi_abs(tile.y - s->from_opt->y);
    return (wend_cost)wendi_max(x, y) * s->grid->cheapest_straight;
}

// Lowers the cost of a tile of the area. Errors: MEMORY.
static wend_result lower(const spreading* s, wend_tile tile, wend_cost cost, uint32_t next) {
    wendi_fleet_worker* w = s->worker;
    if (!wendi_area_contains(w->flow_area, tile)) return WEND_OK;
    const int64_t at = index_of(w->flow_area, tile);
    if (w->flow_costs[at] <= cost) return WEND_OK;
    w->flow_costs[at] = cost;
    w->flow_next[at] = next;
    return wendi_heap_push(&w->heap, cost + bound_from(s, tile), (uint32_t)at);
}

// Lowers the costs of all tiles from which a step or a link leads to one. Errors: MEMORY.
static wend_result lower_before(const spreading* s, wend_tile to, uint32_t at) {
    const wend_cost cost = s->worker->flow_costs[at];
    const uint16_t* flow = flow_from(s->fleet, to);
    const wend_cost crowd = s->from_opt ? crowd_price(s->grid, flow) : 0;
    wend_result result = WEND_OK;
    for (uint32_t moves = wendi_legal_moves_into(s->grid, to.x, to.y); moves && result == WEND_OK;
         moves &= moves - 1) {
        const int32_t d = __builtin_ctz(moves);
        const wend_tile from = wendi_beside(to, d);
        const wend_cost step = wendi_step_cost(s->grid, from.x, from.y, wendi_opposite(d));
        const wend_cost price = lane_price(s->grid, to, d) + contraflow_price(s->grid, flow, d);
        result = lower(s, from, cost + step + price + crowd, at);
    }
    if (s->grid->links.count == 0) return result;
    wendi_link_search search = wendi_links_at(&s->grid->links, WENDI_LINK_TO, to);
    for (wendi_usable_link link; result == WEND_OK && wendi_next_usable_link(s->grid, &search, &link);)
        result = lower(s, link.there, cost + link.cost, at);
    return result;
}

// Finds the costs to a tile, from which so much is left. Errors: MEMORY.
static wend_result spread(const spreading* s, wend_tile to, wend_cost left) {
    wendi_fleet_worker* w = s->worker;
    wend_result result = lower(s, to, left, 0);
    while (w->heap.count > 0 && result == WEND_OK) {
        const wendi_heap_entry entry = wendi_heap_pop(&w->heap);
        const wend_tile tile = tile_at(w->flow_area, entry.item);
        if (entry.key > w->flow_costs[entry.item] + bound_from(s, tile)) continue;
        if (s->from_opt && wendi_is_same(tile, *s->from_opt)) break;
        result = lower_before(s, tile, entry.item);
    }
    return result;
}

wend_result wendi_fleet_find_flow_costs(const wend_fleet* f, wendi_fleet_worker* w, int32_t mover) {
    enum { NOT_HELD = -1 };
    const wendi_fleet_member* m = &f->members[mover];
    const wend_rect all = around(f, m);
    const wend_result result = begin_area(w, all, NOT_HELD);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < m->held_count; i++) {
        const wend_rect area = wendi_cluster_rect(&f->clusters, m->held[i]);
        for (int32_t y = area.y; y < area.y + area.height; y++)
            for (int32_t x = area.x; x < area.x + area.width; x++)
                w->flow_costs[index_of(all, (wend_tile){x, y, 0})] = WENDI_NOT_REACHED;
    }
    const spreading s = {f, w, wendi_fleet_grid(f, f->movers[mover].profile), NULL};
    return spread(&s, m->legs[m->end - 1].exit, m->legs[m->end - 1].left);
}

void wendi_fleet_flow_costs_of(const wend_fleet* f, const wendi_fleet_worker* w, int32_t cluster,
                               wend_cost* out) {
    const wend_rect area = wendi_cluster_rect(&f->clusters, cluster), all = w->flow_area;
    for (int32_t y = 0; y < area.height; y++)
        memcpy(out + (size_t)y * WENDI_LANES,
               w->flow_costs + index_of(all, (wend_tile){area.x, area.y + y, 0}),
               (size_t)area.width * sizeof *out);
}

// ---- ways round where others go

// The area around the first legs of a path, with a cluster on all sides, of as many as it has room for.
static wend_rect area_of_way(const wend_fleet* f, const wendi_fleet_leg_list* legs, int32_t* last_out) {
    wend_rect all = {0, 0, 0, 0};
    for (int32_t i = 0; i < legs->count; i++) {
        const wendi_cluster_span span = wendi_clusters_around(&f->clusters, legs->data[i].cluster);
        const int32_t columns = f->clusters.columns;
        const wend_rect leg =
            joined(wendi_cluster_rect(&f->clusters, span.top * columns + span.left),
                   wendi_cluster_rect(&f->clusters, (span.bottom - 1) * columns + span.right - 1));
        const wend_rect more = i > 0 ? joined(all, leg) : leg;
        if (!is_small(more)) break;
        all = more;
        *last_out = i;
    }
    return all;
}

// True when others cost more than one part in so many of a path.
static bool is_in_flow(const wend_fleet* f, const wend_grid* grid, const wend_path* path, wend_cost cost) {
    enum { PART = 32 };
    wend_cost price = 0;
    for (int64_t i = 1; i < path->tiles.count; i++) {
        const wend_tile from = path->tiles.data[i - 1], to = path->tiles.data[i];
        const uint16_t* flow = flow_from(f, to);
        if (!flow) continue;
        price += crowd_price(grid, flow);
        const int32_t x = from.x - to.x, y = from.y - to.y;
        if (wendi_abs(x) <= 1 && wendi_abs(y) <= 1)
            price += contraflow_price(grid, flow, wendi_direction_of(x, y));
    }
    return price > cost / PART;
}

wend_result wendi_fleet_find_way_round(const wend_fleet* f, wendi_fleet_worker* w, int32_t mover,
                                       int32_t* last_out) {
    const wendi_fleet_leg_list* legs = &w->legs;
    w->way.count = 0;
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    if (!is_alone(f, &f->members[mover]) || legs->count < 2 ||
        !is_in_flow(f, grid, w->path, legs->data[0].left))
        return WEND_OK;
    const wend_rect area = area_of_way(f, legs, last_out);
    const wend_tile from = f->movers[mover].tile;
    if (!wendi_area_contains(area, from)) return WEND_OK; // its first step is a link
    wend_result result = begin_area(w, area, WENDI_NOT_REACHED);
    const spreading s = {f, w, grid, &from};
    const wendi_fleet_leg* last = &legs->data[*last_out];
    if (result == WEND_OK) result = spread(&s, last->exit, last->left);
    const int64_t first = index_of(area, from), end = index_of(area, last->exit);
    if (result != WEND_OK || w->flow_costs[first] == WENDI_NOT_REACHED) return result;
    result = wendi_tile_list_push(&w->way, from);
    for (int64_t at = first; at != end && result == WEND_OK;) {
        at = w->flow_next[at];
        result = wendi_tile_list_push(&w->way, tile_at(area, (uint32_t)at));
    }
    return result;
}

wend_cost wendi_fleet_left_on_way(const wendi_fleet_worker* w, wend_tile tile) {
    return w->flow_costs[index_of(w->flow_area, tile)];
}
