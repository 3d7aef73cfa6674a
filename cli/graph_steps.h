// graph_steps.h: a search over a graph, step by step, with its open and closed lists.
#ifndef GRAPH_STEPS_H
#define GRAPH_STEPS_H
#include "graph_question.h"
#include "json.h"

enum { GRAPH_STEPS_MAX_NODES = 10000 }; ///< the lists of larger graphs are not shown

/// Prints each step: the node that is closed, what it changes, the open list in its order, the closed list.
/// False: out of memory.
bool graph_steps_print(const graph_question* q);
/// Adds the array "steps".
bool graph_steps_json(const graph_question* q, cJSON* json);

#endif
