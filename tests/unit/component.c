// component.c: components against a flood fill of the whole map, by a rule of movement that is not the
// engine's.
#include "hierarchy/component.h"

#include <stdlib.h>

#include "dijkstra.h"
#include "hierarchy/world.h"
#include "unit.h"

typedef struct flood {
    int32_t* label; // of each tile; 0: blocked
    int32_t count;
    int64_t largest;
} flood;

static flood flood_map(const wend_grid* grid) {
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    flood f = {calloc((size_t)width * (size_t)height, sizeof *f.label), 0, 0};
    wend_tile* stack = malloc((size_t)width * (size_t)height * sizeof *stack);
    oracle* rule = oracle_of_grid(grid);
    assert_true(f.label && stack);
    for (int32_t first = 0; first < width * height; first++) {
        wend_tile tile = {first % width, first / width};
        if (f.label[first] || !wend_grid_passable(grid, tile)) continue;
        int64_t size = 0;
        int32_t depth = 0;
        stack[depth++] = tile;
        f.label[first] = ++f.count;
        while (depth > 0) {
            wend_tile at = stack[--depth];
            size++;
            for (int32_t d = 0; d < 9; d++) {
                wend_tile to = {at.x + d % 3 - 1, at.y + d / 3 - 1};
                if (!oracle_can_step(rule, at, to) || f.label[to.y * width + to.x]) continue;
                f.label[to.y * width + to.x] = f.count;
                stack[depth++] = to;
            }
        }
        if (size > f.largest) f.largest = size;
    }
    oracle_destroy(rule);
    free(stack);
    return f;
}

static void components_are_those_of_a_flood(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 250; seed++) {
        map_recipe recipe = map_recipe_random(seed, 100);
        wend_world* world = map_make_world(&recipe);
        flood f = flood_map(world->grid);
        wend_world_counts counts = map_count(world);
        assert_on(&recipe, counts.component_count == f.count);
        assert_on(&recipe, counts.largest_component == f.largest);

        // The labels of the parts and the numbers of the flood fill correspond one to one.
        const wendi_graph* a = &world->graph;
        const wendi_components* components = &world->components;
        int32_t* label_of = calloc((size_t)components->label_count + 1, sizeof *label_of);
        assert_non_null(label_of);
        for (int32_t c = 0; c < wendi_cluster_count(&a->clusters); c++) {
            const wendi_matrix* matrix = wendi_matrix_of(a, 1, c);
            for (int32_t i = 0; i < matrix->count; i++) {
                wend_tile tile = wendi_node_tile(&a->clusters, matrix->nodes[i]);
                uint32_t number = wendi_component_of(components, c, i);
                assert_on(&recipe, number < components->label_count);
                if (!label_of[number]) label_of[number] = f.label[tile.y * recipe.width + tile.x];
                assert_on(&recipe, label_of[number] == f.label[tile.y * recipe.width + tile.x]);
            }
        }
        for (uint32_t i = 0; i < components->label_count && i < 200; i++)
            for (uint32_t k = 0; k < i; k++) assert_on(&recipe, label_of[i] != label_of[k]);
        free(label_of);

        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 100; i++) {
            wend_tile p = map_random_tile(world->grid, &r), q = map_random_tile(world->grid, &r);
            int32_t lp = f.label[p.y * recipe.width + p.x], lq = f.label[q.y * recipe.width + q.x];
            assert_on(&recipe, wend_world_connected(world, p, q) == (lp == lq && lp != 0));
        }
        assert_false(wend_world_connected(world, (wend_tile){-1, 0}, (wend_tile){0, 0}));
        assert_false(wend_world_connected(world, (wend_tile){0, 0}, (wend_tile){recipe.width, 0}));
        free(f.label);
        wend_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_are_those_of_a_flood)};
    return run_unit_tests(tests);
}
