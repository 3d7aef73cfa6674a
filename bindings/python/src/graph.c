// graph.c: searches in graphs for Python, and what they found out about all nodes.
#include "native.h"

wend_result wendpy_graph_search_create(const wend_graph_observer* observer_opt, wend_graph_search** out) {
    wend_graph_search_def def = wend_default_graph_search_def();
    def.clock_ns = wendpy_clock_ns;
    def.should_cancel = wendpy_should_cancel;
    if (observer_opt) def.observer = *observer_opt;
    return wend_graph_search_create(&def, out);
}

void wendpy_graph_nodes(const wend_graph_search* search, int32_t count, double* g_out, double* h_out,
                        uint8_t* states_out, int32_t* connections_out) {
    for (int32_t i = 0; i < count; i++) {
        const wend_graph_node node = wend_graph_search_node(search, i);
        g_out[i] = node.g;
        h_out[i] = node.h;
        states_out[i] = (uint8_t)node.state;
        connections_out[i] = node.connection;
    }
}
