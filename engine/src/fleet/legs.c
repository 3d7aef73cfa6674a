// legs.c: which clusters does a mover cross on its way? Those of the path of the world, and where others are
// on their way there, those of a way round them.
#include <string.h>

#include "fleet/fleet.h"
#include "hierarchy/world.h"
#include "search/path_check.h"

WENDI_LIST_FUNCTIONS(wendi_fleet_leg_list, wendi_fleet_leg)

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
static wend_result add_legs(const wend_fleet* f, const wendi_tile_list* list, wendi_fleet_leg_list* out) {
    const int32_t count = (int32_t)list->count;
    const wend_tile* tiles = list->data;
    wend_result result = WEND_OK;
    for (int32_t first = 0, last; first < count && result == WEND_OK; first = last + 1) {
        // A leg begins where the one before it ends, unless a link leads to another cluster.
        const wend_tile before = tiles[first > 0 ? first - 1 : 0];
        const int32_t cluster = cluster_of_step(f, before, tiles[first + (first == 0 && count > 1)]);
        const wend_rect area = wendi_cluster_rect(&f->clusters, cluster);
        for (last = first; last + 1 < count && wendi_area_contains(area, tiles[last + 1]);) last++;
        result = wendi_fleet_leg_list_push(out, (wendi_fleet_leg){cluster, tiles[last], last});
    }
    return result;
}

// Adds the legs of a path. Errors: MEMORY.
static wend_result add_path(const wend_fleet* f, const wend_grid* grid, const wend_path* path,
                            wendi_fleet_leg_list* out) {
    const wend_result result = add_legs(f, &path->tiles, out);
    wend_cost left = 0;
    int64_t end = path->tiles.count - 1;
    for (int64_t i = out->count - 1; i >= 0; i--) {
        const int64_t exit = out->data[i].left;
        left += wendi_path_units(path, grid, exit, end);
        out->data[i].left = left;
        end = exit;
    }
    return result;
}

// Gives a mover legs of its own: those of the worker from one on, which are a way round where others go, and
// then those of a path before them from another one on. Threads plan at the same time, and the memory of the
// fleet serves one of them at a time. Errors: MEMORY.
static wend_result keep_legs(wend_fleet* f, const wendi_fleet_leg_list* legs, int64_t way, int64_t rest,
                             wendi_fleet_member* m) {
    const size_t way_count = (size_t)(legs->count - way), rest_count = (size_t)(way - rest);
    pthread_mutex_lock(&f->mutex);
    const bool fits = WENDI_MAKE_ROOM(&f->allocator, m->legs, m->leg_capacity, 0, way_count + rest_count);
    pthread_mutex_unlock(&f->mutex);
    if (!fits) return WEND_ERROR_MEMORY;
    if (way_count > 0) memcpy(m->legs, legs->data + way, way_count * sizeof *m->legs);
    if (rest_count > 0) memcpy(m->legs + way_count, legs->data + rest, rest_count * sizeof *m->legs);
    m->leg_count = (int32_t)(way_count + rest_count);
    // A mover plans again before it comes to the rest of a long way.
    const bool is_long = way_count > 2 * (size_t)f->def.look_ahead;
    m->plan_end = is_long ? (int32_t)way_count : m->leg_count;
    return WEND_OK;
}

wend_result wendi_fleet_plan(wend_fleet* f, wendi_fleet_worker* w, int32_t mover) {
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
    wendi_fleet_leg_list* legs = &w->legs;
    legs->count = 0;
    result = add_path(f, world->grid, w->path, legs);
    const int64_t way = legs->count;
    int32_t last = 0;
    if (result == WEND_OK) result = wendi_fleet_find_way_round(f, w, mover, &last);
    if (result == WEND_OK) result = add_legs(f, &w->way, legs);
    if (result != WEND_OK) return result;
    for (int64_t i = way; i < legs->count; i++)
        legs->data[i].left = wendi_fleet_left_on_way(w, legs->data[i].exit);
    return keep_legs(f, legs, way, legs->count > way ? last + 1 : 0, m);
}
