// graph.c: the example of wend/graph.h, and what must come of it.
#include "wend/graph.h"
#include "example.h"

int main(void) {
#include EXAMPLE
    expect(wend_graph_search_outcome(search) == WEND_FOUND);
    expect(count == 3 && path[0] == 1 && path[1] == 2 && path[2] == 3);
    expect(cost == 8);
    wend_graph_search_destroy(search);
    wend_graph_destroy(graph);
    return 0;
}
