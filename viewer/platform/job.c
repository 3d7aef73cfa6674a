// job.c: how does work run in the background?
#include "platform/job.h"
#include <SDL_timer.h>

static int run(void* context) {
    job* j = context;
    j->work(j, j->context);
    atomic_store(&j->let_go, true);
    atomic_store(&j->done, true);
    if (j->end != NULL) SDL_SemPost(j->end);
    return 0;
}

bool job_start(job* j, job_work* work, void* context) {
    j->work = work;
    j->context = context;
    j->ended = false;
    atomic_store(&j->stop, false);
    atomic_store(&j->let_go, false);
    atomic_store(&j->done, false);
    atomic_store(&j->permille, 0);
    j->end = SDL_CreateSemaphore(0);
    j->thread = SDL_CreateThread(run, "job", j);
    if (j->thread == NULL && j->end != NULL) SDL_DestroySemaphore(j->end);
    return j->thread != NULL;
}

bool job_is_running(const job* j) {
    return j->thread != NULL;
}

bool job_has_ended(job* j) {
    if (j->thread != NULL && atomic_load(&j->done)) job_wait(j);
    bool ended = j->ended;
    j->ended = false;
    return ended;
}

void job_ask_to_stop(job* j) {
    atomic_store(&j->stop, true);
}

void job_wait(job* j) {
    if (j->thread == NULL) return;
    SDL_WaitThread(j->thread, NULL);
    if (j->end != NULL) SDL_DestroySemaphore(j->end);
    j->thread = NULL;
    j->ended = true;
}

bool job_wait_ms(job* j, unsigned ms) {
    return j->end == NULL || SDL_SemWaitTimeout(j->end, ms) != SDL_MUTEX_TIMEDOUT;
}

void job_make_let_go(job* j) {
    job_ask_to_stop(j);
    while (j->thread != NULL && !atomic_load(&j->let_go)) SDL_Delay(1);
}

void job_let_go(job* j) {
    atomic_store(&j->let_go, true);
}

float job_progress(const job* j) {
    return (float)atomic_load(&j->permille) / 1000;
}

bool job_should_cancel(void* context) {
    job* j = context;
    return atomic_load_explicit(&j->stop, memory_order_relaxed);
}

bool job_report(double fraction, void* context) {
    job* j = context;
    atomic_store_explicit(&j->permille, (int)(fraction * 1000), memory_order_relaxed);
    return !job_should_cancel(j);
}
