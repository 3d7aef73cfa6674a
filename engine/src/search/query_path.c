// query_path.c: what is the path of a query whose outcome is known, and which regions of a streamed world
// does it cross?
#include "search/query_path.h"

#include <string.h>

#include "grid/links.h"
#include "hierarchy/ground.h"
#include "search/expand_edge.h"
#include "search/path_check.h"
#include "search/smooth.h"
#include "wend/stream.h"

// ---- how do the outcome of a query and the tiles that it found become its path?

// True when the ground is loaded over which the string of a path may run.
static bool has_ground(const wend_search* search, const wendi_tile_list* tiles) {
    const wend_world* world = search->work.world;
    if (!world || !world->graph.ground) return true;
    wend_tile least = tiles->data[0], most = least;
    for (int64_t i = 1; i < tiles->count; i++) {
        least.x = wendi_min(least.x, tiles->data[i].x);
        least.y = wendi_min(least.y, tiles->data[i].y);
        most.x = wendi_max(most.x, tiles->data[i].x);
        most.y = wendi_max(most.y, tiles->data[i].y);
    }
    return wendi_ground_has_area(&world->graph,
                                 (wend_rect){least.x, least.y, most.x - least.x + 1, most.y - least.y + 1});
}

// In a mapped world, checks the clusters along the lines of a string that was pulled: they may lead over
// others than its tiles. In a streamed world they are loaded.
static wend_result check_lines(const wend_search* search, const wendi_tile_list* corners) {
    const wend_world* world = search->work.world;
    wend_result result = WEND_OK;
    if (!world || world->graph.ground) return WEND_OK;
    for (int64_t i = 1; i < corners->count && result == WEND_OK; i++)
        result = wendi_touch_near_line(&world->graph, corners->data[i - 1], corners->data[i]);
    return result;
}

wend_result wendi_query_add_waypoints(wend_search* search, const wendi_tile_list* tiles) {
    const wend_grid* grid = search->work.grid;
    const wend_query* query = &search->work.query;
    const double radius = (double)query->body_radius;
    wendi_tile_list* corners = &search->corners;
    const wend_path* before = search->work.before;
    const bool smooth = query->smooth && has_ground(search, tiles);
    bool done = false;
    wend_result result = WEND_OK;
    if (before && smooth && search->links.count == 0 && before->links.count == 0 && before->pulled)
        result = wendi_pull_part(&search->smoother, grid, before, tiles, radius, &search->part_corners,
                                 corners, &done);
    if (result == WEND_OK && !done)
        result = smooth ? wendi_pull_string(&search->smoother, grid, tiles, radius, corners)
                        : wendi_turning_points(grid, tiles, corners);
    if (result == WEND_OK && smooth) result = check_lines(search, corners);
    for (int64_t i = 0; i < corners->count && result == WEND_OK; i++)
        result = wendi_point_list_push(&search->waypoints, wend_grid_center(grid, corners->data[i]));
    return result;
}

static bool has_rest(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->outcome == WEND_PARTIAL && (w->provisional || (w->routed && search->route.rest_count > 0));
}

static int64_t rest_count(const wend_search* search) {
    return search->work.routed ? search->route.rest_count : 0;
}

// Keeps what the query has not refined. There must be room for it.
static void set_rest(const wend_search* search, wend_path* out) {
    const wendi_work* w = &search->work;
    const wendi_route* route = &search->route;
    wendi_rest* rest = &out->rest;
    const int64_t edges = rest_count(search);
    const wend_tile last = out->tiles.data[out->tiles.count - 1];
    rest->left = true;
    rest->world = w->world->id;
    rest->version = w->version;
    rest->level_count = w->level_count;
    rest->provisional = w->provisional;
    rest->nearest = search->ends.nearest;
    rest->goal = w->query.goal;
    rest->waits = w->routed ? route->waits || edges == 0 : true;
    rest->goal_cluster = w->routed ? route->goal_cluster : -1;
    rest->goal_cost = w->routed ? route->goal_cost : 0;
    rest->edges.count = edges;
    if (edges > 0) memcpy(rest->edges.data, route->edges.data, (size_t)edges * sizeof *rest->edges.data);
    rest->route_nodes = w->routed ? route->ready : 0;
    rest->tiles.count = 1;
    rest->tiles.data[0] = last;
    rest->clusters.data[0] = -1;
}

// Chooses the waypoints for the tiles found, sums the cost and sets the path. Both ends of a link are
// waypoints, and the tiles between two links are treated like a path.
static wend_result set_tiles(wend_search* search, wend_path* out) {
    wendi_work* w = &search->work;
    const wend_grid* grid = w->grid;
    const wendi_tile_list* tiles = &search->tiles;
    wendi_path_link_list* links = &search->links;
    WENDI_ASSERT(tiles->count > 0);
    uint64_t time = wendi_search_now(search);
    double cost = 0;
    wend_cost integer_cost = 0;
    wend_result result = WEND_OK;
    search->waypoints.count = 0;
    for (int64_t i = 0, first = 0; i <= links->count && result == WEND_OK; i++) {
        int64_t end = i < links->count ? links->data[i].tile + 1 : tiles->count;
        wendi_tile_list part = {.data = tiles->data + first, .count = end - first};
        wend_cost part_cost;
        WENDI_ASSERT(first < end && end <= tiles->count);
        result = wendi_query_add_waypoints(search, &part);
        cost += wendi_path_cost(grid, part.data, part.count, &part_cost);
        integer_cost += part_cost;
        first = end;
        if (i == links->count) break;
        const wend_link* link = wend_grid_find_link(grid, links->data[i].id);
        links->data[i].waypoint = (int32_t)search->waypoints.count - 1;
        if (!link) continue; // removed since the path was found
        cost += (double)link->cost;
        integer_cost += wendi_link_cost(grid, link);
    }
    wendi_search_lap(search, &time, &w->stats.smooth_ns);
    if (result == WEND_OK && has_rest(search)) result = wendi_rest_reserve(&out->rest, rest_count(search), 1);
    if (result != WEND_OK) return result;
    result =
        wendi_path_assign(out, w->outcome, cost, integer_cost, tiles,
                          w->routed ? &search->route.tiles : &search->no_route, &search->waypoints, links);
    if (result != WEND_OK) return result;
    out->pulled = w->query.smooth;
    if (has_rest(search)) set_rest(search, out);
    return WEND_OK;
}

static wend_result set_no_tiles(wend_search* search, wend_path* out) {
    WENDI_ASSERT(search->no_route.count == 0);
    search->waypoints.count = 0;
    return wendi_path_assign(out, search->work.outcome, 0, 0, &search->no_route, &search->no_route,
                             &search->waypoints, NULL);
}

static wend_result set_chosen(const wend_path* chosen, int32_t goal, wend_path* out) {
    wend_result result = wendi_rest_reserve(&out->rest, chosen->rest.edges.count, chosen->rest.tiles.count);
    if (result == WEND_OK)
        result = wendi_path_assign(out, chosen->outcome, chosen->cost, chosen->integer_cost, &chosen->tiles,
                                   &chosen->route, &chosen->waypoints, &chosen->links);
    if (result != WEND_OK) return result;
    out->goal = goal;
    out->pulled = chosen->pulled;
    wendi_rest_copy(&out->rest, &chosen->rest);
    return WEND_OK;
}

wend_result wendi_query_set_path(wend_search* search, wend_path* out) {
    const wendi_work* w = &search->work;
    if (w->chosen) return set_chosen(w->chosen, w->chosen_goal, out);
    if (w->outcome != WEND_FOUND && w->outcome != WEND_PARTIAL) return set_no_tiles(search, out);
    wend_result result = set_tiles(search, out);
    if (result != WEND_OK || !w->goals) return result;
    const int32_t position = wendi_goals_find(w->goals, search->tiles.data[search->tiles.count - 1]);
    WENDI_ASSERT(position >= 0);
    out->goal = w->goals->items[position].index;
    return WEND_OK;
}

// ---- which regions of a streamed world does a path cross?

typedef struct region_list {
    const wend_world* world;
    wend_rect* areas;
    int32_t most, count;
} region_list;

static void add_region(region_list* list, int32_t level, int32_t cluster) {
    const wendi_graph* graph = &list->world->graph;
    const wend_rect area = wendi_ground_area(graph->ground, wendi_ground_region(graph, level, cluster));
    for (int32_t i = 0; i < list->count; i++)
        if (list->areas[i].x == area.x && list->areas[i].y == area.y) return;
    if (list->count < list->most) list->areas[list->count++] = area;
}

// Adds the regions of a tile that are not loaded.
static void add_regions_of(region_list* list, wend_tile tile) {
    const wendi_graph* graph = &list->world->graph;
    int32_t clusters[4];
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++)
        if (!wendi_has_ground(graph, clusters[i])) add_region(list, 1, clusters[i]);
}

// Adds the regions that tiles lie in. One on a line between regions needs no further one. A path of another
// world may have tiles off the map.
static void add_regions_of_tiles(region_list* list, const wendi_tile_list* tiles) {
    const wendi_graph* graph = &list->world->graph;
    const wendi_partition* clusters = &graph->clusters;
    int32_t at[4], before = -1;
    for (int64_t i = 0; i < tiles->count && list->count < list->most; i++) {
        if (!wend_grid_contains(list->world->grid, tiles->data[i])) continue;
        const int32_t count = wendi_clusters_at(clusters, tiles->data[i], at);
        bool same = false;
        for (int32_t k = 0; k < count; k++)
            same |= before >= 0 && wendi_ground_region(graph, 1, at[k]) == before;
        if (same) continue;
        before = wendi_ground_region(graph, 1, at[0]);
        add_region(list, 1, at[0]);
    }
}

// Edges of clusters larger than a region become smaller ones, in scratch memory of the search.
static wend_result add_regions(wend_search* search, const wend_path* path, region_list* list) {
    const wendi_rest* rest = &path->rest;
    const wend_world* world = list->world;
    const int32_t level = wendi_ground_level(world->graph.ground);
    wendi_edge_list* edges = &search->route.edges;
    wend_result result = WEND_OK;
    bool found = true;
    edges->count = 0;
    if (rest->tiles.count <= 1 && rest->edges.count == 0)
        add_regions_of(list, path->tiles.data[path->tiles.count - 1]);
    for (int64_t i = 1; i < rest->tiles.count; i++)
        if (rest->clusters.data[i] < 0)
            add_regions_of(list, rest->tiles.data[i]);
        else
            add_region(list, 1, rest->clusters.data[i]);
    for (int32_t i = 0; i < rest->edges.count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges, rest->edges.data[i]);
    while (edges->count > 0 && list->count < list->most && found && result == WEND_OK) {
        const wendi_edge edge = edges->data[--edges->count];
        if (edge.level > level)
            result = wendi_expand_edge(&search->route.search, world, &edge, &found, edges);
        else if (edge.level == 0)
            add_regions_of(list, wendi_node_tile(&world->graph.clusters, edge.to));
        else
            add_region(list, edge.level, edge.cluster);
    }
    if (result != WEND_OK || !found || edges->count > 0) return result;
    add_regions_of(list, rest->goal);
    return WEND_OK;
}

wend_result wend_path_regions(wend_search* search, const wend_world* world, const wend_path* path,
                              int32_t most, wend_rect* out, int32_t* count_out) {
    if (!search || !world || !path || most < 1 || !out || !count_out) return WEND_ERROR_ARGUMENT;
    region_list list = {.world = world, .areas = out, .most = most};
    wend_result result = WEND_OK;
    if (world->graph.ground && path->tiles.count > 0) {
        const int32_t turn = wendi_ground_begin(&world->graph);
        add_regions_of_tiles(&list, &path->tiles);
        if (path->rest.left && wendi_rest_is_of(path, world)) result = add_regions(search, path, &list);
        wendi_ground_end(&world->graph, turn);
    }
    if (result == WEND_OK) *count_out = list.count;
    return result;
}
