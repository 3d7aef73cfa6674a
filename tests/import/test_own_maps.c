// Do all algorithms find the paths over the links, one-way steps and walls of our own maps, whose costs were
// found by hand? usage: import_own_maps (WEND_DATA is the folder of the maps)
#include "unit.h"
#include "wend/import.h"
#include "wend/wend.h"

#include <math.h>
#include <stdio.h>

typedef struct way {
    wend_tile from, to;
    double cost;        ///< of the cheapest path; negative: there is none
    int32_t link_count; ///< on the path
} way;

static wend_grid* read_lanes(const char* file, bool thin_walls, const char* lanes_opt) {
    char path[1000], lanes[1000];
    snprintf(path, sizeof path, "%s/%s", WEND_DATA, file);
    snprintf(lanes, sizeof lanes, "%s/%s", WEND_DATA, lanes_opt ? lanes_opt : "");
    wend_import_def def = wend_default_import_def();
    def.thin_walls = thin_walls;
    def.lanes = lanes_opt ? lanes : NULL;
    if (lanes_opt) def.lane_costs = "compulsory";
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    if (wend_import_file(path, &def, &grid, NULL, &error) != WEND_OK) fail_msg("%s", error.text);
    return grid;
}

static wend_grid* read_grid(const char* file, bool thin_walls) {
    return read_lanes(file, thin_walls, NULL);
}

static wend_world* build(wend_grid** grid_io) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = 15;
    wend_world* world = NULL;
    assert_ok(wend_world_build(grid_io, &def, &world));
    return world;
}

static wend_world* make_world(const char* file, bool thin_walls) {
    wend_grid* grid = read_grid(file, thin_walls);
    return build(&grid);
}

static const wend_algorithm algorithms[] = {WEND_HPA, WEND_EXACT, WEND_ASTAR, WEND_DIJKSTRA};

static void check_world(wend_world* world, const char* file, const way* ways, int32_t count) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t i = 0; i < count; i++) {
        for (int32_t a = 0; a < 4; a++) {
            wend_query query = wend_default_query(ways[i].from, ways[i].to);
            query.algorithm = algorithms[a];
            query.smooth = false;
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            const bool is_found = wend_path_outcome(path) == WEND_FOUND;
            if (is_found != (ways[i].cost >= 0) ||
                (is_found && fabs(wend_path_cost(path) - ways[i].cost) > 1e-4))
                fail_msg("%s: way %d by algorithm %d: %s, cost %g", file, i, a,
                         wend_outcome_string(wend_path_outcome(path)), wend_path_cost(path));
            int32_t links = 0;
            wend_path_links(path, &links);
            if (is_found) assert_int_equal(links, ways[i].link_count);
        }
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void check(const char* file, bool thin_walls, const way* ways, int32_t count) {
    check_world(make_world(file, thin_walls), file, ways, count);
}

// Two aisles to the right and one down lead there. Back, the aisle leads on to its end, and the next one to
// the left: 6 + 3 + 54 + 9 + 4.
static void one_way_aisles(void** state) {
    (void)state;
    const way ways[] = {{{13, 11}, {57, 23}, 56, 0}, {{57, 23}, {13, 11}, 76, 0}};
    wend_grid* grid = read_lanes("warehouse.png", false, "warehouse_lanes.png");
    check_world(build(&grid), "warehouse_lanes.png", ways, 2);
}

// Every algorithm finds a path of this cost, before and after the refresh.
static void check_season(wend_world* world, wend_tile from, wend_tile to, int32_t season, double cost) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t refreshed = 0; refreshed < 2; refreshed++) {
        for (int32_t a = 0; a < 4; a++) {
            wend_query query = wend_default_query(from, to);
            query.algorithm = algorithms[a];
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            assert_int_equal(wend_path_outcome(path), WEND_FOUND);
            if (fabs(wend_path_cost(path) - cost) > 1e-4)
                fail_msg("season %d by algorithm %d, refreshed %d: cost %g", season, a, refreshed,
                         wend_path_cost(path));
        }
        assert_ok(wend_world_refresh(world, 0, NULL));
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// Round the lake: 6 diagonal and 17 straight steps. Over ice of cost 1.25: 12 tiles of it and 7 of land.
// Where the ice costs 3, the way leads round again, but a diagonal step may now pass the corners of the lake.
static void freezing_lake(void** state) {
    (void)state;
    const struct {
        float ice;
        double cost;
    } winters[] = {{0, 25.485281}, {1.25f, 22}, {3, 24.313708}, {1, 19}, {0, 25.485281}};
    wend_grid* grid = read_grid("freezing_lake.txt", false);
    assert_ok(wend_grid_set_cost_range(grid, 1, 4));
    wend_world* world = build(&grid);
    for (size_t i = 0; i < sizeof winters / sizeof *winters; i++) {
        assert_ok(wend_world_set_class_cost(world, 0, '~', winters[i].ice));
        check_season(world, (wend_tile){2, 5}, (wend_tile){21, 5}, (int32_t)i, winters[i].cost);
    }
    assert_int_equal(wend_world_set_class_cost(world, 0, '~', 4.5f), WEND_ERROR_LIMIT);
    wend_world_destroy(world);
}

// Over the bridge: 6 diagonal and 19 straight steps. Through the ford, whose mud costs 4: 4 diagonal and 3
// straight steps on land, 4 tiles of mud. Straight across 2 tiles of mud, 2 of water and 7 of land, once both
// are passable and cheap. Where only the water has dried, the mud along the banks still blocks the way to it.
static void drained_river(void** state) {
    (void)state;
    const double bridge = 6 * 1.41421356237 + 19, ford = 4 * 1.41421356237 + 3 + 4 * 4;
    const struct {
        float mud, water;
        double cost;
    } weeks[] = {{0, 0, bridge},     {4, 0, ford}, {4, 4, 7 + 4 * 4},  {4, 1.25f, 7 + 2 * 4 + 2 * 1.25},
                 {1.25f, 1.25f, 12}, {1, 1, 11},   {0, 1.25f, bridge}, {4, 0, ford},
                 {0, 0, bridge}};
    wend_grid* grid = read_grid("drained_river.txt", false);
    assert_ok(wend_grid_set_cost_range(grid, 1, 4));
    wend_world* world = build(&grid);
    for (size_t i = 0; i < sizeof weeks / sizeof *weeks; i++) {
        assert_ok(wend_world_set_class_cost(world, 0, 'm', weeks[i].mud));
        assert_ok(wend_world_set_class_cost(world, 0, '~', weeks[i].water));
        check_season(world, (wend_tile){4, 2}, (wend_tile){15, 2}, (int32_t)i, weeks[i].cost);
    }
    wend_world_destroy(world);
}

// The way begins by going back: 3 steps, the tunnel of cost 2, 1 step. Straight on it is 18.
static void tunnel(void** state) {
    (void)state;
    const way ways[] = {{{4, 3}, {22, 3}, 6, 1}, {{22, 3}, {4, 3}, 18, 0}, {{20, 3}, {22, 3}, 2, 0}};
    check("tunnel.recipe", false, ways, 3);
}

// There, over the upper escalator: 2 up, 6 along, 2 down. Back, over the lower one.
static void escalator(void** state) {
    (void)state;
    const way ways[] = {{{3, 4}, {9, 4}, 10, 0}, {{9, 4}, {3, 4}, 6, 0}, {{6, 2}, {5, 2}, 15, 0}};
    check("escalator.txt", false, ways, 3);
}

// 3 steps to the lift, which costs 3, and 3 steps from it.
static void lift(void** state) {
    (void)state;
    const way ways[] = {{{1, 2}, {16, 2}, 9, 1}, {{16, 2}, {1, 2}, 9, 1}, {{1, 1}, {7, 1}, 6, 0}};
    check("lift.recipe", false, ways, 3);
}

// Down 6 steps; up round by the left, where a diagonal step shortens each of the two ways across.
static void ledges(void** state) {
    (void)state;
    const way ways[] = {{{8, 1}, {8, 7}, 6, 0}, {{8, 7}, {8, 1}, 18 + 2 * 1.41421356237, 0}};
    check("ledges.recipe", false, ways, 2);
}

// Through all rooms but three to the one behind the wall: 9 steps.
// Two flights of stairs, of which each costs 6; a road below a bridge and the way over it; a passage below;
// a gallery in two parts, joined by the stairs and the ramp.
static void floors(void** state) {
    (void)state;
    const double diagonal = sqrt(2);
    const way house[] = {{{3, 4, 0}, {17, 4, 2}, 15 + 8 * diagonal + 2 * 6, 2},
                         {{5, 2, 1}, {2, 2, 0}, 6, 1},
                         {{21, 6, 0}, {21, 7, 2}, 1 + 2 * 9, 2}};
    check("house.recipe", false, house, 3);
    const way bridge[] = {{{2, 6, 0}, {22, 6, 0}, 20, 2},
                          {{12, 0, 0}, {12, 12, 0}, 12, 0},
                          {{6, 6, 1}, {5, 6, 0}, 1, 1},
                          {{12, 6, 0}, {12, 6, 1}, 18 + 3 * diagonal, 1}};
    check("bridge.recipe", false, bridge, 4);
    const way cave[] = {{{2, 5, 1}, {2, 5, 0}, 3, 1}, {{2, 5, 1}, {17, 5, 1}, 17 + 3 * diagonal + 2 * 3, 2}};
    check("cave.recipe", false, cave, 2);
    const way shop[] = {{{1, 1, 1}, {14, 1, 1}, 9 + 6 * diagonal + 4, 2},
                        {{13, 2, 1}, {13, 2, 0}, 2 + 2 * diagonal, 1}};
    check("shop.tmx", false, shop, 2);
}

static void house(void** state) {
    (void)state;
    const way ways[] = {{{1, 0}, {2, 0}, 9, 0}, {{0, 0}, {3, 2}, 5, 0}};
    check("house.txt", true, ways, 2);
}

// Round the south end of the chasm, all on grass and road: 3 steps there and 3 back.
static void hex_island(void** state) {
    (void)state;
    const way ways[] = {{{1, 3}, {5, 3}, 6, 0}, {{5, 3}, {1, 3}, 6, 0}, {{2, 0}, {4, 0}, 2, 0}};
    check("hex_island.txt", false, ways, 3);
}

// 60 agents walk between both banks; the lower bridge falls. Nobody whose path leads elsewhere plans again,
// the others plan a way over the upper bridge, and all arrive.
static void bridges(void** state) {
    (void)state;
    enum { AGENTS = 60, PLANS = 4 };
    wend_world* world = make_world("bridges.txt", false);
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd_def def = wend_default_crowd_def();
    def.plans_per_tick = PLANS;
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(world, &def, &crowd));
    rng random = rng_seeded(2);
    for (int32_t i = 0; i < AGENTS; i++) {
        wend_tile left = {99, 0}, right = {0, 0};
        while (left.x > 30 && map_random_open_tile(grid, &random, &left)) continue;
        while (right.x < 60 && map_random_open_tile(grid, &random, &right)) continue;
        wend_agent body = {.position = wend_grid_center(grid, i % 2 ? left : right),
                           .max_speed = 4,
                           .max_acceleration = 32,
                           .radius = 0.2f};
        wend_agent_id id;
        assert_ok(wend_crowd_add(crowd, &body, &id));
        assert_ok(wend_crowd_send(crowd, id, i % 2 ? right : left));
    }
    const float dt = 1.0f / 30;
    for (int32_t i = 0; i < AGENTS / PLANS; i++) assert_ok(wend_crowd_tick(crowd, dt));
    const wend_rect bridge = {36, 47, 8, 3};
    int32_t by_lower = 0, count;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) { // where its path crosses the middle of the bridge
        int32_t points;
        const wend_vec2* path = wend_crowd_path(crowd, ids[i], &points);
        for (int32_t k = 0; k + 1 < points; k++) {
            const wend_vec2 a = path[k], b = path[k + 1];
            if ((a.x < 40) == (b.x < 40)) continue;
            const float y = a.y + (b.y - a.y) * (40 - a.x) / (b.x - a.x);
            by_lower += y > 47 && y < 50;
        }
    }
    assert_true(by_lower > 10 && by_lower < AGENTS - 10);
    const wend_edit fall = wend_edit_tiles(bridge, 0);
    assert_ok(wend_world_edit(world, &fall, 1, NULL));
    const wend_crowd_stats begun = wend_crowd_get_stats(crowd);
    wend_crowd_stats now = begun;
    for (int32_t i = 0; i < 20; i++) {
        const wend_crowd_stats before = now;
        assert_ok(wend_crowd_tick(crowd, dt));
        now = wend_crowd_get_stats(crowd);
        assert_true(now.plans + now.repairs - before.plans - before.repairs <= PLANS);
    }
    assert_int_equal(now.broken - begun.broken, by_lower);
    assert_int_equal(now.plans + now.repairs - begun.plans - begun.repairs, by_lower);
    int32_t arrived = 0;
    for (int32_t i = 0; i < 3000 && arrived < AGENTS; i++) {
        assert_ok(wend_crowd_tick(crowd, dt));
        arrived = 0;
        for (int32_t k = 0; k < count; k++) arrived += wend_crowd_state(crowd, ids[k]) == WEND_AGENT_ARRIVED;
    }
    assert_int_equal(arrived, AGENTS);
    assert_int_equal(wend_crowd_get_stats(crowd).blocked_ticks, 0);
    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
}

// Two continents meet over the edge alone.
static void globe(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    double least = 0;
    for (uint32_t edges = 0; edges <= WEND_WRAP_X; edges++) {
        wend_grid* grid = read_grid("globe.png", false);
        if (edges != 0) assert_ok(wend_grid_wrap(grid, edges));
        wend_world* world = build(&grid);
        for (int32_t a = 0; a < 4; a++) {
            wend_query query = wend_default_query((wend_tile){125, 45}, (wend_tile){25, 40});
            query.algorithm = algorithms[a];
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            assert_int_equal(wend_path_outcome(path), edges != 0 ? WEND_FOUND : WEND_NO_ROUTE);
            int32_t links = 0;
            wend_path_links(path, &links);
            assert_int_equal(links, edges != 0 ? 1 : 0);
            if (edges == 0) continue;
            const double cost = wend_path_cost(path);
            if (algorithms[a] == WEND_HPA) least = cost / 1.05;
            assert_true(cost >= least && cost <= least * 1.05 + 1e-6);
        }
        wend_world_destroy(world);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tunnel),     cmocka_unit_test(freezing_lake), cmocka_unit_test(drained_river),
        cmocka_unit_test(escalator),  cmocka_unit_test(lift),          cmocka_unit_test(ledges),
        cmocka_unit_test(house),      cmocka_unit_test(floors),        cmocka_unit_test(globe),
        cmocka_unit_test(hex_island), cmocka_unit_test(bridges),       cmocka_unit_test(one_way_aisles)};
    return run_unit_tests(tests);
}
