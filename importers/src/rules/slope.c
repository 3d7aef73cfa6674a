// slope.c: what does a slope cost?
//
// Under HEIGHT the steepest slope to a neighbour decides, from the cheapest cost to the costliest.
#include "rules/slope.h"

#include <math.h>
#include <string.h>

#include "core/message.h"

enum { LOWEST = 1, TOP = 253, TOO_STEEP = 254, WATER = 255, CLASSES = TOP - LOWEST };

static void name_class(const wimp_job* job, int32_t class, const char* format, double value) {
    wimp_print(job->info->meanings[class], WEND_MEANING_BYTES, format, value);
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
    s->max_climb = (double)def->max_climb;
    s->sea = def->sea_level >= 0 ? def->sea_level : -INFINITY;
    begin_height(s, job);
    name_class(job, TOO_STEEP, "too steep", 0);
    if (def->sea_level < 0) return;
    s->costs[WATER] = def->water_cost;
    name_class(job, WATER, "water", 0);
}

typedef struct neighbour {
    const float* row; // NULL: outside
    int32_t dx;
    double share; // 1 / length of the step
} neighbour;

static uint8_t class_at(const wimp_slope* s, const neighbour* list, float here, int32_t x, int32_t width) {
    if (isnan(here)) return s->hidden;
    if (here <= s->sea) return WATER;
    double steepest = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t nx = x + list[i].dx;
        if (list[i].row == NULL || nx < 0 || nx >= width || isnan(list[i].row[nx])) continue;
        const float there = list[i].row[nx] > s->sea ? list[i].row[nx] : s->sea; // the water is flat
        const double slope = ((double)here - (double)there) * list[i].share;
        steepest = fmax(steepest, fabs(slope));
    }
    if (!(steepest <= s->max_climb)) return TOO_STEEP;
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
