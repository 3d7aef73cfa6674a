// file_list.h: which maps are in the list of files, which were opened last, and which files may be replaced
// by saving without asking the user?
#ifndef WEND_VIEW_FILE_LIST_H
#define WEND_VIEW_FILE_LIST_H
#include "document/import_choice.h"

typedef struct listed_file {
    char* name;            ///< of a world or a map; "-" is standard input
    import_choice* choice; ///< how the image was baked in the import panel; NULL: it was not baked there
} listed_file;

typedef struct file_list {
    listed_file* items; ///< without repetition
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

// ---- the files that were opened last

enum { RECENT_FILES = 8, RECENT_PATH = 1000 };

/// Absolute paths, the latest first; "": none.
typedef struct recent {
    char files[RECENT_FILES][RECENT_PATH];
} recent;

/// Puts a file first. Paths that are too long or do not exist are left out.
void recent_add(recent* r, const char* file);
int recent_count(const recent* r);

// ---- the files that may be replaced

enum { REPLACING_PATH = 1000 };

typedef struct replacing {
    file_list written;         ///< by this run
    char file[REPLACING_PATH]; ///< that the user is asked about; "": no question
    const char* command;       ///< runs when the user agrees; with the value
    char value[REPLACING_PATH];
} replacing;

/// True when there is such a file and this run has not written it.
bool replacing_loses(const replacing* r, const char* file);
/// True when nothing is lost. Otherwise asks the user, who lets the command run or not.
bool replacing_may(replacing* r, const char* file, const char* command, const char* value);
/// The file was written by this run.
void replacing_note(replacing* r, const char* file);
void replacing_destroy(replacing* r);

#endif
