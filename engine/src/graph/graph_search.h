// graph_search.h: what does a search keep of each node, and of the path that it found?
#ifndef WENDI_GRAPH_SEARCH_H
#define WENDI_GRAPH_SEARCH_H
#include "core/heap.h"
#include "graph/graph.h"

/// A node is as its stamp says only while the upper bits of the stamp are those of the search: a new query
/// forgets all nodes at once.
typedef struct wendi_graph_mark {
    double g, h;
    int32_t connection; // the last of the path to the node; -1: the start
    uint32_t stamp;     // the search's stamp, WENDI_GRAPH_GOAL, and a wend_graph_node_state
} wendi_graph_mark;
enum { WENDI_GRAPH_STATE = 3, WENDI_GRAPH_GOAL = 4, WENDI_GRAPH_STAMP_STEP = 8 };

typedef struct wendi_graph_list {
    int32_t* data;
    size_t capacity;
    int32_t count;
} wendi_graph_list;

struct wend_graph_search {
    wend_allocator allocator;
    uint64_t (*clock_ns)(void* context);
    void* clock_context;
    wendi_cancel cancel;
    wend_graph_observer observer;
    wendi_heap open; // by the bits of f, which are in its order; breadth first by the order of opening
    wendi_graph_mark* marks;
    size_t mark_capacity;
    wend_graph_position* goal_positions; // of the present query; empty where a goal has none
    size_t goal_capacity;
    int32_t goal_position_count;
    uint32_t stamp; // of the present query; a multiple of WENDI_GRAPH_STAMP_STEP
    // The answer to the last query.
    int32_t node_count; // of its graph; 0: there is no answer
    wend_outcome outcome;
    double cost;
    wendi_graph_list connections, nodes;
};
#endif
