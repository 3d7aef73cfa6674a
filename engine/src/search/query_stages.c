// query_stages.c: how does a query connect its ends, find a route, refine it and begin its searches?
#include "search/query_stages.h"

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

// ---- the stages

// Many queries in a row may lead to one goal: its insertion holds as long as no tile and no node has changed.
static void insert_goal(wend_search* search, const wend_world* world, wend_tile goal) {
    const bool lasts = world->refreshed && !world->graph.ground; // no node changes without a new version
    const wend_tile last = search->to.tile;
    if (lasts && search->to_world == world->id && search->to_version == world->version && last.x == goal.x &&
        last.y == goal.y)
        return;
    wendi_insert(world->grid, &world->graph, goal, WENDI_TO, &search->sweeper, &search->to);
    search->to_world = lasts ? world->id : 0;
    search->to_version = world->version;
}

wend_result wendi_query_find_route(wend_search* search, bool* connected_out, uint64_t* time_io) {
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
        (!w->by_route && wendi_clusters_near(&graph->clusters, query->start, query->goal)))
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

wend_result wendi_query_find_route_toward(wend_search* search, uint64_t* time_io) {
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
    wendi_legs legs = {route->tiles.data, route->clusters, route->ready, route->cost, route->costs};
    *outcome_out = legs.count < route->tiles.count ? WEND_PARTIAL : WEND_FOUND;
    if (w->query.refinement == WEND_REFINE_SWEEP || w->world->graph.ground) { // A* reads more than clusters
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
wend_result wendi_query_refine(wend_search* search, wend_outcome* outcome_out, bool* found_out) {
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

wend_result wendi_query_begin_tiles(wend_search* search) {
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

wend_result wendi_query_begin_clusters(wend_search* search) {
    const wendi_work* w = &search->work;
    wendi_cluster_query cluster_query = {.grid = w->grid,
                                         .graph = &w->world->graph,
                                         .start = w->query.start,
                                         .goal = w->query.goal,
                                         .goals = w->goals,
                                         .limit = w->below};
    return wendi_cluster_search_begin(&search->cluster_search, &cluster_query);
}
