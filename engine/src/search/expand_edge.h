// expand_edge.h: which ways of the level below does an edge stand for?
#ifndef WENDI_EXPAND_EDGE_H
#define WENDI_EXPAND_EDGE_H
#include "search/abstract_search.h"

/// Appends the edges of the level below that an edge of level 2 or above stands for, from the last to the
/// first. *found_out is false when there is no way at its cost, which only a file made by hand may bring
/// about. Errors: MEMORY.
wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);
#endif
