// formats.h: the formats of graph files and of the tables beside them.
#ifndef WGR_FORMATS_H
#define WGR_FORMATS_H
#include "data.h"

/// What every reader gets: the bytes of data->name. Errors: FORMAT, LIMIT, UNSUPPORTED, MEMORY.
typedef wend_result wgr_read_fn(wgr_data* data, const uint8_t* bytes, size_t size);

wgr_read_fn wgr_read_edge_table, wgr_read_graphml, wgr_read_dimacs;
/// A table node,x,y or a DIMACS file of coordinates. It adds nodes unless they are declared.
wgr_read_fn wgr_read_node_table;
bool wgr_is_graphml(const uint8_t* bytes, size_t size);
/// A file of edges or of coordinates.
bool wgr_is_dimacs(const uint8_t* bytes, size_t size);
/// The coordinates of a DIMACS file.
wgr_read_fn wgr_read_coordinates;

/// A table node,h: one number for each node. Errors: FORMAT, MEMORY.
wend_result wgr_read_heuristic(const wend_graph_names* names, const uint8_t* bytes, size_t size,
                               const char* name, double* out, wend_error* error_opt);
#endif
