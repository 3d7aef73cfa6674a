// task_pool.h: which threads of this process run the tasks of a bake?
#ifndef TASK_POOL_H
#define TASK_POOL_H
#include "wend/private.h"

typedef struct task_pool task_pool;

/// A task that has been run.
typedef struct finished_task {
    int64_t id;
    double seconds; ///< that it took
    wend_result result;
    wend_error error;
    void* output; ///< from malloc; NULL unless the result is OK
    size_t output_size;
} finished_task;

/// Starts the threads. Tasks run on them only, never on the thread of the caller. Errors: as
/// wend_threads_create.
wend_result task_pool_create(int32_t thread_count, task_pool** out);
/// Waits for the tasks that run; their outputs are lost.
void task_pool_destroy(task_pool* pool);
/// Queues a task and takes its input over, which comes from malloc. False: no memory; the input is freed.
bool task_pool_add(task_pool* pool, int64_t id, void* input, size_t input_size);
/// Gives a task that is finished, if there is one.
bool task_pool_take(task_pool* pool, finished_task* out);

#endif
