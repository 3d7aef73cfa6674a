// ground.c: does a world that grows and shrinks equal one that was built at once, and do its overlays follow?
//     unit_ground [RUNS [FIRST]]
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground_fixture.h"
#include "hierarchy/world.h"
#include "overlay_fixture.h"
#include "wend/private.h"

// A chart of what a world should be: classes by floor, row and column of the map.
enum { FIRST = -700, SIDE = 1400, MOST_FLOORS = 3 };
typedef struct chart {
    uint8_t classes[MOST_FLOORS][SIDE][SIDE];
    bool ground[MOST_FLOORS][SIDE][SIDE];
} chart;

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

static void fill_at_random(rng* r, uint8_t* classes, wend_rect area) {
    const bool caves = rng_below(r, 2) == 0;
    for (int32_t i = 0; i < area.width * area.height; i++) {
        const int32_t n = rng_below(r, 100);
        classes[i] = n < (caves ? 35 : 8) ? 0 : n < 50 ? 1 : n < 90 ? 2 : 3;
    }
}

static wend_tile tile_at_random(const wend_grid* grid, rng* r) {
    const wend_rect all = wend_grid_area(grid);
    const int32_t x = rng_between(r, all.x, all.x + all.width - 1),
                  y = rng_between(r, all.y, all.y + all.height - 1);
    return (wend_tile){x, y, (uint16_t)rng_between(r, 0, wend_grid_floors(grid) - 1)};
}

// A wall, a one-way step, a link or a seam somewhere on the grid.
static void connect_at_random(wend_world* world, rng* r) {
    const wend_grid* grid = world->grid;
    const wend_tile a = tile_at_random(grid, r), b = tile_at_random(grid, r), next = {a.x + 1, a.y, a.floor};
    const wend_edit edit = wend_edit_wall(a, next, true);
    if (wend_grid_contains(grid, next) && rng_below(r, 2) == 0)
        assert_ok(wend_world_edit(world, &edit, 1, NULL));
    const wend_link link = wend_default_link(a, b, 40);
    const bool same = a.x == b.x && a.y == b.y && a.floor == b.floor,
               possible = wend_grid_passable(grid, a) && wend_grid_passable(grid, b) && !same;
    assert_int_equal(wend_world_add_link(world, &link, NULL), possible ? WEND_OK : WEND_ERROR_ARGUMENT);
    const wend_tile first = tile_at_random(grid, r), last = {first.x + 5, first.y, first.floor},
                    other = tile_at_random(grid, r), other_last = {other.x + 5, other.y, other.floor};
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

static wend_world* first_world(chart* c, rng* r, int32_t run) {
    wend_profile_def defs[3];
    const int32_t profiles = profiles_of((uint32_t)run, defs), least = profiles > 1 ? 3 : 1;
    wend_rect area = {0, 0, rng_between(r, least, 200), rng_between(r, least, 200)};
    static const int32_t sizes[] = {15, 31};
    static uint8_t classes[MOST_FLOORS * 200 * 200];
    memset(c, 0, sizeof *c);
    wend_grid_def def = grid_def_of(area.width, area.height);
    def.floors = run % 3 == 2 ? rng_between(r, 2, MOST_FLOORS) : 1;
    for (; area.floor < def.floors; area.floor++) {
        uint8_t* of_floor = classes + area.floor * area.width * area.height;
        fill_at_random(r, of_floor, area);
        put(c, area, of_floor);
    }
    def.classes = classes;
    def.connectivity = (wend_connectivity)rng_between(r, 0, profiles <= 1 ? WEND_CONNECTIVITY_COUNT - 1 : 2);
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = sizes[rng_below(r, 2)];
    world_def.profiles = defs;
    world_def.profile_count = profiles;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    if (has_relief((uint32_t)run)) set_relief(grid, NULL, area);
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

static void add_at_random(chart* c, wend_world* world, rng* r) {
    static uint8_t classes[SIDE * SIDE];
    const int32_t floors = wend_grid_floors(world->grid);
    wend_rect area = {0, 0, rng_between(r, 1, 150), rng_between(r, 1, 150), 0};
    area.floor = (uint16_t)rng_between(r, 0, floors - 1);
    area.x = rng_between(r, FIRST + 100, FIRST + SIDE - 100 - area.width) / 2;
    area.y = rng_between(r, FIRST + 100, FIRST + SIDE - 100 - area.height) / 2;
    if (wend_grid_has_relief(world->grid)) area.x /= 4, area.y /= 4; // each change builds such a world again
    if (floors > 1 && rng_below(r, 2) == 0) area.y = 0, area.height = 1; // other columns alone
    if (rng_below(r, 3) == 0) area.x = area.x / 31 * 31, area.y = area.y / 31 * 31;
    if (rng_below(r, 3) == 0) area.width = area.width / 31 * 31 + 1, area.height = area.height / 31 * 31 + 1;
    fill_at_random(r, classes, area);
    if (wend_grid_has_relief(world->grid)) {
        fill_relief(NULL, area, elevations, lanes);
        assert_ok(wend_world_add_relief_ground(world, area, classes, 0, elevations, lanes));
    } else {
        assert_ok(wend_world_add_ground(world, area, classes, 0));
    }
    put(c, area, classes);
}

static void remove_at_random(chart* c, wend_world* world, rng* r) {
    const wend_rect all = wend_world_ground(world);
    const int32_t floors = wend_grid_floors(world->grid);
    wend_rect area = {0, 0, rng_between(r, 1, all.width), rng_between(r, 1, all.height), 0};
    area.floor = (uint16_t)rng_between(r, 0, floors - 1);
    area.x = rng_between(r, all.x, all.x + all.width - area.width);
    area.y = rng_between(r, all.y, all.y + all.height - area.height);
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
        rng r = rng_seeded((uint64_t)run + 1);
        wend_world* world = first_world(c, &r, run);
        for (int32_t i = 0; i < (has_relief((uint32_t)run) ? 6 : 14); i++) {
            wend_world* fork = NULL;
            const uint64_t before = wend_world_full_hash(world);
            if (rng_below(&r, 3) == 0) assert_ok(wend_world_fork(world, &fork));
            if ((run % 2 == 1 || wend_grid_floors(world->grid) > 1) && rng_below(&r, 2) == 0)
                connect_at_random(world, &r);
            if (rng_below(&r, 4) == 0)
                remove_at_random(c, world, &r);
            else
                add_at_random(c, world, &r);
            if (rng_below(&r, 2) == 0) check(c, world);
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

static uint16_t floor_at_random(const wend_world* world, rng* r) {
    return (uint16_t)rng_between(r, 0, wend_grid_floors(wend_world_grid(world)) - 1);
}

static void add_layer(known_overlay* k, const wend_world* world, wend_overlay* overlay, rng* r) {
    known_layer* l = &k->layers[k->count++];
    const wend_vec2 middle = {(float)rng_between(r, -350, 350) + 0.3f,
                              (float)rng_between(r, -350, 350) + 0.2f};
    l->shape = wend_shape_disc(middle, (float)rng_between(r, 3, 200),
                               rng_below(r, 2) ? INFINITY : (float)rng_between(r, 1, 9));
    l->area = (wend_rect){rng_between(r, -350, 350), rng_between(r, -350, 350), rng_between(r, 1, 60),
                          rng_between(r, 1, 60), floor_at_random(world, r)};
    l->shape.floor = l->area.floor;
    l->has_costs = rng_below(r, 2);
    for (int32_t i = 0; i < 60 * 60; i++) l->costs[i] = (float)(rng_below(r, 4));
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
                          rng* r) {
    const wend_rect area = {rng_between(r, -350, 250), rng_between(r, -350, 250), rng_between(r, 1, 300),
                            rng_between(r, 1, 300), floor_at_random(world, r)};
    const bool forgets = rng_below(r, 4) == 0;
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
                           rng* r) {
    const int32_t what = rng_below(r, 10);
    if (what < 5 && k->count < MOST_LAYERS) {
        add_layer(k, world, overlay, r);
    } else if (what < 7 && k->count > 0) {
        assert_ok(wend_overlay_remove(overlay, k->layers[0].handle));
        k->layers[0] = k->layers[--k->count];
    } else if (k->hidden && what < 9) {
        see_at_random(k, c, world, overlay, r);
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

// Each overlay lies on the same places of the map, whatever becomes of the map's edges; an overlay of it,
// too.
static void overlays_follow_the_ground(void** state) {
    (void)state;
    chart* c = malloc(sizeof *c);
    known_overlay* k = malloc(sizeof *k);
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t run = first_run; run < first_run + (runs - first_run) / 3; run++) {
        rng r = rng_seeded((uint64_t)run + 100);
        wend_world* world = first_world(c, &r, run);
        memset(k, 0, sizeof *k);
        wend_overlay *overlay = NULL, *inner = NULL;
        const wend_world *of_overlay = NULL, *of_inner = NULL, *before = NULL;
        assert_ok(wend_overlay_create(world, &overlay));
        for (int32_t i = 0; i < 10; i++) {
            wend_world* fork = NULL;
            if (of_overlay && rng_below(&r, 3) == 0) assert_ok(wend_world_fork(of_overlay, &fork));
            const uint64_t hash = fork ? wend_world_hash(fork) : 0;
            for (int32_t n = rng_between(&r, 1, 2); n > 0; n--) change_overlay(k, c, world, overlay, &r);
            if (rng_below(&r, 3) == 0)
                remove_at_random(c, world, &r);
            else if (rng_below(&r, 4) > 0)
                add_at_random(c, world, &r);
            if (rng_below(&r, 2) == 0) change_overlay(k, c, world, overlay, &r);
            assert_ok(wend_overlay_world(overlay, &of_overlay));
            forget_beyond(k, world);
            assert_true(!before || before == of_overlay);
            before = of_overlay;
            const wend_rect a = wend_grid_area(wend_world_grid(of_overlay)),
                            b = wend_grid_area(wend_world_grid(world));
            assert_true(a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height);
            compare_overlay(k, c, of_overlay, wend_overlay_get_info(overlay).level_factor);
            if (rng_below(&r, 3) == 0) assert_ok(wend_overlay_refresh(overlay, 0, NULL));
            compare_paths(of_overlay, search, path, &r);
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
    wend_path_destroy(path);
    wend_search_destroy(search);
    free(k);
    free(c);
}

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grown_worlds_equal_built_ones),
        cmocka_unit_test(overlays_follow_the_ground),
    };
    if (argc > 1) runs = atoi(argv[1]);
    if (argc > 2) first_run = atoi(argv[2]);
    return run_unit_tests(tests);
}
