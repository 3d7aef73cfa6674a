// steer.c: agents arrive, never leave the passable tiles, and move the same way every time.
#include "wend/steer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

// ---- is a motion legal? The line is cut at the edges of tiles and the pieces are looked at one by one.

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Where a line from a to b crosses whole numbers, as shares of its length.
static int32_t cut(double a, double b, double* out) {
    int32_t count = 0;
    for (double edge = ceil(fmin(a, b)); edge <= fmax(a, b); edge++)
        if (a != b) out[count++] = (edge - a) / (b - a);
    return count;
}

static wend_vec2 in_tiles(const wend_grid* grid, wend_vec2 p) {
    wend_vec2 origin = wend_grid_origin(grid);
    float size = wend_grid_tile_size(grid);
    return (wend_vec2){(p.x - origin.x) / size, (p.y - origin.y) / size};
}

static bool legal_motion(const wend_grid* grid, wend_vec2 from, wend_vec2 to) {
    wend_vec2 a = in_tiles(grid, from), b = in_tiles(grid, to);
    double cuts[200], length = hypot(b.x - a.x, b.y - a.y);
    if (length > 60) return false;
    int32_t count = 0;
    cuts[count++] = 0;
    count += cut(a.x, b.x, cuts + count);
    count += cut(a.y, b.y, cuts + count);
    cuts[count++] = 1;
    qsort(cuts, (size_t)count, sizeof *cuts, by_size);
    bool first = true;
    wend_tile last = {0, 0};
    for (int32_t i = 1; i < count; i++) {
        double piece = (cuts[i] - cuts[i - 1]) * length;
        if (piece < 3e-4) continue; // as good as nothing after rounding to world units and back
        double middle = (cuts[i] + cuts[i - 1]) / 2;
        wend_tile at = {(int32_t)floor(a.x + middle * (b.x - a.x)),
                        (int32_t)floor(a.y + middle * (b.y - a.y))};
        if (!wend_grid_passable(grid, at)) {
            if (wend_grid_moves(grid) != WEND_MOVES_8_CORNERS || piece > 1.5e-3) return false;
            continue; // between two corners that may be cut
        }
        bool corner = !first && at.x != last.x && at.y != last.y;
        if (corner && wend_grid_moves(grid) != WEND_MOVES_8_CORNERS &&
            !(wend_grid_passable(grid, (wend_tile){at.x, last.y}) &&
              wend_grid_passable(grid, (wend_tile){last.x, at.y})))
            return false;
        last = at;
        first = false;
    }
    return true;
}

// ---- walks

typedef struct walk {
    float speed, acceleration, dt; // in tiles
    int32_t ticks;
    wend_agent end;
} walk;

static void follow(const map_recipe* recipe, const wend_grid* grid, const wend_path* path, walk* w) {
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    float size = wend_grid_tile_size(grid);
    wend_agent agent = {.position = wend_grid_center(grid, tiles[0]),
                        .max_speed = w->speed * size,
                        .max_acceleration = w->acceleration * size};
    int32_t limit = 4000 + (int32_t)(30.0f * (float)count / (w->speed * w->dt));
    bool arrived = false;
    for (w->ticks = 0; !arrived; w->ticks++) {
        wend_agent before = agent;
        if (w->ticks == limit) {
            char text[MAP_RECIPE_TEXT];
            fail_msg(
                "not arrived after %d ticks (tile %d of %d, speed %g, acceleration %g, dt %g) on map \"%s\" "
                "from %d,%d to %d,%d",
                limit, agent.progress, count, (double)w->speed, (double)w->acceleration, (double)w->dt,
                map_recipe_print(recipe, text), tiles[0].x, tiles[0].y, tiles[count - 1].x,
                tiles[count - 1].y);
        }
        assert_on(recipe, wend_steer_follow(&agent, grid, path, w->dt, &arrived) == WEND_OK);
        assert_on(recipe, agent.progress >= before.progress && agent.progress < count);
        assert_on(recipe, legal_motion(grid, before.position, agent.position));
        assert_on(recipe, hypotf(agent.velocity.x, agent.velocity.y) <= agent.max_speed * 1.001f);
        float moved = hypotf(agent.position.x - before.position.x, agent.position.y - before.position.y);
        assert_on(recipe, moved <= agent.max_speed * w->dt * 1.001f + 1e-4f * size);
    }
    wend_vec2 goal = wend_grid_center(grid, tiles[count - 1]);
    assert_on(recipe, hypotf(agent.position.x - goal.x, agent.position.y - goal.y) < 0.11f * size);
    assert_on(recipe, agent.progress == count - 1 && agent.velocity.x == 0 && agent.velocity.y == 0);
    w->end = agent;
}

// The grid of a recipe at another place and scale.
static wend_grid* placed(const map_recipe* recipe, float tile_size, wend_vec2 origin) {
    wend_grid* grid = map_make(recipe);
    wend_grid_def def = wend_default_grid_def();
    def.width = recipe->width;
    def.height = recipe->height;
    def.moves = recipe->moves;
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    def.tile_size = tile_size;
    def.origin = origin;
    wend_grid* copy = NULL;
    assert_ok(wend_grid_create(&def, &copy));
    for (int32_t y = 0; y < recipe->height; y++)
        assert_ok(wend_grid_write(copy, (wend_rect){0, y, recipe->width, 1}, wend_grid_row(grid, y), 0));
    wend_grid_destroy(grid);
    return copy;
}

static void agents_arrive(void** state) {
    (void)state;
    static const float dts[] = {1 / 240.0f, 1 / 60.0f, 1 / 30.0f, 0.1f};
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t walks = 0;
    for (uint64_t seed = 1; seed <= 700; seed++) {
        map_recipe recipe = map_recipe_random(seed, 40);
        rng r = rng_seeded(seed);
        float size = rng_chance(&r, 50) ? 1 : 0.25f + (float)rng_unit(&r) * 4;
        wend_vec2 origin = {size == 1 ? 0 : (float)rng_between(&r, -300, 300), size == 1 ? 0 : 17};
        wend_grid* grid = placed(&recipe, size, origin);
        wend_tile start, goal;
        if (map_random_open_tile(grid, &r, &start) && map_random_open_tile(grid, &r, &goal)) {
            wend_query query = wend_default_query(start, goal);
            query.algorithm = WEND_ASTAR;
            assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
            if (wend_path_outcome(path) == WEND_FOUND) {
                walk w = {.speed = 0.5f * powf(100, (float)rng_unit(&r)), .dt = dts[rng_below(&r, 4)]};
                w.acceleration = 1 + (float)rng_unit(&r) * 200;
                follow(&recipe, grid, path, &w);
                walks++;
                walk again = w;
                follow(&recipe, grid, path, &again);
                assert_on(&recipe, again.ticks == w.ticks && memcmp(&again.end, &w.end, sizeof w.end) == 0);
            }
        }
        wend_grid_destroy(grid);
    }
    assert_true(walks > 300);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void bad_arguments_leave_the_agent(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("....#.\n....#.\n....#.\n", WEND_MOVES_8);
    wend_search* search = new_search();
    wend_path *path = new_path(), *empty = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){3, 2});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    const wend_agent good = {.position = {0.5f, 0.5f}, .max_speed = 2, .max_acceleration = 10};
    static const float dts[] = {0, -0.1f, 1.01f, NAN, INFINITY};
    wend_agent agent = good;
    bool arrived = true;
    for (int32_t i = 0; i < 5; i++)
        assert_int_equal(wend_steer_follow(&agent, grid, path, dts[i], &arrived), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(NULL, grid, path, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(&agent, NULL, path, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(&agent, grid, NULL, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(&agent, grid, path, 0.1f, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_steer_follow(&agent, grid, empty, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    assert_memory_equal(&agent, &good, sizeof good);
    enum { CASES = 19 };
    wend_agent bad[CASES];
    for (int32_t i = 0; i < CASES; i++) bad[i] = good;
    bad[0].position.x = NAN;
    bad[1].position.y = INFINITY;
    bad[2].velocity.x = -INFINITY;
    bad[3].velocity.y = NAN;
    bad[4].max_speed = 0;
    bad[5].max_speed = -1;
    bad[6].max_speed = INFINITY;
    bad[7].max_speed = NAN;
    bad[8].max_acceleration = 0;
    bad[9].max_acceleration = INFINITY;
    bad[10].max_acceleration = NAN;
    bad[11].progress = -1;
    bad[12].progress = 1000;
    bad[13].position = (wend_vec2){4.5f, 0.5f}; // on a blocked tile
    bad[14].position = (wend_vec2){5.5f, 0.5f}; // behind the wall
    bad[15].position = (wend_vec2){-0.5f, 0.5f};
    bad[16].position = (wend_vec2){0.5f, 3.01f};
    bad[17].position = (wend_vec2){1e30f, 0.5f};
    bad[18].position = (wend_vec2){0.5f, -3e38f};
    for (int32_t i = 0; i < CASES; i++) {
        agent = bad[i];
        wend_result result = wend_steer_follow(&agent, grid, path, 0.1f, &arrived);
        if (result != WEND_ERROR_ARGUMENT) fail_msg("case %d: %s", i, wend_result_string(result));
        assert_memory_equal(&agent, &bad[i], sizeof agent);
        assert_true(arrived); // untouched
    }
    wend_path_destroy(empty);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static void extreme_agents_stay_on_the_map(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("......\n.####.\n......\n", WEND_MOVES_8);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){2, 0}, (wend_tile){2, 2});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    static const float sizes[] = {1e-30f, 1e-6f, 1, 1e6f, 1e18f, 3e38f};
    for (int32_t i = 0; i < 6 * 6 * 6; i++) {
        wend_agent agent = {
            .position = {2.5f, 0.5f}, .max_speed = sizes[i % 6], .max_acceleration = sizes[i / 6 % 6]};
        agent.velocity = (wend_vec2){sizes[i / 36], -sizes[i / 36]};
        bool arrived = false;
        for (int32_t tick = 0; tick < 200 && !arrived; tick++) {
            assert_ok(wend_steer_follow(&agent, grid, path, 1 / 30.0f, &arrived));
            wend_tile at;
            assert_ok(wend_grid_tile_at(grid, agent.position, &at));
            assert_true(wend_grid_passable(grid, at));
            assert_true(isfinite(agent.velocity.x) && isfinite(agent.velocity.y));
        }
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static void seek_and_arrive(void** state) {
    (void)state;
    wend_agent agent = {.position = {1, 1}, .max_speed = 4, .max_acceleration = 8};
    wend_vec2 a = wend_steer_seek(&agent, (wend_vec2){11, 1});
    assert_true(a.x > 0 && a.x <= 8 && a.y == 0);
    agent.velocity = (wend_vec2){4, 0}; // as wanted
    a = wend_steer_seek(&agent, (wend_vec2){11, 1});
    assert_true(a.x == 0 && a.y == 0);
    a = wend_steer_arrive(&agent, (wend_vec2){11, 1}, 2); // far away: as seek
    assert_true(a.x == 0 && a.y == 0);
    a = wend_steer_arrive(&agent, (wend_vec2){2, 1}, 2); // near: brakes
    assert_true(a.x < 0 && a.x >= -8 && a.y == 0);
    a = wend_steer_arrive(&agent, (wend_vec2){1, 1}, 2); // there: stops
    assert_true(a.x < 0);
    agent.velocity = (wend_vec2){0, 0};
    a = wend_steer_seek(&agent, agent.position);
    assert_true(a.x == 0 && a.y == 0);
    rng r = rng_seeded(9);
    for (int32_t i = 0; i < 1000; i++) {
        agent.velocity = (wend_vec2){(float)rng_between(&r, -4, 4), (float)i / 300};
        wend_vec2 target = {(float)rng_between(&r, -9, 9), (float)i / 100};
        wend_vec2 s = wend_steer_seek(&agent, target), v = wend_steer_arrive(&agent, target, 3);
        assert_true(hypotf(s.x, s.y) <= 8.001f && hypotf(v.x, v.y) <= 8.001f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_arrive),
        cmocka_unit_test(bad_arguments_leave_the_agent),
        cmocka_unit_test(extreme_agents_stay_on_the_map),
        cmocka_unit_test(seek_and_arrive),
    };
    return run_unit_tests(tests);
}
