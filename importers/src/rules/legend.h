// legend.h: the costs of colours, from a text file.
//
//     // colour            cost     name (may be left out)
//     #ffff00              1        road
//     #007f00..#00ff40     2.5      forest, every colour between in each channel
//     0,0,255              blocked  water
//     tolerance            48       smoothed edges and the noise of a JPEG
//     unknown              error    or nearest, blocked, a cost: what other colours are
//
// The first line that matches a colour applies. Without a match, the nearest line within the tolerance
// applies. A // at the start of a line or after a blank begins a
// comment.
#ifndef WIMP_LEGEND_H
#define WIMP_LEGEND_H
#include "core/job.h"

typedef struct wimp_rgb {
    uint8_t channel[3];
} wimp_rgb;

typedef struct wimp_legend_row {
    wimp_rgb low, high; ///< inclusive limits of each channel
    float cost;         ///< 0: blocked
    char name[WEND_MEANING_BYTES];
} wimp_legend_row;

typedef enum wimp_unknown { WIMP_UNKNOWN_ERROR, WIMP_UNKNOWN_NEAREST, WIMP_UNKNOWN_COST } wimp_unknown;

enum { WIMP_MAX_LEGEND_ROWS = 254 }; ///< row i is class 1 + i; the last class is for unknown colours

typedef struct wimp_legend {
    wimp_legend_row rows[WIMP_MAX_LEGEND_ROWS];
    int32_t count; ///< at least 1
    wimp_unknown unknown;
    float unknown_cost; ///< of UNKNOWN_COST; 0: blocked
    int32_t tolerance;  ///< distance, up to which a colour counts as the nearest row; 0: no edges are sought
} wimp_legend;

enum { WIMP_MAX_TOLERANCE = 441 }; ///< the distance from black to white

/// Reads a legend file. Errors name the legend, line and column: IO, FORMAT, LIMIT, MEMORY.
wend_result wimp_legend_read(const char* file, const wend_import_def* def, wimp_legend* out,
                             uint64_t* hash_out, wend_error* error_opt);
/// Squared distance of a colour from the range of a row; 0: it matches.
int32_t wimp_legend_distance(const wimp_legend_row* row, wimp_rgb color);
#endif
