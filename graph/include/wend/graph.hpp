// wend/graph.hpp: graphs that are not grids, and graph files, for C++17.
//
//     wend::graph_names names;
//     wend::graph graph = wend::import_graph("course_graph.csv", names);
//     wend::graph_search search;
//     bool found = search.find(graph, wend::graph_query(names.find_node("S"), names.find_node("G")));
//
// A thin layer over wend/graph.h and wend/import_graph.h, by the rules of wend/wend.hpp.
#ifndef WEND_GRAPH_HPP
#define WEND_GRAPH_HPP
#include "wend/base.hpp"
#include "wend/graph.h"
#include "wend/import_graph.h"

namespace wend {

inline wend_graph_def graph_def() noexcept {
    return wend_default_graph_def();
}
inline wend_graph_search_def graph_search_def() noexcept {
    return wend_default_graph_search_def();
}
/// goal -1: none.
inline wend_graph_query graph_query(std::int32_t start, std::int32_t goal = -1) noexcept {
    return wend_default_graph_query(start, goal);
}

inline wend_graph_import_def graph_import_def() noexcept {
    return wend_default_graph_import_def();
}

class graph {
  public:
    explicit graph(const wend_graph_def& def) {
        wend_graph* made = nullptr;
        check(wend_graph_create(&def, &made));
        graph_.reset(made);
    }
    /// positions: of all nodes, or none.
    graph(std::int32_t node_count, span<const wend_graph_connection> connections,
          span<const wend_graph_position> positions = {})
        : graph(def_of(node_count, connections, positions)) {}
    /// Takes ownership, for example of what wend_import_graph wrote.
    explicit graph(wend_graph* taken) noexcept : graph_(taken) {}
    wend_graph* get() noexcept { return graph_.get(); }
    const wend_graph* get() const noexcept { return graph_.get(); }

    std::int32_t node_count() const noexcept { return wend_graph_node_count(get()); }
    std::int32_t connection_count() const noexcept { return wend_graph_connection_count(get()); }
    wend_graph_connection connection(std::int32_t number) const noexcept {
        return wend_graph_get_connection(get(), number);
    }
    std::vector<std::int32_t> outgoing(std::int32_t node) const {
        std::vector<std::int32_t> all(static_cast<std::size_t>(wend_graph_outgoing(get(), node, nullptr, 0)));
        outgoing(node, span<std::int32_t>(all));
        return all;
    }
    /// The first of them, as many as out has room for. Returns how many there are.
    std::int32_t outgoing(std::int32_t node, span<std::int32_t> out) const noexcept {
        return wend_graph_outgoing(get(), node, out.data(), detail::clipped(out.size()));
    }
    std::optional<wend_graph_position> position(std::int32_t node) const noexcept {
        wend_graph_position found{};
        if (!wend_graph_get_position(get(), node, &found)) return std::nullopt;
        return found;
    }
    void set_cost(std::int32_t connection, double cost) {
        check(wend_graph_set_cost(get(), connection, cost));
    }
    void set_enabled(std::int32_t connection, bool enabled) {
        check(wend_graph_set_enabled(get(), connection, enabled));
    }
    bool enabled(std::int32_t connection) const noexcept { return wend_graph_is_enabled(get(), connection); }
    double euclidean_factor() const noexcept { return wend_graph_euclidean_factor(get()); }
    std::size_t bytes() const noexcept { return wend_graph_bytes(get()); }

  private:
    static wend_graph_def def_of(std::int32_t node_count, span<const wend_graph_connection> connections,
                                 span<const wend_graph_position> positions) {
        if (!positions.empty() && detail::count_of(positions.size()) != node_count)
            check(WEND_ERROR_ARGUMENT);
        wend_graph_def def = graph_def();
        def.node_count = node_count;
        def.connections = connections.data();
        def.connection_count = detail::count_of(connections.size());
        def.positions = positions.empty() ? nullptr : positions.data();
        return def;
    }
    detail::owner<wend_graph, wend_graph_destroy> graph_;
};

class graph_search {
  public:
    explicit graph_search(const wend_graph_search_def& def = graph_search_def()) {
        wend_graph_search* made = nullptr;
        check(wend_graph_search_create(&def, &made));
        search_.reset(made);
    }
    wend_graph_search* get() noexcept { return search_.get(); }
    const wend_graph_search* get() const noexcept { return search_.get(); }
    std::size_t bytes() const noexcept { return wend_graph_search_bytes(get()); }

    /// Returns whether a goal can be reached.
    bool find(const graph& graph, const wend_graph_query& query, wend_graph_stats* stats_opt = nullptr) {
        check(wend_graph_find_path(get(), graph.get(), &query, stats_opt));
        return outcome() == WEND_FOUND;
    }
    wend_outcome outcome() const noexcept { return wend_graph_search_outcome(get()); }
    double cost() const noexcept { return wend_graph_search_cost(get()); }
    span<const std::int32_t> connections() const noexcept {
        return detail::spanned<std::int32_t>(
            [this](std::int32_t* count) { return wend_graph_search_connections(get(), count); });
    }
    span<const std::int32_t> nodes() const noexcept {
        return detail::spanned<std::int32_t>(
            [this](std::int32_t* count) { return wend_graph_search_nodes(get(), count); });
    }
    wend_graph_node node(std::int32_t node) const noexcept { return wend_graph_search_node(get(), node); }

  private:
    detail::owner<wend_graph_search, wend_graph_search_destroy> search_;
};

// ---- graph files

/// The names of the nodes of a graph, and the labels of its edges.
class graph_names {
  public:
    graph_names() noexcept = default;
    /// Takes ownership.
    explicit graph_names(wend_graph_names* taken) noexcept : names_(taken) {}
    const wend_graph_names* get() const noexcept { return names_.get(); }

    /// False when there is no such node.
    bool node_name(std::int32_t node, char (&out)[WEND_GRAPH_NAME_BYTES]) const noexcept {
        return wend_graph_node_name(get(), node, out);
    }
    /// "" when there is no such node.
    std::string node_name(std::int32_t node) const {
        char name[WEND_GRAPH_NAME_BYTES] = "";
        node_name(node, name);
        return name;
    }
    /// -1: none has this name.
    std::int32_t find_node(text name) const noexcept { return wend_graph_find_node(get(), name.get()); }
    std::int32_t edge_of(std::int32_t connection) const noexcept {
        return wend_graph_edge_of(get(), connection);
    }
    /// Null: the edge has none.
    const char* edge_label(std::int32_t edge) const noexcept { return wend_graph_edge_label(get(), edge); }
    /// -1: none has this label.
    std::int32_t find_edge(text label) const noexcept { return wend_graph_find_edge(get(), label.get()); }
    /// A heuristic for each node of the graph, as many as out has room for, which must be all.
    void import_heuristic(text file, span<double> out) const {
        wend_error details{};
        check(wend_import_heuristic(file.get(), get(), out.data(), &details), &details);
    }

  private:
    detail::owner<wend_graph_names, wend_graph_names_destroy> names_;
};

namespace detail {
/// Calls import(&graph, &names, &details) and takes both.
template <class Import> graph imported_graph(graph_names& names_out, Import import) {
    wend_graph* made = nullptr;
    wend_graph_names* names = nullptr;
    wend_error details{};
    check(import(&made, &names, &details), &details);
    names_out = graph_names(names);
    return graph(made);
}
} // namespace detail

inline graph import_graph(text file, graph_names& names_out,
                          const wend_graph_import_def& def = graph_import_def(),
                          wend_graph_import_info* info_opt = nullptr) {
    return detail::imported_graph(names_out, [&](auto** out, auto** names, auto* details) {
        return wend_import_graph(file.get(), &def, out, names, info_opt, details);
    });
}
inline graph import_graph_memory(const void* bytes, std::size_t size, text name, graph_names& names_out,
                                 const wend_graph_import_def& def = graph_import_def(),
                                 wend_graph_import_info* info_opt = nullptr) {
    return detail::imported_graph(names_out, [&](auto** out, auto** names, auto* details) {
        return wend_import_graph_memory(bytes, size, name.get(), &def, out, names, info_opt, details);
    });
}

} // namespace wend
#endif
