// path_check.c: is a path still valid, which part of it has an edit broken, and how are paths put together?
#include "search/path_check.h"

#include "grid/links.h"
#include "hierarchy/world.h"
#include "search/flat_steps.h"
#include "search/smooth.h"
#include "wend/repair.h"

// True when nothing has changed in a cluster since a version of the world.
static inline bool wendi_is_unchanged(const wend_world* world, int32_t cluster, uint64_t version) {
    return *wendi_item(&world->graph.versions, cluster) <= version;
}

// ---- is a path still valid, and which part of it has an edit broken?
//
// A path is followed from cluster to cluster. Where the version of a cluster is not newer than the path,
// every step in it is as it was found. The steps of all others are judged by the rules of movement. Links
// are always judged: they are few, and both their ends matter.

WENDI_LIST_FUNCTIONS(wendi_leg_list, wendi_leg)

const wend_world* wendi_world_of_path(const wend_path* path, const wend_world* world) {
    return path->origin.world == world->id ? world : wendi_world_of_query(world, &path->origin.query);
}

bool wendi_path_is_of(const wend_path* path, const wend_world* world) {
    return path->origin.world == world->id && path->origin.version <= world->version;
}

static bool is_diagonal(const wend_grid* grid, wend_tile from, wend_tile to) {
    wend_tile reached;
    for (int32_t way = 0; way < WENDI_HEX_WAYS; way++)
        if (wendi_hex_diagonal(grid, from, way, &reached) && wendi_is_same(reached, to)) return true;
    return false;
}

static bool can_step(const wend_path* path, const wend_grid* grid, wend_tile from, wend_tile to) {
    if (wendi_sheet_can_step(grid, from, to)) return true;
    return path->origin.query.hex_diagonals && wendi_is_hex(grid->connectivity) &&
           wendi_sheet_passable(grid, from) && is_diagonal(grid, from, to);
}

// True when a link of a path can be taken.
static bool path_link_is_usable(const wend_path* path, const wend_grid* grid, const wend_path_link* link) {
    const wend_link* found = wendi_sheet_find_link(grid, link->id);
    const wend_tile from = path->tiles.data[link->tile], to = path->tiles.data[link->tile + 1];
    return found && wendi_link_is_usable(grid, found) && wendi_is_same(found->from, from) &&
           wendi_is_same(found->to, to);
}

// The first tile after `from`, up to `to`, that cannot be entered from the one before; to + 1: none.
static int64_t first_blocked(const wend_path* path, const wend_grid* grid, int64_t from, int64_t to) {
    const wend_tile* tiles = path->tiles.data;
    if (from == 0 && !wendi_sheet_passable(grid, tiles[0])) return 0;
    for (int64_t i = from + 1; i <= to; i++)
        if (!can_step(path, grid, tiles[i - 1], tiles[i])) return i;
    return to + 1;
}

bool wendi_path_leads_on(const wend_path* path, const wend_grid* grid, int64_t first) {
    if (!wendi_sheet_passable(grid, path->tiles.data[first])) return false;
    for (int64_t i = 0; i < path->links.count; i++) {
        const wend_path_link* link = &path->links.data[i];
        if (link->tile < first) continue;
        if (first_blocked(path, grid, first, link->tile) <= link->tile ||
            !path_link_is_usable(path, grid, link))
            return false;
        first = link->tile + 1;
    }
    return first_blocked(path, grid, first, path->tiles.count - 1) == path->tiles.count;
}

double wendi_path_sum(const wend_path* path, const wend_grid* grid, int64_t from, int64_t to,
                      wend_cost* units_out) {
    wend_cost units;
    double sum = 0;
    *units_out = 0;
    for (int64_t i = 0; i < path->links.count; i++) {
        const int64_t entry = path->links.data[i].tile;
        if (entry < from || entry >= to) continue;
        const wend_link* link = wendi_sheet_find_link(grid, path->links.data[i].id);
        sum += wendi_path_cost(grid, path->tiles.data + from, entry - from + 1, &units);
        *units_out += units;
        from = entry + 1;
        if (!link) continue; // removed since the path was found
        sum += wendi_link_true_cost(grid, link);
        *units_out += wendi_link_cost(grid, link);
    }
    sum += wendi_path_cost(grid, path->tiles.data + from, to - from + 1, &units);
    *units_out += units;
    return sum;
}

wend_cost wendi_path_units(const wend_path* path, const wend_grid* grid, int64_t from, int64_t to) {
    wend_cost units;
    wendi_path_sum(path, grid, from, to, &units);
    return units;
}

// ---- lines between waypoints

// The tiles at the ends of a line. False: a link leads along it, or an end is off the map.
static bool line_at(const wend_path* path, const wend_grid* grid, int64_t i, int64_t* link_io,
                    wend_tile ends_out[2]) {
    const wend_vec2* points = path->waypoints.data;
    if (*link_io < path->links.count && path->links.data[*link_io].waypoint == i) {
        ++*link_io;
        return false;
    }
    return wendi_sheet_tile_at(grid, points[i], &ends_out[0]) == WEND_OK &&
           wendi_sheet_tile_at(grid, points[i + 1], &ends_out[1]) == WEND_OK;
}

typedef struct line_check {
    const wend_world* world;
    uint64_t version;
} line_check;

static bool has_changed(void* context, int32_t cluster) {
    const line_check* check = context;
    return !wendi_is_unchanged(check->world, cluster, check->version);
}

static bool lines_changed(const wend_path* path, const wend_world* world) {
    line_check check = {world, path->origin.version};
    wend_tile ends[2];
    for (int64_t i = 0, link = 0; i + 1 < path->waypoints.count; i++)
        if (line_at(path, world->grid, i, &link, ends) &&
            wendi_clusters_near_line(&world->graph.clusters, ends[0], ends[1], has_changed, &check))
            return true;
    return false;
}

// Cost of the steps of a path as lines from centre to centre, which string pulling compares.
static double lines_of_steps(const wend_path* path, const wend_grid* grid) {
    double sum = 0;
    int64_t link = 0;
    for (int64_t i = 0; i + 1 < path->tiles.count; i++) {
        const wend_tile a = path->tiles.data[i], b = path->tiles.data[i + 1];
        const bool jumps = link < path->links.count && path->links.data[link].tile == i;
        link += jumps;
        if (!jumps)
            sum += wendi_gap(wendi_center(grid, a), wendi_center(grid, b)) *
                   ((double)wendi_sheet_cost(grid, a) + (double)wendi_sheet_cost(grid, b)) / 2;
    }
    return sum;
}

bool wendi_path_lines_fit(const wend_path* path, const wend_grid* grid) {
    static const double slack = 1 + 1e-6; // sums are rounded
    double cost = 0;
    wend_tile ends[2];
    for (int64_t i = 0, link = 0; i + 1 < path->waypoints.count && cost < INFINITY; i++)
        if (line_at(path, grid, i, &link, ends))
            cost += wendi_straight_cost(grid, ends[0], ends[1], (double)path->origin.query.body_radius);
    return cost <= lines_of_steps(path, grid) * slack;
}

// ---- the whole path

// Calls a function for each section of the path, with the first tile in it that cannot be entered. Stops when
// it returns true. Skips sections that have not changed.
typedef bool section_fn(void* context, const wendi_path_section* section, int64_t blocked);
static void each_changed_section(const wend_path* path, const wend_world* world, section_fn* each,
                                 void* context) {
    const int64_t count = path->tiles.count;
    const bool of_world = wendi_path_is_of(path, world) && !path->origin.query.hex_diagonals;
    for (int64_t i = 0, first = 0; i <= path->links.count; i++) { // the parts between links
        const wend_path_link* link = i < path->links.count ? &path->links.data[i] : NULL;
        const int64_t end = link ? link->tile + 1 : count;
        while (first < end) {
            wendi_path_section section = {-1, first, end - 1};
            if (of_world)
                section = wendi_path_section_at(&world->graph.clusters, path->tiles.data, first, end);
            if (!of_world || !wendi_is_unchanged(world, section.cluster, path->origin.version)) {
                const int64_t blocked = first_blocked(path, world->grid, section.first, section.last);
                if (each(context, &section, blocked)) return;
            }
            first = section.last + (section.last == end - 1);
        }
        if (!link || path_link_is_usable(path, world->grid, link)) continue;
        const wendi_path_section jump = {-1, link->tile, link->tile + 1};
        if (each(context, &jump, link->tile + 1)) return;
    }
}

typedef struct validity {
    int64_t changed; // first tile of the first section that has changed; -1: none
    int64_t blocked; // first tile that cannot be entered; -1: none
} validity;

static bool find_blocked(void* context, const wendi_path_section* section, int64_t blocked) {
    validity* v = context;
    if (v->changed < 0) v->changed = section->first;
    if (blocked <= section->last) v->blocked = blocked;
    return v->blocked >= 0;
}

bool wendi_path_is_valid(const wend_path* path, const wend_world* world, int32_t* broken_out_opt) {
    if (path->tiles.count == 0) return false;
    const wendi_origin* origin = &path->origin;
    validity v = {-1, -1};
    int64_t good = -1; // up to this tile, when the path is not valid
    if (!wendi_path_is_of(path, world) || origin->version != world->version) {
        each_changed_section(path, world, find_blocked, &v);
        const bool may_cost_more = v.changed >= 0 || path->links.count > 0;
        if (v.blocked >= 0)
            good = v.blocked > 0 ? v.blocked - 1 : 0;
        else if (may_cost_more &&
                 wendi_path_units(path, world->grid, 0, path->tiles.count - 1) != path->integer_cost)
            good = v.changed >= 0 ? v.changed : 0;
        else if (origin->query.smooth && (!wendi_path_is_of(path, world) || lines_changed(path, world)) &&
                 !wendi_path_lines_fit(path, world->grid))
            good = path->tiles.count - 1;
    }
    if (broken_out_opt) *broken_out_opt = (int32_t)good;
    return good < 0;
}

bool wend_path_is_valid(const wend_path* path, const wend_world* world, int32_t* broken_out_opt) {
    if (!path || !world) return false;
    world = wendi_world_of_path(path, world);
    return world && wendi_path_is_valid(path, world, broken_out_opt);
}

// ---- legs

typedef struct leg_search {
    wendi_leg_list* legs;
    int64_t last; // tile of the path
    wend_result result;
} leg_search;

// A link that cannot be taken breaks the sections on both its sides, too: there may be another way than to
// its entry.
static bool add_leg(void* context, const wendi_path_section* section, int64_t blocked) {
    leg_search* search = context;
    wendi_leg_list* legs = search->legs;
    wendi_leg leg = {section->first, section->last, blocked <= section->last};
    wendi_leg* before = legs->count > 0 ? &legs->data[legs->count - 1] : NULL;
    if (before && before->blocked && leg.blocked && before->to >= leg.from) {
        before->to = leg.to;
        return false;
    }
    search->result = wendi_leg_list_push(legs, leg);
    return search->result != WEND_OK;
}

wend_result wendi_path_legs(const wend_path* path, const wend_world* world, wendi_leg_list* out) {
    leg_search search = {out, path->tiles.count - 1, WEND_OK};
    out->count = 0;
    each_changed_section(path, world, add_leg, &search);
    return search.result;
}

// ---- how is a path put together from parts of others?

void wendi_splice_init(wendi_splice* s, const wend_allocator* allocator) {
    wendi_path_init(&s->leg, allocator);
    s->legs.allocator = s->tiles.allocator = s->links.allocator = *allocator;
}

void wendi_splice_begin(wendi_splice* s) {
    s->tiles.count = s->links.count = 0;
}

// Appends a tile that a step or a link leads to. Where it is the last but one, the path would go there and
// back: then the last tile is removed instead.
static wend_result append(wendi_splice* s, wend_tile tile, const wend_path_link* link_opt) {
    wendi_tile_list* tiles = &s->tiles;
    const int64_t last = tiles->count - 1;
    if (last >= 1 && wendi_is_same(tiles->data[last - 1], tile)) {
        tiles->count--;
        if (s->links.count > 0 && s->links.data[s->links.count - 1].tile == last - 1) s->links.count--;
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if (link_opt)
        result =
            wendi_path_link_list_push(&s->links, (wend_path_link){.id = link_opt->id, .tile = (int32_t)last});
    return result == WEND_OK ? wendi_tile_list_push(tiles, tile) : result;
}

wend_result wendi_splice_append(wendi_splice* s, const wend_path* path, int64_t from, int64_t to) {
    WENDI_ASSERT(from >= 0 && from <= to && to < path->tiles.count);
    wend_result result = s->tiles.count == 0 ? append(s, path->tiles.data[from], NULL) : WEND_OK;
    const wend_path_link *link = path->links.data, *end = link ? link + path->links.count : NULL;
    for (int64_t i = from; i < to && result == WEND_OK; i++) {
        while (link < end && link->tile < i) link++;
        result = append(s, path->tiles.data[i + 1], link < end && link->tile == i ? link : NULL);
    }
    return result;
}
