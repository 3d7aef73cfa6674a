// field.c: costs of all tiles, cluster by cluster with the distance kernel. A cluster waits in the heap with
// the least of the costs that came to it from outside; taken from there it spreads them over its tiles and
// tells its neighbours what that lowered on the lines they share.
#include "wend/field.h"

#include <string.h>

#include "core/heap.h"
#include "grid/clearance.h"
#include "hierarchy/cluster.h"
#include "kernel/sweep.h"

enum { CLUSTER_SIZE = WENDI_LANES - 1 };

typedef struct cluster_field {
    _Alignas(64) wendi_row32 cost[WENDI_LANES]; // UINT32_MAX: no way
    wend_rect area;
    int32_t cluster;
    uint32_t dirty_rows; // rows with costs that were not spread yet
    uint32_t queue_key;  // the least of those
} cluster_field;

struct wend_field {
    wend_allocator allocator;
    const wend_grid* grid; // NULL: empty
    const wend_world* world;
    wend_field_sense sense;
    uint32_t limit; // costs above it are not wanted
    wendi_clusters clusters;
    int32_t* directory; // by cluster: its cell plus one; 0: none
    size_t directory_capacity;
    cluster_field* cluster_fields;
    size_t cluster_field_capacity;
    int32_t cluster_field_count;
    wendi_heap open;
    wend_tile* ends;
    size_t end_capacity;
    int32_t end_count;
    bool on_demand; // only cells that are there already may be told
    wend_path* path;
    wendi_sweep_cluster32 steps; // of the cell that is spread
};

// ---- making

wend_result wend_field_create(const wend_allocator* allocator_opt, wend_field** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_allocator allocator = wendi_allocator(allocator_opt);
    wend_field* field = wendi_alloc_zeroed(&allocator, 1, sizeof *field);
    if (!field) return WEND_ERROR_MEMORY;
    field->allocator = field->open.allocator = allocator;
    wend_result result = wend_path_create(&allocator, &field->path);
    if (result != WEND_OK) {
        wend_field_destroy(field);
        return result;
    }
    *out = field;
    return WEND_OK;
}

void wend_field_destroy(wend_field* f) {
    if (!f) return;
    wend_allocator allocator = f->allocator;
    wendi_free(&allocator, f->directory, f->directory_capacity, sizeof *f->directory);
    wendi_free(&allocator, f->cluster_fields, f->cluster_field_capacity, sizeof *f->cluster_fields);
    wendi_free(&allocator, f->ends, f->end_capacity, sizeof *f->ends);
    wendi_heap_free(&f->open);
    wend_path_destroy(f->path);
    wendi_free(&allocator, f, 1, sizeof *f);
}

size_t wend_field_bytes(const wend_field* f) {
    if (!f) return 0;
    return sizeof *f + f->directory_capacity * sizeof *f->directory +
           f->cluster_field_capacity * sizeof *f->cluster_fields + f->end_capacity * sizeof *f->ends +
           f->open.capacity * sizeof *f->open.entries;
}

static void forget(wend_field* f) {
    for (int32_t i = 0; i < f->cluster_field_count; i++) f->directory[f->cluster_fields[i].cluster] = 0;
    f->cluster_field_count = 0;
    f->open.count = 0;
    f->end_count = 0;
    f->grid = NULL;
    f->world = NULL;
}

static wend_result prepare(wend_field* f, const wend_grid* grid, const wend_tile* ends, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (!wend_grid_contains(grid, ends[i])) return WEND_ERROR_ARGUMENT;
    forget(f);
    wendi_clusters clusters = wendi_clusters_of(grid->width, grid->height, CLUSTER_SIZE);
    size_t cluster_count = (size_t)wendi_cluster_count(&clusters);
    if (cluster_count > f->directory_capacity) {
        int32_t* directory = wendi_alloc_zeroed(&f->allocator, cluster_count, sizeof *directory);
        if (!directory) return WEND_ERROR_MEMORY;
        wendi_free(&f->allocator, f->directory, f->directory_capacity, sizeof *directory);
        f->directory = directory;
        f->directory_capacity = cluster_count;
    }
    wend_tile* kept = wendi_grow(&f->allocator, f->ends, &f->end_capacity, 0, (size_t)count, sizeof *kept);
    if (!kept) return WEND_ERROR_MEMORY;
    memcpy(kept, ends, (size_t)count * sizeof *kept);
    f->ends = kept;
    f->end_count = count;
    f->clusters = clusters;
    f->grid = grid;
    return WEND_OK;
}

// ---- cells

static int32_t find_cluster_field(const wend_field* f, int32_t cluster) {
    return f->directory[cluster] - 1;
}

// Index of the cell of a cluster, a new one if need be; -1: out of memory.
static int32_t claim_cluster_field(wend_field* f, int32_t cluster) {
    if (f->directory[cluster]) return f->directory[cluster] - 1;
    size_t count = (size_t)f->cluster_field_count;
    cluster_field* cluster_fields = wendi_grow(&f->allocator, f->cluster_fields, &f->cluster_field_capacity,
                                               count, count + 1, sizeof *cluster_fields);
    if (!cluster_fields) return -1;
    f->cluster_fields = cluster_fields;
    cluster_field* c = &cluster_fields[count];
    memset(c->cost, 0xff, sizeof c->cost);
    c->area = wendi_cluster_rect(&f->clusters, cluster);
    c->cluster = cluster;
    c->dirty_rows = 0;
    c->queue_key = UINT32_MAX;
    f->directory[cluster] = ++f->cluster_field_count;
    return f->cluster_field_count - 1;
}

static wend_result queue(wend_field* f, int32_t index, uint32_t key) {
    cluster_field* c = &f->cluster_fields[index];
    if (key >= c->queue_key) return WEND_OK;
    c->queue_key = key;
    return wendi_heap_push(&f->open, (wend_cost)key, (uint32_t)index);
}

static wend_result seed_cluster_field(wend_field* f, int32_t index, wend_tile end) {
    cluster_field* c = &f->cluster_fields[index];
    int32_t row = end.y - c->area.y;
    if (c->cost[row][end.x - c->area.x] == 0) return WEND_OK; // known
    c->cost[row][end.x - c->area.x] = 0;
    c->dirty_rows |= 1u << row;
    return queue(f, index, 0);
}

static wend_result seed(wend_field* f, wend_tile end) {
    if (!wendi_is_passable(f->grid, end.x, end.y)) return WEND_OK;
    int32_t clusters[4], count = wendi_clusters_at(&f->clusters, end, clusters);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        int32_t index =
            f->on_demand ? find_cluster_field(f, clusters[i]) : claim_cluster_field(f, clusters[i]);
        if (index >= 0)
            result = seed_cluster_field(f, index, end);
        else if (!f->on_demand)
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

// Brings the costs of one cell to the tiles that it shares with another.
static wend_result relax_border(wend_field* f, int32_t from_index, int32_t to_index) {
    const cluster_field* from = &f->cluster_fields[from_index];
    cluster_field* to = &f->cluster_fields[to_index];
    int32_t left = wendi_max(from->area.x, to->area.x), top = wendi_max(from->area.y, to->area.y);
    int32_t right = wendi_min(from->area.x + from->area.width, to->area.x + to->area.width);
    int32_t bottom = wendi_min(from->area.y + from->area.height, to->area.y + to->area.height);
    uint32_t least = UINT32_MAX;
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++) {
            uint32_t cost = from->cost[y - from->area.y][x - from->area.x];
            uint32_t* theirs = &to->cost[y - to->area.y][x - to->area.x];
            if (cost >= *theirs) continue;
            *theirs = cost;
            to->dirty_rows |= 1u << (y - to->area.y);
            least = cost < least ? cost : least;
        }
    return least == UINT32_MAX ? WEND_OK : queue(f, to_index, least);
}

static wend_result relax_neighbours(wend_field* f, int32_t index) {
    int32_t cluster = f->cluster_fields[index].cluster;
    int32_t column = cluster % f->clusters.columns, row = cluster / f->clusters.columns;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        int32_t x = column + wendi_direction[d].x, y = row + wendi_direction[d].y;
        if (x < 0 || y < 0 || x >= f->clusters.columns || y >= f->clusters.rows) continue;
        int32_t neighbour = y * f->clusters.columns + x;
        int32_t other = f->on_demand ? find_cluster_field(f, neighbour) : claim_cluster_field(f, neighbour);
        if (other < 0 && f->on_demand) continue;
        if (other < 0) return WEND_ERROR_MEMORY;
        wend_result result = relax_border(f, index, other);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static bool is_propagated(const wend_field* f, uint32_t limit) {
    return f->open.count == 0 || f->open.entries[0].key > (wend_cost)limit;
}

// Spreads until no cost up to the limit can fall any more, or so many clusters are done.
static wend_result propagate_some(wend_field* f, uint32_t limit, int32_t most) {
    const wendi_sweep_kernel* kernel = wendi_sweep();
    const uint32_t room = UINT32_MAX - (uint32_t)wendi_longest_step(f->grid); // below it every sum fits
    for (int32_t done = 0; done < most && !is_propagated(f, limit); done++) {
        wendi_heap_entry entry = wendi_heap_pop(&f->open);
        cluster_field* c = &f->cluster_fields[entry.item];
        if (entry.key != (wend_cost)c->queue_key) continue; // spread since
        uint32_t dirty_rows = c->dirty_rows;
        c->dirty_rows = 0;
        c->queue_key = UINT32_MAX;
        kernel->prepare32(&f->steps, f->grid, NULL, c->area,
                          f->sense == WEND_FIELD_TO ? WENDI_TO : WENDI_FROM);
        if (kernel->run32(&f->steps, c->cost, dirty_rows) >= room && limit >= room) return WEND_ERROR_LIMIT;
        wend_result result = relax_neighbours(f, (int32_t)entry.item);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result propagate(wend_field* f, uint32_t limit) {
    wend_result result = WEND_OK;
    while (result == WEND_OK && !is_propagated(f, limit)) result = propagate_some(f, limit, INT32_MAX);
    return result;
}

// ---- filling

static wend_result begin(wend_field* f, uint32_t limit) {
    f->limit = limit;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < f->end_count && result == WEND_OK; i++) result = seed(f, f->ends[i]);
    if (result != WEND_OK) forget(f);
    return result;
}

static wend_result fill(wend_field* f, uint32_t limit) {
    wend_result result = begin(f, limit);
    if (result == WEND_OK) result = propagate(f, limit);
    if (result != WEND_OK) forget(f);
    return result;
}

wend_result wend_field_begin(wend_field* f, const wend_grid* grid, wend_field_sense sense,
                             const wend_tile* tiles, int32_t count, double limit) {
    if (!f || !grid || !tiles || count < 1 || (int)sense < 0 || sense >= WEND_FIELD_SENSE_COUNT ||
        !(limit > 0))
        return WEND_ERROR_ARGUMENT;
    wend_result result = prepare(f, grid, tiles, count);
    if (result != WEND_OK) return result;
    f->sense = sense;
    f->on_demand = false;
    double units = limit * grid->costs.unit;
    return begin(f, units < UINT32_MAX - 1 ? (uint32_t)units : UINT32_MAX - 1);
}

wend_result wend_field_step(wend_field* f, int32_t max_clusters, bool* done_out) {
    if (!f || !f->grid || f->on_demand || max_clusters < 0 || !done_out) return WEND_ERROR_ARGUMENT;
    wend_result result = propagate_some(f, f->limit, max_clusters > 0 ? max_clusters : INT32_MAX);
    if (result != WEND_OK) forget(f);
    *done_out = result == WEND_OK && is_propagated(f, f->limit);
    return result;
}

wend_result wend_field_fill(wend_field* f, const wend_grid* grid, wend_field_sense sense,
                            const wend_tile* tiles, int32_t count, double limit) {
    bool done = false;
    wend_result result = wend_field_begin(f, grid, sense, tiles, count, limit);
    while (result == WEND_OK && !done) result = wend_field_step(f, 0, &done);
    return result;
}

wend_result wend_field_set_goals(wend_field* f, const wend_world* world, const wend_tile* goals,
                                 int32_t count) {
    if (!f || !world || !goals || count < 1) return WEND_ERROR_ARGUMENT;
    wend_result result = prepare(f, wend_world_grid(world), goals, count);
    if (result != WEND_OK) return result;
    f->world = world;
    f->sense = WEND_FIELD_TO;
    f->on_demand = true;
    f->limit = UINT32_MAX - 1;
    return WEND_OK;
}

// A lower bound on the cost between two tiles, in cost units.
static double bound_between(const wend_grid* grid, wend_tile a, wend_tile b) {
    int32_t straight, diagonal;
    wendi_cheapest_steps(grid, &straight, &diagonal);
    return (double)straight * wendi_max(wendi_abs(a.x - b.x), wendi_abs(a.y - b.y));
}

// Plans to the goals in the order of their bounds, as long as one may be nearer than the best so far, and
// leaves the path to the best.
static wend_result plan_to_nearest(wend_field* f, wend_search* search, wend_tile from, bool* found_out) {
    double done_bound = -1, best_cost = INFINITY;
    int32_t done = -1, best = -1;
    wend_result result = WEND_OK;
    wend_query query = wend_default_query(from, from);
    for (;;) {
        double bound = INFINITY;
        int32_t next = -1;
        for (int32_t i = 0; i < f->end_count; i++) {
            double b = bound_between(f->grid, from, f->ends[i]);
            bool later = b > done_bound || (b == done_bound && i > done);
            if (later && b < bound) bound = b, next = i;
        }
        if (next < 0 || bound >= best_cost) break;
        done = next;
        done_bound = bound;
        query.goal = f->ends[next];
        result = wend_find_path(search, f->world, &query, f->path, NULL);
        if (result != WEND_OK) return result;
        double cost = (double)wend_path_integer_cost(f->path);
        if (wend_path_outcome(f->path) == WEND_FOUND && cost < best_cost) best_cost = cost, best = next;
    }
    *found_out = best >= 0;
    if (best < 0 || best == done) return WEND_OK;
    query.goal = f->ends[best];
    return wend_find_path(search, f->world, &query, f->path, NULL);
}

// Takes in the clusters along the path, with what the cells there already know, and the goals in them.
static wend_result add_path_clusters(wend_field* f) {
    int32_t first = f->cluster_field_count, count = 0;
    const wend_tile* tiles = wend_path_tiles(f->path, &count);
    for (int32_t i = 0; i < count; i++) {
        int32_t clusters[4], cluster_count = wendi_clusters_at(&f->clusters, tiles[i], clusters);
        for (int32_t k = 0; k < cluster_count; k++)
            if (claim_cluster_field(f, clusters[k]) < 0) return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < first && result == WEND_OK; i++) result = relax_neighbours(f, i);
    for (int32_t i = 0; i < f->end_count && result == WEND_OK; i++) result = seed(f, f->ends[i]);
    return result;
}

static uint32_t units_at(const wend_field* f, wend_tile tile) {
    if (!f || !f->grid || !wend_grid_contains(f->grid, tile)) return UINT32_MAX;
    int32_t clusters[4], count = wendi_clusters_at(&f->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) {
        int32_t index = find_cluster_field(f, clusters[i]);
        if (index < 0) continue;
        const cluster_field* c = &f->cluster_fields[index];
        uint32_t cost = c->cost[tile.y - c->area.y][tile.x - c->area.x];
        return cost <= f->limit ? cost : UINT32_MAX;
    }
    return UINT32_MAX;
}

wend_result wend_field_expand_to(wend_field* f, wend_search* search, wend_tile from, bool* found_out) {
    if (!f || !search || !found_out || !f->world || !wend_grid_contains(f->grid, from))
        return WEND_ERROR_ARGUMENT;
    bool found = units_at(f, from) != UINT32_MAX;
    if (!found && wendi_is_passable(f->grid, from.x, from.y)) {
        wend_result result = plan_to_nearest(f, search, from, &found);
        if (result == WEND_OK && found) result = add_path_clusters(f);
        if (result == WEND_OK && found) result = propagate(f, f->limit);
        if (result != WEND_OK) {
            forget(f);
            return result;
        }
    }
    *found_out = found;
    return WEND_OK;
}

wend_result wend_field_nearest(wend_field* f, const wend_grid* grid, wend_tile from, const wend_tile* goals,
                               int32_t count, int32_t* index_out, double* cost_out) {
    if (!f || !grid || !goals || count < 1 || !index_out || !cost_out) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wend_grid_contains(grid, goals[i])) return WEND_ERROR_ARGUMENT;
    wend_result result = prepare(f, grid, &from, 1);
    if (result != WEND_OK) return result;
    f->sense = WEND_FIELD_FROM;
    f->on_demand = false;
    result = fill(f, (uint32_t)grid->costs.unit * CLUSTER_SIZE);
    for (;;) {
        if (result != WEND_OK) return result;
        int32_t best = -1;
        uint32_t least = UINT32_MAX;
        for (int32_t i = 0; i < count; i++) {
            uint32_t cost = units_at(f, goals[i]);
            if (cost < least) least = cost, best = i;
        }
        if (best >= 0 || f->limit == UINT32_MAX - 1) {
            *index_out = best;
            *cost_out = best >= 0 ? (double)least / grid->costs.unit : INFINITY;
            return WEND_OK;
        }
        f->limit = f->limit < UINT32_MAX / 2 ? 2 * f->limit : UINT32_MAX - 1;
        result = propagate(f, f->limit);
        if (result != WEND_OK) forget(f);
    }
}

// ---- asking

double wend_field_cost(const wend_field* f, wend_tile tile) {
    uint32_t cost = units_at(f, tile);
    return cost == UINT32_MAX ? INFINITY : (double)cost / f->grid->costs.unit;
}

int32_t wend_field_clusters(const wend_field* f) {
    return f ? f->cluster_field_count : 0;
}

bool wend_field_next_tile(const wend_field* f, wend_tile tile, wend_tile* out) {
    uint32_t here = units_at(f, tile);
    if (here == UINT32_MAX || !out) return false;
    wend_tile next = tile;
    uint32_t least = here;
    const wendi_costs* costs = &f->grid->costs;
    uint32_t moves = here == 0 ? 0 : wendi_legal_moves(f->grid, wendi_tile(f->grid, tile.x, tile.y));
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        if (!(moves >> d & 1)) continue;
        wend_tile to = {tile.x + wendi_direction[d].x, tile.y + wendi_direction[d].y};
        wend_tile entered = f->sense == WEND_FIELD_TO ? to : tile;
        uint8_t k = *wendi_tile(f->grid, entered.x, entered.y);
        uint32_t step = (uint32_t)(d < WENDI_STRAIGHT ? costs->straight[k] : costs->diagonal[k]);
        uint32_t there = units_at(f, to);
        // The cost here is that of the best neighbour and the step between them.
        if (there != UINT32_MAX && there + step <= here && there < least) least = there, next = to;
    }
    *out = next;
    return true;
}

int32_t wend_field_end(const wend_field* f, wend_tile tile) {
    wend_tile next = tile;
    do {
        tile = next;
        if (!wend_field_next_tile(f, tile, &next)) return -1;
    } while (next.x != tile.x || next.y != tile.y);
    for (int32_t i = 0; i < f->end_count; i++)
        if (f->ends[i].x == tile.x && f->ends[i].y == tile.y) return i;
    return -1;
}

wend_result wend_field_flow(const wend_field* f, wend_vec2 position, float radius, wend_vec2* out) {
    enum { STEPS = 12 };
    wend_tile tile, next;
    if (!f || !out || !f->grid || !(radius >= 0) || !isfinite(radius) ||
        wend_grid_tile_at(f->grid, position, &tile) != WEND_OK || !wend_field_next_tile(f, tile, &next))
        return WEND_ERROR_ARGUMENT;
    wendi_frame frame = wendi_frame_of(f->grid);
    wendi_vec from = wendi_to_tiles(&frame, position);
    // A body that is too near to a wall to see anything goes for the next tile.
    double body =
        fmax(fmin((double)radius / frame.size, wendi_clearance(f->grid, from, WENDI_MAX_BODY)) - 1e-3, 0);
    wend_tile target = next;
    for (int32_t i = 0; i < STEPS; i++) {
        if (wendi_line_is_clear(f->grid, from, wendi_center(next), body)) target = next;
        if (!wend_field_next_tile(f, next, &next)) break;
    }
    wendi_vec way = wendi_sub(wendi_center(target), from);
    way = wendi_length(way) < 1e-3 ? (wendi_vec){0, 0} : wendi_unit(way);
    *out = (wend_vec2){(float)way.x, (float)way.y};
    return WEND_OK;
}

// Calls of a tile for each with a cost, cell by cell; a tile of several cells belongs to the first of them.
typedef struct listing {
    const wend_field* field;
    int32_t item, tile_index;
} listing;

static bool next_tile(listing* l, wend_tile* out) {
    const wend_field* f = l->field;
    for (; l->item < f->cluster_field_count; l->item++, l->tile_index = 0) {
        const cluster_field* c = &f->cluster_fields[l->item];
        while (l->tile_index < c->area.height * WENDI_LANES) {
            int32_t x = l->tile_index % WENDI_LANES, y = l->tile_index / WENDI_LANES;
            l->tile_index++;
            if (x >= c->area.width || c->cost[y][x] > f->limit) continue;
            wend_tile tile = {c->area.x + x, c->area.y + y};
            int32_t clusters[4], count = wendi_clusters_at(&f->clusters, tile, clusters), owner = -1;
            for (int32_t i = 0; i < count && owner < 0; i++) owner = find_cluster_field(f, clusters[i]);
            if (owner != l->item) continue;
            *out = tile;
            return true;
        }
    }
    return false;
}

int64_t wend_field_tiles(const wend_field* f, wend_tile* out, int64_t capacity) {
    if (!f || (!out && capacity > 0)) return 0;
    listing l = {.field = f};
    int64_t count = 0;
    for (wend_tile tile; next_tile(&l, &tile); count++)
        if (count < capacity) out[count] = tile;
    return count;
}

bool wend_field_random(const wend_field* f, uint64_t* seed_io, wend_tile* out) {
    if (!f || !seed_io || !out) return false;
    int64_t count = wend_field_tiles(f, NULL, 0);
    *seed_io += 0x9e3779b97f4a7c15u; // SplitMix64 (Steele, Lea, Flood 2014)
    uint64_t z = (*seed_io ^ *seed_io >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    if (count == 0) return false;
    listing l = {.field = f};
    for (int64_t left = (int64_t)(z % (uint64_t)count); left >= 0; left--) next_tile(&l, out);
    return true;
}
