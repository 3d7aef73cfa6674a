// bench_clock.h: which clock does the benchmark read?
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#include <stdint.h>

/// CPU time of the calling thread, or wall-clock time where the system cannot measure it. Has the signature
/// that wend_search_def.clock_ns needs; context is not used.
uint64_t bench_clock_ns(void* context);
/// Microseconds since a time of that clock.
double bench_us_since(uint64_t start_ns);
/// The name of the clock, for example "CPU time of the thread".
const char* bench_clock_name(void);

#endif
