// abstract_trace.c: over which edges does a path come to its last node? The closed g of a node is at least
// that of the node before plus the cost of the edge, both in the cluster that it came from. With a raised
// heuristic it may be more: then the path costs less than the search knew.
#include "search/abstract_trace.h"

#include "grid/links.h"
#include "search/active_clusters.h"

// As edge_into, for a node that got its cost by a link.
static bool link_into(const wendi_abstract_search* s, uint32_t node, int32_t cost, int32_t index,
                      wendi_node_slot* at_io, wendi_edge* out) {
    const wend_grid* grid = s->world->grid;
    const wend_link* link = &grid->links.data[index];
    const wendi_partition* partition = &s->world->graph.clusters;
    const int32_t link_cost = (int32_t)wendi_link_cost(grid, link);
    uint32_t from = wendi_node_at_tile(partition, link->from);
    int32_t clusters[4], count = wendi_clusters_at(partition, link->from, clusters);
    for (int32_t i = 0; i < count; i++) {
        const int32_t row = clusters[i] / s->columns, column = clusters[i] - row * s->columns;
        const int32_t active = wendi_cluster_directory_at(&s->directory, column, row);
        if (active < 0) continue;
        const wendi_active_cluster* v = &s->active[active];
        int32_t slot = wendi_matrix_slot(v->matrix, from);
        if (slot < 0 || wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[slot] != cost - link_cost) continue;
        *out = (wendi_edge){from, node, link_cost, 0, index};
        *at_io = (wendi_node_slot){active, slot};
        return true;
    }
    return false;
}

// Finds the edge that a node got its cost by: an edge of the cluster that it came from whose cost is no more
// than the difference between the closed costs. *at_io becomes the node before. False: there is no such edge,
// which only a corrupt file may cause.
static bool edge_into(const wendi_abstract_search* s, wendi_node_slot* at_io, wendi_edge* out) {
    const wendi_active_cluster* here = &s->active[at_io->active];
    uint32_t node = here->matrix->nodes[at_io->slot];
    int32_t cost = wendi_active_values(s, here, WENDI_VALUE_CLOSED_G)[at_io->slot];
    int32_t through = wendi_active_values(s, here, WENDI_VALUE_CAME_FROM)[at_io->slot];
    if (through < -1) return link_into(s, node, cost, -2 - through, at_io, out);
    if (through < 0) return false;
    const wendi_active_cluster* v = &s->active[through];
    const int32_t* closed_g = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G);
    int32_t slot = v == here ? at_io->slot : wendi_matrix_slot(v->matrix, node);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        if (closed_g[i] >= cost) continue;
        const uint32_t edge_cost = wendi_active_cost(s, v, i, slot);
        if (edge_cost > (uint32_t)(cost - closed_g[i])) continue;
        WENDI_ASSERT(slot >= 0 && closed_g[i] >= 0);
        *out = (wendi_edge){v->matrix->nodes[i], node, (int32_t)edge_cost, v->level, v->cluster};
        *at_io = (wendi_node_slot){through, i};
        return true;
    }
    return false;
}

// True when a node has its cost directly from the start.
static bool starts_at(const wendi_abstract_search* s, const wendi_insertion* from, wendi_node_slot at) {
    const wendi_active_cluster* v = &s->active[at.active];
    int32_t cost = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[at.slot];
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(&s->world->graph, 1, from->clusters[i]);
        int32_t slot = wendi_matrix_slot(matrix, v->matrix->nodes[at.slot]);
        if (slot >= 0 && from->distance[i][slot] == (uint32_t)cost) return true;
    }
    return false;
}

wend_result wendi_abstract_trace(const wendi_abstract_search* s, const wendi_insertion* from_opt,
                                 bool* found_out, wendi_edge_list* edges_out) {
    wendi_node_slot at = {s->last_active, s->last_slot};
    while (from_opt ? !starts_at(s, from_opt, at)
                    : wendi_active_values(s, &s->active[at.active], WENDI_VALUE_CLOSED_G)[at.slot] > 0) {
        wendi_edge edge;
        *found_out = edge_into(s, &at, &edge);
        if (!*found_out) return WEND_OK;
        wend_result result = wendi_edge_list_push(edges_out, edge);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}
