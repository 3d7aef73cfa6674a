// outer_file.h: a file that a map file names: where is it, and may it be read?
#ifndef WENDI_OUTER_FILE_H
#define WENDI_OUTER_FILE_H
#include "job.h"

typedef enum wendi_outer {
    WENDI_OUTER_FOUND,
    WENDI_OUTER_MISSING, ///< also when the map came from memory or a pipe, which have no folder
    WENDI_OUTER_OUTSIDE, ///< of the map's folder, links followed; not when the definition allows it
} wendi_outer;

/// Relative to the folder of the map. *path_out is set when found; the caller frees it.
wendi_outer wendi_outer_file(const wendi_job* job, const char* name, char** path_out);
#endif
