// route.c: the abstract path: searched, unpacked, listed.
#include "route.h"

#include "unpack.h"

void wendi_route_init(wendi_route* route, const wend_allocator* allocator) {
    *route = (wendi_route){.allocator = *allocator};
    wendi_abstract_search_init(&route->search, allocator);
    route->edges.allocator = route->unpacked.allocator = route->tiles.allocator = *allocator;
}

void wendi_route_free(wendi_route* route) {
    wendi_abstract_search_free(&route->search);
    wendi_edge_list_free(&route->edges);
    wendi_edge_list_free(&route->unpacked);
    wendi_tile_list_free(&route->tiles);
    wendi_free(&route->allocator, route->clusters, route->cluster_capacity, sizeof *route->clusters);
}

size_t wendi_route_bytes(const wendi_route* route) {
    return wendi_abstract_search_bytes(&route->search) +
           (route->edges.capacity + route->unpacked.capacity) * sizeof(wendi_edge) +
           route->tiles.capacity * sizeof(wend_tile) + route->cluster_capacity * sizeof *route->clusters;
}

// Replaces the edges of one level by those of the level below.
static wend_result unpack_level(wendi_route* route, const wend_world* world, int32_t level, bool* found_out) {
    wend_result result = WEND_OK;
    route->unpacked.count = 0;
    for (int32_t i = 0; i < route->edges.count && result == WEND_OK && *found_out; i++) {
        const wendi_edge* edge = &route->edges.data[i];
        result = edge->level == level
                     ? wendi_unpack_edge(&route->search, world, edge, found_out, &route->unpacked)
                     : wendi_edge_list_push(&route->unpacked, *edge);
    }
    wendi_edge_list swap = route->edges;
    route->edges = route->unpacked;
    route->unpacked = swap;
    return result;
}

static wend_result add(wendi_route* route, wend_tile tile, int32_t cluster) {
    size_t count = (size_t)route->tiles.count;
    int32_t* clusters = wendi_grow(&route->allocator, route->clusters, &route->cluster_capacity, count,
                                   count + 1, sizeof *clusters);
    if (!clusters) return WEND_ERROR_MEMORY;
    route->clusters = clusters;
    clusters[count] = cluster;
    return wendi_tile_list_push(&route->tiles, tile);
}

// The cluster through which an inserted tile is linked to a node at the least cost, which goes to *cost_out.
static int32_t leg(const wend_world* world, const wendi_insertion* at, uint32_t node, wend_cost* cost_out) {
    int32_t best = 0;
    *cost_out = WENDI_UNREACHED;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        int32_t place = wendi_table_place(wendi_table_of(&world->abstract, 1, at->clusters[i]), node);
        if (place < 0 || at->distance[i][place] >= *cost_out) continue;
        *cost_out = at->distance[i][place];
        best = at->clusters[i];
    }
    return best;
}

// Lists the tiles of the edges, which end at the node last, with start and goal.
static wend_result list(wendi_route* route, const wend_world* world, wend_tile start,
                        const wendi_insertion* from, uint32_t last, wend_tile goal,
                        const wendi_insertion* to) {
    const wendi_clusters* clusters = &world->abstract.clusters;
    uint32_t first = last;
    if (route->edges.count > 0) first = route->edges.data[route->edges.count - 1].from;
    wend_cost cost;
    route->tiles.count = 0;
    wend_result result = add(route, start, -1);
    int32_t cluster = leg(world, from, first, &cost);
    route->cost = cost;
    if (result == WEND_OK) result = add(route, wendi_node_tile(clusters, first), cluster);
    for (int32_t i = route->edges.count - 1; i >= 0 && result == WEND_OK; i--) {
        const wendi_edge* edge = &route->edges.data[i];
        route->cost += edge->cost;
        result = add(route, wendi_node_tile(clusters, edge->to), edge->cell);
    }
    cluster = leg(world, to, last, &cost);
    route->cost += cost;
    return result == WEND_OK ? add(route, goal, cluster) : result;
}

wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wend_stats* stats) {
    uint32_t last = WENDI_NO_NODE;
    wend_result result =
        wendi_search_cells(&route->search, world, from, goal, to, found_out, &last, &route->edges, stats);
    for (int32_t level = world->abstract.level_count; level > 1 && result == WEND_OK && *found_out; level--)
        result = unpack_level(route, world, level, found_out);
    if (result != WEND_OK || !*found_out) return result;
    return list(route, world, start, from, last, goal, to);
}
