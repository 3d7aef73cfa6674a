// refine.h: which tiles does an abstract path become? The cheapest path within a corridor: the clusters that
// the abstract path crosses. Parts of the path that cannot become cheaper need no search (refine_parts.h).
#ifndef WENDI_REFINE_H
#define WENDI_REFINE_H
#include "hierarchy/world.h"
#include "search/cluster_search.h"
#include "search/flat_search.h"
#include "search/refine_parts.h"

typedef struct wendi_refine {
    wend_allocator allocator;
    wendi_path_parts parts; // of the abstract path, refined one after the other
    int32_t* corridor; // of the part at work: clusters, in the order of the path; some appear more than once
    size_t corridor_capacity;
    int64_t corridor_count;
} wendi_refine;

void wendi_refine_init(wendi_refine* refine, const wend_allocator* allocator);
void wendi_refine_free(wendi_refine* refine);
size_t wendi_refine_bytes(const wendi_refine* refine);

/// The two forms of refinement, which search the corridor by the sweep kernel and by A*; both find the same
/// cost. *found_out is false only when the legs do not lie in their clusters, which only a corrupt file may
/// cause. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_refine_by_sweep(wendi_refine* refine, wendi_cluster_search* search, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wendi_path_link_list* links_out, wend_stats* stats);
wend_result wendi_refine_by_astar(wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                  const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                  wendi_path_link_list* links_out, wend_stats* stats);
#endif
