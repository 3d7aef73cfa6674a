// query_ends.c: which queries are valid, and which tiles take the place of blocked ends, of an area, of a
// class, of a goal out of reach?
#include "search/query_ends.h"

#include <math.h>
#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"
#include "overlay/overlay.h"
#include "search/nearest_tile.h"

enum { GOALS_PER_CANCEL_CHECK = 1 << 8, ROWS_PER_CANCEL_CHECK = 1 << 6 };

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
    if (by_area) return wendi_is_valid_area(grid, area);
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

void wendi_query_ends_init(wendi_query_ends* ends, const wend_allocator* allocator) {
    *ends = (wendi_query_ends){.goals.allocator = *allocator, .reachable.allocator = *allocator};
}

// ---- what the ends stand for

// Leaves a tile as it is when it is passable, or when no passable tile is near. Errors: DAMAGED, MEMORY,
// NOT_LOADED.
static wend_result snap(const wend_world* world_opt, const wend_grid* grid, const wend_query* query,
                        wend_tile* tile_io) {
    const wend_tile tile = *tile_io;
    const double radius = (double)query->snap;
    if (query->snap == 0) return WEND_OK;
    wend_result result = world_opt ? wendi_open_tiles(&world_opt->graph, &tile, 1) : WEND_OK;
    if (result != WEND_OK || wendi_is_passable(grid, tile.x, tile.y)) return result;
    if (world_opt) return wendi_snap_on_world(&world_opt->graph, grid, tile, radius, tile_io);
    wendi_snap(grid, tile, radius, tile_io);
    return WEND_OK;
}

// A goal that is not here is replaced when the path comes near (refine_path.c).
static wend_result snap_goal(const wend_world* world_opt, const wend_grid* grid, wend_query* query) {
    if (world_opt && !wendi_tile_is_here(&world_opt->graph, query->goal)) return WEND_OK;
    return snap(world_opt, grid, query, &query->goal);
}

static wend_result list_goals(wendi_query_ends* ends, const wend_world* world_opt, const wend_grid* grid,
                              const wend_query* query) {
    wend_result result = wendi_tile_list_reserve(&ends->goals, query->goal_count);
    for (int32_t i = 0; i < query->goal_count && result == WEND_OK; i++) {
        wend_tile goal = query->goals[i];
        result = snap(world_opt, grid, query, &goal);
        if (result == WEND_OK) result = wendi_tile_list_push(&ends->goals, goal);
    }
    return result;
}

// The tiles of an area, or of a class in it (-1: of any), to which links lead: a path may arrive there from
// anywhere.
static wend_result list_link_ends(wendi_query_ends* ends, const wend_grid* grid, wend_rect area,
                                  int32_t terrain_class) {
    wend_result result = WEND_OK;
    wendi_link_search links = wendi_links_in(&grid->links, WENDI_LINK_TO, area);
    for (int32_t i; result == WEND_OK && (i = wendi_next_link(&links)) >= 0;) {
        const wend_tile to = grid->links.data[i].to;
        if (terrain_class < 0 || *wendi_tile(grid, to.x, to.y) == terrain_class)
            result = wendi_tile_list_push(&ends->goals, to);
    }
    return result;
}

// A path enters an area over a tile on its edge, or by a link. A partial path ends nearest to one there, too,
// unless it ends on another floor, from where all tiles count.
static bool needs_inner_tiles(const wend_grid* grid, const wend_query* query) {
    return query->partial && wendi_has_floors(&grid->floors);
}

// Row by row.
static wend_result list_area(wendi_query_ends* ends, const wend_grid* grid, const wend_query* query) {
    const wend_rect area = query->goal_area;
    const bool all = needs_inner_tiles(grid, query);
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < area.height; y++) {
        const bool every = all || y == 0 || y == area.height - 1 || area.width == 1;
        for (int32_t x = 0; x < area.width && result == WEND_OK; x += every ? 1 : area.width - 1)
            result = wendi_tile_list_push(&ends->goals, (wend_tile){area.x + x, area.y + y});
    }
    return result == WEND_OK ? list_link_ends(ends, grid, area, -1) : result;
}

// True when some tile around a tile is of another class. Off the map is class 0.
static bool is_at_edge(const wend_grid* grid, int32_t x, int32_t y) {
    const wendi_tiles tiles = wendi_tiles_at(grid, x, y);
    const uint8_t *tile = tiles.at, *above = tile - tiles.stride, *below = tile + tiles.stride;
    const uint8_t k = *tile;
    return tile[1] != k || tile[-1] != k || *above != k || *below != k || above[-1] != k || above[1] != k ||
           below[-1] != k || below[1] != k;
}

// True when a tile and those after it, two fewer than a run, are surrounded by tiles of the same class.
static bool is_run_inside(const wend_grid* grid, int32_t x, int32_t y, uint8_t terrain_class) {
    return x >= 1 && x - 1 + WENDI_RUN <= grid->width && wendi_run_has_class(grid, x - 1, y, terrain_class) &&
           wendi_run_has_class(grid, x - 1, y - 1, terrain_class) &&
           wendi_run_has_class(grid, x - 1, y + 1, terrain_class);
}

static bool is_in_range(const wendi_class_range* range_opt, const wend_query* query, wend_tile tile) {
    return !range_opt || wendi_heuristic_between(range_opt->heuristic, query->start, tile) < range_opt->bound;
}

// A path enters the tiles of a class at their edge, too. Lists those in some columns of a row that a path
// from the start may reach for less than the bound of the range.
static wend_result list_row(wendi_query_ends* ends, const wend_grid* classes, const wend_query* query,
                            const wendi_class_range* range_opt, wend_rect area, int32_t y) {
    const uint8_t terrain_class = (uint8_t)query->goal_class, *run;
    const int32_t end = area.x + area.width;
    const bool all = needs_inner_tiles(classes, query);
    wend_result result = WEND_OK;
    if (!wendi_is_floor_row(&classes->floors, y)) return WEND_OK;
    for (int32_t x = area.x; x < end && result == WEND_OK; x++) {
        const int32_t count = wendi_tile_run(classes, x, y, end - x, &run);
        const uint8_t* next = memchr(run, terrain_class, (size_t)count);
        if (!next) {
            x += count - 1;
            continue;
        }
        x += (int32_t)(next - run);
        const wend_tile tile = {x, y};
        if (!all && is_run_inside(classes, x, y, terrain_class))
            x += WENDI_RUN - 3; // the last of them
        else if ((all || is_at_edge(classes, x, y)) && is_in_range(range_opt, query, tile))
            result = wendi_tile_list_push(&ends->goals, tile);
    }
    return result;
}

// Looks for a class in a part of the map; its clusters are opened first.
static wend_result list_class_around(wendi_query_ends* ends, const wend_world* world,
                                     const wend_grid* classes, const wendi_cancel* cancel,
                                     const wend_query* query, const wendi_class_range* range,
                                     wend_rect area) {
    wend_result result = wendi_open_area(&world->graph, area, 0);
    for (int32_t y = area.y; y < area.y + area.height && result == WEND_OK; y++) {
        if (y % ROWS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(cancel)) return WEND_ERROR_CANCELLED;
        result = list_row(ends, classes, query, range, area, y);
    }
    return result;
}

// Looks for it everywhere, in a pass over the world.
static wend_result list_class(wendi_query_ends* ends, const wend_world* world_opt, const wend_grid* grid,
                              const wend_grid* classes, const wendi_cancel* cancel, const wend_query* query) {
    const wend_rect all = {0, 0, grid->width, grid->height};
    const int32_t size = world_opt ? world_opt->graph.clusters.size : 1;
    wendi_pass pass;
    wend_result result = world_opt ? wendi_pass_begin(world_opt, &pass) : WEND_OK;
    for (int32_t y = 0; y < grid->height && result == WEND_OK; y++) {
        result = list_row(ends, classes, query, NULL, all, y);
        if (y % ROWS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(cancel)) result = WEND_ERROR_CANCELLED;
        if (world_opt && y > 0 && y % size == 0) wendi_pass_row(&pass, 1, y / size - 1);
    }
    if (world_opt) wendi_pass_end(&pass);
    return result == WEND_OK ? list_link_ends(ends, classes, all, query->goal_class) : result;
}

// The part of the map to look for a class in, and what a path to any tile beyond it costs at least.
static wend_rect range_around(const wend_grid* grid, wend_tile start, wendi_class_range* range) {
    const int32_t left = wendi_max(start.x - range->reach, 0), top = wendi_max(start.y - range->reach, 0),
                  right = wendi_min(start.x + range->reach, grid->width - 1),
                  bottom = wendi_min(start.y + range->reach, grid->height - 1);
    const wend_rect beyond[4] = {{0, 0, left, grid->height},
                                 {0, 0, grid->width, top},
                                 {right + 1, 0, grid->width - 1 - right, grid->height},
                                 {0, bottom + 1, grid->width, grid->height - 1 - bottom}};
    range->bound = INT64_MAX;
    for (int32_t i = 0; i < 4; i++) {
        if (beyond[i].width == 0 || beyond[i].height == 0) continue;
        const wend_cost least = wendi_heuristic_least(range->heuristic, beyond[i], start);
        if (least < range->bound) range->bound = least;
    }
    return (wend_rect){left, top, right - left + 1, bottom - top + 1};
}

static wend_result list_place(wendi_query_ends* ends, const wend_world* world_opt, const wend_grid* grid,
                              const wendi_cancel* cancel, const wend_query* query,
                              wendi_class_range* range_opt) {
    const wend_grid* classes = world_opt && world_opt->base ? world_opt->base->grid : grid;
    const bool is_area = query->goal_area.width > 0;
    const wend_tile start = query->start;
    if (range_opt) range_opt->bound = INT64_MAX;
    wend_result result = world_opt ? wendi_open_tiles(&world_opt->graph, &start, 1) : WEND_OK;
    if (result == WEND_OK && world_opt && is_area)
        result = wendi_open_area(&world_opt->graph, query->goal_area, 0);
    if (result != WEND_OK) return result;
    const bool inside = is_area ? wendi_area_contains(query->goal_area, start)
                                : *wendi_tile(classes, start.x, start.y) == query->goal_class;
    if (inside && wendi_is_passable(grid, start.x, start.y)) return wendi_tile_list_push(&ends->goals, start);
    if (is_area) return list_area(ends, grid, query);
    // Of a class that is blocked everywhere, only a partial path asks where it is.
    const bool blocked = classes == grid && grid->costs.straight[query->goal_class] == 0;
    if (classes->class_counts[query->goal_class] == 0 || (blocked && !query->partial)) return WEND_OK;
    const wend_rect area = range_opt ? range_around(grid, start, range_opt) : (wend_rect){0};
    return range_opt && range_opt->bound < INT64_MAX
               ? list_class_around(ends, world_opt, classes, cancel, query, range_opt, area)
               : list_class(ends, world_opt, grid, classes, cancel, query);
}

wend_result wendi_query_ends_find(wendi_query_ends* ends, const wend_world* world_opt, const wend_grid* grid,
                                  const wendi_cancel* cancel, wendi_class_range* range_opt,
                                  wend_query* query) {
    wendi_query_ends_keep(ends, query);
    wend_result result = snap(world_opt, grid, query, &query->start);
    if (result != WEND_OK) return result;
    ends->by_place = query->goal_area.width > 0 || query->goal_class >= 0;
    if (query->goal_count == 0 && !ends->by_place) return snap_goal(world_opt, grid, query);
    ends->goals.count = 0;
    result = ends->by_place ? list_place(ends, world_opt, grid, cancel, query, range_opt)
                            : list_goals(ends, world_opt, grid, query);
    if (result == WEND_OK && ends->goals.count > INT32_MAX) result = WEND_ERROR_LIMIT;
    if (result != WEND_OK) return result;
    query->goals = ends->goals.data;
    query->goal_count = (int32_t)ends->goals.count;
    return WEND_OK;
}

bool wendi_query_place_is_passable(const wend_world* world_opt, const wend_grid* grid,
                                   const wend_query* query) {
    const wend_grid* classes = world_opt && world_opt->base ? world_opt->base->grid : grid;
    const bool is_area = query->goal_area.width > 0;
    // Without profiles, all tiles of a class cost the same, and of a class at the edge of which all are
    // blocked, all are.
    if (!is_area && classes == grid) return false;
    const wend_rect area = is_area ? query->goal_area : (wend_rect){0, 0, grid->width, grid->height};
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++)
            if (wendi_is_passable(grid, x, y) && (is_area || *wendi_tile(classes, x, y) == query->goal_class))
                return true;
    return false;
}

// ---- the reachable tile nearest to a goal

static void lead_to(wendi_query_ends* ends, wend_tile nearest, int32_t index, wend_query* query) {
    ends->nearest = true;
    ends->near_index = index;
    ends->near_goal = query->goal_count > 0 ? query->goals[index] : query->goal;
    query->goal = nearest;
    query->goal_count = 0;
}

// One of the clusters of level 1 that contain a tile.
static int32_t cluster_of(const wendi_partition* clusters, wend_tile tile) {
    return wendi_min(tile.y / clusters->size, clusters->rows - 1) * clusters->columns +
           wendi_min(tile.x / clusters->size, clusters->columns - 1);
}

// Sorts the goals by the clusters of level 1 that hold them: lists begin at heads and go on by next. Errors:
// MEMORY.
static wend_result sort_goals(wendi_query_ends* ends, const wendi_partition* clusters, const wend_tile* goals,
                              int32_t count) {
    const int32_t heads = wendi_cluster_count(clusters);
    if (!WENDI_MAKE_ROOM(&ends->reachable.allocator, ends->lists, ends->list_capacity, 0,
                         (size_t)heads + (size_t)count))
        return WEND_ERROR_MEMORY;
    int32_t* lists = ends->lists;
    for (int32_t c = 0; c < heads; c++) lists[c] = -1;
    for (int32_t i = count - 1; i >= 0; i--) {
        int32_t* head = &lists[cluster_of(clusters, goals[i])];
        lists[heads + i] = *head;
        *head = i;
    }
    return WEND_OK;
}

// True when no reachable tile can take the place of the nearest one for the sake of a blocked goal: none is
// nearer than a neighbour, and its neighbours come later.
static bool is_settled(const wend_grid* grid, wend_tile goal, const wendi_nearest* nearest) {
    enum { TO_NEIGHBOUR = 4 }; // wendi_straight
    return nearest->distance <= TO_NEIGHBOUR && goal.y - 1 > nearest->tile.y &&
           !wendi_is_passable(grid, goal.x, goal.y);
}

// Counts what was looked at, and asks now and then whether to stop.
static bool stops(const wendi_cancel* cancel, int32_t* done_io) {
    return ++*done_io % GOALS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(cancel);
}

// Improves on the nearest tile by the goals of one cluster. *done_io: goals and clusters that were looked at.
static wend_result reach_in_cluster(wendi_query_ends* ends, const wend_world* world,
                                    const wendi_cancel* cancel, int32_t cluster, const wend_tile* goals,
                                    int32_t* done_io, wendi_nearest* nearest) {
    const wendi_partition* clusters = &world->graph.clusters;
    const int32_t* next = ends->lists + wendi_cluster_count(clusters);
    bool near;
    if (stops(cancel, done_io)) return WEND_ERROR_CANCELLED;
    wend_result result = wendi_reachable_near(&ends->reachable, wendi_cluster_rect(clusters, cluster),
                                              nearest->distance, &near);
    for (int32_t i = near ? ends->lists[cluster] : -1; i >= 0 && result == WEND_OK; i = next[i]) {
        if (stops(cancel, done_io)) return WEND_ERROR_CANCELLED;
        if (!is_settled(world->grid, goals[i], nearest))
            result = wendi_reachable_nearest(&ends->reachable, goals[i], nearest);
    }
    return result;
}

// Of many goals: most are far from all reachable tiles, whole clusters of them at a time.
static wend_result reach_many(wendi_query_ends* ends, const wend_world* world, const wendi_cancel* cancel,
                              const wend_tile* goals, int32_t count, wendi_nearest* nearest) {
    const wendi_partition* clusters = &world->graph.clusters;
    wend_result result = wendi_reachable_remember(&ends->reachable);
    if (result == WEND_OK) result = sort_goals(ends, clusters, goals, count);
    int32_t done = 0;
    for (int32_t c = 0; c < wendi_cluster_count(clusters) && result == WEND_OK; c++)
        if (ends->lists[c] >= 0) result = reach_in_cluster(ends, world, cancel, c, goals, &done, nearest);
    return result;
}

wend_result wendi_query_ends_reach(wendi_query_ends* ends, const wend_world* world,
                                   const wendi_cancel* cancel, wend_query* query) {
    enum { FEW = 8 };
    const wend_tile start = query->start;
    const wend_tile* goals = query->goal_count > 0 ? query->goals : &query->goal;
    const int32_t count = wendi_max(query->goal_count, 1);
    wendi_nearest nearest = {.distance = INT64_MAX};
    wend_result result = wendi_reachable_from(&ends->reachable, world, start);
    for (int32_t i = 0; i < count; i++)
        wendi_take_nearer(&nearest, start, wendi_straight_on(world->grid, goals[i], start));
    if (result == WEND_OK && count > FEW) result = reach_many(ends, world, cancel, goals, count, &nearest);
    for (int32_t i = 0; i < count && count <= FEW && result == WEND_OK; i++)
        result = wendi_reachable_nearest(&ends->reachable, goals[i], &nearest);
    if (result != WEND_OK) return result;
    int32_t index = 0; // the first goal that is so near
    while (wendi_straight_on(world->grid, goals[index], nearest.tile) != nearest.distance) index++;
    lead_to(ends, nearest.tile, index, query);
    return WEND_OK;
}

// Takes the tiles of a block that were closed. False: none is nearer.
static bool take_closed(const wendi_node_block* block, const wend_grid* grid, wend_tile goal,
                        wendi_nearest* nearest) {
    bool nearer = false;
    for (int32_t i = 0; i < WENDI_BLOCK_NODES; i++) {
        if (wendi_node_state(block->nodes[i]) != WENDI_CLOSED) continue;
        const wend_tile tile = {block->corner.x + i % WENDI_BLOCK_SIDE,
                                block->corner.y + i / WENDI_BLOCK_SIDE};
        nearer |= wendi_take_nearer(nearest, tile, wendi_straight_on(grid, goal, tile));
    }
    return nearer;
}

void wendi_query_ends_reach_closed(wendi_query_ends* ends, const wendi_flat* flat, wend_query* query) {
    const wendi_node_store* nodes = &flat->nodes;
    const wend_connectivity connectivity = nodes->grid->connectivity;
    const wend_tile* goals = query->goal_count > 0 ? query->goals : &query->goal;
    const int32_t count = wendi_max(query->goal_count, 1);
    wendi_nearest nearest = {.distance = INT64_MAX};
    int32_t index = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < nodes->claimed_count; k++) {
            const wendi_node_block* block = nodes->directory[nodes->claimed[k]];
            const wend_rect goal = {goals[i].x, goals[i].y, 1, 1},
                            area = {block->corner.x, block->corner.y, WENDI_BLOCK_SIDE, WENDI_BLOCK_SIDE};
            if (wendi_straight_between(connectivity, goal, area) > nearest.distance) continue;
            if (take_closed(block, nodes->grid, goals[i], &nearest)) index = i;
        }
    }
    WENDI_ASSERT(nearest.distance < INT64_MAX); // the start itself is closed
    lead_to(ends, nearest.tile, index, query);
}

// ---- may a path lead from end to end?

wend_result wendi_query_ends_open(const wend_world* world_opt, const wend_grid* grid, const wend_query* query,
                                  wendi_open_ends* out) {
    const wend_tile ends[2] = {query->start, query->goal};
    bool here[2] = {true, true};
    const wend_result result = world_opt ? wendi_open_both(&world_opt->graph, ends, here) : WEND_OK;
    *out = (wendi_open_ends){here[0], here[1], WEND_FOUND};
    if (result != WEND_OK) return result;
    const bool both = here[0] && here[1];
    // An end that is not here may be blocked and give way (wend_query.snap).
    const double radius = both || query->snap == 0 ? 0 : here[0] ? (double)query->snap : INFINITY;
    if (here[0] && !wendi_is_passable(grid, ends[0].x, ends[0].y))
        out->outcome = WEND_START_BLOCKED;
    else if (here[1] && !wendi_is_passable(grid, ends[1].x, ends[1].y))
        out->outcome = WEND_GOAL_BLOCKED;
    else if (world_opt && !(both && wendi_has_one_ways(&world_opt->components)) &&
             !wendi_may_lead_near(&world_opt->graph, &world_opt->components, ends[0], ends[1], radius))
        out->outcome = WEND_NO_ROUTE;
    return WEND_OK;
}

// ---- the answer

void wendi_query_ends_tell(const wendi_query_ends* ends, const wend_query* query, wend_path* out) {
    const wend_tile none = WENDI_NO_TILE;
    out->asked_start = ends->start;
    out->start_tile = query->start;
    if (ends->nearest && out->goal >= 0) out->goal = ends->near_index;
    if (ends->by_place || ends->asked_goals) {
        const bool listed = out->goal >= 0 && ends->asked_goals;
        out->goal_tile = out->goal < 0 ? none : ends->nearest ? ends->near_goal : query->goals[out->goal];
        out->asked_goal = listed ? ends->asked_goals[out->goal] : out->goal_tile;
        if (ends->by_place && out->goal >= 0) out->goal = 0;
    } else {
        out->goal_tile = ends->nearest ? ends->near_goal : query->goal;
        out->asked_goal = ends->goal;
    }
}
