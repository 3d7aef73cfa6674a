// ranges_graph.c: the ranges of graphs.
#include "ranges.h"
#include "wend/graph.h"

#include <math.h>
#include <stdlib.h>

static wend_graph_connection pair[2] = {{0, 1, 2}, {0, 1, 3}};

static wend_result try_graph_def(const wend_graph_def* def) {
    wend_graph* made = NULL;
    wend_result result = wend_graph_create(def, &made);
    wend_graph_destroy(made);
    return result;
}
static wend_graph_def graph_of(int32_t nodes, int32_t connections) {
    wend_graph_def def = wend_default_graph_def();
    def.node_count = nodes;
    def.connections = pair;
    def.connection_count = connections;
    return def;
}
static bool graph_cost(void) {
    const wend_graph_def graph_def = graph_of(2, 2);
    bool good = true;
    const double in[] = {0, WEND_GRAPH_MAX_COST, INFINITY}, out[] = {-1e-300, 1.1e100, NAN, -INFINITY};
    for (int i = 0; i < 3; i++) pair[0].cost = in[i], good = good && try_graph_def(&graph_def) == WEND_OK;
    for (int i = 0; i < 4; i++)
        pair[0].cost = out[i], good = good && try_graph_def(&graph_def) == WEND_ERROR_ARGUMENT;
    pair[0].cost = 2;
    return good;
}
static bool graph_nodes(void) {
    wend_graph_def graph_def;
    return TRY(graph_def, graph_of(2, 2), node_count, 2, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), node_count, 1, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), node_count, 0, WEND_ERROR_ARGUMENT) &&
           TRY(graph_def, graph_of(2, 0), node_count, WEND_GRAPH_MAX_NODES + 1, WEND_ERROR_ARGUMENT);
}
static bool graph_connections(void) {
    wend_graph_def graph_def;
    return TRY(graph_def, graph_of(2, 0), connection_count, 2, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), connection_count, 0, WEND_OK) &&
           TRY(graph_def, graph_of(2, 0), connection_count, -1, WEND_ERROR_ARGUMENT) &&
           TRY(graph_def, graph_of(2, 0), connection_count, WEND_GRAPH_MAX_CONNECTIONS + 1,
               WEND_ERROR_ARGUMENT);
}

static wend_result try_graph_query(const wend_graph_query* query) {
    const wend_graph_def def = graph_of(2, 2);
    const wend_graph_search_def search_def = wend_default_graph_search_def();
    wend_graph* made = NULL;
    wend_graph_search* search = NULL;
    if (wend_graph_create(&def, &made) != WEND_OK) abort();
    if (wend_graph_search_create(&search_def, &search) != WEND_OK) abort();
    wend_result result = wend_graph_find_path(search, made, query, NULL);
    wend_graph_search_destroy(search);
    wend_graph_destroy(made);
    return result;
}
#define GRAPH_ASK(field, value) TRY(graph_query, wend_default_graph_query(0, 1), field, value, WEND_OK)
#define NO_GRAPH_ASK(field, value)                                                                           \
    TRY(graph_query, wend_default_graph_query(0, 1), field, value, WEND_ERROR_ARGUMENT)

static bool graph_goals(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(other_goal_count, 0) && NO_GRAPH_ASK(other_goal_count, -1);
}
static bool graph_factor(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(euclidean_factor, -1) && GRAPH_ASK(euclidean_factor, 0) &&
           GRAPH_ASK(euclidean_factor, WEND_GRAPH_MAX_COST) && NO_GRAPH_ASK(euclidean_factor, -0.5) &&
           NO_GRAPH_ASK(euclidean_factor, 1.1e100) && NO_GRAPH_ASK(euclidean_factor, NAN);
}
static bool graph_table(void) {
    static double h[2];
    bool good = true;
    wend_graph_query query = wend_default_graph_query(0, 1);
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    const double in[] = {0, WEND_GRAPH_MAX_COST}, out[] = {-1, 1.1e100, NAN, INFINITY};
    for (int i = 0; i < 2; i++) h[0] = in[i], good = good && try_graph_query(&query) == WEND_OK;
    for (int i = 0; i < 4; i++) h[0] = out[i], good = good && try_graph_query(&query) == WEND_ERROR_ARGUMENT;
    return good;
}
static bool graph_weight(void) {
    wend_graph_query graph_query;
    return GRAPH_ASK(heuristic_weight, 0) && GRAPH_ASK(heuristic_weight, 1e6) &&
           NO_GRAPH_ASK(heuristic_weight, -0.1) && NO_GRAPH_ASK(heuristic_weight, 1.1e6) &&
           NO_GRAPH_ASK(heuristic_weight, NAN);
}

const range ranges_of_graph[] = {
    {"wend_graph_connection.cost", "0..WEND_GRAPH_MAX_COST, INFINITY", graph_cost},
    {"wend_graph_def.node_count", "1 .. WEND_GRAPH_MAX_NODES", graph_nodes},
    {"wend_graph_def.connection_count", "0 .. WEND_GRAPH_MAX_CONNECTIONS", graph_connections},
    {"wend_graph_query.other_goal_count", ">= 0", graph_goals},
    {"wend_graph_query.euclidean_factor", "0..WEND_GRAPH_MAX_COST, -1", graph_factor},
    {"wend_graph_query.heuristic_table", "0..WEND_GRAPH_MAX_COST", graph_table},
    {"wend_graph_query.heuristic_weight", "0..1e6", graph_weight},
    {0},
};
