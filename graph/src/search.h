// search.h: what does a search keep of each node, and of the path that it found?
#ifndef WGR_SEARCH_H
#define WGR_SEARCH_H
#include "graph.h"

/// A node is as its stamp says only while the upper bits of the stamp are those of the search: a new query
/// forgets all nodes at once.
typedef struct wgr_mark {
    double g, h;
    int32_t connection; // the last of the path to the node; -1: the start
    uint32_t stamp;     // the search's stamp, WGR_GOAL, and a wend_graph_node_state
} wgr_mark;
enum { WGR_STATE = 3, WGR_GOAL = 4, WGR_STAMP_STEP = 8 };

/// An entry of the open list.
typedef struct wgr_open {
    double key; // f; breadth first the order of opening
    int32_t node;
} wgr_open;

typedef struct wgr_list {
    int32_t* data;
    size_t capacity;
    int32_t count;
} wgr_list;

struct wend_graph_search {
    wend_allocator allocator;
    uint64_t (*clock_ns)(void* context);
    void* clock_context;
    bool (*should_cancel)(void* context); // NULL: never
    void* cancel_context;
    wend_graph_observer observer;
    wgr_open* open; // a binary heap: the least key first, of equal ones the least node
    size_t open_capacity;
    int32_t open_count;
    wgr_mark* marks;
    size_t mark_capacity;
    wend_graph_position* goal_positions; // of the present query; empty where a goal has none
    size_t goal_capacity;
    int32_t goal_position_count;
    uint32_t stamp; // of the present query; a multiple of WGR_STAMP_STEP
    // The answer to the last query.
    int32_t node_count; // of its graph; 0: there is no answer
    wend_outcome outcome;
    double cost;
    wgr_list connections, nodes;
};
#endif
