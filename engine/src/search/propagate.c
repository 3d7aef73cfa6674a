// propagate.c: distance fields of clusters, the borders between them, and the queue.
#include "search/propagate.h"

#include <string.h>

#include "grid/links.h"

// ---- memory

void wendi_propagation_init(wendi_propagation* p, const wend_allocator* allocator) {
    p->allocator = p->queue.allocator = p->links.allocator = *allocator;
    wendi_pool_init(&p->fields, allocator, sizeof(wendi_distance_field), 32);
    wendi_pool_init(&p->wide, allocator, WENDI_LANES * sizeof(wendi_row32), 8);
    wendi_pool_init(&p->bits, allocator, sizeof(wendi_passability_bits), 128);
    wendi_field_table_init(&p->newest, allocator);
    wendi_link_bounds_init(&p->bounds, allocator);
}

void wendi_propagation_clear(wendi_propagation* p) {
    for (int32_t i = 0; i < p->fields.count; i++)
        wendi_field_table_remove_run(&p->newest, wendi_propagation_field(p, i)->cluster);
    WENDI_ASSERT(p->newest.count == 0);
    p->fields.count = p->wide.count = p->bits.count = 0;
    p->queue.count = 0;
    p->cluster_count = 0;
    p->propagated = p->scanned = 0;
    p->target = NULL;
    p->bounds_known = false;
}

void wendi_propagation_begin(wendi_propagation* p, const wendi_propagation_def* def) {
    wendi_propagation_clear(p);
    p->def = *def;
    p->kernel = wendi_sweep();
    if (def->has_target) {
        p->heuristic = wendi_heuristic_of_walks(def->grid);
        if (def->confined)
            wendi_heuristic_flatten(&p->heuristic, def->grid); // few clusters, mostly near the path
    }
}

// The passable tiles of a cluster as bits, where all passable tiles have one cost. False: out of memory.
static bool find_bits(wendi_propagation* p, wendi_distance_field* f) {
    f->passability_bits = NULL;
    if (f->older) {
        f->passability_bits = f->older->passability_bits;
    } else if (p->def.bits_opt) {
        f->passability_bits = wendi_item(p->def.bits_opt, f->cluster);
    } else if (p->def.grid->uniform_cost) {
        wendi_passability_bits* bits = wendi_pool_add(&p->bits);
        if (!bits) return false;
        wendi_passability_bits_read(p->def.grid, f->area, bits);
        f->passability_bits = bits;
    }
    return true;
}

// The tiles of a cluster lie in rows far apart, where no hardware prefetcher goes. Specialised, as GCC takes
// a function that only prefetches for one without effect, and leaves out calls of it.
WENDI_SPECIALISED void prefetch_tiles(const wendi_propagation* p, const wendi_distance_field* f) {
    const wendi_tiles tiles = wendi_tiles_at(p->def.grid, f->area.x, f->area.y);
    const uint8_t* row = tiles.at;
    for (int32_t y = 0; y < f->area.height; y++, row += tiles.stride) {
        __builtin_prefetch(row, 0, 2); // to the second cache
        __builtin_prefetch(row + f->area.width - 1, 0, 2);
    }
}

// A new field of a cluster; NULL: p->failure says why there is none.
static wendi_distance_field* add_field(wendi_propagation* p, int32_t cluster) {
    const wend_result opened = p->def.graph_opt ? wendi_open(p->def.graph_opt, 1, cluster) : WEND_OK;
    p->failure = opened == WEND_OK ? WEND_ERROR_MEMORY : opened;
    if (opened != WEND_OK || wendi_field_table_reserve(&p->newest) != WEND_OK) return NULL;
    wendi_distance_field* f = wendi_pool_add(&p->fields);
    if (!f) return NULL;
    f->number = (uint32_t)p->fields.count - 1;
    f->cluster = cluster;
    f->area = wendi_cluster_rect(&p->def.clusters, cluster);
    f->wide = NULL;
    f->base = 0;
    f->most = 0;
    f->dirty_rows = 0;
    f->queue_key = WENDI_NOT_REACHED;
    f->has_costs = false;
    f->older = wendi_propagation_find(p, cluster);
    if (!find_bits(p, f)) {
        p->fields.count--;
        return NULL;
    }
    if (!p->def.confined && !f->passability_bits) prefetch_tiles(p, f); // it is completed soon
    f->link_bound = WENDI_NOT_REACHED;
    if (p->bounds_known) f->link_bound = wendi_link_bounds_of_area(&p->bounds, f->area);
    memset(f->cost, 0xff, (size_t)f->area.height * sizeof *f->cost);
    memset(f->columns, 0xff, sizeof f->columns);
    f->has_column[0] = f->has_column[1] = true;
    p->cluster_count += f->older == NULL;
    wendi_field_table_set(&p->newest, cluster, f);
    return f;
}

// ---- width of the costs in a field

static void drop_columns(wendi_distance_field* f) {
    f->has_column[0] = f->has_column[1] = false;
}

static uint16_t* column_of(wendi_distance_field* f, bool last) {
    uint16_t* column = f->columns[last];
    const int32_t x = last ? f->area.width - 1 : 0;
    if (!f->has_column[last])
        for (int32_t y = 0; y < f->area.height; y++) column[y] = f->cost[y][x];
    f->has_column[last] = true;
    return column;
}

// The greatest cost in a narrow field, less its base.
static int32_t greatest_in(const wendi_distance_field* f) {
    uint16_t most = 1; // costs plus one, so that tiles that were not reached count as 0
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = (uint16_t)(f->cost[y][x] + 1);
            most = most > cost ? most : cost;
        }
    return most - 1;
}

// Moves a field to 32 bits, on a base that leaves room for lower costs.
static wend_result widen(wendi_propagation* p, wendi_distance_field* f) {
    if (!p->wide_sweep) p->wide_sweep = wendi_alloc(&p->allocator, 1, sizeof *p->wide_sweep);
    if (!p->wide_sweep) return WEND_ERROR_MEMORY;
    wendi_row32* wide = wendi_pool_add(&p->wide);
    if (!wide) return WEND_ERROR_MEMORY;
    wend_cost room = f->base < INT32_MAX ? f->base : INT32_MAX;
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++)
            wide[y][x] = f->cost[y][x] == UINT16_MAX ? UINT32_MAX : (uint32_t)(room + f->cost[y][x]);
    f->base -= room;
    f->wide = wide;
    return WEND_OK;
}

// Lowers the base of a narrow field. False when its costs do not fit 16 bits on that base.
static bool lower_base(wendi_distance_field* f, wend_cost base) {
    wend_cost by = f->base - base;
    if (by >= UINT16_MAX - f->most) return false;
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = f->cost[y][x];
            f->cost[y][x] = cost == UINT16_MAX ? cost : (uint16_t)(cost + by);
        }
    drop_columns(f);
    f->base = base;
    f->most += (int32_t)by;
    return true;
}

// Prepares a field to hold costs between two bounds.
static wend_result make_room(wendi_propagation* p, wendi_distance_field* f, wend_cost least, wend_cost most) {
    if (!f->has_costs) f->base = least;
    f->has_costs = true;
    if (!f->wide) {
        if ((least >= f->base || lower_base(f, least)) && most - f->base < UINT16_MAX) {
            f->most = wendi_max(f->most, (int32_t)(most - f->base));
            return WEND_OK;
        }
        wend_result result = widen(p, f);
        if (result != WEND_OK) return result;
    }
    return least >= f->base && most - f->base < UINT32_MAX ? WEND_OK : WEND_ERROR_LIMIT;
}

// True when costs are so far above those of a field that they should go to another one.
static bool is_far_above(const wendi_distance_field* f, wend_cost least, wend_cost most) {
    return f->has_costs && !f->wide && most - f->base >= UINT16_MAX && least - f->base > UINT16_MAX / 2;
}

// ---- borders

// Tiles that two clusters share: count of them, a step apart, from one index in either field.
typedef struct border_line {
    int32_t from, to, step, count;
} border_line;

// The costs on a border line that improve those of the field that they go to: a bit for each tile, and its
// cost, less the base of the field that it comes from.
typedef struct improved_costs {
    uint32_t bits;
    int64_t least, most;
    int64_t costs[WENDI_LANES];
} improved_costs;

static void add_improved(improved_costs* improved, int32_t i, int64_t cost) {
    improved->bits |= 1u << i;
    improved->costs[i] = cost;
    improved->least = cost < improved->least ? cost : improved->least;
    improved->most = cost > improved->most ? cost : improved->most;
}

// Finds the costs on a line that are lower than those of the other field and, less base, below the limit.
static void compare_tiles(const wendi_distance_field* to, const wendi_distance_field* from,
                          const border_line* line, int64_t limit, improved_costs* out) {
    for (int32_t i = 0, at = 0; i < line->count; i++, at += line->step) {
        wend_cost cost = wendi_distance_at(from, line->from + at);
        if (cost >= wendi_distance_at(to, line->to + at) || cost - from->base >= limit) continue;
        add_improved(out, i, cost - from->base);
    }
}

// Stores improved costs, each with `above` added, in a field that has room for them.
static void store(wendi_distance_field* f, const border_line* line, const improved_costs* improved,
                  int64_t above) {
    uint16_t* narrow = f->cost[0];
    uint32_t* wide = f->wide ? f->wide[0] : NULL;
    for (uint32_t bits = improved->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits), at = line->to + i * line->step;
        if (wide)
            wide[at] = (uint32_t)(improved->costs[i] + above);
        else
            narrow[at] = (uint16_t)(improved->costs[i] + above);
    }
    drop_columns(f);
    int32_t row = line->to / WENDI_LANES;
    f->dirty_rows |= (line->step == 1 ? 1u : improved->bits) << row;
}

// The costs on a line that is a whole row or an outer column of a narrow field.
static uint16_t* costs_on_line(wendi_distance_field* f, int32_t index, int32_t step) {
    if (step == 1) return f->cost[index / WENDI_LANES];
    return column_of(f, index % WENDI_LANES > 0);
}

static void store_row(wendi_distance_field* f, int32_t row, const uint16_t* lower, int32_t above) {
    uint16_t* cost = f->cost[row];
    for (int32_t x = 0; x < WENDI_LANES; x++)
        cost[x] = lower[x] == UINT16_MAX ? cost[x] : (uint16_t)(lower[x] + above);
    f->columns[0][row] = cost[0];
    f->columns[1][row] = cost[f->area.width - 1];
    f->dirty_rows |= 1u << row;
}

static void store_column(wendi_distance_field* f, int32_t column, const uint16_t* lower, uint32_t bits,
                         int32_t above) {
    uint16_t* copy = f->columns[column > 0];
    f->dirty_rows |= bits;
    for (; bits; bits &= bits - 1) {
        int32_t y = __builtin_ctz(bits);
        f->cost[y][column] = copy[y] = (uint16_t)(lower[y] + above);
    }
}

// As compare_tiles, for a whole line between narrow fields, with the kernel. In the common case it also
// stores the costs: then none are left in *out, and the least of them is in *stored_least_out.
static void compare_lines(const wendi_sweep_kernel* kernel, wendi_distance_field* to,
                          wendi_distance_field* from, const border_line* line, int64_t limit,
                          improved_costs* out, wend_cost* stored_least_out) {
    _Alignas(64) wendi_row16 lower;
    uint16_t least, most;
    if (limit <= 0) return;
    int64_t above = to->has_costs ? from->base - to->base : 0;
    above = above < -UINT16_MAX ? -UINT16_MAX : above > UINT16_MAX ? UINT16_MAX : above; // compares alike
    out->bits = kernel->lower16(costs_on_line(from, line->from, line->step),
                                costs_on_line(to, line->to, line->step), (int32_t)above,
                                (uint16_t)(limit < UINT16_MAX ? limit : UINT16_MAX), lower, &least, &most);
    if (out->bits == 0) return;
    if (!to->has_costs) to->base = from->base + least;
    above = from->base - to->base;
    if (!to->older && least + above >= 0 && most + above < UINT16_MAX) {
        to->has_costs = true;
        to->most = wendi_max(to->most, (int32_t)(most + above));
        if (line->step == 1)
            store_row(to, line->to / WENDI_LANES, lower, (int32_t)above);
        else
            store_column(to, line->to % WENDI_LANES, lower, out->bits, (int32_t)above);
        out->bits = 0;
        *stored_least_out = from->base + least;
        return;
    }
    for (uint32_t bits = out->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits);
        out->costs[i] = lower[i];
    }
    out->least = least;
    out->most = most;
}

// Drops the costs that do not improve those in the older fields of the cluster.
static void drop_known(const wendi_distance_field* older, const border_line* line, wend_cost base,
                       improved_costs* improved) {
    if (!older || improved->bits == 0) return;
    improved_costs left = {.least = WENDI_NOT_REACHED};
    for (uint32_t bits = improved->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits), index = line->to + i * line->step;
        bool known = false;
        for (const wendi_distance_field* f = older; f && !known; f = f->older)
            known = base + improved->costs[i] >= wendi_distance_at(f, index);
        if (!known) add_improved(&left, i, improved->costs[i]);
    }
    *improved = left;
}

// Passes the costs on a line that are below a limit and improve those of another cluster to the newest field
// of that, *to_io, or to a newer one. *least_out is the least of these costs; WENDI_NOT_REACHED: none.
static wend_result relax_line(wendi_propagation* p, wendi_distance_field** to_io, wendi_distance_field* from,
                              const border_line* line, wend_cost limit, wend_cost* least_out) {
    wendi_distance_field* to = *to_io;
    const wend_cost base = from->base;
    improved_costs improved;
    improved.bits = 0;
    improved.least = WENDI_NOT_REACHED;
    improved.most = 0;
    *least_out = WENDI_NOT_REACHED;
    if (!to->wide && !from->wide && line->count > 1)
        compare_lines(p->kernel, to, from, line, limit - base, &improved, least_out);
    else
        compare_tiles(to, from, line, limit - base, &improved);
    drop_known(to->older, line, base, &improved);
    if (improved.bits == 0) return WEND_OK;
    *least_out = base + improved.least;
    if (is_far_above(to, base + improved.least, base + improved.most)) {
        *to_io = to = add_field(p, to->cluster);
        if (!to) return p->failure;
    }
    wend_result result = make_room(p, to, base + improved.least, base + improved.most);
    if (result == WEND_OK) store(to, line, &improved, base - to->base);
    return result;
}

// Queues a field with improved costs. key: a lower bound on the cost of the paths through them.
static wend_result enqueue(wendi_propagation* p, wendi_distance_field* f, wend_cost key) {
    if (key >= f->queue_key) return WEND_OK;
    f->queue_key = key;
    return wendi_heap_push(&p->queue, key, f->number);
}

// A lower bound on the cost between any tile of an area in a cluster and the target.
static wend_cost bound_to_target(const wendi_propagation* p, const wendi_distance_field* f, wend_rect area) {
    if (!p->def.has_target) return 0;
    wend_cost direct = p->def.targets ? wendi_goals_bound_of_area(p->def.targets, &p->heuristic, area)
                                      : wendi_heuristic_least(&p->heuristic, area, p->def.target);
    return direct < f->link_bound ? direct : f->link_bound;
}

// Passes improved costs to the neighbour that lies `step` columns and rows of clusters away.
static wend_result relax_border(wendi_propagation* p, wendi_distance_field* from, wendi_distance_field* to,
                                wend_tile step) {
    const wend_rect area = from->area;
    wend_rect shared = {step.x > 0 ? area.x + area.width - 1 : area.x,
                        step.y > 0 ? area.y + area.height - 1 : area.y, step.x ? 1 : area.width,
                        step.y ? 1 : area.height};
    wend_tile first = {shared.x, shared.y};
    border_line line = {wendi_index_in(area, first), wendi_index_in(to->area, first),
                        shared.width > 1 ? 1 : WENDI_LANES, shared.width * shared.height};
    wend_cost bound = bound_to_target(p, to, shared), least;
    wend_result result = relax_line(p, &to, from, &line, p->def.limit - bound, &least);
    if (result != WEND_OK || least == WENDI_NOT_REACHED) return result;
    return enqueue(p, to, least + bound);
}

// The clusters around one, by direction; -1: none.
typedef struct neighbours {
    int32_t clusters[WENDI_DIRECTIONS];
    wendi_distance_field* fields[WENDI_DIRECTIONS]; // their newest; NULL: none
} neighbours;

// Neighbours across a corner count only where no third cluster passes costs on.
static void find_neighbours(const wendi_propagation* p, int32_t cluster, neighbours* out) {
    const wendi_partition* clusters = &p->def.clusters;
    const int32_t row = cluster / clusters->columns, column = cluster - row * clusters->columns;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const int32_t x = column + wendi_direction[d].x, y = row + wendi_direction[d].y;
        const bool passed_on = d >= WENDI_STRAIGHT && (!p->def.confined || out->fields[d - WENDI_STRAIGHT] ||
                                                       out->fields[(d + 1) % WENDI_STRAIGHT]);
        const bool counts = !passed_on && x >= 0 && y >= 0 && x < clusters->columns && y < clusters->rows;
        out->clusters[d] = counts ? y * clusters->columns + x : -1;
        out->fields[d] = counts ? wendi_propagation_find(p, out->clusters[d]) : NULL;
    }
}

static wend_result relax_neighbours(wendi_propagation* p, wendi_distance_field* from) {
    neighbours around;
    find_neighbours(p, from->cluster, &around);
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < WENDI_DIRECTIONS && result == WEND_OK; d++) {
        wendi_distance_field* to = around.fields[d];
        if (around.clusters[d] < 0 || (!to && p->def.confined)) continue;
        if (!to) to = add_field(p, around.clusters[d]);
        if (!to) return p->failure;
        result = relax_border(p, from, to, wendi_direction[d]);
    }
    return result;
}

// ---- costs of tiles

// The least cost of a tile in a field and its older ones.
static wend_cost least_at(const wendi_distance_field* f, wend_tile tile) {
    wend_cost least = WENDI_NOT_REACHED;
    for (; f; f = f->older) {
        wend_cost cost = wendi_distance_at(f, wendi_index_in(f->area, tile));
        least = cost < least ? cost : least;
    }
    return least;
}

wend_cost wendi_propagation_cost_at(const wendi_propagation* p, wend_tile tile) {
    int32_t clusters[4], count = wendi_clusters_at(&p->def.clusters, tile, clusters);
    wend_cost least = WENDI_NOT_REACHED;
    for (int32_t i = 0; i < count; i++) {
        wend_cost cost = least_at(wendi_propagation_find(p, clusters[i]), tile);
        least = cost < least ? cost : least;
    }
    return least;
}

// Lowers the cost of a tile in the clusters that share it. bounded: leaves out clusters where paths through
// the tile cannot cost less than the limit.
static wend_result lower_cost(wendi_propagation* p, wend_tile tile, wend_cost cost, bool bounded) {
    int32_t clusters[4], count = wendi_clusters_at(&p->def.clusters, tile, clusters);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        wendi_distance_field* f = wendi_propagation_find(p, clusters[i]);
        if (!f && p->def.confined) continue;
        if (!f) f = add_field(p, clusters[i]);
        if (!f) return p->failure;
        if (least_at(f, tile) <= cost) continue;
        wend_cost bound = bounded ? bound_to_target(p, f, (wend_rect){tile.x, tile.y, 1, 1}) : 0;
        if (bounded && cost + bound >= p->def.limit) continue;
        if (is_far_above(f, cost, cost)) f = add_field(p, clusters[i]);
        if (!f) return p->failure;
        result = make_room(p, f, cost, cost);
        if (result != WEND_OK) break;
        border_line line = {.to = wendi_index_in(f->area, tile), .step = 1, .count = 1};
        store(f, &line, &(improved_costs){.bits = 1, .costs = {cost}}, -f->base);
        result = enqueue(p, f, cost + bound);
    }
    return result;
}

// True when a tile lies in a cluster that a confined propagation may enter.
static bool may_enter(const wendi_propagation* p, wend_tile tile) {
    int32_t clusters[4], count = wendi_clusters_at(&p->def.clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++)
        if (wendi_propagation_find(p, clusters[i])) return true;
    return false;
}

// Lists the links that a confined propagation may take. Some come twice, from neighbouring clusters.
static wend_result list_links(wendi_propagation* p) {
    const wendi_links* links = &p->def.grid->links;
    wend_result result = WEND_OK;
    p->links.count = 0;
    for (int32_t i = 0; i < p->fields.count; i++) {
        wendi_link_search search =
            wendi_links_in(links, WENDI_LINK_FROM, wendi_propagation_field(p, i)->area);
        for (int32_t k; result == WEND_OK && (k = wendi_next_link(&search)) >= 0;)
            if (may_enter(p, links->data[k].to)) result = wendi_index_list_push(&p->links, k);
    }
    return result;
}

// Finds the bounds by links before the first cost is set. A confined propagation then has all its clusters,
// unless it has no target.
static wend_result find_bounds(wendi_propagation* p, wend_tile start) {
    if (p->bounds_known || !p->def.has_target || !wendi_links_may_shorten(p->def.grid, &p->heuristic))
        return WEND_OK;
    wend_result result = p->def.confined ? list_links(p) : WEND_OK;
    if (result != WEND_OK) return result;
    static const int32_t none[1];
    const int32_t* links = !p->def.confined ? NULL : p->links.count > 0 ? p->links.data : none;
    result = wendi_link_bounds_begin(&p->bounds, p->def.grid, &p->heuristic, start, p->def.target,
                                     p->def.targets, links, (int32_t)p->links.count);
    if (result != WEND_OK) return result;
    p->bounds_known = true;
    for (int32_t i = 0; i < p->fields.count; i++) {
        wendi_distance_field* f = wendi_propagation_field(p, i);
        f->link_bound = wendi_link_bounds_of_area(&p->bounds, f->area);
    }
    return WEND_OK;
}

wend_result wendi_propagation_set_cost(wendi_propagation* p, wend_tile tile, wend_cost cost) {
    wend_result result = find_bounds(p, tile);
    return result == WEND_OK ? lower_cost(p, tile, cost, false) : result;
}

// ---- links

// A lower bound on the cost between a tile and the target, where links make no path shorter.
static wend_cost bound_of_tile(const wendi_propagation* p, wend_tile tile) {
    if (!p->def.has_target || p->def.targets || p->bounds_known) return 0;
    return wendi_heuristic_between(&p->heuristic, tile, p->def.target);
}

// Relaxes a link by the cost of its nearer end. Most of them lead too far away from the target.
static wend_result relax_link(wendi_propagation* p, const wend_link* link, wend_cost cost) {
    const wend_tile to = p->def.sense == WENDI_FROM ? link->to : link->from;
    if (cost >= WENDI_NOT_REACHED || cost + bound_of_tile(p, to) >= p->def.limit) return WEND_OK;
    if (!wendi_link_is_usable(p->def.grid, link)) return WEND_OK;
    return lower_cost(p, to, cost + wendi_link_cost(p->def.grid, link), true);
}

// Relaxes the links that lead on from the tiles of a field.
static wend_result relax_links(wendi_propagation* p, const wendi_distance_field* f) {
    const wendi_links* links = &p->def.grid->links;
    const bool forwards = p->def.sense == WENDI_FROM;
    wendi_link_search search = wendi_links_in(links, forwards ? WENDI_LINK_FROM : WENDI_LINK_TO, f->area);
    wend_result result = WEND_OK;
    for (int32_t i; result == WEND_OK && (i = wendi_next_link(&search)) >= 0;) {
        const wend_tile from = forwards ? links->data[i].from : links->data[i].to;
        result = relax_link(p, &links->data[i], wendi_distance_at(f, wendi_index_in(f->area, from)));
    }
    return result;
}

// Relaxes those that lead into a cluster.
static wend_result relax_links_into(wendi_propagation* p, wend_rect area) {
    const wendi_links* links = &p->def.grid->links;
    const bool forwards = p->def.sense == WENDI_FROM;
    wendi_link_search search = wendi_links_in(links, forwards ? WENDI_LINK_TO : WENDI_LINK_FROM, area);
    wend_result result = WEND_OK;
    for (int32_t i; result == WEND_OK && (i = wendi_next_link(&search)) >= 0;) {
        const wend_tile from = forwards ? links->data[i].from : links->data[i].to;
        result = relax_link(p, &links->data[i], wendi_propagation_cost_at(p, from));
    }
    return result;
}

wend_result wendi_propagation_add_cluster(wendi_propagation* p, int32_t cluster) {
    if (wendi_propagation_find(p, cluster)) return WEND_OK;
    const bool first = p->propagated == 0;
    if (!add_field(p, cluster)) return p->failure;
    if (first) return WEND_OK; // no cluster has costs to pass on
    neighbours around;
    find_neighbours(p, cluster, &around);
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile back = {-wendi_direction[d].x, -wendi_direction[d].y};
        wendi_distance_field* from = around.fields[d];
        for (; from && result == WEND_OK; from = from->older)
            result = relax_border(p, from, wendi_propagation_find(p, cluster), back);
    }
    return result == WEND_OK ? relax_links_into(p, wendi_cluster_rect(&p->def.clusters, cluster)) : result;
}

// ---- the run

static wend_result propagate_wide(wendi_propagation* p, wendi_distance_field* f, uint32_t dirty_rows,
                                  wend_cost limit) {
    if (!f->wide) {
        wend_result result = widen(p, f);
        if (result != WEND_OK) return result;
    }
    p->kernel->prepare32(p->wide_sweep, p->def.grid, f->passability_bits, f->area, p->def.sense);
    wend_cost most = p->kernel->run32(p->wide_sweep, f->wide, dirty_rows);
    const wend_cost room = UINT32_MAX - p->def.grid->longest_step; // below it no sum was cut off
    return most < room || f->base + room >= limit ? WEND_OK : WEND_ERROR_LIMIT;
}

// Fields of a corridor lie in the order of the path, so one a few numbers on is completed soon.
WENDI_SPECIALISED void prefetch_ahead(const wendi_propagation* p, const wendi_distance_field* f) {
    enum { AHEAD = 3 };
    const uint32_t next = f->number + AHEAD;
    if (p->def.confined && !f->passability_bits && next < (uint32_t)p->fields.count)
        prefetch_tiles(p, wendi_propagation_field(p, (int32_t)next));
}

// The cluster of a field as the kernel reads it.
static const wendi_sweep_cluster16* prepare(wendi_propagation* p, const wendi_distance_field* f) {
    wendi_prepared* kept = p->def.prepared_opt;
    const bool is_kept = kept && !f->older && f->number < (uint32_t)kept->count; // those were added first
    wendi_sweep_cluster16* cluster = is_kept ? &kept->clusters[f->number] : &p->narrow_sweep;
    if (is_kept && kept->ready >> f->number & 1) return cluster;
    p->kernel->prepare16(cluster, p->def.grid, f->passability_bits, f->area, p->def.sense);
    if (is_kept) kept->ready |= (uint64_t)1 << f->number;
    return cluster;
}

// Completes the costs of a field from those in its dirty rows. Costs of limit or more may be missing.
static wend_result propagate(wendi_propagation* p, wendi_distance_field* f, wend_cost limit) {
    const wend_grid* grid = p->def.grid;
    uint32_t dirty_rows = f->dirty_rows;
    f->dirty_rows = 0;
    f->queue_key = WENDI_NOT_REACHED;
    prefetch_ahead(p, f);
    if (f->wide || !grid->narrow) return propagate_wide(p, f, dirty_rows, limit);
    const wendi_sweep_cluster16* cluster = prepare(p, f);
    f->most = wendi_max(f->most, p->kernel->run16(cluster, f->cost, dirty_rows));
    drop_columns(f);
    // Below room no sum was cut off. Those that were are at least WENDI_LONG_STEP.
    const int32_t longest = cluster->longest_step,
                  room = longest < WENDI_LONG_STEP ? UINT16_MAX - longest : 0;
    if (f->most < room || f->base + WENDI_LONG_STEP >= limit) return WEND_OK;
    f->most = greatest_in(f);
    if (f->most < room) return WEND_OK;
    // A sum that was cut off is less than no cost of the field: it can only be that of a tile without one.
    const uint32_t rows = wendi_rows_beside_far(grid, f->area, f->cost);
    return rows == 0 ? WEND_OK : propagate_wide(p, f, rows, limit);
}

// The first field of the queue; NULL: no cost below the limit can improve any more.
static wendi_distance_field* first_in_queue(wendi_propagation* p) {
    while (p->queue.count > 0) {
        wendi_heap_entry first = p->queue.entries[0];
        if (first.key >= p->def.limit) return NULL;
        wendi_distance_field* f = wendi_propagation_field(p, (int32_t)first.item);
        if (first.key == f->queue_key) return f;
        wendi_heap_pop(&p->queue); // was propagated, or queued again with a lower key
    }
    return NULL;
}

// Makes the nearest target in a field the target, and its cost the limit, if that is lower.
static void look_for_targets(wendi_propagation* p, wendi_distance_field* f) {
    const wendi_goals* targets = p->def.targets;
    const int32_t bottom = f->area.y + f->area.height;
    for (int32_t i = wendi_goals_from_row(targets, f->area.y); i < targets->count; i++) {
        wend_tile tile = targets->items[i].tile;
        if (tile.y >= bottom) break;
        if (!wendi_area_contains(f->area, tile)) continue;
        wend_cost cost = wendi_distance_at(f, wendi_index_in(f->area, tile));
        if (cost >= p->def.limit) continue;
        p->def.limit = cost;
        p->def.target = tile;
        p->target = f;
    }
}

// Lowers the limit to the cost of the target once that is known.
static void look_for_target(wendi_propagation* p, wendi_distance_field* f) {
    if (p->def.targets) look_for_targets(p, f);
    if (p->def.targets || !p->def.has_target || !wendi_area_contains(f->area, p->def.target)) return;
    wend_cost cost = wendi_distance_at(f, wendi_index_in(f->area, p->def.target));
    if (cost >= p->def.limit) return;
    p->def.limit = cost;
    p->target = f;
}

wend_result wendi_propagation_run(wendi_propagation* p, int64_t max_clusters, bool* done_out) {
    wendi_distance_field* f;
    for (int64_t count = 0; (f = first_in_queue(p)) != NULL && count < max_clusters; count++) {
        wend_cost key = wendi_heap_pop(&p->queue).key;
        wend_result result = propagate(p, f, p->def.limit - bound_to_target(p, f, f->area));
        if (result != WEND_OK) return result;
        p->propagated++;
        p->scanned += (int64_t)f->area.width * f->area.height;
        wendi_notify_cluster(&p->def.observer, WEND_EVENT_PROPAGATED, 1, f->area, key);
        look_for_target(p, f);
        result = relax_neighbours(p, f);
        if (result == WEND_OK && p->def.grid->links.count > 0) result = relax_links(p, f);
        if (result != WEND_OK) return result;
    }
    *done_out = f == NULL;
    return WEND_OK;
}
