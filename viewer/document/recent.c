// recent.c: which files were opened last?
#define _XOPEN_SOURCE 700
#include "document/recent.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A path that fits into a line of the settings.
static bool is_plain(const char* path) {
    for (const char* c = path; *c != '\0'; c++)
        if (iscntrl((unsigned char)*c)) return false;
    return strlen(path) < RECENT_PATH;
}

void recent_add(recent* r, const char* file) {
    char* path = realpath(file, NULL);
    if (path != NULL && is_plain(path)) {
        int place = 0;
        while (place < RECENT_FILES - 1 && strcmp(r->files[place], path) != 0) place++;
        memmove(r->files[1], r->files[0], (size_t)place * sizeof r->files[0]);
        snprintf(r->files[0], RECENT_PATH, "%s", path);
    }
    free(path);
}

int recent_count(const recent* r) {
    int count = 0;
    while (count < RECENT_FILES && r->files[count][0] != '\0') count++;
    return count;
}
