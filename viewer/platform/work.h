// work.h: how does long work run while the window stays responsive?
#ifndef WEND_VIEW_WORK_H
#define WEND_VIEW_WORK_H
#include "platform/job.h"
#include "platform/window.h"
#include <wend/base.h>

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
