// color_guess.c: what does a colour usually mean on a painted map?
#include "sink/colors.h"

enum { GREYISH = 26, DARK = 56, BRIGHT = 224 };

typedef struct hsv {
    int32_t hue; ///< degrees
    uint32_t value, chroma;
} hsv;

static hsv hsv_of(uint32_t red, uint32_t green, uint32_t blue) {
    int32_t r = (int32_t)red, g = (int32_t)green, b = (int32_t)blue;
    int32_t most = r > g ? r : g, least = r < g ? r : g;
    if (b > most) most = b;
    if (b < least) least = b;
    int32_t chroma = most - least, hue = 0;
    if (chroma > 0 && most == r)
        hue = (60 * (g - b) / chroma + 360) % 360;
    else if (chroma > 0 && most == g)
        hue = 60 * (b - r) / chroma + 120;
    else if (chroma > 0)
        hue = 60 * (r - g) / chroma + 240;
    return (hsv){hue, (uint32_t)most, (uint32_t)chroma};
}

const char* wimp_color_guess(uint32_t red, uint32_t green, uint32_t blue, float* cost_out) {
    hsv c = hsv_of(red, green, blue);
    bool is_pale = c.chroma * 2 < c.value;
    *cost_out = 1;
    if (c.chroma < GREYISH) {
        if (c.value >= BRIGHT) return "white";
        if (c.value >= DARK) return "grey";
        *cost_out = 0;
        return "black";
    }
    if (c.hue < 18 || c.hue >= 345) return is_pale ? "pink" : "red";
    if (c.hue < 42) {
        *cost_out = 2;
        return c.value < 176 ? "earth" : is_pale ? "sand" : "orange";
    }
    if (c.hue < 68) {
        *cost_out = 2;
        return c.value < 128 ? "mud" : "sand";
    }
    if (c.hue < 165) {
        *cost_out = c.value < 136 ? 3 : 1.5f;
        return c.value < 136 ? "forest" : "grass";
    }
    if (c.hue < 262) {
        *cost_out = 0;
        return "water";
    }
    return is_pale ? "pink" : "purple";
}
