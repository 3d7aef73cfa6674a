// insert.c: start and goal join the graph.
#include "insert.h"

void wendi_insert(const wend_grid* grid, const wendi_abstract* abstract, wend_tile tile, wendi_sense sense,
                  wendi_insertion* out) {
    out->cluster_count = wendi_clusters_at(&abstract->clusters, tile, out->clusters);
    out->linked = false;
    wendi_sweeper sweeper;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        int32_t cluster = out->clusters[i];
        const wendi_table* table = wendi_table_of(abstract, 1, cluster);
        wendi_sweeper_begin(&sweeper, wendi_sweep(), grid, wendi_cluster_rect(&abstract->clusters, cluster),
                            sense);
        wendi_sweeper_run(&sweeper, tile);
        for (int32_t n = 0; n < table->count; n++) {
            wend_tile node = wendi_node_tile(&abstract->clusters, table->nodes[n]);
            out->distance[i][n] = wendi_sweeper_at(&sweeper, node);
            if (out->linked || out->distance[i][n] == WENDI_UNREACHED) continue;
            out->linked = true;
            out->cluster = cluster;
            out->place = n;
        }
    }
}

bool wendi_connected(const wend_grid* grid, const wendi_abstract* abstract,
                     const wendi_components* components, wend_tile a, const wendi_insertion* at_a,
                     wend_tile b, const wendi_insertion* at_b) {
    if (at_a->linked && at_b->linked)
        return wendi_component_of(components, at_a->cluster, at_a->place) ==
               wendi_component_of(components, at_b->cluster, at_b->place);
    // A pocket touches no shared line, so its tiles lie in one cluster only.
    if (at_a->linked != at_b->linked || at_a->clusters[0] != at_b->clusters[0]) return false;
    wendi_field field;
    wendi_distances(grid, wendi_cluster_rect(&abstract->clusters, at_a->clusters[0]), a, WENDI_FROM, &field);
    return wendi_field_at(&field, b) != WENDI_UNREACHED;
}
