// reference_inflation.h: what nav2's inflation_layer makes of a costmap, cell by cell and obstacle by
// obstacle: its documented formula and nothing of ours.
#ifndef WEND_TEST_REFERENCE_INFLATION_H
#define WEND_TEST_REFERENCE_INFLATION_H
#include <stdint.h>

enum { COSTMAP_FREE = 0, COSTMAP_INSCRIBED = 253, COSTMAP_LETHAL = 254, COSTMAP_UNKNOWN = 255 };

/// resolution, radii in metres. Writes width * height cells. The layer does not inflate unknown cells, nor
/// around them (inflate_unknown and inflate_around_unknown are false).
void reference_inflate(const uint8_t* cells, int32_t width, int32_t height, double resolution,
                       double inscribed_radius, double inflation_radius, double cost_scaling_factor,
                       uint8_t* out);
#endif
