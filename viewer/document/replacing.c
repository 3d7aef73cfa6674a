// replacing.c: which files may be replaced by saving without asking the user?
#define _XOPEN_SOURCE 700
#include "document/replacing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_written(const replacing* r, const char* file) {
    char* path = realpath(file, NULL);
    bool found = false;
    for (int i = 0; path != NULL && i < r->written.count && !found; i++)
        found = strcmp(r->written.names[i], path) == 0;
    free(path);
    return found;
}

bool replacing_loses(const replacing* r, const char* file) {
    struct stat status;
    return stat(file, &status) == 0 && !S_ISDIR(status.st_mode) && !is_written(r, file);
}

bool replacing_may(replacing* r, const char* file, const char* command, const char* value) {
    if (!replacing_loses(r, file)) return true;
    snprintf(r->file, sizeof r->file, "%s", file);
    snprintf(r->value, sizeof r->value, "%s", value);
    r->command = command;
    return false;
}

void replacing_note(replacing* r, const char* file) {
    char* path = realpath(file, NULL);
    if (path != NULL) file_list_add(&r->written, path); // without memory the user is asked again
    free(path);
}

void replacing_destroy(replacing* r) {
    file_list_clear(&r->written);
}
