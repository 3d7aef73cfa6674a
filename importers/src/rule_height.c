// rule_height.c: what does a slope cost?
//
// The slope of a pixel is the steepest of those to its 8 neighbours, up or down: so no cliff, peak or pit is
// averaged away, and both sides of a cliff are blocked. Heights are the samples themselves, all their bits.
// Below the sea level lies the flat surface of the water, not its floor.
#include "rule.h"

#include <math.h>

enum { FLAT = 1, STEEPEST = 253, TOO_STEEP = 254, WATER = 255 };

static double world_units_a_level(const wendi_rule* rule) {
    return (double)rule->job->def->height_scale / rule->full;
}

wend_result wendi_rule_begin_height(wendi_rule* rule, const wendi_layout* layout) {
    wendi_job* job = rule->job;
    const wend_import_def* def = job->def;
    rule->is_height = true;
    wendi_rule_set_channel(rule, layout, def->channel);
    rule->sea = def->sea_level >= 0 ? (int64_t)floor((double)def->sea_level / world_units_a_level(rule)) : -1;
    rule->slope_a_level = world_units_a_level(rule) / (double)def->resolution;
    for (int32_t c = FLAT; c <= STEEPEST; c++) {
        double share = (double)(c - FLAT) / (STEEPEST - FLAT);
        rule->costs[c] =
            (float)((double)def->cheapest + share * ((double)def->dearest - (double)def->cheapest));
        wendi_rule_name_class(rule, c, "slope %.4g", share * (double)def->max_climb);
    }
    wendi_rule_name_class(rule, FLAT, "flat");
    wendi_rule_name_class(rule, TOO_STEEP, "too steep");
    if (rule->sea >= 0) {
        rule->costs[WATER] = def->water_cost;
        wendi_rule_name_class(rule, WATER, "water");
    }
    double step = (double)def->height_scale / layout->max_value / (double)def->resolution;
    if (step > (double)def->max_climb)
        wendi_job_warn(job, "one step of grey is a slope of %.4g, above the steepest passable, %g", step,
                       (double)def->max_climb);
    return WEND_OK;
}

// The height as it is walked on: negated, and on the water, not below.
static inline int64_t surface(const wendi_rule* rule, bool negate, uint32_t level) {
    int64_t height = negate ? (int64_t)rule->full - level : (int64_t)level;
    return height > rule->sea ? height : rule->sea;
}

static inline void consider(const wendi_rule* rule, bool negate, uint32_t neighbour, int64_t here,
                            int64_t* most) {
    if (neighbour == WENDI_NO_LEVEL) return;
    int64_t climb = surface(rule, negate, neighbour) - here;
    if (climb < 0) climb = -climb;
    if (climb > *most) *most = climb;
}

void wendi_rule_slopes(const wendi_rule* rule, const uint32_t* above_opt, const uint32_t* row,
                       const uint32_t* below_opt, int32_t width, uint8_t* classes) {
    const wend_import_def* def = rule->job->def;
    const uint32_t* sides[2] = {above_opt, below_opt};
    for (int32_t x = 0; x < width; x++) {
        if (row[x] == WENDI_NO_LEVEL) {
            classes[x] = rule->hidden_class;
            continue;
        }
        int64_t here = surface(rule, def->negate, row[x]), straight = 0, diagonal = 0;
        if (here <= rule->sea) {
            classes[x] = WATER;
            continue;
        }
        bool has_left = x > 0, has_right = x + 1 < width;
        if (has_left) consider(rule, def->negate, row[x - 1], here, &straight);
        if (has_right) consider(rule, def->negate, row[x + 1], here, &straight);
        for (int32_t i = 0; i < 2; i++) {
            if (!sides[i]) continue;
            consider(rule, def->negate, sides[i][x], here, &straight);
            if (has_left) consider(rule, def->negate, sides[i][x - 1], here, &diagonal);
            if (has_right) consider(rule, def->negate, sides[i][x + 1], here, &diagonal);
        }
        double slope = fmax((double)straight, (double)diagonal / sqrt(2)) * rule->slope_a_level;
        double steepness = slope / (double)def->max_climb;
        classes[x] =
            steepness > 1 ? TOO_STEEP : (uint8_t)(FLAT + (int32_t)(steepness * (STEEPEST - FLAT) + 0.5));
    }
}
