// run.h: a job from a file to a grid.
#ifndef WIMP_RUN_H
#define WIMP_RUN_H
#include "formats/formats.h"

/// Runs a job on a file, by the format that recognises it. A PNG is read as it is decoded and is never in
/// memory as a whole. On failure there is no grid. Errors also as wimp_file_read.
wend_result wimp_run_file(wimp_job* job, const char* file);
#endif
