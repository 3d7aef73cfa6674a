// measure.h: what measurements of the engine share: errors that end them, a clock, random numbers, and the
// order of times. A file defines _XOPEN_SOURCE as 700 before it includes anything, for the clock.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <wend/wend.h>

/// Ends the program with what failed, unless nothing did.
static inline void must(wend_result result, const char* what) {
    if (result == WEND_OK) return;
    fprintf(stderr, "bench: %s: %s\n", what, wend_result_string(result));
    exit(1);
}

/// Microseconds of wall-clock time.
static inline double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/// 0 to bound - 1, by xorshift64: the same on every machine. The state is not 0.
static inline int32_t below(uint64_t* state, int32_t bound) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int32_t)(*state % (uint64_t)bound);
}

/// For qsort of doubles, ascending.
static inline int ascending(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}
#endif
