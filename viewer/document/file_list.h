// file_list.h: which maps can be walked over, and which of them is shown?
#ifndef WEND_VIEW_FILE_LIST_H
#define WEND_VIEW_FILE_LIST_H
#include "document/import_choice.h"

typedef struct file_list {
    char** names;            ///< of worlds and maps, each once; "-" is standard input
    import_choice** choices; ///< how each image was baked in the import panel; NULL: it was not
    int count, capacity;
    int current; ///< index of the one that is shown; -1: none of them is
} file_list;

/// Appends a copy of the name and returns its index, or that of the same name in the list; -1: no memory.
int file_list_add(file_list* list, const char* name);
/// Takes one out; those behind it move up. Not the current one.
void file_list_remove(file_list* list, int index);
/// Keeps a copy of a choice; NULL: none any more. False: no memory.
bool file_list_choose(file_list* list, int index, const import_choice* choice_opt);
/// The name of the current one; NULL: none is.
const char* file_list_current(const file_list* list);
void file_list_clear(file_list* list);

#endif
