// geo.h: how long is a step between the pixels of a raster on the ground?
#ifndef WIMP_GEO_H
#define WIMP_GEO_H
#include "wend/geo.h"

/// Lengths of the steps from a pixel to its neighbours. [Units: m]
typedef struct wimp_ground {
    double across;  ///< to the right
    double down;    ///< down
    double falling; ///< down and to the right
    double rising;  ///< down and to the left
} wimp_ground;

/// The lengths at the middle of row y, which has so many pixels. The same on every machine. Without a
/// transform a pixel has sides of 1; without a coordinate system its units count as metres. A length that is
/// not above 0 or not finite is 0.
wimp_ground wimp_geo_ground(const wend_georeference* geo, int32_t width, double y);
#endif
