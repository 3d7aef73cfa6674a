// links.c: doors, one-way ledges and teleports: a heist that goes wrong when the alarm rings.
#include <stdio.h>
#include <stdlib.h>
#include <wend/wend.h>

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "links: %s\n", wend_result_string(result));
    exit(1);
}

// Two rooms of a vault side by side, 20 x 20 tiles each. A wall without thickness stands between them.
static wend_grid* make_vault(void) {
    wend_grid_def def = wend_default_grid_def();
    wend_grid* grid;
    def.width = 40;
    def.height = 20;
    check(wend_grid_create(&def, &grid));
    for (int32_t y = 0; y < 20; y++)
        check(wend_grid_set_wall(grid, (wend_tile){19, y}, (wend_tile){20, y}, true));
    // A turnstile: the step inwards is open, the one back is not.
    check(wend_grid_set_step(grid, (wend_tile){19, 10}, (wend_tile){20, 10}, true));
    return grid;
}

static void plan(const char* what, wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                 wend_path* path) {
    const wend_query query = wend_default_query(from, to);
    check(wend_find_path(search, world, &query, path, NULL));
    printf("%-34s %-8s", what, wend_outcome_string(wend_path_outcome(path)));
    if (wend_path_outcome(path) == WEND_FOUND) printf("  cost %5.1f", wend_path_cost(path));
    int32_t count;
    const wend_path_link* taken = wend_path_links(path, &count);
    for (int32_t i = 0; i < count; i++) { // which links does the path take?
        const wend_link* link = wend_grid_find_link(wend_world_grid(world), taken[i].id);
        printf("  by the %s after %d steps", wend_link_kind_string(link->kind), taken[i].tile);
    }
    puts("");
}

int main(void) {
    const wend_tile street = {2, 10}, gold = {37, 3}, van = {2, 17};
    wend_grid* grid = make_vault();
    wend_world_def def = wend_default_world_def();
    wend_world* world;
    check(wend_world_build(&grid, &def, &world));
    wend_search_def search_def = wend_default_search_def();
    wend_search* search;
    wend_path* path;
    check(wend_search_create(&search_def, &search));
    check(wend_path_create(NULL, &path));

    plan("street to gold, by the turnstile:", search, world, street, gold, path);
    plan("back out, against it:", search, world, gold, van, path);

    // A link leads from any tile to any other, in one direction. Its cost is that of the whole link.
    int32_t lift_id, tunnel_id;
    wend_link lift = wend_default_link((wend_tile){37, 17}, (wend_tile){5, 17}, 12);
    lift.kind = WEND_LINK_LIFT;
    check(wend_world_add_link(world, &lift, &lift_id));
    plan("with a lift over the wall:", search, world, gold, van, path);
    wend_link tunnel = wend_default_link((wend_tile){38, 1}, (wend_tile){1, 18}, 30);
    tunnel.kind = WEND_LINK_TUNNEL;
    check(wend_world_add_link(world, &tunnel, &tunnel_id));

    // The alarm stops the lift. Edits of the world take microseconds, and no query may run meanwhile.
    check(wend_world_set_link(world, lift_id, lift.cost, false));
    plan("the alarm rings, the lift stops:", search, world, gold, van, path);

    // The guards weld the tunnel shut and open a real door: a wall between two tiles is gone.
    const wend_edit door = wend_edit_wall((wend_tile){19, 2}, (wend_tile){20, 2}, false);
    check(wend_world_remove_link(world, tunnel_id));
    check(wend_world_edit(world, &door, 1, NULL));
    plan("a door is left open:", search, world, gold, van, path);

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
