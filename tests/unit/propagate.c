// propagate.c: a propagation over many clusters against relaxation of every step until none improves, in both
// directions, within sets of clusters that grow while it runs, and in every width.
#include "search/propagate.h"

#include <math.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "grid/steps.h"
#include "test_memory.h"
#include "unit.h"

enum { MAPS = 300 };

typedef struct fixture {
    map_recipe recipe;
    wend_grid* grid;
    wendi_partition clusters;
    wendi_propagation propagation;
    wendi_sense sense;
    bool* entered; // by cluster
    int64_t wide, second_fields;
} fixture;

static wendi_propagation_def def_of(const fixture* f) {
    return (wendi_propagation_def){
        .grid = f->grid, .clusters = f->clusters, .sense = f->sense, .limit = WENDI_NOT_REACHED};
}

static void begin_map(fixture* f, const map_recipe* recipe) {
    f->recipe = *recipe;
    f->grid = map_make(recipe);
    f->clusters = wendi_partition_of(f->grid->width, f->grid->height, recipe->cluster_size);
    f->entered = calloc((size_t)wendi_cluster_count(&f->clusters), sizeof *f->entered);
    assert_non_null(f->entered);
}

static void end_map(fixture* f) {
    for (int32_t i = 0; i < f->propagation.fields.count; i++) {
        const wendi_distance_field* field = wendi_propagation_field(&f->propagation, i);
        f->wide += field->wide != NULL;
        f->second_fields += field->older != NULL;
    }
    free(f->entered);
    wend_grid_destroy(f->grid);
}

static void run_to_end(fixture* f) {
    bool done = false;
    assert_ok(wendi_propagation_run(&f->propagation, INT64_MAX, &done));
    assert_on(&f->recipe, done);
}

// ---- the whole map

static void the_whole_map_equals_dijkstra(void** state) {
    (void)state;
    static fixture f;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_propagation_init(&f.propagation, &allocator);
    int32_t combinations[WEND_CONNECTIVITY_COUNT][2] = {{0}};
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 40000, 100);
        begin_map(&f, &recipe);
        rng r = rng_seeded(seed);
        wend_tile start;
        oracle* truth = oracle_of_grid(f.grid);
        for (f.sense = WENDI_FROM; f.sense <= WENDI_TO && map_random_open_tile(f.grid, &r, &start);
             f.sense++) {
            const double* expected = oracle_distances(truth, ORACLE_UNITS, start, f.sense == WENDI_TO);
            wendi_propagation_def def = def_of(&f);
            wendi_propagation_begin(&f.propagation, &def);
            assert_ok(wendi_propagation_set_cost(&f.propagation, start, 0));
            run_to_end(&f);
            combinations[f.grid->connectivity][f.sense]++;
            for (int32_t y = 0; y < f.grid->height; y++)
                for (int32_t x = 0; x < f.grid->width; x++) {
                    double cost = oracle_at(truth, expected, (wend_tile){x, y});
                    wend_cost found = wendi_propagation_cost_at(&f.propagation, (wend_tile){x, y});
                    assert_on(&recipe, isinf(cost) ? found == WENDI_NOT_REACHED : (double)found == cost);
                }
        }
        oracle_destroy(truth);
        end_map(&f);
    }
    for (int32_t c = 0; c < WEND_CONNECTIVITY_COUNT; c++) {
        const int32_t least = c < WEND_CONNECTIVITY_HEX_ODD_R ? 50 : 5;
        assert_true(combinations[c][WENDI_FROM] > least && combinations[c][WENDI_TO] > least);
    }
    assert_true(f.wide > 20 && f.second_fields > 20);
    wendi_owner_end(&owner);
}

// ---- a target and a limit

static void a_target_ends_the_run(void** state) {
    (void)state;
    static fixture f;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_propagation_init(&f.propagation, &allocator);
    int32_t found = 0, missed = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 41000, 100);
        begin_map(&f, &recipe);
        rng r = rng_seeded(seed);
        wend_tile start, target;
        if (map_random_open_tile(f.grid, &r, &start) && map_random_open_tile(f.grid, &r, &target)) {
            oracle* truth = oracle_of_grid(f.grid);
            f.sense = (wendi_sense)(seed % 2);
            double cost =
                oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, start, f.sense == WENDI_TO), target);
            wendi_propagation_def def = def_of(&f);
            def.has_target = true;
            def.target = target;
            // Only costs below the limit are wanted: at the cost itself the target is out of reach.
            bool reach = rng_chance(&r, 50);
            if (!isinf(cost)) def.limit = (wend_cost)cost + reach;
            wendi_propagation_begin(&f.propagation, &def);
            assert_ok(wendi_propagation_set_cost(&f.propagation, start, 0));
            run_to_end(&f);
            bool expected = !isinf(cost) && reach;
            assert_on(&recipe, (f.propagation.target != NULL) == expected);
            if (expected) assert_on(&recipe, (double)f.propagation.def.limit == cost);
            found += expected;
            missed += !expected;
            oracle_destroy(truth);
        }
        end_map(&f);
    }
    assert_true(found > 50 && missed > 50);
    wendi_owner_end(&owner);
}

// ---- sets of clusters

static bool have_cluster_in_common(const fixture* f, wend_tile a, wend_tile b) {
    int32_t of_a[4], of_b[4], count_a = wendi_clusters_at(&f->clusters, a, of_a),
                              count_b = wendi_clusters_at(&f->clusters, b, of_b);
    for (int32_t i = 0; i < count_a; i++)
        for (int32_t k = 0; k < count_b; k++)
            if (of_a[i] == of_b[k] && f->entered[of_a[i]]) return true;
    return false;
}

// Relaxes every step within the clusters entered, until none improves.
static void relax_all(const fixture* f, wend_cost* costs) {
    const wend_grid* grid = f->grid;
    for (bool improved = true; improved;) {
        improved = false;
        for (int32_t i = 0; i < grid->width * grid->height; i++) {
            wend_tile from = {i % grid->width, i / grid->width};
            if (costs[i] == WENDI_NOT_REACHED) continue;
            uint32_t moves = f->sense == WENDI_FROM ? wendi_legal_moves(grid, from.x, from.y)
                                                    : wendi_legal_moves_into(grid, from.x, from.y);
            for (; moves; moves &= moves - 1) {
                int32_t d = __builtin_ctz(moves);
                wend_tile to = {from.x + wendi_direction[d].x, from.y + wendi_direction[d].y};
                if (!have_cluster_in_common(f, from, to)) continue;
                wend_tile entered = f->sense == WENDI_FROM ? to : from;
                uint8_t k = *wendi_tile(grid, entered.x, entered.y);
                wend_cost cost =
                    costs[i] + (d < WENDI_STRAIGHT ? grid->costs.straight[k] : grid->costs.diagonal[k]);
                wend_cost* there = &costs[to.y * grid->width + to.x];
                if (cost >= *there) continue;
                *there = cost;
                improved = true;
            }
        }
    }
}

static void check_confined(fixture* f, rng* r) {
    enum { STARTS = 3 };
    const int32_t tiles = f->grid->width * f->grid->height, count = wendi_cluster_count(&f->clusters);
    wendi_propagation* p = &f->propagation;
    wend_tile starts[STARTS];
    for (int32_t i = 0; i < STARTS; i++)
        if (!map_random_open_tile(f->grid, r, &starts[i])) return;
    wendi_propagation_def def = def_of(f);
    def.confined = true;
    wendi_propagation_begin(p, &def);
    wend_cost* costs = malloc((size_t)tiles * sizeof *costs);
    assert_non_null(costs);
    for (int32_t round = 0; round < 5; round++) {
        for (int32_t i = 0; i < count / 4 + 1; i++) {
            int32_t cluster = rng_below(r, count);
            f->entered[cluster] = true;
            assert_ok(wendi_propagation_add_cluster(p, cluster));
        }
        for (int32_t i = 0; i < STARTS; i++) assert_ok(wendi_propagation_set_cost(p, starts[i], i * 1000));
        bool done = false; // clusters may also be added before the run is done
        assert_ok(wendi_propagation_run(p, rng_below(r, 4), &done));
        if (rng_chance(r, 50)) continue;
        run_to_end(f);
        for (int32_t i = 0; i < tiles; i++) costs[i] = WENDI_NOT_REACHED;
        for (int32_t i = STARTS - 1; i >= 0; i--)
            if (have_cluster_in_common(f, starts[i], starts[i]))
                costs[starts[i].y * f->grid->width + starts[i].x] = i * 1000;
        relax_all(f, costs);
        for (int32_t i = 0; i < tiles; i++) {
            wend_tile tile = {i % f->grid->width, i / f->grid->width};
            assert_on(&f->recipe, wendi_propagation_cost_at(p, tile) == costs[i]);
        }
    }
    free(costs);
}

static void clusters_join_in_any_order(void** state) {
    (void)state;
    static fixture f;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_propagation_init(&f.propagation, &allocator);
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 42000, 50);
        recipe.cluster_size = 3 + (int32_t)(seed % 13); // many clusters
        begin_map(&f, &recipe);
        rng r = rng_seeded(seed);
        f.sense = (wendi_sense)(seed % 2);
        check_confined(&f, &r);
        end_map(&f);
    }
    wendi_owner_end(&owner);
}

// ---- memory

static void each_allocation_may_fail(void** state) {
    (void)state;
    static fixture f;
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_propagation_init(&f.propagation, &allocator);
    map_recipe recipe = map_recipe_of("spiral 200x200 8 wide 31/0 5");
    begin_map(&f, &recipe);
    wend_tile start;
    rng r = rng_seeded(1);
    assert_true(map_random_open_tile(f.grid, &r, &start));
    wendi_propagation_def def = def_of(&f);
    int64_t failures = 0;
    for (wend_result result = WEND_ERROR_MEMORY; result != WEND_OK; failures += result != WEND_OK) {
        memory.fail_at = memory.calls + failures % 3; // what was allocated is kept, so each run gets farther
        bool done;
        wendi_propagation_begin(&f.propagation, &def);
        result = wendi_propagation_set_cost(&f.propagation, start, 0);
        if (result == WEND_OK) result = wendi_propagation_run(&f.propagation, INT64_MAX, &done);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
    }
    memory.fail_at = -1;
    assert_true(failures > 4);
    oracle* truth = oracle_of_grid(f.grid);
    const double* expected = oracle_distances(truth, ORACLE_UNITS, start, false);
    for (int32_t y = 0; y < f.grid->height; y++)
        for (int32_t x = 0; x < f.grid->width; x++) {
            double cost = oracle_at(truth, expected, (wend_tile){x, y});
            wend_cost found = wendi_propagation_cost_at(&f.propagation, (wend_tile){x, y});
            assert_true(isinf(cost) ? found == WENDI_NOT_REACHED : (double)found == cost);
        }
    oracle_destroy(truth);
    end_map(&f);
    assert_true(f.wide > 0); // so the 32-bit form failed to be allocated too
    assert_int_equal(memory.live_bytes, owner.bytes);
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_map_equals_dijkstra),
        cmocka_unit_test(a_target_ends_the_run),
        cmocka_unit_test(clusters_join_in_any_order),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return run_unit_tests(tests);
}
