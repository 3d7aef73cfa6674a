// wend/service.h: many queries on one world at once, while it is edited. Threads of the service, threads of
// the host, or one thread with a budget for each frame answer the queries; edits are applied meanwhile.
//
//     wend_service_def def = wend_default_service_def(); // one thread
//     wend_service* service = NULL;
//     if (wend_service_create(world, &def, &service) != WEND_OK) return 1;
//     wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
//     wend_ticket ticket;
//     wend_answer answer;
//     if (wend_service_submit(service, &query, 0, 0, &ticket) != WEND_OK) return 1;
//     if (wend_service_wait(service, ticket, &answer) != WEND_OK || answer.result != WEND_OK) return 1;
//     double cost = wend_path_cost(answer.path); // the path belongs to the caller
//     wend_path_destroy(answer.path);
//     wend_service_destroy(service);
//
// Order. A waiting change is applied before any query that was submitted after it, so that this sees it. It
// does not wait for queries that run: they go on with a snapshot of the world as it was, and so do queries
// that were submitted before it and start while it is applied. Only on a streamed world, whose snapshots
// would give other answers, do changes wait until no query runs. Changes are applied in the order of their
// submission. Queries start by priority, the higher first, and by their order of submission within one
// priority. Every eighth start takes the oldest of all, so none waits forever.
//
// Answers. Each is that of wend_find_path on the world as it was at that time: answer.version and
// answer.refreshes name that state, and equal states give equal answers, whatever the number of threads.
//
// Threads. Any thread may call any function of a service at any time, except that wend_service_destroy must
// be the last call. The world is borrowed until then: only the service changes it, and other code reads it
// between wend_service_hold and wend_service_release.
#ifndef WEND_SERVICE_H
#define WEND_SERVICE_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_SERVICE_PRIORITIES 8

typedef struct wend_service wend_service;

typedef struct wend_service_def {
    int32_t cookie;       ///< set by wend_default_service_def
    int32_t worker_count; ///< threads that the service starts; 0: none, the host calls wend_service_run. They
                          ///< block the signals that wend_threads_create names [Range: 0..256] [Default: 1]
    int32_t runner_count; ///< threads of the host that may be in wend_service_run at once; 0 only beside
                          ///< workers [Range: 0..256] [Default: 1]
    int32_t capacity;     ///< queries that wait, run, or have an answer that was not taken yet
                          ///< [Range: 1..1048576] [Default: 1024]
    int32_t change_capacity;  ///< the same for changes [Range: 1..1048576] [Default: 256]
    int32_t refresh_clusters; ///< clusters that one refresh step recomputes. A step is taken when nothing
                              ///< else waits or runs, and after every 64th answer while clusters are pending;
                              ///< 0: never [Range: >= 0] [Default: 4]
    uint64_t (*clock_ns)(void* context); ///< monotone nanoseconds, for budgets and statistics; called by all
                                         ///< threads; NULL: the clock of the system
    void* clock_context;
    const wend_allocator* allocator; ///< copied; NULL: malloc and free; called by all threads
} wend_service_def;
WEND_API wend_service_def wend_default_service_def(void);

/// Creates a service and starts its workers. A child created by fork has no workers. Errors: DEF, ARGUMENT (a
/// field out of range, neither workers nor runners), MEMORY, LIMIT (the system refuses to start more
/// threads).
WEND_API wend_result wend_service_create(wend_world* world, const wend_service_def* def, wend_service** out);
/// Stops the service: what waits is answered with CANCELLED, running queries are cancelled, a running change
/// is completed. Afterwards nothing runs, answers can still be taken, and submitting returns CANCELLED. Call
/// wend_service_drain first to have all work done.
WEND_API void wend_service_close(wend_service* service);
/// Closes the service, waits for threads that still wait or work in it, ends the workers, and frees answers
/// that were not taken.
WEND_API void wend_service_destroy(wend_service* service);

// ---- submitting

/// Names a query or a change until its answer is taken or it is cancelled. Afterwards, and in another
/// service, it is stale.
typedef struct wend_ticket {
    uint64_t service, number;
} wend_ticket;

/// Queues a query, which is copied with its goals and the shapes that it avoids. tag: any number, returned
/// with the answer. [Range of priority: 0 .. WEND_SERVICE_PRIORITIES - 1] Errors: DEF, ARGUMENT, UNSUPPORTED
/// (all as wend_find_path), LIMIT (capacity is used up: take answers), MEMORY, CANCELLED (the service was
/// closed).
WEND_API wend_result wend_service_submit(wend_service* service, const wend_query* query, int32_t priority,
                                         uint64_t tag, wend_ticket* out);
/// Queues edits, which are copied and applied as one batch of wend_world_edit. ticket_opt NULL: nobody takes
/// the answer; a failure is only logged. [Range of count: >= 1] Errors: ARGUMENT (an area is empty or leaves
/// the map), LIMIT (change_capacity is used up), MEMORY, CANCELLED (the service was closed).
WEND_API wend_result wend_service_submit_edits(wend_service* service, const wend_edit* edits, int32_t count,
                                               uint64_t tag, wend_ticket* ticket_opt);
/// Changes the world in any way, or reads it. Its result becomes that of the answer. It
/// must not call the service. Errors: chosen by the host.
typedef wend_result wend_change_fn(wend_world* world, void* context);
/// Queues a call of a function, made by the thread that applies it. Errors: ARGUMENT, LIMIT (change_capacity
/// is used up), CANCELLED (the service was closed).
WEND_API wend_result wend_service_submit_change(wend_service* service, wend_change_fn* change, void* context,
                                                uint64_t tag, wend_ticket* ticket_opt);

// ---- answers

typedef struct wend_answer {
    wend_ticket ticket; ///< stale from now on
    uint64_t tag;       ///< as submitted
    wend_result result; ///< of wend_find_path, of wend_world_edit, or of the change; CANCELLED: closed before
    wend_path* path;  ///< given to the caller, who destroys it; NULL for changes and unless result is WEND_OK
    wend_stats stats; ///< zeros for changes
    uint64_t version; ///< wend_world_version of the query's world, or after the change
    uint64_t refreshes; ///< refresh steps that the service had taken before
    int64_t waited_ns;  ///< from submitting to the start
} wend_answer;

/// Takes the answer if it is there. *ready_out: it is; otherwise *out is untouched. Errors: ARGUMENT, STALE.
WEND_API wend_result wend_service_poll(wend_service* service, wend_ticket ticket, bool* ready_out,
                                       wend_answer* out);
/// Takes the answer of any ticket, the one that was ready first. *ready_out: there was one; otherwise *out is
/// untouched. Errors: ARGUMENT.
WEND_API wend_result wend_service_next(wend_service* service, bool* ready_out, wend_answer* out);
/// Waits for an answer and takes it. In a service without workers the caller works meanwhile; one that waits
/// for edits applies them itself where no other change is before them. A thread that holds the world must not
/// wait for a change. Errors: ARGUMENT, STALE (also when another thread takes the answer or cancels
/// meanwhile).
WEND_API wend_result wend_service_wait(wend_service* service, wend_ticket ticket, wend_answer* out);
/// Gives up a ticket: a query does not start or is stopped, and no answer comes. Errors: ARGUMENT, STALE,
/// UNSUPPORTED (a change that has begun or was applied: take its answer).
WEND_API wend_result wend_service_cancel(wend_service* service, wend_ticket ticket);
/// Waits until nothing waits or runs any more. In a service without workers the caller works meanwhile.
/// Refresh steps do not count. A thread that holds the world must not call it. Errors: ARGUMENT.
WEND_API wend_result wend_service_drain(wend_service* service);

// ---- work on the host's threads

/// Works for up to budget_us microseconds: applies changes, answers queries and, when there are none,
/// refreshes. A long query by another algorithm than WEND_HPA is paused when the time is up, and the next
/// call or a worker continues it. The time is exceeded by at most one query by WEND_HPA,
/// one change, one refresh step, or the waypoints of one path. 0: all that waits. *idle_opt: nothing is left
/// to do. [Range of budget_us: >= 0] [Units of budget_us: microseconds] Errors: ARGUMENT, LIMIT (runner_count
/// threads are working already).
WEND_API wend_result wend_service_run(wend_service* service, int64_t budget_us, bool* idle_opt);

/// Waits for the change or refresh step that runs, if any, and keeps off others until wend_service_release.
/// Queries run on, unless a change waits. May be called again by any thread; each call needs a release.
/// Returns the world, to be read.
WEND_API const wend_world* wend_service_hold(wend_service* service);
WEND_API void wend_service_release(wend_service* service);
/// A snapshot of the world as it is after the change or refresh step that runs, if any (wend_world_snapshot).
/// It keeps nothing off, and outlives the service; destroy it as any world. Errors: ARGUMENT, DAMAGED,
/// MEMORY.
WEND_API wend_result wend_service_snapshot(wend_service* service, wend_world** out);

typedef struct wend_service_stats {
    int32_t waiting;    ///< queries that wait
    int32_t running;    ///< queries that run or are paused
    int32_t ready;      ///< answers that were not taken yet
    int32_t changes;    ///< changes that wait or run
    int64_t answered;   ///< queries answered so far
    int64_t applied;    ///< changes applied so far
    uint64_t refreshes; ///< refresh steps so far
    bool refreshed;     ///< no refresh step remains
} wend_service_stats;
WEND_API wend_service_stats wend_service_get_stats(wend_service* service);

#ifdef __cplusplus
}
#endif
#endif
