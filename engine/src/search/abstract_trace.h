// abstract_trace.h: which edges make up the path that an abstract search found?
#ifndef WENDI_ABSTRACT_TRACE_H
#define WENDI_ABSTRACT_TRACE_H
#include "search/abstract_edge.h"
#include "search/abstract_state.h"

/// Appends the edges from the last node of the best path back to an inserted start; without one, to the node
/// of cost 0. *found_out becomes false when an edge is missing, which only a corrupt file may cause. Errors:
/// MEMORY.
wend_result wendi_abstract_trace(const wendi_abstract_search* search, const wendi_insertion* from_opt,
                                 bool* found_out, wendi_edge_list* edges_out);
#endif
