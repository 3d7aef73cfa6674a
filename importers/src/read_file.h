// read_file.h: a file's bytes in memory.
#ifndef WENDI_READ_FILE_H
#define WENDI_READ_FILE_H
#include "job.h"

typedef struct wendi_file {
    uint8_t* bytes;
    size_t size;
    size_t capacity; ///< bytes allocated
} wendi_file;

/// The name to show for a file: "-" is standard input.
const char* wendi_file_name(const char* file);
/// Reads a regular file, a pipe, or "-". Errors: IO (with the system's reason), LIMIT, MEMORY.
wend_result wendi_file_read(const char* file, const wend_allocator* allocator_opt, wendi_file* out,
                            wend_error* error_opt);
void wendi_file_free(wendi_file* file, const wend_allocator* allocator_opt);
#endif
