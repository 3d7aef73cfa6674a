// answer.c: the query that languages.sh asks in every language, in C: a map by a formula, one path over it.
#include <inttypes.h>
#include <stdio.h>
#include <wend/wend.h>

enum { WIDTH = 400, HEIGHT = 300 };

static uint8_t class_of(int32_t x, int32_t y) {
    const int32_t v = (x * 7919 + y * 104729 + (x / 9) * (y / 7) * 31) % 97;
    return v < 12 && x > 1 && x < WIDTH - 2 ? 0 : v < 60 ? 1 : v < 85 ? 2 : 3;
}

int main(void) {
    static uint8_t classes[WIDTH * HEIGHT];
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) classes[i] = class_of(i % WIDTH, i / WIDTH);
    wend_grid_def def = wend_default_grid_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.classes = classes;
    for (int k = 0; k < WEND_CLASS_COUNT; k++) def.class_costs[k] = 0;
    def.class_costs[1] = 1;
    def.class_costs[2] = 2;
    def.class_costs[3] = 4;
    const wend_world_def world_def = wend_default_world_def();
    const wend_search_def search_def = wend_default_search_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) return 1;
    if (wend_world_build(&grid, &world_def, &world) != WEND_OK) {
        wend_grid_destroy(grid);
        return 1;
    }
    const wend_query query = wend_default_query((wend_tile){1, 1}, (wend_tile){398, 298});
    const bool done = wend_search_create(&search_def, &search) == WEND_OK &&
                      wend_path_create(NULL, &path) == WEND_OK &&
                      wend_find_path(search, world, &query, path, NULL) == WEND_OK;
    if (done)
        printf("%s %016" PRIx64 " %016" PRIx64 " %.6f\n", wend_outcome_string(wend_path_outcome(path)),
               wend_world_hash(world), wend_path_hash(path), wend_path_cost(path));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return done ? 0 : 1;
}
