// steer.c: do agents arrive, never leave the passable tiles, and move the same way every time?
#include "wend/steer.h"

#include <math.h>
#include <string.h>

#include "unit.h"

// ---- is a motion legal? A ternary search, independent of the engine, finds the least distance between the
// body's motion and each blocked tile.

static double gap_at(int32_t x, int32_t y, double px, double py) {
    double dx = px < x       ? x - px
                : px > x + 1 ? px - x - 1
                             : 0,
           dy = py < y       ? y - py
                : py > y + 1 ? py - y - 1
                             : 0;
    return hypot(dx, dy);
}

// Along a straight line the distance to a convex set falls, then rises: ternary search finds its minimum.
static double least_gap(int32_t x, int32_t y, const double a[2], const double b[2]) {
    double low = 0, high = 1;
    for (int32_t i = 0; i < 40; i++) {
        double t = low + (high - low) / 3, u = high - (high - low) / 3;
        double gap_t = gap_at(x, y, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
        double gap_u = gap_at(x, y, a[0] + u * (b[0] - a[0]), a[1] + u * (b[1] - a[1]));
        if (gap_t <= gap_u) high = u;
        if (gap_u <= gap_t) low = t;
    }
    return gap_at(x, y, a[0] + low * (b[0] - a[0]), a[1] + low * (b[1] - a[1]));
}

static void in_tiles(const wend_grid* grid, wend_vec2 p, double out[2]) {
    out[0] = ((double)p.x - (double)wend_grid_origin(grid).x) / (double)wend_grid_tile_size(grid);
    out[1] = ((double)p.y - (double)wend_grid_origin(grid).y) / (double)wend_grid_tile_size(grid);
}

// True when the body, with its radius in tiles, touches no blocked tile while it moves. Where paths may cut
// corners, a point may pass between two blocked tiles that touch at a corner.
static bool legal_motion(const wend_grid* grid, wend_vec2 from, wend_vec2 to, double radius) {
    double a[2], b[2];
    in_tiles(grid, from, a);
    in_tiles(grid, to, b);
    if (!wend_grid_passable(grid, (wend_tile){(int32_t)floor(b[0]), (int32_t)floor(b[1])})) return false;
    bool slips = radius == 0 && wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT;
    for (int32_t y = (int32_t)floor(fmin(a[1], b[1]) - radius) - 1; y <= fmax(a[1], b[1]) + radius + 1; y++)
        for (int32_t x = (int32_t)floor(fmin(a[0], b[0]) - radius) - 1; x <= fmax(a[0], b[0]) + radius + 1;
             x++) {
            if (wend_grid_passable(grid, (wend_tile){x, y})) continue;
            if (gap_at(x, y, a[0], a[1]) > radius + hypot(b[0] - a[0], b[1] - a[1])) continue;
            if (!slips && least_gap(x, y, a, b) < fmax(radius - 0.005, 1e-6)) return false;
            // Where it may pass at a corner, it must not pass through the tile: it stays outside the
            // diamond whose corners are the middles of the tile's sides.
            if (slips && hypot(b[0] - a[0], b[1] - a[1]) > 1e-6) {
                double t = ((x + 0.5 - a[0]) * (b[0] - a[0]) + (y + 0.5 - a[1]) * (b[1] - a[1])) /
                           ((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
                t = fmin(1, fmax(0, t));
                if (fabs(a[0] + t * (b[0] - a[0]) - x - 0.5) + fabs(a[1] + t * (b[1] - a[1]) - y - 0.5) <
                    0.49)
                    return false;
            }
        }
    return true;
}

// ---- walks

static double off_line(const wend_vec2* points, int32_t count, wend_vec2 p) {
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        double ax = (double)points[i].x, ay = (double)points[i].y, t = 0;
        double wx = (double)points[i + 1 < count ? i + 1 : i].x - ax,
               wy = (double)points[i + 1 < count ? i + 1 : i].y - ay;
        if (wx != 0 || wy != 0) t = (((double)p.x - ax) * wx + ((double)p.y - ay) * wy) / (wx * wx + wy * wy);
        t = fmin(1, fmax(0, t));
        least = fmin(least, hypot(ax + t * wx - (double)p.x, ay + t * wy - (double)p.y));
    }
    return least;
}

typedef struct walk {
    float speed, acceleration, radius, dt; // [Units: tiles]
    int32_t ticks;
    double length; // of the walk [Units: tiles]
    wend_agent end;
} walk;

static void follow(const map_recipe* recipe, const wend_grid* grid, const wend_path* path, walk* w) {
    int32_t count, corners;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &corners);
    float size = wend_grid_tile_size(grid);
    wend_agent agent = {.position = wend_grid_center(grid, tiles[0]),
                        .max_speed = w->speed * size,
                        .max_acceleration = w->acceleration * size,
                        .radius = w->radius * size};
    // Ten times as long as an agent needs that stops at every tile.
    float leg = 1.5f / w->speed + 2.5f / sqrtf(w->acceleration);
    int32_t limit = 1000 + (int32_t)(10 * (float)count * leg / w->dt);
    bool arrived = false;
    w->length = 0;
    for (w->ticks = 0; !arrived; w->ticks++) {
        wend_agent before = agent;
        wend_result result =
            w->ticks < limit ? wend_steer_follow(&agent, grid, path, w->dt, &arrived) : WEND_OK;
        float moved = hypotf(agent.position.x - before.position.x, agent.position.y - before.position.y);
        const char* wrong =
            w->ticks == limit                                                 ? "does not arrive"
            : result != WEND_OK                                               ? wend_result_string(result)
            : agent.waypoint < before.waypoint                                ? "fell back"
            : agent.waypoint == before.waypoint && agent.along < before.along ? "fell back on its leg"
            : !legal_motion(grid, before.position, agent.position, (double)w->radius) ? "touched a wall"
            : hypotf(agent.velocity.x, agent.velocity.y) > agent.max_speed * 1.001f   ? "too fast"
            : moved > agent.max_speed * w->dt * 1.001f + (w->radius == 0 ? 0.07f : 2e-3f) * size ? "jumped"
            : off_line(waypoints, corners, agent.position) > 1.05 * (double)size ? "left the path"
                                                                                 : NULL;
        if (wrong) {
            char text[MAP_RECIPE_TEXT];
            fail_msg(
                "%s at tick %d (%g,%g to %g,%g, waypoint %d of %d; speed %g, acceleration %g, radius %g, dt "
                "%g) on map \"%s\" from %d,%d to %d,%d, %d tiles",
                wrong, w->ticks, (double)before.position.x, (double)before.position.y,
                (double)agent.position.x, (double)agent.position.y, agent.waypoint, corners, (double)w->speed,
                (double)w->acceleration, (double)w->radius, (double)w->dt, map_recipe_print(recipe, text),
                tiles[0].x, tiles[0].y, tiles[count - 1].x, tiles[count - 1].y, count);
        }
        w->length += (double)moved / (double)size;
    }
    wend_vec2 goal = wend_grid_center(grid, tiles[count - 1]);
    assert_on(recipe, hypotf(agent.position.x - goal.x, agent.position.y - goal.y) < 0.11f * size);
    assert_on(recipe, agent.waypoint == corners - 1 && agent.velocity.x == 0 && agent.velocity.y == 0);
    w->end = agent;
}

// The grid of a recipe at another place and scale.
static wend_grid* placed(const map_recipe* recipe, float tile_size, wend_vec2 origin) {
    wend_grid* grid = map_make(recipe);
    wend_grid_def def = wend_default_grid_def();
    def.width = recipe->width;
    def.height = recipe->height;
    def.connectivity = recipe->connectivity;
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

static double length_of(const wend_grid* grid, const wend_path* path) {
    int32_t count;
    const wend_vec2* points = wend_path_waypoints(path, &count);
    double sum = 0;
    for (int32_t i = 1; i < count; i++)
        sum += hypot((double)(points[i].x - points[i - 1].x), (double)(points[i].y - points[i - 1].y));
    return sum / (double)wend_grid_tile_size(grid);
}

static void agents_arrive(void** state) {
    (void)state;
    static const float dts[] = {1 / 240.0f, 1 / 60.0f, 1 / 30.0f, 0.1f};
    wend_search* search = new_search();
    wend_path* path = new_path();
    int32_t walks = 0;
    static const uint64_t hard[] = {104164, 115468,
                                    153322}; // agents without a radius once got stuck at corners here
    enum { MAPS = 2500, HARD = sizeof hard / sizeof hard[0] };
    for (uint64_t i = 1; i <= MAPS + HARD; i++) {
        uint64_t seed = i <= MAPS ? i : hard[i - MAPS - 1];
        map_recipe recipe = map_recipe_random(seed, 40);
        rng r = rng_seeded(seed);
        float size = rng_chance(&r, 50) ? 1 : 0.25f + (float)rng_unit(&r) * 4;
        wend_vec2 origin = {size == 1 ? 0 : (float)rng_between(&r, -300, 300), size == 1 ? 0 : 17};
        wend_grid* grid = placed(&recipe, size, origin);
        wend_query query;
        if (map_random_query(grid, &r, WEND_ASTAR, &query)) {
            query.smooth = rng_chance(&r, 50);
            assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
            if (wend_path_outcome(path) == WEND_FOUND) {
                walk w = {.speed = 0.5f * powf(100, (float)rng_unit(&r)), .dt = dts[rng_below(&r, 4)]};
                w.acceleration = 1 + (float)rng_unit(&r) * 200;
                // A body with a radius of half a tile can follow any path that cuts no corners.
                static const float radii[] = {0, 0.1f, 0.25f, 0.4f, 0.5f};
                w.radius = recipe.connectivity == WEND_CONNECTIVITY_8_CUT ? 0 : radii[rng_below(&r, 5)];
                follow(&recipe, grid, path, &w);
                assert_on(&recipe, w.length < length_of(grid, path) * 1.3 + 3);
                walks++;
                if (i % 4 == 0) { // the same again
                    walk again = w;
                    follow(&recipe, grid, path, &again);
                    assert_on(&recipe,
                              again.ticks == w.ticks && memcmp(&again.end, &w.end, sizeof w.end) == 0);
                }
            }
        }
        wend_grid_destroy(grid);
    }
    assert_true(walks > 1000);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void bad_arguments_leave_the_agent(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("....#.\n....#.\n....#.\n", WEND_CONNECTIVITY_8);
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
    enum { CASES = 24 };
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
    bad[11].waypoint = -1;
    bad[12].waypoint = 1000;
    bad[13].position = (wend_vec2){4.5f, 0.5f}; // on a blocked tile
    bad[14].position = (wend_vec2){5.5f, 0.5f}; // behind the wall
    bad[15].position = (wend_vec2){-0.5f, 0.5f};
    bad[16].position = (wend_vec2){0.5f, 3.01f};
    bad[17].position = (wend_vec2){1e30f, 0.5f};
    bad[18].position = (wend_vec2){0.5f, -3e38f};
    bad[19].along = -1;
    bad[20].along = INFINITY;
    bad[21].idle = -1;
    bad[22].radius = NAN;
    bad[23].radius = 1e9f;
    for (int32_t i = 0; i < CASES; i++) {
        agent = bad[i];
        wend_result result = wend_steer_follow(&agent, grid, path, 0.1f, &arrived);
        if (result != WEND_ERROR_ARGUMENT) fail_msg("case %d: %s", i, wend_result_string(result));
        assert_memory_equal(&agent, &bad[i], sizeof agent);
        assert_true(arrived); // an error leaves it unchanged
    }
    wend_path_destroy(empty);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static void extreme_agents_stay_on_the_map(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("......\n.####.\n......\n", WEND_CONNECTIVITY_8);
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

static double length(wend_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}
static bool close_to(wend_vec2 v, double x, double y) {
    return hypot((double)v.x - x, (double)v.y - y) < 1e-5;
}

static void behaviours_want_what_they_say(void** state) {
    (void)state;
    wend_agent a = {.position = {1, 1}, .max_speed = 4, .max_acceleration = 8, .radius = 0.5f};
    assert_true(close_to(wend_steer_seek(&a, (wend_vec2){11, 1}), 4, 0));
    assert_true(close_to(wend_steer_seek(&a, a.position), 0, 0));
    assert_true(close_to(wend_steer_flee(&a, (wend_vec2){1, -3}), 0, 4));
    assert_true(close_to(wend_steer_arrive(&a, (wend_vec2){11, 1}, 2), 4, 0));
    assert_true(close_to(wend_steer_arrive(&a, (wend_vec2){2, 1}, 2), 2, 0));
    assert_true(close_to(wend_steer_arrive(&a, (wend_vec2){1, 1}, 2), 0, 0));
    // The agent meets a target 8 tiles away after 2 seconds. A horizon of 0 ignores the motion of the target.
    wend_agent b = {
        .position = {9, 1}, .velocity = {0, 4}, .max_speed = 4, .max_acceleration = 8, .radius = 0.5f};
    wend_vec2 there = wend_steer_seek(&a, (wend_vec2){9, 9});
    assert_true(close_to(wend_steer_pursue(&a, &b, 10), (double)there.x, (double)there.y));
    assert_true(close_to(wend_steer_evade(&a, &b, 10), -(double)there.x, -(double)there.y));
    assert_true(close_to(wend_steer_pursue(&a, &b, 0), 4, 0));
    // Flocking.
    wend_agent flock[3] = {a, b, a};
    flock[2].position = (wend_vec2){1, 2};
    flock[2].velocity = (wend_vec2){-2, 0};
    assert_true(close_to(wend_steer_separate(&flock[0], flock, 3, 2), 0, -2));
    assert_true(close_to(wend_steer_cohere(&flock[0], flock, 3, 2), 0, 2));
    assert_true(close_to(wend_steer_align(&flock[0], flock, 3, 2), -2, 0));
    assert_true(close_to(wend_steer_align(&flock[0], flock, 1, 2), 0, 0));
    assert_true(close_to(wend_steer_cohere(&flock[0], flock, 1, 2), 0, 0));
    // The agent passes an obstacle on the nearer side. It ignores one beside its way or beyond the horizon.
    a.velocity = (wend_vec2){4, 0};
    b.position = (wend_vec2){5, 1.5f};
    assert_true(close_to(wend_steer_avoid(&a, &b, 1, 2), 0, -4));
    b.position.y = 0.5f;
    assert_true(close_to(wend_steer_avoid(&a, &b, 1, 2), 0, 4));
    b.position.y = 2.5f;
    assert_true(close_to(wend_steer_avoid(&a, &b, 1, 2), 0, 0));
    b.position = (wend_vec2){20, 1};
    assert_true(close_to(wend_steer_avoid(&a, &b, 1, 2), 0, 0));
    wend_grid* grid = map_from_text("...#\n...#\n...#\n", WEND_CONNECTIVITY_8);
    a.position = (wend_vec2){2.25f, 1.5f}; // a quarter tile between body and wall
    wend_vec2 off = wend_steer_avoid_walls(&a, grid, 0.5f);
    assert_true(off.x < -1 && fabsf(off.y) < 1e-5f);
    a.position.x = 1.5f;
    assert_true(close_to(wend_steer_avoid_walls(&a, grid, 0.5f), 0, 0));
    wend_grid_destroy(grid);
}

static void headings_turn(void** state) {
    (void)state;
    wend_vec2 h = {3, 0};
    assert_true(close_to(wend_steer_turn(h, (wend_vec2){0, 0}, 0.1f), 1, 0));
    assert_true(close_to(wend_steer_turn((wend_vec2){0, 0}, (wend_vec2){0, -2}, 0.1f), 0, -1));
    assert_true(close_to(wend_steer_turn(h, (wend_vec2){0, 7}, 2), 0, 1));
    rng r = rng_seeded(5);
    for (int32_t i = 0; i < 2000; i++) {
        wend_vec2 to = {(float)rng_unit(&r) - 0.5f, (float)rng_unit(&r) - 0.5f};
        float most = (float)rng_unit(&r) * 2;
        wend_vec2 turned = wend_steer_turn(h, to, most);
        double was = acos(fmin(1, fmax(-1, (double)(h.x * to.x + h.y * to.y) / length(h) / length(to))));
        double is = acos(fmin(1, (double)(turned.x * to.x + turned.y * to.y) / length(to)));
        assert_true(fabs(length(turned) - 1) < 1e-6 && is <= was + 1e-3);
        assert_true(was - is <= (double)most + 2e-3);
        assert_true(is < 2e-3 || was - is > 0.75 * (double)most); // atan of 2 / 2 is 0.785
        h = turned;
    }
    wend_agent agent = {.max_speed = 2, .max_acceleration = 1};
    wend_wander one = {.seed = 3}, same = one, other = {.seed = 4};
    double sum = 0;
    bool differs = false;
    for (int32_t i = 0; i < 500; i++) {
        wend_vec2 v = wend_steer_wander(&agent, &one, 0.3f), w = wend_steer_wander(&agent, &same, 0.3f);
        assert_true(v.x == w.x && v.y == w.y && fabs(length(v) - 1) < 1e-5);
        w = wend_steer_wander(&agent, &other, 0.3f);
        differs |= v.x != w.x;
        sum += (double)v.x;
    }
    assert_true(differs && sum < 490);
}

static void combinations_keep_to_the_limit(void** state) {
    (void)state;
    const wend_weighted items[] = {{{3, 0}, 1}, {{0, 4}, 0.5f}, {{-9, 0}, 2}};
    assert_true(close_to(wend_steer_blend(items, 2, 10), 3, 2));
    assert_true(fabs(length(wend_steer_blend(items, 3, 10)) - 10) < 1e-5);
    assert_true(close_to(wend_steer_prioritise(items, 3, 4), 3, 1));
    assert_true(close_to(wend_steer_prioritise(items, 3, 10), -2,
                         2)); // the first two use up 3 and 2 of the 10; the third gets the remaining 5
    assert_true(close_to(wend_steer_prioritise(items, 0, 10), 0, 0));
    wend_agent agent = {.max_speed = 4, .max_acceleration = 8};
    assert_true(close_to(wend_steer_towards(&agent, (wend_vec2){4, 0}, 1), 4, 0));
    assert_true(close_to(wend_steer_towards(&agent, (wend_vec2){4, 0}, 0.1f), 8, 0));
    assert_ok(wend_agent_push(&agent, (wend_vec2){100, 0}, 0.25f));
    assert_true(close_to(agent.velocity, 2, 0) && close_to(agent.position, 0.5, 0));
    assert_ok(wend_agent_push(&agent, (wend_vec2){8, 0}, 1));
    assert_true(close_to(agent.velocity, 4, 0) && close_to(agent.position, 4.5, 0));
    assert_ok(wend_agent_glide(&agent, (wend_vec2){0, 9}, 0.5f));
    assert_true(close_to(agent.velocity, 0, 4) && close_to(agent.position, 4.5, 2));
    const wend_agent before = agent;
    assert_int_equal(wend_agent_push(&agent, (wend_vec2){NAN, 0}, 0.5f), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_push(&agent, (wend_vec2){0, 0}, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_glide(&agent, (wend_vec2){0, 0}, -1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_agent_glide(NULL, (wend_vec2){0, 0}, 0.1f), WEND_ERROR_ARGUMENT);
    assert_memory_equal(&agent, &before, sizeof before);
}

static void what_does_not_fit_or_was_blocked_is_said(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_grid* grid = map_from_text(".......\n.......\n###.###\n.......\n.......\n", WEND_CONNECTIVITY_8);
    wend_query query = wend_default_query((wend_tile){3, 0}, (wend_tile){3, 4});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    const wend_agent fresh = {.position = {3.5f, 0.6f}, .max_speed = 4, .max_acceleration = 40};
    wend_agent agent = fresh;
    bool arrived = false;
    agent.radius = 0.55f; // has room at the start, but not in the gap
    wend_result result = WEND_OK;
    for (int32_t tick = 0; tick < 200 && result == WEND_OK; tick++) {
        wend_agent before = agent;
        result = wend_steer_follow(&agent, grid, path, 0.1f, &arrived);
        if (result != WEND_OK) assert_memory_equal(&agent, &before, sizeof agent);
        assert_true(agent.position.y < 1.8f && !arrived);
    }
    assert_int_equal(result, WEND_ERROR_LIMIT);
    agent.radius = 0.7f; // has no room even at the start
    agent.position = fresh.position;
    assert_int_equal(wend_steer_follow(&agent, grid, path, 0.1f, &arrived), WEND_ERROR_LIMIT);
    agent.radius = 65;
    assert_int_equal(wend_steer_follow(&agent, grid, path, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    agent.radius = NAN;
    assert_int_equal(wend_steer_follow(&agent, grid, path, 0.1f, &arrived), WEND_ERROR_ARGUMENT);
    // The gap closes while the agent approaches it.
    agent = fresh;
    assert_ok(wend_steer_follow(&agent, grid, path, 0.1f, &arrived));
    assert_ok(wend_grid_fill(grid, (wend_rect){3, 2, 1, 1}, 0));
    result = WEND_OK;
    for (int32_t tick = 0; tick < 200 && result == WEND_OK; tick++)
        result = wend_steer_follow(&agent, grid, path, 0.1f, &arrived);
    assert_int_equal(result, WEND_ERROR_STALE);
    assert_true(agent.position.y < 2 && !arrived);
    wend_grid_destroy(grid);
    // Only an agent without a radius can follow a path that cuts corners.
    grid = map_from_text(".#\n#.\n", WEND_CONNECTIVITY_8_CUT);
    query = wend_default_query((wend_tile){0, 0}, (wend_tile){1, 1});
    query.algorithm = WEND_ASTAR;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    agent = (wend_agent){.position = {0.5f, 0.5f}, .max_speed = 4, .max_acceleration = 40, .radius = 0.1f};
    for (int32_t tick = 0;
         tick < 50 && (result = wend_steer_follow(&agent, grid, path, 0.1f, &arrived)) == WEND_OK;)
        tick++;
    assert_int_equal(result, WEND_ERROR_LIMIT);
    assert_true(agent.position.x < 1);
    wend_grid_destroy(grid);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

// A program may change the velocity between wend_follow_velocity and wend_follow_move. Whatever it does, the
// agent touches no wall and keeps its path in sight, and it arrives once the pushing ends.
static void pushed_agents_stay_safe(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (uint64_t seed = 1; seed <= 400; seed++) {
        map_recipe recipe = map_recipe_random(seed + 70000, 30);
        if (recipe.connectivity == WEND_CONNECTIVITY_8_CUT) continue;
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(grid, &r, WEND_ASTAR, &query)) {
            assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
            int32_t count;
            const wend_vec2* points = wend_path_waypoints(path, &count);
            wend_agent agent = {.position = wend_grid_center(grid, query.start),
                                .max_speed = 12,
                                .max_acceleration = 60,
                                .radius = 0.3f};
            bool arrived = count == 0;
            for (int32_t tick = 0; !arrived; tick++) {
                wend_agent before = agent;
                wend_vec2 velocity;
                assert_on(&recipe, tick < 20000);
                assert_on(&recipe,
                          wend_follow_velocity(&agent, grid, points, count, 0.05f, &velocity) == WEND_OK);
                if (tick < 300) { // push it at random
                    velocity.x = (float)rng_between(&r, -40, 40);
                    velocity.y = (float)rng_between(&r, -40, 40);
                }
                assert_on(&recipe, wend_follow_move(&agent, grid, points, count, velocity, 0.05f, &arrived) ==
                                       WEND_OK);
                assert_on(&recipe, legal_motion(grid, before.position, agent.position, 0.3));
            }
        }
        wend_grid_destroy(grid);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(behaviours_want_what_they_say),
        cmocka_unit_test(headings_turn),
        cmocka_unit_test(combinations_keep_to_the_limit),
        cmocka_unit_test(agents_arrive),
        cmocka_unit_test(pushed_agents_stay_safe),
        cmocka_unit_test(what_does_not_fit_or_was_blocked_is_said),
        cmocka_unit_test(bad_arguments_leave_the_agent),
        cmocka_unit_test(extreme_agents_stay_on_the_map),
    };
    return run_unit_tests(tests);
}
