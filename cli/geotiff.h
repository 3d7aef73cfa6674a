// geotiff.h: writes numbers of tiles as a GeoTIFF.
#ifndef GEOTIFF_H
#define GEOTIFF_H
#include "world_frame.h"

/// Writes one band of 32-bit floating-point numbers, without compression. frame: says where the map lies; a
/// map without coordinates gives a plain TIFF. area: the part of the map that the values are of, row by row.
/// NaN means no data. CLI_OK or an exit code.
int geotiff_write(const world_frame* frame, wend_rect area, const float* values, const char* file);

#endif
