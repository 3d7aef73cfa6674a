// expand_edge.h: which edges of the level below does an abstract edge stand for?
#ifndef WENDI_EXPAND_EDGE_H
#define WENDI_EXPAND_EDGE_H
#include "search/abstract_search.h"

/// Replaces an edge of level 2 or above: appends a path of the same cost by edges of the level below, from
/// the last to the first. *found_out is false when there is no such path, which only a corrupt file may
/// cause. Errors: MEMORY.
wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);
#endif
