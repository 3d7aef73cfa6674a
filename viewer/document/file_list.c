// file_list.c: which maps are in the list of files, which were opened last, and which files may be replaced?
#define _XOPEN_SOURCE 700
#include "document/file_list.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* file_name_of(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

int file_list_add(file_list* list, const char* name) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0) return i;
    if (list->count == list->capacity) {
        int capacity = list->capacity > 0 ? 2 * list->capacity : 8;
        char** names = realloc(list->names, (size_t)capacity * sizeof *names);
        if (names != NULL) list->names = names;
        import_choice** choices = realloc(list->choices, (size_t)capacity * sizeof(void*));
        if (choices != NULL) list->choices = choices;
        if (names == NULL || choices == NULL) return -1;
        list->capacity = capacity;
    }
    size_t size = strlen(name) + 1;
    char* copy = malloc(size);
    if (copy == NULL) return -1;
    list->names[list->count] = memcpy(copy, name, size);
    list->choices[list->count] = NULL;
    return list->count++;
}

void file_list_remove(file_list* list, int index) {
    free(list->names[index]);
    free(list->choices[index]);
    list->count--;
    for (int i = index; i < list->count; i++) {
        list->names[i] = list->names[i + 1];
        list->choices[i] = list->choices[i + 1];
    }
    if (list->current > index) list->current--;
}

bool file_list_choose(file_list* list, int index, const import_choice* choice_opt) {
    import_choice* copy = NULL;
    if (choice_opt != NULL) {
        copy = malloc(sizeof *copy);
        if (copy == NULL) return false;
        *copy = *choice_opt;
    }
    free(list->choices[index]);
    list->choices[index] = copy;
    return true;
}

const char* file_list_current(const file_list* list) {
    return list->current >= 0 ? list->names[list->current] : NULL;
}

void file_list_clear(file_list* list) {
    for (int i = 0; i < list->count; i++) {
        free(list->names[i]);
        free(list->choices[i]);
    }
    free(list->names);
    free(list->choices);
    *list = (file_list){.current = -1};
}

// ---- the files that were opened last

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

// ---- the files that may be replaced

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
