// refine.c: corridor refinement. One search over the whole corridor, rather than one a leg, lets the path
// leave the nodes of the abstract path where that is cheaper.
#include "refine.h"

void wendi_refine_init(wendi_refine* refine, const wend_allocator* allocator) {
    *refine = (wendi_refine){.allocator = *allocator};
}

void wendi_refine_free(wendi_refine* refine) {
    wendi_free(&refine->allocator, refine->corridor, refine->corridor_capacity, sizeof *refine->corridor);
}

size_t wendi_refine_bytes(const wendi_refine* refine) {
    return refine->corridor_capacity * sizeof *refine->corridor;
}

static wend_result add(wendi_refine* refine, int32_t cluster) {
    size_t count = (size_t)refine->corridor_count;
    for (size_t i = count; i > 0 && i + 8 > count;
         i--) // legs that follow each other ask for the same clusters
        if (refine->corridor[i - 1] == cluster) return WEND_OK;
    int32_t* corridor = wendi_grow(&refine->allocator, refine->corridor, &refine->corridor_capacity, count,
                                   count + 1, sizeof *corridor);
    if (!corridor) return WEND_ERROR_MEMORY;
    refine->corridor = corridor;
    corridor[refine->corridor_count++] = cluster;
    return WEND_OK;
}

// The clusters that lie within one tile of a node: besides the two of its legs, those across a crossing.
static wend_result add_round(wendi_refine* refine, const wendi_clusters* clusters, wend_tile node) {
    wend_tile low = {wendi_max(node.x - 1, 0), wendi_max(node.y - 1, 0)};
    wend_tile high = {wendi_min(node.x + 1, clusters->width - 1),
                      wendi_min(node.y + 1, clusters->height - 1)};
    int32_t first[4], last[4], ends = wendi_clusters_at(clusters, high, last) - 1;
    wendi_clusters_at(clusters, low, first);
    int32_t left = first[0] % clusters->columns, top = first[0] / clusters->columns;
    int32_t right = last[ends] % clusters->columns, bottom = last[ends] / clusters->columns;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            wend_result result = add(refine, y * clusters->columns + x);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

wend_result wendi_refine_corridor(wendi_refine* refine, const wendi_clusters* clusters,
                                  const wendi_legs* legs) {
    wend_result result = WEND_OK;
    refine->corridor_count = 0;
    for (int64_t i = 1; i < legs->count && result == WEND_OK; i++) {
        result = add(refine, legs->clusters[i]);
        if (i + 1 < legs->count && result == WEND_OK) result = add_round(refine, clusters, legs->tiles[i]);
    }
    return result;
}

wend_result wendi_refine_by_sweep(const wendi_refine* refine, wendi_cell_search* search,
                                  const wend_world* world, const wendi_legs* legs, bool* found_out,
                                  wendi_tile_list* out, wend_stats* stats) {
    wendi_cell_query query = {.grid = world->grid,
                              .clusters = &world->abstract.clusters,
                              .start = legs->tiles[0],
                              .goal = legs->tiles[legs->count - 1],
                              .corridor = refine->corridor,
                              .corridor_count = refine->corridor_count,
                              .limit = legs->cost + 1};
    return wendi_cell_search_run(search, &query, found_out, out, stats);
}

wend_result wendi_refine_by_astar(const wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wend_stats* stats) {
    wend_result result = wendi_flat_reset(flat, world->grid, true);
    for (int64_t i = 0; i < refine->corridor_count && result == WEND_OK; i++)
        result = wendi_flat_allow(flat, wendi_cluster_rect(&world->abstract.clusters, refine->corridor[i]));
    if (result != WEND_OK) return result;
    stats->clusters_refined += refine->corridor_count;
    wendi_flat_query query = {.start = legs->tiles[0],
                              .goal = legs->tiles[legs->count - 1],
                              .heuristic = wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE),
                              .cluster_size = world->abstract.clusters.size};
    result = wendi_flat_search(flat, world->grid, &query, found_out, stats);
    if (result != WEND_OK || !*found_out) return result;
    return wendi_flat_walk_back(flat, query.start, query.goal, out);
}
