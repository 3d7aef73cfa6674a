// relief_model.c: a random relief, and what its steps cost.
#include "relief_model.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_POINTS = 64, MOST_ROWS = 4, MOST_PROFILES = 4, UNIT = 2 }; // values in a metre

wend_relief_def relief_model;
static wend_slope_point points[1 + MOST_PROFILES][MOST_POINTS]; // of the map and of profiles
static wend_row_size rows[MOST_ROWS];

static float hill(rng* r, float most) {
    return roundf((float)rng_unit(r) * most * UNIT) / UNIT;
}

// Returns how many points there are.
static int32_t draw_slopes(int32_t kind, wend_slope_point* out) {
    int32_t count = 0;
    if (kind == 0) // Tobler's walking times
        for (int32_t i = -20; i <= 20; i++) {
            const float s = (float)i / 20;
            out[count++] = (wend_slope_point){s, (float)(exp(3.5 * fabs((double)s + 0.05)) * 0.84)};
        }
    if (kind == 1) { // downhill is cheap, steep ways up are closed
        out[count++] = (wend_slope_point){-1, 0.6f};
        out[count++] = (wend_slope_point){0, 1};
        out[count++] = (wend_slope_point){0.6f, 3};
        out[count++] = (wend_slope_point){0.61f, INFINITY};
    }
    if (kind == 2) { // cliffs both ways
        out[count++] = (wend_slope_point){-1.2f, INFINITY};
        out[count++] = (wend_slope_point){-1.19f, 2};
        out[count++] = (wend_slope_point){0.2f, 1};
        out[count++] = (wend_slope_point){0.8f, 1.5f};
        out[count++] = (wend_slope_point){0.9f, INFINITY};
    }
    return count;
}

void relief_model_draw_profile(rng* random, int32_t profile, wend_profile_def* def) {
    if (profile > MOST_PROFILES) abort();
    wend_slope_point* own = points[profile];
    if (rng_chance(random, 50)) def->slope_count = draw_slopes(rng_below(random, 3), own);
    if (def->slope_count > 0) def->slopes = own;
    if (rng_chance(random, 20)) def->max_climb = rng_chance(random, 30) ? INFINITY : hill(random, 2) + 0.5f;
    if (rng_chance(random, 20)) def->max_drop = rng_chance(random, 30) ? INFINITY : hill(random, 4) + 0.5f;
}

wend_relief_def relief_model_of(const wend_profile_def* profile) {
    wend_relief_def def = relief_model;
    if (profile->slope_count > 0) def.slopes = profile->slopes, def.slope_count = profile->slope_count;
    if (profile->max_climb >= 0) def.max_climb = profile->max_climb;
    if (profile->max_drop >= 0) def.max_drop = profile->max_drop;
    return def;
}

static void draw_elevations(rng* r, int32_t width, int32_t height, float* out) {
    const int32_t kind = rng_below(r, 4);
    const float rough = rng_chance(r, 40) ? hill(r, 1.5f) : 0, rise = (float)rng_unit(r) - 0.5f;
    for (int32_t i = 0; i < width * height; i++) {
        const int32_t x = i % width, y = i / width;
        out[i] = roundf((rise * (float)x + (float)y * 0.2f) * UNIT) / UNIT + hill(r, rough);
    }
    for (int32_t n = rng_below(r, 8); n > 0; n--) {
        const double cx = rng_below(r, width), cy = rng_below(r, height), size = 2 + 12 * rng_unit(r),
                     high = (rng_unit(r) - 0.3) * 20;
        for (int32_t i = 0; i < width * height; i++) {
            const double dx = i % width - cx, dy = i / width - cy, far = sqrt(dx * dx + dy * dy);
            const double lift = kind == 0 ? (far < size ? high : 0) : high * exp(-far * far / (size * size));
            out[i] += (float)(round(lift * UNIT) / UNIT);
        }
    }
}

float relief_model_elevation(rng* random) {
    return roundf(((float)rng_unit(random) - 0.3f) * 20 * UNIT) / UNIT;
}

static void draw_lanes(rng* r, int32_t width, int32_t height, uint8_t* out) {
    for (int32_t i = 0; i < width * height; i++) out[i] = 0;
    for (int32_t n = 1 + rng_below(r, 6); n > 0; n--) {
        const int32_t left = rng_below(r, width), top = rng_below(r, height),
                      right = rng_between(r, left, width - 1), bottom = rng_between(r, top, height - 1);
        const uint8_t lane = (uint8_t)rng_between(r, 0, 8);
        for (int32_t y = top; y <= bottom; y++)
            for (int32_t x = left; x <= right; x++) out[y * width + x] = lane;
    }
    static const float factors[3][WEND_LANE_ANGLES] = {
        {0.5f, 0.7f, 1, 1.6f, 2}, {1, 1, 1, INFINITY, INFINITY}, {0.8f, 0.9f, 1.5f, 3, INFINITY}};
    const int32_t which = rng_below(r, 3);
    for (int32_t i = 0; i < WEND_LANE_ANGLES; i++) relief_model.lane_factors[i] = factors[which][i];
}

static void* memory(size_t count, size_t size) {
    void* m = calloc(count, size);
    if (!m) abort();
    return m;
}

void relief_model_draw(rng* random, int32_t width, int32_t height, float** elevations_out,
                       uint8_t** lanes_out) {
    const size_t tiles = (size_t)width * (size_t)height;
    relief_model = wend_default_relief_def();
    relief_model.elevation_unit = 1.0f / UNIT;
    relief_model.unit_length = 1;
    relief_model.slope_count = draw_slopes(rng_below(random, 4), points[0]);
    if (relief_model.slope_count > 0) relief_model.slopes = points[0];
    if (rng_chance(random, 25)) relief_model.max_climb = hill(random, 2) + 0.5f;
    if (rng_chance(random, 25)) relief_model.max_drop = hill(random, 4) + 0.5f;
    if (rng_chance(random, 20)) relief_model.unit_length = 0.5f + (float)rng_unit(random);
    for (int32_t i = 0, at = 0; rng_chance(random, 30) && i < MOST_ROWS && at < height; i++) {
        rows[i] = (wend_row_size){at, 0.5f + (float)rng_unit(random), 0.75f + (float)rng_unit(random) / 2};
        relief_model.rows = rows;
        relief_model.row_count = i + 1;
        at += rng_between(random, 1, height);
    }
    *elevations_out = NULL;
    *lanes_out = NULL;
    if (rng_chance(random, 90)) {
        *elevations_out = memory(tiles, sizeof **elevations_out);
        draw_elevations(random, width, height, *elevations_out);
    }
    if (rng_chance(random, 30)) {
        *lanes_out = memory(tiles, 1);
        draw_lanes(random, width, height, *lanes_out);
    }
}

// ---- costs

static double factor_of(const wend_relief_def* def, double slope) {
    const wend_slope_point* p = def->slopes;
    const int32_t count = def->slope_count;
    if (count == 0) return 1;
    if (slope <= (double)p[0].slope) return (double)p[0].factor;
    for (int32_t i = 1; i < count; i++) {
        if (slope > (double)p[i].slope) continue;
        if (slope == (double)p[i].slope) return (double)p[i].factor;
        const double a = (double)p[i - 1].factor, b = (double)p[i].factor,
                     at = (slope - (double)p[i - 1].slope) / ((double)p[i].slope - (double)p[i - 1].slope);
        return isinf(a) || isinf(b) ? INFINITY : a + at * (b - a);
    }
    return (double)p[count - 1].factor;
}

float relief_model_factor(const wend_relief_def* def, float from, float to, uint8_t lane, int32_t entered_row,
                          int32_t dx, int32_t dy, bool hex) {
    double width = 1, height = 1;
    for (int32_t i = 0; i < def->row_count; i++)
        if (def->rows[i].first_row <= entered_row)
            width = (double)def->rows[i].tile_width, height = (double)def->rows[i].tile_height;
    const bool diagonal = dx != 0 && dy != 0 && !hex;
    const double run = hex || dy == 0 ? width : diagonal ? sqrt(width * width + height * height) : height;
    const double climb = (double)to - (double)from;
    if (climb > (double)def->max_climb + 1e-3 || -climb > (double)def->max_drop + 1e-3) return 0;
    double factor = factor_of(def, climb / run);
    if (isinf(factor)) return 0;
    factor *= run / (double)def->unit_length;
    if (lane == 0) return (float)factor;
    static const int32_t turn[3][3] = {
        {5, 6, 7}, {4, -1, 0}, {3, 2, 1}}; // by dy and dx, in eighths, clockwise
    static const int32_t lane_turn[9] = {-1, 0, 2, 4, 6, 1, 3, 5, 7};
    int32_t angle = abs(turn[dy + 1][dx + 1] - lane_turn[lane]);
    if (angle > 4) angle = 8 - angle;
    const float along = def->lane_factors[angle];
    return isinf(along) ? 0 : (float)factor * along;
}

double relief_model_cost(double level, float factor) {
    const float product = (float)level * factor;
    const double rounded = floor((double)(product + 0.5f));
    return rounded < 1 && product > 0 ? 1 : rounded;
}
