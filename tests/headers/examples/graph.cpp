// graph.cpp: the example of wend/graph.hpp, then every function of it once: a graph from numbers and from
// files, its searches, its names.
#include "expect.hpp"
#include <wend/graph.hpp>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

static_assert(std::is_nothrow_move_constructible_v<wend::graph> &&
              !std::is_copy_constructible_v<wend::graph> &&
              std::is_nothrow_move_constructible_v<wend::graph_search> &&
              !std::is_copy_constructible_v<wend::graph_search>);

static void use_graph() {
    const wend_graph_connection connections[] = {{0, 1, 5}, {1, 2, 5}, {0, 2, 12}, {0, 2, 11}};
    const std::vector<wend_graph_position> positions = {{0, 0}, {3, 4}, {6, 8}};
    wend::graph graph(3, connections, positions);
    wend::graph_search search;
    expect(graph.node_count() == 3 && graph.connection_count() == 4 && graph.outgoing(0).size() == 3);
    std::int32_t one[1];
    expect(graph.outgoing(0, one) == 3 && one[0] == graph.outgoing(0)[0]);
    expect(graph.euclidean_factor() > 0.99 && graph.position(1)->y == 4 && graph.bytes() > 100);
    expect(search.find(graph, wend::graph_query(0, 2)) && search.cost() == 10);
    expect(search.connections().size() == 2 && search.nodes().back() == 2 && search.node(1).g == 5);
    graph.set_enabled(1, false);
    expect(!graph.enabled(1) && search.find(graph, wend::graph_query(0, 2)));
    expect(search.connections().size() == 1 && search.connections()[0] == 3);
    graph.set_cost(3, 20);
    expect(graph.connection(3).cost == 20 && search.find(graph, wend::graph_query(0, 2)) &&
           search.cost() == 12);
    expect(!search.find(graph, wend::graph_query(2, 0)) && search.nodes().empty());
    expect(search.find(graph, wend::graph_query(0)) && search.node(2).g == 12 && search.bytes() > 0);
    graph.set_cost(2, std::numeric_limits<double>::infinity()); // in the graph, but no path uses it
    expect(search.find(graph, wend::graph_query(0, 2)) && search.cost() == 20);
    expect(thrown_by([&] { graph.set_cost(4, 1); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { search.find(graph, wend::graph_query(3)); }) == WEND_ERROR_ARGUMENT);
    expect(thrown_by([&] { wend::graph bad(2, connections, positions); }) == WEND_ERROR_ARGUMENT);
    wend::graph moved = std::move(graph);
    expect(moved.node_count() == 3 && graph.node_count() == 0); // NOLINT: a moved-from object is empty
}

static void use_files() {
    wend::graph_names names;
    const wend::graph graph = wend::import_graph("course_graph.csv", names);
    wend::graph_search search;
    expect(search.find(graph, wend::graph_query(names.find_node("S"), names.find_node("G"))));
    expect(search.cost() == 13 && names.node_name(search.nodes()[1]) == "B" && names.node_name(-1).empty());
    const std::int32_t edge = names.edge_of(search.connections()[0]);
    expect(!std::strcmp(names.edge_label(edge), "e2") && names.find_edge("e2") == edge);
    std::string table = "node,h\n";
    for (std::int32_t node = 0; node < graph.node_count(); node++) table += names.node_name(node) + ",2\n";
    write_file("h.csv", table.data(), table.size());
    std::vector<double> heuristic(static_cast<std::size_t>(graph.node_count()));
    names.import_heuristic("h.csv", heuristic);
    expect(heuristic.back() == 2);
    std::vector<double> few(1);
    expect(thrown_by([&] { names.import_heuristic("no such table", heuristic); }) == WEND_ERROR_IO);
    wend_graph_import_info info;
    const char edges[] = "from,to,cost\na,b,3\n";
    const wend::graph small = wend::import_graph_memory(edges, sizeof edges - 1, "edges.csv", names,
                                                        wend::graph_import_def(), &info);
    expect(small.node_count() == 2 && info.edge_count == 1 && names.find_node("b") == 1);
    expect(thrown_by([&] { wend::import_graph("h.csv", names); }) == WEND_ERROR_FORMAT);
}

int main() {
#include EXAMPLE
    expect(found && search.cost() == 13);
    use_graph();
    use_files();
    return 0;
}
