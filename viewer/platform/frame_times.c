// frame_times.c: how long do frames take?
#define _POSIX_C_SOURCE 200809L
#include "platform/frame_times.h"
#include <SDL_timer.h>
#include <math.h>
#include <time.h>

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double seconds_since(uint64_t began, uint64_t now) {
    return began > 0 ? (double)(now - began) / (double)SDL_GetPerformanceFrequency() : 0;
}

double frame_times_begin(frame_times* t) {
    uint64_t now = SDL_GetPerformanceCounter();
    double seconds = seconds_since(t->began, now);
    t->began = now;
    t->cpu_began = cpu_ms();
    return seconds;
}

double frame_times_end(frame_times* t) {
    double ms = 1000 * seconds_since(t->began, SDL_GetPerformanceCounter()), cpu = cpu_ms() - t->cpu_began;
    t->last[t->count % FRAME_TIMES_KEPT] = (float)cpu;
    if (t->count++ == 0) return ms;
    t->ms_sum += ms;
    t->ms_max = fmax(t->ms_max, ms);
    t->cpu_ms_sum += cpu;
    t->cpu_ms_max = fmax(t->cpu_ms_max, cpu);
    t->slow += cpu > 1000.0 / 60;
    return ms;
}
