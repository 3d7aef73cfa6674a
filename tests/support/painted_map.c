// painted_map.c: a map as a person paints it.
#include "painted_map.h"

enum { FINE = 16, SAMPLES = 4 }; // places per side of a pixel; of a blended pixel

const uint8_t painted_colors[PAINTED_GROUNDS][3] = {
    [PAINTED_SEA] = {40, 120, 200},   [PAINTED_BEACH] = {232, 216, 160}, [PAINTED_MEADOW] = {104, 176, 64},
    [PAINTED_FOREST] = {40, 104, 40}, [PAINTED_ROAD] = {128, 128, 128},
};

// Squared distance from (a, b), in thousandths of the side.
static int64_t squared(int64_t u, int64_t v, int64_t a, int64_t b) {
    return (u - a) * (u - a) + (v - b) * (v - b);
}

// In 16ths of a pixel.
static painted_ground ground_at(int32_t size, int64_t x, int64_t y) {
    int64_t u = x * 1000 / ((int64_t)size * FINE), v = y * 1000 / ((int64_t)size * FINE);
    bool is_land = squared(u, v, 450, 520) < 360 * 360 || squared(u, v, 720, 400) < 200 * 200;
    bool is_inland = squared(u, v, 450, 520) < 310 * 310 || squared(u, v, 720, 400) < 150 * 150;
    bool is_lake = squared(u, v, 360, 600) < 80 * 80;
    bool is_forest = squared(u, v, 560, 640) < 130 * 130;
    int64_t slanted = 3 * v + u; // a road from the west coast to the east coast
    bool is_road = slanted > 1740 && slanted < 1830;
    if (!is_land || is_lake) return PAINTED_SEA;
    if (is_road) return PAINTED_ROAD;
    if (is_forest) return PAINTED_FOREST;
    return is_inland ? PAINTED_MEADOW : PAINTED_BEACH;
}

painted_ground painted_ground_at(int32_t size, int32_t x, int32_t y) {
    return ground_at(size, (int64_t)x * FINE + FINE / 2, (int64_t)y * FINE + FINE / 2);
}

void painted_map_fill(int32_t size, bool smooth, uint8_t* rgb) {
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++, rgb += 3) {
            uint32_t sum[3] = {0, 0, 0};
            for (int32_t i = 0; i < SAMPLES * SAMPLES; i++) {
                int64_t u = (int64_t)x * FINE + i % SAMPLES * SAMPLES + SAMPLES / 2;
                int64_t v = (int64_t)y * FINE + i / SAMPLES * SAMPLES + SAMPLES / 2;
                painted_ground ground = smooth ? ground_at(size, u, v) : painted_ground_at(size, x, y);
                for (int32_t k = 0; k < 3; k++) sum[k] += painted_colors[ground][k];
            }
            for (int32_t k = 0; k < 3; k++) rgb[k] = (uint8_t)(sum[k] / (SAMPLES * SAMPLES));
        }
    }
}
