// run.h: a job from a file, or its bytes, to a grid.
#ifndef WIMP_RUN_H
#define WIMP_RUN_H
#include "core/format.h"

/// One way to run a job. what: its source, such as a file. On failure there is no grid.
typedef wend_result wimp_run_fn(wimp_job* job, const char* what);

/// A file, by the format that recognises it. A PNG is read as it is decoded and is never in memory as a
/// whole. Errors also as wimp_file_read.
wimp_run_fn wimp_run_file;
/// The bytes of the job.
wimp_run_fn wimp_run_bytes;

/// The bytes of the job's source.
wimp_run_fn wimp_run_source;

/// Runs a job that lacks info, sink and run_file. Hands out the grid and the info on success.
wend_result wimp_run_whole(wimp_job* job, wimp_run_fn* run_it, const char* what, wend_grid** out,
                           wend_import_info* info_opt);

/// The formats, in the order in which they are tried; NULL past the last.
const wimp_format* wimp_format_at(int32_t index);
#endif
