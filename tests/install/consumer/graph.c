// A program of someone who searches in graphs: three edges, straight from memory.
#include <stdio.h>
#include <string.h>
#include <wend/import_graph.h>

int main(void) {
    const char edges[] = "from,to,cost\nhome,shop,4\nhome,park,1\npark,shop,2\n";
    wend_graph_import_def def = wend_default_graph_import_def();
    wend_graph_search_def search_def = wend_default_graph_search_def();
    wend_graph* graph = NULL;
    wend_graph_names* names = NULL;
    wend_graph_search* search = NULL;
    wend_error error;
    if (wend_import_graph_memory(edges, strlen(edges), "edges", &def, &graph, &names, NULL, &error)) {
        puts(error.text);
        return 1;
    }
    wend_graph_query query =
        wend_default_graph_query(wend_graph_find_node(names, "home"), wend_graph_find_node(names, "shop"));
    if (wend_graph_search_create(&search_def, &search) != WEND_OK ||
        wend_graph_find_path(search, graph, &query, NULL) != WEND_OK)
        return 1;
    printf("wend %s: cost %g\n", wend_version_string(), wend_graph_search_cost(search));
    wend_graph_search_destroy(search);
    wend_graph_names_destroy(names);
    wend_graph_destroy(graph);
    return 0;
}
