// tables.c: graphs as tables: edges (from,to,cost), nodes (node,x,y) and heuristics (node,h).
#include <math.h>
#include <string.h>

#include "core/csv.h"
#include "formats.h"

static const char* const from_names[] = {"from", "source", NULL};
static const char* const to_names[] = {"to", "target", NULL};
static const char* const cost_names[] = {"cost", "weight", NULL};
static const char* const id_names[] = {"id", NULL};
static const char* const node_names[] = {"node", "name", "id", NULL};
static const char* const x_names[] = {"x", NULL};
static const char* const y_names[] = {"y", NULL};
static const char* const h_names[] = {"h", "heuristic", NULL};

// ---- rows

enum { MAX_COLUMNS = 64, MAX_ESCAPED = 2048 };

// A table with a header, of which the columns are found by name.
typedef struct table {
    wimp_csv csv;
    int32_t columns;               ///< in the header
    int32_t count;                 ///< fields in the current row
    wimp_span fields[MAX_COLUMNS]; ///< of the current row
    char escaped[MAX_ESCAPED];     ///< its fields with doubled quotes, with single ones
    size_t escaped_size;
} table;

static wend_result take_fields(table* t) {
    wimp_csv* csv = &t->csv;
    wimp_span field;
    t->count = 0;
    t->escaped_size = 0;
    while (wimp_csv_take(csv, &field)) {
        if (t->count == MAX_COLUMNS)
            return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                             "line %d has more fields than the limit of %d", csv->text.line, MAX_COLUMNS);
        if (csv->is_quoted && memchr(field.at, '"', field.size)) {
            if (field.size > MAX_ESCAPED - t->escaped_size)
                return wimp_fail(csv->error_opt, WEND_ERROR_FORMAT, csv->name,
                                 "the fields with quotes at line %d are longer than %d bytes", csv->text.line,
                                 MAX_ESCAPED);
            field = wimp_csv_unescape(field, t->escaped + t->escaped_size);
            t->escaped_size += field.size;
        }
        t->fields[t->count++] = field;
    }
    return csv->result;
}

// The column with one of these names, in any case; -1: none. Only while the header is the current row.
static int32_t column_of(const table* t, const char* const* names) {
    for (; *names; names++)
        for (int32_t i = 0; i < t->columns; i++)
            if (wimp_span_equals_ignoring_case(t->fields[i], *names)) return i;
    return -1;
}

// A table with two columns that must be there.
static wend_result begin(table** out, const wend_allocator* allocator_opt, const uint8_t* bytes, size_t size,
                         const char* name, wend_error* error_opt, const char* const* first,
                         const char* const* second, const char* expected) {
    static const wimp_csv_style style = {.separators = ";,\t", .has_quotes = true};
    table* t = wimp_alloc(allocator_opt, sizeof *t); // too large for the stack
    *out = t;
    if (!t) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    t->csv = wimp_csv_of(&style, bytes, size, name, error_opt);
    if (!wimp_csv_next(&t->csv))
        return wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "the file is empty; expected a header");
    wend_result result = take_fields(t);
    if (result != WEND_OK) return result;
    t->columns = t->count;
    if (column_of(t, first) >= 0 && column_of(t, second) >= 0) return WEND_OK;
    return wimp_fail(error_opt, WEND_ERROR_FORMAT, name,
                     "the header at line %d has no column %s; expected %s", t->csv.text.line,
                     column_of(t, first) < 0 ? *first : *second, expected);
}

// Reads the next row, which has as many fields as the header; false at the end, or after an error.
static bool next(table* t, wend_result* result) {
    if (*result != WEND_OK || !wimp_csv_next(&t->csv)) return false;
    *result = take_fields(t);
    if (*result == WEND_OK && t->count != t->columns)
        *result = wimp_fail(t->csv.error_opt, WEND_ERROR_FORMAT, t->csv.name,
                            "line %d has %d fields; expected %d as in the header", t->csv.text.line, t->count,
                            t->columns);
    return *result == WEND_OK;
}

static void end(table* t, const wend_allocator* allocator_opt) {
    wimp_free(allocator_opt, t, sizeof *t);
}

// ---- edges

static wend_result read_edge(wgr_data* data, const table* t, const int32_t columns[4]) {
    wend_graph_connection edge = {.cost = 1};
    const int32_t line = t->csv.text.line;
    wend_result result = wgr_node(data, t->fields[columns[0]], line, &edge.from);
    if (result == WEND_OK) result = wgr_node(data, t->fields[columns[1]], line, &edge.to);
    if (result == WEND_OK && columns[2] >= 0)
        result = wgr_cost(data, t->fields[columns[2]], line, &edge.cost);
    if (result == WEND_OK) result = wgr_add_edge(data, edge, data->def->two_way);
    if (result == WEND_OK && columns[3] >= 0 && t->fields[columns[3]].size > 0)
        result = wgr_label_edge(data, t->fields[columns[3]], line);
    return result;
}

wend_result wgr_read_edge_table(wgr_data* data, const uint8_t* bytes, size_t size) {
    const wend_allocator* allocator_opt = data->def->allocator;
    table* t;
    wend_result result = begin(&t, allocator_opt, bytes, size, data->name, data->error_opt, from_names,
                               to_names, "from,to,cost");
    if (result == WEND_OK) {
        const int32_t columns[4] = {column_of(t, from_names), column_of(t, to_names),
                                    column_of(t, cost_names), column_of(t, id_names)};
        if (columns[2] < 0)
            wimp_print(data->info->warning, sizeof data->info->warning,
                       "%.200s has no column cost: each edge costs 1", data->name);
        while (next(t, &result)) result = read_edge(data, t, columns);
    }
    end(t, allocator_opt);
    return result;
}

// ---- nodes

static wend_result read_node(wgr_data* data, const table* t, const int32_t columns[3]) {
    const int32_t line = t->csv.text.line, known = data->names->node_count;
    const wimp_span name = t->fields[columns[0]];
    wend_graph_position position;
    int32_t node;
    wend_result result = wgr_node(data, name, line, &node);
    if (result != WEND_OK) return result;
    if (!data->nodes_are_declared && node < known)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the node \"%.*s\" at line %d has occurred before; expected another",
                        wimp_span_shown(name), name.at, line);
    if (columns[1] < 0) return WEND_OK;
    const wimp_span x = t->fields[columns[1]], y = t->fields[columns[2]];
    if (x.size == 0 && y.size == 0) return WEND_OK; // no position
    result = wgr_coordinate(data, "x", x, line, &position.x);
    if (result == WEND_OK) result = wgr_coordinate(data, "y", y, line, &position.y);
    return result == WEND_OK ? wgr_place(data, node, position, name, line) : result;
}

wend_result wgr_read_node_table(wgr_data* data, const uint8_t* bytes, size_t size) {
    if (wgr_is_dimacs(bytes, size)) return wgr_read_coordinates(data, bytes, size);
    const wend_allocator* allocator_opt = data->def->allocator;
    table* t;
    wend_result result = begin(&t, allocator_opt, bytes, size, data->name, data->error_opt, node_names,
                               node_names, "node,x,y");
    if (result == WEND_OK) {
        const int32_t columns[3] = {column_of(t, node_names), column_of(t, x_names), column_of(t, y_names)};
        if ((columns[1] < 0) != (columns[2] < 0))
            result = wgr_fail(data, WEND_ERROR_FORMAT,
                              "the header at line %d has only one of the columns x and y; expected both",
                              t->csv.text.line);
        while (next(t, &result)) result = read_node(data, t, columns);
    }
    end(t, allocator_opt);
    return result;
}

// ---- heuristics

static wend_result read_h(const wgr_data* data, const table* t, const int32_t columns[2], double* out) {
    const wimp_span name = t->fields[columns[0]];
    const int32_t node = wgr_find_node(data->names, name);
    if (node < 0)
        return wgr_fail(data, WEND_ERROR_FORMAT, "the node is \"%.*s\" at line %d; expected one of the graph",
                        wimp_span_shown(name), name.at, t->csv.text.line);
    if (!isnan(out[node]))
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the node \"%.*s\" at line %d has occurred before; expected another",
                        wimp_span_shown(name), name.at, t->csv.text.line);
    return wgr_h(data, t->fields[columns[1]], t->csv.text.line, &out[node]);
}

wend_result wgr_read_heuristic(const wend_graph_names* names, const uint8_t* bytes, size_t size,
                               const char* name, double* out, wend_error* error_opt) {
    const wend_allocator* allocator_opt = wgr_names_allocator(names);
    const wgr_data data = {.name = name, .error_opt = error_opt, .names = (wend_graph_names*)names};
    for (int32_t i = 0; i < names->node_count; i++) out[i] = NAN;
    table* t;
    wend_result result =
        begin(&t, allocator_opt, bytes, size, name, error_opt, node_names, h_names, "node,h");
    if (result == WEND_OK) {
        const int32_t columns[2] = {column_of(t, node_names), column_of(t, h_names)};
        while (next(t, &result)) result = read_h(&data, t, columns, out);
    }
    for (int32_t i = 0; i < names->node_count && result == WEND_OK; i++) {
        char missing[WEND_GRAPH_NAME_BYTES];
        if (!isnan(out[i]) || !wend_graph_node_name(names, i, missing)) continue;
        result = wgr_fail(&data, WEND_ERROR_FORMAT, "no line for the node \"%.100s\"; expected one", missing);
    }
    end(t, allocator_opt);
    return result;
}
