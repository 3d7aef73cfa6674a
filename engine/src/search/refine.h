// refine.h: which tiles make up a path, that of clusters or an abstract one?
#ifndef WENDI_REFINE_H
#define WENDI_REFINE_H
#include "grid/grid.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"
#include "kernel/passability_bits.h"
#include "search/flat_search.h"
#include "search/path.h"
#include "search/propagate.h"

// ---- which is the cheapest path, found by clusters instead of tiles? (cluster_search.c)
//
// A propagation from the start runs until the cost of the goal is final; a walk back along the costs gives
// the tiles. Over the whole map this is an exact search; within the corridor of an abstract path it is the
// fast form of refinement. Both give the cost that A* over the same tiles gives.

typedef struct wendi_cluster_search {
    wendi_propagation propagation;
    bool append; // as in the query
    wendi_cancel cancel;
    wend_search_observer observer;
} wendi_cluster_search;

typedef struct wendi_cluster_query {
    const wend_grid* grid;
    const wendi_graph* graph;
    wend_tile start, goal;
    const wendi_goals* goals; // the nearest of these instead of the goal; NULL: the goal
    const int32_t* corridor;  // repeats allowed; NULL: the whole map
    int64_t corridor_count;
    wend_cost limit; // only paths that cost less are wanted
    bool append;     // the path follows the tiles found before, of which the last is the start
} wendi_cluster_query;

void wendi_cluster_search_init(wendi_cluster_search* search, const wend_allocator* allocator);
/// Finds the cheapest path, its tiles and the links between them. *found_out is false when there is none
/// below the limit. Errors: MEMORY; LIMIT: costs within one cluster are more than 32 bits apart; CANCELLED.
wend_result wendi_cluster_search_run(wendi_cluster_search* search, const wendi_cluster_query* query,
                                     bool* found_out, wendi_tile_list* out, wendi_path_link_list* links_out,
                                     wend_stats* stats);
/// wendi_cluster_search_run in slices: begin, then step until *done_out. Each step propagates up to
/// max_clusters clusters; the last one writes the tiles and links. Neither grid nor graph may change
/// meanwhile. Errors: MEMORY, LIMIT (as above); of the step CANCELLED too.
wend_result wendi_cluster_search_begin(wendi_cluster_search* search, const wendi_cluster_query* query);
wend_result wendi_cluster_search_step(wendi_cluster_search* search, int64_t max_clusters, bool* done_out,
                                      bool* found_out, wendi_tile_list* out, wendi_path_link_list* links_out,
                                      wend_stats* stats);

// ---- which legs of an abstract path need a search, and how wide may it roam?
//
// On maps of one cost, many legs cost what a straight line would cost, and so do several of them together. No
// path is cheaper there. Where most legs are like that, their tiles are written down, and only those around
// each bend are searched: the path may move a bend, so the search begins and ends a while before and after
// it.
//
// An abstract path of some clusters may miss a better way on another side of something, in rooms above all.
// If it costs much more than a straight line, the search may enter all clusters around it.

/// An abstract path: its tiles from start to goal, and for each but the first the cluster of the leg to it,
/// or -1 for a link.
typedef struct wendi_legs {
    const wend_tile* tiles;
    const int32_t* clusters;
    int64_t count;
    wend_cost cost;
    const wend_cost* costs_opt; // of each leg; NULL: not known
} wendi_legs;

/// Legs from one of the tiles to a later one.
typedef struct wendi_path_part {
    int64_t first, last;
    bool searched; // false: together they cost what a straight line would cost
} wendi_path_part;

typedef struct wendi_path_parts {
    wend_allocator allocator;
    bool* searched; // for each leg, by the index of its last tile
    size_t capacity;
    bool wide;              // the legs are one part, and the search may enter
    wendi_cluster_span box; // all of these clusters
} wendi_path_parts;

// ---- which tiles make up an abstract path?

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

/// The two forms of refinement, which search the corridor by the sweep kernel or by A*, whichever is given;
/// both find the same cost. *found_out is false only when the legs do not lie in their clusters, which only a
/// corrupt file may cause. Errors: MEMORY, LIMIT, CANCELLED.
wend_result wendi_refine_legs(wendi_refine* refine, wendi_cluster_search* sweep_opt, wendi_flat* flat_opt,
                              const wend_world* world, const wendi_legs* legs, bool* found_out,
                              wendi_tile_list* out, wendi_path_link_list* links_out, wend_stats* stats);
#endif
