// stack_worlds.c: the stack test of worlds: files, mapping, streaming, patches, profiles, bakes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stack.h"
#include "wend/private.h"

static wend_result drop_piece(void* context, const void* bytes, size_t size) {
    (void)context, (void)bytes, (void)size;
    return WEND_OK;
}

static void call_stream(const stage* s) {
    wend_stream_def def;
    wend_world* world = NULL;
    wend_error error;
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    MUST(wend_search_create(&search_def, &search) == WEND_OK && wend_path_create(NULL, &path) == WEND_OK);
    MEASURE_TO(def, wend_default_stream_def, );
    MEASURE(wend_world_stream, s->file, &def, &world, &error);
    MUST(world);
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile end = {wend_grid_width(grid) - 1, wend_grid_height(grid) - 1};
    wend_rect area, all = {0, 0, end.x + 1, end.y + 1};
    int32_t count;
    MEASURE_TO(area, wend_world_region, world, (wend_tile){3, 4});
    MEASURE(wend_world_load, world, area, true, &error);
    MEASURE(wend_world_load_ahead, world, &area, 1, &count, &error);
    MEASURE(wend_world_is_loaded, world, end);
    MEASURE(wend_world_set_budget, world, 1 << 20);
    MEASURE(wend_world_get_stream_info, world);
    MEASURE(wend_world_connected, world, (wend_tile){3, 4}, end);
    rng random = rng_seeded(4);
    for (int32_t i = 0; i < 20; i++) {
        wend_query query = wend_default_query(map_random_tile(grid, &random), map_random_tile(grid, &random));
        query.first_tiles = 10;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        MEASURE(wend_path_regions, search, world, path, 1, &area, &count);
        MEASURE(wend_world_load, world, all, true, &error);
        MEASURE(wend_path_refine, search, world, path, 100, NULL);
        MEASURE(wend_world_unload, world, (wend_rect){end.x, end.y, 1, 1});
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Edits of a world that is mapped go through its first checks.
static void call_patches(const stage* s) {
    wend_error error;
    wend_world* opened = NULL;
    char patch[80];
    snprintf(patch, sizeof patch, "%s.patch", s->file);
    const char* patches[] = {patch};
    MUST(wend_world_map(s->file, NULL, &opened, &error) == WEND_OK);
    const wend_edit edits[] = {{.area = {15, 3, 40, 2}, .terrain_class = 1},
                               {.area = {30, 31, 1, 1}, .terrain_class = 0}};
    const wend_link link = wend_default_link((wend_tile){2, 3}, (wend_tile){61, 50}, 1);
    MEASURE(wend_world_keep_original, opened);
    MEASURE(wend_world_edit, opened, edits, 2, NULL);
    const wend_seam seam =
        wend_default_seam((wend_tile){2, 5}, (wend_tile){4, 5}, (wend_tile){2, 50}, (wend_tile){4, 50});
    MEASURE(wend_world_add_seam, opened, &seam, NULL);
    MEASURE(wend_world_add_link, opened, &link, NULL);
    MEASURE(wend_world_refresh, opened, 0, NULL);
    MEASURE(wend_world_save_patch, opened, 0, patch, &error);
    wend_world_destroy(opened);
    opened = NULL;
    MEASURE(wend_world_map_patched, s->file, patches, 1, NULL, &opened, &error);
    MUST(opened);
    wend_world_destroy(opened);
    remove(patch);
}

static void call_overlay(const wend_world* world) {
    const wend_vec2 corners[] = {{2, 2}, {30, 4}, {9, 20}};
    const float costs[] = {1, 2, 3, 4}, ranges[] = {5, 6, 7};
    const uint8_t bytes[] = {1, 2, 3, 4};
    wend_overlay* overlay = NULL;
    const wend_world* ground = NULL;
    wend_shape shape;
    int32_t handle = 0, handles[3];
    bool refreshed;
    MEASURE(wend_overlay_create, world, &overlay);
    MEASURE_TO(shape, wend_shape_disc, corners[0], 3.0f, 4.0f);
    MEASURE(wend_overlay_add, overlay, &shape, &handle);
    MEASURE_TO(shape, wend_shape_capsule, corners[0], corners[1], 2.0f, INFINITY);
    MEASURE(wend_overlay_add, overlay, &shape, &handle);
    MEASURE_TO(shape, wend_shape_polygon, corners, 3, 2.0f);
    MEASURE(wend_overlay_add, overlay, &shape, &handle);
    MEASURE_TO(shape, wend_shape_rect, (wend_rect){1, 1, 9, 4}, INFINITY);
    MEASURE(wend_overlay_move, overlay, handle, &shape);
    MEASURE(wend_overlay_add_costs, overlay, (wend_rect){1, 1, 2, 2}, costs, 0, 0.1f, &handle);
    MEASURE(wend_overlay_add_image, overlay, (wend_rect){1, 1, 2, 2}, bytes, 0, 1.0f, 0.0f, &handle);
    MEASURE(wend_overlay_add_dangers, overlay, corners, ranges, costs, 3, handles);
    MEASURE(wend_overlay_tick, overlay, 1);
    MEASURE(wend_overlay_world, overlay, &ground);
    MEASURE(wend_overlay_remove, overlay, handle);
    MEASURE(wend_overlay_hide, overlay, 1.0f);
    MEASURE(wend_overlay_see, overlay, (wend_rect){0, 0, 20, 20}, NULL, 0);
    MEASURE(wend_overlay_forget, overlay, (wend_rect){3, 3, 4, 4}, NULL, 0);
    MEASURE(wend_overlay_is_seen, overlay, (wend_tile){1, 1});
    MEASURE(wend_overlay_refresh, overlay, 0, &refreshed);
    MEASURE(wend_overlay_reveal, overlay);
    MEASURE(wend_overlay_world, overlay, &ground);
    MEASURE(wend_overlay_get_info, overlay);
    MEASURE(wend_overlay_destroy, overlay);
}

static void call_ground(void) {
    static uint8_t classes[70 * 40];
    memset(classes, 1, sizeof classes);
    const map_recipe recipe = map_recipe_of("rooms 90x70 8 unit 31/0 5");
    wend_world* world = map_make_world(&recipe);
    MEASURE(wend_world_add_ground, world, (wend_rect){-70, -9, 70, 40}, classes, 0);
    MEASURE(wend_world_add_relief_ground, world, (wend_rect){0, 70, 70, 9}, classes, 0, NULL, NULL);
    MEASURE(wend_world_ground, world);
    MEASURE(wend_world_remove_ground, world, (wend_rect){-60, -9, 10, 20});
    MEASURE(wend_world_hash, world);
    wend_world_destroy(world);
}

void call_world(wend_world* world, const stage* s) {
    wend_error error;
    wend_world* opened = NULL;
    wend_world_counts counts;
    bool refreshed;
    const wend_edit edits[] = {{.area = {15, 3, 40, 2}, .terrain_class = 0},
                               {.area = {30, 31, 1, 1}, .terrain_class = 2}};
    MEASURE(wend_world_keep_original, world);
    MEASURE(wend_world_edit, world, edits, 2, NULL);
    wend_link link = wend_default_link((wend_tile){2, 2}, (wend_tile){60, 50}, 1);
    int32_t link_id = 0;
    MEASURE(wend_world_add_link, world, &link, &link_id);
    MEASURE(wend_world_set_link, world, link_id, 2.0f, false);
    MEASURE(wend_world_set_link_cost, world, link_id, 0, 3.0f);
    MEASURE(wend_world_remove_link, world, link_id);
    MEASURE(wend_world_set_class_cost, world, 0, 1, 0.0f);
    MEASURE(wend_world_set_class_cost, world, 0, 1, 1.0f);
    MEASURE(wend_world_refresh_near, world, (wend_tile){3, 4}, 1, &refreshed);
    MEASURE(wend_world_refresh, world, 0, &refreshed);
    MEASURE(wend_world_save, world, s->file, &error);
    MEASURE(wend_world_save, world, "no/such/folder/at/all", &error);
    MEASURE(wend_world_open, s->file, NULL, &opened, &error);
    MUST(opened);
    MEASURE(wend_world_destroy, opened);
    void* bytes = NULL;
    size_t size = 0;
    MEASURE(wend_world_save_pieces, world, drop_piece, NULL, &error);
    MEASURE(wend_world_save_memory, world, NULL, &bytes, &size, &error);
    MUST(bytes);
    MEASURE(wend_world_open_memory, bytes, size, NULL, &opened, &error);
    wend_world_destroy(opened);
    free(bytes);
    MEASURE(wend_world_open, "no/such/file", NULL, &opened, &error);
    MEASURE(wend_world_map, s->file, NULL, &opened, &error);
    MEASURE(wend_world_verify, opened, &error);
    MEASURE(wend_world_is_mapped_at, opened, s);
    wend_damage damage[2];
    int32_t damaged = 0;
    MEASURE(wend_world_find_damage, opened, damage, 2, &damaged);
    wend_world_destroy(opened);
    call_stream(s);
    call_patches(s);
    MEASURE(wend_world_original_class, world, (wend_tile){3, 4});
    MEASURE(wend_world_grid, world);
    MEASURE(wend_world_metadata, world);
    MEASURE(wend_world_get_info, world);
    MEASURE(wend_world_version, world);
    MEASURE(wend_world_count, world, &counts);
    MEASURE(wend_world_get_level_info, world, 1);
    MEASURE(wend_world_hash, world);
    MEASURE(wend_world_full_hash, world);
    call_overlay(world);
    call_ground();
}

static void call_subgoals(void) {
    const map_recipe recipe = map_recipe_of("rooms 90x70 8 unit 31/0 5");
    wend_world* world = map_make_world(&recipe);
    wend_search* search = NULL;
    wend_path* path = NULL;
    const wend_search_def def = wend_default_search_def();
    MEASURE(wend_world_add_subgoals, world, 1 << 22, NULL, NULL);
    MEASURE(wend_world_subgoal_state, world);
    MEASURE(wend_world_subgoal_bytes, world);
    MUST(wend_world_subgoal_bytes(world) > 0 && wend_search_create(&def, &search) == WEND_OK &&
         wend_path_create(NULL, &path) == WEND_OK);
    rng random = rng_seeded(5);
    wend_query query;
    MUST(map_random_query(wend_world_grid(world), &random, WEND_HPA, &query));
    MEASURE(wend_find_path, search, world, &query, path, NULL);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// A world with profiles: everything that acts on views goes one call deeper.
void call_profiles(void) {
    map_recipe recipe = map_recipe_of("rooms 120x100 8+walls whole 31/2 5");
    wend_grid* grid = map_make(&recipe);
    static wend_profile_def profiles[2];
    static wend_profile_def out;
    static float clearances[40 * 30];
    wend_world* world = NULL;
    MEASURE_TO(profiles[0], wend_default_profile_def, );
    profiles[1] = profiles[0];
    profiles[0].name = "tank";
    profiles[0].radius = 1.2f;
    profiles[1].name = "shy";
    profiles[1].margin = 3;
    wend_world_def def = wend_default_world_def();
    def.profiles = profiles;
    def.profile_count = 2;
    MEASURE(wend_world_build, &grid, &def, &world);
    MUST(world);
    MEASURE(wend_world_profile_count, world);
    MEASURE(wend_world_profile_name, world, 1);
    MEASURE(wend_world_find_profile, world, "shy");
    MEASURE(wend_world_widest_body, world, 1);
    MEASURE(wend_world_profile, world, 1);
    MEASURE(wend_world_get_profile, world, 1, &out);
    MEASURE(wend_world_clearance, world, 1, (wend_rect){50, 50, 40, 30}, 0, clearances);
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){15, 3, 40, 2}, 0),
                               wend_edit_wall((wend_tile){30, 40}, (wend_tile){31, 40}, true)};
    MEASURE(wend_world_edit, world, edits, 2, NULL);
    wend_tile from = {2, 2}, to = {60, 50};
    rng random = rng_seeded(3);
    MUST(map_random_open_tile(wend_world_grid(world), &random, &from) &&
         map_random_open_tile(wend_world_grid(world), &random, &to));
    wend_link link = wend_default_link(from, to, 1);
    int32_t link_id = 0;
    bool refreshed;
    MEASURE(wend_world_add_link, world, &link, &link_id);
    MEASURE(wend_world_set_link, world, link_id, 2.0f, false);
    MEASURE(wend_world_set_link_cost, world, link_id, 0, 3.0f);
    MEASURE(wend_world_remove_link, world, link_id);
    MEASURE(wend_world_refresh, world, 0, &refreshed);
    void* bytes = NULL;
    size_t size = 0;
    wend_error error;
    wend_world* opened = NULL;
    MEASURE(wend_world_save_memory, world, NULL, &bytes, &size, &error);
    MUST(bytes);
    MEASURE(wend_world_open_memory, bytes, size, NULL, &opened, &error);
    MUST(opened);
    MEASURE(wend_world_get_info, world);
    MEASURE(wend_world_hash, world);
    MEASURE(wend_world_destroy, opened);
    wend_world_destroy(world);
    free(bytes);
    call_subgoals();
}

// A bake by hand, and one by wend_bake_run.
void call_bake(const stage* s) {
    static wend_bake_def def;
    static wend_grid_def grid_def;
    static wend_world_def world_def;
    static wend_error error;
    MEASURE_TO(def, wend_default_bake_def, );
    def.file = s->file;
    def.task_level = 1;
    grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 150;
    world_def = wend_default_world_def();
    world_def.level_count = 3;
    for (int32_t i = 0; i < 2; i++) {
        wend_bake* bake = NULL;
        wend_grid* grid = NULL;
        static wend_bake_task task;
        static wend_bake_info info;
        MEASURE(wend_bake_create, &def, &bake, &error);
        MEASURE(wend_bake_create_grid, bake, &grid_def, &grid, &error);
        MUST(grid && wend_grid_fill(grid, (wend_rect){3, 3, 140, 140}, 1) == WEND_OK);
        MEASURE(wend_bake_begin, bake, &grid, &world_def, &error);
        MEASURE(wend_bake_next_task, bake, &task, &error);
        MEASURE(wend_bake_return_task, bake, task.id);
        MEASURE(wend_bake_free_task, bake, &task);
        while (i == 0 && wend_bake_next_task(bake, &task, &error) == WEND_OK && task.id >= 0) {
            void* output = NULL;
            size_t size = 0;
            MEASURE(wend_bake_run_task, task.input, task.input_size, NULL, &output, &size, &error);
            MEASURE(wend_bake_put_result, bake, output, size, &error);
            wend_bake_free_task(bake, &task);
            free(output);
        }
        if (i == 0)
            MEASURE(wend_bake_finish, bake, &world_def, &error);
        else
            MEASURE(wend_bake_run, bake, &world_def, &error);
        MEASURE_TO(info, wend_bake_get_info, bake);
        MUST(info.finished);
        MEASURE(wend_bake_destroy, bake);
    }
}
