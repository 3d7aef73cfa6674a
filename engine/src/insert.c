// insert.c: start and goal join the graph.
#include "insert.h"

#include "sweep.h"

void wendi_insert(const wend_grid* grid, const wendi_abstract* abstract, wend_tile tile, wendi_sense sense,
                  wendi_insertion* out) {
    out->cluster_count = wendi_clusters_at(&abstract->clusters, tile, out->clusters);
    out->link_count = 0;
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    wendi_field field;
    wendi_sweeper sweeper;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        int32_t cluster = out->clusters[i], count = wendi_cluster_nodes(abstract, cluster, nodes);
        wendi_sweeper_begin(&sweeper, wendi_sweep(), grid, wendi_cluster_rect(&abstract->clusters, cluster),
                            sense);
        wendi_sweeper_distances(&sweeper, tile, &field);
        for (int32_t n = 0; n < count; n++) {
            uint32_t distance = wendi_field_at(&field, abstract->node_tiles[nodes[n]]);
            if (distance != WENDI_UNREACHED)
                out->links[out->link_count++] = (wendi_link){nodes[n], cluster, distance};
        }
    }
}

bool wendi_connected(const wend_grid* grid, const wendi_abstract* abstract,
                     const wendi_components* components, wend_tile a, const wendi_insertion* at_a,
                     wend_tile b, const wendi_insertion* at_b) {
    if (at_a->link_count > 0 && at_b->link_count > 0)
        return components->of_node[at_a->links[0].node] == components->of_node[at_b->links[0].node];
    // A pocket touches no shared line, so its tiles lie in one cluster only.
    if (at_a->link_count != at_b->link_count || at_a->clusters[0] != at_b->clusters[0]) return false;
    wendi_field field;
    wendi_distances(grid, wendi_cluster_rect(&abstract->clusters, at_a->clusters[0]), a, WENDI_FROM, &field);
    return wendi_field_at(&field, b) != WENDI_UNREACHED;
}
