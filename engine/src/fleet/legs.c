// legs.c: which clusters does a mover cross on its way? Those of the path of the world, and where others are
// on their way there, those of a way round them.
#include "fleet/fleet.h"
#include "hierarchy/world.h"
#include "search/path_check.h"

// The cluster that has both ends of a step, or the first one of the second end.
static int32_t cluster_of_step(const wend_fleet* f, wend_tile from, wend_tile to) {
    int32_t clusters[4];
    const int32_t count = wendi_clusters_at(&f->clusters, to, clusters);
    for (int32_t i = 0; i < count; i++)
        if (wendi_area_contains(wendi_cluster_rect(&f->clusters, clusters[i]), from)) return clusters[i];
    return clusters[0];
}

// Adds the legs of a row of tiles. What is left from where one ends is the number of that tile until all are
// known. Errors: MEMORY.
static wend_result add_legs(const wend_fleet* f, wendi_fleet_member* m, const wendi_tile_list* list) {
    const int32_t count = (int32_t)list->count;
    const wend_tile* tiles = list->data;
    for (int32_t first = 0, last; first < count; first = last + 1) {
        // A leg begins where the one before it ends, unless a link leads to another cluster.
        const wend_tile before = tiles[first > 0 ? first - 1 : 0];
        const int32_t cluster = cluster_of_step(f, before, tiles[first + (first == 0 && count > 1)]);
        const wend_rect area = wendi_cluster_rect(&f->clusters, cluster);
        for (last = first; last + 1 < count && wendi_area_contains(area, tiles[last + 1]);) last++;
        if (!WENDI_ROOM_FOR_ONE(&f->allocator, m->legs, m->leg_capacity, m->leg_count))
            return WEND_ERROR_MEMORY;
        m->legs[m->leg_count++] = (wendi_fleet_leg){cluster, tiles[last], last};
    }
    return WEND_OK;
}

// Takes the legs of a path. Errors: MEMORY.
static wend_result take_path(const wend_fleet* f, const wend_grid* grid, wendi_fleet_member* m,
                             const wend_path* path) {
    const wend_result result = add_legs(f, m, &path->tiles);
    if (result != WEND_OK) return result;
    wend_cost left = 0;
    int64_t end = path->tiles.count - 1;
    for (int32_t i = m->leg_count - 1; i >= 0; i--) {
        const int64_t exit = m->legs[i].left;
        left += wendi_path_units(path, grid, exit, end);
        m->legs[i].left = left;
        end = exit;
    }
    m->plan_end = m->leg_count;
    return WEND_OK;
}

// Replaces the first legs, up to the last of them, by those of a way round where others go. Errors: MEMORY.
static wend_result take_way_round(const wend_fleet* f, wendi_fleet_worker* w, wendi_fleet_member* m,
                                  int32_t last) {
    const int32_t rest = m->leg_count - last - 1;
    if (!WENDI_MAKE_ROOM(&w->heap.allocator, w->rest, w->rest_capacity, 0, rest)) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < rest; i++) w->rest[i] = m->legs[last + 1 + i];
    m->leg_count = 0;
    const wend_result result = add_legs(f, m, &w->way);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < m->leg_count; i++) m->legs[i].left = wendi_fleet_left_on_way(w, m->legs[i].exit);
    const size_t count = (size_t)m->leg_count;
    if (!WENDI_MAKE_ROOM(&f->allocator, m->legs, m->leg_capacity, count, count + (size_t)rest))
        return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < rest; i++) m->legs[m->leg_count++] = w->rest[i];
    // A mover plans again before it comes to the rest.
    const bool is_long = (int32_t)count > 2 * f->def.look_ahead;
    m->plan_end = is_long ? (int32_t)count : m->leg_count;
    return WEND_OK;
}

wend_result wendi_fleet_plan(const wend_fleet* f, wendi_fleet_worker* w, int32_t mover) {
    wendi_fleet_member* m = &f->members[mover];
    const wend_mover* p = &f->movers[mover];
    wend_query query = wend_default_query(p->tile, p->goal);
    const wend_world* world = f->views[p->profile].world;
    // An edit may have blocked the tile that it stands on: it leaves for the nearest one.
    if (!wendi_is_passable(world->grid, p->tile.x, p->tile.y) &&
        wendi_is_passable(world->grid, p->goal.x, p->goal.y))
        query.snap = INFINITY;
    wend_result result = wendi_find_path(w->search, world, &query, w->path, NULL);
    if (result != WEND_OK) return result;
    m->leg_count = m->leg = m->end = 0;
    if (wend_path_outcome(w->path) != WEND_FOUND) return WEND_OK;
    result = take_path(f, world->grid, m, w->path);
    int32_t last = 0;
    if (result == WEND_OK) result = wendi_fleet_find_way_round(f, w, mover, &last);
    if (result == WEND_OK && w->way.count > 0) result = take_way_round(f, w, m, last);
    if (result != WEND_OK) m->leg_count = 0;
    return result;
}
