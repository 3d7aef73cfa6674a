// clock.c: which clocks do programs read?
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

static bool read_clock(clockid_t clock, uint64_t* ns_out) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return false;
    *ns_out = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return true;
}

uint64_t clock_wall_ns(void* context) {
    (void)context;
    uint64_t ns = 0;
    read_clock(CLOCK_MONOTONIC, &ns);
    return ns;
}

uint64_t clock_thread_ns(void* context) {
    uint64_t ns = 0;
    return read_clock(CLOCK_THREAD_CPUTIME_ID, &ns) ? ns : clock_wall_ns(context);
}

double clock_thread_us_since(uint64_t start_ns) {
    return (double)(clock_thread_ns(NULL) - start_ns) * 1e-3;
}

const char* clock_thread_name(void) {
    uint64_t ns = 0;
    return read_clock(CLOCK_THREAD_CPUTIME_ID, &ns) ? "CPU time of the thread" : "wall clock";
}
