// file_list.c: which maps are in the list of files, and which of them is shown?
#include "document/file_list.h"
#include <stdlib.h>
#include <string.h>

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
