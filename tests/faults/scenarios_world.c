// scenarios_world.c: grids, worlds and their changes without memory.
#include <stddef.h>

#include "maps.h"
#include "scene.h"

// ---- grids

static void begin_grids(scene* s, int32_t variant) {
    s->stock = (stock)variant;
    s->grid = stock_grid(s->stock);
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(s->grid);
    def.height = wend_grid_height(s->grid);
    scene_must(wend_grid_create(&def, &s->other_grid));
}

static void begin_nothing(scene* s, int32_t variant) {
    s->stock = (stock)variant;
}

static wend_result create_grid(scene* s, int32_t variant) {
    (void)variant;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 40;
    return wend_grid_create(&def, &s->grid);
}

static wend_result close_step(scene* s, int32_t variant) {
    const wend_tile from = {14, 9}, to = {15, 9};
    return variant == 0 ? wend_grid_set_step(s->other_grid, from, to, false)
                        : wend_grid_set_wall(s->other_grid, from, to, true);
}

static wend_result add_grid_link(scene* s, int32_t variant) {
    (void)variant;
    wend_link link = wend_default_link((wend_tile){3, 3}, (wend_tile){40, 30}, 2);
    link.id = 77;
    return wend_grid_add_link(s->other_grid, &link, NULL);
}

static void begin_linked(scene* s, int32_t variant) {
    (void)variant;
    begin_grids(s, STOCK_LINKED);
}

static wend_result copy_connections(scene* s, int32_t variant) {
    (void)variant;
    scene_must(wend_grid_copy_first(s->grid, s->other_grid)); // which has no links yet
    return wend_grid_copy_connections(s->grid, s->other_grid);
}

static wend_result set_relief(scene* s, int32_t variant) {
    static const wend_row_size rows[] = {{0, 1, 1}, {9, 0.5f, 1}};
    wend_relief_def def = wend_default_relief_def();
    def.rows = rows;
    def.row_count = variant == 0 ? 2 : 1;
    return wend_grid_set_relief(s->other_grid, variant == 2 ? NULL : &def);
}

static void begin_hills(scene* s, int32_t variant) {
    (void)variant;
    begin_grids(s, STOCK_RELIEF);
}

// ---- worlds

static wend_result edit_elevations(scene* s, int32_t variant) {
    (void)variant;
    const wend_edit edits[] = {wend_edit_elevation((wend_rect){5, 5, 4, 4}, 9),
                               wend_edit_elevation((wend_rect){30, 20, 9, 9}, -3)};
    return wend_world_edit(s->world, edits, 2, NULL);
}

static void begin_hilly_world(scene* s, int32_t variant) {
    scene_begin_world(s, STOCK_RELIEF + variant * STOCK_COUNT);
}

static wend_result build(scene* s, int32_t variant) {
    wend_profile_def profiles[2];
    const wend_world_def def = stock_def((stock)variant, profiles);
    return wend_world_build(&s->grid, &def, &s->world);
}

static void begin_grid(scene* s, int32_t variant) {
    s->stock = (stock)variant;
    s->grid = stock_grid(s->stock);
}

static void begin_grid_and_threads(scene* s, int32_t variant) {
    begin_grid(s, variant);
    scene_must(wend_threads_create(2, &s->threads));
}

static wend_result build_by_threads(scene* s, int32_t variant) {
    wend_profile_def profiles[2];
    wend_world_def def = stock_def((stock)variant, profiles);
    def.tasks = wend_threads_tasks(s->threads);
    return wend_world_build(&s->grid, &def, &s->world);
}

static wend_result create_threads(scene* s, int32_t variant) {
    (void)variant;
    return wend_threads_create(2, &s->threads);
}

static const wend_edit edits[] = {
    {.area = {14, 7, 3, 2}, .terrain_class = 0},
    {.area = {0, 29, 47, 3}, .terrain_class = 1},
    {.kind = WEND_EDIT_WALL, .from = {31, 5}, .to = {32, 5}, .closed = true},
    {.kind = WEND_EDIT_STEP, .from = {20, 20}, .to = {20, 21}, .closed = true},
};

static wend_result edit(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_edit(s->world, edits, sizeof edits / sizeof *edits, NULL);
}

static wend_result edit_all(scene* s, int32_t variant) {
    (void)variant;
    const wend_edit all = wend_edit_tiles((wend_rect){0, 0, 47, 40}, 1);
    return wend_world_edit(s->world, &all, 1, NULL);
}

static void begin_edited(scene* s, int32_t variant) {
    scene_begin_world(s, variant);
    scene_must(edit(s, variant));
}

static wend_result edit_again(scene* s, int32_t variant) {
    (void)variant;
    const wend_edit more[] = {wend_edit_tiles((wend_rect){15, 0, 1, 25}, 0),
                              wend_edit_tiles((wend_rect){22, 11, 9, 9}, 1)};
    return wend_world_edit(s->world, more, 2, NULL);
}

static wend_result refresh(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_refresh(s->world, 0, NULL);
}

static wend_result refresh_near(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_refresh_near(s->world, (wend_tile){9, 9}, 0, NULL);
}

static wend_result add_link(scene* s, int32_t variant) {
    (void)variant;
    const wend_query ends = stock_query(s->stock);
    wend_link link = wend_default_link(ends.start, ends.goal, 3);
    link.id = 4242;
    return wend_world_add_link(s->world, &link, NULL);
}

static void begin_with_link(scene* s, int32_t variant) {
    scene_begin_world(s, variant);
    scene_must(add_link(s, variant));
}

static wend_result set_link(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_set_link(s->world, 4242, 9, false);
}

static wend_result set_link_cost(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_set_link_cost(s->world, 4242, 0, 7);
}

// Only while it is there: what succeeded is not to be repeated.
static wend_result remove_link(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_remove_link(s->world, 4242);
}

static wend_result set_class_cost(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_set_class_cost(s->world, 0, 1, 0);
}

static wend_result set_cost_of_profile(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_set_class_cost(s->world, 1, 1, 0);
}

static void begin_profiles(scene* s, int32_t variant) {
    (void)variant;
    scene_begin_world(s, STOCK_PROFILES);
}

static wend_result keep_original(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_keep_original(s->world);
}

static wend_result read_tiles(scene* s, int32_t variant) {
    (void)variant;
    uint8_t classes[9];
    return wend_world_read_tiles(s->world, (wend_rect){30, 30, 3, 3}, classes, 0);
}

static wend_result fork_world(scene* s, int32_t variant) {
    (void)variant;
    wend_world *fork = NULL, *snapshot = NULL;
    const wend_edit edit = wend_edit_tiles((wend_rect){9, 9, 3, 3}, 0);
    wend_result result = wend_world_fork(s->world, &fork);
    if (wend_world_get_stream_info(s->world).columns > 0)
        return result == WEND_ERROR_UNSUPPORTED ? WEND_OK : WEND_ERROR_STALE;
    if (result == WEND_OK) result = wend_world_snapshot(fork, &snapshot);
    if (result == WEND_OK) result = wend_world_edit(fork, &edit, 1, NULL); // copies what they share
    wend_world_destroy(fork);
    wend_world_destroy(snapshot);
    return result;
}

static void begin_one_cost(scene* s, int32_t variant) {
    (void)variant;
    scene_begin_one_cost(s);
}

static wend_result add_subgoals(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_add_subgoals(s->world, 1 << 20, NULL, NULL);
}

static wend_result count_edited(scene* s, int32_t variant) {
    (void)variant;
    wend_world_counts counts = {0, 0, 0};
    return wend_world_count(s->world, &counts);
}

static wend_result clearance(scene* s, int32_t variant) {
    (void)variant;
    static float out[47 * 40];
    if (s->stock == STOCK_HEX) return WEND_OK; // not on hexagons
    return wend_world_clearance(s->world, wend_world_profile_count(s->world) - 1, (wend_rect){0, 0, 47, 40},
                                0, out);
}

static wend_result look_around(scene* s, int32_t variant) {
    (void)variant;
    static uint8_t seen[47 * 40];
    if (s->stock == STOCK_HEX) return WEND_OK; // not on hexagons
    const wend_sight_def def = wend_default_sight_def();
    return wend_visible_tiles(wend_world_grid(s->world), &def, (wend_tile){20, 20}, (wend_rect){0, 0, 47, 40},
                              seen);
}

static wend_result verify(scene* s, int32_t variant) {
    (void)variant;
    return wend_world_verify(s->world, &s->error);
}

static wend_result find_damage(scene* s, int32_t variant) {
    (void)variant;
    int32_t count = 0;
    return wend_world_find_damage(s->world, NULL, 0, &count);
}

enum { ALL = STOCK_COUNT, MAPPED = 3 * STOCK_COUNT };

const scenario world_scenarios[] = {
    {"create a grid", 1, KEEPS, begin_nothing, create_grid},
    {"close a step", 2, KEEPS, begin_grids, close_step},
    {"add a link to a grid", 1, KEEPS, begin_grids, add_grid_link},
    {"copy connections", 1, KEEPS, begin_linked, copy_connections},
    {"set a relief", 3, KEEPS, begin_grids, set_relief},
    {"copy a relief", 1, KEEPS, begin_hills, copy_connections},
    {"edit elevations", 3, KEEPS, begin_hilly_world, edit_elevations},
    {"build", ALL, KEEPS, begin_grid, build},
    {"build by threads", ALL, KEEPS, begin_grid_and_threads, build_by_threads},
    {"create threads", 1, KEEPS, begin_nothing, create_threads},
    {"edit", MAPPED, KEEPS, scene_begin_world, edit},
    {"edit every tile", MAPPED, KEEPS, scene_begin_world, edit_all},
    {"edit while clusters are pending", MAPPED, KEEPS, begin_edited, edit_again},
    {"refresh", MAPPED, KEEPS_VALID, begin_edited, refresh},
    {"refresh near a tile", MAPPED, KEEPS_VALID, begin_edited, refresh_near},
    {"add a link", MAPPED, KEEPS, scene_begin_world, add_link},
    {"set a link", MAPPED, KEEPS, begin_with_link, set_link},
    {"set the cost of a link", MAPPED, KEEPS, begin_with_link, set_link_cost},
    {"remove a link", MAPPED, KEEPS, begin_with_link, remove_link},
    {"set a class cost", MAPPED, KEEPS, scene_begin_world, set_class_cost},
    {"set the class cost of a profile", 1, KEEPS, begin_profiles, set_cost_of_profile},
    {"keep the original", MAPPED, KEEPS, begin_edited, keep_original},
    {"fork", MAPPED, KEEPS, begin_edited, fork_world},
    {"read tiles", MAPPED, KEEPS, scene_begin_world, read_tiles},
    {"count an edited world", MAPPED, KEEPS, begin_edited, count_edited},
    {"add subgoals", 1, KEEPS, begin_one_cost, add_subgoals},
    {"clearance", MAPPED, KEEPS, scene_begin_world, clearance},
    {"look around", MAPPED, KEEPS, scene_begin_world, look_around},
    {"verify", MAPPED, KEEPS, scene_begin_world, verify},
    {"find damage", MAPPED, KEEPS, scene_begin_world, find_damage},
    {NULL, 0, KEEPS, NULL, NULL},
};
