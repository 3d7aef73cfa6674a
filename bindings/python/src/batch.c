// batch.c: how do many threads answer many queries while Python waits?
//
// Queries are answered by the places of their goals, and those to one goal by the places of their starts: a
// search inserts a goal once for all queries to it in a row, and finds most of what it reads in the caches.
//
// Invariant: a chunk, CHUNK queries in a row of this order, belongs to the thread that took its number from
// `next`; only that thread writes its answers and its tiles. Python reads them once all threads have ended.
#include "native.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNK       64
#define MAX_THREADS 256

typedef struct answer {
    double cost;
    int64_t tile_count;
    uint8_t outcome;
} answer;

/// The tiles of the paths of a chunk, one after the other.
typedef struct chunk {
    wend_tile* tiles;
    int64_t count, capacity;
} chunk;

/// A query, by the places of its ends: the bits of both coordinates in turn, so that places nearby are mostly
/// numbers nearby.
typedef struct place {
    uint64_t goal, start;
    int64_t index;
} place;

struct wendpy_batch {
    const wend_world* world;
    wend_query query;
    const int32_t *starts, *goals;
    place* order; ///< in which the queries are answered
    int64_t count, chunk_count;
    bool keep_tiles;
    answer* answers;
    chunk* chunks;
    _Atomic int64_t next; ///< chunk that no thread has taken
    atomic_bool stop;

    pthread_t threads[MAX_THREADS];
    int32_t thread_count;
    pthread_mutex_t mutex; ///< of the fields below
    pthread_cond_t ended;
    int32_t running;
    wend_result error;
    int64_t error_index;
};

static bool should_cancel(void* context) {
    return atomic_load(&((wendpy_batch*)context)->stop);
}

// The error of the query that comes first stays.
static void fail(wendpy_batch* batch, int64_t index, wend_result result) {
    pthread_mutex_lock(&batch->mutex);
    if (batch->error == WEND_OK || index < batch->error_index) {
        batch->error = result;
        batch->error_index = index;
    }
    pthread_mutex_unlock(&batch->mutex);
    atomic_store(&batch->stop, true);
}

static bool append(chunk* to, const wend_tile* tiles, int32_t count) {
    if (to->count + count > to->capacity) {
        int64_t capacity = to->capacity == 0 ? 4096 : to->capacity;
        while (capacity < to->count + count) capacity *= 2;
        wend_tile* larger = realloc(to->tiles, (size_t)capacity * sizeof *larger);
        if (larger == NULL) return false;
        to->tiles = larger;
        to->capacity = capacity;
    }
    if (count > 0) memcpy(to->tiles + to->count, tiles, (size_t)count * sizeof *tiles);
    to->count += count;
    return true;
}

static wend_result answer_one(wendpy_batch* batch, int64_t i, wend_search* search, wend_path* path,
                              chunk* tiles_out) {
    wend_query query = batch->query;
    query.start = (wend_tile){batch->starts[2 * i], batch->starts[2 * i + 1]};
    query.goal = (wend_tile){batch->goals[2 * i], batch->goals[2 * i + 1]};
    const wend_result result = wend_find_path(search, batch->world, &query, path, NULL);
    if (result != WEND_OK) return result;
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    batch->answers[i] = (answer){wend_path_cost(path), count, (uint8_t)wend_path_outcome(path)};
    return !batch->keep_tiles || append(tiles_out, tiles, count) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Every other bit of the result is one of the number.
static uint64_t spread_bits(uint32_t number) {
    uint64_t n = number;
    n = (n | n << 16) & 0x0000ffff0000ffff;
    n = (n | n << 8) & 0x00ff00ff00ff00ff;
    n = (n | n << 4) & 0x0f0f0f0f0f0f0f0f;
    n = (n | n << 2) & 0x3333333333333333;
    return (n | n << 1) & 0x5555555555555555;
}

static uint64_t place_of(const int32_t* tile) {
    return spread_bits((uint32_t)tile[0]) | spread_bits((uint32_t)tile[1]) << 1;
}

static int compare_places(const void* a, const void* b) {
    const place *x = a, *y = b;
    if (x->goal != y->goal) return x->goal < y->goal ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void order_queries(wendpy_batch* batch) {
    for (int64_t i = 0; i < batch->count; i++)
        batch->order[i] = (place){place_of(&batch->goals[2 * i]), place_of(&batch->starts[2 * i]), i};
    qsort(batch->order, (size_t)batch->count, sizeof *batch->order, compare_places);
}

static void answer_chunks(wendpy_batch* batch, wend_search* search, wend_path* path) {
    while (!atomic_load(&batch->stop)) {
        const int64_t k = atomic_fetch_add(&batch->next, 1);
        if (k >= batch->chunk_count) return;
        const int64_t end = (k + 1) * CHUNK < batch->count ? (k + 1) * CHUNK : batch->count;
        for (int64_t at = k * CHUNK; at < end && !atomic_load(&batch->stop); at++) {
            const int64_t i = batch->order[at].index;
            const wend_result result = answer_one(batch, i, search, path, &batch->chunks[k]);
            if (result != WEND_OK) fail(batch, i, result);
        }
    }
}

static void* work(void* context) {
    wendpy_batch* batch = context;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = should_cancel;
    def.cancel_context = batch;
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_path_create(NULL, &path);
    if (result == WEND_OK)
        answer_chunks(batch, search, path);
    else
        fail(batch, 0, result);
    wend_path_destroy(path);
    wend_search_destroy(search);
    pthread_mutex_lock(&batch->mutex);
    batch->running--;
    pthread_cond_signal(&batch->ended);
    pthread_mutex_unlock(&batch->mutex);
    return NULL;
}

static wend_result start_threads(wendpy_batch* batch, int32_t wanted) {
    if (wanted > batch->chunk_count) wanted = (int32_t)batch->chunk_count;
    if (wanted > MAX_THREADS) wanted = MAX_THREADS;
    batch->running = wanted; // before any of them can end
    for (int32_t i = 0; i < wanted; i++) {
        if (pthread_create(&batch->threads[i], NULL, work, batch) == 0) {
            batch->thread_count++;
            continue;
        }
        pthread_mutex_lock(&batch->mutex);
        batch->running -= wanted - i;
        pthread_mutex_unlock(&batch->mutex);
        return i > 0 ? WEND_OK : WEND_ERROR_LIMIT; // those that started do the work
    }
    return WEND_OK;
}

wend_result wendpy_batch_start(const wend_world* world, const wend_query* query, const int32_t* starts,
                               const int32_t* goals, int64_t count, int32_t thread_count, bool keep_tiles,
                               wendpy_batch** out) {
    wendpy_batch* batch = calloc(1, sizeof *batch);
    if (batch == NULL) return WEND_ERROR_MEMORY;
    batch->world = world;
    batch->query = *query;
    batch->starts = starts;
    batch->goals = goals;
    batch->count = count;
    batch->chunk_count = (count + CHUNK - 1) / CHUNK;
    batch->keep_tiles = keep_tiles;
    pthread_mutex_init(&batch->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&batch->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    batch->answers = calloc((size_t)count + 1, sizeof *batch->answers);
    batch->chunks = calloc((size_t)batch->chunk_count + 1, sizeof *batch->chunks);
    batch->order = malloc(((size_t)count + 1) * sizeof *batch->order);
    const bool enough = batch->answers != NULL && batch->chunks != NULL && batch->order != NULL;
    wend_result result = enough ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK) order_queries(batch);
    if (result == WEND_OK) result = start_threads(batch, thread_count);
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
    while (batch->running > 0 && pthread_cond_timedwait(&batch->ended, &batch->mutex, &until) != ETIMEDOUT) {
    }
    const bool done = batch->running == 0;
    pthread_mutex_unlock(&batch->mutex);
    return done;
}

wend_result wendpy_batch_result(const wendpy_batch* batch, int64_t* index_out, int64_t* tile_count_out) {
    *index_out = batch->error_index;
    *tile_count_out = 0;
    for (int64_t i = 0; i < batch->count; i++) *tile_count_out += batch->answers[i].tile_count;
    return batch->error;
}

void wendpy_batch_write(wendpy_batch* batch, double* costs, uint8_t* outcomes, int64_t* offsets,
                        int32_t* tiles) {
    offsets[0] = 0;
    for (int64_t i = 0; i < batch->count; i++) {
        costs[i] = batch->answers[i].cost;
        outcomes[i] = batch->answers[i].outcome;
        offsets[i + 1] = offsets[i] + batch->answers[i].tile_count;
    }
    for (int64_t k = 0; k < batch->chunk_count && tiles != NULL; k++) {
        chunk* from = &batch->chunks[k];
        const wend_tile* path = from->tiles;
        for (int64_t at = k * CHUNK; at < batch->count && at < (k + 1) * CHUNK; at++) {
            const int64_t i = batch->order[at].index, length = batch->answers[i].tile_count;
            if (length > 0) memcpy(tiles + 2 * offsets[i], path, (size_t)length * sizeof *path);
            path += length;
        }
        free(from->tiles);
        *from = (chunk){0};
    }
}

void wendpy_batch_destroy(wendpy_batch* batch) {
    if (batch == NULL) return;
    atomic_store(&batch->stop, true);
    for (int32_t i = 0; i < batch->thread_count; i++) pthread_join(batch->threads[i], NULL);
    for (int64_t k = 0; k < batch->chunk_count && batch->chunks != NULL; k++) free(batch->chunks[k].tiles);
    pthread_cond_destroy(&batch->ended);
    pthread_mutex_destroy(&batch->mutex);
    free(batch->chunks);
    free(batch->order);
    free(batch->answers);
    free(batch);
}
