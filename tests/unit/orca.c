// orca.c: is the velocity that avoidance chooses the best one on a fine grid, and do half-planes keep bodies
// apart?
#include "agents/neighbours.h"

#include "unit.h"

static double outside(const wendi_half* halves, int32_t first, int32_t count, wendi_vec v) {
    double worst = 0;
    for (int32_t i = first; i < count; i++)
        worst = fmax(worst, halves[i].least - wendi_dot(v, halves[i].normal));
    return worst;
}

static wendi_half random_half(rng* r) {
    wendi_vec normal = {rng_unit(r) - 0.5, rng_unit(r) - 0.5};
    if (wendi_length(normal) < 1e-3) normal.x = 1;
    return (wendi_half){wendi_unit(normal), rng_unit(r) * 3 - 2};
}

static void the_nearest_allowed_velocity(void** state) {
    (void)state;
    enum { STEPS = 60 };
    int32_t possible = 0, impossible = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        rng r = rng_seeded(seed);
        wendi_half halves[10];
        int32_t count = rng_between(&r, 0, 10), hard = rng_between(&r, 0, wendi_min(count, 2));
        for (int32_t i = 0; i < count; i++) halves[i] = random_half(&r);
        for (int32_t i = 0; i < hard; i++)
            halves[i].least = -fabs(halves[i].least); // standing still is allowed
        double most = 0.5 + rng_unit(&r) * 2;
        wendi_vec wanted = {rng_unit(&r) * 6 - 3, rng_unit(&r) * 6 - 3};
        wendi_vec v = wendi_orca_solve(halves, count, hard, wanted, most);
        assert_true(wendi_length(v) <= most + 1e-9);
        assert_true(outside(halves, 0, hard, v) <= 1e-9);
        double gap = INFINITY, least = INFINITY; // of the best on the grid
        for (int32_t a = -STEPS; a <= STEPS; a++)
            for (int32_t b = -STEPS; b <= STEPS; b++) {
                wendi_vec u = {most * a / STEPS, most * b / STEPS};
                if (wendi_length(u) > most || outside(halves, 0, hard, u) > 0) continue;
                double off = outside(halves, hard, count, u);
                least = fmin(least, off);
                if (off == 0) gap = fmin(gap, wendi_gap(u, wanted));
            }
        double off = outside(halves, hard, count, v);
        if (isfinite(gap)) {
            assert_true(off <= 1e-9 && wendi_gap(v, wanted) <= gap + 1e-9);
            possible++;
        } else {
            assert_true(off <= least + 1e-9);
            impossible += off > 1e-6;
        }
    }
    assert_true(possible > 300 && impossible > 300);
}

// Two that both keep to their halves, whichever velocities those leave them, do not meet within the horizon.
static void halves_keep_two_apart(void** state) {
    (void)state;
    int32_t would_meet = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        rng r = rng_seeded(seed);
        wendi_vec offset = {rng_unit(&r) * 6 - 3, rng_unit(&r) * 6 - 3};
        wendi_vec a = {rng_unit(&r) * 4 - 2, rng_unit(&r) * 4 - 2},
                  b = {rng_unit(&r) * 4 - 2, rng_unit(&r) * 4 - 2};
        double reach = 0.2 + rng_unit(&r), horizon = 0.5 + rng_unit(&r) * 2;
        if (wendi_length(offset) <= reach) continue;
        wendi_meeting mine = {offset, wendi_sub(a, b), reach};
        wendi_meeting theirs = {wendi_scale(offset, -1), wendi_sub(b, a), reach};
        wendi_half halves[2] = {wendi_orca_half(&mine, a, 0.5, horizon, 0.1),
                                wendi_orca_half(&theirs, b, 0.5, horizon, 0.1)};
        // The least change, and any other that is allowed.
        wendi_vec u = wendi_orca_solve(&halves[0], 1, 0, a, 10),
                  w = wendi_orca_solve(&halves[1], 1, 0, b, 10);
        if (seed % 2)
            u = wendi_along(u, halves[0].normal, rng_unit(&r)),
            w = wendi_along(w, halves[1].normal, rng_unit(&r));
        wendi_vec closing = wendi_scale(wendi_sub(u, w), horizon);
        assert_true(wendi_gap_to_segment((wendi_vec){0, 0}, closing, offset) >= reach - 1e-6);
        closing = wendi_scale(wendi_sub(a, b), horizon);
        would_meet += wendi_gap_to_segment((wendi_vec){0, 0}, closing, offset) < reach;
    }
    assert_true(would_meet > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_allowed_velocity),
        cmocka_unit_test(halves_keep_two_apart),
    };
    return run_unit_tests(tests);
}
