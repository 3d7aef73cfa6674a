// job.h: how does work run in the background? In one thread, which can be cancelled.
#ifndef WEND_VIEW_JOB_H
#define WEND_VIEW_JOB_H
#include "platform/window.h"
#include <SDL_mutex.h>
#include <SDL_thread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <wend/base.h>

typedef struct job job;
/// Runs in the thread. Must call job_should_cancel regularly, and return soon when that returns true.
typedef void job_work(job* j, void* context);

struct job {
    SDL_Thread* thread; ///< NULL: none
    SDL_sem* end;       ///< posted at the end of the work; NULL: not available
    job_work* work;
    void* context;
    bool ended; ///< the end has not been reported yet
    _Atomic bool stop, let_go, done;
    _Atomic int permille;
};

/// Starts the work; no other may be running. False: the thread could not be started.
bool job_start(job* j, job_work* work, void* context);
bool job_is_running(const job* j);
/// Returns true once after each job has ended; its results can then be read.
bool job_has_ended(job* j);
/// Asks the work to stop; job_has_ended reports when it has.
void job_ask_to_stop(job* j);
/// Waits for the end; job_has_ended then returns true.
void job_wait(job* j);
/// Waits for at most ms. True: the work has ended, and job_wait returns immediately.
bool job_wait_ms(job* j, unsigned ms);
/// Stops the work and waits until it no longer uses shared data. That can be long before its end, when much
/// memory has to be freed.
void job_make_let_go(job* j);
/// The last reported progress in 0..1.
float job_progress(const job* j);

// ---- for the work

/// A function for wend_search_def.should_cancel; the context is the job.
bool job_should_cancel(void* j);
/// Declares that the work uses only its own context from now on. May be called after a cancellation only.
void job_let_go(job* j);
/// A wend_progress_fn; the context is the job.
bool job_report(double fraction, void* j);

// ---- work that is waited for

/// Must return soon after job_should_cancel returns true. It may pass on job_report with the job as its
/// wend_progress_fn.
typedef wend_result work_fn(job* j, void* context);

/// Runs it in another thread, and shows its progress once it takes longer than an eye sees. Esc, a button,
/// and closing the window stop it, at its next report of progress; what it returned comes back. The caller
/// must have taken away what it changes. When memory runs short it is stopped, too, before the system would
/// kill the program; the result is then MEMORY. name and doing: what the window shows meanwhile; its title
/// shows doing, too.
wend_result work_run(const window* w, const char* name, const char* doing, work_fn* run, void* context);

#endif
