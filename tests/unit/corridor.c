// corridor.c: does a corridor between two areas have exactly the tiles on ways that cost at most so much more
// than the cheapest, and are the regions of influence of a field those of the nearest ends, on every kind of
// map?
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dijkstra.h"
#include "files.h"
#include "unit.h"
#include "wend/many.h"

enum { MOST_ENDS = 12 };

typedef struct corridor {
    wend_field *from, *to;
    wend_tile sources[MOST_ENDS], goals[MOST_ENDS];
    int32_t source_count, goal_count;
    double above, cost;
} corridor;

static void begin_corridor(corridor* c) {
    *c = (corridor){.cost = -1};
    assert_ok(wend_field_create(NULL, &c->from));
    assert_ok(wend_field_create(NULL, &c->to));
}

static void end_corridor(corridor* c) {
    wend_field_destroy(c->from);
    wend_field_destroy(c->to);
}

// Tiles close together, as those of an area; some are blocked.
static int32_t choose_area(const wend_grid* grid, rng* r, wend_tile* out) {
    const wend_tile middle = map_random_tile(grid, r);
    const int32_t count = 1 + (int32_t)(rng_next(r) % MOST_ENDS);
    for (int32_t i = 0; i < count; i++) {
        out[i] =
            (wend_tile){middle.x + (int32_t)(rng_next(r) % 9) - 4, middle.y + (int32_t)(rng_next(r) % 9) - 4};
        if (!wend_grid_contains(grid, out[i])) out[i] = middle;
    }
    return count;
}

static void fill(corridor* c, const wend_grid* grid) {
    assert_ok(wend_corridor_fill(c->from, c->to, grid, c->sources, c->source_count, c->goals, c->goal_count,
                                 c->above, &c->cost));
}

// The least of the costs by Dijkstra from, or to, some tiles. The caller frees them.
static double* least_costs(oracle* truth, const wend_grid* grid, const wend_tile* ends, int32_t count,
                           bool to) {
    const size_t tiles = (size_t)wend_grid_width(grid) * (size_t)wend_grid_height(grid);
    double* least = malloc(tiles * sizeof *least);
    for (size_t i = 0; i < tiles; i++) least[i] = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        if (!wend_grid_passable(grid, ends[i])) continue;
        const double* costs = oracle_distances(truth, ORACLE_UNITS, ends[i], to);
        for (size_t k = 0; k < tiles; k++) least[k] = fmin(least[k], costs[k]);
    }
    return least;
}

static void check_corridor(const map_recipe* recipe, const corridor* c, const wend_grid* grid) {
    oracle* truth = oracle_of_grid(grid);
    const int32_t width = wend_grid_width(grid);
    const int64_t tiles = (int64_t)width * wend_grid_height(grid);
    double* out = least_costs(truth, grid, c->sources, c->source_count, false);
    double* back = least_costs(truth, grid, c->goals, c->goal_count, true);
    double optimum = INFINITY;
    for (int64_t i = 0; i < tiles; i++) optimum = fmin(optimum, out[i] + back[i]);
    assert_on(recipe, c->cost == optimum / wend_grid_cost_units(grid));
    int64_t expected = 0;
    for (int64_t i = 0; i < tiles && !isinf(optimum); i++)
        expected += out[i] + back[i] == optimum || (out[i] + back[i]) / optimum <= 1 + c->above / 100;
    const int64_t count = wend_corridor_tiles(c->from, c->to, c->above, NULL, NULL, 0);
    assert_on(recipe, count == expected);
    wend_tile* listed = malloc((size_t)count * sizeof *listed + 1);
    double* above = malloc((size_t)count * sizeof *above + 1);
    assert_int_equal(wend_corridor_tiles(c->from, c->to, c->above, listed, above, count), count);
    for (int64_t i = 0; i < count; i++) {
        const int64_t at = (int64_t)listed[i].y * width + listed[i].x;
        const double sum = out[at] + back[at];
        assert_on(recipe, above[i] <= c->above + 1e-9);
        assert_on(recipe, sum == optimum ? above[i] == 0 : fabs(above[i] - (sum / optimum - 1) * 100) < 1e-9);
        out[at] = INFINITY; // none is listed twice
    }
    free(listed);
    free(above);
    free(out);
    free(back);
    oracle_destroy(truth);
}

static void corridors_have_the_tiles_of_cheap_ways(void** state) {
    (void)state;
    corridor c;
    begin_corridor(&c);
    int32_t found = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const map_recipe recipe =
            seed % 3 == 0 ? map_recipe_random_exits(seed, 120, true) : map_recipe_random_any(seed, 120);
        wend_world* world = map_make_linked_world(&recipe, seed % 2 ? 8 : 0);
        rng r = rng_seeded(seed);
        c.source_count = choose_area(wend_world_grid(world), &r, c.sources);
        c.goal_count = choose_area(wend_world_grid(world), &r, c.goals);
        c.above = (double)(seed % 5) * 3.3;
        fill(&c, wend_world_grid(world));
        check_corridor(&recipe, &c, wend_world_grid(world));
        found += !isinf(c.cost);
        // A fork, edited, has its own.
        wend_world* fork = NULL;
        assert_ok(wend_world_fork(world, &fork));
        edit_tiles(fork, (wend_rect){wend_grid_width(wend_world_grid(world)) / 2, 0, 1, 1}, 0);
        const wend_tile middle = {wend_grid_width(wend_world_grid(world)) / 2,
                                  wend_grid_height(wend_world_grid(world)) / 2};
        edit_tiles(fork, (wend_rect){middle.x, middle.y, 1, 1}, 0);
        fill(&c, wend_world_grid(fork));
        check_corridor(&recipe, &c, wend_world_grid(fork));
        wend_world_destroy(fork);
        wend_world_destroy(world);
    }
    assert_true(found > 25);
    end_corridor(&c);
}

static void corridors_of_profiles_and_mapped_worlds(void** state) {
    (void)state;
    const char* file = "corridor_mapped.wend";
    wend_profile_def wide = wend_default_profile_def();
    wide.name = "wide";
    wide.radius = 1.5f;
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 100;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    wend_world* world = world_with_profiles(grid, &wide, 1);
    edit_tiles(world, (wend_rect){50, 0, 1, 90}, 0);
    edit_tiles(world, (wend_rect){50, 40, 1, 1}, 1); // a door for profile 0 alone
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save(world, file, NULL));
    wend_world* mapped = NULL;
    assert_ok(wend_world_map(file, NULL, &mapped, NULL));
    const map_recipe recipe = {.kind = MAP_OPEN};
    corridor c;
    begin_corridor(&c);
    c.sources[0] = (wend_tile){20, 40};
    c.goals[0] = (wend_tile){80, 40};
    c.source_count = c.goal_count = 1;
    c.above = 5;
    double costs[2];
    for (int32_t profile = 0; profile < 2; profile++) {
        const wend_grid* view = wend_world_grid(wend_world_profile(world, profile));
        fill(&c, view);
        check_corridor(&recipe, &c, view);
        costs[profile] = c.cost;
        fill(&c, wend_world_grid(wend_world_profile(mapped, profile)));
        check_corridor(&recipe, &c, view);
    }
    assert_true(costs[0] == 60 && costs[1] > 100);
    end_corridor(&c);
    wend_world_destroy(mapped);
    wend_world_destroy(world);
    remove(file);
}

static void bad_corridors_are_refused(void** state) {
    (void)state;
    wend_world* world = new_world(60, 60, false);
    const wend_grid* grid = wend_world_grid(world);
    corridor c;
    begin_corridor(&c);
    const wend_tile tile = {5, 5}, outside = {60, 5};
    double cost = -1;
    assert_int_equal(wend_corridor_fill(c.from, c.from, grid, &tile, 1, &tile, 1, 5, &cost),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_corridor_fill(c.from, c.to, grid, &outside, 1, &tile, 1, 5, &cost),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_corridor_fill(c.from, c.to, grid, &tile, 1, &outside, 1, 5, &cost),
                     WEND_ERROR_ARGUMENT);
    assert_true(cost == -1);
    // Areas that overlap: the way is a single tile.
    assert_ok(wend_corridor_fill(c.from, c.to, grid, &tile, 1, &tile, 1, 50, &cost));
    wend_tile only;
    assert_true(cost == 0 && wend_corridor_tiles(c.from, c.to, 50, &only, NULL, 1) == 1);
    assert_true(only.x == 5 && only.y == 5);
    // A narrower corridor out of the fields of a wider one.
    const wend_tile far_off = {50, 20};
    assert_ok(wend_corridor_fill(c.from, c.to, grid, &tile, 1, &far_off, 1, 30, &cost));
    const int64_t wide = wend_corridor_tiles(c.from, c.to, 30, NULL, NULL, 0),
                  narrow = wend_corridor_tiles(c.from, c.to, 5, NULL, NULL, 0);
    assert_true(narrow > 0 && narrow < wide);
    assert_int_equal(wend_corridor_tiles(c.from, c.to, NAN, NULL, NULL, 0), 0);
    end_corridor(&c);
    wend_world_destroy(world);
}

static void regions_are_those_of_the_nearest(void** state) {
    (void)state;
    wend_field* field = NULL;
    assert_ok(wend_field_create(NULL, &field));
    for (uint64_t seed = 1; seed <= 30; seed++) {
        const map_recipe recipe = map_recipe_random_any(seed, 90);
        wend_world* world = map_make_linked_world(&recipe, seed % 2 ? 6 : 0);
        const wend_grid* grid = wend_world_grid(world);
        const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        rng r = rng_seeded(seed);
        wend_tile ends[MOST_ENDS];
        for (int32_t i = 0; i < MOST_ENDS; i++) ends[i] = map_random_tile(grid, &r);
        ends[MOST_ENDS - 1] = ends[0]; // the first of equals counts
        const bool to = seed % 4 < 2;
        assert_ok(wend_field_fill(field, grid, to ? WEND_FIELD_TO : WEND_FIELD_FROM, ends, MOST_ENDS,
                                  seed % 3 ? INFINITY : 40));
        const wend_rect area = seed % 2
                                   ? (wend_rect){0, 0, width, height}
                                   : (wend_rect){width / 3, height / 3, (width + 1) / 2, (height + 1) / 2};
        int32_t* regions = malloc((size_t)area.width * (size_t)area.height * sizeof *regions);
        assert_ok(wend_field_regions(field, area, regions));
        for (int32_t i = 0; i < area.width * area.height; i++) {
            const wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
            assert_on(&recipe, regions[i] == wend_field_end(field, tile));
        }
        assert_int_equal(wend_field_regions(field, (wend_rect){width - 1, 0, 2, 1}, regions),
                         WEND_ERROR_ARGUMENT);
        free(regions);
        wend_world_destroy(world);
    }
    int32_t one = 7;
    wend_field* empty = NULL;
    assert_ok(wend_field_create(NULL, &empty));
    assert_int_equal(wend_field_regions(empty, (wend_rect){0, 0, 1, 1}, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(one, 7);
    wend_field_destroy(empty);
    wend_field_destroy(field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridors_have_the_tiles_of_cheap_ways),
        cmocka_unit_test(corridors_of_profiles_and_mapped_worlds),
        cmocka_unit_test(bad_corridors_are_refused),
        cmocka_unit_test(regions_are_those_of_the_nearest),
    };
    return run_unit_tests(tests);
}
