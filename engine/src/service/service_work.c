// service_work.c: which work comes next, and how is it done? Threads of the service and of the host take
// pieces of work until none is left that may start now:
//
//   1. a paused query goes on;
//   2. a change, one at a time: queries submitted later wait for it, those that run read an older version;
//   3. a refresh step that is overdue, likewise;
//   4. the next query;
//   5. a refresh step, when no query runs.
#include "service/service.h"

#include "hierarchy/open.h"

enum {
    ANSWERS_PER_REFRESH = 64,
    TILES_PER_SLICE = 1024, // tens of microseconds, as are
    CLUSTERS_PER_SLICE = 16,
};

void wendi_service_wake(wend_service* s) {
    if (s->worker_count > 0)
        pthread_cond_signal(&s->work);
    else
        wendi_service_wake_waiters(s); // they work
}

void wendi_service_wake_waiters(wend_service* s) {
    if (s->waiters > 0) pthread_cond_broadcast(&s->done);
}

// ---- versions

static void free_version(wend_service* s, wendi_version* version) {
    if (version->world != s->world) wend_world_destroy(version->world);
    wendi_free(&s->allocator, version, 1, sizeof *version);
}

void wendi_service_drop_versions(wend_service* s, bool all) {
    wendi_version** at = &s->versions;
    while (*at) {
        wendi_version* version = *at;
        const bool newest = version == s->versions && !s->outdated;
        if (!all && (newest || version->queries > 0)) {
            at = &version->older;
            continue;
        }
        *at = version->older;
        free_version(s, version);
    }
}

// The newest version of the world, made if necessary; no change may be running. NULL: out of memory.
static wendi_version* service_version(wend_service* s) {
    WENDI_ASSERT(!s->writing);
    if (s->versions && !s->outdated) return s->versions;
    wendi_version* made = wendi_alloc_zeroed(&s->allocator, 1, sizeof *made);
    if (!made) return NULL;
    made->refreshes = s->refreshes;
    // Of a world with regions, a snapshot would answer where the world itself does not.
    if (wendi_has_regions(&s->world->graph) || wend_world_snapshot(s->world, &made->world) != WEND_OK)
        made->world = s->world;
    made->older = s->versions;
    s->versions = made;
    s->outdated = false;
    wendi_service_drop_versions(s, false);
    return made;
}

// True when somebody reads the world itself.
static bool is_read(const wend_service* s) {
    bool read = s->holds > 0;
    for (const wendi_version* v = s->versions; v && !read; v = v->older)
        read = v->world == s->world && v->queries > 0;
    return read;
}

// ---- queries

static wend_result begin(wendi_lane* lane) {
    wend_result result = wend_search_begin(lane->search, lane->version->world, &lane->job->query);
    lane->begun = result == WEND_OK;
    return result;
}

// Continues the query of a lane, without the mutex. *done_out: its answer is complete; otherwise the time is
// up.
static void run_query(wend_service* s, wendi_lane* lane, uint64_t deadline_ns, bool* done_out) {
    const wend_query* query = &lane->job->query;
    wend_answer* answer = &lane->job->answer;
    const int64_t slice = deadline_ns == WENDI_NO_DEADLINE ? 0
                          : query->algorithm == WEND_EXACT && query->refinement == WEND_REFINE_SWEEP
                              ? CLUSTERS_PER_SLICE
                              : TILES_PER_SLICE;
    wend_result result = lane->begun ? WEND_OK : begin(lane);
    bool done = false;
    while (result == WEND_OK && !done) {
        result =
            atomic_load(&lane->cancel) ? WEND_ERROR_CANCELLED : wend_search_step(lane->search, slice, &done);
        if (result == WEND_OK && !done && wendi_service_ns(s) >= deadline_ns) {
            *done_out = false;
            return;
        }
    }
    if (result == WEND_OK) result = wend_path_create(&s->allocator, &answer->path);
    if (result == WEND_OK) {
        result = wend_search_finish(lane->search, answer->path, &answer->stats);
        if (result != WEND_OK) {
            wend_path_destroy(answer->path);
            answer->path = NULL;
        }
    }
    wend_search_cancel(lane->search);
    answer->result = result;
    *done_out = true;
}

static void work_on_query(wend_service* s, wendi_lane* lane, uint64_t deadline_ns) {
    bool done;
    lane->busy = true;
    pthread_mutex_unlock(&s->mutex);
    run_query(s, lane, deadline_ns, &done);
    pthread_mutex_lock(&s->mutex);
    lane->busy = false;
    if (!done && !atomic_load(&lane->cancel)) return; // paused
    if (!done) lane->job->answer.result = WEND_ERROR_CANCELLED;
    wendi_lane_end(s, lane);
}

void wendi_lane_end(wend_service* s, wendi_lane* lane) {
    wendi_job* job = lane->job;
    wend_search_cancel(lane->search);
    lane->job = NULL;
    lane->begun = false;
    lane->version->queries--;
    wendi_service_drop_versions(s, false);
    s->lanes_used--;
    s->answered += job->number != 0;
    s->answers_since_refresh += s->pending;
    wendi_job_end(s, job);
}

static wendi_lane* find_lane(const wend_service* s, bool paused) {
    for (int32_t i = 0; i < s->lane_count; i++) {
        wendi_lane* lane = &s->lanes[i];
        if (paused ? lane->job && !lane->busy : !lane->job) return lane;
    }
    return NULL;
}

static void start_query(wend_service* s, wendi_job* job, wendi_version* version, uint64_t deadline_ns) {
    wendi_lane* lane = find_lane(s, false);
    WENDI_ASSERT(lane); // one for each thread that works
    const uint64_t now = wendi_service_ns(s);
    job->state = WENDI_JOB_RUNNING;
    job->answer.version = wend_world_version(version->world);
    job->answer.refreshes = version->refreshes;
    lane->version = version;
    version->queries++;
    job->answer.waited_ns = (int64_t)(now - job->submitted_ns);
    lane->job = job;
    atomic_store(&lane->cancel, false);
    s->lanes_used++;
    work_on_query(s, lane, deadline_ns);
}

// ---- changes and refresh steps

// order: queries submitted before may start meanwhile.
static void begin_writing(wend_service* s, uint64_t order) {
    WENDI_ASSERT(!s->writing && !is_read(s));
    if (s->waiting > 0) service_version(s); // for those
    s->writing = true;
    s->writing_order = order;
    pthread_mutex_unlock(&s->mutex);
}

static void end_writing(wend_service* s) {
    pthread_mutex_lock(&s->mutex);
    s->writing = false;
    s->outdated = true;
    wendi_service_drop_versions(s, false);
    pthread_cond_broadcast(&s->work);
    wendi_service_wake_waiters(s);
}

static void apply_change(wend_service* s, wendi_job* job) {
    job->state = WENDI_JOB_RUNNING;
    job->answer.waited_ns = (int64_t)(wendi_service_ns(s) - job->submitted_ns);
    s->applying = true;
    begin_writing(s, job->order);
    wend_result result = job->edits ? wend_world_edit(s->world, job->edits, job->edit_count, NULL)
                                    : job->change(s->world, job->context);
    if (result != WEND_OK && job->number == 0)
        wendi_log(WEND_LOG_WARNING, "a change of the world failed: %s", wend_result_string(result));
    end_writing(s);
    s->applying = false;
    job->answer.result = result;
    job->answer.version = wend_world_version(s->world);
    job->answer.refreshes = s->refreshes;
    s->pending = s->def.refresh_clusters > 0 && !s->world->refreshed;
    s->applied++;
    wendi_job_end(s, job);
}

static void apply_first_change(wend_service* s) {
    wendi_job* job = s->changes.first;
    wendi_job_remove(&s->changes, job);
    apply_change(s, job);
}

bool wendi_service_apply_edits(wend_service* s) {
    if (s->closed || s->writing || !s->changes.first || !s->changes.first->edits || is_read(s)) return false;
    apply_first_change(s);
    return true;
}

static void refresh(wend_service* s) {
    bool refreshed = false;
    begin_writing(s, s->last_ticket + 1);
    wend_result result = wend_world_refresh(s->world, s->def.refresh_clusters, &refreshed);
    // A step that failed is tried again after the next change, not at once and forever.
    if (result != WEND_OK)
        wendi_log(WEND_LOG_WARNING, "a refresh step failed: %s", wend_result_string(result));
    end_writing(s);
    s->refreshes++;
    s->answers_since_refresh = 0;
    s->pending = result == WEND_OK && !refreshed;
}

// ---- the choice

enum { STARTS_PER_OLDEST = 8 };

// The query to start next, of those submitted before some order, taken from its list; NULL: none waits.
// The first of each list is its oldest.
static wendi_job* next_query(wend_service* s, uint64_t before) {
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

// The next query of those submitted before some order, if it may start now: while a change is applied, on the
// version before it.
static bool start_next_query(wend_service* s, uint64_t before, uint64_t deadline_ns) {
    if (s->writing && (!s->versions || s->outdated || s->versions->world == s->world)) return false;
    wendi_job* job = next_query(s, before);
    wendi_version* version = job && s->writing ? s->versions : job ? service_version(s) : NULL;
    if (!job) return false;
    if (version) {
        start_query(s, job, version, deadline_ns);
        return true;
    }
    job->answer.result = WEND_ERROR_MEMORY;
    s->answered += job->number != 0;
    wendi_job_end(s, job);
    return true;
}

// Does one piece of work: a change, a query or a slice of one, or a refresh step. The mutex is given up
// meanwhile. False: there is nothing to do now.
static bool service_work(wend_service* s, uint64_t deadline_ns) {
    wendi_lane* paused = find_lane(s, true);
    if (paused) {
        work_on_query(s, paused, deadline_ns);
        return true;
    }
    if (s->writing) return start_next_query(s, s->writing_order, deadline_ns);
    if (s->changes.first) {
        if (is_read(s)) return start_next_query(s, s->changes.first->order, deadline_ns);
        apply_first_change(s);
        return true;
    }
    const bool overdue = s->pending && s->answers_since_refresh >= ANSWERS_PER_REFRESH && !is_read(s);
    if (!overdue && start_next_query(s, UINT64_MAX, deadline_ns)) return true;
    if (!s->pending || s->closed || is_read(s) || (!overdue && s->lanes_used > 0)) return false;
    refresh(s);
    return true;
}

void* wendi_service_worker(void* context) {
    wend_service* s = context;
    pthread_mutex_lock(&s->mutex);
    while (!s->ending)
        if (!service_work(s, WENDI_NO_DEADLINE)) pthread_cond_wait(&s->work, &s->mutex);
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

// ---- the host's threads

void wendi_service_wait_or_work(wend_service* s) {
    bool worked = false;
    if (s->worker_count == 0 && s->runners < s->def.runner_count) {
        s->runners++;
        worked = service_work(s, WENDI_NO_DEADLINE);
        s->runners--;
        if (worked) wendi_service_wake_waiters(s);
    }
    if (worked) return;
    wendi_service_event(s);
}

wend_result wend_service_run(wend_service* s, int64_t budget_us, bool* idle_opt) {
    if (!s || budget_us < 0) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    if (s->runners >= s->def.runner_count) {
        pthread_mutex_unlock(&s->mutex);
        return WEND_ERROR_LIMIT;
    }
    s->callers++;
    s->runners++;
    uint64_t deadline = WENDI_NO_DEADLINE;
    const uint64_t now = wendi_service_ns(s);
    if (budget_us > 0 && (uint64_t)budget_us < (UINT64_MAX - now) / 1000)
        deadline = now + (uint64_t)budget_us * 1000;
    bool more = true;
    while (more && wendi_service_ns(s) < deadline) more = service_work(s, deadline);
    if (idle_opt)
        *idle_opt = s->waiting == 0 && s->lanes_used == 0 && !s->changes.first && !s->writing && !s->pending;
    s->runners--;
    wendi_service_wake(s); // others may take over what this thread leaves
    wendi_service_wake_waiters(s);
    wendi_service_leave(s);
    pthread_mutex_unlock(&s->mutex);
    return WEND_OK;
}

wend_result wend_service_drain(wend_service* s) {
    if (!s) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&s->mutex);
    s->callers++;
    while (s->waiting > 0 || s->lanes_used > 0 || s->changes.first || s->applying)
        wendi_service_wait_or_work(s);
    wendi_service_leave(s);
    pthread_mutex_unlock(&s->mutex);
    return WEND_OK;
}

const wend_world* wend_service_hold(wend_service* s) {
    if (!s) return NULL;
    pthread_mutex_lock(&s->mutex);
    s->callers++;
    while (s->writing) wendi_service_event(s);
    s->holds++;
    wendi_service_leave(s);
    pthread_mutex_unlock(&s->mutex);
    return s->world;
}

wend_result wend_service_snapshot(wend_service* s, wend_world** out) {
    if (!s || !out) return WEND_ERROR_ARGUMENT;
    wend_service_hold(s);
    const wend_result result = wend_world_snapshot(s->world, out);
    wend_service_release(s);
    return result;
}

void wend_service_release(wend_service* s) {
    if (!s) return;
    pthread_mutex_lock(&s->mutex);
    if (s->holds > 0 && --s->holds == 0) {
        wendi_service_wake(s);
        wendi_service_wake_waiters(s);
    }
    pthread_mutex_unlock(&s->mutex);
}
