// route.c: A* over the abstract graph, on a binary heap ordered by (key, node).
#include "route.h"

#include <string.h>

enum { INITIAL_HEAP = 1024 };

void wendi_route_init(wendi_route* route, const wend_allocator* allocator) {
    *route = (wendi_route){.allocator = *allocator, .tiles.allocator = *allocator};
}

void wendi_route_free(wendi_route* route) {
    wendi_free(&route->allocator, route->nodes, route->node_capacity, sizeof *route->nodes);
    wendi_free(&route->allocator, route->heap, route->heap_capacity, sizeof *route->heap);
    wendi_free(&route->allocator, route->clusters, route->cluster_capacity, sizeof *route->clusters);
    wendi_tile_list_free(&route->tiles);
}

size_t wendi_route_bytes(const wendi_route* route) {
    return route->node_capacity * sizeof *route->nodes + route->heap_capacity * sizeof *route->heap +
           route->cluster_capacity * sizeof *route->clusters +
           route->tiles.capacity * sizeof *route->tiles.data;
}

// ---- the open list

static bool before(wendi_route_entry a, wendi_route_entry b) {
    return a.key < b.key || (a.key == b.key && a.node < b.node);
}

static wend_result push(wendi_route* route, wend_cost key, uint32_t node) {
    if ((size_t)route->heap_count == route->heap_capacity) {
        wendi_route_entry* heap =
            wendi_grow(&route->allocator, route->heap, &route->heap_capacity, (size_t)route->heap_count,
                       (size_t)route->heap_count + INITIAL_HEAP, sizeof *heap);
        if (!heap) return WEND_ERROR_MEMORY;
        route->heap = heap;
    }
    wendi_route_entry entry = {key, node};
    int32_t at = route->heap_count++;
    for (; at > 0 && before(entry, route->heap[(at - 1) / 2]); at = (at - 1) / 2)
        route->heap[at] = route->heap[(at - 1) / 2];
    route->heap[at] = entry;
    return WEND_OK;
}

static uint32_t pop(wendi_route* route) {
    wendi_route_entry top = route->heap[0], last = route->heap[--route->heap_count];
    int32_t at = 0;
    for (int32_t child = 1; child < route->heap_count; child = 2 * at + 1) {
        if (child + 1 < route->heap_count && before(route->heap[child + 1], route->heap[child])) child++;
        if (!before(route->heap[child], last)) break;
        route->heap[at] = route->heap[child];
        at = child;
    }
    route->heap[at] = last;
    return top.node;
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
    route->heap_count = 0;
    return WEND_OK;
}

static wendi_route_node* touch(wendi_route* route, uint32_t node) {
    wendi_route_node* n = &route->nodes[node];
    if (n->search != route->search)
        *n = (wendi_route_node){INT64_MAX, -1, WENDI_NO_NODE, -1, route->search, false};
    return n;
}

typedef struct search_context {
    wendi_route* route;
    const wendi_abstract* abstract;
    wendi_heuristic heuristic;
    wend_tile goal;
} search_context;

static wend_result relax(const search_context* s, uint32_t node, wend_cost cost, uint32_t parent,
                         int32_t cluster) {
    wendi_route_node* n = touch(s->route, node);
    if (cost >= n->cost) return WEND_OK;
    n->cost = cost;
    n->parent = parent;
    n->cluster = cluster;
    n->closed = false;
    return push(s->route,
                cost + wendi_heuristic_between(&s->heuristic, s->abstract->node_tiles[node], s->goal), node);
}

// Relaxes the edges of a node in all its clusters but the one it was reached through: inside that one the
// node before it reaches the others as cheaply.
static wend_result expand(const search_context* s, uint32_t node) {
    const wendi_abstract* abstract = s->abstract;
    const wendi_route_node* n = &s->route->nodes[node];
    wend_cost cost = n->cost;
    int32_t clusters[4], through = n->cluster;
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    int32_t cluster_count = wendi_clusters_at(&abstract->clusters, abstract->node_tiles[node], clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        if (clusters[i] == through) continue;
        int32_t count = wendi_cluster_nodes(abstract, clusters[i], nodes), row = 0;
        while (nodes[row] != node) row++;
        const uint32_t* distances =
            abstract->distances + abstract->first_entry[clusters[i]] + (size_t)row * (size_t)count;
        for (int32_t k = 0; k < count; k++) {
            if (k == row || distances[k] == WENDI_UNREACHED) continue;
            wend_result result = relax(s, nodes[k], cost + distances[k], node, clusters[i]);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// Writes the answer: the tiles of start, nodes and goal and the cluster of each leg.
static wend_result trace(wendi_route* route, const wendi_abstract* abstract, wend_tile start, wend_tile goal,
                         uint32_t last, int32_t last_cluster) {
    int64_t count = 2;
    for (uint32_t n = last; n != WENDI_NO_NODE; n = route->nodes[n].parent) count++;
    route->tiles.count = 0;
    if (wendi_tile_list_reserve(&route->tiles, count) != WEND_OK) return WEND_ERROR_MEMORY;
    int32_t* clusters = wendi_grow(&route->allocator, route->clusters, &route->cluster_capacity, 0,
                                   (size_t)count, sizeof *clusters);
    if (!clusters) return WEND_ERROR_MEMORY;
    route->clusters = clusters;
    route->tiles.count = count;
    route->tiles.data[--count] = goal;
    clusters[count - 1] = last_cluster;
    for (uint32_t n = last; n != WENDI_NO_NODE; n = route->nodes[n].parent) {
        route->tiles.data[--count] = abstract->node_tiles[n];
        clusters[count - 1] = route->nodes[n].cluster;
    }
    route->tiles.data[0] = start;
    return WEND_OK;
}

wend_result wendi_route_search(wendi_route* route, const wend_world* world, wend_tile start,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to,
                               bool* found_out, wend_stats* stats) {
    const wendi_abstract* abstract = &world->abstract;
    search_context s = {route, abstract, wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE),
                        goal};
    wend_result result = begin(route, world);
    for (int32_t i = 0; i < to->link_count && result == WEND_OK; i++) {
        wendi_route_node* n = touch(route, to->links[i].node);
        if (n->to_goal < 0 || to->links[i].distance < n->to_goal) n->to_goal = to->links[i].distance;
    }
    for (int32_t i = 0; i < from->link_count && result == WEND_OK; i++) {
        const wendi_link* link = &from->links[i];
        result = relax(&s, link->node, link->distance, WENDI_NO_NODE, link->cluster);
    }
    wend_cost best = INT64_MAX;
    uint32_t last = WENDI_NO_NODE; // node before the goal
    while (result == WEND_OK && route->heap_count > 0 && route->heap[0].key < best) {
        uint32_t node = pop(route);
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
    return trace(route, abstract, start, goal, last, last_cluster);
}
