// lane_file.h: the lanes of a map, from a picture with a pixel for each tile.
//
// The hue of a pixel is the direction of its lane, as a wheel of colours shows it: red to the right, and on
// against the clock over yellow-green (up) and cyan (left) to violet (down). What is transparent or nearly
// grey is no lane. A picture of greys alone has the numbers of wend_relief_def.lanes as its values, 0 to 8;
// white is no lane, too.
#ifndef WIMP_LANE_FILE_H
#define WIMP_LANE_FILE_H
#include "core/job.h"

typedef struct wimp_lanes {
    uint8_t* tiles;   ///< row by row, memory of the job; NULL: none
    float factors[5]; ///< as wend_relief_def.lane_factors
} wimp_lanes;

/// Reads the lanes that the definition names, or else takes those of the job, if there are any, for the tiles
/// of the job's grid. Messages name the
/// file; the hash of the source covers it. Errors: ARGUMENT (lane_costs), IO, FORMAT (with the pixel), LIMIT,
/// UNSUPPORTED, MEMORY, CANCELLED.
wend_result wimp_lane_file_read(wimp_job* job, wimp_lanes* out);
#endif
