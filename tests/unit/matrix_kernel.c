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

// ---- links

enum { MOST_POINTS = 5 * WENDI_ROW_LANES, BLOCKS = 5, SHORTCUTS = BLOCKS * WENDI_SHORTCUT_BLOCK };

static int32_t walk(int32_t most, int32_t least, int32_t dx, int32_t dy) {
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return dx > dy ? most * dx + least * dy : most * dy + least * dx;
}

// Random points, filled up to whole lanes.
static int32_t random_points(rng* r, int32_t x[MOST_POINTS], int32_t y[MOST_POINTS],
                             int32_t rest[MOST_POINTS]) {
    const int32_t count = rng_below(r, MOST_POINTS);
    for (int32_t i = 0; i < MOST_POINTS; i++) {
        x[i] = rng_below(r, 2000);
        y[i] = rng_below(r, 2000);
        rest[i] = i < count ? rng_below(r, 1 << 20) : WENDI_NO_LINK;
    }
    return count;
}

static void bounds_by_points(void** state) {
    (void)state;
    rng r = rng_seeded(19);
    for (int32_t round = 0; round < ROUNDS; round++) {
        int32_t x[MOST_POINTS], y[MOST_POINTS], rest[MOST_POINTS], found[MOST_POINTS];
        const wendi_link_points points = {x, y, rest, random_points(&r, x, y, rest)};
        const int32_t most = rng_between(&r, 1, 300), least = rng_below(&r, most + 1);
        const wend_rect area = {rng_below(&r, 2000), rng_below(&r, 2000), rng_between(&r, 1, 9),
                                rng_between(&r, 1, 9)};
        int32_t at_corner = INT32_MAX, by_any = INT32_MAX, nearest[MOST_POINTS];
        for (int32_t i = 0; i < points.count; i++) {
            int32_t low = INT32_MAX, high = 0;
            for (int32_t dy = 0; dy < area.height; dy++)
                for (int32_t dx = 0; dx < area.width; dx++) {
                    const int32_t by = rest[i] + walk(most, least, x[i] - area.x - dx, y[i] - area.y - dy);
                    low = by < low ? by : low;
                    high = by > high ? by : high;
                    if (dx == 0 && dy == 0 && by < at_corner) at_corner = by;
                }
            nearest[i] = low;
            by_any = high < by_any ? high : by_any;
        }
        const wendi_sweep_kernel* kernel;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            const int32_t bound = kernel->bound_by(most, least, points, area.x, area.y);
            const int32_t of_area = kernel->bounds_of_area(most, least, points, area, found);
            assert_true(points.count > 0 ? bound == at_corner : bound >= WENDI_NO_LINK);
            assert_true(points.count > 0 ? of_area == by_any : of_area >= WENDI_NO_LINK);
            assert_memory_equal(found, nearest, (size_t)points.count * sizeof *found);
        }
    }
}

// All blocks relaxed one by one, and only those that need it: the same keys.
static void relaxed_shortcuts(void** state) {
    (void)state;
    rng r = rng_seeded(20);
    const wend_allocator allocator = wendi_allocator(NULL);
    wendi_shortcuts shortcuts = {0};
    assert_int_equal(wendi_shortcuts_reserve(&shortcuts, &allocator, SHORTCUTS), WEND_OK);
    int32_t skipped = 0;
    for (int32_t round = 0; round < 200; round++) {
        const int32_t most = rng_between(&r, 1, 300), least = rng_below(&r, most + 1);
        shortcuts.count = 0;
        while (shortcuts.count < SHORTCUTS) {
            const int32_t left = shortcuts.count / WENDI_SHORTCUT_BLOCK * 100;
            const wend_tile from = {rng_below(&r, 500), rng_below(&r, 500)},
                            to = {left + rng_below(&r, 100), rng_below(&r, 100)};
            wendi_shortcuts_append(&shortcuts, from, to, rng_between(&r, 1, 20000), 0);
        }
        wendi_shortcuts_bound(&shortcuts, 0);
        const wendi_sweep_kernel* kernel;
        const rng before = r;
        for (int32_t form = 0; (kernel = wendi_sweep_form(form)) != NULL; form++) {
            int32_t rest[SHORTCUTS], direct[SHORTCUTS], need[BLOCKS], key[BLOCKS], gap[BLOCKS];
            const wendi_shortcut_rests rests = {.shortcuts = &shortcuts,
                                                .most = most,
                                                .least = least,
                                                .rest = rest,
                                                .direct = direct,
                                                .need = need,
                                                .key = key,
                                                .gap = gap};
            r = before;
            for (int32_t i = 0; i < SHORTCUTS; i++) {
                const bool done = rng_chance(&r, 20);
                rest[i] = done ? 0 : rng_below(&r, 100000);
                direct[i] = done ? -1 : rng_below(&r, 100000);
            }
            for (int32_t b = 0; b < BLOCKS; b++) kernel->relax_block(&rests, b, 0, 0, WENDI_NO_LINK);
            int32_t want[SHORTCUTS];
            memcpy(want, rest, sizeof want);
            for (int32_t i = 0; i < 3; i++) {
                const int32_t x = rng_below(&r, 500), y = rng_below(&r, 500), left = rng_below(&r, 60000);
                skipped += BLOCKS - kernel->relax_shortcuts(&rests, x, y, left);
                for (int32_t k = 0; k < SHORTCUTS; k++) {
                    const wendi_shortcut_ends* to = &shortcuts.ends[WENDI_LINK_TO];
                    const int32_t by = left + walk(most, least, to->x[k] - x, to->y[k] - y);
                    want[k] = by < want[k] ? by : want[k];
                }
                for (int32_t b = 0; b < BLOCKS; b++) {
                    int32_t least_key = INT32_MAX;
                    for (int32_t k = b * WENDI_SHORTCUT_BLOCK; k < (b + 1) * WENDI_SHORTCUT_BLOCK; k++) {
                        const int32_t by = want[k] + shortcuts.cost[k];
                        if (by < direct[k] && by < least_key) least_key = by;
                    }
                    assert_int_equal(key[b], least_key);
                }
            }
        }
    }
    assert_true(skipped > 0);
    wendi_shortcuts_free(&shortcuts, &allocator);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows), cmocka_unit_test(lines),
                                       cmocka_unit_test(closed_matrices), cmocka_unit_test(bounds_by_points),
                                       cmocka_unit_test(relaxed_shortcuts)};
    return run_unit_tests(tests);
}
