// service.h: what does a service consist of? One mutex protects all of it. Queries read a version of the
// world, a snapshot; a change or a refresh step changes the world itself. Both work without the mutex. Where
// there can be no snapshot, the version is the world, and a change waits for its readers, as it does for
// holds.
#ifndef WENDI_SERVICE_H
#define WENDI_SERVICE_H
#include <stdatomic.h>

#include "core/base.h"
#include "core/system.h"
#include "hierarchy/world.h"
#include "overlay/overlay.h"
#include "wend/service.h"

typedef enum wendi_job_state {
    WENDI_JOB_FREE,
    WENDI_JOB_WAITING,
    WENDI_JOB_RUNNING,
    WENDI_JOB_READY, // its answer can be taken
} wendi_job_state;

/// A query or a change from submitting until its answer is taken.
typedef struct wendi_job {
    uint64_t number; // of its ticket; 0: nobody takes the answer
    uint64_t order;  // of its submission
    wendi_job_state state;
    bool is_change;
    int32_t priority;
    wend_query query;
    wend_change_fn* change; // NULL: edits
    void* context;
    const wend_edit* edits; // NULL: another change
    int32_t edit_count;
    void* copied; // what the query refers to, or the edits
    size_t copied_bytes;
    uint64_t submitted_ns;
    wend_answer answer;
    struct wendi_job *before, *after; // in the list of its state
} wendi_job;

typedef struct wendi_job_list {
    wendi_job *first, *last;
    int32_t count;
} wendi_job_list;

/// What queries read.
typedef struct wendi_version {
    wend_world* world;
    uint64_t refreshes; // of the service before
    int32_t queries;    // that run or are paused
    struct wendi_version* older;
} wendi_version;

/// Where a query runs. There are as many lanes as threads that may work at once, and a thread uses any that
/// is free. A paused query keeps its lane.
typedef struct wendi_lane {
    wend_search* search;
    wendi_job* job;         // NULL: the lane is free
    wendi_version* version; // that the query reads
    bool busy;              // a thread works on the job; otherwise it is paused
    bool begun;             // the search has the query
    atomic_bool cancel;     // read by the search
} wendi_lane;

struct wend_service {
    wendi_owner owner;        // of jobs and lanes
    wend_allocator allocator; // of all else, on any thread
    wend_world* world;
    wend_service_def def; // clock_ns is never NULL
    pthread_mutex_t mutex;
    pthread_cond_t work, done; // a worker may find work; a job ended, or a writer or runner left
    uint64_t id;               // in all its tickets
    uint64_t last_ticket;

    wendi_job* jobs; // first those of queries, then those of changes
    wendi_job_list free_queries, free_changes;
    wendi_job_list queries[WEND_SERVICE_PRIORITIES], changes; // that wait
    wendi_job_list ready;
    uint64_t starts; // of queries
    int32_t waiting; // queries

    wendi_lane* lanes;
    int32_t lane_count, lanes_used; // by running or paused queries
    wendi_version* versions;        // in use, the newest first; NULL: none was made yet
    bool outdated;                  // the world has changed since the newest one was made
    int32_t holds;
    bool writing;                  // a change or a refresh step
    uint64_t writing_order;        // queries submitted before need not see it
    bool applying;                 // a change
    bool pending;                  // a refresh step remains
    int32_t answers_since_refresh; // while pending
    int64_t answered, applied;
    uint64_t refreshes;

    bool closed, ending;
    int32_t runners; // threads of the host that work
    int32_t callers; // threads in functions that wait or work
    int32_t waiters; // of them, those that wait for done
    pthread_t workers[WENDI_MAX_WORKERS];
    int32_t worker_count;
};

// ---- lists of jobs (service.c); the mutex is held in all functions from here on

void wendi_job_remove(wendi_job_list* list, wendi_job* job);
/// Makes the answer of a job that is in no list ready, or frees the job when nobody takes it.
void wendi_job_end(wend_service* service, wendi_job* job);

// ---- work (service_work.c)

#define WENDI_NO_DEADLINE UINT64_MAX

/// Drops the versions that nobody reads, but for the newest one; all: that one, too.
void wendi_service_drop_versions(wend_service* service, bool all);
/// Applies the first change that waits, if it is one of edits and may be applied now. False: it was not.
bool wendi_service_apply_edits(wend_service* service);
/// Ends the query of a lane that no thread works on, and frees the lane. The answer is complete.
void wendi_lane_end(wend_service* service, wendi_lane* lane);
/// The start function of a worker.
void* wendi_service_worker(void* service);
/// Waits for an event of the service, or does work if this is a service without workers.
void wendi_service_wait_or_work(wend_service* service);
/// Wakes a thread that may find work.
void wendi_service_wake(wend_service* service);
/// Wakes the threads that wait for events.
void wendi_service_wake_waiters(wend_service* service);
/// Waits for an event of the service.
static inline void wendi_service_event(wend_service* service) {
    service->waiters++;
    pthread_cond_wait(&service->done, &service->mutex);
    service->waiters--;
}
/// The caller leaves the service, which may be waiting for that to be freed.
static inline void wendi_service_leave(wend_service* service) {
    service->callers--;
    if (service->closed) wendi_service_wake_waiters(service);
}
static inline uint64_t wendi_service_ns(const wend_service* service) {
    return service->def.clock_ns(service->def.clock_context);
}
#endif
