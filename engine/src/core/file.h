// file.h: output files that appear complete or not at all. Besides system.h and hooks.c,
// the only part of the engine that asks the operating system for more than memory. Names of files are UTF-8
// on Windows, and what the system takes elsewhere.
#ifndef WENDI_FILE_H
#define WENDI_FILE_H
#include <stdint.h>
#include <stdio.h>
#include <string.h>

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
/// Reserves the first bytes of a new output on the disk, as zeros, so that writing them cannot fail. file:
/// its name in messages. Errors: IO.
wend_result wendi_output_reserve(wendi_output* output, const char* file, uint64_t size,
                                 wend_error* error_opt);
/// Maps the first bytes of an output, which must be reserved: what is written there goes to the file. NULL:
/// the system cannot; see errno.
void* wendi_output_map(wendi_output* output, size_t size);
/// The number of bytes that are written to mapped memory before it is given back (wendi_pages_drop); until
/// then they are resident.
enum { WENDI_PAGES_WRITTEN = 1 << 22 };
/// The descriptor of an output, to be written at any place.
int wendi_output_descriptor(const wendi_output* output);
/// Reads or writes all bytes at a place of a file. Errors: IO (see errno; 0: the file ends before).
wend_result wendi_read_at(int descriptor, void* bytes, size_t size, uint64_t at);
wend_result wendi_write_at(int descriptor, const void* bytes, size_t size, uint64_t at);

/// A file that only one process writes at a time, and that survives it.
/// Opens or creates it and locks it. -1: see errno; EWOULDBLOCK: another process has it.
int wendi_work_open(const char* name);
/// Makes a file shorter, or 0 bytes long. Errors: IO (see errno).
wend_result wendi_work_cut(int descriptor, uint64_t size);
/// Its size; -1: see errno.
int64_t wendi_work_size(int descriptor);
/// Closes it, and removes it if keep is false.
void wendi_work_close(int descriptor, const char* name, bool keep);

/// Opens a file for reading like fopen, but programs that the host starts do not inherit it. NULL: see
/// errno, which is ESPIPE for a pipe, as parts are read out of order.
FILE* wendi_input_open(const char* file);
/// Its size in bytes; -1: see errno.
int64_t wendi_input_size(FILE* stream);
/// As fread of so many bytes, but a signal does not end it.
size_t wendi_input_read(FILE* stream, void* bytes, size_t size);
/// Maps the first bytes of a file into memory that may be written: the file and other processes never see
/// that. NULL: the system cannot, or the size is 0.
void* wendi_input_map(FILE* stream, size_t size);
/// The same for memory that is only read, and shows the file as it is.
void* wendi_input_view(FILE* stream, size_t size);
void wendi_input_unmap(void* bytes, size_t size);
/// Replaces the named file by the temporary one if keep is true, and removes it otherwise. Errors: IO.
wend_result wendi_output_close(wendi_output* output, bool keep, wend_error* error_opt);

// ---- what are the temporary files of an output called? NAME.0.wendtmp, NAME.1.wendtmp, ...

enum {
    NUMBERS = 100,
    CLEANED = 8, // writers remove abandoned files up to this number
    TEMPORARY_EXTRA = sizeof ".99.wendtmp"
};

/// Writes the name with a number to out, which has TEMPORARY_EXTRA bytes more than the name.
static inline void name_temporary(const char* name, int32_t number, char* out) {
    static const char end[] = ".wendtmp";
    const size_t length = strlen(name);
    char* at = out + length;
    memcpy(out, name, length);
    *at++ = '.';
    if (number >= 10) *at++ = (char)('0' + number / 10);
    *at++ = (char)('0' + number % 10);
    memcpy(at, end, sizeof end);
}
#endif
