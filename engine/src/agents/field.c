// field.c: public fields: costs to the nearest goal, or from the nearest source, and what follows from them.
// The costs come from a propagation over clusters of 31 x 31 tiles.
#include "agents/field.h"

#include <string.h>

#include "core/hash.h"
#include "grid/clearance.h"
#include "grid/links.h"
#include "grid/steps.h"
#include "hierarchy/open.h"
#include "search/propagate.h"
#include "search/search.h"

enum { CLUSTER_SIZE = WENDI_LANES - 1, GOALS_PER_CLUSTER = 16 };

struct wend_field {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    const wend_grid* grid;    // NULL: empty
    uint32_t layout;          // of the grid then
    const wend_world* world;  // that goals were set in; NULL: the field is not filled on demand
    wendi_propagation propagation;
    wend_tile* ends; // the goals or sources
    size_t end_capacity;
    int32_t end_count;
    wend_path* path; // scratch of wend_field_expand_to
};

// ---- creation

wend_result wend_field_create(const wend_allocator* allocator_opt, wend_field** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_field* field = wendi_owner_create(allocator_opt, sizeof *field);
    if (!field) return WEND_ERROR_MEMORY;
    field->allocator = wendi_owned_by(&field->owner);
    wendi_propagation_init(&field->propagation, &field->allocator);
    wend_result result = wend_path_create(&field->allocator, &field->path);
    if (result != WEND_OK) {
        wend_field_destroy(field);
        return result;
    }
    *out = field;
    return WEND_OK;
}

void wend_field_destroy(wend_field* f) {
    if (f) wendi_owner_destroy(&f->owner);
}

size_t wend_field_bytes(const wend_field* f) {
    return f ? f->owner.bytes : 0;
}

// False when it is empty, or of a map that has other edges now (wend/ground.h).
static bool is_filled(const wend_field* f) {
    return f->grid && f->layout == f->grid->layout;
}

static void clear(wend_field* f) {
    wendi_propagation_clear(&f->propagation);
    f->end_count = 0;
    f->grid = NULL;
    f->world = NULL;
}

const wend_grid* wendi_field_grid(const wend_field* f) {
    return f->grid;
}

const wend_world* wendi_field_world(const wend_field* f) {
    return f->world;
}

// ---- filling

// True when a grid is that of a world with clusters as large as those of fields. The propagation then opens
// each cluster before it enters it.
static bool has_clusters_of(const wend_grid* grid) {
    return grid->world && grid->world->graph.clusters.size == CLUSTER_SIZE;
}

// Opens what the propagation does not.
static wend_result open_first(const wend_grid* grid, const wend_tile* ends, int32_t count) {
    if (!has_clusters_of(grid) || wendi_has_regions(&grid->world->graph)) return wendi_open_all_of(grid);
    return wendi_open_tiles(&grid->world->graph, ends, count);
}

// Empties the field and starts a propagation without any costs. world_opt: the field is filled on demand.
static wend_result begin(wend_field* f, const wend_grid* grid, const wend_world* world_opt,
                         wend_field_sense sense, const wend_tile* ends, int32_t count, wend_cost limit) {
    const wend_result opened = open_first(grid, ends, count);
    if (opened != WEND_OK) return opened;
    clear(f);
    wendi_propagation_def def = {.grid = grid,
                                 .graph_opt = has_clusters_of(grid) ? &grid->world->graph : NULL,
                                 .clusters = wendi_partition_of(grid->width, grid->height, CLUSTER_SIZE),
                                 .sense = sense == WEND_FIELD_TO ? WENDI_TO : WENDI_FROM,
                                 .confined = world_opt != NULL,
                                 .limit = limit};
    wendi_propagation_begin(&f->propagation, &def);
    if (!WENDI_MAKE_ROOM(&f->allocator, f->ends, f->end_capacity, 0, count)) return WEND_ERROR_MEMORY;
    memcpy(f->ends, ends, (size_t)count * sizeof *ends);
    f->end_count = count;
    f->grid = grid;
    f->layout = grid->layout;
    f->world = world_opt;
    return WEND_OK;
}

// Gives the goals or sources cost 0 in all clusters that the propagation may enter.
static wend_result set_ends(wend_field* f) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < f->end_count && result == WEND_OK; i++)
        if (wendi_is_passable(f->grid, f->ends[i].x, f->ends[i].y))
            result = wendi_propagation_set_cost(&f->propagation, f->ends[i], 0);
    return result;
}

static wend_result run(wend_field* f, int64_t max_clusters, bool* done_out) {
    wend_result result = wendi_propagation_run(&f->propagation, max_clusters, done_out);
    if (result != WEND_OK) clear(f);
    return result;
}

// The same with ends of a caller, whose tiles have floors.
static wend_result begin_on_map(wend_field* f, const wend_grid* grid, const wend_world* world_opt,
                                wend_field_sense sense, const wend_tile* ends, int32_t count,
                                wend_cost limit) {
    for (int32_t i = 0; i < count; i++)
        if (!wendi_sheet_contains(grid, wendi_to_sheet(&grid->floors, ends[i]))) return WEND_ERROR_ARGUMENT;
    if (wendi_is_sheet(&grid->floors)) return begin(f, grid, world_opt, sense, ends, count, limit);
    wend_tile* on_sheet = wendi_alloc(&f->allocator, (size_t)count, sizeof *on_sheet);
    if (!on_sheet) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) on_sheet[i] = wendi_to_sheet(&grid->floors, ends[i]);
    const wend_result result = begin(f, grid, world_opt, sense, on_sheet, count, limit);
    wendi_free(&f->allocator, on_sheet, (size_t)count, sizeof *on_sheet);
    return result;
}

// In cost units, and exclusive.
static wend_cost limit_below(const wend_grid* grid, double limit) {
    double units = limit * grid->costs.unit;
    return units < (double)(INT64_MAX / 2) ? (wend_cost)units + 1 : WENDI_NOT_REACHED;
}

wend_result wend_field_begin(wend_field* f, const wend_grid* grid, wend_field_sense sense,
                             const wend_tile* tiles, int32_t count, double limit) {
    if (!f || !grid || !tiles || count < 1 || (int)sense < 0 || sense >= WEND_FIELD_SENSE_COUNT ||
        !(limit > 0))
        return WEND_ERROR_ARGUMENT;
    wend_result result = begin_on_map(f, grid, NULL, sense, tiles, count, limit_below(grid, limit));
    if (result != WEND_OK) return result;
    result = set_ends(f);
    if (result != WEND_OK) clear(f);
    return result;
}

wend_result wend_field_step(wend_field* f, int32_t max_clusters, bool* done_out) {
    if (!f || !is_filled(f) || f->world || max_clusters < 0 || !done_out) return WEND_ERROR_ARGUMENT;
    *done_out = false;
    return run(f, max_clusters > 0 ? max_clusters : INT64_MAX, done_out);
}

wend_result wend_field_fill(wend_field* f, const wend_grid* grid, wend_field_sense sense,
                            const wend_tile* tiles, int32_t count, double limit) {
    bool done = false;
    wend_result result = wend_field_begin(f, grid, sense, tiles, count, limit);
    return result == WEND_OK ? wend_field_step(f, 0, &done) : result;
}

// ---- filling on demand

wend_result wend_field_set_goals(wend_field* f, const wend_world* world, const wend_tile* goals,
                                 int32_t count) {
    if (!f || !world || !goals || count < 1) return WEND_ERROR_ARGUMENT;
    return begin_on_map(f, world->grid, world, WEND_FIELD_TO, goals, count, WENDI_NOT_REACHED);
}

// A lower bound on the cost between two tiles, in cost units.
static double bound_between(const wend_grid* grid, wend_tile a, wend_tile b) {
    if (grid->links.count > 0) return 0;
    return (double)grid->cheapest_straight * wendi_steps_between(a, b);
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
        result = wendi_find_path(search, f->world, &query, f->path, NULL);
        if (result != WEND_OK) return result;
        double cost = (double)wend_path_integer_cost(f->path);
        if (wend_path_outcome(f->path) == WEND_FOUND && cost < best_cost) best_cost = cost, best = next;
    }
    *found_out = best >= 0;
    if (best < 0 || best == done) return WEND_OK;
    query.goal = f->ends[best];
    return wendi_find_path(search, f->world, &query, f->path, NULL);
}

// Adds the clusters along the path, and sets the goals in them.
static wend_result add_path_clusters(wend_field* f) {
    const int32_t count = (int32_t)f->path->tiles.count;
    const wend_tile* tiles = f->path->tiles.data;
    const wendi_partition* clusters = &f->propagation.def.clusters;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count; i++) {
        int32_t at[4], cluster_count = wendi_clusters_at(clusters, tiles[i], at);
        for (int32_t k = 0; k < cluster_count && result == WEND_OK; k++)
            result = wendi_propagation_add_cluster(&f->propagation, at[k]);
    }
    return result == WEND_OK ? set_ends(f) : result;
}

// The goals stay, so that agents who follow the field can expand it again.
static void forget_costs(wend_field* f) {
    const wendi_propagation_def def = f->propagation.def;
    wendi_propagation_begin(&f->propagation, &def);
}

wend_cost wendi_field_units_at(const wend_field* f, wend_tile tile) {
    if (!f || !is_filled(f) || !wendi_sheet_contains(f->grid, tile)) return WENDI_NOT_REACHED;
    wend_cost cost = wendi_propagation_cost_at(&f->propagation, tile);
    return cost < f->propagation.def.limit ? cost : WENDI_NOT_REACHED;
}

wend_result wend_field_expand_to(wend_field* f, wend_search* search, wend_tile from, bool* found_out) {
    if (!f || !is_filled(f)) return WEND_ERROR_ARGUMENT;
    return wendi_field_expand_to(f, search, wendi_to_sheet(&f->grid->floors, from), found_out);
}

wend_result wendi_field_expand_to(wend_field* f, wend_search* search, wend_tile from, bool* found_out) {
    if (!f || !search || !found_out || !f->world || !is_filled(f) || !wendi_sheet_contains(f->grid, from))
        return WEND_ERROR_ARGUMENT;
    const wend_result opened = wendi_open_tiles(&f->world->graph, &from, 1);
    if (opened != WEND_OK) return opened;
    bool found = wendi_field_units_at(f, from) != WENDI_NOT_REACHED, done;
    if (!found && wendi_is_passable(f->grid, from.x, from.y)) {
        wend_result result = plan_to_nearest(f, search, from, &found);
        if (result == WEND_OK && found) result = add_path_clusters(f);
        if (result == WEND_OK && found) result = wendi_propagation_run(&f->propagation, INT64_MAX, &done);
        if (result != WEND_OK) {
            forget_costs(f);
            return result;
        }
    }
    *found_out = found;
    return WEND_OK;
}

// ---- the nearest of many

void wendi_field_lower_limit(wend_field* f, wend_cost limit) {
    if (limit + 1 < f->propagation.def.limit) f->propagation.def.limit = limit + 1;
}

// Lowers the limit of the propagation to just above the cost of the nearest goal that has one.
static int32_t look_for_goals(wend_field* f, const wend_tile* goals, int32_t count) {
    int32_t best = -1;
    wend_cost least = WENDI_NOT_REACHED;
    for (int32_t i = 0; i < count; i++) {
        wend_cost cost = wendi_field_units_at(f, wendi_to_sheet(&f->grid->floors, goals[i]));
        if (cost < least) least = cost, best = i;
    }
    if (best >= 0) wendi_field_lower_limit(f, least);
    return best;
}

wend_result wend_field_nearest(wend_field* f, const wend_grid* grid, wend_tile from, const wend_tile* goals,
                               int32_t count, int32_t* index_out, double* cost_out) {
    if (!f || !grid || !goals || count < 1 || !index_out || !cost_out) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_sheet_contains(grid, wendi_to_sheet(&grid->floors, goals[i]))) return WEND_ERROR_ARGUMENT;
    wend_result result = begin_on_map(f, grid, NULL, WEND_FIELD_FROM, &from, 1, WENDI_NOT_REACHED);
    if (result != WEND_OK) return result;
    result = set_ends(f);
    // Between two looks at all goals, so many clusters that the looks take a small part of the time.
    const int32_t clusters = wendi_max(1, count / GOALS_PER_CLUSTER);
    int32_t best = -1;
    for (bool done = false; result == WEND_OK && !done;) {
        result = wendi_propagation_run(&f->propagation, clusters, &done);
        if (result == WEND_OK) best = look_for_goals(f, goals, count);
    }
    if (result != WEND_OK) {
        clear(f);
        return result;
    }
    *index_out = best;
    *cost_out = best >= 0 ? wend_field_cost(f, goals[best]) : INFINITY;
    return WEND_OK;
}

// ---- costs and ways

double wend_field_cost(const wend_field* f, wend_tile tile) {
    return f && is_filled(f) ? wendi_field_cost(f, wendi_to_sheet(&f->grid->floors, tile)) : INFINITY;
}

double wendi_field_cost(const wend_field* f, wend_tile tile) {
    wend_cost cost = wendi_field_units_at(f, tile);
    return cost == WENDI_NOT_REACHED ? INFINITY : (double)cost / f->grid->costs.unit;
}

int32_t wend_field_clusters(const wend_field* f) {
    return f ? f->propagation.cluster_count : 0;
}

// Lowers the costs of the tile's neighbours, by direction, to those within one field.
static void read_neighbours(const wendi_distance_field* field, wend_tile tile, uint32_t moves,
                            wend_cost costs_io[WENDI_DIRECTIONS]) {
    for (; moves; moves &= moves - 1) {
        int32_t d = __builtin_ctz(moves);
        const wend_tile to = wendi_beside(tile, d);
        if (!wendi_area_contains(field->area, to)) continue;
        wend_cost cost = wendi_distance_at(field, wendi_index_in(field->area, to));
        costs_io[d] = cost < costs_io[d] ? cost : costs_io[d];
    }
}

// The other end of the first link that gives a tile its cost, if there is one.
static void follow_link(const wend_field* f, wend_tile tile, wend_cost here, wend_tile* out_io) {
    const bool forward = f->propagation.def.sense == WENDI_TO;
    wendi_link_search search =
        wendi_links_at(&f->grid->links, forward ? WENDI_LINK_FROM : WENDI_LINK_TO, tile);
    wendi_usable_link link;
    while (wendi_next_usable_link(f->grid, &search, &link)) {
        const wend_cost there = wendi_field_units_at(f, link.there);
        if (there == WENDI_NOT_REACHED || there + link.cost > here) continue;
        *out_io = link.there;
        return;
    }
}

bool wend_field_next_tile(const wend_field* f, wend_tile tile, wend_tile* out) {
    if (!f || !is_filled(f) || !wendi_field_next_tile(f, wendi_to_sheet(&f->grid->floors, tile), out))
        return false;
    *out = wendi_from_sheet(&f->grid->floors, *out);
    return true;
}

// A tile and each of its neighbours have a cluster in common, so the clusters of the tile hold them all.
bool wendi_field_next_tile(const wend_field* f, wend_tile tile, wend_tile* out) {
    const wend_cost here = wendi_field_units_at(f, tile);
    if (here == WENDI_NOT_REACHED || !out) return false;
    *out = tile;
    if (here == 0) return true;
    const uint32_t moves = f->propagation.def.sense == WENDI_TO
                               ? wendi_legal_moves(f->grid, tile.x, tile.y)
                               : wendi_legal_moves_into(f->grid, tile.x, tile.y);
    wend_cost there[WENDI_DIRECTIONS];
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) there[d] = WENDI_NOT_REACHED;
    int32_t clusters[4], count = wendi_clusters_at(&f->propagation.def.clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) {
        const wendi_distance_field* field = wendi_propagation_find(&f->propagation, clusters[i]);
        for (; field; field = field->older) read_neighbours(field, tile, moves, there);
    }
    wend_cost least = here;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        if (there[d] >= least) continue;
        const wend_tile to = wendi_beside(tile, d);
        const int32_t step = f->propagation.def.sense == WENDI_TO
                                 ? wendi_step_cost(f->grid, tile.x, tile.y, d)
                                 : wendi_step_cost(f->grid, to.x, to.y, wendi_opposite(d));
        // The cost here is that of the best neighbour and the step between them.
        if (there[d] + step <= here) least = there[d], *out = to;
    }
    if (least == here) follow_link(f, tile, here, out);
    return true;
}

// Index of the end that the path from a tile leads to.
static int32_t end_of(const wend_field* f, wend_tile tile) {
    wend_tile next = tile;
    do {
        tile = next;
        if (!wendi_field_next_tile(f, tile, &next)) return -1;
    } while (!wendi_is_same(next, tile));
    for (int32_t i = 0; i < f->end_count; i++)
        if (wendi_is_same(f->ends[i], tile)) return i;
    return -1;
}

int32_t wend_field_end(const wend_field* f, wend_tile tile) {
    return f && is_filled(f) ? end_of(f, wendi_to_sheet(&f->grid->floors, tile)) : -1;
}

enum { UNKNOWN_REGION = -2 };

static int32_t* region_at(wend_rect area, wend_tile tile, int32_t* indices) {
    return indices + (int64_t)(tile.y - area.y) * area.width + tile.x - area.x;
}

// True where the end of the path from a tile is known already.
static bool has_region(wend_rect area, wend_tile tile, int32_t* indices) {
    return wendi_area_contains(area, tile) && *region_at(area, tile, indices) != UNKNOWN_REGION;
}

// Follows the path from a tile up to one whose region is known, and gives all tiles of the area on it that
// region.
static void find_region(const wend_field* f, wend_rect area, wend_tile tile, int32_t* indices) {
    wend_tile at = tile, next = tile;
    while (!has_region(area, at, indices) && wendi_field_next_tile(f, at, &next) && !wendi_is_same(next, at))
        at = next;
    const int32_t index = has_region(area, at, indices) ? *region_at(area, at, indices) : end_of(f, at);
    const wend_tile last = at;
    for (at = tile;; at = next) {
        if (wendi_area_contains(area, at)) *region_at(area, at, indices) = index;
        if (wendi_is_same(at, last) || !wendi_field_next_tile(f, at, &next)) return;
    }
}

wend_result wend_field_regions(const wend_field* f, wend_rect area, int32_t* indices_out) {
    if (!f || !is_filled(f) || !indices_out) return WEND_ERROR_ARGUMENT;
    area = wendi_area_to_sheet(&f->grid->floors, area);
    if (!wendi_is_valid_area(f->grid, area)) return WEND_ERROR_ARGUMENT;
    const int64_t count = (int64_t)area.width * area.height;
    for (int64_t i = 0; i < count; i++) indices_out[i] = UNKNOWN_REGION;
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++)
            if (!has_region(area, (wend_tile){x, y}, indices_out))
                find_region(f, area, (wend_tile){x, y}, indices_out);
    return WEND_OK;
}

wend_result wend_field_flow(const wend_field* f, wend_vec2 position, float radius, wend_vec2* out) {
    return wend_field_flow_at_floor(f, position, 0, radius, out);
}

wend_result wend_field_flow_at_floor(const wend_field* f, wend_vec2 position, int32_t floor, float radius,
                                     wend_vec2* out) {
    enum { STEPS = 12 };
    wend_tile tile, next;
    if (!f || !out || !is_filled(f) || !(radius >= 0) || !isfinite(radius) ||
        wend_grid_tile_at_floor(f->grid, position, floor, &tile) != WEND_OK)
        return WEND_ERROR_ARGUMENT;
    tile = wendi_to_sheet(&f->grid->floors, tile);
    position = wendi_position_to_sheet(&f->grid->floors, position, floor);
    if (!wendi_field_next_tile(f, tile, &next)) return WEND_ERROR_ARGUMENT;
    wendi_frame frame = wendi_frame_of(f->grid);
    wendi_vec from = wendi_to_tiles(&frame, position);
    const double most = fmin((double)radius / frame.size, WENDI_MAX_BODY);
    const wend_rect here = {tile.x, tile.y, 1, 1};
    const int32_t sight = STEPS + 1 + (int32_t)ceil(most);
    const wend_result opened =
        f->grid->world ? wendi_open_area(&f->grid->world->graph, here, sight) : WEND_OK;
    if (opened != WEND_OK) return opened;
    // A body that is too near to a wall to see anything goes for the next tile.
    double body = fmax(wendi_clearance(f->grid, from, most) - 1e-3, 0);
    bool by_link = !wendi_are_near(next, tile);
    wend_tile target = by_link ? tile : next;
    const int32_t steps = wendi_relief_closes(f->grid) ? 0 : STEPS; // a straight line may cross a cliff
    for (int32_t i = 0; i < steps; i++) {
        if (!wendi_are_near(next, tile)) break; // by a link
        if (wendi_line_is_clear(f->grid, from, wendi_center(f->grid, next), body)) target = next;
        tile = next;
        if (!wendi_field_next_tile(f, next, &next)) break;
    }
    wendi_vec way = wendi_sub(wendi_center(f->grid, target), from);
    way = wendi_length(way) < 1e-3 ? (wendi_vec){0, 0} : wendi_unit(way);
    *out = (wend_vec2){(float)way.x, (float)way.y};
    return WEND_OK;
}

// ---- lists of tiles

// True when a tile has a cost and the cluster is the first of those that hold the tile.
static bool is_listed_by(const wend_field* f, int32_t cluster, wend_tile tile) {
    int32_t clusters[4], count = wendi_clusters_at(&f->propagation.def.clusters, tile, clusters), i = 0;
    while (i < count && !wendi_propagation_find(&f->propagation, clusters[i])) i++;
    return clusters[i] == cluster && wendi_field_units_at(f, tile) != WENDI_NOT_REACHED;
}

// The tiles of a row of a cluster with a cost, a bit each. A tile of several clusters belongs to one of them.
static uint32_t listed_in_row(const wend_field* f, int32_t cluster, int32_t row) {
    const wendi_distance_field* newest = wendi_propagation_find(&f->propagation, cluster);
    const wend_rect area = newest->area;
    const wend_cost limit = f->propagation.def.limit;
    const bool shared = row == 0 || row == area.height - 1; // as are the tiles at both ends
    uint32_t listed = 0;
    for (const wendi_distance_field* field = newest; field && !shared; field = field->older)
        for (int32_t x = 1; x < area.width - 1; x++) {
            wend_cost cost = wendi_distance_at(field, row * WENDI_LANES + x);
            listed |= (uint32_t)(cost < limit) << x;
        }
    for (int32_t x = 0; x < area.width; x += shared ? 1 : wendi_max(area.width - 1, 1)) {
        bool is_listed = is_listed_by(f, cluster, (wend_tile){area.x + x, area.y + row});
        listed |= (uint32_t)is_listed << x;
    }
    return listed;
}

// Lists rows of the clusters, in the order in which the clusters got their first fields.
typedef struct listing {
    const wend_field* field;
    int32_t number, row; // of the distance field; in it
    wend_tile first;     // of the row
    uint32_t tiles;      // bit x: the tile x to the right of first is listed
} listing;

static bool next_row(listing* l) {
    const wendi_propagation* p = &l->field->propagation;
    while (l->number < p->fields.count) {
        const wendi_distance_field* field = wendi_propagation_field(p, l->number);
        if (field->older || l->row == field->area.height) {
            l->number++;
            l->row = 0;
            continue;
        }
        l->first = (wend_tile){field->area.x, field->area.y + l->row};
        l->tiles = listed_in_row(l->field, field->cluster, l->row++);
        return true;
    }
    return false;
}

int64_t wend_field_tiles(const wend_field* f, wend_tile* out, int64_t capacity) {
    if (!f || (!out && capacity > 0)) return 0;
    int64_t count = 0;
    for (listing l = {.field = f}; next_row(&l);) {
        for (uint32_t tiles = l.tiles; tiles && count < capacity; tiles &= tiles - 1, l.tiles = tiles)
            out[count++] =
                wendi_from_sheet(&f->grid->floors, (wend_tile){l.first.x + __builtin_ctz(tiles), l.first.y});
        count += __builtin_popcount(l.tiles);
    }
    return count;
}

void wendi_field_each_tile(const wend_field* f, void (*visit)(wend_tile tile, void* context), void* context) {
    for (listing l = {.field = f}; next_row(&l);)
        for (uint32_t tiles = l.tiles; tiles; tiles &= tiles - 1)
            visit((wend_tile){l.first.x + __builtin_ctz(tiles), l.first.y}, context);
}

bool wend_field_random(const wend_field* f, uint64_t* seed_io, wend_tile* out) {
    if (!f || !seed_io || !out) return false;
    const uint64_t dice = wendi_next_random(seed_io);
    const int64_t count = wend_field_tiles(f, NULL, 0);
    if (count == 0) return false;
    int64_t left = (int64_t)(dice % (uint64_t)count);
    listing l = {.field = f};
    for (; next_row(&l) && left >= __builtin_popcount(l.tiles); left -= __builtin_popcount(l.tiles)) {
    }
    for (; left > 0; left--) l.tiles &= l.tiles - 1;
    *out = wendi_from_sheet(&f->grid->floors, (wend_tile){l.first.x + __builtin_ctz(l.tiles), l.first.y});
    return true;
}
