// refine.h: which tiles make up an abstract path?
#ifndef WENDI_REFINE_H
#define WENDI_REFINE_H
#include "grid/grid.h"
#include "hierarchy/world.h"
#include "kernel/passability_bits.h"
#include "search/cluster_search.h"
#include "search/flat_search.h"
#include "search/refine_parts.h"

/// Most tiles that follow the first one.
enum { WENDI_MAX_OCTILE_TILES = 2 * WENDI_MAX_CLUSTER_SIDE };

/// Writes the tiles after `from` up to `to`, two tiles of a cluster whose top-left tile is `corner`, and
/// returns how many these are; -1: every path inside the cluster is longer. Hexagons and closed steps are not
/// supported.
int32_t wendi_octile_tiles(const wendi_passability_bits* bits, wend_connectivity connectivity,
                           wend_tile corner, wend_tile from, wend_tile to,
                           wend_tile out[WENDI_MAX_OCTILE_TILES]);

typedef struct wendi_refine {
    wendi_path_parts parts;    // of the abstract path, refined one after the other
    wendi_index_list corridor; // of the part at work: clusters, in the order of the path; some come again
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
