// bake_run.c: how do the workers of one process run all tasks of a bake?
#include <pthread.h>

#include "bake/bake.h"
#include "core/tasks.h"

typedef struct run {
    wend_bake* bake;
    const wend_world_def* def;
    pthread_mutex_t mutex; // of all below, and of the bake
    pthread_cond_t changed;
    int64_t held; // memory of the tasks that run
    int32_t running;
    wend_result result; // the first failure
    wend_error error;
    wend_bake_task waiting; // a task that does not fit beside those that run; id -1: none
    pthread_t caller;
} run;

// Part of the progress that tasks take; the rest is wendi_assemble's.
static const double tasks_part = 0.92;

static void fail(run* r, wend_result result) {
    if (r->result == WEND_OK) r->result = result;
}

static void report(run* r) {
    const wend_bake_info info = wend_bake_get_info(r->bake);
    if (r->result == WEND_OK && r->def->progress &&
        !r->def->progress(info.fraction * tasks_part, r->def->progress_context)) {
        fail(r, wendi_fail(&r->error, WEND_ERROR_CANCELLED, "%s: cancelled", r->bake->file));
        pthread_cond_broadcast(&r->changed);
    }
}

static bool fits(const run* r, const wend_bake_task* task) {
    return r->running == 0 || r->held + task->memory_bytes <= r->bake->memory_bytes - WENDI_BAKE_BASE_BYTES;
}

// Takes a task when there is one that fits the memory, and waits as long as there may be one later. False:
// all work is done, or failed.
static bool take(run* r, wend_bake_task* out) {
    for (;;) {
        if (r->result != WEND_OK) return false;
        if (r->waiting.id < 0) {
            wend_error error;
            const wend_result result = wend_bake_next_task(r->bake, &r->waiting, &error);
            if (result != WEND_OK) {
                r->waiting.id = -1;
                if (result == WEND_ERROR_MEMORY && r->running > 0) {
                    pthread_cond_wait(&r->changed, &r->mutex);
                    continue;
                }
                r->error = error;
                fail(r, result);
                pthread_cond_broadcast(&r->changed);
                return false;
            }
        }
        if (r->waiting.id >= 0 && fits(r, &r->waiting)) {
            *out = r->waiting;
            r->waiting.id = -1;
            r->running++;
            r->held += out->memory_bytes;
            return true;
        }
        if (r->running == 0) return false;
        pthread_cond_wait(&r->changed, &r->mutex);
    }
}

static void run_task(run* r, wend_bake_task* task) {
    void* output = NULL;
    size_t size = 0;
    wend_error error;
    const int64_t bytes = task->memory_bytes, id = task->id;
    pthread_mutex_unlock(&r->mutex);
    wend_result result =
        wend_bake_run_task(task->input, task->input_size, &r->bake->allocator, &output, &size, &error);
    wend_bake_free_task(r->bake, task);
    pthread_mutex_lock(&r->mutex);
    if (result == WEND_OK) {
        result = wend_bake_put_result(r->bake, output, size, &error);
        wendi_free(&r->bake->allocator, output, size, 1);
    }
    if (result != WEND_OK) wend_bake_return_task(r->bake, id);
    if (result != WEND_OK && r->result == WEND_OK) {
        r->error = error;
        fail(r, result);
    }
    r->running--;
    r->held -= bytes;
    pthread_cond_broadcast(&r->changed);
}

static void work(void* context, int32_t begin, int32_t end) {
    run* r = context;
    wend_bake_task task;
    (void)begin, (void)end;
    pthread_mutex_lock(&r->mutex);
    while (take(r, &task)) {
        run_task(r, &task);
        if (pthread_equal(pthread_self(), r->caller)) report(r);
    }
    pthread_mutex_unlock(&r->mutex);
}

// The calling thread works, too: it reports, and all tasks get done whenever the others begin.
static wend_result run_all(run* r, wend_error* error_opt) {
    const wend_tasks* tasks = &r->def->tasks;
    const int32_t others = wendi_min(r->bake->worker_count, tasks->worker_count) - 1;
    void* handle = NULL;
    if (tasks->enqueue && others > 0) handle = tasks->enqueue(work, r, others, tasks->user);
    work(r, 0, 1);
    if (tasks->enqueue && others > 0) tasks->finish(handle, tasks->user);
    if (r->waiting.id >= 0) {
        const int64_t id = r->waiting.id;
        wend_bake_free_task(r->bake, &r->waiting);
        wend_bake_return_task(r->bake, id);
    }
    if (r->result != WEND_OK && error_opt) *error_opt = r->error;
    return r->result;
}

static wend_result finish(wend_bake* bake, const wend_world_def* def, double begin_fraction,
                          wend_error* error_opt) {
    wend_result result = wendi_assemble(bake, def, begin_fraction, error_opt);
    if (result != WEND_OK) return result;
    result = wendi_output_close(&bake->output, true, error_opt);
    bake->finished = result == WEND_OK;
    return result;
}

wend_result wend_bake_finish(wend_bake* bake, const wend_world_def* def, wend_error* error_opt) {
    if (!bake || !def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    const wend_bake_info info = wend_bake_get_info(bake);
    if (!bake->begun || bake->finished || info.done_count < info.task_count || !bake->output.stream ||
        !wendi_is_valid_tasks(&def->tasks))
        return WEND_ERROR_ARGUMENT;
    return finish(bake, def, 0, error_opt);
}

wend_result wend_bake_run(wend_bake* bake, const wend_world_def* def, wend_error* error_opt) {
    if (!bake || !def) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!bake->begun || bake->finished || !bake->output.stream || !wendi_is_valid_tasks(&def->tasks))
        return WEND_ERROR_ARGUMENT;
    run* r = wendi_alloc_zeroed(&bake->allocator, 1, sizeof *r);
    if (!r) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: not enough memory", bake->file);
    r->bake = bake;
    r->def = def;
    r->waiting.id = -1;
    r->caller = pthread_self();
    pthread_mutex_init(&r->mutex, NULL);
    pthread_cond_init(&r->changed, NULL);
    wend_result result = run_all(r, error_opt);
    pthread_mutex_destroy(&r->mutex);
    pthread_cond_destroy(&r->changed);
    wendi_free(&bake->allocator, r, 1, sizeof *r);
    return result == WEND_OK ? finish(bake, def, tasks_part, error_opt) : result;
}
