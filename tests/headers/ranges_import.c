// ranges_import.c: the ranges of imports.
#include "ranges.h"

#include <math.h>

#include "wend/import.h"
#include "wend/import_graph.h"

static wend_result try_import_def(const wend_import_def* def) {
    static const char pixels[] = "P2\n2 2\n255\n255 255 255 255\n";
    wend_grid* made = NULL;
    wend_result result = wend_import_memory(pixels, sizeof pixels - 1, "pixels", def, &made, NULL, NULL);
    wend_grid_destroy(made);
    return result;
}
#define IMPORT(field, value)    TRY(import_def, wend_default_import_def(), field, value, WEND_OK)
#define NO_IMPORT(field, value) TRY(import_def, wend_default_import_def(), field, value, WEND_ERROR_ARGUMENT)
static bool blocked_below(void) {
    wend_import_def import_def;
    return IMPORT(blocked_below, 0) && IMPORT(blocked_below, 1) && IMPORT(blocked_below, -1) &&
           NO_IMPORT(blocked_below, -0.5f) && NO_IMPORT(blocked_below, 1.01f);
}
static bool transparent_below(void) {
    wend_import_def import_def;
    return IMPORT(transparent_below, 0) && IMPORT(transparent_below, 1) &&
           NO_IMPORT(transparent_below, -0.1f) && NO_IMPORT(transparent_below, 1.01f);
}
static bool max_climb(void) {
    wend_import_def import_def;
    return IMPORT(max_climb, 1e-6f) && IMPORT(max_climb, 1e6f) && NO_IMPORT(max_climb, 0);
}
static bool max_steps(void) {
    wend_import_def import_def;
    return IMPORT(max_step_climb, 0) && IMPORT(max_step_climb, 1e6f) && NO_IMPORT(max_step_climb, -0.1f) &&
           NO_IMPORT(max_step_climb, NAN) && IMPORT(max_step_drop, 0) && IMPORT(max_step_drop, INFINITY) &&
           NO_IMPORT(max_step_drop, -0.1f) && NO_IMPORT(max_step_drop, NAN);
}
static wend_result try_slope_def(const wend_import_def* def) {
    return try_import_def(def);
}
static bool jump_down(void) {
    wend_import_def slope_def = wend_default_import_def(), base = slope_def;
    base.rule = WEND_RULE_SLOPE;
    base.height_scale = 1;
    base.max_step_drop = 0.5f;
    return TRY(slope_def, base, jump_down, 0, WEND_OK) && TRY(slope_def, base, jump_down, 1e6f, WEND_OK) &&
           TRY(slope_def, base, jump_down, -0.1f, WEND_ERROR_ARGUMENT) &&
           TRY(slope_def, base, jump_down, INFINITY, WEND_ERROR_ARGUMENT) &&
           TRY(slope_def, base, jump_down, NAN, WEND_ERROR_ARGUMENT);
}
static bool jump_across(void) {
    wend_import_def import_def;
    return IMPORT(jump_across, 0) && IMPORT(jump_across, WEND_MAX_JUMP) && NO_IMPORT(jump_across, -1) &&
           NO_IMPORT(jump_across, WEND_MAX_JUMP + 1);
}
static bool headroom(void) {
    wend_import_def import_def;
    return IMPORT(headroom, 1e-6f) && IMPORT(headroom, 1e6f) && NO_IMPORT(headroom, 0) &&
           NO_IMPORT(headroom, NAN);
}
static bool height_scale(void) {
    wend_import_def import_def;
    return IMPORT(height_scale, 0) && IMPORT(height_scale, 1e6f) && NO_IMPORT(height_scale, -1e-6f);
}
static bool band(void) { // which a file in memory has not: the definition is right, the request is not
    wend_import_def import_def;
    return TRY(import_def, wend_default_import_def(), band, 1, WEND_ERROR_UNSUPPORTED) && IMPORT(band, 0) &&
           NO_IMPORT(band, -1);
}
static bool cost_scale(void) {
    wend_import_def import_def;
    return IMPORT(cost_scale, 1e-6f) && IMPORT(cost_scale, 1e6f) && NO_IMPORT(cost_scale, 0) &&
           NO_IMPORT(cost_scale, NAN);
}
static bool max_decoded(void) {
    wend_import_def import_def;
    return IMPORT(max_decoded, 1) && IMPORT(max_decoded, WEND_MAX_TILES) && NO_IMPORT(max_decoded, 0) &&
           NO_IMPORT(max_decoded, WEND_MAX_TILES + 1);
}

static wend_result try_graph_import_def(const wend_graph_import_def* def) {
    wend_graph* made = NULL;
    wend_graph_names* names = NULL;
    wend_result result =
        wend_import_graph_memory("from,to\na,b\n", 12, "graph", def, &made, &names, NULL, NULL);
    wend_graph_destroy(made);
    wend_graph_names_destroy(names);
    return result;
}
#define READ(field, value, expected)                                                                         \
    TRY(graph_import_def, wend_default_graph_import_def(), field, value, expected)
static bool graph_max_nodes(void) {
    wend_graph_import_def graph_import_def;
    return READ(max_nodes, 2, WEND_OK) && READ(max_nodes, WEND_GRAPH_MAX_NODES, WEND_OK) &&
           READ(max_nodes, 1, WEND_ERROR_LIMIT) && READ(max_nodes, 0, WEND_ERROR_ARGUMENT) &&
           READ(max_nodes, WEND_GRAPH_MAX_NODES + 1, WEND_ERROR_ARGUMENT);
}
static bool graph_max_connections(void) {
    wend_graph_import_def graph_import_def;
    return READ(max_connections, 1, WEND_OK) && READ(max_connections, WEND_GRAPH_MAX_CONNECTIONS, WEND_OK) &&
           READ(max_connections, 0, WEND_ERROR_ARGUMENT) &&
           READ(max_connections, WEND_GRAPH_MAX_CONNECTIONS + 1, WEND_ERROR_ARGUMENT);
}

const range ranges_of_import[] = {
    {"wend_graph_import_def.max_nodes", "1 .. WEND_GRAPH_MAX_NODES", graph_max_nodes},
    {"wend_graph_import_def.max_connections", "1 .. WEND_GRAPH_MAX_CONNECTIONS", graph_max_connections},
    {"wend_import_def.blocked_below", "0..1, -1", blocked_below},
    {"wend_import_def.transparent_below", "0..1", transparent_below},
    {"wend_import_def.height_scale", ">= 0", height_scale},
    {"wend_import_def.band", ">= 0", band},
    {"wend_import_def.cost_scale", "above 0", cost_scale},
    {"wend_import_def.max_climb", "above 0", max_climb},
    {"wend_import_def.max_step_climb max_step_drop", ">= 0", max_steps},
    {"wend_import_def.jump_down", ">= 0, finite", jump_down},
    {"wend_import_def.jump_across", "0..WEND_MAX_JUMP", jump_across},
    {"wend_import_def.headroom", "above 0", headroom},
    {"wend_import_def.max_decoded", "1 .. WEND_MAX_TILES", max_decoded},
    {0},
};
