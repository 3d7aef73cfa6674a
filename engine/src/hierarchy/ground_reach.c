// ground_reach.c: can a path lead to ground that is not loaded?
#include "hierarchy/ground_reach.h"

#include "hierarchy/cluster_check.h"
#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"

// Adds the components of the nodes of a cluster. False: the file names one that does not exist.
static bool add_components(const struct wendi_ground* g, int32_t cluster,
                           uint32_t list[4 * WENDI_MAX_CLUSTER_NODES], int32_t* count_io) {
    const wendi_components* components = &g->world->components;
    const bool loaded = wendi_ground_has(g->world->graph.ground, 1, cluster) &&
                        wendi_touch(&g->world->graph, 1, cluster) == WEND_OK;
    const wendi_stored_cluster* entry = &g->stored->directory[0][cluster];
    wendi_parts parts = {.label = entry->label};
    int32_t nodes = entry->count < WENDI_MAX_CLUSTER_NODES ? (int32_t)entry->count : WENDI_MAX_CLUSTER_NODES;
    if (loaded) {
        parts = wendi_parts_at(components, cluster);
        nodes = wendi_matrix_of(&g->world->graph, 1, cluster)->count;
    } else if (entry->parted) {
        if (entry->label > g->stored->label_count || (uint64_t)nodes > g->stored->label_count - entry->label)
            return false;
        parts.labels = g->stored->labels + entry->label;
        parts.count = (int16_t)nodes;
    }
    for (int32_t i = 0; i < (parts.count > 0 ? parts.count : wendi_min(nodes, 1)); i++) {
        const uint32_t label = parts.count > 0 ? parts.labels[i] : parts.label;
        if (label >= components->label_count) return false;
        const uint32_t root = wendi_component_root(components, label);
        if (*count_io == 0 || list[*count_io - 1] != root) list[(*count_io)++] = root;
    }
    return true;
}

bool wendi_ground_may_reach(const wend_world* world, wend_tile from, wend_tile to) {
    const wendi_graph* graph = &world->graph;
    const struct wendi_ground* g = graph->ground;
    uint32_t ahead[4 * WENDI_MAX_CLUSTER_NODES], behind[4 * WENDI_MAX_CLUSTER_NODES];
    int32_t from_clusters[4], to_clusters[4], ahead_count = 0, behind_count = 0;
    const int32_t from_count = wendi_clusters_at(&graph->clusters, from, from_clusters);
    const int32_t to_count = wendi_clusters_at(&graph->clusters, to, to_clusters);
    for (int32_t i = 0; i < from_count; i++)
        for (int32_t k = 0; k < to_count; k++)
            if (from_clusters[i] == to_clusters[k]) return true; // perhaps inside it
    for (int32_t i = 0; i < from_count; i++)
        if (!add_components(g, from_clusters[i], ahead, &ahead_count)) return true;
    for (int32_t i = 0; i < to_count; i++)
        if (!add_components(g, to_clusters[i], behind, &behind_count)) return true;
    return wendi_reach_leads(&world->components.reach, &world->components.allocator, ahead, ahead_count,
                             behind, behind_count);
}
