// path.c: what does a path store, and what is left of it to refine?
#include "search/path.h"

#include <string.h>

#include "core/hash.h"

// ---- how is what is left to refine of a path stored?

void wendi_rest_init(wendi_rest* rest, const wend_allocator* allocator) {
    *rest = (wendi_rest){.left = false};
    rest->edges.allocator = rest->tiles.allocator = rest->clusters.allocator = *allocator;
}

void wendi_rest_free(wendi_rest* rest) {
    wendi_index_list_free(&rest->clusters);
    wendi_edge_list_free(&rest->edges);
    wendi_tile_list_free(&rest->tiles);
}

void wendi_rest_clear(wendi_rest* rest) {
    rest->left = rest->broken = rest->goal_listed = rest->waits = rest->provisional = rest->nearest = false;
    rest->edges.count = 0;
    rest->tiles.count = 0;
}

wend_result wendi_rest_reserve(wendi_rest* rest, int64_t edges, int64_t legs) {
    rest->clusters.count = rest->tiles.count;
    wend_result result = wendi_edge_list_reserve(&rest->edges, edges);
    if (result == WEND_OK) result = wendi_index_list_reserve(&rest->clusters, legs);
    return result == WEND_OK ? wendi_tile_list_reserve(&rest->tiles, legs) : result;
}

void wendi_rest_copy(wendi_rest* rest, const wendi_rest* from) {
    const wendi_rest own = *rest;
    *rest = *from;
    rest->edges = own.edges;
    rest->tiles = own.tiles;
    rest->clusters = own.clusters;
    wendi_edge_list_copy(&rest->edges, &from->edges);
    wendi_tile_list_copy(&rest->tiles, &from->tiles);
    const size_t clusters = (size_t)from->tiles.count; // one to a tile
    if (clusters > 0) memcpy(rest->clusters.data, from->clusters.data, clusters * sizeof(int32_t));
}

// ---- how is the answer to a query stored, read and hashed?

const char* wend_outcome_string(wend_outcome outcome) {
    static const char* const texts[WEND_OUTCOME_COUNT] = {
        [WEND_FOUND] = "found",
        [WEND_PARTIAL] = "partial",
        [WEND_NO_ROUTE] = "no_route",
        [WEND_START_BLOCKED] = "start_blocked",
        [WEND_GOAL_BLOCKED] = "goal_blocked",
    };
    bool known = (int)outcome >= 0 && outcome < WEND_OUTCOME_COUNT;
    return known ? texts[outcome] : "unknown outcome";
}

WENDI_LIST_FUNCTIONS(wendi_point_list, wend_vec2)
WENDI_LIST_FUNCTIONS(wendi_path_link_list, wend_path_link)
WENDI_LIST_FUNCTIONS(wendi_floor_list, uint16_t)

void wendi_path_init(wend_path* path, const wend_allocator* allocator) {
    path->outcome = WEND_NO_ROUTE;
    path->goal = -1;
    path->allocator = path->tiles.allocator = path->route.allocator = path->waypoints.allocator = *allocator;
    path->links.allocator = *allocator;
    path->shown.tiles.allocator = path->shown.route.allocator = path->shown.waypoints.allocator =
        path->shown.floors.allocator = *allocator;
    wendi_rest_init(&path->rest, allocator);
    path->start_tile = path->goal_tile = path->asked_start = path->asked_goal = WENDI_NO_TILE;
}

// A tile of the path for callers.
static wend_tile shown_tile(const wend_path* path, wend_tile tile) {
    return wendi_from_sheet(&path->floors, tile);
}

wend_result wendi_path_reserve_shown(wend_path* path, int64_t tiles, int64_t route, int64_t waypoints) {
    wendi_shown_path* shown = &path->shown;
    if (wendi_is_sheet(&path->floors)) return WEND_OK;
    wend_result result = wendi_tile_list_reserve(&shown->tiles, tiles);
    if (result == WEND_OK) result = wendi_tile_list_reserve(&shown->route, route);
    if (result == WEND_OK) result = wendi_point_list_reserve(&shown->waypoints, waypoints);
    return result == WEND_OK ? wendi_floor_list_reserve(&shown->floors, waypoints) : result;
}

static void show_tiles(const wend_path* path, const wendi_tile_list* tiles, wendi_tile_list* shown) {
    wendi_tile_list_copy(shown, tiles);
    wendi_tiles_from_sheet(&path->floors, shown->data, shown->count);
}

// Each waypoint lies on the floor of a tile near it.
void wendi_path_show(wend_path* path) {
    wendi_shown_path* shown = &path->shown;
    shown->used = !wendi_is_sheet(&path->floors);
    if (!shown->used) return;
    show_tiles(path, &path->tiles, &shown->tiles);
    show_tiles(path, &path->route, &shown->route);
    for (int64_t i = 0; i < path->waypoints.count; i++) {
        const wend_vec2 point = path->waypoints.data[i];
        const int32_t floor = wendi_floor_at(&path->floors, point);
        shown->waypoints.data[i] = wendi_position_from_sheet(&path->floors, point, floor);
        shown->floors.data[i] = (uint16_t)floor;
    }
    shown->waypoints.count = shown->floors.count = path->waypoints.count;
}

wend_result wend_path_create(const wend_allocator* allocator_opt, wend_path** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_path* path = wendi_owner_create(allocator_opt, sizeof *path);
    if (!path) return WEND_ERROR_MEMORY;
    const wend_allocator allocator = wendi_owned_by(&path->owner);
    wendi_path_init(path, &allocator);
    *out = path;
    return WEND_OK;
}

void wend_path_destroy(wend_path* path) {
    if (path) wendi_owner_destroy(&path->owner);
}

wend_outcome wend_path_outcome(const wend_path* path) {
    return path ? path->outcome : WEND_NO_ROUTE;
}
double wend_path_cost(const wend_path* path) {
    return path ? path->cost : 0;
}
wend_cost wend_path_integer_cost(const wend_path* path) {
    return path ? path->integer_cost : 0;
}

int32_t wend_path_goal(const wend_path* path) {
    return path ? path->goal : -1;
}

wend_tile wend_path_start_tile(const wend_path* path) {
    return path ? shown_tile(path, path->start_tile) : WENDI_NO_TILE;
}

wend_tile wend_path_goal_tile(const wend_path* path) {
    return path ? shown_tile(path, path->goal_tile) : WENDI_NO_TILE;
}

wend_snapped wend_path_snapped(const wend_path* path, wend_tile* from_out, wend_tile* to_out) {
    if (!path || !from_out || !to_out) return (wend_snapped){0};
    const wend_tile start = path->start_tile, goal = path->goal_tile;
    const wend_tile from = path->asked_start, to = path->asked_goal;
    *from_out = shown_tile(path, from);
    *to_out = shown_tile(path, to);
    return (wend_snapped){.start = start.x != from.x || start.y != from.y,
                          .goal = goal.x != to.x || goal.y != to.y};
}

const wend_tile* wend_path_tiles(const wend_path* path, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = path ? (int32_t)path->tiles.count : 0;
    return !path ? NULL : path->shown.used ? path->shown.tiles.data : path->tiles.data;
}

const wend_tile* wend_path_route(const wend_path* path, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = path ? (int32_t)path->route.count : 0;
    return !path ? NULL : path->shown.used ? path->shown.route.data : path->route.data;
}

const wend_path_link* wend_path_links(const wend_path* path, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = path ? (int32_t)path->links.count : 0;
    return path ? path->links.data : NULL;
}

const wend_vec2* wend_path_waypoints(const wend_path* path, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = path ? (int32_t)path->waypoints.count : 0;
    return !path ? NULL : path->shown.used ? path->shown.waypoints.data : path->waypoints.data;
}

const uint16_t* wend_path_waypoint_floors(const wend_path* path, int32_t* count_out) {
    if (!count_out) return NULL;
    const bool used = path && path->shown.used && wendi_has_floors(&path->floors);
    *count_out = used ? (int32_t)path->shown.floors.count : 0;
    return used ? path->shown.floors.data : NULL;
}

wend_result wendi_path_assign(wend_path* path, wend_outcome outcome, double cost, wend_cost integer_cost,
                              const wendi_tile_list* tiles, const wendi_tile_list* route,
                              const wendi_point_list* waypoints, const wendi_path_link_list* links_opt) {
    static const wendi_path_link_list none = {.count = 0};
    const wendi_path_link_list* links = links_opt ? links_opt : &none;
    WENDI_ASSERT(outcome >= 0 && outcome < WEND_OUTCOME_COUNT && cost >= 0 && integer_cost >= 0);
    if (wendi_tile_list_reserve(&path->tiles, tiles->count) != WEND_OK ||
        wendi_tile_list_reserve(&path->route, route->count) != WEND_OK ||
        wendi_point_list_reserve(&path->waypoints, waypoints->count) != WEND_OK ||
        wendi_path_link_list_reserve(&path->links, links->count) != WEND_OK ||
        wendi_path_reserve_shown(path, tiles->count, route->count, waypoints->count) != WEND_OK)
        return WEND_ERROR_MEMORY;
    wendi_rest_clear(&path->rest);
    path->outcome = outcome;
    path->cost = cost;
    path->integer_cost = integer_cost;
    path->goal = outcome == WEND_FOUND || outcome == WEND_PARTIAL ? 0 : -1;
    wendi_tile_list_copy(&path->tiles, tiles);
    wendi_tile_list_copy(&path->route, route);
    wendi_point_list_copy(&path->waypoints, waypoints);
    wendi_path_link_list_copy(&path->links, links);
    wendi_path_show(path);
    return WEND_OK;
}

uint64_t wend_path_hash(const wend_path* path) {
    if (!path) return 0;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    wendi_hash_u64(&state, (uint64_t)path->outcome);
    wendi_hash_u64(&state, (uint64_t)path->integer_cost);
    for (int64_t i = 0; i < path->tiles.count; i++) {
        wend_tile tile = path->tiles.data[i];
        wendi_hash_u64(&state, (uint64_t)(uint32_t)tile.x << 32 | (uint32_t)tile.y);
    }
    return XXH3_64bits_digest(&state);
}
