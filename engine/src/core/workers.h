// workers.h: how does the engine start threads, and what time is it on them?
#ifndef WENDI_WORKERS_H
#define WENDI_WORKERS_H
#include <pthread.h>
#include <stdint.h>

enum { WENDI_MAX_WORKERS = 256 };

/// Starts up to count threads, which block the signals that are sent to the process, so that the host's
/// handlers run on its own threads. Returns how many the system was willing to start.
int32_t wendi_workers_start(pthread_t* workers, int32_t count, void* (*work)(void* context), void* context);
/// Processors that are online; at least 1.
int32_t wendi_processor_count(void);
/// Nanoseconds of the system's monotone clock.
uint64_t wendi_system_ns(void);
#endif
