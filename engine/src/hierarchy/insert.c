// insert.c: what connects a start or goal to the abstract graph?
#include "hierarchy/insert.h"

#include "kernel/cluster_flood.h"

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
        int32_t parts = wendi_min(nodes, wendi_max(components->parts[clusters[i]].count, 1));
        for (int32_t n = 0; n < parts; n++) {
            uint32_t component = wendi_component_of(components, clusters[i], n);
            if (count == 0 || out[count - 1] != component) out[count++] = component;
        }
    }
    return count;
}

bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b) {
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

bool wendi_connected(const wend_grid* grid, const wendi_graph* graph, const wendi_components* components,
                     wend_tile a, const wendi_insertion* at_a, wend_tile b, const wendi_insertion* at_b) {
    if (at_a->linked && at_b->linked)
        return wendi_component_of(components, at_a->cluster, at_a->slot) ==
               wendi_component_of(components, at_b->cluster, at_b->slot);
    // An enclosed component touches no border line, so all its tiles lie in one cluster.
    if (at_a->linked != at_b->linked || at_a->clusters[0] != at_b->clusters[0]) return false;
    wend_rect area = wendi_cluster_rect(&graph->clusters, at_a->clusters[0]);
    wendi_flood flood;
    wendi_flood_cluster(grid, area, a, &flood);
    return wendi_flood_holds(&flood, area, b);
}
