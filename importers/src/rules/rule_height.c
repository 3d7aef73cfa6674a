// rule_height.c: what does a slope cost?
//
// The slope of a pixel is the steepest slope to its 8 neighbours, up or down. So no cliff, peak or pit is
// averaged away, and both sides of a cliff are blocked. Heights use all bits of the samples. Below the sea
// level the flat surface of the water counts, not its floor.
#include "rules/rule.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "rules/relief.h"
#include "rules/slope_functions.h"

// Under SLOPE and TOBLER: heights in world units of a row.
struct wimp_walk {
    double height_per_step;
    float sea;
    int32_t y; // the next row
    float row[];
};

static double world_units_per_step(const wimp_rule* rule) {
    return (double)rule->job->def->height_scale / rule->full;
}

static wend_result begin_walk(wimp_rule* rule, const wimp_layout* layout) {
    const wend_import_def* def = rule->job->def;
    const size_t size = sizeof(struct wimp_walk) + (size_t)layout->width * sizeof(float);
    const wend_result result = wimp_relief_begin(rule->job, layout->width, layout->height);
    if (result != WEND_OK) return result;
    rule->walk = wimp_job_get(rule->job, size);
    if (!rule->walk) return WEND_ERROR_MEMORY;
    rule->walk->height_per_step = world_units_per_step(rule);
    rule->walk->sea = rule->sea >= 0 ? (float)((double)rule->sea * rule->walk->height_per_step) : -INFINITY;
    rule->costs[WIMP_LAND] = 1;
    if (rule->sea >= 0) rule->costs[WIMP_WATER] = def->water_cost;
    return WEND_OK;
}

static void walk_row(const wimp_rule* rule, const uint32_t* values, int32_t width, uint8_t* classes) {
    struct wimp_walk* w = rule->walk;
    for (int32_t x = 0; x < width; x++)
        w->row[x] = values[x] == WIMP_NO_VALUE ? NAN : (float)(values[x] * w->height_per_step);
    wimp_relief_row(rule->job, w->y++, w->row, w->sea, classes);
    for (int32_t x = 0; x < width; x++)
        if (values[x] == WIMP_NO_VALUE) classes[x] = rule->hidden_class;
}

wend_result wimp_rule_begin_height(wimp_rule* rule, const wimp_layout* layout) {
    wimp_job* job = rule->job;
    const wend_import_def* def = job->def;
    if (!(def->height_scale > 0))
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "the rule %s needs a height_scale above 0 for an image",
                             wend_image_rule_name(def->rule));
    rule->is_height = true;
    rule->reach = 1;
    wimp_rule_set_channel(rule, layout, def->channel);
    double sea = floor((double)def->sea_level / world_units_per_step(rule));
    rule->sea = def->sea_level >= 0 ? (int64_t)fmin(sea, rule->full) : -1;
    rule->slope_per_step = world_units_per_step(rule) / (double)def->resolution;
    if (wimp_goes_by_step(def)) return begin_walk(rule, layout);
    wimp_slope_classes(job, rule->costs);
    double step = (double)def->height_scale / layout->max_value / (double)def->resolution;
    if (step > (double)def->max_climb)
        wimp_job_warn(job, "one grey level is a slope of %.4g, steeper than max_climb, %g", step,
                      (double)def->max_climb);
    return WEND_OK;
}

void wimp_rule_heights(const wimp_rule* rule, uint32_t* row, int32_t width) {
    bool negate = rule->job->def->negate;
    uint32_t water = rule->sea > 0 ? (uint32_t)rule->sea : 0;
    for (int32_t x = 0; x < width; x++) {
        uint32_t value = negate ? rule->full - row[x] : row[x];
        value = value > water ? value : water;
        row[x] = row[x] == WIMP_NO_VALUE ? WIMP_NO_VALUE : value;
    }
}

// Height difference between two pixels; 0 to invisible pixels.
static inline int32_t climb(uint32_t from, uint32_t to) {
    int32_t difference = (int32_t)to - (int32_t)from;
    difference = difference < 0 ? -difference : difference;
    return to == WIMP_NO_VALUE ? 0 : difference;
}

static inline int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// At the borders left and right are x itself, which adds no slope: the pixel is its own neighbour, and a
// straight neighbour repeats as a diagonal one. Rows work the same way.
static inline uint8_t class_at(const wimp_rule* rule, const uint32_t* above, const uint32_t* row,
                               const uint32_t* below, int32_t left, int32_t x, int32_t right,
                               double steepness_per_step) {
    uint32_t here = row[x];
    int32_t straight = larger(larger(climb(here, row[left]), climb(here, row[right])),
                              larger(climb(here, above[x]), climb(here, below[x])));
    int32_t diagonal = larger(larger(climb(here, above[left]), climb(here, above[right])),
                              larger(climb(here, below[left]), climb(here, below[right])));
    double flattened = diagonal * 0.70710678118654752440; // divided by sqrt 2
    double steepness = (straight > flattened ? straight : flattened) * steepness_per_step;
    const int32_t step = (int32_t)(steepness * (WIMP_SLOPE_STEEPEST - WIMP_SLOPE_FLAT) + 0.5);
    uint8_t class = steepness > 1 ? WIMP_SLOPE_TOO_STEEP : (uint8_t)(WIMP_SLOPE_FLAT + step);
    class = (int64_t)here <= rule->sea ? WIMP_SLOPE_WATER : class;
    return here == WIMP_NO_VALUE ? rule->hidden_class : class;
}

void wimp_rule_slopes(const wimp_rule* rule, const uint32_t* above_opt, const uint32_t* row,
                      const uint32_t* below_opt, int32_t width, uint8_t* classes) {
    if (rule->walk) {
        walk_row(rule, row, width, classes);
        return;
    }
    const uint32_t *above = above_opt ? above_opt : row, *below = below_opt ? below_opt : row;
    double steepness = rule->slope_per_step / (double)rule->job->def->max_climb;
    int32_t last = width - 1;
    classes[0] = class_at(rule, above, row, below, 0, 0, last > 0 ? 1 : 0, steepness);
    for (int32_t x = 1; x < last; x++)
        classes[x] = class_at(rule, above, row, below, x - 1, x, x + 1, steepness);
    if (last > 0) classes[last] = class_at(rule, above, row, below, last - 1, last, last, steepness);
}
