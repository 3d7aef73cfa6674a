// clock.h: which clocks do programs read? Both have the signature of wend_search_def.clock_ns; context is not
// used.
#ifndef WEND_CHECK_CLOCK_H
#define WEND_CHECK_CLOCK_H
#include <stdint.h>

/// Monotonic wall-clock time.
uint64_t clock_wall_ns(void* context);
/// Processor time of the calling thread; wall-clock time where the system cannot measure that.
uint64_t clock_thread_ns(void* context);
/// Microseconds of clock_thread_ns since a start.
double clock_thread_us_since(uint64_t start_ns);
/// "CPU time of the thread", or "wall clock".
const char* clock_thread_name(void);

#endif
