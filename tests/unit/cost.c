// cost.c: are integer costs within 0.1 % of the true costs, for any table?
#include <math.h>
#include <string.h>

#include "grid/cost.h"
#include "unit.h"

typedef struct costs {
    int32_t unit, straight[WEND_CLASS_COUNT], diagonal[WEND_CLASS_COUNT];
} costs;

static wend_result costs_from(const float table[WEND_CLASS_COUNT], costs* out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 1;
    memcpy(def.class_costs, table, sizeof def.class_costs);
    wend_grid* grid = NULL;
    wend_result result = wend_grid_create(&def, &grid);
    if (result != WEND_OK) return result;
    out->unit = wend_grid_cost_units(grid);
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        out->straight[k] = wend_grid_straight_cost(grid, (uint8_t)k);
        out->diagonal[k] = wend_grid_diagonal_cost(grid, (uint8_t)k);
    }
    wend_grid_destroy(grid);
    return WEND_OK;
}

static double worst_error(const float* table, const costs* c) {
    double worst = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        if (table[k] == 0 || isinf(table[k])) {
            assert_int_equal(c->straight[k], 0);
            assert_int_equal(c->diagonal[k], 0);
            continue;
        }
        double straight = (double)c->unit * (double)table[k];
        worst = fmax(worst, fabs(c->straight[k] / straight - 1));
        worst = fmax(worst, fabs(c->diagonal[k] / (straight * sqrt(2)) - 1));
        assert_in_range(c->straight[k], 1, 1 << 22); // 1024 tiles of it fit 32 bits
        assert_in_range(c->diagonal[k], c->straight[k], 1 << 22);
    }
    assert_int_equal(c->straight[0], 0);
    return worst;
}

static void unit_maps_use_169(void** state) {
    (void)state;
    float table[WEND_CLASS_COUNT] = {0, 1, 1, 0, 1}, none[WEND_CLASS_COUNT] = {0};
    costs c;
    assert_ok(costs_from(table, &c));
    assert_int_equal(c.unit, 169);
    assert_int_equal(c.straight[1], 169);
    assert_int_equal(c.diagonal[1], 239);
    assert_true(worst_error(table, &c) <= 0.00001);
    assert_ok(costs_from(none, &c));
    assert_int_equal(c.unit, 169);
}

// A random cost table: few or many classes, similar or very different costs.
static void draw_table(rng* r, float table[WEND_CLASS_COUNT]) {
    memset(table, 0, WEND_CLASS_COUNT * sizeof *table);
    int32_t count = rng_chance(r, 70) ? rng_between(r, 1, 12) : rng_between(r, 1, 255);
    double span = rng_chance(r, 50) ? rng_unit(r) * 0.3 : rng_unit(r) * log(WEND_MAX_COST_RATIO);
    double least =
        log(WEND_MIN_CLASS_COST) + rng_unit(r) * (log(WEND_MAX_CLASS_COST) - log(WEND_MIN_CLASS_COST) - span);
    bool whole = rng_chance(r, 20);
    for (int32_t i = 0; i < count; i++) {
        float cost = (float)exp(least + rng_unit(r) * span);
        if (whole) cost = ceilf(cost);
        if (cost < WEND_MIN_CLASS_COST) cost = WEND_MIN_CLASS_COST;
        if (cost > WEND_MAX_CLASS_COST) cost = WEND_MAX_CLASS_COST;
        table[rng_between(r, 1, 255)] = cost;
    }
}

static void any_table_is_within_a_tenth_of_a_percent(void** state) {
    (void)state;
    rng r = rng_seeded(1);
    for (int32_t i = 0; i < 3000; i++) {
        float table[WEND_CLASS_COUNT];
        draw_table(&r, table);
        costs c;
        if (costs_from(table, &c) != WEND_OK) fail_msg("table %d was refused", i);
        double error = worst_error(table, &c);
        if (error > 0.001) fail_msg("table %d: error %g with unit %d", i, error, c.unit);
    }
}

// Order and repetition of the costs do not matter: only the set of them does.
static void unit_depends_on_the_set_of_costs(void** state) {
    (void)state;
    rng r = rng_seeded(2);
    for (int32_t i = 0; i < 200; i++) {
        float table[WEND_CLASS_COUNT], other[WEND_CLASS_COUNT] = {0};
        draw_table(&r, table);
        for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) other[256 - k] = table[k];
        for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
            if (other[k] == 0 && rng_chance(&r, 10)) other[k] = rng_chance(&r, 50) ? INFINITY : -0.0f;
        costs a, b;
        assert_ok(costs_from(table, &a));
        assert_ok(costs_from(other, &b));
        assert_int_equal(a.unit, b.unit);
        for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) assert_int_equal(a.diagonal[k], b.diagonal[256 - k]);
    }
}

static void limits(void** state) {
    (void)state;
    static const struct {
        float a, b;
        wend_result result;
    } cases[] = {
        {WEND_MIN_CLASS_COST, 1, WEND_OK},
        {WEND_MAX_CLASS_COST, 1, WEND_OK},
        {WEND_MIN_CLASS_COST, WEND_MIN_CLASS_COST * WEND_MAX_COST_RATIO, WEND_OK},
        {WEND_MIN_CLASS_COST, 65, WEND_ERROR_LIMIT},
        {WEND_MIN_CLASS_COST, WEND_MAX_CLASS_COST, WEND_ERROR_LIMIT},
        {0.0156f, 1, WEND_ERROR_ARGUMENT},
        {1024.1f, 1, WEND_ERROR_ARGUMENT},
        {-1, 1, WEND_ERROR_ARGUMENT},
        {NAN, 1, WEND_ERROR_ARGUMENT},
        {-INFINITY, 1, WEND_ERROR_ARGUMENT},
        {INFINITY, 1, WEND_OK},
        {-0.0f, 1, WEND_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float table[WEND_CLASS_COUNT] = {0};
        table[3] = cases[i].a;
        table[200] = cases[i].b;
        costs c = {.unit = -7};
        wend_result result = costs_from(table, &c);
        if (result != cases[i].result) fail_msg("case %zu: %s", i, wend_result_string(result));
        if (result != WEND_OK) assert_int_equal(c.unit, -7); // untouched
    }
    float class_0[WEND_CLASS_COUNT] = {NAN, 1}; // what class 0 says does not count
    costs c;
    assert_ok(costs_from(class_0, &c));
    assert_int_equal(c.straight[0], 0);
}

// A unit that would make a step too long is replaced by another; one that is fine stays.
static void a_common_unit_keeps_every_step_in_range(void** state) {
    (void)state;
    double near[] = {1, 0, 2}, far[] = {1, 0, 1000}, too_far[] = {1, 2 * WEND_MAX_COST_RATIO, 0};
    int32_t unit = 0;
    assert_ok(wendi_common_unit(near, 3, 169, &unit));
    assert_int_equal(unit, 169);
    assert_ok(wendi_common_unit(far, 3, 20 * 169, &unit)); // precise, but 1000 of them are too many
    assert_in_range(unit, 1, (int32_t)(WENDI_MAX_STEP / sqrt(2) / 1000));
    assert_int_equal(wendi_common_unit(too_far, 3, 169, &unit), WEND_ERROR_LIMIT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_common_unit_keeps_every_step_in_range),
        cmocka_unit_test(unit_maps_use_169),
        cmocka_unit_test(any_table_is_within_a_tenth_of_a_percent),
        cmocka_unit_test(unit_depends_on_the_set_of_costs),
        cmocka_unit_test(limits),
    };
    return run_unit_tests(tests);
}
