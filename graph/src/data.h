// data.h: what the readers of graph files collect, and how it becomes a graph with names.
#ifndef WGR_DATA_H
#define WGR_DATA_H
#include "core/message.h"
#include "name_table.h"
#include "wend/import_graph.h"

struct wend_graph_names {
    wend_allocator allocator; ///< by which it was made
    bool has_allocator;       ///< false: malloc
    bool is_numbered;         ///< nodes are named by their numbers from 1, and the table is empty
    int32_t node_count, edge_count;
    wgr_name_table nodes, labels;
    int32_t* label_of; ///< number of the label of each edge, -1: none; NULL: no edge has one
    size_t label_capacity;
    int32_t* two_way; ///< the edges that lead both ways, in their order
    size_t two_way_capacity;
    int32_t two_way_count;
};
const wend_allocator* wgr_names_allocator(const wend_graph_names* names);
/// -1: none.
int32_t wgr_find_node(const wend_graph_names* names, wimp_span name);

typedef struct wgr_data {
    const wend_graph_import_def* def;
    const char* name; ///< of the file that is being read, for messages
    wend_error* error_opt;
    wend_graph_import_info* info;
    wend_graph_names* names;
    bool nodes_are_declared;      ///< an edge may not add nodes
    const char* declared_by;      ///< the file that declares them
    wend_graph_connection* edges; ///< and, when finished, the ways back
    size_t edge_capacity;
    wend_graph_position* positions; ///< of the first position_count nodes
    size_t position_capacity;
    int32_t position_count;
    bool has_positions;
} wgr_data;

#define wgr_fail(data, result, ...) wimp_fail((data)->error_opt, (result), (data)->name, __VA_ARGS__)
wend_result wgr_out_of_memory(const wgr_data* data);

/// False when the definition has no memory for the names.
bool wgr_data_begin(wgr_data* data);
void wgr_data_free(wgr_data* data);

/// Whether a text can be the name of a node or the label of an edge. Errors: FORMAT.
wend_result wgr_check_name(const wgr_data* data, const char* what, wimp_span name, int32_t line);
/// Finds a node by its name, or adds it. Errors: FORMAT, LIMIT, MEMORY.
wend_result wgr_node(wgr_data* data, wimp_span name, int32_t line, int32_t* out);
/// The nodes are 1 .. count. Errors: LIMIT.
wend_result wgr_number_nodes(wgr_data* data, int32_t count);
/// The cost of an edge: a number from 0 to WEND_GRAPH_MAX_COST, or inf. Errors: FORMAT.
wend_result wgr_cost(const wgr_data* data, wimp_span text, int32_t line, double* out);
/// The heuristic of a node: a number from 0 to WEND_GRAPH_MAX_COST. Errors: FORMAT.
wend_result wgr_h(const wgr_data* data, wimp_span text, int32_t line, double* out);
/// A coordinate. Errors: FORMAT.
wend_result wgr_coordinate(const wgr_data* data, const char* what, wimp_span text, int32_t line, double* out);
/// Errors: LIMIT, MEMORY.
wend_result wgr_add_edge(wgr_data* data, wend_graph_connection edge, bool two_way);
/// Gives the edge that was added last a label. Errors: FORMAT (it occurs twice, or is not a valid label),
/// MEMORY.
wend_result wgr_label_edge(wgr_data* data, wimp_span label, int32_t line);
/// Errors: FORMAT (it has one already), MEMORY.
wend_result wgr_place(wgr_data* data, int32_t node, wend_graph_position position, wimp_span name,
                      int32_t line);

/// Makes the graph. Errors: FORMAT (no nodes), LIMIT, MEMORY.
wend_result wgr_data_finish(wgr_data* data, wend_graph** out);
#endif
