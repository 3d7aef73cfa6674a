// component_reach.c: groups of components and the search over them against the transitive closure of random
// graphs.
#include "hierarchy/component.h"
#include "hierarchy/world.h"

#include <stdlib.h>
#include <string.h>

#include "test_memory.h"
#include "unit.h"

enum { MOST = 40 };

typedef struct graph {
    uint32_t labels[MOST];
    bool reaches[MOST][MOST];
    int32_t count;
    wendi_component_edge_list edges;
} graph;

static graph random_graph(rng* r, const wend_allocator* allocator) {
    graph g = {.count = rng_between(r, 1, MOST), .edges.allocator = *allocator};
    uint32_t label = 0;
    for (int32_t i = 0; i < g.count; i++) g.labels[i] = label += (uint32_t)rng_between(r, 1, 1000);
    int32_t edges = rng_below(r, 2 * g.count);
    for (int32_t i = 0; i < g.count; i++) g.reaches[i][i] = true;
    for (int32_t i = 0; i < edges; i++) {
        int32_t from = rng_below(r, g.count), to = rng_below(r, g.count);
        g.reaches[from][to] = true;
        assert_ok(
            wendi_component_edge_list_push(&g.edges, (wendi_component_edge){g.labels[from], g.labels[to]}));
    }
    for (int32_t k = 0; k < g.count; k++)
        for (int32_t i = 0; i < g.count; i++)
            for (int32_t j = 0; j < g.count; j++)
                if (g.reaches[i][k] && g.reaches[k][j]) g.reaches[i][j] = true;
    return g;
}

static void groups_reach_each_other(void** state) {
    (void)state;
    wend_allocator allocator = wendi_allocator(NULL);
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        rng r = rng_seeded(seed);
        graph g = random_graph(&r, &allocator);
        wendi_reach reach;
        assert_ok(wendi_reach_find(&g.edges, &allocator, &reach));
        for (int32_t i = 0; i < g.count; i++) {
            uint32_t number = wendi_reach_number(&reach, g.labels[i]);
            assert_true(number < reach.group_count + g.labels[i] + 1);
            for (int32_t k = 0; k < g.count; k++) {
                bool same = number == wendi_reach_number(&reach, g.labels[k]);
                assert_int_equal(same, g.reaches[i][k] && g.reaches[k][i]);
                assert_int_equal(wendi_reach_leads(&reach, &allocator, &g.labels[i], 1, &g.labels[k], 1),
                                 g.reaches[i][k]);
            }
        }
        for (int32_t trial = 0; trial < 10; trial++) { // from some to some
            uint32_t from[4], to[4];
            int32_t a[4], b[4], from_count = rng_below(&r, 5), to_count = rng_below(&r, 5);
            bool leads = false;
            for (int32_t i = 0; i < from_count; i++) from[i] = g.labels[a[i] = rng_below(&r, g.count)];
            for (int32_t i = 0; i < to_count; i++) to[i] = g.labels[b[i] = rng_below(&r, g.count)];
            for (int32_t i = 0; i < from_count; i++)
                for (int32_t k = 0; k < to_count; k++) leads |= g.reaches[a[i]][b[k]];
            assert_int_equal(wendi_reach_leads(&reach, &allocator, from, from_count, to, to_count), leads);
        }
        wendi_reach_free(&reach, &allocator);
        wendi_component_edge_list_free(&g.edges);
    }
}

// A chain of so many components that the search needs more memory than its stack.
static void long_chains_are_searched(void** state) {
    (void)state;
    enum { LENGTH = 100000 };
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wendi_component_edge_list edges = {.allocator = allocator};
    for (uint32_t i = 0; i + 1 < LENGTH; i++)
        assert_ok(wendi_component_edge_list_push(
            &edges, (wendi_component_edge){i * 7 % LENGTH, (i + 1) * 7 % LENGTH}));
    wendi_reach reach;
    assert_ok(wendi_reach_find(&edges, &allocator, &reach));
    assert_int_equal(reach.group_count, LENGTH);
    uint32_t first = 0, last = (uint32_t)(LENGTH - 1) * 7 % LENGTH;
    assert_true(wendi_reach_leads(&reach, &allocator, &first, 1, &last, 1));
    assert_false(wendi_reach_leads(&reach, &allocator, &last, 1, &first, 1));
    memory.fail_at = memory.calls;
    assert_true(wendi_reach_leads(&reach, &allocator, &first, 1, &last, 1));
    memory.fail_at = -1;
    wendi_reach_free(&reach, &allocator);
    wendi_component_edge_list_free(&edges);
    assert_int_equal(memory.live, 0);
}

static void memory_failures_leave_nothing(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    for (int32_t fail = 0; fail < 2; fail++) {
        wendi_component_edge_list edges = {.allocator = allocator};
        assert_ok(wendi_component_edge_list_push(&edges, (wendi_component_edge){1, 2}));
        assert_ok(wendi_component_edge_list_push(&edges, (wendi_component_edge){2, 3}));
        memory.fail_at = memory.calls + fail;
        wendi_reach reach;
        assert_int_equal(wendi_reach_find(&edges, &allocator, &reach), WEND_ERROR_MEMORY);
        assert_null(reach.block);
        memory.fail_at = -1;
        wendi_component_edge_list_free(&edges);
    }
    assert_int_equal(memory.live, 0);
}

// A corridor that can be walked one way only, and has more groups of components than are searched without
// memory: whatever allocation fails, no query says that there is no way.
static void memory_failures_hide_no_way(void** state) {
    (void)state;
    enum { CLUSTERS = 8400, LENGTH = 15 * CLUSTERS };
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = LENGTH;
    grid_def.height = 1;
    grid_def.allocator = def.allocator = &allocator;
    def.cluster_size = 15;
    def.level_count = 2;
    assert_ok(wend_grid_create(&grid_def, &grid));
    for (int32_t x = 7; x + 1 < LENGTH; x += 15)
        assert_ok(wend_grid_set_step(grid, (wend_tile){x + 1, 0}, (wend_tile){x, 0}, false));
    assert_ok(wend_world_build(&grid, &def, &world));
    assert_true(world->components.reach.group_count > 8192);
    wend_search* search = search_by(&allocator);
    wend_path* path = path_by(&allocator);
    const wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){LENGTH - 1, 0});
    wend_result result = WEND_ERROR_MEMORY;
    for (int32_t fail = 0; result == WEND_ERROR_MEMORY; fail++) {
        memory.fail_at = memory.calls + fail;
        result = wend_find_path(search, world, &query, path, NULL);
        memory.fail_at = -1;
        if (result == WEND_OK) assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    }
    assert_ok(result);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_reach_each_other),
        cmocka_unit_test(long_chains_are_searched),
        cmocka_unit_test(memory_failures_leave_nothing),
        cmocka_unit_test(memory_failures_hide_no_way),
    };
    return run_unit_tests(tests);
}
