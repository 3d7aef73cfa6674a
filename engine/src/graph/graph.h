// graph.h: how is a graph stored? The connections lie sorted by the node that they leave, in the order of
// their numbers, so that a search reads those of one node in one piece.
#ifndef WENDI_GRAPH_H
#define WENDI_GRAPH_H
#include "core/base.h"
#include "wend/graph.h"

#include <math.h>

/// Set in wendi_arc.id: searches do not follow the connection.
#define WENDI_ARC_DISABLED 0x80000000u

/// A connection as a search reads it.
typedef struct wendi_arc {
    double cost;
    int32_t to;
    uint32_t id; // its number, and WENDI_ARC_DISABLED
} wendi_arc;

static inline bool wendi_arc_is_enabled(const wendi_arc* arc) {
    return !(arc->id & WENDI_ARC_DISABLED);
}
/// Whether searches follow it.
static inline bool wendi_arc_is_open(const wendi_arc* arc) {
    return wendi_arc_is_enabled(arc) && arc->cost <= WEND_GRAPH_MAX_COST;
}
static inline int32_t wendi_arc_number(const wendi_arc* arc) {
    return (int32_t)(arc->id & ~WENDI_ARC_DISABLED);
}

struct wend_graph {
    wend_allocator allocator;
    int32_t node_count, connection_count;
    int32_t* first;                 // node_count + 1: the arcs of node n are [first[n], first[n + 1])
    wendi_arc* arcs;                // NULL without connections, as the next two
    int32_t* arc_of;                // by the number of a connection
    int32_t* from;                  // likewise: the node that it leaves
    wend_graph_position* positions; // NULL: none
    double least_ratio;             // cost per unit of distance; INFINITY: no connection has a length
    int32_t least_ratio_count;      // connections with that ratio
    bool has_unplaced;              // a connection starts or ends at a node without a position
};

static inline bool wendi_graph_has_node(const wend_graph* graph, int32_t node) {
    return node >= 0 && node < graph->node_count;
}
static inline bool wendi_graph_has_connection(const wend_graph* graph, int32_t connection) {
    return connection >= 0 && connection < graph->connection_count;
}
static inline bool wendi_graph_is_placed(const wend_graph* graph, int32_t node) {
    return graph->positions && graph->positions[node].x == graph->positions[node].x; // not NAN
}
/// Whether a heuristic or a factor is in range; false for NAN.
static inline bool wendi_graph_is_finite_cost(double cost) {
    return cost >= 0 && cost <= WEND_GRAPH_MAX_COST;
}
/// Whether a connection may have a cost.
static inline bool wendi_graph_is_cost(double cost) {
    return wendi_graph_is_finite_cost(cost) || cost == INFINITY;
}
/// Straight-line distance.
double wendi_graph_distance(wend_graph_position a, wend_graph_position b);
#endif
