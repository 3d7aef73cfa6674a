// outer_file.c: a file that a map file names: where is it, and may it be read?
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // realpath
#endif
#include "outer_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Both without links and dots.
static bool is_within(const char* path, const char* folder) {
    size_t length = strlen(folder);
    if (length == 1) return true; // the root
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

wendi_outer wendi_outer_file(const wendi_job* job, const char* name, char** path_out) {
    if (!job->folder || name[0] == 0) return WENDI_OUTER_MISSING;
    size_t size = strlen(job->folder) + strlen(name) + 2;
    char* joined = malloc(size);
    if (!joined) return WENDI_OUTER_MISSING;
    if (name[0] == '/')
        snprintf(joined, size, "%s", name);
    else
        snprintf(joined, size, "%s/%s", job->folder, name);
    char* path = realpath(joined, NULL);
    char* folder = realpath(job->folder, NULL);
    wendi_outer found = !path || !folder                               ? WENDI_OUTER_MISSING
                        : job->def->outside || is_within(path, folder) ? WENDI_OUTER_FOUND
                                                                       : WENDI_OUTER_OUTSIDE;
    free(folder);
    free(path);
    if (found == WENDI_OUTER_FOUND)
        *path_out = joined;
    else
        free(joined);
    return found;
}
