// floors.c: how are the floors of a recipe joined? A mistake names the line of the stairs, link or seam.
#include "extras/floors.h"

#include <string.h>

static wend_result check_tile(const wimp_job* job, const wimp_recipe_join* join, int32_t index) {
    const wend_grid* grid = job->grid;
    const wend_tile tile = join->tiles[index];
    const wimp_place place = join->places[index];
    if (tile.floor >= wend_grid_floors(grid))
        return wimp_place_fail(job, place, WEND_ERROR_FORMAT,
                               "there is no floor %d; expected 0..%d, as floors count from 0", tile.floor,
                               wend_grid_floors(grid) - 1);
    if (!wend_grid_contains(grid, tile))
        return wimp_place_fail(job, place, WEND_ERROR_FORMAT,
                               "%d,%d lies outside the floor; expected x in 0..%d and y in 0..%d", tile.x,
                               tile.y, wend_grid_width(grid) - 1, wend_grid_height(grid) - 1);
    if (!join->is_seam && !wend_grid_passable(grid, tile))
        return wimp_place_fail(job, place, WEND_ERROR_FORMAT,
                               "%d,%d on floor %d is blocked; expected a passable tile", tile.x, tile.y,
                               tile.floor);
    return WEND_OK;
}

static bool are_same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static wend_result add_link(const wimp_job* job, const wimp_recipe_join* join) {
    wend_link link = wend_default_link(join->tiles[0], join->tiles[1], join->cost);
    link.duration = join->duration;
    link.kind = join->kind;
    link.id = join->id;
    if (are_same(link.from, link.to))
        return wimp_place_fail(job, join->places[1], WEND_ERROR_FORMAT, "%s",
                               "both ends are the same tile; expected another one");
    if (join->id >= 0 && wend_grid_find_link(job->grid, join->id))
        return wimp_place_fail(job, join->places[0], WEND_ERROR_FORMAT,
                               "the map has a link with the id %d already; expected a different one",
                               join->id);
    wend_result result = wend_grid_add_link(job->grid, &link, NULL);
    if (result == WEND_OK && join->two_way) {
        link.from = join->tiles[1];
        link.to = join->tiles[0];
        link.id = -1;
        result = wend_grid_add_link(job->grid, &link, NULL);
    }
    return result == WEND_OK ? WEND_OK : wimp_job_fail_link(job, join->places[0], result);
}

// A line for each floor; floors without room are left out.
static void list_floors(const wimp_recipe* recipe, char list[WEND_FLOORS_BYTES]) {
    for (int32_t i = 0; i < recipe->floor_count; i++) {
        const wimp_span name = recipe->floors[i].name;
        if (strlen(list) + name.size + 2 > WEND_FLOORS_BYTES) return;
        wimp_append(list, WEND_FLOORS_BYTES, "%s%.*s", i ? "\n" : "", (int)name.size, name.at);
    }
}

wend_result wimp_floors_join(wimp_job* job, const wimp_recipe* recipe) {
    wend_result result = WEND_OK;
    list_floors(recipe, job->info->floors);
    for (int32_t i = 0; i < recipe->join_count && result == WEND_OK; i++) {
        const wimp_recipe_join* join = &recipe->joins[i];
        for (int32_t k = 0; k < (join->is_seam ? 4 : 2) && result == WEND_OK; k++)
            result = check_tile(job, join, k);
        if (result == WEND_OK)
            result = join->is_seam ? wimp_job_add_seam(job, join->tiles,
                                                       (wimp_place[]){join->places[0], join->places[2]})
                                   : add_link(job, join);
    }
    return result;
}
