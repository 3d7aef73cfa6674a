// import_graph.c: the example of wend/import_graph.h, in a folder with data/course_graph.csv, and what must
// come of it.
#include "wend/import_graph.h"
#include "example.h"

int main(void) {
#include EXAMPLE
    expect(start == 0 && wend_graph_find_node(names, "nowhere") == -1);
    expect(wend_graph_node_count(graph) == 8 && wend_graph_connection_count(graph) == 15);
    expect(wend_graph_find_edge(names, "e2") == 1);
    wend_graph_names_destroy(names);
    wend_graph_destroy(graph);
    return 0;
}
