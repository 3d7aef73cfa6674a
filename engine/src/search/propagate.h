// propagate.h: what do paths cost from some tiles to all others, or from all others to them? A propagation
// holds the costs in distance fields, one cluster each. It takes a cluster from its queue, lets the sweep
// kernel complete the costs inside, and relaxes the borders that the cluster shares with its neighbours and
// the links that lead on from it; clusters whose costs fall enter the queue. Clusters come in the order of
// their least improved cost or, with a target, of the least estimate of a path through it, as in A*.
//
// Exact search, refinement and public fields are all made of it:
//
//     wendi_propagation_begin(p, &def);
//     wendi_propagation_set_cost(p, start, 0);
//     wendi_propagation_run(p, INT64_MAX, &done);
//     wend_cost cost = wendi_propagation_cost_at(p, tile);
#ifndef WENDI_PROPAGATE_H
#define WENDI_PROPAGATE_H
#include "core/containers.h"
#include "hierarchy/open.h"
#include "kernel/sweep.h"
#include "search/goals.h"
#include "search/link_bounds.h"

#define WENDI_NOT_REACHED INT64_MAX

/// The costs of the tiles of one cluster: a base plus 16 bits a tile or, where the costs lie farther apart, a
/// base plus 32 bits. Where a cluster is reached again so much later that the new costs would not fit 16 bits
/// beside the old ones, they go to a second field. The cost of a tile is the least in the fields of its
/// cluster.
typedef struct wendi_distance_field {
    _Alignas(64) wendi_row16 cost[WENDI_LANES]; // less base; UINT16_MAX: not reached
    wendi_row16 columns[2];                     // copies of the outer columns of cost
    bool has_column[2];                         // the copy is up to date
    bool has_costs;                             // some cost was ever set, so base means something
    int32_t cluster;
    wend_rect area;
    wendi_row32* wide;    // the costs less base, when they do not fit 16 bits; NULL: they are in cost
    wend_cost base;       // at most the least cost
    int32_t most;         // narrow: no cost less base is greater
    uint32_t dirty_rows;  // rows with improved costs that the kernel has not processed
    wend_cost queue_key;  // a lower bound on the paths through those; WENDI_NOT_REACHED: not in the queue
    wend_cost link_bound; // least cost from the cluster to the target by a link; WENDI_NOT_REACHED: none
    uint32_t number;      // in the order in which the fields were made
    struct wendi_distance_field* older; // another field of the cluster; NULL: none
    const wendi_passability_bits* passability_bits;
} wendi_distance_field;

/// The cost of the tile in row index / WENDI_LANES and column index % WENDI_LANES, or WENDI_NOT_REACHED.
static inline wend_cost wendi_distance_at(const wendi_distance_field* field, int32_t index) {
    if (!field->wide) {
        const uint16_t* costs = field->cost[0];
        return costs[index] == UINT16_MAX ? WENDI_NOT_REACHED : field->base + costs[index];
    }
    const uint32_t* costs = field->wide[0];
    return costs[index] == UINT32_MAX ? WENDI_NOT_REACHED : field->base + costs[index];
}
static inline int32_t wendi_index_in(wend_rect area, wend_tile tile) {
    return (tile.y - area.y) * WENDI_LANES + tile.x - area.x;
}

/// Clusters as the sweep kernel reads them, for confined propagations over the same ones, in the same sense
/// and in the order in which these add them.
typedef struct wendi_prepared {
    wendi_sweep_cluster16* clusters; // room for so many
    int32_t count;                   // at most 64
    uint64_t ready;                  // one bit for each: it was prepared
} wendi_prepared;

typedef struct wendi_propagation_def {
    const wend_grid* grid;
    wendi_partition clusters;         // at most WENDI_LANES tiles a side, border lines included
    const wendi_graph* graph_opt;     // of the world that is searched, whose clusters the propagation opens
    const wendi_bits_table* bits_opt; // by cluster; NULL: the propagation reads its own
    wendi_sense sense;
    bool confined;                 // enter only clusters that wendi_propagation_add_cluster has named
    bool has_target;               // stop when the cost of the target is final,
    wend_tile target;              // and take clusters by their distance to it too
    const wendi_goals* targets;    // of several, the nearest becomes the target; NULL: the one above
    wend_cost limit;               // only costs below it are wanted
    wend_search_observer observer; // is called for each cluster that was propagated
    wendi_prepared* prepared_opt;  // NULL: each cluster is prepared again
} wendi_propagation_def;

typedef struct wendi_propagation {
    wend_allocator allocator;
    wendi_propagation_def def; // its limit falls to the cost of the target
    wendi_heuristic heuristic; // to the target
    wendi_link_bounds bounds;  // likewise, by links
    bool bounds_known;         // they are those to the target
    wendi_index_list links;    // scratch: of the links in a confined propagation
    const wendi_sweep_kernel* kernel;
    wend_result failure;      // why a field could not be added
    wendi_field_table newest; // by cluster: the newest of its fields
    wendi_pool fields, wide, bits;
    wendi_heap queue;                   // fields with dirty rows, by their numbers
    int32_t cluster_count;              // clusters that have a field
    int64_t propagated;                 // clusters taken from the queue, counted each time
    int64_t scanned;                    // their tiles
    wendi_distance_field* target;       // the field where the target has its least cost; NULL: not reached
    wendi_sweep_cluster16 narrow_sweep; // the cluster at work
    wendi_sweep_cluster32* wide_sweep;  // NULL: no field was ever wide
} wendi_propagation;

/// The propagation is all zero before.
void wendi_propagation_init(wendi_propagation* propagation, const wend_allocator* allocator);
/// Forgets all costs and keeps the memory.
void wendi_propagation_clear(wendi_propagation* propagation);
/// Clears and starts again. The grid is borrowed.
void wendi_propagation_begin(wendi_propagation* propagation, const wendi_propagation_def* def);
/// Lets a confined propagation enter a cluster, which takes over the costs on the borders of its neighbours.
/// A cluster may be named more than once. Errors: MEMORY, LIMIT.
wend_result wendi_propagation_add_cluster(wendi_propagation* propagation, int32_t cluster);
/// Lowers the cost of a passable tile in all clusters that share it. Where that improves nothing, nothing
/// happens. Errors: MEMORY, LIMIT.
wend_result wendi_propagation_set_cost(wendi_propagation* propagation, wend_tile tile, wend_cost cost);
/// Propagates until all costs below the limit are final or max_clusters were taken from the queue.
/// *done_out: they are final. Before that, every cost is that of some path. Errors: MEMORY; LIMIT: costs
/// within one cluster are more than 32 bits apart.
wend_result wendi_propagation_run(wendi_propagation* propagation, int64_t max_clusters, bool* done_out);
/// The cost of a tile on the map, or WENDI_NOT_REACHED.
wend_cost wendi_propagation_cost_at(const wendi_propagation* propagation, wend_tile tile);
/// The newest field of a cluster, from which `older` leads to the others; NULL: none.
static inline wendi_distance_field* wendi_propagation_find(const wendi_propagation* propagation,
                                                           int32_t cluster) {
    return wendi_field_table_at(&propagation->newest, cluster);
}
/// A field by its number, which is below propagation->fields.count.
static inline wendi_distance_field* wendi_propagation_field(const wendi_propagation* propagation,
                                                            int32_t number) {
    return wendi_pool_item(&propagation->fields, number);
}
#endif
