// progress.h: a progress bar on stderr, only when that is a terminal.
#ifndef PROGRESS_H
#define PROGRESS_H
#include "cli.h"

typedef struct progress {
    const char* label; ///< must outlive the bar
    bool enabled, visible;
    uint64_t next_ns; ///< when to draw again
} progress;

progress progress_start(const char* label, bool quiet);
/// A wend_progress_fn over a progress.
bool progress_report(double fraction, void* bar);
/// Clears the line for a message; the next report draws the bar again.
void progress_wipe(progress* bar);
/// Removes the bar.
void progress_end(progress* bar);

#endif
