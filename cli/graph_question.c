// graph_question.c: how are nodes, connections and numbers of a graph named?
#include "graph_question.h"
#include "clean_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Replaces control characters, which a name must not bring to the terminal, by ?.
static graph_name clean(graph_name name) {
    clean_text(name.text);
    return name;
}

graph_name graph_node_text(const graph_question* q, int32_t node) {
    graph_name name = {"?"};
    wend_graph_node_name(q->names, node, name.text);
    return clean(name);
}

graph_name graph_connection_text(const graph_question* q, int32_t connection) {
    graph_name name = {""};
    const char* label = wend_graph_edge_label(q->names, wend_graph_edge_of(q->names, connection));
    if (label == NULL)
        snprintf(name.text, sizeof name.text, "%d", connection);
    else
        snprintf(name.text, sizeof name.text, "%s", label);
    return clean(name);
}

graph_name graph_from_text(const graph_question* q, int32_t connection) {
    if (connection < 0) return (graph_name){"-"};
    return graph_node_text(q, wend_graph_get_connection(q->graph, connection).from);
}

graph_number graph_number_text(double value) {
    graph_number number;
    if (isinf(value))
        strcpy(number.text, "-");
    else
        snprintf(number.text, sizeof number.text, "%.10g", value);
    return number;
}

bool graph_is_goal(const graph_question* q, int32_t node) {
    if (q->query.goal == node) return true;
    for (int32_t i = 0; i < q->query.other_goal_count; i++)
        if (q->query.other_goals[i] == node) return true;
    return false;
}

bool graph_has_goals(const graph_question* q) {
    return q->query.goal >= 0;
}
