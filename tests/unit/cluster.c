// cluster.c: does the geometry of clusters equal its definition, tile by tile?
#include "hierarchy/entrance.h"

#include "unit.h"

static bool holds(wend_rect r, int32_t x, int32_t y) {
    return x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height;
}

static const int32_t lengths[] = {1, 2, 14, 15, 16, 17, 30, 31, 32, 33, 46, 47, 61, 62, 63, 64, 100};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void every_tile_knows_its_clusters(void** state) {
    (void)state;
    for (int32_t i = 0; i < LENGTHS * LENGTHS * 2; i++) {
        int32_t width = lengths[i / 2 % LENGTHS], height = lengths[i / 2 / LENGTHS];
        wendi_partition clusters = wendi_partition_of(width, height, i % 2 ? 15 : 31);
        int32_t count = wendi_cluster_count(&clusters);
        assert_int_equal(count, clusters.columns * clusters.rows);
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                int32_t got[4], expected[4], number = 0;
                for (int32_t c = 0; c < count; c++)
                    if (holds(wendi_cluster_rect(&clusters, c), x, y)) expected[number++] = c;
                assert_in_range(number, 1, 4);
                assert_int_equal(wendi_clusters_at(&clusters, (wend_tile){x, y}, got), number);
                assert_memory_equal(got, expected, (size_t)number * sizeof *got);
                bool line_x = x % clusters.size == 0 && x > 0 && x < width - 1;
                bool line_y = y % clusters.size == 0 && y > 0 && y < height - 1;
                assert_int_equal(number, (line_x ? 2 : 1) * (line_y ? 2 : 1)); // shared lines only
            }
        }
    }
}

// Ends of links inside clusters have numbers on the first 2^31 tiles, and tiles on lines everywhere.
static void node_numbers_do_not_meet(void** state) {
    (void)state;
    for (int32_t k = 0; k < 2; k++) {
        const wendi_partition clusters = wendi_partition_of(65536, 65536, k == 0 ? 15 : 31);
        const wend_tile tiles[] = {{100, 3},      {100, 32767}, {65534, 32767}, {65535, 32767},
                                   {0, 32768},    {100, 32769}, {100, 65534},   {65534, 65534},
                                   {930, 65534},  {65534, 930}, {65100, 65100}, {65535, 65535},
                                   {44444, 55555}};
        int32_t without = 0;
        for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
            if (!wendi_may_have_node(&clusters, tiles[i])) {
                without++;
                int32_t at[4];
                assert_true(tiles[i].y >= 32768 && wendi_clusters_at(&clusters, tiles[i], at) == 1);
                continue;
            }
            const uint32_t node = wendi_node_at_tile(&clusters, tiles[i]);
            const wend_tile back = wendi_node_tile(&clusters, node);
            assert_true(node != WENDI_NO_NODE && back.x == tiles[i].x && back.y == tiles[i].y);
        }
        assert_in_range(without, 4, 7);
    }
}

static void neighbours_share_a_line(void** state) {
    (void)state;
    wendi_partition c = wendi_partition_of(100, 70, 31);
    assert_int_equal(c.columns, 4);
    assert_int_equal(c.rows, 3);
    wend_rect first = wendi_cluster_rect(&c, 0), right = wendi_cluster_rect(&c, 1);
    assert_int_equal(first.width, 32);
    assert_int_equal(right.x, first.x + first.width - 1);
    wend_rect last = wendi_cluster_rect(&c, 11);
    assert_int_equal(last.x + last.width, 100);
    assert_int_equal(last.y + last.height, 70);
    assert_int_equal(last.width, 7);
}

// Some cluster of one tile is, or touches, one of the other's.
static void near_is_touching(void** state) {
    (void)state;
    rng r = rng_seeded(5);
    for (int32_t i = 0; i < 20000; i++) {
        int32_t width = rng_between(&r, 1, 200), height = rng_between(&r, 1, 200);
        wendi_partition clusters = wendi_partition_of(width, height, i % 2 ? 15 : 31);
        wend_tile a = {rng_below(&r, width), 0}, b = {rng_below(&r, width), 0};
        a.y = rng_below(&r, height);
        b.y = rng_below(&r, height);
        if (rng_chance(&r, 30)) a.x = a.x / clusters.size * clusters.size; // on a line
        int32_t at_a[4], at_b[4], na = wendi_clusters_at(&clusters, a, at_a),
                                  nb = wendi_clusters_at(&clusters, b, at_b);
        bool near = false;
        for (int32_t k = 0; k < na * nb; k++) {
            wend_rect ra = wendi_cluster_rect(&clusters, at_a[k / nb]),
                      rb = wendi_cluster_rect(&clusters, at_b[k % nb]);
            near = near || (ra.x < rb.x + rb.width && rb.x < ra.x + ra.width && ra.y < rb.y + rb.height &&
                            rb.y < ra.y + ra.height);
        }
        assert_int_equal(wendi_clusters_near(&clusters, a, b), near);
        assert_int_equal(wendi_clusters_near(&clusters, b, a), near);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tile_knows_its_clusters),
        cmocka_unit_test(node_numbers_do_not_meet),
        cmocka_unit_test(neighbours_share_a_line),
        cmocka_unit_test(near_is_touching),
    };
    return run_unit_tests(tests);
}
