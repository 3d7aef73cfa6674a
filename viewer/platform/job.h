// job.h: how does work run beside the window? In its own thread, one at a time, that can be stopped.
#ifndef WEND_VIEW_JOB_H
#define WEND_VIEW_JOB_H
#include <SDL_mutex.h>
#include <SDL_thread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct job job;
/// Runs in the thread. Asks job_should_cancel now and then and returns soon when it says yes.
typedef void job_work(job* j, void* context);

struct job {
    SDL_Thread* thread; ///< NULL: none
    SDL_sem* end;       ///< posted at the end of the work; NULL: none could be made
    job_work* work;
    void* context;
    bool ended; ///< and its owner does not know yet
    _Atomic bool stop, let_go, done;
    _Atomic int permille;
};

/// False: no thread could be started. Not while one runs.
bool job_start(job* j, job_work* work, void* context);
bool job_is_running(const job* j);
/// True once after each job that was started: it has ended, and what it wrote can be read.
bool job_has_ended(job* j);
/// Asks it to stop; job_has_ended will say when it has.
void job_ask_to_stop(job* j);
/// Waits for its end; job_has_ended will say true.
void job_wait(job* j);
/// Waits so long at most. True: it has come to its end, job_wait returns at once.
bool job_wait_ms(job* j, unsigned ms);
/// Stops it, and waits until it has let go of what others want to change: that is sooner than its end where
/// much memory has to be given back.
void job_make_let_go(job* j);
/// In 0..1, as the work last reported.
float job_progress(const job* j);

// ---- for the work

/// In the shape that wend_search_def wants; the context is the job.
bool job_should_cancel(void* j);
/// From here on the work uses nothing but its own context. Only after job_should_cancel has said yes.
void job_let_go(job* j);
/// In the shape of wend_progress_fn; the context is the job.
bool job_report(double fraction, void* j);
/// Processor time of the thread that asks, in the shape that wend_search_def wants.
uint64_t job_clock_ns(void* context);

#endif
