// expand_edge.h: which edges of the level below does an abstract edge stand for?
#ifndef WENDI_EXPAND_EDGE_H
#define WENDI_EXPAND_EDGE_H
#include "search/abstract_search.h"

/// Replaces an edge of level 2 or above: appends a path of the same cost by edges of the level below, from
/// the last to the first. *found_out is false when there is no such path, which only a corrupt file may
/// cause. Errors: MEMORY.
wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);
/// Replaces all edges of level 2 and above by edges of level 1, in the same order and as the function above
/// would. spare is another list, whose contents are lost. Not for worlds that check clusters on first use.
/// Errors: MEMORY.
wend_result wendi_expand_edges(wendi_abstract_search* search, const wend_world* world, bool* found_out,
                               wendi_edge_list* edges_io, wendi_edge_list* spare);
#endif
