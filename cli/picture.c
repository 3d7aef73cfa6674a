// picture.c: draws anti-aliased shapes: each pixel is blended by the share that a shape covers.
#include "picture.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void picture_create(int width, int height, picture* out) {
    const int64_t pixels = (int64_t)width * height;
    *out = (picture){width, height, memory_for(pixels, 3, "pixels")};
    memset(out->rgb, 255, (size_t)pixels * 3);
}

void picture_destroy(picture* p) {
    free(p->rgb);
    p->rgb = NULL;
}

uint8_t* picture_pixel(const picture* p, int x, int y) {
    return p->rgb + ((size_t)y * (size_t)p->width + (size_t)x) * 3;
}

static uint8_t mix(uint8_t below, uint8_t above, float share) {
    return (uint8_t)((float)below + ((float)above - (float)below) * share + 0.5f);
}

static void blend(const picture* p, int x, int y, color c, float share) {
    uint8_t* pixel = picture_pixel(p, x, y);
    pixel[0] = mix(pixel[0], c.r, share);
    pixel[1] = mix(pixel[1], c.g, share);
    pixel[2] = mix(pixel[2], c.b, share);
}

// Clips before the conversion, so that every coordinate fits an int.
static int clip_floor(float value, int limit) {
    return (int)floorf(fminf(fmaxf(value, 0), (float)limit));
}
static int clip_ceil(float value, int limit) {
    return (int)ceilf(fminf(fmaxf(value, 0), (float)limit));
}

// How much of the pixel [at, at + 1) the interval [from, to) covers.
static float overlap(int at, float from, float to) {
    return fmaxf(0, fminf(to, (float)at + 1) - fmaxf(from, (float)at));
}

void picture_rect(picture* p, float x0, float y0, float x1, float y1, color c, float opacity) {
    int left = clip_floor(x0, p->width), right = clip_ceil(x1, p->width);
    for (int y = clip_floor(y0, p->height); y < clip_ceil(y1, p->height); y++) {
        float row = overlap(y, y0, y1) * opacity;
        for (int x = left; x < right; x++) blend(p, x, y, c, row * overlap(x, x0, x1));
    }
}

void picture_line(picture* p, float x0, float y0, float x1, float y1, float width, color c, float opacity) {
    const float dx = x1 - x0, dy = y1 - y0, length2 = dx * dx + dy * dy;
    const float radius = width / 2, reach = radius + 0.5f;
    int bottom = clip_ceil(fmaxf(y0, y1) + reach, p->height);
    for (int y = clip_floor(fminf(y0, y1) - reach, p->height); y < bottom; y++) {
        const float center_y = (float)y + 0.5f;
        // Only the part of the line within reach of this row can touch it.
        float from = 0, to = 1;
        if (dy != 0) {
            float a = (center_y - reach - y0) / dy, b = (center_y + reach - y0) / dy;
            from = fmaxf(0, fminf(a, b));
            to = fminf(1, fmaxf(a, b));
            if (from > to) continue;
        }
        float xa = x0 + dx * from, xb = x0 + dx * to;
        int right = clip_ceil(fmaxf(xa, xb) + reach, p->width);
        for (int x = clip_floor(fminf(xa, xb) - reach, p->width); x < right; x++) {
            const float px = (float)x + 0.5f - x0, py = center_y - y0;
            float t = length2 > 0 ? fminf(1, fmaxf(0, (px * dx + py * dy) / length2)) : 0;
            float distance = hypotf(px - t * dx, py - t * dy);
            float coverage = fminf(1, fmaxf(0, reach - distance));
            if (coverage > 0) blend(p, x, y, c, coverage * opacity);
        }
    }
}
