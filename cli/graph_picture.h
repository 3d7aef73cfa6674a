// graph_picture.h: a graph and a search over it as a picture.
#ifndef GRAPH_PICTURE_H
#define GRAPH_PICTURE_H
#include "graph_question.h"

/// Draws the graph with the colours of the open and the closed list, the path, and the costs. CLI_OK or an
/// exit code.
int graph_picture_write(const graph_question* q, const char* file);

#endif
