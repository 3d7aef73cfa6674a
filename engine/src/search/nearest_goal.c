// nearest_goal.c: which of several goals is the nearest?
#include "search/nearest_goal.h"

#include "hierarchy/first_check.h"
#include "hierarchy/ground.h"
#include "search/query.h"
#include "search/query_path.h"

static wendi_heuristic goal_heuristic(const wend_grid* grid);

// ---- rounds of a query to the tiles of a class, each with the goals that lie nearer than some cost to the
// start, until no goal beyond can matter
//
// Invariant: the goals of a round are all those that the heuristic puts below a cost, in the same order
// as among all. Single goals are tried by their bounds, so a round tries the same ones as a query with
// all goals would, until one with a greater bound would be next. If the best path to one of them costs no
// more than the bound of the round, that one could not be nearer, nor could any other: the answer is the
// same.

enum { FIRST_REACH = 64, WIDER = 4 };

// An observer sees one round only: the one with all goals. So does whoever asks for blocked tiles.
bool wendi_looks_around(const wend_search* search) {
    const wendi_work* w = &search->work;
    const bool blocked = w->query.goal_class >= 0 && w->world && !w->world->base &&
                         w->grid->costs.straight[w->query.goal_class] == 0;
    return w->world && !blocked && !w->world->graph.ground && w->query.algorithm == WEND_HPA &&
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

wend_result wendi_enter_class(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_query asked = w->query;
    const wendi_heuristic heuristic = goal_heuristic(w->grid);
    wendi_class_range range = {.reach = FIRST_REACH, .heuristic = &heuristic};
    for (;;) {
        wend_cost best = INT64_MAX;
        uint64_t time = wendi_search_now(search);
        w->query = asked;
        wend_result result =
            wendi_query_ends_find(&search->ends, w->world, w->grid, &search->flat.cancel, &range, &w->query);
        wendi_search_lap(search, &time, &w->stats.insert_ns);
        if (result == WEND_OK) result = wendi_enter_several_goals(search, &best);
        if (result != WEND_OK || best <= range.bound || w->outcome == WEND_START_BLOCKED) return result;
        w->phase = WENDI_PHASE_START; // another round
        w->chosen = NULL;
        range.reach = next_reach(w->grid, &heuristic, range.reach, best);
    }
}

// ---- in which order are several goals tried, and when can no other be nearer?

static void notify_goal(const wend_search* search, wend_tile tile, wend_tile start, wend_cost bound) {
    if (wendi_is_observed(&search->observer))
        wendi_notify(&search->observer,
                     (wend_event){.kind = WEND_EVENT_GOAL, .tile = tile, .from = start, .cost = bound});
}

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
        uint64_t time = wendi_search_now(search);
        result = wendi_query_enter_search(search);
        wendi_search_lap(search, &time, &w->stats.refine_ns);
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

// The lower bound on costs that goals are compared by, where no links shorten paths.
static wendi_heuristic goal_heuristic(const wend_grid* grid) {
    return wendi_heuristic_for(grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE,
                               WENDI_WEIGHT_ONE);
}

// Plans to the goals one by one, the one with the smallest bound first, until no other can be nearer. That
// takes one or two plans when the goals lie apart. If it takes more, an exact search finds the nearest of the
// rest, so that many goals behind one wall cost no more than that.
static wend_result choose_candidate(wend_search* search, wend_cost* best_out) {
    enum { CANDIDATES = 4 };
    wendi_work* w = &search->work;
    const wend_query query = w->query;
    wendi_goals* goals = &search->goals;
    const wendi_heuristic heuristic = goal_heuristic(w->grid);
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
        notify_goal(search, goal.tile, query.start, bound);
        single.goal = goal.tile;
        wend_path* path = &search->candidates[next];
        result = answer_part(search, &single, NULL, INT64_MAX, path);
        if (result == WEND_OK && path->outcome == WEND_PARTIAL)
            result = WEND_ERROR_NOT_LOADED; // what it costs beyond shows when that ground is loaded
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
        notify_goal(search, query.start, query.start, 0);
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
        notify_goal(search, single.goal, query.start, best);
        result = answer_part(search, &single, NULL, INT64_MAX, path);
        if (result != WEND_OK) return result;
    } else {
        path = &search->candidates[1 - next];
    }
    choose(w, path, best_goal.index);
    return WEND_OK;
}

wend_result wendi_enter_several_goals(wend_search* search, wend_cost* best_out) {
    wendi_work* w = &search->work;
    *best_out = w->query.algorithm == WEND_HPA ? INT64_MAX : 0;
    uint64_t time = wendi_search_now(search);
    const wend_query* query = &w->query;
    wendi_goals* goals = &search->goals;
    wend_result result = WEND_OK;
    if (w->world) { // of a mapped one, the clusters of the ends are checked first
        wendi_read_ahead_at(&w->world->graph, query->start);
        for (int32_t i = 0; i < query->goal_count; i++)
            wendi_read_ahead_at(&w->world->graph, query->goals[i]);
        result = wendi_touch_tile(&w->world->graph, query->start);
        for (int32_t i = 0; i < query->goal_count && result == WEND_OK; i++)
            result = wendi_touch_tile(&w->world->graph, query->goals[i]);
    }
    if (result == WEND_OK) result = wendi_goals_set(goals, w->grid, query->goals, query->goal_count);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(w->grid, query->start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (goals->count == 0)
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    for (int32_t i = goals->count - 1; i >= 0 && w->world; i--)
        if (!wendi_may_be_connected(&w->world->graph, &w->world->components, query->start,
                                    goals->items[i].tile))
            wendi_goals_remove(goals, i);
    wendi_search_lap(search, &time, &w->stats.insert_ns);
    if (goals->count == 0) {
        wendi_set_outcome(w, WEND_NO_ROUTE);
        return WEND_OK;
    }
    if (query->algorithm == WEND_HPA) return choose_candidate(search, best_out);
    w->goals = goals;
    result = wendi_query_enter_search(search);
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}
