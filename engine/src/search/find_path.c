// find_path.c: how is a query answered from end to end? It is checked, passes its stages, and at the end its
// path is set at once, so that the path stays as it was when a stage fails. Every query runs in slices:
// wend_find_path begins it and finishes it at once.
#include "search/find_path.h"

#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"
#include "hierarchy/profiles.h"
#include "search/nearest_goal.h"
#include "search/query.h"
#include "search/query_path.h"

enum { MOST_TRIES = 16 };

static uint64_t version_of(const wendi_work* w) {
    return w->world ? w->world->version : w->grid->version;
}

static uint64_t unloads_of(const wendi_work* w) {
    return w->world ? wendi_ground_unloads(&w->world->graph) : 0;
}

// A part of a query keeps the ground that is loaded.
static int32_t begin_ground(const wend_world* world_opt) {
    return world_opt ? wendi_ground_begin(&world_opt->graph) : 0;
}

static void end_ground(const wend_world* world_opt, int32_t turn) {
    if (world_opt) wendi_ground_end(&world_opt->graph, turn);
}

// Finds out between which tiles the query looks for a path, and passes the first stages.
static wend_result enter(wend_search* search) {
    wendi_work* w = &search->work;
    if (wendi_looks_around(search)) return wendi_enter_class(search);
    if (!wendi_query_ends_differ(&w->query)) {
        wendi_query_ends_keep(&search->ends, &w->query);
    } else {
        uint64_t time = wendi_search_now(search);
        wend_result result =
            wendi_query_ends_find(&search->ends, w->world, w->grid, &search->flat.cancel, NULL, &w->query);
        wendi_search_lap(search, &time, &w->stats.insert_ns);
        if (result != WEND_OK) return result;
    }
    wend_cost best;
    return w->query.goal_count > 0 || search->ends.by_place ? wendi_enter_several_goals(search, &best)
                                                            : wendi_query_enter(search);
}

// Continues the query at work. budget 0: to its end. A failure is final.
static wend_result advance(wend_search* search, int64_t budget) {
    wendi_work* w = &search->work;
    if (w->phase == WENDI_PHASE_FAILED) return w->result;
    uint64_t began = wendi_search_now(search);
    const bool to_the_end = budget == 0 || w->query.algorithm == WEND_HPA;
    wend_result result = version_of(w) == w->version ? WEND_OK : WEND_ERROR_STALE;
    if (w->phase == WENDI_PHASE_START)
        w->unloads = unloads_of(w);
    else if (w->unloads != unloads_of(w))
        result = WEND_ERROR_STALE; // what the search has noted may be gone
    if (result == WEND_OK && w->phase == WENDI_PHASE_START) result = enter(search);
    if (result == WEND_OK && wendi_wants_partial(search)) result = wendi_enter_partial(search);
    bool paused = false;
    while (result == WEND_OK && w->phase != WENDI_PHASE_DONE && !paused) {
        result = wendi_query_run(search, to_the_end ? INT64_MAX : budget);
        if (result == WEND_OK && wendi_wants_partial(search)) result = wendi_enter_partial(search);
        paused = !to_the_end;
    }
    if (result != WEND_OK) {
        w->phase = WENDI_PHASE_FAILED;
        w->result = result;
    }
    wendi_search_lap(search, &began, &w->stats.total_ns);
    return result;
}

// True when the clusters that a query reads are checked one by one: those around its ends and its way, and
// those that it looks for a class in. In a streamed world the tiles of a class, and what the start reaches,
// may be anywhere. A query on a grid alone knows no clusters.
static bool checks_as_it_goes(const wend_world* world_opt, const wend_query* query) {
    if (!world_opt || !world_opt->graph.ground) return world_opt != NULL;
    return (query->algorithm == WEND_HPA || query->algorithm == WEND_EXACT) && query->goal_class < 0 &&
           !query->partial;
}

static wend_result begin(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                         const wend_query* query) {
    if (world_opt) { // the view of a profile takes the place of the world
        world_opt = wendi_world_of_query(world_opt, query);
        if (!world_opt) return WEND_ERROR_ARGUMENT;
        grid = world_opt->grid;
    }
    wend_result result = wendi_check_query(grid, query);
    if (result == WEND_OK && !world_opt && query->profile != 0) result = WEND_ERROR_ARGUMENT;
    if (result == WEND_OK && !checks_as_it_goes(world_opt, query)) result = wendi_check_all_of_grid(grid);
    if (result != WEND_OK) return result;
    wendi_work* w = &search->work;
    *w = (wendi_work){
        .phase = WENDI_PHASE_START, .world = world_opt, .grid = grid, .query = *query, .below = INT64_MAX};
    w->version = version_of(w);
    w->level_count = world_opt ? world_opt->graph.level_count : 0;
    return WEND_OK;
}

// Notes where the path of a query comes from, so that the query can be asked again as it was. Of several
// goals it keeps the one reached; when there is none, the query cannot be asked again.
static void set_origin(const wend_search* search, wend_path* out) {
    const wendi_work* w = &search->work;
    const wendi_query_ends* ends = &search->ends;
    out->origin =
        (wendi_origin){.query = w->query, .planned = out->outcome == WEND_FOUND ? out->tiles.count : 0};
    wend_query* query = &out->origin.query;
    query->start = out->tiles.count > 0 ? out->start_tile : ends->start; // whoever walks it stands there
    query->goal = ends->by_place || ends->asked_goals ? out->asked_goal : ends->goal;
    if (ends->asked_goals && out->goal < 0) query->cookie = 0;
    query->goals = NULL;
    query->goal_count = 0;
    if (w->world) out->origin.world = w->world->id, out->origin.version = w->version;
}

// Runs the query at work to its end and sets the path.
static wend_result complete(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const int32_t turn = begin_ground(world);
    wend_result result = advance(search, 0);
    uint64_t began = wendi_search_now(search);
    if (search->ends.nearest && w->outcome == WEND_FOUND) w->outcome = WEND_PARTIAL;
    // All tiles on its edge are blocked, but not all of it.
    if (result == WEND_OK && search->ends.by_place && w->outcome == WEND_GOAL_BLOCKED &&
        wendi_query_place_is_passable(w->world, w->grid, &w->query))
        w->outcome = WEND_NO_ROUTE;
    if (result == WEND_OK) result = wendi_query_set_path(search, out);
    if (result == WEND_OK) wendi_query_ends_tell(&search->ends, &w->query, out);
    if (result == WEND_OK) set_origin(search, out);
    end_ground(world, turn);
    wendi_search_lap(search, &began, &w->stats.total_ns);
    if (stats_opt) *stats_opt = w->stats;
    w->phase = WENDI_PHASE_NONE;
    return result;
}

static wend_result find(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                        const wend_query* query, wend_path* out, wend_stats* stats_opt) {
    wend_result result;
    bool again = true;
    for (int32_t i = 0; i < MOST_TRIES && again; i++) {
        const uint64_t unloads = world_opt ? wendi_ground_unloads(&world_opt->graph) : 0;
        if (stats_opt) *stats_opt = (wend_stats){0};
        result = begin(search, world_opt, grid, query);
        if (result == WEND_OK) result = complete(search, out, stats_opt);
        // Ground that a query has begun to use may be closed to it by another thread. A search over the grid
        // alone uses none: it has all of the world checked before it begins.
        again = result == WEND_ERROR_NOT_LOADED && world_opt &&
                wendi_ground_unloads(&world_opt->graph) != unloads;
    }
    return result;
}

static void add_stats(wend_stats* sum, const wend_stats* part) {
    sum->expanded += part->expanded;
    sum->generated += part->generated;
    sum->reopened += part->reopened;
    sum->abstract_expanded += part->abstract_expanded;
    sum->clusters_refined += part->clusters_refined;
    sum->scanned += part->scanned;
    sum->insert_ns += part->insert_ns;
    sum->route_ns += part->route_ns;
    sum->refine_ns += part->refine_ns;
    sum->smooth_ns += part->smooth_ns;
    sum->total_ns += part->total_ns;
    sum->used_subgoals |= part->used_subgoals;
}

wend_result wendi_find_path_below(wend_search* search, const wend_world* world, const wend_query* query,
                                  wend_cost below, wend_path* out, wend_stats* sum_io) {
    wend_stats stats = {0};
    wend_result result = begin(search, world, world->grid, query);
    if (result != WEND_OK) return result;
    search->work.below = below;
    result = complete(search, out, &stats);
    add_stats(sum_io, &stats);
    return result;
}

// An abstract path needs the abstract graph.
static bool needs_world(const wend_query* query) {
    return query->cookie == WENDI_COOKIE && query->algorithm == WEND_HPA;
}

wend_result wend_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                           wend_path* out, wend_stats* stats_opt) {
    if (!search || !world || !query || !out) return WEND_ERROR_ARGUMENT;
    return find(search, world, world->grid, query, out, stats_opt);
}

wend_result wend_find_path_on_grid(wend_search* search, const wend_grid* grid, const wend_query* query,
                                   wend_path* out, wend_stats* stats_opt) {
    if (!search || !grid || !query || !out) return WEND_ERROR_ARGUMENT;
    if (needs_world(query)) return WEND_ERROR_UNSUPPORTED;
    return find(search, NULL, grid, query, out, stats_opt);
}

wend_result wend_search_begin(wend_search* search, const wend_world* world, const wend_query* query) {
    if (!search || !world || !query) return WEND_ERROR_ARGUMENT;
    return begin(search, world, world->grid, query);
}

wend_result wend_search_begin_on_grid(wend_search* search, const wend_grid* grid, const wend_query* query) {
    if (!search || !grid || !query) return WEND_ERROR_ARGUMENT;
    return needs_world(query) ? WEND_ERROR_UNSUPPORTED : begin(search, NULL, grid, query);
}

wend_result wend_search_step(wend_search* search, int64_t budget, bool* done_out) {
    if (!search || budget < 0 || !done_out || search->work.phase == WENDI_PHASE_NONE)
        return WEND_ERROR_ARGUMENT;
    const wend_world* world = search->work.world;
    const int32_t turn = begin_ground(world);
    wend_result result = advance(search, budget);
    end_ground(world, turn);
    if (result == WEND_OK) *done_out = search->work.phase == WENDI_PHASE_DONE;
    return result;
}

wend_result wend_search_finish(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    if (!search || !out || search->work.phase == WENDI_PHASE_NONE) return WEND_ERROR_ARGUMENT;
    return complete(search, out, stats_opt);
}

void wend_search_cancel(wend_search* search) {
    if (search) search->work.phase = WENDI_PHASE_NONE;
}
