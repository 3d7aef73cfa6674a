// cut_file.h: what happens when the file of a mapped world is cut while a program uses it?
#ifndef WEND_CHECK_CUT_FILE_H
#define WEND_CHECK_CUT_FILE_H

/// From now on, when a page of a mapped file cannot be read, the process prints "PROGRAM: FILE: ..." and
/// exits with the code, instead of ending by the signal of the system.
void cut_file_prepare(const char* program, const char* file, int exit_code);

#endif
