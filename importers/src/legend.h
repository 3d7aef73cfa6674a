// legend.h: the costs of colours, from a text file.
//
//     // colour            cost     name (may be left out)
//     #ffff00              1        road
//     #007f00..#00ff40     2.5      forest, every colour between in each channel
//     0,0,255              blocked  water
//     unknown              error    or nearest, blocked, a cost: what other colours are
//
// The first line that a colour fits counts. Lines that begin with // say nothing, nor does what follows "
// //".
#ifndef WENDI_LEGEND_H
#define WENDI_LEGEND_H
#include "job.h"

typedef struct wendi_rgb {
    uint8_t channel[3];
} wendi_rgb;

typedef struct wendi_legend_row {
    wendi_rgb low, high; ///< channel by channel, both included
    float cost;          ///< 0: blocked
    char name[WEND_MEANING_BYTES];
} wendi_legend_row;

typedef enum wendi_unknown { WENDI_UNKNOWN_ERROR, WENDI_UNKNOWN_NEAREST, WENDI_UNKNOWN_COST } wendi_unknown;

enum { WENDI_MAX_LEGEND_ROWS = 254 }; ///< each is a class from 1 on; the last class is for unknown colours

typedef struct wendi_legend {
    wendi_legend_row rows[WENDI_MAX_LEGEND_ROWS];
    int32_t count; ///< at least 1
    wendi_unknown unknown;
    float unknown_cost; ///< of UNKNOWN_COST; 0: blocked
} wendi_legend;

/// Reads a legend file. Errors name the legend, line and column: IO, FORMAT, LIMIT, MEMORY.
wend_result wendi_legend_read(const char* file, const wend_import_def* def, wendi_legend* out,
                              uint64_t* hash_out, wend_error* error_opt);
/// Squared distance of a colour from those of a row; 0 when it fits.
int32_t wendi_legend_distance(const wendi_legend_row* row, wendi_rgb color);
#endif
