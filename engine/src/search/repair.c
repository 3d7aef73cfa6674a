// repair.c: how does a path stay valid after an edit, or lead to a goal that has moved, with little work?
// And when does a better one take its place?
//
// The new path is put together from old tiles and new legs in scratch memory, and set at once, so that the
// path stays as it was when a stage fails. Limits on what legs may cost bound both the work and the excess
// over a new plan; where they do not suffice, the whole path is planned.
#include "wend/repair.h"

#include "hierarchy/open.h"
#include "search/search.h"

enum {
    MOST_DETOURS = 10, // repairs add at most this part of the cost
    SIDES_AROUND = 2,  // a leg may be longer than what it replaces by so many cluster sides
    TAIL = 16,         // a chase replans this part of the cost
    MOST_TAIL = 8,     // and keeps all before if the new tail costs no more than this part
};

// ---- the new path

wend_result wendi_query_set_spliced(wend_search* search, const wend_world* world, const wend_query* query,
                                    wend_outcome outcome, const wend_path* before_opt, wend_path* out) {
    wendi_splice* r = &search->splice;
    const wendi_tile_list tiles = search->tiles;
    const wendi_path_link_list links = search->links;
    search->tiles = r->tiles;
    search->links = r->links;
    r->tiles = tiles;
    r->links = links;
    search->work = (wendi_work){.world = world,
                                .grid = world->grid,
                                .version = world->version,
                                .query = *query,
                                .before = before_opt,
                                .outcome = outcome};
    return wendi_query_set_path(search, out);
}

// Sets the path to the tiles that were put together. Its origin becomes the one given; its ends stay those of
// its query, also where a blocked tile has given way. What is left to refine stays: the last tile does.
static wend_result set_tiles(wend_search* search, const wend_world* world, wend_path* path, bool smooth,
                             const wendi_origin* origin) {
    const int32_t goal = path->goal;
    wend_query query = origin->query;
    query.smooth = smooth;
    wendi_rest rest = path->rest;
    wendi_rest_init(&path->rest, &path->allocator);
    wend_result result = wendi_query_set_spliced(search, world, &query, path->outcome, path, path);
    wendi_rest_free(&path->rest);
    path->rest = rest;
    if (result != WEND_OK) return result;
    path->rest.route_nodes = 0; // its abstract path is empty now
    path->goal = goal;
    path->origin = *origin;
    return WEND_OK;
}

// ---- legs

static wend_cost smaller(wend_cost a, wend_cost b) {
    return a < b ? a : b;
}

// Finds a path between two tiles that costs less than a limit. False: there is none.
static wend_result find_leg(wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                            wend_cost below, bool* found_out, wend_stats* stats) {
    wend_query query = wend_default_query(from, to);
    wend_path* leg = &search->splice.leg;
    wend_result result = wendi_find_path_below(search, world, &query, below, leg, stats);
    *found_out = result == WEND_OK && leg->outcome == WEND_FOUND && leg->integer_cost < below;
    return result;
}

// Widens legs at links that cannot be taken, since there may be another way than by the link's entry, and
// joins those that then overlap.
static void widen_legs(wendi_leg_list* legs, const wend_path* path, int64_t by) {
    int64_t kept = 0;
    for (int64_t i = 0; i < legs->count; i++) {
        wendi_leg leg = legs->data[i];
        bool jumps = false;
        for (int64_t k = 0; k < path->links.count; k++)
            jumps |= leg.blocked && path->links.data[k].tile >= leg.from && path->links.data[k].tile < leg.to;
        if (jumps) {
            leg.from = leg.from > by ? leg.from - by : 0;
            leg.to = smaller(leg.to + by, path->tiles.count - 1);
        }
        while (kept > 0 && legs->data[kept - 1].to > leg.from) {
            const wendi_leg before = legs->data[--kept];
            leg.from = smaller(leg.from, before.from);
            leg.to = leg.to > before.to ? leg.to : before.to;
            leg.blocked |= before.blocked;
        }
        legs->data[kept++] = leg;
    }
    legs->count = kept;
}

// Drops the legs whose steps can all be taken, if some cannot or the path has not become costlier: they stay.
static void drop_legs(wendi_leg_list* legs, bool all_may_stay) {
    int64_t kept = 0;
    for (int64_t i = 0; i < legs->count; i++)
        if (legs->data[i].blocked) legs->data[kept++] = legs->data[i];
    if (kept > 0 || all_may_stay) legs->count = kept;
}

// Cost of the tiles between the legs.
static wend_cost kept_units(const wendi_leg_list* legs, const wend_path* path, const wend_grid* grid) {
    wend_cost sum = 0;
    int64_t at = 0;
    for (int64_t i = 0; i < legs->count; i++) {
        sum += wendi_path_units(path, grid, at, legs->data[i].from);
        at = legs->data[i].to;
    }
    return sum + wendi_path_units(path, grid, at, path->tiles.count - 1);
}

// Puts the path together with new legs that cost no more than the limits allow. *done_out false: the whole
// path must be planned.
static wend_result replace_legs(wend_search* search, const wend_world* world, const wend_path* path,
                                bool* done_out, wend_stats* stats) {
    wendi_splice* r = &search->splice;
    const int64_t last = path->tiles.count - 1, side = world->graph.clusters.size;
    const wend_tile* tiles = path->tiles.data;
    const wend_cost mean = last > 0 ? path->integer_cost / last + 1 : 1; // of a step
    // What all that is still to come may cost.
    wend_cost left = path->integer_cost + path->integer_cost / MOST_DETOURS - path->origin.detours -
                     kept_units(&r->legs, path, world->grid);
    int64_t at = 0;
    wend_result result = WEND_OK;
    bool good = left >= 0;
    wendi_splice_begin(r);
    for (int64_t i = 0; i < r->legs.count && good && result == WEND_OK; i++) {
        const wendi_leg leg = r->legs.data[i];
        const int64_t steps = leg.to - leg.from;
        const wend_cost most = mean * (steps + SIDES_AROUND * side);
        bool found = false;
        result = wendi_splice_append(r, path, at, leg.from);
        if (result == WEND_OK)
            result = find_leg(search, world, tiles[leg.from], tiles[leg.to], smaller(most, left) + 1, &found,
                              stats);
        if (result != WEND_OK) break;
        good = found;
        if (!found) break;
        left -= r->leg.integer_cost;
        result = wendi_splice_append(r, &r->leg, 0, r->leg.tiles.count - 1);
        at = leg.to;
    }
    if (result == WEND_OK && good) result = wendi_splice_append(r, path, at, last);
    *done_out = result == WEND_OK && good;
    return result;
}

// ---- repair

static bool has_legs(const wendi_origin* origin) {
    return !origin->query.hex_diagonals && origin->query.algorithm != WEND_BFS &&
           origin->query.algorithm != WEND_GREEDY;
}

// Plans a query on the world or view of its profile. A path with tiles still stands for the start that it was
// asked for.
static wend_result plan_whole(wend_search* search, const wend_world* world, const wend_query* query,
                              wend_path* path, wend_stats* stats) {
    wend_query here = *query;
    here.profile = 0;
    const wend_tile asked_start = path->tiles.count > 0 ? path->asked_start : query->start;
    wend_result result = wendi_find_path_below(search, world, &here, INT64_MAX, path, stats);
    if (result != WEND_OK) return result;
    path->origin.query.profile = query->profile;
    path->asked_start = asked_start;
    return WEND_OK;
}

// *done_out false: the whole path must be planned.
static wend_result repair_legs(wend_search* search, const wend_world* world, wend_path* path, bool* done_out,
                               wend_stats* stats) {
    wendi_leg_list* legs = &search->splice.legs;
    const wend_cost before = path->integer_cost;
    wend_result result = wendi_path_legs(path, world, legs);
    if (result != WEND_OK) return result;
    widen_legs(legs, path, world->graph.clusters.size);
    const bool ends_passable = wendi_sheet_passable(world->grid, path->tiles.data[0]) &&
                               wendi_sheet_passable(world->grid, path->tiles.data[path->tiles.count - 1]);
    if (!ends_passable) {
        *done_out = false;
        return WEND_OK;
    }
    drop_legs(legs, false);
    if (legs->count > 0 && !legs->data[0].blocked)
        drop_legs(legs, wendi_path_units(path, world->grid, 0, path->tiles.count - 1) <= before);
    result = replace_legs(search, world, path, done_out, stats);
    if (result != WEND_OK || !*done_out) return result;
    wendi_origin origin = path->origin;
    if (legs->count > 0) origin.planned = smaller(origin.planned, legs->data[0].from + 1);
    origin.planned = smaller(origin.planned, search->splice.tiles.count);
    origin.world = world->id;
    origin.version = world->version;
    result = set_tiles(search, world, path, origin.query.smooth, &origin);
    if (result == WEND_OK && path->integer_cost > before) path->origin.detours += path->integer_cost - before;
    return result;
}

// True when a path that can be walked may have to end elsewhere: nearer to a goal that it did not reach, or
// in another tile of a class, of which its last one is no more.
static bool may_end_elsewhere(const wend_path* path, const wend_world* world) {
    const int32_t terrain_class = path->origin.query.goal_class;
    const wend_grid* classes = world->base ? world->base->grid : world->grid;
    if (path->rest.left || path->tiles.count == 0) return false;
    if (path->outcome == WEND_PARTIAL)
        return !wendi_path_is_of(path, world) || path->origin.version != world->version;
    return terrain_class >= 0 &&
           wendi_sheet_class(classes, path->tiles.data[path->tiles.count - 1]) != terrain_class;
}

static wend_result repair(wend_search* search, const wend_world* world, wend_path* path, wend_stats* stats) {
    const wend_query query = path->origin.query;
    if (query.cookie != WENDI_COOKIE) return WEND_ERROR_ARGUMENT;
    const bool ends_elsewhere = may_end_elsewhere(path, world);
    if (!ends_elsewhere && wendi_path_is_valid(path, world, NULL)) {
        wend_cost units;
        path->cost = wendi_path_sum(path, world->grid, 0, path->tiles.count - 1, &units); // equal in units
        path->origin.world = world->id;
        path->origin.version = world->version;
        return WEND_OK;
    }
    bool done = false;
    wend_result result = WEND_OK;
    if (!ends_elsewhere && path->tiles.count > 0 && has_legs(&path->origin) && wendi_path_is_of(path, world))
        result = repair_legs(search, world, path, &done, stats);
    return done || result != WEND_OK ? result : plan_whole(search, world, &query, path, stats);
}

// ---- cut

// True when all steps from a tile on can be taken.
static wend_result can_walk_from(wend_search* search, const wend_world* world, const wend_path* path,
                                 int64_t first, bool* out) {
    const wendi_leg_list* legs = &search->splice.legs;
    wend_result result = wendi_path_legs(path, world, &search->splice.legs);
    *out = true;
    for (int64_t i = 0; i < legs->count && result == WEND_OK; i++)
        *out &= !legs->data[i].blocked || legs->data[i].to <= first;
    return result;
}

static wend_result cut(wend_search* search, const wend_world* world, wend_path* path, int32_t tiles_walked) {
    bool can_walk = false; // string pulling needs that
    wend_result result =
        wendi_open_steps(&world->graph, path->tiles.data + tiles_walked, path->tiles.count - tiles_walked);
    if (result == WEND_OK) result = can_walk_from(search, world, path, tiles_walked, &can_walk);
    if (result != WEND_OK) return result;
    wendi_origin origin = path->origin;
    const wend_tile start = path->tiles.data[tiles_walked];
    origin.query.start = start;
    origin.planned = origin.planned > tiles_walked ? origin.planned - tiles_walked : 0;
    wendi_splice_begin(&search->splice);
    result = wendi_splice_append(&search->splice, path, tiles_walked, path->tiles.count - 1);
    if (result != WEND_OK) return result;
    result = set_tiles(search, world, path, origin.query.smooth && can_walk, &origin);
    if (result == WEND_OK) path->start_tile = path->asked_start = start;
    return result;
}

// A path of another world may leave the map of this one.
static bool lies_on(const wend_path* path, const wend_world* world) {
    if (wendi_path_is_of(path, world)) return true;
    for (int32_t i = 0; i < path->tiles.count; i++)
        if (!wendi_sheet_contains(world->grid, path->tiles.data[i])) return false;
    return true;
}

wend_result wend_path_cut(wend_search* search, const wend_world* world, wend_path* path,
                          int32_t tiles_walked) {
    if (!search || !world || !path || tiles_walked < 0 || tiles_walked >= path->tiles.count)
        return WEND_ERROR_ARGUMENT;
    world = wendi_world_of_path(path, world);
    if (!world || !lies_on(path, world)) return WEND_ERROR_ARGUMENT;
    const int32_t turn = wendi_begin_reading(&world->graph);
    const wend_result result = cut(search, world, path, tiles_walked);
    wendi_end_reading(&world->graph, turn);
    return result;
}

// ---- chase

// The last tile of the whole plan from where at least a part of the cost is left.
static int64_t find_branch(const wend_path* path, const wend_grid* grid) {
    int64_t branch = path->tiles.count - 1;
    for (wend_cost left = 0;
         branch > 0 && (branch >= path->origin.planned || left < path->integer_cost / TAIL); branch--)
        left += wendi_path_units(path, grid, branch - 1, branch);
    return branch;
}

// Keeps the tiles up to a branch and leads on from there. *done_out false: the whole path must be planned.
static wend_result replace_tail(wend_search* search, const wend_world* world, wend_path* path,
                                wend_tile new_goal, bool* done_out, wend_stats* stats) {
    const wend_cost most = path->integer_cost / MOST_TAIL;
    const int64_t branch = find_branch(path, world->grid);
    wendi_splice* r = &search->splice;
    wend_result result = wendi_path_legs(path, world, &r->legs);
    *done_out = false;
    if (result != WEND_OK || branch == 0) return result;
    for (int64_t i = 0; i < r->legs.count; i++)
        if (r->legs.data[i].from < branch) return WEND_OK; // what it keeps may be broken
    bool found = false;
    result = find_leg(search, world, path->tiles.data[branch], new_goal, most + 1, &found, stats);
    if (result != WEND_OK || !found) return result;
    wendi_splice_begin(r);
    result = wendi_splice_append(r, path, 0, branch);
    if (result == WEND_OK) result = wendi_splice_append(r, &r->leg, 0, r->leg.tiles.count - 1);
    if (result != WEND_OK) return result;
    wendi_origin origin = path->origin;
    origin.query.goal = new_goal;
    origin.query.goal_area = (wend_rect){0, 0, 0, 0};
    origin.query.goal_class = -1;
    origin.planned = smaller(branch + 1, r->tiles.count);
    origin.version = world->version;
    result = set_tiles(search, world, path, origin.query.smooth, &origin);
    *done_out = result == WEND_OK;
    if (result == WEND_OK) path->goal = 0, path->goal_tile = path->asked_goal = new_goal;
    return result;
}

static wend_result chase(wend_search* search, const wend_world* world, wend_path* path, wend_tile new_goal,
                         wend_stats* stats) {
    wend_query query = path->origin.query;
    if (query.cookie != WENDI_COOKIE || !wendi_sheet_contains(world->grid, new_goal))
        return WEND_ERROR_ARGUMENT;
    const bool by_place = query.goal_area.width > 0 || query.goal_class >= 0;
    if (wendi_is_same(query.goal, new_goal) && !by_place) return repair(search, world, path, stats);
    bool done = false;
    wend_result result = WEND_OK;
    if (path->outcome == WEND_FOUND && has_legs(&path->origin) && wendi_path_is_of(path, world))
        result = replace_tail(search, world, path, new_goal, &done, stats);
    if (done || result != WEND_OK) return result;
    query.goal = new_goal;
    query.goal_area = (wend_rect){0, 0, 0, 0};
    query.goal_class = -1;
    return plan_whole(search, world, &query, path, stats);
}

// Leads the path to a new goal, or repairs it.
static wend_result change(wend_search* search, const wend_world* world, wend_path* path,
                          const wend_tile* new_goal_opt, wend_stats* stats_opt) {
    if (!search || !world || !path) return WEND_ERROR_ARGUMENT;
    world = wendi_world_of_path(path, world);
    if (!world) return WEND_ERROR_ARGUMENT;
    wend_stats stats = {0};
    const int32_t turn = wendi_begin_reading(&world->graph);
    wend_result result = wendi_open_steps(&world->graph, path->tiles.data, path->tiles.count);
    if (result == WEND_OK)
        result = new_goal_opt
                     ? chase(search, world, path, wendi_to_sheet(&world->grid->floors, *new_goal_opt), &stats)
                     : repair(search, world, path, &stats);
    wendi_end_reading(&world->graph, turn);
    if (stats_opt) *stats_opt = stats;
    return result;
}

wend_result wend_path_repair(wend_search* search, const wend_world* world, wend_path* path,
                             wend_stats* stats_opt) {
    return change(search, world, path, NULL, stats_opt);
}

wend_result wend_path_chase(wend_search* search, const wend_world* world, wend_path* path, wend_tile new_goal,
                            wend_stats* stats_opt) {
    return change(search, world, path, &new_goal, stats_opt);
}

// ---- replan

static int64_t index_of(const wend_path* path, wend_tile tile) {
    for (int64_t i = 0; i < path->tiles.count; i++)
        if (wendi_is_same(path->tiles.data[i], tile)) return i;
    return -1;
}

// True when a path leads from one of its tiles to its goal, as the world is now.
static wend_result leads_on(const wend_world* world, const wend_path* path, int64_t first, bool* out) {
    *out = false;
    if (first < 0 || path->outcome != WEND_FOUND || path->rest.left || !lies_on(path, world) ||
        may_end_elsewhere(path, world))
        return WEND_OK;
    wend_result result = wendi_open_steps(&world->graph, path->tiles.data + first, path->tiles.count - first);
    *out = result == WEND_OK && wendi_path_leads_on(path, world->grid, first);
    return result;
}

// *better_out: a path from the start of a query costs at least keep percent less than the tiles from one on.
static wend_result find_better(wend_search* search, const wend_world* world, const wend_path* path,
                               int64_t first, const wend_query* query, float keep, bool* better_out,
                               wend_stats* stats) {
    const wend_cost left = wendi_path_units(path, world->grid, first, path->tiles.count - 1);
    const wend_cost most = (wend_cost)((double)left * (100 - (double)keep) / 100);
    const wend_cost below = smaller(most + 1, left);
    wend_query here = *query;
    here.profile = 0;
    here.smooth = false; // only its cost is asked for
    wend_path* found = &search->splice.leg;
    const wend_result result = wendi_find_path_below(search, world, &here, below, found, stats);
    *better_out = result == WEND_OK && found->outcome == WEND_FOUND && found->integer_cost < below;
    return result;
}

static wend_result replan(wend_search* search, const wend_world* world, wend_path* path, wend_tile start,
                          float keep, bool* replaced_out, wend_stats* stats) {
    wend_query query = path->origin.query;
    if (query.cookie != WENDI_COOKIE) return WEND_ERROR_ARGUMENT;
    query.start = start;
    const int64_t first = index_of(path, start);
    bool leads = false, better = true;
    wend_result result = leads_on(world, path, first, &leads);
    if (result == WEND_OK && leads)
        result = find_better(search, world, path, first, &query, keep, &better, stats);
    if (result != WEND_OK) return result;
    *replaced_out = better;
    if (!better) return cut(search, world, path, (int32_t)first);
    result = plan_whole(search, world, &query, path, stats);
    if (result == WEND_OK) path->asked_start = start;
    return result;
}

wend_result wend_path_replan(wend_search* search, const wend_world* world, wend_path* path, wend_tile start,
                             float keep, bool* replaced_out_opt, wend_stats* stats_opt) {
    if (!search || !world || !path || !(keep >= 0 && keep <= 100)) return WEND_ERROR_ARGUMENT;
    world = wendi_world_of_path(path, world);
    if (!world || !wend_grid_contains(world->grid, start)) return WEND_ERROR_ARGUMENT;
    start = wendi_to_sheet(&world->grid->floors, start);
    wend_stats stats = {0};
    bool replaced = false;
    const int32_t turn = wendi_begin_reading(&world->graph);
    const wend_result result = replan(search, world, path, start, keep, &replaced, &stats);
    wendi_end_reading(&world->graph, turn);
    if (result == WEND_OK && replaced_out_opt) *replaced_out_opt = replaced;
    if (stats_opt) *stats_opt = stats;
    return result;
}
