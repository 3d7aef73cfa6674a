// threads.c: a thread pool. Jobs wait in a list; each worker takes shares of the oldest job that has any
// left. The thread that waits for a job works on it too.
#include "wend/threads.h"

#include <stdlib.h>

#include "core/base.h"
#include "core/system.h"

typedef struct job {
    wend_task_fn* task;
    void* context;
    int32_t next, count, share; // items [next, count) are not assigned yet
    int32_t running;            // shares assigned and not completed
    struct job* later;
} job;

struct wend_threads {
    pthread_mutex_t mutex;
    pthread_cond_t work, done; // a job was enqueued or the pool ends; a share was completed
    job* oldest;               // jobs that have items left
    bool ending;
    int32_t worker_count;
    pthread_t workers[WENDI_MAX_WORKERS];
};

// Runs one share of a job that has items left. The mutex is held on entry and on return.
static void run_share(wend_threads* threads, job* j) {
    WENDI_ASSERT(j->next < j->count && j->share >= 1 && j->running >= 0);
    int32_t begin = j->next;
    int32_t end = j->count - begin > j->share ? begin + j->share : j->count;
    j->next = end;
    j->running++;
    if (end == j->count) {
        job** link = &threads->oldest;
        while (*link != j) link = &(*link)->later;
        *link = j->later;
    }
    pthread_mutex_unlock(&threads->mutex);
    j->task(j->context, begin, end);
    pthread_mutex_lock(&threads->mutex);
    j->running--;
    WENDI_ASSERT(j->running >= 0);
    if (j->running == 0 && j->next == j->count) pthread_cond_broadcast(&threads->done);
}

static void* worker(void* context) {
    wend_threads* threads = context;
    pthread_mutex_lock(&threads->mutex);
    while (!threads->ending) {
        if (threads->oldest)
            run_share(threads, threads->oldest);
        else
            pthread_cond_wait(&threads->work, &threads->mutex);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static void* enqueue(wend_task_fn* task, void* context, int32_t count, void* user) {
    wend_threads* threads = user;
    job* j = count > 0 ? malloc(sizeof *j) : NULL;
    if (!j) { // nothing to do, or no memory for the job: run it here
        if (count > 0) task(context, 0, count);
        return NULL;
    }
    // Several shares a worker even out shares of unequal work.
    int32_t share = wendi_max(1, count / (threads->worker_count * 8));
    *j = (job){task, context, 0, count, share, 0, NULL};
    pthread_mutex_lock(&threads->mutex);
    job** link = &threads->oldest;
    while (*link) link = &(*link)->later;
    *link = j;
    pthread_cond_broadcast(&threads->work);
    pthread_mutex_unlock(&threads->mutex);
    return j;
}

static void finish(void* handle, void* user) {
    wend_threads* threads = user;
    job* j = handle;
    if (!j) return;
    pthread_mutex_lock(&threads->mutex);
    while (j->next < j->count) run_share(threads, j);
    while (j->running > 0) pthread_cond_wait(&threads->done, &threads->mutex);
    WENDI_ASSERT(j->next == j->count);
    pthread_mutex_unlock(&threads->mutex);
    free(j);
}

wend_result wend_threads_create(int32_t count, wend_threads** out) {
    if (!out || count < 0 || count > WENDI_MAX_WORKERS) return WEND_ERROR_ARGUMENT;
    if (count == 0) {
        count = wendi_min(wendi_processor_count(), WENDI_MAX_WORKERS);
    }
    wend_threads* threads = calloc(1, sizeof *threads);
    if (!threads) return WEND_ERROR_MEMORY;
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->work, NULL);
    pthread_cond_init(&threads->done, NULL);
    // The waiting thread counts as a worker.
    threads->worker_count = 1 + wendi_workers_start(threads->workers, count - 1, worker, threads);
    if (threads->worker_count < count) {
        wend_threads_destroy(threads);
        return WEND_ERROR_LIMIT;
    }
    *out = threads;
    return WEND_OK;
}

void wend_threads_destroy(wend_threads* threads) {
    if (!threads) return;
    pthread_mutex_lock(&threads->mutex);
    threads->ending = true;
    pthread_cond_broadcast(&threads->work);
    pthread_mutex_unlock(&threads->mutex);
    for (int32_t i = 0; i < threads->worker_count - 1; i++) pthread_join(threads->workers[i], NULL);
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->work);
    pthread_mutex_destroy(&threads->mutex);
    free(threads);
}

wend_tasks wend_threads_tasks(wend_threads* threads) {
    if (!threads) return (wend_tasks){0};
    return (wend_tasks){enqueue, finish, threads, threads->worker_count};
}
