// wend/graph.hpp: graphs that are not grids.
#ifndef WEND_GRAPH_HPP
#define WEND_GRAPH_HPP
#include "wend/base.hpp"
#include "wend/graph.h"

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

} // namespace wend
#endif
