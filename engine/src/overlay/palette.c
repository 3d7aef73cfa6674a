// palette.c: which classes stand for added costs in the world of an overlay?
#include "overlay/overlay.h"

#include <math.h>
#include <string.h>

// None, 2 ^ (1/12), 2 ^ (1/6), 2 ^ (1/4), 2 ^ (1/2), 2. A cost is off by the root of the factor at most.
static const double factors[WENDI_COARSEST + 1] = {
    1, 1.0594630943592953, 1.122462048309373, 1.189207115002721, 1.4142135623730951, 2};
static const double roots[WENDI_COARSEST + 1] = {
    1, 1.029302236643492, 1.0594630943592953, 1.0905077326652577, 1.189207115002721, 1.4142135623730951};

double wendi_palette_factor(const wendi_palette* palette) {
    return factors[palette->coarseness];
}

static void forget_classes(wendi_palette* palette) {
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        if (palette->classes[k]) memset(palette->classes[k], 0, WENDI_COST_LEVELS);
}

// The greatest cost that the unit of the grid and the steps of its slopes allow.
static double most_of(const wend_grid* grid) {
    const double diagonal = 1.4142135623730951, slack = 1.001;
    double units = WENDI_MAX_STEP / (diagonal * slack);
    if (wendi_has_directions(grid)) {
        const wendi_slope_table* t = grid->relief.table;
        units = fmin(units, WENDI_MAX_STEP / (slack * (double)fmaxf(t->greatest[0], t->greatest[1])));
    }
    const double by_range = (double)grid->cost_range.least * (double)WEND_MAX_COST_RATIO;
    return fmin(fmin((double)WEND_MAX_CLASS_COST, by_range), units / grid->costs.unit);
}

static bool is_free(const wendi_palette* palette, int32_t k) {
    return palette->grid->class_counts[k] == 0 && !palette->taken[k] && !palette->kept[k];
}

// Takes a class. 0: none is left.
static uint8_t take(wendi_palette* palette, uint8_t base, double cost) {
    for (int32_t k = WEND_CLASS_COUNT - 1; k > 0; k--) {
        if (!is_free(palette, k)) continue;
        palette->taken[k] = true;
        palette->taken_count++;
        palette->costs[k] = (float)cost;
        palette->bases[k] = base;
        palette->added[k] = (float)(cost - (double)palette->costs[base]);
        return (uint8_t)k;
    }
    return 0;
}

wend_result wendi_palette_begin(wendi_palette* palette, const wend_grid* grid, bool by_class,
                                int32_t coarseness, const bool kept[WEND_CLASS_COUNT], float unknown_cost) {
    palette->grid = grid;
    palette->by_class = by_class;
    palette->coarseness = coarseness;
    palette->taken_count = 0;
    palette->unknown_class = 0;
    memset(palette->taken, 0, sizeof palette->taken);
    memcpy(palette->kept, kept, sizeof palette->kept);
    memcpy(palette->costs, grid->class_costs, sizeof palette->costs);
    memset(palette->added, 0, sizeof palette->added);
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) palette->bases[k] = (uint8_t)k;
    forget_classes(palette);
    palette->most = most_of(grid);
    palette->level_count = 0;
    for (double cost = (double)grid->cost_range.least;
         coarseness != WENDI_EXACT && cost < palette->most && palette->level_count < WENDI_COST_LEVELS - 1;
         cost *= factors[coarseness])
        palette->levels[palette->level_count++] = cost;
    palette->levels[palette->level_count++] = palette->most;
    if (unknown_cost == 0) return WEND_OK;
    if ((double)unknown_cost > palette->most) return WEND_ERROR_LIMIT;
    palette->unknown_class = take(palette, 0, (double)unknown_cost);
    return palette->unknown_class ? WEND_OK : WEND_ERROR_LIMIT;
}

bool wendi_palette_suits(const wendi_palette* palette, const wend_grid* grid,
                         const bool kept[WEND_CLASS_COUNT]) {
    bool suits = true;
    for (int32_t k = 1; k < WEND_CLASS_COUNT && suits; k++)
        suits = palette->taken[k] ? grid->class_counts[k] == 0 && !kept[k]
                                  : grid->class_costs[k] == palette->costs[k];
    return suits;
}

// The level for a cost: the nearest, by ratio.
static int32_t level_of(const wendi_palette* palette, double cost) {
    int32_t low = 0, high = palette->level_count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if (palette->levels[middle] <= cost)
            low = middle;
        else
            high = middle - 1;
    }
    const double here = palette->levels[low];
    if (low + 1 < palette->level_count && cost * cost > here * palette->levels[low + 1]) low++;
    return low;
}

// A class that costs about as much. 0: none does.
static uint8_t nearest_class(const wendi_palette* palette, double cost) {
    uint8_t nearest = 0;
    double least = roots[palette->coarseness];
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        const double here = (double)palette->costs[k];
        if (here == 0) continue;
        const double ratio = here > cost ? here / cost : cost / here;
        if (ratio > least) continue;
        least = ratio;
        nearest = (uint8_t)k;
    }
    return nearest;
}

// A class with just this cost. 0: there are too many of them.
static uint8_t exact_class(wendi_palette* palette, uint8_t base, double cost) {
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        if (palette->taken[k] && palette->costs[k] == (float)cost && k != palette->unknown_class &&
            (!palette->by_class || palette->bases[k] == base))
            return (uint8_t)k;
    return palette->taken_count < WENDI_EXACT_COSTS ? take(palette, base, cost) : 0;
}

wend_result wendi_palette_class(wendi_palette* palette, const wend_allocator* allocator, uint8_t base,
                                double sum, uint8_t* out) {
    const double before = (double)palette->costs[base], cost = fmin(before + sum, palette->most);
    *out = base;
    if (cost <= before * roots[palette->coarseness]) return WEND_OK;
    if (palette->coarseness == WENDI_EXACT) {
        *out = exact_class(palette, base, cost);
        return *out != 0 ? WEND_OK : WEND_ERROR_LIMIT;
    }
    uint8_t** levels = &palette->classes[palette->by_class ? base : 0];
    const int32_t level = level_of(palette, cost);
    if (!*levels) *levels = wendi_alloc_zeroed(allocator, WENDI_COST_LEVELS, 1);
    if (!*levels) return WEND_ERROR_MEMORY;
    uint8_t* k = &(*levels)[level];
    if (*k == 0) *k = take(palette, base, palette->levels[level]);
    *out = *k != 0 || palette->by_class ? *k : nearest_class(palette, cost);
    return *out != 0 ? WEND_OK : WEND_ERROR_LIMIT;
}
