// floors.c: is every answer right on a building of several floors? Random floors of every connectivity,
// joined by stairs and seams, with walls and profiles, change by edits; they are refreshed or not, forked,
// saved, opened, mapped, streamed, and built again, which makes the same world. In between, paths, fields,
// matrices and snapped ends are compared with a textbook Dijkstra over the union of the floors, which knows
// no sheet; and each path with that of the same building laid out by hand on one floor, whose sheets are
// joined by the same links: it costs the same to the unit. Seams have nodes at some of their pairs: paths may
// cost more than the optimum, by so much in the mean.
//     property_floors [--worlds N] [--first SEED] [--actions N]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "files.h"
#include "floor_dijkstra.h"
#include "rng.h"
#include "wend/explain.h"
#include "wend/many.h"
#include "wend/stream.h"
#include "wend/wend.h"

#define MOST_EXCESS 0.002

enum { MOST_SIDE = 48, MOST_FLOORS = 6, MOST_TILES = MOST_SIDE * MOST_SIDE * MOST_FLOORS, PROFILES = 3 };

typedef struct building {
    wend_world* world;
    wend_world* sheet; // the same on one floor; NULL: it is not compared
    wend_search* search;
    wend_path *path, *other;
    wend_field* field;
    wend_matrix_search* matrix;
    wend_profile_def defs[PROFILES - 1];
    int32_t cluster_size;
    int32_t width, height, floors, profiles, pitch;
    rng r;
    double distances[MOST_TILES];
    bool streams; // its ground comes from a file
    int64_t found, none, snapped, compared, edits, rebuilt, streamed, hierarchical;
    double excess;
} building;

static const wend_grid* view_of(const building* b, int32_t profile) {
    return wend_world_grid(wend_world_profile(b->world, profile));
}

static wend_tile nth_tile(const building* b, int32_t i) {
    return (wend_tile){i % b->width, i / b->width % b->height, (uint16_t)(i / (b->width * b->height))};
}
static wend_tile random_tile(building* b) {
    return nth_tile(b, rng_below(&b->r, b->width * b->height * b->floors));
}
// ---- the reference

static bool is_passable(const wend_grid* grid, wend_tile t) {
    return t.x >= 0 && t.y >= 0 && t.x < wend_grid_width(grid) && t.y < wend_grid_height(grid) &&
           wend_grid_straight_cost(grid, wend_grid_class(grid, t)) > 0;
}

static bool is_open(const wend_grid* grid, wend_tile from, wend_tile to) {
    return wend_grid_step_is_open(grid, from, to);
}

static bool can_step(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!is_passable(grid, from) || !is_passable(grid, to) || !is_open(grid, from, to)) return false;
    const wend_connectivity connectivity = wend_grid_connectivity(grid);
    if (connectivity != WEND_CONNECTIVITY_8 && connectivity != WEND_CONNECTIVITY_4)
        return wend_grid_can_step(grid, from, to);
    if (to.x == from.x || to.y == from.y) return true;
    if (connectivity == WEND_CONNECTIVITY_4) return false;
    const wend_tile a = {to.x, from.y, from.floor}, c = {from.x, to.y, from.floor};
    return is_passable(grid, a) && is_passable(grid, c) && is_open(grid, from, a) && is_open(grid, a, to) &&
           is_open(grid, from, c) && is_open(grid, c, to);
}

static int32_t step_cost(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (!can_step(grid, from, to)) return 0;
    const uint8_t k = wend_grid_class(grid, to);
    const bool diagonal =
        to.x != from.x && to.y != from.y && wend_grid_connectivity(grid) < WEND_CONNECTIVITY_HEX_ODD_R;
    return diagonal ? wend_grid_diagonal_cost(grid, k) : wend_grid_straight_cost(grid, k);
}

static bool is_usable(const wend_grid* grid, const wend_link* link) {
    return link->enabled && (link->profiles & 1) && is_passable(grid, link->from) &&
           is_passable(grid, link->to);
}

static const floor_rules rules = {step_cost, is_usable};

// ---- making

static wend_tile to_sheet(const building* b, wend_tile t) {
    return (wend_tile){t.x, t.y + t.floor * b->pitch, 0};
}

static void add_links(building* b, wend_grid* grid, wend_grid* sheet) {
    const int32_t stairs = rng_between(&b->r, 0, 3 * b->floors), seams = rng_between(&b->r, 0, b->floors);
    for (int32_t i = 0; i < stairs; i++) {
        wend_link link = wend_default_link(random_tile(b), random_tile(b), (float)rng_below(&b->r, 40) / 4);
        if (rng_chance(&b->r, 20)) link.profiles = 1u << rng_below(&b->r, PROFILES);
        if (wend_grid_add_link(grid, &link, NULL) != WEND_OK) continue;
        link.from = to_sheet(b, link.from);
        link.to = to_sheet(b, link.to);
        if (wend_grid_add_link(sheet, &link, NULL) != WEND_OK) abort();
    }
    for (int32_t i = 0; i < seams; i++) {
        const bool row = rng_chance(&b->r, 50), turned = rng_chance(&b->r, 20);
        const int32_t length = rng_between(&b->r, 1, (b->width < b->height ? b->width : b->height) - 1);
        wend_seam seam;
        seam = wend_default_seam(random_tile(b), (wend_tile){0, 0}, random_tile(b), (wend_tile){0, 0});
        seam.a_last = seam.a_first;
        seam.b_last = seam.b_first;
        *(row ? &seam.a_last.x : &seam.a_last.y) += length - 1;
        *(row != turned ? &seam.b_last.x : &seam.b_last.y) += length - 1;
        int32_t id = 0, other = 0;
        if (wend_grid_add_seam(grid, &seam, &id) != WEND_OK) continue;
        seam.a_first = to_sheet(b, seam.a_first), seam.a_last = to_sheet(b, seam.a_last);
        seam.b_first = to_sheet(b, seam.b_first), seam.b_last = to_sheet(b, seam.b_last);
        if (wend_grid_add_seam(sheet, &seam, &other) != WEND_OK || id != other) abort();
    }
}

static void define_profiles(building* b) {
    for (int32_t i = 0; i < PROFILES - 1; i++) b->defs[i] = wend_default_profile_def();
    b->defs[0].name = "swimmer";
    b->defs[0].class_costs[2] = 1;
    b->defs[0].class_costs[3] = 2;
    b->defs[1].name = "wide";
    b->defs[1].radius = 0.9f;
}

static wend_world* build(building* b, wend_grid* grid) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = b->cluster_size;
    def.profiles = b->defs;
    def.profile_count = b->profiles - 1;
    wend_world* world = NULL;
    if (wend_world_build(&grid, &def, &world) != WEND_OK) {
        wend_grid_destroy(grid);
        return NULL;
    }
    return world;
}

static bool make(building* b, uint64_t seed) {
    b->r = rng_seeded(seed);
    b->width = rng_between(&b->r, 2, MOST_SIDE);
    b->height = rng_between(&b->r, 2, MOST_SIDE);
    b->floors = rng_between(&b->r, 2, MOST_FLOORS);
    wend_grid_def def = wend_default_grid_def();
    def.connectivity = (wend_connectivity)rng_below(&b->r, WEND_CONNECTIVITY_COUNT);
    const bool hex = def.connectivity >= WEND_CONNECTIVITY_HEX_ODD_R;
    b->profiles = hex ? rng_between(&b->r, 1, 2) : rng_between(&b->r, 1, 3);
    b->pitch = b->height + 1 + (hex && b->height % 2 == 0);
    def.width = b->width;
    def.height = b->height;
    def.floors = b->floors;
    def.class_costs[2] = 3;
    def.class_costs[3] = 1.5f;
    def.least_cost = 1;
    def.greatest_cost = 8;
    const int32_t rows = (b->floors - 1) * b->pitch + b->height;
    static uint8_t classes[MOST_TILES], laid_out[MOST_SIDE * (MOST_SIDE + 2) * MOST_FLOORS];
    const int32_t blocked = rng_between(&b->r, 0, 45), costly = rng_between(&b->r, 0, 40);
    memset(laid_out, 0, sizeof laid_out);
    const int32_t tiles = b->width * b->height * b->floors;
    for (int32_t i = 0; i < tiles; i++) {
        classes[i] = (uint8_t)(rng_chance(&b->r, blocked)  ? 0
                               : rng_chance(&b->r, costly) ? rng_between(&b->r, 2, 3)
                                                           : 1);
        const wend_tile t = to_sheet(b, nth_tile(b, i));
        laid_out[t.y * b->width + t.x] = classes[i];
    }
    def.classes = classes;
    wend_grid *grid = NULL, *sheet = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    def.floors = 0;
    def.height = rows;
    def.classes = laid_out;
    if (wend_grid_create(&def, &sheet) != WEND_OK) abort();
    const int32_t walls = rng_chance(&b->r, 50) ? 0 : rng_below(&b->r, tiles / 4 + 1);
    for (int32_t i = 0; i < walls; i++) {
        const wend_tile a = random_tile(b);
        const wend_tile c = {a.x + (i & 1), a.y + !(i & 1), a.floor};
        if (wend_grid_set_wall(grid, a, c, true) != WEND_OK) continue;
        if (wend_grid_set_wall(sheet, to_sheet(b, a), to_sheet(b, c), true) != WEND_OK) abort();
    }
    add_links(b, grid, sheet);
    for (int32_t f = 0; f < b->floors; f++)
        if (rng_chance(&b->r, 50) && wend_grid_set_floor_height(grid, f, (float)f * 3) != WEND_OK) abort();
    b->cluster_size = rng_chance(&b->r, 50) ? 31 : 15;
    define_profiles(b);
    b->sheet = build(b, sheet);
    b->world = build(b, grid);
    b->streams = false;
    if ((b->sheet != NULL) != (b->world != NULL)) abort();
    return b->world != NULL;
}

// ---- changes, of both worlds alike

static const char* change(building* b) {
    wend_edit edit = wend_edit_tiles((wend_rect){0}, (uint8_t)rng_below(&b->r, 4)), on_sheet;
    const wend_tile at = random_tile(b);
    b->edits++;
    if (rng_chance(&b->r, 20)) {
        const int32_t length = rng_between(&b->r, 1, 5);
        wend_seam seam = wend_default_seam(at, at, random_tile(b), at);
        seam.b_last = seam.b_first;
        seam.a_last.x += length - 1;
        seam.b_last.x += length - 1;
        const wend_result result = wend_world_add_seam(b->world, &seam, NULL);
        if (seam.a_last.x < b->width && seam.b_last.x < b->width && !same_tile(seam.a_first, seam.b_first) &&
            result != WEND_OK && result != WEND_ERROR_LIMIT)
            return "a seam fails";
        if (result != WEND_OK) return NULL;
        seam.a_first = to_sheet(b, seam.a_first), seam.a_last = to_sheet(b, seam.a_last);
        seam.b_first = to_sheet(b, seam.b_first), seam.b_last = to_sheet(b, seam.b_last);
        return wend_world_add_seam(b->sheet, &seam, NULL) == WEND_OK ? NULL : "a seam fails on the sheet";
    }
    int32_t links;
    const wend_link* link = wend_grid_links(wend_world_grid(b->world), &links);
    if (links > 0 && rng_chance(&b->r, 15)) {
        const int32_t id = link[rng_below(&b->r, links)].id;
        return wend_world_remove_link(b->world, id) == WEND_OK &&
                       wend_world_remove_link(b->sheet, id) == WEND_OK
                   ? NULL
                   : "a link is not removed";
    }
    if (rng_chance(&b->r, 15)) {
        const uint8_t k = (uint8_t)rng_between(&b->r, 1, 3);
        const float cost = (float)rng_between(&b->r, 4, 32) / 4;
        const int32_t profile = rng_below(&b->r, b->profiles);
        const wend_result result = wend_world_set_class_cost(b->world, profile, k, cost);
        if (result == WEND_OK && profile > 0) b->defs[profile - 1].class_costs[k] = cost;
        return result == wend_world_set_class_cost(b->sheet, profile, k, cost) ? NULL : "another class cost";
    }
    if (rng_chance(&b->r, 20)) {
        const wend_tile beside = {at.x + 1, at.y, at.floor};
        edit = wend_edit_wall(at, beside, rng_chance(&b->r, 70));
    } else {
        edit.area = (wend_rect){at.x, at.y, rng_between(&b->r, 1, b->width - at.x),
                                rng_between(&b->r, 1, b->height - at.y), at.floor};
        if (rng_chance(&b->r, 70)) edit.area.width = edit.area.height = 1;
    }
    on_sheet = edit;
    on_sheet.area.y += edit.area.floor * b->pitch, on_sheet.area.floor = 0;
    on_sheet.from = to_sheet(b, edit.from), on_sheet.to = to_sheet(b, edit.to);
    const wend_result result = wend_world_edit(b->world, &edit, 1, NULL);
    if (result == WEND_ERROR_ARGUMENT && at.x + 1 == b->width) return NULL; // no neighbour
    return result == WEND_OK && wend_world_edit(b->sheet, &on_sheet, 1, NULL) == WEND_OK ? NULL
                                                                                         : "an edit fails";
}

// A refreshed world is the one that is built of its map.
static const char* rebuild(building* b) {
    const wend_grid* grid = wend_world_grid(b->world);
    static uint8_t classes[MOST_TILES];
    wend_grid_def def = wend_default_grid_def();
    def.connectivity = wend_grid_connectivity(grid);
    def.width = b->width, def.height = b->height, def.floors = b->floors;
    def.least_cost = 1, def.greatest_cost = 8;
    for (int32_t k = 1; k < 4; k++) def.class_costs[k] = wend_grid_class_costs(grid)[k];
    for (int32_t i = 0; i < tile_count(grid); i++) classes[i] = wend_grid_class(grid, tile_of(grid, i));
    def.classes = classes;
    wend_grid* again = NULL;
    if (wend_grid_create(&def, &again) != WEND_OK || wend_grid_copy_connections(grid, again) != WEND_OK)
        abort();
    for (int32_t f = 0; f < b->floors; f++)
        if (wend_grid_set_floor_height(again, f, wend_grid_floor_height(grid, f)) != WEND_OK) abort();
    wend_world* built = build(b, again);
    if (!built) return "a map is not built again";
    const bool same = wend_world_hash(built) == wend_world_hash(b->world);
    wend_world_destroy(built);
    b->rebuilt++;
    return same ? NULL : "another world than one that is built";
}

// While larger clusters wait for their costs, paths lead over other nodes: so both worlds are refreshed.
static bool refresh_both(building* b) {
    return wend_world_refresh(b->world, 0, NULL) == WEND_OK &&
           wend_world_refresh(b->sheet, 0, NULL) == WEND_OK;
}

static wend_result stream_all(building* b, wend_world** out, wend_error* error) {
    const wend_stream_def def = wend_default_stream_def();
    wend_result result = wend_world_stream("floors.wend", &def, out, error);
    for (int32_t f = 0; f < b->floors && result == WEND_OK; f++)
        result =
            wend_world_load(*out, (wend_rect){0, 0, b->width, b->height, .floor = (uint16_t)f}, false, error);
    return result;
}

// Another world that is the same: a fork, or what a file holds.
static const char* renew(building* b) {
    wend_world* next = NULL;
    int32_t way = rng_below(&b->r, 6);
    if (way == 3) {
        if (!refresh_both(b)) return "a refresh fails";
        return rebuild(b);
    }
    if (way == 0 && b->streams) way = 1; // streamed worlds have no forks
    if (way > 3)                         // worlds with profiles or of one level are not streamed
        way = b->profiles > 1 || wend_world_get_info(b->world).level_count < 2 ? 2 : 4;
    if (way == 0) {
        if (wend_world_fork(b->world, &next) != WEND_OK) return "a fork fails";
    } else {
        if (!refresh_both(b)) return "a refresh fails";
        const uint64_t hash = wend_world_hash(b->world);
        if (wend_world_save(b->world, "floors.wend", NULL) != WEND_OK) return "a world is not saved";
        static wend_error error;
        const wend_result result = way == 1   ? wend_world_open("floors.wend", NULL, &next, &error)
                                   : way == 2 ? wend_world_map("floors.wend", NULL, &next, &error)
                                              : stream_all(b, &next, &error);
        if (result != WEND_OK) return error.text;
        if (wend_world_hash(next) != hash) return "another hash in the file";
    }
    const wend_grid *old = wend_world_grid(b->world), *grid = wend_world_grid(next);
    bool equal =
        wend_grid_floors(old) == wend_grid_floors(grid) && wend_grid_hash(old) == wend_grid_hash(grid);
    for (int32_t f = 0; f < b->floors; f++)
        equal = equal && wend_grid_floor_height(old, f) == wend_grid_floor_height(grid, f);
    wend_world_destroy(b->world);
    b->world = next;
    b->streams = way == 4;
    b->streamed += b->streams;
    return equal ? NULL : "other floors in the file";
}

// ---- questions

// Each step is one of a floor, or a link, and all of them cost what the path costs.
static const char* check_path(const building* b, const wend_grid* grid) {
    int32_t count, links, points, floors;
    const wend_tile* tiles = wend_path_tiles(b->path, &count);
    const wend_path_link* link = wend_path_links(b->path, &links);
    double sum = 0;
    for (int32_t i = 1, k = 0; i < count; i++) {
        if (k < links && link[k].tile == i - 1) {
            const wend_link* taken = wend_grid_find_link(grid, link[k++].id);
            if (!taken || !same_tile(taken->from, tiles[i - 1]) || !same_tile(taken->to, tiles[i]) ||
                !is_usable(grid, taken))
                return "a path takes a link that is not there";
            sum += floor_link_cost(grid, taken);
            continue;
        }
        const int32_t dx = tiles[i].x - tiles[i - 1].x, dy = tiles[i].y - tiles[i - 1].y;
        if (tiles[i].floor != tiles[i - 1].floor || abs(dx) > 1 || abs(dy) > 1 ||
            !can_step(grid, tiles[i - 1], tiles[i]))
            return "an illegal step";
        sum += step_cost(grid, tiles[i - 1], tiles[i]);
    }
    if (sum != (double)wend_path_integer_cost(b->path)) return "the cost is not that of the steps";
    const wend_vec2* at = wend_path_waypoints(b->path, &points);
    const uint16_t* on = wend_path_waypoint_floors(b->path, &floors);
    if (floors != points || on[0] != tiles[0].floor || on[points - 1] != tiles[count - 1].floor)
        return "waypoints on other floors";
    for (int32_t i = 0; i < points; i++) {
        wend_tile under;
        if (wend_grid_tile_at_floor(grid, at[i], on[i], &under) != WEND_OK) return "a waypoint off its floor";
    }
    return NULL;
}

// The nearest passable tile of its floor, if it is within the radius.
static wend_tile expected_snap(const building* b, const wend_grid* grid, wend_tile tile, double radius) {
    double best = INFINITY;
    wend_tile out = tile;
    if (is_passable(grid, tile)) return tile;
    for (int32_t y = 0; y < b->height; y++)
        for (int32_t x = 0; x < b->width; x++) {
            const wend_tile to = {x, y, tile.floor};
            const double dx = x - tile.x, dy = y - tile.y, square = dx * dx + dy * dy;
            if (square < best && square <= radius * radius && is_passable(grid, to)) best = square, out = to;
        }
    return out;
}

static const char* ask(building* b) {
    static const wend_algorithm algorithms[] = {WEND_HPA, WEND_HPA, WEND_EXACT, WEND_ASTAR, WEND_DIJKSTRA};
    wend_query query = wend_default_query(random_tile(b), random_tile(b));
    query.profile = rng_below(&b->r, b->profiles);
    query.algorithm = algorithms[rng_below(&b->r, 5)];
    query.smooth = rng_chance(&b->r, 20);
    const wend_grid* grid = view_of(b, query.profile);
    wend_tile goal = query.goal;
    if (rng_chance(&b->r, 30) && wend_grid_connectivity(grid) < WEND_CONNECTIVITY_HEX_ODD_R) {
        query.snap = rng_chance(&b->r, 50) ? 3.7f : 1;
        goal = expected_snap(b, grid, query.goal, (double)query.snap);
        query.start = expected_snap(b, grid, query.start, INFINITY);
        b->snapped += !same_tile(goal, query.goal);
    }
    if (wend_find_path(b->search, b->world, &query, b->path, NULL) != WEND_OK) return "a query fails";
    floor_distances(grid, &rules, query.start, b->distances);
    const double best = is_passable(grid, goal) ? b->distances[index_of(grid, goal)] : INFINITY;
    const bool found = wend_path_outcome(b->path) == WEND_FOUND;
    if (found != isfinite(best)) return "found where there is no path, or not where there is one";
    if (wend_world_connected(wend_world_profile(b->world, query.profile), query.start, goal) != found)
        return "wend_world_connected is wrong";
    b->found += found;
    b->none += !found;
    if (found) {
        const double cost = (double)wend_path_integer_cost(b->path);
        if (!same_tile(wend_path_goal_tile(b->path), goal)) return "another goal";
        if (cost < best) return "cheaper than the optimum";
        if (query.algorithm != WEND_HPA && cost != best) return "not the optimum";
        if (query.algorithm == WEND_HPA && best > 0) b->hierarchical++, b->excess += cost / best - 1;
        const char* fault = check_path(b, grid);
        if (fault) return fault;
    }
    // The same on the sheet: a blocked end there may give way to a tile of another floor. Paths on loaded
    // ground keep to the clusters of their abstract path, and may cost more where they wind.
    if (query.snap > 0 || b->streams) return NULL;
    const wend_world* world = b->sheet;
    query.start = to_sheet(b, query.start);
    query.goal = to_sheet(b, query.goal);
    if (wend_find_path(b->search, world, &query, b->other, NULL) != WEND_OK)
        return "a query on the sheet fails";
    b->compared++;
    return wend_path_outcome(b->other) == wend_path_outcome(b->path) &&
                   wend_path_integer_cost(b->other) == wend_path_integer_cost(b->path)
               ? NULL
               : "another cost than on the sheet";
}

static const char* ask_fields(building* b) {
    const int32_t profile = rng_below(&b->r, b->profiles);
    const wend_grid* grid = view_of(b, profile);
    const wend_tile start = random_tile(b), targets[2] = {random_tile(b), random_tile(b)};
    floor_distances(grid, &rules, start, b->distances);
    if (wend_field_fill(b->field, grid, WEND_FIELD_FROM, &start, 1, INFINITY) != WEND_OK)
        return "a field fails";
    const double unit = wend_grid_cost_units(grid);
    int64_t reached = 0;
    for (int32_t i = 0; i < tile_count(grid); i++) {
        const double cost = wend_field_cost(b->field, tile_of(grid, i));
        reached += isfinite(b->distances[i]);
        if (isfinite(cost) != isfinite(b->distances[i]) ||
            (isfinite(cost) && fabs(cost * unit - b->distances[i]) > 1e-6 * (b->distances[i] + 1)))
            return "another cost in a field";
    }
    static wend_tile listed[MOST_TILES];
    if (wend_field_tiles(b->field, listed, MOST_TILES) != reached) return "other tiles in a field";
    for (int64_t i = 0; i < reached; i++)
        if (!isfinite(b->distances[index_of(grid, listed[i])]))
            return "a tile in a field that is not reached";
    wend_matrix_def def = wend_default_matrix_def();
    def.profile = profile;
    double costs[2];
    if (wend_cost_matrix(b->matrix, b->world, &start, 1, targets, 2, &def, costs) != WEND_OK)
        return "a matrix fails";
    for (int32_t i = 0; i < 2; i++) {
        const double best = b->distances[index_of(grid, targets[i])];
        if (isfinite(costs[i]) != isfinite(best) ||
            (isfinite(best) && costs[i] * unit < best - 1e-6 * (best + 1)))
            return "another cost in a matrix";
    }
    return NULL;
}

static const char* act(building* b) {
    const int32_t dice = rng_below(&b->r, 100);
    if (dice < 50) return ask(b);
    if (dice < 65) return ask_fields(b);
    if (dice < 90) return change(b);
    if (dice < 95) return renew(b);
    return wend_world_refresh(b->world, rng_below(&b->r, 4), NULL) == WEND_OK &&
                   wend_world_refresh(b->sheet, 0, NULL) == WEND_OK &&
                   wend_world_refresh(b->world, 0, NULL) == WEND_OK
               ? NULL
               : "a refresh fails";
}

int main(int argc, char** argv) {
    const int64_t worlds = number_argument(argc, argv, "--worlds", 100);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t actions = number_argument(argc, argv, "--actions", 20);
    static building b;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &b.search) != WEND_OK || wend_path_create(NULL, &b.path) != WEND_OK ||
        wend_path_create(NULL, &b.other) != WEND_OK || wend_field_create(NULL, &b.field) != WEND_OK ||
        wend_matrix_search_create(NULL, &b.matrix) != WEND_OK)
        abort();
    files_enter();
    int32_t failures = 0;
    int64_t built = 0;
    for (int64_t i = 0; i < worlds && failures < 3; i++) {
        const char* fault = NULL;
        if (!make(&b, (uint64_t)(first + i))) continue; // too many links in a cluster
        built++;
        for (int64_t k = 0; k < actions && !fault; k++) fault = act(&b);
        if (fault)
            fprintf(stderr, "--first %lld --worlds 1: %d x %d x %d, connectivity %d: %s\n",
                    (long long)(first + i), b.width, b.height, b.floors,
                    (int)wend_grid_connectivity(wend_world_grid(b.world)), fault);
        failures += fault != NULL;
        wend_world_destroy(b.world);
        wend_world_destroy(b.sheet);
    }
    files_leave();
    wend_search_destroy(b.search);
    wend_path_destroy(b.path);
    wend_path_destroy(b.other);
    wend_field_destroy(b.field);
    wend_matrix_search_destroy(b.matrix);
    const double excess = b.hierarchical > 0 ? b.excess / (double)b.hierarchical : 0;
    printf("%lld buildings, %lld changes, %lld built again, %lld streamed: %lld paths, %.3f %% more than the "
           "optimum, %lld without one, %lld goals snapped, %lld compared with the sheet; %d failures\n",
           (long long)built, (long long)b.edits, (long long)b.rebuilt, (long long)b.streamed,
           (long long)b.found, 100 * excess, (long long)b.none, (long long)b.snapped, (long long)b.compared,
           failures);
    return failures > 0 || b.found == 0 || b.none == 0 || b.compared == 0 ||
           (worlds >= 100 && (b.snapped == 0 || b.rebuilt == 0 || b.streamed == 0 || excess > MOST_EXCESS));
}
