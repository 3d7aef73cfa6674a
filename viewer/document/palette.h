// palette.h: which colour has a terrain class, as a picture and by its cost?
#ifndef WEND_VIEW_PALETTE_H
#define WEND_VIEW_PALETTE_H
#include <wend/grid.h>

/// 0xRRGGBB of each class.
typedef struct palette {
    uint32_t colors[WEND_CLASS_COUNT];
} palette;

/// Grey levels when the classes are the brightness of an image (their cost is 1 / brightness), so that the
/// map looks like the file it came from; otherwise as palette_costs.
palette palette_picture(const wend_grid* grid);
/// Blocked dark; passable from pale to violet on a logarithmic scale between the costs found on the map.
palette palette_costs(const wend_grid* grid);
/// A colour between evenly spaced ones; fraction: 0 is the first of them, 1 the last.
enum { PALETTE_STOPS = 6 };
uint32_t palette_between(const uint32_t stops[PALETTE_STOPS], float fraction);
/// The scale of palette_costs: a fraction of 0 is the cheapest, 1 the dearest.
uint32_t palette_ramp(float fraction);
/// Lowest and highest cost of the classes that occur; false when nothing is passable.
bool palette_cost_range(const wend_grid* grid, float* least_out, float* most_out);

/// Of the shades of components.h: the largest area pale, the others in colours that are easily told apart.
palette palette_shades(void);

#endif
