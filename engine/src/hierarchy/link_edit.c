// link_edit.c: what must be recomputed when the links of a world change?
//
// A link inside a cluster of level 1 is part of its distance matrix. A link that leads out of clusters makes
// its ends nodes of them, on as many levels as it leads out of (cluster_nodes.h); on the level above it is
// part of the matrix. The levels above the first become pending, as after an edit of tiles. Cost and state of
// a link never change the nodes.
#include "grid/links.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/edit.h"

// The clusters of level 1 that contain an end of a link; inside: both its ends. Returns how many.
static int32_t clusters_of(const wendi_graph* graph, const wend_link* link, bool inside, int32_t out[8]) {
    const wendi_partition* clusters = &graph->clusters;
    int32_t from[4], to[4], count = 0;
    const int32_t from_count = wendi_clusters_at(clusters, link->from, from);
    const int32_t to_count = wendi_clusters_at(clusters, link->to, to);
    for (int32_t i = 0; i < from_count; i++) {
        bool both = false;
        for (int32_t k = 0; k < to_count; k++) both |= from[i] == to[k];
        if (both || !inside) out[count++] = from[i];
    }
    for (int32_t k = 0; k < to_count && !inside; k++) out[count++] = to[k];
    return count;
}

// Marks what a change of the link makes pending: the matrices that it is part of and, where it came or went,
// those that its ends are nodes of.
static void mark_levels(wend_world* world, const wend_link* link, bool nodes_changed) {
    wendi_graph* graph = &world->graph;
    const int32_t levels = wendi_link_levels(graph, link), level = levels + 1;
    int32_t clusters[8], to[4], count = clusters_of(graph, link, false, clusters);
    const int32_t to_count = wendi_clusters_at(&graph->clusters, link->to, to);
    for (int32_t i = 0; i < count; i++)
        for (int32_t n = 2; n <= levels && nodes_changed; n++) wendi_mark_pending(graph, n, clusters[i]);
    for (int32_t i = 0; i < count && level > 1 && level <= graph->level_count; i++) {
        const int32_t parent = wendi_cluster_containing(graph, level, clusters[i]);
        for (int32_t k = 0; k < to_count && i < count - to_count; k++) // the first ones contain link->from
            if (wendi_cluster_containing(graph, level, to[k]) == parent)
                wendi_mark_pending(graph, level, clusters[i]);
    }
}

// Repairs the world after a link came, went or changed. On error the caller restores the link.
static wend_result repair(wend_world* world, const wend_link* link, bool nodes_changed) {
    const bool inside = wendi_link_levels(&world->graph, link) == 0;
    int32_t clusters[8], count = 0;
    if (inside || nodes_changed) count = clusters_of(&world->graph, link, inside, clusters);
    wend_result result = wendi_links_changed(world, clusters, count);
    if (result != WEND_OK) return result;
    mark_levels(world, link, nodes_changed);
    const int32_t ends = clusters_of(&world->graph, link, false, clusters);
    for (int32_t i = 0; i < ends; i++) wendi_note_change(world, clusters[i]);
    return WEND_OK;
}

wend_result wend_world_add_link(wend_world* world, const wend_link* link, int32_t* id_out_opt) {
    int32_t id;
    if (!world) return WEND_ERROR_ARGUMENT;
    wend_result result = wend_grid_add_link(world->grid, link, &id);
    if (result != WEND_OK) return result;
    const wend_link added = *wend_grid_find_link(world->grid, id);
    result = repair(world, &added, true);
    if (result == WEND_OK && id_out_opt) *id_out_opt = id;
    if (result != WEND_OK) wend_grid_remove_link(world->grid, id);
    return result;
}

wend_result wend_world_remove_link(wend_world* world, int32_t id) {
    const wend_link* link = world ? wend_grid_find_link(world->grid, id) : NULL;
    if (!link) return WEND_ERROR_ARGUMENT;
    const wend_link removed = *link;
    wend_grid_remove_link(world->grid, id);
    wend_result result = repair(world, &removed, true);
    if (result != WEND_OK) wendi_links_insert(&world->grid->links, &removed); // there is room for it
    return result;
}

wend_result wend_world_set_link(wend_world* world, int32_t id, float cost, bool enabled) {
    const wend_link* link = world ? wend_grid_find_link(world->grid, id) : NULL;
    if (!link) return WEND_ERROR_ARGUMENT;
    const wend_link before = *link;
    wend_result result = wend_grid_set_link(world->grid, id, cost, enabled);
    if (result != WEND_OK) return result;
    result = repair(world, &before, false);
    if (result != WEND_OK) wend_grid_set_link(world->grid, id, before.cost, before.enabled);
    return result;
}
