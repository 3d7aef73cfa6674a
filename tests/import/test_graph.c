// test_graph.c: graph files of every format, good and damaged: what comes of them, and what the message says.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "read.h"
#include "test_memory.h"
#include "wend/import_graph.h"

typedef struct graph_reading {
    wend_result result;
    wend_graph* graph;
    wend_graph_names* names;
    wend_graph_import_info info;
    wend_error error;
} graph_reading;

static graph_reading read_graph(const char* text, const wend_graph_import_def* def_opt) {
    graph_reading r = {.result = WEND_OK};
    const wend_graph_import_def def = def_opt ? *def_opt : wend_default_graph_import_def();
    // Its exact size, for the sanitizers.
    size_t size = strlen(text);
    char* copy = malloc(size + (size == 0));
    assert_non_null(copy);
    memcpy(copy, text, size);
    r.result = wend_import_graph_memory(copy, size, "test file", &def, &r.graph, &r.names, &r.info, &r.error);
    free(copy);
    if (r.result == WEND_OK) {
        assert_true(r.graph && r.names);
    } else {
        assert_true(!r.graph && !r.names);
        assert_int_equal(r.error.result, r.result);
    }
    return r;
}

static void free_reading(graph_reading* r) {
    wend_graph_destroy(r->graph);
    wend_graph_names_destroy(r->names);
}

// All of a graph as text: "A>B 2 e1; ...", with names.
static void assert_graph(const graph_reading* r, const char* expected) {
    char text[2000] = "", from[WEND_GRAPH_NAME_BYTES], to[WEND_GRAPH_NAME_BYTES];
    if (r->result != WEND_OK) fail_msg("%s", r->error.text);
    for (int32_t i = 0; i < wend_graph_connection_count(r->graph); i++) {
        const wend_graph_connection c = wend_graph_get_connection(r->graph, i);
        const char* label = wend_graph_edge_label(r->names, wend_graph_edge_of(r->names, i));
        assert_true(wend_graph_node_name(r->names, c.from, from) && wend_graph_node_name(r->names, c.to, to));
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s>%s %g%s%s", i ? "; " : "", from, to, c.cost,
                 label ? " " : "", label ? label : "");
    }
    assert_string_equal(text, expected);
}

static void assert_reads(const char* text, const wend_graph_import_def* def_opt, const char* format,
                         const char* expected) {
    graph_reading r = read_graph(text, def_opt);
    assert_graph(&r, expected);
    assert_string_equal(r.info.format, format);
    free_reading(&r);
}

static void assert_refused(const char* text, const wend_graph_import_def* def_opt, wend_result result,
                           const char* message) {
    graph_reading r = read_graph(text, def_opt);
    if (r.result == WEND_OK) fail_msg("read, but expected: %s", message);
    assert_string_equal(r.error.text, message);
    assert_int_equal(r.result, result);
}
#define REFUSED(text, message) assert_refused(text, NULL, WEND_ERROR_FORMAT, "test file: " message)

// ---- tables

static void test_tables(void** state) {
    (void)state;
    assert_reads("from,to,cost\nA,B,2\nB,C,0.5\nA,C,1e3\n", NULL, "csv", "A>B 2; B>C 0.5; A>C 1000");
    // Columns in any order, labels, other columns, Windows line ends, no line end, comments, a byte order
    // mark
    assert_reads("\xef\xbb\xbfid;Cost;colour;TO;From\r\n e1 ; 2;red; B;A \r\n\r\n# no edge\r\n;3;;A;B", NULL,
                 "csv", "A>B 2 e1; B>A 3");
    assert_reads("source\ttarget\tweight\nNew York\tLos Angeles\t3\n", NULL, "csv", "New York>Los Angeles 3");
    assert_reads("from,to,cost\n\"a, b\",\"say \"\"hi\"\"\" , \"7\"\n\"#1\",x,0\n", NULL, "csv",
                 "a, b>say \"hi\" 7; #1>x 0");
    // A separator in quotes does not separate, a tab that separates is no blank, a comment may be indented
    assert_reads("\"a;b\",from,to,cost\n  # no edge\n\"x;y\",A,B,1\n", NULL, "csv", "A>B 1");
    assert_reads("id\tfrom\tto\tcost\n\t#1\tB\t1\n", NULL, "csv", "#1>B 1");
    assert_reads("from,to,cost,id\r\n A,\"B\",1,\"e\"\r\r\n", NULL, "csv", "A>B 1 e");
    assert_reads("from,to,cost\nA,A,0\nA,B,1\nA,B,1\n", NULL, "csv", "A>A 0; A>B 1; A>B 1");
    assert_reads("from,to,cost,id\nA,B,1,x\nB,C,2,\nC,D,3,y\n", NULL, "csv", "A>B 1 x; B>C 2; C>D 3 y");
    assert_reads("from,to,cost\nA,B,inf\nB,C,+Infinity\nC,D,INF\n", NULL, "csv", "A>B inf; B>C inf; C>D inf");
    assert_reads("from,to,cost\n\xc3\xa4,\xe2\x82\xac,1\n", NULL, "csv", "\xc3\xa4>\xe2\x82\xac 1");
}

static void test_table_without_costs(void** state) {
    (void)state;
    graph_reading r = read_graph("from,to\nA,B\n", NULL);
    assert_graph(&r, "A>B 1");
    assert_string_equal(r.info.warning, "test file has no column cost: each edge costs 1");
    assert_int_equal(r.info.edge_count, 1);
    free_reading(&r);
}

static void test_two_way(void** state) {
    (void)state;
    wend_graph_import_def def = wend_default_graph_import_def();
    def.two_way = true;
    graph_reading r = read_graph("from,to,cost,id\nA,B,1,x\nB,C,2,y\n", &def);
    assert_graph(&r, "A>B 1 x; B>C 2 y; B>A 1 x; C>B 2 y");
    assert_int_equal(r.info.edge_count, 2);
    const int32_t edges[] = {0, 1, 0, 1};
    for (int32_t i = 0; i < 4; i++) assert_int_equal(wend_graph_edge_of(r.names, i), edges[i]);
    assert_int_equal(wend_graph_edge_of(r.names, 4), -1);
    assert_int_equal(wend_graph_edge_of(r.names, -1), -1);
    assert_int_equal(wend_graph_find_edge(r.names, "y"), 1);
    assert_int_equal(wend_graph_find_edge(r.names, "z"), -1);
    assert_int_equal(wend_graph_find_node(r.names, "C"), 2);
    assert_int_equal(wend_graph_find_node(r.names, "c"), -1);
    assert_null(wend_graph_edge_label(r.names, 2));
    char name[WEND_GRAPH_NAME_BYTES] = "as before";
    assert_false(wend_graph_node_name(r.names, 3, name));
    assert_string_equal(name, "as before");
    free_reading(&r);
}

static void test_damaged_tables(void** state) {
    (void)state;
    REFUSED("", "the file is empty; expected a table from,to,cost, GraphML or DIMACS");
    REFUSED("\n \n# nothing\n", "the file is empty; expected a header");
    REFUSED("from,to,cost\n", "no nodes; expected a graph");
    REFUSED("from,cost\nA,1\n", "the header at line 1 has no column to; expected from,to,cost");
    REFUSED("a picture", "the header at line 1 has no column from; expected from,to,cost");
    REFUSED("from,to,cost\nA,B,-1\n", "the cost is \"-1\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,nan\n", "the cost is \"nan\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,-inf\n",
            "the cost is \"-inf\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,infinite\n",
            "the cost is \"infinite\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,2e100\n",
            "the cost is \"2e100\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,\n", "the cost is \"\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,1 2\n", "the cost is \"1 2\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("from,to,cost\nA,B,1\nA,B\n", "line 3 has 2 fields; expected 3 as in the header");
    REFUSED("from,to,cost\nA,B,1,5\n", "line 2 has 4 fields; expected 3 as in the header");
    REFUSED("from,to,cost\n\nA,,1\n", "the node is empty at line 3; expected a name");
    REFUSED("from,to,cost\nA,\"B,1\n",
            "line 2, column 3: missing closing quote; expected \" before the end of the line");
    REFUSED("from,to,cost\n\"A\"\"\",B,1\n\"A\"\",B,1\n",
            "line 3, column 1: missing closing quote; expected \" before the end of the line");
    REFUSED("from,to,cost\n\"A\"x,B,1\n",
            "line 2, column 4: \"x\" after a closing quote; expected a separator");
    REFUSED("from,to,cost\nA,B\x01,1\n", "the node at line 2 contains the byte 0x01; expected a name");
    REFUSED("from,to,cost,id\nA,B,1,e\nB,C,1,e\n",
            "the id \"e\" at line 3 has occurred before; expected another");
    char long_name[400] = "from,to,cost\nA,";
    memset(long_name + strlen(long_name), 'x', 256);
    strcat(long_name, ",1\n");
    REFUSED(long_name, "the node at line 2 has 256 bytes; expected a name of at most 255");
    wend_graph_import_def def = wend_default_graph_import_def();
    def.max_nodes = 2;
    assert_refused("from,to,cost\nA,B,1\nB,C,1\n", &def, WEND_ERROR_LIMIT,
                   "test file: more nodes than the limit of 2 (max_nodes)");
    def.max_nodes = 3;
    def.max_connections = 3;
    def.two_way = true;
    assert_refused("from,to,cost\nA,B,1\nB,C,1\n", &def, WEND_ERROR_LIMIT,
                   "test file: more connections than the limit of 3 (max_connections)");
    def.cookie++;
    assert_refused("from,to,cost\nA,B,1\n", &def, WEND_ERROR_DEF,
                   "test file: the definition was not made by wend_default_graph_import_def");
}

// ---- node tables and heuristics

static void put_file(const char* name, const char* text) {
    files_put(name, text, strlen(text));
}

static void test_node_tables(void** state) {
    (void)state;
    files_enter();
    wend_graph_import_def def = wend_default_graph_import_def();
    def.node_table = "nodes.csv";
    put_file("nodes.csv", "x,node,y,h\n3,C,4,1\n,B,,2\n-1.5,A,1e2,3\n0,alone,0,4\n");
    graph_reading r = read_graph("from,to,cost\nA,B,2\nB,C,1\n", &def);
    assert_graph(&r, "A>B 2; B>C 1");
    assert_int_equal(wend_graph_node_count(r.graph), 4);
    assert_int_equal(wend_graph_find_node(r.names, "C"), 0); // as the table numbers them
    wend_graph_position p = {7, 7};
    assert_false(wend_graph_get_position(r.graph, 1, &p));
    assert_true(wend_graph_get_position(r.graph, 2, &p) && p.x == -1.5 && p.y == 100);
    double h[4];
    wend_error error;
    assert_int_equal(wend_import_heuristic("nodes.csv", r.names, h, &error), WEND_OK);
    assert_true(h[0] == 1 && h[1] == 2 && h[2] == 3 && h[3] == 4);
    static const char* const bad[][2] = {
        {"node,h\nA,1\nB,1\nalone,1\n", "h.csv: no line for the node \"C\"; expected one"},
        {"node,h\nA,1\nQ,1\n", "h.csv: the node is \"Q\" at line 3; expected one of the graph"},
        {"node,h\nA,1\nA,1\n", "h.csv: the node \"A\" at line 3 has occurred before; expected another"},
        {"node,h\nA,inf\n", "h.csv: the h is \"inf\" at line 2; expected a number in 0..1e100"},
        {"node,h\nA,-1\n", "h.csv: the h is \"-1\" at line 2; expected a number in 0..1e100"},
        {"node,x\nA,-1\n", "h.csv: the header at line 1 has no column h; expected node,h"},
        {"", "h.csv: the file is empty; expected a header"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put_file("h.csv", bad[i][0]);
        assert_int_equal(wend_import_heuristic("h.csv", r.names, h, &error), WEND_ERROR_FORMAT);
        assert_string_equal(error.text, bad[i][1]);
    }
    assert_int_equal(wend_import_heuristic("none.csv", r.names, h, &error), WEND_ERROR_IO);
    free_reading(&r);
    assert_refused("from,to,cost\nA,B,2\nB,Q,1\n", &def, WEND_ERROR_FORMAT,
                   "test file: the node is \"Q\" at line 3; expected one of the 4 nodes of nodes.csv");
    static const char* const bad_tables[][2] = {
        {"node,x\nA,1\n",
         "nodes.csv: the header at line 1 has only one of the columns x and y; expected both"},
        {"node,x,y\nA,1,\n", "nodes.csv: y is \"\" at line 2; expected a number in -1e100..1e100"},
        {"node,x,y\nA,1,1\nA,1,1\n",
         "nodes.csv: the node \"A\" at line 3 has occurred before; expected another"},
        {"name,x,y\nA,one,1\n", "nodes.csv: x is \"one\" at line 2; expected a number in -1e100..1e100"},
        {"x,y\n1,1\n", "nodes.csv: the header at line 1 has no column node; expected node,x,y"},
    };
    for (size_t i = 0; i < sizeof bad_tables / sizeof *bad_tables; i++) {
        put_file("nodes.csv", bad_tables[i][0]);
        assert_refused("from,to,cost\nA,A,2\n", &def, WEND_ERROR_FORMAT, bad_tables[i][1]);
    }
    def.node_table = "missing.csv";
    graph_reading missing = read_graph("from,to,cost\nA,A,2\n", &def);
    assert_int_equal(missing.result, WEND_ERROR_IO);
    assert_non_null(strstr(missing.error.text, "missing.csv: cannot be opened"));
    files_leave();
}

static void test_files(void** state) {
    (void)state;
    files_enter();
    put_file("graph.csv", "from,to,cost\nA,B,2\n");
    const wend_graph_import_def def = wend_default_graph_import_def();
    graph_reading r = {.result = WEND_OK};
    r.result = wend_import_graph("graph.csv", &def, &r.graph, &r.names, &r.info, &r.error);
    assert_graph(&r, "A>B 2");
    free_reading(&r);
    assert_int_equal(wend_import_graph("none.csv", &def, &r.graph, &r.names, NULL, &r.error), WEND_ERROR_IO);
    assert_int_equal(wend_import_graph(".", &def, &r.graph, &r.names, NULL, NULL), WEND_ERROR_IO);
    files_leave();
}

// ---- DIMACS

static void test_dimacs(void** state) {
    (void)state;
    assert_reads("c a comment\n\np sp 3 3\na 1 2 10\na 2 3 7\r\na 1 2 2.5\n", NULL, "dimacs",
                 "1>2 10; 2>3 7; 1>2 2.5");
    assert_reads("p sp 3 1\na 1 2 inf\n", NULL, "dimacs", "1>2 inf");
    REFUSED("p sp 3 2\na 1 2 10\n", "truncated: 1 arcs up to line 2; expected 2 as the problem line says");
    REFUSED("p sp 3 1\na 1 2 10\na 1 3 10\n", "another arc at line 3; expected 1 as the problem line says");
    REFUSED("p sp 3 1\na 1 4 10\n", "the node is \"4\" at line 2; expected a number in 1..3");
    REFUSED("p sp 3 1\na 0 3 10\n", "the node is \"0\" at line 2; expected a number in 1..3");
    REFUSED("p sp 3 1\na 1 3 -4\n", "the cost is \"-4\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("p sp 3 1\na 1 3\n", "the cost is \"\" at line 2; expected a number in 0..1e100 or inf");
    REFUSED("p sp 3 1\na 1 3 4 5\n", "\" 5\" at line 2; expected the end of the line, after a FROM TO COST");
    REFUSED("a 1 3 4\np sp 3 1\n", "an arc at line 1 before the problem line; expected p sp NODES ARCS");
    REFUSED("p sp 3 1\np sp 3 1\na 1 3 4\n", "a second problem line at line 2; expected one");
    REFUSED("p sp 0 0\n", "\"p sp 0 0\" at line 1; expected p sp NODES ARCS");
    REFUSED("p sp 3 x\n", "\"p sp 3 x\" at line 1; expected p sp NODES ARCS");
    REFUSED("p sp 3 2000000000\na 1 2 1\n", "truncated: 2000000000 arcs do not fit into a file of 26 bytes");
    REFUSED("c nothing\n", "no problem line; expected p sp NODES ARCS");
    REFUSED("p sp 2 1\ne 1 2 1\n", "\"e 1 2 1\" at line 2; expected a line that begins with a, p or c");
    assert_refused("p edge 3 1\ne 1 2\n", NULL, WEND_ERROR_UNSUPPORTED,
                   "test file: the problem is \"edge\" at line 1; expected p sp NODES ARCS");
    wend_graph_import_def def = wend_default_graph_import_def();
    def.max_nodes = 1000;
    assert_refused("p sp 2000000000 0\n", &def, WEND_ERROR_LIMIT,
                   "test file: more nodes than the limit of 1000 (max_nodes)");
}

static void test_coordinates(void** state) {
    (void)state;
    files_enter();
    static const char roads[] = "p sp 3 2\na 1 2 10\na 2 3 7\n";
    wend_graph_import_def def = wend_default_graph_import_def();
    def.node_table = "roads.co";
    put_file("roads.co", "c places\np aux sp co 2\nv 3 -73530767 41085396\nv 1 0 5\n");
    graph_reading r = read_graph(roads, &def);
    assert_graph(&r, "1>2 10; 2>3 7");
    wend_graph_position p;
    assert_true(wend_graph_get_position(r.graph, 2, &p) && p.x == -73530767 && p.y == 41085396);
    assert_true(wend_graph_get_position(r.graph, 0, &p) && p.x == 0 && p.y == 5);
    assert_false(wend_graph_get_position(r.graph, 1, &p));
    assert_int_equal(wend_graph_find_node(r.names, "3"), 2);
    assert_int_equal(wend_graph_find_node(r.names, "4"), -1);
    assert_int_equal(wend_graph_find_node(r.names, "0"), -1);
    assert_int_equal(wend_graph_find_node(r.names, "x"), -1);
    free_reading(&r);
    static const char* const bad[][2] = {
        {"p aux sp co 1\nv 4 1 1\n", "roads.co: the node is \"4\" at line 2; expected a number in 1..3"},
        {"p aux sp co 2\nv 3 1 1\n",
         "roads.co: truncated: 1 coordinates up to line 2; expected 2 as the problem line says"},
        {"p aux sp co 2\nv 3 1 1\nv 3 1 1\n",
         "roads.co: the node \"3\" at line 3 has occurred before; expected another"},
        {"p aux sp co 1\nv 3 1\n", "roads.co: y is \"\" at line 2; expected a number in -1e100..1e100"},
        {"v 3 1 1\n", "roads.co: no problem line; expected p aux sp co NODES"},
        {"p sp 3 1\n", "roads.co: \"p sp 3 1\" at line 1; expected p aux sp co NODES"},
        {"node,x,y\n4,1,1\n", "roads.co: the node is \"4\" at line 2; expected a number in 1..3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put_file("roads.co", bad[i][0]);
        assert_refused(roads, &def, WEND_ERROR_FORMAT, bad[i][1]);
    }
    put_file("roads.co", "node,x,y\n2,1,8\n"); // a table will do, too
    r = read_graph(roads, &def);
    assert_true(wend_graph_get_position(r.graph, 1, &p) && p.x == 1 && p.y == 8);
    assert_false(wend_graph_get_position(r.graph, 2, &p));
    free_reading(&r);
    files_leave();
}

// ---- GraphML

#define HEAD                                                                                                 \
    "<?xml version=\"1.0\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"                     \
    "<key id=\"d0\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>"                                     \
    "<key id=\"d1\" for=\"node\" attr.name=\"y\" attr.type=\"double\"/>"                                     \
    "<key id=\"d2\" for=\"edge\" attr.name=\"length\"/><key id=\"d3\" for=\"edge\" attr.name=\"weight\"/>\n"
#define GRAPHML(body) HEAD "<graph id=\"G\" edgedefault=\"directed\">\n" body "</graph></graphml>\n"

static void test_graphml(void** state) {
    (void)state;
    graph_reading r = read_graph(
        GRAPHML(
            "<desc>a &lt;small&gt; graph</desc><node id=\"a\"><data key=\"d0\"> 1.5\n</data>"
            "<data key=\"d1\">-2</data><data key=\"d9\">no</data></node><node id=\"b\"/>"
            "<edge source=\"a\" target=\"c\"><data key=\"d2\">9</data><data key=\"d3\">2.5</data></edge>"
            "<edge id=\"back\" source=\"b\" target=\"a\" directed=\"false\"><data key=\"d3\">4</data></edge>"
            "<node id=\"c\"><port name=\"p\"/></node>"),
        NULL);
    assert_graph(&r, "a>c 2.5; b>a 4 back; a>b 4 back"); // weight counts more than length
    assert_string_equal(r.info.format, "graphml");
    assert_string_equal(r.info.warning, "");
    assert_int_equal(r.info.edge_count, 2);
    wend_graph_position p;
    assert_true(wend_graph_get_position(r.graph, 0, &p) && p.x == 1.5 && p.y == -2);
    assert_false(wend_graph_get_position(r.graph, 1, &p));
    free_reading(&r);
    assert_reads("<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
                 "<edge source=\"a\" target=\"b\"/></graph></graphml>",
                 NULL, "graphml", "a>b 1; b>a 1");
    assert_reads("\n<graphml><key id=\"c\" for=\"edge\" attr.name=\"cost\"><default>7</default></key>"
                 "<graph><node id=\"a\"/><edge source=\"a\" target=\"a\"/><edge source=\"a\" target=\"a\">"
                 "<data key=\"c\"> INF\n</data></edge></graph></graphml>",
                 NULL, "graphml", "a>a 7; a>a inf");
    r = read_graph("<graphml><graph><node id=\"a\"/></graph></graphml>", NULL);
    assert_string_equal(r.info.warning, "test file has no data named cost or weight: each edge costs 1");
    assert_int_equal(wend_graph_connection_count(r.graph), 0);
    free_reading(&r);
}

static void test_damaged_graphml(void** state) {
    (void)state;
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\" target=\"q\"><data key=\"d3\">1</data></edge>"),
            "the edge at line 4 leads to \"q\"; expected a node of the file");
    REFUSED(GRAPHML("<node id=\"a\"/><node id=\"a\"/>"),
            "line 4, column 15: the node \"a\" has occurred before; expected another");
    REFUSED(GRAPHML("<node/>"), "line 4, column 1: a node without an id; expected one");
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\"/>"),
            "line 4, column 15: an edge without a target; expected one");
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\" target=\"a\"/>"),
            "the edge at line 4 has no cost; expected data with the key \"d3\"");
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\" target=\"a\"><data key=\"d3\">-1</data></edge>"),
            "the cost is \"-1\" at line 4; expected a number in 0..1e100 or inf");
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\" target=\"a\"><data key=\"d3\"></data></edge>"),
            "the cost is \"\" at line 4; expected a number in 0..1e100 or inf");
    REFUSED(GRAPHML("<node id=\"a\"><data key=\"d0\">1</data></node>"),
            "the node \"a\" at line 4 has only one of x and y; expected both");
    REFUSED(GRAPHML("<node id=\"a\"><data>1</data></node>"),
            "line 4, column 14: data without a key; expected one");
    REFUSED(GRAPHML("<node id=\"\"/>"), "the node is empty at line 4; expected a name");
    REFUSED(GRAPHML("<node id=\"a\"/><edge source=\"a\" target=\"a\" directed=\"maybe\"/>"),
            "line 4, column 15: directed is \"maybe\"; expected true or false");
    REFUSED("<graphml/>", "no graph; expected one");
    REFUSED("<graphml><graph/></graphml>", "no nodes; expected a graph");
    REFUSED("<graphml><graph edgedefault=\"both\"/></graphml>",
            "line 1, column 10: edgedefault is \"both\"; expected directed or undirected");
    REFUSED(HEAD "<graph><node id=\"a\"/>", "line 3, column 22: truncated XML: no element found");
    assert_refused("<map/>", NULL, WEND_ERROR_UNSUPPORTED,
                   "test file: line 1, column 1: the document is \"map\"; expected graphml");
    assert_refused(GRAPHML("<hyperedge/>"), NULL, WEND_ERROR_UNSUPPORTED,
                   "test file: line 4, column 1: a hyperedge; expected a graph of nodes and edges");
    assert_refused(
        GRAPHML("<node id=\"a\"><graph/></node>"), NULL, WEND_ERROR_UNSUPPORTED,
        "test file: line 4, column 14: a graph within a node or an edge; expected a graph of nodes "
        "and edges");
    assert_refused("<graphml><graph/><graph/></graphml>", NULL, WEND_ERROR_UNSUPPORTED,
                   "test file: line 1, column 18: a second graph; expected one");
}

// ---- any file

static const char* const good_files[] = {
    "from,to,cost,id\nA,B,2,e1\n\"B\"\"\",C,0.5,e2\nA,C,1e3,e3\n",
    "c a comment\np sp 3 3\na 1 2 10\na 2 3 7\na 1 2 2\n",
    GRAPHML("<node id=\"a\"><data key=\"d0\">1</data><data key=\"d1\">2</data></node><node id=\"b\"/>"
            "<edge id=\"x\" source=\"a\" target=\"b\"><data key=\"d3\">2.5</data></edge>"),
};
enum { GOOD_FILES = sizeof good_files / sizeof *good_files };

// Each file cut short anywhere, and with any byte replaced, is read or refused with one clean line.
static void test_cut_and_changed(void** state) {
    (void)state;
    static const char others[] = "\0\n,\"<9-x";
    for (int32_t f = 0; f < GOOD_FILES; f++) {
        char text[2000];
        const size_t size = strlen(good_files[f]);
        for (size_t cut = 0; cut <= size; cut++) {
            for (size_t k = 0; k < sizeof others; k++) {
                wend_graph* graph = NULL;
                wend_graph_names* names = NULL;
                wend_error error;
                const wend_graph_import_def def = wend_default_graph_import_def();
                memcpy(text, good_files[f], size);
                if (k > 0 && cut < size) text[cut] = others[k - 1];
                wend_result result = wend_import_graph_memory(text, k > 0 ? size : cut, "test file", &def,
                                                              &graph, &names, NULL, &error);
                if (result != WEND_OK) check_error_line(&error, result, "test file");
                wend_graph_names_destroy(names);
                wend_graph_destroy(graph);
            }
        }
    }
}

// Every allocation fails once; nothing leaks.
static void test_no_memory(void** state) {
    (void)state;
    for (int32_t f = 0; f < GOOD_FILES; f++) {
        test_memory memory = test_memory_new();
        const wend_allocator allocator = test_memory_allocator(&memory);
        wend_graph_import_def def = wend_default_graph_import_def();
        def.allocator = &allocator;
        def.two_way = true;
        int32_t failures = 0;
        for (;; failures++) {
            memory.calls = 0;
            memory.fail_at = failures;
            graph_reading r = read_graph(good_files[f], &def);
            free_reading(&r);
            assert_int_equal(memory.live, 0);
            if (r.result == WEND_OK) break;
            assert_int_equal(r.result, WEND_ERROR_MEMORY);
            assert_string_equal(r.error.text, "test file: out of memory");
        }
        assert_in_range(failures, 5, 40);
    }
}

// Names that share slots of the hash table, and enough of them to grow it.
static void test_many_names(void** state) {
    (void)state;
    enum { COUNT = 5000 };
    char* text = malloc(COUNT * 40);
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, "from,to,cost,id\n");
    for (int32_t i = 0; i < COUNT; i++)
        size += (size_t)sprintf(text + size, "n%d,n%d,%d,e%d\n", i, i + 1, i, i * 7);
    graph_reading r = read_graph(text, NULL);
    assert_int_equal(r.result, WEND_OK);
    assert_int_equal(wend_graph_node_count(r.graph), COUNT + 1);
    for (int32_t i = 0; i <= COUNT; i++) {
        char name[WEND_GRAPH_NAME_BYTES], label[20];
        sprintf(label, "n%d", i);
        assert_int_equal(wend_graph_find_node(r.names, label), i);
        assert_true(wend_graph_node_name(r.names, i, name));
        assert_string_equal(name, label);
        sprintf(label, "e%d", i * 7);
        assert_int_equal(wend_graph_find_edge(r.names, label), i < COUNT ? i : -1);
    }
    free_reading(&r);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),          cmocka_unit_test(test_table_without_costs),
        cmocka_unit_test(test_two_way),         cmocka_unit_test(test_damaged_tables),
        cmocka_unit_test(test_node_tables),     cmocka_unit_test(test_files),
        cmocka_unit_test(test_dimacs),          cmocka_unit_test(test_coordinates),
        cmocka_unit_test(test_graphml),         cmocka_unit_test(test_damaged_graphml),
        cmocka_unit_test(test_cut_and_changed), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_many_names),
    };
    return cmocka_run_group_tests_name("graph files", tests, NULL, NULL);
}
