// stack.c: how much stack does each public function need? Each is called on a thread with 32 KB of stack,
// which is painted before the call; bytes that changed were used. The budget is 16 KB, so that the engine
// runs on fibers and on the small threads of consoles and robots.
//     stack            prints each function with its bytes; fails if one exceeds the budget
// stack_all.sh compares the names with those of the headers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stack.h"
#include "wend/private.h"

enum { STACK = 32 * 1024, BUDGET = 16 * 1024, MOST_FUNCTIONS = 400, SKIPPED = 77 };

typedef struct row {
    const char* name;
    size_t bytes;
} row;
static row rows[MOST_FUNCTIONS];
static int32_t row_count;

void note(const char* name, size_t bytes) {
    int32_t i = 0;
    while (i < row_count && strcmp(rows[i].name, name) != 0) i++;
    if (i == row_count) rows[row_count++] = (row){name, 0};
    if (bytes > rows[i].bytes) rows[i].bytes = bytes;
}

void must(bool condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "stack: %s\n", what);
    exit(1);
}

// ---- what is called

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

static void call_sight(const wend_grid* grid) {
    static uint8_t seen[64];
    wend_sight_def def;
    bool sees;
    wend_tile blocker;
    MEASURE(wend_grid_area, grid);
    MEASURE_TO(def, wend_default_sight_def, );
    MEASURE(wend_line_of_sight, grid, &def, (wend_tile){0, 0}, (wend_tile){9, 7}, &sees, &blocker);
    MEASURE(wend_visible_tiles, grid, &def, (wend_tile){0, 0}, (wend_rect){0, 0, 8, 8}, seen);
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
    static uint8_t classes[4];
    MEASURE(wend_grid_row, grid, 3);
    MEASURE(wend_grid_read, grid, (wend_rect){3, 3, 2, 2}, classes, 0);
    MEASURE(wend_grid_cost_units, grid);
    MEASURE(wend_grid_straight_cost, grid, 1);
    MEASURE(wend_grid_diagonal_cost, grid, 1);
    MEASURE(wend_grid_tile_at, grid, position, &tile);
    MEASURE(wend_grid_tile_at_floor, grid, position, 0, &tile);
    MEASURE(wend_grid_floors, grid);
    MEASURE(wend_grid_floor_height, grid, 0);
    MEASURE(wend_grid_center, grid, tile);
    MEASURE(wend_grid_hash, grid);
    MEASURE(wend_grid_bytes, grid);
    call_sight(grid);
}

static void call_relief(wend_grid* grid) {
    static float heights[64 * 64];
    static wend_relief_def def;
    float width, height;
    MEASURE_TO(def, wend_default_relief_def, );
    const wend_rect area = {0, 0, wend_grid_width(grid) < 64 ? wend_grid_width(grid) : 64, 1};
    def.max_climb = 1;
    MEASURE(wend_grid_set_relief, grid, &def);
    MEASURE(wend_grid_has_relief, grid);
    MEASURE(wend_grid_has_elevations, grid);
    MEASURE(wend_grid_elevation, grid, (wend_tile){1, 1});
    MEASURE(wend_grid_read_elevations, grid, area, heights, 0);
    MEASURE(wend_grid_lane, grid, (wend_tile){1, 1});
    MEASURE(wend_grid_row_size, grid, 1, &width, &height);
    MEASURE(wend_grid_unit_length, grid);
    MEASURE(wend_grid_step_cost, grid, (wend_tile){1, 1}, (wend_tile){2, 1});
    MEASURE(wend_edit_elevation, area, 1.0f);
    MEASURE(wend_grid_count_relief, grid);
    MEASURE(wend_grid_floor_row, grid, 0, 1);
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
    static wend_seam seam;
    wend_rect crowded;
    MEASURE_TO(seam, wend_default_seam, (wend_tile){5, 5}, (wend_tile){9, 5}, (wend_tile){5, 50},
               (wend_tile){9, 50});
    MEASURE(wend_seam_length, &seam);
    MEASURE(wend_grid_add_seam, made, &seam, &id);
    MEASURE(wend_grid_wrap, made, WEND_WRAP_X);
    MEASURE(wend_grid_wraps, made);
    MEASURE(wend_grid_crowds_links, made, 31, &crowded, &id);
    MEASURE(wend_grid_set_floor_height, made, 0, 1.0f);
    MEASURE(wend_grid_set_link, made, 0, 4.0f, true);
    MEASURE(wend_grid_set_link_cost, made, 0, 1, 5.0f);
    MEASURE(wend_grid_links, made, &count);
    MEASURE(wend_grid_find_link, made, 0);
    MEASURE(wend_grid_link_is_usable, made, 0);
    MEASURE(wend_grid_link_cost, made, 0);
    static wend_grid* copy;
    MUST(wend_grid_create(&def, &copy) == WEND_OK);
    MEASURE(wend_grid_edges_between, made, (wend_tile){0, 0}, (wend_tile){1, 0});
    MEASURE(wend_grid_copy_first, made, copy);
    MEASURE(wend_grid_copy_connections, made, copy);
    wend_grid_destroy(copy);
    MEASURE(wend_grid_remove_link, made, 0);
    call_relief(made);
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
    MEASURE(wend_path_waypoint_floors, path, &count);
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
    MEASURE(wend_path_replan, search, world, path, wend_path_tiles(path, &count)[0], 5.0f, NULL, NULL);
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
        if (i % 5 == 0) { // takes milliseconds where no goal can be reached
            query.goal_class = i % 3;
            MEASURE(wend_find_path, search, world, &query, path, NULL);
            query.goal_class = -1;
        }
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
    wend_batch_def batch;
    MEASURE_TO(batch, wend_default_batch_def, );
    wend_query queries[20];
    for (int32_t i = 0; i < 20; i++)
        queries[i] = wend_default_query(map_random_tile(grid, random), map_random_tile(grid, random));
    int32_t failed;
    MEASURE(wend_find_paths, world, queries, 20, &batch, &failed);
    MEASURE(wend_search_bytes, search);
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
    call_many(world, &random);
    call_fleet(world, &random);
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
    static wend_world *twin, *frozen;
    static uint8_t classes[4];
    MEASURE(wend_world_read_tiles, threaded, (wend_rect){3, 3, 2, 2}, classes, 0);
    MEASURE(wend_world_fork, threaded, &twin);
    MEASURE(wend_world_snapshot, threaded, &frozen);
    wend_world_destroy(twin);
    wend_world_destroy(frozen);
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
