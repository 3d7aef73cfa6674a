// link_edit.c: what must be recomputed when the links of a world change?
//
// A link inside a cluster of level 1 is part of its distance matrix. A link that leads out of clusters makes
// its ends nodes of them, on as many levels as it leads out of (cluster_nodes.h); on the level above it is
// part of the matrix. The levels above the first become pending, as after an edit of tiles. Cost and state of
// a link never change the nodes.
#include "grid/links.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/edit.h"
#include "hierarchy/edit_check.h"

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

// Repairs the world and its views after a link came, went or changed in all their grids. On error the caller
// restores the link.
static wend_result repair(wend_world* world, const wend_link* link, bool nodes_changed) {
    const bool inside = wendi_link_levels(&world->graph, link) == 0;
    int32_t clusters[8], count = 0;
    if (inside || nodes_changed) count = clusters_of(&world->graph, link, inside, clusters);
    wend_result result = wendi_links_changed(world, clusters, count);
    for (int32_t i = 0; i <= world->profiles.count && result == WEND_OK; i++) {
        wend_world* profile = wendi_profile_world(world, i);
        mark_levels(profile, link, nodes_changed);
        const int32_t ends = clusters_of(&profile->graph, link, false, clusters);
        for (int32_t k = 0; k < ends; k++) wendi_note_change(profile, clusters[k]);
    }
    return result;
}

// ---- in the grids of all profiles; every view has the links of the map, some of them disabled

static void remove_link(wend_world* world, int32_t id) {
    for (int32_t i = 0; i <= world->profiles.count; i++)
        wend_grid_remove_link(wendi_profile_world(world, i)->grid, id); // does nothing where it is not
}

// Adds a link of the map to the views.
static wend_result add_to_views(wend_world* world, const wend_link* link) {
    wend_result result = WEND_OK;
    for (int32_t i = 1; i <= world->profiles.count && result == WEND_OK; i++) {
        wend_grid* grid = wendi_profile_world(world, i)->grid;
        const wend_link derived = wendi_derived_link(link, i);
        result = wendi_grid_reserve_link(grid);
        if (result == WEND_OK) wendi_grid_insert_link(grid, &derived);
    }
    return result;
}

// There is room for it.
static void put_back(wend_world* world, const wend_link* link) {
    for (int32_t i = 0; i <= world->profiles.count; i++) {
        const wend_link derived = i == 0 ? *link : wendi_derived_link(link, i);
        wendi_grid_insert_link(wendi_profile_world(world, i)->grid, &derived);
    }
}

// Sets cost and state of a link, which are valid.
static void set_in_views(wend_world* world, const wend_link* link) {
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        const wend_link derived = wendi_derived_link(link, i);
        wend_grid_set_link(wendi_profile_world(world, i)->grid, link->id, derived.cost, derived.enabled);
    }
}

wend_result wend_world_add_link(wend_world* world, const wend_link* link, int32_t* id_out_opt) {
    int32_t id;
    if (!world) return WEND_ERROR_ARGUMENT;
    wend_result result = link ? wendi_check_before_link_edit(world, link) : WEND_OK;
    if (result == WEND_OK) result = wend_grid_add_link(world->grid, link, &id);
    if (result != WEND_OK) return result;
    const wend_link added = *wend_grid_find_link(world->grid, id);
    result = add_to_views(world, &added);
    if (result == WEND_OK) result = repair(world, &added, true);
    if (result == WEND_OK && id_out_opt) *id_out_opt = id;
    if (result != WEND_OK) remove_link(world, id);
    return result;
}

wend_result wend_world_remove_link(wend_world* world, int32_t id) {
    const wend_link* link = world ? wend_grid_find_link(world->grid, id) : NULL;
    if (!link) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_check_before_link_edit(world, link);
    if (result != WEND_OK) return result;
    const wend_link removed = *link;
    remove_link(world, id);
    result = repair(world, &removed, true);
    if (result != WEND_OK) put_back(world, &removed);
    return result;
}

// Repairs the world after a link has changed in its grid. On error the link is what it was before.
static wend_result finish_change(wend_world* world, const wend_link* before) {
    set_in_views(world, wend_grid_find_link(world->grid, before->id));
    const wend_result result = repair(world, before, false);
    if (result == WEND_OK) return result;
    wend_grid_set_link(world->grid, before->id, before->cost, before->enabled);
    for (int32_t p = 1; p < WEND_MAX_PROFILES; p++)
        wend_grid_set_link_cost(world->grid, before->id, p, before->profile_costs[p]);
    set_in_views(world, before);
    return result;
}

wend_result wend_world_set_link(wend_world* world, int32_t id, float cost, bool enabled) {
    const wend_link* link = world ? wend_grid_find_link(world->grid, id) : NULL;
    if (!link) return WEND_ERROR_ARGUMENT;
    const wend_link before = *link;
    wend_result result = wendi_check_before_link_edit(world, link);
    if (result == WEND_OK) result = wend_grid_set_link(world->grid, id, cost, enabled);
    return result == WEND_OK ? finish_change(world, &before) : result;
}

wend_result wend_world_set_link_cost(wend_world* world, int32_t id, int32_t profile, float cost) {
    const wend_link* link = world ? wend_grid_find_link(world->grid, id) : NULL;
    if (!link || profile < 0 || profile > world->profiles.count) return WEND_ERROR_ARGUMENT;
    const wend_link before = *link;
    wend_result result = wendi_check_before_link_edit(world, link);
    if (result == WEND_OK) result = wend_grid_set_link_cost(world->grid, id, profile, cost);
    return result == WEND_OK ? finish_change(world, &before) : result;
}
