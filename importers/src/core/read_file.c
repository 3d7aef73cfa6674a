// read_file.c: how is a file read into memory?
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // open, fstat, read, pread
#endif
#include "core/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_BYTES ((uint64_t)1 << 36)
#define MAX_PIPE_BYTES ((uint64_t)1 << 32) // its size is not known in advance
enum { FIRST_CHUNK = 1 << 16, READ_AT_ONCE = 1 << 30, PIPE_WAIT_MS = 10000 };

const char* wimp_file_name(const char* file) {
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

void wimp_file_free(wimp_file* file, const wend_allocator* allocator_opt) {
    if (file->capacity > 0) wimp_free(allocator_opt, file->bytes, file->capacity);
    if (file->source.close) file->source.close(file->source.context);
    *file = (wimp_file){0};
}

static wend_result grow(wimp_file* file, uint64_t capacity, const char* name,
                        const wend_allocator* allocator_opt, wend_error* error_opt) {
    if (capacity > MAX_FILE_BYTES || capacity > SIZE_MAX)
        return wimp_fail(error_opt, WEND_ERROR_LIMIT, name, "the file is larger than the limit of %llu bytes",
                         (unsigned long long)MAX_FILE_BYTES);
    uint8_t* bytes = wimp_alloc(allocator_opt, (size_t)capacity);
    if (!bytes)
        return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory: %llu bytes requested",
                         (unsigned long long)capacity);
    if (file->size) memcpy(bytes, file->bytes, file->size);
    wimp_free(allocator_opt, file->bytes, file->capacity);
    file->bytes = bytes;
    file->capacity = (size_t)capacity;
    return WEND_OK;
}

// Makes room for one more byte at least.
static wend_result grow_more(wimp_file* file, const char* name, const wend_allocator* allocator_opt,
                             wend_error* error_opt) {
    return grow(file, file->capacity ? (uint64_t)file->capacity * 2 : FIRST_CHUNK, name, allocator_opt,
                error_opt);
}

static wend_result fail_source(wend_error* error_opt, wend_result result, const char* name,
                               const char* what) {
    return wimp_fail(error_opt, result, name, "%s: %s", what, wend_result_string(result));
}

static wend_result read_source(const wend_source* source, const char* name,
                               const wend_allocator* allocator_opt, wimp_file* file, wend_error* error_opt) {
    for (;;) {
        size_t got = 0;
        if (file->size == file->capacity) {
            wend_result result = grow_more(file, name, allocator_opt, error_opt);
            if (result != WEND_OK) return result;
        }
        const size_t room = file->capacity - file->size;
        wend_result result = source->read(source->context, file->bytes + file->size, room, &got);
        if (result != WEND_OK) return fail_source(error_opt, result, name, "cannot be read");
        if (got > room)
            return wimp_fail(error_opt, WEND_ERROR_IO, name,
                             "the source read %zu bytes; expected at most %zu", got, room);
        if (got == 0) return WEND_OK;
        file->size += got;
    }
}

wend_result wimp_source_read(const wend_source* source, const char* name, const wend_allocator* allocator_opt,
                             wimp_file* out, wend_error* error_opt) {
    wimp_file file = {.source = *source};
    wend_result result = WEND_OK;
    if (source->bytes || !source->read) {
        file.bytes = (uint8_t*)(uintptr_t)source->bytes; // read only
        file.size = source->bytes ? source->size : 0;
    } else {
        result = read_source(source, name, allocator_opt, &file, error_opt);
    }
    if (result == WEND_OK)
        *out = file;
    else
        wimp_file_free(&file, allocator_opt);
    return result;
}

static ssize_t read_some(int descriptor, void* out, size_t size) {
    ssize_t got;
    do got = read(descriptor, out, size < READ_AT_ONCE ? size : READ_AT_ONCE);
    while (got < 0 && errno == EINTR);
    return got;
}

// Reads to the end. A file of the expected size fills its buffer exactly, without a copy.
static wend_result read_all(int fd, bool is_regular, wimp_file* file, const char* name,
                            const wend_allocator* allocator_opt, wend_error* error_opt) {
    for (;;) {
        uint8_t probe;
        bool full = file->size == file->capacity;
        ssize_t got =
            read_some(fd, full ? &probe : file->bytes + file->size, full ? 1 : file->capacity - file->size);
        if (got < 0)
            return wimp_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s", wimp_system_error(errno));
        if (got == 0) return WEND_OK;
        if (full) {
            wend_result result = grow_more(file, name, allocator_opt, error_opt);
            if (result != WEND_OK) return result;
            file->bytes[file->size] = probe;
        }
        file->size += (size_t)got;
        if (!is_regular && (uint64_t)file->size > MAX_PIPE_BYTES)
            return wimp_fail(error_opt, WEND_ERROR_LIMIT, name,
                             "more than %llu bytes come from this pipe; a file may be larger",
                             (unsigned long long)MAX_PIPE_BYTES);
    }
}

// Waits for the first byte of a pipe, whose writer may be missing. The descriptor does not block.
static wend_result wait_for_pipe(int fd, const char* name, wend_error* error_opt) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int found;
    do found = poll(&ready, 1, PIPE_WAIT_MS);
    while (found < 0 && errno == EINTR);
    if (found == 0)
        return wimp_fail(error_opt, WEND_ERROR_IO, name, "nothing was written to this pipe for %d seconds",
                         PIPE_WAIT_MS / 1000);
    const int flags = fcntl(fd, F_GETFL);
    if (found < 0 || flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0)
        return wimp_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s", wimp_system_error(errno));
    return WEND_OK;
}

// Accepts what can be read as a file.
static wend_result check_kind(int fd, const struct stat* status, bool may_be_pipe, const char* name,
                              wend_error* error_opt) {
    if (S_ISREG(status->st_mode)) return WEND_OK;
    if (S_ISDIR(status->st_mode))
        return wimp_fail(error_opt, WEND_ERROR_IO, name, "is a directory; expected a file");
    if (!may_be_pipe)
        return wimp_fail(error_opt, WEND_ERROR_IO, name,
                         "is a pipe, device or socket; expected a regular file");
    if (!S_ISFIFO(status->st_mode))
        return wimp_fail(error_opt, WEND_ERROR_IO, name,
                         "is a device or socket; expected a regular file, a pipe or -");
    return wait_for_pipe(fd, name, error_opt);
}

// Codes of open and fstat; without memory the file may be fine.
static wend_result fail_by_system(wend_error* error_opt, const char* name, const char* what) {
    return wimp_fail(error_opt, errno == ENOMEM ? WEND_ERROR_MEMORY : WEND_ERROR_IO, name, "%s: %s", what,
                     wimp_system_error(errno));
}

wend_result wimp_stream_open(const char* file, bool may_be_pipe, wimp_stream* out, wend_error* error_opt) {
    const char* name = wimp_file_name(file);
    bool standard_input = strcmp(file, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail_by_system(error_opt, name, "cannot be opened");

    wend_result result = WEND_OK;
    struct stat status;
    if (fstat(fd, &status) != 0)
        result = fail_by_system(error_opt, name, "cannot be read");
    else if (!standard_input)
        result = check_kind(fd, &status, may_be_pipe, name, error_opt);
    else if (S_ISDIR(status.st_mode))
        result = wimp_fail(error_opt, WEND_ERROR_IO, name, "is a directory; expected a file");
    *out = (wimp_stream){.descriptor = fd, .is_standard_input = standard_input};
    if (result == WEND_OK && !(out->hash = wimp_hash_begin()))
        result = wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    if (result == WEND_OK && S_ISREG(status.st_mode) && status.st_size > 0)
        out->size = (uint64_t)status.st_size;
    if (result != WEND_OK) wimp_stream_close(out);
    return result;
}

void wimp_stream_close(wimp_stream* stream) {
    if (stream->hash) (void)wimp_hash_end(stream->hash);
    wimp_file_free(&stream->ahead, stream->allocator);
    if (!stream->is_standard_input) close(stream->descriptor);
    *stream = (wimp_stream){0};
}

wend_result wimp_stream_read_ahead(wimp_stream* stream, size_t size, const char* name,
                                   const wend_allocator* allocator_opt, wend_error* error_opt) {
    wimp_file* ahead = &stream->ahead;
    stream->allocator = allocator_opt;
    while (ahead->size < size && !stream->is_at_end) {
        if (ahead->size == ahead->capacity) {
            const wend_result result = grow_more(ahead, name, allocator_opt, error_opt);
            if (result != WEND_OK) return result;
        }
        const size_t room = (ahead->capacity < size ? ahead->capacity : size) - ahead->size;
        const ssize_t got = read_some(stream->descriptor, ahead->bytes + ahead->size, room);
        if (got < 0)
            return wimp_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s", wimp_system_error(errno));
        stream->is_at_end = got == 0;
        ahead->size += (size_t)got;
    }
    return WEND_OK;
}

// Takes bytes that were read ahead. Returns how many.
static size_t take_ahead(wimp_stream* stream, void* out, size_t size) {
    const size_t left = stream->ahead.size - stream->ahead_at, count = size < left ? size : left;
    if (count > 0) memcpy(out, stream->ahead.bytes + stream->ahead_at, count);
    stream->ahead_at += count;
    return count;
}

size_t wimp_stream_peek(const wimp_stream* stream, void* out, size_t size) {
    if (stream->ahead.size > 0) {
        const size_t count = size < stream->ahead.size ? size : stream->ahead.size;
        memcpy(out, stream->ahead.bytes, count);
        return count;
    }
    off_t here = lseek(stream->descriptor, 0, SEEK_CUR);
    ssize_t got = here < 0 ? -1 : pread(stream->descriptor, out, size, here);
    return got > 0 ? (size_t)got : 0;
}

size_t wimp_stream_read(wimp_stream* stream, void* out, size_t size) {
    size_t done = take_ahead(stream, out, size);
    while (done < size && stream->error == 0) {
        ssize_t got = read_some(stream->descriptor, (uint8_t*)out + done, size - done);
        if (got < 0) stream->error = errno;
        if (got <= 0) break;
        done += (size_t)got;
    }
    wimp_hash_add(stream->hash, out, done);
    return done;
}

uint64_t wimp_stream_finish(wimp_stream* stream) {
    uint8_t rest[512];
    while (wimp_stream_read(stream, rest, sizeof rest) > 0) continue;
    uint64_t hash = wimp_hash_end(stream->hash);
    stream->hash = NULL;
    return hash;
}

wend_result wimp_stream_read_all(wimp_stream* stream, const char* name, const wend_allocator* allocator_opt,
                                 wimp_file* out, wend_error* error_opt) {
    wimp_file content = stream->ahead;
    wend_result result = WEND_OK;
    stream->ahead = (wimp_file){0};
    if (stream->size > 0) result = grow(&content, stream->size, name, allocator_opt, error_opt);
    if (result == WEND_OK && !stream->is_at_end)
        result = read_all(stream->descriptor, stream->size > 0, &content, name, allocator_opt, error_opt);
    if (result == WEND_OK)
        *out = content;
    else
        wimp_file_free(&content, allocator_opt);
    return result;
}

static wend_result read_file(const char* file, bool may_be_pipe, const wend_allocator* allocator_opt,
                             wimp_file* out, wend_error* error_opt) {
    wimp_stream stream;
    wend_result result = wimp_stream_open(file, may_be_pipe, &stream, error_opt);
    if (result != WEND_OK) return result;
    result = wimp_stream_read_all(&stream, wimp_file_name(file), allocator_opt, out, error_opt);
    wimp_stream_close(&stream);
    return result;
}

wend_result wimp_file_read(const char* file, const wend_allocator* allocator_opt, wimp_file* out,
                           wend_error* error_opt) {
    return read_file(file, true, allocator_opt, out, error_opt);
}

void wimp_note_file(const wend_import_def* def, const char* file) {
    if (def->note_file) def->note_file(def->note_file_context, file);
}

wend_result wimp_other_file_read(const wend_import_def* def, const char* file, wimp_file* out,
                                 bool* is_missing_opt, wend_error* error_opt) {
    if (is_missing_opt) *is_missing_opt = !def->open && access(file, F_OK) != 0;
    if (!def->open) {
        wimp_note_file(def, file);
        return read_file(file, false, def->allocator, out, error_opt);
    }
    wend_source source = {0};
    const wend_result result = def->open(def->open_context, file, &source);
    if (is_missing_opt) *is_missing_opt = result == WEND_ERROR_IO;
    if (result != WEND_OK) return fail_source(error_opt, result, file, "cannot be opened");
    return wimp_source_read(&source, file, def->allocator, out, error_opt);
}
