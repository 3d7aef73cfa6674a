// threshold.h: does the threshold of brightness cut the map where its histogram suggests?
#ifndef WIMP_THRESHOLD_H
#define WIMP_THRESHOLD_H
#include "core/sink.h"

/// A grid whose classes are brightnesses, under a rule with a threshold.
typedef struct wimp_threshold {
    int64_t transparent;         ///< tiles of class 0 that are transparent, at most
    uint8_t lowest_class;        ///< the class of brightness 0; class 255 has brightness 1
    uint8_t passable_class_from; ///< 0: none
    bool is_fine_grey;           ///< the image is grey, with 16 bits a channel
} wimp_threshold;

/// Warns when nearly nothing is passable, or when the threshold blocks over half of the map or of its largest
/// area and the histogram has a valley elsewhere. Sets info.suggested_below, suggests_negate and
/// suggests_height. Errors: MEMORY.
wend_result wimp_threshold_check(wimp_job* job, const wimp_threshold* threshold);
#endif
