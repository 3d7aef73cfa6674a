// slope.c: what does a slope cost?
//
// Under HEIGHT the steepest slope to a neighbour decides, from the cheapest cost to the costliest.
//
// Under TOBLER a tile costs the time that people on foot need for the steps into it, against flat ground, by
// Tobler's hiking function: speed = 6 km/h e^(-3.5 |slope + 0.05|). Uphill and downhill differ, but a tile
// has one cost for all directions, so it is the mean over the steps from its neighbours. On a plane that is
// the mean of all directions of walking.
//
// Only operations that every machine rounds alike, so that worlds are the same everywhere.
#include "rules/slope.h"

#include <math.h>
#include <string.h>

#include "core/message.h"
#include "core/series.h"

enum { LOWEST = 1, TOP = 253, TOO_STEEP = 254, WATER = 255, CLASSES = TOP - LOWEST };
static const double STEEPNESS = 3.5, DOWNHILL = 0.05; // of Tobler's function

static void name_class(const wimp_job* job, int32_t class, const char* format, double value) {
    wimp_print(job->info->meanings[class], WEND_MEANING_BYTES, format, value);
}

// Classes of equal ratios between their costs, of which one costs exactly 1: flat ground. The cheapest is a
// steady gentle way down.
static void begin_tobler(wimp_slope* s, const wimp_job* job) {
    const double below = STEEPNESS * DOWNHILL, above = STEEPNESS * s->max_climb;
    // Rounded up, so that the last class costs no more than the steepest slope.
    const double share = ceil(CLASSES * below / (below + above) - 1e-9);
    const int32_t low = (int32_t)fmin(share, CLASSES - 1);
    const double step = fmax(below / low, above / (CLASSES - low));
    for (int32_t c = LOWEST; c <= TOP; c++) {
        const double pace = c - LOWEST == low ? 1 : wimp_exp((c - LOWEST - low) * step);
        s->costs[c] = (float)pace;
        s->limits[c] = pace * wimp_exp(step / 2);
        name_class(job, c, c - LOWEST == low ? "flat, %.4g km/h" : "%.4g km/h", 6 * wimp_exp(-below) / pace);
    }
    s->limits[TOP] = INFINITY;
    s->pace_scale = WIMP_PACE_STEPS / (s->max_climb + DOWNHILL);
    for (int32_t i = 0; i <= WIMP_PACE_STEPS + 1; i++)
        s->pace[i] = wimp_exp(STEEPNESS * (i / s->pace_scale) - below);
}

static void begin_height(wimp_slope* s, const wimp_job* job) {
    const wend_import_def* def = job->def;
    for (int32_t c = LOWEST; c <= TOP; c++) {
        const double share = (double)(c - LOWEST) / CLASSES;
        s->costs[c] =
            (float)((double)def->cheapest + share * ((double)def->costliest - (double)def->cheapest));
        name_class(job, c, c == LOWEST ? "flat" : "slope %.4g", share * s->max_climb);
    }
}

void wimp_slope_begin(wimp_slope* s, const wimp_job* job) {
    const wend_import_def* def = job->def;
    memset(s, 0, sizeof *s);
    s->is_tobler = def->rule == WEND_RULE_TOBLER;
    s->max_climb = (double)def->max_climb;
    s->sea = def->sea_level >= 0 ? def->sea_level : -INFINITY;
    if (s->is_tobler)
        begin_tobler(s, job);
    else
        begin_height(s, job);
    name_class(job, TOO_STEEP, "too steep", 0);
    if (def->sea_level < 0) return;
    s->costs[WATER] = def->water_cost;
    name_class(job, WATER, "water", 0);
}

static double pace_of(const wimp_slope* s, double slope) {
    const double at = fabs(slope + DOWNHILL) * s->pace_scale;
    const int32_t i = (int32_t)at;
    return s->pace[i] + (at - i) * (s->pace[i + 1] - s->pace[i]);
}

static uint8_t class_of_pace(const wimp_slope* s, double pace) {
    int32_t low = LOWEST, high = TOP;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (s->limits[middle] < pace)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint8_t)low;
}

typedef struct neighbour {
    const float* row; // NULL: outside
    int32_t dx;
    double share; // 1 / length of the step
} neighbour;

static uint8_t class_at(const wimp_slope* s, const neighbour* list, float here, int32_t x, int32_t width) {
    if (isnan(here)) return s->hidden;
    if (here <= s->sea) return WATER;
    double steepest = 0, sum = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t nx = x + list[i].dx;
        if (list[i].row == NULL || nx < 0 || nx >= width || isnan(list[i].row[nx])) continue;
        const float there = list[i].row[nx] > s->sea ? list[i].row[nx] : s->sea; // the water is flat
        const double slope = ((double)here - (double)there) * list[i].share;
        steepest = fmax(steepest, fabs(slope));
        if (s->is_tobler && steepest <= s->max_climb) sum += pace_of(s, slope);
        count++;
    }
    if (!(steepest <= s->max_climb)) return TOO_STEEP;
    if (s->is_tobler) return class_of_pace(s, count > 0 ? sum / count : 1);
    return (uint8_t)(LOWEST + (int32_t)(steepest / s->max_climb * CLASSES + 0.5));
}

void wimp_slope_row(const wimp_slope* s, const wend_ground* ground, const float* above_opt, const float* row,
                    const float* below_opt, int32_t width, uint8_t* classes) {
    const neighbour list[8] = {
        {row, -1, 1 / ground->across},        {row, 1, 1 / ground->across},
        {above_opt, 0, 1 / ground->down},     {below_opt, 0, 1 / ground->down},
        {above_opt, -1, 1 / ground->falling}, {below_opt, 1, 1 / ground->falling},
        {above_opt, 1, 1 / ground->rising},   {below_opt, -1, 1 / ground->rising},
    };
    for (int32_t x = 0; x < width; x++) classes[x] = class_at(s, list, row[x], x, width);
}
