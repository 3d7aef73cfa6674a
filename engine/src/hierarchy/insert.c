// insert.c: what connects a start or goal to the abstract graph?
#include "hierarchy/insert.h"

void wendi_insert(const wend_grid* grid, const wendi_graph* graph, wend_tile tile, wendi_sense sense,
                  wendi_sweeper* sweeper, wendi_insertion* out) {
    out->tile = tile;
    out->cluster_count = wendi_clusters_at(&graph->clusters, tile, out->clusters);
    WENDI_ASSERT(wend_grid_contains(grid, tile));
    WENDI_ASSERT(out->cluster_count >= 1 && out->cluster_count <= 4);
    out->linked = false;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        int32_t cluster = out->clusters[i];
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
        wendi_sweeper_begin(sweeper, wendi_sweep(), grid, wendi_passability_bits_of(graph, grid, cluster),
                            wendi_cluster_rect(&graph->clusters, cluster), sense);
        wendi_sweeper_run(sweeper, tile);
        wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
        WENDI_ASSERT(matrix->count <= WENDI_MAX_CLUSTER_NODES);
        for (int32_t n = 0; n < matrix->count; n++) {
            wend_tile node = wendi_next_node_tile(&graph->clusters, &reader, matrix->nodes[n]);
            out->distance[i][n] = wendi_sweeper_at(sweeper, node);
            if (out->linked || out->distance[i][n] == WENDI_UNREACHED) continue;
            out->linked = true;
            out->cluster = cluster;
            out->slot = n;
        }
    }
}

// The components of the nodes in a tile's clusters, without consecutive repeats.
static int32_t components_at(const wendi_graph* graph, const wendi_components* components, wend_tile tile,
                             uint32_t out[4 * WENDI_MAX_CLUSTER_NODES]) {
    int32_t clusters[4], cluster_count = wendi_clusters_at(&graph->clusters, tile, clusters), count = 0;
    for (int32_t i = 0; i < cluster_count; i++) {
        int32_t nodes = wendi_matrix_of(graph, 1, clusters[i])->count;
        int32_t parts = wendi_min(nodes, wendi_max(wendi_parts_at(components, clusters[i]).count, 1));
        for (int32_t n = 0; n < parts; n++) {
            uint32_t component = wendi_component_of(components, clusters[i], n);
            if (count == 0 || out[count - 1] != component) out[count++] = component;
        }
    }
    return count;
}

bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b) {
    if (components->reach.label_count > 0) return true; // further components would have to be searched
    int32_t clusters_a[4], clusters_b[4];
    int32_t count_a = wendi_clusters_at(&graph->clusters, a, clusters_a);
    int32_t count_b = wendi_clusters_at(&graph->clusters, b, clusters_b);
    for (int32_t i = 0; i < count_a; i++)
        for (int32_t k = 0; k < count_b; k++)
            if (clusters_a[i] == clusters_b[k]) return true;
    uint32_t at_a[4 * WENDI_MAX_CLUSTER_NODES], at_b[4 * WENDI_MAX_CLUSTER_NODES];
    count_a = components_at(graph, components, a, at_a);
    count_b = components_at(graph, components, b, at_b);
    for (int32_t i = 0; i < count_a; i++)
        for (int32_t k = 0; k < count_b; k++)
            if (at_a[i] == at_b[k]) return true;
    return false;
}

// The components of the nodes that an insertion reaches, without repeats.
static int32_t components_of(const wendi_graph* graph, const wendi_components* components,
                             const wendi_insertion* at, uint32_t out[4 * WENDI_MAX_CLUSTER_NODES]) {
    int32_t count = 0;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        wendi_tile_set reached = {{0}};
        wend_rect area = wendi_cluster_rect(&graph->clusters, at->clusters[i]);
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, at->clusters[i]);
        for (int32_t n = 0; n < matrix->count; n++)
            if (at->distance[i][n] != WENDI_UNREACHED)
                wendi_tile_set_add(&reached, area, wendi_node_tile(&graph->clusters, matrix->nodes[n]));
        count = wendi_components_in(graph, components, at->clusters[i], &reached, out, count);
    }
    return count;
}

// True when a path leads from one tile to another inside a cluster of both.
static bool connected_inside(const wend_grid* grid, const wendi_graph* graph, const wendi_insertion* from,
                             const wendi_insertion* to) {
    for (int32_t i = 0; i < from->cluster_count; i++) {
        wend_rect area = wendi_cluster_rect(&graph->clusters, from->clusters[i]);
        if (!wendi_area_contains(area, to->tile)) continue;
        wendi_tile_set reached;
        wendi_reach_cluster(grid, area, from->tile, WENDI_FROM, &reached);
        if (wendi_tile_set_holds(&reached, area, to->tile)) return true;
    }
    return false;
}

bool wendi_connected(const wend_grid* grid, const wendi_graph* graph, const wendi_components* components,
                     const wendi_insertion* from, const wendi_insertion* to) {
    if (from->linked && to->linked) {
        uint32_t ahead = wendi_component_of(components, from->cluster, from->slot),
                 behind = wendi_component_of(components, to->cluster, to->slot);
        if (ahead == behind) return true;
    }
    uint32_t ahead[4 * WENDI_MAX_CLUSTER_NODES], behind[4 * WENDI_MAX_CLUSTER_NODES];
    int32_t ahead_count = components_of(graph, components, from, ahead);
    int32_t behind_count = components_of(graph, components, to, behind);
    if (wendi_reach_leads(&components->reach, &components->allocator, ahead, ahead_count, behind,
                          behind_count))
        return true;
    // A tile of an enclosed component reaches no node, or none reaches it.
    return connected_inside(grid, graph, from, to);
}
