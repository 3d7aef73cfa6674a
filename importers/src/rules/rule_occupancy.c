// rule_occupancy.c: what is a pixel to the map server of ROS 2 (nav2)?
//
// The formulas are those of the releases Humble to Jazzy, in the same doubles, so that every edge value falls
// on the same side. Colours are averaged; p = 1 - average, or the average when negated.
//
//     trinary  p > occupied_thresh: 100, p < free_thresh: 0, else unknown; the average includes alpha
//     scale    likewise, but between the thresholds (p - free) / (occupied - free) x 100, ties to even;
//              alpha below 1 is unknown
//     raw      average x 255, rounded; above 100 is unknown
#include "rules/rule.h"

#include <math.h>

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

wend_result wimp_rule_begin_occupancy(wimp_rule* rule, const wimp_layout* layout) {
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
