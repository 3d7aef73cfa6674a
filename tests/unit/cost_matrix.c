// cost_matrix.c: is every entry of a cost matrix the cost of a path, finite exactly where there is one, never
// below the optimum and hardly above it, on every kind of map, whatever the threads and the calls before?
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "files.h"
#include "unit.h"
#include "wend/many.h"
#include "wend/stream.h"

enum { MANY = 70 }; // more than the number up to which each end has a propagation

typedef struct ends {
    wend_tile sources[MANY], targets[MANY];
    double costs[MANY * MANY];
} ends;

static wend_matrix_search* new_matrices(void) {
    wend_matrix_search* matrices = NULL;
    assert_ok(wend_matrix_search_create(NULL, &matrices));
    return matrices;
}

static void choose_ends(const wend_grid* grid, uint64_t seed, ends* e) {
    rng r = rng_seeded(seed);
    for (int32_t i = 0; i < MANY; i++) {
        e->sources[i] = map_random_tile(grid, &r);
        e->targets[i] = rng_chance(&r, 10) ? e->sources[i] : map_random_tile(grid, &r);
    }
}

// Compares with the textbook Dijkstra from some sources. Adds up how far entries lie above it.
static void compare(const map_recipe* recipe, const wend_grid* grid, const ends* e, bool exact,
                    double* sum_io, double* most_io, int64_t* count_io) {
    oracle* truth = oracle_of_grid(grid);
    const double unit = wend_grid_cost_units(grid);
    for (int32_t i = 0; i < MANY; i += 7) {
        if (!wend_grid_passable(grid, e->sources[i])) {
            for (int32_t k = 0; k < MANY; k++) assert_on(recipe, isinf(e->costs[i * MANY + k]));
            continue;
        }
        const double* distances = oracle_distances(truth, ORACLE_UNITS, e->sources[i], false);
        for (int32_t k = 0; k < MANY; k++) {
            const double optimum = oracle_at(truth, distances, e->targets[k]) / unit;
            const double cost = e->costs[i * MANY + k];
            assert_on(recipe, isinf(cost) == isinf(optimum));
            if (isinf(cost)) continue;
            assert_on(recipe, exact ? cost == optimum : cost >= optimum);
            if (optimum == 0) continue;
            *sum_io += cost / optimum - 1;
            *most_io = fmax(*most_io, cost / optimum - 1);
            ++*count_io;
        }
    }
    oracle_destroy(truth);
}

static void entries_are_costs_of_paths(void** state) {
    (void)state;
    wend_matrix_search* matrices = new_matrices(); // one for all worlds
    double sum = 0, most = 0;
    int64_t count = 0;
    ends* e = calloc(1, sizeof *e);
    ends* other = calloc(1, sizeof *other);
    wend_threads* pool = NULL;
    assert_ok(wend_threads_create(3, &pool));
    for (uint64_t seed = 1; seed <= 36; seed++) {
        const map_recipe recipe = seed % 3 == 0   ? map_recipe_random_exits(seed, 600, true)
                                  : seed % 3 == 1 ? map_recipe_random_hex(seed, 500)
                                                  : map_recipe_random(seed, 600);
        wend_world* world = map_make_linked_world(&recipe, seed % 2 ? 12 : 0);
        const wend_grid* grid = wend_world_grid(world);
        choose_ends(grid, seed, e);
        wend_matrix_def def = wend_default_matrix_def();
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
        compare(&recipe, grid, e, false, &sum, &most, &count);
        *other = *e;
        def.tasks = wend_threads_tasks(pool);
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, other->costs));
        assert_on(&recipe, memcmp(e, other, sizeof *e) == 0);
        def.exact = true;
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
        double exact_sum = 0, exact_most = 0;
        int64_t exact_count = 0;
        compare(&recipe, grid, e, true, &exact_sum, &exact_most, &exact_count);
        wend_world_destroy(world);
    }
    print_message("%lld entries, on average %.4f %% above the optimum, at most %.2f %%\n", (long long)count,
                  100 * sum / (double)count, 100 * most);
    assert_true(count > 6000 && sum / (double)count < 0.002 && most < 0.12);
    wend_threads_destroy(pool);
    free(other);
    free(e);
    wend_matrix_search_destroy(matrices);
}

static void few_sources_or_targets_are_exact(void** state) {
    (void)state;
    wend_matrix_search* matrices = new_matrices();
    ends* e = calloc(1, sizeof *e);
    double* costs = calloc(MANY * MANY, sizeof *costs);
    const wend_matrix_def def = wend_default_matrix_def();
    for (uint64_t seed = 100; seed < 110; seed++) {
        const map_recipe recipe = map_recipe_random_any(seed, 300);
        wend_world* world = map_make_linked_world(&recipe, 8);
        wend_matrix_def exact = def;
        exact.exact = true;
        choose_ends(wend_world_grid(world), seed, e);
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &exact, e->costs));
        assert_ok(wend_cost_matrix(matrices, world, e->sources, 5, e->targets, MANY, &def, costs));
        assert_on(&recipe, memcmp(costs, e->costs, 5 * MANY * sizeof *costs) == 0);
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, 3, &def, costs));
        for (int32_t i = 0; i < MANY * 3; i++) assert_on(&recipe, costs[i] == e->costs[i / 3 * MANY + i % 3]);
        wend_world_destroy(world);
    }
    free(costs);
    free(e);
    wend_matrix_search_destroy(matrices);
}

static int compare_costs(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// What a limit and a number of nearest targets leave of a row.
static void check_row(const double* all, const double* row, double limit, int32_t nearest) {
    double sorted[MANY];
    int32_t finite = 0, within = 0;
    memcpy(sorted, all, sizeof sorted);
    qsort(sorted, MANY, sizeof *sorted, compare_costs);
    for (int32_t k = 0; k < MANY; k++) within += all[k] <= limit && !isinf(all[k]);
    if (nearest > 0 && nearest < within) within = nearest;
    for (int32_t k = 0; k < MANY; k++) {
        if (isinf(row[k])) continue;
        finite++;
        assert_true(row[k] == all[k] && row[k] <= sorted[within - 1]);
    }
    assert_int_equal(finite, within);
}

static void a_limit_and_the_nearest_leave_the_least(void** state) {
    (void)state;
    wend_matrix_search* matrices = new_matrices();
    ends* e = calloc(1, sizeof *e);
    double* costs = calloc(MANY * MANY, sizeof *costs);
    for (int32_t round = 0; round < 12; round++) {
        const map_recipe recipe = map_recipe_random((uint64_t)round + 300, 500);
        wend_world* world = map_make_world(&recipe);
        choose_ends(wend_world_grid(world), (uint64_t)round, e);
        e->targets[4] = e->targets[5] = e->targets[6]; // equal costs
        wend_matrix_def def = wend_default_matrix_def();
        const int32_t count = round % 3 ? MANY : 20; // over gates, or not
        assert_ok(wend_cost_matrix(matrices, world, e->sources, count, e->targets, MANY, &def, e->costs));
        def.nearest = 1 + round % 5;
        if (round % 2) def.limit = 150 + round;
        if (round == 8) def.limit = 0;
        // With a limit the same method is not certain, so only without one on maps that take gates.
        if (count == MANY) def.limit = INFINITY;
        assert_ok(wend_cost_matrix(matrices, world, e->sources, count, e->targets, MANY, &def, costs));
        for (int32_t i = 0; i < count; i++)
            check_row(e->costs + i * MANY, costs + i * MANY, def.limit, def.nearest);
        // The other way round, the propagations lead to the targets.
        def.nearest = 2;
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, 6, &def, costs));
        for (int32_t i = 0; i < MANY; i++) {
            int32_t finite = 0;
            for (int32_t k = 0; k < 6; k++) finite += !isinf(costs[i * 6 + k]);
            assert_in_range(finite, 0, 2);
        }
        wend_world_destroy(world);
    }
    free(costs);
    free(e);
    wend_matrix_search_destroy(matrices);
}

static void profiles_and_edits_count(void** state) {
    (void)state;
    wend_profile_def wide = wend_default_profile_def();
    wide.name = "wide";
    wide.radius = 1.5f;
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 520;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    wend_world* world = world_with_profiles(grid, &wide, 1);
    edit_tiles(world, (wend_rect){260, 0, 1, 519}, 0);
    edit_tiles(world, (wend_rect){260, 40, 1, 1}, 1); // a door for profile 0 alone
    wend_matrix_search* matrices = new_matrices();
    ends* e = calloc(1, sizeof *e);
    for (int32_t i = 0; i < MANY; i++) {
        e->sources[i] = (wend_tile){10 + i, 50};
        e->targets[i] = (wend_tile){300 + i, 50};
    }
    wend_matrix_def def = wend_default_matrix_def();
    const map_recipe recipe = {.kind = MAP_OPEN};
    for (int32_t round = 0; round < 2; round++) {
        for (def.profile = 0; def.profile < 2; def.profile++) {
            double sum = 0, most = 0;
            int64_t count = 0;
            assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
            compare(&recipe, wend_world_grid(wend_world_profile(world, def.profile)), e, false, &sum, &most,
                    &count);
            assert_int_equal(count > 0, def.profile == 0 || round == 1);
        }
        edit_tiles(world, (wend_rect){260, 100, 1, 10}, 1);
    }
    free(e);
    wend_matrix_search_destroy(matrices);
    wend_world_destroy(world);
}

// A world of any kind of map with links and two profiles.
static wend_world* make_any(const map_recipe* recipe, rng* r) {
    wend_grid* grid = map_make(recipe);
    if (rng_chance(r, 60)) map_add_links(grid, r, recipe->cluster_size, 10);
    wend_profile_def profiles[2];
    for (int32_t i = 0; i < 2; i++) profiles[i] = wend_default_profile_def();
    profiles[0].name = "dear"; // one class costs more, and another is blocked
    if (recipe->costs == COSTS_WHOLE) profiles[0].class_costs[1] = 3;
    if (map_last_class(grid) > 1) profiles[0].class_costs[2] = 0;
    profiles[1].name = "wide";
    if (recipe->connectivity < WEND_CONNECTIVITY_HEX_ODD_R && recipe->width > 4 && recipe->height > 4)
        profiles[1].radius = 1;
    wend_world_def def = map_world_def(recipe);
    def.profiles = profiles;
    def.profile_count = 2;
    return map_build_world(grid, &def);
}

// Edits at random, also of single tiles on lines between blocks.
static void edit_any(wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    for (int32_t i = 0; i < 6; i++) {
        const wend_tile tile = map_random_tile(grid, r);
        const int32_t columns = rng_chance(r, 50) ? 1 : 1 + (int32_t)(rng_next(r) % 20);
        const wend_rect area = {tile.x, tile.y, columns < width - tile.x ? columns : width - tile.x,
                                tile.y + 3 < height ? 3 : 1};
        edit_tiles(world, area, rng_chance(r, 50) ? 0 : 1);
    }
}

static void compare_profiles(wend_matrix_search* matrices, const map_recipe* recipe, const wend_world* world,
                             ends* e, wend_tasks tasks, double* sum, double* most, int64_t* count) {
    wend_matrix_def def = wend_default_matrix_def();
    def.tasks = tasks;
    for (def.profile = 0; def.profile < 3; def.profile++) {
        assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
        compare(recipe, wend_world_grid(wend_world_profile(world, def.profile)), e, false, sum, most, count);
    }
}

// Profiles, links, hexagons, edits, forks, mapped files and threads at once.
static void all_of_it_together(void** state) {
    (void)state;
    const char* file = "cost_matrix_any.wend";
    wend_matrix_search* matrices = new_matrices(); // one for all worlds
    ends* e = calloc(1, sizeof *e);
    wend_threads* pool = NULL;
    assert_ok(wend_threads_create(2, &pool));
    double sum = 0, most = 0;
    int64_t count = 0;
    for (uint64_t seed = 500; seed < 507; seed++) {
        const map_recipe recipe = map_recipe_random_any(seed, 320);
        rng r = rng_seeded(seed);
        wend_world *world = make_any(&recipe, &r), *other = NULL;
        const wend_tasks tasks = seed % 2 ? wend_threads_tasks(pool) : (wend_tasks){0};
        choose_ends(wend_world_grid(world), seed, e);
        compare_profiles(matrices, &recipe, world, e, tasks, &sum, &most, &count);
        edit_any(world, &r);
        compare_profiles(matrices, &recipe, world, e, tasks, &sum, &most, &count);
        if (seed % 3 == 0) { // a mapped file
            assert_ok(wend_world_refresh(world, 0, NULL));
            assert_ok(wend_world_save(world, file, NULL));
            assert_ok(wend_world_map(file, NULL, &other, NULL));
        } else { // a fork, from which the world then differs
            assert_ok(wend_world_fork(world, &other));
            edit_any(other, &r);
        }
        compare_profiles(matrices, &recipe, other, e, tasks, &sum, &most, &count);
        compare_profiles(matrices, &recipe, world, e, tasks, &sum, &most, &count);
        wend_world_destroy(other);
        wend_world_destroy(world);
    }
    remove(file);
    print_message("%lld entries, on average %.4f %% above the optimum, at most %.2f %%\n", (long long)count,
                  100 * sum / (double)count, 100 * most);
    assert_true(count > 3000 && sum / (double)count < 0.004);
    wend_threads_destroy(pool);
    free(e);
    wend_matrix_search_destroy(matrices);
}

static void mapped_and_streamed_worlds_give_the_same(void** state) {
    (void)state;
    const char* file = "cost_matrix_mapped.wend";
    const map_recipe recipe = map_recipe_of("rooms 400x300 8 whole 31 5");
    wend_world* world = map_make_world(&recipe);
    ends *e = calloc(1, sizeof *e), *mapped = calloc(1, sizeof *mapped);
    choose_ends(wend_world_grid(world), 3, e);
    *mapped = *e;
    wend_matrix_search* matrices = new_matrices();
    const wend_matrix_def def = wend_default_matrix_def();
    assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
    assert_ok(wend_world_save(world, file, NULL));
    wend_world* opened = NULL;
    assert_ok(wend_world_map(file, NULL, &opened, NULL));
    assert_ok(wend_cost_matrix(matrices, opened, e->sources, MANY, e->targets, MANY, &def, mapped->costs));
    assert_memory_equal(e, mapped, sizeof *e);
    wend_world_destroy(opened);
    opened = NULL;
    // A streamed one gives the same when its ground is loaded, and says so when it is not.
    wend_stream_def stream = wend_default_stream_def();
    stream.region_level = 2;
    assert_ok(wend_world_stream(file, &stream, &opened, NULL));
    assert_int_equal(
        wend_cost_matrix(matrices, opened, e->sources, MANY, e->targets, MANY, &def, mapped->costs),
        WEND_ERROR_NOT_LOADED);
    assert_ok(wend_world_load(opened, (wend_rect){0, 0, 400, 300}, false, NULL));
    assert_ok(wend_cost_matrix(matrices, opened, e->sources, MANY, e->targets, MANY, &def, mapped->costs));
    assert_memory_equal(e, mapped, sizeof *e);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    wend_matrix_search_destroy(matrices);
    remove(file);
    free(mapped);
    free(e);
}

static bool stop(void* context) {
    return --*(int32_t*)context < 0;
}

static void bad_input_is_refused(void** state) {
    (void)state;
    wend_world* world = new_world(300, 300, false);
    wend_matrix_search* matrices = new_matrices();
    const wend_tile tile = {5, 5}, outside = {300, 5};
    double cost = -1;
    wend_matrix_def def = wend_default_matrix_def();
    assert_ok(wend_cost_matrix(matrices, world, &tile, 1, &tile, 1, &def, &cost));
    assert_true(cost == 0);
    assert_int_equal(wend_cost_matrix(matrices, world, &outside, 1, &tile, 1, &def, &cost),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_cost_matrix(matrices, world, &tile, 1, &outside, 1, &def, &cost),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_cost_matrix(matrices, world, &tile, 0, &tile, 1, &def, &cost), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_cost_matrix(matrices, world, &tile, 1, &tile, 0, &def, &cost), WEND_ERROR_ARGUMENT);
    def.limit = NAN;
    assert_int_equal(wend_cost_matrix(matrices, world, &tile, 1, &tile, 1, &def, &cost), WEND_ERROR_ARGUMENT);
    def = wend_default_matrix_def();
    ends* e = calloc(1, sizeof *e);
    choose_ends(wend_world_grid(world), 8, e);
    int32_t left = 20;
    def.should_cancel = stop;
    def.cancel_context = &left;
    assert_int_equal(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs),
                     WEND_ERROR_CANCELLED);
    left = INT32_MAX; // afterwards, the search works as before
    assert_ok(wend_cost_matrix(matrices, world, e->sources, MANY, e->targets, MANY, &def, e->costs));
    double sum = 0, most = 0;
    int64_t count = 0;
    compare(&(map_recipe){.kind = MAP_OPEN}, wend_world_grid(world), e, false, &sum, &most, &count);
    assert_true(count > 0);
    free(e);
    wend_matrix_search_destroy(matrices);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_costs_of_paths),
        cmocka_unit_test(few_sources_or_targets_are_exact),
        cmocka_unit_test(a_limit_and_the_nearest_leave_the_least),
        cmocka_unit_test(profiles_and_edits_count),
        cmocka_unit_test(all_of_it_together),
        cmocka_unit_test(mapped_and_streamed_worlds_give_the_same),
        cmocka_unit_test(bad_input_is_refused),
    };
    return run_unit_tests(tests);
}
