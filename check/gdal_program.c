// gdal_program.c: where is wend-gdal, as seen from the folder of this program?
#include "gdal_program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

#ifdef WEND_GDAL_FOLDER // where it is installed

static bool find(char out[2 * PATH_SIZE]) {
    static const char* const below[] = {".", WEND_GDAL_FOLDER}; // of a build, of an installation
    char own[PATH_SIZE];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = '\0';
    char* slash = strrchr(own, '/');
    if (slash != NULL) *slash = '\0';
    for (int i = 0; i < 2; i++) {
        snprintf(out, 2 * PATH_SIZE, "%s/%s/wend-gdal", own, below[i]);
        if (access(out, X_OK) == 0) return true;
    }
    return false;
}

const char* gdal_program(void) {
    static char file[2 * PATH_SIZE];
    static bool is_known, is_there;
    if (!is_known) is_there = find(file), is_known = true;
    return is_there ? file : NULL;
}

#else

const char* gdal_program(void) {
    return NULL;
}

#endif
