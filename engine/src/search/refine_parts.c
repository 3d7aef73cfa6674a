// refine_parts.c: which legs of an abstract path need a search, and how wide may it roam?
#include "search/refine_parts.h"

#include <string.h>

#include "hierarchy/touch.h"
#include "search/heuristic.h"
#include "search/octile_tiles.h"

enum {
    MOSTLY_STRAIGHT = 75, // percent of the legs
    FREE_STEPS = 12       // of each kind between a bend and a node: then the path may be bound to the node
};

// Where a path costs so many percent more than a straight line, the search may enter all clusters of the box
// around its legs, with a margin of clusters on each side, if there are not too many.
typedef struct wide_box {
    int32_t detour, margin, most_clusters;
    bool where_straight; // also where most legs are straight
} wide_box;
static const wide_box boxes[] = {{25, 1, 42, false}, {13, 1, 30, false}, {20, 1, 20, true},
                                 {13, 0, 20, false}, {5, 1, 16, false},  {8, 0, 16, false},
                                 {5, 0, 9, true}};
// On maps of many costs: where tiles of the path cost twice as much as the cheapest ones, as in noise.
// Terrain has few such paths. See docs/decisions/0028.
static const wide_box box_of_many_costs = {100, 1, 30, true};
enum { BOXES = sizeof boxes / sizeof boxes[0], MOST_IN_BOX = 42, LEAST_DETOUR = 5 };

void wendi_path_parts_init(wendi_path_parts* parts, const wend_allocator* allocator) {
    *parts = (wendi_path_parts){.allocator = *allocator};
}

void wendi_path_parts_free(wendi_path_parts* parts) {
    wendi_free(&parts->allocator, parts->searched, parts->capacity, sizeof *parts->searched);
}

size_t wendi_path_parts_bytes(const wendi_path_parts* parts) {
    return parts->capacity * sizeof *parts->searched;
}

// True when the costs of the legs are known and nothing leads on but steps: then no path costs less than a
// straight line over the cheapest tiles, and where all passable tiles cost the same, that costs what its
// steps cost.
static bool has_steps_only(const wend_world* world, const wendi_legs* legs) {
    return legs->costs_opt && world->grid->links.count == 0;
}

// True when tiles need no search to be found.
static bool shows_tiles(const wend_world* world) {
    return world->graph.passability_bits && !wendi_has_closed_steps(world->grid);
}

static wendi_heuristic least_costs(const wend_grid* grid) {
    const bool four = grid->connectivity == WEND_CONNECTIVITY_4;
    return wendi_heuristic_for(grid, four ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
}

// ---- the box

// False when the query wants only the first part of the path.
static bool is_whole(const wendi_legs* legs) {
    wend_cost cost = 0;
    for (int64_t i = 1; i < legs->count; i++) cost += legs->costs_opt[i];
    return cost == legs->cost;
}

static int64_t straight_legs(const wendi_legs* legs, const wendi_heuristic* least) {
    int64_t count = 0;
    for (int64_t i = 1; i < legs->count; i++)
        count += legs->costs_opt[i] == wendi_heuristic_between(least, legs->tiles[i - 1], legs->tiles[i]);
    return count;
}

// The clusters of an abstract path. False: more than any box may have.
static bool find_box(const wendi_partition* clusters, const wendi_legs* legs, wendi_cluster_span* out) {
    wendi_cluster_span box = {INT32_MAX, 0, INT32_MAX, 0};
    for (int64_t i = 1; i < legs->count; i++) {
        const int32_t row = legs->clusters[i] / clusters->columns,
                      column = legs->clusters[i] - row * clusters->columns;
        box.left = wendi_min(box.left, column);
        box.right = wendi_max(box.right, column + 1);
        box.top = wendi_min(box.top, row);
        box.bottom = wendi_max(box.bottom, row + 1);
        if ((box.right - box.left) * (box.bottom - box.top) > MOST_IN_BOX) return false;
    }
    *out = box;
    return true;
}

static wendi_cluster_span with_margin(const wendi_partition* clusters, wendi_cluster_span box,
                                      int32_t margin) {
    return (wendi_cluster_span){
        .left = wendi_max(box.left - margin, 0),
        .right = wendi_min(box.right + margin, clusters->columns),
        .top = wendi_max(box.top - margin, 0),
        .bottom = wendi_min(box.bottom + margin, clusters->rows),
    };
}

// Whether the search may enter a box. mostly_straight: most legs are.
static bool is_wide(const wend_world* world, const wendi_legs* legs, const wendi_heuristic* least,
                    bool mostly_straight, wendi_cluster_span* out) {
    const wendi_partition* clusters = &world->graph.clusters;
    const wend_cost straight = wendi_heuristic_between(least, legs->tiles[0], legs->tiles[legs->count - 1]);
    const wend_cost more = (legs->cost - straight) * 100; // straight, once for each percent
    wendi_cluster_span legs_box;
    if (world->graph.ground || more <= straight * LEAST_DETOUR || !find_box(clusters, legs, &legs_box))
        return false;
    const bool uniform = wendi_has_uniform_cost(world->grid);
    for (int32_t i = 0; i < (uniform ? BOXES : 1); i++) {
        const wide_box* row = uniform ? &boxes[i] : &box_of_many_costs;
        if (more <= straight * row->detour || (mostly_straight && !row->where_straight)) continue;
        const wendi_cluster_span box = with_margin(clusters, legs_box, row->margin);
        if ((box.right - box.left) * (box.bottom - box.top) > row->most_clusters) continue;
        *out = box;
        return is_whole(legs);
    }
    return false;
}

// ---- the parts

static bool has_free_steps(wend_tile a, wend_tile b) {
    const int32_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    return wendi_min(wendi_min(dx, dy), wendi_abs(dx - dy)) >= FREE_STEPS;
}

// Searches the legs around a node, on both sides up to nodes that the path may be bound to: however the bend
// moves within FREE_STEPS tiles, a straight line to it still leads over them.
static void search_around(bool* searched, const wendi_legs* legs, int64_t node) {
    const wend_tile* tiles = legs->tiles;
    bool free = false;
    for (int64_t i = node; i > 0 && !free; i--) {
        searched[i] = true;
        free = has_free_steps(tiles[i - 1], tiles[node]);
    }
    free = false;
    for (int64_t i = node + 1; i < legs->count && !free; i++) {
        searched[i] = true;
        free = has_free_steps(tiles[i], tiles[node]);
    }
}

// A run begins at a node; its legs together cost what a straight line would cost. A bend is where it ends.
static void search_bends(bool* searched, const wendi_legs* legs, const wendi_heuristic* least) {
    const wend_tile* tiles = legs->tiles;
    wend_cost cost = 0;
    for (int64_t i = 1, begin = 0; i < legs->count; i++) {
        const wend_cost leg = legs->costs_opt[i];
        const bool straight = leg == wendi_heuristic_between(least, tiles[i - 1], tiles[i]);
        cost += leg;
        if (straight && cost == wendi_heuristic_between(least, tiles[begin], tiles[i])) continue;
        if (begin < i - 1 || !straight) search_around(searched, legs, i - 1);
        if (!straight) search_around(searched, legs, i);
        begin = straight ? i - 1 : i;
        cost = straight ? leg : 0;
    }
}

wend_result wendi_path_parts_choose(wendi_path_parts* parts, const wend_world* world,
                                    const wendi_legs* legs) {
    bool* searched = wendi_grow(&parts->allocator, parts->searched, &parts->capacity, 0, (size_t)legs->count,
                                sizeof *searched);
    if (!searched) return WEND_ERROR_MEMORY;
    parts->searched = searched;
    const bool steps_only = has_steps_only(world, legs),
               straight = steps_only && wendi_has_uniform_cost(world->grid);
    const wendi_heuristic least = least_costs(world->grid);
    const bool mostly_straight =
        straight && straight_legs(legs, &least) * 100 >= (legs->count - 1) * MOSTLY_STRAIGHT;
    parts->wide = steps_only && is_wide(world, legs, &least, mostly_straight, &parts->box);
    const bool by_bends = mostly_straight && !parts->wide && shows_tiles(world);
    memset(searched, !by_bends, (size_t)legs->count * sizeof *searched);
    if (by_bends) search_bends(searched, legs, &least);
    return WEND_OK;
}

bool wendi_path_parts_next(const wendi_path_parts* parts, const wendi_legs* legs, wendi_path_part* part) {
    const int64_t end = legs->count - 1;
    part->first = part->last;
    if (part->first == end) return false;
    part->searched = parts->searched[part->first + 1];
    while (part->last < end && parts->searched[part->last + 1] == part->searched) part->last++;
    return true;
}

wendi_legs wendi_legs_of_part(const wendi_legs* legs, const wendi_path_part* part) {
    wendi_legs out = *legs;
    out.tiles += part->first;
    out.clusters += part->first;
    out.count = part->last - part->first + 1;
    if (out.count == legs->count) return out;
    out.costs_opt += part->first;
    out.cost = 0;
    for (int64_t i = 1; i < out.count; i++) out.cost += out.costs_opt[i];
    return out;
}

wend_result wendi_path_part_add_tiles(const wend_world* world, const wendi_legs* legs,
                                      const wendi_path_part* part, bool* found_out, wendi_tile_list* out) {
    const wendi_graph* graph = &world->graph;
    wend_result result = out->count > 0 ? WEND_OK : wendi_tile_list_push(out, legs->tiles[part->first]);
    for (int64_t i = part->first + 1; i <= part->last && result == WEND_OK; i++) {
        const int32_t cluster = legs->clusters[i];
        const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
        result = wendi_touch(graph, 1, cluster);
        if (result == WEND_OK) result = wendi_tile_list_reserve(out, out->count + WENDI_MAX_OCTILE_TILES);
        if (result != WEND_OK) break;
        const int32_t count = wendi_octile_tiles(&graph->passability_bits[cluster], world->grid->connectivity,
                                                 (wend_tile){area.x, area.y}, legs->tiles[i - 1],
                                                 legs->tiles[i], out->data + out->count);
        *found_out = count >= 0;
        if (count < 0) break;
        out->count += count;
    }
    return result;
}
