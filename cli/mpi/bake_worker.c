// bake_worker.c: the loop of a rank that runs tasks for rank 0. It gets more tasks than it has threads, so
// the next input is there when a thread has finished.
#include "bake_worker.h"
#include "clock.h"
#include "wend/threads.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- the threads of a rank
//
// The thread that owns the pool only looks now and then which tasks are finished, because it has messages to
// exchange.

typedef struct pooled_task {
    struct pooled_task* next;
    void* handle; ///< of the thread pool
    void* input;
    size_t input_size;
    finished_task done;
    const atomic_bool* is_ending; ///< of the pool
    atomic_bool is_finished;
} pooled_task;

struct task_pool {
    wend_threads* threads;
    wend_tasks queue;
    pooled_task* first; ///< the oldest
    atomic_bool is_ending;
};

wend_result task_pool_create(int32_t thread_count, task_pool** out) {
    task_pool* pool = calloc(1, sizeof *pool);
    if (pool == NULL) return WEND_ERROR_MEMORY;
    const wend_result result = wend_threads_create(thread_count + 1, &pool->threads); // counts the caller
    if (result != WEND_OK) {
        free(pool);
        return result;
    }
    pool->queue = wend_threads_tasks(pool->threads);
    *out = pool;
    return WEND_OK;
}

static void run_task(void* context, int32_t begin, int32_t end) {
    (void)begin, (void)end; // one item
    pooled_task* t = context;
    const uint64_t start = clock_thread_ns(NULL);
    if (!atomic_load(t->is_ending))
        t->done.result = wend_bake_run_task(t->input, t->input_size, NULL, &t->done.output,
                                            &t->done.output_size, &t->done.error);
    t->done.seconds = (double)(clock_thread_ns(NULL) - start) * 1e-9;
    free(t->input);
    atomic_store(&t->is_finished, true);
}

bool task_pool_add(task_pool* pool, int64_t id, void* input, size_t input_size) {
    pooled_task* t = calloc(1, sizeof *t);
    if (t == NULL) {
        free(input);
        return false;
    }
    t->input = input;
    t->input_size = input_size;
    t->done.id = id;
    t->is_ending = &pool->is_ending;
    pooled_task** at = &pool->first;
    while (*at != NULL) at = &(*at)->next;
    *at = t;
    t->handle = pool->queue.enqueue(run_task, t, 1, pool->queue.user);
    return true;
}

bool task_pool_take(task_pool* pool, finished_task* out) {
    for (pooled_task** at = &pool->first; *at != NULL; at = &(*at)->next) {
        pooled_task* t = *at;
        if (!atomic_load(&t->is_finished)) continue;
        *at = t->next;
        pool->queue.finish(t->handle, pool->queue.user); // it has run: this only frees the handle
        *out = t->done;
        free(t);
        return true;
    }
    return false;
}

void task_pool_destroy(task_pool* pool) {
    if (pool == NULL) return;
    atomic_store(&pool->is_ending, true);
    while (pool->first != NULL) {
        pooled_task* t = pool->first;
        pool->first = t->next;
        pool->queue.finish(t->handle, pool->queue.user);
        free(t->done.output);
        free(t);
    }
    wend_threads_destroy(pool->threads);
    free(pool);
}

// ---- reports

typedef struct bake_worker {
    const ranks* link;
    const rank_hello* hello;
    task_pool* pool;
    uint64_t reported_ns; ///< when rank 0 last got a message
    bool has_failed;
} bake_worker;

static void report(bake_worker* w, rank_kind kind, uint64_t number, void* bytes, size_t size) {
    w->reported_ns = clock_wall_ns(NULL);
    // Without memory for a message there is nothing left but to end all ranks.
    if (!w->link->send(&(rank_message){0, kind, number, bytes, size})) w->link->abort(4);
}

// Reports an error to rank 0 once; it then stops all ranks.
static void fail(bake_worker* w, wend_result result, const char* why) {
    if (w->has_failed) return;
    w->has_failed = true;
    char* text = strdup(why[0] != '\0' ? why : wend_result_string(result));
    report(w, RANK_FAILED, (uint64_t)result, text, text != NULL ? strlen(text) : 0);
}

static void send_results(bake_worker* w) {
    finished_task t;
    while (task_pool_take(w->pool, &t)) {
        if (t.result == WEND_OK)
            report(w, RANK_RESULT, (uint64_t)t.id, t.output, t.output_size);
        else
            fail(w, t.result, t.error.text);
    }
}

// ---- the end by a signal

static struct {
    const char* line;
    pid_t unless;
    int code;
    volatile sig_atomic_t is_printed;
} guard;

static void print_guard(void) {
    const bool is_alive = guard.unless > 0 && (kill(guard.unless, 0) == 0 || errno != ESRCH);
    if (guard.is_printed || is_alive) return;
    guard.is_printed = write(STDERR_FILENO, guard.line, strlen(guard.line)) > 0;
}

static void end_by_signal(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)info, (void)context;
    print_guard();
    _exit(guard.code);
}

// Before mpirun ends a process, it sends SIGCONT, a second later SIGTERM, and SIGKILL so soon after it that
// there may be no time to print. So does Slurm, but with more time.
static void continue_by_signal(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)context;
    const int kept = errno;
    if (info->si_pid == getppid()) print_guard();
    errno = kept;
}

void bake_worker_guard(const char* line, int32_t unless, int code) {
    static const int ends[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction end = {.sa_handler = SIG_DFL}, go_on = {.sa_handler = SIG_DFL};
    if (line != NULL) {
        guard.line = line;
        guard.unless = (pid_t)unless;
        guard.code = code;
        end = (struct sigaction){.sa_sigaction = end_by_signal, .sa_flags = SA_SIGINFO};
        go_on = (struct sigaction){.sa_sigaction = continue_by_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) sigaction(ends[i], &end, NULL);
    sigaction(SIGCONT, &go_on, NULL);
}

// What to print should rank 0 die, which then cannot do so itself.
static void take_guard(const bake_worker* w, const rank_message* m) {
    static char line[1400];
    const char* host = m->bytes;
    if (m->size == 0 || strcmp(host, w->hello->host) != 0) {
        bake_worker_guard(NULL, 0, 0);
        return;
    }
    snprintf(line, sizeof line, "%s", host + strlen(host) + 1);
    bake_worker_guard(line, (int32_t)m->number, 1);
}

// ---- messages

// False: stop.
static bool take_message(bake_worker* w, bool* found) {
    rank_message m;
    *found = true;
    switch (w->link->receive(&m)) {
    case RANK_NOTHING:
        *found = false;
        return true;
    case RANK_NO_MEMORY:
        fail(w, WEND_ERROR_MEMORY, "");
        return true;
    case RANK_OTHER_ORDER: // rank 0 says so
        return true;
    case RANK_MESSAGE:
        break;
    }
    if (m.kind == RANK_TASK && w->pool != NULL) {
        if (!task_pool_add(w->pool, (int64_t)m.number, m.bytes, m.size)) fail(w, WEND_ERROR_MEMORY, "");
        return true;
    }
    if (m.kind == RANK_GUARD) take_guard(w, &m);
    free(m.bytes);
    return m.kind != RANK_STOP;
}

void bake_worker_pause(const ranks* link) {
    const long ns = link->is_busy() ? 20000 : 200000;
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

void bake_worker_run(const ranks* link, const rank_hello* hello) {
    bake_worker w = {.link = link, .hello = hello};
    rank_hello* bytes = malloc(sizeof *bytes);
    if (bytes == NULL) link->abort(4);
    *bytes = *hello;
    report(&w, RANK_HELLO, 0, bytes, sizeof *bytes);
    const wend_result result = task_pool_create(hello->threads, &w.pool);
    if (result != WEND_OK) fail(&w, result, "starting threads");
    for (bool found = false; take_message(&w, &found);) {
        if (w.pool != NULL) send_results(&w);
        if (clock_wall_ns(NULL) - w.reported_ns > (uint64_t)RANK_ALIVE_SECONDS * 1000000000)
            report(&w, RANK_ALIVE, 0, NULL, 0);
        if (!found) bake_worker_pause(link);
    }
    task_pool_destroy(w.pool);
}
