// unpack.c: A* over the nodes of a cell's children. Since the edge's cost is known, only nodes that lie on a
// path of that cost are looked at.
#include "unpack.h"

#include <string.h>

void wendi_unpack_init(wendi_unpack* unpack, const wend_allocator* allocator) {
    *unpack =
        (wendi_unpack){.allocator = *allocator, .open.allocator = *allocator, .tiles.allocator = *allocator};
}

void wendi_unpack_free(wendi_unpack* u) {
    wendi_free(&u->allocator, u->nodes, u->node_capacity, sizeof *u->nodes);
    wendi_free(&u->allocator, u->steps, u->step_capacity, sizeof *u->steps);
    wendi_free(&u->allocator, u->clusters, u->cluster_capacity, sizeof *u->clusters);
    wendi_heap_free(&u->open);
    wendi_tile_list_free(&u->tiles);
}

size_t wendi_unpack_bytes(const wendi_unpack* u) {
    return u->node_capacity * sizeof *u->nodes + u->step_capacity * sizeof *u->steps +
           u->cluster_capacity * sizeof *u->clusters + u->open.capacity * sizeof *u->open.entries +
           u->tiles.capacity * sizeof *u->tiles.data;
}

wend_result wendi_unpack_begin(wendi_unpack* u, const wend_world* world) {
    u->tiles.count = 0;
    size_t count = world->abstract.node_count;
    if (u->node_capacity >= count) return WEND_OK;
    wendi_unpack_node* nodes = wendi_alloc_zeroed(&u->allocator, count, sizeof *nodes);
    if (!nodes) return WEND_ERROR_MEMORY;
    wendi_free(&u->allocator, u->nodes, u->node_capacity, sizeof *nodes);
    u->nodes = nodes;
    u->node_capacity = count;
    u->search = 0;
    return WEND_OK;
}

wend_result wendi_unpack_add(wendi_unpack* u, wend_tile to, int32_t cluster) {
    size_t count = (size_t)u->tiles.count;
    int32_t* clusters =
        wendi_grow(&u->allocator, u->clusters, &u->cluster_capacity, count, count + 1, sizeof *clusters);
    if (!clusters) return WEND_ERROR_MEMORY;
    u->clusters = clusters;
    clusters[count] = cluster;
    return wendi_tile_list_push(&u->tiles, to);
}

typedef struct edge_search {
    wendi_unpack* u;
    const wend_world* world;
    const wendi_heuristic* heuristic;
    wendi_unpack_step edge;
    wendi_cell_graph graph[4]; // of the children
    int32_t cell[4];
    int32_t child_count;
    uint32_t list[4][WENDI_MAX_CLUSTER_NODES];
} edge_search;

static wend_result reach(edge_search* s, uint32_t node, wend_cost cost, uint32_t before, int32_t child) {
    wendi_unpack_node* n = &s->u->nodes[node];
    if (n->search == s->u->search && cost >= n->cost) return WEND_OK;
    const wend_tile* tiles = s->world->abstract.node_tiles;
    wend_cost key = cost + wendi_heuristic_between(s->heuristic, tiles[node], tiles[s->edge.to]);
    if (key > s->edge.cost) return WEND_OK;
    *n = (wendi_unpack_node){(uint32_t)cost, before, s->u->search, (int8_t)child, false};
    return wendi_heap_push(&s->u->open, key, node);
}

static wend_result expand(edge_search* s, uint32_t node) {
    wendi_unpack_node from = s->u->nodes[node];
    for (int32_t c = 0; c < s->child_count; c++) {
        const wendi_cell_graph* g = &s->graph[c];
        int32_t row = c == from.child ? -1 : wendi_place_in(g, node);
        if (row < 0) continue;
        const uint32_t* distances = g->distances + (size_t)row * (size_t)g->count;
        for (int32_t k = 0; k < g->count; k++) {
            if (distances[k] > s->edge.cost - from.cost) continue;
            wend_result result = reach(s, g->nodes[k], (wend_cost)from.cost + distances[k], node, c);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

static wend_result find_edge(edge_search* s, bool* found_out) {
    wendi_unpack* u = s->u;
    if (++u->search == 0) { // numbers are used up: none is old
        memset(u->nodes, 0, u->node_capacity * sizeof *u->nodes);
        u->search = 1;
    }
    u->open.count = 0;
    wend_result result = reach(s, s->edge.from, 0, s->edge.from, -1);
    while (result == WEND_OK && u->open.count > 0) {
        uint32_t node = wendi_heap_pop(&u->open).item;
        if (node == s->edge.to) return WEND_OK;
        if (u->nodes[node].closed) continue;
        u->nodes[node].closed = true;
        result = expand(s, node);
    }
    if (result == WEND_OK) *found_out = false;
    return result;
}

// Puts the edges that were found on the stack above depth, the first on top. Returns the new depth; 0: out of
// memory.
static size_t stack_steps(edge_search* s, size_t depth) {
    wendi_unpack* u = s->u;
    for (uint32_t n = s->edge.to; n != s->edge.from; n = u->nodes[n].before) {
        wendi_unpack_step* steps =
            wendi_grow(&u->allocator, u->steps, &u->step_capacity, depth, depth + 1, sizeof *steps);
        if (!steps) return 0;
        u->steps = steps;
        const wendi_unpack_node* to = &u->nodes[n];
        steps[depth++] =
            (wendi_unpack_step){to->before, n, to->cost - u->nodes[to->before].cost, s->cell[to->child]};
    }
    return depth;
}

static wend_result unpack(wendi_unpack* u, const wend_world* world, const wendi_heuristic* heuristic,
                          int32_t level, wendi_unpack_step edge, size_t depth, bool* found_out) {
    if (level == 1) return wendi_unpack_add(u, world->abstract.node_tiles[edge.to], edge.cell);
    edge_search s = {.u = u, .world = world, .heuristic = heuristic, .edge = edge};
    s.child_count = wendi_children_of(&world->abstract, &world->levels, level, edge.cell, s.cell);
    for (int32_t c = 0; c < s.child_count; c++)
        s.graph[c] = wendi_cell_graph_of(&world->abstract, &world->levels, level - 1, s.cell[c], s.list[c]);
    wend_result result = find_edge(&s, found_out);
    if (result != WEND_OK || !*found_out) return result;
    size_t top = stack_steps(&s, depth);
    if (top == 0) return WEND_ERROR_MEMORY;
    for (; top > depth && result == WEND_OK && *found_out; top--)
        result = unpack(u, world, heuristic, level - 1, u->steps[top - 1], top - 1, found_out);
    return result;
}

wend_result wendi_unpack_edge(wendi_unpack* u, const wend_world* world, const wendi_heuristic* heuristic,
                              int32_t level, wendi_unpack_step step, bool* found_out) {
    return unpack(u, world, heuristic, level, step, 0, found_out);
}
