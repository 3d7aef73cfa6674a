// service.c: how does a service begin and end?
#include "service/service.h"

#include "hierarchy/first_check.h"

wend_service_def wend_default_service_def(void) {
    return (wend_service_def){.cookie = WENDI_COOKIE,
                              .worker_count = 1,
                              .runner_count = 1,
                              .capacity = 1024,
                              .change_capacity = 256,
                              .refresh_clusters = 4};
}

static bool is_valid(const wend_service_def* d) {
    enum { MOST_JOBS = 1 << 20 };
    return d->worker_count >= 0 && d->worker_count <= WENDI_MAX_WORKERS && d->runner_count >= 0 &&
           d->runner_count <= WENDI_MAX_WORKERS && d->worker_count + d->runner_count > 0 &&
           d->capacity >= 1 && d->capacity <= MOST_JOBS && d->change_capacity >= 1 &&
           d->change_capacity <= MOST_JOBS && d->refresh_clusters >= 0;
}

static uint64_t system_ns(void* context) {
    (void)context;
    return wendi_system_ns();
}

static bool should_cancel(void* context) {
    return atomic_load((atomic_bool*)context);
}

static size_t job_count(const wend_service* s) {
    return (size_t)s->def.capacity + (size_t)s->def.change_capacity;
}

static wend_result create_lanes(wend_service* s) {
    s->lane_count = s->def.worker_count + s->def.runner_count;
    s->lanes = wendi_alloc_zeroed(&s->allocator, (size_t)s->lane_count, sizeof *s->lanes);
    if (!s->lanes) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < s->lane_count; i++) {
        wendi_lane* lane = &s->lanes[i];
        atomic_init(&lane->cancel, false);
        wend_search_def def = wend_default_search_def();
        def.clock_ns = s->def.clock_ns;
        def.clock_context = s->def.clock_context;
        def.should_cancel = should_cancel;
        def.cancel_context = &lane->cancel;
        def.allocator = &s->allocator;
        wend_result result = wend_search_create(&def, &lane->search);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result create_jobs(wend_service* s) {
    s->jobs = wendi_alloc_zeroed(&s->allocator, job_count(s), sizeof *s->jobs);
    if (!s->jobs) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < job_count(s); i++) {
        s->jobs[i].is_change = i >= (size_t)s->def.capacity;
        wendi_job_append(s->jobs[i].is_change ? &s->free_changes : &s->free_queries, &s->jobs[i]);
    }
    return WEND_OK;
}

// Frees what was created so far; no thread uses it.
static void free_service(wend_service* s) {
    wend_allocator allocator = s->allocator;
    while (s->ready.first) {
        wendi_job* job = s->ready.first;
        wendi_job_remove(&s->ready, job);
        job->number = 0;
        wendi_job_end(s, job);
    }
    for (int32_t i = 0; s->lanes && i < s->lane_count; i++) wend_search_destroy(s->lanes[i].search);
    if (s->lanes) wendi_free(&allocator, s->lanes, (size_t)s->lane_count, sizeof *s->lanes);
    wendi_service_drop_versions(s, true);
    if (s->jobs) wendi_free(&allocator, s->jobs, job_count(s), sizeof *s->jobs);
    pthread_cond_destroy(&s->done);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->mutex);
    wendi_free(&allocator, s, 1, sizeof *s);
}

static void end_workers(wend_service* s) {
    pthread_mutex_lock(&s->mutex);
    s->ending = true;
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->mutex);
    for (int32_t i = 0; i < s->worker_count; i++) pthread_join(s->workers[i], NULL);
}

// Differs between all services that are alive, and from earlier ones in the same memory.
static uint64_t new_id(const wend_service* s) {
    return (uint64_t)(uintptr_t)s * 0x9e3779b97f4a7c15u ^ wendi_system_ns();
}

wend_result wend_service_create(wend_world* world, const wend_service_def* def, wend_service** out) {
    if (!world || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!is_valid(def)) return WEND_ERROR_ARGUMENT;
    wend_result checked = wendi_check_before_change(world);
    if (checked != WEND_OK) return checked;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_service* s = wendi_alloc_zeroed(&allocator, 1, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->allocator = allocator;
    s->world = world;
    s->def = *def;
    if (!s->def.clock_ns) s->def.clock_ns = system_ns;
    s->id = new_id(s);
    s->pending = def->refresh_clusters > 0 && !world->refreshed;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->work, NULL);
    pthread_cond_init(&s->done, NULL);
    wend_result result = create_jobs(s);
    if (result == WEND_OK) result = create_lanes(s);
    if (result == WEND_OK && def->worker_count > 0) {
        pthread_mutex_lock(&s->mutex); // they see all of it
        s->worker_count = wendi_workers_start(s->workers, def->worker_count, wendi_service_worker, s);
        pthread_mutex_unlock(&s->mutex);
        if (s->worker_count < def->worker_count) {
            end_workers(s);
            result = WEND_ERROR_LIMIT;
        }
    }
    if (result != WEND_OK) {
        free_service(s);
        return result;
    }
    *out = s;
    return WEND_OK;
}

static void cancel_waiting(wend_service* s, wendi_job_list* list) {
    while (list->first) {
        wendi_job* job = list->first;
        wendi_job_remove(list, job);
        job->answer.result = WEND_ERROR_CANCELLED;
        wendi_job_end(s, job);
    }
}

static void wait_for_event(wend_service* s) {
    s->waiters++;
    pthread_cond_wait(&s->done, &s->mutex);
    s->waiters--;
}

static void close_service(wend_service* s) {
    s->closed = true;
    for (int32_t p = 0; p < WEND_SERVICE_PRIORITIES; p++) cancel_waiting(s, &s->queries[p]);
    cancel_waiting(s, &s->changes);
    s->waiting = 0;
    for (int32_t i = 0; i < s->lane_count; i++) {
        wendi_lane* lane = &s->lanes[i];
        atomic_store(&lane->cancel, true);
        if (!lane->job || lane->busy) continue;
        lane->job->answer.result = WEND_ERROR_CANCELLED;
        wendi_lane_end(s, lane);
    }
    while (s->lanes_used > 0 || s->writing) wait_for_event(s);
}

void wend_service_close(wend_service* s) {
    if (!s) return;
    pthread_mutex_lock(&s->mutex);
    s->callers++;
    close_service(s);
    wendi_service_leave(s);
    pthread_mutex_unlock(&s->mutex);
}

void wend_service_destroy(wend_service* s) {
    if (!s) return;
    pthread_mutex_lock(&s->mutex);
    close_service(s);
    while (s->callers > 0) wait_for_event(s);
    pthread_mutex_unlock(&s->mutex);
    end_workers(s);
    free_service(s);
}
