// batch.c: how are many queries answered while Python waits? One thread calls wend_find_paths, with a pool of
// others; Python's thread wakes up now and then, so that handlers of signals can run.
#include "native.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_THREADS = 256 };

typedef struct answer {
    double cost;
    wend_tile* tiles; ///< NULL unless they are kept
    int32_t tile_count;
    uint8_t outcome;
} answer;

struct wendpy_batch {
    const wend_world* world;
    wend_query* queries;
    int32_t count;
    bool keep_tiles;
    answer* answers;
    wend_threads* threads;
    atomic_bool stop;
    wend_result result; ///< of wend_find_paths, once ended
    int32_t failed;

    pthread_t caller; ///< of wend_find_paths
    bool has_caller;
    pthread_mutex_t mutex; ///< of has_ended
    pthread_cond_t end;
    bool has_ended;
};

static bool should_cancel(void* context) {
    return atomic_load(&((wendpy_batch*)context)->stop);
}

static wend_result keep(const wend_path* path, int32_t query, void* context) {
    wendpy_batch* batch = context;
    answer* to = &batch->answers[query];
    const wend_tile* tiles = wend_path_tiles(path, &to->tile_count);
    to->cost = wend_path_cost(path);
    to->outcome = (uint8_t)wend_path_outcome(path);
    if (!batch->keep_tiles || to->tile_count == 0) return WEND_OK;
    const size_t bytes = (size_t)to->tile_count * sizeof *tiles;
    to->tiles = malloc(bytes);
    if (to->tiles == NULL) return WEND_ERROR_MEMORY;
    memcpy(to->tiles, tiles, bytes);
    return WEND_OK;
}

static void* find_paths(void* context) {
    wendpy_batch* batch = context;
    wend_batch_def def = wend_default_batch_def();
    def.answered = keep;
    def.context = def.cancel_context = batch;
    def.tasks = wend_threads_tasks(batch->threads);
    def.should_cancel = should_cancel;
    batch->result = wend_find_paths(batch->world, batch->queries, batch->count, &def, &batch->failed);
    pthread_mutex_lock(&batch->mutex);
    batch->has_ended = true;
    pthread_cond_signal(&batch->end);
    pthread_mutex_unlock(&batch->mutex);
    return NULL;
}

static wend_result start(wendpy_batch* batch, int32_t thread_count) {
    if (thread_count > batch->count) thread_count = batch->count;
    if (thread_count > MAX_THREADS) thread_count = MAX_THREADS;
    const wend_result result = wend_threads_create(thread_count > 0 ? thread_count : 1, &batch->threads);
    if (result != WEND_OK) return result;
    batch->has_caller = pthread_create(&batch->caller, NULL, find_paths, batch) == 0;
    return batch->has_caller ? WEND_OK : WEND_ERROR_LIMIT;
}

wend_result wendpy_batch_start(const wend_world* world, const wend_query* query, const wend_tile* starts,
                               const wend_tile* goals, int64_t count, int32_t thread_count, bool keep_tiles,
                               wendpy_batch** out) {
    if (count > INT32_MAX) return WEND_ERROR_LIMIT;
    wendpy_batch* batch = calloc(1, sizeof *batch);
    if (batch == NULL) return WEND_ERROR_MEMORY;
    batch->world = world;
    batch->count = (int32_t)count;
    batch->keep_tiles = keep_tiles;
    pthread_mutex_init(&batch->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&batch->end, &attributes);
    pthread_condattr_destroy(&attributes);
    batch->answers = calloc((size_t)count + 1, sizeof *batch->answers);
    batch->queries = malloc(((size_t)count + 1) * sizeof *batch->queries);
    wend_result result = batch->answers && batch->queries ? WEND_OK : WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < count && result == WEND_OK; i++) {
        batch->queries[i] = *query;
        batch->queries[i].start = starts[i];
        batch->queries[i].goal = goals[i];
    }
    if (result == WEND_OK) result = start(batch, thread_count);
    if (result != WEND_OK) {
        wendpy_batch_destroy(batch);
        return result;
    }
    *out = batch;
    return WEND_OK;
}

bool wendpy_batch_wait(wendpy_batch* batch, int32_t time_ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(time_ms % 1000) * 1000000;
    until.tv_sec += time_ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&batch->mutex);
    while (!batch->has_ended && pthread_cond_timedwait(&batch->end, &batch->mutex, &until) != ETIMEDOUT) {
    }
    const bool ended = batch->has_ended;
    pthread_mutex_unlock(&batch->mutex);
    return ended;
}

wend_result wendpy_batch_result(const wendpy_batch* batch, int64_t* index_out, int64_t* tile_count_out) {
    *index_out = batch->failed;
    *tile_count_out = 0;
    for (int32_t i = 0; i < batch->count; i++) *tile_count_out += batch->answers[i].tile_count;
    return batch->result;
}

void wendpy_batch_write(wendpy_batch* batch, double* costs, uint8_t* outcomes, int64_t* offsets,
                        wend_tile* tiles) {
    offsets[0] = 0;
    for (int32_t i = 0; i < batch->count; i++) {
        answer* from = &batch->answers[i];
        costs[i] = from->cost;
        outcomes[i] = from->outcome;
        offsets[i + 1] = offsets[i] + from->tile_count;
        if (from->tiles == NULL || tiles == NULL) continue;
        memcpy(tiles + offsets[i], from->tiles, (size_t)from->tile_count * sizeof *from->tiles);
        free(from->tiles);
        from->tiles = NULL;
    }
}

void wendpy_batch_destroy(wendpy_batch* batch) {
    if (batch == NULL) return;
    atomic_store(&batch->stop, true);
    if (batch->has_caller) pthread_join(batch->caller, NULL);
    wend_threads_destroy(batch->threads);
    for (int32_t i = 0; i < batch->count && batch->answers != NULL; i++) free(batch->answers[i].tiles);
    pthread_cond_destroy(&batch->end);
    pthread_mutex_destroy(&batch->mutex);
    free(batch->answers);
    free(batch->queries);
    free(batch);
}
