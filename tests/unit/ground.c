// ground.c: does a world that grows and shrinks equal one that was built at once?
#include <stdlib.h>
#include <string.h>

#include "hierarchy/abstract_graph.h"
#include "hierarchy/world.h"
#include "unit.h"
#include "wend/private.h"
#include "wend/wend.h"

// A chart of what a world should be: classes by column and row of the map.
enum { FIRST = -700, SIDE = 1400 };
typedef struct chart {
    uint8_t classes[SIDE][SIDE];
    bool ground[SIDE][SIDE];
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

// The world of the same ground in the same frame, built at once.
static wend_world* build_again(const chart* c, const wend_world* world) {
    const wend_grid* like = world->grid;
    wend_grid_def def = grid_def_of(like->width, like->height);
    def.connectivity = like->connectivity;
    uint8_t* classes = malloc((size_t)like->width * (size_t)like->height);
    for (int32_t y = 0; y < like->height; y++)
        for (int32_t x = 0; x < like->width; x++)
            classes[y * like->width + x] =
                c->classes[y + like->floors.top - FIRST][x + like->floors.left - FIRST];
    def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    free(classes);
    assert_ok(wend_grid_copy_connections(like, grid));
    grid->floors.left = like->floors.left;
    grid->floors.top = like->floors.top;
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = world->graph.clusters.size;
    world_def.level_count = world->wanted_levels;
    wend_world* made = NULL;
    assert_ok(wend_world_build(&grid, &world_def, &made));
    return made;
}

static void put(chart* c, wend_rect area, const uint8_t* classes_opt) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++) {
            c->classes[area.y + y - FIRST][area.x + x - FIRST] =
                classes_opt ? classes_opt[y * area.width + x] : 0;
            c->ground[area.y + y - FIRST][area.x + x - FIRST] = classes_opt != NULL;
        }
}

static wend_rect bounds_of(const chart* c) {
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            if (c->ground[y][x]) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
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
    wend_world_counts a, b;
    assert_ok(wend_world_count(world, &a));
    assert_ok(wend_world_count(again, &b));
    assert_int_equal(a.component_count, b.component_count);
    assert_int_equal(a.edge_count, b.edge_count);
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

// A wall, a one-way step or a link somewhere on the grid.
static void connect_at_random(wend_world* world, uint32_t* seed) {
    const wend_grid* grid = world->grid;
    const int32_t left = grid->floors.left, top = grid->floors.top, right = left + grid->width,
                  bottom = top + grid->height;
    const wend_tile a = {between(seed, left, right - 1), between(seed, top, bottom - 1)},
                    b = {between(seed, left, right - 1), between(seed, top, bottom - 1)},
                    next = {a.x + 1, a.y};
    const wend_edit edit = wend_edit_wall(a, next, true);
    if (next.x < right && next_number(seed) % 2 == 0) assert_ok(wend_world_edit(world, &edit, 1, NULL));
    const wend_link link = wend_default_link(a, b, 40);
    const bool possible =
        wend_grid_passable(grid, a) && wend_grid_passable(grid, b) && (a.x != b.x || a.y != b.y);
    assert_int_equal(wend_world_add_link(world, &link, NULL), possible ? WEND_OK : WEND_ERROR_ARGUMENT);
}

// Nothing is left of links and closed steps where there is no ground.
static void check_connections(const chart* c, const wend_grid* grid) {
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        assert_true(
            c->ground[link->from.y + grid->floors.top - FIRST][link->from.x + grid->floors.left - FIRST]);
        assert_true(c->ground[link->to.y + grid->floors.top - FIRST][link->to.x + grid->floors.left - FIRST]);
    }
}

static wend_world* first_world(chart* c, uint32_t* seed) {
    const wend_rect area = {0, 0, between(seed, 1, 200), between(seed, 1, 200)};
    static const int32_t sizes[] = {15, 31};
    static uint8_t classes[SIDE * SIDE];
    memset(c, 0, sizeof *c);
    fill_at_random(seed, classes, area);
    put(c, area, classes);
    wend_grid_def def = grid_def_of(area.width, area.height);
    def.classes = classes;
    def.connectivity = (wend_connectivity)between(seed, 0, 2);
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = sizes[next_number(seed) % 2];
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

static void add_at_random(chart* c, wend_world* world, uint32_t* seed) {
    static uint8_t classes[SIDE * SIDE];
    wend_rect area = {0, 0, between(seed, 1, 150), between(seed, 1, 150)};
    area.x = between(seed, FIRST + 100, FIRST + SIDE - 100 - area.width) / 2;
    area.y = between(seed, FIRST + 100, FIRST + SIDE - 100 - area.height) / 2;
    if (next_number(seed) % 3 == 0) area.x = area.x / 31 * 31, area.y = area.y / 31 * 31;
    if (next_number(seed) % 3 == 0)
        area.width = area.width / 31 * 31 + 1, area.height = area.height / 31 * 31 + 1;
    fill_at_random(seed, classes, area);
    assert_ok(wend_world_add_ground(world, area, classes, 0));
    put(c, area, classes);
}

static void remove_at_random(chart* c, wend_world* world, uint32_t* seed) {
    const wend_rect all = wend_world_ground(world);
    wend_rect area = {0, 0, between(seed, 1, all.width), between(seed, 1, all.height)};
    area.x = between(seed, all.x, all.x + all.width - area.width);
    area.y = between(seed, all.y, all.y + all.height - area.height);
    bool left = false; // some ground outside of the area
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const bool inside = x + FIRST >= area.x && x + FIRST < area.x + area.width &&
                                y + FIRST >= area.y && y + FIRST < area.y + area.height;
            left |= !inside && c->ground[y][x];
        }
    const wend_result result = wend_world_remove_ground(world, area);
    if (!left) {
        assert_int_equal(result, WEND_ERROR_ARGUMENT);
        return;
    }
    assert_ok(result);
    put(c, area, NULL);
    check_connections(c, world->grid);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++)
            assert_int_equal(wend_grid_closed_steps(world->grid, (wend_tile){x, y}), 0);
}

static int32_t runs = 12, first_run;

static void grown_worlds_equal_built_ones(void** state) {
    (void)state;
    chart* c = malloc(sizeof *c);
    for (int32_t run = first_run; run < runs; run++) {
        uint32_t seed = (uint32_t)run + 1;
        wend_world* world = first_world(c, &seed);
        for (int32_t i = 0; i < 14; i++) {
            wend_world* fork = NULL;
            const uint64_t before = wend_world_full_hash(world);
            if (next_number(&seed) % 3 == 0) assert_ok(wend_world_fork(world, &fork));
            if (run % 2 == 1 && next_number(&seed) % 2 == 0) connect_at_random(world, &seed);
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

int main(int argc, char** argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(grown_worlds_equal_built_ones)};
    if (argc > 1) runs = atoi(argv[1]);
    if (argc > 2) first_run = atoi(argv[2]);
    return run_unit_tests(tests);
}
