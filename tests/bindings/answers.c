// answers.c: what the bindings must answer, in C: answers MAP FOLDER [QUERIES]
// Bakes a map, plans, edits, computes a field, moves a crowd, saves and opens; prints hashes, one line each.
// QUERIES: then also the mean time of so many queries, on a line of standard error.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wend/import.h>
#include <wend/wend.h>

enum { AGENTS = 20, TICKS = 120 };
static const wend_tile START = {150, 200}, GOAL = {830, 220};

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "answers: %s\n", wend_result_string(result));
    exit(1);
}

static void print_path(const char* name, wend_search* search, const wend_world* world, wend_path* path) {
    const wend_query query = wend_default_query(START, GOAL);
    check(wend_find_path(search, world, &query, path, NULL));
    int32_t count = 0;
    wend_path_tiles(path, &count);
    printf("%s %016" PRIx64 " %s %016" PRIx64 " %.6f %d\n", name, wend_world_hash(world),
           wend_outcome_string(wend_path_outcome(path)), wend_path_hash(path), wend_path_cost(path), count);
}

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const wend_import_def import_def = wend_default_import_def();
    const wend_world_def world_def = wend_default_world_def();
    const wend_search_def search_def = wend_default_search_def();
    wend_grid* grid = NULL;
    wend_world *world = NULL, *opened = NULL;
    wend_search* search = NULL;
    wend_path* path = NULL;
    check(wend_import_file(argv[1], &import_def, &grid, NULL, NULL));
    check(wend_world_build(&grid, &world_def, &world));
    check(wend_search_create(&search_def, &search));
    check(wend_path_create(NULL, &path));
    print_path("bake", search, world, path);

    char file[1000];
    snprintf(file, sizeof file, "%s/answers_c.wend", argv[2]);
    check(wend_world_save(world, file, NULL));
    check(wend_world_map(file, NULL, &opened, NULL));
    print_path("open", search, opened, path);
    wend_world_destroy(opened);

    wend_field* field = NULL;
    check(wend_field_create(NULL, &field));
    check(wend_field_fill(field, wend_world_grid(world), WEND_FIELD_TO, &GOAL, 1, 400));
    wend_tile next = {0, 0};
    wend_field_next_tile(field, (wend_tile){753, 313}, &next);
    printf("field %.6f %d,%d %" PRId64 "\n", wend_field_cost(field, (wend_tile){753, 313}), next.x, next.y,
           wend_field_tiles(field, NULL, 0));
    wend_field_destroy(field);

    const wend_crowd_def crowd_def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    check(wend_crowd_create(world, &crowd_def, &crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        const int32_t column = i % 5, row = i / 5;
        const wend_agent agent = {.position = {150.5f + (float)column, 200.5f + (float)row},
                                  .max_speed = 4,
                                  .max_acceleration = 32,
                                  .radius = 0.3f};
        wend_agent_id id;
        check(wend_crowd_add(crowd, &agent, &id));
        check(wend_crowd_send(crowd, id, GOAL));
    }
    for (int i = 0; i < TICKS; i++) check(wend_crowd_tick(crowd, 1.0f / 16));
    printf("crowd %016" PRIx64 "\n", wend_crowd_hash(crowd));
    wend_crowd_destroy(crowd);

    const wend_edit edit = wend_edit_tiles((wend_rect){400, 505, 30, 30}, 0);
    check(wend_world_edit(world, &edit, 1, NULL));
    check(wend_world_refresh(world, 0, NULL));
    print_path("edit", search, world, path);

    const int queries = argc > 3 ? atoi(argv[3]) : 0;
    if (queries > 0) {
        const clock_t from = clock();
        for (int i = 0; i < queries; i++) {
            const wend_query query = wend_default_query((wend_tile){150 + i % 7, 200}, GOAL);
            check(wend_find_path(search, world, &query, path, NULL));
        }
        fprintf(stderr, "%.1f us a query\n", (double)(clock() - from) / CLOCKS_PER_SEC * 1e6 / queries);
    }
    // A map that begins left of column 0.
    const uint8_t tile = wend_grid_class(wend_world_grid(world), GOAL);
    check(wend_world_add_ground(world, (wend_rect){-1, 0, 1, 1}, &tile, 0));
    check(wend_world_refresh(world, 0, NULL));
    snprintf(file, sizeof file, "%s/grown.wend", argv[2]);
    check(wend_world_save(world, file, NULL));

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
