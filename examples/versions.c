// versions.c: would a wall around the city close the road? A fork of the world answers, and is dropped.
#include <stdio.h>
#include <wend/wend.h>

static const wend_tile farm = {20, 120}, city = {250, 120};

static wend_world* make_world(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = 400;
    grid_def.height = 300;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) return NULL;
    wend_grid_fill(grid, (wend_rect){120, 40, 3, 260}, 0); // a ridge with a pass in the north
    if (wend_world_build(&grid, &def, &world) != WEND_OK) wend_grid_destroy(grid);
    return world;
}

// What the way to the city costs; negative: there is none.
static double cost_of_way(wend_search* search, wend_path* path, const wend_world* world) {
    const wend_query query = wend_default_query(farm, city);
    if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return -1;
    return wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : -1;
}

// A ring of walls around the city, with a gate in the east unless it is closed.
static wend_result wall_in(wend_world* world, bool closed) {
    const wend_edit walls[] = {
        wend_edit_tiles((wend_rect){230, 100, 41, 1}, 0), wend_edit_tiles((wend_rect){230, 140, 41, 1}, 0),
        wend_edit_tiles((wend_rect){230, 100, 1, 41}, 0), wend_edit_tiles((wend_rect){270, 100, 1, 41}, 0),
        wend_edit_tiles((wend_rect){270, 120, 1, 1}, closed ? 0 : 1)};
    return wend_world_edit(world, walls, 5, NULL);
}

int main(void) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_world *world = make_world(), *gate = NULL, *siege = NULL, *before = NULL;
    if (!world || wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK)
        return 1;
    if (wend_world_fork(world, &gate) != WEND_OK || wall_in(gate, false) != WEND_OK) return 1;
    if (wend_world_fork(gate, &siege) != WEND_OK || wall_in(siege, true) != WEND_OK) return 1;
    printf("now %.1f, with walls and a gate %.1f, with the gate closed %.0f\n",
           cost_of_way(search, path, world), cost_of_way(search, path, gate),
           cost_of_way(search, path, siege));
    wend_world_destroy(siege); // nobody closes the gate

    if (wend_world_snapshot(world, &before) != WEND_OK || wall_in(world, false) != WEND_OK) return 1;
    printf("the walls stand: %.1f; in the world as it was: %.1f\n", cost_of_way(search, path, world),
           cost_of_way(search, path, before));
    wend_world_refresh(world, 0, NULL);
    wend_world_refresh(gate, 0, NULL);
    printf("the plan and the city are %s\n",
           wend_world_hash(world) == wend_world_hash(gate) ? "alike" : "different");
    wend_world_destroy(before);
    wend_world_destroy(gate);
    wend_world_destroy(world);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return 0;
}
