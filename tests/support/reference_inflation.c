// reference_inflation.c: the nearest of all lethal cells by brute force, then the formula.
#include "reference_inflation.h"

#include <math.h>

static double nearest_lethal(const uint8_t* cells, int32_t width, int32_t height, int32_t x, int32_t y) {
    double nearest = INFINITY;
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++)
            if (cells[row * width + column] == COSTMAP_LETHAL)
                nearest = fmin(nearest, hypot(column - x, row - y));
    return nearest;
}

static uint8_t value_at(double cells, double resolution, double inscribed, double scaling) {
    if (cells == 0) return COSTMAP_LETHAL;
    if (cells * resolution <= inscribed) return COSTMAP_INSCRIBED;
    return (uint8_t)(252 * exp(-scaling * (cells * resolution - inscribed)));
}

void reference_inflate(const uint8_t* cells, int32_t width, int32_t height, double resolution,
                       double inscribed_radius, double inflation_radius, double cost_scaling_factor,
                       uint8_t* out) {
    const double reach = ceil(inflation_radius / resolution); // in cells
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint8_t old = cells[y * width + x];
            const double distance = nearest_lethal(cells, width, height, x, y);
            uint8_t value = 0;
            if (distance <= reach)
                value = value_at(distance, resolution, inscribed_radius, cost_scaling_factor);
            if (old == COSTMAP_UNKNOWN)
                out[y * width + x] = value >= COSTMAP_INSCRIBED ? value : old;
            else
                out[y * width + x] = value > old ? value : old;
        }
}
