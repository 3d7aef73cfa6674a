// hello.c: the cheapest path across a small map. Prints the map with the path.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/wend.h>

enum { WIDTH = 40, HEIGHT = 9 };
enum { WALL = 0, GRASS = 1, SWAMP = 2 }; // terrain classes; class 0 is always blocked

// S is the start, G the goal.
static const char map[] = "........................................\n"
                          "..............#####.....................\n"
                          ".................~#~~...................\n"
                          "....S..........~~~#~~~..................\n"
                          "..............~~~~#~~~~............G....\n"
                          "...............~~~~~~~..................\n"
                          ".................#~~~...................\n"
                          ".................#......................\n"
                          ".................#......................\n";

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "hello: %s\n", wend_result_string(result));
    exit(1);
}

int main(void) {
    // 1. The map: a terrain class for each tile, and a cost for each class.
    uint8_t classes[HEIGHT * WIDTH];
    wend_tile start = {0, 0}, goal = {0, 0};
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const char tile = map[y * (WIDTH + 1) + x];
            classes[y * WIDTH + x] = tile == '#' ? WALL : tile == '~' ? SWAMP : GRASS;
            if (tile == 'S') start = (wend_tile){x, y};
            if (tile == 'G') goal = (wend_tile){x, y};
        }
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = WIDTH;
    grid_def.height = HEIGHT;
    grid_def.classes = classes;
    grid_def.class_costs[SWAMP] = 3; // a step into swamp costs as much as three on grass
    wend_grid* grid;
    check(wend_grid_create(&grid_def, &grid));

    // 2. The world: the map with its navigation data. It takes the grid.
    wend_world_def world_def = wend_default_world_def();
    wend_world* world;
    check(wend_world_build(&grid, &world_def, &world));

    // 3. A query. The search is scratch memory, the path holds the answer; both are reused by further
    // queries.
    wend_search_def search_def = wend_default_search_def();
    wend_search* search;
    wend_path* path;
    check(wend_search_create(&search_def, &search));
    check(wend_path_create(NULL, &path));
    const wend_query query = wend_default_query(start, goal);
    check(wend_find_path(search, world, &query, path, NULL));

    // 4. The answer: an outcome, a cost, and every tile from start to goal.
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    char drawn[sizeof map];
    memcpy(drawn, map, sizeof map);
    for (int32_t i = 1; i < count - 1; i++) drawn[tiles[i].y * (WIDTH + 1) + tiles[i].x] = '*';
    fputs(drawn, stdout);
    printf("%s: %d steps, cost %.2f\n", wend_outcome_string(wend_path_outcome(path)), count - 1,
           wend_path_cost(path));

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
