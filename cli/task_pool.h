// task_pool.h: which threads of this process run the tasks of a bake?
#ifndef TASK_POOL_H
#define TASK_POOL_H
#include "wend/bake.h"

typedef struct task_pool task_pool;

/// A task that has been run.
typedef struct finished_task {
    uint64_t number;
    wend_result result;
    void* bytes; ///< the output, from malloc; NULL unless the result is OK
    size_t size;
} finished_task;

/// Starts the threads. The tasks themselves run on them only, never on the caller's.
wend_result task_pool_create(int32_t thread_count, task_pool** out);
/// Waits for the tasks that run; their outputs are lost.
void task_pool_destroy(task_pool* pool);
/// Queues a task and takes its input over. False: no memory; the input is freed.
bool task_pool_add(task_pool* pool, uint64_t number, void* bytes, size_t size);
/// Tasks that were added and not yet taken.
int32_t task_pool_count(const task_pool* pool);
/// Gives a task that is finished, if there is one.
bool task_pool_take(task_pool* pool, finished_task* out);

#endif
