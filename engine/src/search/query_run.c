// query_run.c: how does a query to one goal pass its stages? On a world, its ends are connected to the
// abstract graph. A route is refined. Without one, or if that finds nothing, a search over the whole map
// takes its place.
#include "search/query_run.h"

#include <math.h>

#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"
#include "hierarchy/ground_reach.h"
#include "search/query_stages.h"

// In a streamed world this search needs all ground; in a mapped one it checks the clusters that it enters.
static wend_result enter_tiles(wend_search* search) {
    const wend_world* world = search->work.world;
    search->work.phase = WENDI_PHASE_TILES;
    const wend_result checked = world && world->graph.ground ? wendi_check_all(world) : WEND_OK;
    return checked == WEND_OK ? wendi_query_begin_tiles(search) : checked;
}

wend_result wendi_query_enter_search(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_algorithm algorithm = w->query.algorithm;
    if (w->world && (algorithm == WEND_HPA || algorithm == WEND_EXACT) &&
        (w->query.refinement == WEND_REFINE_SWEEP || w->world->graph.ground)) {
        w->phase = WENDI_PHASE_CLUSTERS;
        wend_result result = wendi_query_begin_clusters(search);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    return enter_tiles(search);
}

// True when no route costs less than is wanted, so that a search over the whole map is not worth while.
static bool is_too_far(const wendi_work* w) {
    return w->below < INT64_MAX && w->query.algorithm == WEND_HPA && !w->routed &&
           !wendi_clusters_near(&w->world->graph.clusters, w->query.start, w->query.goal);
}

// The path is the start alone, until more ground is loaded.
static wend_result wait_at_start(wend_search* search) {
    search->tiles.count = search->links.count = 0;
    search->work.routed = false;
    wendi_set_outcome(&search->work, WEND_PARTIAL);
    return wendi_tile_list_push(&search->tiles, search->work.query.start);
}

// A query with an end in ground that is not loaded. On maps with parts that cannot be left again, the path
// towards a goal could lead into one.
// Whether components leave a path possible. An end that is not loaded may be blocked and give way
// (wend_query.snap) to a tile in any cluster within the radius.
static bool may_reach_goal(const wendi_work* w, bool start_loaded, bool goal_loaded) {
    enum { MOST_CLUSTERS = 1024 }; // to be looked at; more of them are taken to have a way
    const wend_query* q = &w->query;
    if (wendi_ground_may_reach(w->world, q->start, q->goal)) return true;
    if (q->snap == 0 || (start_loaded && goal_loaded)) return false;
    const wendi_partition* clusters = &w->world->graph.clusters;
    const double radius = fmin(ceil((double)q->snap), (double)clusters->size * MOST_CLUSTERS);
    const int32_t reach = (int32_t)radius, size = clusters->size;
    const int32_t left = wendi_max(q->goal.x - reach, 0) / size, top = wendi_max(q->goal.y - reach, 0) / size;
    const int32_t right = wendi_min((q->goal.x + reach) / size, clusters->columns - 1),
                  bottom = wendi_min((q->goal.y + reach) / size, clusters->rows - 1);
    if (!start_loaded || (int64_t)(right - left + 1) * (bottom - top + 1) > MOST_CLUSTERS) return true;
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) {
            const wend_tile inside = {wendi_min(x * size + size / 2, w->grid->width - 1),
                                      wendi_min(y * size + size / 2, w->grid->height - 1)};
            if (wendi_ground_may_reach(w->world, q->start, inside)) return true;
        }
    return false;
}

static wend_result enter_unloaded(wend_search* search, bool start_loaded, bool goal_loaded) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    uint64_t time = wendi_search_now(search);
    wend_result result = start_loaded ? wendi_touch_tile(&world->graph, w->query.start) : WEND_OK;
    if (result == WEND_OK && goal_loaded) result = wendi_touch_tile(&world->graph, w->query.goal);
    if (result != WEND_OK) return result;
    if (start_loaded && !wend_grid_passable(w->grid, w->query.start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (goal_loaded && !wend_grid_passable(w->grid, w->query.goal))
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    else if (!may_reach_goal(w, start_loaded, goal_loaded))
        wendi_set_outcome(w, WEND_NO_ROUTE);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    if (w->query.algorithm != WEND_HPA) return WEND_ERROR_NOT_LOADED;
    w->provisional = true;
    if (start_loaded && world->components.reach.label_count == 0)
        result = wendi_query_find_route_toward(search, &time);
    if (result == WEND_OK && w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = wendi_query_refine(search, &outcome, &found);
        w->routed = found;
        if (found) wendi_set_outcome(w, WEND_PARTIAL);
    }
    if (result == WEND_OK && !w->routed) result = wait_at_start(search);
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}

// True when the subgoals of the world answer the query. An observer wants to see a search.
static bool goes_by_subgoals(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->world && w->world->subgoals && w->query.first_tiles == 0 &&
           (w->query.algorithm == WEND_HPA || w->query.algorithm == WEND_EXACT) &&
           !wendi_is_observed(&search->observer);
}

static wend_result enter_subgoals(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    const wend_world* world = w->world;
    bool found = false;
    wend_cost cost = 0;
    wend_result result = WEND_OK;
    if (wendi_may_be_connected(&world->graph, &world->components, w->query.start, w->query.goal))
        result = wendi_subgoal_search_run(&search->subgoal_search, world->subgoals, w->query.start,
                                          w->query.goal, &found, &cost, &search->tiles, &w->stats);
    search->links.count = 0;
    if (result == WEND_OK) wendi_set_outcome(w, found && cost < w->below ? WEND_FOUND : WEND_NO_ROUTE);
    wendi_search_lap(search, &time, &w->stats.route_ns);
    return result;
}

wend_result wendi_query_enter(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    if (w->world && w->world->graph.ground) {
        const bool start_loaded = wendi_ground_has_tile(&w->world->graph, w->query.start);
        const bool goal_loaded = wendi_ground_has_tile(&w->world->graph, w->query.goal);
        if (!start_loaded || !goal_loaded) return enter_unloaded(search, start_loaded, goal_loaded);
    }
    if (w->world) {
        wendi_read_ahead_at(&w->world->graph, w->query.start);
        wendi_read_ahead_at(&w->world->graph, w->query.goal);
    }
    wend_result result = w->world ? wendi_touch_tile(&w->world->graph, w->query.start) : WEND_OK;
    if (result == WEND_OK && w->world) result = wendi_touch_tile(&w->world->graph, w->query.goal);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(w->grid, w->query.start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (!wend_grid_passable(w->grid, w->query.goal))
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    if (goes_by_subgoals(search)) return enter_subgoals(search);
    if (w->world) {
        bool connected;
        result = wendi_query_find_route(search, &connected, &time);
        if (!connected || is_too_far(w)) wendi_set_outcome(w, WEND_NO_ROUTE);
        if (result != WEND_OK || w->phase == WENDI_PHASE_DONE) return result;
    }
    if (w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = wendi_query_refine(search, &outcome, &found);
        w->routed = found;
        if (found) wendi_set_outcome(w, outcome);
    }
    if (result == WEND_OK && !w->routed)
        result = w->by_route ? WEND_ERROR_NOT_LOADED : wendi_query_enter_search(search);
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}

// When costs do not fit the search over clusters, the one over tiles takes over; likewise when it finds no
// path to the only goal, which is connected to the start.
wend_result wendi_query_run(wend_search* search, int64_t budget) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    bool done = false, found = false;
    wend_result result;
    if (w->phase == WENDI_PHASE_CLUSTERS) {
        result = wendi_cluster_search_step(&search->cluster_search, budget, &done, &found, &search->tiles,
                                           &search->links, &w->stats);
        if (result == WEND_ERROR_NOT_LOADED && w->query.algorithm == WEND_HPA && !w->goals && !w->by_route) {
            w->by_route = true; // not exact, but with the ground that there is
            return wendi_query_enter(search);
        }
        if (result == WEND_ERROR_LIMIT ||
            (result == WEND_OK && done && !found && !w->goals && w->below == INT64_MAX)) {
            done = false;
            result = enter_tiles(search);
        }
    } else {
        result = wendi_flat_run(&search->flat, budget, &done, &found, &w->stats);
        if (result == WEND_OK && found)
            result = wendi_flat_walk_back(&search->flat, w->query.start, search->flat.reached, &search->tiles,
                                          &search->links);
    }
    if (result == WEND_OK && done) wendi_set_outcome(w, found ? WEND_FOUND : WEND_NO_ROUTE);
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}
