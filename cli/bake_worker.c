// bake_worker.c: the loop of a rank that runs tasks for rank 0. It gets more tasks than it has threads, so
// the next input is there when a thread has finished.
#include "bake_worker.h"
#include "clock.h"
#include "task_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct bake_worker {
    const ranks* link;
    const rank_hello* hello;
    task_pool* pool;
    uint64_t told_ns; ///< when rank 0 last got a message
    bool has_failed;
} bake_worker;

static void tell(bake_worker* w, rank_kind kind, uint64_t number, void* bytes, size_t size) {
    w->told_ns = clock_wall_ns(NULL);
    // Without memory for a message there is nothing left but to end all ranks.
    if (!w->link->send(&(rank_message){0, kind, number, bytes, size})) w->link->abort(4);
}

// Tells rank 0 once; it then stops all ranks.
static void fail(bake_worker* w, wend_result result, const char* why) {
    if (w->has_failed) return;
    w->has_failed = true;
    char* text = strdup(why[0] != '\0' ? why : wend_result_string(result));
    tell(w, RANK_FAILED, (uint64_t)result, text, text != NULL ? strlen(text) : 0);
}

static void send_results(bake_worker* w) {
    finished_task t;
    while (task_pool_take(w->pool, &t)) {
        if (t.result == WEND_OK)
            tell(w, RANK_RESULT, (uint64_t)t.id, t.output, t.output_size);
        else
            fail(w, t.result, t.error.text);
    }
}

// ---- should rank 0 die

static struct {
    char line[1400];
    pid_t first; ///< the process of rank 0
} guard;

// The launcher sends this signal when a rank has died. If that is rank 0, it cannot say so itself.
static void end_by_signal(int signal) {
    (void)signal;
    const bool is_gone = kill(guard.first, 0) != 0 && errno == ESRCH;
    if (is_gone && write(STDERR_FILENO, guard.line, strlen(guard.line)) < 0) _exit(1); // nobody listens
    _exit(1);
}

static void take_guard(const bake_worker* w, const rank_message* m) {
    const char* host = m->bytes;
    const size_t host_size = m->size > 0 ? strlen(host) + 1 : 0;
    struct sigaction action = {.sa_handler = SIG_DFL};
    if (m->size > 0 && strcmp(host, w->hello->host) == 0) {
        snprintf(guard.line, sizeof guard.line, "%s", host + host_size);
        guard.first = (pid_t)m->number;
        action.sa_handler = end_by_signal;
    }
    sigaction(SIGTERM, &action, NULL);
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
    tell(&w, RANK_HELLO, 0, bytes, sizeof *bytes);
    const wend_result result = task_pool_create(hello->threads, &w.pool);
    if (result != WEND_OK) fail(&w, result, "starting threads");
    for (bool found = false; take_message(&w, &found);) {
        if (w.pool != NULL) send_results(&w);
        if (clock_wall_ns(NULL) - w.told_ns > (uint64_t)RANK_ALIVE_SECONDS * 1000000000)
            tell(&w, RANK_ALIVE, 0, NULL, 0);
        if (!found) bake_worker_pause(link);
    }
    task_pool_destroy(w.pool);
}
