// progress.c: a progress bar on stderr, only when that is a terminal.
#include "progress.h"
#include "clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 40, FIRST_NS = 300000000, INTERVAL_NS = 100000000 };

progress progress_start(const char* label, bool quiet) {
    // Short work shows no bar.
    return (progress){
        .label = label, .enabled = !quiet && isatty(2), .next_ns = clock_wall_ns(NULL) + FIRST_NS};
}

bool progress_report(double fraction, void* bar) {
    progress* p = bar;
    if (!p->enabled || clock_wall_ns(NULL) < p->next_ns) return true;
    p->next_ns = clock_wall_ns(NULL) + INTERVAL_NS;
    p->visible = true;
    int full = (int)(fraction * BAR_WIDTH);
    fprintf(stderr, "\r%-8s [", p->label);
    for (int i = 0; i < BAR_WIDTH; i++) fputc(i < full ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%", (int)(fraction * 100));
    return true;
}

void progress_wipe(progress* bar) {
    if (bar->visible) fprintf(stderr, "\r%*s\r", BAR_WIDTH + 20 + (int)strlen(bar->label), "");
    bar->visible = false;
}

void progress_end(progress* bar) {
    progress_wipe(bar);
    bar->enabled = false;
}
