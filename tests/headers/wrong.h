// wrong.h: objects and values that do not fit those of given.h, for the calls that nulls.sh makes: another
// map, smaller or larger, and structs of nonsense.
#ifndef WEND_TEST_WRONG_H
#define WEND_TEST_WRONG_H
#include <pthread.h>

#include "given.h"

static bool prints_table;
static wend_grid *small_grid, *large_grid;
static wend_world *small_world, *large_world;
static wend_path* large_path;
static wend_field* large_field;
static wend_graph* small_graph;

static inline wend_world* world_of(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = width < 10 ? WEND_CONNECTIVITY_HEX_ODD_Q : WEND_CONNECTIVITY_8;
    const wend_world_def world_def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK || wend_world_build(&grid, &world_def, &world) != WEND_OK)
        abort();
    return world;
}

static inline void give_wrong(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 5;
    def.height = 3;
    wend_graph_def graph_def = wend_default_graph_def();
    graph_def.node_count = 1;
    small_world = world_of(5, 3);
    large_world = world_of(200, 200);
    if (wend_grid_create(&def, &small_grid) != WEND_OK || wend_path_create(NULL, &large_path) != WEND_OK ||
        wend_field_create(NULL, &large_field) != WEND_OK ||
        wend_graph_create(&graph_def, &small_graph) != WEND_OK)
        abort();
}

static inline wend_grid* wrong_grid(void) {
    return small_grid;
}
// A world in each of the forms that it may have; a streamed one has no ground in memory.
typedef enum world_form {
    FORM_BUILT,
    FORM_OPENED,
    FORM_MAPPED,
    FORM_PATCHED,
    FORM_STREAMED,
    FORM_FORK,
    FORM_SNAPSHOT,
    FORMS
} world_form;
static wend_world* form_worlds[FORMS];
static inline void give_forms(void) {
    const char *file = "form.wend", *patch = "form.patch";
    const wend_edit edit = wend_edit_tiles((wend_rect){50, 50, 3, 3}, 0),
                    other = wend_edit_tiles((wend_rect){90, 20, 3, 3}, 0);
    const wend_stream_def stream_def = wend_default_stream_def();
    form_worlds[FORM_BUILT] = world_of(300, 280);
    if (wend_world_save(form_worlds[FORM_BUILT], file, NULL) != WEND_OK ||
        wend_world_open(file, NULL, &form_worlds[FORM_OPENED], NULL) != WEND_OK ||
        wend_world_edit(form_worlds[FORM_OPENED], &edit, 1, NULL) != WEND_OK ||
        wend_world_refresh(form_worlds[FORM_OPENED], INT32_MAX, NULL) != WEND_OK ||
        wend_world_save_patch(form_worlds[FORM_OPENED], 0, patch, NULL) != WEND_OK ||
        wend_world_map(file, NULL, &form_worlds[FORM_MAPPED], NULL) != WEND_OK ||
        wend_world_map_patched(file, &patch, 1, NULL, &form_worlds[FORM_PATCHED], NULL) != WEND_OK ||
        wend_world_stream(file, &stream_def, &form_worlds[FORM_STREAMED], NULL) != WEND_OK ||
        wend_world_fork(form_worlds[FORM_PATCHED], &form_worlds[FORM_FORK]) != WEND_OK ||
        wend_world_edit(form_worlds[FORM_FORK], &other, 1, NULL) != WEND_OK ||
        wend_world_snapshot(form_worlds[FORM_FORK], &form_worlds[FORM_SNAPSHOT]) != WEND_OK)
        abort();
}
static inline wend_world* form_world(world_form form) {
    return form_worlds[form];
}
static inline const wend_grid* form_grid(world_form form) {
    return wend_world_grid(form_worlds[form]);
}

static inline wend_world* wrong_world(void) {
    return small_world;
}
// Most of its tiles lie off the given map. A call may have replaced it.
static inline wend_path* wrong_path(void) {
    wend_query query = wend_default_query((wend_tile){20, 20}, (wend_tile){199, 199});
    query.first_tiles = 50;
    if (wend_find_path(given_wend_search_p, large_world, &query, large_path, NULL) != WEND_OK) abort();
    return large_path;
}
static inline wend_field* wrong_field(void) {
    const wend_tile goal = {199, 199};
    if (wend_field_set_goals(large_field, large_world, &goal, 1) != WEND_OK) abort();
    return large_field;
}
static inline wend_graph* wrong_graph(void) {
    return small_graph;
}
static inline wend_agent* wrong_agent(void) {
    static wend_agent agents[4];
    for (int i = 0; i < 4; i++)
        agents[i] = (wend_agent){.position = {NAN, INFINITY},
                                 .velocity = {-INFINITY, NAN},
                                 .max_speed = NAN,
                                 .max_acceleration = -1,
                                 .radius = INFINITY,
                                 .profile = INT32_MAX,
                                 .waypoint = INT32_MAX,
                                 .along = NAN,
                                 .idle = INT32_MIN,
                                 .link = INT32_MAX,
                                 .link_elapsed = NAN};
    return agents;
}
static inline wend_edit* wrong_edit(void) {
    static wend_edit edit;
    edit =
        (wend_edit){.area = {INT32_MAX, 3, INT32_MAX, 1}, .kind = (wend_edit_kind)99, .from = {INT32_MIN, 1}};
    return &edit;
}
static inline wend_link* wrong_link(void) {
    static wend_link link;
    link =
        (wend_link){{INT32_MIN, 3}, {INT32_MAX, 3}, NAN, -1, (wend_link_kind)99, INT32_MIN, 0, true, {NAN}};
    return &link;
}
static inline wend_weighted* wrong_weighted(void) {
    static wend_weighted items[4];
    for (int i = 0; i < 4; i++) items[i] = (wend_weighted){{NAN, INFINITY}, -INFINITY};
    return items;
}
static inline wend_tile* wrong_tile(void) {
    static wend_tile tiles[64];
    for (int i = 0; i < 64; i++) tiles[i] = (wend_tile){INT32_MAX, INT32_MIN};
    return tiles;
}
static inline wend_vec2* wrong_vec2(void) {
    static wend_vec2 points[64];
    for (int i = 0; i < 64; i++) points[i] = (wend_vec2){NAN, 1e38f};
    return points;
}
static inline wend_debug_draw* wrong_debug_draw(void) {
    static wend_debug_draw draw;
    draw = (wend_debug_draw){.view = {INT32_MIN, INT32_MAX, INT32_MAX, INT32_MIN}, .level = INT32_MAX};
    return &draw;
}

// ---- checks

static inline void print_row(const char* function, const char* parameter, const char* what,
                             const char* result) {
    if (prints_table) printf("%-34s %-18s %-16s %s\n", function, parameter, what, result);
}

static inline void check_listed(const char* function, const char* parameter, const char* what,
                                wend_result result, unsigned listed) {
    print_row(function, parameter, what, wend_result_string(result));
    check(result == WEND_OK || (listed >> (unsigned)result & 1u), function);
    if (result != WEND_OK && !(listed >> (unsigned)result & 1u))
        printf("    ... (%s: %s) returns \"%s\", which it does not list\n", parameter, what,
               wend_result_string(result));
    if (result != WEND_ERROR_ARGUMENT) return;
    check(outputs_untouched(), function);
    if (!outputs_untouched()) printf("    ... (%s: %s) writes an output\n", parameter, what);
}

static inline void check_cookie(const char* function, const char* parameter, wend_result result,
                                bool unready) {
    print_row(function, parameter, "no cookie", wend_result_string(result));
    const bool refused = result == WEND_ERROR_DEF || (unready && result != WEND_OK);
    check(refused && outputs_untouched(), function);
    if (!refused) printf("    ... (%s: no cookie) returns \"%s\"\n", parameter, wend_result_string(result));
}

static inline void check_number(const char* function, const char* parameter, const char* what, double value) {
    print_row(function, parameter, what, isnan(value) ? "NaN" : "a number");
    check(!isnan(value), function);
    if (isnan(value)) printf("    ... (%s: %s) is NaN\n", parameter, what);
}

static inline void check_vec2(const char* function, const char* parameter, const char* what,
                              wend_vec2 value) {
    const bool finite = isfinite(value.x) && isfinite(value.y);
    print_row(function, parameter, what, finite ? "a vector" : "not finite");
    check(finite, function);
    if (!finite) printf("    ... (%s: %s) is not finite\n", parameter, what);
}

static inline void check_returned(const char* function, const char* parameter, const char* what) {
    print_row(function, parameter, what, "returns");
    check(true, function);
}
#endif
