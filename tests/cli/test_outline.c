// test_outline.c: do the rings around a set of tiles enclose just these tiles, whatever their form?
#include "outline.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 24 };

// Twice the area within a ring, in the sense in which it goes; a ring around tiles on its right is above 0.
static int64_t area_of(const outline* o, const outline_ring* ring) {
    int64_t area = 0;
    for (int64_t i = 0; i < ring->count; i++) {
        const wend_tile a = o->points[ring->first + i], b = o->points[ring->first + (i + 1) % ring->count];
        area += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return area;
}

// Whether the middle of a tile lies within a ring: how often a line to the left meets it.
static bool holds(const outline* o, const outline_ring* ring, int32_t x, int32_t y) {
    bool inside = false;
    for (int64_t i = 0; i < ring->count; i++) {
        const wend_tile a = o->points[ring->first + i], b = o->points[ring->first + (i + 1) % ring->count];
        if (a.x == b.x && a.x <= x && (a.y <= y) != (b.y <= y)) inside = !inside;
    }
    return inside;
}

static void check_rings(const int32_t* classes, int32_t width, int32_t height, const outline* o) {
    int64_t area = 0, tiles = 0;
    for (int64_t r = 0; r < o->ring_count; r++) {
        const int64_t own = area_of(o, &o->rings[r]);
        assert_true(o->rings[r].is_hole ? own < 0 : own > 0);
        assert_true(r == 0 || o->rings[r].part >= o->rings[r - 1].part);
        assert_true(o->rings[r].is_hole == (r > 0 && o->rings[r].part == o->rings[r - 1].part));
        area += own;
    }
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            int32_t within = 0, holes = 0;
            for (int64_t r = 0; r < o->ring_count; r++) {
                const bool held = holds(o, &o->rings[r], x, y);
                within += held && !o->rings[r].is_hole;
                holes += held && o->rings[r].is_hole;
            }
            const bool is_in = classes[y * width + x] == 1;
            assert_int_equal(within - holes, is_in);
            tiles += is_in;
        }
    assert_int_equal(area, 2 * tiles);
}

static void rings_enclose_the_tiles(void** state) {
    (void)state;
    rng r = rng_seeded(6);
    for (int32_t round = 0; round < 3000; round++) {
        const int32_t width = 1 + (int32_t)rng_below(&r, MOST), height = 1 + (int32_t)rng_below(&r, MOST);
        const uint32_t percent = rng_below(&r, 101);
        int32_t classes[MOST * MOST];
        outline o;
        for (int32_t i = 0; i < width * height; i++)
            classes[i] = rng_chance(&r, (int)percent) ? 1 : (int32_t)rng_below(&r, 3) * 2 - 2;
        outline_trace(classes, width, height, 1, 0, &o);
        check_rings(classes, width, height, &o);
        outline_destroy(&o);
    }
}

static void simpler_rings_stay_near(void** state) {
    (void)state;
    enum { SIDE = 80 };
    int32_t* classes = calloc(SIDE * SIDE, sizeof *classes);
    int64_t tiles = 0;
    for (int32_t i = 0; i < SIDE * SIDE; i++) { // a ring of two circles
        const double distance = hypot(i % SIDE - 40, i / SIDE - 40);
        classes[i] = distance < 38 && distance > 12;
        tiles += classes[i];
    }
    outline all, fewer;
    outline_trace(classes, SIDE, SIDE, 1, 0, &all);
    outline_trace(classes, SIDE, SIDE, 1, 1, &fewer);
    assert_int_equal(all.ring_count, 2);
    assert_int_equal(fewer.ring_count, 2);
    assert_true(fewer.point_count < all.point_count / 3);
    const double area = (double)(area_of(&fewer, &fewer.rings[0]) + area_of(&fewer, &fewer.rings[1])) / 2;
    assert_true(fabs(area / (double)tiles - 1) < 0.04);
    outline_destroy(&fewer);
    outline_trace(classes, SIDE, SIDE, 1, 30, &fewer); // the hole goes, the outer ring does not
    assert_int_equal(fewer.ring_count, 1);
    assert_true(fewer.point_count >= 3);
    outline_destroy(&all);
    outline_destroy(&fewer);
    free(classes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_enclose_the_tiles),
        cmocka_unit_test(simpler_rings_stay_near),
    };
    return run_unit_tests(tests);
}
