// frame_times.h: how long do frames take?
#ifndef WEND_VIEW_FRAME_TIMES_H
#define WEND_VIEW_FRAME_TIMES_H
#include <stdint.h>

enum { FRAME_TIMES_KEPT = 240 };

/// Of all frames but the first.
typedef struct frame_times {
    int count; ///< with the first
    double ms_sum, ms_max;
    double cpu_ms_sum, cpu_ms_max; ///< processor time of this thread, independent of other load
    int slow;                      ///< of more than 1/60 s of processor time
    uint64_t began;                ///< start of the current frame
    double cpu_began;
    float last[FRAME_TIMES_KEPT]; ///< processor times in a ring; that of frame i is last[i %
                                  ///< FRAME_TIMES_KEPT] [Units: ms]
} frame_times;

/// Begins a frame. Returns the seconds since the previous one began.
double frame_times_begin(frame_times* t);
/// Ends the frame. Returns its duration in milliseconds.
double frame_times_end(frame_times* t);

#endif
