// slope.h: what does a slope cost, between pixels that are not square, of any size, with heights in metres?
// For HEIGHT in rasters; images under HEIGHT have rule_height.c.
#ifndef WIMP_SLOPE_H
#define WIMP_SLOPE_H
#include "core/job.h"
#include "wend/geo.h"

typedef struct wimp_slope {
    double max_climb;
    float sea;      ///< heights up to this are water; -INFINITY: there is none
    uint8_t hidden; ///< class of pixels without a height
    float costs[WEND_CLASS_COUNT];
} wimp_slope;

/// Sets up the classes, and their meanings in the job's info.
void wimp_slope_begin(wimp_slope* slope, const wimp_job* job);
/// Classes of a row of heights, and of those above and below, NULL outside of the raster. NAN: no height.
void wimp_slope_row(const wimp_slope* slope, const wend_ground* ground, const float* above_opt,
                    const float* row, const float* below_opt, int32_t width, uint8_t* classes);
#endif
