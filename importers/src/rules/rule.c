// rule.c: which rule applies, and what do all rules share?
#include "rules/rule.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char* wend_image_rule_name(wend_image_rule rule) {
    static const char* const names[] = {"brightness", "luma",   "linear", "inverse", "threshold", "ros",
                                        "palette",    "height", "tobler", "cost",    "slope"};
    return (int)rule >= 0 && rule < WEND_RULE_COUNT ? names[rule] : "unknown";
}

const char* wend_channel_name(wend_channel channel) {
    static const char* const names[] = {"max", "luma", "mean", "red", "green", "blue", "alpha"};
    return (int)channel >= 0 && channel < WEND_CHANNEL_COUNT ? names[channel] : "unknown";
}

const char* wend_ros_mode_name(wend_ros_mode mode) {
    static const char* const names[] = {"trinary", "scale", "raw"};
    return (int)mode >= 0 && mode < WEND_ROS_MODE_COUNT ? names[mode] : "unknown";
}

const char* wend_downscale_name(wend_downscale_by by) {
    static const char* const names[] = {"costliest", "cheapest", "auto", "overview"};
    return (int)by >= 0 && by < WEND_DOWNSCALE_COUNT ? names[by] : "unknown";
}

uint32_t wimp_alpha_below(double share, uint32_t max_value) {
    return (uint32_t)ceil(share * max_value);
}

bool wimp_layout_has_alpha(const wimp_layout* layout) {
    if (!layout->palette) return layout->channels % 2 == 0;
    for (int32_t i = 0; i < 256; i++)
        if (layout->palette[i][3] != 255) return true;
    return false;
}

void wimp_rule_set_channel(wimp_rule* rule, const wimp_layout* layout, wend_channel channel) {
    static const uint32_t weights[WEND_CHANNEL_COUNT][4] = {
        [WEND_CHANNEL_LUMA] = {299, 587, 114, 0}, [WEND_CHANNEL_MEAN] = {1, 1, 1, 0},
        [WEND_CHANNEL_RED] = {1, 0, 0, 0},        [WEND_CHANNEL_GREEN] = {0, 1, 0, 0},
        [WEND_CHANNEL_BLUE] = {0, 0, 1, 0},       [WEND_CHANNEL_ALPHA] = {0, 0, 0, 1},
    };
    bool grey = layout->channels < 3 && !layout->palette;
    if (channel == WEND_CHANNEL_MAX || (grey && channel != WEND_CHANNEL_ALPHA)) return;
    rule->measure = WIMP_MEASURE_SUM;
    rule->full = 0;
    for (int32_t i = 0; i < 4; i++) {
        rule->weights[i] = weights[channel][i];
        rule->full += rule->weights[i] * layout->max_value;
    }
    if (channel == WEND_CHANNEL_ALPHA) rule->alpha_below = 0;
}

void wimp_rule_name_class(wimp_rule* rule, int32_t class, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(rule->job->info->meanings[class], WEND_MEANING_BYTES, format, arguments);
    va_end(arguments);
}

wend_result wimp_rule_begin(wimp_rule* rule, wimp_job* job, const wimp_layout* layout) {
    const wend_import_def* def = job->def;
    *rule = (wimp_rule){.job = job, .full = layout->max_value};
    rule->alpha_below = wimp_alpha_below((double)def->transparent_below, layout->max_value);
    job->info->negate = def->negate;
    snprintf(job->info->rule, sizeof job->info->rule, "%s", wend_image_rule_name(def->rule));
    if (rule->alpha_below > 0) wimp_rule_name_class(rule, 0, "transparent");
    switch (def->rule) {
    case WEND_RULE_ROS:
        return wimp_rule_begin_occupancy(rule, layout);
    case WEND_RULE_PALETTE:
        return wimp_rule_begin_palette(rule);
    case WEND_RULE_HEIGHT:
    case WEND_RULE_TOBLER:
    case WEND_RULE_SLOPE:
        return wimp_rule_begin_height(rule, layout);
    case WEND_RULE_COST:
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "is an image; the rule cost takes the values of a raster that GDAL reads");
    default:
        return wimp_rule_begin_tone(rule, layout);
    }
}

wend_result wimp_rule_end(wimp_rule* rule, wend_result result) {
    return rule->colors ? wimp_rule_end_palette(rule, result) : result;
}

wend_result wimp_rule_refuse_settings(const wimp_job* job, const char* what, bool takes_negate) {
    const wend_import_def *def = job->def, usual = wend_default_import_def();
    bool is_ros = takes_negate && def->rule == WEND_RULE_ROS; // the rule that it has anyway
    const char* setting = def->rule != usual.rule && !is_ros                  ? "rule"
                          : def->channel != usual.channel                     ? "channel"
                          : def->blocked_below != usual.blocked_below         ? "blocked_below"
                          : def->transparent_below != usual.transparent_below ? "transparent_below"
                          : def->negate && !takes_negate                      ? "negate"
                                                                              : NULL;
    if (!setting) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                         "is %s, which defines how it is read; %s cannot be combined with it", what, setting);
}
