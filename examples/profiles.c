// profiles.c: one map, several kinds of agents: each has its own costs, its own body, and its own path.
#include <stdio.h>
#include <stdlib.h>
#include <wend/wend.h>

enum { ROCK, GRASS, WATER, ROAD };

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "profiles: %s\n", wend_result_string(result));
    exit(1);
}

// Grassland with a lake in the middle. A wall leaves a gap of one tile in the north, and a road leads through
// a gate of five tiles in the south.
static wend_grid* make_map(void) {
    wend_grid_def def = wend_default_grid_def();
    wend_grid* grid;
    def.width = 200;
    def.height = 120;
    def.class_costs[WATER] = 8; // wading
    def.class_costs[ROAD] = 0.5f;
    check(wend_grid_create(&def, &grid));
    check(wend_grid_fill(grid, (wend_rect){60, 20, 80, 60}, WATER));
    check(wend_grid_fill(grid, (wend_rect){100, 0, 1, 20}, ROCK));
    check(wend_grid_fill(grid, (wend_rect){100, 12, 1, 1}, GRASS)); // the gap
    check(wend_grid_fill(grid, (wend_rect){100, 80, 1, 40}, ROCK));
    check(wend_grid_fill(grid, (wend_rect){0, 108, 200, 5}, ROAD)); // the gate
    return grid;
}

int main(void) {
    // Profile 0 is the world itself. Every other profile changes some costs, or needs more room.
    wend_profile_def profiles[3];
    for (int i = 0; i < 3; i++) profiles[i] = wend_default_profile_def();
    profiles[0].name = "tank";
    profiles[0].radius = 1.5f;          // in tiles: needs gaps of three
    profiles[0].class_costs[WATER] = 0; // blocked
    profiles[1].name = "boat";
    profiles[1].class_costs[GRASS] = profiles[1].class_costs[ROAD] = 0;
    profiles[1].class_costs[WATER] = 1;
    profiles[2].name = "scout";
    profiles[2].margin = 4;            // keeps away from rock where that costs little
    profiles[2].class_costs[ROAD] = 2; // and from roads

    wend_grid* grid = make_map();
    wend_world_def def = wend_default_world_def();
    def.profiles = profiles;
    def.profile_count = 3;
    wend_world* world;
    check(wend_world_build(&grid, &def, &world));

    wend_search_def search_def = wend_default_search_def();
    wend_search* search;
    wend_path* path;
    check(wend_search_create(&search_def, &search));
    check(wend_path_create(NULL, &path));
    puts("who       from            to              outcome          cost  steps  crosses the middle at");
    for (int32_t profile = 0; profile < wend_world_profile_count(world); profile++) {
        const char* name = wend_world_profile_name(world, profile);
        const bool swims = profile == wend_world_find_profile(world, "boat");
        const wend_tile from = swims ? (wend_tile){65, 30} : (wend_tile){20, 30};
        const wend_tile to = swims ? (wend_tile){135, 70} : (wend_tile){180, 30};
        wend_query query = wend_default_query(from, to);
        query.profile = profile;
        check(wend_find_path(search, world, &query, path, NULL));
        int32_t count, middle = 0;
        const wend_tile* tiles = wend_path_tiles(path, &count);
        while (middle < count - 1 && tiles[middle].x < 100) middle++;
        printf("%-8s (%3d,%3d)  to  (%3d,%3d)  %-14s %7.1f  %5d  y = %d\n", name, from.x, from.y, to.x, to.y,
               wend_outcome_string(wend_path_outcome(path)), wend_path_cost(path), count > 0 ? count - 1 : 0,
               count ? tiles[middle].y : -1);
    }

    // The lake freezes: for everybody who takes the cost from the map, and for the tank, which has its own.
    check(wend_world_set_class_cost(world, 0, WATER, 1));
    check(wend_world_set_class_cost(world, wend_world_find_profile(world, "tank"), WATER, 1));
    wend_query query = wend_default_query((wend_tile){20, 30}, (wend_tile){180, 30});
    query.profile = wend_world_find_profile(world, "tank");
    check(wend_find_path(search, world, &query, path, NULL));
    printf("The lake freezes, and the tank takes the ice: cost %.1f\n", wend_path_cost(path));

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
