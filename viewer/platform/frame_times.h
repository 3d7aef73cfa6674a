// frame_times.h: how long do frames take?
#ifndef WEND_VIEW_FRAME_TIMES_H
#define WEND_VIEW_FRAME_TIMES_H
#include <stdint.h>

/// Of all frames but the first.
typedef struct frame_times {
    int count; ///< with the first
    double ms_sum, ms_max;
    double cpu_ms_sum, cpu_ms_max; ///< of processor time of this thread: whatever else the machine does
    int slow;                      ///< of more than 1/60 s of processor time
    uint64_t began;                ///< the frame that goes on
    double cpu_began;
} frame_times;

/// A frame begins. Returns the seconds since the one before.
double frame_times_begin(frame_times* t);
/// It ends. Returns its milliseconds.
double frame_times_end(frame_times* t);

#endif
