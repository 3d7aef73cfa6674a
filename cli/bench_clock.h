// bench_clock.h: what the benchmark takes times with.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#include <stdint.h>

/// CPU time of the thread that asks, where there is such a clock, otherwise that of the wall; in the shape
/// that wend_search_def wants. context is not used.
uint64_t bench_clock_ns(void* context);
/// Since a time of that clock.
double bench_us_since(uint64_t start_ns);
/// "CPU time of the thread" or what it is.
const char* bench_clock_name(void);

#endif
