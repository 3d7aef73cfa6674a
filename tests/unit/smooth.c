// smooth.c: are waypoints correct? A function independent of the engine cuts every leg where it crosses the
// edge of a tile, and checks each piece.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/smooth.h"
#include "unit.h"
#include "wend/wend.h"

static int by_size(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double tile_cost(const wend_grid* grid, int32_t x, int32_t y) {
    return wend_grid_cost(grid, (wend_tile){x, y});
}

// True when closed steps forbid a line to pass from a tile to a neighbour. A line through the corner of four
// tiles obeys the rules of a diagonal step.
static bool is_barred(const wend_grid* grid, wend_tile a, wend_tile b) {
    if (!wend_grid_step_is_open(grid, a, b)) return true;
    if (a.x == b.x || a.y == b.y) return false;
    wend_tile c = {a.x, b.y}, d = {b.x, a.y};
    bool one = wend_grid_step_is_open(grid, a, c) && wend_grid_step_is_open(grid, c, b);
    bool other = wend_grid_step_is_open(grid, a, d) && wend_grid_step_is_open(grid, d, b);
    return wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT ? !one && !other : !one || !other;
}

// Cost of a line between tile centres: its length in each tile times the cost of the tile. INFINITY when it
// enters a blocked tile, passes a corner that paths may not cut, or takes a closed step.
static double leg_cost(const wend_grid* grid, wend_tile from, wend_tile to) {
    double fx = from.x + 0.5, fy = from.y + 0.5, dx = to.x - from.x, dy = to.y - from.y;
    int32_t columns = abs(to.x - from.x), rows = abs(to.y - from.y), count = 0;
    double* cuts = malloc((size_t)(columns + rows + 2) * sizeof *cuts);
    assert_non_null(cuts);
    cuts[count++] = 0;
    for (int32_t i = 0; i < columns; i++) cuts[count++] = (i + 0.5) / columns;
    for (int32_t i = 0; i < rows; i++) cuts[count++] = (i + 0.5) / rows;
    cuts[count++] = 1;
    qsort(cuts, (size_t)count, sizeof *cuts, by_size);
    double cost = 0;
    int32_t lx = from.x, ly = from.y;
    for (int32_t i = 1; i < count; i++) {
        if (cuts[i] - cuts[i - 1] < 1e-12) continue; // both edges at once: a corner
        double middle = (cuts[i] + cuts[i - 1]) / 2;
        int32_t x = (int32_t)floor(fx + middle * dx), y = (int32_t)floor(fy + middle * dy);
        if (tile_cost(grid, x, y) == 0) cost = INFINITY;
        if (x != lx && y != ly && wend_grid_connectivity(grid) != WEND_CONNECTIVITY_8_CUT &&
            (tile_cost(grid, x, ly) == 0 || tile_cost(grid, lx, y) == 0))
            cost = INFINITY;
        if ((x != lx || y != ly) && is_barred(grid, (wend_tile){lx, ly}, (wend_tile){x, y})) cost = INFINITY;
        cost += (cuts[i] - cuts[i - 1]) * hypot(dx, dy) * tile_cost(grid, x, y);
        lx = x;
        ly = y;
    }
    free(cuts);
    return cost;
}

static wend_tile tile_under(const wend_grid* grid, wend_vec2 point) {
    wend_tile tile = {-1, -1};
    assert_ok(wend_grid_tile_at(grid, point, &tile));
    wend_vec2 center = wend_grid_center(grid, tile);
    assert_true(center.x == point.x && center.y == point.y);
    return tile;
}

// Straight steps from each turning point to the next visit exactly the tiles of the path.
static void check_turning_points(const map_recipe* recipe, const wend_grid* grid, const wend_path* path) {
    int32_t count, corners, at = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* points = wend_path_waypoints(path, &corners);
    wend_tile last = tile_under(grid, points[0]), turn = {0, 0};
    for (int32_t i = 1; i < corners; i++) {
        wend_tile next = tile_under(grid, points[i]);
        wend_tile step = {(next.x > last.x) - (next.x < last.x), (next.y > last.y) - (next.y < last.y)};
        assert_on(recipe, i == 1 || step.x != turn.x || step.y != turn.y);
        turn = step;
        while (last.x != next.x || last.y != next.y) {
            last = (wend_tile){last.x + step.x, last.y + step.y};
            assert_on(recipe, ++at < count && tiles[at].x == last.x && tiles[at].y == last.y);
        }
    }
    assert_on(recipe, at == count - 1);
}

static double walk_cost(const wend_grid* grid, const wend_path* path) {
    int32_t corners;
    const wend_vec2* points = wend_path_waypoints(path, &corners);
    double sum = 0;
    for (int32_t i = 1; i < corners; i++)
        sum += leg_cost(grid, tile_under(grid, points[i - 1]), tile_under(grid, points[i]));
    return sum;
}

// hex.c tests the hexagons.
static map_recipe map_of_squares(uint64_t seed, int32_t most) {
    return seed % 3 ? map_recipe_random(seed, most) : map_recipe_random_exits(seed, most, true);
}

static void waypoints_are_legal_and_cost_no_more(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path *tiles = new_path(), *smooth = new_path();
    int64_t before = 0, after = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        map_recipe recipe = map_of_squares(seed, 80);
        wend_world* world = map_make_world(&recipe);
        const wend_grid* grid = wend_world_grid(world);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 5; i++) {
            wend_query query;
            if (!map_random_query(grid, &r, WEND_HPA, &query)) break;
            assert_ok(wend_find_path(search, world, &query, tiles, NULL));
            query.smooth = true;
            assert_ok(wend_find_path(search, world, &query, smooth, NULL));
            if (wend_path_outcome(tiles) != WEND_FOUND) continue;
            check_turning_points(&recipe, grid, tiles);
            double straight = walk_cost(grid, tiles), pulled = walk_cost(grid, smooth);
            assert_on(&recipe, isfinite(straight));
            assert_on(&recipe, isfinite(pulled));
            assert_on(&recipe, pulled <= straight * (1 + 1e-6));
            int32_t count;
            wend_path_waypoints(tiles, &count);
            before += count;
            wend_path_waypoints(smooth, &count);
            after += count;
        }
        wend_world_destroy(world);
    }
    assert_true(after < before);
    wend_path_destroy(smooth);
    wend_path_destroy(tiles);
    wend_search_destroy(search);
}

static void expect(const char* rows, wend_tile start, wend_tile goal, bool smooth, const char* corners) {
    wend_grid* grid = map_from_text(rows, WEND_CONNECTIVITY_8);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query(start, goal);
    query.algorithm = WEND_ASTAR;
    query.smooth = smooth;
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    char text[200] = "";
    int32_t count, used = 0;
    const wend_vec2* points = wend_path_waypoints(path, &count);
    for (int32_t i = 0; i < count; i++) {
        wend_tile t = tile_under(grid, points[i]);
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%d,%d", i ? " " : "", t.x, t.y);
    }
    assert_string_equal(text, corners);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_grid_destroy(grid);
}

static bool is_wall(const wend_grid* grid, wend_tile a, wend_tile b) {
    return wend_grid_contains(grid, a) && wend_grid_contains(grid, b) &&
           !wend_grid_step_is_open(grid, a, b) && !wend_grid_step_is_open(grid, b, a);
}

// Samples many points of a line and returns the least distance to a blocked tile or a wall.
static double wall_gap(const wend_grid* grid, wend_vec2 a, wend_vec2 b) {
    double least = 2, length = hypot((double)(b.x - a.x), (double)(b.y - a.y));
    for (double at = 0; at <= length; at += 0.02) {
        double px = (double)a.x + (double)(b.x - a.x) * at / length,
               py = (double)a.y + (double)(b.y - a.y) * at / length;
        for (int32_t y = (int32_t)floor(py) - 1; y <= (int32_t)floor(py) + 1; y++)
            for (int32_t x = (int32_t)floor(px) - 1; x <= (int32_t)floor(px) + 1; x++) {
                wend_tile here = {x, y}, right = {x + 1, y}, below = {x, y + 1};
                if (is_wall(grid, here, right))
                    least = fmin(least, hypot(px - x - 1, fmax(fmax(y - py, py - y - 1), 0)));
                if (is_wall(grid, here, below))
                    least = fmin(least, hypot(fmax(fmax(x - px, px - x - 1), 0), py - y - 1));
                if (wend_grid_passable(grid, here)) continue;
                double dx = fmax(fmax(x - px, px - x - 1), 0), dy = fmax(fmax(y - py, py - y - 1), 0);
                least = fmin(least, hypot(dx, dy));
            }
    }
    return least;
}

// A body has room everywhere on a smoothed path, and smoothing it again changes nothing.
static void walks_have_room_for_a_body(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path* path = new_path();
    for (uint64_t seed = 1; seed <= 400; seed++) {
        map_recipe recipe = map_of_squares(seed + 40000, 70);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        wend_query query;
        if (map_random_query(grid, &r, WEND_ASTAR, &query)) {
            query.smooth = true;
            query.body_radius = 0.5f * (float)rng_unit(&r);
            assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
            int32_t count;
            const wend_vec2* points = wend_path_waypoints(path, &count);
            wendi_owner owner;
            const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
            wendi_tile_list corners = {.allocator = allocator}, again = corners;
            for (int32_t i = 0; i < count; i++) {
                assert_ok(wendi_tile_list_push(&corners, tile_under(grid, points[i])));
                if (i == 0 || recipe.connectivity == WEND_CONNECTIVITY_8_CUT) continue;
                assert_on(&recipe,
                          wall_gap(grid, points[i - 1], points[i]) > (double)query.body_radius - 1e-3);
            }
            wendi_smoother smoother = {.allocator = allocator};
            assert_ok(wendi_pull_string(&smoother, grid, &corners, (double)query.body_radius, &again));
            assert_on(&recipe, again.count == corners.count);
            for (int64_t i = 0; i < again.count; i++)
                assert_on(&recipe,
                          again.data[i].x == corners.data[i].x && again.data[i].y == corners.data[i].y);
            wendi_owner_end(&owner);
        }
        wend_grid_destroy(grid);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void walks_by_hand(void** state) {
    (void)state;
    wend_tile a = {0, 0}, b = {5, 1};
    expect("......\n......\n", a, b, true, "0,0 5,1"); // one straight line
    expect("......\n......\n", a, a, true, "0,0");     // already at the goal
    expect("..#..\n.....\n", a, (wend_tile){4, 0}, true, "0,0 1,1 3,1 4,0");
    expect("..#...\n......\n", a, (wend_tile){1, 1}, false, "0,0 1,1");
    expect(".#.\n.#.\n...\n", a, (wend_tile){2, 0}, true, "0,0 0,2 2,2 2,0"); // no corner is cut
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waypoints_are_legal_and_cost_no_more),
        cmocka_unit_test(walks_have_room_for_a_body),
        cmocka_unit_test(walks_by_hand),
    };
    return run_unit_tests(tests);
}
