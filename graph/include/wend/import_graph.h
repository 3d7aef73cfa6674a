// wend/import_graph.h: imports graph files into a wend_graph: tables of edges (CSV), GraphML, and the road
// networks of the DIMACS challenge (.gr). The content of a file decides its format, never its name.
//
//     wend_graph_import_def def = wend_default_graph_import_def();
//     wend_graph* graph = NULL;
//     wend_graph_names* names = NULL;
//     wend_error error;
//     if (wend_import_graph("course_graph.csv", &def, &graph, &names, NULL, &error) != WEND_OK) {
//         fprintf(stderr, "%s\n", error.text);
//         return 1;
//     }
//     int32_t start = wend_graph_find_node(names, "S"); // -1: there is no such node
//
// Edges and connections. An edge is what a file lists; it leads one way or both. The connections of the graph
// are first the edges in the order of the file, then, in the same order, the way back of each edge that leads
// both ways. wend_graph_edge_of returns the edge that a connection belongs to; edges are numbered from 0.
//
// A table of edges has the header from,to,cost (in any order; also source, target, weight), and a line for
// each edge. The cost may be left out: each edge then costs 1. A column id gives the edges labels. The
// separator is a comma, a semicolon or a tab. Fields may be in double quotes; empty lines and lines that
// begin with # are skipped. Other columns are ignored. Nodes are numbered in the order in which they appear.
//
// A node table, def.node_table, has the header node,x,y. With a table of edges it declares the nodes: it
// numbers them, and an edge to any other node is an error. It may also be a DIMACS file of coordinates (.co).
#ifndef WEND_IMPORT_GRAPH_H
#define WEND_IMPORT_GRAPH_H
#include "wend/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_GRAPH_NAME_BYTES 256 ///< bytes of the name of a node or the label of an edge, including its end

typedef struct wend_graph_import_def {
    int32_t cookie;                  ///< set by wend_default_graph_import_def
    bool two_way;                    ///< every edge leads both ways [Default: false]
    const char* node_table;          ///< a file with the positions of nodes; NULL: none [Default: NULL]
    int32_t max_nodes;               ///< a larger graph is refused [Range: 1 .. WEND_GRAPH_MAX_NODES]
                                     ///< [Default: 1 << 27]
    int32_t max_connections;         ///< the same [Range: 1 .. WEND_GRAPH_MAX_CONNECTIONS] [Default: 1 << 29]
    const wend_allocator* allocator; ///< of the graph, the names and the buffers; NULL: malloc and free
} wend_graph_import_def;
WEND_API wend_graph_import_def wend_default_graph_import_def(void);

/// What the file contained.
typedef struct wend_graph_import_info {
    char format[16];    ///< "csv", "graphml", "dimacs"
    int32_t edge_count; ///< in the file
    char warning[400];  ///< one line for a person, e.g. "no costs: each edge costs 1"; "" if none
} wend_graph_import_info;

/// The names of the nodes of a graph, and the labels of its edges.
typedef struct wend_graph_names wend_graph_names;

/// Reads a graph file; "-" reads standard input. Errors: DEF, ARGUMENT (a field of the definition out of
/// range), IO (missing, unreadable, a directory), FORMAT (empty, truncated, not recognised, a node that was
/// not declared, a cost that is negative or no number, a label that occurs twice), LIMIT (more nodes or
/// connections than the definition allows), UNSUPPORTED (a variant of a known format), MEMORY.
WEND_API wend_result wend_import_graph(const char* file, const wend_graph_import_def* def, wend_graph** out,
                                       wend_graph_names** names_out, wend_graph_import_info* info_opt,
                                       wend_error* error_opt);
/// Reads a graph from memory. name stands for the file in messages. Errors: DEF, ARGUMENT, IO, FORMAT, LIMIT,
/// UNSUPPORTED, MEMORY (all as wend_import_graph; IO only for the node table).
WEND_API wend_result wend_import_graph_memory(const void* bytes, size_t size, const char* name,
                                              const wend_graph_import_def* def, wend_graph** out,
                                              wend_graph_names** names_out, wend_graph_import_info* info_opt,
                                              wend_error* error_opt);
WEND_API void wend_graph_names_destroy(wend_graph_names* names);

/// Writes the name of a node: as in the file, or its number from 1 in a DIMACS file. False when there is no
/// such node; out is then unchanged.
WEND_API bool wend_graph_node_name(const wend_graph_names* names, int32_t node,
                                   char out[WEND_GRAPH_NAME_BYTES]);
/// The node with this name; -1: none.
WEND_API int32_t wend_graph_find_node(const wend_graph_names* names, const char* name);
/// The edge to which a connection belongs; -1: no such connection.
WEND_API int32_t wend_graph_edge_of(const wend_graph_names* names, int32_t connection);
/// The label of an edge; NULL: it has none. Borrowed.
WEND_API const char* wend_graph_edge_label(const wend_graph_names* names, int32_t edge);
/// The edge with this label; -1: none.
WEND_API int32_t wend_graph_find_edge(const wend_graph_names* names, const char* label);

/// Reads a table of heuristics with the header node,h and a line for each node, for
/// wend_graph_query.heuristic_table. out: one number for each node of the graph. Errors: ARGUMENT, IO, FORMAT
/// (also when a node is unknown, listed twice or missing), LIMIT (the file is too large), MEMORY. *out is
/// then undefined.
WEND_API wend_result wend_import_heuristic(const char* file, const wend_graph_names* names, double* out,
                                           wend_error* error_opt);

#ifdef __cplusplus
}
#endif
#endif
