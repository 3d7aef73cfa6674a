// replacing.h: which files may be replaced by saving without asking the user?
#ifndef WEND_VIEW_REPLACING_H
#define WEND_VIEW_REPLACING_H
#include "document/file_list.h"

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
