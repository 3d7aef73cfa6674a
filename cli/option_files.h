// option_files.h: would an output that the command line names replace a file that it also names?
#ifndef OPTION_FILES_H
#define OPTION_FILES_H
#include "options.h"

/// Returns OPTIONS_GO, or an exit code with the message printed: two outputs go to one file, or one goes to
/// an input, by whatever name or link.
int option_files_check(const command* self, const void* arguments);

#endif
