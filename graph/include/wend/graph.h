// wend/graph.h: search in any directed graph with costs: road networks, state spaces, the small graphs of
// textbooks. It has nothing to do with tiles, worlds and clusters.
//
//     const wend_graph_connection connections[] = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {2, 3, 9}};
//     wend_graph_def def = wend_default_graph_def();
//     def.node_count = 4;
//     def.connections = connections;
//     def.connection_count = 5;
//     wend_graph_search_def search_def = wend_default_graph_search_def();
//     wend_graph* graph = NULL;
//     wend_graph_search* search = NULL;
//     if (wend_graph_create(&def, &graph) != WEND_OK) return 1;
//     if (wend_graph_search_create(&search_def, &search) != WEND_OK) return 1;
//     wend_graph_query query = wend_default_graph_query(0, 3);
//     if (wend_graph_find_path(search, graph, &query, NULL) != WEND_OK) return 1;
//     int32_t count = 0;
//     const int32_t* path = wend_graph_search_connections(search, &count); // 1, 2, 3: 0 -> 2 -> 1 -> 3
//     double cost = wend_graph_search_cost(search);                        // 8
//
// Nodes are numbered from 0, connections too, in the order in which the definition lists them. Two nodes may
// have several connections in the same direction, and a node may have one to itself: the answer to a query is
// therefore a list of connections.
//
// Costs and rounding. Costs are doubles of at least 0. The cost of a path is the sum of its connections from
// the start onwards, rounded after each addition, which is the same on every machine: whole numbers are exact
// up to 2^53. Dijkstra finds the least of these sums, and so does A* with an admissible heuristic. No sum
// overflows.
//
// Obstacles. There are three ways to close a road: leave the node or the connection out of the definition,
// disable the connection, or give it the cost INFINITY. A connection of infinite cost is in the graph like
// any other and may get a finite cost later, but no search follows it, breadth first and greedy best first
// included.
//
// Order. Of several open nodes with the same estimate the one with the smallest number comes first; of
// several equally good connections to a node the search keeps the first that it found. The connections that
// leave a node are followed in the order of their numbers.
//
// Threads. Any number of searches may use a graph at the same time, as long as nobody changes it.
#ifndef WEND_GRAPH_H
#define WEND_GRAPH_H
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_GRAPH_MAX_NODES       2147483646 ///< nodes of a graph
#define WEND_GRAPH_MAX_CONNECTIONS 2147483646 ///< connections of a graph
#define WEND_GRAPH_MAX_COST        1e100      ///< finite costs, heuristics and coordinates

// ---- graphs

/// Where a node is, for heuristics and pictures. x is NAN: the node has no position. [Range of both:
/// -WEND_GRAPH_MAX_COST .. WEND_GRAPH_MAX_COST]
typedef struct wend_graph_position {
    double x, y;
} wend_graph_position;

/// A directed connection.
typedef struct wend_graph_connection {
    int32_t from, to; ///< nodes
    double cost;      ///< INFINITY: no search follows it [Range: 0..WEND_GRAPH_MAX_COST, INFINITY]
} wend_graph_connection;

typedef struct wend_graph_def {
    int32_t cookie;                           ///< set by wend_default_graph_def
    int32_t node_count;                       ///< [Range: 1 .. WEND_GRAPH_MAX_NODES]
    const wend_graph_position* positions;     ///< node_count of them, copied; NULL: no node has one
    const wend_graph_connection* connections; ///< copied
    int32_t connection_count;                 ///< [Range: 0 .. WEND_GRAPH_MAX_CONNECTIONS]
    const wend_allocator* allocator;          ///< copied; NULL: malloc and free
} wend_graph_def;
WEND_API wend_graph_def wend_default_graph_def(void);

typedef struct wend_graph wend_graph;

/// Creates a graph. All its connections are enabled. Errors: DEF, ARGUMENT (a field out of range, a node that
/// does not exist, a cost or position out of range), MEMORY.
WEND_API wend_result wend_graph_create(const wend_graph_def* def, wend_graph** out);
WEND_API void wend_graph_destroy(wend_graph* graph);

WEND_API int32_t wend_graph_node_count(const wend_graph* graph);
WEND_API int32_t wend_graph_connection_count(const wend_graph* graph);
/// A connection with its present cost; zeros when there is no such connection.
WEND_API wend_graph_connection wend_graph_get_connection(const wend_graph* graph, int32_t connection);
/// Returns how many connections leave a node, disabled ones included. The first capacity of them are written
/// to out, by their numbers; out may be NULL when capacity is 0.
WEND_API int32_t wend_graph_outgoing(const wend_graph* graph, int32_t node, int32_t* out, int32_t capacity);
/// False when the node has no position; *out is then unchanged.
WEND_API bool wend_graph_get_position(const wend_graph* graph, int32_t node, wend_graph_position* out);
/// Bytes of memory that the graph uses.
WEND_API size_t wend_graph_bytes(const wend_graph* graph);

/// Changes the cost of a connection. Answers of earlier queries keep theirs. Errors: ARGUMENT (no such
/// connection; the cost is out of the range of wend_graph_connection).
WEND_API wend_result wend_graph_set_cost(wend_graph* graph, int32_t connection, double cost);
/// Disables a connection, or enables it again. Searches do not follow disabled connections. Errors: ARGUMENT
/// (no such connection).
WEND_API wend_result wend_graph_set_enabled(wend_graph* graph, int32_t connection, bool enabled);
WEND_API bool wend_graph_is_enabled(const wend_graph* graph, int32_t connection);

/// The largest factor, less one part in 2^30 against rounding, by which straight-line distances between
/// positions never exceed the costs of paths: the least cost per unit of distance of any connection, disabled
/// ones included. 0 when a connection starts or ends at a node without a position, or all have the length 0
/// or an infinite cost.
WEND_API double wend_graph_euclidean_factor(const wend_graph* graph);

// ---- queries

typedef enum wend_graph_algorithm {
    WEND_GRAPH_ASTAR = 0,    ///< least g + weight x h first
    WEND_GRAPH_DIJKSTRA = 1, ///< least g first: the optimum
    WEND_GRAPH_BFS = 2, ///< breadth first: the fewest connections, whatever they cost; g counts connections
    WEND_GRAPH_GREEDY = 3, ///< greedy best first: least h first; a node keeps the connection that reached it
                           ///< first
    WEND_GRAPH_ALGORITHM_COUNT
} wend_graph_algorithm;

/// The estimate h of the cost from a node to the nearest goal, for A* and greedy best first. It is admissible
/// when it never exceeds that cost, and consistent when no connection lowers it by more than its own cost.
/// With an admissible heuristic, a weight of at most 1 and reopening, A* finds the optimum.
typedef enum wend_graph_heuristic {
    WEND_GRAPH_NO_HEURISTIC = 0, ///< h = 0
    WEND_GRAPH_EUCLIDEAN = 1, ///< straight-line distance to the nearest goal x euclidean_factor; 0 for nodes
                              ///< without a position, and if a goal has none
    WEND_GRAPH_TABLE = 2,     ///< heuristic_table
    WEND_GRAPH_CALLBACK = 3,  ///< heuristic_fn
    WEND_GRAPH_HEURISTIC_COUNT
} wend_graph_heuristic;

typedef struct wend_graph_query {
    int32_t cookie; ///< set by wend_default_graph_query
    int32_t start;
    int32_t
        goal; ///< -1: none; without any goal the search ends when all nodes that can be reached are closed
    const int32_t* other_goals;     ///< further goals; the search ends at the first goal that it closes
    int32_t other_goal_count;       ///< [Range: >= 0]
    wend_graph_algorithm algorithm; ///< [Default: WEND_GRAPH_ASTAR]
    wend_graph_heuristic heuristic; ///< [Default: WEND_GRAPH_EUCLIDEAN]
    double euclidean_factor; ///< cost per unit of distance; above the factor of the graph, A* may miss the
                             ///< optimum; -1: wend_graph_euclidean_factor [Range: 0..WEND_GRAPH_MAX_COST, -1]
                             ///< [Default: -1]
    const double* heuristic_table; ///< h of each node, for WEND_GRAPH_TABLE [Range: 0..WEND_GRAPH_MAX_COST]
    /// h of a node, for WEND_GRAPH_CALLBACK; called once for each node that is opened. A value outside
    /// 0..WEND_GRAPH_MAX_COST ends the query with ARGUMENT.
    double (*heuristic_fn)(int32_t node, void* context);
    void* heuristic_context;
    double heuristic_weight; ///< for A*; above 1 the path may cost up to weight times the optimum
                             ///< [Range: 0..1e6] [Default: 1]
    bool reopen; ///< A* opens a closed node again when it finds a cheaper path to it, which only happens with
                 ///< an inconsistent heuristic; without this, an admissible heuristic may miss the optimum
                 ///< [Default: true]
} wend_graph_query;
WEND_API wend_graph_query wend_default_graph_query(int32_t start, int32_t goal);

/// What a query did. Filled even when the query fails; the time stays 0 without a clock.
typedef struct wend_graph_stats {
    int64_t expanded;  ///< nodes taken from the open list, each time
    int64_t opened;    ///< nodes put on the open list for the first time
    int64_t improved;  ///< open nodes to which a cheaper path was found
    int64_t reopened;  ///< closed nodes that a cheaper path put on the open list again
    int64_t most_open; ///< the largest size of the open list
    int64_t total_ns;
} wend_graph_stats;

// ---- watching a search

typedef enum wend_graph_event_kind {
    WEND_GRAPH_OPENED = 0,   ///< put on the open list for the first time
    WEND_GRAPH_IMPROVED = 1, ///< a cheaper path to an open node was found
    WEND_GRAPH_REOPENED = 2, ///< a cheaper path put a closed node on the open list again
    WEND_GRAPH_CLOSED = 3,   ///< taken from the open list; the connections that leave it are followed next,
                             ///< unless it is a goal
    WEND_GRAPH_EVENT_COUNT
} wend_graph_event_kind;

typedef struct wend_graph_event {
    wend_graph_event_kind kind;
    int32_t node;
    int32_t connection; ///< the last connection of the path to the node; -1: the node is the start
    double g, h, f; ///< cost so far, heuristic and estimate: f is g + weight x h for A*, h for greedy best
                    ///< first, g for the others, whose h is 0
} wend_graph_event;

typedef struct wend_graph_observer {
    /// Receives each event; must not use the search. NULL: no observer.
    void (*event)(const wend_graph_event* event, void* context);
    void* context;
} wend_graph_observer;

// ---- searches

typedef struct wend_graph_search_def {
    int32_t cookie; ///< set by wend_default_graph_search_def
    uint64_t (*clock_ns)(
        void* context); ///< monotone nanoseconds for wend_graph_stats; NULL: the time stays 0
    void* clock_context;
    bool (*should_cancel)(void* context); ///< called after each 1024 expanded nodes; true: the query returns
                                          ///< WEND_ERROR_CANCELLED; NULL: never
    void* cancel_context;
    wend_graph_observer observer;    ///< copied
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
} wend_graph_search_def;
WEND_API wend_graph_search_def wend_default_graph_search_def(void);

/// Scratch memory for queries, one per thread, and the answer to the last one. A repeated query allocates
/// nothing.
typedef struct wend_graph_search wend_graph_search;

/// Creates a search for any number of queries on any graphs. Errors: DEF, ARGUMENT, MEMORY.
WEND_API wend_result wend_graph_search_create(const wend_graph_search_def* def, wend_graph_search** out);
WEND_API void wend_graph_search_destroy(wend_graph_search* search);
/// Bytes of memory that the search holds.
WEND_API size_t wend_graph_search_bytes(const wend_graph_search* search);

/// Answers a query. Errors: DEF, ARGUMENT (a node that does not exist, a field or an h out of range), MEMORY,
/// CANCELLED (by should_cancel), LIMIT (an inconsistent heuristic reopened nodes so often that the open list
/// overflowed). After an error the search has no answer.
WEND_API wend_result wend_graph_find_path(wend_graph_search* search, const wend_graph* graph,
                                          const wend_graph_query* query, wend_graph_stats* stats_opt);

/// WEND_FOUND, or WEND_NO_ROUTE when no goal can be reached, when there is no answer, and for NULL. A query
/// without goals always finds: the path is then empty.
WEND_API wend_outcome wend_graph_search_outcome(const wend_graph_search* search);
/// Cost of the path: the sum of its connections; 0 without one.
WEND_API double wend_graph_search_cost(const wend_graph_search* search);
/// The connections of the path, from the start; none when the start is a goal. Borrowed until the next query.
WEND_API const int32_t* wend_graph_search_connections(const wend_graph_search* search, int32_t* count_out);
/// The nodes of the path, from the start to the goal that was reached. Also borrowed.
WEND_API const int32_t* wend_graph_search_nodes(const wend_graph_search* search, int32_t* count_out);

typedef enum wend_graph_node_state {
    WEND_GRAPH_UNSEEN = 0, ///< no path to it was found
    WEND_GRAPH_IS_OPEN = 1,
    WEND_GRAPH_IS_CLOSED = 2,
    WEND_GRAPH_NODE_STATE_COUNT
} wend_graph_node_state;

typedef struct wend_graph_node {
    wend_graph_node_state state; ///< when the query ended
    int32_t connection; ///< the last connection of the path to the node; -1: the start, or an unseen node
    double g, h;        ///< as in wend_graph_event; INFINITY and 0 when unseen
} wend_graph_node;

/// What the last query found out about a node. After a query without goals g is its distance from the start,
/// or INFINITY. Zeros when there is no answer or no such node.
WEND_API wend_graph_node wend_graph_search_node(const wend_graph_search* search, int32_t node);

#ifdef __cplusplus
}
#endif
#endif
