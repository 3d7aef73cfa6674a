// option_files.h: can the outputs of a command be written? Under these names, and not over a file that it
// reads, or another output.
#ifndef OPTION_FILES_H
#define OPTION_FILES_H
#include "options.h"

/// Returns OPTIONS_GO, or an exit code with the message printed: two outputs go to one file or to standard
/// output, or one goes to an input, by whatever name or link; or the name of one has another ending than its
/// row states, or it cannot be written.
int option_files_check(const command* self, const void* arguments);
/// The same for a file that the command writes beside a named output.
int option_files_check_beside(const command* self, const void* arguments, const char* file);

/// Looks out for outputs among the files that a command finds by name, such as the image of a ROS map.
typedef struct option_files_watch {
    const command* self;
    const void* arguments;
    const char* overwritten; ///< the first such output; NULL: none yet
} option_files_watch;

/// Notes each file that the command reads; note_file of an import, with the watch as context.
void option_files_note(void* watch, const char* file);
/// Returns CLI_OK, or an exit code with the message printed.
int option_files_check_read(const option_files_watch* watch);

#endif
