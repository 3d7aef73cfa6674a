// file_list.h: which maps are in the list of files, and which of them is shown?
#ifndef WEND_VIEW_FILE_LIST_H
#define WEND_VIEW_FILE_LIST_H
#include "document/import_choice.h"

typedef struct file_list {
    char** names;            ///< worlds and maps without repetition; "-" is standard input
    import_choice** choices; ///< how each image was baked in the import panel; NULL: not baked there
    int count, capacity;
    int current; ///< index of the shown file; -1: none
} file_list;

/// Appends a copy of the name unless it is in the list. Returns its index; -1: out of memory.
int file_list_add(file_list* list, const char* name);
/// Removes a file other than the current one; those after it move up.
void file_list_remove(file_list* list, int index);
/// Stores a copy of a choice; NULL: removes it. False: out of memory.
bool file_list_choose(file_list* list, int index, const import_choice* choice_opt);
/// The name of the current file; NULL: none.
const char* file_list_current(const file_list* list);
void file_list_clear(file_list* list);

#endif
