// abstract_graph.c: does the graph have the right nodes, and do the distance matrices of level 1 equal a
// textbook Dijkstra inside the cluster?
#include "hierarchy/abstract_graph.h"

#include <math.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "hierarchy/world.h"
#include "unit.h"

enum { MAPS = 250 };

static bool on_border(wend_rect r, wend_tile t) {
    return t.x == r.x || t.y == r.y || t.x == r.x + r.width - 1 || t.y == r.y + r.height - 1;
}

// Every cluster lists just the nodes on its border lines, each once; so neighbours agree on what they share.
static void clusters_list_the_nodes_on_their_lines(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 100);
        wend_world* world = map_make_world(&recipe);
        const wendi_graph* a = &world->graph;
        int32_t clusters = wendi_cluster_count(&a->clusters);
        int64_t listed = 0, expected = 0, crossings = 0;
        bool* taken = calloc((size_t)recipe.width * (size_t)recipe.height, sizeof *taken);
        assert_non_null(taken);
        for (int32_t c = 0; c < clusters; c++) {
            const wendi_matrix* matrix = wendi_matrix_of(a, 1, c);
            wend_rect area = wendi_cluster_rect(&a->clusters, c);
            listed += matrix->count;
            for (int32_t i = 0; i < matrix->count; i++) {
                assert_on(&recipe, wendi_node_reaches(a, matrix->nodes[i], 1));
                assert_on(&recipe, on_border(area, wendi_node_tile(&a->clusters, matrix->nodes[i])));
                assert_on(&recipe, i == 0 || matrix->nodes[i - 1] < matrix->nodes[i]);
                assert_on(&recipe, wendi_matrix_slot(matrix, matrix->nodes[i]) == i);
            }
            for (int32_t border_index = 0; border_index < WENDI_BORDER_INDEX_COUNT; border_index++) {
                uint32_t node = wendi_node_on(c, border_index);
                if (!wendi_node_reaches(a, node, 1)) {
                    assert_on(&recipe, wendi_matrix_slot(matrix, node) == -1);
                    continue;
                }
                int32_t at[4];
                wend_tile t = wendi_node_tile(&a->clusters, node);
                expected += wendi_clusters_at(&a->clusters, t, at);
                assert_on(&recipe, wend_grid_passable(world->grid, t));
                assert_on(&recipe, !taken[t.y * recipe.width + t.x]);
                taken[t.y * recipe.width + t.x] = true;
                crossings -= t.x % recipe.cluster_size == 0 && t.y % recipe.cluster_size == 0 && t.x > 0 &&
                             t.y > 0 && t.x < recipe.width - 1 && t.y < recipe.height - 1;
            }
            wend_tile crossing;
            if (wendi_crossing_of(&a->clusters, c, &crossing))
                crossings += wend_grid_passable(world->grid, crossing);
        }
        free(taken);
        assert_on(&recipe, listed == expected);
        assert_on(&recipe, crossings == 0); // every open one is a node
        wend_world_destroy(world);
    }
}

static void matrices_hold_the_distances(void** state) {
    (void)state;
    int64_t all_edges = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 70);
        wend_world* world = map_make_world(&recipe);
        const wendi_graph* a = &world->graph;
        int64_t edges = 0;
        for (int32_t c = 0; c < wendi_cluster_count(&a->clusters); c++) {
            const wendi_matrix* matrix = wendi_matrix_of(a, 1, c);
            oracle* truth = oracle_create(world->grid, wendi_cluster_rect(&a->clusters, c));
            for (int32_t i = 0; i < matrix->count; i++) {
                const double* far = oracle_distances(truth, ORACLE_UNITS,
                                                     wendi_node_tile(&a->clusters, matrix->nodes[i]), false);
                for (int32_t k = 0; k < matrix->count; k++) {
                    double distance = oracle_at(truth, far, wendi_node_tile(&a->clusters, matrix->nodes[k]));
                    uint32_t cost = wendi_matrix_cost(matrix, i, k);
                    assert_on(&recipe, isinf(distance) == (cost == WENDI_UNREACHED));
                    edges += i != k && !isinf(distance);
                    if (isinf(distance)) continue;
                    assert_on(&recipe, cost >= distance && cost < distance + (1 << matrix->shift));
                }
            }
            oracle_destroy(truth);
        }
        int64_t counted = 0;
        for (int32_t c = 0; c < wendi_cluster_count(&a->clusters); c++)
            counted += wendi_count_edges(wendi_matrix_of(a, 1, c));
        assert_on(&recipe, edges == counted);
        all_edges += edges;
        wend_world_destroy(world);
    }
    assert_true(all_edges > 10 * MAPS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_list_the_nodes_on_their_lines),
        cmocka_unit_test(matrices_hold_the_distances),
    };
    return run_unit_tests(tests);
}
