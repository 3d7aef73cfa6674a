// graph.c (test): small graphs whose answers can be worked out by hand: every algorithm, parallel
// connections, heuristics that are admissible, inconsistent and inadmissible, several goals, changes, events,
// errors.
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "test_memory.h"
#include "wend/graph.h"

static wend_graph_def def_of(int32_t nodes, const wend_graph_connection* connections, int32_t count) {
    wend_graph_def def = wend_default_graph_def();
    def.node_count = nodes;
    def.connections = connections;
    def.connection_count = count;
    return def;
}

static wend_graph* new_graph(int32_t nodes, const wend_graph_connection* connections, int32_t count,
                             const wend_graph_position* positions_opt) {
    wend_graph_def def = def_of(nodes, connections, count);
    def.positions = positions_opt;
    wend_graph* graph = NULL;
    assert_ok(wend_graph_create(&def, &graph));
    return graph;
}
#define GRAPH(nodes, connections)                                                                            \
    new_graph(nodes, connections, (int32_t)(sizeof(connections) / sizeof *(connections)), NULL)

static wend_graph_search* new_graph_search(void (*event)(const wend_graph_event*, void*), void* context) {
    wend_graph_search_def def = wend_default_graph_search_def();
    def.observer.event = event;
    def.observer.context = context;
    wend_graph_search* search = NULL;
    assert_ok(wend_graph_search_create(&def, &search));
    return search;
}

static void assert_list(const int32_t* list, int32_t count, const char* expected) {
    char text[200] = "";
    for (int32_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? " " : "", list[i]);
    assert_string_equal(text, expected);
}

// The answer: its cost, and its connections as "0 2 3".
static void assert_path(const wend_graph_search* search, double cost, const char* expected) {
    int32_t count = -1;
    const int32_t* list = wend_graph_search_connections(search, &count);
    assert_int_equal(wend_graph_search_outcome(search), WEND_FOUND);
    assert_true(wend_graph_search_cost(search) == cost);
    assert_list(list, count, expected);
}

static void assert_nodes(const wend_graph_search* search, const char* expected) {
    int32_t count = -1;
    const int32_t* list = wend_graph_search_nodes(search, &count);
    assert_list(list, count, expected);
}

static wend_graph_query query_of(int32_t start, int32_t goal, wend_graph_algorithm algorithm) {
    wend_graph_query query = wend_default_graph_query(start, goal);
    query.algorithm = algorithm;
    return query;
}

// What the observer hears.
typedef struct recording {
    char text[400];
} recording;
static void record(const wend_graph_event* event, void* context) {
    recording* r = context;
    static const char letters[] = "oirc"; // opened, improved, reopened, closed
    size_t used = strlen(r->text);
    assert_in_range(event->kind, 0, WEND_GRAPH_EVENT_COUNT - 1);
    snprintf(r->text + used, sizeof r->text - used, "%s%c%d:%g+%g=%g by %d", used ? ", " : "",
             letters[event->kind], event->node, event->g, event->h, event->f, event->connection);
}

// ---- the algorithms

// Two ways from 0 to 5: three connections that cost 12, or four that cost 8.
static const wend_graph_connection ladder[] = {{0, 1, 4}, {1, 3, 4}, {3, 5, 4}, {0, 2, 1},
                                               {2, 4, 2}, {4, 3, 1}, {2, 3, 6}, {4, 5, 9}};

static void test_algorithms(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(6, ladder);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_stats stats;
    wend_graph_query query = query_of(0, 5, WEND_GRAPH_DIJKSTRA);
    assert_ok(wend_graph_find_path(search, graph, &query, &stats));
    assert_path(search, 8, "3 4 5 2");
    assert_nodes(search, "0 2 4 3 5");
    assert_int_equal(stats.expanded, 6); // in the order 0 2 4 1 3 5, of which 1 and 3 cost the same
    assert_int_equal(stats.opened, 6);
    assert_int_equal(stats.improved, 2); // node 3, found at 7 and then at 4; node 5, at 12 and then at 8
    assert_int_equal(stats.reopened, 0);
    assert_int_equal(stats.total_ns, 0);
    query.algorithm = WEND_GRAPH_ASTAR; // without positions the same as Dijkstra
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 8, "3 4 5 2");
    query.algorithm = WEND_GRAPH_BFS;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 12,
                "0 1 2"); // three connections; those of node 1 are followed before those of node 2
    assert_true(wend_graph_search_node(search, 5).g == 3);
    const double h[] = {3, 2, 3, 1, 0.5, 0};
    query.algorithm = WEND_GRAPH_GREEDY;
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 12, "0 1 2");
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static void test_start_is_goal(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(6, ladder);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    for (int a = 0; a < WEND_GRAPH_ALGORITHM_COUNT; a++) {
        wend_graph_query query = query_of(3, 3, (wend_graph_algorithm)a);
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        assert_path(search, 0, "");
        assert_nodes(search, "3");
        query = query_of(5, 0, (wend_graph_algorithm)a); // nothing leaves node 5
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
        int32_t count = 7;
        assert_null(wend_graph_search_nodes(search, &count));
        assert_int_equal(count, 0);
        assert_true(wend_graph_search_cost(search) == 0);
        assert_true(isinf(wend_graph_search_node(search, 0).g));
        assert_int_equal(wend_graph_search_node(search, 0).state, WEND_GRAPH_UNSEEN);
    }
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static void test_fill(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(7, ladder); // nothing leads to node 6
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = query_of(0, -1, WEND_GRAPH_DIJKSTRA);
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 0, "");
    const double distances[] = {0, 4, 1, 4, 3, 8, INFINITY};
    const int32_t last[] = {-1, 0, 3, 5, 4, 2, -1};
    for (int32_t n = 0; n < 7; n++) {
        wend_graph_node node = wend_graph_search_node(search, n);
        assert_true(node.g == distances[n]);
        assert_int_equal(node.connection, last[n]);
        assert_int_equal(node.state, n < 6 ? WEND_GRAPH_IS_CLOSED : WEND_GRAPH_UNSEEN);
    }
    assert_int_equal(wend_graph_search_node(search, 7).connection, 0); // no such node: zeros
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// The graph on which Cormen, Leiserson, Rivest and Stein show Dijkstra's algorithm; s t x y z are 0 to 4.
static void test_textbook_dijkstra(void** state) {
    (void)state;
    enum { S, T, X, Y, Z };
    const wend_graph_connection textbook[] = {{S, T, 10}, {S, Y, 5}, {T, X, 1}, {T, Y, 2}, {X, Z, 4},
                                              {Y, T, 3},  {Y, X, 9}, {Y, Z, 2}, {Z, S, 7}, {Z, X, 6}};
    wend_graph* graph = GRAPH(5, textbook);
    recording said = {""};
    wend_graph_search* search = new_graph_search(record, &said);
    wend_graph_query query = query_of(S, -1, WEND_GRAPH_DIJKSTRA);
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    const double distances[] = {0, 8, 9, 5, 7};
    for (int32_t n = 0; n < 5; n++) assert_true(wend_graph_search_node(search, n).g == distances[n]);
    assert_string_equal(said.text, "o0:0+0=0 by -1, c0:0+0=0 by -1, o1:10+0=10 by 0, o3:5+0=5 by 1, "
                                   "c3:5+0=5 by 1, i1:8+0=8 by 5, o2:14+0=14 by 6, o4:7+0=7 by 7, "
                                   "c4:7+0=7 by 7, i2:13+0=13 by 9, c1:8+0=8 by 5, i2:9+0=9 by 2, "
                                   "c2:9+0=9 by 2");
    query.goal = X;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 9, "1 5 2");
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static void test_parallel_connections(void** state) {
    (void)state;
    // Two nodes with three connections, one to itself, and two ways back.
    const wend_graph_connection parallel[] = {{0, 1, 5}, {0, 1, 3}, {0, 1, 3}, {0, 0, 0},
                                              {1, 0, 2}, {1, 0, 1}, {1, 2, 1}};
    wend_graph* graph = GRAPH(3, parallel);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 2);
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 4, "1 6"); // the first of the equally cheap ones
    assert_ok(wend_graph_set_enabled(graph, 1, false));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 4, "2 6");
    assert_ok(wend_graph_set_cost(graph, 2, 6));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 6, "0 6");
    assert_ok(wend_graph_set_enabled(graph, 1, true));
    query.algorithm = WEND_GRAPH_BFS;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 6, "0 6");
    int32_t out[4] = {-1, -1, -1, -1};
    assert_int_equal(wend_graph_outgoing(graph, 0, out, 3), 4);
    assert_list(out, 4, "0 1 2 -1");
    assert_int_equal(wend_graph_outgoing(graph, 2, out, 4), 0);
    assert_int_equal(wend_graph_outgoing(graph, 1, NULL, 0), 3);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// ---- heuristics

// A ring of five: 0 -> 1 -> 4 costs 5, 0 -> 2 -> 3 -> 4 costs 4.
static const wend_graph_connection ring[] = {{0, 1, 3}, {1, 4, 2}, {0, 2, 1}, {2, 3, 1}, {3, 4, 2}};

static void test_inadmissible_heuristic(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(5, ring);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 4);
    query.heuristic = WEND_GRAPH_TABLE;
    const double admissible[] = {4, 2, 3, 2, 0}, inadmissible[] = {4, 1, 3, 5, 0};
    query.heuristic_table = admissible;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 4, "2 3 4");
    // Node 3 claims 5 where 2 are left: f = 7 hides it, and the goal is closed at 5.
    query.heuristic_table = inadmissible;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 5, "0 1");
    query.heuristic_weight = 0; // then h does not matter
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 4, "2 3 4");
    query.heuristic_table = admissible;
    query.heuristic_weight = 5; // the bound of weighted A*: at most 5 times 4
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_true(wend_graph_search_cost(search) <= 20);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// Node 1 is closed at g = 3 before the cheaper path over node 2 is seen, because h falls by 6 on a connection
// that costs 1. It is admissible all the same.
static const wend_graph_connection trap[] = {{0, 1, 3}, {0, 2, 1}, {2, 1, 1}, {1, 3, 10}};
static const double trap_h[] = {0, 0, 6, 0};

static void test_reopening(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(4, trap);
    recording said = {""};
    wend_graph_search* search = new_graph_search(record, &said);
    wend_graph_query query = wend_default_graph_query(0, 3);
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = trap_h;
    wend_graph_stats stats;
    assert_ok(wend_graph_find_path(search, graph, &query, &stats));
    assert_path(search, 12, "1 2 3");
    assert_int_equal(stats.reopened, 1);
    assert_int_equal(stats.improved, 1); // the goal: 13, then 12
    assert_int_equal(stats.expanded, 5);
    assert_int_equal(stats.most_open, 2);
    assert_string_equal(said.text, "o0:0+0=0 by -1, c0:0+0=0 by -1, o1:3+0=3 by 0, o2:1+6=7 by 1, "
                                   "c1:3+0=3 by 0, o3:13+0=13 by 3, c2:1+6=7 by 1, r1:2+0=2 by 2, "
                                   "c1:2+0=2 by 2, i3:12+0=12 by 3, c3:12+0=12 by 3");
    query.reopen = false;
    assert_ok(wend_graph_find_path(search, graph, &query, &stats));
    assert_path(search, 13, "0 3");
    assert_int_equal(stats.reopened, 0);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static double call_table(int32_t node, void* context) {
    return ((const double*)context)[node];
}
static double say_nan(int32_t node, void* context) {
    (void)context;
    return node == 3 ? NAN : 0;
}

static void test_callback(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(4, trap);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 3);
    double h[4];
    memcpy(h, trap_h, sizeof h);
    query.heuristic = WEND_GRAPH_CALLBACK;
    query.heuristic_fn = call_table;
    query.heuristic_context = h;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 12, "1 2 3");
    query.heuristic_fn = say_nan;
    assert_int_equal(wend_graph_find_path(search, graph, &query, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
    assert_int_equal(wend_graph_search_node(search, 0).state, WEND_GRAPH_UNSEEN);
    int32_t count = 3;
    assert_null(wend_graph_search_connections(search, &count));
    assert_int_equal(count, 0);
    query.algorithm = WEND_GRAPH_DIJKSTRA; // asks for no h
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 12, "1 2 3");
    h[1] = -1;
    query.algorithm = WEND_GRAPH_GREEDY;
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    assert_int_equal(wend_graph_find_path(search, graph, &query, NULL), WEND_ERROR_ARGUMENT);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-8 * fabs(b);
}

static void test_euclidean_factor(void** state) {
    (void)state;
    const wend_graph_position positions[] = {{0, 0}, {3, 4}, {6, 8}, {6, 8}, {0, -5}};
    const wend_graph_connection connections[] = {{0, 1, 10}, {1, 2, 5}, {2, 3, 1}, {0, 4, 20}, {4, 0, 5}};
    wend_graph* graph = new_graph(5, connections, 5, positions);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 2);
    assert_true(near(wend_graph_euclidean_factor(graph), 1));
    assert_true(wend_graph_euclidean_factor(graph) < 1);
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 15, "0 1");
    assert_true(near(wend_graph_search_node(search, 0).h, 10));
    const int32_t others[] = {3, 4};
    query.other_goals = others;
    query.other_goal_count = 2;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_true(near(wend_graph_search_node(search, 0).h, 5)); // to node 4
    query.euclidean_factor = 3;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_true(wend_graph_search_node(search, 0).h == 15);
    // The factor follows the costs, down and up, also when several connections share the least ratio.
    assert_ok(wend_graph_set_cost(graph, 0, 2.5));
    assert_true(near(wend_graph_euclidean_factor(graph), 0.5));
    assert_ok(wend_graph_set_cost(graph, 0, 40));
    assert_true(near(wend_graph_euclidean_factor(graph), 1));
    assert_ok(wend_graph_set_cost(graph, 1, 30));
    assert_true(near(wend_graph_euclidean_factor(graph), 1)); // the connection 4 -> 0 still has 1
    assert_ok(wend_graph_set_cost(graph, 4, 50));
    assert_true(near(wend_graph_euclidean_factor(graph), 4));
    assert_ok(wend_graph_set_cost(graph, 2, 0)); // without a length it does not matter
    assert_true(near(wend_graph_euclidean_factor(graph), 4));
    wend_graph_position p = {9, 9};
    assert_true(wend_graph_get_position(graph, 4, &p) && p.x == 0 && p.y == -5);
    assert_false(wend_graph_get_position(graph, 5, &p));
    wend_graph_destroy(graph);
    // A node without a position could be a shortcut: no distance is a bound any more.
    const wend_graph_position partly[] = {{0, 0}, {NAN, 0}, {6, 8}, {6, 8}, {0, -5}};
    graph = new_graph(5, connections, 5, partly);
    assert_true(wend_graph_euclidean_factor(graph) == 0);
    assert_false(wend_graph_get_position(graph, 1, &p));
    query = wend_default_graph_query(0, 2);
    query.euclidean_factor = 1;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 15, "0 1");
    assert_true(wend_graph_search_node(search, 1).h == 0 && wend_graph_search_node(search, 0).h == 10);
    query.goal = 1; // a goal without a position
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_true(wend_graph_search_node(search, 0).h == 0);
    wend_graph_destroy(graph);
    wend_graph_search_destroy(search);
}

// ---- goals and changes

static void test_several_goals(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(6, ladder);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    const int32_t others[] = {4, 1, 4};
    wend_graph_query query = query_of(0, 5, WEND_GRAPH_DIJKSTRA);
    query.other_goals = others;
    query.other_goal_count = 3;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 3, "3 4");
    query.goal = -1; // the others alone
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_nodes(search, "0 2 4");
    assert_ok(wend_graph_set_enabled(graph, 4, false));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_nodes(search, "0 1");
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static void test_changes(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(6, ladder);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 5);
    assert_ok(wend_graph_set_enabled(graph, 5, false));
    assert_false(wend_graph_is_enabled(graph, 5));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 11, "3 6 2");
    assert_ok(wend_graph_set_cost(graph, 7, 0.5));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 3.5, "3 4 7");
    wend_graph_connection c = wend_graph_get_connection(graph, 7);
    assert_true(c.from == 4 && c.to == 5 && c.cost == 0.5);
    assert_ok(wend_graph_set_enabled(graph, 7, false));
    assert_ok(wend_graph_set_enabled(graph, 2, false));
    assert_true(wend_graph_get_connection(graph, 7).cost == 0.5); // a disabled one keeps its cost
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
    assert_ok(wend_graph_set_enabled(graph, 2, true));
    assert_ok(wend_graph_set_enabled(graph, 5, true));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 8, "3 4 5 2");
    const int32_t bad[] = {-1, 8, INT32_MAX, INT32_MIN};
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(wend_graph_set_cost(graph, bad[i], 1), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_graph_set_enabled(graph, bad[i], true), WEND_ERROR_ARGUMENT);
        assert_false(wend_graph_is_enabled(graph, bad[i]));
        assert_true(wend_graph_get_connection(graph, bad[i]).cost == 0);
    }
    const double costs[] = {-1, NAN, 2e100, -INFINITY};
    for (int32_t i = 0; i < 4; i++)
        assert_int_equal(wend_graph_set_cost(graph, 0, costs[i]), WEND_ERROR_ARGUMENT);
    assert_true(wend_graph_get_connection(graph, 0).cost == 4);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// A search that has seen a large graph forgets it on a small one, and the other way round.
static void test_many_graphs(void** state) {
    (void)state;
    wend_graph* small = GRAPH(6, ladder);
    wend_graph_connection chain[999];
    for (int32_t i = 0; i < 999; i++) chain[i] = (wend_graph_connection){i, i + 1, 0.1};
    wend_graph* large = GRAPH(1000, chain);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query near_query = wend_default_graph_query(0, 5), far = wend_default_graph_query(0, 999);
    double sum = 0;
    for (int32_t i = 0; i < 999; i++) sum += 0.1; // rounded as stated
    for (int32_t i = 0; i < 20; i++) {
        assert_ok(wend_graph_find_path(search, small, &near_query, NULL));
        assert_path(search, 8, "3 4 5 2");
        assert_ok(wend_graph_find_path(search, large, &far, NULL));
        assert_true(wend_graph_search_cost(search) == sum);
    }
    assert_true(wend_graph_bytes(large) > 999 * 20 && wend_graph_search_bytes(search) > 1000 * 20);
    wend_graph_search_destroy(search);
    wend_graph_destroy(small);
    wend_graph_destroy(large);
}

// A connection of infinite cost is in the graph, but no algorithm follows it.
static void test_infinite_costs(void** state) {
    (void)state;
    const wend_graph_connection roads[] = {{0, 1, 1}, {1, 2, 1}, {0, 2, INFINITY}};
    const wend_graph_position line[] = {{0, 0}, {1, 0}, {2, 0}};
    wend_graph* graph = new_graph(3, roads, 3, line);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 2);
    assert_int_equal(wend_graph_connection_count(graph), 3);
    assert_int_equal(wend_graph_outgoing(graph, 0, NULL, 0), 2);
    assert_true(isinf(wend_graph_get_connection(graph, 2).cost) && wend_graph_is_enabled(graph, 2));
    assert_true(wend_graph_euclidean_factor(graph) == 1 - 0x1p-30);
    for (int a = 0; a < WEND_GRAPH_ALGORITHM_COUNT; a++) {
        query.algorithm = (wend_graph_algorithm)a;
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        assert_path(search, 2, "0 1");
    }
    assert_ok(wend_graph_set_cost(graph, 1, INFINITY));
    for (int a = 0; a < WEND_GRAPH_ALGORITHM_COUNT; a++) {
        query.algorithm = (wend_graph_algorithm)a;
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
        assert_int_equal(wend_graph_search_node(search, 2).state, WEND_GRAPH_UNSEEN);
    }
    assert_ok(wend_graph_set_cost(graph, 0, INFINITY));
    assert_true(wend_graph_euclidean_factor(graph) == 0);
    assert_ok(wend_graph_set_cost(graph, 2, 3));
    assert_true(wend_graph_euclidean_factor(graph) == 1.5 * (1 - 0x1p-30));
    query.algorithm = WEND_GRAPH_ASTAR;
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 3, "2");
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

static void test_costs_of_any_size(void** state) {
    (void)state;
    const wend_graph_connection huge[] = {{0, 1, 1e100}, {1, 2, 1e100}, {0, 2, 0}, {2, 3, -0.0}};
    wend_graph* graph = GRAPH(4, huge);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_query query = wend_default_graph_query(0, 3);
    const double h[] = {1e100, 1e100, -0.0, 0};
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    query.heuristic_weight = 1e6;
    for (int a = 0; a < WEND_GRAPH_ALGORITHM_COUNT; a++) {
        query.algorithm = (wend_graph_algorithm)a;
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        assert_path(search, 0, "2 3");
    }
    assert_ok(wend_graph_set_enabled(graph, 2, false));
    assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    assert_path(search, 2e100, "0 1 3");
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// ---- errors, memory, cancelling

static void test_bad_definitions(void** state) {
    (void)state;
    wend_graph* graph = NULL;
    wend_graph_def def = wend_default_graph_def();
    assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT); // no nodes
    def.node_count = 1;
    assert_ok(wend_graph_create(&def, &graph)); // without a connection
    assert_int_equal(wend_graph_node_count(graph), 1);
    assert_int_equal(wend_graph_connection_count(graph), 0);
    wend_graph_destroy(graph);
    graph = NULL;
    def.cookie++;
    assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_DEF);
    def.cookie--;
    def.connection_count = 1;
    assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT); // and no array
    const wend_graph_connection bad[] = {{0, 1, 1},     {1, 0, 1},         {-1, 0, 1},
                                         {0, -1, 1},    {0, 0, -1},        {0, 0, NAN},
                                         {0, 0, 2e100}, {0, 0, -INFINITY}, {0, INT32_MAX, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        def.connections = &bad[i];
        assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT);
    }
    def.connection_count = 0;
    const wend_graph_position places[] = {{INFINITY, 0}, {0, NAN}, {0, -2e100}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        def.positions = &places[i];
        assert_int_equal(wend_graph_create(&def, &graph), WEND_ERROR_ARGUMENT);
    }
    assert_null(graph);
}

static void test_bad_queries(void** state) {
    (void)state;
    wend_graph* graph = GRAPH(6, ladder);
    wend_graph_search* search = new_graph_search(NULL, NULL);
    wend_graph_search_def def = wend_default_graph_search_def();
    def.cookie = 0;
    wend_graph_search* none = NULL;
    assert_int_equal(wend_graph_search_create(&def, &none), WEND_ERROR_DEF);
    const int32_t others[] = {0, 6};
#define REFUSED(set)                                                                                         \
    do {                                                                                                     \
        wend_graph_query query = wend_default_graph_query(0, 5);                                             \
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));                                        \
        set;                                                                                                 \
        assert_int_equal(wend_graph_find_path(search, graph, &query, NULL), WEND_ERROR_ARGUMENT);            \
        assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);                                  \
    } while (0)
    REFUSED(query.start = -1);
    REFUSED(query.start = 6);
    REFUSED(query.goal = 6);
    REFUSED(query.goal = -2);
    REFUSED((query.other_goals = others, query.other_goal_count = 2));
    REFUSED((query.other_goals = others, query.other_goal_count = -1));
    REFUSED(query.other_goal_count = 1);
    REFUSED(query.algorithm = WEND_GRAPH_ALGORITHM_COUNT);
    REFUSED(query.heuristic = (wend_graph_heuristic)-1);
    REFUSED(query.heuristic = WEND_GRAPH_TABLE);
    REFUSED(query.heuristic = WEND_GRAPH_CALLBACK);
    REFUSED(query.heuristic_weight = NAN);
    REFUSED(query.heuristic_weight = -0.5);
    REFUSED(query.heuristic_weight = 2e6);
    REFUSED(query.euclidean_factor = -2);
    REFUSED(query.euclidean_factor = NAN);
    wend_graph_query query = wend_default_graph_query(0, 5);
    query.cookie++;
    assert_int_equal(wend_graph_find_path(search, graph, &query, NULL), WEND_ERROR_DEF);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

// Every allocation fails once: nothing leaks, and the search stays usable. Afterwards queries allocate
// nothing.
static void test_no_memory(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator allocator = test_memory_allocator(&memory);
    const wend_graph_position positions[6] = {{0, 0}};
    wend_graph_def def = def_of(6, ladder, 8);
    def.positions = positions;
    def.allocator = &allocator;
    wend_graph_search_def search_def = wend_default_graph_search_def();
    search_def.allocator = &allocator;
    wend_graph* graph = NULL;
    wend_graph_search* search = NULL;
    wend_graph_query query = wend_default_graph_query(0, 5);
    int32_t failures = 0;
    for (;; failures++) {
        memory.calls = 0;
        memory.fail_at = failures;
        wend_result result = wend_graph_create(&def, &graph);
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
    }
    assert_int_equal(failures, 6);
    assert_true(wend_graph_bytes(graph) == memory.live_bytes);
    const int64_t live = memory.live;
    const size_t live_bytes = memory.live_bytes;
    for (failures = 0;; failures++) {
        memory.calls = 0;
        memory.fail_at = failures;
        wend_result result = wend_graph_search_create(&search_def, &search);
        if (result == WEND_OK) result = wend_graph_find_path(search, graph, &query, NULL);
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
        if (search) assert_ok(wend_graph_find_path(search, graph, &query, NULL));
        wend_graph_search_destroy(search);
        search = NULL;
        assert_int_equal(memory.live, live);
    }
    assert_int_equal(failures, 6); // the search, its nodes, the goals, the heap, the two lists of the path
    assert_path(search, 8, "3 4 5 2");
    assert_true(wend_graph_search_bytes(search) == memory.live_bytes - live_bytes);
    memory.calls = 0;
    memory.fail_at = 0;
    for (int a = 0; a < WEND_GRAPH_ALGORITHM_COUNT; a++) {
        query.algorithm = (wend_graph_algorithm)a;
        assert_ok(wend_graph_find_path(search, graph, &query, NULL));
    }
    assert_int_equal(memory.calls, 0);
    wend_graph_search_destroy(search);
    assert_int_equal(memory.live, live);
    wend_graph_destroy(graph);
    assert_int_equal(memory.live, 0);
}

static bool cancel_second(void* context) {
    return ++*(int32_t*)context == 2;
}
static uint64_t count_up(void* context) {
    return *(uint64_t*)context += 7;
}

static void test_cancel_and_clock(void** state) {
    (void)state;
    enum { LENGTH = 5000 };
    static wend_graph_connection chain[LENGTH];
    for (int32_t i = 0; i < LENGTH; i++) chain[i] = (wend_graph_connection){i, i + 1, 1};
    wend_graph* graph = GRAPH(LENGTH + 1, chain);
    int32_t asked = 0;
    uint64_t now = 0;
    wend_graph_search_def def = wend_default_graph_search_def();
    def.should_cancel = cancel_second;
    def.cancel_context = &asked;
    def.clock_ns = count_up;
    def.clock_context = &now;
    wend_graph_search* search = NULL;
    assert_ok(wend_graph_search_create(&def, &search));
    wend_graph_query query = wend_default_graph_query(0, LENGTH);
    wend_graph_stats stats;
    assert_int_equal(wend_graph_find_path(search, graph, &query, &stats), WEND_ERROR_CANCELLED);
    assert_int_equal(stats.expanded, 2048);
    assert_int_equal(stats.total_ns, 7);
    assert_int_equal(wend_graph_search_outcome(search), WEND_NO_ROUTE);
    asked = 100;
    assert_ok(wend_graph_find_path(search, graph, &query, &stats));
    assert_true(wend_graph_search_cost(search) == LENGTH);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_algorithms),
        cmocka_unit_test(test_start_is_goal),
        cmocka_unit_test(test_fill),
        cmocka_unit_test(test_textbook_dijkstra),
        cmocka_unit_test(test_parallel_connections),
        cmocka_unit_test(test_inadmissible_heuristic),
        cmocka_unit_test(test_reopening),
        cmocka_unit_test(test_callback),
        cmocka_unit_test(test_euclidean_factor),
        cmocka_unit_test(test_several_goals),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_many_graphs),
        cmocka_unit_test(test_infinite_costs),
        cmocka_unit_test(test_costs_of_any_size),
        cmocka_unit_test(test_bad_definitions),
        cmocka_unit_test(test_bad_queries),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_cancel_and_clock),
    };
    return run_unit_tests(tests);
}
