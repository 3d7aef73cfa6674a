// margin.c: the extra cost near obstacles, and an exponential function that rounds alike on every machine.
#include "grid/margin.h"

#include <math.h>

#include "core/base.h"

// exp(-x) for x >= 0, within 1e-14 of it: libraries differ in the last bits. x is split into multiples of
// ln 2, which only halve, and a rest below it, for which the series converges fast.
static double exp_of_minus(double x) {
    static const double LN2 = 0.69314718055994530942;
    if (x > 700) return 0;
    const double halvings = floor(x / LN2);
    const double rest = x - halvings * LN2;
    double sum = 1, term = 1;
    for (int32_t i = 1; i <= 20; i++) {
        term = term * -rest / i;
        sum = sum + term;
    }
    return ldexp(sum, -(int)halvings);
}

double wendi_margin_factor(const wend_profile_def* def, double distance) {
    const double beyond = distance - (double)def->radius;
    WENDI_ASSERT(beyond >= 0);
    if (beyond >= (double)def->margin) return 1;
    return 1 + (double)def->margin_cost * exp_of_minus((double)def->margin_falloff * beyond);
}
