// read_file.c: how does a file get into memory, and what can go wrong?
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // open, fstat, read, pread
#endif
#include "read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_BYTES ((uint64_t)1 << 36)
enum { FIRST_CHUNK = 1 << 16, READ_AT_ONCE = 1 << 30 };

const char* wendi_file_name(const char* file) {
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

bool wendi_file_is_there(const char* file) {
    return access(file, F_OK) == 0;
}

void wendi_file_free(wendi_file* file, const wend_allocator* allocator_opt) {
    wendi_import_free(allocator_opt, file->bytes, file->capacity);
    *file = (wendi_file){0};
}

static wend_result grow(wendi_file* file, uint64_t capacity, const char* name,
                        const wend_allocator* allocator_opt, wend_error* error_opt) {
    if (capacity > MAX_FILE_BYTES || capacity > SIZE_MAX)
        return wendi_import_fail(error_opt, WEND_ERROR_LIMIT, name,
                                 "the file has more than %llu bytes, the limit",
                                 (unsigned long long)MAX_FILE_BYTES);
    uint8_t* bytes = wendi_import_alloc(allocator_opt, (size_t)capacity);
    if (!bytes)
        return wendi_import_fail(error_opt, WEND_ERROR_MEMORY, name,
                                 "out of memory: %llu bytes were asked for", (unsigned long long)capacity);
    if (file->size) memcpy(bytes, file->bytes, file->size);
    wendi_import_free(allocator_opt, file->bytes, file->capacity);
    file->bytes = bytes;
    file->capacity = (size_t)capacity;
    return WEND_OK;
}

static ssize_t read_some(int descriptor, void* out, size_t size) {
    ssize_t got;
    do got = read(descriptor, out, size < READ_AT_ONCE ? size : READ_AT_ONCE);
    while (got < 0 && errno == EINTR);
    return got;
}

// Reads to the end. A file of the expected size fills its buffer exactly and is not copied.
static wend_result read_all(int fd, wendi_file* file, const char* name, const wend_allocator* allocator_opt,
                            wend_error* error_opt) {
    for (;;) {
        uint8_t probe;
        bool full = file->size == file->capacity;
        ssize_t got =
            read_some(fd, full ? &probe : file->bytes + file->size, full ? 1 : file->capacity - file->size);
        if (got < 0)
            return wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s",
                                     wendi_import_system_error(errno));
        if (got == 0) return WEND_OK;
        if (full) {
            wend_result result = grow(file, file->capacity ? (uint64_t)file->capacity * 2 : FIRST_CHUNK, name,
                                      allocator_opt, error_opt);
            if (result != WEND_OK) return result;
            file->bytes[file->size] = probe;
        }
        file->size += (size_t)got;
    }
}

wend_result wendi_stream_open(const char* file, wendi_stream* out, wend_error* error_opt) {
    const char* name = wendi_file_name(file);
    bool standard_input = strcmp(file, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be opened: %s",
                                 wendi_import_system_error(errno));

    wend_result result = WEND_OK;
    struct stat status;
    if (fstat(fd, &status) != 0)
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s",
                                   wendi_import_system_error(errno));
    else if (S_ISDIR(status.st_mode))
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name, "is a directory; expected a file");
    else if (!standard_input && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name,
                                   "is a device or socket; expected a regular file, a pipe or -");
    *out = (wendi_stream){.descriptor = fd, .is_standard_input = standard_input};
    if (result == WEND_OK && !(out->hash = wendi_hash_begin()))
        result = wendi_import_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    if (result == WEND_OK && S_ISREG(status.st_mode) && status.st_size > 0)
        out->size = (uint64_t)status.st_size;
    if (result != WEND_OK) wendi_stream_close(out);
    return result;
}

void wendi_stream_close(wendi_stream* stream) {
    if (stream->hash) (void)wendi_hash_end(stream->hash);
    if (!stream->is_standard_input) close(stream->descriptor);
    *stream = (wendi_stream){0};
}

size_t wendi_stream_peek(const wendi_stream* stream, void* out, size_t size) {
    off_t here = lseek(stream->descriptor, 0, SEEK_CUR);
    ssize_t got = here < 0 ? -1 : pread(stream->descriptor, out, size, here);
    return got > 0 ? (size_t)got : 0;
}

size_t wendi_stream_read(wendi_stream* stream, void* out, size_t size) {
    size_t done = 0;
    while (done < size && stream->error == 0) {
        ssize_t got = read_some(stream->descriptor, (uint8_t*)out + done, size - done);
        if (got < 0) stream->error = errno;
        if (got <= 0) break;
        done += (size_t)got;
    }
    wendi_hash_add(stream->hash, out, done);
    return done;
}

uint64_t wendi_stream_finish(wendi_stream* stream) {
    uint8_t rest[512];
    while (wendi_stream_read(stream, rest, sizeof rest) > 0) continue;
    uint64_t hash = wendi_hash_end(stream->hash);
    stream->hash = NULL;
    return hash;
}

wend_result wendi_stream_read_all(wendi_stream* stream, const char* name, const wend_allocator* allocator_opt,
                                  wendi_file* out, wend_error* error_opt) {
    wendi_file content = {0};
    wend_result result = WEND_OK;
    if (stream->size > 0) result = grow(&content, stream->size, name, allocator_opt, error_opt);
    if (result == WEND_OK) result = read_all(stream->descriptor, &content, name, allocator_opt, error_opt);
    if (result == WEND_OK)
        *out = content;
    else
        wendi_file_free(&content, allocator_opt);
    return result;
}

wend_result wendi_file_read(const char* file, const wend_allocator* allocator_opt, wendi_file* out,
                            wend_error* error_opt) {
    wendi_stream stream;
    wend_result result = wendi_stream_open(file, &stream, error_opt);
    if (result != WEND_OK) return result;
    result = wendi_stream_read_all(&stream, wendi_file_name(file), allocator_opt, out, error_opt);
    wendi_stream_close(&stream);
    return result;
}
