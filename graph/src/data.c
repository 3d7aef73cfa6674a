// data.c: how do nodes and edges become a graph with names?
#include "data.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const wend_allocator* wgr_names_allocator(const wend_graph_names* names) {
    return names->has_allocator ? &names->allocator : NULL;
}

wend_result wgr_out_of_memory(const wgr_data* data) {
    return wgr_fail(data, WEND_ERROR_MEMORY, "out of memory");
}

bool wgr_data_begin(wgr_data* data) {
    const wend_allocator* allocator_opt = data->def->allocator;
    wend_graph_names* names = wimp_zeroed(allocator_opt, sizeof *names);
    if (!names) return false;
    names->has_allocator = allocator_opt != NULL;
    if (allocator_opt) names->allocator = *allocator_opt;
    names->nodes.allocator_opt = names->labels.allocator_opt = wgr_names_allocator(names);
    data->names = names;
    return true;
}

void wgr_data_free(wgr_data* data) {
    const wend_allocator* allocator_opt = data->def->allocator;
    wimp_free(allocator_opt, data->edges, data->edge_capacity * sizeof *data->edges);
    wimp_free(allocator_opt, data->positions, data->position_capacity * sizeof *data->positions);
    wend_graph_names_destroy(data->names);
}

// ---- names

void wend_graph_names_destroy(wend_graph_names* names) {
    if (!names) return;
    const wend_allocator allocator = names->allocator;
    const wend_allocator* allocator_opt = names->has_allocator ? &allocator : NULL;
    wgr_name_table_free(&names->nodes);
    wgr_name_table_free(&names->labels);
    wimp_free(allocator_opt, names->label_of, names->label_capacity * sizeof *names->label_of);
    wimp_free(allocator_opt, names->two_way, names->two_way_capacity * sizeof *names->two_way);
    wimp_free(allocator_opt, names, sizeof *names);
}

bool wend_graph_node_name(const wend_graph_names* names, int32_t node, char out[WEND_GRAPH_NAME_BYTES]) {
    if (!names || !out || node < 0 || node >= names->node_count) return false;
    if (names->is_numbered)
        snprintf(out, WEND_GRAPH_NAME_BYTES, "%d", node + 1);
    else
        snprintf(out, WEND_GRAPH_NAME_BYTES, "%s", wgr_name_table_text(&names->nodes, node));
    return true;
}

int32_t wgr_find_node(const wend_graph_names* names, wimp_span name) {
    if (!names->is_numbered) return wgr_name_table_find(&names->nodes, name);
    int32_t number = 0;
    bool is_node = wimp_span_int(name, &number) && number >= 1 && number <= names->node_count;
    return is_node ? number - 1 : -1;
}

int32_t wend_graph_find_node(const wend_graph_names* names, const char* name) {
    return names && name ? wgr_find_node(names, wimp_span_of(name)) : -1;
}

int32_t wend_graph_edge_of(const wend_graph_names* names, int32_t connection) {
    if (!names || connection < 0) return -1;
    if (connection < names->edge_count) return connection;
    int32_t back = connection - names->edge_count;
    return back < names->two_way_count ? names->two_way[back] : -1;
}

const char* wend_graph_edge_label(const wend_graph_names* names, int32_t edge) {
    if (!names || edge < 0 || edge >= names->edge_count || !names->label_of || names->label_of[edge] < 0)
        return NULL;
    return wgr_name_table_text(&names->labels, names->label_of[edge]);
}

int32_t wend_graph_find_edge(const wend_graph_names* names, const char* label) {
    if (!names || !label) return -1;
    int32_t number = wgr_name_table_find(&names->labels, wimp_span_of(label));
    if (number < 0) return -1;
    int32_t edge = number; // labels are numbered as their edges, but for edges without one
    while (names->label_of[edge] != number) edge++;
    return edge;
}

// ---- collecting

wend_result wgr_check_name(const wgr_data* data, const char* what, wimp_span name, int32_t line) {
    if (name.size == 0)
        return wgr_fail(data, WEND_ERROR_FORMAT, "the %s is empty at line %d; expected a name", what, line);
    if (name.size >= WEND_GRAPH_NAME_BYTES)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the %s at line %d has %zu bytes; expected a name of at most %d", what, line,
                        name.size, WEND_GRAPH_NAME_BYTES - 1);
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.at[i] < ' ' || name.at[i] == 0x7f)
            return wgr_fail(data, WEND_ERROR_FORMAT,
                            "the %s at line %d contains the byte 0x%02x; expected a name", what, line,
                            (unsigned char)name.at[i]);
    return WEND_OK;
}

static wend_result fail_node_limit(const wgr_data* data) {
    return wgr_fail(data, WEND_ERROR_LIMIT, "more nodes than the limit of %d (max_nodes)",
                    data->def->max_nodes);
}

wend_result wgr_node(wgr_data* data, wimp_span name, int32_t line, int32_t* out) {
    wend_graph_names* names = data->names;
    wend_result result = wgr_check_name(data, "node", name, line);
    if (result != WEND_OK) return result;
    *out = wgr_find_node(names, name);
    if (*out >= 0) return WEND_OK;
    if (data->nodes_are_declared && names->is_numbered)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the node is \"%.*s\" at line %d; expected a number in 1..%d", wimp_span_shown(name),
                        name.at, line, names->node_count);
    if (data->nodes_are_declared)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the node is \"%.*s\" at line %d; expected one of the %d nodes of %.100s",
                        wimp_span_shown(name), name.at, line, names->node_count, data->declared_by);
    if (names->node_count == data->def->max_nodes) return fail_node_limit(data);
    if (!wgr_name_table_add(&names->nodes, name, out)) return wgr_out_of_memory(data);
    names->node_count++;
    return WEND_OK;
}

wend_result wgr_number_nodes(wgr_data* data, int32_t count) {
    if (count > data->def->max_nodes) return fail_node_limit(data);
    data->names->is_numbered = data->nodes_are_declared = true;
    data->names->node_count = count;
    return WEND_OK;
}

wend_result wgr_cost(const wgr_data* data, wimp_span text, int32_t line, double* out) {
    if (wimp_span_double(text, out) && *out <= WEND_GRAPH_MAX_COST) return WEND_OK;
    const size_t sign = text.size > 0 && *text.at == '+';
    const wimp_span word = {text.at + sign, text.size - sign};
    *out = INFINITY;
    if (wimp_span_equals_ignoring_case(word, "inf") || wimp_span_equals_ignoring_case(word, "infinity"))
        return WEND_OK;
    return wgr_fail(data, WEND_ERROR_FORMAT,
                    "the cost is \"%.*s\" at line %d; expected a number in 0..1e100 or inf",
                    wimp_span_shown(text), text.at, line);
}

wend_result wgr_h(const wgr_data* data, wimp_span text, int32_t line, double* out) {
    if (wimp_span_double(text, out) && *out <= WEND_GRAPH_MAX_COST) return WEND_OK;
    return wgr_fail(data, WEND_ERROR_FORMAT, "the h is \"%.*s\" at line %d; expected a number in 0..1e100",
                    wimp_span_shown(text), text.at, line);
}

wend_result wgr_coordinate(const wgr_data* data, const char* what, wimp_span text, int32_t line,
                           double* out) {
    if (wimp_span_signed(text, out) && fabs(*out) <= WEND_GRAPH_MAX_COST) return WEND_OK;
    return wgr_fail(data, WEND_ERROR_FORMAT, "%s is \"%.*s\" at line %d; expected a number in -1e100..1e100",
                    what, wimp_span_shown(text), text.at, line);
}

// The file's edges count double where they lead both ways.
static int64_t connection_count(const wend_graph_names* names) {
    return (int64_t)names->edge_count + names->two_way_count;
}

wend_result wgr_add_edge(wgr_data* data, wend_graph_connection edge, bool two_way) {
    wend_graph_names* names = data->names;
    const wend_allocator* allocator_opt = data->def->allocator;
    const size_t count = (size_t)names->edge_count, back = (size_t)names->two_way_count;
    if (connection_count(names) + 1 + two_way > data->def->max_connections)
        return wgr_fail(data, WEND_ERROR_LIMIT, "more connections than the limit of %d (max_connections)",
                        data->def->max_connections);
    wend_graph_connection* edges =
        wimp_grow(allocator_opt, data->edges, &data->edge_capacity, count, count + 1, sizeof *edges);
    if (!edges) return wgr_out_of_memory(data);
    data->edges = edges;
    if (two_way) {
        int32_t* grown =
            wimp_grow(allocator_opt, names->two_way, &names->two_way_capacity, back, back + 1, sizeof *grown);
        if (!grown) return wgr_out_of_memory(data);
        names->two_way = grown;
        grown[names->two_way_count++] = names->edge_count;
    }
    edges[names->edge_count++] = edge;
    return WEND_OK;
}

// Makes the edges before the last one, if they have no labels yet, edges without one.
static bool fill_labels(wgr_data* data) {
    wend_graph_names* names = data->names;
    const size_t count = (size_t)names->edge_count, before = names->label_capacity;
    int32_t* label_of = wimp_grow(data->def->allocator, names->label_of, &names->label_capacity, before,
                                  count, sizeof *label_of);
    if (!label_of) return false;
    names->label_of = label_of;
    for (size_t i = before; i < names->label_capacity; i++) label_of[i] = -1;
    return true;
}

wend_result wgr_label_edge(wgr_data* data, wimp_span label, int32_t line) {
    wend_graph_names* names = data->names;
    int32_t number, known = names->labels.count;
    wend_result result = wgr_check_name(data, "id", label, line);
    if (result != WEND_OK) return result;
    if (!fill_labels(data) || !wgr_name_table_add(&names->labels, label, &number))
        return wgr_out_of_memory(data);
    if (number < known)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the id \"%.*s\" at line %d has occurred before; expected another",
                        wimp_span_shown(label), label.at, line);
    names->label_of[names->edge_count - 1] = number;
    return WEND_OK;
}

// Nodes that no line has placed have no position.
static bool cover_nodes(wgr_data* data) {
    const size_t nodes = (size_t)data->names->node_count, count = (size_t)data->position_count;
    wend_graph_position* positions = wimp_grow(data->def->allocator, data->positions,
                                               &data->position_capacity, count, nodes, sizeof *positions);
    if (!positions) return false;
    data->positions = positions;
    for (size_t i = count; i < nodes; i++) positions[i] = (wend_graph_position){NAN, NAN};
    data->position_count = data->names->node_count;
    return true;
}

wend_result wgr_place(wgr_data* data, int32_t node, wend_graph_position position, wimp_span name,
                      int32_t line) {
    if (node >= data->position_count && !cover_nodes(data)) return wgr_out_of_memory(data);
    if (!isnan(data->positions[node].x))
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the node \"%.*s\" at line %d has occurred before; expected another",
                        wimp_span_shown(name), name.at, line);
    data->positions[node] = position;
    data->has_positions = true;
    return WEND_OK;
}

// ---- the graph

static bool add_ways_back(wgr_data* data) {
    const wend_graph_names* names = data->names;
    const size_t count = (size_t)names->edge_count, all = (size_t)connection_count(names);
    if (all == count) return true;
    wend_graph_connection* edges =
        wimp_grow(data->def->allocator, data->edges, &data->edge_capacity, count, all, sizeof *edges);
    if (!edges) return false;
    data->edges = edges;
    for (int32_t i = 0; i < names->two_way_count; i++) {
        const wend_graph_connection* edge = &edges[names->two_way[i]];
        edges[count + (size_t)i] = (wend_graph_connection){edge->to, edge->from, edge->cost};
    }
    return true;
}

wend_result wgr_data_finish(wgr_data* data, wend_graph** out) {
    wend_graph_names* names = data->names;
    if (names->node_count == 0) return wgr_fail(data, WEND_ERROR_FORMAT, "no nodes; expected a graph");
    if (names->label_of && !fill_labels(data)) return wgr_out_of_memory(data);
    if (!add_ways_back(data) || (data->has_positions && !cover_nodes(data))) return wgr_out_of_memory(data);
    wend_graph_def def = wend_default_graph_def();
    def.node_count = names->node_count;
    def.connections = data->edges;
    def.connection_count = (int32_t)connection_count(names);
    def.positions = data->has_positions ? data->positions : NULL;
    def.allocator = data->def->allocator;
    wend_result result = wend_graph_create(&def, out);
    return result == WEND_OK ? WEND_OK : wgr_fail(data, result, "%s", wend_result_string(result));
}
