// service.c: how does a service begin and end, and what does it hold between: what waits, and what is ready?
#include "service/service.h"

#include <string.h>

#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "search/query_ends.h"

// ---- lists

static void job_append(wendi_job_list* list, wendi_job* job) {
    job->before = list->last;
    job->after = NULL;
    *(list->last ? &list->last->after : &list->first) = job;
    list->last = job;
    list->count++;
}

void wendi_job_remove(wendi_job_list* list, wendi_job* job) {
    WENDI_ASSERT(list->count > 0);
    *(job->before ? &job->before->after : &list->first) = job->after;
    *(job->after ? &job->after->before : &list->last) = job->before;
    job->before = job->after = NULL;
    list->count--;
}

// ---- how does a service begin and end?

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
    const wend_allocator owned = wendi_owned_by(&s->owner);
    s->lanes = wendi_alloc_zeroed(&owned, (size_t)s->lane_count, sizeof *s->lanes);
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
    const wend_allocator owned = wendi_owned_by(&s->owner);
    s->jobs = wendi_alloc_zeroed(&owned, job_count(s), sizeof *s->jobs);
    if (!s->jobs) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < job_count(s); i++) {
        s->jobs[i].is_change = i >= (size_t)s->def.capacity;
        job_append(s->jobs[i].is_change ? &s->free_changes : &s->free_queries, &s->jobs[i]);
    }
    return WEND_OK;
}

// Frees what was created so far; no thread uses it.
static void free_service(wend_service* s) {
    while (s->ready.first) {
        wendi_job* job = s->ready.first;
        wendi_job_remove(&s->ready, job);
        job->number = 0;
        wendi_job_end(s, job);
    }
    for (int32_t i = 0; s->lanes && i < s->lane_count; i++) wend_search_destroy(s->lanes[i].search);
    wendi_service_drop_versions(s, true);
    pthread_cond_destroy(&s->done);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->mutex);
    wendi_owner_destroy(&s->owner);
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
    wend_result opened = wendi_hold_all(world);
    if (opened != WEND_OK) return opened;
    wend_service* s = wendi_owner_create(def->allocator, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->allocator = s->owner.from;
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
    while (s->lanes_used > 0 || s->writing) wendi_service_event(s);
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
    while (s->callers > 0) wendi_service_event(s);
    pthread_mutex_unlock(&s->mutex);
    end_workers(s);
    free_service(s);
}

// ---- what waits, what is ready, and whose is it? Submitting, taking answers, cancelling.

// Memory of a job for some bytes; 0: it needs none. Errors: MEMORY.
static wend_result make_room(const wend_allocator* a, uint64_t bytes, wendi_job* out) {
    out->copied_bytes = (size_t)bytes;
    out->copied = bytes <= SIZE_MAX ? wendi_alloc(a, out->copied_bytes, 1) : NULL;
    return bytes == 0 || out->copied ? WEND_OK : WEND_ERROR_MEMORY;
}

static void free_room(const wend_allocator* a, const wendi_job* job) {
    wendi_free(a, job->copied, job->copied_bytes, 1);
}

// Copies a query with all that it refers to: shapes, their points, goals. Errors: MEMORY.
static wend_result copy_query(const wend_allocator* a, const wend_query* query, wendi_job* out) {
    const size_t goal_count = (size_t)query->goal_count, avoid_count = (size_t)query->avoid_count;
    uint64_t point_count = 0;
    for (size_t i = 0; i < avoid_count; i++)
        if (query->avoid[i].kind == WEND_SHAPE_POLYGON) point_count += (uint64_t)query->avoid[i].point_count;
    const wend_result result =
        make_room(a,
                  (uint64_t)avoid_count * sizeof *query->avoid + point_count * sizeof(wend_vec2) +
                      (uint64_t)goal_count * sizeof *query->goals,
                  out);
    if (result != WEND_OK) return result;
    out->query = *query;
    out->query.avoid = NULL;
    out->query.goals = NULL;
    if (!out->copied) return WEND_OK;
    wend_shape* shapes = out->copied;
    wend_vec2* to = (void*)(shapes + avoid_count);
    for (size_t i = 0; i < avoid_count; i++) {
        shapes[i] = query->avoid[i];
        if (shapes[i].kind != WEND_SHAPE_POLYGON) continue;
        for (int32_t k = 0; k < shapes[i].point_count; k++) to[k] = shapes[i].points[k];
        shapes[i].points = to;
        to += shapes[i].point_count;
    }
    wend_tile* goals = (void*)to;
    for (size_t i = 0; i < goal_count; i++) goals[i] = query->goals[i];
    out->query.avoid = shapes;
    out->query.goals = goals;
    return WEND_OK;
}

static void free_job(wend_service* s, wendi_job* job) {
    free_room(&s->allocator, job);
    *job = (wendi_job){.is_change = job->is_change};
    job_append(job->is_change ? &s->free_changes : &s->free_queries, job);
}

void wendi_job_end(wend_service* s, wendi_job* job) {
    if (job->number == 0) {
        wend_path_destroy(job->answer.path);
        free_job(s, job);
    } else {
        job->state = WENDI_JOB_READY;
        job_append(&s->ready, job);
    }
    wendi_service_wake_waiters(s);
}

// ---- submitting

// Gives a job a ticket and lets it wait in a list. *ticket_opt NULL: nobody takes its answer. On an error,
// what it has copied is freed. Errors: CANCELLED (the service is closed), LIMIT (as many wait already).
static wend_result submit(wend_service* s, wendi_job wanted, wendi_job_list* list, wend_ticket* ticket_opt) {
    pthread_mutex_lock(&s->mutex);
    wendi_job_list* free_jobs = wanted.is_change ? &s->free_changes : &s->free_queries;
    wendi_job* job = s->closed ? NULL : free_jobs->first;
    const wend_result result = job ? WEND_OK : s->closed ? WEND_ERROR_CANCELLED : WEND_ERROR_LIMIT;
    if (job) {
        wendi_job_remove(free_jobs, job);
        *job = wanted;
        job->order = ++s->last_ticket;
        job->number = job->order * job_count(s) + (uint64_t)(job - s->jobs); // rises from ticket to ticket
        job->state = WENDI_JOB_WAITING;
        job->submitted_ns = wendi_service_ns(s);
        job->answer.ticket = (wend_ticket){s->id, job->number};
        if (ticket_opt)
            *ticket_opt = job->answer.ticket;
        else
            job->number = 0;
        s->waiting += !job->is_change;
        job_append(list, job);
        wendi_service_wake(s);
    }
    pthread_mutex_unlock(&s->mutex);
    if (!job) free_room(&s->allocator, &wanted);
    return result;
}

static wend_result check_query(wend_service* s, const wend_grid* grid, const wend_query* query) {
    wendi_tile_list goals = {.allocator = s->allocator};
    wend_query on_sheet;
    wend_result result = query->cookie == WENDI_COOKIE ? WEND_OK : WEND_ERROR_DEF;
    if (result == WEND_OK) result = wendi_query_to_sheet(grid, query, &goals, &on_sheet);
    if (result == WEND_OK) result = wendi_check_query(grid, &on_sheet);
    wendi_tile_list_free(&goals);
    return result;
}

wend_result wend_service_submit(wend_service* s, const wend_query* query, int32_t priority, uint64_t tag,
                                wend_ticket* out) {
    if (!s || !query || !out || priority < 0 || priority >= WEND_SERVICE_PRIORITIES)
        return WEND_ERROR_ARGUMENT;
    const wend_world* view = wendi_world_of_query(s->world, query);
    wend_result result = view ? check_query(s, view->grid, query) : WEND_ERROR_ARGUMENT;
    if (result == WEND_OK && query->avoid_count > 0 && wendi_has_regions(&s->world->graph))
        result = WEND_ERROR_UNSUPPORTED;
    wendi_job wanted = {.priority = priority, .answer.tag = tag};
    if (result == WEND_OK) result = copy_query(&s->allocator, query, &wanted);
    return result == WEND_OK ? submit(s, wanted, &s->queries[priority], out) : result;
}

wend_result wend_service_submit_edits(wend_service* s, const wend_edit* edits, int32_t count, uint64_t tag,
                                      wend_ticket* ticket_opt) {
    if (!s || !edits || count < 1) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_is_valid_edit(s->world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    wendi_job wanted = {.is_change = true, .edit_count = count, .answer.tag = tag};
    const wend_result result = make_room(&s->allocator, (uint64_t)count * sizeof *edits, &wanted);
    if (result != WEND_OK) return result;
    wanted.edits = memcpy(wanted.copied, edits, wanted.copied_bytes);
    return submit(s, wanted, &s->changes, ticket_opt);
}

wend_result wend_service_submit_change(wend_service* s, wend_change_fn* change, void* context, uint64_t tag,
                                       wend_ticket* ticket_opt) {
    if (!s || !change) return WEND_ERROR_ARGUMENT;
    const wendi_job wanted = {.is_change = true, .change = change, .context = context, .answer.tag = tag};
    return submit(s, wanted, &s->changes, ticket_opt);
}

// ---- answers

// The job of a ticket; NULL: the ticket is stale.
static wendi_job* find_job(const wend_service* s, wend_ticket ticket) {
    if (ticket.service != s->id || ticket.number == 0) return NULL;
    wendi_job* job = &s->jobs[ticket.number % job_count(s)];
    return job->number == ticket.number ? job : NULL;
}

static void take(wend_service* s, wendi_job* job, wend_answer* out) {
    WENDI_ASSERT(job->state == WENDI_JOB_READY);
    *out = job->answer;
    wendi_job_remove(&s->ready, job);
    free_job(s, job);
}

wend_result wend_service_poll(wend_service* s, wend_ticket ticket, bool* ready_out, wend_answer* out) {
    if (!s || !ready_out || !out) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    wendi_job* job = find_job(s, ticket);
    if (job) *ready_out = job->state == WENDI_JOB_READY;
    if (job && *ready_out) take(s, job, out);
    pthread_mutex_unlock(&s->mutex);
    return job ? WEND_OK : WEND_ERROR_STALE;
}

wend_result wend_service_next(wend_service* s, bool* ready_out, wend_answer* out) {
    if (!s || !ready_out || !out) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    *ready_out = s->ready.first != NULL;
    if (*ready_out) take(s, s->ready.first, out);
    pthread_mutex_unlock(&s->mutex);
    return WEND_OK;
}

wend_result wend_service_wait(wend_service* s, wend_ticket ticket, wend_answer* out) {
    if (!s || !out) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    s->callers++;
    wendi_job* job;
    while ((job = find_job(s, ticket)) && job->state != WENDI_JOB_READY)
        if (!job->is_change || !wendi_service_apply_edits(s)) wendi_service_wait_or_work(s);
    if (job) take(s, job, out);
    wendi_service_leave(s);
    pthread_mutex_unlock(&s->mutex);
    return job ? WEND_OK : WEND_ERROR_STALE;
}

static void cancel_running(wend_service* s, wendi_job* job) {
    wendi_lane* lane = s->lanes;
    while (lane->job != job) lane++;
    job->number = 0;
    atomic_store(&lane->cancel, true);
    if (lane->busy) return;
    wendi_lane_end(s, lane);
    wendi_service_wake(s); // a change may have waited for it
}

wend_result wend_service_cancel(wend_service* s, wend_ticket ticket) {
    if (!s) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    wendi_job* job = find_job(s, ticket);
    wend_result result = job ? WEND_OK : WEND_ERROR_STALE;
    if (job && job->is_change && job->state != WENDI_JOB_WAITING) {
        result = WEND_ERROR_UNSUPPORTED;
    } else if (job && job->state == WENDI_JOB_RUNNING) {
        cancel_running(s, job);
    } else if (job) {
        wendi_job_remove(job->state == WENDI_JOB_READY ? &s->ready
                         : job->is_change              ? &s->changes
                                                       : &s->queries[job->priority],
                         job);
        if (job->state == WENDI_JOB_WAITING && !job->is_change) s->waiting--;
        job->number = 0;
        if (job->is_change) pthread_cond_broadcast(&s->work); // queries may have waited for it
        wendi_job_end(s, job);
    }
    if (result == WEND_OK) wendi_service_wake_waiters(s);
    pthread_mutex_unlock(&s->mutex);
    return result;
}

wend_service_stats wend_service_get_stats(wend_service* s) {
    if (!s) return (wend_service_stats){0};
    pthread_mutex_lock(&s->mutex);
    wend_service_stats stats = {.waiting = s->waiting,
                                .running = s->lanes_used,
                                .ready = s->ready.count,
                                .changes = s->changes.count + s->applying,
                                .answered = s->answered,
                                .applied = s->applied,
                                .refreshes = s->refreshes,
                                .refreshed = !s->pending};
    pthread_mutex_unlock(&s->mutex);
    return stats;
}
