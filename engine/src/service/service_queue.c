// service_queue.c: what waits, what is ready, and whose is it? Submitting, taking answers, cancelling.
#include "hierarchy/edit.h"
#include "hierarchy/profiles.h"
#include "search/query.h"
#include "service/service.h"

enum { STARTS_PER_OLDEST = 8 };

// ---- lists

void wendi_job_append(wendi_job_list* list, wendi_job* job) {
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

// The first of each list is its oldest.
wendi_job* wendi_next_query(wend_service* s, uint64_t before) {
    wendi_job* next = NULL;
    const bool oldest = s->starts % STARTS_PER_OLDEST == STARTS_PER_OLDEST - 1;
    for (int32_t p = WEND_SERVICE_PRIORITIES - 1; p >= 0; p--) {
        wendi_job* first = s->queries[p].first;
        if (first && first->order < before && (!next || (oldest && first->number < next->number)))
            next = first;
    }
    if (!next) return NULL;
    wendi_job_remove(&s->queries[next->priority], next);
    s->waiting--;
    s->starts++;
    return next;
}

static void free_job(wend_service* s, wendi_job* job) {
    wendi_free(&s->allocator, job->edits, (size_t)job->edit_count, sizeof *job->edits);
    wendi_free(&s->allocator, job->goals, (size_t)job->query.goal_count, sizeof *job->goals);
    *job = (wendi_job){.is_change = job->is_change};
    wendi_job_append(job->is_change ? &s->free_changes : &s->free_queries, job);
}

void wendi_job_end(wend_service* s, wendi_job* job) {
    if (job->number == 0) {
        wend_path_destroy(job->answer.path);
        free_job(s, job);
    } else {
        job->state = WENDI_JOB_READY;
        wendi_job_append(&s->ready, job);
    }
    wendi_service_wake_waiters(s);
}

// ---- submitting

// A free job with a new ticket; NULL: all are in use.
static wendi_job* new_job(wend_service* s, wendi_job_list* free_jobs, uint64_t tag) {
    wendi_job* job = free_jobs->first;
    if (!job) return NULL;
    wendi_job_remove(free_jobs, job);
    const uint64_t count = (uint64_t)s->def.capacity + (uint64_t)s->def.change_capacity;
    job->order = ++s->last_ticket;
    job->number = job->order * count + (uint64_t)(job - s->jobs); // rises from ticket to ticket
    job->state = WENDI_JOB_WAITING;
    job->submitted_ns = wendi_service_ns(s);
    job->answer = (wend_answer){.ticket = {s->id, job->number}, .tag = tag};
    return job;
}

wend_result wend_service_submit(wend_service* s, const wend_query* query, int32_t priority, uint64_t tag,
                                wend_ticket* out) {
    if (!s || !query || !out || priority < 0 || priority >= WEND_SERVICE_PRIORITIES)
        return WEND_ERROR_ARGUMENT;
    const wend_world* view = wendi_world_of_query(s->world, query);
    wend_result result = view ? wendi_check_query(view->grid, query) : WEND_ERROR_ARGUMENT;
    if (result != WEND_OK) return result;
    const size_t goal_count = (size_t)query->goal_count;
    wend_tile* goals = goal_count > 0 ? wendi_alloc(&s->allocator, goal_count, sizeof *goals) : NULL;
    if (goal_count > 0 && !goals) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < goal_count; i++) goals[i] = query->goals[i];
    pthread_mutex_lock(&s->mutex);
    wendi_job* job = s->closed ? NULL : new_job(s, &s->free_queries, tag);
    if (job) {
        job->query = *query;
        job->query.goals = job->goals = goals;
        job->priority = priority;
        wendi_job_append(&s->queries[priority], job);
        s->waiting++;
        *out = job->answer.ticket;
        wendi_service_wake(s);
    } else {
        result = s->closed ? WEND_ERROR_CANCELLED : WEND_ERROR_LIMIT;
    }
    pthread_mutex_unlock(&s->mutex);
    if (result != WEND_OK) wendi_free(&s->allocator, goals, goal_count, sizeof *goals);
    return result;
}

static wend_result submit_change(wend_service* s, const wendi_job* wanted, uint64_t tag,
                                 wend_ticket* ticket_opt) {
    pthread_mutex_lock(&s->mutex);
    wendi_job* job = s->closed ? NULL : new_job(s, &s->free_changes, tag);
    wend_result result = job ? WEND_OK : s->closed ? WEND_ERROR_CANCELLED : WEND_ERROR_LIMIT;
    if (job) {
        job->change = wanted->change;
        job->context = wanted->context;
        job->edits = wanted->edits;
        job->edit_count = wanted->edit_count;
        if (ticket_opt)
            *ticket_opt = job->answer.ticket;
        else
            job->number = 0;
        wendi_job_append(&s->changes, job);
        wendi_service_wake(s);
    }
    pthread_mutex_unlock(&s->mutex);
    return result;
}

wend_result wend_service_submit_edits(wend_service* s, const wend_edit* edits, int32_t count, uint64_t tag,
                                      wend_ticket* ticket_opt) {
    if (!s || !edits || count < 1) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_is_valid_edit(s->world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    wendi_job wanted = {.edit_count = count};
    wanted.edits = wendi_alloc(&s->allocator, (size_t)count, sizeof *edits);
    if (!wanted.edits) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) wanted.edits[i] = edits[i];
    wend_result result = submit_change(s, &wanted, tag, ticket_opt);
    if (result != WEND_OK) wendi_free(&s->allocator, wanted.edits, (size_t)count, sizeof *edits);
    return result;
}

wend_result wend_service_submit_change(wend_service* s, wend_change_fn* change, void* context, uint64_t tag,
                                       wend_ticket* ticket_opt) {
    if (!s || !change) return WEND_ERROR_ARGUMENT;
    return submit_change(s, &(wendi_job){.change = change, .context = context}, tag, ticket_opt);
}

// ---- answers

// The job of a ticket; NULL: the ticket is stale.
static wendi_job* find_job(const wend_service* s, wend_ticket ticket) {
    if (ticket.service != s->id || ticket.number == 0) return NULL;
    wendi_job* job = &s->jobs[ticket.number % ((uint64_t)s->def.capacity + (uint64_t)s->def.change_capacity)];
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
