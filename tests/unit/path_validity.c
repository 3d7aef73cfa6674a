// path_validity.c: which clusters does an edit change, and which paths are no longer valid then?
#include <math.h>

#include "wend/repair.h"

#include "hierarchy/world.h"
#include "path_fixture.h"
#include "search/path.h"
#include "search/path_check.h"
#include "search/smooth.h"
#include "test_memory.h"
#include "unit.h"

// ---- versions

static int32_t changed_since(const wend_world* world, uint64_t version) {
    int32_t count = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&world->graph.clusters); c++)
        count += *wendi_item(&world->graph.versions, c) > version;
    return count;
}

// A class costs twice as much: every cluster that holds it has changed, and a path over it is no longer
// valid.
static void new_costs_of_a_class_break_paths(void** state) {
    (void)state;
    fixture f = path_along(125, 64, 32, false);
    edit_tiles(f.world, (wend_rect){60, 0, 1, 64}, 2); // costs 1, as class 1 does
    int32_t broken = -1;
    assert_true(wend_path_is_valid(f.path, f.world, &broken));
    const uint64_t before = wend_world_version(f.world);
    assert_ok(wend_world_set_class_cost(f.world, 0, 2, 2));
    assert_int_equal(wend_world_version(f.world), before + 1);
    assert_true(changed_since(f.world, before) > 0);
    assert_false(wend_path_is_valid(f.path, f.world, &broken));
    assert_in_range(broken, 0, tile_count(f.path) - 1);
    end(&f);
}

static void clusters_know_when_they_changed(void** state) {
    (void)state;
    wend_world* world = new_world(125, 125, true); // 4 x 4 clusters
    assert_int_equal(changed_since(world, 0), 0);
    edit_tiles(world, (wend_rect){40, 40, 3, 3}, 0); // inside one
    assert_int_equal(changed_since(world, 0), 1);
    assert_int_equal(*wendi_item(&world->graph.versions, 5), 1);
    edit_tiles(world, (wend_rect){31, 5, 1, 1}, 0); // on a border line
    assert_int_equal(changed_since(world, 1), 2);
    edit_tiles(world, (wend_rect){62, 62, 1, 1}, 0); // on a crossing
    assert_int_equal(changed_since(world, 2), 4);
    edit_tiles(world, (wend_rect){0, 0, 125, 125}, 1);
    assert_int_equal(changed_since(world, 3), 6);
    edit_tiles(world, (wend_rect){0, 0, 125, 125}, 1);
    assert_int_equal(wend_world_version(world), 5);
    assert_int_equal(changed_since(world, 4), 0); // nothing is different
    const wend_edit walls[] = {wend_edit_wall((wend_tile){31, 10}, (wend_tile){31, 11}, true),
                               wend_edit_step((wend_tile){70, 70}, (wend_tile){71, 70}, false)};
    assert_ok(wend_world_edit(world, walls, 2, NULL));
    assert_int_equal(changed_since(world, 5), 2); // the second step was open
    assert_ok(wend_world_edit(world, walls, 1, NULL));
    assert_int_equal(changed_since(world, 6), 0);
    wend_link link = wend_default_link((wend_tile){5, 5}, (wend_tile){100, 62}, 3);
    int32_t id;
    assert_ok(wend_world_add_link(world, &link, &id));
    assert_int_equal(changed_since(world, 7), 3); // of both ends
    assert_ok(wend_world_set_link(world, id, 3, false));
    assert_int_equal(changed_since(world, 8), 3);
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(changed_since(world, 9), 0);
    wend_world_destroy(world);
}

static void a_path_is_followed_from_cluster_to_cluster(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 150);
        wend_world* world = map_make_world(&recipe);
        wend_search* search = new_search();
        wend_path* path = new_path();
        rng random = rng_seeded(seed);
        wend_query query = wend_default_query(map_random_tile(wend_world_grid(world), &random),
                                              map_random_tile(wend_world_grid(world), &random));
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const int64_t count = path->tiles.count;
        int64_t covered = 0;
        for (int64_t i = 0; i < count;) {
            wendi_path_section s = wendi_path_section_at(&world->graph.clusters, path->tiles.data, i, count);
            const wend_rect area = wendi_cluster_rect(&world->graph.clusters, s.cluster);
            assert_on(&recipe, s.first == i && s.last < count && (s.last > s.first || count == 1));
            for (int64_t k = s.first; k <= s.last; k++)
                assert_on(&recipe, wendi_area_contains(area, path->tiles.data[k]));
            covered += s.last - s.first;
            i = s.last + (s.last == count - 1);
        }
        assert_on(&recipe, count == 0 || covered == count - 1);
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_world_destroy(world);
    }
}

// A path whose first link is gone: its steps and the other link are left.
static void costs_of_a_path_leave_out_links_that_are_gone(void** state) {
    (void)state;
    wend_world* world = new_world(300, 12, false);
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_link links[] = {wend_default_link((wend_tile){95, 5}, (wend_tile){105, 5}, 3),
                               wend_default_link((wend_tile){195, 5}, (wend_tile){205, 5}, 4)};
    int32_t ids[2];
    for (int32_t i = 0; i < 2; i++) {
        edit_tiles(world, (wend_rect){100 * (i + 1), 0, 2, 12}, 0);
        assert_ok(wend_world_add_link(world, &links[i], &ids[i]));
    }
    const wend_query query = wend_default_query((wend_tile){2, 5}, (wend_tile){290, 5});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    const wend_grid* grid = wend_world_grid(world);
    wend_cost units, less;
    const double cost = wendi_path_sum(path, grid, 0, path->tiles.count - 1, &units);
    assert_true(fabs(cost - wend_path_cost(path)) < 1e-9 && units == wend_path_integer_cost(path));
    assert_ok(wend_world_remove_link(world, ids[0]));
    assert_true(fabs(cost - 3 - wendi_path_sum(path, grid, 0, path->tiles.count - 1, &less)) < 1e-9);
    assert_true(less < units);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// ---- validity

static void far_edits_keep_a_path_valid(void** state) {
    (void)state;
    for (int32_t smooth = 0; smooth < 2; smooth++) {
        fixture f = path_along(300, 200, 50, smooth);
        int32_t good = 5;
        assert_true(wend_path_is_valid(f.path, f.world, &good));
        assert_int_equal(good, -1);
        edit_tiles(f.world, (wend_rect){100, 120, 50, 20}, 0); // another cluster
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
        edit_tiles(f.world, (wend_rect){100, 56, 5, 1}, 0); // beside the path, in its cluster
        assert_true(wend_path_is_valid(f.path, f.world, NULL));
        edit_tiles(f.world, (wend_rect){100, 50, 1, 1}, 0);
        assert_false(wend_path_is_valid(f.path, f.world, &good));
        assert_tile(tile_of(f.path, good), 99, 50);
        edit_tiles(f.world, (wend_rect){100, 50, 1, 1}, 1); // as it was
        assert_true(wend_path_is_valid(f.path, f.world, &good));
        end(&f);
    }
}

static void a_path_is_valid_for_one_cost(void** state) {
    (void)state;
    fixture f = path_along(120, 40, 20, false);
    edit_tiles(f.world, (wend_rect){60, 20, 4, 1}, 1);
    assert_true(wend_path_is_valid(f.path, f.world, NULL));
    end(&f);
    wend_grid* grid = map_from_text("1111111111\n1111911111\n1111111111\n", WEND_CONNECTIVITY_8);
    fixture g = {build_world(grid), new_search(), new_path()};
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){9, 0});
    assert_ok(wend_find_path(g.search, g.world, &query, g.path, NULL));
    edit_tiles(g.world, (wend_rect){5, 0, 1, 1}, 9);
    int32_t good = -2;
    assert_false(wend_path_is_valid(g.path, g.world, &good));
    assert_true(good >= 0 && good <= 4);
    assert_ok(wend_path_repair(g.search, g.world, g.path, NULL));
    assert_true(wend_path_is_valid(g.path, g.world, NULL));
    assert_true(wend_path_cost(g.path) < 11); // round it
    end(&g);
}

static void waypoints_count_too(void** state) {
    (void)state;
    wend_world* world = new_world(90, 60, true);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){80, 40});
    query.smooth = true;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t count, good;
    wend_path_waypoints(path, &count);
    assert_int_equal(count, 2);
    wend_tile beside = {-1, -1}; // on the line, but not on the path
    for (int32_t x = 20; x < 60 && beside.x < 0; x++) {
        const wend_tile tile = {x, 5 + (int32_t)((float)(x - 5) * 35 / 75)};
        bool on_path = false;
        for (int32_t i = 0; i < tile_count(path); i++)
            on_path |=
                wendi_abs(tile_of(path, i).x - tile.x) <= 1 && wendi_abs(tile_of(path, i).y - tile.y) <= 1;
        if (!on_path) beside = tile;
    }
    assert_true(beside.x > 0);
    edit_tiles(world, (wend_rect){beside.x, beside.y, 1, 1}, 0);
    assert_false(wend_path_is_valid(path, world, &good));
    assert_int_equal(good, tile_count(path) - 1); // all tiles are good
    const wend_cost cost = wend_path_integer_cost(path);
    wend_stats stats;
    assert_ok(wend_path_repair(search, world, path, &stats));
    assert_int_equal(stats.clusters_refined + stats.abstract_expanded + stats.expanded,
                     0); // only new waypoints
    assert_true(wend_path_is_valid(path, world, NULL));
    assert_int_equal(wend_path_integer_cost(path), cost);
    wend_path_waypoints(path, &count);
    assert_true(count > 2);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void paths_of_other_worlds_are_checked_step_by_step(void** state) {
    (void)state;
    fixture f = path_along(120, 60, 30, false);
    wend_world *same = new_world(120, 60, true), *small = new_world(60, 60, true);
    assert_true(wend_path_is_valid(f.path, same, NULL));
    assert_false(wend_path_is_valid(f.path, small, NULL));
    edit_tiles(same, (wend_rect){50, 30, 1, 1}, 0);
    assert_false(wend_path_is_valid(f.path, same, NULL));
    assert_true(wend_path_is_valid(f.path, f.world, NULL));
    assert_ok(wend_path_repair(f.search, same, f.path, NULL)); // from now on it belongs to that one
    assert_true(wend_path_is_valid(f.path, same, NULL));
    wend_path* on_grid = new_path();
    wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){100, 50});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(f.search, wend_world_grid(f.world), &query, on_grid, NULL));
    assert_true(wend_path_is_valid(on_grid, f.world, NULL));
    const wend_tile middle = tile_of(on_grid, 40);
    edit_tiles(f.world, (wend_rect){middle.x, middle.y, 1, 1}, 0);
    assert_false(wend_path_is_valid(on_grid, f.world, NULL));
    assert_ok(wend_path_repair(f.search, f.world, on_grid, NULL));
    assert_true(wend_path_is_valid(on_grid, f.world, NULL));
    wend_path_destroy(on_grid);
    wend_world_destroy(same);
    wend_world_destroy(small);
    end(&f);
}

// ---- lines

typedef struct listed {
    uint8_t in[64];
} listed;

static bool note(void* context, int32_t cluster) {
    assert_in_range(cluster, 0, 63);
    ((listed*)context)->in[cluster] = 1;
    return false;
}

// All clusters with a tile within two tiles of the line are among those listed.
static void clusters_near_a_line_are_listed(void** state) {
    (void)state;
    enum { SIDE = 121, SIZE = 15 };
    const wendi_partition clusters = wendi_partition_of(SIDE, SIDE, SIZE);
    rng r = rng_seeded(8);
    int32_t most = 0;
    for (int32_t i = 0; i < 300; i++) {
        const wend_tile a = {rng_below(&r, SIDE), rng_below(&r, SIDE)},
                        b = {rng_below(&r, SIDE),
                             i % 2 ? wendi_min(a.y + rng_below(&r, 4), SIDE - 1) : rng_below(&r, SIDE)};
        listed seen = {{0}};
        assert_false(wendi_clusters_near_line(&clusters, a, b, note, &seen));
        for (int32_t k = 0; k <= 500; k++) {
            const wend_tile at = {(int32_t)lround(a.x + (b.x - a.x) * k / 500.0),
                                  (int32_t)lround(a.y + (b.y - a.y) * k / 500.0)};
            for (int32_t n = 0; n < 9; n++) {
                const wend_tile near = {at.x - 2 + n % 3 * 2, at.y - 2 + n / 3 * 2};
                if (near.x < 0 || near.y < 0 || near.x >= SIDE || near.y >= SIDE) continue;
                int32_t of_tile[4];
                for (int32_t count = wendi_clusters_at(&clusters, near, of_tile); count > 0; count--)
                    assert_true(seen.in[of_tile[count - 1]]);
            }
        }
        int32_t count = 0;
        for (int32_t c = 0; c < wendi_cluster_count(&clusters); c++) count += seen.in[c];
        most = wendi_max(most, count);
    }
    assert_true(most < 40); // of 64: not simply all
}

// A tile beside the steps that a straight line passes over becomes costlier: the line no longer pays.
static void lines_cost_no_more_than_the_steps(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t beside = 0, passed_over = 0;
    wend_world* world = new_world(40, 40, true);
    wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){12, 8});
    query.smooth = true;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t points;
    wend_path_waypoints(path, &points);
    assert_int_equal(points, 2);
    assert_true(wendi_path_lines_fit(path, wend_world_grid(world)));
    assert_ok(wend_world_set_class_cost(world, 0, 2, 2));
    for (int32_t i = 0; i < 8 * 4; i++) {
        const wend_tile tile = {5 + i % 8, 5 + i / 8};
        bool is_step = false;
        for (int32_t k = 0; k < tile_count(path); k++)
            is_step |= tile_of(path, k).x == tile.x && tile_of(path, k).y == tile.y;
        if (is_step) continue;
        beside++;
        edit_tiles(world, (wend_rect){tile.x, tile.y, 1, 1}, 2);
        passed_over += !wendi_path_lines_fit(path, wend_world_grid(world));
        edit_tiles(world, (wend_rect){tile.x, tile.y, 1, 1}, 1);
        assert_true(wendi_path_lines_fit(path, wend_world_grid(world)));
    }
    assert_true(beside > 10 && passed_over > 0 && passed_over < beside);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_cost_no_more_than_the_steps),
        cmocka_unit_test(clusters_near_a_line_are_listed),
        cmocka_unit_test(clusters_know_when_they_changed),
        cmocka_unit_test(new_costs_of_a_class_break_paths),
        cmocka_unit_test(a_path_is_followed_from_cluster_to_cluster),
        cmocka_unit_test(costs_of_a_path_leave_out_links_that_are_gone),
        cmocka_unit_test(far_edits_keep_a_path_valid),
        cmocka_unit_test(a_path_is_valid_for_one_cost),
        cmocka_unit_test(waypoints_count_too),
        cmocka_unit_test(paths_of_other_worlds_are_checked_step_by_step),
    };
    return run_unit_tests(tests);
}
