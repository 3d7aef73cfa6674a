// rule.c: which rule applies, what do all rules share, and what does that of ROS say?
#include "rules/rule.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// ---- ROS: what is a pixel to the map server of ROS 2 (nav2)?
//
// The formulas are those of the releases Humble to Jazzy, in the same doubles, so that every edge value falls
// on the same side. Colours are averaged; p = 1 - average, or the average when negated.
//
//     trinary  p > occupied_thresh: 100, p < free_thresh: 0, else unknown; the average includes alpha
//     scale    likewise, but between the thresholds (p - free) / (occupied - free) x 100, ties to even;
//              alpha below 1 is unknown
//     raw      average x 255, rounded; above 100 is unknown

enum { FREE = 1, OCCUPIED = 101, DOUBTFUL = 254, UNKNOWN = 255 }; // class 1 + n: an occupancy of n percent
enum { UNKNOWN_GREY = 205, GREY_NOISE = 2 }; // what mapping programs write for unknown ground; of a JPEG

static uint8_t class_of_percent(double percent) {
    return percent >= 0 && percent <= 100 ? (uint8_t)(FREE + (int)percent) : UNKNOWN;
}

static uint8_t class_of(const wimp_rule* rule, uint32_t value) {
    const wend_import_def* def = rule->job->def;
    // the server computes with 16-bit samples
    double channels = rule->weights[3] ? 4 : 3;
    double shade = (double)value * (65535.0 * channels / rule->full) / channels / 65535.0;
    double p = def->negate ? shade : 1.0 - shade;
    if (def->ros_mode == WEND_ROS_RAW) return class_of_percent(round(shade * 255));
    if (p > def->occupied_thresh) return OCCUPIED;
    bool is_doubtful = !rule->job->origin_is_bottom && fabs((1 - p) * 255 - UNKNOWN_GREY) < GREY_NOISE + 0.5;
    if (p < def->free_thresh) return is_doubtful ? DOUBTFUL : FREE;
    if (def->ros_mode == WEND_ROS_TRINARY) return UNKNOWN;
    return class_of_percent(rint((p - def->free_thresh) / (def->occupied_thresh - def->free_thresh) * 100.0));
}

static wend_result begin_occupancy(wimp_rule* rule, const wimp_layout* layout) {
    wimp_job* job = rule->job;
    const wend_import_def* def = job->def;
    bool trinary = def->ros_mode == WEND_ROS_TRINARY;
    rule->class_of = class_of;
    rule->measure = WIMP_MEASURE_SUM;
    for (int32_t i = 0; i < 3; i++) rule->weights[i] = 1;
    rule->weights[3] = trinary && wimp_layout_has_alpha(layout);
    rule->full = (3 + rule->weights[3]) * layout->max_value;
    rule->alpha_below = def->ros_mode == WEND_ROS_SCALE ? layout->max_value : 0;
    rule->hidden_class = UNKNOWN;
    job->info->ros_mode = def->ros_mode;

    for (int32_t percent = 0; percent < 100; percent++) {
        if (trinary && percent > 0) break;
        rule->costs[FREE + percent] = 100.0f / (float)(100 - percent);
        wimp_rule_name_class(rule, FREE + percent, "occupancy %d %%", percent);
    }
    rule->costs[UNKNOWN] = def->unknown_cost;
    rule->costs[DOUBTFUL] = 1; // free, but counted: see wimp_rule_warn_of_occupancy
    wimp_rule_name_class(rule, 0, "%s", "");
    wimp_rule_name_class(rule, FREE, "free");
    wimp_rule_name_class(rule, OCCUPIED, "occupied");
    wimp_rule_name_class(rule, UNKNOWN, "unknown");
    wimp_rule_name_class(rule, DOUBTFUL, "free, maybe unknown");
    uint32_t* colors = job->info->class_colors; // those of the map server
    for (int32_t percent = 0; percent < (trinary ? 1 : 100); percent++)
        colors[FREE + percent] = 0xFF000000u | (uint32_t)(254 - 2 * percent) * 0x010101u;
    colors[OCCUPIED] = 0xFF000000u;
    colors[UNKNOWN] = colors[DOUBTFUL] = 0xFFCDCDCDu;
    return WEND_OK;
}

void wimp_rule_warn_of_occupancy(wimp_job* job) {
    const wend_grid* grid = job->grid;
    int64_t doubtful = wend_grid_class_counts(grid)[DOUBTFUL];
    if (doubtful == 0) return;
    job->info->suggests_free_thresh = true;
    wimp_job_warn(
        job, "%.3g %% of the map has the grey %d, which usually means unknown ground, and counts as free",
        100 * (double)doubtful / ((double)wend_grid_width(grid) * wend_grid_height(grid)),
        job->def->negate ? 255 - UNKNOWN_GREY : UNKNOWN_GREY);
}

// ---- all rules

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
        return begin_occupancy(rule, layout);
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
