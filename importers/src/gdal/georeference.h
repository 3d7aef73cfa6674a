// georeference.h: what GDAL knows of where a raster lies.
#ifndef GDAL_GEOREFERENCE_H
#define GDAL_GEOREFERENCE_H
#include <gdal.h>

#include "core/gdal_talk.h"

/// Of the pixels from column x and row y on.
void georeference_of(GDALDatasetH raster, int32_t x, int32_t y, wend_georeference* out);
/// Fills ground, longitude, latitude and reach of an answer that has its size and georeference. Only for a
/// projection.
void georeference_sample(GDALDatasetH raster, wimp_raster_answer* io);
#endif
