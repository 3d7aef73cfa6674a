// contraction.h: in which order are the nodes of an undirected graph contracted, and which shortcuts does it
// take?
//
// A contraction hierarchy (Geisberger, Sanders, Schultes and Delling, 2008): nodes are contracted one
// after the other, those first that take few shortcuts. Between two neighbours of a contracted node, a
// shortcut is added unless a witness path costs no more. Each node keeps its arcs to nodes of higher rank,
// that is, contracted later. Two upward searches, from both ends of a query, then meet on a cheapest path.
#ifndef WENDI_CONTRACTION_H
#define WENDI_CONTRACTION_H
#include "core/heap.h"

typedef struct wendi_arc {
    uint32_t to;
    uint32_t cost;
    uint32_t middle; // of a shortcut: the contracted node it leads over; from WENDI_NO_MIDDLE on: none, and
                     // the value given when the arc was added
} wendi_arc;

#define WENDI_NO_MIDDLE (UINT32_MAX - 1)

typedef struct wendi_arcs {
    wendi_arc* data;
    size_t capacity;
    int32_t count;
} wendi_arcs;

typedef struct wendi_contraction {
    wend_allocator allocator;
    int32_t count;            // nodes
    int64_t arc_count;        // ends of arcs
    wendi_arcs* arcs;         // by node
    uint32_t* order;          // the node of each rank
    uint32_t* depth;          // how long a chain of contracted nodes leads to each
    wendi_heap queue, search; // of nodes to contract; of the witness search
    wend_cost* cost;          // of that search, valid where seen is that of now
    uint32_t* seen;
    uint32_t now;
} wendi_contraction;

/// Begins with nodes and no arcs. Free by wendi_contraction_free, also after an error. Errors: MEMORY.
wend_result wendi_contraction_begin(wendi_contraction* c, int32_t count, const wend_allocator* allocator);
void wendi_contraction_free(wendi_contraction* c);
/// Adds an arc between two nodes that have none. there, back: values from WENDI_NO_MIDDLE on to keep with it,
/// as it leaves a and b. Errors: MEMORY.
wend_result wendi_contraction_add_arc(wendi_contraction* c, uint32_t a, uint32_t b, uint32_t cost,
                                      uint32_t there, uint32_t back);
/// True when a path of two arcs between two nodes costs no more than given.
bool wendi_contraction_has_two_arcs(wendi_contraction* c, uint32_t a, uint32_t b, wend_cost cost);
/// Contracts all nodes. Afterwards the arcs of a node lead to nodes of higher rank, sorted by rank. The host
/// may cancel. Errors: MEMORY, LIMIT (more than `most` arcs, or a cost beyond 32 bits), CANCELLED.
wend_result wendi_contraction_run(wendi_contraction* c, int64_t most, wend_progress_fn* progress_opt,
                                  void* context);
#endif
