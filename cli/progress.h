// progress.h: a progress bar on stderr with the time that remains, only when that is a terminal.
#ifndef PROGRESS_H
#define PROGRESS_H
#include "cli.h"

typedef struct progress {
    const char* label; ///< must outlive the bar
    bool enabled, visible;
    uint64_t start_ns, next_ns; ///< next: when to draw again
} progress;

progress progress_start(const char* label, bool quiet);
/// A wend_progress_fn over a progress.
bool progress_report(double fraction, void* bar);
/// Clears the line for a message; the next report draws the bar again.
void progress_wipe(progress* bar);
/// Removes the bar. With --verbose, says how long the work took.
void progress_end(progress* bar);

/// "about 12 s left", "about 3 min left", "about 2 h 5 min left"; "" when it is too early to tell.
const char* progress_remaining(double fraction, double seconds_so_far, char buffer[32]);

#endif
