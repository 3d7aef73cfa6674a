// find_path.c: how is a query answered from end to end? It is checked, then passes the stages: insertion,
// route, refinement, waypoints. Each stage is timed and writes to scratch memory of the search. The path is
// set last and at once, so that it stays as it was when a stage fails.
#include "wend/search.h"

#include "search/flat_search.h"
#include "search/path.h"
#include "search/refine.h"
#include "search/route.h"
#include "search/smooth.h"

struct wend_search {
    wend_allocator allocator;
    uint64_t (*clock_ns)(void* context);
    void* clock_context;
    wendi_flat flat;
    wendi_cluster_search cluster_search;
    wendi_route route;
    wendi_refine refine;
    wendi_sweeper sweeper; // for insertion
    wendi_insertion from, to;
    wendi_tile_list tiles, corners;
    wendi_tile_list no_route; // always empty: the tiles and route of an answer without a path
    wendi_point_list waypoints;
    wendi_smoother smoother;
    wend_search_observer observer;
    wendi_goals goals;                // of a query with several goals
    const wendi_goals* several_goals; // the nearest of these instead of the query's goal; NULL: its goal
    wend_path candidates[2];          // paths to single goals, the best so far and the next
};

wend_search_def wend_default_search_def(void) {
    return (wend_search_def){.cookie = WENDI_COOKIE};
}

wend_query wend_default_query(wend_tile start, wend_tile goal) {
    return (wend_query){.start = start,
                        .goal = goal,
                        .algorithm = WEND_HPA,
                        .heuristic = WEND_OCTILE,
                        .heuristic_weight = 1,
                        .body_radius = 0.5f,
                        .cookie = WENDI_COOKIE};
}

wend_result wend_search_create(const wend_search_def* def, wend_search** out) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_search* search = wendi_alloc_zeroed(&allocator, 1, sizeof *search);
    if (!search) return WEND_ERROR_MEMORY;
    search->allocator = allocator;
    search->clock_ns = def->clock_ns;
    search->clock_context = def->clock_context;
    wendi_flat_init(&search->flat, &allocator);
    wendi_cluster_search_init(&search->cluster_search, &allocator);
    wendi_route_init(&search->route, &allocator);
    wendi_refine_init(&search->refine, &allocator);
    search->flat.cancel = search->cluster_search.cancel =
        (wendi_cancel){def->should_cancel, def->cancel_context};
    search->observer = search->flat.observer = search->cluster_search.observer = def->observer;
    search->route.search.observer = def->observer;
    search->tiles.allocator = search->corners.allocator = search->waypoints.allocator = allocator;
    search->smoother.allocator = allocator;
    wendi_goals_init(&search->goals, &allocator);
    for (int32_t i = 0; i < 2; i++) wendi_path_init(&search->candidates[i], &allocator);
    *out = search;
    return WEND_OK;
}

void wend_search_destroy(wend_search* search) {
    if (!search) return;
    wend_allocator allocator = search->allocator;
    wendi_flat_free(&search->flat);
    wendi_cluster_search_free(&search->cluster_search);
    wendi_route_free(&search->route);
    wendi_refine_free(&search->refine);
    wendi_tile_list_free(&search->tiles);
    wendi_tile_list_free(&search->corners);
    wendi_smoother_free(&search->smoother);
    wendi_point_list_free(&search->waypoints);
    wendi_goals_free(&search->goals);
    for (int32_t i = 0; i < 2; i++) wendi_path_free(&search->candidates[i]);
    wendi_free(&allocator, search, 1, sizeof *search);
}

size_t wend_search_bytes(const wend_search* search) {
    if (!search) return 0;
    size_t bytes = wendi_goals_bytes(&search->goals);
    for (int32_t i = 0; i < 2; i++) bytes += wendi_path_bytes(&search->candidates[i]);
    return bytes + sizeof *search + wendi_flat_bytes(&search->flat) + wendi_route_bytes(&search->route) +
           wendi_cluster_search_bytes(&search->cluster_search) + wendi_refine_bytes(&search->refine) +
           (search->tiles.capacity + search->corners.capacity) * sizeof(wend_tile) +
           search->waypoints.capacity * sizeof(wend_vec2) + search->smoother.capacity * sizeof(double);
}

// Adds the time since *since_io to *sum and sets *since_io to now.
static void lap(const wend_search* search, uint64_t* since_io, int64_t* sum) {
    if (!search->clock_ns) return;
    uint64_t now = search->clock_ns(search->clock_context);
    *sum += (int64_t)(now - *since_io);
    *since_io = now;
}

static uint64_t now(const wend_search* search) {
    return search->clock_ns ? search->clock_ns(search->clock_context) : 0;
}

static wend_result check_query(const wend_grid* grid, const wend_query* query) {
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool valid = query->goal_count >= 0 && (query->goal_count == 0 || query->goals);
    for (int32_t i = 0; i < query->goal_count && valid; i++)
        valid = wend_grid_contains(grid, query->goals[i]);
    valid = valid && wend_grid_contains(grid, query->start) &&
            (query->goal_count > 0 || wend_grid_contains(grid, query->goal)) && (int)query->algorithm >= 0 &&
            query->algorithm < WEND_ALGORITHM_COUNT && (int)query->heuristic >= 0 &&
            query->heuristic < WEND_HEURISTIC_COUNT && query->heuristic_weight >= 0 &&
            query->heuristic_weight <= 16 && query->first_tiles >= 0 && query->body_radius >= 0 &&
            query->body_radius <= 0.5f && (int)query->refinement >= 0 &&
            query->refinement < WEND_REFINEMENT_COUNT;
    return valid ? WEND_OK : WEND_ERROR_ARGUMENT;
}

// ---- what the stages without a search report to an observer

// Reports a node on a line once for each cluster that it shares with the tile.
static void notify_links(const wend_search* search, const wend_world* world, const wendi_insertion* at) {
    const wendi_graph* a = &world->graph;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, at->clusters[i]);
        wend_rect area = wendi_cluster_rect(&a->clusters, at->clusters[i]);
        for (int32_t n = 0; n < matrix->count; n++) {
            if (at->distance[i][n] == WENDI_UNREACHED) continue;
            wend_tile node = wendi_node_tile(&a->clusters, matrix->nodes[n]);
            wendi_notify(&search->observer,
                         (wend_event){WEND_EVENT_LINKED, 1, node, at->tile, at->distance[i][n], 0, area});
        }
    }
}

static void notify_route(const wend_search* search, const wend_world* world) {
    const wendi_route* route = &search->route;
    const wend_tile* tiles = route->tiles.data;
    for (int64_t i = 1; i < route->tiles.count; i++) {
        // Legs after the part that the query asked for may be edges of larger clusters: they have no area.
        wend_rect area = {tiles[i].x, tiles[i].y, 0, 0};
        if (i < route->ready) area = wendi_cluster_rect(&world->graph.clusters, route->clusters[i]);
        wendi_notify(&search->observer,
                     (wend_event){WEND_EVENT_LEG, area.width > 0, tiles[i], tiles[i - 1], 0, 0, area});
    }
}

static void notify_corridor(const wend_search* search, const wendi_clusters* clusters) {
    for (int64_t i = 0; i < search->refine.corridor_count; i++)
        wendi_notify_cluster(&search->observer, WEND_EVENT_CORRIDOR, 1,
                             wendi_cluster_rect(clusters, search->refine.corridor[i]), 0);
}

// ---- the stages

// Searches over the tiles of the whole map.
static wend_result find_flat(wend_search* search, const wend_grid* grid, const wend_query* query,
                             bool* found_out, wend_stats* stats) {
    wend_heuristic kind = query->heuristic;
    float weight = query->heuristic_weight;
    if (query->algorithm == WEND_HPA || query->algorithm == WEND_EXACT) {
        kind = grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE;
        weight = 1;
    } else if (query->algorithm == WEND_GREEDY) {
        weight = 1;
    } else if (query->algorithm != WEND_ASTAR) {
        kind = WEND_NO_HEURISTIC;
    }
    const wendi_goals* goals = search->several_goals;
    if (goals && goals->count > WENDI_MAX_BOUNDED_GOALS && query->algorithm != WEND_GREEDY)
        kind = WEND_NO_HEURISTIC;
    wendi_flat_query flat_query = {
        .start = query->start,
        .goal = query->goal,
        .heuristic = wendi_heuristic_for(grid, kind, (int32_t)(weight * WENDI_WEIGHT_ONE)),
        .count_steps = query->algorithm == WEND_BFS,
        .greedy = query->algorithm == WEND_GREEDY,
        .goals = goals,
    };
    wend_result result = wendi_flat_reset(&search->flat, grid, false);
    if (result == WEND_OK) result = wendi_flat_search(&search->flat, grid, &flat_query, found_out, stats);
    if (result == WEND_OK && *found_out)
        result = wendi_flat_walk_back(&search->flat, query->start, search->flat.reached, &search->tiles);
    return result;
}

// Finds the optimum by the cluster search over the whole map.
static wend_result find_exact(wend_search* search, const wend_world* world, const wend_query* query,
                              wend_cost limit, bool* found_out, wend_stats* stats) {
    wendi_cluster_query cluster_query = {.grid = world->grid,
                                         .graph = &world->graph,
                                         .start = query->start,
                                         .goal = query->goal,
                                         .goals = search->several_goals,
                                         .limit = limit};
    return wendi_cluster_search_run(&search->cluster_search, &cluster_query, found_out, &search->tiles,
                                    stats);
}

// Turns the route into tiles, or only its ready part. The sweep reports LIMIT when costs do not fit its
// fields; A* then takes over.
static wend_result refine(wend_search* search, const wend_world* world, const wend_query* query,
                          wend_outcome* outcome_out, bool* found_out, wend_stats* stats) {
    const wendi_route* route = &search->route;
    WENDI_ASSERT(route->ready >= 2 && route->ready <= route->tiles.count);
    wendi_legs legs = {route->tiles.data, route->clusters, route->ready, route->cost};
    *outcome_out = legs.count < route->tiles.count ? WEND_PARTIAL : WEND_FOUND;
    wend_result result = wendi_refine_corridor(&search->refine, world, &legs);
    if (result != WEND_OK) return result;
    if (query->refinement == WEND_REFINE_SWEEP) {
        result = wendi_refine_by_sweep(&search->refine, &search->cluster_search, world, &legs, found_out,
                                       &search->tiles, stats);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    notify_corridor(search, &world->graph.clusters);
    return wendi_refine_by_astar(&search->refine, &search->flat, world, &legs, found_out, &search->tiles,
                                 stats);
}

// Chooses the waypoints for the tiles found, sums the cost and sets the path.
static wend_result finish(wend_search* search, const wend_grid* grid, const wend_query* query,
                          wend_outcome outcome, bool routed, wend_path* out, wend_stats* stats,
                          uint64_t* time) {
    WENDI_ASSERT(outcome == WEND_FOUND || outcome == WEND_PARTIAL);
    WENDI_ASSERT(search->tiles.count > 0);
    wendi_tile_list* corners = &search->corners;
    wend_result result = query->smooth ? wendi_pull_string(&search->smoother, grid, &search->tiles,
                                                           (double)query->body_radius, corners)
                                       : wendi_turning_points(&search->tiles, corners);
    search->waypoints.count = 0;
    for (int64_t i = 0; i < corners->count && result == WEND_OK; i++)
        result = wendi_point_list_push(&search->waypoints, wend_grid_center(grid, corners->data[i]));
    lap(search, time, &stats->smooth_ns);
    if (result != WEND_OK) return result;
    const wendi_tile_list* tiles = &search->tiles;
    wend_cost integer_cost;
    double cost = wendi_path_cost(grid, tiles->data, tiles->count, &integer_cost);
    return wendi_path_assign(out, outcome, cost, integer_cost, tiles,
                             routed ? &search->route.tiles : &search->no_route, &search->waypoints);
}

static wend_result answer(wend_search* search, wend_path* out, wend_outcome outcome) {
    WENDI_ASSERT(outcome != WEND_FOUND && outcome != WEND_PARTIAL && search->no_route.count == 0);
    search->waypoints.count = 0;
    return wendi_path_assign(out, outcome, 0, 0, &search->no_route, &search->no_route, &search->waypoints);
}

// Finds the tiles by the route if there is one, otherwise by a search over the whole map. *routed_io: before,
// there is a route to refine; after, the tiles came from it. *outcome_out: WEND_NO_ROUTE if there is no path.
static wend_result find_tiles(wend_search* search, const wend_world* world, const wend_grid* grid,
                              const wend_query* query, bool* routed_io, wend_outcome* outcome_out,
                              wend_stats* stats) {
    WENDI_ASSERT(!*routed_io || world);
    bool found = false;
    if (*routed_io) {
        wend_result result = refine(search, world, query, outcome_out, &found, stats);
        if (result != WEND_OK || found) return result;
        *routed_io = false;
    }
    wend_result result = WEND_ERROR_LIMIT;
    if (world && (query->algorithm == WEND_HPA || query->algorithm == WEND_EXACT) &&
        query->refinement == WEND_REFINE_SWEEP)
        result = find_exact(search, world, query, INT64_MAX, &found, stats);
    if (result == WEND_ERROR_LIMIT || (result == WEND_OK && !found))
        result = find_flat(search, grid, query, &found, stats);
    *outcome_out = found ? WEND_FOUND : WEND_NO_ROUTE;
    return result;
}

// world: NULL for a grid alone.
static wend_result find(wend_search* search, const wend_world* world, const wend_grid* grid,
                        const wend_query* query, wend_path* out, wend_stats* stats) {
    uint64_t time = now(search);
    if (!wend_grid_passable(grid, query->start)) return answer(search, out, WEND_START_BLOCKED);
    if (!wend_grid_passable(grid, query->goal)) return answer(search, out, WEND_GOAL_BLOCKED);

    bool routed = false;
    wend_outcome outcome = WEND_NO_ROUTE;
    wend_result result = WEND_OK;
    if (world) {
        const wendi_graph* graph = &world->graph;
        if (!wendi_may_be_connected(graph, &world->components, query->start, query->goal)) {
            lap(search, &time, &stats->insert_ns);
            return answer(search, out, WEND_NO_ROUTE);
        }
        wendi_insert(grid, graph, query->start, WENDI_FROM, &search->sweeper, &search->from);
        wendi_insert(grid, graph, query->goal, WENDI_TO, &search->sweeper, &search->to);
        bool connected = wendi_connected(grid, graph, &world->components, query->start, &search->from,
                                         query->goal, &search->to);
        lap(search, &time, &stats->insert_ns);
        if (!connected) return answer(search, out, WEND_NO_ROUTE);
        if (query->algorithm == WEND_HPA &&
            !wendi_clusters_near(&graph->clusters, query->start, query->goal)) {
            if (wendi_is_observed(&search->observer)) {
                notify_links(search, world, &search->from);
                notify_links(search, world, &search->to);
            }
            result = wendi_route_search(&search->route, world, query->start, &search->from, query->goal,
                                        &search->to, query->first_tiles > 0 ? query->first_tiles : INT64_MAX,
                                        &routed, stats);
            lap(search, &time, &stats->route_ns);
            if (result != WEND_OK) return result;
            if (routed && wendi_is_observed(&search->observer)) notify_route(search, world);
        }
    }
    result = find_tiles(search, world, grid, query, &routed, &outcome, stats);
    lap(search, &time, &stats->refine_ns);
    if (result != WEND_OK) return result;
    return outcome == WEND_NO_ROUTE ? answer(search, out, outcome)
                                    : finish(search, grid, query, outcome, routed, out, stats, &time);
}

// ---- several goals

static wend_result answer_path(wend_path* out, const wend_path* path, int32_t goal) {
    wend_result result = wendi_path_assign(out, path->outcome, path->cost, path->integer_cost, &path->tiles,
                                           &path->route, &path->waypoints);
    if (result == WEND_OK) out->goal = goal;
    return result;
}

static void notify_goal(const wend_search* search, wend_tile tile, wend_tile start, wend_cost bound) {
    if (wendi_is_observed(&search->observer))
        wendi_notify(&search->observer,
                     (wend_event){.kind = WEND_EVENT_GOAL, .tile = tile, .from = start, .cost = bound});
}

// Searches for all goals at once. below: only a path that costs less is wanted. *outcome_out: WEND_NO_ROUTE
// if there is none.
static wend_result find_at_once(wend_search* search, const wend_world* world, const wend_grid* grid,
                                const wend_query* query, wend_cost below, wend_path* out,
                                wend_outcome* outcome_out, wend_stats* stats, uint64_t* time) {
    const bool by_clusters = world && (query->algorithm == WEND_HPA || query->algorithm == WEND_EXACT) &&
                             query->refinement == WEND_REFINE_SWEEP;
    bool found = false;
    search->several_goals = &search->goals;
    wend_result result = WEND_ERROR_LIMIT;
    if (by_clusters) result = find_exact(search, world, query, below, &found, stats);
    if (result == WEND_ERROR_LIMIT) result = find_flat(search, grid, query, &found, stats);
    *outcome_out = found ? WEND_FOUND : WEND_NO_ROUTE;
    search->several_goals = NULL;
    lap(search, time, &stats->refine_ns);
    if (result != WEND_OK || !found) return result;
    const wend_tile last = search->tiles.data[search->tiles.count - 1];
    const int32_t position = wendi_goals_find(&search->goals, last);
    WENDI_ASSERT(position >= 0);
    result = finish(search, grid, query, *outcome_out, false, out, stats, time);
    if (result == WEND_OK) out->goal = search->goals.items[position].index;
    return result;
}

// Leaves only the goals that a path may reach for less than a cost.
static void drop_goals(wendi_goals* goals, const wendi_heuristic* heuristic, wend_tile start,
                       wend_cost below) {
    for (int32_t i = goals->count - 1; i >= 0; i--)
        if (wendi_heuristic_between(heuristic, start, goals->items[i].tile) >= below)
            wendi_goals_remove(goals, i);
}

// Plans to the goals one by one, the one with the smallest heuristic first, until no other can be nearer.
// That takes one or two plans when the goals lie apart. If it takes more, an exact search finds the nearest
// of the rest, so that many goals behind one wall cost no more than that.
static wend_result find_by_candidates(wend_search* search, const wend_world* world, const wend_query* query,
                                      wend_path* out, wend_stats* stats, uint64_t* time) {
    enum { CANDIDATES = 4 };
    const wend_grid* grid = world->grid;
    const wendi_heuristic heuristic = wendi_heuristic_for(
        grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    wendi_goals* goals = &search->goals;
    wend_query single = *query;
    single.goal_count = single.first_tiles = 0;
    wend_cost best = INT64_MAX;
    int32_t best_goal = -1, next = 0; // the index of a goal; of the candidate that the next path goes to
    for (int32_t tried = 0; tried < CANDIDATES && goals->count > 0; tried++) {
        wend_cost bound;
        int32_t position = wendi_goals_nearest(goals, &heuristic, query->start, &bound);
        if (bound >= best) break;
        const wendi_goal goal = goals->items[position];
        wendi_goals_remove(goals, position);
        notify_goal(search, goal.tile, query->start, bound);
        single.goal = goal.tile;
        wend_path* path = &search->candidates[next];
        wend_result result = find(search, world, grid, &single, path, stats);
        if (result != WEND_OK) return result;
        if (path->outcome != WEND_FOUND || path->integer_cost >= best) continue;
        best = path->integer_cost;
        best_goal = goal.index;
        next = 1 - next;
    }
    *time = now(search);
    drop_goals(goals, &heuristic, query->start, best);
    wend_outcome outcome = WEND_NO_ROUTE;
    if (goals->count > 0) {
        wend_path* path = &search->candidates[next];
        notify_goal(search, query->start, query->start, 0);
        wend_result result = find_at_once(search, world, grid, query, best, path, &outcome, stats, time);
        if (result != WEND_OK) return result;
        if (outcome == WEND_FOUND && path->integer_cost < best) return answer_path(out, path, path->goal);
    }
    if (best_goal < 0) return answer(search, out, WEND_NO_ROUTE);
    if (query->first_tiles == 0) return answer_path(out, &search->candidates[1 - next], best_goal);
    single.first_tiles = query->first_tiles;
    single.goal = query->goals[best_goal];
    notify_goal(search, single.goal, query->start, best);
    wend_result result = find(search, world, grid, &single, out, stats);
    if (result == WEND_OK) out->goal = best_goal;
    return result;
}

static wend_result find_nearest(wend_search* search, const wend_world* world, const wend_grid* grid,
                                const wend_query* query, wend_path* out, wend_stats* stats) {
    uint64_t time = now(search);
    wendi_goals* goals = &search->goals;
    wend_result result = wendi_goals_set(goals, grid, query->goals, query->goal_count);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(grid, query->start)) return answer(search, out, WEND_START_BLOCKED);
    if (goals->count == 0) return answer(search, out, WEND_GOAL_BLOCKED);
    for (int32_t i = goals->count - 1; i >= 0 && world; i--)
        if (!wendi_may_be_connected(&world->graph, &world->components, query->start, goals->items[i].tile))
            wendi_goals_remove(goals, i);
    lap(search, &time, &stats->insert_ns);
    if (goals->count == 0) return answer(search, out, WEND_NO_ROUTE);
    if (query->algorithm == WEND_HPA) return find_by_candidates(search, world, query, out, stats, &time);
    wend_outcome outcome = WEND_NO_ROUTE;
    result = find_at_once(search, world, grid, query, INT64_MAX, out, &outcome, stats, &time);
    return result == WEND_OK && outcome == WEND_NO_ROUTE ? answer(search, out, outcome) : result;
}

static wend_result find_timed(wend_search* search, const wend_world* world, const wend_grid* grid,
                              const wend_query* query, wend_path* out, wend_stats* stats_opt) {
    wend_stats stats = {0};
    wend_result result = check_query(grid, query);
    if (result == WEND_OK) {
        uint64_t began = now(search);
        result = query->goal_count > 0 ? find_nearest(search, world, grid, query, out, &stats)
                                       : find(search, world, grid, query, out, &stats);
        lap(search, &began, &stats.total_ns);
    }
    if (stats_opt) *stats_opt = stats;
    return result;
}

wend_result wend_find_path(wend_search* search, const wend_world* world, const wend_query* query,
                           wend_path* out, wend_stats* stats_opt) {
    if (!search || !world || !query || !out) return WEND_ERROR_ARGUMENT;
    return find_timed(search, world, world->grid, query, out, stats_opt);
}

wend_result wend_find_path_on_grid(wend_search* search, const wend_grid* grid, const wend_query* query,
                                   wend_path* out, wend_stats* stats_opt) {
    if (!search || !grid || !query || !out) return WEND_ERROR_ARGUMENT;
    if (query->cookie == WENDI_COOKIE && query->algorithm == WEND_HPA) return WEND_ERROR_UNSUPPORTED;
    return find_timed(search, NULL, grid, query, out, stats_opt);
}
