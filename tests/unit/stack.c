// stack.c: how much stack does each public function need? Each is called on a thread with 32 KB of stack,
// which is painted before the call; bytes that changed were used. The budget is 16 KB, so that the engine
// runs on fibers and on the small threads of consoles and robots.
//     stack            prints each function with its bytes; fails if one exceeds the budget
// stack_all.sh compares the names with those of the headers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "maps.h"
#include "painted_stack.h"
#include "wend/wend.h"

enum { STACK = 32 * 1024, BUDGET = 16 * 1024, MOST_FUNCTIONS = 400, SKIPPED = 77 };

typedef struct row {
    const char* name;
    size_t bytes;
} row;
static row rows[MOST_FUNCTIONS];
static int32_t row_count;

static void note(const char* name, size_t bytes) {
    int32_t i = 0;
    while (i < row_count && strcmp(rows[i].name, name) != 0) i++;
    if (i == row_count) rows[row_count++] = (row){name, 0};
    if (bytes > rows[i].bytes) rows[i].bytes = bytes;
}

// Calls a function of this name and notes how deep it went. Its result is dropped, or stored in out.
#define MEASURE(name, ...)                                                                                   \
    do {                                                                                                     \
        size_t measured_bytes;                                                                               \
        PAINTED_STACK_CALL(measured_bytes, name, __VA_ARGS__);                                               \
        note(#name, measured_bytes);                                                                         \
    } while (0)
#define MEASURE_TO(out, name, ...)                                                                           \
    do {                                                                                                     \
        size_t measured_bytes;                                                                               \
        PAINTED_STACK_CALL_TO(measured_bytes, out, name, __VA_ARGS__);                                       \
        note(#name, measured_bytes);                                                                         \
    } while (0)

static void must(bool condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "stack: %s\n", what);
    exit(1);
}
#define MUST(condition) must(condition, #condition)

// ---- what is called

typedef struct stage {
    wend_grid* grid; // taken by the build
    char file[64];
} stage;

static void line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    (void)kind, (void)from, (void)to, (void)context;
}
static void rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    (void)kind, (void)tiles, (void)context;
}

static void call_base(const stage* s) {
    wend_error error;
    MEASURE(wend_version_string, );
    MEASURE(wend_set_hooks, NULL);
    MEASURE(wend_result_string, WEND_OK);
    MEASURE(wend_outcome_string, WEND_FOUND);
    MEASURE(wend_agent_state_string, WEND_AGENT_IDLE);
    MEASURE(wend_file_write, s->file, "text", 4, &error);
    MEASURE(wend_file_write, "no/such/folder/at/all", "text", 4, &error);
}

static wend_result no_pieces(void* context, const void** bytes_out, size_t* size_out) {
    (void)context, (void)bytes_out;
    *size_out = 0;
    return WEND_OK;
}

static void call_grid(const wend_grid* grid) {
    wend_tile tile = {3, 4};
    wend_vec2 position = {3.5f, 4.5f};
    MEASURE(wend_grid_width, grid);
    MEASURE(wend_grid_height, grid);
    MEASURE(wend_grid_connectivity, grid);
    MEASURE(wend_grid_tile_size, grid);
    MEASURE(wend_grid_origin, grid);
    MEASURE(wend_grid_class_costs, grid);
    MEASURE(wend_grid_class_counts, grid);
    float least, greatest;
    MEASURE(wend_grid_cost_range, grid, &least, &greatest);
    MEASURE(wend_grid_passable_count, grid);
    MEASURE(wend_grid_contains, grid, tile);
    MEASURE(wend_grid_class, grid, tile);
    MEASURE(wend_grid_cost, grid, tile);
    MEASURE(wend_grid_passable, grid, tile);
    MEASURE(wend_grid_can_step, grid, tile, tile);
    MEASURE(wend_grid_row, grid, 3);
    MEASURE(wend_grid_cost_units, grid);
    MEASURE(wend_grid_straight_cost, grid, 1);
    MEASURE(wend_grid_diagonal_cost, grid, 1);
    MEASURE(wend_grid_tile_at, grid, position, &tile);
    MEASURE(wend_grid_center, grid, tile);
    MEASURE(wend_grid_hash, grid);
    MEASURE(wend_grid_bytes, grid);
}

static void call_grid_changes(wend_grid* grid) {
    wend_grid* made = NULL;
    // In static memory, since this frame counts as the caller's.
    static wend_grid_def def;
    static uint8_t classes[64 * 64];
    static float costs[WEND_CLASS_COUNT];
    memcpy(costs, wend_grid_class_costs(grid), sizeof costs);
    MEASURE_TO(def, wend_default_grid_def, );
    def.width = def.height = 64;
    def.classes = classes;
    MEASURE(wend_grid_create, &def, &made);
    MEASURE(wend_grid_set_cost_range, made, 0.5f, 2.0f);
    MEASURE(wend_grid_fill, made, (wend_rect){1, 1, 3, 3}, 2);
    MEASURE(wend_grid_write, made, (wend_rect){0, 0, 64, 64}, classes, 0);
    MEASURE(wend_grid_set_class_costs, grid, costs);
    MEASURE(wend_grid_set_cost_range, made, 0.5f, 2.0f);
    MEASURE(wend_grid_fill, made, (wend_rect){0, 0, 64, 64}, 1);
    MEASURE(wend_grid_set_step, made, (wend_tile){3, 3}, (wend_tile){4, 3}, false);
    MEASURE(wend_grid_set_wall, made, (wend_tile){31, 31}, (wend_tile){32, 31}, true);
    MEASURE(wend_grid_step_is_open, made, (wend_tile){3, 3}, (wend_tile){4, 3});
    MEASURE(wend_grid_closed_steps, made, (wend_tile){3, 3});
    MEASURE(wend_grid_closed_step_count, made);
    static wend_link link;
    static wend_link_kind kind;
    int32_t count, id;
    MEASURE(wend_edit_tiles, (wend_rect){1, 1, 3, 3}, 2);
    MEASURE(wend_edit_step, (wend_tile){1, 1}, (wend_tile){2, 1}, true);
    MEASURE(wend_edit_wall, (wend_tile){1, 1}, (wend_tile){2, 1}, true);
    MEASURE_TO(link, wend_default_link, (wend_tile){1, 1}, (wend_tile){40, 40}, 3.0f);
    MEASURE(wend_link_kind_string, WEND_LINK_JUMP);
    MEASURE(wend_link_kind_from_string, "jump", &kind);
    MEASURE(wend_grid_add_link, made, &link, &id);
    MEASURE(wend_grid_set_link, made, 0, 4.0f, true);
    MEASURE(wend_grid_links, made, &count);
    MEASURE(wend_grid_find_link, made, 0);
    MEASURE(wend_grid_link_is_usable, made, 0);
    static wend_grid* copy;
    MUST(wend_grid_create(&def, &copy) == WEND_OK);
    MEASURE(wend_grid_copy_connections, made, copy);
    wend_grid_destroy(copy);
    MEASURE(wend_grid_remove_link, made, 0);
    MEASURE(wend_grid_destroy, made);
}

static void call_path(const wend_path* path, const wend_grid* grid, const wend_debug_draw* draw) {
    int32_t count;
    MEASURE(wend_path_outcome, path);
    MEASURE(wend_path_cost, path);
    MEASURE(wend_path_integer_cost, path);
    MEASURE(wend_path_goal, path);
    wend_tile from, to;
    MEASURE(wend_path_start_tile, path);
    MEASURE(wend_path_goal_tile, path);
    MEASURE(wend_path_snapped, path, &from, &to);
    MEASURE(wend_path_tiles, path, &count);
    MEASURE(wend_path_waypoints, path, &count);
    MEASURE(wend_path_route, path, &count);
    MEASURE(wend_path_links, path, &count);
    MEASURE(wend_path_hash, path);
    MEASURE(wend_path_draw, path, grid, UINT32_MAX, draw);
}

static void call_repair(const wend_world* world, wend_search* search, wend_path* path) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    if (count < 4) return;
    const wend_tile before_last = tiles[count - 2];
    MEASURE(wend_path_is_valid, path, world, &count);
    MEASURE(wend_path_chase, search, world, path, before_last, NULL);
    MEASURE(wend_path_cut, search, world, path, 1);
    MEASURE(wend_path_repair, search, world, path, NULL);
}

static void call_refine(const wend_world* world, wend_search* search, wend_path* path, wend_query query) {
    query.algorithm = WEND_HPA;
    query.first_tiles = 1;
    if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return;
    wend_path_rest rest;
    MEASURE_TO(rest, wend_path_get_rest, path);
    if (rest == WEND_REST_READY) MEASURE(wend_path_refine, search, world, path, 200, NULL);
}

static void call_search(const wend_world* world, wend_search* search, wend_path* path, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    for (int32_t i = 0; i < 60; i++) { // every algorithm with every heuristic, twice
        wend_tile start = {0, 0}, goal = {0, 0};
        MUST(map_random_open_tile(grid, random, &start) && map_random_open_tile(grid, random, &goal));
        wend_query query;
        MEASURE_TO(query, wend_default_query, start, goal);
        query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
        query.heuristic = (wend_heuristic)(i / WEND_ALGORITHM_COUNT % WEND_HEURISTIC_COUNT);
        query.heuristic_weight = (float)(i % 3);
        query.refinement = (wend_refinement)(i / 2 % WEND_REFINEMENT_COUNT);
        query.smooth = i % 4 == 0;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        query.start = map_random_tile(grid, random);
        query.goal = map_random_tile(grid, random);
        query.snap = 9;
        query.partial = true;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        query.goal_class = i % 3;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        query.goal_class = -1;
        query.algorithm = WEND_HPA;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        query.algorithm = (wend_algorithm)(1 + i % (WEND_ALGORITHM_COUNT - 1));
        MEASURE(wend_find_path_on_grid, search, grid, &query, path, NULL);
        MEASURE(wend_world_connected, world, start, goal);
        call_repair(world, search, path);
        call_refine(world, search, path, query);
        bool done = false;
        MEASURE(wend_search_begin_on_grid, search, grid, &query);
        MEASURE(wend_search_cancel, search);
        MEASURE(wend_search_begin, search, world, &query);
        while (!done) MEASURE(wend_search_step, search, 5000, &done);
        MEASURE(wend_search_finish, search, path, NULL);
        wend_tile goals[20];
        for (int32_t k = 0; k < 20; k++) goals[k] = map_random_tile(grid, random);
        query.goals = goals;
        query.goal_count = 1 + i % 20;
        MEASURE(wend_find_path_on_grid, search, grid, &query, path, NULL);
        query.algorithm = i % 2 ? WEND_HPA : WEND_EXACT;
        MEASURE(wend_find_path, search, world, &query, path, NULL);
        MEASURE(wend_search_begin, search, world, &query);
        for (done = false; !done;) MEASURE(wend_search_step, search, 5, &done);
        MEASURE(wend_search_finish, search, path, NULL);
    }
    wend_explanation* why = NULL;
    MEASURE(wend_opening_kind_string, WEND_OPENING_WALL);
    MEASURE(wend_explanation_create, NULL, &why);
    for (int32_t i = 0; i < 20; i++) {
        int32_t count;
        MEASURE(wend_explain, search, world, map_random_tile(grid, random), map_random_tile(grid, random),
                why);
        MEASURE(wend_explanation_get_info, why);
        MEASURE(wend_explanation_openings, why, &count);
        MEASURE(wend_explanation_tiles, why, &count);
    }
    MEASURE(wend_explanation_destroy, why);
    wend_path* paths[3] = {NULL};
    wend_alternatives_def def;
    MEASURE_TO(def, wend_default_alternatives_def, );
    for (int32_t i = 0; i < 3; i++) MUST(wend_path_create(NULL, &paths[i]) == WEND_OK);
    for (int32_t i = 0; i < 10; i++) {
        wend_tile start = {0, 0}, goal = {0, 0};
        MUST(map_random_open_tile(grid, random, &start) && map_random_open_tile(grid, random, &goal));
        wend_query query = wend_default_query(start, goal);
        int32_t count;
        MEASURE(wend_find_alternatives, search, world, &query, &def, 3, paths, &count);
    }
    for (int32_t i = 0; i < 3; i++) wend_path_destroy(paths[i]);
    MEASURE(wend_search_bytes, search);
}

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

static void call_world(wend_world* world, const stage* s) {
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
    wend_world_destroy(opened);
    call_stream(s);
    MEASURE(wend_world_original_class, world, (wend_tile){3, 4});
    MEASURE(wend_world_grid, world);
    MEASURE(wend_world_metadata, world);
    MEASURE(wend_world_get_info, world);
    MEASURE(wend_world_version, world);
    MEASURE(wend_world_count, world, &counts);
    MEASURE(wend_world_get_level_info, world, 1);
    MEASURE(wend_world_hash, world);
}

// A world with profiles: everything that acts on views goes one call deeper.
static void call_profiles(void) {
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
}

// A bake by hand, and one by wend_bake_run.
static void call_bake(const stage* s) {
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

static void call_field(const wend_world* world, wend_search* search, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    wend_field* field = NULL;
    wend_tile tiles[4] = {{0, 0}}, next;
    for (int32_t i = 0; i < 4; i++) MUST(map_random_open_tile(grid, random, &tiles[i]));
    bool done;
    int32_t index;
    double cost;
    uint64_t seed = 5;
    wend_vec2 flow;
    MEASURE(wend_field_create, NULL, &field);
    MEASURE(wend_field_fill, field, grid, WEND_FIELD_TO, tiles, 4, 1e9);
    MEASURE(wend_field_begin, field, grid, WEND_FIELD_FROM, tiles, 4, 1e9);
    MEASURE(wend_field_step, field, 0, &done);
    MEASURE(wend_field_cost, field, tiles[0]);
    MEASURE(wend_field_next_tile, field, tiles[1], &next);
    MEASURE(wend_field_end, field, tiles[1]);
    MEASURE(wend_field_flow, field, wend_grid_center(grid, tiles[1]), 0.3f, &flow);
    MEASURE(wend_field_tiles, field, NULL, 0);
    MEASURE(wend_field_random, field, &seed, &next);
    MEASURE(wend_field_clusters, field);
    MEASURE(wend_field_bytes, field);
    MEASURE(wend_field_nearest, field, grid, tiles[0], tiles + 1, 3, &index, &cost);
    MEASURE(wend_field_set_goals, field, world, tiles, 2);
    MEASURE(wend_field_expand_to, field, search, tiles[3], &done);
    MEASURE(wend_field_destroy, field);
}

static void call_steering(const wend_grid* grid, const wend_path* path) {
    wend_agent a = {.position = {40, 40}, .max_speed = 3, .max_acceleration = 9, .radius = 0.3f}, b = a;
    b.position.x += 1;
    b.velocity.y = 1;
    wend_wander wander = {.seed = 1};
    wend_weighted items[2] = {{{1, 2}, 1}, {{2, 1}, 3}};
    wend_vec2 wanted;
    bool arrived;
    int32_t count, waypoints;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* way = wend_path_waypoints(path, &waypoints);
    MEASURE(wend_steer_seek, &a, b.position);
    MEASURE(wend_steer_flee, &a, b.position);
    MEASURE(wend_steer_arrive, &a, b.position, 3);
    MEASURE(wend_steer_pursue, &a, &b, 1);
    MEASURE(wend_steer_evade, &a, &b, 1);
    MEASURE(wend_steer_wander, &a, &wander, 1);
    MEASURE(wend_steer_turn, a.velocity, b.velocity, 1);
    MEASURE(wend_steer_separate, &a, &b, 1, 3);
    MEASURE(wend_steer_cohere, &a, &b, 1, 3);
    MEASURE(wend_steer_align, &a, &b, 1, 3);
    MEASURE(wend_steer_avoid, &a, &b, 1, 3);
    MEASURE(wend_steer_avoid_walls, &a, grid, 1);
    MEASURE(wend_steer_blend, items, 2, 3);
    MEASURE(wend_steer_prioritise, items, 2, 3);
    MEASURE(wend_steer_towards, &a, b.velocity, 0.1f);
    MEASURE(wend_agent_push, &a, b.velocity, 0.03f);
    MEASURE(wend_agent_glide, &a, b.velocity, 0.03f);
    MUST(count > 0);
    a = (wend_agent){.position = wend_grid_center(grid, tiles[0]), .max_speed = 3, .max_acceleration = 9};
    for (int32_t i = 0; i < 60; i++) {
        MEASURE(wend_steer_follow, &a, grid, path, 1.0f / 30, &arrived);
        MEASURE(wend_follow_velocity, &a, grid, way, waypoints, 1.0f / 30, &wanted);
        MEASURE(wend_follow_move, &a, grid, way, waypoints, wanted, 1.0f / 30, &arrived);
    }
}

static void call_crowd(const wend_world* world, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd* crowd = NULL;
    wend_field* field = NULL;
    wend_crowd_def def;
    wend_tile goal = {0, 0}, spots[8];
    wend_agent_id who = {0};
    int32_t count;
    float progress;
    MUST(map_random_open_tile(grid, random, &goal) && wend_field_create(NULL, &field) == WEND_OK &&
         wend_field_set_goals(field, world, &goal, 1) == WEND_OK);
    MEASURE_TO(def, wend_default_crowd_def, );
    MEASURE(wend_crowd_create, world, &def, &crowd);
    MEASURE(wend_formation_tiles, grid, goal, 8, 1, NULL, spots, &count);
    for (int32_t i = 0; i < 40; i++) {
        wend_tile at = {0, 0};
        MUST(map_random_open_tile(grid, random, &at));
        wend_agent agent = {
            .position = wend_grid_center(grid, at), .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
        MEASURE(wend_crowd_add, crowd, &agent, &who);
        MEASURE(wend_crowd_send, crowd, who, goal);
        if (i % 2) MEASURE(wend_crowd_send_by_field, crowd, who, goal, field);
    }
    for (int32_t i = 0; i < 60; i++) MEASURE(wend_crowd_tick, crowd, 1.0f / 30);
    wend_agent changed = wend_crowd_agents(crowd, &count)[0];
    MEASURE(wend_crowd_agents, crowd, &count);
    who = wend_crowd_ids(crowd, &count)[0];
    MEASURE(wend_crowd_ids, crowd, &count);
    MEASURE(wend_crowd_agent, crowd, who);
    MEASURE(wend_crowd_index, crowd, who);
    MEASURE(wend_crowd_change, crowd, who, &changed);
    MEASURE(wend_crowd_set_def, crowd, &def);
    MEASURE(wend_crowd_replan, crowd, (wend_rect){0, 0, 100, 100});
    MEASURE(wend_crowd_state, crowd, who);
    MEASURE(wend_crowd_path, crowd, who, &count);
    MEASURE(wend_crowd_link, crowd, who, &progress);
    MEASURE(wend_crowd_get_stats, crowd);
    MEASURE(wend_crowd_hash, crowd);
    MEASURE(wend_crowd_remove, crowd, who);
    MEASURE(wend_crowd_destroy, crowd);
    wend_field_destroy(field);
}

static wend_result no_change(wend_world* world, void* context) {
    (void)world, (void)context;
    return WEND_OK;
}

// Without workers, so that all work is on this stack.
static void call_service(wend_world* world, rng* random) {
    wend_service* service = NULL;
    wend_service_def def;
    wend_answer answer;
    bool ready;
    const wend_edit edit = {.area = {15, 3, 10, 2}, .terrain_class = 1};
    wend_ticket tickets[4];
    MEASURE_TO(def, wend_default_service_def, );
    def.worker_count = 0;
    MEASURE(wend_service_create, world, &def, &service);
    MUST(service);
    for (int32_t i = 0; i < 4; i++) {
        wend_tile start = {0, 0}, goal = {0, 0};
        MUST(map_random_open_tile(wend_world_grid(world), random, &start));
        MUST(map_random_open_tile(wend_world_grid(world), random, &goal));
        wend_query query = wend_default_query(start, goal);
        query.smooth = true;
        MEASURE(wend_service_submit, service, &query, 0, 0, &tickets[i]);
    }
    MEASURE(wend_service_cancel, service, tickets[0]);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_wait, service, tickets[1], &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_drain, service);
    MEASURE(wend_service_poll, service, tickets[2], &ready, &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_next, service, &ready, &answer);
    wend_path_destroy(answer.path);
    MEASURE(wend_service_submit_change, service, no_change, NULL, 0, NULL);
    MEASURE(wend_service_submit_edits, service, &edit, 1, 0, NULL);
    MEASURE(wend_service_run, service, 0, NULL);
    MEASURE(wend_service_hold, service);
    MEASURE(wend_service_release, service);
    MEASURE(wend_service_get_stats, service);
    MEASURE(wend_service_close, service);
    MEASURE(wend_service_destroy, service);
}

static double no_estimate(int32_t node, void* context) {
    (void)node, (void)context;
    return 0;
}

static void call_graph(void) {
    enum { SIDE = 60, NODES = SIDE * SIDE };
    static wend_graph_connection connections[2 * NODES];
    static wend_graph_position positions[NODES];
    static double table[NODES];
    static wend_graph_def def;
    static wend_graph_search_def search_def;
    wend_graph* graph = NULL;
    wend_graph_search* search = NULL;
    wend_graph_query query;
    int32_t count, out[4];
    for (int32_t i = 0; i < NODES; i++) {
        positions[i] = (wend_graph_position){i % SIDE, i / SIDE};
        connections[2 * i] = (wend_graph_connection){i, (i + 1) % NODES, 1 + i % 3};
        connections[2 * i + 1] = (wend_graph_connection){i, (i + SIDE) % NODES, 1 + i % 5};
    }
    MEASURE_TO(def, wend_default_graph_def, );
    def.node_count = NODES;
    def.connections = connections;
    def.connection_count = 2 * NODES;
    def.positions = positions;
    MEASURE(wend_graph_create, &def, &graph);
    MEASURE_TO(search_def, wend_default_graph_search_def, );
    MEASURE(wend_graph_search_create, &search_def, &search);
    MUST(graph && search);
    MEASURE(wend_graph_node_count, graph);
    MEASURE(wend_graph_connection_count, graph);
    MEASURE(wend_graph_get_connection, graph, 3);
    MEASURE(wend_graph_outgoing, graph, 3, out, 4);
    MEASURE(wend_graph_get_position, graph, 3, &positions[0]);
    MEASURE(wend_graph_bytes, graph);
    MEASURE(wend_graph_set_cost, graph, 3, 7);
    MEASURE(wend_graph_set_enabled, graph, 3, false);
    MEASURE(wend_graph_is_enabled, graph, 3);
    MEASURE(wend_graph_euclidean_factor, graph);
    for (int32_t i = 0; i < WEND_GRAPH_ALGORITHM_COUNT * WEND_GRAPH_HEURISTIC_COUNT; i++) {
        MEASURE_TO(query, wend_default_graph_query, 0, i % 3 ? NODES - 1 : -1);
        query.algorithm = (wend_graph_algorithm)(i % WEND_GRAPH_ALGORITHM_COUNT);
        query.heuristic = (wend_graph_heuristic)(i / WEND_GRAPH_ALGORITHM_COUNT);
        query.heuristic_table = table;
        query.heuristic_fn = no_estimate;
        MEASURE(wend_graph_find_path, search, graph, &query, NULL);
    }
    MEASURE(wend_graph_search_outcome, search);
    MEASURE(wend_graph_search_cost, search);
    MEASURE(wend_graph_search_connections, search, &count);
    MEASURE(wend_graph_search_nodes, search, &count);
    MEASURE(wend_graph_search_node, search, 3);
    MEASURE(wend_graph_search_bytes, search);
    MEASURE(wend_graph_search_destroy, search);
    MEASURE(wend_graph_destroy, graph);
}

static void* run(void* context) {
    stage* s = context;
    wend_world *world = NULL, *threaded = NULL;
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_threads* threads = NULL;
    wend_world_def def;
    wend_search_def search_def;
    rng random = rng_seeded(7);
    call_base(s);
    call_bake(s);
    MEASURE(wend_file_write_pieces, s->file, no_pieces, NULL, NULL);
    call_graph();
    call_grid(s->grid);
    call_grid_changes(s->grid);
    MEASURE_TO(def, wend_default_world_def, );
    def.cluster_size = 15;
    MEASURE(wend_world_build, &s->grid, &def, &world);
    MUST(world && !s->grid);
    MEASURE_TO(search_def, wend_default_search_def, );
    MEASURE(wend_search_create, &search_def, &search);
    MEASURE(wend_path_create, NULL, &path);
    call_search(world, search, path, &random);
    call_world(world, s);
    call_profiles();
    call_search(world, search, path, &random);
    call_field(world, search, &random);
    wend_debug_draw draw = {line, rect, NULL, {0, 0, 400, 300}, 0};
    MEASURE(wend_world_draw, world, UINT32_MAX, &draw);
    MEASURE(wend_world_draw_node, world, (wend_tile){15, 3}, &draw);
    call_path(path, wend_world_grid(world), &draw);
    for (int32_t count = 0; count == 0;) { // until some path is found
        wend_tile start = {0, 0}, goal = {0, 0};
        MUST(map_random_open_tile(wend_world_grid(world), &random, &start));
        MUST(map_random_open_tile(wend_world_grid(world), &random, &goal));
        wend_query query = wend_default_query(start, goal);
        query.smooth = true;
        MUST(wend_find_path(search, world, &query, path, NULL) == WEND_OK);
        wend_path_tiles(path, &count);
    }
    call_steering(wend_world_grid(world), path);
    call_crowd(world, &random);
    call_service(world, &random);
    MEASURE(wend_path_destroy, path);
    MEASURE(wend_search_destroy, search);
    // The thread that starts a parallel build does its share.
    static uint8_t class_one[60 * 60];
    memset(class_one, 1, sizeof class_one);
    static wend_grid_def grid_def;
    grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 60;
    grid_def.classes = class_one;
    wend_grid* grid = NULL;
    MUST(wend_grid_create(&grid_def, &grid) == WEND_OK);
    MEASURE(wend_threads_create, 2, &threads);
    MEASURE_TO(def.tasks, wend_threads_tasks, threads);
    MEASURE(wend_world_build, &grid, &def, &threaded);
    MEASURE(wend_threads_destroy, threads);
    MEASURE(wend_world_destroy, threaded);
    wend_world_destroy(world);
    return NULL;
}

int main(void) {
    if (PAINTED_STACK_SANITIZED) {
        fprintf(stderr, "stack: sanitizers make frames larger; skipped\n");
        return SKIPPED;
    }
    static const char* const maps[] = {"rooms 200x150 8 whole 15 3", "noise 400x300 8 wide 15 4",
                                       "islands 200x150 8cut unit 15 5"};
    stage s;
    snprintf(s.file, sizeof s.file, "stack-%ld.wend", (long)getpid());
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        map_recipe recipe = map_recipe_of(maps[i]);
        s.grid = map_make(&recipe);
        MUST(painted_stack_run(STACK, run, &s));
    }
    remove(s.file);
    int32_t over = 0;
    for (int32_t i = 0; i < row_count; i++) {
        printf("%6zu %s\n", rows[i].bytes, rows[i].name);
        if (rows[i].bytes <= BUDGET) continue;
        fprintf(stderr, "stack: %s needs %zu bytes of stack; the budget is %d\n", rows[i].name, rows[i].bytes,
                BUDGET);
        over++;
    }
    return over > 0;
}
