// query_ends.c: which tiles take the place of blocked ends, of an area or a class, and of a goal that no path
// reaches? And what if a query names nonsense, or memory runs out?
#include "search/query_ends.h"

#include <math.h>
#include <string.h>

#include "files.h"
#include "files/first_check.h"
#include "search/nearest_tile.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/repair.h"

static void snaps_to_the_nearest_tile_then_in_row_order(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("#.###\n"
                                    ".###.\n"
                                    "#####\n"
                                    "#####\n"
                                    "###..\n",
                                    WEND_CONNECTIVITY_8);
    wend_tile tile = {9, 9};
    assert_true(wendi_snap(grid, (wend_tile){1, 0}, 0, &tile)); // passable: itself
    assert_tile(tile, 1, 0);
    assert_false(wendi_snap(grid, (wend_tile){2, 2}, 1.4, &tile));
    assert_tile(tile, 1, 0);
    assert_true(wendi_snap(grid, (wend_tile){2, 2}, 2.3, &tile)); // five are sqrt 5 away
    assert_tile(tile, 1, 0);
    assert_true(wendi_snap(grid, (wend_tile){1, 1}, 5, &tile)); // above before left
    assert_tile(tile, 1, 0);
    assert_true(wendi_snap(grid, (wend_tile){0, 4}, INFINITY, &tile)); // both 3 away: the upper one
    assert_tile(tile, 0, 1);
    assert_true(wendi_snap(grid, (wend_tile){4, 3}, 1, &tile));
    assert_tile(tile, 4, 4);
    wend_grid_destroy(grid);
    grid = map_from_text("###\n###\n", WEND_CONNECTIVITY_4);
    assert_false(wendi_snap(grid, (wend_tile){0, 0}, INFINITY, &tile));
    wend_grid_destroy(grid);
}

// On hexagons the six neighbours are equally near, so that row order decides.
static void snaps_on_hexagons(void** state) {
    (void)state;
    for (int32_t k = WEND_CONNECTIVITY_HEX_ODD_R; k <= WEND_CONNECTIVITY_HEX_EVEN_Q; k++) {
        wend_grid* grid = map_from_text("#####\n#####\n#####\n#####\n#####\n", (wend_connectivity)k);
        const wend_tile middle = {2, 2};
        wend_tile tile;
        for (int32_t i = 24; i >= 0; i--) {
            const wend_tile next = {i % 5, i / 5};
            if (wendi_straight((wend_connectivity)k, middle, next) != 4) continue;
            assert_ok(wend_grid_fill(grid, (wend_rect){next.x, next.y, 1, 1}, 1));
            assert_true(wendi_snap(grid, middle, 1, &tile));
            assert_tile(tile, next.x, next.y);
        }
        assert_int_equal(wend_grid_passable_count(grid), 6);
        wend_grid_destroy(grid);
    }
}

// Compares the search over the tree of clusters with the one over rows, and both with all tiles.
static void check_snaps(const wend_world* world, rng* r) {
    const wend_grid* grid = world->grid;
    static const double radii[] = {0.5, 3.2, 17, INFINITY};
    for (int32_t i = 0; i < 40; i++) {
        const wend_tile middle = map_random_tile(grid, r);
        const double radius = radii[rng_below(r, 4)];
        wendi_nearest best = {.distance = INT64_MAX};
        for (int32_t y = 0; y < grid->height; y++)
            for (int32_t x = 0; x < grid->width; x++) {
                const wend_tile tile = {x, y};
                const int64_t distance = wendi_straight(grid->connectivity, middle, tile);
                if (wendi_is_passable(grid, x, y) && (double)distance <= 4 * radius * radius)
                    wendi_take_nearer(&best, tile, distance);
            }
        wend_tile rows = {-1, -1}, clusters = {-1, -1};
        assert_true(wendi_snap(grid, middle, radius, &rows) == (best.distance < INT64_MAX));
        assert_ok(wendi_snap_on_world(&world->graph, grid, middle, radius, &clusters));
        assert_true((clusters.x >= 0) == (best.distance < INT64_MAX));
        if (best.distance == INT64_MAX) continue;
        assert_tile(rows, best.tile.x, best.tile.y);
        assert_tile(clusters, best.tile.x, best.tile.y);
    }
}

// Blocks or opens a large rectangle, so that clusters of several sizes lose their last passable tile, or get
// their first.
static wend_edit large_edit(const wend_grid* grid, rng* r) {
    const wend_tile corner = map_random_tile(grid, r);
    const wend_rect area = {corner.x, corner.y, rng_between(r, 1, grid->width - corner.x),
                            rng_between(r, 1, grid->height - corner.y)};
    const bool point = rng_chance(r, 30);
    return wend_edit_tiles(point ? (wend_rect){corner.x, corner.y, 1, 1} : area, rng_chance(r, 70) ? 0 : 1);
}

static void snaps_on_a_world_as_on_its_grid(void** state) {
    (void)state;
    rng r = rng_seeded(11);
    for (int32_t i = 0; i < 30; i++) {
        const map_recipe recipe = map_recipe_random_any((uint64_t)i + 1, 200);
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_grid* grid = map_make(&recipe);
        wend_world_def def = wend_default_world_def();
        def.allocator = &allocator;
        wend_world* world = map_build_world(grid, &def);
        check_snaps(world, &r);
        for (int32_t k = 0; k < 12; k++) {
            const wend_edit edit = large_edit(world->grid, &r);
            memory.fail_at = rng_chance(&r, 30) ? memory.calls + rng_between(&r, 1, 60) : -1; // undone
            wend_world_edit(world, &edit, 1, NULL);
            memory.fail_at = -1;
            check_snaps(world, &r);
        }
        const uint8_t first = wend_grid_class(world->grid, map_random_tile(world->grid, &r));
        if (first > 0 && wend_world_set_class_cost(world, 0, first, 0) == WEND_OK) check_snaps(world, &r);
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
}

// The last clusters of a map end at its edge, which may be one tile behind their last border line.
static void snaps_to_the_last_column_and_row(void** state) {
    (void)state;
    for (int32_t last = 60; last < 66; last++) {
        for (int32_t k = 0; k < 2; k++) {
            wend_world* world = new_world(last + 1, last + 1, false);
            const wend_edit close = wend_edit_tiles((wend_rect){0, 0, last + 1, last + 1}, 0),
                            open = wend_edit_tiles((wend_rect){k ? last : 40, k ? 40 : last, 1, 1}, 1);
            wend_tile tile = {-1, -1};
            assert_ok(wend_world_edit(world, &close, 1, NULL));
            assert_ok(wend_world_edit(world, &open, 1, NULL));
            assert_ok(wendi_snap_on_world(&world->graph, world->grid, (wend_tile){3, 3}, INFINITY, &tile));
            assert_tile(tile, k ? last : 40, k ? 40 : last);
            wend_world_destroy(world);
        }
    }
}

// A query that snaps checks only the clusters that it reads.
static void snaps_on_a_mapped_world(void** state) {
    (void)state;
    rng r = rng_seeded(12);
    files_enter();
    for (int32_t i = 0; i < 8; i++) {
        const map_recipe recipe = map_recipe_random_any((uint64_t)i + 50, 200);
        wend_world *world = map_make_world(&recipe), *mapped = NULL;
        assert_ok(wend_world_refresh(world, 0, NULL));
        assert_ok(wend_world_save(world, "snap.wend", NULL));
        assert_ok(wend_world_map("snap.wend", NULL, &mapped, NULL));
        check_snaps(mapped, &r);
        wend_world_destroy(mapped);
        wend_world_destroy(world);
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 600;
    wend_grid* grid = NULL;
    wend_world *world = NULL, *mapped = NULL;
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_search_def search_def = wend_default_search_def();
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){5, 5, 80, 80}, 0));
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_save(world, "snap.wend", NULL));
    assert_ok(wend_world_map("snap.wend", NULL, &mapped, NULL));
    assert_ok(wend_search_create(&search_def, &search));
    wend_query query = wend_default_query((wend_tile){20, 30}, (wend_tile){200, 30});
    query.snap = 50;
    assert_ok(wend_find_path(search, mapped, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    assert_tile(wend_path_start_tile(path), 4, 30);
    assert_false(wendi_all_are_open(&mapped->graph));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(mapped);
    wend_world_destroy(world);
    files_leave();
}

static void bounds_of_straight_lines_hold(void** state) {
    (void)state;
    rng r = rng_seeded(3);
    for (int32_t i = 0; i < 20000; i++) {
        const wend_connectivity c = (wend_connectivity)rng_below(&r, WEND_CONNECTIVITY_COUNT);
        const wend_tile a = {rng_below(&r, 40), rng_below(&r, 40)};
        const wend_rect area = {rng_below(&r, 40), rng_below(&r, 40), rng_between(&r, 1, 9),
                                rng_between(&r, 1, 9)};
        int64_t least = INT64_MAX;
        for (int32_t y = area.y; y < area.y + area.height; y++) {
            for (int32_t x = area.x; x < area.x + area.width; x++) {
                const int64_t distance = wendi_straight(c, a, (wend_tile){x, y});
                assert_true(wendi_straight_bound(c, wendi_abs(x - a.x), wendi_abs(y - a.y)) <= distance);
                if (distance < least) least = distance;
            }
        }
        const int64_t bound = wendi_straight_between(c, (wend_rect){a.x, a.y, 1, 1}, area);
        assert_true(wendi_is_hex(c) ? bound <= least : bound == least);
    }
}

// ---- queries

typedef struct desk {
    wend_world* world;
    wend_search* search;
    wend_path* path;
} desk;

static desk desk_of(const char* rows) {
    return (desk){map_world_from_text(rows), new_search(), new_path()};
}
static void clear(desk* d) {
    wend_world_destroy(d->world);
    wend_search_destroy(d->search);
    wend_path_destroy(d->path);
}
static wend_tile last_tile(const desk* d) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(d->path, &count);
    return count > 0 ? tiles[count - 1] : (wend_tile){-1, -1};
}

static const char* const rooms = "....#....\n"
                                 "..#.#.##.\n"
                                 "....#.#..\n"
                                 "....#....\n";

static void a_path_tells_its_ends(void** state) {
    (void)state;
    desk d = desk_of(rooms);
    wend_tile from = {7, 7}, to = {7, 7};
    assert_tile(wend_path_start_tile(d.path), -1, -1);
    assert_tile(wend_path_goal_tile(d.path), -1, -1);
    wend_query query = wend_default_query((wend_tile){2, 1}, (wend_tile){4, 3});
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_START_BLOCKED);
    assert_tile(wend_path_start_tile(d.path), 2, 1);
    query.snap = 1;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
    wend_snapped snapped = wend_path_snapped(d.path, &from, &to);
    assert_true(snapped.start && snapped.goal);
    assert_tile(from, 2, 1);
    assert_tile(to, 4, 3);
    assert_tile(wend_path_start_tile(d.path), 2, 0);
    assert_tile(wend_path_goal_tile(d.path), 3, 3);
    assert_tile(last_tile(&d), 3, 3);
    query = wend_default_query((wend_tile){0, 0}, (wend_tile){8, 2});
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_NO_ROUTE);
    query.partial = true;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    snapped = wend_path_snapped(d.path, &from, &to);
    assert_false(snapped.start || snapped.goal);
    assert_tile(wend_path_goal_tile(d.path), 8, 2);
    assert_tile(last_tile(&d), 3, 2);
    assert_int_equal(wend_path_goal(d.path), 0);
    const wend_tile goals[] = {{8, 0}, {5, 3}, {6, 1}};
    query.goals = goals;
    query.goal_count = 3;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    assert_int_equal(wend_path_goal(d.path), 1);
    assert_tile(wend_path_goal_tile(d.path), 5, 3);
    assert_tile(last_tile(&d), 3, 3);
    clear(&d);
}

// Such paths know what was asked for: repaired after an edit, they lead to the goal once it can be reached.
static void partial_paths_are_repaired_to_their_goal(void** state) {
    (void)state;
    desk d = desk_of(rooms);
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){8, 2});
    query.partial = true;
    for (int32_t by_area = 0; by_area < 2; by_area++) {
        if (by_area) query.goal_area = (wend_rect){8, 2, 1, 1};
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
        assert_ok(wend_path_repair(d.search, d.world, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
        assert_tile(last_tile(&d), 3, 2);
        const wend_edit door = wend_edit_tiles((wend_rect){4, 3, 1, 1}, 1);
        const wend_edit shut = wend_edit_tiles((wend_rect){4, 3, 1, 1}, 0);
        assert_ok(wend_world_edit(d.world, &door, 1, NULL));
        assert_ok(wend_path_repair(d.search, d.world, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
        assert_tile(last_tile(&d), 8, 2);
        assert_tile(wend_path_goal_tile(d.path), 8, 2);
        assert_ok(wend_path_cut(d.search, d.world, d.path, 2));
        int32_t count;
        const wend_tile first = wend_path_tiles(d.path, &count)[0];
        assert_true(first.x != 0 || first.y != 0);
        assert_tile(wend_path_start_tile(d.path), first.x, first.y);
        assert_ok(wend_world_edit(d.world, &shut, 1, NULL));
        assert_ok(wend_path_repair(d.search, d.world, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
        assert_tile(last_tile(&d), 3, 2);
    }
    clear(&d);
}

// The edge of a room is its goals, whichever tile of it is named; a start inside is a goal itself.
static void areas_and_classes_are_goals(void** state) {
    (void)state;
    desk d = desk_of(rooms);
    wend_query query = wend_default_query((wend_tile){5, 1}, (wend_tile){-1, -1});
    query.goal_area = (wend_rect){7, 2, 2, 2};
    for (int32_t i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        query.algorithm = (wend_algorithm)i;
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_FOUND);
        assert_int_equal(wend_path_goal(d.path), 0);
        assert_tile(wend_path_goal_tile(d.path), last_tile(&d).x, last_tile(&d).y);
    }
    query.algorithm = WEND_HPA;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_tile(last_tile(&d), 7, 3);
    query.start = (wend_tile){8, 3}; // inside
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_tile(last_tile(&d), 8, 3);
    query.goal_area = (wend_rect){4, 0, 1, 4}; // all blocked
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_GOAL_BLOCKED);
    assert_tile(wend_path_goal_tile(d.path), -1, -1);
    query.partial = true;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    assert_tile(last_tile(&d), 5, 0);
    assert_tile(wend_path_goal_tile(d.path), 4, 0);
    query.goal_area = (wend_rect){0, 0, 0, 0};
    query.goal_class = 7; // that no tile has
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_GOAL_BLOCKED);
    clear(&d);
    d = desk_of("...2\n.##.\n.1.3\n");
    query = wend_default_query((wend_tile){0, 2}, (wend_tile){-1, -1});
    query.goal_class = 3;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_tile(last_tile(&d), 3, 2);
    query.goal_class = 2;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_tile(last_tile(&d), 3, 0);
    clear(&d);
}

static void count_event(const wend_event* event, void* context) {
    (void)event;
    ++*(int64_t*)context;
}

// A class is looked for around the start. An observer sees a query to all of its tiles: the answer is the
// same.
static void a_class_is_found_around_the_start_as_among_all(void** state) {
    (void)state;
    int64_t events = 0;
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){count_event, &events};
    wend_search *all = NULL, *around = new_search();
    assert_ok(wend_search_create(&def, &all));
    wend_path *a = new_path(), *b = new_path();
    int32_t found = 0, far = 0;
    for (uint64_t seed = 1; seed <= 14; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 300, 420);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        enum { RARE = 100 }; // on most maps a class that lies in three places only
        float costs[WEND_CLASS_COUNT];
        memcpy(costs, grid->class_costs, sizeof costs);
        costs[RARE] = costs[1];
        assert_ok(wend_grid_set_class_costs(grid, costs));
        for (int32_t i = 0; i < 3; i++) {
            const wend_tile at = map_random_tile(grid, &r);
            assert_ok(wend_grid_fill(grid, (wend_rect){at.x, at.y, 1, 1}, RARE));
        }
        const wend_world_def world_def = map_world_def(&recipe);
        wend_world* world = map_build_world(grid, &world_def);
        for (int32_t i = 0; i < 12; i++) {
            wend_tile start = map_random_tile(grid, &r);
            if (i > 0) map_random_open_tile(grid, &r, &start);
            wend_query query = wend_default_query(start, start);
            query.goal_class = i % 2 ? RARE : wend_grid_class(grid, map_random_tile(grid, &r));
            query.partial = rng_chance(&r, 50);
            query.first_tiles = rng_chance(&r, 30) ? 20 : 0;
            query.snap = rng_chance(&r, 30) ? 3.0f : 0;
            assert_ok(wend_find_path(all, world, &query, a, NULL));
            assert_ok(wend_find_path(around, world, &query, b, NULL));
            assert_on(&recipe, wend_path_hash(a) == wend_path_hash(b));
            assert_on(&recipe, wend_path_outcome(a) == wend_path_outcome(b));
            const wend_tile goal = wend_path_goal_tile(a), same = wend_path_goal_tile(b);
            assert_on(&recipe, goal.x == same.x && goal.y == same.y);
            found += wend_path_outcome(a) == WEND_FOUND;
            far += wend_path_outcome(a) == WEND_FOUND && wendi_abs(goal.x - start.x) > 70;
        }
        wend_world_destroy(world);
    }
    assert_true(found > 60 && far > 2 && events > 0);
    wend_path_destroy(b);
    wend_path_destroy(a);
    wend_search_destroy(around);
    wend_search_destroy(all);
}

static bool after_some(void* left) {
    return --*(int32_t*)left < 0;
}

// The nearest reachable tile to many goals takes long: it is asked again and again whether to stop.
static void many_goals_can_be_cancelled(void** state) {
    (void)state;
    enum { GOALS = 2000 };
    desk d = desk_of("..#.\n..##\n....\n");
    wend_search_destroy(d.search);
    int32_t left = 3;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = after_some;
    def.cancel_context = &left;
    assert_ok(wend_search_create(&def, &d.search));
    wend_tile goals[GOALS];
    for (int32_t i = 0; i < GOALS; i++) goals[i] = (wend_tile){3, 0};
    wend_query query = wend_default_query((wend_tile){0, 0}, goals[0]);
    query.goals = goals;
    query.goal_count = GOALS;
    query.partial = true;
    assert_int_equal(wend_find_path(d.search, d.world, &query, d.path, NULL), WEND_ERROR_CANCELLED);
    left = GOALS;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    assert_in_range(left, GOALS - GOALS / 100, GOALS - 4);
    clear(&d);
}

// Paths enter an area over its edge. Where that is blocked, tiles inside are still no blocked goal.
static void an_enclosed_area_is_out_of_reach(void** state) {
    (void)state;
    desk d = desk_of("......\n.####.\n.#..#.\n.####.\n......\n");
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){-1, -1});
    query.goal_area = (wend_rect){1, 1, 4, 3};
    for (int32_t i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        query.algorithm = (wend_algorithm)i;
        query.partial = false;
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_NO_ROUTE);
        query.partial = true;
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), WEND_PARTIAL);
    }
    const wend_edit fill = wend_edit_tiles((wend_rect){2, 2, 2, 1}, 0);
    assert_ok(wend_world_edit(d.world, &fill, 1, NULL));
    query.partial = false;
    assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
    assert_int_equal(wend_path_outcome(d.path), WEND_GOAL_BLOCKED);
    clear(&d);
}

// The default profile and another one ask for a tile of class 3; goal -1,-1: none is found. Takes the grid.
static void expect_class_3(wend_grid* grid, wend_profile_def profile, wend_outcome outcome, wend_tile goal) {
    profile.name = "other";
    desk d = {world_with_profiles(grid, &profile, 1), new_search(), new_path()};
    wend_query query = wend_default_query((wend_tile){2, 2}, (wend_tile){0, 0});
    query.goal_class = 3;
    for (query.profile = 0; query.profile < 2; query.profile++) {
        assert_ok(wend_find_path(d.search, d.world, &query, d.path, NULL));
        assert_int_equal(wend_path_outcome(d.path), outcome);
        assert_tile(wend_path_goal_tile(d.path), goal.x, goal.y);
    }
    clear(&d);
}

// A profile asks by the classes of the world, although its view numbers its own.
static void classes_are_those_of_the_world(void** state) {
    (void)state;
    wend_profile_def careful = wend_default_profile_def();
    careful.margin = 3;
    expect_class_3(map_from_text("............\n"
                                 "............\n"
                                 "............\n"
                                 "............\n"
                                 "...........3\n",
                                 WEND_CONNECTIVITY_8),
                   careful, WEND_FOUND, (wend_tile){11, 4});
}

// The tiles at the edge of the class are too narrow for a body, and those inside cannot be reached.
static void a_class_blocked_at_its_edge_is_no_route(void** state) {
    (void)state;
    wend_profile_def wide = wend_default_profile_def();
    wide.radius = 1;
    expect_class_3(map_from_text("................\n"
                                 "....###########.\n"
                                 "....#333333333#.\n"
                                 "....#333333333#.\n"
                                 "....#333333333#.\n"
                                 "....#333333333#.\n"
                                 "....#333333333#.\n"
                                 "....#333333333#.\n"
                                 "....###########.\n"
                                 "................\n",
                                 WEND_CONNECTIVITY_8),
                   wide, WEND_NO_ROUTE, (wend_tile){-1, -1});
}

static void nonsense_is_refused_and_changes_nothing(void** state) {
    (void)state;
    desk d = desk_of(rooms);
    const wend_query good = wend_default_query((wend_tile){0, 0}, (wend_tile){3, 3});
    assert_ok(wend_find_path(d.search, d.world, &good, d.path, NULL));
    const uint64_t hash = wend_path_hash(d.path);
    const wend_tile goals[] = {{1, 1}};
    const wend_rect areas[] = {{0, 0, 0, 1},         {0, 0, 1, 0},  {0, 0, -1, -1}, {-1, 0, 2, 2},
                               {8, 0, 2, 1},         {0, 3, 1, 2},  {1, 1, 0, 0},   {0, 4, 1, 1},
                               {5, 0, INT32_MAX, 1}, {0, 0, 10, 1}, {0, 0, 1, 5},   {0, -1, 1, 1},
                               {INT32_MAX, 0, 1, 1}};
    wend_query bad[32];
    int32_t count = 0;
    for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
        bad[count] = good;
        bad[count++].goal_area = areas[i];
    }
    static const float radii[] = {-1, -0.001f, NAN, -INFINITY};
    for (int32_t i = 0; i < 4; i++) {
        bad[count] = good;
        bad[count++].snap = radii[i];
    }
    static const int32_t classes[] = {-2, 256, INT32_MAX, INT32_MIN};
    for (int32_t i = 0; i < 4; i++) {
        bad[count] = good;
        bad[count++].goal_class = classes[i];
    }
    bad[count] = good; // two kinds of goals
    bad[count].goal_class = 1;
    bad[count++].goal_area = (wend_rect){0, 0, 1, 1};
    bad[count] = good;
    bad[count].goals = goals;
    bad[count].goal_count = 1;
    bad[count++].goal_class = 1;
    for (int32_t i = 0; i < count; i++) {
        wend_query query = bad[i];
        query.algorithm = WEND_ASTAR;
        assert_int_equal(wend_find_path(d.search, d.world, &bad[i], d.path, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_find_path_on_grid(d.search, wend_world_grid(d.world), &query, d.path, NULL),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_search_begin(d.search, d.world, &bad[i]), WEND_ERROR_ARGUMENT);
        assert_true(wend_path_hash(d.path) == hash);
    }
    clear(&d);
}

// Wherever memory runs out, the query fails with MEMORY, the path stays, and the next query works.
static void survives_every_failing_allocation(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("islands 90x70 8 unit 15/2 5");
    wend_world* world = map_make_linked_world(&recipe, 6);
    int32_t failures = 0;
    for (int32_t kind = 0; kind < 4; kind++) {
        wend_query query = wend_default_query((wend_tile){45, 35}, (wend_tile){80, 60});
        query.snap = INFINITY;
        query.partial = true;
        if (kind == 1) query.goal_area = (wend_rect){60, 10, 20, 40};
        if (kind == 2) query.goal_class = 0;
        const wend_tile goals[] = {{0, 0}, {89, 69}, {3, 60}};
        if (kind == 3) query.goals = goals, query.goal_count = 3;
        bool done = false;
        for (int64_t fail_at = 1; !done; fail_at++) {
            test_memory memory = test_memory_new();
            wend_allocator allocator = test_memory_allocator(&memory);
            wend_search* search = search_by(&allocator);
            wend_path* path = path_by(&allocator);
            memory.fail_at = memory.calls + fail_at;
            const wend_result result = wend_find_path(search, world, &query, path, NULL);
            done = result == WEND_OK;
            if (!done) {
                failures++;
                assert_int_equal(result, WEND_ERROR_MEMORY);
                assert_tile(wend_path_start_tile(path), -1, -1);
                memory.fail_at = -1;
                assert_ok(wend_find_path(search, world, &query, path, NULL));
            }
            assert_true(wend_path_outcome(path) == WEND_FOUND || wend_path_outcome(path) == WEND_PARTIAL);
            wend_search_destroy(search);
            wend_path_destroy(path);
            assert_int_equal(memory.live, 0);
        }
    }
    assert_true(failures > 20);
    wend_world_destroy(world);
}

// On open ground, from each tile outside.
static void an_area_is_entered_at_its_nearest_tile(void** state) {
    (void)state;
    enum { SIDE = 12, FIRST = 4, LAST = 8 };
    wend_world* world = new_world(SIDE, SIDE, false);
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            wend_query query = wend_default_query((wend_tile){x, y}, (wend_tile){-1, -1});
            query.goal_area = (wend_rect){FIRST, FIRST, LAST - FIRST + 1, LAST - FIRST + 1};
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            const wend_tile nearest = {wendi_min(wendi_max(x, FIRST), LAST),
                                       wendi_min(wendi_max(y, FIRST), LAST)};
            const int32_t dx = wendi_abs(nearest.x - x), dy = wendi_abs(nearest.y - y);
            int32_t count;
            wend_path_tiles(path, &count);
            assert_int_equal(count, wendi_max(dx, dy) + 1);
            assert_int_equal(wend_path_integer_cost(path), 169 * wendi_max(dx, dy) + 70 * wendi_min(dx, dy));
        }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// A single tile amid a class, whose steps lead to one neighbour only: that one is the goal.
static void a_class_is_entered_from_every_side(void** state) {
    (void)state;
    const wend_tile middle = {5, 5};
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t sides = 0;
    for (wend_connectivity c = WEND_CONNECTIVITY_8; c < WEND_CONNECTIVITY_COUNT; c++)
        for (int32_t side = 0; side < 9; side++) {
            const wend_tile only = {middle.x - 1 + side % 3, middle.y - 1 + side / 3};
            wend_grid_def def = wend_default_grid_def();
            def.width = def.height = 11;
            def.connectivity = c;
            wend_grid* grid = NULL;
            assert_ok(wend_grid_create(&def, &grid));
            assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 11, 11}, 2));
            assert_ok(wend_grid_fill(grid, (wend_rect){middle.x, middle.y, 1, 1}, 1));
            for (int32_t k = 0; k < 9; k++) {
                const wend_tile to = {middle.x - 1 + k % 3, middle.y - 1 + k / 3};
                if (k != side && wend_grid_can_step(grid, middle, to))
                    assert_ok(wend_grid_set_step(grid, middle, to, false));
            }
            if (side == 4 || !wend_grid_can_step(grid, middle, only)) {
                wend_grid_destroy(grid);
                continue;
            }
            sides++;
            wend_world* world = build_world(grid);
            wend_query query = wend_default_query(middle, (wend_tile){-1, -1});
            query.goal_class = 2;
            assert_ok(wend_find_path(search, world, &query, path, NULL));
            int32_t count;
            const wend_tile* tiles = wend_path_tiles(path, &count);
            assert_int_equal(count, 2);
            assert_tile(tiles[1], only.x, only.y);
            wend_world_destroy(world);
        }
    assert_true(sides == 3 * 4 + 4 * 6);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_area_is_entered_at_its_nearest_tile),
        cmocka_unit_test(a_class_is_entered_from_every_side),
        cmocka_unit_test(snaps_to_the_nearest_tile_then_in_row_order),
        cmocka_unit_test(snaps_on_hexagons),
        cmocka_unit_test(snaps_on_a_world_as_on_its_grid),
        cmocka_unit_test(snaps_to_the_last_column_and_row),
        cmocka_unit_test(snaps_on_a_mapped_world),
        cmocka_unit_test(bounds_of_straight_lines_hold),
        cmocka_unit_test(a_path_tells_its_ends),
        cmocka_unit_test(partial_paths_are_repaired_to_their_goal),
        cmocka_unit_test(areas_and_classes_are_goals),
        cmocka_unit_test(a_class_is_found_around_the_start_as_among_all),
        cmocka_unit_test(an_enclosed_area_is_out_of_reach),
        cmocka_unit_test(many_goals_can_be_cancelled),
        cmocka_unit_test(classes_are_those_of_the_world),
        cmocka_unit_test(a_class_blocked_at_its_edge_is_no_route),
        cmocka_unit_test(nonsense_is_refused_and_changes_nothing),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return run_unit_tests(tests);
}
