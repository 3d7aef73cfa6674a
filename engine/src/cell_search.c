// cell_search.c: best-first search over clusters with the distance kernel.
#include "cell_search.h"

#include <string.h>

static const wend_cost NOT_REACHED = INT64_MAX;

void wendi_cell_search_init(wendi_cell_search* search, const wend_allocator* allocator) {
    search->allocator = search->open.allocator = *allocator;
}

void wendi_cell_search_free(wendi_cell_search* search) {
    const wend_allocator* allocator = &search->allocator;
    wendi_free(allocator, search->directory, search->directory_capacity, sizeof *search->directory);
    wendi_free(allocator, search->fields, search->field_capacity, sizeof *search->fields);
    wendi_free(allocator, search->wide, search->wide_capacity, sizeof *search->wide);
    wendi_heap_free(&search->open);
}

size_t wendi_cell_search_bytes(const wendi_cell_search* search) {
    return search->directory_capacity * sizeof *search->directory +
           search->field_capacity * sizeof *search->fields + search->wide_capacity * sizeof *search->wide +
           search->open.capacity * sizeof *search->open.entries;
}

// ---- fields

static wend_result reset(wendi_cell_search* s, const wendi_clusters* clusters) {
    for (int32_t i = 0; i < s->field_count; i++) s->directory[s->fields[i].cluster] = 0;
    s->field_count = s->wide_count = s->open.count = 0;
    size_t count = (size_t)wendi_cluster_count(clusters);
    if (count <= s->directory_capacity) return WEND_OK;
    int32_t* directory = wendi_alloc_zeroed(&s->allocator, count, sizeof *directory);
    if (!directory) return WEND_ERROR_MEMORY;
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *directory);
    s->directory = directory;
    s->directory_capacity = count;
    return WEND_OK;
}

// The field of a cluster that has none yet. Its index, or -1: out of memory.
static int32_t claim(wendi_cell_search* s, int32_t cluster, int32_t order) {
    size_t count = (size_t)s->field_count;
    wendi_cell_field* fields =
        wendi_grow(&s->allocator, s->fields, &s->field_capacity, count, count + 1, sizeof *fields);
    if (!fields) return -1;
    s->fields = fields;
    wendi_cell_field* f = &fields[s->field_count];
    memset(f->cost, 0xff, sizeof f->cost);
    f->pending_key = NOT_REACHED;
    f->pending = 0;
    f->cluster = cluster;
    f->order = order;
    f->wide = -1;
    f->touched = f->queued = false;
    s->directory[cluster] = ++s->field_count;
    return s->field_count - 1;
}

static wend_cost cost_at(const wendi_cell_search* s, const wendi_cell_field* f, int32_t column, int32_t row) {
    if (f->wide >= 0) {
        uint32_t cost = s->wide[f->wide][row][column];
        return cost == UINT32_MAX ? NOT_REACHED : f->base + cost;
    }
    uint16_t cost = f->cost[row][column];
    return cost == UINT16_MAX ? NOT_REACHED : f->base + cost;
}

// The greatest cost in a narrow field, less its base.
static int32_t most_in(const wendi_cell_field* f) {
    uint16_t most = 0; // one more than it, so that what was not reached counts as 0
    for (int32_t y = 0; y < WENDI_LANES; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = (uint16_t)(f->cost[y][x] + 1);
            most = most > cost ? most : cost;
        }
    return most - 1;
}

// Moves a field to 32 bits, on a base that leaves room below for the costs that are still to come.
static wend_result widen(wendi_cell_search* s, wendi_cell_field* f) {
    size_t count = (size_t)s->wide_count;
    wendi_row32(*wide)[WENDI_LANES] =
        wendi_grow(&s->allocator, s->wide, &s->wide_capacity, count, count + 1, sizeof *wide);
    if (!wide) return WEND_ERROR_MEMORY;
    s->wide = wide;
    wend_cost room = f->base < INT32_MAX ? f->base : INT32_MAX;
    for (int32_t y = 0; y < WENDI_LANES; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++)
            wide[count][y][x] = f->cost[y][x] == UINT16_MAX ? UINT32_MAX : (uint32_t)(room + f->cost[y][x]);
    f->base -= room;
    f->wide = s->wide_count++;
    return WEND_OK;
}

// Lowers the base of a narrow field by some amount. False when its costs do not fit 16 bits on that base.
static bool lower_base(wendi_cell_field* f, wend_cost by) {
    if (by >= UINT16_MAX || most_in(f) + by >= UINT16_MAX) return false;
    for (int32_t y = 0; y < WENDI_LANES; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = f->cost[y][x];
            f->cost[y][x] = cost == UINT16_MAX ? cost : (uint16_t)(cost + by);
        }
    f->base -= by;
    return true;
}

// Lowers the cost of a tile. The caller has seen that it is lower; it is no lower than least.
static wend_result set_cost(wendi_cell_search* s, wendi_cell_field* f, int32_t column, int32_t row,
                            wend_cost cost, wend_cost least) {
    if (!f->touched) {
        f->base = least;
        f->touched = true;
    }
    wend_cost above = cost - f->base;
    if (f->wide < 0 && (above >= UINT16_MAX || (above < 0 && !lower_base(f, f->base - least)))) {
        wend_result result = widen(s, f);
        if (result != WEND_OK) return result;
    }
    above = cost - f->base;
    if (f->wide >= 0) {
        if (above < 0 || above >= UINT32_MAX) return WEND_ERROR_LIMIT;
        s->wide[f->wide][row][column] = (uint32_t)above;
    } else {
        f->cost[row][column] = (uint16_t)above;
    }
    f->pending |= 1u << row;
    return WEND_OK;
}

// ---- the search

typedef struct context {
    wendi_cell_search* s;
    const wendi_cell_query* query;
    const wendi_sweep_kernel* kernel;
    wendi_heuristic heuristic;
    int32_t longest_step; // on this map
} context;

// Brings a better cost to a tile of a cluster and queues the cluster.
static wend_result offer(const context* c, int32_t field, wend_tile tile, wend_cost cost, wend_cost least) {
    wendi_cell_field* f = &c->s->fields[field];
    wend_rect area = wendi_cluster_rect(c->query->clusters, f->cluster);
    wend_result result = set_cost(c->s, f, tile.x - area.x, tile.y - area.y, cost, least);
    if (result != WEND_OK) return result;
    wend_cost key = cost + wendi_heuristic_between(&c->heuristic, tile, c->query->goal);
    bool sooner = key < f->pending_key;
    if (sooner) f->pending_key = key;
    if (c->query->corridor) { // the order of the corridor never changes
        if (f->queued) return WEND_OK;
        f->queued = true;
        return wendi_heap_push(&c->s->open, f->order, (uint32_t)field);
    }
    return sooner ? wendi_heap_push(&c->s->open, key, (uint32_t)field) : WEND_OK;
}

static wend_result offer_start(const context* c) {
    int32_t clusters[4], count = wendi_clusters_at(c->query->clusters, c->query->start, clusters);
    for (int32_t i = 0; i < count; i++) {
        int32_t field = c->s->directory[clusters[i]] - 1;
        if (field < 0 && c->query->corridor) continue;
        if (field < 0) field = claim(c->s, clusters[i], 0);
        if (field < 0) return WEND_ERROR_MEMORY;
        wend_result result = offer(c, field, c->query->start, 0, 0);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Spreads the pending costs of a cluster over its tiles.
static wend_result spread(const context* c, wendi_cell_field* f, wend_stats* stats) {
    wendi_cell_search* s = c->s;
    const wend_grid* grid = c->query->grid;
    wend_rect area = wendi_cluster_rect(c->query->clusters, f->cluster);
    uint32_t pending = f->pending;
    f->pending = 0;
    f->pending_key = NOT_REACHED;
    stats->clusters_refined++;
    if (f->wide < 0 && grid->costs.narrow) {
        c->kernel->prepare16(&s->narrow_cell, grid, area, WENDI_FROM);
        c->kernel->run16(&s->narrow_cell, f->cost, pending);
        if (most_in(f) + c->longest_step < UINT16_MAX) return WEND_OK; // every sum fitted its lane
        pending = UINT32_MAX >> (WENDI_LANES - area.height);
    }
    if (f->wide < 0) {
        wend_result result = widen(s, f);
        if (result != WEND_OK) return result;
    }
    c->kernel->prepare32(&s->wide_cell, grid, area, WENDI_FROM);
    c->kernel->run32(&s->wide_cell, s->wide[f->wide], pending);
    return WEND_OK;
}

// Brings the costs of a cluster on the tiles that it shares with a neighbour to that neighbour, where they
// are better.
static wend_result tell(const context* c, int32_t field, int32_t cluster, wend_rect shared) {
    wendi_cell_search* s = c->s;
    int32_t other = s->directory[cluster] - 1;
    if (other < 0 && c->query->corridor) return WEND_OK;
    wend_rect mine = wendi_cluster_rect(c->query->clusters, s->fields[field].cluster);
    wend_rect theirs = wendi_cluster_rect(c->query->clusters, cluster);
    wend_cost costs[WENDI_LANES], least = NOT_REACHED;
    int32_t count = shared.width * shared.height; // one of them is 1
    wend_tile step = {shared.width > 1, shared.height > 1};
    for (int32_t i = 0; i < count; i++) {
        costs[i] =
            cost_at(s, &s->fields[field], shared.x + i * step.x - mine.x, shared.y + i * step.y - mine.y);
        if (costs[i] < least) least = costs[i];
    }
    if (least == NOT_REACHED) return WEND_OK;
    if (other < 0) other = claim(s, cluster, 0);
    if (other < 0) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile = {shared.x + i * step.x, shared.y + i * step.y};
        if (costs[i] >= cost_at(s, &s->fields[other], tile.x - theirs.x, tile.y - theirs.y)) continue;
        wend_result result = offer(c, other, tile, costs[i], least);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result tell_neighbours(const context* c, int32_t field) {
    const wendi_clusters* clusters = c->query->clusters;
    int32_t cluster = c->s->fields[field].cluster;
    int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    wend_rect area = wendi_cluster_rect(clusters, cluster);
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile step = wendi_direction[d];
        int32_t x = column + step.x, y = row + step.y;
        if (x < 0 || y < 0 || x >= clusters->columns || y >= clusters->rows) continue;
        wend_rect shared = {step.x > 0 ? area.x + area.width - 1 : area.x,
                            step.y > 0 ? area.y + area.height - 1 : area.y, step.x ? 1 : area.width,
                            step.y ? 1 : area.height};
        wend_result result = tell(c, field, y * clusters->columns + x, shared);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// The least known cost of a tile in the clusters that hold it.
static wend_cost best_at(const wendi_cell_search* s, const wendi_clusters* clusters, wend_tile tile) {
    int32_t at[4], count = wendi_clusters_at(clusters, tile, at);
    wend_cost best = NOT_REACHED;
    for (int32_t i = 0; i < count; i++) {
        int32_t field = s->directory[at[i]] - 1;
        if (field < 0) continue;
        wend_rect area = wendi_cluster_rect(clusters, at[i]);
        wend_cost cost = cost_at(s, &s->fields[field], tile.x - area.x, tile.y - area.y);
        if (cost < best) best = cost;
    }
    return best;
}

// The tile before one on a cheapest path: in one of its clusters there is a neighbour from which the step
// gives its cost. Everything on the path to the goal is final: what is still pending could not have led to
// the goal more cheaply.
static bool step_back(const context* c, wend_tile* tile_io, wend_cost* cost_io) {
    const wend_grid* grid = c->query->grid;
    const wendi_clusters* clusters = c->query->clusters;
    wend_tile tile = *tile_io;
    int32_t at[4], count = wendi_clusters_at(clusters, tile, at);
    const uint8_t* entered = wendi_tile(grid, tile.x, tile.y);
    uint32_t legal = wendi_legal_moves(grid, entered);
    for (int32_t i = 0; i < count; i++) {
        int32_t field = c->s->directory[at[i]] - 1;
        if (field < 0) continue;
        const wendi_cell_field* f = &c->s->fields[field];
        wend_rect area = wendi_cluster_rect(clusters, at[i]);
        for (uint32_t moves = legal; moves; moves &= moves - 1) {
            int32_t d = __builtin_ctz(moves);
            int32_t column = tile.x + wendi_direction[d].x - area.x,
                    row = tile.y + wendi_direction[d].y - area.y;
            if (column < 0 || row < 0 || column >= area.width || row >= area.height) continue;
            int32_t step =
                d < WENDI_STRAIGHT ? grid->costs.straight[*entered] : grid->costs.diagonal[*entered];
            if (cost_at(c->s, f, column, row) != *cost_io - step) continue;
            *tile_io = (wend_tile){area.x + column, area.y + row};
            *cost_io -= step;
            return true;
        }
    }
    return false;
}

static wend_result walk_back(const context* c, wend_cost cost, bool* found_out, wendi_tile_list* out) {
    wend_tile tile = c->query->goal;
    out->count = 0;
    wend_result result = wendi_tile_list_push(out, tile);
    while (cost > 0 && result == WEND_OK) {
        if (!step_back(c, &tile, &cost)) { // a file made by hand may bring this about
            *found_out = false;
            return WEND_OK;
        }
        result = wendi_tile_list_push(out, tile);
    }
    for (int64_t i = 0, j = out->count - 1; i < j; i++, j--) {
        tile = out->data[i];
        out->data[i] = out->data[j];
        out->data[j] = tile;
    }
    return result;
}

wend_result wendi_cell_search_run(wendi_cell_search* s, const wendi_cell_query* query, bool* found_out,
                                  wendi_tile_list* out, wend_stats* stats) {
    const wend_grid* grid = query->grid;
    wend_heuristic kind = grid->moves == WEND_MOVES_4 ? WEND_MANHATTAN : WEND_OCTILE;
    context c = {s, query, wendi_sweep(), wendi_heuristic_for(grid, kind, WENDI_WEIGHT_ONE),
                 wendi_longest_step(grid)};
    wend_result result = reset(s, query->clusters);
    for (int64_t i = 0; i < query->corridor_count && result == WEND_OK; i++) {
        if (s->directory[query->corridor[i]] > 0) continue;
        if (claim(s, query->corridor[i], (int32_t)i) < 0) result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) result = offer_start(&c);
    wend_cost best = query->limit;
    while (result == WEND_OK && s->open.count > 0) {
        wendi_heap_entry entry = wendi_heap_pop(&s->open);
        wendi_cell_field* f = &s->fields[entry.item];
        f->queued = false;
        if (!query->corridor && entry.key >= best) break;
        if (f->pending == 0 || f->pending_key >= best) continue;
        result = spread(&c, f, stats);
        if (result == WEND_OK) result = tell_neighbours(&c, (int32_t)entry.item);
        wend_cost goal = best_at(s, query->clusters, query->goal);
        if (goal < best) best = goal;
    }
    if (result != WEND_OK) return result;
    *found_out = best_at(s, query->clusters, query->goal) == best && best < query->limit;
    return *found_out ? walk_back(&c, best, found_out, out) : WEND_OK;
}
