// graph.h: how is a graph stored? The connections lie sorted by the node that they leave, in the order of
// their numbers, so that a search reads those of one node in one piece.
#ifndef WGR_GRAPH_H
#define WGR_GRAPH_H
#include <math.h>

#include "core/memory.h"
#include "wend/graph.h"

/// The first field of every definition; changes with the layout of any of them: "GRP" and a number.
#define WGR_COOKIE 0x47525032

/// An allocator that an object keeps; without alloc it stands for malloc and free.
static inline wend_allocator wgr_allocator(const wend_allocator* allocator_opt) {
    return allocator_opt && allocator_opt->alloc && allocator_opt->free ? *allocator_opt
                                                                        : (wend_allocator){NULL, NULL, NULL};
}
/// The same, as the functions of core/memory.h take it.
static inline const wend_allocator* wgr_allocator_opt(const wend_allocator* kept) {
    return kept->alloc ? kept : NULL;
}
/// Memory for an array. NULL: count is 0, the size overflows, or there is no memory.
static inline void* wgr_alloc(const wend_allocator* kept, size_t count, size_t size) {
    if (count == 0 || count > SIZE_MAX / 2 / size) return NULL;
    return wimp_alloc(wgr_allocator_opt(kept), count * size);
}
static inline void* wgr_alloc_zeroed(const wend_allocator* kept, size_t count, size_t size) {
    if (count == 0 || count > SIZE_MAX / 2 / size) return NULL;
    return wimp_zeroed(wgr_allocator_opt(kept), count * size);
}
static inline void wgr_free(const wend_allocator* kept, void* memory, size_t count, size_t size) {
    wimp_free(wgr_allocator_opt(kept), memory, count * size);
}

/// Set in wgr_arc.id: searches do not follow the connection.
#define WGR_ARC_DISABLED 0x80000000u

/// A connection as a search reads it.
typedef struct wgr_arc {
    double cost;
    int32_t to;
    uint32_t id; // its number, and WGR_ARC_DISABLED
} wgr_arc;

static inline bool wgr_arc_is_enabled(const wgr_arc* arc) {
    return !(arc->id & WGR_ARC_DISABLED);
}
/// Whether searches follow it.
static inline bool wgr_arc_is_open(const wgr_arc* arc) {
    return wgr_arc_is_enabled(arc) && arc->cost <= WEND_GRAPH_MAX_COST;
}
static inline int32_t wgr_arc_number(const wgr_arc* arc) {
    return (int32_t)(arc->id & ~WGR_ARC_DISABLED);
}

struct wend_graph {
    wend_allocator allocator;
    int32_t node_count, connection_count;
    int32_t* first;                 // node_count + 1: the arcs of node n are [first[n], first[n + 1])
    wgr_arc* arcs;                  // NULL without connections, as the next two
    int32_t* arc_of;                // by the number of a connection
    int32_t* from;                  // likewise: the node that it leaves
    wend_graph_position* positions; // NULL: none
    double least_ratio;             // cost per unit of distance; INFINITY: no connection has a length
    int32_t least_ratio_count;      // connections with that ratio
    bool has_unplaced;              // a connection starts or ends at a node without a position
};

static inline bool wgr_has_node(const wend_graph* graph, int32_t node) {
    return node >= 0 && node < graph->node_count;
}
static inline bool wgr_has_connection(const wend_graph* graph, int32_t connection) {
    return connection >= 0 && connection < graph->connection_count;
}
static inline bool wgr_is_placed(const wend_graph* graph, int32_t node) {
    return graph->positions && graph->positions[node].x == graph->positions[node].x; // not NAN
}
/// Whether a heuristic or a factor is in range; false for NAN.
static inline bool wgr_is_finite_cost(double cost) {
    return cost >= 0 && cost <= WEND_GRAPH_MAX_COST;
}
/// Whether a connection may have a cost.
static inline bool wgr_is_cost(double cost) {
    return wgr_is_finite_cost(cost) || cost == INFINITY;
}
/// Straight-line distance.
double wgr_distance(wend_graph_position a, wend_graph_position b);
#endif
