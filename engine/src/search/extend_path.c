// extend_path.c: how does a path grow at its end?
//
// The last waypoint of a path by turning points is dropped when the path leads straight on there. That of a
// smoothed path stays, so that whoever walks towards it keeps a line on which its body fits.
#include "search/extend_path.h"

#include <string.h>

#include "grid/links.h"
#include "search/query_path.h"

typedef struct addition {
    double cost;
    wend_cost units;
    int64_t kept_waypoints; // of the path
    int64_t link_count;
} addition;

static bool ends_with_link(const wend_path* path) {
    const int64_t count = path->links.count;
    return count > 0 && path->links.data[count - 1].tile == path->tiles.count - 2;
}

// Computes waypoints and costs of the tiles. The waypoint of the first tile is left out. Links between the
// tiles get their waypoints.
static wend_result choose_waypoints(wend_search* search, const wend_path* path, const wend_tile* tiles,
                                    int64_t count, const wendi_path_link_list* links, addition* out) {
    const wend_grid* grid = search->work.grid;
    wendi_tile_list* all = &search->splice.tiles;
    wendi_path_link_list* added = &search->splice.links;
    const int64_t before = path->tiles.count - 1;
    const bool turns = !search->work.query.smooth && before > 0 && !ends_with_link(path);
    all->count = added->count = 0;
    search->waypoints.count = 0;
    wend_result result = wendi_tile_list_reserve(all, count + 1);
    if (result != WEND_OK) return result;
    if (turns) all->data[all->count++] = path->tiles.data[before - 1];
    memcpy(all->data + all->count, tiles, (size_t)count * sizeof *tiles);
    all->count += count;
    *out = (addition){.kept_waypoints = path->waypoints.count - turns};
    int64_t first = 0, at = turns; // of the part: in the list with the tile before, and of the first new one
    for (int64_t i = 0; result == WEND_OK; i++) {
        const bool has_link = i < links->count && links->data[i].tile + 1 < count;
        const int64_t end = has_link ? links->data[i].tile + 1 + turns : all->count;
        const wendi_tile_list part = {.data = all->data + first, .count = end - first};
        wend_cost units;
        result = wendi_query_add_waypoints(search, &part);
        out->cost += wendi_path_cost(grid, all->data + at, end - at, &units);
        out->units += units;
        if (!has_link || result != WEND_OK) break;
        const wend_link* link = wend_grid_find_link(grid, links->data[i].id);
        result = wendi_path_link_list_push(
            added,
            (wend_path_link){.id = links->data[i].id,
                             .tile = (int32_t)(before + links->data[i].tile),
                             .waypoint = (int32_t)(out->kept_waypoints + search->waypoints.count - 2)});
        out->link_count++;
        first = at = end;
        if (!link) continue;
        out->cost += (double)link->cost;
        out->units += wendi_link_cost(grid, link);
    }
    return result;
}

wend_result wendi_path_extend(wend_search* search, const wend_tile* tiles, int64_t count,
                              const wendi_path_link_list* links, wend_path* path) {
    addition added;
    const int64_t new_tiles = count - 1;
    WENDI_ASSERT(count >= 1 && path->tiles.count >= 1);
    if (new_tiles == 0) return WEND_OK;
    if (path->tiles.count + new_tiles > INT32_MAX) return WEND_ERROR_LIMIT;
    wend_result result = choose_waypoints(search, path, tiles, count, links, &added);
    const wendi_path_link_list* new_links = &search->splice.links;
    const int64_t new_waypoints = search->waypoints.count - 1;
    if (result == WEND_OK) result = wendi_tile_list_reserve(&path->tiles, path->tiles.count + new_tiles);
    if (result == WEND_OK)
        result = wendi_point_list_reserve(&path->waypoints, added.kept_waypoints + new_waypoints);
    if (result == WEND_OK)
        result = wendi_path_link_list_reserve(&path->links, path->links.count + added.link_count);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(new_waypoints >= 1);
    memcpy(path->tiles.data + path->tiles.count, tiles + 1, (size_t)new_tiles * sizeof *tiles);
    memcpy(path->waypoints.data + added.kept_waypoints, search->waypoints.data + 1,
           (size_t)new_waypoints * sizeof *search->waypoints.data);
    if (added.link_count > 0)
        memcpy(path->links.data + path->links.count, new_links->data,
               (size_t)added.link_count * sizeof *new_links->data);
    path->tiles.count += new_tiles;
    path->waypoints.count = added.kept_waypoints + new_waypoints;
    path->links.count += added.link_count;
    path->cost += added.cost;
    path->integer_cost += added.units;
    return WEND_OK;
}
