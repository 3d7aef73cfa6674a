// georeference.h: what GDAL knows of where a raster lies.
#ifndef GDAL_GEOREFERENCE_H
#define GDAL_GEOREFERENCE_H
#include <gdal.h>

#include "wend/geo.h"

/// Of the pixels from column x and row y on.
void georeference_of(GDALDatasetH raster, int32_t x, int32_t y, wend_georeference* out);
#endif
