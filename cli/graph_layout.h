// graph_layout.h: where are the nodes of a graph in a picture?
#ifndef GRAPH_LAYOUT_H
#define GRAPH_LAYOUT_H
#include "canvas.h"
#include "graph_question.h"

enum { GRAPH_LAYOUT_MAX_NODES = 600 }; ///< without positions

/// Positions of all nodes, with y down, to be freed: those of the graph, where y goes up, if every node has
/// one; otherwise made so that connected nodes are near each other, with the start at the left. NULL: out of
/// memory.
canvas_point* graph_layout(const graph_question* q);
bool graph_layout_has_positions(const wend_graph* graph);

#endif
