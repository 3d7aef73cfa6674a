// named_file.h: how does a map file reach the files that it names?
#ifndef WIMP_NAMED_FILE_H
#define WIMP_NAMED_FILE_H
#include "core/job.h"

enum { WIMP_MAX_PATH = 4096 };

/// Resolves a path that the job's file contains. It is relative to the folder of that file and must stay
/// inside it, or inside the root of the definition or of the project; a file elsewhere needs def.outside, and
/// a warning then mentions it. *out is memory of the job. Errors: FORMAT, MEMORY.
wend_result wimp_named_path(wimp_job* by, wimp_place place, const char* path, char** out);

/// Imports a named file. The caller sets def, info and the other inputs in *named. On success *named holds
/// the grid, its info is filled, and by's hash covers the file. Errors: those of the import, with the
/// position.
wend_result wimp_named_import(wimp_job* by, wimp_place place, const char* path, wimp_job* named);
#endif
