// workers.c: workers.h on POSIX: threads with the signals of workers, and the system's clock.
#define _XOPEN_SOURCE 700 // pthread_sigmask, clock_gettime, sysconf
#include "core/workers.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

// The signals that a worker blocks: all that are sent to the process. Those that a thread causes itself stay
// with the host's crash handlers and profilers.
static sigset_t signals_of_workers(void) {
    static const int of_a_thread[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF};
    sigset_t signals;
    sigfillset(&signals);
    for (size_t i = 0; i < sizeof of_a_thread / sizeof *of_a_thread; i++) sigdelset(&signals, of_a_thread[i]);
    return signals;
}

int32_t wendi_workers_start(pthread_t* workers, int32_t count, void* (*work)(void* context), void* context) {
    int32_t started = 0;
    sigset_t blocked = signals_of_workers(), before;
    pthread_sigmask(SIG_BLOCK, &blocked, &before); // a thread starts with the mask of its creator
    while (started < count && pthread_create(&workers[started], NULL, work, context) == 0) started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

int32_t wendi_processor_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

uint64_t wendi_system_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
