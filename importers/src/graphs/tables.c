// tables.c: graphs as tables: edges (from,to,cost), nodes (node,x,y) and heuristics (node,h).
#include <math.h>
#include <string.h>

#include "graphs/csv.h"
#include "graphs/graph_formats.h"

static const char* const from_names[] = {"from", "source", NULL};
static const char* const to_names[] = {"to", "target", NULL};
static const char* const cost_names[] = {"cost", "weight", NULL};
static const char* const id_names[] = {"id", NULL};
static const char* const node_names[] = {"node", "name", "id", NULL};
static const char* const x_names[] = {"x", NULL};
static const char* const y_names[] = {"y", NULL};
static const char* const h_names[] = {"h", "heuristic", NULL};

// A table with two columns that must be there.
static wend_result begin(wimp_csv** out, const wend_allocator* allocator_opt, const uint8_t* bytes,
                         size_t size, const char* name, wend_error* error_opt, const char* const* first,
                         const char* const* second, const char* expected) {
    wimp_csv* csv = wimp_alloc(allocator_opt, sizeof *csv); // too large for the stack
    *out = csv;
    if (!csv) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    wend_result result = wimp_csv_begin(csv, bytes, size, name, error_opt);
    if (result != WEND_OK) return result;
    if (wimp_csv_column(csv, first) >= 0 && wimp_csv_column(csv, second) >= 0) return WEND_OK;
    return wimp_fail(error_opt, WEND_ERROR_FORMAT, name,
                     "the header at line %d has no column %s; expected %s", csv->text.line,
                     wimp_csv_column(csv, first) < 0 ? *first : *second, expected);
}

static void end(wimp_csv* csv, const wend_allocator* allocator_opt) {
    wimp_free(allocator_opt, csv, sizeof *csv);
}

// ---- edges

static wend_result read_edge(wimp_graph_data* data, const wimp_csv* csv, const int32_t columns[4]) {
    wend_graph_connection edge = {.cost = 1};
    const int32_t line = csv->text.line;
    wend_result result = wimp_graph_node(data, csv->fields[columns[0]], line, &edge.from);
    if (result == WEND_OK) result = wimp_graph_node(data, csv->fields[columns[1]], line, &edge.to);
    if (result == WEND_OK && columns[2] >= 0)
        result = wimp_graph_cost(data, "cost", csv->fields[columns[2]], line, &edge.cost);
    if (result == WEND_OK) result = wimp_graph_add_edge(data, edge, data->def->two_way);
    if (result == WEND_OK && columns[3] >= 0 && csv->fields[columns[3]].size > 0)
        result = wimp_graph_label_edge(data, csv->fields[columns[3]], line);
    return result;
}

wend_result wimp_read_edge_table(wimp_graph_data* data, const uint8_t* bytes, size_t size) {
    const wend_allocator* allocator_opt = data->def->allocator;
    wimp_csv* csv;
    wend_result result = begin(&csv, allocator_opt, bytes, size, data->name, data->error_opt, from_names,
                               to_names, "from,to,cost");
    if (result == WEND_OK) {
        const int32_t columns[4] = {wimp_csv_column(csv, from_names), wimp_csv_column(csv, to_names),
                                    wimp_csv_column(csv, cost_names), wimp_csv_column(csv, id_names)};
        if (columns[2] < 0)
            wimp_print(data->info->warning, sizeof data->info->warning,
                       "%.200s has no column cost: each edge costs 1", data->name);
        bool more = true;
        while (result == WEND_OK && (result = wimp_csv_next(csv, &more)) == WEND_OK && more)
            result = read_edge(data, csv, columns);
    }
    end(csv, allocator_opt);
    return result;
}

// ---- nodes

static wend_result read_node(wimp_graph_data* data, const wimp_csv* csv, const int32_t columns[3]) {
    const int32_t line = csv->text.line, known = data->names->node_count;
    const wimp_span name = csv->fields[columns[0]];
    wend_graph_position position;
    int32_t node;
    wend_result result = wimp_graph_node(data, name, line, &node);
    if (result != WEND_OK) return result;
    if (!data->nodes_are_declared && node < known)
        return wimp_graph_fail(data, WEND_ERROR_FORMAT,
                               "the node \"%.*s\" at line %d has occurred before; expected another",
                               wimp_span_shown(name), name.at, line);
    if (columns[1] < 0) return WEND_OK;
    const wimp_span x = csv->fields[columns[1]], y = csv->fields[columns[2]];
    if (x.size == 0 && y.size == 0) return WEND_OK; // no position
    result = wimp_graph_coordinate(data, "x", x, line, &position.x);
    if (result == WEND_OK) result = wimp_graph_coordinate(data, "y", y, line, &position.y);
    return result == WEND_OK ? wimp_graph_place(data, node, position, name, line) : result;
}

wend_result wimp_read_node_table(wimp_graph_data* data, const uint8_t* bytes, size_t size) {
    if (wimp_is_dimacs(bytes, size)) return wimp_read_coordinates(data, bytes, size);
    const wend_allocator* allocator_opt = data->def->allocator;
    wimp_csv* csv;
    wend_result result = begin(&csv, allocator_opt, bytes, size, data->name, data->error_opt, node_names,
                               node_names, "node,x,y");
    if (result == WEND_OK) {
        const int32_t columns[3] = {wimp_csv_column(csv, node_names), wimp_csv_column(csv, x_names),
                                    wimp_csv_column(csv, y_names)};
        if ((columns[1] < 0) != (columns[2] < 0))
            result = wimp_graph_fail(
                data, WEND_ERROR_FORMAT,
                "the header at line %d has only one of the columns x and y; expected both", csv->text.line);
        bool more = true;
        while (result == WEND_OK && (result = wimp_csv_next(csv, &more)) == WEND_OK && more)
            result = read_node(data, csv, columns);
    }
    end(csv, allocator_opt);
    return result;
}

// ---- heuristics

static wend_result read_h(const wimp_graph_data* data, const wimp_csv* csv, const int32_t columns[2],
                          double* out) {
    const wimp_span name = csv->fields[columns[0]];
    const int32_t node = wimp_find_node(data->names, name);
    if (node < 0)
        return wimp_graph_fail(data, WEND_ERROR_FORMAT,
                               "the node is \"%.*s\" at line %d; expected one of the graph",
                               wimp_span_shown(name), name.at, csv->text.line);
    if (!isnan(out[node]))
        return wimp_graph_fail(data, WEND_ERROR_FORMAT,
                               "the node \"%.*s\" at line %d has occurred before; expected another",
                               wimp_span_shown(name), name.at, csv->text.line);
    return wimp_graph_cost(data, "h", csv->fields[columns[1]], csv->text.line, &out[node]);
}

wend_result wimp_read_heuristic(const wend_graph_names* names, const uint8_t* bytes, size_t size,
                                const char* name, double* out, wend_error* error_opt) {
    const wend_allocator* allocator_opt = wimp_names_allocator(names);
    const wimp_graph_data data = {.name = name, .error_opt = error_opt, .names = (wend_graph_names*)names};
    for (int32_t i = 0; i < names->node_count; i++) out[i] = NAN;
    wimp_csv* csv;
    wend_result result =
        begin(&csv, allocator_opt, bytes, size, name, error_opt, node_names, h_names, "node,h");
    if (result == WEND_OK) {
        const int32_t columns[2] = {wimp_csv_column(csv, node_names), wimp_csv_column(csv, h_names)};
        bool more = true;
        while (result == WEND_OK && (result = wimp_csv_next(csv, &more)) == WEND_OK && more)
            result = read_h(&data, csv, columns, out);
    }
    for (int32_t i = 0; i < names->node_count && result == WEND_OK; i++) {
        char missing[WEND_GRAPH_NAME_BYTES];
        if (!isnan(out[i]) || !wend_graph_node_name(names, i, missing)) continue;
        result = wimp_graph_fail(&data, WEND_ERROR_FORMAT, "no line for the node \"%.100s\"; expected one",
                                 missing);
    }
    end(csv, allocator_opt);
    return result;
}
