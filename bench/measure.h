// measure.h: what measurements of the engine share: errors that end them, clocks, random numbers, and the
// order of times. A file defines _XOPEN_SOURCE as 700 before it includes anything, for the clocks.
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wend/wend.h>

/// Ends the program.
static inline void fail(const char* what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}
#define MUST(condition) ((condition) ? (void)0 : fail(#condition))

/// Ends the program with what failed, unless nothing did.
static inline void must(wend_result result, const char* what) {
    if (result == WEND_OK) return;
    fprintf(stderr, "bench: %s: %s\n", what, wend_result_string(result));
    exit(1);
}

/// The number behind an option, all of which have one.
static inline int64_t option(int argc, char** argv, const char* name, int64_t otherwise) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0) return atoll(argv[i + 1]);
    return otherwise;
}

/// Microseconds of wall-clock time.
static inline double now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/// Nanoseconds of CPU time of this thread: other programs do not count. Suits wend_search_def.clock_ns.
static inline uint64_t thread_ns(void* context) {
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
static inline double thread_us(void) {
    return (double)thread_ns(NULL) * 1e-3;
}

/// 64 random bits by SplitMix64 (Steele, Lea, Flood 2014): the same on every machine.
static inline uint64_t next_random(uint64_t* state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/// 0 to count - 1, by SplitMix64.
static inline int32_t draw(uint64_t* state, int32_t count) {
    return (int32_t)((next_random(state) >> 32) * (uint64_t)count >> 32);
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
