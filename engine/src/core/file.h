// file.h: output files that appear complete or not at all. Besides threads.c and hooks.c, the only part of
// the engine that asks the operating system for more than memory.
#ifndef WENDI_FILE_H
#define WENDI_FILE_H
#include <stdio.h>

#include "core/base.h"

typedef struct wendi_output {
    FILE* stream;    // write here
    char* name;      // links resolved; by malloc, as two names of 4 KB are too large for the stack
    char* temporary; // beside it
    int lock;        // a second descriptor of the temporary file; its lock says that the writer lives
} wendi_output;

/// Starts writing a temporary file beside the named one, and removes those that killed writers of the same
/// name left behind. Errors: IO, MEMORY.
wend_result wendi_output_open(const char* file, wendi_output* out, wend_error* error_opt);
/// Opens a file for reading like fopen, but programs that the host starts do not inherit it. NULL: see
/// errno, which is ESPIPE for a pipe, as parts are read out of order.
FILE* wendi_input_open(const char* file);
/// Maps the first bytes of a file into memory that may be written: the file and other processes never see
/// that. NULL: the system cannot, or the size is 0.
void* wendi_input_map(FILE* stream, size_t size);
void wendi_input_unmap(void* bytes, size_t size);
/// Replaces the named file by the temporary one if keep is true, and removes it otherwise. Errors: IO.
wend_result wendi_output_close(wendi_output* output, bool keep, wend_error* error_opt);
#endif
