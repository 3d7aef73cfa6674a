// floors.c: how are the floors of a recipe joined? A mistake names the line of the stairs, link or seam.
#include "extras/floors.h"

#include <stdio.h>
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

static wend_result fail_add(const wimp_job* job, const wimp_recipe_join* join, wend_result result) {
    return wimp_place_fail(job, join->places[0], result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result,
                           "cannot be added: %s",
                           result == WEND_ERROR_LIMIT ? "the map has too many links, or the cost is too large"
                                                      : wend_result_string(result));
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
    return result == WEND_OK ? WEND_OK : fail_add(job, join, result);
}

// Tiles of one side of a seam; 0: it is neither a row nor a column.
static int32_t side_length(wend_tile first, wend_tile last) {
    return wend_seam_length(&(wend_seam){first, last, first, last, 0});
}

// The pairs of a seam that a path can cross.
static int32_t count_open(const wend_grid* grid, const wend_seam* seam, int32_t length) {
    const wend_tile a = seam->a_first, b = seam->b_first;
    const int32_t steps = length > 1 ? length - 1 : 1;
    int32_t open = 0;
    for (int32_t i = 0; i < length; i++)
        open += wend_grid_passable(grid, (wend_tile){a.x + (seam->a_last.x - a.x) / steps * i,
                                                     a.y + (seam->a_last.y - a.y) / steps * i, a.floor}) &&
                wend_grid_passable(grid, (wend_tile){b.x + (seam->b_last.x - b.x) / steps * i,
                                                     b.y + (seam->b_last.y - b.y) / steps * i, b.floor});
    return open;
}

static wend_result add_seam(const wimp_job* job, const wimp_recipe_join* join) {
    const wend_seam seam = wend_default_seam(join->tiles[0], join->tiles[1], join->tiles[2], join->tiles[3]);
    const int32_t lengths[2] = {side_length(seam.a_first, seam.a_last),
                                side_length(seam.b_first, seam.b_last)};
    for (int32_t i = 0; i < 2; i++)
        if (lengths[i] == 0)
            return wimp_place_fail(job, join->places[2 * i], WEND_ERROR_FORMAT, "%s",
                                   "this side of the seam is neither a row nor a column of one floor");
    if (lengths[0] != lengths[1])
        return wimp_place_fail(job, join->places[2], WEND_ERROR_FORMAT,
                               "this side of the seam has %d tiles, the other one %d; expected as many",
                               lengths[1], lengths[0]);
    if (count_open(job->grid, &seam, lengths[0]) == 0)
        return wimp_place_fail(job, join->places[0], WEND_ERROR_FORMAT, "%s",
                               "no pair of tiles of this seam is passable on both sides");
    const wend_result result = wend_grid_add_seam(job->grid, &seam, NULL);
    if (result == WEND_ERROR_ARGUMENT)
        return wimp_place_fail(job, join->places[2], WEND_ERROR_FORMAT, "%s",
                               "a tile is on both sides of the seam");
    return result == WEND_OK ? WEND_OK : fail_add(job, join, result);
}

// A line for each floor; floors without room are left out.
static void list_floors(const wimp_recipe* recipe, char list[WEND_FLOORS_BYTES]) {
    size_t used = 0;
    for (int32_t i = 0; i < recipe->floor_count; i++) {
        const wimp_span name = recipe->floors[i].name;
        if (used + name.size + 2 > WEND_FLOORS_BYTES) return;
        used += (size_t)snprintf(list + used, WEND_FLOORS_BYTES - used, "%s%.*s", i ? "\n" : "",
                                 (int)name.size, name.at);
    }
}

wend_result wimp_floors_join(wimp_job* job, const wimp_recipe* recipe) {
    wend_result result = WEND_OK;
    list_floors(recipe, job->info->floors);
    for (int32_t i = 0; i < recipe->join_count && result == WEND_OK; i++) {
        const wimp_recipe_join* join = &recipe->joins[i];
        for (int32_t k = 0; k < (join->is_seam ? 4 : 2) && result == WEND_OK; k++)
            result = check_tile(job, join, k);
        if (result == WEND_OK) result = join->is_seam ? add_seam(job, join) : add_link(job, join);
    }
    return result;
}
