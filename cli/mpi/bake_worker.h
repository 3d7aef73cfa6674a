// bake_worker.h: what does a rank other than rank 0 do, and which of its threads run the tasks of a bake?
#ifndef BAKE_WORKER_H
#define BAKE_WORKER_H
#include "ranks.h"
#include "wend/private.h"

// ---- the threads of a rank, of rank 0 too

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

// ---- the other ranks

enum { RANK_ALIVE_SECONDS = 5 };

/// Runs the tasks that rank 0 sends until it says stop. Prints nothing: errors are reported to rank 0.
void bake_worker_run(const ranks* link, const rank_hello* hello);

/// From now on, prints the line on stderr when the launcher ends this process, or a signal does. unless: a
/// process of this host whose life means that the line is not true; 0: none. NULL: prints nothing any more.
/// The line is borrowed.
void bake_worker_guard(const char* line, int32_t unless, int code);

/// Lets other processes run: shortly while large messages arrive or leave, otherwise as long as nobody
/// notices.
void bake_worker_pause(const ranks* link);

#endif
