// named_file.h: how does a map file that names others get at them?
#ifndef WENDI_NAMED_FILE_H
#define WENDI_NAMED_FILE_H
#include "job.h"

enum { WENDI_MAX_PATH = 4096 };

/// Where in the naming file, both from 1.
typedef struct wendi_place {
    int32_t line, column;
} wendi_place;

/// wendi_job_fail with the place before the text.
#define wendi_place_fail(job, place, result, text, ...)                                                      \
    wendi_job_fail((job), (result), "line %d, column %d: " text, (place).line, (place).column, __VA_ARGS__)

/// The path from here of a file that a job's own file names: relative to the folder of that, and inside it
/// unless the definition says otherwise, which is then mentioned in a warning. *out is of WENDI_MAX_PATH
/// bytes and freed by the allocator of the definition. Errors: FORMAT, MEMORY.
wend_result wendi_named_path(wendi_job* by, wendi_place place, const char* path, char** out);

/// Imports a named file. The caller has set def, info, and what else the job is to know; on success *named
/// has the grid and its info is filled, and by's hash covers the file. Errors of the import, with the place.
wend_result wendi_named_import(wendi_job* by, wendi_place place, const char* path, wendi_job* named);
#endif
