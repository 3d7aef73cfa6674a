// matrix_kernel.c: does the kernel handle matrix rows and border lines correctly, in every form that this
// machine runs? Compared with plain loops.
#include <string.h>

#include "hierarchy/distance_matrix.h"
#include "kernel/sweep.h"
#include "rng.h"
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
        c.row[i] = rng_chance(r, 15) ? WENDI_NO_PATH : (uint16_t)rng_below(r, UINT16_MAX);
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
        if (want.row[i] == WENDI_NO_PATH) continue;
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
    int32_t limit = given->from, least = INT32_MAX, count = 0, slots[ROOM], taken[ROOM], found;
    for (int32_t i = 0; i < want.padded; i++) {
        if (want.estimates[i] > limit) {
            if (want.estimates[i] < least) least = want.estimates[i];
            continue;
        }
        want.estimates[i] = INT32_MAX;
        slots[count++] = i;
    }
    assert_int_equal(kernel->take_up_to(limit, have.estimates, have.padded, taken, &found), count);
    assert_int_equal(found, least);
    assert_memory_equal(taken, slots, (size_t)count * sizeof *taken);
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

// A cost of a line, often none or near one of the ends of the range.
static uint16_t random_cost(rng* r) {
    if (rng_chance(r, 25)) return UINT16_MAX;
    if (rng_chance(r, 10)) return (uint16_t)rng_below(r, 3);
    return (uint16_t)(UINT16_MAX - rng_below(r, rng_chance(r, 20) ? 3 : UINT16_MAX));
}

static void lines(void** state) {
    (void)state;
    rng r = rng_seeded(11);
    for (int32_t round = 0; round < ROUNDS; round++) {
        _Alignas(64) wendi_row16 mine, theirs, want, lower;
        bool near = rng_chance(&r, 50); // lines that mostly agree, as in a search
        int32_t above = rng_between(&r, -UINT16_MAX, UINT16_MAX);
        if (near) above /= 1000;
        uint16_t limit = rng_chance(&r, 50) ? UINT16_MAX : random_cost(&r), least = UINT16_MAX, most = 0;
        uint32_t bits = 0;
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            mine[x] = random_cost(&r);
            theirs[x] = near ? (uint16_t)(mine[x] + above + rng_below(&r, 3) - 1) : random_cost(&r);
            bool is_lower = mine[x] < limit && (theirs[x] == UINT16_MAX || mine[x] + above < theirs[x]);
            want[x] = is_lower ? mine[x] : UINT16_MAX;
            if (!is_lower) continue;
            bits |= 1u << x;
            least = mine[x] < least ? mine[x] : least;
            most = mine[x] > most ? mine[x] : most;
        }
        for (int32_t form = 0; wendi_sweep_form(form); form++) {
            uint16_t found_least, found_most;
            assert_int_equal(
                wendi_sweep_form(form)->lower16(mine, theirs, above, limit, lower, &found_least, &found_most),
                bits);
            if (bits == 0) continue;
            assert_memory_equal(lower, want, sizeof want);
            assert_int_equal(found_least, least);
            assert_int_equal(found_most, most);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(lines),
                                       cmocka_unit_test(closed_matrices)};
    return run_unit_tests(tests);
}
