// remember.h: which numbers and texts does the program store for its next run?
#ifndef WEND_VIEW_REMEMBER_H
#define WEND_VIEW_REMEMBER_H
#include <stdbool.h>

enum { REMEMBER_PATH = 1000 };

typedef struct remembered {
    const char* name; ///< of at most 39 characters
    enum { REMEMBER_INT, REMEMBER_SWITCH, REMEMBER_FLOAT, REMEMBER_TEXT } kind;
    void* value;     ///< an int, a bool, a float that is stored as a whole number, or a text in one line, of
                     ///< REMEMBER_PATH bytes; "" is not stored
    int least, most; ///< of a number
} remembered;

/// The path of a file in the folder of the settings; false: there is none. make: creates the folder.
bool remember_path(const char* name, bool make, char out[REMEMBER_PATH]);
/// Reads the numbers and texts of the last run; what is not in the file stays. False: lines of the file,
/// named in file_out, are broken, and were ignored.
bool remember_read(const remembered* items, int count, char file_out[REMEMBER_PATH]);
/// Saves them; prints an error when that fails.
void remember_write(const remembered* items, int count);

#endif
