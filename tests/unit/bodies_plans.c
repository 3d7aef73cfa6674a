// bodies_plans.c: do plan, smoothing and steps agree about what fits, for bodies of any radius?
//
// Everything is measured against the obstacles themselves (obstacles.h).
#include <math.h>
#include <stdlib.h>

#include "bodies_fixture.h"

// A disc of the profile's radius touches nothing on any legal step between two tiles in which it fits.
static void every_step_has_room(void** state) {
    (void)state;
    int64_t steps = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        place p = make_place(seed, true);
        for (int32_t profile = 1; profile <= PROFILES; profile++) {
            const wend_grid* view = wend_world_grid(wend_world_profile(p.world, profile));
            ground g = ground_of(wend_world_grid(p.world), costs_of(&p, profile));
            for (int32_t y = 0; y < wend_grid_height(view); y++)
                for (int32_t x = 0; x < wend_grid_width(view); x++)
                    for (int32_t d = 0; d < 4; d++) {
                        static const wend_tile ways[4] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
                        const wend_tile at = {x, y}, to = {x + ways[d].x, y + ways[d].y};
                        if (!wend_grid_passable(view, at) || !wend_grid_can_step(view, at, to)) continue;
                        const double gap =
                            line_gap(&g, wend_grid_center(view, at), wend_grid_center(view, to));
                        if (gap < (double)p.radius[profile] - 1e-9)
                            fail_msg("seed %d: a body of %g comes within %g at %d,%d", (int)seed,
                                     (double)p.radius[profile], gap, x, y);
                        steps++;
                    }
            free(g.boxes);
        }
        wend_world_destroy(p.world);
    }
    assert_true(steps > 20000);
}

// Every straight piece of a smoothed path keeps the radius, and smoothing shortens paths of wide bodies too.
static void every_piece_has_room(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t pieces = 0, paths = 0, shorter = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        place p = make_place(seed, true);
        rng r = rng_seeded(seed ^ 0x626f6479);
        for (int32_t profile = 1; profile <= PROFILES; profile++) {
            const wend_grid* view = wend_world_grid(wend_world_profile(p.world, profile));
            ground g = ground_of(wend_world_grid(p.world), costs_of(&p, profile));
            for (int32_t k = 0; k < 4; k++) {
                wend_tile start = {0, 0}, goal = {0, 0};
                if (!random_tile(view, &r, &start) || !random_tile(view, &r, &goal)) break;
                wend_query query = wend_default_query(start, goal);
                query.profile = profile;
                int32_t turns, count;
                assert_ok(wend_find_path(search, p.world, &query, path, NULL));
                wend_path_waypoints(path, &turns);
                query.smooth = true;
                assert_ok(wend_find_path(search, p.world, &query, path, NULL));
                const wend_vec2* points = wend_path_waypoints(path, &count);
                if (wend_path_outcome(path) != WEND_FOUND) continue;
                paths++;
                shorter += count < turns;
                // Bodies that fit through a gap of one tile have always had a tolerance of half a thousandth.
                const double radius = (double)p.radius[profile];
                const double least = radius > 0.5 ? radius - 1e-4 : radius - 6e-4;
                for (int32_t i = 1; i < count; i++, pieces++) {
                    const double gap = line_gap(&g, points[i - 1], points[i]);
                    if (gap < least)
                        fail_msg("seed %d: a body of %g comes within %g between %g,%g and %g,%g", (int)seed,
                                 radius, gap, (double)points[i - 1].x, (double)points[i - 1].y,
                                 (double)points[i].x, (double)points[i].y);
                }
                assert_true(wend_path_is_valid(path, wend_world_profile(p.world, profile), NULL));
            }
            free(g.boxes);
        }
        wend_world_destroy(p.world);
    }
    assert_true(paths > 200 && pieces > 2 * paths / 2 && shorter > paths / 3);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// A wall end beside the middle between two tiles: 1.5 away from the step, 1.58 from both centres.
static void a_wall_end_beside_a_step(void** state) {
    (void)state;
    for (int32_t upright = 0; upright < 2; upright++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 21;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        wend_grid_fill(grid, (wend_rect){0, 0, 21, 21}, 1);
        for (int32_t k = 0; k < 9; k++) {
            const wend_tile a = upright ? (wend_tile){10, k} : (wend_tile){k, 10};
            const wend_tile b = upright ? (wend_tile){11, k} : (wend_tile){k, 11};
            assert_ok(wend_grid_set_wall(grid, a, b, true));
        }
        wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
        profiles[0].name = "fits";
        profiles[0].radius = 1.5f;
        profiles[1].name = "hits";
        profiles[1].radius = 1.55f;
        wend_world* world = world_with_profiles(grid, profiles, 2);
        const wend_tile at = {10, 10};
        assert_true(wend_grid_passable(wend_world_grid(wend_world_profile(world, 1)), at));
        assert_false(wend_grid_passable(wend_world_grid(wend_world_profile(world, 2)), at));
        float clearance = 0;
        assert_ok(wend_world_clearance(world, 0, (wend_rect){at.x, at.y, 1, 1}, 0, &clearance));
        assert_true(clearance == 1.5f);
        // An edit that takes the last wall away makes room, and one that puts it back takes it.
        for (int32_t put = 0; put < 2; put++) {
            const wend_tile a = upright ? (wend_tile){10, 8} : (wend_tile){8, 10};
            const wend_tile b = upright ? (wend_tile){11, 8} : (wend_tile){8, 11};
            const wend_edit edit = wend_edit_wall(a, b, put);
            assert_ok(wend_world_edit(world, &edit, 1, NULL));
            assert_true(wend_grid_passable(wend_world_grid(wend_world_profile(world, 2)), at) == !put);
        }
        wend_world_destroy(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_has_room),
        cmocka_unit_test(every_piece_has_room),
        cmocka_unit_test(a_wall_end_beside_a_step),
    };
    return run_unit_tests(tests);
}
