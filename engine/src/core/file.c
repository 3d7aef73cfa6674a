// file.c: file.h on POSIX: write to a temporary file, sync, rename; remove the temporary files of killed
// processes.
#define _DEFAULT_SOURCE   // flock, MAP_NORESERVE
#define _FILE_OFFSET_BITS 64
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static wend_result fail(const char* file, const char* what, wend_error* error_opt) {
    if (errno == ENOMEM) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: out of memory", file);
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s: %s", file, what, wendi_system_error(errno));
}

static void free_names(wendi_output* output) {
    free(output->name);
    free(output->temporary);
    *output = (wendi_output){0};
}

// ---- temporary files
//
// A temporary file is called NAME.0.wendtmp, NAME.1.wendtmp, ...; the lowest free number is taken, so the
// next writer of the name meets what a killed one left. A writer holds a lock (flock) on its file until the
// file has its final name. The system releases the lock when the process ends in whatever way, so a file
// without one belongs to nobody. Process numbers in the name would be guesses: they are used again, and other
// machines and containers have their own.

// True when a name still leads to the file behind a descriptor.
static bool names_same_file(const char* name, int descriptor) {
    struct stat by_name = {0}, by_descriptor = {0};
    return lstat(name, &by_name) == 0 && fstat(descriptor, &by_descriptor) == 0 && S_ISREG(by_name.st_mode) &&
           by_name.st_dev == by_descriptor.st_dev && by_name.st_ino == by_descriptor.st_ino;
}

// Removes a temporary file whose writer is gone. Whoever holds the lock of a file is the only one to remove
// or rename it. So the name cannot change between the comparison and unlink.
static void remove_abandoned(const char* name) {
    const int descriptor = open(name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return;
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && names_same_file(name, descriptor)) unlink(name);
    close(descriptor);
}

// For numbers that writers have no need to try. Leaves another name in out->temporary.
static void clean_up_from(const wendi_output* out, int32_t number) {
    for (; number < CLEANED; number++) {
        name_temporary(out->name, number, out->temporary);
        remove_abandoned(out->temporary);
    }
}

// A file system that knows no locks is not an error: then nobody else gets a lock either, and files of killed
// writers stay. Waits at most for remove_abandoned of another process.
static void lock(int descriptor) {
    while (flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
}

// Creates out->temporary and returns its descriptor. Unlike mkstemp, the mode is passed to open, so the
// kernel applies the umask: reading the umask would mean changing it, for every thread.
static int create_temporary(const wendi_output* out, mode_t mode) {
    for (int32_t number = 0; number < NUMBERS; number++) {
        name_temporary(out->name, number, out->temporary);
        if (number < CLEANED) remove_abandoned(out->temporary);
        const int descriptor = open(out->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor < 0 && errno != EEXIST) return -1;
        if (descriptor < 0) continue;
        lock(descriptor);
        if (names_same_file(out->temporary, descriptor)) {
            clean_up_from(out, number + 1);
            name_temporary(out->name, number, out->temporary);
            return descriptor;
        }
        close(descriptor); // removed before it was locked
    }
    return -1;
}

// Only root may give a file away; for others the new file is their own.
static bool keep_owner_and_mode(int descriptor, const struct stat* replaced) {
    struct stat status = {0};
    if (fstat(descriptor, &status) != 0) return false;
    const bool same = status.st_uid == replaced->st_uid && status.st_gid == replaced->st_gid;
    if (!same && fchown(descriptor, replaced->st_uid, replaced->st_gid) != 0 && errno != EPERM) return false;
    return fchmod(descriptor, replaced->st_mode & 0777) == 0; // afterwards, as fchown may change the mode
}

// Finds the names of an output and opens its stream.
static wend_result open_output(const char* file, wendi_output* out, wend_error* error_opt) {
    struct stat status = {0};
    bool replaces = stat(file, &status) == 0;
    if (replaces) {
        if (!S_ISREG(status.st_mode))
            return wendi_fail(error_opt, WEND_ERROR_IO, "%s: cannot write: not a regular file", file);
        out->name = realpath(file, NULL); // a link stays a link
        if (!out->name || access(out->name, W_OK) != 0) {
            if (errno != ENOENT) return fail(file, "cannot write", error_opt);
            replaces = false; // removed in the meantime
        }
    }
    if (!out->name) out->name = strdup(file);
    if (out->name) out->temporary = malloc(strlen(out->name) + TEMPORARY_EXTRA);
    if (!out->temporary) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: out of memory", file);
    int descriptor = create_temporary(out, replaces ? 0600 : 0666);
    if (descriptor < 0) return fail(file, "cannot write", error_opt);
    bool has_mode = !replaces || keep_owner_and_mode(descriptor, &status);
    out->lock = has_mode ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
    out->stream = out->lock >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (out->stream) return WEND_OK;
    wend_result result = fail(file, "cannot write", error_opt);
    unlink(out->temporary);
    if (out->lock >= 0) close(out->lock);
    close(descriptor);
    return result;
}

wend_result wendi_output_open(const char* file, wendi_output* out, wend_error* error_opt) {
    WENDI_ASSERT(file && out);
    *out = (wendi_output){0};
    wend_result result = open_output(file, out, error_opt);
    if (result != WEND_OK) free_names(out);
    return result;
}

wend_result wendi_output_reserve(wendi_output* output, const char* file, uint64_t size,
                                 wend_error* error_opt) {
    const int error = posix_fallocate(fileno(output->stream), 0, (off_t)size);
    if (error == 0) return WEND_OK;
    errno = error;
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: no room for %llu bytes: %s", file,
                      (unsigned long long)size, wendi_system_error(error));
}

void* wendi_output_map(wendi_output* output, size_t size) {
    void* bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(output->stream), 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

int wendi_output_descriptor(const wendi_output* output) {
    return fileno(output->stream);
}

wend_result wendi_read_at(int descriptor, void* bytes, size_t size, uint64_t at) {
    for (char* to = bytes; size > 0;) {
        const ssize_t got = pread(descriptor, to, size, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = 0;
        if (got <= 0) return WEND_ERROR_IO;
        to += got;
        at += (uint64_t)got;
        size -= (size_t)got;
    }
    return WEND_OK;
}

wend_result wendi_write_at(int descriptor, const void* bytes, size_t size, uint64_t at) {
    for (const char* from = bytes; size > 0;) {
        const ssize_t put = pwrite(descriptor, from, size, (off_t)at);
        if (put < 0 && errno == EINTR) continue;
        if (put == 0) errno = ENOSPC;
        if (put <= 0) return WEND_ERROR_IO;
        from += put;
        at += (uint64_t)put;
        size -= (size_t)put;
    }
    return WEND_OK;
}

// The file behind the descriptor could be one that its owner has removed before the lock was free.
int wendi_work_open(const char* name) {
    for (;;) {
        const int descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
        if (descriptor < 0) return -1;
        int error = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ? 0 : errno;
        if (error == 0 && names_same_file(name, descriptor)) return descriptor;
        struct stat status;
        if (error == 0 && (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))) error = EEXIST;
        close(descriptor);
        errno = error;
        if (error != 0) return -1;
    }
}

wend_result wendi_work_cut(int descriptor, uint64_t size) {
    return ftruncate(descriptor, (off_t)size) == 0 ? WEND_OK : WEND_ERROR_IO;
}

int64_t wendi_work_size(int descriptor) {
    struct stat status = {0};
    return fstat(descriptor, &status) == 0 ? (int64_t)status.st_size : -1;
}

void wendi_work_close(int descriptor, const char* name, bool keep) {
    if (!keep) unlink(name);
    close(descriptor);
}

FILE* wendi_input_open(const char* file) {
    struct stat status = {0};
    const int descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe would wait for a writer
    if (descriptor < 0) return NULL;
    const bool good = fstat(descriptor, &status) == 0 && !S_ISFIFO(status.st_mode);
    if (!good && S_ISFIFO(status.st_mode)) errno = ESPIPE;
    FILE* stream = good ? fdopen(descriptor, "rb") : NULL;
    if (!stream) {
        const int error = errno;
        close(descriptor);
        errno = error;
    }
    return stream;
}

int64_t wendi_input_size(FILE* stream) {
    return wendi_work_size(fileno(stream));
}

size_t wendi_input_read(FILE* stream, void* bytes, size_t size) {
    size_t done = 0;
    for (;;) {
        done += fread((char*)bytes + done, 1, size - done, stream);
        if (done == size || !ferror(stream) || errno != EINTR) return done;
        clearerr(stream);
    }
}

// No room for copies of all pages is set aside: few are written.
void* wendi_input_map(FILE* stream, size_t size) {
    void* bytes =
        size > 0 ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fileno(stream), 0)
                 : MAP_FAILED;
    return bytes == MAP_FAILED ? NULL : bytes;
}

void* wendi_input_view(FILE* stream, size_t size) {
    void* bytes = size > 0 ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(stream), 0) : MAP_FAILED;
    return bytes == MAP_FAILED ? NULL : bytes;
}

void wendi_input_unmap(void* bytes, size_t size) {
    munmap(bytes, size);
}

// Makes a rename durable; overwrites the name. A system that cannot sync a directory is not an error.
static void sync_directory_of(char* name) {
    char* slash = strrchr(name, '/');
    if (slash) slash[slash == name] = 0;
    int descriptor = open(slash ? name : ".", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

wend_result wendi_output_close(wendi_output* output, bool keep, wend_error* error_opt) {
    WENDI_ASSERT(output->stream && output->name && output->temporary);
    wend_result result = WEND_OK;
    if (keep && (fflush(output->stream) != 0 || ferror(output->stream) || fsync(fileno(output->stream)) != 0))
        result = fail(output->name, "write failed", error_opt);
    if (fclose(output->stream) != 0 && keep && result == WEND_OK)
        result = fail(output->name, "write failed", error_opt);
    if (keep && result == WEND_OK && rename(output->temporary, output->name) != 0)
        result = fail(output->name, "cannot replace", error_opt);
    if (keep && result == WEND_OK)
        sync_directory_of(output->name);
    else
        unlink(output->temporary);
    close(output->lock); // now that the temporary name is gone
    free_names(output);
    return result;
}
