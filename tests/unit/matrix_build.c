// matrix_build.c: are the levels above the first correct? Nodes must lie on the borders of their clusters and
// be nodes of the level below. Matrices must hold the costs of real paths inside the cluster, for all pairs
// that such a path connects.
#include "hierarchy/matrix_build.h"

#include <math.h>

#include "dijkstra.h"
#include "hierarchy/world.h"
#include "unit.h"

enum { MAPS = 120 };

static bool on_border(wend_rect r, wend_tile t) {
    return t.x == r.x || t.y == r.y || t.x == r.x + r.width - 1 || t.y == r.y + r.height - 1;
}

static bool has_node(const wendi_graph* a, int32_t level, const int32_t* clusters, int32_t count,
                     uint32_t node) {
    for (int32_t i = 0; i < count; i++)
        if (wendi_matrix_slot(wendi_matrix_of(a, level, clusters[i]), node) >= 0) return true;
    return false;
}

static void check_nodes(const map_recipe* recipe, const wend_world* world, int32_t level, int32_t cluster) {
    const wendi_graph* a = &world->graph;
    wend_rect area = wendi_cluster_rect(&a->level[level - 1].clusters, cluster);
    const wendi_matrix* matrix = wendi_matrix_of(a, level, cluster);
    int32_t children[4], count = wendi_children_of(a, level, cluster, children);
    for (int32_t i = 0; i < matrix->count; i++) {
        uint32_t node = matrix->nodes[i];
        assert_on(recipe, on_border(area, wendi_node_tile(&a->clusters, node)));
        assert_on(recipe, wendi_node_reaches(a, node, level));
        assert_on(recipe, i == 0 || matrix->nodes[i - 1] < node);
        assert_on(recipe, has_node(a, level - 1, children, count, node));
    }
}

// With few nodes an entry may cost more than the best path, but all nodes that are connected inside the
// cluster have an entry.
static void check_matrix(const map_recipe* recipe, const wend_world* world, int32_t level, int32_t cluster) {
    const wendi_graph* a = &world->graph;
    const wendi_matrix* matrix = wendi_matrix_of(a, level, cluster);
    oracle* truth = oracle_create(world->grid, wendi_cluster_rect(&a->level[level - 1].clusters, cluster));
    for (int32_t i = 0; i < matrix->count; i++) {
        const uint16_t* row = wendi_matrix_row(matrix, i);
        const double* far =
            oracle_distances(truth, ORACLE_UNITS, wendi_node_tile(&a->clusters, matrix->nodes[i]), false);
        for (int32_t k = 0; k < matrix->count; k++) {
            double best = oracle_at(truth, far, wendi_node_tile(&a->clusters, matrix->nodes[k]));
            assert_on(recipe, isinf(best) == (row[k] == WENDI_NO_PATH));
            assert_on(recipe, isinf(best) || wendi_matrix_cost(matrix, i, k) >= best);
            assert_on(recipe, i != k || row[k] == 0);
            // Each matrix is closed: no path over a third node is cheaper than the entry.
            for (int32_t m = 0; m < matrix->count && !isinf(best); m++) {
                uint16_t onward = wendi_matrix_row(matrix, m)[k];
                if (row[m] == WENDI_NO_PATH || onward == WENDI_NO_PATH) continue;
                assert_on(recipe, (uint32_t)row[m] + onward >= row[k]);
            }
        }
    }
    oracle_destroy(truth);
}

static void clusters_hold_nodes_and_costs(void** state) {
    (void)state;
    int32_t measured = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 80);
        recipe.levels = 3;
        wend_world* world = map_make_world(&recipe);
        for (int32_t level = 2; level <= world->graph.level_count; level++) {
            int32_t clusters = wendi_cluster_count(&world->graph.level[level - 1].clusters);
            for (int32_t c = 0; c < clusters; c++, measured++) {
                check_nodes(&recipe, world, level, c);
                check_matrix(&recipe, world, level, c);
            }
        }
        wend_world_destroy(world);
    }
    assert_true(measured > MAPS);
}

// Levels that do not fit are left out, and queries still right.
static void levels_that_do_not_fit_are_dropped(void** state) {
    (void)state;
    const wend_grid_def def = map_costs_far_apart(400, 400);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 400, 400}, 2));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 1, 1}, 1));
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 5;
    wend_world* world = NULL;
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_int_equal(wend_world_get_info(world).level_count, 3); // the fourth does not fit
    assert_int_equal(wend_world_get_level_info(world, 4).columns, 0);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){2, 3}, (wend_tile){398, 399});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    assert_true(fabs(wend_path_cost(path) / (64 * 396 * sqrt(2)) - 1) < 1e-9);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// Edits take levels away and give them back, as a new build of the same map has them.
static void edits_drop_levels_and_add_them(void** state) {
    (void)state;
    const wend_grid_def def = map_costs_far_apart(400, 400);
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 5;
    const wend_rect all = {0, 0, 400, 400};
    wend_world* edited = NULL;
    int32_t levels[3];
    for (int32_t i = 0; i < 3; i++) {
        const uint8_t terrain = i == 1 ? 2 : 1;
        wend_grid* grid = NULL;
        wend_world* fresh = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        assert_ok(wend_grid_fill(grid, all, terrain));
        assert_ok(wend_world_build(&grid, &world_def, &fresh));
        const wend_edit edit = wend_edit_tiles(all, terrain);
        if (edited) assert_ok(wend_world_edit(edited, &edit, 1, NULL));
        wend_world_counts pending, counts; // of a world with pending clusters, and without
        if (edited) assert_ok(wend_world_count(edited, &pending));
        if (edited) assert_ok(wend_world_refresh(edited, 0, NULL));
        levels[i] = wend_world_get_info(fresh).level_count;
        if (edited) {
            assert_int_equal(wend_world_get_info(edited).level_count, levels[i]);
            assert_ok(wend_world_count(edited, &counts));
            assert_true(pending.component_count == counts.component_count && pending.edge_count > 0);
            const char* fault = map_compare(edited, fresh);
            if (fault) fail_msg("%s", fault);
            wend_world_destroy(fresh);
        } else {
            edited = fresh;
        }
    }
    assert_true(levels[1] < levels[0] && levels[2] == levels[0]);
    wend_world_destroy(edited);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_hold_nodes_and_costs),
        cmocka_unit_test(levels_that_do_not_fit_are_dropped),
        cmocka_unit_test(edits_drop_levels_and_add_them),
    };
    return run_unit_tests(tests);
}
