// read_file.h: a file's bytes in memory.
#ifndef WENDI_READ_FILE_H
#define WENDI_READ_FILE_H
#include "hash.h"
#include "job.h"

typedef struct wendi_file {
    uint8_t* bytes;
    size_t size;
    size_t capacity; ///< bytes allocated
} wendi_file;

/// The name to show for a file: "-" is standard input.
const char* wendi_file_name(const char* file);
bool wendi_file_is_there(const char* file);
/// Reads a regular file, a pipe, or "-". Errors: IO (with the system's reason), LIMIT, MEMORY.
wend_result wendi_file_read(const char* file, const wend_allocator* allocator_opt, wendi_file* out,
                            wend_error* error_opt);

/// A file that is read as it is needed.
struct wendi_stream {
    int descriptor;
    uint64_t size;          ///< bytes of a regular file; 0: it is none
    wendi_hash_state* hash; ///< of what was read
    bool is_standard_input; ///< which is not ours to close
    int error;              ///< errno of a read that failed; 0: none did
};
/// Errors as wendi_file_read.
wend_result wendi_stream_open(const char* file, wendi_stream* out, wend_error* error_opt);
/// The first bytes, without reading them; how many there are, at most size.
size_t wendi_stream_peek(const wendi_stream* stream, void* out, size_t size);
/// Reads the next bytes; fewer than size at the end and when error is set.
size_t wendi_stream_read(wendi_stream* stream, void* out, size_t size);
/// Reads what is left, for its hash, and gives that of the file.
uint64_t wendi_stream_finish(wendi_stream* stream);
void wendi_stream_close(wendi_stream* stream);
/// Reads the whole into memory instead.
wend_result wendi_stream_read_all(wendi_stream* stream, const char* name, const wend_allocator* allocator_opt,
                                  wendi_file* out, wend_error* error_opt);

void wendi_file_free(wendi_file* file, const wend_allocator* allocator_opt);
#endif
