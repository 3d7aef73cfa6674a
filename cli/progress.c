// progress.c: a progress bar on stderr with the time that remains, only when that is a terminal.
#include "progress.h"
#include "clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 30, REMAINING_WIDTH = 22, FIRST_NS = 300000000, INTERVAL_NS = 100000000 };

progress progress_start(const char* label, bool quiet) {
    // Short work shows no bar.
    const uint64_t now_ns = clock_wall_ns(NULL);
    return (progress){
        .label = label, .enabled = !quiet && isatty(2), .start_ns = now_ns, .next_ns = now_ns + FIRST_NS};
}

// Supposes that the rest goes as fast as what is done, so it waits until that is known a little.
const char* progress_remaining(double fraction, double seconds_so_far, char buffer[32]) {
    buffer[0] = '\0';
    if (!(fraction >= 0.02) || fraction > 1 || seconds_so_far < 1) return buffer;
    const double seconds = ceil(seconds_so_far * (1 - fraction) / fraction);
    const double minutes = ceil(seconds / 60), hours = floor(minutes / 60);
    if (seconds <= 90)
        snprintf(buffer, 32, "about %.0f s left", seconds);
    else if (minutes < 60)
        snprintf(buffer, 32, "about %.0f min left", minutes);
    else
        snprintf(buffer, 32, "about %.0f h %.0f min left", hours, minutes - 60 * hours);
    return buffer;
}

bool progress_report(double fraction, void* bar) {
    progress* p = bar;
    const uint64_t now_ns = clock_wall_ns(NULL);
    if (!p->enabled || now_ns < p->next_ns) return true;
    p->next_ns = now_ns + INTERVAL_NS;
    p->visible = true;
    char remaining[32];
    const int full = (int)(fraction * BAR_WIDTH);
    fprintf(stderr, "\r%-8s [", p->label);
    for (int i = 0; i < BAR_WIDTH; i++) fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%  %-*s", (int)(fraction * 100), REMAINING_WIDTH,
            progress_remaining(fraction, (double)(now_ns - p->start_ns) * 1e-9, remaining));
    return true;
}

void progress_wipe(progress* bar) {
    if (bar->visible)
        fprintf(stderr, "\r%*s\r", BAR_WIDTH + REMAINING_WIDTH + 20 + (int)strlen(bar->label), "");
    bar->visible = false;
}

void progress_end(progress* bar) {
    progress_wipe(bar);
    if (bar->start_ns > 0) cli_note("%s took %.3f s", bar->label, cli_seconds_since(bar->start_ns));
    *bar = (progress){.label = bar->label};
}
