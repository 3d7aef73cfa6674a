// palette.c: which colour has a terrain class, as a picture and by its cost?
#include "palette.h"
#include <math.h>

#define BLOCKED_COLOR 0x24272E

uint32_t palette_between(const uint32_t stops[PALETTE_STOPS], float fraction) {
    enum { LAST = PALETTE_STOPS - 1 };
    float position = fminf(fmaxf(fraction, 0), 1) * LAST;
    int stop = (int)position < LAST ? (int)position : LAST - 1;
    float blend = position - (float)stop;
    uint32_t color = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        float a = (float)(stops[stop] >> shift & 255), b = (float)(stops[stop + 1] >> shift & 255);
        color |= (uint32_t)lroundf(a + (b - a) * blend) << shift;
    }
    return color;
}

uint32_t palette_ramp(float fraction) {
    static const uint32_t stops[PALETTE_STOPS] = {0xF1EEE4, 0xB5D8C6, 0x63B0AD, 0x3F7CA6, 0x4C4795, 0x3B1F5E};
    return palette_between(stops, fraction);
}

bool palette_cost_range(const wend_grid* grid, float* least_out, float* most_out) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
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

palette palette_costs(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    float least = 1, most = 1;
    palette_cost_range(grid, &least, &most);
    palette p;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        float fraction = most > least ? logf(costs[i] / least) / logf(most / least) : 0;
        p.colors[i] = costs[i] == 0 ? BLOCKED_COLOR : palette_ramp(fraction);
    }
    return p;
}

// A table of 1 everywhere also fits one class; brightness needs the full white of 255 at cost 1 and whatever
// else is passable to be dearer as it is darker.
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
    p.colors[0] = BLOCKED_COLOR;
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
