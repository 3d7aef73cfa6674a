// find_path.c: how is a query answered from end to end? It is checked, then passes the stages: insertion,
// route, refinement, waypoints. Each stage is timed and writes to scratch memory of the search. The path is
// set last and at once, so that it stays as it was when a stage fails.
//
// Every query runs in slices: wend_find_path begins it and finishes it at once. The searches over tiles and
// over clusters pause when a step's budget is used up; the other stages are short and never pause.
//
// A query with several goals by WEND_HPA consists of queries to single goals, which run to their ends one
// after the other, and at most one search for all goals that are left. Any other algorithm searches for all
// goals at once, in slices.
#include "search/find_path.h"

#include "grid/links.h"
#include "search/flat_search.h"
#include "search/path.h"
#include "search/query_ends.h"
#include "search/refine.h"
#include "search/route.h"
#include "search/smooth.h"

// How far the query at work has come.
typedef enum phase {
    PHASE_NONE,     // no query is at work
    PHASE_START,    // no stage was entered yet
    PHASE_CLUSTERS, // the exact search over clusters runs
    PHASE_TILES,    // the search over tiles runs
    PHASE_DONE,     // the outcome is known and, with a path, its tiles
    PHASE_FAILED,
} phase;

typedef struct work {
    phase phase;
    const wend_world* world; // NULL: a grid alone
    const wend_grid* grid;
    uint64_t version; // of the world or the grid when the query began
    wend_query query;
    const wendi_goals* goals; // the searches look for the nearest of these; NULL: for the query's goal
    wend_cost below;          // only a path that costs less is wanted
    wend_outcome outcome;
    bool routed;             // the tiles came from the route
    const wend_path* chosen; // the path to one of several goals that is the answer; NULL: the tiles are
    int32_t chosen_goal;
    wend_result result; // why it failed
    wend_stats stats;
} work;

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
    wendi_path_link_list links; // between the tiles
    wendi_tile_list no_route;   // always empty: the tiles and route of an answer without a path
    wendi_point_list waypoints;
    wendi_smoother smoother;
    wend_search_observer observer;
    wendi_goals goals;            // of a query with several goals
    wendi_link_bounds from_start; // of paths to them
    wend_path candidates[2];      // paths to single goals, the best so far and the next
    wendi_query_ends ends;        // of the query at work
    work work;
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
                        .goal_class = -1,
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
    search->smoother.allocator = search->links.allocator = allocator;
    wendi_goals_init(&search->goals, &allocator);
    wendi_link_bounds_init(&search->from_start, &allocator);
    for (int32_t i = 0; i < 2; i++) wendi_path_init(&search->candidates[i], &allocator);
    wendi_query_ends_init(&search->ends, &allocator);
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
    wendi_path_link_list_free(&search->links);
    wendi_smoother_free(&search->smoother);
    wendi_point_list_free(&search->waypoints);
    wendi_goals_free(&search->goals);
    wendi_link_bounds_free(&search->from_start);
    for (int32_t i = 0; i < 2; i++) wendi_path_free(&search->candidates[i]);
    wendi_query_ends_free(&search->ends);
    wendi_free(&allocator, search, 1, sizeof *search);
}

size_t wend_search_bytes(const wend_search* search) {
    if (!search) return 0;
    size_t bytes = wendi_goals_bytes(&search->goals) + wendi_link_bounds_bytes(&search->from_start) +
                   wendi_query_ends_bytes(&search->ends);
    for (int32_t i = 0; i < 2; i++) bytes += wendi_path_bytes(&search->candidates[i]);
    return bytes + sizeof *search + wendi_flat_bytes(&search->flat) + wendi_route_bytes(&search->route) +
           wendi_cluster_search_bytes(&search->cluster_search) + wendi_refine_bytes(&search->refine) +
           (search->tiles.capacity + search->corners.capacity) * sizeof(wend_tile) +
           search->links.capacity * sizeof(wend_path_link) + search->waypoints.capacity * sizeof(wend_vec2) +
           search->smoother.capacity * sizeof(double);
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

// True when the query has goals of one kind only, all on the map.
static bool has_valid_goals(const wend_grid* grid, const wend_query* query) {
    const wend_rect area = query->goal_area;
    const bool several = query->goal_count > 0, by_class = query->goal_class >= 0;
    const bool by_area = area.x != 0 || area.y != 0 || area.width != 0 || area.height != 0;
    if (query->goal_count < 0 || (several && !query->goals) || several + by_class + by_area > 1) return false;
    if (query->goal_class < -1 || query->goal_class >= WEND_CLASS_COUNT) return false;
    if (by_area)
        return area.x >= 0 && area.y >= 0 && area.width > 0 && area.height > 0 &&
               area.width <= grid->width - area.x && area.height <= grid->height - area.y;
    for (int32_t i = 0; i < query->goal_count; i++)
        if (!wend_grid_contains(grid, query->goals[i])) return false;
    return several || by_class || wend_grid_contains(grid, query->goal);
}

wend_result wendi_check_query(const wend_grid* grid, const wend_query* query) {
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool valid = has_valid_goals(grid, query) && wend_grid_contains(grid, query->start) && query->snap >= 0 &&
                 (int)query->algorithm >= 0 && query->algorithm < WEND_ALGORITHM_COUNT &&
                 (int)query->heuristic >= 0 && query->heuristic < WEND_HEURISTIC_COUNT &&
                 query->heuristic_weight >= 0 && query->heuristic_weight <= 16 && query->first_tiles >= 0 &&
                 query->body_radius >= 0 && query->body_radius <= 0.5f && (int)query->refinement >= 0 &&
                 query->refinement < WEND_REFINEMENT_COUNT;
    if (!valid) return WEND_ERROR_ARGUMENT;
    const bool tiles_only = query->algorithm != WEND_HPA && query->algorithm != WEND_EXACT;
    return !query->hex_diagonals || (tiles_only && wendi_is_hex(grid->connectivity)) ? WEND_OK
                                                                                     : WEND_ERROR_UNSUPPORTED;
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
        if (i < route->ready && route->clusters[i] >= 0)
            area = wendi_cluster_rect(&world->graph.clusters, route->clusters[i]);
        wendi_notify(&search->observer,
                     (wend_event){WEND_EVENT_LEG, area.width > 0, tiles[i], tiles[i - 1], 0, 0, area});
    }
}

static void notify_corridor(const wend_search* search, const wendi_partition* clusters) {
    for (int64_t i = 0; i < search->refine.corridor_count; i++)
        wendi_notify_cluster(&search->observer, WEND_EVENT_CORRIDOR, 1,
                             wendi_cluster_rect(clusters, search->refine.corridor[i]), 0);
}

static void notify_goal(const wend_search* search, wend_tile tile, wend_tile start, wend_cost bound) {
    if (wendi_is_observed(&search->observer))
        wendi_notify(&search->observer,
                     (wend_event){.kind = WEND_EVENT_GOAL, .tile = tile, .from = start, .cost = bound});
}

// ---- the stages

// Begins a search over the tiles of the whole map.
static wend_result begin_flat(wend_search* search, const wend_grid* grid, const wend_query* query,
                              const wendi_goals* goals_opt, wend_stats* stats) {
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
    if (goals_opt && goals_opt->count > WENDI_MAX_BOUNDED_GOALS && query->algorithm != WEND_GREEDY)
        kind = WEND_NO_HEURISTIC;
    wendi_flat_query flat_query = {
        .start = query->start,
        .goal = query->goal,
        .heuristic = wendi_heuristic_for(grid, kind, (int32_t)(weight * WENDI_WEIGHT_ONE)),
        .count_steps = query->algorithm == WEND_BFS,
        .greedy = query->algorithm == WEND_GREEDY,
        .goals = goals_opt,
        .hex_diagonals = query->hex_diagonals,
    };
    if (query->hex_diagonals) wendi_heuristic_allow_hex_diagonals(&flat_query.heuristic, grid);
    wend_result result = wendi_flat_reset(&search->flat, grid, false);
    return result == WEND_OK ? wendi_flat_begin(&search->flat, grid, &flat_query, stats) : result;
}

// Begins an exact search over the clusters of the whole map.
static wend_result begin_clusters(wend_search* search, const work* w) {
    wendi_cluster_query cluster_query = {.grid = w->grid,
                                         .graph = &w->world->graph,
                                         .start = w->query.start,
                                         .goal = w->query.goal,
                                         .goals = w->goals,
                                         .limit = w->below};
    return wendi_cluster_search_begin(&search->cluster_search, &cluster_query);
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
                                       &search->tiles, &search->links, stats);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    notify_corridor(search, &world->graph.clusters);
    return wendi_refine_by_astar(&search->refine, &search->flat, world, &legs, found_out, &search->tiles,
                                 &search->links, stats);
}

// Chooses the waypoints for some of the tiles, between two links.
static wend_result add_waypoints(wend_search* search, const wend_grid* grid, const wend_query* query,
                                 const wendi_tile_list* tiles) {
    wendi_tile_list* corners = &search->corners;
    wend_result result =
        query->smooth ? wendi_pull_string(&search->smoother, grid, tiles, (double)query->body_radius, corners)
                      : wendi_turning_points(grid, tiles, corners);
    for (int64_t i = 0; i < corners->count && result == WEND_OK; i++)
        result = wendi_point_list_push(&search->waypoints, wend_grid_center(grid, corners->data[i]));
    return result;
}

// Chooses the waypoints for the tiles found, sums the cost and sets the path. Both ends of a link are
// waypoints, and the tiles between two links are treated like a path.
static wend_result finish(wend_search* search, const wend_grid* grid, const wend_query* query,
                          wend_outcome outcome, bool routed, wend_path* out, wend_stats* stats,
                          uint64_t* time) {
    WENDI_ASSERT(outcome == WEND_FOUND || outcome == WEND_PARTIAL);
    WENDI_ASSERT(search->tiles.count > 0);
    const wendi_tile_list* tiles = &search->tiles;
    wendi_path_link_list* links = &search->links;
    double cost = 0;
    wend_cost integer_cost = 0;
    wend_result result = WEND_OK;
    search->waypoints.count = 0;
    for (int64_t i = 0, first = 0; i <= links->count && result == WEND_OK; i++) {
        int64_t end = i < links->count ? links->data[i].tile + 1 : tiles->count;
        wendi_tile_list part = {.data = tiles->data + first, .count = end - first};
        wend_cost part_cost;
        WENDI_ASSERT(first < end && end <= tiles->count);
        result = add_waypoints(search, grid, query, &part);
        cost += wendi_path_cost(grid, part.data, part.count, &part_cost);
        integer_cost += part_cost;
        first = end;
        if (i == links->count) break;
        const wend_link* link = wend_grid_find_link(grid, links->data[i].id);
        links->data[i].waypoint = (int32_t)search->waypoints.count - 1;
        cost += (double)link->cost;
        integer_cost += wendi_link_cost(grid, link);
    }
    lap(search, time, &stats->smooth_ns);
    if (result != WEND_OK) return result;
    return wendi_path_assign(out, outcome, cost, integer_cost, tiles,
                             routed ? &search->route.tiles : &search->no_route, &search->waypoints, links);
}

static wend_result answer(wend_search* search, wend_path* out, wend_outcome outcome) {
    WENDI_ASSERT(outcome != WEND_FOUND && outcome != WEND_PARTIAL && search->no_route.count == 0);
    search->waypoints.count = 0;
    return wendi_path_assign(out, outcome, 0, 0, &search->no_route, &search->no_route, &search->waypoints,
                             NULL);
}

// Connects start and goal to the abstract graph of a world and, for WEND_HPA and a long path, finds the
// route. *connected_out: a path exists. *time: when the query entered this stage.
static wend_result find_route(wend_search* search, const wend_world* world, const wend_query* query,
                              bool* connected_out, bool* routed_out, wend_stats* stats, uint64_t* time) {
    const wendi_graph* graph = &world->graph;
    *connected_out = wendi_may_be_connected(graph, &world->components, query->start, query->goal);
    if (*connected_out) {
        wendi_insert(world->grid, graph, query->start, WENDI_FROM, &search->sweeper, &search->from);
        wendi_insert(world->grid, graph, query->goal, WENDI_TO, &search->sweeper, &search->to);
        *connected_out = wendi_connected(world->grid, graph, &world->components, &search->from, &search->to);
    }
    lap(search, time, &stats->insert_ns);
    if (!*connected_out || query->algorithm != WEND_HPA ||
        wendi_clusters_near(&graph->clusters, query->start, query->goal))
        return WEND_OK;
    if (wendi_is_observed(&search->observer)) {
        notify_links(search, world, &search->from);
        notify_links(search, world, &search->to);
    }
    wend_result result =
        wendi_route_search(&search->route, world, query->start, &search->from, query->goal, &search->to,
                           query->first_tiles > 0 ? query->first_tiles : INT64_MAX, routed_out, stats);
    lap(search, time, &stats->route_ns);
    if (result == WEND_OK && *routed_out && wendi_is_observed(&search->observer)) notify_route(search, world);
    return result;
}

// ---- a query in slices

static uint64_t version_of(const work* w) {
    return w->world ? w->world->version : w->grid->version;
}

static void set_outcome(work* w, wend_outcome outcome) {
    w->outcome = outcome;
    w->phase = PHASE_DONE;
}

static wend_result enter_tiles(wend_search* search) {
    work* w = &search->work;
    w->phase = PHASE_TILES;
    return begin_flat(search, w->grid, &w->query, w->goals, &w->stats);
}

// Enters the search over clusters where it can answer the query, otherwise that over tiles.
static wend_result enter_search(wend_search* search) {
    work* w = &search->work;
    const wend_algorithm algorithm = w->query.algorithm;
    if (w->world && (algorithm == WEND_HPA || algorithm == WEND_EXACT) &&
        w->query.refinement == WEND_REFINE_SWEEP) {
        w->phase = PHASE_CLUSTERS;
        wend_result result = begin_clusters(search, w);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    return enter_tiles(search);
}

// Passes the stages that never pause, up to the outcome or into a search. The query has one goal.
static wend_result enter_single(wend_search* search) {
    work* w = &search->work;
    uint64_t time = now(search);
    if (!wend_grid_passable(w->grid, w->query.start))
        set_outcome(w, WEND_START_BLOCKED);
    else if (!wend_grid_passable(w->grid, w->query.goal))
        set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == PHASE_DONE) return WEND_OK;
    wend_result result = WEND_OK;
    if (w->world) {
        bool connected;
        result = find_route(search, w->world, &w->query, &connected, &w->routed, &w->stats, &time);
        if (!connected) set_outcome(w, WEND_NO_ROUTE);
        if (result != WEND_OK || !connected) return result;
    }
    if (w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = refine(search, w->world, &w->query, &outcome, &found, &w->stats);
        w->routed = found;
        if (found) set_outcome(w, outcome);
    }
    if (result == WEND_OK && !w->routed) result = enter_search(search);
    lap(search, &time, &w->stats.refine_ns);
    return result;
}

// Continues the search that runs. When the costs of that over clusters do not fit, the one over tiles takes
// over; likewise when it finds no path to the only goal, which is connected to the start.
static wend_result run(wend_search* search, int64_t budget) {
    work* w = &search->work;
    uint64_t time = now(search);
    bool done = false, found = false;
    wend_result result;
    if (w->phase == PHASE_CLUSTERS) {
        result = wendi_cluster_search_step(&search->cluster_search, budget, &done, &found, &search->tiles,
                                           &search->links, &w->stats);
        if (result == WEND_ERROR_LIMIT || (result == WEND_OK && done && !found && !w->goals)) {
            done = false;
            result = enter_tiles(search);
        }
    } else {
        result = wendi_flat_run(&search->flat, budget, &done, &found, &w->stats);
        if (result == WEND_OK && found)
            result = wendi_flat_walk_back(&search->flat, w->query.start, search->flat.reached, &search->tiles,
                                          &search->links);
    }
    if (result == WEND_OK && done) set_outcome(w, found ? WEND_FOUND : WEND_NO_ROUTE);
    lap(search, &time, &w->stats.refine_ns);
    return result;
}

// Sets the path for the outcome and the tiles of the query at work.
static wend_result set_path(wend_search* search, wend_path* out) {
    work* w = &search->work;
    if (w->outcome != WEND_FOUND && w->outcome != WEND_PARTIAL) return answer(search, out, w->outcome);
    uint64_t time = now(search);
    wend_result result = finish(search, w->grid, &w->query, w->outcome, w->routed, out, &w->stats, &time);
    if (result != WEND_OK || !w->goals) return result;
    const int32_t position = wendi_goals_find(w->goals, search->tiles.data[search->tiles.count - 1]);
    WENDI_ASSERT(position >= 0);
    out->goal = w->goals->items[position].index;
    return WEND_OK;
}

// ---- several goals

// Answers a query to its end while another is at work, and adds its counts and times to that one. goals_opt:
// searches for all of these at once.
static wend_result answer_part(wend_search* search, const wend_query* query, const wendi_goals* goals_opt,
                               wend_cost below, wend_path* out) {
    work* w = &search->work;
    const work whole = *w;
    w->query = *query;
    w->goals = goals_opt;
    w->below = below;
    wend_result result;
    if (goals_opt) {
        uint64_t time = now(search);
        result = enter_search(search);
        lap(search, &time, &w->stats.refine_ns);
    } else {
        result = enter_single(search);
    }
    while (result == WEND_OK && w->phase != PHASE_DONE) result = run(search, INT64_MAX);
    if (result == WEND_OK) result = set_path(search, out);
    const wend_stats stats = w->stats;
    *w = whole;
    w->stats = stats;
    return result;
}

static void choose(work* w, const wend_path* path, int32_t goal) {
    w->chosen = path;
    w->chosen_goal = goal;
    set_outcome(w, path->outcome);
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
// takes one or two plans when the goals lie apart. If it takes more, an exact search finds the nearest of the
// rest, so that many goals behind one wall cost no more than that.
static wend_result choose_candidate(wend_search* search) {
    enum { CANDIDATES = 4 };
    work* w = &search->work;
    const wend_query query = w->query;
    wendi_goals* goals = &search->goals;
    const wendi_heuristic heuristic = wendi_heuristic_for(
        w->grid, w->grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE,
        WENDI_WEIGHT_ONE);
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
        if (result != WEND_OK) return result;
        if (path->outcome != WEND_FOUND || path->integer_cost >= best) continue;
        best = path->integer_cost;
        best_goal = goal;
        next = 1 - next;
    }
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
        set_outcome(w, WEND_NO_ROUTE);
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

static wend_result enter_several(wend_search* search) {
    work* w = &search->work;
    uint64_t time = now(search);
    const wend_query* query = &w->query;
    wendi_goals* goals = &search->goals;
    wend_result result = wendi_goals_set(goals, w->grid, query->goals, query->goal_count);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(w->grid, query->start))
        set_outcome(w, WEND_START_BLOCKED);
    else if (goals->count == 0)
        set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == PHASE_DONE) return WEND_OK;
    for (int32_t i = goals->count - 1; i >= 0 && w->world; i--)
        if (!wendi_may_be_connected(&w->world->graph, &w->world->components, query->start,
                                    goals->items[i].tile))
            wendi_goals_remove(goals, i);
    lap(search, &time, &w->stats.insert_ns);
    if (goals->count == 0) {
        set_outcome(w, WEND_NO_ROUTE);
        return WEND_OK;
    }
    if (query->algorithm == WEND_HPA) return choose_candidate(search);
    w->goals = goals;
    result = enter_search(search);
    lap(search, &time, &w->stats.refine_ns);
    return result;
}

// ---- the query at work

// Finds out between which tiles the query looks for a path, and passes the first stages.
static wend_result enter(wend_search* search) {
    work* w = &search->work;
    if (!wendi_query_ends_differ(&w->query)) {
        wendi_query_ends_keep(&search->ends, &w->query);
    } else {
        uint64_t time = now(search);
        wend_result result = wendi_query_ends_find(&search->ends, w->grid, &search->flat.cancel, &w->query);
        lap(search, &time, &w->stats.insert_ns);
        if (result != WEND_OK) return result;
    }
    return w->query.goal_count > 0 || search->ends.by_place ? enter_several(search) : enter_single(search);
}

// A path to the reachable tile nearest to a goal. On a grid alone the search over tiles has to find out first
// what is reachable, if it has not looked for the goal already.
static wend_result enter_nearest(wend_search* search) {
    work* w = &search->work;
    uint64_t time = now(search);
    wend_result result = WEND_OK;
    w->goals = NULL;
    if (w->world) {
        result = wendi_query_ends_reach(&search->ends, w->world, &search->flat.cancel, &w->query);
        lap(search, &time, &w->stats.insert_ns);
        if (result != WEND_OK) return result;
        notify_goal(search, w->query.goal, w->query.start, 0);
        w->phase = PHASE_START;
        return enter_single(search);
    }
    if (w->outcome == WEND_GOAL_BLOCKED) {
        if (w->query.goal_count > 0) w->query.goal = w->query.goals[0]; // a blocked tile like the others
        result = enter_tiles(search);
    } else {
        wendi_query_ends_reach_closed(&search->ends, &search->flat, &w->query);
        set_outcome(w, WEND_FOUND);
        result = wendi_flat_walk_back(&search->flat, w->query.start, w->query.goal, &search->tiles,
                                      &search->links);
    }
    lap(search, &time, &w->stats.refine_ns);
    return result;
}

static bool wants_nearest(const wend_search* search) {
    const work* w = &search->work;
    return w->query.partial && w->phase == PHASE_DONE && !search->ends.nearest &&
           (w->outcome == WEND_NO_ROUTE || w->outcome == WEND_GOAL_BLOCKED) &&
           (w->query.goal_count > 0 || !search->ends.by_place);
}

// Continues the query at work. budget 0: to its end. A failure is final.
static wend_result advance(wend_search* search, int64_t budget) {
    work* w = &search->work;
    if (w->phase == PHASE_FAILED) return w->result;
    uint64_t began = now(search);
    const bool to_the_end = budget == 0 || w->query.algorithm == WEND_HPA;
    wend_result result = version_of(w) == w->version ? WEND_OK : WEND_ERROR_STALE;
    if (result == WEND_OK && w->phase == PHASE_START) result = enter(search);
    if (result == WEND_OK && wants_nearest(search)) result = enter_nearest(search);
    bool paused = false;
    while (result == WEND_OK && w->phase != PHASE_DONE && !paused) {
        result = run(search, to_the_end ? INT64_MAX : budget);
        if (result == WEND_OK && wants_nearest(search)) result = enter_nearest(search);
        paused = !to_the_end;
    }
    if (result != WEND_OK) {
        w->phase = PHASE_FAILED;
        w->result = result;
    }
    lap(search, &began, &w->stats.total_ns);
    return result;
}

static wend_result begin(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                         const wend_query* query) {
    wend_result result = wendi_check_query(grid, query);
    if (result != WEND_OK) return result;
    work* w = &search->work;
    *w = (work){.phase = PHASE_START, .world = world_opt, .grid = grid, .query = *query, .below = INT64_MAX};
    w->version = version_of(w);
    return WEND_OK;
}

// Runs the query at work to its end and sets the path.
static wend_result complete(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    work* w = &search->work;
    wend_result result = advance(search, 0);
    uint64_t began = now(search);
    if (search->ends.nearest && w->outcome == WEND_FOUND) w->outcome = WEND_PARTIAL;
    if (result == WEND_OK && w->chosen) {
        const wend_path* path = w->chosen;
        result = wendi_path_assign(out, path->outcome, path->cost, path->integer_cost, &path->tiles,
                                   &path->route, &path->waypoints, &path->links);
        if (result == WEND_OK) out->goal = w->chosen_goal;
    } else if (result == WEND_OK) {
        result = set_path(search, out);
    }
    if (result == WEND_OK) wendi_query_ends_tell(&search->ends, &w->query, out);
    lap(search, &began, &w->stats.total_ns);
    if (stats_opt) *stats_opt = w->stats;
    w->phase = PHASE_NONE;
    return result;
}

static wend_result find(wend_search* search, const wend_world* world_opt, const wend_grid* grid,
                        const wend_query* query, wend_path* out, wend_stats* stats_opt) {
    wend_result result = begin(search, world_opt, grid, query);
    if (result == WEND_OK) return complete(search, out, stats_opt);
    if (stats_opt) *stats_opt = (wend_stats){0};
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
    if (!search || budget < 0 || !done_out || search->work.phase == PHASE_NONE) return WEND_ERROR_ARGUMENT;
    wend_result result = advance(search, budget);
    if (result == WEND_OK) *done_out = search->work.phase == PHASE_DONE;
    return result;
}

wend_result wend_search_finish(wend_search* search, wend_path* out, wend_stats* stats_opt) {
    if (!search || !out || search->work.phase == PHASE_NONE) return WEND_ERROR_ARGUMENT;
    return complete(search, out, stats_opt);
}

void wend_search_cancel(wend_search* search) {
    if (search) search->work.phase = PHASE_NONE;
}
