// file.c: write to a temporary file, sync, rename.
#define _XOPEN_SOURCE 700
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static wend_result fail(const char* file, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s: %s", file, what, wendi_system_error(errno));
}

static void free_names(wendi_output* output) {
    free(output->name);
    free(output->temporary);
    *output = (wendi_output){0};
}

// Creates out->temporary and returns its descriptor. O_EXCL makes the name unique; the random letters only
// keep processes and threads that save the same file from trying the same names. Unlike mkstemp, the mode is
// passed to open, so the kernel applies the umask: reading the umask would mean changing it, for every
// thread.
static int create_temporary(const wendi_output* out, mode_t mode) {
    enum { ATTEMPTS = 100, LETTERS = 6 };
    size_t length = strlen(out->name);
    memcpy(out->temporary, out->name, length);
    out->temporary[length] = '.';
    char* letters = out->temporary + length + 1;
    letters[LETTERS] = 0;
    for (int32_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct timespec now = {0};
        clock_gettime(CLOCK_MONOTONIC, &now);
        uint64_t stack = (uintptr_t)&now; // differs between threads
        uint64_t bits = ((uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32 ^ stack << 8) * 0x9e3779b97f4a7c15;
        for (int32_t i = 0; i < LETTERS; i++)
            letters[i] = "abcdefghijklmnopqrstuvwxyz234567"[bits >> (59 - 5 * i) & 31];
        int descriptor = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

// Finds the names of an output and opens its stream.
static wend_result open_output(const char* file, wendi_output* out, wend_error* error_opt) {
    struct stat status;
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
    if (out->name) out->temporary = malloc(strlen(out->name) + sizeof ".XXXXXX");
    if (!out->temporary) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: out of memory", file);
    int descriptor = create_temporary(out, replaces ? 0600 : 0666);
    if (descriptor < 0) return fail(file, "cannot write", error_opt);
    bool has_mode = !replaces || fchmod(descriptor, status.st_mode & 0777) == 0;
    out->stream = has_mode ? fdopen(descriptor, "wb") : NULL;
    if (out->stream) return WEND_OK;
    wend_result result = fail(file, "cannot write", error_opt);
    close(descriptor);
    unlink(out->temporary);
    return result;
}

wend_result wendi_output_open(const char* file, wendi_output* out, wend_error* error_opt) {
    WENDI_ASSERT(file && out);
    *out = (wendi_output){0};
    wend_result result = open_output(file, out, error_opt);
    if (result != WEND_OK) free_names(out);
    return result;
}

FILE* wendi_input_open(const char* file) {
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    FILE* stream = fdopen(descriptor, "rb");
    if (!stream) {
        int error = errno;
        close(descriptor);
        errno = error;
    }
    return stream;
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
    free_names(output);
    return result;
}

wend_result wend_file_write_pieces(const char* file, wend_file_piece_fn* next, void* context,
                                   wend_error* error_opt) {
    if (!file || !next) return WEND_ERROR_ARGUMENT;
    wendi_output output;
    wend_result result = wendi_output_open(file, &output, error_opt);
    if (result != WEND_OK) return result;
    const void* bytes = NULL;
    size_t size = 0;
    while ((result = next(context, &bytes, &size)) == WEND_OK && size > 0) {
        if (fwrite(bytes, 1, size, output.stream) == size) continue;
        result = fail(file, "write failed", error_opt);
        break;
    }
    wend_result closed = wendi_output_close(&output, result == WEND_OK, error_opt);
    return result == WEND_OK ? closed : result;
}

typedef struct whole {
    const void* bytes;
    size_t size; // 0 after it was supplied
} whole;

static wend_result give_whole(void* context, const void** bytes_out, size_t* size_out) {
    whole* w = context;
    *bytes_out = w->bytes;
    *size_out = w->size;
    w->size = 0;
    return WEND_OK;
}

wend_result wend_file_write(const char* file, const void* bytes, size_t size, wend_error* error_opt) {
    if (!bytes && size > 0) return WEND_ERROR_ARGUMENT;
    return wend_file_write_pieces(file, give_whole, &(whole){bytes, size}, error_opt);
}
