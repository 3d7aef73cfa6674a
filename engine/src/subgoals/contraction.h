// contraction.h: in which order are the nodes of an undirected graph removed, and which arcs take their
// place?
//
// A contraction hierarchy (Geisberger, Sanders, Schultes and Delling, 2008): nodes are removed one after the
// other, those first whose removal needs few new arcs. Between two neighbours of a removed node, an arc is
// added unless another path is as cheap. Each node keeps its arcs to nodes that are removed later. A cheapest
// path between two nodes then climbs along such arcs from both ends, and the two meet.
#ifndef WENDI_CONTRACTION_H
#define WENDI_CONTRACTION_H
#include "core/heap.h"

typedef struct wendi_arc {
    uint32_t to;
    uint32_t cost;
    uint32_t middle; // the removed node that the arc leads over; from WENDI_NO_MIDDLE on: none, and the
                     // number is what the arc was joined with
} wendi_arc;

#define WENDI_NO_MIDDLE (UINT32_MAX - 1)

typedef struct wendi_arcs {
    wendi_arc* data;
    size_t capacity;
    int32_t count;
} wendi_arcs;

typedef struct wendi_contraction {
    wend_allocator allocator;
    int32_t count;     // nodes
    int64_t arc_count; // ends of arcs
    wendi_arcs* arcs;  // by node
    uint32_t* order;   // the nodes, in the order of their removal
    uint32_t *depth, *removed_beside;
    bool* is_removed;
    wendi_heap queue, search; // of nodes to remove; of the search for other paths
    wend_cost* cost;          // of that search, valid where seen is that of now
    uint32_t* seen;
    uint32_t now;
} wendi_contraction;

/// Begins with nodes and no arcs. Free by wendi_contraction_free, also after an error. Errors: MEMORY.
wend_result wendi_contraction_begin(wendi_contraction* c, int32_t count, const wend_allocator* allocator);
void wendi_contraction_free(wendi_contraction* c);
/// Adds an arc between two nodes that are not joined yet. there, back: numbers from WENDI_NO_MIDDLE on to
/// keep with it, as it leaves a and b. Errors: MEMORY.
wend_result wendi_contraction_join(wendi_contraction* c, uint32_t a, uint32_t b, uint32_t cost,
                                   uint32_t there, uint32_t back);
/// True when two arcs lead from one node to the other and cost no more than given.
bool wendi_contraction_has_two_arcs(wendi_contraction* c, uint32_t a, uint32_t b, wend_cost cost);
/// Removes all nodes. Afterwards the arcs of a node lead to nodes that were removed later, sorted by those.
/// The host may cancel. Errors: MEMORY, LIMIT (more than `most` arcs, or a cost beyond 32 bits), CANCELLED.
wend_result wendi_contraction_run(wendi_contraction* c, int64_t most, wend_progress_fn* progress_opt,
                                  void* context);
#endif
