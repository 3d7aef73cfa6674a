// subgoal_graph.h: how are the cheapest paths of a map of one cost found almost without a search? By its
// subgoals and a contraction hierarchy over them. The graph stands for the tiles as they were when it was
// made.
#ifndef WENDI_SUBGOAL_GRAPH_H
#define WENDI_SUBGOAL_GRAPH_H
#include "subgoals/contraction.h"
#include "subgoals/subgoal_map.h"

typedef struct wendi_subgoal_graph {
    wend_allocator allocator;
    wendi_subgoal_map map; // its subgoals are numbered by rank
    wend_tile* tiles;      // by rank
    uint32_t* first_arc;   // by rank, one more at the end
    size_t arc_count;
    wendi_arc* arcs; // to higher ranks, sorted by these
} wendi_subgoal_graph;

/// Arcs without a middle are straight runs. Which steps come first, as they leave their lower subgoal?
#define WENDI_DIAGONALS_FIRST UINT32_MAX
#define WENDI_DIAGONALS_LAST  WENDI_NO_MIDDLE
/// True when a map has the form that subgoals are for: one cost, eight neighbours, no cut corners, no links
/// and no closed steps.
bool wendi_subgoals_fit(const wend_grid* grid);
/// Free by wendi_subgoal_graph_free. Errors: MEMORY, LIMIT (it would take more than most_bytes), CANCELLED.
wend_result wendi_subgoal_graph_make(const wend_grid* grid, size_t most_bytes,
                                     const wend_allocator* allocator, wend_progress_fn* progress_opt,
                                     void* context, wendi_subgoal_graph** out);
void wendi_subgoal_graph_free(wendi_subgoal_graph* graph_opt);
size_t wendi_subgoal_graph_bytes(const wendi_subgoal_graph* graph_opt);
/// The arc between two ranks; NULL: there is none.
const wendi_arc* wendi_subgoal_arc(const wendi_subgoal_graph* graph, uint32_t a, uint32_t b);
#endif
