// graph.c: how is a graph made, read and changed?
#include "graph.h"

#include <math.h>
#include <string.h>

wend_graph_def wend_default_graph_def(void) {
    return (wend_graph_def){.cookie = WGR_COOKIE};
}

double wgr_distance(wend_graph_position a, wend_graph_position b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return sqrt(dx * dx + dy * dy);
}

// ---- the definition

static bool is_coordinate(double value) {
    return value >= -WEND_GRAPH_MAX_COST && value <= WEND_GRAPH_MAX_COST;
}

static bool is_valid(const wend_graph_def* def) {
    if (def->node_count < 1 || def->node_count > WEND_GRAPH_MAX_NODES) return false;
    if (def->connection_count < 0 || def->connection_count > WEND_GRAPH_MAX_CONNECTIONS) return false;
    if (!def->connections && def->connection_count > 0) return false;
    for (int32_t i = 0; i < def->connection_count; i++) {
        const wend_graph_connection* c = &def->connections[i];
        if (c->from < 0 || c->from >= def->node_count || c->to < 0 || c->to >= def->node_count) return false;
        if (!wgr_is_cost(c->cost)) return false;
    }
    for (int32_t i = 0; def->positions && i < def->node_count; i++) {
        wend_graph_position p = def->positions[i];
        if (!isnan(p.x) && !(is_coordinate(p.x) && is_coordinate(p.y))) return false;
    }
    return true;
}

// ---- the Euclidean factor

// Cost per unit of distance; INFINITY for a connection without a length or with an infinite cost.
static double ratio_of(const wend_graph* graph, int32_t connection) {
    const wgr_arc* arc = &graph->arcs[graph->arc_of[connection]];
    double length = wgr_distance(graph->positions[graph->from[connection]], graph->positions[arc->to]);
    return length > 0 ? arc->cost / length : INFINITY;
}

// The ratio was added: invariant of least_ratio and least_ratio_count.
static void add_ratio(wend_graph* graph, double ratio) {
    if (ratio < graph->least_ratio) {
        graph->least_ratio = ratio;
        graph->least_ratio_count = 0;
    }
    graph->least_ratio_count += ratio == graph->least_ratio;
}

static void find_least_ratio(wend_graph* graph) {
    graph->least_ratio = INFINITY;
    graph->least_ratio_count = 0;
    for (int32_t i = 0; i < graph->connection_count; i++) add_ratio(graph, ratio_of(graph, i));
}

static bool uses_ratios(const wend_graph* graph) {
    return graph->positions && !graph->has_unplaced;
}

double wend_graph_euclidean_factor(const wend_graph* graph) {
    const double less = 1 - 0x1p-30; // rounding of sums and distances stays far below this
    if (!graph || !uses_ratios(graph) || isinf(graph->least_ratio)) return 0;
    double factor = graph->least_ratio * less;
    return factor < WEND_GRAPH_MAX_COST ? factor : WEND_GRAPH_MAX_COST;
}

// ---- creating

static bool allocate(wend_graph* graph, const wend_graph_def* def) {
    const wend_allocator* allocator = &graph->allocator;
    size_t nodes = (size_t)def->node_count, connections = (size_t)def->connection_count;
    graph->node_count = def->node_count;
    graph->connection_count = def->connection_count;
    graph->first = wgr_alloc_zeroed(allocator, nodes + 1, sizeof *graph->first);
    if (!graph->first) return false;
    if (def->positions) {
        graph->positions = wgr_alloc(allocator, nodes, sizeof *graph->positions);
        if (!graph->positions) return false;
        memcpy(graph->positions, def->positions, nodes * sizeof *graph->positions);
    }
    if (connections == 0) return true;
    graph->arcs = wgr_alloc(allocator, connections, sizeof *graph->arcs);
    graph->arc_of = wgr_alloc(allocator, connections, sizeof *graph->arc_of);
    graph->from = wgr_alloc(allocator, connections, sizeof *graph->from);
    return graph->arcs && graph->arc_of && graph->from;
}

// Sorts the connections by the node that they leave (counting sort, which keeps the order of equals).
static void sort_connections(wend_graph* graph, const wend_graph_connection* connections) {
    int32_t* first = graph->first;
    for (int32_t i = 0; i < graph->connection_count; i++) first[connections[i].from + 1]++;
    for (int32_t n = 0; n < graph->node_count; n++) first[n + 1] += first[n];
    for (int32_t i = 0; i < graph->connection_count; i++) {
        const wend_graph_connection* c = &connections[i];
        int32_t at = first[c->from]++;
        graph->arcs[at] = (wgr_arc){c->cost, c->to, (uint32_t)i};
        graph->arc_of[i] = at;
        graph->from[i] = c->from;
    }
    for (int32_t n = graph->node_count; n > 0; n--) first[n] = first[n - 1]; // each had moved to the next
    first[0] = 0;
}

wend_result wend_graph_create(const wend_graph_def* def, wend_graph** out) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WGR_COOKIE) return WEND_ERROR_DEF;
    if (!is_valid(def)) return WEND_ERROR_ARGUMENT;
    wend_allocator allocator = wgr_allocator(def->allocator);
    wend_graph* graph = wgr_alloc_zeroed(&allocator, 1, sizeof *graph);
    if (!graph) return WEND_ERROR_MEMORY;
    graph->allocator = allocator;
    if (!allocate(graph, def)) {
        wend_graph_destroy(graph);
        return WEND_ERROR_MEMORY;
    }
    sort_connections(graph, def->connections);
    for (int32_t i = 0; i < def->connection_count; i++)
        if (!wgr_is_placed(graph, def->connections[i].from) || !wgr_is_placed(graph, def->connections[i].to))
            graph->has_unplaced = true;
    if (uses_ratios(graph)) find_least_ratio(graph);
    *out = graph;
    return WEND_OK;
}

void wend_graph_destroy(wend_graph* graph) {
    if (!graph) return;
    wend_allocator allocator = graph->allocator;
    size_t nodes = (size_t)graph->node_count, connections = (size_t)graph->connection_count;
    wgr_free(&allocator, graph->first, nodes + 1, sizeof *graph->first);
    wgr_free(&allocator, graph->positions, nodes, sizeof *graph->positions);
    wgr_free(&allocator, graph->arcs, connections, sizeof *graph->arcs);
    wgr_free(&allocator, graph->arc_of, connections, sizeof *graph->arc_of);
    wgr_free(&allocator, graph->from, connections, sizeof *graph->from);
    wgr_free(&allocator, graph, 1, sizeof *graph);
}

// ---- reading

int32_t wend_graph_node_count(const wend_graph* graph) {
    return graph ? graph->node_count : 0;
}

int32_t wend_graph_connection_count(const wend_graph* graph) {
    return graph ? graph->connection_count : 0;
}

wend_graph_connection wend_graph_get_connection(const wend_graph* graph, int32_t connection) {
    if (!graph || !wgr_has_connection(graph, connection)) return (wend_graph_connection){0};
    const wgr_arc* arc = &graph->arcs[graph->arc_of[connection]];
    return (wend_graph_connection){graph->from[connection], arc->to, arc->cost};
}

int32_t wend_graph_outgoing(const wend_graph* graph, int32_t node, int32_t* out, int32_t capacity) {
    if (!graph || !wgr_has_node(graph, node) || capacity < 0 || (!out && capacity > 0)) return 0;
    int32_t first = graph->first[node], count = graph->first[node + 1] - first;
    for (int32_t i = 0; i < count && i < capacity; i++) out[i] = wgr_arc_number(&graph->arcs[first + i]);
    return count;
}

bool wend_graph_get_position(const wend_graph* graph, int32_t node, wend_graph_position* out) {
    if (!graph || !out || !wgr_has_node(graph, node) || !wgr_is_placed(graph, node)) return false;
    *out = graph->positions[node];
    return true;
}

size_t wend_graph_bytes(const wend_graph* graph) {
    if (!graph) return 0;
    size_t nodes = (size_t)graph->node_count, connections = (size_t)graph->connection_count;
    return sizeof *graph + (nodes + 1) * sizeof *graph->first +
           (graph->positions ? nodes * sizeof *graph->positions : 0) +
           connections * (sizeof *graph->arcs + sizeof *graph->arc_of + sizeof *graph->from);
}

// ---- changing

wend_result wend_graph_set_cost(wend_graph* graph, int32_t connection, double cost) {
    if (!graph || !wgr_has_connection(graph, connection) || !wgr_is_cost(cost)) return WEND_ERROR_ARGUMENT;
    wgr_arc* arc = &graph->arcs[graph->arc_of[connection]];
    if (!uses_ratios(graph)) {
        arc->cost = cost;
        return WEND_OK;
    }
    bool was_least = ratio_of(graph, connection) == graph->least_ratio;
    arc->cost = cost;
    if (was_least && --graph->least_ratio_count == 0)
        find_least_ratio(graph);
    else
        add_ratio(graph, ratio_of(graph, connection));
    return WEND_OK;
}

wend_result wend_graph_set_enabled(wend_graph* graph, int32_t connection, bool enabled) {
    if (!graph || !wgr_has_connection(graph, connection)) return WEND_ERROR_ARGUMENT;
    wgr_arc* arc = &graph->arcs[graph->arc_of[connection]];
    arc->id = enabled ? arc->id & ~WGR_ARC_DISABLED : arc->id | WGR_ARC_DISABLED;
    return WEND_OK;
}

bool wend_graph_is_enabled(const wend_graph* graph, int32_t connection) {
    return graph && wgr_has_connection(graph, connection) &&
           wgr_arc_is_enabled(&graph->arcs[graph->arc_of[connection]]);
}
