// import.c: the import of graph files and of tables of heuristics.
#include "core/read_file.h"
#include "formats.h"
#include "graph.h"

#include <stdio.h>

wend_graph_import_def wend_default_graph_import_def(void) {
    return (wend_graph_import_def){.cookie = WGR_COOKIE, .max_nodes = 1 << 27, .max_connections = 1 << 29};
}

static wend_result check_def(const wend_graph_import_def* def, const char* name, wend_error* error_opt) {
    if (def->cookie != WGR_COOKIE)
        return wimp_fail(error_opt, WEND_ERROR_DEF, name,
                         "the definition was not made by wend_default_graph_import_def");
    if (def->max_nodes < 1 || def->max_nodes > WEND_GRAPH_MAX_NODES)
        return wimp_fail(error_opt, WEND_ERROR_ARGUMENT, name, "max_nodes is not in 1..%d",
                         WEND_GRAPH_MAX_NODES);
    if (def->max_connections < 1 || def->max_connections > WEND_GRAPH_MAX_CONNECTIONS)
        return wimp_fail(error_opt, WEND_ERROR_ARGUMENT, name, "max_connections is not in 1..%d",
                         WEND_GRAPH_MAX_CONNECTIONS);
    return WEND_OK;
}

static wend_result read_node_table(wgr_data* data) {
    const char* own = data->name;
    wimp_file content = {0};
    data->name = wimp_file_name(data->def->node_table);
    wend_result result =
        wimp_file_read(data->def->node_table, data->def->allocator, &content, data->error_opt);
    if (result == WEND_OK) result = wgr_read_node_table(data, content.bytes, content.size);
    wimp_file_free(&content, data->def->allocator);
    data->declared_by = data->name;
    data->name = own;
    return result;
}

// A table of edges takes its nodes from the node table; the other formats declare them.
static wend_result read_graph(wgr_data* data, const uint8_t* bytes, size_t size) {
    const bool is_graphml = wgr_is_graphml(bytes, size),
               is_dimacs = !is_graphml && wgr_is_dimacs(bytes, size);
    const bool has_table = data->def->node_table != NULL;
    wend_result result = WEND_OK;
    snprintf(data->info->format, sizeof data->info->format, "%s",
             is_graphml  ? "graphml"
             : is_dimacs ? "dimacs"
                         : "csv");
    if (size == 0)
        return wgr_fail(data, WEND_ERROR_FORMAT,
                        "the file is empty; expected a table from,to,cost, GraphML or DIMACS");
    if (!is_graphml && !is_dimacs) {
        if (has_table) result = read_node_table(data);
        data->nodes_are_declared = has_table;
        return result == WEND_OK ? wgr_read_edge_table(data, bytes, size) : result;
    }
    result = (is_graphml ? wgr_read_graphml : wgr_read_dimacs)(data, bytes, size);
    data->nodes_are_declared = true;
    data->declared_by = data->name;
    return result == WEND_OK && has_table ? read_node_table(data) : result;
}

static wend_result import(const uint8_t* bytes, size_t size, const char* name,
                          const wend_graph_import_def* def, wend_graph** out, wend_graph_names** names_out,
                          wend_graph_import_info* info_opt, wend_error* error_opt) {
    wend_graph_import_info info = {.format = ""};
    wgr_data data = {.def = def, .name = name, .error_opt = error_opt, .info = &info};
    if (!wgr_data_begin(&data)) return wgr_out_of_memory(&data);
    wend_result result = read_graph(&data, bytes, size);
    if (result == WEND_OK) result = wgr_data_finish(&data, out);
    if (result == WEND_OK) {
        info.edge_count = data.names->edge_count;
        wimp_clean_text(info.warning);
        *names_out = data.names;
        data.names = NULL;
        if (info_opt) *info_opt = info;
    }
    wgr_data_free(&data);
    return result;
}

wend_result wend_import_graph_memory(const void* bytes, size_t size, const char* name,
                                     const wend_graph_import_def* def, wend_graph** out,
                                     wend_graph_names** names_out, wend_graph_import_info* info_opt,
                                     wend_error* error_opt) {
    if ((!bytes && size > 0) || !name || !def || !out || !names_out) return WEND_ERROR_ARGUMENT;
    wend_result result = check_def(def, name, error_opt);
    return result == WEND_OK ? import(bytes, size, name, def, out, names_out, info_opt, error_opt) : result;
}

wend_result wend_import_graph(const char* file, const wend_graph_import_def* def, wend_graph** out,
                              wend_graph_names** names_out, wend_graph_import_info* info_opt,
                              wend_error* error_opt) {
    if (!file || !def || !out || !names_out) return WEND_ERROR_ARGUMENT;
    const char* name = wimp_file_name(file);
    wimp_file content;
    wend_result result = check_def(def, name, error_opt);
    if (result == WEND_OK) result = wimp_file_read(file, def->allocator, &content, error_opt);
    if (result != WEND_OK) return result;
    result = import(content.bytes, content.size, name, def, out, names_out, info_opt, error_opt);
    wimp_file_free(&content, def->allocator);
    return result;
}

wend_result wend_import_heuristic(const char* file, const wend_graph_names* names, double* out,
                                  wend_error* error_opt) {
    if (!file || !names || !out) return WEND_ERROR_ARGUMENT;
    const wend_allocator* allocator_opt = wgr_names_allocator(names);
    wimp_file content;
    wend_result result = wimp_file_read(file, allocator_opt, &content, error_opt);
    if (result != WEND_OK) return result;
    result = wgr_read_heuristic(names, content.bytes, content.size, wimp_file_name(file), out, error_opt);
    wimp_file_free(&content, allocator_opt);
    return result;
}
