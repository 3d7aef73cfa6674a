// route.c: how does the route of a query come from the abstract search? Its edges are expanded from the start
// on, only as far as the query needs.
#include "search/route.h"

#include "hierarchy/ground.h"
#include "search/expand_edge.h"

// As many steps as no path has: all edges are expanded.
static const int64_t WHOLE_PATH = INT64_MAX / 2;

WENDI_LIST_FUNCTIONS(wendi_cost_list, wend_cost)

void wendi_route_init(wendi_route* route, const wend_allocator* allocator) {
    *route = (wendi_route){.edges.allocator = *allocator,
                           .spare.allocator = *allocator,
                           .tiles.allocator = *allocator,
                           .clusters.allocator = *allocator,
                           .costs.allocator = *allocator};
    wendi_abstract_search_init(&route->search, allocator);
}

void wendi_route_free(wendi_route* route) {
    wendi_abstract_search_free(&route->search);
    wendi_edge_list_free(&route->edges);
    wendi_edge_list_free(&route->spare);
    wendi_tile_list_free(&route->tiles);
    wendi_index_list_free(&route->clusters);
    wendi_cost_list_free(&route->costs);
}

size_t wendi_route_bytes(const wendi_route* route) {
    return wendi_abstract_search_bytes(&route->search) +
           (route->edges.capacity + route->spare.capacity) * sizeof(wendi_edge) +
           route->tiles.capacity * sizeof(wend_tile) + route->clusters.capacity * sizeof(int32_t) +
           route->costs.capacity * sizeof(wend_cost);
}

static wend_result add(wendi_route* route, wend_tile tile, int32_t cluster, wend_cost cost) {
    route->clusters.count = route->costs.count = route->tiles.count; // one of each to a tile
    wend_result result = wendi_index_list_push(&route->clusters, cluster);
    if (result == WEND_OK) result = wendi_cost_list_push(&route->costs, cost);
    return result == WEND_OK ? wendi_tile_list_push(&route->tiles, tile) : result;
}

// The cluster in which an inserted tile is linked to a node at the least cost, which goes to *cost_out.
static int32_t link_cluster(const wend_world* world, const wendi_insertion* at, uint32_t node,
                            wend_cost* cost_out) {
    int32_t best = 0;
    *cost_out = WENDI_UNREACHED;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        int32_t slot = wendi_matrix_slot(wendi_matrix_of(&world->graph, 1, at->clusters[i]), node);
        if (slot < 0 || at->distance[i][slot] >= *cost_out) continue;
        *cost_out = at->distance[i][slot];
        best = at->clusters[i];
    }
    return best;
}

static int64_t steps_to(const wendi_route* route, wend_tile tile) {
    WENDI_ASSERT(route->tiles.count > 0);
    wend_tile before = route->tiles.data[route->tiles.count - 1];
    return wendi_max(wendi_abs(tile.x - before.x), wendi_abs(tile.y - before.y));
}

// Lists the end tiles of the edges, from the last in the list on. Edges of larger clusters are expanded
// first, until there are enough steps.
static wend_result list_edges(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out) {
    wendi_edge_list* edges = &route->edges;
    wend_result result = WEND_OK;
    WENDI_ASSERT(route->ready == route->tiles.count);
    route->rest_count = 0;
    route->waits = false;
    if (steps >= WHOLE_PATH && !world->graph.ground)
        result = wendi_expand_edges(&route->search, world, found_out, edges, &route->spare);
    while (edges->count > 0 && result == WEND_OK && *found_out) {
        wendi_edge edge = edges->data[--edges->count];
        if (edge.level > 1 && steps > 0) {
            result = wendi_expand_edge(&route->search, world, &edge, found_out, edges);
            if (result != WEND_ERROR_NOT_LOADED) continue;
            route->waits = true;
            result = WEND_OK;
        }
        wend_tile tile = wendi_node_tile(&world->graph.clusters, edge.to);
        route->waits |= steps > 0 && edge.level == 0 && !wendi_ground_has_tile(&world->graph, tile);
        if (route->waits) steps = 0;
        bool wanted = steps > 0;
        if (!wanted && route->rest_count == 0)
            route->rest_count = edges->count + 1; // none is added from now on
        route->cost += edge.cost;
        steps -= edge.level > 0 ? steps_to(route, tile) : 1;
        result = add(route, tile, edge.level > 0 ? edge.cluster : -1, edge.cost);
        if (!wanted) continue;
        route->ready = route->tiles.count;
        route->ready_cost = route->cost;
    }
    return result;
}

// Lists the abstract path up to its last node.
static wend_result list(wendi_route* route, const wend_world* world, wend_tile start,
                        const wendi_insertion* from, uint32_t last, int64_t steps, bool* found_out) {
    uint32_t first = route->edges.count > 0 ? route->edges.data[route->edges.count - 1].from : last;
    wend_tile tile = wendi_node_tile(&world->graph.clusters, first);
    int32_t cluster = link_cluster(world, from, first, &route->cost);
    route->tiles.count = 0;
    wend_result result = add(route, start, -1, 0);
    if (result == WEND_OK) {
        steps -= steps_to(route, tile);
        result = add(route, tile, cluster, route->cost);
    }
    route->ready = route->tiles.count;
    route->ready_cost = route->cost;
    return result == WEND_OK ? list_edges(route, world, steps, found_out) : result;
}

// Adds the leg to the goal, if that is loaded.
static wend_result add_goal(wendi_route* route, wend_tile goal) {
    const bool whole = route->ready == route->tiles.count && route->goal_cluster >= 0;
    route->cost += route->goal_cost;
    const wend_result result = add(route, goal, route->goal_cluster, route->goal_cost);
    if (whole) route->ready = route->tiles.count;
    WENDI_ASSERT(route->ready >= 2 && route->ready <= route->tiles.count);
    return result;
}

wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               int64_t steps, wend_cost below, bool* found_out, wend_stats* stats) {
    uint32_t last = WENDI_NO_NODE;
    wend_result result = wendi_search_graph(&route->search, world, from, goal, to, below, steps == INT64_MAX,
                                            found_out, &last, &route->edges, stats);
    if (result == WEND_OK && *found_out) result = list(route, world, start, from, last, steps, found_out);
    if (result != WEND_OK || !*found_out) return result;
    route->goal_cluster = link_cluster(world, to, last, &route->goal_cost);
    return add_goal(route, goal);
}

wend_result wendi_route_extend(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out) {
    const wend_tile goal = route->tiles.data[route->tiles.count - 1];
    WENDI_ASSERT(!route->waits && route->ready < route->tiles.count);
    route->tiles.count = route->ready;
    route->cost = route->ready_cost;
    route->edges.count = route->rest_count;
    *found_out = true;
    const wend_result result = list_edges(route, world, steps, found_out);
    return result == WEND_OK && *found_out ? add_goal(route, goal) : result;
}

wend_result wendi_route_toward(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, int64_t steps, bool* found_out,
                               wend_stats* stats) {
    uint32_t last = WENDI_NO_NODE;
    wend_result result =
        wendi_search_toward(&route->search, world, from, goal, wendi_ground_level(world->graph.ground),
                            found_out, &last, &route->edges, stats);
    if (result == WEND_OK && *found_out) result = list(route, world, start, from, last, steps, found_out);
    if (result != WEND_OK || !*found_out) return result;
    route->goal_cluster = -1;
    route->goal_cost = 0;
    return add_goal(route, goal);
}
