// matrix.c: the kernel's work on rows of tables, in every form that this machine runs, against the plain
// words.
#include <string.h>

#include "random.h"
#include "sweep.h"
#include "unit.h"

enum { ROUNDS = 4000, MOST = 70, ROOM = MOST + WENDI_ROW_LANES };

typedef struct row_case {
    int32_t count, padded, shift, from;
    uint16_t row[ROOM];
    int32_t rests[ROOM], costs[ROOM], estimates[ROOM];
} row_case;

static row_case random_row(rng* r) {
    row_case c = {.count = rng_between(r, 1, MOST), .shift = rng_below(r, 7), .from = rng_below(r, 1 << 24)};
    c.padded = (c.count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
    for (int32_t i = 0; i < ROOM; i++) { // past the end is what may be there
        c.row[i] = rng_chance(r, 15) ? WENDI_NO_WAY : (uint16_t)rng_below(r, UINT16_MAX);
        c.rests[i] = rng_below(r, 1 << 20);
        c.costs[i] = rng_chance(r, 40) ? INT32_MAX : rng_below(r, 1 << 24);
        c.estimates[i] = rng_chance(r, 60) ? INT32_MAX : rng_below(r, 1 << 25);
        if (i >= c.count) c.costs[i] = -1;
        if (i >= c.count) c.estimates[i] = INT32_MAX;
    }
    return c;
}

static void check_relax(const row_case* given, const wendi_sweep_kernel* kernel) {
    row_case want = *given, have = *given;
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < want.count; i++) {
        if (want.row[i] == WENDI_NO_WAY) continue;
        int32_t through = want.from + ((int32_t)want.row[i] << want.shift);
        if (through >= want.costs[i]) continue;
        want.costs[i] = through;
        want.estimates[i] = through + want.rests[i];
        if (want.estimates[i] < least) least = want.estimates[i];
    }
    int32_t found = kernel->relax_row(have.row, have.count, have.shift, have.from, have.rests, have.costs,
                                      have.estimates);
    assert_int_equal(found, least);
    assert_memory_equal(have.costs, want.costs, sizeof want.costs);
    assert_memory_equal(have.estimates, want.estimates, sizeof want.estimates);
}

static void check_take(const row_case* given, const wendi_sweep_kernel* kernel) {
    row_case want = *given, have = *given;
    int32_t limit = given->from, least = INT32_MAX, count = 0, places[ROOM], taken[ROOM], found;
    for (int32_t i = 0; i < want.padded; i++) {
        if (want.estimates[i] > limit) {
            if (want.estimates[i] < least) least = want.estimates[i];
            continue;
        }
        want.estimates[i] = INT32_MAX;
        places[count++] = i;
    }
    assert_int_equal(kernel->take_up_to(limit, have.estimates, have.padded, taken, &found), count);
    assert_int_equal(found, least);
    assert_memory_equal(taken, places, (size_t)count * sizeof *taken);
    assert_memory_equal(have.estimates, want.estimates, sizeof want.estimates);
}

static void rows(void** state) {
    (void)state;
    rng r = rng_seeded(17);
    for (int32_t round = 0; round < ROUNDS; round++) {
        row_case c = random_row(&r);
        const wendi_sweep_kernel* kernel;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            check_relax(&c, kernel);
            check_take(&c, kernel);
        }
    }
}

static void closed_matrices(void** state) {
    (void)state;
    rng r = rng_seeded(18);
    for (int32_t round = 0; round < 60; round++) {
        int32_t count = rng_between(&r, 1, 40);
        int32_t stride = (count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
        int32_t direct[40 * 40], want[40 * 40];
        for (int32_t i = 0; i < count * stride; i++)
            direct[i] = i % stride < count && rng_chance(&r, 12) ? rng_below(&r, 1 << 24) : WENDI_FAR;
        for (int32_t i = 0; i < count; i++) direct[i * stride + i] = 0;
        memcpy(want, direct, sizeof want);
        for (int32_t via = 0; via < count; via++)
            for (int32_t i = 0; i < count; i++)
                for (int32_t k = 0; k < count; k++) {
                    int64_t sum = (int64_t)want[i * stride + via] + want[via * stride + k];
                    if (sum < want[i * stride + k]) want[i * stride + k] = (int32_t)sum;
                }
        const wendi_sweep_kernel* kernel;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            int32_t have[40 * 40];
            memcpy(have, direct, sizeof have);
            kernel->close_matrix(have, count, stride);
            for (int32_t i = 0; i < count; i++)
                assert_memory_equal(have + i * stride, want + i * stride, (size_t)count * sizeof *have);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(closed_matrices)};
    return run_unit_tests(tests);
}
