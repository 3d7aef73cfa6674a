// file.c: write to a temporary file, sync, rename.
#define _XOPEN_SOURCE 700
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wend_result fail(const char* file, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s: %s", file, what, strerror(errno));
}

wend_result wendi_output_open(const char* file, wendi_output* out, wend_error* error_opt) {
    *out = (wendi_output){0};
    if (strlen(file) + sizeof ".XXXXXX" > sizeof out->name) {
        errno = ENAMETOOLONG;
        return fail(file, "cannot write", error_opt);
    }
    strcpy(out->name, file);
    mode_t mode;
    struct stat status;
    if (stat(file, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return wendi_fail(error_opt, WEND_ERROR_IO, "%s: cannot write: not a regular file", file);
        mode = status.st_mode & 0777;
        char* resolved = realpath(file, NULL); // a link stays a link
        if (!resolved) return fail(file, "cannot write", error_opt);
        bool fits = strlen(resolved) + sizeof ".XXXXXX" <= sizeof out->name;
        if (fits) strcpy(out->name, resolved);
        free(resolved);
        if (!fits) {
            errno = ENAMETOOLONG;
            return fail(file, "cannot write", error_opt);
        }
        if (access(out->name, W_OK) != 0) return fail(file, "cannot write", error_opt);
    } else {
        mode_t mask = umask(0);
        umask(mask);
        mode = 0666 & ~mask;
    }
    size_t length = strlen(out->name);
    memcpy(out->temporary, out->name, length);
    memcpy(out->temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    int descriptor = mkstemp(out->temporary);
    if (descriptor < 0) {
        out->temporary[0] = 0;
        return fail(file, "cannot write", error_opt);
    }
    out->stream = fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "wb") : NULL;
    if (!out->stream) {
        wend_result result = fail(file, "cannot write", error_opt);
        close(descriptor);
        unlink(out->temporary);
        return result;
    }
    return WEND_OK;
}

// Makes a rename durable. Systems that cannot sync a directory are not an error.
static void sync_directory_of(const char* name) {
    char directory[WENDI_MAX_FILE_NAME];
    strcpy(directory, name);
    char* slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = 0;
    else
        strcpy(directory, ".");
    int descriptor = open(directory, O_RDONLY);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

wend_result wendi_output_close(wendi_output* output, bool keep, wend_error* error_opt) {
    wend_result result = WEND_OK;
    if (keep && (fflush(output->stream) != 0 || ferror(output->stream) || fsync(fileno(output->stream)) != 0))
        result = fail(output->name, "write failed", error_opt);
    if (fclose(output->stream) != 0 && keep && result == WEND_OK)
        result = fail(output->name, "write failed", error_opt);
    output->stream = NULL;
    if (keep && result == WEND_OK) {
        if (rename(output->temporary, output->name) == 0) {
            sync_directory_of(output->name);
            return WEND_OK;
        }
        result = fail(output->name, "cannot replace", error_opt);
    }
    unlink(output->temporary);
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
    size_t size; // 0 once it was given
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
