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

// Where two clusters have no more in common than a crossing, the path may be cheaper through those beside it.
static wend_result add_beside_crossing(wendi_refine* refine, const wendi_clusters* clusters, int32_t a,
                                       int32_t b) {
    int32_t column_a = a % clusters->columns, column_b = b % clusters->columns;
    int32_t row_a = a - column_a, row_b = b - column_b; // their first clusters
    if (column_a == column_b || row_a == row_b) return WEND_OK;
    wend_result result = add(refine, row_a + column_b);
    return result == WEND_OK ? add(refine, row_b + column_a) : result;
}

wend_result wendi_refine_corridor(wendi_refine* refine, const wendi_clusters* clusters,
                                  const wendi_legs* legs) {
    wend_result result = WEND_OK;
    refine->corridor_count = 0;
    for (int64_t i = 1; i < legs->count && result == WEND_OK; i++) {
        if (i > 1) result = add_beside_crossing(refine, clusters, legs->clusters[i - 1], legs->clusters[i]);
        if (result == WEND_OK) result = add(refine, legs->clusters[i]);
    }
    return result;
}

wend_result wendi_refine_by_sweep(const wendi_refine* refine, wendi_cell_search* search,
                                  const wend_world* world, const wendi_legs* legs, bool* found_out,
                                  wendi_tile_list* out, wend_stats* stats) {
    wendi_cell_query query = {.grid = world->grid,
                              .abstract = &world->abstract,
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
