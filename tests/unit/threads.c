// threads.c: does the pool process every item once, for any number of jobs, threads and waiting callers?
#define _XOPEN_SOURCE 700
#include "wend/threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "unit.h"

enum { MOST = 3000 };

typedef struct counts {
    atomic_int done[MOST], outside, shares;
    int32_t count;
} counts;

static void count_items(void* context, int32_t begin, int32_t end) {
    counts* c = context;
    if (begin < 0 || begin >= end || end > c->count) atomic_fetch_add(&c->outside, 1);
    for (int32_t i = begin; i < end && i < MOST; i++) atomic_fetch_add(&c->done[i], 1);
    atomic_fetch_add(&c->shares, 1);
}

static void check(const counts* c) {
    assert_int_equal(c->outside, 0);
    for (int32_t i = 0; i < MOST; i++) assert_int_equal(c->done[i], i < c->count);
}

static void every_item_is_done_once(void** state) {
    (void)state;
    static const int32_t workers[] = {1, 2, 3, 8, 64}, items[] = {0, 1, 2, 7, 64, 65, 1000, MOST};
    for (int32_t w = 0; w < 5; w++) {
        wend_threads* threads = NULL;
        assert_ok(wend_threads_create(workers[w], &threads));
        wend_tasks tasks = wend_threads_tasks(threads);
        assert_int_equal(tasks.worker_count, workers[w]);
        for (int32_t n = 0; n < 8; n++) {
            static counts c;
            c = (counts){.count = items[n]};
            tasks.finish(tasks.enqueue(count_items, &c, items[n], tasks.user), tasks.user);
            check(&c);
        }
        wend_threads_destroy(threads);
    }
}

static void jobs_may_overlap(void** state) {
    (void)state;
    enum { JOBS = 20 };
    static counts c[JOBS];
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(4, &threads));
    wend_tasks tasks = wend_threads_tasks(threads);
    for (int32_t round = 0; round < 30; round++) {
        void* handles[JOBS];
        for (int32_t i = 0; i < JOBS; i++) {
            c[i] = (counts){.count = 1 + i * 37};
            handles[i] = tasks.enqueue(count_items, &c[i], c[i].count, tasks.user);
        }
        for (int32_t i = 0; i < JOBS; i++) { // waited for in another order
            int32_t k = round % 2 ? JOBS - 1 - i : i * 7 % JOBS;
            tasks.finish(handles[k], tasks.user);
            check(&c[k]);
        }
    }
    wend_threads_destroy(threads);
}

typedef struct caller {
    wend_tasks tasks;
    counts c;
    bool good;
} caller;

static void* call_often(void* context) {
    caller* k = context;
    for (int32_t round = 0; round < 50; round++) {
        k->c = (counts){.count = 500 + round};
        k->tasks.finish(k->tasks.enqueue(count_items, &k->c, k->c.count, k->tasks.user), k->tasks.user);
        for (int32_t i = 0; i < k->c.count; i++) k->good = k->good && k->c.done[i] == 1;
    }
    return NULL;
}

static void callers_may_share_a_pool(void** state) {
    (void)state;
    static caller callers[4];
    pthread_t ids[4];
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(3, &threads));
    for (int32_t i = 0; i < 4; i++) {
        callers[i].tasks = wend_threads_tasks(threads);
        callers[i].good = true;
        assert_int_equal(pthread_create(&ids[i], NULL, call_often, &callers[i]), 0);
    }
    for (int32_t i = 0; i < 4; i++) {
        pthread_join(ids[i], NULL);
        assert_true(callers[i].good);
    }
    wend_threads_destroy(threads);
}

typedef struct nested {
    wend_tasks tasks;
    counts inner[8];
} nested;

static void start_another(void* context, int32_t begin, int32_t end) {
    nested* n = context;
    for (int32_t i = begin; i < end; i++) {
        n->inner[i] = (counts){.count = 300};
        n->tasks.finish(n->tasks.enqueue(count_items, &n->inner[i], 300, n->tasks.user), n->tasks.user);
    }
}

static void a_task_may_start_a_job(void** state) {
    (void)state;
    static nested n;
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(2, &threads));
    n.tasks = wend_threads_tasks(threads);
    n.tasks.finish(n.tasks.enqueue(start_another, &n, 8, n.tasks.user), n.tasks.user);
    for (int32_t i = 0; i < 8; i++) check(&n.inner[i]);
    wend_threads_destroy(threads);
}

typedef struct masks {
    pthread_t caller;
    pthread_barrier_t all_are_here; // so that each thread takes one share
    atomic_int of_caller, of_workers, wrong;
} masks;

static void look_at_mask(void* context, int32_t begin, int32_t end) {
    masks* m = context;
    for (int32_t i = begin; i < end; i++) {
        bool is_caller = pthread_equal(pthread_self(), m->caller);
        sigset_t now;
        pthread_sigmask(SIG_BLOCK, NULL, &now);
        static const int of_the_process[] = {SIGINT, SIGTERM, SIGCHLD, SIGALRM, SIGHUP, SIGUSR1, SIGPIPE};
        static const int of_a_thread[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
        for (size_t k = 0; k < sizeof of_the_process / sizeof *of_the_process; k++)
            m->wrong += sigismember(&now, of_the_process[k]) == is_caller;
        for (size_t k = 0; k < sizeof of_a_thread / sizeof *of_a_thread; k++)
            m->wrong += sigismember(&now, of_a_thread[k]) != 0;
        atomic_fetch_add(is_caller ? &m->of_caller : &m->of_workers, 1);
        pthread_barrier_wait(&m->all_are_here);
    }
}

// The host's handlers run on the host's threads.
static void workers_take_no_signals(void** state) {
    (void)state;
    enum { WORKERS = 4 };
    masks m = {.caller = pthread_self()};
    pthread_barrier_init(&m.all_are_here, NULL, WORKERS);
    wend_threads* threads = NULL;
    assert_ok(wend_threads_create(WORKERS, &threads));
    wend_tasks tasks = wend_threads_tasks(threads);
    tasks.finish(tasks.enqueue(look_at_mask, &m, WORKERS, tasks.user), tasks.user);
    wend_threads_destroy(threads);
    pthread_barrier_destroy(&m.all_are_here);
    assert_int_equal(m.of_caller, 1);
    assert_int_equal(m.of_workers, WORKERS - 1);
    assert_int_equal(m.wrong, 0);
}

static void arguments(void** state) {
    (void)state;
    wend_threads* threads = NULL;
    assert_int_equal(wend_threads_create(-1, &threads), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_threads_create(257, &threads), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_threads_create(1, NULL), WEND_ERROR_ARGUMENT);
    assert_null(threads);
    assert_ok(wend_threads_create(0, &threads)); // one for each processor
    assert_true(wend_threads_tasks(threads).worker_count >= 1);
    wend_threads_destroy(threads);
    wend_threads_destroy(NULL);
    wend_tasks none = wend_threads_tasks(NULL);
    assert_true(none.enqueue == NULL && none.finish == NULL);
    for (int32_t i = 0; i < 50; i++) { // ended before the workers have begun
        assert_ok(wend_threads_create(8, &threads));
        wend_threads_destroy(threads);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_done_once),  cmocka_unit_test(jobs_may_overlap),
        cmocka_unit_test(callers_may_share_a_pool), cmocka_unit_test(a_task_may_start_a_job),
        cmocka_unit_test(workers_take_no_signals),  cmocka_unit_test(arguments),
    };
    return run_unit_tests(tests);
}
