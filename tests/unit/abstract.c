// abstract.c: the abstract graph: its nodes, and its matrices against a textbook Dijkstra kept to the
// cluster.
#include "abstract.h"

#include <math.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "unit.h"
#include "world.h"

enum { MAPS = 250 };

static bool on_border(wend_rect r, wend_tile t) {
    return t.x == r.x || t.y == r.y || t.x == r.x + r.width - 1 || t.y == r.y + r.height - 1;
}

// Every cluster lists just the nodes on its border lines, each once; so neighbours agree on what they share.
static void clusters_list_the_nodes_on_their_lines(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random(seed, 100);
        wend_world* world = map_make_world(&recipe);
        const wendi_abstract* a = &world->abstract;
        int32_t clusters = wendi_cluster_count(&a->clusters);
        int64_t listed = 0, expected = 0, crossings = 0;
        for (int32_t c = 0; c < clusters; c++) {
            uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
            int32_t count = wendi_cluster_nodes(a, c, nodes);
            wend_rect area = wendi_cluster_rect(&a->clusters, c);
            listed += count;
            for (int32_t i = 0; i < count; i++) {
                assert_on(&recipe, nodes[i] < a->node_count);
                assert_on(&recipe, on_border(area, a->node_tiles[nodes[i]]));
                for (int32_t k = 0; k < i; k++) assert_on(&recipe, nodes[k] != nodes[i]);
            }
            assert_on(&recipe,
                      a->first_entry[c + 1] - a->first_entry[c] == (uint64_t)count * (uint64_t)count);
            wend_tile crossing;
            if (wendi_crossing_of(&a->clusters, c, &crossing))
                crossings += wend_grid_passable(world->grid, crossing);
        }
        bool* taken = calloc((size_t)recipe.width * (size_t)recipe.height, sizeof *taken);
        assert_non_null(taken);
        for (uint32_t n = 0; n < a->node_count; n++) {
            int32_t at[4];
            wend_tile t = a->node_tiles[n];
            expected += wendi_clusters_at(&a->clusters, t, at);
            assert_on(&recipe, wend_grid_passable(world->grid, t));
            assert_on(&recipe, !taken[t.y * recipe.width + t.x]);
            taken[t.y * recipe.width + t.x] = true;
            crossings -= t.x % recipe.cluster_size == 0 && t.y % recipe.cluster_size == 0 && t.x > 0 &&
                         t.y > 0 && t.x < recipe.width - 1 && t.y < recipe.height - 1;
        }
        free(taken);
        assert_on(&recipe, listed == expected);
        assert_on(&recipe, crossings == 0); // every open one is a node
        wend_world_destroy(world);
    }
}

static void matrices_hold_the_distances(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random(seed, 70);
        wend_world* world = map_make_world(&recipe);
        const wendi_abstract* a = &world->abstract;
        int64_t edges = 0;
        for (int32_t c = 0; c < wendi_cluster_count(&a->clusters); c++) {
            uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
            int32_t count = wendi_cluster_nodes(a, c, nodes);
            oracle* truth = oracle_create(world->grid, wendi_cluster_rect(&a->clusters, c));
            const uint32_t* row = a->distances + a->first_entry[c];
            for (int32_t i = 0; i < count; i++, row += count) {
                const double* far = oracle_distances(truth, ORACLE_UNITS, a->node_tiles[nodes[i]], false);
                for (int32_t k = 0; k < count; k++) {
                    double distance = oracle_at(truth, far, a->node_tiles[nodes[k]]);
                    assert_on(&recipe, isinf(distance) ? row[k] == WENDI_UNREACHED : row[k] == distance);
                    edges += i != k && !isinf(distance);
                }
            }
            oracle_destroy(truth);
        }
        assert_on(&recipe, edges == wendi_count_edges(a->distances, a->entry_count));
        wend_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_list_the_nodes_on_their_lines),
        cmocka_unit_test(matrices_hold_the_distances),
    };
    return run_unit_tests(tests);
}
