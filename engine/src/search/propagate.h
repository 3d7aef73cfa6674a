// propagate.h: what a search by clusters knows of each cluster: the costs from the start to its tiles, in 16
// bits above a base while they fit, else in 32. A path that comes back to a cluster after a long way round
// gets a second field there.
#ifndef WENDI_PROPAGATE_H
#define WENDI_PROPAGATE_H
#include "hierarchy/abstract_graph.h"
#include "kernel/sweep.h"
#include "search/heuristic.h"

#define WENDI_NOT_REACHED INT64_MAX

typedef struct wendi_distance_field {
    _Alignas(64) wendi_row16 cost[WENDI_LANES]; // from the start, less base; UINT16_MAX: not reached
    wendi_row16 columns[2];                     // of a narrow field: copies of its outer columns
    bool has_column[2];                         // they are up to date
    wend_cost base;
    wend_rect area;
    const wendi_passability_bits* passability_bits; // NULL: not known
    int32_t cluster;
    int32_t older;       // index of another field of the cluster, with lower costs elsewhere; -1: none
    int32_t most;        // no cost above is greater
    int32_t wide;        // where the costs are when they do not fit 16 bits: index into wide; -1: here
    uint32_t dirty_rows; // rows with tiles that came from outside and were not spread yet
    wend_cost queue_key; // a lower bound on the paths through those
    bool touched;        // some cost was ever set, so base means something
} wendi_distance_field;

typedef struct wendi_distance_fields {
    wend_allocator allocator;
    const wendi_sweep_kernel* kernel;
    const wend_grid* grid;
    const wendi_graph* graph;
    int32_t* directory; // by cluster: index of its newest field plus one; 0: none
    size_t directory_capacity;
    wendi_distance_field* items;
    size_t capacity;
    int32_t count;
    wendi_row32 (*wide)[WENDI_LANES];
    size_t wide_capacity;
    int32_t wide_count;
    wendi_sweep_cluster16 narrow_cluster; // of the cluster that is spread
    wendi_sweep_cluster32 wide_cluster;
} wendi_distance_fields;

void wendi_distance_fields_free(wendi_distance_fields* fields);
size_t wendi_distance_fields_bytes(const wendi_distance_fields* fields);
/// Forgets everything and makes room for the clusters of a map, which stays as it is while the fields are
/// used. Errors: MEMORY.
wend_result wendi_distance_fields_reset(wendi_distance_fields* fields, const wend_grid* grid,
                                        const wendi_graph* graph);
/// A new field of a cluster. Its index, or -1: out of memory.
int32_t wendi_distance_fields_claim(wendi_distance_fields* fields, int32_t cluster);
/// Index of the newest field of a cluster; -1: none.
static inline int32_t wendi_distance_fields_find(const wendi_distance_fields* fields, int32_t cluster) {
    return fields->directory[cluster] - 1;
}

/// Tiles that two clusters share: count of them, step apart in both fields, from the places from and to. A
/// place in a field is WENDI_LANES * row + column.
typedef struct wendi_border_line {
    int32_t from, to, step, count;
} wendi_border_line;

/// WENDI_NOT_REACHED: no cost is known.
static inline wend_cost wendi_distance_at(const wendi_distance_fields* fields,
                                          const wendi_distance_field* field, int32_t index) {
    if (field->wide < 0) {
        const uint16_t* costs = field->cost[0];
        uint16_t cost = costs[index];
        return cost == UINT16_MAX ? WENDI_NOT_REACHED : field->base + cost;
    }
    const uint32_t* costs = fields->wide[field->wide][0];
    uint32_t cost = costs[index];
    return cost == UINT32_MAX ? WENDI_NOT_REACHED : field->base + cost;
}
/// Sets a cost that is lower than the one there. Errors: MEMORY, LIMIT.
wend_result wendi_distance_set(wendi_distance_fields* fields, wendi_distance_field* field, int32_t index,
                               wend_cost cost);
/// Brings those costs of a line that are below the limit and lower than what the fields of the other cluster
/// hold. *to_io is the newest of those and becomes the one that was changed. *least_out is the least of those
/// costs, WENDI_NOT_REACHED when there was none. Errors: MEMORY, LIMIT.
wend_result wendi_relax_border(wendi_distance_fields* fields, int32_t* to_io, int32_t from,
                               const wendi_border_line* line, wend_cost limit, wend_cost* least_out);
/// Spreads the pending costs of a field over all tiles. Costs of limit or more may be missing. Errors:
/// MEMORY.
wend_result wendi_propagate(wendi_distance_fields* fields, wendi_distance_field* field, wend_cost limit);
#endif
