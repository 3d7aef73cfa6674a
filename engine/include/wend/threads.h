// wend/threads.h: a small thread pool for wend_tasks, for programs that do not have one.
#ifndef WEND_THREADS_H
#define WEND_THREADS_H
#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_threads wend_threads;

/// Starts count workers; 0: one per processor. They block the signals that are sent to the process, so the
/// host's handlers run on its own threads. A child created by fork has no workers: create the pool in the
/// child. Errors: ARGUMENT (a count below 0 or above 256), MEMORY, LIMIT (the system refuses to start more).
WEND_API wend_result wend_threads_create(int32_t count, wend_threads** out);
/// Waits for work in progress and ends the workers.
WEND_API void wend_threads_destroy(wend_threads* threads);
/// Callbacks for wend_world_def.tasks; they borrow the pool. Zeros for NULL, so the work runs in place.
WEND_API wend_tasks wend_threads_tasks(wend_threads* threads);

#ifdef __cplusplus
}
#endif
#endif
