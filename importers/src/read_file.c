// read_file.c: how does a file get into memory, and what can go wrong?
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // open, fstat, read
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

// Reads to the end. A file of the expected size fills its buffer exactly and is not copied.
static wend_result read_all(int fd, wendi_file* file, const char* name, const wend_allocator* allocator_opt,
                            wend_error* error_opt) {
    for (;;) {
        uint8_t probe;
        bool full = file->size == file->capacity;
        size_t room = full ? 1 : file->capacity - file->size;
        ssize_t got =
            read(fd, full ? &probe : file->bytes + file->size, room < READ_AT_ONCE ? room : READ_AT_ONCE);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s", strerror(errno));
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

wend_result wendi_file_read(const char* file, const wend_allocator* allocator_opt, wendi_file* out,
                            wend_error* error_opt) {
    const char* name = wendi_file_name(file);
    bool standard_input = strcmp(file, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be opened: %s", strerror(errno));

    wendi_file content = {0};
    wend_result result = WEND_OK;
    struct stat status;
    if (fstat(fd, &status) != 0)
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name, "cannot be read: %s", strerror(errno));
    else if (S_ISDIR(status.st_mode))
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name, "is a directory; expected a file");
    else if (!standard_input && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
        result = wendi_import_fail(error_opt, WEND_ERROR_IO, name,
                                   "is a device or socket; expected a regular file, a pipe or -");
    else if (S_ISREG(status.st_mode) && status.st_size > 0)
        result = grow(&content, (uint64_t)status.st_size, name, allocator_opt, error_opt);
    if (result == WEND_OK) result = read_all(fd, &content, name, allocator_opt, error_opt);
    if (!standard_input) close(fd);
    if (result != WEND_OK) {
        wendi_file_free(&content, allocator_opt);
        return result;
    }
    *out = content;
    return WEND_OK;
}
