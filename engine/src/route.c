// route.c: A* over the abstract graph.
#include "route.h"

#include <string.h>

void wendi_route_init(wendi_route* route, const wend_allocator* allocator) {
    *route = (wendi_route){.allocator = *allocator, .open.allocator = *allocator};
    wendi_unpack_init(&route->unpack, allocator);
}

void wendi_route_free(wendi_route* route) {
    wendi_free(&route->allocator, route->nodes, route->node_capacity, sizeof *route->nodes);
    wendi_heap_free(&route->open);
    wendi_free(&route->allocator, route->nodes_back, route->back_capacity, sizeof *route->nodes_back);
    wendi_unpack_free(&route->unpack);
}

size_t wendi_route_bytes(const wendi_route* route) {
    return route->node_capacity * sizeof *route->nodes + route->open.capacity * sizeof *route->open.entries +
           route->back_capacity * sizeof *route->nodes_back + wendi_unpack_bytes(&route->unpack);
}

// ---- the search

// Makes the nodes of a world as large as needed and those of earlier searches old.
static wend_result begin(wendi_route* route, const wend_world* world) {
    size_t count = world->abstract.node_count;
    if (route->node_capacity < count) {
        wendi_route_node* nodes = wendi_alloc_zeroed(&route->allocator, count, sizeof *nodes);
        if (!nodes) return WEND_ERROR_MEMORY;
        wendi_free(&route->allocator, route->nodes, route->node_capacity, sizeof *nodes);
        route->nodes = nodes;
        route->node_capacity = count;
        route->search = 0;
    }
    if (++route->search == 0) { // numbers are used up: none is old
        memset(route->nodes, 0, route->node_capacity * sizeof *route->nodes);
        route->search = 1;
    }
    route->open.count = 0;
    return WEND_OK;
}

static wendi_route_node* touch(wendi_route* route, uint32_t node) {
    wendi_route_node* n = &route->nodes[node];
    if (n->search != route->search)
        *n = (wendi_route_node){INT64_MAX, -1, WENDI_NO_NODE, -1, 0, route->search, false};
    return n;
}

typedef struct cluster_range { // columns and rows of clusters that hold a tile
    int32_t left, right, top, bottom;
} cluster_range;

typedef struct search_context {
    wendi_route* route;
    const wend_world* world;
    wendi_heuristic heuristic;
    wend_tile start, goal;
    cluster_range start_clusters, goal_clusters;
} search_context;

static cluster_range range_of(const wendi_clusters* clusters, const wendi_insertion* at) {
    int32_t first = at->clusters[0], last = at->clusters[at->cluster_count - 1], columns = clusters->columns;
    return (cluster_range){first % columns, last % columns, first / columns, last / columns};
}

// True when a cell, 2^shift clusters a side, holds a tile with this range.
static bool holds(int32_t column, int32_t row, int32_t shift, const cluster_range* r) {
    return column >= r->left >> shift && column <= r->right >> shift && row >= r->top >> shift &&
           row <= r->bottom >> shift;
}

// The largest cell round a cluster that holds neither start nor goal, or else the cluster.
static void active_cell(const search_context* s, int32_t cluster, int32_t* level_out, int32_t* cell_out) {
    const wendi_clusters* clusters = &s->world->abstract.clusters;
    int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    *level_out = 1;
    *cell_out = cluster;
    for (int32_t shift = 1; shift <= s->world->levels.count; shift++) {
        int32_t x = column >> shift, y = row >> shift;
        if (holds(x, y, shift, &s->start_clusters) || holds(x, y, shift, &s->goal_clusters)) break;
        *level_out = shift + 1;
        *cell_out = y * s->world->levels.level[shift - 1].cells.columns + x;
    }
}

static wend_result relax(const search_context* s, uint32_t node, wend_cost cost, uint32_t parent,
                         int32_t level, int32_t cell) {
    wendi_route_node* n = touch(s->route, node);
    if (cost >= n->cost) return WEND_OK;
    n->cost = cost;
    n->parent = parent;
    n->level = level;
    n->cell = cell;
    n->closed = false;
    wend_tile tile = s->world->abstract.node_tiles[node];
    return wendi_heap_push(&s->route->open, cost + wendi_heuristic_between(&s->heuristic, tile, s->goal),
                           node);
}

// Relaxes the edges of a node within one cell.
static wend_result expand_in(const search_context* s, uint32_t node, int32_t level, int32_t cell) {
    uint32_t list[WENDI_MAX_CLUSTER_NODES];
    wendi_cell_graph graph = wendi_cell_graph_of(&s->world->abstract, &s->world->levels, level, cell, list);
    wend_cost cost = s->route->nodes[node].cost;
    int32_t row = wendi_place_in(&graph, node);
    if (row < 0) return WEND_OK;
    const uint32_t* distances = graph.distances + (size_t)row * (size_t)graph.count;
    for (int32_t k = 0; k < graph.count; k++) {
        if (k == row || distances[k] == WENDI_UNREACHED) continue;
        wend_result result = relax(s, graph.nodes[k], cost + distances[k], node, level, cell);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Relaxes the edges of a node in all the cells it borders on but the one it was reached through: inside that
// one the node before it reaches the others as cheaply.
static wend_result expand(const search_context* s, uint32_t node) {
    const wendi_abstract* abstract = &s->world->abstract;
    int32_t through_level = s->route->nodes[node].level, through = s->route->nodes[node].cell;
    int32_t clusters[4], last_level = 0, last_cell = -1;
    int32_t cluster_count = wendi_clusters_at(&abstract->clusters, abstract->node_tiles[node], clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        int32_t level, cell;
        active_cell(s, clusters[i], &level, &cell);
        bool seen = (level == through_level && cell == through) || (level == last_level && cell == last_cell);
        if (seen || s->world->levels.top[node] < level) continue;
        wend_result result = expand_in(s, node, level, cell);
        if (result != WEND_OK) return result;
        last_level = level;
        last_cell = cell;
    }
    return WEND_OK;
}

// Unpacks the path to its last node and adds the leg to the goal.
static wend_result trace(const search_context* s, uint32_t last, int32_t last_cluster, bool* found_out) {
    wendi_route* route = s->route;
    const wendi_abstract* abstract = &s->world->abstract;
    size_t count = 0;
    for (uint32_t n = last; n != WENDI_NO_NODE; n = route->nodes[n].parent) count++;
    uint32_t* back =
        wendi_grow(&route->allocator, route->nodes_back, &route->back_capacity, 0, count, sizeof *back);
    if (!back) return WEND_ERROR_MEMORY;
    route->nodes_back = back;
    count = 0;
    for (uint32_t n = last; n != WENDI_NO_NODE; n = route->nodes[n].parent) back[count++] = n;
    const wendi_route_node* first = &route->nodes[back[count - 1]];
    wend_result result = wendi_unpack_begin(&route->unpack, s->world);
    if (result == WEND_OK) result = wendi_unpack_add(&route->unpack, s->start, -1);
    if (result == WEND_OK)
        result = wendi_unpack_add(&route->unpack, abstract->node_tiles[back[count - 1]], first->cell);
    for (size_t i = count - 1; i > 0 && result == WEND_OK; i--) {
        const wendi_route_node* n = &route->nodes[back[i - 1]];
        wendi_unpack_step step = {back[i], back[i - 1], (uint32_t)(n->cost - route->nodes[back[i]].cost),
                                  n->cell};
        result = wendi_unpack_edge(&route->unpack, s->world, &s->heuristic, n->level, step, found_out);
    }
    return result == WEND_OK ? wendi_unpack_add(&route->unpack, s->goal, last_cluster) : result;
}

wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wend_stats* stats) {
    const wendi_clusters* clusters = &world->abstract.clusters;
    search_context s = {.route = route,
                        .world = world,
                        .heuristic = wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE),
                        .start = start,
                        .goal = goal,
                        .start_clusters = range_of(clusters, from),
                        .goal_clusters = range_of(clusters, to)};
    wend_result result = begin(route, world);
    for (int32_t i = 0; i < to->link_count && result == WEND_OK; i++) {
        wendi_route_node* n = touch(route, to->links[i].node);
        if (n->to_goal < 0 || to->links[i].distance < n->to_goal) n->to_goal = to->links[i].distance;
    }
    for (int32_t i = 0; i < from->link_count && result == WEND_OK; i++) {
        const wendi_link* link = &from->links[i];
        result = relax(&s, link->node, link->distance, WENDI_NO_NODE, 1, link->cluster);
    }
    wend_cost best = INT64_MAX;
    uint32_t last = WENDI_NO_NODE; // node before the goal
    while (result == WEND_OK && route->open.count > 0 && route->open.entries[0].key < best) {
        uint32_t node = wendi_heap_pop(&route->open).item;
        wendi_route_node* n = &route->nodes[node];
        if (n->closed) continue;
        n->closed = true;
        stats->abstract_expanded++;
        if (n->to_goal >= 0 && n->cost + n->to_goal < best) {
            best = n->cost + n->to_goal;
            last = node;
        }
        result = expand(&s, node);
    }
    if (result != WEND_OK) return result;
    *found_out = last != WENDI_NO_NODE;
    route->cost = best;
    if (!*found_out) return WEND_OK;
    int32_t last_cluster = -1; // of the leg to the goal
    for (int32_t i = 0; i < to->link_count && last_cluster < 0; i++)
        if (to->links[i].node == last && to->links[i].distance == route->nodes[last].to_goal)
            last_cluster = to->links[i].cluster;
    return trace(&s, last, last_cluster, found_out);
}
