// distance_matrix.c: are costs packed into 16 bits with a shift correctly, and are nodes found?
#include "hierarchy/distance_matrix.h"

#include "unit.h"

static void costs_are_rounded_up_by_the_least_shift(void** state) {
    (void)state;
    wend_allocator allocator = wendi_allocator(NULL);
    wendi_matrix matrix = {0};
    static const uint32_t nodes[2] = {7, 70};
    static const struct {
        uint32_t cost, stored;
        int32_t shift;
    } cases[] = {{1, 1, 0},
                 {UINT16_MAX - 1, UINT16_MAX - 1, 0},
                 {UINT16_MAX, UINT16_MAX + 1, 1},
                 {131068, 131068, 1},
                 {131069, 131072, 2},
                 {1000001, 1000016, 4},
                 {UINT32_MAX - (1 << 17), UINT32_MAX - (1 << 17) + 1, 16},
                 {WENDI_UNREACHED, WENDI_UNREACHED, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t costs[4] = {0, cases[i].cost, 3, 0};
        assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 2, NULL));
        assert_int_equal(matrix.shift, cases[i].shift);
        assert_int_equal(wendi_matrix_cost(&matrix, 0, 1), cases[i].stored);
        assert_int_equal(wendi_matrix_cost(&matrix, 0, 0), 0);
        uint32_t three = (3u + (1u << matrix.shift) - 1) >> matrix.shift << matrix.shift;
        assert_int_equal(wendi_matrix_cost(&matrix, 1, 0), three);
    }
    wendi_matrix_free(&matrix, &allocator);
    assert_int_equal(matrix.count, 0);
}

static void a_change_is_noticed(void** state) {
    (void)state;
    wend_allocator allocator = wendi_allocator(NULL);
    wendi_matrix matrix = {0};
    uint32_t nodes[3] = {1, 5, 9}, costs[9] = {0, 2, 3, 2, 0, 4, 3, 4, 0};
    bool changed = false;
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 3, &changed));
    assert_true(changed);
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 3, &changed));
    assert_false(changed);
    costs[5] = 7;
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 3, &changed));
    assert_true(changed);
    nodes[2] = 10;
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 3, &changed));
    assert_true(changed);
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 0, &changed));
    assert_true(changed);
    assert_ok(wendi_matrix_set(&matrix, &allocator, nodes, costs, 0, &changed));
    assert_false(changed);
}

static void nodes_are_found(void** state) {
    (void)state;
    uint32_t nodes[40];
    for (uint32_t count = 0; count <= 40; count++) {
        for (uint32_t i = 0; i < count; i++) nodes[i] = 3 * i + 1;
        for (uint32_t node = 0; node <= 3 * count + 2; node++) {
            bool there = node % 3 == 1 && node / 3 < count;
            assert_int_equal(wendi_slot_of(nodes, (int32_t)count, node), there ? (int32_t)(node / 3) : -1);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_rounded_up_by_the_least_shift),
        cmocka_unit_test(a_change_is_noticed),
        cmocka_unit_test(nodes_are_found),
    };
    return run_unit_tests(tests);
}
