// find_path.c: how is a query answered from end to end, to one goal or to the nearest of several?
#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "search/search.h"

// ---- in which order are several goals tried, and when can no other be nearer?

// Answers a query to its end while another is at work, and adds its counts and times to that one. goals_opt:
// searches for all of these at once.
static wend_result answer_part(wend_search* search, const wend_query* query, const wendi_goals* goals_opt,
                               wend_cost below, wend_path* out) {
    wendi_work* w = &search->work;
    const wendi_work whole = *w;
    w->query = *query;
    w->goals = goals_opt;
    w->below = below;
    wend_result result;
    if (goals_opt) {
        result = wendi_query_enter_search(search);
        wendi_search_lap(search, &w->stats.refine_ns);
    } else {
        result = wendi_query_enter(search);
    }
    while (result == WEND_OK && w->phase != WENDI_PHASE_DONE) result = wendi_query_run(search, INT64_MAX);
    if (result == WEND_OK) result = wendi_query_set_path(search, out);
    const wend_stats stats = w->stats;
    *w = whole;
    w->stats = stats;
    return result;
}

static void choose(wendi_work* w, const wend_path* path, int32_t goal) {
    w->chosen = path;
    w->chosen_goal = goal;
    wendi_set_outcome(w, path->outcome);
}

// A lower bound on the cost from the start to a goal.
static wend_cost bound_to(const wend_search* search, const wendi_heuristic* heuristic, wend_tile goal) {
    const wendi_link_bounds* b = &search->from_start;
    wend_cost by_links = wendi_link_bounds_of_area(b, (wend_rect){goal.x, goal.y, 1, 1});
    wend_cost direct = wendi_heuristic_between(heuristic, search->work.query.start, goal);
    return direct < by_links ? direct : by_links;
}

// The position of the goal with the smallest bound, the first of equal ones.
static int32_t nearest_goal(const wend_search* search, const wendi_heuristic* heuristic,
                            wend_cost* bound_out) {
    const wendi_goals* goals = &search->goals;
    int32_t nearest = 0;
    *bound_out = INT64_MAX;
    for (int32_t i = 0; i < goals->count; i++) {
        wend_cost bound = bound_to(search, heuristic, goals->items[i].tile);
        if (bound < *bound_out) *bound_out = bound, nearest = i;
    }
    return nearest;
}

// Leaves only the goals that a path may reach for less than a cost.
static void drop_goals(wend_search* search, const wendi_heuristic* heuristic, wend_cost below) {
    for (int32_t i = search->goals.count - 1; i >= 0; i--)
        if (bound_to(search, heuristic, search->goals.items[i].tile) >= below)
            wendi_goals_remove(&search->goals, i);
}

// Plans to the goals one by one, the one with the smallest bound first, until no other can be nearer. That
// takes one or two plans when the goals lie apart. If it takes more, an exact search finds the nearest of
// the others, so that many goals behind one wall cost no more than that.
static wend_result choose_candidate(wend_search* search, wend_cost* best_out) {
    enum { CANDIDATES = 4 };
    wendi_work* w = &search->work;
    const wend_query query = w->query;
    wendi_goals* goals = &search->goals;
    const wendi_heuristic heuristic = wendi_heuristic_of_walks(w->grid);
    wend_result result = wendi_link_bounds_begin_from(&search->from_start, w->grid, &heuristic, query.start);
    if (result != WEND_OK) return result;
    wend_query single = query;
    single.goal_count = single.first_tiles = 0;
    wend_cost best = INT64_MAX;
    wendi_goal best_goal = {.index = -1};
    int32_t next = 0; // the candidate that the next path goes to
    for (int32_t tried = 0; tried < CANDIDATES && goals->count > 0; tried++) {
        wend_cost bound;
        const int32_t position = nearest_goal(search, &heuristic, &bound);
        if (bound >= best) break;
        const wendi_goal goal = goals->items[position];
        wendi_goals_remove(goals, position);
        wendi_notify_goal(&search->observer, goal.tile, query.start, bound);
        single.goal = goal.tile;
        wend_path* path = &search->candidates[next];
        result = answer_part(search, &single, NULL, INT64_MAX, path);
        if (result == WEND_OK && path->outcome == WEND_PARTIAL)
            result = WEND_ERROR_NOT_LOADED; // what it costs beyond shows when that region is here
        if (result != WEND_OK) return result;
        if (path->outcome != WEND_FOUND || path->integer_cost >= best) continue;
        best = path->integer_cost;
        best_goal = goal;
        next = 1 - next;
    }
    *best_out = best;
    drop_goals(search, &heuristic, best);
    wend_path* path = &search->candidates[next];
    if (goals->count > 0) {
        wendi_notify_goal(&search->observer, query.start, query.start, 0);
        result = answer_part(search, &query, goals, best, path);
        if (result != WEND_OK) return result;
        if (path->outcome == WEND_FOUND && path->integer_cost < best) {
            choose(w, path, path->goal);
            return WEND_OK;
        }
    }
    if (best_goal.index < 0) {
        wendi_set_outcome(w, WEND_NO_ROUTE);
        return WEND_OK;
    }
    if (query.first_tiles > 0) {
        single.first_tiles = query.first_tiles;
        single.goal = best_goal.tile;
        wendi_notify_goal(&search->observer, single.goal, query.start, best);
        result = answer_part(search, &single, NULL, INT64_MAX, path);
        if (result != WEND_OK) return result;
    } else {
        path = &search->candidates[1 - next];
    }
    choose(w, path, best_goal.index);
    return WEND_OK;
}

// Passes the stages that never pause, up to the outcome or into a search. The query has several goals.
// *best_out: the cost of the best path to a single goal that WEND_HPA planned, INT64_MAX if none was found;
// else 0. Goals whose bound is not below it had no effect on the answer.
static wend_result enter_several_goals(wend_search* search, wend_cost* best_out) {
    wendi_work* w = &search->work;
    *best_out = w->query.algorithm == WEND_HPA ? INT64_MAX : 0;
    const wend_query* query = &w->query;
    wendi_goals* goals = &search->goals;
    wend_result result = WEND_OK;
    if (w->world) {
        result = wendi_open_tiles(&w->world->graph, &query->start, 1);
        if (result == WEND_OK) result = wendi_open_tiles(&w->world->graph, query->goals, query->goal_count);
    }
    if (result == WEND_OK) result = wendi_goals_set(goals, w->grid, query->goals, query->goal_count);
    if (result != WEND_OK) return result;
    if (!wendi_sheet_passable(w->grid, query->start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (goals->count == 0)
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    for (int32_t i = goals->count - 1; i >= 0 && w->world; i--)
        if (!wendi_may_be_connected(&w->world->graph, &w->world->components, query->start,
                                    goals->items[i].tile))
            wendi_goals_remove(goals, i);
    wendi_search_lap(search, &w->stats.insert_ns);
    if (goals->count == 0) {
        wendi_set_outcome(w, WEND_NO_ROUTE);
        return WEND_OK;
    }
    if (query->algorithm == WEND_HPA) return choose_candidate(search, best_out);
    w->goals = goals;
    result = wendi_query_enter_search(search);
    wendi_search_lap(search, &w->stats.refine_ns);
    return result;
}

// ---- rounds of a query to the tiles of a class, each with the goals that lie nearer than some cost to the
// start, until no goal beyond can matter
//
// Invariant: the goals of a round are all those that the heuristic puts below a cost, in the same order
// as among all. Single goals are tried by their bounds, so a round tries the same ones as a query with
// all goals would, until one with a greater bound would be next. If the best path to one of them costs no
// more than the bound of the round, that one could not be nearer, nor could any other: the answer is the
// same.

enum { FIRST_REACH = 64, WIDER = 4 };

// True when a query is answered by rounds. An observer sees one round only: the one with all goals. So does
// whoever asks for blocked tiles.
static bool looks_around(const wend_search* search) {
    const wendi_work* w = &search->work;
    const bool blocked = w->query.goal_class >= 0 && w->world && !w->world->base &&
                         w->grid->costs.straight[w->query.goal_class] == 0;
    return w->world && !blocked && !wendi_has_regions(&w->world->graph) && w->query.algorithm == WEND_HPA &&
           w->query.goal_class >= 0 && w->grid->links.count == 0 && !wendi_is_observed(&search->observer);
}

// A wider reach: one beyond which no goal can be nearer than a path that was found, if there is one.
static int32_t next_reach(const wend_grid* grid, const wendi_heuristic* heuristic, int32_t reach,
                          wend_cost best) {
    const int64_t most = wendi_max(grid->width, grid->height);
    const int64_t least_step = heuristic->most > 0 ? heuristic->most : 1;
    int64_t next = best < INT64_MAX ? best / least_step + 1 : WIDER * (int64_t)reach;
    if (next < 2 * (int64_t)reach) next = 2 * (int64_t)reach;
    return (int32_t)(next < most ? next : most);
}

// Finds the ends of the query and passes its stages up to the outcome, as wendi_query_ends_find and
// enter_several_goals do, with the same answer. Errors: as those, DAMAGED.
static wend_result enter_class(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_query asked = w->query;
    const wendi_heuristic heuristic = wendi_heuristic_of_walks(w->grid);
    wendi_class_range range = {.reach = FIRST_REACH, .heuristic = &heuristic};
    for (;;) {
        wend_cost best = INT64_MAX;
        w->query = asked;
        wend_result result =
            wendi_query_ends_find(&search->ends, w->world, w->grid, &search->flat.cancel, &range, &w->query);
        wendi_search_lap(search, &w->stats.insert_ns);
        if (result == WEND_OK) result = enter_several_goals(search, &best);
        if (result != WEND_OK || best <= range.bound || w->outcome == WEND_START_BLOCKED) return result;
        w->phase = WENDI_PHASE_START; // another round
        w->chosen = NULL;
        range.reach = next_reach(w->grid, &heuristic, range.reach, best);
    }
}

// ---- how is a query answered from end to end? It is checked, passes its stages, and at the end its
// path is set at once, so that the path stays as it was when a stage fails. Every query runs in slices:
// wend_find_path begins it and finishes it at once.

enum { MOST_TRIES = 16 };

static uint64_t version_of(const wendi_work* w) {
    return w->asked ? w->asked->version : w->grid->version;
}

// Ends the world that a query with shapes to avoid was answered on.
static void end_avoiding(wend_search* search) {
    wend_overlay_destroy(search->avoiding);
    search->avoiding = NULL;
}

// How often a region went: what a search has noted of it is void.
static uint64_t losses_of(const wend_world* world_opt) {
    return world_opt && world_opt->graph.source ? atomic_load(&world_opt->graph.source->losses) : 0;
}

// A part of a query keeps the regions that are here.
static int32_t begin_reading(const wend_world* world_opt) {
    return world_opt ? wendi_begin_reading(&world_opt->graph) : 0;
}

static void end_reading(const wend_world* world_opt, int32_t turn) {
    if (world_opt) wendi_end_reading(&world_opt->graph, turn);
}

static inline bool ends_differ(const wend_query* query) {
    return query->snap > 0 || query->goal_area.width > 0 || query->goal_class >= 0;
}

// Finds out between which tiles the query looks for a path, and passes the first stages.
static wend_result enter(wend_search* search) {
    wendi_work* w = &search->work;
    if (looks_around(search)) return enter_class(search);
    if (!ends_differ(&w->query)) {
        wendi_query_ends_keep(&search->ends, &w->query);
    } else {
        wend_result result =
            wendi_query_ends_find(&search->ends, w->world, w->grid, &search->flat.cancel, NULL, &w->query);
        wendi_search_lap(search, &w->stats.insert_ns);
        if (result != WEND_OK) return result;
    }
    wend_cost best;
    return w->query.goal_count > 0 || search->ends.by_place ? enter_several_goals(search, &best)
                                                            : wendi_query_enter(search);
}

// True when the query at work has ended without a path, and a partial one will do.
static inline bool wants_partial(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->query.partial && w->phase == WENDI_PHASE_DONE && !search->ends.nearest &&
           (w->outcome == WEND_NO_ROUTE || w->outcome == WEND_GOAL_BLOCKED) &&
           (w->query.goal_count > 0 || !search->ends.by_place);
}

// Continues the query at work. budget 0: to its end. A failure is final.
static wend_result advance(wend_search* search, int64_t budget) {
    wendi_work* w = &search->work;
    if (w->phase == WENDI_PHASE_FAILED) return w->result;
    const uint64_t began = search->lap_ns = wendi_search_now(search);
    const bool to_the_end = budget == 0 || w->query.algorithm == WEND_HPA;
    wend_result result = version_of(w) == w->version ? WEND_OK : WEND_ERROR_STALE;
    if (w->phase == WENDI_PHASE_START)
        w->losses = losses_of(w->world);
    else if (w->losses != losses_of(w->world))
        result = WEND_ERROR_STALE; // what the search has noted may be gone
    if (result == WEND_OK && w->phase == WENDI_PHASE_START) result = enter(search);
    if (result == WEND_OK && wants_partial(search)) result = wendi_enter_partial(search);
    bool paused = false;
    while (result == WEND_OK && w->phase != WENDI_PHASE_DONE && !paused) {
        result = wendi_query_run(search, to_the_end ? INT64_MAX : budget);
        if (result == WEND_OK && wants_partial(search)) result = wendi_enter_partial(search);
        paused = !to_the_end;
    }
    if (result != WEND_OK) {
        w->phase = WENDI_PHASE_FAILED;
        w->result = result;
    }
    w->stats.total_ns += (int64_t)(wendi_search_now(search) - began);
    return result;
}

// True when a query opens the clusters that it reads one by one: those around its ends and its way, and those
// that it looks for a class in. In a world with regions the tiles of a class, and what the start reaches, may
// be anywhere. A query on a grid alone knows no clusters.
static bool opens_as_it_goes(const wend_world* world_opt, const wend_query* query) {
    if (!world_opt || !wendi_has_regions(&world_opt->graph)) return world_opt != NULL;
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
    if (result == WEND_OK && !opens_as_it_goes(world_opt, query)) result = wendi_open_all_of(grid);
    end_avoiding(search);
    const wend_world* asked = world_opt;
    if (result == WEND_OK && query->avoid_count > 0) {
        if (!world_opt) return WEND_ERROR_UNSUPPORTED;
        result = wendi_overlay_avoiding(world_opt, query->avoid, query->avoid_count, &search->avoiding,
                                        &world_opt);
        if (result == WEND_OK) grid = world_opt->grid;
    }
    if (result != WEND_OK) return result;
    wendi_work* w = &search->work;
    *w = (wendi_work){.phase = WENDI_PHASE_START,
                      .world = world_opt,
                      .asked = asked,
                      .grid = grid,
                      .query = *query,
                      .below = INT64_MAX};
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
    query->avoid = NULL;
    query->avoid_count = 0;
    if (w->asked) out->origin.world = w->asked->id, out->origin.version = w->version;
}

// Runs the query at work to its end and sets the path.
static wend_result complete(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const int32_t turn = begin_reading(world);
    wend_result result = advance(search, 0);
    const uint64_t began = search->lap_ns = wendi_search_now(search);
    if (search->ends.nearest && w->outcome == WEND_FOUND) w->outcome = WEND_PARTIAL;
    // All tiles on its edge are blocked, but not all of it.
    if (result == WEND_OK && search->ends.by_place && w->outcome == WEND_GOAL_BLOCKED &&
        wendi_query_place_is_passable(w->world, w->grid, &w->query))
        w->outcome = WEND_NO_ROUTE;
    if (result == WEND_OK) result = wendi_query_set_path(search, out);
    if (result == WEND_OK) wendi_query_ends_tell(&search->ends, &w->query, out);
    if (result == WEND_OK) set_origin(search, out);
    end_reading(world, turn);
    w->stats.total_ns += (int64_t)(wendi_search_now(search) - began);
    if (stats_opt) *stats_opt = w->stats;
    w->phase = WENDI_PHASE_NONE;
    end_avoiding(search);
    return result;
}

static wend_result find(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                        const wend_query* query, wend_path* out, wend_stats* stats_opt) {
    wend_result result;
    bool again = true;
    for (int32_t i = 0; i < MOST_TRIES && again; i++) {
        const uint64_t losses = losses_of(world_opt);
        if (stats_opt) *stats_opt = (wend_stats){0};
        result = begin(search, world_opt, grid, query);
        if (result == WEND_OK) result = complete(search, out, stats_opt);
        // A region that a query has begun to use may be closed to it by another thread. A search over the
        // grid alone uses none: it opens all of the world before it begins.
        again = result == WEND_ERROR_NOT_LOADED && losses_of(world_opt) != losses;
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

wend_result wendi_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                            wend_path* out, wend_stats* stats_opt) {
    return find(search, world, world->grid, query, out, stats_opt);
}

// Begins the query of a caller, whose tiles have floors, and finds its path if there is one to be set.
static wend_result ask(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                       const wend_query* query, wend_path* out_opt, wend_stats* stats_opt) {
    wend_query on_sheet;
    if (!world_opt && needs_world(query)) return WEND_ERROR_UNSUPPORTED;
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    const wend_result result = wendi_query_to_sheet(grid, query, &search->sheet_goals, &on_sheet);
    if (result != WEND_OK) return result;
    return out_opt ? find(search, world_opt, grid, &on_sheet, out_opt, stats_opt)
                   : begin(search, world_opt, grid, &on_sheet);
}

wend_result wend_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                           wend_path* out, wend_stats* stats_opt) {
    if (!search || !world || !query || !out) return WEND_ERROR_ARGUMENT;
    return ask(search, world, world->grid, query, out, stats_opt);
}

wend_result wend_find_path_on_grid(wend_search* search, const wend_grid* grid, const wend_query* query,
                                   wend_path* out, wend_stats* stats_opt) {
    if (!search || !grid || !query || !out) return WEND_ERROR_ARGUMENT;
    return ask(search, NULL, grid, query, out, stats_opt);
}

wend_result wend_search_begin(wend_search* search, const wend_world* world, const wend_query* query) {
    if (!search || !world || !query) return WEND_ERROR_ARGUMENT;
    return ask(search, world, world->grid, query, NULL, NULL);
}

wend_result wend_search_begin_on_grid(wend_search* search, const wend_grid* grid, const wend_query* query) {
    if (!search || !grid || !query) return WEND_ERROR_ARGUMENT;
    return ask(search, NULL, grid, query, NULL, NULL);
}

wend_result wend_search_step(wend_search* search, int64_t budget, bool* done_out) {
    if (!search || budget < 0 || !done_out || search->work.phase == WENDI_PHASE_NONE)
        return WEND_ERROR_ARGUMENT;
    const wend_world* world = search->work.world;
    const int32_t turn = begin_reading(world);
    wend_result result = advance(search, budget);
    end_reading(world, turn);
    if (result == WEND_OK) *done_out = search->work.phase == WENDI_PHASE_DONE;
    return result;
}

wend_result wend_search_finish(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    if (!search || !out || search->work.phase == WENDI_PHASE_NONE) return WEND_ERROR_ARGUMENT;
    return complete(search, out, stats_opt);
}

void wend_search_cancel(wend_search* search) {
    if (!search) return;
    search->work.phase = WENDI_PHASE_NONE;
    end_avoiding(search);
}
