// named_file.h: a file that a map file names: where is it, and may it be read?
#ifndef WENDI_NAMED_FILE_H
#define WENDI_NAMED_FILE_H
#include "job.h"

typedef enum wendi_named {
    WENDI_NAMED_FOUND,
    WENDI_NAMED_MISSING, ///< also when the map came from memory or a pipe, which have no folder
    WENDI_NAMED_OUTSIDE, ///< of the map's folder, links followed; not when the definition allows it
} wendi_named;

/// Relative to the folder of the map. *path_out is set when found; the caller frees it.
wendi_named wendi_named_file(const wendi_job* job, const char* name, char** path_out);
#endif
