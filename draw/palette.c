// palette.c: which colours have the classes of a map?
#include "palette.h"
#include <math.h>

// From pale to violet.
static const uint32_t cost_stops[] = {0xF1EEE4, 0xB5D8C6, 0x63B0AD, 0x3F7CA6, 0x4C4795, 0x3B1F5E};
enum { COST_STOPS = sizeof cost_stops / sizeof cost_stops[0] };

// A colour between evenly spaced ones; fraction: 0 is the first of them, 1 the last.
static uint32_t between(const uint32_t* stops, int count, float fraction) {
    float position = fminf(fmaxf(fraction, 0), 1) * (float)(count - 1);
    int stop = (int)position < count - 1 ? (int)position : count - 2;
    float blend = position - (float)stop;
    uint32_t color = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        float a = (float)(stops[stop] >> shift & 255), b = (float)(stops[stop + 1] >> shift & 255);
        color |= (uint32_t)lroundf(a + (b - a) * blend) << shift;
    }
    return color;
}

uint32_t palette_ramp(float fraction) {
    return between(cost_stops, COST_STOPS, fraction);
}

uint32_t palette_distance(float fraction) {
    static const uint32_t stops[] = {0xF4E61E, 0x86D549, 0x2DB27D, 0x25848E, 0x3B528B, 0x482173}; // "viridis"
    return between(stops, sizeof stops / sizeof stops[0], fraction);
}

double palette_round_up(double value) {
    double ten = pow(10, floor(log10(fmax(value, 1e-6))));
    return value <= ten ? ten : value <= 2 * ten ? 2 * ten : value <= 5 * ten ? 5 * ten : 10 * ten;
}

float palette_fraction(float cost, float least, float most) {
    return logf(cost / least) / logf(fmaxf(most / least, 2));
}

// Least and greatest of the costs of classes that occur; 1 and 1 when nothing is passable.
static bool range_of(const float* costs, const int64_t* counts, float* least_out, float* most_out) {
    float least = INFINITY, most = 0;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (costs[i] == 0 || counts[i] == 0) continue;
        least = fminf(least, costs[i]);
        most = fmaxf(most, costs[i]);
    }
    if (most == 0) return false;
    *least_out = least;
    *most_out = most;
    return true;
}

bool palette_cost_range(const wend_grid* grid, float* least_out, float* most_out) {
    return range_of(wend_grid_class_costs(grid), wend_grid_class_counts(grid), least_out, most_out);
}

static palette ramp_of(const float* costs, const int64_t* counts, const uint32_t* stops, int count,
                       uint32_t blocked) {
    float least = 1, most = 1;
    range_of(costs, counts, &least, &most);
    palette p;
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        p.colors[i] =
            costs[i] == 0 ? blocked : between(stops, count, palette_fraction(costs[i], least, most));
    return p;
}

palette palette_by_cost(const wend_grid* grid, const uint32_t* stops, int count, uint32_t blocked) {
    return ramp_of(wend_grid_class_costs(grid), wend_grid_class_counts(grid), stops, count, blocked);
}

palette palette_costs(const wend_grid* grid) {
    return palette_by_cost(grid, cost_stops, COST_STOPS, PALETTE_BLOCKED);
}

palette palette_of_costs(const float costs[WEND_CLASS_COUNT], const int64_t counts[WEND_CLASS_COUNT]) {
    return ramp_of(costs, counts, cost_stops, COST_STOPS, PALETTE_BLOCKED);
}

// A table of 1 everywhere also fits one class; brightness needs the full white of 255 at cost 1 and whatever
// else is passable to cost more as it is darker.
static bool is_brightness(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    for (int i = 1; i < WEND_CLASS_COUNT; i++)
        if (costs[i] != 0 && fabsf(costs[i] * (float)i / 255 - 1) > 0.01f) return false;
    return costs[255] != 0;
}

palette palette_picture(const wend_grid* grid) {
    if (!is_brightness(grid)) return palette_costs(grid);
    palette p;
    for (uint32_t i = 0; i < WEND_CLASS_COUNT; i++) p.colors[i] = i << 16 | i << 8 | i;
    return p;
}

palette palette_shades(void) {
    palette p;
    p.colors[0] = PALETTE_BLOCKED;
    p.colors[1] = 0xD8DCE2; // the largest area is most of the map: nothing that shouts
    for (int i = 2; i < WEND_CLASS_COUNT; i++) {
        float hue = fmodf((float)i * 0.618034f, 1) * 6, value = i % 3 == 0   ? 0.95f
                                                                : i % 3 == 1 ? 0.8f
                                                                             : 0.65f;
        uint32_t color = 0;
        for (int channel = 0; channel < 3; channel++) {
            float distance = fabsf(fmodf(hue + 2 * (float)channel, 6) - 3); // 3 at this channel's own hue
            float strength = fminf(fmaxf(distance - 1, 0), 1);
            color = color << 8 | (uint32_t)lroundf(255 * value * (0.3f + 0.7f * strength));
        }
        p.colors[i] = color;
    }
    return p;
}
