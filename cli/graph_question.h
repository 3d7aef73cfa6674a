// graph_question.h: what `wend graph` was asked, and what came of it: shared by its forms of output.
#ifndef GRAPH_QUESTION_H
#define GRAPH_QUESTION_H
#include "cli.h"
#include <wend/import_graph.h>

typedef struct graph_question {
    wend_graph* graph;
    wend_graph_names* names;
    wend_graph_query query;
    wend_graph_search* search; ///< with the answer
    wend_graph_stats stats;
    wend_graph_event* events; ///< all of the search; NULL: not recorded
    int64_t event_count, event_capacity;
} graph_question;

/// A name or a label for a message or a table.
typedef struct graph_name {
    char text[WEND_GRAPH_NAME_BYTES];
} graph_name;
graph_name graph_node_text(const graph_question* q, int32_t node);
/// The label of a connection's edge, or the number of the connection.
graph_name graph_connection_text(const graph_question* q, int32_t connection);
/// The node that a connection leaves; "-" for -1.
graph_name graph_from_text(const graph_question* q, int32_t connection);
/// "12", "2.5": as short as 10 digits allow.
typedef struct graph_number {
    char text[40];
} graph_number;
graph_number graph_number_text(double value);

bool graph_is_goal(const graph_question* q, int32_t node);
bool graph_has_goals(const graph_question* q);

// ---- graph_picture.c

/// Draws the graph with the colours of the open and the closed list, the path, and the costs. CLI_OK or an
/// exit code.
int graph_picture_write(const graph_question* q, const char* file);

#endif
