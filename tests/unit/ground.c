// ground.c: does a world that grows and shrinks equal one that was built at once?
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims_fixture.h"
#include "dijkstra.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"
#include "relief_model.h"
#include "unit.h"
#include "wend/private.h"
#include "wend/wend.h"

// A chart of what a world should be: classes by floor, row and column of the map.
enum { FIRST = -700, SIDE = 1400, MOST_FLOORS = 3 };
typedef struct chart {
    uint8_t classes[MOST_FLOORS][SIDE][SIDE];
    bool ground[MOST_FLOORS][SIDE][SIDE];
} chart;

static uint32_t next_number(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static int32_t between(uint32_t* seed, int32_t least, int32_t most) {
    return least + (int32_t)(next_number(seed) % (uint32_t)(most - least + 1));
}

static wend_grid_def grid_def_of(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.class_costs[2] = 2;
    def.class_costs[3] = 5;
    return def;
}

// A body, another one among costs of its own and with a margin, and one as a robot costmap has it.
static int32_t profiles_of(uint32_t run, wend_profile_def defs[3]) {
    for (int32_t i = 0; i < 3; i++) defs[i] = wend_default_profile_def();
    defs[0].name = "plain";
    defs[0].class_costs[1] = INFINITY;
    defs[1].name = "wide";
    defs[1].radius = 1.3f;
    defs[1].margin = 2.5f;
    defs[1].class_costs[2] = 3;
    defs[2].name = "robot";
    defs[2].inflation =
        (wend_inflation){.inscribed_radius = 1, .inflation_radius = 9, .cost_scaling_factor = 0.3};
    return (int32_t)(run % 4);
}

// ---- reliefs: what a tile has follows from where it lies

static bool has_relief(uint32_t run) {
    return run % 6 == 5;
}
static float elevation_at(int32_t x, int32_t y, int32_t floor) {
    return (float)((x * 7 + y * 13 + floor * 5) & 15) / 4;
}
static uint8_t lane_at(int32_t x, int32_t y, int32_t floor) {
    return (x * 5 + y * 3 + floor) % 11 == 0 ? (uint8_t)(1 + (x & 7)) : 0;
}

// Elevations and lanes of an area; chart_opt: NaN where there is no ground.
static void fill_relief(const chart* chart_opt, wend_rect area, float* elevations, uint8_t* lanes) {
    for (int32_t i = 0; i < area.width * area.height; i++) {
        const int32_t x = area.x + i % area.width, y = area.y + i / area.width;
        const bool ground = !chart_opt || chart_opt->ground[area.floor][y - FIRST][x - FIRST];
        elevations[i] = ground ? elevation_at(x, y, area.floor) : NAN;
        lanes[i] = ground ? lane_at(x, y, area.floor) : 0;
    }
}

static float elevations[MOST_FLOORS * SIDE * SIDE];
static uint8_t lanes[MOST_FLOORS * SIDE * SIDE];

static void set_relief(wend_grid* grid, const chart* chart_opt, wend_rect area) {
    static const wend_slope_point slopes[] = {{-2, 3}, {-0.3f, 0.9f}, {0, 1}, {1, 4}, {3, INFINITY}};
    static const wend_row_size rows[] = {{0, 1, 1}, {40, 1.25f, 1}};
    wend_relief_def def = wend_default_relief_def();
    for (int32_t f = 0; f < wend_grid_floors(grid); f++) {
        area.floor = (uint16_t)f;
        const size_t first = (size_t)f * (size_t)area.width * (size_t)area.height;
        fill_relief(chart_opt, area, elevations + first, lanes + first);
    }
    def.elevations = elevations;
    def.elevation_unit = 0.25f;
    def.lanes = lanes;
    def.lane_factors[0] = 0.5f;
    def.lane_factors[4] = INFINITY;
    def.slopes = slopes;
    def.slope_count = 5;
    def.rows = rows;
    def.row_count = 2;
    assert_ok(wend_grid_set_relief(grid, &def));
    def.unit_length = 1; // the default
    relief_model = def;  // for Dijkstra
}

// The world of the same ground in the same frame, built at once.
static wend_world* build_again(const chart* c, const wend_world* world) {
    const wend_grid* like = world->grid;
    const wend_rect all = wend_grid_area(like);
    wend_grid_def def = grid_def_of(all.width, all.height);
    def.connectivity = like->connectivity;
    def.floors = wend_grid_floors(like);
    uint8_t* classes = malloc((size_t)all.width * (size_t)all.height * (size_t)def.floors);
    for (int32_t f = 0; f < def.floors; f++)
        for (int32_t y = 0; y < all.height; y++)
            memcpy(classes + (size_t)(f * all.height + y) * (size_t)all.width,
                   &c->classes[f][all.y + y - FIRST][all.x - FIRST], (size_t)all.width);
    def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    free(classes);
    assert_ok(wend_grid_copy_connections(like, grid));
    grid->floors.left = like->floors.left;
    grid->floors.top = like->floors.top;
    if (wend_grid_has_relief(like)) set_relief(grid, c, wend_grid_area(like));
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = world->graph.clusters.size;
    world_def.level_count = world->wanted_levels;
    wend_profile_def defs[3];
    for (int32_t i = 0; i < world->profiles.count; i++)
        assert_ok(wend_world_get_profile(world, i + 1, &defs[i]));
    world_def.profiles = defs;
    world_def.profile_count = world->profiles.count;
    wend_world* made = NULL;
    assert_ok(wend_world_build(&grid, &world_def, &made));
    return made;
}

static void put(chart* c, wend_rect area, const uint8_t* classes_opt) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++) {
            c->classes[area.floor][area.y + y - FIRST][area.x + x - FIRST] =
                classes_opt ? classes_opt[y * area.width + x] : 0;
            c->ground[area.floor][area.y + y - FIRST][area.x + x - FIRST] = classes_opt != NULL;
        }
}

static wend_rect bounds_of(const chart* c) {
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (int32_t i = 0; i < MOST_FLOORS * SIDE * SIDE; i++) {
        const int32_t x = i % SIDE, y = i / SIDE % SIDE;
        if (!c->ground[i / (SIDE * SIDE)][y][x]) continue;
        left = x < left ? x : left;
        right = x + 1 > right ? x + 1 : right;
        top = y < top ? y : top;
        bottom = y + 1 > bottom ? y + 1 : bottom;
    }
    return (wend_rect){left + FIRST, top + FIRST, right - left, bottom - top};
}

static void check(const chart* c, wend_world* world) {
    const wend_rect ground = wend_world_ground(world), expected = bounds_of(c);
    assert_true(ground.x == expected.x && ground.y == expected.y && ground.width == expected.width &&
                ground.height == expected.height);
    assert_ok(wend_world_refresh(world, 0, NULL));
    wend_world* again = build_again(c, world);
    assert_int_equal(wend_grid_hash(wend_world_grid(again)), wend_grid_hash(wend_world_grid(world)));
    for (int32_t i = 0; i <= world->profiles.count; i++) {
        wend_world_counts a, b;
        assert_ok(wend_world_count(wend_world_profile(world, i), &a));
        assert_ok(wend_world_count(wend_world_profile(again, i), &b));
        assert_int_equal(a.component_count, b.component_count);
        assert_int_equal(a.largest_component, b.largest_component);
        assert_int_equal(a.edge_count, b.edge_count);
    }
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    assert_int_equal(wend_world_full_hash(again), wend_world_full_hash(world));
    wend_world_destroy(again);
}

static void fill_at_random(uint32_t* seed, uint8_t* classes, wend_rect area) {
    const bool caves = next_number(seed) % 2 == 0;
    for (int32_t i = 0; i < area.width * area.height; i++) {
        const uint32_t n = next_number(seed) % 100;
        classes[i] = n < (caves ? 35 : 8) ? 0 : n < 50 ? 1 : n < 90 ? 2 : 3;
    }
}

static wend_tile tile_at_random(const wend_grid* grid, uint32_t* seed) {
    const wend_rect all = wend_grid_area(grid);
    const int32_t x = between(seed, all.x, all.x + all.width - 1),
                  y = between(seed, all.y, all.y + all.height - 1);
    return (wend_tile){x, y, (uint16_t)between(seed, 0, wend_grid_floors(grid) - 1)};
}

// A wall, a one-way step, a link or a seam somewhere on the grid.
static void connect_at_random(wend_world* world, uint32_t* seed) {
    const wend_grid* grid = world->grid;
    const wend_tile a = tile_at_random(grid, seed), b = tile_at_random(grid, seed),
                    next = {a.x + 1, a.y, a.floor};
    const wend_edit edit = wend_edit_wall(a, next, true);
    if (wend_grid_contains(grid, next) && next_number(seed) % 2 == 0)
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
    const wend_link link = wend_default_link(a, b, 40);
    const bool same = a.x == b.x && a.y == b.y && a.floor == b.floor,
               possible = wend_grid_passable(grid, a) && wend_grid_passable(grid, b) && !same;
    assert_int_equal(wend_world_add_link(world, &link, NULL), possible ? WEND_OK : WEND_ERROR_ARGUMENT);
    const wend_tile first = tile_at_random(grid, seed), last = {first.x + 5, first.y, first.floor},
                    other = tile_at_random(grid, seed), other_last = {other.x + 5, other.y, other.floor};
    const wend_seam seam = wend_default_seam(first, last, other, other_last);
    if (wend_grid_floors(grid) > 1 && first.floor != other.floor && wend_grid_contains(grid, last) &&
        wend_grid_contains(grid, other_last))
        assert_ok(wend_world_add_seam(world, &seam, NULL));
}

// Nothing is left of links and closed steps where there is no ground.
static void check_connections(const chart* c, const wend_grid* grid) {
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_tile from = links[i].from, to = links[i].to;
        if (links[i].kind == WEND_LINK_SEAM) continue; // which may lie between pieces of ground
        assert_true(c->ground[from.floor][from.y - FIRST][from.x - FIRST]);
        assert_true(c->ground[to.floor][to.y - FIRST][to.x - FIRST]);
    }
}

static wend_world* first_world(chart* c, uint32_t* seed, int32_t run) {
    wend_profile_def defs[3];
    const int32_t profiles = profiles_of((uint32_t)run, defs), least = profiles > 1 ? 3 : 1;
    wend_rect area = {0, 0, between(seed, least, 200), between(seed, least, 200)};
    static const int32_t sizes[] = {15, 31};
    static uint8_t classes[MOST_FLOORS * 200 * 200];
    memset(c, 0, sizeof *c);
    wend_grid_def def = grid_def_of(area.width, area.height);
    def.floors = run % 3 == 2 ? between(seed, 2, MOST_FLOORS) : 1;
    for (; area.floor < def.floors; area.floor++) {
        uint8_t* of_floor = classes + area.floor * area.width * area.height;
        fill_at_random(seed, of_floor, area);
        put(c, area, of_floor);
    }
    def.classes = classes;
    def.connectivity = (wend_connectivity)between(seed, 0, profiles <= 1 ? WEND_CONNECTIVITY_COUNT - 1 : 2);
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = sizes[next_number(seed) % 2];
    world_def.profiles = defs;
    world_def.profile_count = profiles;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    if (has_relief((uint32_t)run)) set_relief(grid, NULL, area);
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

static void add_at_random(chart* c, wend_world* world, uint32_t* seed) {
    static uint8_t classes[SIDE * SIDE];
    const int32_t floors = wend_grid_floors(world->grid);
    wend_rect area = {0, 0, between(seed, 1, 150), between(seed, 1, 150), 0};
    area.floor = (uint16_t)between(seed, 0, floors - 1);
    area.x = between(seed, FIRST + 100, FIRST + SIDE - 100 - area.width) / 2;
    area.y = between(seed, FIRST + 100, FIRST + SIDE - 100 - area.height) / 2;
    if (wend_grid_has_relief(world->grid)) area.x /= 4, area.y /= 4; // each change builds such a world again
    if (floors > 1 && next_number(seed) % 2 == 0) area.y = 0, area.height = 1; // other columns alone
    if (next_number(seed) % 3 == 0) area.x = area.x / 31 * 31, area.y = area.y / 31 * 31;
    if (next_number(seed) % 3 == 0)
        area.width = area.width / 31 * 31 + 1, area.height = area.height / 31 * 31 + 1;
    fill_at_random(seed, classes, area);
    if (wend_grid_has_relief(world->grid)) {
        fill_relief(NULL, area, elevations, lanes);
        assert_ok(wend_world_add_relief_ground(world, area, classes, 0, elevations, lanes));
    } else {
        assert_ok(wend_world_add_ground(world, area, classes, 0));
    }
    put(c, area, classes);
}

static void remove_at_random(chart* c, wend_world* world, uint32_t* seed) {
    const wend_rect all = wend_world_ground(world);
    const int32_t floors = wend_grid_floors(world->grid);
    wend_rect area = {0, 0, between(seed, 1, all.width), between(seed, 1, all.height), 0};
    area.floor = (uint16_t)between(seed, 0, floors - 1);
    area.x = between(seed, all.x, all.x + all.width - area.width);
    area.y = between(seed, all.y, all.y + all.height - area.height);
    bool left = false; // some ground outside of the area
    for (int32_t i = 0; i < floors * SIDE * SIDE; i++) {
        const int32_t x = i % SIDE, y = i / SIDE % SIDE, floor = i / (SIDE * SIDE);
        const bool inside = floor == area.floor && x + FIRST >= area.x && x + FIRST < area.x + area.width &&
                            y + FIRST >= area.y && y + FIRST < area.y + area.height;
        left |= !inside && c->ground[floor][y][x];
    }
    const wend_result result = wend_world_remove_ground(world, area);
    if (!left) {
        assert_int_equal(result, WEND_ERROR_ARGUMENT);
        return;
    }
    if (result == WEND_ERROR_LIMIT && world->profiles.count > 1) return; // too narrow for a body
    assert_ok(result);
    put(c, area, NULL);
    check_connections(c, world->grid);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++)
            assert_int_equal(wend_grid_closed_steps(world->grid, (wend_tile){x, y, area.floor}), 0);
}

static int32_t runs = 12, first_run;

static void grown_worlds_equal_built_ones(void** state) {
    (void)state;
    chart* c = malloc(sizeof *c);
    for (int32_t run = first_run; run < runs; run++) {
        uint32_t seed = (uint32_t)run + 1;
        wend_world* world = first_world(c, &seed, run);
        for (int32_t i = 0; i < (has_relief((uint32_t)run) ? 6 : 14); i++) {
            wend_world* fork = NULL;
            const uint64_t before = wend_world_full_hash(world);
            if (next_number(&seed) % 3 == 0) assert_ok(wend_world_fork(world, &fork));
            if ((run % 2 == 1 || wend_grid_floors(world->grid) > 1) && next_number(&seed) % 2 == 0)
                connect_at_random(world, &seed);
            if (next_number(&seed) % 4 == 0)
                remove_at_random(c, world, &seed);
            else
                add_at_random(c, world, &seed);
            if (next_number(&seed) % 2 == 0) check(c, world);
            if (fork) assert_int_equal(wend_world_full_hash(fork), before); // it keeps its ground
            if (fork) assert_int_equal(wend_world_hash(fork), before);
            wend_world_destroy(fork);
        }
        check(c, world);
        wend_world_destroy(world);
    }
    free(c);
}

// ---- overlays

enum { MOST_LAYERS = 8 };
typedef struct known_layer {
    int32_t handle;
    wend_shape shape;
    wend_rect area; // of the costs
    float costs[60 * 60];
    bool has_costs; // instead of the shape
} known_layer;

// What an overlay should make of the tiles of a chart.
typedef struct known_overlay {
    known_layer layers[MOST_LAYERS];
    int32_t count;
    bool hidden;
    chart seen; // ground: was seen, as of these classes
} known_overlay;

// 0: blocked; below 0: the border of a disc runs so close that either is right.
static double cost_expected(const known_overlay* k, const chart* c, const wend_grid* grid, wend_tile tile) {
    const int32_t x = tile.x, y = tile.y, floor = tile.floor;
    const bool seen = k->seen.ground[floor][y - FIRST][x - FIRST];
    const uint8_t terrain = (k->hidden ? k->seen.classes : c->classes)[floor][y - FIRST][x - FIRST];
    static const double costs[] = {0, 1, 2, 5};
    double cost = k->hidden && !seen ? 1 : costs[terrain];
    if (cost == 0) return 0;
    for (int32_t i = 0; i < k->count; i++) {
        const known_layer* l = &k->layers[i];
        const wend_vec2 at = wend_grid_center(grid, tile);
        if (l->area.floor != floor) continue;
        const float across = at.x - l->shape.from.x, down = at.y - l->shape.from.y;
        const double beyond = hypot((double)across, (double)down) - (double)l->shape.radius;
        const wend_rect a = l->area;
        if (!l->has_costs && fabs(beyond) < 1e-3) return -1;
        if (!l->has_costs && beyond < 0) cost += (double)l->shape.cost;
        if (l->has_costs && x >= a.x && y >= a.y && x < a.x + a.width && y < a.y + a.height)
            cost += (double)l->costs[(y - a.y) * a.width + x - a.x];
    }
    return isinf(cost) ? 0 : cost;
}

static uint16_t floor_at_random(const wend_world* world, uint32_t* seed) {
    return (uint16_t)between(seed, 0, wend_grid_floors(wend_world_grid(world)) - 1);
}

static void add_layer(known_overlay* k, const wend_world* world, wend_overlay* overlay, uint32_t* seed) {
    known_layer* l = &k->layers[k->count++];
    const wend_vec2 middle = {(float)between(seed, -350, 350) + 0.3f, (float)between(seed, -350, 350) + 0.2f};
    l->shape = wend_shape_disc(middle, (float)between(seed, 3, 200),
                               next_number(seed) % 2 ? INFINITY : (float)between(seed, 1, 9));
    l->area = (wend_rect){between(seed, -350, 350), between(seed, -350, 350), between(seed, 1, 60),
                          between(seed, 1, 60), floor_at_random(world, seed)};
    l->shape.floor = l->area.floor;
    l->has_costs = next_number(seed) % 2;
    for (int32_t i = 0; i < 60 * 60; i++) l->costs[i] = (float)(next_number(seed) % 4);
    if (l->has_costs)
        assert_ok(wend_overlay_add_costs(overlay, l->area, l->costs, 0, 0, &l->handle));
    else
        assert_ok(wend_overlay_add(overlay, &l->shape, &l->handle));
}

// What an overlay remembers of tiles outside of the map is gone.
static void forget_beyond(known_overlay* k, const wend_world* world) {
    const wend_rect map = wend_grid_area(wend_world_grid(world));
    for (int32_t i = 0; i < wend_grid_floors(wend_world_grid(world)) * SIDE * SIDE; i++) {
        const int32_t x = i % SIDE + FIRST, y = i / SIDE % SIDE + FIRST;
        if (x < map.x || x >= map.x + map.width || y < map.y || y >= map.y + map.height)
            k->seen.ground[i / (SIDE * SIDE)][y - FIRST][x - FIRST] = false;
    }
}

static void see_at_random(known_overlay* k, const chart* c, const wend_world* world, wend_overlay* overlay,
                          uint32_t* seed) {
    const wend_rect area = {between(seed, -350, 250), between(seed, -350, 250), between(seed, 1, 300),
                            between(seed, 1, 300), floor_at_random(world, seed)};
    const bool forgets = next_number(seed) % 4 == 0;
    if (forgets)
        assert_ok(wend_overlay_forget(overlay, area, NULL, 0));
    else
        assert_ok(wend_overlay_see(overlay, area, NULL, 0));
    for (int32_t y = area.y - FIRST; y < area.y - FIRST + area.height; y++)
        for (int32_t x = area.x - FIRST; x < area.x - FIRST + area.width; x++) {
            k->seen.ground[area.floor][y][x] = !forgets;
            k->seen.classes[area.floor][y][x] = c->classes[area.floor][y][x];
        }
    if (!forgets) forget_beyond(k, world);
}

static void change_overlay(known_overlay* k, const chart* c, const wend_world* world, wend_overlay* overlay,
                           uint32_t* seed) {
    const uint32_t what = next_number(seed) % 10;
    if (what < 5 && k->count < MOST_LAYERS) {
        add_layer(k, world, overlay, seed);
    } else if (what < 7 && k->count > 0) {
        assert_ok(wend_overlay_remove(overlay, k->layers[0].handle));
        k->layers[0] = k->layers[--k->count];
    } else if (k->hidden && what < 9) {
        see_at_random(k, c, world, overlay, seed);
    } else {
        k->hidden = !k->hidden;
        assert_ok(k->hidden ? wend_overlay_hide(overlay, 1) : wend_overlay_reveal(overlay));
        memset(k->seen.ground, 0, sizeof k->seen.ground);
    }
}

static void compare_overlay(const known_overlay* k, const chart* c, const wend_world* world, double factor) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect map = wend_grid_area(grid);
    const int32_t of_floor = map.width * map.height;
    for (int32_t i = 0; i < wend_grid_floors(grid) * of_floor; i++) {
        const wend_tile tile = {map.x + i % map.width, map.y + i % of_floor / map.width,
                                (uint16_t)(i / of_floor)};
        const double expected = cost_expected(k, c, grid, tile), cost = (double)wend_grid_cost(grid, tile);
        if (expected < 0) continue;
        if ((cost == 0) != (expected == 0) || cost > expected * sqrt(factor) * 1.0001 ||
            cost < expected / sqrt(factor) / 1.0001)
            fail_msg("tile %d,%d,%d costs %g instead of %g", tile.x, tile.y, tile.floor, cost, expected);
    }
}

// Two random tiles of floor 0 on a view, by Dijkstra and by the engine. Nothing leads to other floors.
static void compare_paths(const wend_world* world, uint32_t* seed) {
    const int32_t profile = (int32_t)(next_number(seed) % (uint32_t)wend_world_profile_count(world));
    const wend_grid* grid = wend_world_grid(wend_world_profile(world, profile));
    const wend_rect map = wend_grid_area(grid);
    wend_tile ends[2];
    for (int32_t i = 0, trials = 0; i < 2 && trials < 500; trials++) {
        ends[i] = (wend_tile){between(seed, map.x, map.x + map.width - 1),
                              between(seed, map.y, map.y + map.height - 1)};
        i += wend_grid_passable(grid, ends[i]);
        if (trials == 499) return;
    }
    oracle* o = oracle_create(grid, map);
    const double optimum = oracle_at(o, oracle_distances(o, ORACLE_UNITS, ends[0], false), ends[1]);
    oracle_destroy(o);
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t i = 0; i < 2; i++) {
        wend_query query = wend_default_query(ends[0], ends[1]);
        query.profile = profile;
        query.algorithm = i == 0 ? WEND_EXACT : WEND_HPA;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), isinf(optimum) ? WEND_NO_ROUTE : WEND_FOUND);
        if (isinf(optimum)) continue;
        const double cost = (double)wend_path_integer_cost(path);
        assert_true(i == 0 ? cost == optimum : cost >= optimum);
        assert_true(wend_path_is_valid(path, world, NULL));
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// Each overlay lies on the same places of the map, whatever becomes of the map's edges; an overlay of it,
// too.
static void overlays_follow_the_ground(void** state) {
    (void)state;
    chart* c = malloc(sizeof *c);
    known_overlay* k = malloc(sizeof *k);
    for (int32_t run = first_run; run < first_run + (runs - first_run) / 3; run++) {
        uint32_t seed = (uint32_t)run + 100;
        wend_world* world = first_world(c, &seed, run);
        memset(k, 0, sizeof *k);
        wend_overlay *overlay = NULL, *inner = NULL;
        const wend_world *of_overlay = NULL, *of_inner = NULL, *before = NULL;
        assert_ok(wend_overlay_create(world, &overlay));
        for (int32_t i = 0; i < 10; i++) {
            wend_world* fork = NULL;
            if (of_overlay && next_number(&seed) % 3 == 0) assert_ok(wend_world_fork(of_overlay, &fork));
            const uint64_t hash = fork ? wend_world_hash(fork) : 0;
            for (int32_t n = between(&seed, 1, 2); n > 0; n--) change_overlay(k, c, world, overlay, &seed);
            if (next_number(&seed) % 3 == 0)
                remove_at_random(c, world, &seed);
            else if (next_number(&seed) % 4 > 0)
                add_at_random(c, world, &seed);
            if (next_number(&seed) % 2 == 0) change_overlay(k, c, world, overlay, &seed);
            assert_ok(wend_overlay_world(overlay, &of_overlay));
            forget_beyond(k, world);
            assert_true(!before || before == of_overlay);
            before = of_overlay;
            const wend_rect a = wend_grid_area(wend_world_grid(of_overlay)),
                            b = wend_grid_area(wend_world_grid(world));
            assert_true(a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height);
            compare_overlay(k, c, of_overlay, wend_overlay_get_info(overlay).level_factor);
            if (next_number(&seed) % 3 == 0) assert_ok(wend_overlay_refresh(overlay, 0, NULL));
            compare_paths(of_overlay, &seed);
            if (fork) assert_int_equal(wend_world_full_hash(fork), hash);
            wend_world_destroy(fork);
            const wend_shape wall = wend_shape_rect((wend_rect){-40, -2000, 1, 4000}, INFINITY);
            if (!inner) assert_ok(wend_overlay_create(of_overlay, &inner));
            if (!of_inner) assert_ok(wend_overlay_add(inner, &wall, &(int32_t){0}));
            assert_ok(wend_overlay_world(inner, &of_inner));
            const wend_grid *outer_grid = wend_world_grid(of_overlay),
                            *inner_grid = wend_world_grid(of_inner);
            for (int32_t y = b.y; y < b.y + b.height; y++)
                for (int32_t x = b.x; x < b.x + b.width; x++) {
                    const wend_tile tile = {x, y};
                    const float across = wend_grid_center(outer_grid, tile).x;
                    assert_true(wend_grid_cost(inner_grid, tile) ==
                                (across >= -40 && across <= -39 ? 0 : wend_grid_cost(outer_grid, tile)));
                }
        }
        if (run % 2) wend_world_destroy(world); // whichever ends first
        if (run % 2) assert_ok(wend_overlay_refresh(overlay, 0, NULL));
        wend_overlay_destroy(inner);
        wend_overlay_destroy(overlay);
        if (run % 2 == 0) wend_world_destroy(world);
    }
    free(k);
    free(c);
}

// Two pieces of ground at the left and above the first one, with a gap that a corridor crosses.
static wend_world* wide_world(void) {
    wend_grid_def def = grid_def_of(100, 80);
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    static uint8_t ones[300 * 300];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_add_ground(world, (wend_rect){-400, -300, 120, 150}, ones, 0));
    assert_ok(wend_world_add_ground(world, (wend_rect){-281, -200, 283, 3}, ones, 0)); // the corridor
    assert_ok(wend_world_add_ground(world, (wend_rect){0, -200, 3, 201}, ones, 0));
    assert_ok(wend_world_refresh(world, 0, NULL));
    return world;
}

static double cost_between(const wend_world* world, wend_tile from, wend_tile to, wend_algorithm algorithm) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(from, to);
    query.algorithm = algorithm;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    double cost = -1;
    if (wend_path_outcome(path) == WEND_FOUND) {
        int32_t count = 0, waypoint_count = 0;
        const wend_tile* tiles = wend_path_tiles(path, &count);
        const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
        const wend_grid* grid = wend_world_grid(world);
        assert_true(tiles[0].x == from.x && tiles[0].y == from.y);
        assert_true(tiles[count - 1].x == to.x && tiles[count - 1].y == to.y);
        for (int32_t i = 1; i < count && count > 2; i++) // two tiles: of a link
            assert_true(wend_grid_can_step(grid, tiles[i - 1], tiles[i]));
        const wend_vec2 first = wend_grid_center(grid, from), last = wend_grid_center(grid, to);
        assert_null(wend_path_waypoint_floors(path, &(int32_t){0})); // there is one floor
        assert_true(waypoints[0].x == first.x && waypoints[0].y == first.y);
        assert_true(waypoints[waypoint_count - 1].x == last.x && waypoints[waypoint_count - 1].y == last.y);
        cost = wend_path_cost(path);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
}

static const wend_tile far_tile = {-390, -290, 0}, near_tile = {90, 70, 0};

static void tiles_below_0_are_tiles(void** state) {
    (void)state;
    wend_world* world = wide_world();
    const wend_grid* grid = wend_world_grid(world);
    assert_true(wend_grid_passable(grid, far_tile) && wend_grid_contains(grid, far_tile));
    assert_false(wend_grid_passable(grid, (wend_tile){-390, -100, 0}));
    const wend_vec2 at = wend_grid_center(grid, far_tile);
    wend_tile tile;
    assert_true(at.x == -389.5f && at.y == -289.5f);
    assert_ok(wend_grid_tile_at(grid, at, &tile));
    assert_true(tile.x == far_tile.x && tile.y == far_tile.y);
    uint8_t classes[4];
    assert_ok(wend_world_read_tiles(world, (wend_rect){-281, -199, 2, 2}, classes, 0));
    assert_true(classes[0] == 1 && classes[3] == 1);

    const double exact = cost_between(world, far_tile, near_tile, WEND_DIJKSTRA);
    const double hpa = cost_between(world, far_tile, near_tile, WEND_HPA);
    assert_true(exact > 0 && hpa >= exact - 1e-6 && hpa < exact * 1.05);
    assert_true(cost_between(world, near_tile, far_tile, WEND_EXACT) < exact + 1e-6);

    const wend_link link = wend_default_link(far_tile, near_tile, 7);
    int32_t id = -1, count = 0;
    assert_ok(wend_world_add_link(world, &link, &id));
    const wend_link* found = wend_grid_links(grid, &count);
    assert_true(count == 1 && found->from.x == far_tile.x && found->to.y == near_tile.y);
    assert_true(cost_between(world, far_tile, near_tile, WEND_HPA) == 7);
    wend_edit wall = wend_edit_tiles((wend_rect){-100, -200, 1, 3}, 0);
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_ok(wend_world_remove_link(world, id));
    assert_true(cost_between(world, far_tile, near_tile, WEND_HPA) < 0);
    wend_world_destroy(world);
}

static void grown_worlds_are_saved(void** state) {
    (void)state;
    wend_world *world = wide_world(), *again = NULL;
    const wend_link link = wend_default_link(far_tile, near_tile, 7);
    assert_ok(wend_world_add_link(world, &link, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    void* bytes = NULL;
    size_t size = 0;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, NULL, &again, NULL));
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    const wend_rect a = wend_world_ground(world), b = wend_world_ground(again);
    assert_true(a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height);
    assert_true(a.x == -400 && a.y == -300 && a.x + a.width == 100 && a.y + a.height == 80);
    assert_true(cost_between(again, far_tile, near_tile, WEND_HPA) == 7);
    const wend_vec2 origin = wend_grid_origin(wend_world_grid(again));
    assert_true(origin.x == 0 && origin.y == 0);
    // Without the first piece the map ends where the others do, in both alike.
    assert_ok(wend_world_remove_ground(world, (wend_rect){3, -1, 1000, 1000}));
    assert_ok(wend_world_remove_ground(again, (wend_rect){3, -1, 1000, 1000}));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_refresh(again, 0, NULL));
    assert_int_equal(wend_world_ground(again).width, 403);
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    wend_world_destroy(again);
    wend_world_destroy(world);
    free(bytes);
}

static void agents_outlive_their_ground(void** state) {
    (void)state;
    wend_world* world = wide_world();
    const wend_crowd_def def = wend_default_crowd_def();
    const wend_fleet_def fleet_def = wend_default_fleet_def();
    wend_crowd* crowd = NULL;
    wend_fleet* fleet = NULL;
    wend_field* field = NULL;
    wend_search* search = new_search();
    assert_ok(wend_crowd_create(world, &def, &crowd));
    assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
    assert_ok(wend_field_create(NULL, &field));
    const wend_grid* grid = wend_world_grid(world);
    wend_agent_id ids[3];
    static const wend_tile starts[3] = {{-390, -290, 0}, {1, -100, 0}, {50, 50, 0}};
    for (int32_t i = 0; i < 3; i++) {
        const wend_agent agent = {.position = wend_grid_center(grid, starts[i]),
                                  .max_speed = 4,
                                  .max_acceleration = 32,
                                  .radius = .2f};
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], near_tile));
    }
    int32_t mover;
    assert_ok(wend_fleet_add(fleet, far_tile, 0, 0, &mover));
    assert_ok(wend_fleet_send(fleet, mover, near_tile));
    assert_true(wend_fleet_mover(fleet, mover)->tile.x == far_tile.x);
    assert_ok(wend_fleet_step(fleet));
    assert_ok(wend_field_set_goals(field, world, &near_tile, 1));
    bool found = false;
    assert_ok(wend_field_expand_to(field, search, far_tile, &found));
    assert_true(found && wend_field_cost(field, far_tile) > 0);
    for (int32_t i = 0; i < 100; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));

    // The ground under the first one goes, with the edge of the map.
    assert_ok(wend_world_remove_ground(world, (wend_rect){-400, -300, 400, 600}));
    for (int32_t i = 0; i < 1500; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(wend_crowd_state(crowd, ids[0]), WEND_AGENT_IDLE);
    assert_int_equal(wend_crowd_state(crowd, ids[1]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_crowd_state(crowd, ids[2]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_fleet_step(fleet), WEND_ERROR_STALE);
    assert_int_equal(wend_fleet_send(fleet, mover, near_tile), WEND_ERROR_STALE);
    assert_true(!(wend_field_cost(field, near_tile) < 1e30)); // a field of another map is empty

    // It comes back, and the agent may walk again.
    static uint8_t ones[400 * 3];
    memset(ones, 1, sizeof ones);
    static uint8_t square[120 * 150];
    memset(square, 1, sizeof square);
    assert_ok(wend_world_add_ground(world, (wend_rect){-400, -300, 120, 150}, square, 0));
    assert_ok(wend_world_add_ground(world, (wend_rect){-281, -200, 283, 3}, ones, 0));
    assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_crowd_send(crowd, ids[0], near_tile));
    for (int32_t i = 0; i < 8000 && wend_crowd_state(crowd, ids[0]) != WEND_AGENT_ARRIVED; i++)
        assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_int_equal(wend_crowd_state(crowd, ids[0]), WEND_AGENT_ARRIVED);
    wend_field_destroy(field);
    wend_search_destroy(search);
    wend_fleet_destroy(fleet);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// The tiles of a seam may be blocked, and so lie between pieces of ground.
static void seams_go_with_the_ground_around(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    uint8_t classes[100];
    memset(classes, 1, sizeof classes);
    assert_ok(wend_world_add_ground(world, (wend_rect){100, 0, 10, 10}, classes, 0));
    const wend_tile a = {5, 5, 0}, b = {60, 5, 0}, c = {20, 20, 0}, d = {30, 30, 0};
    const wend_seam far = wend_default_seam(a, a, b, b), near = wend_default_seam(c, c, d, d);
    assert_ok(wend_world_add_seam(world, &far, NULL));
    assert_ok(wend_world_add_seam(world, &near, NULL));
    assert_ok(wend_world_remove_ground(world, (wend_rect){100, 0, 10, 10}));
    int32_t count = 0;
    const wend_link* links = wend_grid_links(wend_world_grid(world), &count);
    assert_int_equal(count, 2);
    assert_int_equal(links[0].from.x, 20);
    wend_world_destroy(world);
}

// Whoever claims tiles cannot move while the ground under one is outside of the map, and goes on when it is
// back.
static void crowds_with_claims_wait_for_their_ground(void** state) {
    (void)state;
    wend_world* world = wide_world();
    wend_crowd_def def = wend_default_crowd_def();
    def.claims = true;
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(world, &def, &crowd));
    wend_agent agent = {.max_speed = 4, .max_acceleration = 32, .radius = .2f};
    wend_agent_id ids[2], id;
    for (int32_t i = 0; i < 2; i++) {
        agent.position = wend_grid_center(wend_world_grid(world), (wend_tile){50 + 30 * i, 50, 0});
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){80 - 30 * i, 50, 0}));
    }
    for (int32_t i = 0; i < 5; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_world_remove_ground(world, (wend_rect){-400, -300, 400, 600})); // under nobody
    for (int32_t i = 0; i < 5; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    assert_ok(wend_world_remove_ground(world, (wend_rect){60, 0, 40, 80}));
    assert_int_equal(wend_crowd_tick(crowd, 0.1f), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_change(crowd, ids[0], &agent), WEND_ERROR_STALE);
    static uint8_t ones[40 * 80];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_world_add_ground(world, (wend_rect){60, 0, 40, 80}, ones, 0));
    assert_ok(wend_crowd_tick(crowd, 0.1f));
    for (int32_t i = 0; i < 2; i++)
        assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){80 - 30 * i, 50, 0}));
    for (int32_t i = 0; i < 200; i++) assert_ok(wend_crowd_tick(crowd, 0.1f));
    for (int32_t i = 0; i < 2; i++) assert_int_equal(wend_crowd_state(crowd, ids[i]), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- who moves while the map grows

enum { MANY = 30 };

// Ground of 40 x 30 tiles, which grows to the left and above by two pieces, the second one below the first.
static wend_world* small_world(void) {
    wend_grid_def def = grid_def_of(40, 30);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world* world = build_world(grid);
    return world;
}
static void grow(wend_world* world, int32_t piece) {
    static uint8_t ones[80 * 80];
    memset(ones, 1, sizeof ones);
    const wend_rect areas[2] = {{-35, -25, 40, 40}, {-70, 5, 45, 60}};
    assert_ok(wend_world_add_ground(world, areas[piece], ones, 0));
}

static void step_without_conflicts(const wend_world* world, wend_fleet* fleet) {
    wend_tile before[MANY], after[MANY];
    int32_t count = 0, conflicts = -1;
    const wend_mover* movers = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) before[i] = movers[i].tile;
    assert_ok(wend_fleet_step(fleet));
    movers = wend_fleet_movers(fleet, &count);
    for (int32_t i = 0; i < count; i++) after[i] = movers[i].tile;
    assert_ok(wend_check_moves(wend_world_grid(world), before, after, count, NULL, 0, &conflicts));
    assert_int_equal(conflicts, 0);
    for (int32_t i = 0; i < count; i++) assert_int_equal(wend_fleet_at(fleet, after[i]), i);
}

static void a_fleet_goes_on_while_its_map_grows(void** state) {
    (void)state;
    wend_world* world = small_world();
    const wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    int32_t mover, task;
    assert_ok(wend_fleet_create(world, &def, &fleet));
    for (int32_t i = 0; i < MANY; i++) {
        const wend_tile from = {i, i % 7, 0}, to = {38 - i, 28 - i % 5, 0};
        assert_ok(wend_fleet_add(fleet, from, 0, 0, &mover));
        if (i < 25) assert_ok(wend_fleet_send(fleet, mover, to));
    }
    const wend_tile stops[2] = {{39, 0, 0}, {0, 29, 0}};
    assert_ok(wend_fleet_add_task(fleet, stops, 2, &task));
    for (int32_t i = 0; i < 9; i++) step_without_conflicts(world, fleet);
    for (int32_t piece = 0; piece < 2; piece++) {
        const wend_mover was = *wend_fleet_mover(fleet, 3);
        grow(world, piece);
        assert_int_equal(wend_fleet_at(fleet, was.tile), 3);
        assert_int_equal(wend_fleet_at(fleet, (wend_tile){-30, -20, 0}), -1);
        step_without_conflicts(world, fleet);
        const wend_mover now = *wend_fleet_mover(fleet, 3);
        assert_in_range(now.tile.x - was.tile.x + 1, 0, 2);
        assert_in_range(now.tile.y - was.tile.y + 1, 0, 2);
        assert_true(now.goal.x == was.goal.x && now.goal.y == was.goal.y);
        for (int32_t i = 0; i < 9; i++) step_without_conflicts(world, fleet);
    }
    for (int32_t i = 0; i < 10; i++) // to what is new, through both pieces
        assert_ok(wend_fleet_send(fleet, i, (wend_tile){-69 + i, 63, 0}));
    for (int32_t i = 0; i < 600 && wend_fleet_get_stats(fleet).moving > 0; i++)
        step_without_conflicts(world, fleet);
    assert_int_equal(wend_fleet_get_stats(fleet).moving, 0);
    assert_int_equal(wend_fleet_get_stats(fleet).arrived, 25);
    assert_int_equal(wend_fleet_get_stats(fleet).tasks_done, 1);
    for (int32_t i = 0; i < 10; i++) assert_int_equal(wend_fleet_at(fleet, (wend_tile){-69 + i, 63, 0}), i);
    // The ground under some goes: nobody can move until it is back.
    assert_ok(wend_world_remove_ground(world, (wend_rect){-70, 5, 45, 60}));
    assert_int_equal(wend_fleet_step(fleet), WEND_ERROR_STALE);
    assert_int_equal(wend_fleet_send(fleet, 20, (wend_tile){1, 1, 0}), WEND_ERROR_STALE);
    grow(world, 1);
    assert_ok(wend_fleet_send(fleet, 0, (wend_tile){39, 29, 0}));
    for (int32_t i = 0; i < 600 && wend_fleet_get_stats(fleet).moving > 0; i++)
        step_without_conflicts(world, fleet);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){39, 29, 0}), 0);
    // A map that begins at 0,0 again, and many more movers.
    for (int32_t i = 0; i < MANY; i++) assert_ok(wend_fleet_remove(fleet, i));
    assert_ok(wend_world_remove_ground(world, (wend_rect){-70, -25, 70, 200}));
    assert_ok(wend_world_remove_ground(world, (wend_rect){0, -25, 40, 25}));
    assert_int_equal(wend_grid_area(wend_world_grid(world)).x, 0);
    assert_ok(wend_fleet_step(fleet));
    for (int32_t i = 0; i < 40 * 30; i++)
        assert_ok(wend_fleet_add(fleet, (wend_tile){i % 40, i / 40, 0}, 0, 0, &mover));
    for (int32_t i = 0; i < 40 * 30; i++) {
        mover = wend_fleet_at(fleet, (wend_tile){i % 40, i / 40, 0});
        assert_true(wend_fleet_mover(fleet, mover)->tile.x == i % 40);
    }
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

static void claims_hold_while_the_map_grows(void** state) {
    (void)state;
    enum { AGENTS = 12 };
    wend_world* world = small_world();
    wend_crowd* crowd = claiming_crowd(world);
    wend_agent_id ids[AGENTS];
    for (int32_t i = 0; i < AGENTS; i++)
        ids[i] = add_claiming(crowd, (wend_vec2){2.5f + 3 * (float)(i % 6), i < 6 ? 2.5f : 25.5f}, 0,
                              (wend_tile){3 + 3 * (i % 6), i < 6 ? 27 : 1, 0});
    int32_t arrived = 0;
    for (int32_t tick = 0; tick < 4000 && (tick <= 51 || arrived < AGENTS); tick++) {
        if (tick == 20 || tick == 35) grow(world, tick == 35);
        if (tick == 50) // half of them turn to what is new
            for (int32_t i = 0; i < AGENTS; i += 2)
                assert_ok(wend_crowd_send(crowd, ids[i], (wend_tile){-60 + i, 60, 0}));
        arrived = tick_claiming(crowd);
    }
    assert_int_equal(arrived, AGENTS);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// ---- floors

// Two floors of 40 x 30 tiles of class 1, with a link from each to the other.
static wend_world* house(void) {
    wend_grid_def def = grid_def_of(40, 30);
    def.floors = 2;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_create(&def, &grid));
    const wend_link up = wend_default_link((wend_tile){39, 29, 0}, (wend_tile){39, 29, 1}, 3),
                    down = wend_default_link((wend_tile){0, 0, 1}, (wend_tile){0, 0, 0}, 3);
    assert_ok(wend_grid_add_link(grid, &up, NULL));
    assert_ok(wend_grid_add_link(grid, &down, NULL));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

static void add_ones(wend_world* world, wend_rect area) {
    static uint8_t ones[200 * 200];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_world_add_ground(world, area, ones, 0));
}

static void files_keep_the_ground_of_floors(void** state) {
    (void)state;
    wend_world *world = house(), *again = NULL;
    add_ones(world, (wend_rect){-50, -40, 20, 20, 1});
    assert_ok(wend_world_refresh(world, 0, NULL));
    void* bytes = NULL;
    size_t size = 0;
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, NULL, &again, NULL));
    assert_int_equal(wend_world_hash(again), wend_world_hash(world));
    assert_int_equal(wend_world_ground(again).x, -50);
    assert_true(wend_grid_passable(wend_world_grid(again), (wend_tile){-50, -40, 1}));
    assert_false(wend_grid_passable(wend_world_grid(again), (wend_tile){-50, -40, 0}));
    // That floor 1 alone has ground there is known: without it the map is what it was.
    assert_ok(wend_world_remove_ground(again, (wend_rect){-60, -60, 60, 60, 1}));
    assert_int_equal(wend_world_ground(again).x, 0);
    assert_int_equal(wend_world_ground(again).height, 30);
    assert_int_equal(wend_world_add_ground(again, (wend_rect){0, 0, 1, 1, 2}, bytes, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_remove_ground(again, (wend_rect){0, 0, 1, 1, 2}), WEND_ERROR_ARGUMENT);
    wend_world_destroy(again);
    wend_world_destroy(world);
    free(bytes);
}

static void who_moves_on_floors_goes_on(void** state) {
    (void)state;
    wend_world* world = house();
    const wend_crowd_def def = wend_default_crowd_def();
    const wend_fleet_def fleet_def = wend_default_fleet_def();
    wend_crowd* crowd = NULL;
    wend_fleet* fleet = NULL;
    wend_agent_id ids[4];
    int32_t mover, count;
    assert_ok(wend_crowd_create(world, &def, &crowd));
    assert_ok(wend_fleet_create(world, &fleet_def, &fleet));
    for (int32_t i = 0; i < 4; i++) { // from either floor to the other
        const wend_tile from = {10 + 5 * i, 10, (uint16_t)(i % 2)},
                        to = {10 + 5 * i, 20, (uint16_t)(1 - i % 2)};
        const wend_agent agent = {.position = wend_grid_center(wend_world_grid(world), from),
                                  .max_speed = 4,
                                  .max_acceleration = 32,
                                  .radius = .2f,
                                  .floor = from.floor};
        assert_ok(wend_crowd_add(crowd, &agent, &ids[i]));
        assert_ok(wend_crowd_send(crowd, ids[i], to));
        assert_ok(wend_fleet_add(fleet, from, 0, 0, &mover));
        assert_ok(wend_fleet_send(fleet, mover, to));
    }
    for (int32_t i = 0; i < 10; i++) {
        assert_ok(wend_crowd_tick(crowd, .1f));
        assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t grown = 0; grown < 2; grown++) { // rows above, then columns
        const wend_agent before = wend_crowd_agents(crowd, &count)[3];
        const wend_tile stood = wend_fleet_mover(fleet, 3)->tile;
        add_ones(world, grown == 0 ? (wend_rect){0, -70, 10, 70, 1} : (wend_rect){-70, 0, 70, 5, 0});
        assert_int_equal(wend_fleet_at(fleet, stood), 3);
        if (grown == 0) // before the crowd was told by a tick
            assert_ok(wend_crowd_send(crowd, ids[3], (wend_tile){5, -60, 1}));
        assert_ok(wend_crowd_tick(crowd, .1f));
        const wend_agent after = wend_crowd_agents(crowd, &count)[3];
        assert_int_equal(after.floor, before.floor);
        assert_true(fabsf(after.position.x - before.position.x) < .5f &&
                    fabsf(after.position.y - before.position.y) < .5f);
        assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t i = 0; i < 1500; i++) {
        assert_ok(wend_crowd_tick(crowd, .1f));
        if (i < 300) assert_ok(wend_fleet_step(fleet));
    }
    for (int32_t i = 0; i < 4; i++) assert_int_equal(wend_crowd_state(crowd, ids[i]), WEND_AGENT_ARRIVED);
    assert_int_equal(wend_fleet_get_stats(fleet).moving, 0);
    assert_int_equal(wend_fleet_at(fleet, (wend_tile){25, 20, 0}), 3);
    // Agent 3 loses the rows under it: on the sheet, it would stand on another floor.
    const wend_agent last = wend_crowd_agents(crowd, &count)[3];
    assert_int_equal(last.floor, 1);
    assert_ok(wend_world_remove_ground(world, (wend_rect){0, -70, 10, 70, 1}));
    assert_int_equal(wend_crowd_tick(crowd, .1f), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_send(crowd, ids[3], (wend_tile){5, 5, 1}), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_replan(crowd, (wend_rect){0, 0, 9, 9, 0}), 0);
    assert_true(wend_crowd_agents(crowd, &count)[3].position.y == last.position.y);
    add_ones(world, (wend_rect){0, -70, 10, 70, 1});
    assert_ok(wend_crowd_send(crowd, ids[3], (wend_tile){5, 5, 1}));
    for (int32_t i = 0; i < 300; i++) assert_ok(wend_crowd_tick(crowd, .1f));
    assert_int_equal(wend_crowd_state(crowd, ids[3]), WEND_AGENT_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
}

// ---- streamed worlds

// A part of the ground is loaded: new ground within the frame is an edit there, another frame needs all.
static void streamed_worlds_grow_where_they_are_loaded(void** state) {
    (void)state;
    static const char file[] = "unit_ground.wend";
    wend_grid_def def = grid_def_of(300, 300);
    wend_world_def world_def = wend_default_world_def();
    wend_stream_def stream_def = wend_default_stream_def();
    wend_grid* grid = NULL;
    wend_world *world = NULL, *streamed = NULL;
    world_def.cluster_size = 15;
    stream_def.region_level = 2;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_save(world, file, NULL));
    assert_ok(wend_world_stream(file, &stream_def, &streamed, NULL));
    const wend_rect inside = {20, 20, 30, 30, 0}, beside = {300, -20, 40, 60, 0};
    static uint8_t twos[40 * 60];
    memset(twos, 2, sizeof twos);
    assert_int_equal(wend_world_add_ground(streamed, inside, twos, 0), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_world_remove_ground(streamed, inside), WEND_ERROR_NOT_LOADED);
    assert_ok(wend_world_load(streamed, (wend_rect){0, 0, 120, 120, 0}, false, NULL));
    assert_ok(wend_world_add_ground(streamed, inside, twos, 0));
    assert_ok(wend_world_add_ground(world, inside, twos, 0));
    assert_true(wend_world_get_stream_info(streamed).loaded_count > 0);
    assert_int_equal(wend_world_add_ground(streamed, beside, twos, 0), WEND_ERROR_NOT_LOADED);
    assert_int_equal(wend_world_ground(streamed).width, 300);
    assert_ok(wend_world_load(streamed, (wend_rect){0, 0, 300, 300, 0}, false, NULL));
    assert_ok(wend_world_add_ground(streamed, beside, twos, 0));
    assert_ok(wend_world_add_ground(world, beside, twos, 0));
    assert_int_equal(wend_world_get_stream_info(streamed).columns, 0); // it is in memory
    assert_ok(wend_world_refresh(streamed, 0, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(wend_world_hash(streamed), wend_world_hash(world));
    assert_true(cost_between(streamed, (wend_tile){320, -10, 0}, (wend_tile){10, 290, 0}, WEND_HPA) > 0);
    wend_world_destroy(streamed);
    wend_world_destroy(world);
    remove(file);
}

static void what_cannot_grow_says_so(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    wend_world *world = wide_world(), *snapshot = NULL;
    const uint64_t hash = wend_world_hash(world);
    const wend_rect ok = {500, 500, 2, 2, 0};
    assert_int_equal(wend_world_add_ground(NULL, ok, classes, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, ok, NULL, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, ok, classes, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){0, 0, 0, 2, 0}, classes, 0),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){1 << 29, 0, 2, 2, 0}, classes, 0),
                     WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){INT32_MAX, INT32_MIN, 2, 2, 0}, classes, 0),
                     WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){5000, 5000, 2, 2, 0}), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){-4000, -4000, 8000, 8000, 0}),
                     WEND_ERROR_ARGUMENT);
    assert_ok(wend_world_snapshot(world, &snapshot));
    assert_int_equal(wend_world_add_ground(snapshot, ok, classes, 0), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_remove_ground(snapshot, (wend_rect){5, 5, 2, 2, 0}), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_hash(world), hash);
    assert_int_equal(wend_world_ground(NULL).width, 0);
    wend_world_destroy(snapshot);
    wend_world_destroy(world);
}

// Hexagons lie where they lay, whatever lines are before them.
static void maps_that_wrap_keep_their_edges(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    const wend_grid_def def = grid_def_of(40, 30);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_wrap(grid, WEND_WRAP_X | WEND_WRAP_Y));
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){39, 5}, (wend_tile){0, 5}), WEND_WRAP_X);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){7, 0}, (wend_tile){7, 29}), WEND_WRAP_Y);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){39, 5}, (wend_tile){0, 6}), 0);
    assert_int_equal(wend_grid_edges_between(grid, (wend_tile){-1, 5}, (wend_tile){38, 5}), 0);
    assert_int_equal(wend_grid_edges_between(NULL, (wend_tile){39, 5}, (wend_tile){0, 5}), 0);
    wend_world* world = build_world(grid);
    const uint64_t hash = wend_world_hash(world);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){-2, 0, 2, 2}, classes, 0),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_add_ground(world, (wend_rect){0, 30, 2, 2}, classes, 0),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_remove_ground(world, (wend_rect){30, 0, 10, 30}), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_hash(world), hash);
    assert_ok(wend_world_remove_ground(world, (wend_rect){9, 9, 2, 2}));
    assert_ok(wend_world_add_ground(world, (wend_rect){9, 9, 2, 2}, classes, 0));
    assert_int_equal(wend_grid_wraps(wend_world_grid(world)), WEND_WRAP_X | WEND_WRAP_Y);
    wend_world_destroy(world);
}

static void hexagons_stay_in_their_places(void** state) {
    (void)state;
    static uint8_t ones[50 * 50];
    memset(ones, 1, sizeof ones);
    for (int32_t kind = WEND_CONNECTIVITY_HEX_ODD_R; kind < WEND_CONNECTIVITY_COUNT; kind++) {
        wend_grid_def def = grid_def_of(20, 20);
        def.connectivity = (wend_connectivity)kind;
        def.origin = (wend_vec2){3, 7};
        wend_grid* grid = NULL;
        wend_world* world = NULL;
        const wend_world_def world_def = wend_default_world_def();
        assert_ok(wend_grid_create(&def, &grid));
        assert_ok(wend_world_build(&grid, &world_def, &world));
        const wend_grid* map = wend_world_grid(world);
        const wend_tile at = {5, 8, 0}, beside = {4, 8, 0};
        const wend_vec2 before = wend_grid_center(map, at);
        assert_ok(wend_world_add_ground(world, (wend_rect){-50, -49, 50, 50}, ones, 0));
        const wend_vec2 after = wend_grid_center(map, at);
        assert_true(fabsf(before.x - after.x) < 1e-4f && fabsf(before.y - after.y) < 1e-4f);
        assert_true(wend_grid_can_step(map, at, beside));
        wend_tile found;
        assert_ok(wend_grid_tile_at(map, wend_grid_center(map, (wend_tile){-33, -12, 0}), &found));
        assert_true(found.x == -33 && found.y == -12);
        assert_true(cost_between(world, at, (wend_tile){-40, -40, 0}, WEND_HPA) > 0);
        wend_world_destroy(world);
    }
}

static void hexagons_begin_at_even_lines(void** state) {
    (void)state;
    static const uint8_t classes[4] = {1, 1, 1, 1};
    wend_world* world = new_world(40, 40, false);
    wend_grid_def def = grid_def_of(71, 40);
    def.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    wend_grid* hexagons = NULL;
    assert_ok(wend_grid_create(&def, &hexagons));
    assert_ok(wend_world_add_ground(world, (wend_rect){-5, 5, 2, 2}, classes, 0));
    assert_int_equal(wend_grid_area(wend_world_grid(world)).x, -31);
    assert_int_equal(wend_grid_copy_first(wend_world_grid(world), hexagons), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_area(hexagons).x, 0);
    wend_grid_destroy(hexagons);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grown_worlds_equal_built_ones),
        cmocka_unit_test(overlays_follow_the_ground),
        cmocka_unit_test(tiles_below_0_are_tiles),
        cmocka_unit_test(grown_worlds_are_saved),
        cmocka_unit_test(agents_outlive_their_ground),
        cmocka_unit_test(seams_go_with_the_ground_around),
        cmocka_unit_test(crowds_with_claims_wait_for_their_ground),
        cmocka_unit_test(files_keep_the_ground_of_floors),
        cmocka_unit_test(who_moves_on_floors_goes_on),
        cmocka_unit_test(streamed_worlds_grow_where_they_are_loaded),
        cmocka_unit_test(what_cannot_grow_says_so),
        cmocka_unit_test(maps_that_wrap_keep_their_edges),
        cmocka_unit_test(hexagons_stay_in_their_places),
        cmocka_unit_test(hexagons_begin_at_even_lines),
        cmocka_unit_test(a_fleet_goes_on_while_its_map_grows),
        cmocka_unit_test(claims_hold_while_the_map_grows),
    };
    if (argc > 1) runs = atoi(argv[1]);
    if (argc > 2) first_run = atoi(argv[2]);
    return run_unit_tests(tests);
}
