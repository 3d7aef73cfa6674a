// sight.c: does one tile see another exactly when the line between their centres is free, and is a blocking
// tile seen exactly when a part of a side of it is? Compared with the definitions in whole numbers.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "unit.h"
#include "wend/profile.h"
#include "wend/sight.h"

enum { MOST_SIDE = 12, MOST_TILES = MOST_SIDE * MOST_SIDE };

// ---- the definitions. Points lie on a mesh of half tiles, relative to the eye's centre.

typedef struct point {
    int64_t x, y;
} point;

typedef struct scene {
    const wend_grid* grid;
    wend_tile eye, other;
} scene;

static int sign_of(int64_t n) {
    return (n > 0) - (n < 0);
}

// On which side of a line from the eye a point lies.
static int side_of(point along, point p) {
    return sign_of(along.x * p.y - along.y * p.x);
}

static point from_eye(const scene* s, wend_tile tile) {
    return (point){2 * ((int64_t)tile.x - s->eye.x), 2 * ((int64_t)tile.y - s->eye.y)};
}

static bool is_same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

static bool has_wall(const wend_grid* grid, wend_tile a, wend_tile b) {
    return wend_grid_contains(grid, b) && !wend_grid_step_is_open(grid, a, b) &&
           !wend_grid_step_is_open(grid, b, a);
}

// Steps along rows and columns from the eye: a line meets tiles in this order.
static int64_t order_of(const scene* s, wend_tile tile) {
    return llabs((int64_t)tile.x - s->eye.x) + llabs((int64_t)tile.y - s->eye.y);
}

typedef struct meeting {
    bool crosses, left, right; // the line passes through; it touches, on the left, on the right
    int64_t first_crossed;     // the order of the first tile that it passes through
} meeting;

static void meet(meeting* m, point along, const point* corners, int count, int64_t order) {
    bool left = false, right = false, touches = false;
    for (int i = 0; i < count; i++) {
        const int side = side_of(along, corners[i]);
        left |= side < 0;
        right |= side > 0;
        touches |= side == 0;
    }
    if (left && right) {
        m->crosses = true;
        if (order < m->first_crossed) m->first_crossed = order;
    } else if (touches) {
        m->left |= left;
        m->right |= right;
    }
}

// Everything between two tiles that lies before an order from the eye, and what the line from the eye does
// there.
static meeting meetings(const scene* s, point along, int64_t before) {
    meeting m = {.first_crossed = INT64_MAX};
    const int32_t left = s->eye.x < s->other.x ? s->eye.x : s->other.x, right = s->eye.x + s->other.x - left;
    const int32_t top = s->eye.y < s->other.y ? s->eye.y : s->other.y, bottom = s->eye.y + s->other.y - top;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            const wend_tile tile = {x, y}, next = {x + 1, y}, below = {x, y + 1};
            const point c = from_eye(s, tile);
            const point corners[] = {
                {c.x - 1, c.y - 1}, {c.x + 1, c.y - 1}, {c.x - 1, c.y + 1}, {c.x + 1, c.y + 1}};
            const bool is_end = is_same(tile, s->eye) || is_same(tile, s->other);
            if (!is_end && !wend_grid_passable(s->grid, tile) && order_of(s, tile) < before)
                meet(&m, along, corners, 4, order_of(s, tile));
            const int64_t to_next =
                order_of(s, next) > order_of(s, tile) ? order_of(s, next) : order_of(s, tile);
            const int64_t to_below =
                order_of(s, below) > order_of(s, tile) ? order_of(s, below) : order_of(s, tile);
            const point upright[] = {corners[1], corners[3]}, level[] = {corners[2], corners[3]};
            if (x < right && has_wall(s->grid, tile, next) && to_next <= before)
                meet(&m, along, upright, 2, to_next);
            if (y < bottom && has_wall(s->grid, tile, below) && to_below <= before)
                meet(&m, along, level, 2, to_below);
        }
    }
    return m;
}

static bool line_is_free(const meeting* m) {
    return !m->crosses && !(m->left && m->right);
}

static int by_angle(const void* p, const void* q) {
    return -side_of(*(const point*)p, *(const point*)q);
}

// True when some line from the eye meets the other tile before anything else. Tries one line between any two
// corners that follow each other as seen from the eye.
static bool part_is_seen(const scene* s) {
    point corners[4 * (MOST_SIDE + 1) * (MOST_SIDE + 1)];
    int count = 0;
    const point to = from_eye(s, s->other);
    const point tile[] = {
        {to.x - 1, to.y - 1}, {to.x + 1, to.y - 1}, {to.x - 1, to.y + 1}, {to.x + 1, to.y + 1}};
    for (int64_t y = -1; y <= llabs(to.y) + 1; y += 2)
        for (int64_t x = -1; x <= llabs(to.x) + 1; x += 2) {
            const point p = {to.x < 0 ? -x : x, to.y < 0 ? -y : y};
            if (p.x * to.x + p.y * to.y > 0) corners[count++] = p; // ahead, so that angles have an order
        }
    qsort(corners, (size_t)count, sizeof *corners, by_angle);
    for (int i = 0; i + 1 < count; i++) {
        const point along = {corners[i].x + corners[i + 1].x, corners[i].y + corners[i + 1].y};
        meeting hit = {0};
        meet(&hit, along, tile, 4, 0);
        if (side_of(corners[i], corners[i + 1]) == 0 || !hit.crosses) continue;
        const meeting before = meetings(s, along, order_of(s, s->other));
        if (!before.crosses) return true;
    }
    return false;
}

static bool is_seen(const scene* s) {
    if (is_same(s->eye, s->other)) return true;
    if (!wend_grid_passable(s->grid, s->other)) return part_is_seen(s);
    const meeting m = meetings(s, from_eye(s, s->other), INT64_MAX);
    return line_is_free(&m);
}

// ---- random maps

static wend_grid* random_grid(rng* r) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 1 + (int32_t)(rng_next(r) % MOST_SIDE);
    def.height = 1 + (int32_t)(rng_next(r) % MOST_SIDE);
    uint8_t classes[MOST_TILES];
    const uint64_t blocked = rng_next(r) % 60, walls = rng_next(r) % 3 ? 0 : rng_next(r) % 40;
    for (int i = 0; i < MOST_TILES; i++) classes[i] = rng_next(r) % 100 >= blocked;
    def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    for (int32_t y = 0; y < def.height; y++)
        for (int32_t x = 0; x < def.width; x++)
            for (int k = 0; k < 2; k++) {
                const wend_tile next = {x + (k == 0), y + (k == 1)};
                if (rng_next(r) % 100 < walls && wend_grid_contains(grid, next))
                    assert_ok(wend_grid_set_wall(grid, (wend_tile){x, y}, next, true));
            }
    return grid;
}

// ---- tests

static void check_pair(const scene* s, bool expected, uint64_t seed) {
    const wend_sight_def def = wend_default_sight_def();
    bool sees = !expected;
    wend_tile blocker = {-2, -2};
    assert_ok(wend_line_of_sight(s->grid, &def, s->eye, s->other, &sees, &blocker));
    if (sees != expected)
        fail_msg("%d,%d to %d,%d of map %d: seen %d, expected %d", s->eye.x, s->eye.y, s->other.x, s->other.y,
                 (int)seed, sees, expected);
    if (sees) {
        assert_tile(blocker, -1, -1);
        return;
    }
    const meeting m = meetings(s, from_eye(s, s->other), INT64_MAX);
    const bool is_tile = !wend_grid_passable(s->grid, blocker);
    if (order_of(s, blocker) > m.first_crossed ||
        (!m.left && !m.right && order_of(s, blocker) != m.first_crossed))
        fail_msg("%d,%d to %d,%d of map %d: blocked by %d,%d", s->eye.x, s->eye.y, s->other.x, s->other.y,
                 (int)seed, blocker.x, blocker.y);
    assert_true(is_tile || wend_grid_closed_step_count(s->grid) > 0);
    assert_false(is_same(blocker, s->eye));
}

static void test_sight_is_as_defined(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        rng r = rng_seeded(seed);
        wend_grid* grid = random_grid(&r);
        const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        scene s = {.grid = grid};
        s.eye = (wend_tile){(int32_t)(rng_next(&r) % (uint64_t)width),
                            (int32_t)(rng_next(&r) % (uint64_t)height)};
        uint8_t seen[MOST_TILES] = {0};
        const wend_sight_def def = wend_default_sight_def();
        assert_ok(wend_visible_tiles(grid, &def, s.eye, (wend_rect){0, 0, width, height}, seen));
        for (int32_t i = 0; i < width * height; i++) {
            s.other = (wend_tile){i % width, i / width};
            const bool expected = is_seen(&s);
            if (seen[i] != expected)
                fail_msg("%d,%d in the view from %d,%d of map %d: seen %d", s.other.x, s.other.y, s.eye.x,
                         s.eye.y, (int)seed, seen[i]);
            check_pair(&s, expected, seed);
            const scene back = {grid, s.other, s.eye};
            if (wend_grid_passable(grid, s.eye) && wend_grid_passable(grid, s.other))
                check_pair(&back, expected, seed);
        }
        wend_grid_destroy(grid);
    }
}

static void test_range_and_area(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        rng r = rng_seeded(seed);
        wend_grid* grid = random_grid(&r);
        const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        const wend_tile eye = map_random_tile(grid, &r), corner = map_random_tile(grid, &r);
        const wend_rect area = {corner.x, corner.y,
                                1 + (int32_t)(rng_next(&r) % (uint64_t)(width - corner.x)),
                                1 + (int32_t)(rng_next(&r) % (uint64_t)(height - corner.y))};
        wend_sight_def def = wend_default_sight_def();
        uint8_t all[MOST_TILES] = {0}, part[MOST_TILES];
        memset(part, 7, sizeof part);
        assert_ok(wend_visible_tiles(grid, &def, eye, (wend_rect){0, 0, width, height}, all));
        def.range = (float)(rng_next(&r) % 40) / 4;
        assert_ok(wend_visible_tiles(grid, &def, eye, area, part));
        for (int32_t i = 0; i < area.width * area.height; i++) {
            const int32_t x = area.x + i % area.width, y = area.y + i / area.width;
            const double gap = hypot(x - eye.x, y - eye.y);
            const bool expected = all[y * width + x] && gap <= (double)def.range;
            assert_int_equal(part[i], expected ? 1 : 7); // what is not seen keeps its number
        }
        assert_int_equal(part[area.width * area.height], 7);
        wend_grid_destroy(grid);
    }
}

static wend_grid* drawn_grid(const char* rows, int32_t width) {
    wend_grid_def def = wend_default_grid_def();
    uint8_t classes[256];
    def.width = width;
    def.height = (int32_t)strlen(rows) / width;
    for (size_t i = 0; rows[i]; i++) classes[i] = rows[i] == '#' ? 0 : rows[i] == 'T' ? 2 : 1;
    def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static void expect_view(const wend_grid* grid, const wend_sight_def* def, wend_tile eye,
                        const char* expected) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    uint8_t seen[256] = {0};
    char view[257] = "";
    assert_ok(wend_visible_tiles(grid, def, eye, (wend_rect){0, 0, width, height}, seen));
    for (int32_t i = 0; i < width * height; i++) view[i] = seen[i] ? 'x' : '.';
    assert_string_equal(view, expected);
}

static void test_pillars_and_corridors(void** state) {
    (void)state;
    const wend_sight_def def = wend_default_sight_def();
    wend_grid* grid = drawn_grid("#######"
                                 "......."
                                 "#######",
                                 7);
    expect_view(grid, &def, (wend_tile){0, 1}, "xxxxxxxxxxxxxxxxxxxxx"); // with all of its walls
    wend_grid_destroy(grid);
    grid = drawn_grid("....."
                      ".#..."
                      "....."
                      ".....",
                      5);
    expect_view(grid, &def, (wend_tile){0, 1}, // the line to 2,3 touches the pillar, and passes it
                "xx..."
                "xx..."
                "xx..."
                "xxx..");
    wend_grid_destroy(grid);
}

static void test_classes_and_walls(void** state) {
    (void)state;
    wend_sight_def def = wend_default_sight_def();
    wend_grid* grid = drawn_grid("..T.#.", 6); // trees: passable
    bool blockers[WEND_CLASS_COUNT] = {false};
    expect_view(grid, &def, (wend_tile){0, 0}, "xxxxx.");
    def.blockers = blockers;
    expect_view(grid, &def, (wend_tile){0, 0}, "xxxxxx");
    blockers[2] = true;
    expect_view(grid, &def, (wend_tile){0, 0}, "xxx...");
    assert_ok(wend_grid_set_wall(grid, (wend_tile){0, 0}, (wend_tile){1, 0}, true));
    expect_view(grid, &def, (wend_tile){0, 0}, "x.....");
    def.through_walls = true;
    expect_view(grid, &def, (wend_tile){0, 0}, "xxx...");
    def.through_walls = false;
    assert_ok(wend_grid_set_step(grid, (wend_tile){0, 0}, (wend_tile){1, 0}, true)); // a ledge is no wall
    expect_view(grid, &def, (wend_tile){0, 0}, "xxx...");
    wend_grid_destroy(grid);
}

static void test_a_view_sees_what_its_world_sees(void** state) {
    (void)state;
    wend_profile_def wide = wend_default_profile_def();
    wide.name = "wide";
    wide.radius = 1.4f;
    wide.class_costs[2] = 0;
    wend_world* world = world_with_profiles(drawn_grid("......"
                                                       "..T..."
                                                       "......",
                                                       6),
                                            &wide, 1);
    const wend_grid* view = wend_world_grid(wend_world_profile(world, 1));
    const wend_sight_def def = wend_default_sight_def();
    assert_false(wend_grid_passable(view, (wend_tile){0, 0})); // too narrow
    expect_view(view, &def, (wend_tile){0, 1},
                "xxxx.."
                "xxx..."
                "xxxx..");
    expect_view(wend_world_grid(world), &def, (wend_tile){0, 1}, "xxxxxxxxxxxxxxxxxx");
    wend_world_destroy(world);
}

static void test_a_mapped_world(void** state) {
    (void)state;
    wend_world* built = new_world(100, 80, false);
    edit_tiles(built, (wend_rect){50, 0, 1, 40}, 0);
    assert_ok(wend_world_refresh(built, 0, NULL));
    files_enter();
    assert_ok(wend_world_save(built, "sight.wend", NULL));
    wend_world* world = NULL;
    assert_ok(wend_world_map("sight.wend", NULL, &world, NULL));
    const wend_sight_def def = wend_default_sight_def();
    uint8_t expected[8000] = {0}, seen[8000] = {0};
    const wend_rect all = {0, 0, 100, 80};
    assert_ok(wend_visible_tiles(wend_world_grid(built), &def, (wend_tile){10, 10}, all, expected));
    assert_ok(wend_visible_tiles(wend_world_grid(world), &def, (wend_tile){10, 10}, all, seen));
    assert_memory_equal(seen, expected, sizeof seen);
    assert_int_equal(seen[60], 0);
    wend_world_destroy(world);
    wend_world_destroy(built);
    files_leave();
}

static void test_floors(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 7;
    def.height = 3;
    def.floors = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){3, 0, 1, 2, 1}, 0));
    const wend_sight_def eye = wend_default_sight_def();
    const wend_tile below = {0, 1, 0}, here = {0, 1, 1}, hidden = {6, 1, 1}, above = {0, 2, 2};
    bool sees = true;
    wend_tile blocker;
    assert_ok(wend_line_of_sight(grid, &eye, here, hidden, &sees, &blocker));
    assert_false(sees);
    assert_tile(blocker, 3, 1);
    assert_int_equal(blocker.floor, 1);
    assert_ok(wend_line_of_sight(grid, &eye, below, (wend_tile){6, 1, 0}, &sees, &blocker));
    assert_true(sees);
    bool none[WEND_CLASS_COUNT] = {false};
    wend_sight_def glass = eye;
    glass.blockers = none; // not even the ground between floors
    for (int k = 0; k < 2; k++) {
        sees = true;
        assert_ok(wend_line_of_sight(grid, k ? &glass : &eye, here, above, &sees, &blocker));
        assert_false(sees);
        assert_tile(blocker, -1, -1);
    }
    uint8_t seen[21] = {0};
    assert_ok(wend_visible_tiles(grid, &glass, here, (wend_rect){0, 0, 7, 3, 0}, seen));
    for (int i = 0; i < 21; i++) assert_int_equal(seen[i], 0);
    assert_ok(wend_visible_tiles(grid, &glass, here, (wend_rect){0, 0, 7, 3, 1}, seen));
    for (int i = 0; i < 21; i++) assert_int_equal(seen[i], 1);
    assert_int_equal(wend_line_of_sight(grid, &eye, here, (wend_tile){0, 0, 3}, &sees, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_visible_tiles(grid, &eye, here, (wend_rect){0, 1, 7, 3, 1}, seen),
                     WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void test_wrong_arguments(void** state) {
    (void)state;
    wend_grid* grid = drawn_grid(".......", 7);
    const wend_tile a = {0, 0}, b = {6, 0}, off = {7, 0};
    wend_sight_def def = wend_default_sight_def(), bad = def, none = {0};
    bool sees = true;
    wend_tile blocker = {5, 5};
    uint8_t seen[7] = {0};
    assert_int_equal(wend_line_of_sight(grid, &none, a, b, &sees, &blocker), WEND_ERROR_DEF);
    assert_int_equal(wend_line_of_sight(grid, &def, off, b, &sees, &blocker), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_line_of_sight(grid, &def, a, off, &sees, &blocker), WEND_ERROR_ARGUMENT);
    bad.range = -1;
    assert_int_equal(wend_line_of_sight(grid, &bad, a, b, &sees, &blocker), WEND_ERROR_ARGUMENT);
    bad.range = NAN;
    assert_int_equal(wend_visible_tiles(grid, &bad, a, (wend_rect){0, 0, 7, 1}, seen), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_visible_tiles(grid, &def, a, (wend_rect){0, 0, 8, 1}, seen), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_visible_tiles(grid, &def, a, (wend_rect){0, 0, 0, 1}, seen), WEND_ERROR_ARGUMENT);
    assert_true(sees);
    assert_tile(blocker, 5, 5);
    def.range = 5.9f;
    assert_ok(wend_line_of_sight(grid, &def, a, b, &sees, &blocker));
    assert_false(sees);
    assert_tile(blocker, -1, -1);
    wend_grid_destroy(grid);
    wend_grid_def hex = wend_default_grid_def();
    hex.width = hex.height = 4;
    hex.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    assert_ok(wend_grid_create(&hex, &grid));
    def = wend_default_sight_def();
    assert_int_equal(wend_line_of_sight(grid, &def, a, a, &sees, NULL), WEND_ERROR_UNSUPPORTED);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sight_is_as_defined),
        cmocka_unit_test(test_range_and_area),
        cmocka_unit_test(test_pillars_and_corridors),
        cmocka_unit_test(test_classes_and_walls),
        cmocka_unit_test(test_a_view_sees_what_its_world_sees),
        cmocka_unit_test(test_a_mapped_world),
        cmocka_unit_test(test_floors),
        cmocka_unit_test(test_wrong_arguments),
    };
    return run_unit_tests(tests);
}
