// field.c: costs of all tiles against an independent Dijkstra; paths, ranges, nearest and random tiles that
// follow from them.
#include "wend/field.h"

#include <math.h>

#include "dijkstra.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/wend.h"

static wend_field* new_field(void) {
    wend_field* field = NULL;
    assert_ok(wend_field_create(NULL, &field));
    return field;
}

enum { MOST_ENDS = 3 };

// The least distance over several ends, in units.
static void expect_costs(oracle* o, const wend_grid* grid, const wend_tile* ends, int32_t count,
                         bool backward, double* out) {
    int32_t width = wend_grid_width(grid), tiles = width * wend_grid_height(grid);
    for (int32_t i = 0; i < tiles; i++) out[i] = INFINITY;
    for (int32_t e = 0; e < count; e++) {
        if (!wend_grid_passable(grid, ends[e])) continue;
        const double* d = oracle_distances(o, ORACLE_UNITS, ends[e], backward);
        for (int32_t i = 0; i < tiles; i++)
            out[i] = fmin(out[i], oracle_at(o, d, (wend_tile){i % width, i / width}));
    }
}

// Follows the steps from a tile: each is legal by a rule that is not the engine's, and their costs sum to the
// field's.
static void check_way(const map_recipe* recipe, const wend_field* field, const oracle* o,
                      const wend_grid* grid, bool to, wend_tile tile, const wend_tile* ends, int32_t count) {
    double left = wend_field_cost(field, tile), sum = 0;
    wend_tile from = tile, next;
    for (int32_t steps = 0;; steps++) {
        assert_on(recipe, steps < 100000);
        assert_on(recipe, wend_field_next_tile(field, tile, &next));
        if (next.x == tile.x && next.y == tile.y) break;
        assert_on(recipe, to ? oracle_can_step(o, tile, next) : oracle_can_step(o, next, tile));
        uint8_t k = wend_grid_class(grid, to ? next : tile);
        bool diagonal = next.x != tile.x && next.y != tile.y;
        sum += diagonal ? wend_grid_diagonal_cost(grid, k) : wend_grid_straight_cost(grid, k);
        tile = next;
    }
    assert_on(recipe, fabs(sum / wend_grid_cost_units(grid) - left) < 1e-9 * (1 + left));
    int32_t end = wend_field_end(field, from);
    assert_on(recipe, end >= 0 && end < count && ends[end].x == tile.x && ends[end].y == tile.y);
}

static void costs_are_dijkstras(void** state) {
    (void)state;
    wend_field* field = new_field();
    static double expected[100 * 100];
    for (uint64_t seed = 1; seed <= 400; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 5000, 90);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        wend_tile ends[MOST_ENDS];
        int32_t count = rng_between(&r, 1, MOST_ENDS);
        for (int32_t i = 0; i < count; i++) ends[i] = map_random_tile(grid, &r);
        wend_field_sense sense = (wend_field_sense)rng_below(&r, WEND_FIELD_SENSE_COUNT);
        double limit = rng_chance(&r, 40) ? 1 + rng_unit(&r) * 60 : INFINITY;
        oracle* o = oracle_of_grid(grid);
        expect_costs(o, grid, ends, count, sense == WEND_FIELD_TO, expected);
        double unit = wend_grid_cost_units(grid);
        if (rng_chance(&r, 50)) {
            assert_on(&recipe, wend_field_fill(field, grid, sense, ends, count, limit) == WEND_OK);
        } else { // step by step, and never too low
            bool done = false;
            assert_on(&recipe, wend_field_begin(field, grid, sense, ends, count, limit) == WEND_OK);
            while (!done) {
                assert_on(&recipe, wend_field_step(field, rng_between(&r, 1, 4), &done) == WEND_OK);
                wend_tile tile = map_random_tile(grid, &r);
                double cost = wend_field_cost(field, tile) * unit;
                assert_on(&recipe, cost >= expected[tile.y * width + tile.x] - 1e-6);
            }
        }
        int64_t reached = 0;
        for (int32_t i = 0; i < width * height; i++) {
            wend_tile tile = {i % width, i / width};
            double want = expected[i] <= floor(limit * unit) ? expected[i] / unit : INFINITY;
            double cost = wend_field_cost(field, tile);
            assert_on(&recipe, isinf(want) ? isinf(cost) : fabs(cost - want) < 1e-9 * (1 + want));
            reached += isfinite(cost);
            if (isfinite(cost) && rng_chance(&r, 5))
                check_way(&recipe, field, o, grid, sense == WEND_FIELD_TO, tile, ends, count);
        }
        oracle_destroy(o);
        static wend_tile tiles[100 * 100];
        assert_on(&recipe, wend_field_tiles(field, tiles, 100 * 100) == reached);
        static bool seen[100 * 100];
        for (int32_t i = 0; i < width * height; i++) seen[i] = false;
        for (int64_t i = 0; i < reached; i++) {
            int32_t at = tiles[i].y * width + tiles[i].x;
            assert_on(&recipe, !seen[at] && isfinite(wend_field_cost(field, tiles[i])));
            seen[at] = true;
        }
        wend_tile tile;
        uint64_t dice = seed;
        for (int32_t i = 0; i < 5; i++) {
            assert_on(&recipe, wend_field_random(field, &dice, &tile) == (reached > 0));
            assert_on(&recipe, reached == 0 || isfinite(wend_field_cost(field, tile)));
        }
        wend_grid_destroy(grid);
    }
    wend_field_destroy(field);
}

static void random_tiles_are_equally_likely(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("....\n.##.\n....\n#...\n", WEND_CONNECTIVITY_8);
    wend_field* field = new_field();
    wend_tile start = {0, 0}, tile;
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_FROM, &start, 1, INFINITY));
    int32_t hits[4][4] = {{0}};
    uint64_t seed = 1;
    for (int32_t i = 0; i < 13000; i++) {
        assert_true(wend_field_random(field, &seed, &tile));
        hits[tile.y][tile.x]++;
    }
    for (int32_t y = 0; y < 4; y++)
        for (int32_t x = 0; x < 4; x++) {
            if (wend_grid_passable(grid, (wend_tile){x, y}))
                assert_in_range(hits[y][x], 850, 1150);
            else
                assert_int_equal(hits[y][x], 0);
        }
    wend_field_destroy(field);
    wend_grid_destroy(grid);
}

static void the_nearest_is_nearest(void** state) {
    (void)state;
    wend_field* field = new_field();
    for (uint64_t seed = 1; seed <= 200; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 9000, 90);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_tile goals[20], from = map_random_tile(grid, &r);
        int32_t count = rng_between(&r, 1, 20), index = -2;
        for (int32_t i = 0; i < count; i++) goals[i] = map_random_tile(grid, &r);
        double cost = 0, least = INFINITY;
        assert_on(&recipe, wend_field_nearest(field, grid, from, goals, count, &index, &cost) == WEND_OK);
        if (wend_grid_passable(grid, from)) {
            oracle* o = oracle_of_grid(grid);
            const double* d = oracle_distances(o, ORACLE_UNITS, from, false);
            for (int32_t i = 0; i < count; i++) least = fmin(least, oracle_at(o, d, goals[i]));
            assert_on(&recipe, isinf(least) == (index < 0));
            if (index >= 0) assert_on(&recipe, oracle_at(o, d, goals[index]) == least);
            oracle_destroy(o);
        }
        least /= wend_grid_cost_units(grid);
        assert_on(&recipe, isinf(least) ? isinf(cost) : fabs(cost - least) < 1e-9 * (1 + least));
        wend_grid_destroy(grid);
    }
    wend_field_destroy(field);
}

static void only_what_is_needed_is_filled(void** state) {
    (void)state;
    wend_field* field = new_field();
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t expanded = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 12000, 260);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        rng r = rng_seeded(seed);
        wend_tile goals[MOST_ENDS], from;
        int32_t count = rng_between(&r, 1, MOST_ENDS);
        for (int32_t i = 0; i < count; i++) goals[i] = map_random_tile(grid, &r);
        assert_on(&recipe, wend_field_set_goals(field, world, goals, count) == WEND_OK);
        assert_on(&recipe, wend_field_clusters(field) == 0);
        oracle* o = oracle_of_grid(grid);
        for (int32_t i = 0; i < 6; i++) {
            if (!map_random_open_tile(grid, &r, &from)) break;
            bool found = false, expected = false;
            double best = INFINITY;
            assert_on(&recipe, wend_field_expand_to(field, search, from, &found) == WEND_OK);
            for (int32_t k = 0; k < count; k++) {
                wend_query query = wend_default_query(from, goals[k]);
                assert_on(&recipe, wend_find_path(search, world, &query, path, NULL) == WEND_OK);
                if (wend_path_outcome(path) != WEND_FOUND) continue;
                expected = true;
                best = fmin(best, (double)wend_path_integer_cost(path) / wend_grid_cost_units(grid));
            }
            assert_on(&recipe, found == expected);
            if (!found) continue;
            // A tile that others came by keeps their way, which may cost a little more than its own plan.
            assert_on(&recipe, wend_field_cost(field, from) <= best * 1.5 + 20);
            check_way(&recipe, field, o, grid, true, from, goals, count);
            int32_t clusters = wend_field_clusters(field);
            wend_tile next;
            assert_true(wend_field_next_tile(field, from, &next));
            assert_on(&recipe, wend_field_expand_to(field, search, next, &found) == WEND_OK && found);
            assert_on(&recipe, wend_field_clusters(field) == clusters);
            expanded++;
        }
        oracle_destroy(o);
        wend_world_destroy(world);
    }
    assert_true(expanded > 150);
    // On open ground the way between two corners needs a strip along it.
    map_recipe recipe = map_recipe_of("open 1000x1000 8 unit 31/0 1");
    wend_world* world = map_make_world(&recipe);
    wend_tile goal = {990, 10};
    bool found = false;
    assert_ok(wend_field_set_goals(field, world, &goal, 1));
    assert_ok(wend_field_expand_to(field, search, (wend_tile){10, 10}, &found));
    assert_true(found && wend_field_clusters(field) < 120); // of 1089
    wend_world_destroy(world);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_field_destroy(field);
}

// A point that goes where the flow says, a little at a time, comes to a goal and meets no wall.
static void flow_leads_to_the_goal(void** state) {
    (void)state;
    wend_field* field = new_field();
    int32_t walks = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 20000, 50);
        if (recipe.connectivity == WEND_CONNECTIVITY_8_CUT) continue; // a point does not hit a corner exactly
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_tile goal, start;
        if (map_random_open_tile(grid, &r, &goal) && map_random_open_tile(grid, &r, &start)) {
            assert_ok(wend_field_fill(field, grid, WEND_FIELD_TO, &goal, 1, INFINITY));
            wend_vec2 p = wend_grid_center(grid, start), way = {1, 0};
            double cost = wend_field_cost(field, start);
            for (int32_t i = 0; isfinite(cost); i++) {
                wend_tile at;
                assert_on(&recipe, i < 20000);
                assert_on(&recipe,
                          wend_grid_tile_at(grid, p, &at) == WEND_OK && wend_grid_passable(grid, at));
                assert_on(&recipe, wend_field_flow(field, p, 0.2f, &way) == WEND_OK);
                double length = hypot((double)way.x, (double)way.y);
                wend_vec2 end = wend_grid_center(grid, goal);
                if (hypotf(end.x - p.x, end.y - p.y) < 0.06f) break;
                assert_on(&recipe, fabs(length - 1) < 1e-5);
                p.x += way.x * 0.05f;
                p.y += way.y * 0.05f;
            }
            walks += isfinite(cost);
        }
        wend_grid_destroy(grid);
    }
    assert_true(walks > 60);
    wend_field_destroy(field);
}

static void bad_arguments(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("...\n.#.\n...\n", WEND_CONNECTIVITY_8);
    wend_field* field = new_field();
    wend_search* search = new_search();
    wend_tile good = {0, 0}, off = {3, 0}, wall = {1, 1}, tile;
    wend_vec2 way;
    bool found;
    assert_int_equal(wend_field_create(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(NULL, grid, WEND_FIELD_TO, &good, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, NULL, WEND_FIELD_TO, &good, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_TO, NULL, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_TO, &good, 0, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_TO, &off, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_TO, &good, 1, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, WEND_FIELD_TO, &good, 1, NAN), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_fill(field, grid, (wend_field_sense)2, &good, 1, 5), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_expand_to(field, search, good, &found), WEND_ERROR_ARGUMENT); // no goals
    assert_int_equal(wend_field_step(field, 1, &found), WEND_ERROR_ARGUMENT); // nothing was begun
    // An empty field knows nothing.
    assert_true(isinf(wend_field_cost(field, good)) && !wend_field_next_tile(field, good, &tile));
    assert_int_equal(wend_field_end(field, good), -1);
    assert_int_equal(wend_field_tiles(field, NULL, 0), 0);
    assert_int_equal(wend_field_flow(field, (wend_vec2){0.5f, 0.5f}, 0, &way), WEND_ERROR_ARGUMENT);
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_TO, &wall, 1, 5)); // a wall counts for nothing
    assert_int_equal(wend_field_tiles(field, NULL, 0), 0);
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_TO, &good, 1, INFINITY));
    assert_true(isinf(wend_field_cost(field, wall)) && isinf(wend_field_cost(field, off)));
    assert_int_equal(wend_field_flow(field, (wend_vec2){NAN, 0.5f}, 0, &way), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_field_flow(field, (wend_vec2){0.5f, 0.5f}, -1, &way), WEND_ERROR_ARGUMENT);
    assert_ok(wend_field_flow(field, (wend_vec2){0.5f, 0.5f}, 0, &way));
    assert_true(way.x == 0 && way.y == 0);
    wend_search_destroy(search);
    wend_field_destroy(field);
    wend_grid_destroy(grid);
}

// Costs after an edit are those of the edited map, also where the edit came between two steps.
static void fields_follow_edits(void** state) {
    (void)state;
    wend_field* field = new_field();
    wend_search* search = new_search();
    static double expected[100 * 100];
    for (uint64_t seed = 1; seed <= 120; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 30000, 90);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        rng r = rng_seeded(seed);
        int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        for (int32_t round = 0; round < 3; round++) {
            wend_tile goal = map_random_tile(grid, &r), from;
            wend_field_sense sense = (wend_field_sense)rng_below(&r, WEND_FIELD_SENSE_COUNT);
            bool done = false, found = false;
            assert_ok(wend_field_begin(field, grid, sense, &goal, 1, INFINITY));
            assert_ok(wend_field_step(field, 1, &done));
            wend_tile at = map_random_tile(grid, &r);
            wend_edit edit = {.area = {at.x, at.y, rng_between(&r, 1, 20), rng_between(&r, 1, 20)},
                              .terrain_class = 0};
            edit.area.width = at.x + edit.area.width > width ? width - at.x : edit.area.width;
            edit.area.height = at.y + edit.area.height > height ? height - at.y : edit.area.height;
            edit.terrain_class = (uint8_t)rng_below(&r, 3);
            assert_ok(wend_world_edit(world, &edit, 1, NULL));
            while (!done) assert_ok(wend_field_step(field, 0, &done)); // ends, whatever its costs are worth

            assert_ok(wend_field_fill(field, grid, sense, &goal, 1, INFINITY));
            oracle* o = oracle_of_grid(grid); // the map has changed
            expect_costs(o, grid, &goal, 1, sense == WEND_FIELD_TO, expected);
            for (int32_t i = 0; i < width * height; i++) {
                double cost = wend_field_cost(field, (wend_tile){i % width, i / width});
                double want = expected[i] / wend_grid_cost_units(grid);
                assert_on(&recipe, isinf(want) ? isinf(cost) : fabs(cost - want) < 1e-9 * (1 + want));
            }
            if (map_random_open_tile(grid, &r, &from)) {
                expect_costs(o, grid, &goal, 1, true, expected);
                assert_ok(wend_field_set_goals(field, world, &goal, 1));
                assert_ok(wend_field_expand_to(field, search, from, &found));
                assert_on(&recipe, found == isfinite(expected[from.y * width + from.x]));
                if (found) check_way(&recipe, field, o, grid, true, from, &goal, 1);
            }
            oracle_destroy(o);
        }
        wend_world_destroy(world);
    }
    wend_search_destroy(search);
    wend_field_destroy(field);
}

// A corridor so long and costly that its costs exceed 32 bits, in both directions.
static void costs_exceed_32_bits(void** state) {
    (void)state;
    enum { LENGTH = 40000 };
    wend_grid_def def = wend_default_grid_def();
    def.width = LENGTH;
    def.height = 1;
    def.class_costs[2] = 1024;
    def.class_costs[3] = 0.25f; // so that a cost of 1 has many units
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, LENGTH, 1}, 2));
    assert_ok(wend_grid_fill(grid, (wend_rect){LENGTH - 1, 0, 1, 1}, 1));
    double units = wend_grid_cost_units(grid);
    assert_true(units * 1024 * (LENGTH - 1) > UINT32_MAX);
    wend_field* field = new_field();
    wend_tile first = {0, 0}, last = {LENGTH - 1, 0};
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_TO, &last, 1, INFINITY));
    for (int32_t x = 0; x < LENGTH - 1; x++)
        assert_true(wend_field_cost(field, (wend_tile){x, 0}) == 1024.0 * (LENGTH - 2 - x) + 1);
    assert_int_equal(wend_field_end(field, first), 0);
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_FROM, &first, 1, INFINITY));
    assert_true(wend_field_cost(field, last) == 1024.0 * (LENGTH - 2) + 1);
    assert_ok(wend_field_fill(field, grid, WEND_FIELD_FROM, &first, 1, 1024.0 * 9000));
    assert_int_equal(wend_field_tiles(field, NULL, 0), 9001);
    wend_field_destroy(field);
    wend_grid_destroy(grid);
}

enum { FILL, STEPS, ON_DEMAND, NEAREST, WAYS_TO_FILL };

// Fills a field from or to the first of two tiles, which has cost 0 afterwards.
static wend_result fill_in(int32_t way, wend_field* field, wend_search* search, const wend_world* world,
                           const wend_tile tiles[2]) {
    const wend_grid* grid = wend_world_grid(world);
    bool done = false;
    int32_t index;
    double cost;
    wend_result result = WEND_OK;
    switch (way) {
    case FILL:
        return wend_field_fill(field, grid, WEND_FIELD_TO, tiles, 1, INFINITY);
    case STEPS:
        result = wend_field_begin(field, grid, WEND_FIELD_FROM, tiles, 1, INFINITY);
        while (result == WEND_OK && !done) result = wend_field_step(field, 1, &done);
        return result;
    case ON_DEMAND:
        result = wend_field_set_goals(field, world, tiles, 1);
        return result == WEND_OK ? wend_field_expand_to(field, search, tiles[1], &done) : result;
    default:
        return wend_field_nearest(field, grid, tiles[0], &tiles[1], 1, &index, &cost);
    }
}

// Each allocation fails once: the field is empty then and can be filled again, and nothing is leaked.
static void fields_do_without_memory(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 150x130 8 whole 31/0 6");
    wend_world* world = map_make_world(&recipe);
    rng r = rng_seeded(6);
    wend_tile tiles[2];
    assert_true(map_random_open_tile(wend_world_grid(world), &r, &tiles[0]) &&
                map_random_open_tile(wend_world_grid(world), &r, &tiles[1]));
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    wend_search* search = new_search();
    for (int32_t way = 0; way < WAYS_TO_FILL; way++) {
        wend_field* field = NULL;
        for (int64_t n = 0; !field; n++) {
            memory.fail_at = memory.calls + n;
            wend_result result = wend_field_create(&allocator, &field);
            assert_true(result == WEND_OK || (result == WEND_ERROR_MEMORY && memory.live == 0));
        }
        size_t bytes = wend_field_bytes(field), live = memory.live_bytes;
        int64_t failures = 0;
        for (;;) { // what was allocated before a failure is kept, so each try gets one allocation farther
            memory.fail_at = memory.calls;
            wend_result result = fill_in(way, field, search, world, tiles);
            if (result == WEND_OK) break;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            failures++;
            assert_true(isinf(wend_field_cost(field, tiles[0])) && wend_field_clusters(field) == 0);
            assert_int_equal(wend_field_tiles(field, NULL, 0), 0);
            memory.fail_at =
                memory.calls + failures % 3; // farther on, so each allocation comes first and later
            fill_in(way, field, search, world, tiles);
        }
        assert_true(failures > 2);
        memory.fail_at = -1;
        assert_true(wend_field_cost(field, tiles[0]) == 0 && isfinite(wend_field_cost(field, tiles[1])));
        if (way != ON_DEMAND) assert_int_equal(wend_field_bytes(field) - bytes, memory.live_bytes - live);
        int64_t calls = memory.calls; // and once warm it needs no memory
        assert_ok(fill_in(way, field, search, world, tiles));
        assert_int_equal(memory.calls, calls);
        wend_field_destroy(field);
        assert_int_equal(memory.live, 0);
    }
    wend_field_destroy(NULL);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_dijkstras),      cmocka_unit_test(random_tiles_are_equally_likely),
        cmocka_unit_test(the_nearest_is_nearest),   cmocka_unit_test(only_what_is_needed_is_filled),
        cmocka_unit_test(flow_leads_to_the_goal),   cmocka_unit_test(bad_arguments),
        cmocka_unit_test(fields_follow_edits),      cmocka_unit_test(costs_exceed_32_bits),
        cmocka_unit_test(fields_do_without_memory),
    };
    return run_unit_tests(tests);
}
