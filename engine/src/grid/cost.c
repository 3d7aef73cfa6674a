// cost.c: which integer unit suits a cost table?
//
// The relative rounding error of a step is at most 0.5 / (unit c), so unit c >= 500 for the cheapest c keeps
// it below 0.1 %. Small tables need less: with all costs 1, unit 169 has an error of 9e-6, because 239 / 169
// is a convergent of sqrt 2. No fraction with a smaller denominator lies between, so two paths can be ranked
// wrongly only when their numbers of diagonal steps differ by 169 or more. With whole costs up to 16, unit 99
// (140 / 99) has an error of 5e-5.
#include "grid/cost.h"

#include <math.h>
#include <string.h>

#include "core/base.h"

static const double SQRT2 = 1.41421356237309504880;

enum {
    FULL_UNIT = 577,   // unit x cheapest cost at which any table is precise enough: error <= 0.088 %
    SHORT_UNIT = 2048, // unit x highest cost up to which 32 such steps fit 16 bits
};
// The search for a unit stops at the first of these errors:
static const double GOOD_ERROR = 0.0005; // once units no longer fit 16 bits
static const double PRECISE = 1e-5;      // while they fit
static const double ENOUGH = 0.001;      // what every step keeps to
static const double BETTER = 0.99;       // a larger unit must reduce the error at least to this share

// Largest relative error of any step, for one unit; or an error from limit on, if there is one.
static double error_of(const double* costs, int32_t count, double unit, double limit) {
    double worst = 0;
    for (int32_t i = 0; i < count && worst < limit; i++) {
        double straight = unit * costs[i];
        double diagonal = straight * SQRT2;
        double e = fabs(floor(straight + 0.5) / straight - 1);
        double d = fabs(floor(diagonal + 0.5) / diagonal - 1);
        if (e > worst) worst = e;
        if (d > worst) worst = d;
    }
    return worst;
}

static int32_t choose_unit(const double* costs, int32_t count, double cheapest, double costliest) {
    WENDI_ASSERT(count > 0);
    int32_t full = (int32_t)ceil(FULL_UNIT / cheapest);
    int32_t best = 1;
    double best_error = INFINITY;
    for (int32_t unit = 1; unit <= full; unit++) {
        if (best_error <= (unit * costliest > SHORT_UNIT ? GOOD_ERROR : PRECISE)) break;
        const double limit = BETTER * best_error, error = error_of(costs, count, unit, limit);
        if (error < limit) {
            best_error = error;
            best = unit;
        }
    }
    return best;
}

static bool is_blocked(float cost) {
    return cost == 0 || (isinf(cost) && cost > 0);
}

// Costs of the passable classes, each once. Returns how many.
static wend_result list_costs(const float class_costs[WEND_CLASS_COUNT], double out[WEND_CLASS_COUNT],
                              int32_t* count_out) {
    int32_t count = 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        float c = class_costs[k];
        if (k == 0 || is_blocked(c)) continue;
        if (!(c >= WEND_MIN_CLASS_COST && c <= WEND_MAX_CLASS_COST)) return WEND_ERROR_ARGUMENT;
        bool seen = false;
        for (int32_t i = 0; i < count && !seen; i++) seen = out[i] == (double)c;
        if (!seen) out[count++] = c;
    }
    if (count == 0) out[count++] = 1;
    *count_out = count;
    return WEND_OK;
}

static void find_range(const double* costs, int32_t count, double* cheapest_out, double* costliest_out) {
    *cheapest_out = INFINITY;
    *costliest_out = 0;
    for (int32_t i = 0; i < count; i++) {
        *cheapest_out = fmin(*cheapest_out, costs[i]);
        *costliest_out = fmax(*costliest_out, costs[i]);
    }
    WENDI_ASSERT(*cheapest_out > 0 && *costliest_out >= *cheapest_out);
}

// The costs are in range. Writes in place: a copy would cost the stack 4 KB.
static void fill_costs(const float class_costs[WEND_CLASS_COUNT], wend_connectivity connectivity,
                       int32_t unit, wendi_costs* out) {
    memset(out, 0, sizeof *out);
    out->unit = unit;
    out->narrow = true;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        float c = class_costs[k];
        out->straight16[k] = out->diagonal16[k] = UINT16_MAX;
        if (k == 0 || is_blocked(c)) continue;
        double straight = (double)out->unit * c;
        out->straight[k] = (int32_t)fmax(floor(straight + 0.5), 1);
        // All neighbours of a hexagon are equally far away, also those in a diagonal direction.
        out->diagonal[k] = connectivity >= WEND_CONNECTIVITY_HEX_ODD_R
                               ? out->straight[k]
                               : wendi_max((int32_t)floor(straight * SQRT2 + 0.5), out->straight[k]);
        if (out->diagonal[k] >= UINT16_MAX) {
            out->narrow = false;
            continue;
        }
        out->straight16[k] = (uint16_t)out->straight[k];
        if (connectivity != WEND_CONNECTIVITY_4) out->diagonal16[k] = (uint16_t)out->diagonal[k];
    }
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        uint8_t(*shuffle)[16] = out->shuffles[k >> 4];
        shuffle[0][k & 15] = (uint8_t)out->straight16[k];
        shuffle[1][k & 15] = (uint8_t)(out->straight16[k] >> 8);
        shuffle[2][k & 15] = (uint8_t)out->diagonal16[k];
        shuffle[3][k & 15] = (uint8_t)(out->diagonal16[k] >> 8);
    }
}

// ---- the range of a grid

// Suits every cost of a range: the error of a step is at most 0.5 / (unit cost).
static int32_t unit_for_range(double least, double greatest) {
    return least < greatest ? (int32_t)ceil(FULL_UNIT / least) : choose_unit(&least, 1, least, least);
}

static bool is_cost(float cost) {
    return cost >= WEND_MIN_CLASS_COST && cost <= WEND_MAX_CLASS_COST;
}

wend_result wendi_cost_range_of(const float class_costs[WEND_CLASS_COUNT], float least, float greatest,
                                wendi_cost_range* out) {
    double passable[WEND_CLASS_COUNT], cheapest, costliest;
    int32_t count;
    wend_result result = list_costs(class_costs, passable, &count);
    if (result != WEND_OK) return result;
    if ((least != 0 && !is_cost(least)) || (greatest != 0 && !is_cost(greatest))) return WEND_ERROR_ARGUMENT;
    find_range(passable, count, &cheapest, &costliest);
    wendi_cost_range range = {.declared = least != 0 || greatest != 0};
    range.least = least != 0 ? least : (float)cheapest;
    range.greatest = greatest != 0 ? greatest : (float)costliest;
    if (range.least > range.greatest) return WEND_ERROR_ARGUMENT;
    if (range.greatest > range.least * WEND_MAX_COST_RATIO) return WEND_ERROR_LIMIT;
    result = wendi_check_class_costs(&range, class_costs);
    if (result != WEND_OK) return result;
    range.unit = range.declared ? unit_for_range(range.least, range.greatest)
                                : choose_unit(passable, count, cheapest, costliest);
    WENDI_ASSERT(wendi_cost_range_is_valid(&range, false));
    *out = range;
    return WEND_OK;
}

bool wendi_cost_range_is_valid(const wendi_cost_range* range, bool any_unit) {
    if (!is_cost(range->least) || !is_cost(range->greatest) || range->least > range->greatest ||
        range->greatest > range->least * WEND_MAX_COST_RATIO)
        return false;
    if (range->declared && !any_unit) return range->unit == unit_for_range(range->least, range->greatest);
    return range->unit >= 1 && range->unit * (double)range->greatest * SQRT2 <= WENDI_MAX_STEP;
}

wend_result wendi_check_class_cost(const wendi_cost_range* range, float cost) {
    if (is_blocked(cost)) return WEND_OK;
    if (!(cost > 0)) return WEND_ERROR_ARGUMENT;
    return cost >= range->least && cost <= range->greatest ? WEND_OK : WEND_ERROR_LIMIT;
}

wend_result wendi_check_class_costs(const wendi_cost_range* range,
                                    const float class_costs[WEND_CLASS_COUNT]) {
    wend_result result = WEND_OK;
    for (int32_t k = 1; k < WEND_CLASS_COUNT && result == WEND_OK; k++)
        result = wendi_check_class_cost(range, class_costs[k]);
    return result;
}

// ---- units that are given

wend_result wendi_costs_with_unit(const float class_costs[WEND_CLASS_COUNT], wend_connectivity connectivity,
                                  int32_t unit, wendi_costs* out) {
    double passable[WEND_CLASS_COUNT], cheapest, costliest;
    int32_t count;
    wend_result result = list_costs(class_costs, passable, &count);
    if (result != WEND_OK) return result;
    find_range(passable, count, &cheapest, &costliest);
    if (unit < 1 || unit * costliest * SQRT2 > WENDI_MAX_STEP) return WEND_ERROR_LIMIT;
    fill_costs(class_costs, connectivity, unit, out);
    return WEND_OK;
}

wend_result wendi_common_unit(double* costs, int32_t count, int32_t unit, int32_t* out) {
    double cheapest, costliest;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool seen = costs[i] == 0;
        for (int32_t k = 0; k < kept && !seen; k++) seen = costs[k] == costs[i];
        if (!seen) costs[kept++] = costs[i];
    }
    *out = unit;
    if (kept == 0) return WEND_OK;
    find_range(costs, kept, &cheapest, &costliest);
    if (costliest > cheapest * WEND_MAX_COST_RATIO) return WEND_ERROR_LIMIT;
    if (error_of(costs, kept, unit, INFINITY) > ENOUGH || unit * costliest * SQRT2 > WENDI_MAX_STEP)
        *out = choose_unit(costs, kept, cheapest, costliest);
    return WEND_OK;
}
