// query.c: which queries are valid, which stages do they pass, and what becomes their path?
#include "search/query.h"

#include <math.h>
#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"
#include "search/expand_edge.h"
#include "search/path_check.h"
#include "search/smooth.h"
#include "wend/stream.h"

// ---- which queries are valid?

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
        if (!wendi_sheet_contains(grid, query->goals[i])) return false;
    return several || by_class || wendi_sheet_contains(grid, query->goal);
}

// True when the floors of all tiles are 0.
static bool are_on_floor_0(const wend_tile* tiles, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (tiles[i].floor != 0) return false;
    return true;
}

wend_result wendi_query_to_sheet(const wend_grid* grid, const wend_query* query, wendi_tile_list* goals,
                                 wend_query* out) {
    *out = *query;
    out->start = wendi_to_sheet(&grid->floors, query->start);
    out->goal = wendi_to_sheet(&grid->floors, query->goal);
    if (query->goal_area.width != 0) out->goal_area = wendi_area_to_sheet(&grid->floors, query->goal_area);
    if (query->goal_count <= 0 || !query->goals) return WEND_OK;
    if (wendi_is_sheet(&grid->floors) && are_on_floor_0(query->goals, query->goal_count)) return WEND_OK;
    const wend_result result = wendi_tile_list_reserve(goals, query->goal_count);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < query->goal_count; i++)
        goals->data[i] = wendi_to_sheet(&grid->floors, query->goals[i]);
    goals->count = query->goal_count;
    out->goals = goals->data;
    return WEND_OK;
}

wend_result wendi_check_query(const wend_grid* grid, const wend_query* query) {
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool valid = has_valid_goals(grid, query) && wendi_sheet_contains(grid, query->start) &&
                 query->snap >= 0 && (int)query->algorithm >= 0 && query->algorithm < WEND_ALGORITHM_COUNT &&
                 (int)query->heuristic >= 0 && query->heuristic < WEND_HEURISTIC_COUNT &&
                 query->heuristic_weight >= 0 && query->heuristic_weight <= 16 && query->first_tiles >= 0 &&
                 query->body_radius >= 0 && query->body_radius <= 0.5f && (int)query->refinement >= 0 &&
                 query->refinement < WEND_REFINEMENT_COUNT;
    if (!valid || query->avoid_count < 0 || (query->avoid_count > 0 && !query->avoid))
        return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < query->avoid_count; i++)
        if (wendi_shape_check(&query->avoid[i], &grid->floors) != WEND_OK) return WEND_ERROR_ARGUMENT;
    const bool tiles_only = query->algorithm != WEND_HPA && query->algorithm != WEND_EXACT;
    if (query->hex_diagonals && !(tiles_only && wendi_is_hex(grid->connectivity)))
        return WEND_ERROR_UNSUPPORTED;
    const bool may_reopen = query->algorithm == WEND_ASTAR || query->algorithm == WEND_DIJKSTRA;
    return (query->reopen || query->until_proven) && !may_reopen ? WEND_ERROR_UNSUPPORTED : WEND_OK;
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
        if (i < route->ready && route->clusters.data[i] >= 0)
            area = wendi_cluster_rect(&world->graph.clusters, route->clusters.data[i]);
        wendi_notify(&search->observer,
                     (wend_event){WEND_EVENT_LEG, area.width > 0, tiles[i], tiles[i - 1], 0, 0, area});
    }
}

// ---- the stages

// Many queries in a row may lead to one goal: its insertion holds as long as no tile and no node has changed.
static void insert_goal(wend_search* search, const wend_world* world, wend_tile goal) {
    const bool lasts =
        world->refreshed && !wendi_has_regions(&world->graph); // no node changes without a new version
    const wend_tile last = search->to.tile;
    if (lasts && search->to_world == world->id && search->to_version == world->version && last.x == goal.x &&
        last.y == goal.y)
        return;
    wendi_insert(world->grid, &world->graph, goal, WENDI_TO, &search->sweeper, &search->to);
    search->to_world = lasts ? world->id : 0;
    search->to_version = world->version;
}

// True when a cluster of one end equals or touches a cluster of the other, also beyond a seam. There an exact
// search reads little, and a route might lead over a node far beside the path.
static bool are_near(const wend_world* world, wend_tile start, wend_tile goal) {
    const wendi_partition* clusters = &world->graph.clusters;
    const wendi_links* links = &world->grid->links;
    if (wendi_clusters_near(clusters, start, goal)) return true;
    for (int32_t side = 0; side < 2 && links->count > 0; side++) {
        int32_t at[4];
        const int32_t count = wendi_clusters_at(clusters, side == WENDI_LINK_FROM ? start : goal, at);
        for (int32_t k = 0; k < count; k++) {
            wendi_link_search search =
                wendi_links_in(links, (wendi_link_side)side, wendi_cluster_rect(clusters, at[k]));
            for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
                const wend_link* link = &links->data[i];
                if (link->kind == WEND_LINK_SEAM &&
                    (side == WENDI_LINK_FROM ? wendi_clusters_near(clusters, link->to, goal)
                                             : wendi_clusters_near(clusters, start, link->from)))
                    return true;
            }
        }
    }
    return false;
}

// Insertion and route: connects start and goal to the abstract graph of the world and, for WEND_HPA and a
// long path, finds the route: work.routed. *connected_out: a path exists. *time_io: when the query entered
// this stage; when it left it. Errors: MEMORY.
static wend_result query_find_route(wend_search* search, bool* connected_out, uint64_t* time_io) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const wendi_graph* graph = &world->graph;
    const wend_query* query = &w->query;
    *connected_out = wendi_may_be_connected(graph, &world->components, query->start, query->goal);
    if (*connected_out) {
        wendi_insert(world->grid, graph, query->start, WENDI_FROM, &search->sweeper, &search->from);
        insert_goal(search, world, query->goal);
        *connected_out = wendi_connected(world->grid, graph, &world->components, &search->from, &search->to);
    }
    wendi_search_lap(search, time_io, &w->stats.insert_ns);
    if (!*connected_out || query->algorithm != WEND_HPA ||
        (!w->by_route && are_near(world, query->start, query->goal)))
        return WEND_OK;
    if (wendi_is_observed(&search->observer)) {
        notify_links(search, world, &search->from);
        notify_links(search, world, &search->to);
    }
    wend_result result = wendi_route_search(
        &search->route, world, query->start, &search->from, query->goal, &search->to,
        query->first_tiles > 0 ? query->first_tiles : INT64_MAX, w->below, &w->routed, &w->stats);
    wendi_search_lap(search, time_io, &w->stats.route_ns);
    if (result == WEND_OK && w->routed && wendi_is_observed(&search->observer)) notify_route(search, world);
    return result;
}

// The same towards a goal that is not here. Errors: MEMORY.
static wend_result query_find_route_toward(wend_search* search, uint64_t* time_io) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const wend_query* query = &w->query;
    wendi_insert(world->grid, &world->graph, query->start, WENDI_FROM, &search->sweeper, &search->from);
    wendi_search_lap(search, time_io, &w->stats.insert_ns);
    if (!search->from.linked) return WEND_OK;
    const int64_t steps = query->first_tiles > 0 ? query->first_tiles : INT64_MAX;
    wend_result result = wendi_route_toward(&search->route, world, query->start, &search->from, query->goal,
                                            steps, &w->routed, &w->stats);
    wendi_search_lap(search, time_io, &w->stats.route_ns);
    if (result == WEND_OK && w->routed && wendi_is_observed(&search->observer)) notify_route(search, world);
    return result;
}

// The sweep reports LIMIT when costs do not fit its fields; A* then takes over.
static wend_result refine_ready_legs(wend_search* search, wend_outcome* outcome_out, bool* found_out) {
    wendi_work* w = &search->work;
    const wendi_route* route = &search->route;
    WENDI_ASSERT(route->ready >= 2 && route->ready <= route->tiles.count);
    wendi_legs legs = {route->tiles.data, route->clusters.data, route->ready, route->cost, route->costs.data};
    *outcome_out = legs.count < route->tiles.count ? WEND_PARTIAL : WEND_FOUND;
    if (w->query.refinement == WEND_REFINE_SWEEP ||
        wendi_has_regions(&w->world->graph)) { // A* reads more than clusters
        const wend_result result =
            wendi_refine_by_sweep(&search->refine, &search->cluster_search, w->world, &legs, found_out,
                                  &search->tiles, &search->links, &w->stats);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    return wendi_refine_by_astar(&search->refine, &search->flat, w->world, &legs, found_out, &search->tiles,
                                 &search->links, &w->stats);
}

// Tiles may pass abstract nodes by, so that they are fewer than the steps of the legs: then more legs become
// ready, and all are refined again.
// Refinement: turns the route into tiles, or only its ready part. *outcome_out: FOUND or PARTIAL
// accordingly. *found_out is false only when the world's matrices contradict its tiles, which only a corrupt
// file may cause. Errors: MEMORY, LIMIT, CANCELLED.
static wend_result query_refine(wend_search* search, wend_outcome* outcome_out, bool* found_out) {
    wendi_work* w = &search->work;
    wendi_route* route = &search->route;
    wend_result result = refine_ready_legs(search, outcome_out, found_out);
    while (result == WEND_OK && *found_out && search->tiles.count <= w->query.first_tiles &&
           route->rest_count > 0 && !route->waits) {
        result =
            wendi_route_extend(route, w->world, w->query.first_tiles - search->tiles.count + 1, found_out);
        if (result != WEND_OK || !*found_out) break;
        if (wendi_is_observed(&search->observer)) {
            wendi_notify(
                &search->observer,
                (wend_event){.kind = WEND_EVENT_GOAL, .tile = w->query.goal, .from = w->query.start});
            notify_route(search, w->world);
        }
        result = refine_ready_legs(search, outcome_out, found_out);
    }
    return result;
}

// Begins the search over the tiles of the whole map. Errors: MEMORY, LIMIT.
static wend_result query_begin_tiles(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_grid* grid = w->grid;
    const wend_query* query = &w->query;
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
    if (w->goals && w->goals->count > WENDI_MAX_BOUNDED_GOALS && query->algorithm != WEND_GREEDY)
        kind = WEND_NO_HEURISTIC;
    wendi_flat_query flat_query = {
        .start = query->start,
        .goal = query->goal,
        .heuristic = wendi_heuristic_for(grid, kind, (int32_t)(weight * WENDI_WEIGHT_ONE)),
        .count_steps = query->algorithm == WEND_BFS,
        .greedy = query->algorithm == WEND_GREEDY,
        .reopens = query->reopen || query->until_proven,
        .until_proven = query->until_proven,
        .goals = w->goals,
        .hex_diagonals = query->hex_diagonals,
    };
    if (query->hex_diagonals) wendi_heuristic_allow_hex_diagonals(&flat_query.heuristic, grid);
    wend_result result = wendi_flat_reset(&search->flat, grid, false);
    return result == WEND_OK ? wendi_flat_begin(&search->flat, grid, &flat_query, &w->stats) : result;
}

// Begins the exact search over the clusters of the whole map. Errors: MEMORY, LIMIT.
static wend_result query_begin_clusters(wend_search* search) {
    const wendi_work* w = &search->work;
    wendi_cluster_query cluster_query = {.grid = w->grid,
                                         .graph = &w->world->graph,
                                         .start = w->query.start,
                                         .goal = w->query.goal,
                                         .goals = w->goals,
                                         .limit = w->below};
    return wendi_cluster_search_begin(&search->cluster_search, &cluster_query);
}

// ---- how does a query to one goal pass its stages?
//
// On a world, its ends are connected to the abstract graph. A route is refined. Without one, or if that
// finds nothing, a search over the whole map takes its place.

// This search needs all regions, and opens the clusters that it enters.
static wend_result enter_tiles(wend_search* search) {
    const wend_world* world = search->work.world;
    search->work.phase = WENDI_PHASE_TILES;
    const wend_result opened = world ? wendi_open_regions(world) : WEND_OK;
    return opened == WEND_OK ? query_begin_tiles(search) : opened;
}

wend_result wendi_query_enter_search(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_algorithm algorithm = w->query.algorithm;
    if (w->world && (algorithm == WEND_HPA || algorithm == WEND_EXACT) &&
        (w->query.refinement == WEND_REFINE_SWEEP || wendi_has_regions(&w->world->graph))) {
        w->phase = WENDI_PHASE_CLUSTERS;
        wend_result result = query_begin_clusters(search);
        if (result != WEND_ERROR_LIMIT) return result;
    }
    return enter_tiles(search);
}

// True when no route costs less than is wanted, so that a search over the whole map is not worth while.
static bool is_too_far(const wendi_work* w) {
    return w->below < INT64_MAX && w->query.algorithm == WEND_HPA && !w->routed &&
           !are_near(w->world, w->query.start, w->query.goal);
}

// The path is the start alone, until more regions are here.
static wend_result wait_at_start(wend_search* search) {
    search->tiles.count = search->links.count = 0;
    search->work.routed = false;
    wendi_set_outcome(&search->work, WEND_PARTIAL);
    return wendi_tile_list_push(&search->tiles, search->work.query.start);
}

// A query with an end in a region that is not here. On maps with parts that cannot be left again, the path
// towards a goal could lead into one.
// Whether components leave a path possible. An end that is not here may be blocked and give way
// (wend_query.snap) to a tile in any cluster within the radius.
static bool may_reach_goal(const wendi_work* w, bool start_here, bool goal_here) {
    enum { MOST_CLUSTERS = 1024 }; // to be looked at; more of them are taken to have a way
    const wend_query* q = &w->query;
    if (wendi_may_lead(&w->world->graph, q->start, q->goal)) return true;
    if (q->snap == 0 || (start_here && goal_here)) return false;
    const wendi_partition* clusters = &w->world->graph.clusters;
    const double radius = fmin(ceil((double)q->snap), (double)clusters->size * MOST_CLUSTERS);
    const int32_t reach = (int32_t)radius, size = clusters->size;
    const int32_t left = wendi_max(q->goal.x - reach, 0) / size, top = wendi_max(q->goal.y - reach, 0) / size;
    const int32_t right = wendi_min((q->goal.x + reach) / size, clusters->columns - 1),
                  bottom = wendi_min((q->goal.y + reach) / size, clusters->rows - 1);
    if (!start_here || (int64_t)(right - left + 1) * (bottom - top + 1) > MOST_CLUSTERS) return true;
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) {
            const wend_tile inside = {wendi_min(x * size + size / 2, w->grid->width - 1),
                                      wendi_min(y * size + size / 2, w->grid->height - 1)};
            if (wendi_may_lead(&w->world->graph, q->start, inside)) return true;
        }
    return false;
}

static wend_result enter_away(wend_search* search) {
    wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const bool start_here = wendi_tile_is_here(&world->graph, w->query.start),
               goal_here = wendi_tile_is_here(&world->graph, w->query.goal);
    uint64_t time = wendi_search_now(search);
    wend_result result = start_here ? wendi_open_tiles(&world->graph, &w->query.start, 1) : WEND_OK;
    if (result == WEND_OK && goal_here) result = wendi_open_tiles(&world->graph, &w->query.goal, 1);
    if (result != WEND_OK) return result;
    if (start_here && !wendi_sheet_passable(w->grid, w->query.start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (goal_here && !wendi_sheet_passable(w->grid, w->query.goal))
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    else if (!may_reach_goal(w, start_here, goal_here))
        wendi_set_outcome(w, WEND_NO_ROUTE);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    if (w->query.algorithm != WEND_HPA) return WEND_ERROR_NOT_LOADED;
    w->provisional = true;
    if (start_here && world->components.reach.label_count == 0)
        result = query_find_route_toward(search, &time);
    if (result == WEND_OK && w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = query_refine(search, &outcome, &found);
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
    w->stats.used_subgoals = true;
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
    const wend_tile ends[] = {w->query.start, w->query.goal};
    wend_result result = w->world ? wendi_open_tiles(&w->world->graph, ends, 2) : WEND_OK;
    if (result == WEND_ERROR_NOT_LOADED) return enter_away(search);
    if (result != WEND_OK) return result;
    if (!wendi_sheet_passable(w->grid, w->query.start))
        wendi_set_outcome(w, WEND_START_BLOCKED);
    else if (!wendi_sheet_passable(w->grid, w->query.goal))
        wendi_set_outcome(w, WEND_GOAL_BLOCKED);
    if (w->phase == WENDI_PHASE_DONE) return WEND_OK;
    if (goes_by_subgoals(search)) return enter_subgoals(search);
    if (w->world) {
        bool connected;
        result = query_find_route(search, &connected, &time);
        if (!connected || is_too_far(w)) wendi_set_outcome(w, WEND_NO_ROUTE);
        if (result != WEND_OK || w->phase == WENDI_PHASE_DONE) return result;
    }
    if (w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = query_refine(search, &outcome, &found);
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

// ---- where does a path end that cannot reach a goal, and which search finds it?

// The components of the world show at once which tile is the nearest. A separate query leads there.
static wend_result enter_in_world(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    wend_result result = wendi_query_ends_reach(&search->ends, w->world, &search->flat.cancel, &w->query);
    wendi_search_lap(search, &time, &w->stats.insert_ns);
    if (result != WEND_OK) return result;
    if (wendi_is_observed(&search->observer))
        wendi_notify(&search->observer,
                     (wend_event){.kind = WEND_EVENT_GOAL, .tile = w->query.goal, .from = w->query.start});
    w->phase = WENDI_PHASE_START;
    return wendi_query_enter(search);
}

// The search over tiles has closed all tiles that the start reaches. If all goals are blocked, it was left
// out so far.
static wend_result enter_on_grid(wend_search* search) {
    wendi_work* w = &search->work;
    uint64_t time = wendi_search_now(search);
    wend_result result;
    if (w->outcome == WEND_GOAL_BLOCKED) {
        if (w->query.goal_count > 0) w->query.goal = w->query.goals[0]; // blocked as all of them
        w->phase = WENDI_PHASE_TILES;
        result = query_begin_tiles(search);
    } else {
        wendi_query_ends_reach_closed(&search->ends, &search->flat, &w->query);
        wendi_set_outcome(w, WEND_FOUND);
        result = wendi_flat_walk_back(&search->flat, w->query.start, w->query.goal, &search->tiles,
                                      &search->links);
    }
    wendi_search_lap(search, &time, &w->stats.refine_ns);
    return result;
}

wend_result wendi_enter_partial(wend_search* search) {
    search->work.goals = NULL;
    return search->work.world ? enter_in_world(search) : enter_on_grid(search);
}

// ---- how do the outcome of a query and the tiles that it found become its path?

// True when the regions are here over which the string of a path may run.
static bool has_ground(const wend_search* search, const wendi_tile_list* tiles) {
    const wend_world* world = search->work.world;
    if (!world || !wendi_has_regions(&world->graph)) return true;
    wend_tile least = tiles->data[0], most = least;
    for (int64_t i = 1; i < tiles->count; i++) {
        least.x = wendi_min(least.x, tiles->data[i].x);
        least.y = wendi_min(least.y, tiles->data[i].y);
        most.x = wendi_max(most.x, tiles->data[i].x);
        most.y = wendi_max(most.y, tiles->data[i].y);
    }
    // A string may run over the tiles beside those of the path.
    return wendi_area_is_here(&world->graph,
                              (wend_rect){least.x, least.y, most.x - least.x + 2, most.y - least.y + 2});
}

// Opens the clusters along the lines of a string that was pulled: they may lead over others than its tiles.
// In a world with regions they are open (has_ground).
static wend_result open_lines(const wend_search* search, const wendi_tile_list* corners) {
    const wend_world* world = search->work.world;
    wend_result result = WEND_OK;
    if (!world || wendi_has_regions(&world->graph)) return WEND_OK;
    for (int64_t i = 1; i < corners->count && result == WEND_OK; i++)
        result = wendi_open_line(&world->graph, corners->data[i - 1], corners->data[i]);
    return result;
}

wend_result wendi_query_add_waypoints(wend_search* search, const wendi_tile_list* tiles) {
    const wend_grid* grid = search->work.grid;
    const wend_query* query = &search->work.query;
    const double radius = (double)query->body_radius;
    wendi_tile_list* corners = &search->corners;
    const wend_path* before = search->work.before;
    const bool smooth = query->smooth && has_ground(search, tiles);
    bool done = false;
    wend_result result = WEND_OK;
    if (before && smooth && search->links.count == 0 && before->links.count == 0 && before->pulled)
        result = wendi_pull_part(&search->smoother, grid, before, tiles, radius, &search->part_corners,
                                 corners, &done);
    if (result == WEND_OK && !done)
        result = smooth ? wendi_pull_string(&search->smoother, grid, tiles, radius, corners)
                        : wendi_turning_points(grid, tiles, corners);
    if (result == WEND_OK && smooth) result = open_lines(search, corners);
    for (int64_t i = 0; i < corners->count && result == WEND_OK; i++)
        result = wendi_point_list_push(&search->waypoints, wendi_sheet_center(grid, corners->data[i]));
    return result;
}

static bool has_rest(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->outcome == WEND_PARTIAL && (w->provisional || (w->routed && search->route.rest_count > 0));
}

static int64_t rest_count(const wend_search* search) {
    return search->work.routed ? search->route.rest_count : 0;
}

// Keeps what the query has not refined. There must be room for it.
static void set_rest(const wend_search* search, wend_path* out) {
    const wendi_work* w = &search->work;
    const wendi_route* route = &search->route;
    wendi_rest* rest = &out->rest;
    const int64_t edges = rest_count(search);
    const wend_tile last = out->tiles.data[out->tiles.count - 1];
    rest->left = true;
    rest->world = w->world->id;
    rest->version = w->version;
    rest->level_count = w->level_count;
    rest->provisional = w->provisional;
    rest->nearest = search->ends.nearest;
    rest->goal = w->query.goal;
    rest->waits = w->routed ? route->waits || edges == 0 : true;
    rest->goal_cluster = w->routed ? route->goal_cluster : -1;
    rest->goal_cost = w->routed ? route->goal_cost : 0;
    rest->edges.count = edges;
    if (edges > 0) memcpy(rest->edges.data, route->edges.data, (size_t)edges * sizeof *rest->edges.data);
    rest->route_nodes = w->routed ? route->ready : 0;
    rest->tiles.count = 1;
    rest->tiles.data[0] = last;
    rest->clusters.data[0] = -1;
}

// Chooses the waypoints for the tiles found, sums the cost and sets the path. Both ends of a link are
// waypoints, and the tiles between two links are treated like a path.
static wend_result set_tiles(wend_search* search, wend_path* out) {
    wendi_work* w = &search->work;
    const wend_grid* grid = w->grid;
    const wendi_tile_list* tiles = &search->tiles;
    wendi_path_link_list* links = &search->links;
    WENDI_ASSERT(tiles->count > 0);
    uint64_t time = wendi_search_now(search);
    double cost = 0;
    wend_cost integer_cost = 0;
    wend_result result = WEND_OK;
    search->waypoints.count = 0;
    for (int64_t i = 0, first = 0; i <= links->count && result == WEND_OK; i++) {
        int64_t end = i < links->count ? links->data[i].tile + 1 : tiles->count;
        wendi_tile_list part = {.data = tiles->data + first, .count = end - first};
        wend_cost part_cost;
        WENDI_ASSERT(first < end && end <= tiles->count);
        result = wendi_query_add_waypoints(search, &part);
        cost += wendi_path_cost(grid, part.data, part.count, &part_cost);
        integer_cost += part_cost;
        first = end;
        if (i == links->count) break;
        const wend_link* link = wendi_sheet_find_link(grid, links->data[i].id);
        links->data[i].waypoint = (int32_t)search->waypoints.count - 1;
        if (!link) continue; // removed since the path was found
        cost += wendi_link_true_cost(grid, link);
        integer_cost += wendi_link_cost(grid, link);
    }
    wendi_search_lap(search, &time, &w->stats.smooth_ns);
    if (result == WEND_OK && has_rest(search)) result = wendi_rest_reserve(&out->rest, rest_count(search), 1);
    if (result != WEND_OK) return result;
    result =
        wendi_path_assign(out, w->outcome, cost, integer_cost, tiles,
                          w->routed ? &search->route.tiles : &search->no_route, &search->waypoints, links);
    if (result != WEND_OK) return result;
    out->pulled = w->query.smooth;
    if (has_rest(search)) set_rest(search, out);
    return WEND_OK;
}

static wend_result set_no_tiles(wend_search* search, wend_path* out) {
    WENDI_ASSERT(search->no_route.count == 0);
    search->waypoints.count = 0;
    return wendi_path_assign(out, search->work.outcome, 0, 0, &search->no_route, &search->no_route,
                             &search->waypoints, NULL);
}

static wend_result set_chosen(const wend_path* chosen, int32_t goal, wend_path* out) {
    wend_result result = wendi_rest_reserve(&out->rest, chosen->rest.edges.count, chosen->rest.tiles.count);
    if (result == WEND_OK)
        result = wendi_path_assign(out, chosen->outcome, chosen->cost, chosen->integer_cost, &chosen->tiles,
                                   &chosen->route, &chosen->waypoints, &chosen->links);
    if (result != WEND_OK) return result;
    out->goal = goal;
    out->pulled = chosen->pulled;
    wendi_rest_copy(&out->rest, &chosen->rest);
    return WEND_OK;
}

wend_result wendi_query_set_path(wend_search* search, wend_path* out) {
    const wendi_work* w = &search->work;
    out->floors = w->grid->floors;
    if (w->chosen) return set_chosen(w->chosen, w->chosen_goal, out);
    if (w->outcome != WEND_FOUND && w->outcome != WEND_PARTIAL) return set_no_tiles(search, out);
    wend_result result = set_tiles(search, out);
    if (result != WEND_OK || !w->goals) return result;
    const int32_t position = wendi_goals_find(w->goals, search->tiles.data[search->tiles.count - 1]);
    WENDI_ASSERT(position >= 0);
    out->goal = w->goals->items[position].index;
    return WEND_OK;
}

// ---- which regions does a path cross?

typedef struct region_list {
    const wend_world* world;
    wend_rect* areas;
    int32_t most, count;
} region_list;

static void add_region(region_list* list, int32_t level, int32_t cluster) {
    const wendi_graph* graph = &list->world->graph;
    const wend_rect area = wendi_region_area(graph, wendi_region_of(graph, level, cluster));
    for (int32_t i = 0; i < list->count; i++)
        if (list->areas[i].x == area.x && list->areas[i].y == area.y) return;
    if (list->count < list->most) list->areas[list->count++] = area;
}

// Adds the regions of a tile that are not here.
static void add_regions_of(region_list* list, wend_tile tile) {
    const wendi_graph* graph = &list->world->graph;
    int32_t clusters[4];
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++)
        if (!wendi_is_here(graph, 1, clusters[i])) add_region(list, 1, clusters[i]);
}

// Adds the regions that tiles lie in. One on a line between regions needs no further one. A path of another
// world may have tiles off the map.
static void add_regions_of_tiles(region_list* list, const wendi_tile_list* tiles) {
    const wendi_graph* graph = &list->world->graph;
    const wendi_partition* clusters = &graph->clusters;
    int32_t at[4], before = -1;
    for (int64_t i = 0; i < tiles->count && list->count < list->most; i++) {
        if (!wendi_sheet_contains(list->world->grid, tiles->data[i])) continue;
        const int32_t count = wendi_clusters_at(clusters, tiles->data[i], at);
        bool same = false;
        for (int32_t k = 0; k < count; k++) same |= before >= 0 && wendi_region_of(graph, 1, at[k]) == before;
        if (same) continue;
        before = wendi_region_of(graph, 1, at[0]);
        add_region(list, 1, at[0]);
    }
}

// Edges of clusters larger than a region become smaller ones, in scratch memory of the search.
static wend_result add_regions(wend_search* search, const wend_path* path, region_list* list) {
    const wendi_rest* rest = &path->rest;
    const wend_world* world = list->world;
    const int32_t level = world->graph.region_level;
    wendi_edge_list* edges = &search->route.edges;
    wend_result result = WEND_OK;
    bool found = true;
    edges->count = 0;
    if (rest->tiles.count <= 1 && rest->edges.count == 0)
        add_regions_of(list, path->tiles.data[path->tiles.count - 1]);
    for (int64_t i = 1; i < rest->tiles.count; i++)
        if (rest->clusters.data[i] < 0)
            add_regions_of(list, rest->tiles.data[i]);
        else
            add_region(list, 1, rest->clusters.data[i]);
    for (int32_t i = 0; i < rest->edges.count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges, rest->edges.data[i]);
    while (edges->count > 0 && list->count < list->most && found && result == WEND_OK) {
        const wendi_edge edge = edges->data[--edges->count];
        if (edge.level > level)
            result = wendi_expand_edge(&search->route.search, world, &edge, &found, edges);
        else if (edge.level == 0)
            add_regions_of(list, wendi_node_tile(&world->graph.clusters, edge.to));
        else
            add_region(list, edge.level, edge.cluster);
    }
    if (result != WEND_OK || !found || edges->count > 0) return result;
    add_regions_of(list, rest->goal);
    return WEND_OK;
}

wend_result wend_path_regions(wend_search* search, const wend_world* world, const wend_path* path,
                              int32_t most, wend_rect* out, int32_t* count_out) {
    if (!search || !world || !path || most < 1 || !out || !count_out) return WEND_ERROR_ARGUMENT;
    region_list list = {.world = world, .areas = out, .most = most};
    wend_result result = WEND_OK;
    if (wendi_has_regions(&world->graph) && path->tiles.count > 0) {
        const int32_t turn = wendi_begin_reading(&world->graph);
        add_regions_of_tiles(&list, &path->tiles);
        if (path->rest.left && wendi_rest_is_of(path, world)) result = add_regions(search, path, &list);
        wendi_end_reading(&world->graph, turn);
    }
    for (int32_t i = 0; i < list.count; i++) out[i] = wendi_area_from_sheet(&world->grid->floors, out[i]);
    if (result == WEND_OK) *count_out = list.count;
    return result;
}
