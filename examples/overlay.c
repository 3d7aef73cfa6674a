// overlay.c: scouts keep off a tower and tanks do not; a side with fog of war does not know of a new wall.
#include <math.h>
#include <stdio.h>
#include <wend/wend.h>

static const wend_tile camp = {20, 100}, village = {280, 100};

static wend_world* make_world(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = 300;
    grid_def.height = 200;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) return NULL;
    if (wend_world_build(&grid, &def, &world) != WEND_OK) wend_grid_destroy(grid);
    return world;
}

// What the way to the village costs; negative: there is none, or something failed.
static double cost_of_way(wend_search* search, wend_path* path, const wend_world* world) {
    const wend_query query = wend_default_query(camp, village);
    if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return -1;
    return wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : -1;
}

static double cost_on(wend_search* search, wend_path* path, wend_overlay* overlay) {
    const wend_world* world = NULL;
    return wend_overlay_world(overlay, &world) == WEND_OK ? cost_of_way(search, path, world) : -1;
}

int main(void) {
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_world* world = make_world();
    wend_overlay *scouts = NULL, *side = NULL;
    if (!world || wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK)
        return 1;

    // Scouts fear the tower, tanks do not.
    if (wend_overlay_create(world, &scouts) != WEND_OK) return 1;
    const wend_vec2 tower = {150.5f, 100.5f};
    const float range = 40, danger = 10;
    int32_t handle = 0;
    if (wend_overlay_add_dangers(scouts, &tower, &range, &danger, 1, &handle) != WEND_OK) return 1;
    printf("the tank %.0f, the scouts around the tower %.0f\n", cost_of_way(search, path, world),
           cost_on(search, path, scouts));

    // One side has seen its camp and 25 tiles around. What it does not know it takes for passable.
    if (wend_overlay_create(world, &side) != WEND_OK || wend_overlay_hide(side, 1) != WEND_OK) return 1;
    if (wend_overlay_see(side, (wend_rect){camp.x - 25, camp.y - 25, 51, 51}, NULL, 0) != WEND_OK) return 1;

    // A wall is built far away: the world knows it, and the scouts, who follow the world; the side does not.
    const wend_edit wall = wend_edit_tiles((wend_rect){200, 20, 2, 180}, 0);
    if (wend_world_edit(world, &wall, 1, NULL) != WEND_OK) return 1;
    printf("with the wall: the tank %.0f, the scouts %.0f, and the side believes %.0f\n",
           cost_of_way(search, path, world), cost_on(search, path, scouts), cost_on(search, path, side));
    if (wend_overlay_see(side, (wend_rect){190, 0, 20, 200}, NULL, 0) != WEND_OK) return 1;
    printf("when it sees the wall: %.0f\n", cost_on(search, path, side));

    // This query alone keeps off a swamp.
    const wend_shape swamp = wend_shape_disc((wend_vec2){110, 70}, 50, INFINITY);
    wend_query query = wend_default_query(camp, village);
    query.avoid = &swamp;
    query.avoid_count = 1;
    if (wend_find_path(search, world, &query, path, NULL) != WEND_OK) return 1;
    printf("the tank around a swamp: %.0f\n", wend_path_cost(path));

    if (wend_overlay_remove(scouts, handle) != WEND_OK) return 1; // the tower falls
    printf("without the tower: the scouts %.0f\n", cost_on(search, path, scouts));
    wend_overlay_destroy(scouts);
    wend_overlay_destroy(side);
    wend_world_destroy(world);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return 0;
}
