// fixed_costs.h: how are costs that a program gives summed exactly? As whole multiples of a unit that is so
// fine that the sum of as many of the greatest as there may be still fits.
#ifndef WENDI_FIXED_COSTS_H
#define WENDI_FIXED_COSTS_H
#include <math.h>

#include "core/base.h"

/// Stands for what cannot be had. It exceeds all sums of costs, and thousands of it do not overflow.
#define WENDI_FIXED_NONE ((int64_t)1 << 45)

/// Checks some costs. *greatest_out: the greatest finite one; 0: there is none. Errors: ARGUMENT (below 0 or
/// NaN), LIMIT (above 2^40).
static inline wend_result wendi_fixed_check(const double* costs, size_t count, double* greatest_out) {
    double greatest = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(costs[i] >= 0)) return WEND_ERROR_ARGUMENT;
        if (costs[i] > greatest && !isinf(costs[i])) greatest = costs[i];
    }
    *greatest_out = greatest;
    return greatest > (double)((int64_t)1 << 40) ? WEND_ERROR_LIMIT : WEND_OK;
}

/// The units of a cost of 1: a power of two, so that the sum of `terms` costs stays below WENDI_FIXED_NONE.
static inline double wendi_fixed_scale(double greatest, int32_t terms) {
    double scale = (double)((int64_t)1 << 30);
    const double most = (double)WENDI_FIXED_NONE / 4;
    while (greatest * scale * terms > most) scale /= 2;
    return scale;
}

static inline int64_t wendi_fixed_cost(double cost, double scale) {
    return (int64_t)(cost * scale + 0.5);
}
#endif
