// file_list.c: which maps are in the list of files, which were opened last, and which files may be replaced?
#define _XOPEN_SOURCE 700
#include "document/file_list.h"
#include "platform/memory.h"
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

// -1: it is not in the list.
static int find(const file_list* list, const char* name) {
    int i = list->count - 1;
    while (i >= 0 && strcmp(list->items[i].name, name) != 0) i--;
    return i;
}

int file_list_add(file_list* list, const char* name) {
    const int known = find(list, name);
    if (known >= 0) return known;
    char* copy = strdup(name);
    if (copy == NULL || !memory_grow(&list->items, list->count, &list->capacity, sizeof *list->items)) {
        free(copy);
        return -1;
    }
    list->items[list->count] = (listed_file){.name = copy};
    return list->count++;
}

static void free_file(listed_file* f) {
    free(f->name);
    free(f->choice);
}

void file_list_remove(file_list* list, int index) {
    listed_file* gone = &list->items[index];
    free_file(gone);
    list->count--;
    memmove(gone, gone + 1, (size_t)(list->count - index) * sizeof *gone);
    if (list->current > index) list->current--;
}

bool file_list_choose(file_list* list, int index, const import_choice* choice_opt) {
    import_choice* copy = NULL;
    if (choice_opt != NULL) {
        copy = malloc(sizeof *copy);
        if (copy == NULL) return false;
        *copy = *choice_opt;
    }
    free(list->items[index].choice);
    list->items[index].choice = copy;
    return true;
}

const char* file_list_current(const file_list* list) {
    return list->current >= 0 ? list->items[list->current].name : NULL;
}

void file_list_clear(file_list* list) {
    for (int i = 0; i < list->count; i++) free_file(&list->items[i]);
    free(list->items);
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
    const bool found = path != NULL && find(&r->written, path) >= 0;
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
