// graph_formats.h: the formats of graph files and of the tables beside them.
#ifndef WIMP_GRAPH_FORMATS_H
#define WIMP_GRAPH_FORMATS_H
#include "graphs/graph_data.h"

/// What every reader gets: the bytes of data->name. Errors: FORMAT, LIMIT, UNSUPPORTED, MEMORY.
typedef wend_result wimp_graph_read_fn(wimp_graph_data* data, const uint8_t* bytes, size_t size);

wimp_graph_read_fn wimp_read_edge_table, wimp_read_graphml, wimp_read_dimacs;
/// A table node,x,y or a DIMACS file of coordinates. It adds nodes unless they are declared.
wimp_graph_read_fn wimp_read_node_table;
bool wimp_is_graphml(const uint8_t* bytes, size_t size);
/// A file of edges or of coordinates.
bool wimp_is_dimacs(const uint8_t* bytes, size_t size);
/// The coordinates of a DIMACS file.
wimp_graph_read_fn wimp_read_coordinates;

/// A table node,h: one number for each node. Errors: FORMAT, MEMORY.
wend_result wimp_read_heuristic(const wend_graph_names* names, const uint8_t* bytes, size_t size,
                                const char* name, double* out, wend_error* error_opt);
#endif
