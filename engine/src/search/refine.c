// refine.c: which clusters make up the corridor, and how is it searched? One search covers the corridor of
// all legs of a part, so that the path may leave the nodes of the abstract path where that is cheaper.
#include "search/refine.h"

#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"

enum { FEW_CLUSTERS = 12 };

void wendi_refine_init(wendi_refine* refine, const wend_allocator* allocator) {
    *refine = (wendi_refine){.allocator = *allocator};
    wendi_path_parts_init(&refine->parts, allocator);
}

void wendi_refine_free(wendi_refine* refine) {
    wendi_path_parts_free(&refine->parts);
    wendi_free(&refine->allocator, refine->corridor, refine->corridor_capacity, sizeof *refine->corridor);
}

size_t wendi_refine_bytes(const wendi_refine* refine) {
    return refine->corridor_capacity * sizeof *refine->corridor + wendi_path_parts_bytes(&refine->parts);
}

static wend_result add(wendi_refine* refine, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0);
    size_t count = (size_t)refine->corridor_count;
    // Neighbouring legs add the same clusters: most repeats are among the last few.
    for (size_t i = count; i > 0 && i + 8 > count; i--)
        if (refine->corridor[i - 1] == cluster) return WEND_OK;
    int32_t* corridor = wendi_grow(&refine->allocator, refine->corridor, &refine->corridor_capacity, count,
                                   count + 1, sizeof *corridor);
    if (!corridor) return WEND_ERROR_MEMORY;
    refine->corridor = corridor;
    corridor[refine->corridor_count++] = cluster;
    return WEND_OK;
}

// Adds the clusters within one tile of a node, as far as they are loaded: those of its two legs and, near a
// crossing, the others there. cluster: one that has the node.
static wend_result add_around(wendi_refine* refine, const wendi_graph* graph, wend_tile node,
                              int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    int32_t row = cluster / clusters->columns, column = cluster - row * clusters->columns;
    int32_t x = node.x - column * clusters->size, y = node.y - row * clusters->size; // in the cluster
    int32_t left = wendi_max(column - (x <= 1), 0), top = wendi_max(row - (y <= 1), 0);
    int32_t right = wendi_min(column + (x >= clusters->size - 1), clusters->columns - 1);
    int32_t bottom = wendi_min(row + (y >= clusters->size - 1), clusters->rows - 1);
    wend_result result = WEND_OK;
    for (int32_t r = top; r <= bottom; r++)
        for (int32_t c = left; c <= right && result == WEND_OK; c++)
            if (wendi_has_ground(graph, r * clusters->columns + c))
                result = add(refine, r * clusters->columns + c);
    return result;
}

// Adds a cluster that holds a tile, a loaded one if there is one.
static wend_result add_some(wendi_refine* refine, const wendi_graph* graph, wend_tile tile) {
    int32_t at[4], k = 0;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, at);
    while (k + 1 < count && !wendi_has_ground(graph, at[k])) k++;
    return add(refine, at[k]);
}

// Clusters of neighbouring legs have a node in common. In one row or column of clusters they are the same or
// share a side; otherwise they meet at a crossing.
static bool share_a_side(const wendi_partition* clusters, int32_t a, int32_t b) {
    return a / clusters->columns == b / clusters->columns || a % clusters->columns == b % clusters->columns;
}

static wend_result add_box(wendi_refine* refine, const wendi_partition* clusters, wendi_cluster_span box) {
    wend_result result = WEND_OK;
    for (int32_t r = box.top; r < box.bottom; r++)
        for (int32_t c = box.left; c < box.right && result == WEND_OK; c++)
            result = add(refine, r * clusters->columns + c);
    return result;
}

// The clusters around a crossing may make the path cheaper. On maps of uniform cost they hardly ever do
// unless the path goes over the crossing, so there they are added only in that case. On a map of few clusters
// the refinement may enter all of them: then the path is the cheapest of all, and finding it takes hardly
// longer.
static wend_result find_corridor(wendi_refine* refine, const wend_world* world, const wendi_legs* legs) {
    const wendi_partition* clusters = &world->graph.clusters;
    const bool passes_by = !wendi_has_uniform_cost(world->grid);
    wend_result result = WEND_OK;
    refine->corridor_count = 0;
    WENDI_ASSERT(legs->count >= 2);
    if (wendi_cluster_count(clusters) <= FEW_CLUSTERS && !world->graph.ground)
        return add_box(refine, clusters, (wendi_cluster_span){0, clusters->columns, 0, clusters->rows});
    if (refine->parts.wide) return add_box(refine, clusters, refine->parts.box);
    for (int64_t i = 1; i < legs->count && result == WEND_OK; i++) {
        const int32_t* cluster = &legs->clusters[i];
        if (cluster[0] < 0 && i == 1) result = add_some(refine, &world->graph, legs->tiles[0]); // of a piece
        if (cluster[0] < 0 && i + 1 == legs->count && result == WEND_OK)
            result = add_some(refine, &world->graph, legs->tiles[i]);
        const bool before_link = i + 1 < legs->count && cluster[1] < 0;
        if (cluster[0] < 0 && !before_link) continue; // the legs on both sides have the ends of the link
        if (cluster[0] < 0) {                         // only links meet there
            if (result == WEND_OK) result = add_some(refine, &world->graph, legs->tiles[i]);
            continue;
        }
        result = add(refine, cluster[0]);
        if (result != WEND_OK || i + 1 == legs->count || before_link) continue;
        if (passes_by || !share_a_side(clusters, cluster[0], cluster[1]))
            result = add_around(refine, &world->graph, legs->tiles[i], cluster[0]);
    }
    return result;
}

static void read_corridor_ahead(const wendi_refine* refine, const wend_world* world) {
    for (int64_t i = 0; i < refine->corridor_count; i++)
        wendi_read_ahead(&world->graph, 1, refine->corridor[i]);
}

// ---- the two forms

static wend_result sweep(wendi_refine* refine, wendi_cluster_search* search, const wend_world* world,
                         const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                         wendi_path_link_list* links, wend_stats* stats) {
    wend_result result = find_corridor(refine, world, legs);
    if (result != WEND_OK) return result;
    read_corridor_ahead(refine, world);
    wendi_cluster_query query = {.grid = world->grid,
                                 .graph = &world->graph,
                                 .start = legs->tiles[0],
                                 .goal = legs->tiles[legs->count - 1],
                                 .corridor = refine->corridor,
                                 .corridor_count = refine->corridor_count,
                                 .limit = legs->cost + 1,
                                 .append = true};
    return wendi_cluster_search_run(search, &query, found_out, out, links, stats);
}

static wend_result search_tiles(wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                wendi_path_link_list* links, wend_stats* stats) {
    const wendi_partition* clusters = &world->graph.clusters;
    wend_result result = find_corridor(refine, world, legs);
    read_corridor_ahead(refine, world);
    if (result == WEND_OK) result = wendi_flat_reset(flat, world->grid, true);
    for (int64_t i = 0; i < refine->corridor_count && result == WEND_OK; i++) {
        const wend_rect area = wendi_cluster_rect(clusters, refine->corridor[i]);
        result = wendi_touch(&world->graph, 1, refine->corridor[i]);
        if (result == WEND_OK) result = wendi_flat_allow(flat, area);
        if (result == WEND_OK) wendi_notify_cluster(&flat->observer, WEND_EVENT_CORRIDOR, 1, area, 0);
    }
    if (result != WEND_OK) return result;
    stats->clusters_refined += refine->corridor_count;
    wendi_flat_query query = {.start = legs->tiles[0],
                              .goal = legs->tiles[legs->count - 1],
                              .heuristic = wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE),
                              .cluster_size = clusters->size};
    result = wendi_flat_search(flat, world->grid, &query, found_out, stats);
    if (result != WEND_OK || !*found_out) return result;
    return wendi_flat_walk_back_on(flat, query.start, query.goal, out, links);
}

// Searches the parts that may change by the one form that is given, and writes the others down.
static wend_result refine_parts(wendi_refine* refine, wendi_cluster_search* sweep_opt, wendi_flat* flat_opt,
                                const wend_world* world, const wendi_legs* legs, bool* found_out,
                                wendi_tile_list* out, wendi_path_link_list* links, wend_stats* stats) {
    wendi_path_part part = {0};
    wend_result result = wendi_path_parts_choose(&refine->parts, world, legs);
    out->count = links->count = 0;
    *found_out = true;
    while (result == WEND_OK && *found_out && wendi_path_parts_next(&refine->parts, legs, &part)) {
        const wendi_legs its_legs = wendi_legs_of_part(legs, &part);
        if (!part.searched)
            result = wendi_path_part_add_tiles(world, legs, &part, found_out, out);
        else if (sweep_opt)
            result = sweep(refine, sweep_opt, world, &its_legs, found_out, out, links, stats);
        else
            result = search_tiles(refine, flat_opt, world, &its_legs, found_out, out, links, stats);
    }
    return result;
}

wend_result wendi_refine_by_sweep(wendi_refine* refine, wendi_cluster_search* search, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wendi_path_link_list* links, wend_stats* stats) {
    return refine_parts(refine, search, NULL, world, legs, found_out, out, links, stats);
}

wend_result wendi_refine_by_astar(wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wendi_path_link_list* links, wend_stats* stats) {
    return refine_parts(refine, NULL, flat, world, legs, found_out, out, links, stats);
}
