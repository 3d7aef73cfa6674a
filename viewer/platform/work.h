// work.h: how does something long go on while the window stays alive?
#ifndef WEND_VIEW_WORK_H
#define WEND_VIEW_WORK_H
#include "app.h"

typedef struct work {
    const char *name, *doing; ///< what the window shows meanwhile
    wend_result (*run)(struct work* work, void* context);
    void* context;
    // of work.c
    wend_result result;
    SDL_atomic_t thousandths, stopped;
    SDL_sem* done;
} work;

/// Runs it in a thread of its own, and shows its progress once it takes longer than an eye sees. Esc, a
/// button, and closing the window stop it, at its next report of progress; what run returned comes back. The
/// caller must have taken away what run changes. When memory runs short it is stopped, too, before the system
/// would kill the program; the result is then MEMORY.
wend_result work_run(app* app, work* work);
/// A wend_progress_fn for run; the context is the work.
bool work_progress(double fraction, void* work);

#endif
