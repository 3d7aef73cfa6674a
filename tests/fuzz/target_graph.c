// Does any graph file get a clean result, as a file of edges, as a node table and as a table of heuristics?
#include <math.h>

#include "memory_file.h"
#include "pool.h"
#include "read.h"
#include "target.h"
#include "wend/import_graph.h"

static void search(const wend_graph* graph) {
    wend_graph_search_def def = wend_default_graph_search_def();
    wend_graph_search* searcher = NULL;
    if (wend_graph_search_create(&def, &searcher) != WEND_OK) __builtin_trap();
    for (int32_t i = 0; i < WEND_GRAPH_ALGORITHM_COUNT; i++) {
        wend_graph_query query = wend_default_graph_query(0, wend_graph_node_count(graph) - 1);
        query.algorithm = (wend_graph_algorithm)i;
        if (wend_graph_find_path(searcher, graph, &query, NULL) != WEND_OK) __builtin_trap();
        if (!isfinite(wend_graph_search_cost(searcher))) __builtin_trap();
    }
    wend_graph_search_destroy(searcher);
}

static void read_graph(const uint8_t* data, size_t size, const char* node_table) {
    wend_graph_import_def def = wend_default_graph_import_def();
    def.allocator = pool_allocator();
    wend_graph* graph = NULL;
    wend_graph_names* names = NULL;
    wend_error error;
    def.max_nodes = 1 << 16; // a small file can declare any number
    def.two_way = size % 2 == 0;
    def.node_table = node_table;
    const wend_result result =
        wend_import_graph_memory(data, size, "test file", &def, &graph, &names, NULL, &error);
    if (result != WEND_OK) {
        if (!node_table) check_error_line(&error, result, "test file");
        return;
    }
    char name[WEND_GRAPH_NAME_BYTES];
    const int32_t last = wend_graph_node_count(graph) - 1;
    if (!wend_graph_node_name(names, last, name) || wend_graph_find_node(names, name) != last)
        __builtin_trap();
    for (int32_t i = 0; i < wend_graph_connection_count(graph); i++)
        if (wend_graph_edge_of(names, i) < 0) __builtin_trap();
    search(graph);
    wend_graph_names_destroy(names);
    wend_graph_destroy(graph);
}

static void read_heuristic(const char* file) {
    static const char edges[] = "from,to,cost\nA,B,1\nB,C,2\n";
    const wend_graph_import_def def = wend_default_graph_import_def();
    wend_graph* graph = NULL;
    wend_graph_names* names = NULL;
    wend_error error;
    double h[3];
    if (wend_import_graph_memory(edges, sizeof edges - 1, "edges", &def, &graph, &names, NULL, NULL) !=
        WEND_OK)
        __builtin_trap();
    const wend_result result = wend_import_heuristic(file, names, h, &error);
    if (result != WEND_OK) check_error_line(&error, result, file);
    for (int32_t i = 0; i < 3; i++)
        if (result == WEND_OK && !(h[i] >= 0 && h[i] <= WEND_GRAPH_MAX_COST)) __builtin_trap();
    wend_graph_names_destroy(names);
    wend_graph_destroy(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const uint8_t edges[] = "from,to,cost\nA,B,1\nB,C,2\n", roads[] = "p sp 3 2\na 1 2 1\na 2 3 1\n";
    const char* file = memory_file(data, size);
    read_graph(data, size, NULL);
    read_graph(edges, sizeof edges - 1, file);
    read_graph(roads, sizeof roads - 1, file);
    read_heuristic(file);
    return 0;
}
