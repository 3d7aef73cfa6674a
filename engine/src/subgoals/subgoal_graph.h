// subgoal_graph.h: which arcs join subgoals, and in which order are subgoals contracted?
#ifndef WENDI_SUBGOAL_GRAPH_H
#define WENDI_SUBGOAL_GRAPH_H
#include "core/containers.h"
#include "subgoals/subgoal_map.h"

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

/// Begins with nodes and no arcs, in memory that the allocator's owner frees. Errors: MEMORY.
wend_result wendi_contraction_begin(wendi_contraction* c, int32_t count, const wend_allocator* allocator);

/// Adds an arc between two nodes that have none. there, back: values from WENDI_NO_MIDDLE on to keep with it,
/// as it leaves a and b. Errors: MEMORY.
wend_result wendi_contraction_add_arc(wendi_contraction* c, uint32_t a, uint32_t b, uint32_t cost,
                                      uint32_t there, uint32_t back);

/// Contracts all nodes. Afterwards the arcs of a node lead to nodes of higher rank, sorted by rank. The host
/// may cancel. Errors: MEMORY, LIMIT (more than `most` arcs, or a cost beyond 32 bits), CANCELLED.
wend_result wendi_contraction_run(wendi_contraction* c, int64_t most, wend_progress_fn* progress_opt,
                                  void* context);

typedef struct wendi_subgoal_graph {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    _Atomic int32_t uses;     // by versions of a world
    wendi_subgoal_map map;    // its subgoals are numbered by rank
    int32_t count;            // of them
    wend_tile* tiles;         // by rank
    uint32_t* first_arc;      // by rank, one more at the end
    size_t arc_count;
    wendi_arc* arcs; // to higher ranks, sorted by these
} wendi_subgoal_graph;

/// Arcs without a middle are straight runs. Which steps come first, as they leave their lower subgoal?
#define WENDI_DIAGONALS_FIRST UINT32_MAX

/// True when a map has the form that subgoals are for: one cost, eight neighbours, no cut corners, no links
/// and no closed steps.
bool wendi_subgoals_fit(const wend_grid* grid);

/// Free by wendi_subgoal_graph_free. Errors: MEMORY, LIMIT (it would take more than most_bytes), CANCELLED.
wend_result wendi_subgoal_graph_make(const wend_grid* grid, size_t most_bytes,
                                     const wend_allocator* allocator, wend_progress_fn* progress_opt,
                                     void* context, wendi_subgoal_graph** out);

/// Begins another use, and returns the graph.
wendi_subgoal_graph* wendi_subgoal_graph_keep(wendi_subgoal_graph* graph_opt);
/// Ends a use; the last one frees the graph.
void wendi_subgoal_graph_free(wendi_subgoal_graph* graph_opt);
/// Memory for what a file holds of a graph: tiles, first_arc and arcs, not yet filled. NULL: there is none.
wendi_subgoal_graph* wendi_subgoal_graph_new(const wend_allocator* allocator, int32_t count,
                                             size_t arc_count);
/// Completes such a graph by what follows from the map, once its three arrays are filled, and checks all of
/// it: paths over it then are paths of the map. Errors: MEMORY, FORMAT (it cannot be that of this map).
wend_result wendi_subgoal_graph_complete(wendi_subgoal_graph* graph, const wend_grid* grid);

/// The arc between two ranks; NULL: there is none.
const wendi_arc* wendi_subgoal_arc(const wendi_subgoal_graph* graph, uint32_t a, uint32_t b);
#endif
