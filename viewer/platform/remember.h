// remember.h: which numbers does the program store for its next run?
#ifndef WEND_VIEW_REMEMBER_H
#define WEND_VIEW_REMEMBER_H
#include <stdbool.h>

typedef struct remembered {
    const char* name; ///< of at most 39 characters
    int* value;
    int least, most;
} remembered;

enum { REMEMBER_PATH = 1000 };

/// Reads the numbers of the last run. False: the file, named in file_out, is broken and was ignored.
bool remember_read(const remembered* items, int count, char file_out[REMEMBER_PATH]);
/// Saves the numbers; prints an error when that fails.
void remember_write(const remembered* items, int count);

#endif
