// rule_tone.c: which class is a brightness, and what does it cost?
//
// Classes run from lowest_class, brightness 0, to 255, brightness 1, so the picture can be read back from
// them. Whether a pixel is blocked is decided on its true brightness: with 16 bits a pixel just above the
// threshold whose class would round to a blocked one gets the lowest open class instead, and the other way
// round. The brightness that a cost stands for is thus within one class of the pixel's.
//
// Class 0 is that of transparent pixels, too. Brightness 0 is blocked whatever the threshold, for 1/b has no
// value there; under LINEAR it has one, and is class 1. In a layer transparent pixels say nothing but black
// ones do: there black is class 1 under every rule.
#include "rule.h"

enum { TOP_CLASS = WEND_CLASS_COUNT - 1 };

// In float, as the threshold is: 85 of 100 is not below 0.85f.
static bool is_open(const wendi_rule* rule, double brightness) {
    return (float)brightness >= rule->job->info->blocked_below;
}

static uint8_t class_of(const wendi_rule* rule, uint32_t level) {
    if (rule->job->def->negate) level = rule->full - level;
    uint32_t lowest = rule->lowest_class, steps = TOP_CLASS - lowest;
    uint32_t class = lowest + (uint32_t)(((uint64_t)level * steps + rule->full / 2) / rule->full);
    uint32_t edge = rule->open_class_from ? rule->open_class_from : WEND_CLASS_COUNT;
    if (level >= rule->open_from)
        class = class < edge ? edge : class;
    else
        class = class < edge ? class : edge - 1;
    return (uint8_t)(class == 0 && rule->job->is_layer ? 1 : class);
}

static double brightness_of(const wendi_rule* rule, int32_t class) {
    return (double)(class - rule->lowest_class) / (TOP_CLASS - rule->lowest_class);
}

static float cost_of(const wendi_rule* rule, int32_t class) {
    const wend_import_def* def = rule->job->def;
    switch (def->rule) {
    case WEND_RULE_LINEAR:
        return (float)((double)def->dearest +
                       brightness_of(rule, class) * ((double)def->cheapest - (double)def->dearest));
    case WEND_RULE_THRESHOLD:
        return 1;
    default:
        return (float)TOP_CLASS / (float)class;
    }
}

static void set_thresholds(wendi_rule* rule) {
    bool black_may_be_open = rule->job->def->rule == WEND_RULE_LINEAR;
    int32_t lowest_open = black_may_be_open ? rule->lowest_class : 1 + rule->job->is_layer;
    for (int32_t c = TOP_CLASS; c >= lowest_open; c--) {
        if (!is_open(rule, brightness_of(rule, c))) break;
        rule->open_class_from = (uint8_t)c;
        rule->costs[c] = cost_of(rule, c);
    }
    double threshold = (double)rule->job->info->blocked_below * rule->full;
    uint32_t level = threshold > 2 ? (uint32_t)threshold - 1 : black_may_be_open ? 0 : 1;
    while (level <= rule->full && !is_open(rule, (double)level / rule->full)) level++;
    rule->open_from = level;
}

static void name_classes(wendi_rule* rule) {
    const wend_import_def* def = rule->job->def;
    bool plain = def->rule == WEND_RULE_LUMA || def->channel == WEND_CHANNEL_MAX;
    const char* what = plain ? "brightness" : wend_channel_name(def->channel);
    for (int32_t c = rule->lowest_class; c < WEND_CLASS_COUNT; c++)
        wendi_rule_name_class(rule, c, "%s %.4f", what, brightness_of(rule, c));
}

wend_result wendi_rule_begin_tone(wendi_rule* rule, const wendi_layout* layout) {
    wendi_job* job = rule->job;
    wend_image_rule which = job->def->rule;
    bool anything = which == WEND_RULE_LINEAR || which == WEND_RULE_INVERSE;
    job->info->blocked_below = job->def->blocked_below >= 0 ? job->def->blocked_below : anything ? 0 : 0.85f;
    rule->class_of = class_of;
    rule->lowest_class = which == WEND_RULE_LINEAR;
    wendi_rule_set_channel(rule, layout, which == WEND_RULE_LUMA ? WEND_CHANNEL_LUMA : job->def->channel);
    set_thresholds(rule);
    name_classes(rule);
    return WEND_OK;
}
