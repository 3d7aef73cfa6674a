// task_pool.c: runs tasks of a bake on the threads of a pool. The thread that owns the pool only looks now
// and then which tasks are finished, because it has messages to exchange.
#include "task_pool.h"
#include "clock.h"
#include "wend/threads.h"

#include "wend/private.h"
#include <stdatomic.h>
#include <stdlib.h>

typedef struct pooled_task {
    struct pooled_task* next;
    void* handle; ///< of the thread pool
    void* input;
    size_t input_size;
    finished_task done;
    const atomic_bool* is_ending; ///< of the pool
    atomic_bool is_finished;
} pooled_task;

struct task_pool {
    wend_threads* threads;
    wend_tasks queue;
    pooled_task* first; ///< the oldest
    atomic_bool is_ending;
};

wend_result task_pool_create(int32_t thread_count, task_pool** out) {
    task_pool* pool = calloc(1, sizeof *pool);
    if (pool == NULL) return WEND_ERROR_MEMORY;
    const wend_result result = wend_threads_create(thread_count + 1, &pool->threads); // counts the caller
    if (result != WEND_OK) {
        free(pool);
        return result;
    }
    pool->queue = wend_threads_tasks(pool->threads);
    *out = pool;
    return WEND_OK;
}

static void run(void* context, int32_t begin, int32_t end) {
    (void)begin, (void)end; // one item
    pooled_task* t = context;
    const uint64_t start = clock_thread_ns(NULL);
    if (!atomic_load(t->is_ending))
        t->done.result = wend_bake_run_task(t->input, t->input_size, NULL, &t->done.output,
                                            &t->done.output_size, &t->done.error);
    t->done.seconds = (double)(clock_thread_ns(NULL) - start) * 1e-9;
    free(t->input);
    atomic_store(&t->is_finished, true);
}

bool task_pool_add(task_pool* pool, int64_t id, void* input, size_t input_size) {
    pooled_task* t = calloc(1, sizeof *t);
    if (t == NULL) {
        free(input);
        return false;
    }
    t->input = input;
    t->input_size = input_size;
    t->done.id = id;
    t->is_ending = &pool->is_ending;
    pooled_task** at = &pool->first;
    while (*at != NULL) at = &(*at)->next;
    *at = t;
    t->handle = pool->queue.enqueue(run, t, 1, pool->queue.user);
    return true;
}

bool task_pool_take(task_pool* pool, finished_task* out) {
    for (pooled_task** at = &pool->first; *at != NULL; at = &(*at)->next) {
        pooled_task* t = *at;
        if (!atomic_load(&t->is_finished)) continue;
        *at = t->next;
        pool->queue.finish(t->handle, pool->queue.user); // it has run: this only frees the handle
        *out = t->done;
        free(t);
        return true;
    }
    return false;
}

void task_pool_destroy(task_pool* pool) {
    if (pool == NULL) return;
    atomic_store(&pool->is_ending, true);
    while (pool->first != NULL) {
        pooled_task* t = pool->first;
        pool->first = t->next;
        pool->queue.finish(t->handle, pool->queue.user);
        free(t->done.output);
        free(t);
    }
    wend_threads_destroy(pool->threads);
    free(pool);
}
