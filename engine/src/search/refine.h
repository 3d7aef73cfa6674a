// refine.h: from an abstract path to tiles: the cheapest path within the corridor of clusters that the
// abstract path crosses.
#ifndef WENDI_REFINE_H
#define WENDI_REFINE_H
#include "hierarchy/world.h"
#include "search/cluster_search.h"
#include "search/flat_search.h"

/// An abstract path: its tiles from start to goal, and for each but the first the cluster that the leg to it
/// lies in.
typedef struct wendi_legs {
    const wend_tile* tiles;
    const int32_t* clusters;
    int64_t count;
    wend_cost cost;
} wendi_legs;

typedef struct wendi_refine {
    wend_allocator allocator;
    int32_t* corridor;
    size_t corridor_capacity;
    int64_t corridor_count;
} wendi_refine;

void wendi_refine_init(wendi_refine* refine, const wend_allocator* allocator);
void wendi_refine_free(wendi_refine* refine);
size_t wendi_refine_bytes(const wendi_refine* refine);

/// Lists the clusters of the corridor in the order of the path, some of them more than once. Errors: MEMORY.
wend_result wendi_refine_corridor(wendi_refine* refine, const wend_world* world, const wendi_legs* legs);
/// The two forms; both find the same cost. *found_out is false only when the legs do not lie in their
/// clusters, which a file made by hand may bring about. Errors: MEMORY, LIMIT.
wend_result wendi_refine_by_sweep(const wendi_refine* refine, wendi_cluster_search* search,
                                  const wend_world* world, const wendi_legs* legs, bool* found_out,
                                  wendi_tile_list* out, wend_stats* stats);
wend_result wendi_refine_by_astar(const wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wend_stats* stats);
#endif
