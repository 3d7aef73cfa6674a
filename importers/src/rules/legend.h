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
#include "core/read_file.h"
#include "wend/legend.h"

/// The bytes of a legend file, of colours or of tiles, which are text. Errors: IO, FORMAT, LIMIT, MEMORY.
wend_result wimp_legend_open(const char* file, const wend_import_def* def, wimp_file* out,
                             wend_error* error_opt);
/// Reads a legend file. Errors name the legend, line and column: IO, FORMAT, LIMIT, MEMORY.
wend_result wimp_legend_read(const char* file, const wend_import_def* def, wend_legend* out,
                             uint64_t* hash_out, wend_error* error_opt);
/// Squared distance of a colour from the range of a row; 0: it matches.
int32_t wimp_legend_distance(const wend_legend_row* row, const uint8_t color[3]);
#endif
