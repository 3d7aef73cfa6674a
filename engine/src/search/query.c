// query.c: which stages does a query pass, and what becomes its path?
#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"
#include "search/search.h"

// ---- what is known of the query at work

uint64_t wendi_search_now(const wend_search* search) {
    return search->clock_ns ? search->clock_ns(search->clock_context) : 0;
}

void wendi_search_lap(wend_search* search, int64_t* sum_io) {
    const uint64_t now = wendi_search_now(search);
    *sum_io += (int64_t)(now - search->lap_ns);
    search->lap_ns = now;
}

void wendi_set_outcome(wendi_work* work, wend_outcome outcome) {
    work->outcome = outcome;
    work->phase = WENDI_PHASE_DONE;
}

// ---- what the stages without a search report to an observer

// Reports the nodes that an end reaches: one on a line once for each cluster that it shares with the tile.
static void notify_links(const wend_search* search, const wend_world* world, const wendi_insertion* at) {
    const wendi_graph* a = &world->graph;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        const wendi_matrix* matrix = wendi_matrix_of(a, 1, at->clusters[i]);
        for (int32_t n = 0; n < matrix->count; n++) {
            if (at->distance[i][n] == WENDI_UNREACHED) continue;
            wend_tile node = wendi_node_tile(&a->clusters, matrix->nodes[n]);
            wendi_notify(&search->observer, (wend_event){WEND_EVENT_LINKED, 1, node, at->tile,
                                                         at->distance[i][n], 0, at->areas[i]});
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

// ---- what connects a start or goal to the abstract graph?

void wendi_insert(const wend_world* world, wend_tile tile, wendi_sense sense, wendi_sweeper* sweeper,
                  wendi_insertion* out) {
    const wend_grid* grid = world->grid;
    const wendi_graph* graph = &world->graph;
    out->tile = tile;
    out->cluster_count = wendi_clusters_at(&graph->clusters, tile, out->clusters);
    WENDI_ASSERT(wendi_sheet_contains(grid, tile));
    WENDI_ASSERT(out->cluster_count >= 1 && out->cluster_count <= 4);
    out->linked = false;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        const int32_t cluster = out->clusters[i];
        const wend_rect area = out->areas[i] = wendi_cluster_rect(&graph->clusters, cluster);
        const wendi_passability_bits* bits = wendi_passability_bits_of(graph, grid, cluster);
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
        wendi_sweeper_begin(sweeper, wendi_sweep(), grid, bits, area, sense);
        wendi_sweeper_run(sweeper, tile);
        wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
        WENDI_ASSERT(matrix->count <= WENDI_MAX_CLUSTER_NODES);
        for (int32_t n = 0; n < matrix->count; n++) {
            wend_tile node = wendi_next_node_tile(&graph->clusters, &reader, matrix->nodes[n]);
            out->distance[i][n] = wendi_sweeper_at(sweeper, node);
            if (out->linked || out->distance[i][n] == WENDI_UNREACHED) continue;
            out->linked = true;
            out->cluster = cluster;
            out->slot = n;
        }
    }
}

// The components of the nodes that an insertion reaches, without repeats.
static int32_t components_of(const wend_world* world, const wendi_insertion* at,
                             uint32_t out[4 * WENDI_MAX_CLUSTER_NODES]) {
    const wendi_graph* graph = &world->graph;
    int32_t count = 0;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        wendi_tile_set reached = {{0}};
        const wend_rect area = at->areas[i];
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, at->clusters[i]);
        for (int32_t n = 0; n < matrix->count; n++)
            if (at->distance[i][n] != WENDI_UNREACHED)
                wendi_tile_set_add(&reached, area, wendi_node_tile(&graph->clusters, matrix->nodes[n]));
        count = wendi_components_in(graph, &world->components, at->clusters[i], &reached, out, count);
    }
    return count;
}

// True when a path leads from one tile to another inside a cluster of both.
static bool connected_inside(const wend_world* world, const wendi_insertion* from,
                             const wendi_insertion* to) {
    for (int32_t i = 0; i < from->cluster_count; i++) {
        const wend_rect area = from->areas[i];
        if (!wendi_area_contains(area, to->tile)) continue;
        wendi_tile_set reached;
        wendi_reach_cluster(world->grid, area, from->tile, WENDI_FROM, &reached);
        if (wendi_tile_set_holds(&reached, area, to->tile)) return true;
    }
    return false;
}

bool wendi_connected(const wend_world* world, const wendi_insertion* from, const wendi_insertion* to) {
    const wendi_components* components = &world->components;
    if (from->linked && to->linked) {
        uint32_t ahead = wendi_component_of(components, from->cluster, from->slot),
                 behind = wendi_component_of(components, to->cluster, to->slot);
        if (ahead == behind) return true;
    }
    uint32_t ahead[4 * WENDI_MAX_CLUSTER_NODES], behind[4 * WENDI_MAX_CLUSTER_NODES];
    int32_t ahead_count = components_of(world, from, ahead);
    int32_t behind_count = components_of(world, to, behind);
    if (wendi_reach_leads(&components->reach, &components->allocator, ahead, ahead_count, behind,
                          behind_count))
        return true;
    // A tile of an enclosed component reaches no node, or none reaches it.
    return connected_inside(world, from, to);
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
    wendi_insert(world, goal, WENDI_TO, &search->sweeper, &search->to);
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

// Finds the route between the inserted ends; to_opt NULL: from the start towards a goal that is not here.
// work.routed: there is one. Errors: MEMORY.
static wend_result search_route(wend_search* search, const wendi_insertion* to_opt) {
    wendi_work* w = &search->work;
    const bool observed = wendi_is_observed(&search->observer);
    for (int32_t end = 0; end < 2 && observed && to_opt; end++)
        notify_links(search, w->world, end == 0 ? &search->from : to_opt);
    const int64_t steps = w->query.first_tiles > 0 ? w->query.first_tiles : INT64_MAX;
    wend_result result = wendi_route_search(&search->route, w->world, &search->from, w->query.goal, to_opt,
                                            steps, to_opt ? w->below : INT64_MAX, &w->routed, &w->stats);
    wendi_search_lap(search, &w->stats.route_ns);
    if (result == WEND_OK && w->routed && observed) notify_route(search, w->world);
    return result;
}

// Connects start and goal to the abstract graph of the world and, for WEND_HPA and a long path, finds the
// route. *connected_out: a path exists. Errors: MEMORY.
static wend_result find_route(wend_search* search, bool* connected_out) {
    const wendi_work* w = &search->work;
    const wend_world* world = w->world;
    const wend_query* query = &w->query;
    wendi_insert(world, query->start, WENDI_FROM, &search->sweeper, &search->from);
    insert_goal(search, world, query->goal);
    *connected_out = wendi_connected(world, &search->from, &search->to);
    wendi_search_lap(search, &search->work.stats.insert_ns);
    if (!*connected_out || query->algorithm != WEND_HPA ||
        (!w->by_route && are_near(world, query->start, query->goal)))
        return WEND_OK;
    return search_route(search, &search->to);
}

// The same towards a goal that is not here, if the start is. Not on maps with parts that cannot be left
// again, where the path could lead into one.
static wend_result find_route_toward(wend_search* search, bool start_here) {
    const wend_world* world = search->work.world;
    if (!start_here || wendi_has_one_ways(&world->components)) return WEND_OK;
    wendi_insert(world, search->work.query.start, WENDI_FROM, &search->sweeper, &search->from);
    wendi_search_lap(search, &search->work.stats.insert_ns);
    return search->from.linked ? search_route(search, NULL) : WEND_OK;
}

wend_result wendi_query_refine(wend_search* search, const wend_world* world, wend_refinement refinement,
                               const wendi_legs* legs, bool* found_out, wend_stats* stats) {
    if (refinement == WEND_REFINE_SWEEP || wendi_has_regions(&world->graph)) { // A* reads more than clusters
        const wend_result result = wendi_refine_legs(&search->refine, &search->cluster_search, NULL, world,
                                                     legs, found_out, &search->tiles, &search->links, stats);
        if (result != WEND_ERROR_LIMIT) return result; // costs did not fit its fields
    }
    return wendi_refine_legs(&search->refine, NULL, &search->flat, world, legs, found_out, &search->tiles,
                             &search->links, stats);
}

static wend_result refine_ready_legs(wend_search* search, wend_outcome* outcome_out, bool* found_out) {
    wendi_work* w = &search->work;
    const wendi_route* route = &search->route;
    WENDI_ASSERT(route->ready >= 2 && route->ready <= route->tiles.count);
    wendi_legs legs = {route->tiles.data, route->clusters.data, route->ready, route->cost, route->costs.data};
    *outcome_out = legs.count < route->tiles.count ? WEND_PARTIAL : WEND_FOUND;
    return wendi_query_refine(search, w->world, w->query.refinement, &legs, found_out, &w->stats);
}

// Tiles may pass abstract nodes by, so that they are fewer than the steps of the legs: then more legs become
// ready, and all are refined again.
// Refinement: turns the route into tiles, or only its ready part. *outcome_out: FOUND or PARTIAL
// accordingly. *found_out is false only when the world's matrices contradict its tiles, which only a corrupt
// file may cause. Errors: MEMORY, LIMIT, CANCELLED.
static wend_result refine_route(wend_search* search, wend_outcome* outcome_out, bool* found_out) {
    wendi_work* w = &search->work;
    wendi_route* route = &search->route;
    wend_result result = refine_ready_legs(search, outcome_out, found_out);
    while (result == WEND_OK && *found_out && search->tiles.count <= w->query.first_tiles &&
           route->rest_count > 0 && !route->waits) {
        result =
            wendi_route_extend(route, w->world, w->query.first_tiles - search->tiles.count + 1, found_out);
        if (result != WEND_OK || !*found_out) break;
        if (wendi_is_observed(&search->observer)) {
            wendi_notify_goal(&search->observer, w->query.goal, w->query.start, 0);
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

// True when the subgoals of the world answer the query. An observer wants to see a search.
static bool goes_by_subgoals(const wend_search* search) {
    const wendi_work* w = &search->work;
    return w->world && w->world->subgoals && w->query.first_tiles == 0 &&
           (w->query.algorithm == WEND_HPA || w->query.algorithm == WEND_EXACT) &&
           !wendi_is_observed(&search->observer);
}

static wend_result enter_subgoals(wend_search* search) {
    wendi_work* w = &search->work;
    w->stats.used_subgoals = true;
    bool found;
    wend_cost cost;
    const wend_result result =
        wendi_subgoal_search_run(&search->subgoal_search, w->world->subgoals, w->query.start, w->query.goal,
                                 &found, &cost, &search->tiles, &w->stats);
    search->links.count = 0;
    if (result == WEND_OK) wendi_set_outcome(w, found && cost < w->below ? WEND_FOUND : WEND_NO_ROUTE);
    wendi_search_lap(search, &w->stats.route_ns);
    return result;
}

wend_result wendi_query_enter(wend_search* search) {
    wendi_work* w = &search->work;
    wendi_open_ends ends;
    wend_result result = wendi_query_ends_open(w->world, w->grid, &w->query, &ends);
    if (result == WEND_OK && ends.outcome != WEND_FOUND) wendi_set_outcome(w, ends.outcome);
    wendi_search_lap(search, &w->stats.insert_ns);
    if (result != WEND_OK || w->phase == WENDI_PHASE_DONE) return result;
    if (goes_by_subgoals(search)) return enter_subgoals(search);
    w->provisional = !ends.start_here || !ends.goal_here;
    if (w->provisional && w->query.algorithm != WEND_HPA) return WEND_ERROR_NOT_LOADED;
    if (w->provisional) {
        result = find_route_toward(search, ends.start_here);
    } else if (w->world) {
        bool connected;
        result = find_route(search, &connected);
        if (!connected || is_too_far(w)) wendi_set_outcome(w, WEND_NO_ROUTE);
    }
    if (result != WEND_OK || w->phase == WENDI_PHASE_DONE) return result;
    if (w->routed) {
        wend_outcome outcome;
        bool found = false;
        result = refine_route(search, &outcome, &found);
        w->routed = found;
        if (found) wendi_set_outcome(w, outcome);
    }
    if (result == WEND_OK && !w->routed)
        result = w->provisional ? wait_at_start(search)
                 : w->by_route  ? WEND_ERROR_NOT_LOADED
                                : wendi_query_enter_search(search);
    wendi_search_lap(search, &w->stats.refine_ns);
    return result;
}

// The path that the search over tiles found.
static wend_result walk_back(wend_search* search, wend_tile goal) {
    search->tiles.count = search->links.count = 0;
    return wendi_flat_walk_back(&search->flat, search->work.query.start, goal, &search->tiles,
                                &search->links);
}

// When costs do not fit the search over clusters, the one over tiles takes over; likewise when it finds no
// path to the only goal, which is connected to the start.
wend_result wendi_query_run(wend_search* search, int64_t budget) {
    wendi_work* w = &search->work;
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
        if (result == WEND_OK && found) result = walk_back(search, search->flat.reached);
    }
    if (result == WEND_OK && done) wendi_set_outcome(w, found ? WEND_FOUND : WEND_NO_ROUTE);
    wendi_search_lap(search, &w->stats.refine_ns);
    return result;
}

// ---- where does a path end that cannot reach a goal, and which search finds it?

// The components of the world show at once which tile is the nearest. A separate query leads there.
static wend_result enter_in_world(wend_search* search) {
    wendi_work* w = &search->work;
    wend_result result = wendi_query_ends_reach(&search->ends, w->world, &search->flat.cancel, &w->query);
    wendi_search_lap(search, &w->stats.insert_ns);
    if (result != WEND_OK) return result;
    wendi_notify_goal(&search->observer, w->query.goal, w->query.start, 0);
    w->phase = WENDI_PHASE_START;
    return wendi_query_enter(search);
}

// The search over tiles has closed all tiles that the start reaches. If all goals are blocked, it was left
// out so far.
static wend_result enter_on_grid(wend_search* search) {
    wendi_work* w = &search->work;
    wend_result result;
    if (w->outcome == WEND_GOAL_BLOCKED) {
        if (w->query.goal_count > 0) w->query.goal = w->query.goals[0]; // blocked as all of them
        w->phase = WENDI_PHASE_TILES;
        result = query_begin_tiles(search);
    } else {
        wendi_query_ends_reach_closed(&search->ends, &search->flat, &w->query);
        wendi_set_outcome(w, WEND_FOUND);
        result = walk_back(search, w->query.goal);
    }
    wendi_search_lap(search, &w->stats.refine_ns);
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

static wend_result add_waypoints(wend_search* search, const wendi_tile_list* tiles) {
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

wend_result wendi_query_choose_waypoints(wend_search* search, const wendi_tile_list* tiles, int64_t counted,
                                         wendi_path_link_list* links, double* cost_out,
                                         wend_cost* units_out) {
    const wend_grid* grid = search->work.grid;
    wend_result result = WEND_OK;
    search->waypoints.count = 0;
    *cost_out = 0;
    *units_out = 0;
    for (int64_t i = 0, first = 0; i <= links->count && result == WEND_OK; i++) {
        const int64_t end = i < links->count ? links->data[i].tile + 1 : tiles->count,
                      from = i > 0 ? first : counted;
        const wendi_tile_list part = {.data = tiles->data + first, .count = end - first};
        wend_cost units;
        WENDI_ASSERT(first < end && end <= tiles->count);
        result = add_waypoints(search, &part);
        *cost_out += wendi_path_cost(grid, tiles->data + from, end - from, &units);
        *units_out += units;
        first = end;
        if (i == links->count) break;
        const wend_link* link = wendi_sheet_find_link(grid, links->data[i].id);
        links->data[i].waypoint = (int32_t)search->waypoints.count - 1;
        if (!link) continue; // removed since the path was found
        *cost_out += wendi_link_true_cost(grid, link);
        *units_out += wendi_link_cost(grid, link);
    }
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

static wend_result set_tiles(wend_search* search, wend_path* out) {
    wendi_work* w = &search->work;
    const wendi_tile_list* tiles = &search->tiles;
    double cost;
    wend_cost units;
    WENDI_ASSERT(tiles->count > 0);
    wend_result result = wendi_query_choose_waypoints(search, tiles, 0, &search->links, &cost, &units);
    wendi_search_lap(search, &w->stats.smooth_ns);
    if (result == WEND_OK && has_rest(search)) result = wendi_rest_reserve(&out->rest, rest_count(search), 1);
    if (result == WEND_OK)
        result = wendi_path_assign(out, w->outcome, cost, units, tiles,
                                   w->routed ? &search->route.tiles : &search->no_route, &search->waypoints,
                                   &search->links);
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
