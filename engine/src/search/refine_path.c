// refine_path.c: how does a path grow while an agent walks along it, and which regions does what is left of
// it cross?
#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"
#include "search/abstract_state.h"
#include "search/path_check.h"
#include "search/search.h"
#include "wend/stream.h"

// ---- how does a path grow at its end?
//
// The last waypoint of a path by turning points is dropped when the path leads straight on there. That of
// a smoothed path stays, so that whoever walks towards it keeps a line on which its body fits.

typedef struct addition {
    double cost;
    wend_cost units;
    int64_t kept_waypoints; // of the path
} addition;

static bool ends_with_link(const wend_path* path) {
    const int64_t count = path->links.count;
    return count > 0 && path->links.data[count - 1].tile == path->tiles.count - 2;
}

// Computes waypoints and costs of the tiles, and the links between them. The waypoint of the first tile is
// left out.
static wend_result choose_waypoints(wend_search* search, const wend_path* path, const wend_tile* tiles,
                                    int64_t count, const wendi_path_link_list* links, addition* out) {
    wendi_tile_list* all = &search->splice.tiles; // with the one before, to see whether the path turns
    wendi_path_link_list* added = &search->splice.links;
    const int64_t before = path->tiles.count - 1;
    const bool turns = !search->work.query.smooth && before > 0 && !ends_with_link(path);
    all->count = added->count = 0;
    wend_result result = wendi_tile_list_reserve(all, count + 1);
    if (result != WEND_OK) return result;
    if (turns) all->data[all->count++] = path->tiles.data[before - 1];
    memcpy(all->data + all->count, tiles, (size_t)count * sizeof *tiles);
    all->count += count;
    for (int64_t i = 0; i < links->count && links->data[i].tile + 1 < count && result == WEND_OK; i++)
        result = wendi_path_link_list_push(
            added, (wend_path_link){.id = links->data[i].id, .tile = links->data[i].tile + turns});
    out->kept_waypoints = path->waypoints.count - turns;
    if (result == WEND_OK)
        result = wendi_query_choose_waypoints(search, all, turns, added, &out->cost, &out->units);
    for (int64_t i = 0; i < added->count; i++) {
        added->data[i].tile += (int32_t)before - turns;
        added->data[i].waypoint += (int32_t)out->kept_waypoints - 1;
    }
    return result;
}

// Appends tiles to a path, of which the first is the one where it ends, with the links between them, and
// chooses their waypoints for the query at work. The waypoints before the last one stay. Links name the
// tiles by their index in the list. wendi_path_show must follow. Errors: MEMORY, LIMIT (more tiles than an
// index counts); the path is then unchanged.
static wend_result path_extend(wend_search* search, const wend_tile* tiles, int64_t count,
                               const wendi_path_link_list* links, wend_path* path) {
    addition added;
    const int64_t new_tiles = count - 1;
    WENDI_ASSERT(count >= 1 && path->tiles.count >= 1);
    if (new_tiles == 0) return WEND_OK;
    if (path->tiles.count + new_tiles > INT32_MAX) return WEND_ERROR_LIMIT;
    wend_result result = choose_waypoints(search, path, tiles, count, links, &added);
    const wendi_path_link_list* new_links = &search->splice.links;
    const int64_t new_waypoints = search->waypoints.count - 1;
    if (result == WEND_OK) result = wendi_tile_list_reserve(&path->tiles, path->tiles.count + new_tiles);
    if (result == WEND_OK)
        result = wendi_point_list_reserve(&path->waypoints, added.kept_waypoints + new_waypoints);
    if (result == WEND_OK)
        result = wendi_path_link_list_reserve(&path->links, path->links.count + new_links->count);
    if (result == WEND_OK)
        result = wendi_path_reserve_shown(path, path->tiles.count + new_tiles, path->route.count,
                                          added.kept_waypoints + new_waypoints);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(new_waypoints >= 1);
    memcpy(path->tiles.data + path->tiles.count, tiles + 1, (size_t)new_tiles * sizeof *tiles);
    memcpy(path->waypoints.data + added.kept_waypoints, search->waypoints.data + 1,
           (size_t)new_waypoints * sizeof *search->waypoints.data);
    if (new_links->count > 0)
        memcpy(path->links.data + path->links.count, new_links->data,
               (size_t)new_links->count * sizeof *new_links->data);
    path->tiles.count += new_tiles;
    path->waypoints.count = added.kept_waypoints + new_waypoints;
    path->links.count += new_links->count;
    path->cost += added.cost;
    path->integer_cost += added.units;
    return WEND_OK;
}

// ---- how does a path that first_tiles ended grow while it is walked?
//
// Abstract edges become edges of level 1 only as far as tiles are wanted, and some way beyond: the tiles
// are those of the cheapest path through all these clusters, but those of the last clusters are not kept.
// So the path passes abstract nodes as freely as one that is refined at once. What is kept ends at a tile
// of the cluster of some leg, from where the next piece begins, through that cluster again.

enum {                 // sides of clusters
    LEAST_PIECE = 4,   // a piece has at least so many, as finding the tiles beyond it costs something
    CLUSTERS_AHEAD = 8 // the tiles of so many are found and not kept: with 3 of them, paths cost 0.1 % more
};

// ---- legs

static int64_t legs_steps(const wendi_rest* rest) {
    int64_t steps = 0;
    for (int64_t i = 1; i < rest->tiles.count; i++)
        steps += rest->clusters.data[i] < 0
                     ? 1
                     : wendi_steps_between(rest->tiles.data[i - 1], rest->tiles.data[i]);
    return steps;
}

// Adds a leg to a tile, after the others. Errors: MEMORY.
static wend_result rest_add_leg(wendi_rest* rest, wend_tile tile, int32_t cluster) {
    rest->clusters.count = rest->tiles.count; // one to a tile
    const wend_result result = wendi_index_list_push(&rest->clusters, cluster);
    return result == WEND_OK ? wendi_tile_list_push(&rest->tiles, tile) : result;
}

// Adds legs until they make up so many steps, all edges have become legs, or the next is not here. *found_out
// false: the edges do not fit the world any more.
static wend_result add_legs(wend_search* search, const wend_world* world, wendi_rest* rest, int64_t steps,
                            bool* found_out) {
    const wendi_partition* clusters = &world->graph.clusters;
    wend_result result = WEND_OK;
    steps -= legs_steps(rest);
    *found_out = true;
    while (steps > 0 && rest->edges.count > 0 && *found_out && result == WEND_OK) {
        const int64_t others = --rest->edges.count;
        const wendi_edge edge = rest->edges.data[others];
        if (edge.level > 1) {
            result = wendi_expand_edge(&search->route.search, world, &edge, found_out, &rest->edges);
        } else {
            const wend_tile tile = wendi_node_tile(clusters, edge.to);
            if (edge.level == 0 && !wendi_tile_is_here(&world->graph, tile)) result = WEND_ERROR_NOT_LOADED;
            steps -= edge.level > 0 ? wendi_steps_between(rest->tiles.data[rest->tiles.count - 1], tile) : 1;
            if (result == WEND_OK) result = rest_add_leg(rest, tile, edge.level > 0 ? edge.cluster : -1);
        }
        if (result == WEND_OK) continue;
        rest->edges.data[others] = edge; // it was not replaced
        rest->edges.count = others + 1;
    }
    return result == WEND_ERROR_NOT_LOADED ? WEND_OK : result;
}

// How many legs lie in regions that are here, from the first on.
static int64_t legs_here(const wend_world* world, const wendi_rest* rest) {
    const wendi_graph* graph = &world->graph;
    int64_t legs = 0;
    while (legs + 1 < rest->tiles.count &&
           (rest->clusters.data[legs + 1] < 0 ? wendi_tile_is_here(graph, rest->tiles.data[legs + 1])
                                              : wendi_is_here(graph, 1, rest->clusters.data[legs + 1])))
        legs++;
    return legs;
}

// Makes room in the abstract path for what lies ahead. One that was dropped (wend_path_cut) begins again at
// the first tile.
static wend_result begin_route(wend_path* path, int64_t ahead) {
    wend_result result = wendi_tile_list_reserve(&path->route, path->route.count + ahead + 1);
    if (result == WEND_OK)
        result = wendi_path_reserve_shown(path, path->tiles.count, path->route.count + ahead + 1,
                                          path->waypoints.count);
    if (result != WEND_OK || path->rest.route_nodes > 0) return result;
    path->route.data[0] = path->tiles.data[0];
    path->route.count = path->rest.route_nodes = 1;
    return WEND_OK;
}

// ---- one piece

// The tiles and links of a piece, which the search has, up to a tile of the cluster of a leg.
typedef struct cut {
    int64_t leg;  // its cluster has the last tile that is kept
    int64_t tile; // index of that
} cut;

// Keeps as many tiles as are wanted, and the tiles up to where the path leaves the cluster of the leg there.
static cut find_cut(const wend_search* search, const wendi_partition* clusters, const wendi_rest* rest,
                    int64_t legs, int64_t wanted) {
    const wendi_tile_list* tiles = &search->tiles;
    const bool to_goal = rest->goal_listed && legs == rest->tiles.count - 1;
    int64_t steps = 0;
    for (int64_t leg = 1; leg < legs && !to_goal; leg++) {
        const int32_t cluster = rest->clusters.data[leg];
        steps += cluster < 0 ? 1 : wendi_steps_between(rest->tiles.data[leg - 1], rest->tiles.data[leg]);
        if (steps < wanted || cluster < 0) continue;
        const wend_rect area = wendi_cluster_rect(clusters, cluster);
        for (int64_t i = tiles->count - 1; i > 0; i--)
            if (wendi_area_contains(area, tiles->data[i])) return (cut){leg, i};
    }
    return (cut){legs, tiles->count - 1};
}

// The legs from the one of the cut on are left; the first of them begins at the last tile that was kept.
static void drop_legs(wendi_rest* rest, cut at, wend_tile tile) {
    const int64_t legs = rest->tiles.count - 1;
    const wend_tile end = rest->tiles.data[at.leg];
    const int64_t first = at.leg + wendi_is_same(tile, end);
    int64_t count = 1;
    rest->tiles.data[0] = tile;
    for (int64_t i = first; i <= legs; i++, count++) {
        rest->tiles.data[count] = rest->tiles.data[i];
        rest->clusters.data[count] = rest->clusters.data[i];
    }
    rest->tiles.count = count;
    rest->route_nodes += first - 1;
}

// The abstract path: what has been passed, and what lies ahead. There is room for it.
static void set_route(const wend_world* world, wend_path* path) {
    const wendi_rest* rest = &path->rest;
    const wendi_partition* clusters = &world->graph.clusters;
    wendi_tile_list* route = &path->route;
    route->count = rest->route_nodes;
    for (int64_t i = 1; i < rest->tiles.count; i++) route->data[route->count++] = rest->tiles.data[i];
    for (int64_t i = rest->edges.count - 1; i >= 0; i--)
        route->data[route->count++] = wendi_node_tile(clusters, rest->edges.data[i].to);
    if (!rest->goal_listed) route->data[route->count++] = rest->goal;
    WENDI_ASSERT((size_t)route->count <= route->capacity);
}

static void finish(wend_path* path) {
    path->outcome = path->rest.nearest ? WEND_PARTIAL : WEND_FOUND;
    wendi_rest_clear(&path->rest);
    if (path->origin.detours == 0) path->origin.planned = path->tiles.count;
}

// Adds a piece to the path, as far as it is here. *found_out false: what is left does not fit the world
// any more.
static wend_result add_piece(wend_search* search, const wend_world* world, wend_path* path, int64_t wanted,
                             bool* found_out, wend_stats* stats) {
    wendi_rest* rest = &path->rest;
    const wendi_partition* clusters = &world->graph.clusters;
    const int64_t least = LEAST_PIECE * (int64_t)clusters->size;
    const int64_t piece = wanted > least ? wanted : least, ahead = CLUSTERS_AHEAD * (int64_t)clusters->size;
    wend_result result = add_legs(search, world, rest, piece + ahead, found_out);
    const bool listed = rest->edges.count == 0 && !rest->goal_listed && !rest->provisional;
    if (result == WEND_OK && *found_out && listed) {
        result = rest_add_leg(rest, rest->goal, rest->goal_cluster);
        rest->goal_listed = result == WEND_OK;
    }
    if (result != WEND_OK || !*found_out) return result;
    const int64_t legs = legs_here(world, rest);
    if (legs == 0) return WEND_OK;
    const wendi_legs first = {rest->tiles.data, rest->clusters.data, legs + 1, INT64_MAX - 1, NULL};
    result = wendi_query_refine(search, world, path->origin.query.refinement, &first, found_out, stats);
    if (result != WEND_OK || !*found_out) return result;
    const bool waits =
        legs < rest->tiles.count - 1 || (rest->edges.count > 0 && legs_steps(rest) < piece + ahead);
    const cut at = find_cut(search, clusters, rest, legs, waits ? wanted : piece);
    const bool whole = rest->goal_listed && legs == rest->tiles.count - 1;
    result = begin_route(path, rest->tiles.count + rest->edges.count + 1);
    if (result == WEND_OK)
        result = path_extend(search, search->tiles.data, at.tile + 1, &search->links, path);
    if (result != WEND_OK) return result;
    if (!whole) drop_legs(rest, at, path->tiles.data[path->tiles.count - 1]);
    set_route(world, path);
    wendi_path_show(path);
    if (whole) finish(path);
    return WEND_OK;
}

// ---- a new plan for what is left

// Asks the query of the path again, from its last tile. What its ends depend on may not be here:
// then the rest leads on to where it led before.
static wend_result ask_again(wend_search* search, const wend_world* world, const wend_path* path,
                             int64_t wanted, bool* same_end_out, wend_stats* stats) {
    wend_path* leg = &search->splice.leg;
    wend_query query = path->origin.query;
    query.start = path->tiles.data[path->tiles.count - 1];
    query.profile = 0; // on the view of the profile
    query.first_tiles = (int32_t)wanted;
    wend_result result = wendi_find_path_below(search, world, &query, INT64_MAX, leg, stats);
    *same_end_out = result == WEND_ERROR_NOT_LOADED;
    if (!*same_end_out) return result;
    query.goal = path->rest.goal;
    query.goal_area = (wend_rect){0, 0, 0, 0};
    query.goal_class = -1;
    query.snap = 0;
    query.partial = false;
    return wendi_find_path_below(search, world, &query, INT64_MAX, leg, stats);
}

static wend_result plan_rest(wend_search* search, const wend_world* world, wend_path* path, int64_t wanted,
                             wend_stats* stats) {
    const wend_path* leg = &search->splice.leg;
    wendi_rest* rest = &path->rest;
    const wend_tile last = path->tiles.data[path->tiles.count - 1];
    bool same_end;
    wend_result result = ask_again(search, world, path, wanted, &same_end, stats);
    if (result != WEND_OK) return result;
    const bool found = leg->outcome == WEND_FOUND || leg->outcome == WEND_PARTIAL;
    if (!found || !wendi_is_same(leg->start_tile, last)) { // the last tile does not give way
        rest->broken = true;
        rest->world = world->id;
        rest->version = world->version;
        return WEND_OK;
    }
    result = wendi_rest_reserve(rest, leg->rest.edges.count, leg->rest.tiles.count);
    if (result == WEND_OK) result = begin_route(path, leg->route.count + 1);
    search->work.query = path->origin.query;
    if (result == WEND_OK) result = path_extend(search, leg->tiles.data, leg->tiles.count, &leg->links, path);
    if (result != WEND_OK) return result;
    const bool nearest = same_end         ? rest->nearest
                         : leg->rest.left ? leg->rest.nearest
                                          : leg->outcome == WEND_PARTIAL;
    if (!same_end) {
        path->goal_tile = leg->goal_tile;
        path->asked_goal = leg->asked_goal;
    }
    const int64_t passed = rest->route_nodes;
    path->route.count = passed;
    for (int64_t i = 1; i < leg->route.count; i++) path->route.data[path->route.count++] = leg->route.data[i];
    if (leg->route.count == 0) // it was near
        path->route.data[path->route.count++] =
            leg->rest.left ? leg->rest.goal : path->tiles.data[path->tiles.count - 1];
    wendi_path_show(path);
    wendi_rest_copy(rest, &leg->rest);
    rest->nearest = nearest;
    rest->route_nodes = passed + (leg->rest.route_nodes > 0 ? leg->rest.route_nodes - 1 : 0);
    if (!rest->left) finish(path);
    return WEND_OK;
}

// ---- the interface

// True when the edges that are left of a path to refine are those of this world as it is.
static bool rest_is_of(const wend_path* path, const wend_world* world) {
    const wendi_rest* rest = &path->rest;
    return rest->world == world->id && rest->version == world->version &&
           rest->level_count <= world->graph.level_count;
}

// True when the way to the goal is to be planned: the world has changed, or it could not be planned yet.
static bool needs_plan(const wend_world* world, const wend_path* path) {
    const wendi_rest* rest = &path->rest;
    if (!rest_is_of(path, world)) return true;
    return rest->provisional && wendi_tile_is_here(&world->graph, path->tiles.data[path->tiles.count - 1]) &&
           ((rest->edges.count == 0 && rest->tiles.count == 1) ||
            wendi_tile_is_here(&world->graph, rest->goal));
}

static wend_result refine(wend_search* search, const wend_world* world, wend_path* path, int64_t tiles,
                          wend_stats* stats) {
    wendi_rest* rest = &path->rest;
    const int64_t goal = path->tiles.count + tiles;
    wend_result result = WEND_OK;
    rest->waits = false;
    while (rest->left && path->tiles.count < goal && result == WEND_OK && !rest->waits) {
        const int64_t before = path->tiles.count, wanted = goal - before;
        if (rest->broken && rest_is_of(path, world)) break;
        bool found = !rest->broken && !needs_plan(world, path);
        search->work = (wendi_work){
            .world = world, .grid = world->grid, .version = world->version, .query = path->origin.query};
        if (found) result = add_piece(search, world, path, wanted, &found, stats);
        if (result == WEND_OK && !found) result = plan_rest(search, world, path, wanted, stats);
        if (result == WEND_ERROR_NOT_LOADED) result = WEND_OK; // it went just now
        rest->waits = rest->left && !rest->broken && path->tiles.count == before;
    }
    return result;
}

wend_result wend_path_refine(wend_search* search, const wend_world* world, wend_path* path, int32_t tiles,
                             wend_stats* stats_opt) {
    if (!search || !world || !path || tiles < 1) return WEND_ERROR_ARGUMENT;
    wend_stats stats = {0};
    wend_result result = WEND_OK;
    const uint64_t began = wendi_search_now(search);
    world = path->rest.left ? wendi_world_of_path(path, world) : world;
    if (!world) return WEND_ERROR_ARGUMENT;
    const int32_t turn = wendi_begin_reading(&world->graph);
    if (path->rest.left) result = refine(search, world, path, tiles, &stats);
    wendi_end_reading(&world->graph, turn);
    stats.total_ns = (int64_t)(wendi_search_now(search) - began);
    if (stats_opt) *stats_opt = stats;
    return result;
}

wend_path_rest wend_path_get_rest(const wend_path* path) {
    if (!path || !path->rest.left) return WEND_REST_NONE;
    return path->rest.broken ? WEND_REST_BROKEN : path->rest.waits ? WEND_REST_WAITING : WEND_REST_READY;
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
        if (path->rest.left && rest_is_of(path, world)) result = add_regions(search, path, &list);
        wendi_end_reading(&world->graph, turn);
    }
    for (int32_t i = 0; i < list.count; i++) out[i] = wendi_area_from_sheet(&world->grid->floors, out[i]);
    if (result == WEND_OK) *count_out = list.count;
    return result;
}
