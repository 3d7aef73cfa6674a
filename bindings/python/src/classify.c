// classify.c: which terrain class has each tile of an array of costs?
//
// Only + - * / and square roots, so that every machine makes the same classes.
#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAST  (WEND_CLASS_COUNT - 1) ///< number of passable classes
#define SLOTS 1024                   ///< of the hash table of different costs; a power of two

// The cost as the grid will have it; 0: blocked.
static inline float read_cost(double cost, const wendpy_reading* reading) {
    if (cost < 0 || !isfinite(cost)) return 0; // NaN and infinity; negative costs are refused before
    if (cost == 0 && !reading->zero_is_passable) return 0;
    cost *= reading->scale;
    return (float)(cost < reading->least      ? reading->least
                   : cost > reading->greatest ? reading->greatest
                                              : cost);
}

wendpy_range wendpy_cost_range(const double* costs, int64_t count, const wendpy_reading* reading) {
    wendpy_range range = {INFINITY, 0, -1};
    for (int64_t i = 0; i < count; i++) {
        const double cost = costs[i];
        if (cost < 0 && range.negative < 0 && !reading->negative_is_blocked) range.negative = i;
        if (!(cost > 0) || !isfinite(cost)) continue;
        if (cost < range.least) range.least = cost;
        if (cost > range.greatest) range.greatest = cost;
    }
    if (range.greatest == 0) range.least = 0;
    return range;
}

// ---- up to 255 different costs

typedef struct cost_table {
    float costs[SLOTS];
    uint8_t classes[SLOTS];
    float distinct[LAST];
    int32_t count;
} cost_table;

static inline uint32_t find_slot(const cost_table* table, float cost) {
    uint32_t bits;
    memcpy(&bits, &cost, sizeof bits);
    uint32_t slot = (bits * 2654435761u) >> 22;
    while (table->costs[slot] != cost && table->costs[slot] != 0) slot = (slot + 1) & (SLOTS - 1);
    return slot;
}

// False when there are more than 255.
static bool collect(const double* costs, int64_t count, const wendpy_reading* reading, cost_table* table) {
    float last = 0;
    for (int64_t i = 0; i < count; i++) {
        const float cost = read_cost(costs[i], reading);
        if (cost == last || cost == 0) continue;
        last = cost;
        const uint32_t slot = find_slot(table, cost);
        if (table->costs[slot] == cost) continue;
        if (table->count == LAST) return false;
        table->costs[slot] = cost;
        table->distinct[table->count++] = cost;
    }
    return true;
}

static int compare(const void* a, const void* b) {
    const float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

static void classify_exactly(const double* costs, int64_t count, const wendpy_reading* reading,
                             cost_table* table, uint8_t* classes_out, wendpy_classes* out) {
    qsort(table->distinct, (size_t)table->count, sizeof table->distinct[0], compare);
    for (int32_t k = 0; k < table->count; k++) {
        out->costs[k + 1] = table->distinct[k];
        table->classes[find_slot(table, table->distinct[k])] = (uint8_t)(k + 1);
    }
    out->class_count = table->count + 1;
    float last = 0;
    uint8_t terrain_class = 0;
    for (int64_t i = 0; i < count; i++) {
        const float cost = read_cost(costs[i], reading);
        if (cost != last) {
            last = cost;
            terrain_class = cost == 0 ? 0 : table->classes[find_slot(table, cost)];
        }
        classes_out[i] = terrain_class;
    }
}

// ---- more: intervals of equal ratios

// The number whose 255th power is the ratio, or a little more.
static double root_255(double ratio) {
    double low = 1, high = ratio;
    for (int i = 0; i < 100; i++) {
        const double middle = low + (high - low) / 2;
        double power = 1;
        for (int n = 0; n < LAST && power < ratio; n++) power *= middle;
        if (power < ratio)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static inline int find_interval(const float* bounds,
                                float cost) { // the last bound that is not above the cost
    int low = 0;
    for (int step = 128; step > 0; step /= 2)
        if (low + step < LAST && bounds[low + step] <= cost) low += step;
    return low;
}

static void classify_by_intervals(const double* costs, int64_t count, const wendpy_reading* reading,
                                  const wendpy_range* range, uint8_t* classes_out, wendpy_classes* out) {
    const float first = read_cost(range->least, reading), last = read_cost(range->greatest, reading);
    const float least = reading->zero_is_passable ? (float)reading->least : first;
    const double ratio = root_255((double)last / (double)least);
    float bounds[LAST], low[LAST], high[LAST];
    double bound = (double)least;
    for (int i = 0; i < LAST; i++, bound *= ratio) {
        bounds[i] = (float)bound;
        low[i] = high[i] = 0;
    }
    for (int64_t i = 0; i < count; i++) {
        const float cost = read_cost(costs[i], reading);
        if (cost == 0) {
            classes_out[i] = 0;
            continue;
        }
        const int k = find_interval(bounds, cost);
        classes_out[i] = (uint8_t)k; // until the intervals that no tile has are known
        if (low[k] == 0 || cost < low[k]) low[k] = cost;
        if (cost > high[k]) high[k] = cost;
    }
    uint8_t class_of[LAST] = {0};
    out->class_count = 1;
    for (int k = 0; k < LAST; k++) {
        if (low[k] == 0) continue;
        const float cost = (float)sqrt((double)low[k] * (double)high[k]);
        const double error = fmax((double)(high[k] / cost), (double)(cost / low[k])) - 1;
        if (error > out->error) out->error = error;
        class_of[k] = (uint8_t)out->class_count;
        out->costs[out->class_count++] = cost;
    }
    for (int64_t i = 0; i < count; i++)
        if (read_cost(costs[i], reading) != 0) classes_out[i] = class_of[classes_out[i]];
}

void wendpy_classify(const double* costs, int64_t count, const wendpy_reading* reading,
                     const wendpy_range* range, uint8_t* classes_out, wendpy_classes* out) {
    *out = (wendpy_classes){.class_count = 1};
    cost_table table = {.count = 0};
    if (collect(costs, count, reading, &table))
        classify_exactly(costs, count, reading, &table, classes_out, out);
    else
        classify_by_intervals(costs, count, reading, range, classes_out, out);
}
