// raster.h: when does GDAL read a file?
#ifndef WIMP_RASTER_H
#define WIMP_RASTER_H
#include "core/format.h"

extern const wimp_format wimp_format_raster;

/// A band or a window was chosen, so that GDAL reads the map whatever its format.
bool wimp_raster_is_wanted(const wimp_job* job);
#endif
