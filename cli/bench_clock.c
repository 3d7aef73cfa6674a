// bench_clock.c: which clock does the benchmark read?
#include "bench_clock.h"

#include <stddef.h>
#include <time.h>

static clockid_t thread_clock(void) {
    static clockid_t clock = CLOCK_REALTIME; // not asked yet
    struct timespec now;
    if (clock == CLOCK_REALTIME)
        clock = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    return clock;
}

uint64_t bench_clock_ns(void* context) {
    (void)context;
    struct timespec now;
    clock_gettime(thread_clock(), &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double bench_us_since(uint64_t start_ns) {
    return (double)(bench_clock_ns(NULL) - start_ns) * 1e-3;
}

const char* bench_clock_name(void) {
    return thread_clock() == CLOCK_MONOTONIC ? "wall clock" : "CPU time of the thread";
}
