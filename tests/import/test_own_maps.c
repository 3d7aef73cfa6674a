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

static wend_grid* read_grid(const char* file, bool thin_walls) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", WEND_DATA, file);
    wend_import_def def = wend_default_import_def();
    def.thin_walls = thin_walls;
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    if (wend_import_file(path, &def, &grid, NULL, &error) != WEND_OK) fail_msg("%s", error.text);
    return grid;
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

static void check(const char* file, bool thin_walls, const way* ways, int32_t count) {
    static const wend_algorithm algorithms[] = {WEND_HPA, WEND_EXACT, WEND_ASTAR, WEND_DIJKSTRA};
    wend_world* world = make_world(file, thin_walls);
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

static double cost_between(const wend_world* world, wend_tile from, wend_tile to) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(from, to);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double cost = wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : -1;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
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
        for (int32_t refreshed = 0; refreshed < 2; refreshed++) {
            const double cost = cost_between(world, (wend_tile){2, 5}, (wend_tile){21, 5});
            if (fabs(cost - winters[i].cost) > 1e-4)
                fail_msg("winter %d, refreshed %d: cost %g", (int)i, refreshed, cost);
            assert_ok(wend_world_refresh(world, 0, NULL));
        }
    }
    assert_int_equal(wend_world_set_class_cost(world, 0, '~', 4.5f), WEND_ERROR_LIMIT);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tunnel),    cmocka_unit_test(freezing_lake),
                                       cmocka_unit_test(escalator), cmocka_unit_test(lift),
                                       cmocka_unit_test(ledges),    cmocka_unit_test(house),
                                       cmocka_unit_test(hex_island)};
    return run_unit_tests(tests);
}
