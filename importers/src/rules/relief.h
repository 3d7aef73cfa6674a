// relief.h: how do the heights of an image or raster become the relief of its grid?
#ifndef WIMP_RELIEF_H
#define WIMP_RELIEF_H
#include "core/job.h"

/// True when steps cost by their own slope: the rules SLOPE and TOBLER.
static inline bool wimp_goes_by_step(const wend_import_def* def) {
    return def->rule == WEND_RULE_SLOPE || def->rule == WEND_RULE_TOBLER;
}

enum { WIMP_LAND = 1, WIMP_WATER = 255 }; ///< classes under these rules; 0: blocked

/// Parses the function of slope, before anything is read, and makes room for the elevations of a map of so
/// many pixels; does nothing under other rules. Errors: ARGUMENT, FORMAT (of the function), UNSUPPORTED (the
/// map is a layer of another), MEMORY.
wend_result wimp_relief_begin(wimp_job* job, int32_t width, int32_t height);
/// Classes of row y of heights, NAN: none, and its elevations. sea: heights up to it are water; -INFINITY:
/// there is none.
void wimp_relief_row(wimp_job* job, int32_t y, const float* heights, float sea, uint8_t* classes);
/// Gives the finished grid its relief, if its rule, the sizes of its tiles or lanes ask for one. lanes_opt: a
/// byte for each tile, with five lane_factors, as in wend_relief_def. Errors: LIMIT, MEMORY.
wend_result wimp_relief_apply(wimp_job* job, const uint8_t* lanes_opt, const float* lane_factors);
/// What a step on level ground costs, for each unit of length; 1 where no function of slope says it.
double wimp_relief_level_factor(const wimp_job* job);
/// The elevations that a rule of slopes has read, row by row, NAN where there are none; NULL: another rule.
float* wimp_relief_elevations(const wimp_job* job);
/// Makes room for those of a second floor, NAN so far, behind those of the first. Errors: MEMORY.
wend_result wimp_relief_add_floor(wimp_job* job);
#endif
