// rule_tone.c: which class is a brightness, and what does it cost?
//
// Classes run from lowest_class (brightness 0) to 255 (brightness 1), so the image can be restored from them.
// The exact brightness decides whether a pixel is blocked: a 16-bit pixel just above the threshold whose
// class would round to a blocked one gets the lowest passable class instead, and vice versa. So the
// brightness of a class differs from that of the pixel by at most one class.
//
// Class 0 also holds transparent pixels. Brightness 0 is always blocked, since 1/b is undefined there; under
// LINEAR it is class 1 and has a cost. In a layer transparent pixels leave the map unchanged while black ones
// do not, so black is class 1 under every rule.
#include "rules/rule.h"

enum { TOP_CLASS = WEND_CLASS_COUNT - 1 };

// Compares floats, since the threshold is one: 85 of 100 is not below 0.85f.
static bool is_passable(const wimp_rule* rule, double brightness) {
    return (float)brightness >= rule->job->info->blocked_below;
}

static uint8_t class_of(const wimp_rule* rule, uint32_t value) {
    if (rule->job->def->negate) value = rule->full - value;
    uint32_t lowest = rule->lowest_class, steps = TOP_CLASS - lowest;
    uint32_t class = lowest + (uint32_t)(((uint64_t)value * steps + rule->full / 2) / rule->full);
    uint32_t edge = rule->passable_class_from ? rule->passable_class_from : WEND_CLASS_COUNT;
    if (value >= rule->passable_from)
        class = class < edge ? edge : class;
    else
        class = class < edge ? class : edge - 1;
    return (uint8_t)(class == 0 && rule->job->is_layer ? 1 : class);
}

static double brightness_of(const wimp_rule* rule, int32_t class) {
    return (double)(class - rule->lowest_class) / (TOP_CLASS - rule->lowest_class);
}

static float cost_of(const wimp_rule* rule, int32_t class) {
    const wend_import_def* def = rule->job->def;
    switch (def->rule) {
    case WEND_RULE_LINEAR:
        return (float)((double)def->costliest +
                       brightness_of(rule, class) * ((double)def->cheapest - (double)def->costliest));
    case WEND_RULE_THRESHOLD:
        return 1;
    default:
        return (float)TOP_CLASS / (float)class;
    }
}

static void set_thresholds(wimp_rule* rule) {
    bool black_may_be_passable = rule->job->def->rule == WEND_RULE_LINEAR;
    int32_t lowest_passable = black_may_be_passable ? rule->lowest_class : 1 + rule->job->is_layer;
    for (int32_t c = TOP_CLASS; c >= lowest_passable; c--) {
        if (!is_passable(rule, brightness_of(rule, c))) break;
        rule->passable_class_from = (uint8_t)c;
        rule->costs[c] = cost_of(rule, c);
    }
    double threshold = (double)rule->job->info->blocked_below * rule->full;
    uint32_t value = threshold > 2 ? (uint32_t)threshold - 1 : black_may_be_passable ? 0 : 1;
    while (value <= rule->full && !is_passable(rule, (double)value / rule->full)) value++;
    rule->passable_from = value;
}

static void name_classes(wimp_rule* rule) {
    const wend_import_def* def = rule->job->def;
    bool plain = def->rule == WEND_RULE_LUMA || def->channel == WEND_CHANNEL_MAX;
    const char* what = plain ? "brightness" : wend_channel_name(def->channel);
    for (int32_t c = rule->lowest_class; c < WEND_CLASS_COUNT; c++)
        wimp_rule_name_class(rule, c, "%s %.4f", what, brightness_of(rule, c));
}

wend_result wimp_rule_begin_tone(wimp_rule* rule, const wimp_layout* layout) {
    wimp_job* job = rule->job;
    wend_image_rule which = job->def->rule;
    bool anything = which == WEND_RULE_LINEAR || which == WEND_RULE_INVERSE;
    job->info->blocked_below = job->def->blocked_below >= 0 ? job->def->blocked_below : anything ? 0 : 0.85f;
    rule->class_of = class_of;
    rule->lowest_class = which == WEND_RULE_LINEAR;
    wimp_rule_set_channel(rule, layout, which == WEND_RULE_LUMA ? WEND_CHANNEL_LUMA : job->def->channel);
    set_thresholds(rule);
    name_classes(rule);
    return WEND_OK;
}
