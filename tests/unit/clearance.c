// clearance.c: are the distances to blocked tiles and walls right, and the lines that a disc can move along?
// The test compares with every tile and every side of the map, as polygons, on squares and hexagons.
#include "grid/clearance.h"

#include "grid/grid.h"
#include "grid/steps.h"
#include "unit.h"
#include "wend/grid.h"

static const double HAIR = 1e-6; // answers that so small a difference of the radius changes are not compared

typedef struct shape {
    wendi_vec corner[6];
    int32_t count;
} shape;

typedef struct site {
    const wend_grid* grid;
    wendi_vec from, to;
    double radius;
} site;

// The tile as a polygon, its sides moved inwards by depth.
static shape shape_of(const wend_grid* grid, wend_tile tile, double depth) {
    const wend_connectivity connectivity = grid->connectivity;
    const bool hex = wendi_is_hex(connectivity);
    const wendi_vec center = wendi_center(grid, tile);
    shape s = {.count = hex ? 6 : 4};
    const double first = !hex ? 45 : wendi_is_shifted_by_rows(connectivity) ? 30 : 0;
    const double radius = (0.5 - depth) / cos(acos(-1) / s.count);
    for (int32_t i = 0; i < s.count; i++) {
        const double angle = (first + 360.0 * i / s.count) * acos(-1) / 180;
        s.corner[i] = (wendi_vec){center.x + radius * cos(angle), center.y + radius * sin(angle)};
    }
    return s;
}

// Positive: c lies to one side of the line from a to b, negative: to the other.
static double turn(wendi_vec a, wendi_vec b, wendi_vec c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool segments_cross(wendi_vec a, wendi_vec b, wendi_vec c, wendi_vec d) {
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

static double point_to_segment(wendi_vec p, wendi_vec a, wendi_vec b) {
    const double x = b.x - a.x, y = b.y - a.y, length = x * x + y * y;
    double share = length > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / length : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return hypot(p.x - a.x - share * x, p.y - a.y - share * y);
}

static double segment_to_segment(wendi_vec a, wendi_vec b, wendi_vec c, wendi_vec d) {
    if (segments_cross(a, b, c, d)) return 0;
    return fmin(fmin(point_to_segment(a, c, d), point_to_segment(b, c, d)),
                fmin(point_to_segment(c, a, b), point_to_segment(d, a, b)));
}

static bool is_inside(const shape* s, wendi_vec p) {
    for (int32_t i = 0; i < s->count; i++)
        if (turn(s->corner[i], s->corner[(i + 1) % s->count], p) < 0) return false;
    return true;
}

static double segment_to_shape(const shape* s, wendi_vec from, wendi_vec to) {
    if (is_inside(s, from)) return 0;
    double least = INFINITY;
    for (int32_t i = 0; i < s->count; i++)
        least = fmin(least, segment_to_segment(s->corner[i], s->corner[(i + 1) % s->count], from, to));
    return least;
}

static uint32_t closed_to_neighbours(const wend_grid* grid, wend_tile tile) {
    const uint32_t closed = wendi_exits_closed(&grid->exits, tile.x, tile.y);
    if (!wendi_is_hex(grid->connectivity)) return closed & 15; // the diagonals have no sides
    return closed & ~(uint32_t)wendi_hex_closed(grid->connectivity, tile.x, tile.y);
}

// The two corners that a tile has in common with the next one.
static void common_side(const wend_grid* grid, wend_tile tile, wend_tile next, wendi_vec out[2]) {
    const shape a = shape_of(grid, tile, 0), b = shape_of(grid, next, 0);
    int32_t count = 0;
    for (int32_t i = 0; i < a.count; i++)
        for (int32_t k = 0; k < b.count; k++)
            if (hypot(a.corner[i].x - b.corner[k].x, a.corner[i].y - b.corner[k].y) < HAIR) {
                assert_true(count < 2);
                out[count++] = a.corner[i];
            }
    assert_int_equal(count, 2);
}

// True when the segment leads over the side from the tile to the next, not closer to an end of it than depth.
static bool leads_over(const site* s, const wendi_vec side[2], wend_tile tile, double depth) {
    if (!segments_cross(s->from, s->to, side[0], side[1])) return false;
    const double length = hypot(side[1].x - side[0].x, side[1].y - side[0].y);
    const double a = fabs(turn(s->from, s->to, side[0])), b = fabs(turn(s->from, s->to, side[1]));
    const double at = length * a / (a + b);
    const bool forth =
        turn(side[0], side[1], s->from) * turn(side[0], side[1], wendi_center(s->grid, tile)) > 0;
    return forth && at >= depth && at <= length - depth;
}

static bool has_wall(const wend_grid* grid, wend_tile tile, int32_t direction, wend_tile* next_out) {
    *next_out = (wend_tile){tile.x + wendi_direction[direction].x, tile.y + wendi_direction[direction].y};
    if (!wend_grid_contains(grid, *next_out)) return false;
    return closed_to_neighbours(grid, *next_out) >> wendi_opposite(direction) & 1;
}

// What the engine must say, by all sides of a tile.
static bool sides_are_clear(const site* s, wend_tile tile) {
    const double depth = s->radius < 0 ? -s->radius : 0;
    for (uint32_t closed = closed_to_neighbours(s->grid, tile); closed; closed &= closed - 1) {
        wend_tile next;
        wendi_vec side[2];
        const int32_t direction = __builtin_ctz(closed);
        const bool wall = has_wall(s->grid, tile, direction, &next);
        if (!wend_grid_contains(s->grid, next)) continue;
        common_side(s->grid, tile, next, side);
        if (leads_over(s, side, tile, depth)) return false;
        if (wall && s->radius > 0 && segment_to_segment(side[0], side[1], s->from, s->to) < s->radius)
            return false;
    }
    return true;
}

static bool has_an_end_in(const site* s, wend_tile tile) {
    const shape whole = shape_of(s->grid, tile, 0);
    return is_inside(&whole, s->from) || is_inside(&whole, s->to);
}

static bool is_clear(const site* s) {
    for (int32_t y = -1; y <= s->grid->height; y++)
        for (int32_t x = -1; x <= s->grid->width; x++) {
            const wend_tile tile = {x, y};
            const bool on_map = wend_grid_contains(s->grid, tile);
            if (!on_map || !wend_grid_passable(s->grid, tile)) {
                const shape blocked = shape_of(s->grid, tile, s->radius < 0 ? -s->radius : 0);
                const double gap = segment_to_shape(&blocked, s->from, s->to);
                if (gap == 0 || gap < s->radius) return false;
            }
            if (on_map ? !sides_are_clear(s, tile) : has_an_end_in(s, tile)) return false;
        }
    return true;
}

static double clearance_at(const wend_grid* grid, wendi_vec p, double most) {
    double least = most;
    for (int32_t y = -1; y <= grid->height; y++)
        for (int32_t x = -1; x <= grid->width; x++) {
            const wend_tile tile = {x, y};
            const bool on_map = wend_grid_contains(grid, tile);
            if (!on_map || !wend_grid_passable(grid, tile)) {
                const shape blocked = shape_of(grid, tile, 0);
                least = fmin(least, segment_to_shape(&blocked, p, p));
            }
            for (uint32_t closed = on_map ? closed_to_neighbours(grid, tile) : 0; closed;
                 closed &= closed - 1) {
                wend_tile next;
                wendi_vec side[2];
                if (!has_wall(grid, tile, __builtin_ctz(closed), &next)) continue;
                common_side(grid, tile, next, side);
                least = fmin(least, point_to_segment(p, side[0], side[1]));
            }
        }
    return least;
}

static wendi_vec random_point(const wend_grid* grid, rng* r) {
    const wend_tile tile = map_random_tile(grid, r);
    const wendi_vec center = wendi_center(grid, tile);
    return (wendi_vec){center.x + rng_below(r, 1000003) / 1100000.0 - 0.45,
                       center.y + rng_below(r, 1000003) / 1100000.0 - 0.45};
}

// Often the centre of a tile: lines along a row or a column are cases of their own.
static wendi_vec random_end(const wend_grid* grid, rng* r) {
    return rng_chance(r, 40) ? wendi_center(grid, map_random_tile(grid, r)) : random_point(grid, r);
}

static map_recipe recipe_of(uint64_t seed) {
    if (seed % 2) return map_recipe_random_hex(seed, 12);
    return map_recipe_random_exits(seed, 12, seed % 4 == 0);
}

static void distances_are_those_to_the_nearest_polygon(void** state) {
    (void)state;
    int32_t smaller = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const map_recipe recipe = recipe_of(seed);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 20; i++) {
            const wendi_vec p = random_point(grid, &r);
            const double most = rng_between(&r, 1, 5) / 2.0, expected = clearance_at(grid, p, most);
            assert_on(&recipe, fabs(wendi_clearance(grid, p, most) - expected) < HAIR);
            smaller += expected > 0 && expected < most;
        }
        wend_grid_destroy(grid);
    }
    assert_true(smaller > 200);
}

static void lines_are_clear_of_every_polygon(void** state) {
    (void)state;
    static const double radii[] = {-0.2, -0.01, 0, 0.05, 0.3, 0.5, 1.2};
    int32_t clear = 0, not_clear = 0;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        const map_recipe recipe = recipe_of(seed);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 40; i++) {
            const wendi_vec from = random_end(grid, &r), far = random_end(grid, &r);
            const double share = rng_chance(&r, 30) ? 1 : 2 / (2 + hypot(far.x - from.x, far.y - from.y));
            site s = {grid, from, wendi_along(from, wendi_sub(far, from), share),
                      radii[rng_below(&r, (int32_t)(sizeof radii / sizeof *radii))]};
            const double radius = s.radius;
            const bool is = wendi_line_is_clear(grid, s.from, s.to, radius);
            s.radius = radius - HAIR;
            const bool less = is_clear(&s);
            s.radius = radius + HAIR;
            if (is_clear(&s) != less) continue;
            assert_on(&recipe, is == less);
            clear += is;
            not_clear += !is;
        }
        wend_grid_destroy(grid);
    }
    assert_true(clear > 300 && not_clear > 1000);
}

// Between the centres of tiles in one row or column, which a blocked tile or a wall may part.
static void lines_along_a_row_or_column_are_clear(void** state) {
    (void)state;
    int32_t clear = 0, not_clear = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const map_recipe recipe = recipe_of(seed);
        wend_grid* grid = map_make(&recipe);
        rng r = rng_seeded(seed);
        for (int32_t i = 0; i < 30; i++) {
            const wend_tile a = map_random_tile(grid, &r), b = map_random_tile(grid, &r);
            const bool row = rng_chance(&r, 50);
            const wend_tile to = {row ? b.x : a.x, row ? a.y : wendi_min(b.y, a.y + 2)};
            site s = {grid, wendi_center(grid, a), wendi_center(grid, to), 0.1};
            if (s.from.x == s.to.x && s.from.y == s.to.y) continue;
            const bool is = wendi_line_is_clear(grid, s.from, s.to, s.radius);
            assert_on(&recipe, is == is_clear(&s));
            clear += is;
            not_clear += !is;
        }
        wend_grid_destroy(grid);
    }
    assert_true(clear > 200 && not_clear > 200);
}

static void all_tiles_within_reach_are_around(void** state) {
    (void)state;
    rng r = rng_seeded(3);
    for (wend_connectivity c = WEND_CONNECTIVITY_8; c < WEND_CONNECTIVITY_COUNT; c++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 30;
        def.connectivity = c;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        for (int32_t i = 0; i < 40; i++) {
            const wendi_vec p = random_point(grid, &r);
            const double reach = rng_between(&r, 0, 9) / 2.0;
            const wend_rect around = wendi_tiles_around(grid, p, reach);
            for (int32_t k = 0; k < 30 * 30; k++) {
                const wend_tile tile = {k % 30, k / 30};
                const shape whole = shape_of(grid, tile, 0);
                if (segment_to_shape(&whole, p, p) <= reach - HAIR)
                    assert_true(wendi_area_contains(around, tile));
            }
            assert_true(around.width <= 2 * reach + 6 && around.height <= 2.4 * reach + 6);
        }
        wend_grid_destroy(grid);
    }
}

// A wall from (6, 5) to (6, 6), and numbers that are exact.
static void the_ends_of_a_wall_belong_to_it(void** state) {
    (void)state;
    const map_recipe recipe = map_recipe_of("open 12x12 8 unit 31 1");
    wend_grid* grid = map_make(&recipe);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){5, 5}, (wend_tile){6, 5}, true));
    for (int32_t end = 5; end <= 6; end++) {
        const wendi_vec from = {5.5, end - 0.5}, to = {6.5, end + 0.5};
        assert_false(wendi_line_is_clear(grid, from, to, 0));
        assert_false(wendi_line_is_clear(grid, to, from, 0));
        const double y = end == 5 ? 4.75 : 6.25; // so far away, and no closer
        assert_true(wendi_line_is_clear(grid, (wendi_vec){4, y}, (wendi_vec){8, y}, 0.25));
        assert_false(wendi_line_is_clear(grid, (wendi_vec){4, y}, (wendi_vec){8, y}, 0.2500001));
    }
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tiles_within_reach_are_around),
        cmocka_unit_test(lines_along_a_row_or_column_are_clear),
        cmocka_unit_test(distances_are_those_to_the_nearest_polygon),
        cmocka_unit_test(lines_are_clear_of_every_polygon),
        cmocka_unit_test(the_ends_of_a_wall_belong_to_it),
    };
    return run_unit_tests(tests);
}
