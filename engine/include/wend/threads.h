// wend/threads.h: a small thread pool that fits wend_tasks, for programs that have none of their own.
#ifndef WEND_THREADS_H
#define WEND_THREADS_H
#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_threads wend_threads;

/// Starts count workers; 0: one for each processor. They block the signals that are sent to the process, so
/// the host's handlers run on its own threads. A child made by fork has no workers: create the pool after it.
/// Errors: ARGUMENT (negative, over 256), MEMORY, LIMIT (the
/// system starts no more).
WEND_API wend_result wend_threads_create(int32_t count, wend_threads** out);
/// Waits for running work and ends the workers.
WEND_API void wend_threads_destroy(wend_threads* threads);
/// Hooks for wend_world_def.tasks; they borrow the pool.
WEND_API wend_tasks wend_threads_tasks(wend_threads* threads);

#ifdef __cplusplus
}
#endif
#endif
