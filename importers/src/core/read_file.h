// read_file.h: the bytes of a file, all in memory or as a stream.
#ifndef WIMP_READ_FILE_H
#define WIMP_READ_FILE_H
#include "core/hash.h"
#include "core/job.h"

typedef struct wimp_file {
    uint8_t* bytes;
    size_t size;
    size_t capacity; ///< bytes allocated; 0: they belong to the source, whose close must follow
    wend_source source;
} wimp_file;

/// The name of a file in messages; "-" is standard input.
const char* wimp_file_name(const char* file);
/// Reads a regular file, a pipe, or "-". Errors: IO (with the system's reason, or when nothing is written to
/// a pipe for 10 seconds), LIMIT, MEMORY.
wend_result wimp_file_read(const char* file, const wend_allocator* allocator_opt, wimp_file* out,
                           wend_error* error_opt);

/// Takes the bytes of a source: those in memory without a copy, else all that it reads. Errors: LIMIT,
/// MEMORY, any result of the source.
wend_result wimp_source_read(const wend_source* source, const char* name, const wend_allocator* allocator_opt,
                             wimp_file* out, wend_error* error_opt);
/// Tells the definition's host that a file of the file system is about to be read.
void wimp_note_file(const wend_import_def* def, const char* file);
/// Reads a regular file other than the map itself, by def.open where it is set. *is_missing_opt: there is no
/// such file. Errors also as wimp_file_read, and any result of def.open.
wend_result wimp_other_file_read(const wend_import_def* def, const char* file, wimp_file* out,
                                 bool* is_missing_opt, wend_error* error_opt);

/// A file that is read piece by piece.
struct wimp_stream {
    int descriptor;
    uint64_t size;                   ///< bytes of a regular file; 0: not a regular file
    wimp_file ahead;                 ///< what was read ahead of a pipe
    size_t ahead_at;                 ///< how much of it was consumed
    bool is_at_end;                  ///< nothing follows what was read ahead
    const wend_allocator* allocator; ///< of the bytes read ahead
    wimp_hash_state* hash;           ///< of what was read
    bool is_standard_input;          ///< never closed
    int error;                       ///< errno of a failed read; 0: none failed
};
/// may_be_pipe: false for a file that another file names, as the pipe may have no writer. Errors as
/// wimp_file_read.
wend_result wimp_stream_open(const char* file, bool may_be_pipe, wimp_stream* out, wend_error* error_opt);
/// Reads the first bytes of a pipe, at most size, which later reads of the stream return. Errors: IO, MEMORY.
wend_result wimp_stream_read_ahead(wimp_stream* stream, size_t size, const char* name,
                                   const wend_allocator* allocator_opt, wend_error* error_opt);
/// Copies the first bytes without consuming them; of a pipe, those that were read ahead. Returns how many, at
/// most size.
size_t wimp_stream_peek(const wimp_stream* stream, void* out, size_t size);
/// Reads the next bytes; fewer than size at the end of the file or after an error.
size_t wimp_stream_read(wimp_stream* stream, void* out, size_t size);
/// Reads the rest and returns the hash of the file.
uint64_t wimp_stream_finish(wimp_stream* stream);
void wimp_stream_close(wimp_stream* stream);
/// Reads the whole file into memory instead.
wend_result wimp_stream_read_all(wimp_stream* stream, const char* name, const wend_allocator* allocator_opt,
                                 wimp_file* out, wend_error* error_opt);

void wimp_file_free(wimp_file* file, const wend_allocator* allocator_opt);
#endif
