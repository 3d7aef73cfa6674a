// subgoals.c: straight runs, the contraction hierarchy, and what a world promises of its subgoals.
// tests/property/subgoals.c compares the paths with an oracle.
#include "subgoals/subgoal_graph.h"

#include <stdlib.h>

#include "maps.h"
#include "unit.h"

static const wend_allocator* plain(void) {
    static wend_allocator allocator;
    allocator = wendi_allocator(NULL);
    return &allocator;
}

static wend_world* world_of(const char* recipe_text) {
    const map_recipe recipe = map_recipe_of(recipe_text);
    return map_make_world(&recipe);
}

// One tile after the other.
static int32_t run_by_tiles(const wend_grid* grid, wend_tile at, int32_t direction, int32_t most) {
    for (int32_t count = 0;; count++) {
        at.x += wendi_direction[direction].x;
        at.y += wendi_direction[direction].y;
        if (count == most || !wendi_is_passable(grid, at.x, at.y)) return count;
    }
}

// Around the ends of words of 64 bits, and on lines without an obstacle.
static void runs_end_at_obstacles(void** state) {
    (void)state;
    static const char* const recipes[] = {"noise 200x67 8 unit 31/2 1", "open 131x129 8 unit 31/2 2",
                                          "rooms 63x190 8 unit 31/2 3"};
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        const map_recipe recipe = map_recipe_of(recipes[i]);
        wend_grid* grid = map_make(&recipe);
        wendi_passable_lines lines;
        assert_ok(wendi_passable_lines_make(grid, plain(), &lines));
        for (int32_t y = 0; y < recipe.height; y++)
            for (int32_t x = 0; x < recipe.width; x++)
                for (int32_t d = 0; d < WENDI_STRAIGHT; d++)
                    for (int32_t k = 0; k < 2; k++) {
                        const int32_t most = k == 0 ? INT32_MAX : (x + y) % 70;
                        const wend_tile at = {x, y};
                        assert_int_equal(wendi_passable_run(&lines, at, d, most),
                                         run_by_tiles(grid, at, d, most));
                    }
        wendi_passable_lines_free(&lines);
        wend_grid_destroy(grid);
    }
}

enum { NODES = 60 };

// Costs of all pairs, by Floyd and Warshall.
static void all_pairs(wend_cost cost[NODES][NODES]) {
    for (int32_t k = 0; k < NODES; k++)
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++)
                if (cost[i][k] + cost[k][j] < cost[i][j]) cost[i][j] = cost[i][k] + cost[k][j];
}

// Costs from a node to those of higher rank, by an upward search.
static void search_upward(const wendi_contraction* c, uint32_t from, wend_cost far, wend_cost cost[NODES]) {
    bool begun = false;
    for (int32_t i = 0; i < NODES; i++) cost[i] = far;
    cost[from] = 0;
    for (int32_t k = 0; k < NODES; k++) {
        const uint32_t node = c->order[k];
        begun = begun || node == from;
        for (int32_t i = 0; begun && i < c->arcs[node].count; i++) {
            const wendi_arc* arc = &c->arcs[node].data[i];
            if (cost[node] + arc->cost < cost[arc->to]) cost[arc->to] = cost[node] + arc->cost;
        }
    }
}

static void upward_meet_at_the_least_cost(void** state) {
    (void)state;
    static wend_cost cost[NODES][NODES], up[NODES][NODES];
    const wend_cost far = 1 << 30;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        rng random = rng_seeded(seed);
        wendi_contraction c;
        assert_ok(wendi_contraction_begin(&c, NODES, plain()));
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++) cost[i][j] = i == j ? 0 : far;
        for (int32_t n = rng_between(&random, 40, 250); n > 0; n--) {
            const int32_t a = rng_below(&random, NODES), b = rng_below(&random, NODES);
            if (a == b || cost[a][b] < far) continue;
            cost[a][b] = cost[b][a] = rng_between(&random, 1, 100);
            assert_ok(wendi_contraction_add_arc(&c, (uint32_t)a, (uint32_t)b, (uint32_t)cost[a][b],
                                                WENDI_NO_MIDDLE, WENDI_NO_MIDDLE));
        }
        all_pairs(cost);
        assert_ok(wendi_contraction_run(&c, INT32_MAX, NULL, NULL));
        for (int32_t i = 0; i < NODES; i++) search_upward(&c, (uint32_t)i, far, up[i]);
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++) {
                wend_cost least = far;
                for (int32_t k = 0; k < NODES; k++)
                    if (up[i][k] + up[j][k] < least) least = up[i][k] + up[j][k];
                assert_int_equal(least, cost[i][j]);
            }
        wendi_contraction_free(&c);
    }
}

static bool stop_at_once(double fraction, void* context) {
    (void)fraction, (void)context;
    return false;
}

static void subgoals_are_for_one_cost(void** state) {
    (void)state;
    static const struct {
        const char* recipe;
        size_t most;
        wend_result result;
    } cases[] = {
        {"rooms 90x70 8 unit 31/2 5", 1 << 20, WEND_OK},
        {"open 90x70 8 unit 31/2 5", 1 << 20, WEND_OK}, // without a subgoal
        {"blocked 40x40 8 unit 31/2 5", 1 << 20, WEND_OK},
        {"rooms 90x70 8 unit 31/2 5", 5000, WEND_ERROR_LIMIT},
        {"rooms 90x70 8 unit 31/2 5", 0, WEND_ERROR_LIMIT},
        {"rooms 90x70 8 whole 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 4 unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 8cut unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 hex_odd_r unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 8+walls unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wend_world* world = world_of(cases[i].recipe);
        const size_t before = wend_world_get_info(world).bytes;
        assert_int_equal(wend_world_add_subgoals(world, cases[i].most, NULL, NULL), cases[i].result);
        const size_t bytes = wend_world_subgoal_bytes(world);
        assert_true((bytes > 0) == (cases[i].result == WEND_OK) && bytes <= cases[i].most);
        assert_int_equal(wend_world_get_info(world).bytes, before + bytes);
        wend_world_destroy(world);
    }
}

static void a_world_without_them_stays_as_it_was(void** state) {
    (void)state;
    wend_world* world = world_of("noise 200x200 8 unit 31/0 8");
    const wend_edit edit = wend_edit_tiles((wend_rect){7, 7, 1, 1}, 0);
    assert_int_equal(wend_world_add_subgoals(NULL, 1, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_subgoal_bytes(NULL), 0);
    assert_int_equal(wend_world_add_subgoals(world, 1 << 24, stop_at_once, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_world_subgoal_bytes(world), 0);
    assert_ok(wend_world_add_subgoals(world, 1 << 24, NULL, NULL));
    const size_t bytes = wend_world_subgoal_bytes(world);
    assert_int_equal(wend_world_add_subgoals(world, 1, NULL, NULL), WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_subgoal_bytes(world), bytes); // those from before
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_subgoal_bytes(world), 0);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_end_at_obstacles),
        cmocka_unit_test(upward_meet_at_the_least_cost),
        cmocka_unit_test(subgoals_are_for_one_cost),
        cmocka_unit_test(a_world_without_them_stays_as_it_was),
    };
    return run_unit_tests(tests);
}
